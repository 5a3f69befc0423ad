"""Finds out who calls and whether they may, from keys read anew; makes tokens for players."""

import asyncio
import hmac
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cachetools import LRUCache

from npcserver.aio import within
from npcserver.app.access.key_management import SIGNING_SECRETS
from npcserver.model.access import (
    ANYBODY,
    GRANTS,
    AccessKey,
    KeyRole,
    PlayerClaims,
    PlayerScope,
    Principal,
    TokenIssuer,
    Verb,
    can,
    digest_of,
)
from npcserver.model.bounds import Name
from npcserver.model.character import skeleton
from npcserver.model.errors import (
    InvalidInput,
    NotAllowed,
    NotFound,
    NotPermitted,
    Unavailable,
)
from npcserver.model.ids import SaveId, TimelineId, WorldId
from npcserver.ports.access import KeyArchive, TokenSigner
from npcserver.ports.clock import Clock
from npcserver.ports.world_directory import WorldDirectory

if TYPE_CHECKING:  # they import all nouns, which commands about keys do not need
    from npcserver.ports.storage import Reader, Store
    from npcserver.ports.view import Resident

OWN_ALGORITHM = "HS256"
REFRESH_SECONDS = 2.0
"""Age at which the keys are read again; so late another server notices that a key was revoked."""
_PATIENCE_SECONDS = 1.0  # for a database that is silent, where what was read before serves
_USES_SECONDS = 300.0  # how often the time of last use is written
_ROSTER_SECONDS = 10.0
"""Age at which the characters of a world are read again, to tell players from them."""
_MOST_WORLDS = 1000
_MOST_KNOWN = 20_000  # timelines and saves whose world is remembered


T = TypeVar("T")
_Looks = LRUCache[str, tuple[float, frozenset[str]]]
"""When names were read, and what they look like, by world or timeline."""


class Subject(StrEnum):
    """What an id in a request names."""

    WORLD = "world"
    TIMELINE = "timeline"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class _Known:
    """What was read of the database at one moment."""

    keys: tuple[AccessKey, ...]
    by_digest: dict[str, AccessKey]
    issuers: dict[str, TokenIssuer]


