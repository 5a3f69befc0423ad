"""`AccessService`, and the translation of its messages: keys, and tokens of players."""

from datetime import timedelta

from npcserver.admin.v1 import access_service_pb2 as pb
from npcserver.admin.v1.access_service_pb2_grpc import AccessServiceServicer
from npcserver.app.access import KeyManagement, PlayerTokens, TokenWish
from npcserver.app.affordance_sets import RegisteredAffordances
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
from npcserver.rpc.decoder import call, decode, reads
from npcserver.rpc.encoder import enclose, sources
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens
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
    RegisteredAffordances.put,
    pb.PutAffordanceSetRequest,
    affordances=lambda request: decode_affordances(request.affordances),
)
reads(KeyManagement.create, pb.CreateKeyRequest, lifetime=_key_lifetime)
reads(
    TokenWish,
    pb.MintPlayerTokenRequest,
    verbs=lambda request: (
        frozenset(fields.each("verbs", _verb, request.verbs)) or USUAL_PLAYER_VERBS
    ),
    lifetime=_token_lifetime,
)
sources(AccessKey, pb.AccessKey, key_id="id")


class AccessServicer(AccessServiceServicer):
    """The calls about keys and tokens."""

    def __init__(
        self,
        keys: KeyManagement,
        tokens: PlayerTokens,
        pages: PageTokens,
        sets: RegisteredAffordances,
    ) -> None:
        self._keys = keys
        self._sets = sets
        self._tokens = tokens
        self._pages = pages

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
        key, secret = await call(self._keys.create, request)
        return enclose(key, pb.CreateKeyResponse, "key", secret=secret)

    async def ListKeys(self, request: pb.ListKeysRequest, context: Context) -> pb.ListKeysResponse:
        """Return a page of keys."""
        page, token = self._pages.cut(request, await self._keys.list())
        return enclose(page, pb.ListKeysResponse, "keys", next_page_token=token)

    async def PutAffordanceSet(
        self, request: pb.PutAffordanceSetRequest, context: Context
    ) -> pb.PutAffordanceSetResponse:
        """Store a set."""
        await call(self._sets.put, request)
        return pb.PutAffordanceSetResponse()

    async def ListAffordanceSets(
        self, request: pb.ListAffordanceSetsRequest, context: Context
    ) -> pb.ListAffordanceSetsResponse:
        """Return a page of sets."""
        page, token = self._pages.cut(request, await call(self._sets.list, request))
        return enclose(
            page, pb.ListAffordanceSetsResponse, "affordance_sets", next_page_token=token
        )

    async def RotateKey(
        self, request: pb.RotateKeyRequest, context: Context
    ) -> pb.RotateKeyResponse:
        """Give a key a new secret."""
        seconds = fields.within("overlap_seconds", request.overlap_seconds, 0, _LONGEST_OVERLAP)
        key_id = fields.reference("key_id", request.key_id)
        key, secret = await self._keys.rotate(key_id, timedelta(seconds=seconds))
        return enclose(key, pb.RotateKeyResponse, "key", secret=secret)

    async def RevokeKey(
        self, request: pb.RevokeKeyRequest, context: Context
    ) -> pb.RevokeKeyResponse:
        """Revoke a key."""
        key = await self._keys.revoke(fields.reference("key_id", request.key_id))
        return enclose(key, pb.RevokeKeyResponse, "key")

    async def MintPlayerToken(
        self, request: pb.MintPlayerTokenRequest, context: Context
    ) -> pb.MintPlayerTokenResponse:
        """Make a token for a player."""
        principal = CALLER.get().principal
        token, claims = await self._tokens.mint(principal, decode(TokenWish, request))
        return enclose(claims.expires_at, pb.MintPlayerTokenResponse, "expire_time", token=token)
