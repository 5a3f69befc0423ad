"""`AccessService`, and the translation of its messages: keys, and tokens of players."""

from datetime import timedelta

from npcserver.admin.v1 import access_service_pb2 as pb
from npcserver.admin.v1.access_service_pb2_grpc import AccessServiceServicer
from npcserver.app.access import KeyManagement, TokenWish
from npcserver.model.access import (
    ANYBODY,
    PLAYER_VERBS,
    USUAL_PLAYER_VERBS,
    AccessKey,
    Verb,
)
from npcserver.model.errors import InvalidInput, NotPermitted
from npcserver.rpc import fields
from npcserver.rpc.access import CALLER, VERBS
from npcserver.rpc.decoder import call, reads
from npcserver.rpc.encoder import enclose, sources
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.rpc.turn_messages import decode_affordances

_DAY = 24 * 60 * 60
_TEN_YEARS = 3650 * _DAY
_LONGEST_OVERLAP = 30 * _DAY
_TOKEN_SECONDS, _SHORTEST_TOKEN, _LONGEST_TOKEN = 900, 30, 3600


def _key_lifetime(request: pb.CreateKeyRequest) -> timedelta | None:
    seconds = fields.within("lifetime_seconds", request.lifetime_seconds, 0, _TEN_YEARS)
    return timedelta(seconds=seconds) if seconds else None


def _token_lifetime(request: pb.MintPlayerTokenRequest) -> timedelta:
    seconds = request.lifetime_seconds or _TOKEN_SECONDS
    fields.within("lifetime_seconds", seconds, _SHORTEST_TOKEN, _LONGEST_TOKEN)
    return timedelta(seconds=seconds)


def _verb(value: int) -> Verb:
    verb = VERBS.get(value)
    if verb not in PLAYER_VERBS:
        raise InvalidInput("", "is nothing that a player may do; name verbs of players only")
    return verb


reads(
    TokenWish,
    pb.MintPlayerTokenRequest,
    verbs=lambda request: (
        frozenset(fields.each("verbs", _verb, request.verbs)) or USUAL_PLAYER_VERBS
    ),
    lifetime=_token_lifetime,
)
reads(KeyManagement.create, pb.CreateKeyRequest, lifetime=_key_lifetime)
sources(AccessKey, pb.AccessKey, key_id="id")


class AccessServicer(UseCaseServicer, AccessServiceServicer):
    """The calls about keys and tokens."""

    async def CreateKey(
        self, request: pb.CreateKeyRequest, context: Context
    ) -> pb.CreateKeyResponse:
        """Make a key; the first one, which shuts the server, not for a page in a browser."""
        names = {name for name, _ in context.invocation_metadata() or ()}
        if CALLER.get().principal == ANYBODY and "origin" in names:
            raise NotPermitted(
                "the first key of a server is not made by a page in a browser, since any page of "
                "this machine could shut the server; run `npcserver keys create NAME --role admin`",
                verb=Verb.KEYS,
            )
        key, secret = await call(self.services.keys.create, request)
        return enclose(key, pb.CreateKeyResponse, "key", secret=secret)

    ListKeys = paged(pb.ListKeysRequest, lambda services: services.keys.list, "keys")
    RotateKey = unary(
        pb.RotateKeyRequest,
        lambda services: services.keys.rotate,
        "",
        lambda made: enclose(made[0], pb.RotateKeyResponse, "key", secret=made[1]),
        overlap=lambda request: timedelta(
            seconds=fields.within("overlap_seconds", request.overlap_seconds, 0, _LONGEST_OVERLAP)
        ),
    )
    RevokeKey = unary(pb.RevokeKeyRequest, lambda services: services.keys.revoke, "key")
    PutAffordanceSet = unary(
        pb.PutAffordanceSetRequest,
        lambda services: services.affordance_sets.put,
        affordances=lambda request: decode_affordances(request.affordances),
    )
    ListAffordanceSets = paged(
        pb.ListAffordanceSetsRequest,
        lambda services: services.affordance_sets.list,
        "affordance_sets",
    )
    MintPlayerToken = unary(
        pb.MintPlayerTokenRequest,
        lambda services: services.tokens.mint,
        "",
        lambda made: enclose(
            made[1].expires_at, pb.MintPlayerTokenResponse, "expire_time", token=made[0]
        ),
        principal=lambda _: CALLER.get().principal,
    )