class AccessControl:
    """Authenticates and authorises every call of both wires.

    While the database is away, the keys that were read last go on to count.
    """

    def __init__(
        self,
        store: "Store",
        archive: KeyArchive,
        signer: TokenSigner,
        clock: Clock,
        directory: WorldDirectory,
        issuers: tuple[TokenIssuer, ...] = (),
    ) -> None:
        self._store = store
        self._directory = directory
        self._archive = archive
        self._signer = signer
        self._clock = clock
        self._issuers = issuers
        self._fixed: dict[str, Principal] = {}
        self._known: _Known | None = None
        self._read_at = 0.0
        self._reading = asyncio.Lock()
        self._worlds: LRUCache[tuple[Subject, str], WorldId] = LRUCache(_MOST_KNOWN)
        self._looks: _Looks = LRUCache(_MOST_WORLDS)
        self._drafted: _Looks = LRUCache(_MOST_KNOWN)
        self._uses: dict[str, datetime] = {}
        self._has_uses = asyncio.Event()

    def accept(self, keys: Iterable[str], secret: bytes) -> None:
        """Take keys of the settings, too, whose holders are administrators.

        Tokens that such a key makes name it. Its id comes from the key and a secret of the
        database, so that it is the same after a restart and on each server, and a player who has
        a token cannot try keys at home.
        """
        for key in keys:
            named = hmac.digest(secret, b"key of the settings\0" + key.encode(), "sha256").hex()
            self._fixed[digest_of(key)] = Principal(
                id=f"settings-{named[:16]}", verbs=GRANTS[KeyRole.ADMIN]
            )

    async def is_open(self) -> bool:
        """Return whether all callers are let in: the settings name no key, and none was made."""
        known = await self._current()
        return not (self._fixed or self._issuers or known.keys)

    async def authenticate(self, shown: str | None) -> Principal:
        """Return who calls, by the key or token that was shown. Raises `NotAllowed`."""
        known, now = await self._current(), self._clock.now()
        is_token = shown is not None and self._signer.looks_like_one(shown)
        if not is_token and await self.is_open():
            return ANYBODY
        if shown is None:
            raise NotAllowed("this server wants a key; send the header `authorization: Bearer KEY`")
        digest = digest_of(shown)
        if (principal := _of_digest(self._fixed, digest)) is not None:
            return principal
        if is_token:
            return await self._player(known, self._signer.read(shown, known.issuers, now), now)
        return self._holder(_of_digest(known.by_digest, digest), digest, now)

    async def authenticate_session(self, begun_with: Callable[[str], bool]) -> Principal:
        """Return who began a session, by the digest of its key. Raises `NotAllowed`.

        `begun_with` says of a digest whether it is that of the key, and takes equally long for all.
        """
        known, now = await self._current(), self._clock.now()
        digests = [one for one in (*self._fixed, *known.by_digest) if begun_with(one)]
        for digest in digests:
            fixed = self._fixed.get(digest)
            return fixed or self._holder(known.by_digest[digest], digest, now)
        raise _unknown()

    async def authenticate_account(self, account_id: str) -> Principal:
        """Return the person of an account who is signed in. Raises `NotAllowed`."""
        known, now = await self._current(), self._clock.now()
        key = next((one for one in known.keys if one.id == account_id), None)
        return self._holder(key, "", now)

    def name_of(self, author_id: str) -> str:
        """Return the name of a key or account; the id itself where none that was read has it."""
        keys = () if self._known is None else self._known.keys
        return next((one.name for one in keys if one.id == author_id), author_id)

    def _holder(self, key: AccessKey | None, digest: str, now: datetime) -> Principal:
        if key is None or not key.counts_at(now):
            raise _unknown()
        if digest != key.digest and (key.previous_until is None or now >= key.previous_until):
            raise _unknown()
        self._uses[key.id] = now
        self._has_uses.set()
        return key.principal()

    async def require_current(self, principal: Principal, shown: str | None) -> None:
        """Raise `NotAllowed` if a key or token that counted has ended since."""
        if await self.authenticate(shown) != principal:
            raise _unknown()

    async def authorise(
        self, principal: Principal, verb: Verb, named: Iterable[tuple[Subject, str]]
    ) -> None:
        """Raise `NotPermitted` unless a caller may do this to everything that is named.

        Nothing named stands for the server itself. What does not exist is refused like what belongs
        to another world, unless the caller may see all worlds.
        """
        if verb not in principal.verbs:
            noun = "key" if principal.player is None else "token"
            deed = "manage keys and accounts" if verb is Verb.KEYS else verb.replace("_", " ")
            raise NotPermitted(
                f"this {noun} may not {deed}; use one that may, or ask an administrator for it",
                verb=verb,
            )
        if not principal.is_limited:
            return
        things = tuple(named)
        if not things:
            raise _not_for_this(principal, verb)
        for subject, identifier in things:
            world_id = await self.world_of(subject, identifier)
            timeline_id = TimelineId(identifier) if subject is Subject.TIMELINE else None
            if world_id is None or not can(principal, verb, world_id, timeline_id):
                raise _not_for_this(principal, verb)

    async def world_of(self, subject: Subject, identifier: str) -> WorldId | None:
        """Return the world of a thing, which never changes; None if there is no such thing."""
        if subject is Subject.WORLD:
            return WorldId(identifier)
        found = self._worlds.get((subject, identifier))
        if found is None:
            try:
                async with self._store.read() as reader:
                    if subject is Subject.SAVE:
                        found = (await reader.save(SaveId(identifier))).world_id
                    else:
                        found = (await reader.timeline(TimelineId(identifier))).world_id
            except NotFound:
                moved = await self._directory.find(identifier)
                return None if moved is None else moved.world_id
            if found is not None:
                self._worlds[subject, identifier] = found
        return found

    async def require_served(self, named: Iterable[tuple[Subject, str]]) -> None:
        """Raise `WorldMoved` if something named is of a world that is elsewhere, or moves now."""
        if not_served := self._directory.not_served:
            for subject, identifier in named:
                world_id = await self.world_of(subject, identifier)
                if world_id is not None and world_id in not_served:
                    raise not_served[world_id].refusal()

    async def explained(self, error: Exception) -> Exception:
        """Return the error of a call, or where the world is whose absence it reports."""
        if isinstance(error, NotFound) and error.kind in {*Subject}:
            with suppress(Unavailable):
                moved = await self._directory.find(error.identifier)
                return error if moved is None else moved.refusal()
        return error

    def refresh(self) -> None:
        """Read the keys again at the next call."""
        self._known = None

    def refresh_characters(self) -> None:
        """Read the characters of worlds again at the next call of a player."""
        self._looks.clear()
        self._drafted.clear()

    async def run(self) -> None:
        """Write now and then when keys were last used, apart from the calls themselves."""
        while True:
            await self._has_uses.wait()
            await asyncio.sleep(_USES_SECONDS)
            await self.note_uses()

    async def note_uses(self) -> None:
        """Write when keys were last used, since the last time. A lost database does not matter."""
        uses, self._uses = self._uses, {}
        self._has_uses.clear()
        with suppress(Unavailable):
            await self._archive.note_uses(uses)

    async def own_issuer(self) -> TokenIssuer | None:
        """Return the issuer of this server's own tokens: its newest secret, None if it has none."""
        issuers = (await self._current()).issuers.values()
        return next((each for each in issuers if each.is_own), None)

    async def _current(self) -> _Known:
        known = self._known
        if known is not None and self._clock.monotonic() - self._read_at < REFRESH_SECONDS:
            return known
        async with self._reading:
            if self._known is known or self._known is None:
                self._read_at = self._clock.monotonic()
                try:
                    patience = None if known is None else _PATIENCE_SECONDS
                    self._known = await within(patience, self._read())
                except (Unavailable, TimeoutError):
                    if known is None:
                        raise
                    self._known = known
            return self._known

    async def _read(self) -> _Known:
        keys = await self._archive.all()
        own = [
            TokenIssuer(kid=kid, algorithm=OWN_ALGORITHM, key=secret, is_own=True)
            for kid, secret in await self._archive.secrets()
        ]
        by_digest = {key.digest: key for key in keys if not key.is_account}
        by_digest |= {key.previous_digest: key for key in keys if key.previous_digest}
        # Ids of the settings come first, so that no issuer of theirs is taken for one of ours.
        issuers = {each.kid: each for each in (*own, *self._issuers)}
        return _Known(keys, by_digest, issuers)

    async def _player(self, known: _Known, claims: PlayerClaims, now: datetime) -> Principal:
        """Return the player of a token, if the key that it was made for counts too."""
        if claims.key_id:
            maker = await self._maker(known, claims.key_id, now)
            if maker is None or not can(maker, Verb.MINT, claims.player.world_id):
                raise _unknown()
        problem = taken_by_character(claims.player, await self._looks_of(claims.player))
        if problem:
            raise NotPermitted(f"this token speaks for nobody: its {problem}", verb=Verb.SAY)
        return Principal(
            id=claims.key_id,
            verbs=claims.verbs | {Verb.READ_SERVER},
            worlds=frozenset((claims.player.world_id,)),
            player=claims.player,
            ends_at=claims.expires_at,
        )

    async def _looks_of(self, player: PlayerScope) -> frozenset[str]:
        """Return what ids and names of characters look like, as published and as drafted.

        While the database is away, those that were read last.
        """

        async def published(reader: "Reader") -> frozenset[str]:
            return looks_of(await reader.roster(player.world_id))

        drafted = partial(drafted_looks, player.timeline_id)
        return await self._recent(self._looks, player.world_id, published) | await self._recent(
            self._drafted, player.timeline_id, drafted
        )

    async def _recent(
        self, kept: _Looks, name: str, read: "Callable[[Reader], Awaitable[frozenset[str]]]"
    ) -> frozenset[str]:
        now = self._clock.monotonic()
        read_at, looks = kept.get(name, (None, frozenset[str]()))
        if read_at is not None and now - read_at < _ROSTER_SECONDS:
            return looks
        try:
            patience = None if read_at is None else _PATIENCE_SECONDS
            async with asyncio.timeout(patience), self._store.read() as reader:
                looks = await read(reader)
        except (Unavailable, TimeoutError):
            if read_at is None:
                raise
        kept[name] = (now, looks)
        return looks

    async def _maker(self, known: _Known, key_id: str, now: datetime) -> Principal | None:
        for key in known.keys:
            if key.id == key_id:
                return key.principal() if key.counts_at(now) else None
        if key_id == ANYBODY.id:
            return ANYBODY if await self.is_open() else None
        return next((one for one in self._fixed.values() if one.id == key_id), None)


