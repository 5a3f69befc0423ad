"""`AccessService`: keys of services and people, and tokens of players."""

from collections.abc import Awaitable, Sequence
from datetime import timedelta

import grpc

from npcclient.admin.v1 import access_service_pb2 as pb
from npcclient.admin.v1.access_service_pb2 import (
    AccessKey,
    AffordanceSet,
    CreateKeyResponse,
    MintPlayerTokenResponse,
    Role,
    RotateKeyResponse,
)
from npcclient.admin.v1.access_service_pb2_grpc import AccessServiceStub
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.calls import Caller
from npcclient.listing import Listing, listing, pages
from npcclient.naming import timeline_id, world_id
from npcclient.v1.access_policy_pb2 import Verb
from npcclient.v1.affordance_pb2 import Affordance, Entity
from npcclient.v1.timeline_service_pb2 import Timeline


class Access:
    """Makes tokens for players with a game server's key, and keys with an administrator's."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = AccessServiceStub(channel)
        self._call = caller.call

    async def mint_player_token(
        self,
        timeline: Timeline | str,
        player_id: str,
        player_name: str,
        *,
        verbs: Sequence[Verb.ValueType] = (),
        lifetime: timedelta | None = None,
    ) -> MintPlayerTokenResponse:
        """Make a token with which a client may speak for one player in one timeline.

        `verbs` are by default all of a player but `VERB_SAY_PRIVATELY`; `lifetime` is by default 15
        minutes, at least 30 seconds and at most an hour.
        """
        request = pb.MintPlayerTokenRequest(
            timeline_id=timeline_id(timeline),
            player_id=player_id,
            player_name=player_name,
            verbs=verbs,
            lifetime_seconds=_seconds(lifetime),
        )
        return await self._call(self._stub.MintPlayerToken, request)

    async def put_affordance_set(
        self,
        timeline: Timeline | str,
        name: str,
        affordances: Sequence[Affordance] = (),
        entities: Sequence[Entity] = (),
        *,
        player_id: str = "",
    ) -> None:
        """Register what characters may do in turns of players, under a name that those refer to.

        With a `player_id` only that player may.
        """
        request = pb.PutAffordanceSetRequest(
            timeline_id=timeline_id(timeline),
            name=name,
            affordances=affordances,
            entities=entities,
            player_id=player_id,
        )
        await self._call(self._stub.PutAffordanceSet, request)

    def affordance_sets(
        self, timeline: Timeline | str, *, player_id: str = ""
    ) -> Listing[AffordanceSet]:
        """Return what is registered for turns of players, by name; that of one player, and of all.

        Without a `player_id`, all sets.
        """

        def fetch(token: str) -> Awaitable[pb.ListAffordanceSetsResponse]:
            request = pb.ListAffordanceSetsRequest(
                timeline_id=timeline_id(timeline), player_id=player_id, page_token=token
            )
            return self._call(self._stub.ListAffordanceSets, request)

        return listing(fetch, lambda page: page.affordance_sets)

    async def create_key(
        self,
        name: str,
        role: Role.ValueType,
        *,
        worlds: Sequence[World | str] = (),
        lifetime: timedelta | None = None,
    ) -> CreateKeyResponse:
        """Make a key, for `worlds` alone where any are given; its secret is returned only here."""
        request = pb.CreateKeyRequest(
            name=name,
            role=role,
            world_ids=[world_id(world) for world in worlds],
            lifetime_seconds=_seconds(lifetime),
        )
        return await self._call(self._stub.CreateKey, request)

    async def list_keys(self) -> tuple[AccessKey, ...]:
        """Return all keys, newest first, those that no longer count included."""
        found = await pages(self._call, self._stub.ListKeys, pb.ListKeysRequest())
        return tuple(key for page in found for key in page.keys)

    async def rotate_key(
        self, key_id: str, *, overlap: timedelta = timedelta(days=1)
    ) -> RotateKeyResponse:
        """Give a key a new secret; the one before counts on for `overlap`."""
        request = pb.RotateKeyRequest(key_id=key_id, overlap_seconds=_seconds(overlap))
        return await self._call(self._stub.RotateKey, request)

    async def revoke_key(self, key_id: str) -> AccessKey:
        """Revoke a key, and with it all tokens that were made for it."""
        request = pb.RevokeKeyRequest(key_id=key_id)
        return (await self._call(self._stub.RevokeKey, request)).key


def _seconds(time: timedelta | None) -> int:
    return 0 if time is None else int(time.total_seconds())
