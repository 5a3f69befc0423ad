"""Makes, lists, rotates and revokes keys, and makes tokens for players."""

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta

from npcserver.app.access.access_control import (
    OWN_ALGORITHM,
    AccessControl,
    digest_of,
    looks_of,
    taken_by_character,
)
from npcserver.model.access import (
    AccessKey,
    KeyRole,
    PlayerClaims,
    PlayerScope,
    Principal,
    TokenIssuer,
    Verb,
)
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import TimelineId, new_id
from npcserver.ports.access import KeyArchive, TokenSigner
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store

_PREFIX = 12  # characters of a secret that are kept, 8 of them random
_SIGNING_SECRETS = 2  # the newest signs; tokens of the one before go on to count


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """The key to make; `lifetime` None has no end, and no `world_ids` are all worlds."""

    name: str
    role: KeyRole
    world_ids: tuple[str, ...] = ()
    lifetime: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenWish:
    """The token to make for a player."""

    timeline_id: TimelineId
    player_id: str
    player_name: str
    verbs: frozenset[Verb]
    lifetime: timedelta


class KeyManagement:
    """The use cases of `AccessService`. Secrets are returned once, and kept as digests only."""

    def __init__(
        self,
        store: Store,
        archive: KeyArchive,
        signer: TokenSigner,
        control: AccessControl,
        clock: Clock,
    ) -> None:
        self._store = store
        self._archive = archive
        self._signer = signer
        self._control = control
        self._clock = clock

    async def create(self, request: NewKey) -> tuple[AccessKey, str]:
        """Make a key; return it with its secret."""
        now, secret = self._clock.now(), _new_secret()
        key = AccessKey(
            id=new_id("key"),
            prefix=secret[:_PREFIX],
            name=request.name,
            role=request.role,
            world_ids=request.world_ids,
            digest=digest_of(secret),
            created_at=now,
            expires_at=None if request.lifetime is None else now + request.lifetime,
        )
        await self._archive.add(key)
        self._control.refresh()
        return key, secret

    async def list(self) -> tuple[AccessKey, ...]:
        """Return all keys, newest first, those that no longer count included."""
        return await self._archive.all()

    async def rotate(self, key_id: str, overlap: timedelta) -> tuple[AccessKey, str]:
        """Give a key a new secret, and return both; the one before counts for `overlap` more.

        Raises `NotFound`, or `InvalidInput` for a key that no longer counts.
        """
        key, now, secret = await self._get(key_id), self._clock.now(), _new_secret()
        if not key.counts_at(now):
            raise InvalidInput("key_id", "is of a key that no longer counts; make a new key")
        renewed = replace(
            key,
            prefix=secret[:_PREFIX],
            digest=digest_of(secret),
            previous_digest=key.digest if overlap else "",
            previous_until=now + overlap if overlap else None,
        )
        await self._put(renewed)
        return renewed, secret

    async def revoke(self, key_id: str) -> AccessKey:
        """Revoke a key with all tokens made for it; again changes nothing. Raises `NotFound`."""
        key = await self._get(key_id)
        if key.revoked_at is None:
            key = replace(key, revoked_at=self._clock.now())
            await self._put(key)
        return key

    async def mint(self, principal: Principal, request: TokenWish) -> tuple[str, PlayerClaims]:
        """Make a token for a player; return it, and what it says. Raises `NotFound`."""
        async with self._store.read() as reader:
            world_id = (await reader.timeline(request.timeline_id)).world_id
            looks = looks_of(await reader.roster(world_id))
        player = PlayerScope(
            world_id=world_id,
            timeline_id=request.timeline_id,
            player_id=request.player_id,
            player_name=request.player_name,
        )
        if problem := taken_by_character(player, looks):
            kind, _, why = problem.partition(" ")
            raise InvalidInput(f"player_{kind}", why)
        now = self._clock.now().replace(microsecond=0)
        claims = PlayerClaims(
            player=player,
            verbs=request.verbs,
            key_id=principal.id,
            issued_at=now,
            expires_at=now + request.lifetime,
        )
        return self._signer.sign(claims, await self._signing()), claims

    async def rotate_signing(self) -> None:
        """Sign tokens with a new secret from now on; those of the last one go on to count."""
        await self._archive.add_secret(new_id("sig"), secrets.token_hex(32), _SIGNING_SECRETS)
        self._control.refresh()

    async def _signing(self) -> TokenIssuer:
        issuer = await self._control.own_issuer()
        if issuer is None:
            # All replicas ask for this id at first, and the first of them has its way.
            await self._archive.add_secret("sig_first", secrets.token_hex(32), _SIGNING_SECRETS)
            kid, secret = (await self._archive.secrets())[0]
            self._control.refresh()
            issuer = TokenIssuer(kid=kid, algorithm=OWN_ALGORITHM, key=secret, is_own=True)
        return issuer

    async def _get(self, key_id: str) -> AccessKey:
        for key in await self._archive.all():
            if key.id == key_id:
                return key
        raise NotFound("key", key_id, "`npcserver keys list` shows those there are")

    async def _put(self, key: AccessKey) -> None:
        await self._archive.put(key)
        self._control.refresh()


def _new_secret() -> str:
    return f"npc_{secrets.token_urlsafe(32)}"