def looks_of(residents: Iterable["Resident"]) -> frozenset[str]:
    """Return what the ids and names of characters look like."""
    return frozenset(skeleton(word) for one in residents for word in (one.id, one.name))


async def drafted_looks(timeline_id: TimelineId, reader: "Reader") -> frozenset[str]:
    """Return what characters look like in a timeline that drafts some; empty in any other."""
    try:
        view = await reader.head(timeline_id)
    except NotFound:  # the call itself will say so
        return frozenset()
    if not view.timeline.is_drafted:
        return frozenset()
    from npcserver.app.authored import roster_at  # noqa: PLC0415 - as for the types above

    return looks_of(await roster_at(reader, view))


def taken_by_character(player: PlayerScope, looks: frozenset[str]) -> str:
    """Return which of a player's id and name a reader could take for a character's, and what to do.

    Empty where neither is.
    """
    for kind, word in (("id", player.player_id), ("name", player.player_name)):
        if skeleton(word) in looks:
            return (
                f"{kind} {word!r} is that of a character of this world, or looks like it; give the "
                f"player another {kind}, such as {'player:' + word!r}"
            )
    return ""


def _of_digest(known: dict[str, T], digest: str) -> T | None:
    """Return what has a digest, compared in constant time: the time taken reveals nothing."""
    found = None
    for each, value in known.items():
        if hmac.compare_digest(each, digest):
            found = value
    return found


def _unknown() -> NotAllowed:
    return NotAllowed(
        "this server does not take that key: it is unknown, revoked or over; ask an administrator "
        "for another, who finds it with `npcserver keys list` or in `server.keys`"
    )


def _not_for_this(principal: Principal, verb: Verb) -> NotPermitted:
    if principal.player is not None:
        return NotPermitted(
            "this token is for one player in one timeline, and not for what the call names; get a "
            "token for it from the game's server",
            verb=verb,
        )
    return NotPermitted(
        "this key is limited to worlds, and not for what the call names, if that exists; use a key "
        "for its world",
        verb=verb,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenWish:
    """The token to make for a player."""

    timeline_id: TimelineId
    player_id: str
    player_name: Name
    verbs: frozenset[Verb]
    lifetime: timedelta


class PlayerTokens:
    """Signs tokens for players of a timeline."""

    def __init__(
        self,
        store: "Store",
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

    async def mint(self, principal: Principal, request: TokenWish) -> tuple[str, PlayerClaims]:
        """Make a token for a player; return it, and what it says. Raises `NotFound`."""
        async with self._store.read() as reader:
            world_id = (await reader.timeline(request.timeline_id)).world_id
            looks = looks_of(await reader.roster(world_id))
            looks |= await drafted_looks(request.timeline_id, reader)
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

    async def _signing(self) -> TokenIssuer:
        issuer = await self._control.own_issuer()
        if issuer is None:
            # All replicas ask for this id at first, and the first of them has its way.
            await self._archive.add_secret("sig_first", secrets.token_hex(32), SIGNING_SECRETS)
            kid, secret = (await self._archive.secrets())[0]
            self._control.refresh()
            issuer = TokenIssuer(kid=kid, algorithm=OWN_ALGORITHM, key=secret, is_own=True)
        return issuer
