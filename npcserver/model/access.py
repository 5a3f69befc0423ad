"""Who may do what: callers, what a call does, and the one function that decides.

A caller is a `Principal`: a key, the token of a player, or, on a server that has no keys, anybody
on its machine. A `Verb` is what a call does; the protos declare it at each method.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from npcserver.model.ids import CharacterId, TimelineId, WorldId


class Verb(StrEnum):
    """What a call does, as far as permission is concerned; `Verb` in the proto describes each."""

    READ_WORLD = "read_world"
    AUTHOR = "author"
    DELETE_WORLD = "delete_world"
    READ_PLAY = "read_play"
    PLAY = "play"
    DELETE_PLAY = "delete_play"
    READ_MINDS = "read_minds"
    ASK = "ask"
    SAY = "say"
    WATCH = "watch"
    INTERRUPT = "interrupt"
    MINT = "mint"
    KEYS = "keys"
    REFLECT = "reflect"
    SAY_PRIVATELY = "say_privately"
    SET_BUDGET = "set_budget"
    READ_FIGURES = "read_figures"
    READ_SERVER = "read_server"


class KeyRole(StrEnum):
    """What a key is for."""

    ADMIN = "admin"
    DESIGNER = "designer"
    GAME_SERVER = "game_server"
    TOOLS = "tools"
    READ_ONLY = "read_only"
    FIGURES = "figures"


PLAYER_VERBS = frozenset((Verb.SAY, Verb.SAY_PRIVATELY, Verb.INTERRUPT, Verb.WATCH))
"""All that the token of a player can hold."""
USUAL_PLAYER_VERBS = PLAYER_VERBS - {Verb.SAY_PRIVATELY}

_FIGURES = frozenset((Verb.READ_FIGURES, Verb.READ_SERVER))
_READ = _FIGURES | {
    Verb.READ_WORLD,
    Verb.READ_PLAY,
    Verb.READ_MINDS,
    Verb.WATCH,
    Verb.REFLECT,
}
_PLAY = PLAYER_VERBS | {Verb.PLAY, Verb.ASK}
GRANTS: Mapping[KeyRole, frozenset[Verb]] = MappingProxyType(
    {
        KeyRole.ADMIN: frozenset(Verb),
        KeyRole.DESIGNER: _READ | _PLAY | {Verb.AUTHOR},
        KeyRole.GAME_SERVER: _READ | _PLAY | {Verb.DELETE_PLAY, Verb.MINT},
        KeyRole.TOOLS: _READ | {Verb.ASK},
        KeyRole.READ_ONLY: _READ,
        KeyRole.FIGURES: _FIGURES,
    }
)
"""The verbs of each role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerScope:
    """For whom the token of a player speaks, and where."""

    world_id: WorldId
    timeline_id: TimelineId
    player_id: str
    player_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """A caller: its `verbs`, and what it is limited to.

    `id` names the key, or the key that a token was made for, or the studio's own issuer of tokens.
    `worlds` of None are all worlds, and the server itself. `player` is set for the token of a
    player. `ends_at` is when the key or token ends, None if it does not.
    """

    id: str
    verbs: frozenset[Verb]
    worlds: frozenset[str] | None = None
    player: PlayerScope | None = None
    ends_at: datetime | None = None

    @property
    def is_limited(self) -> bool:
        """Whether there are worlds that it may not touch."""
        return self.worlds is not None


ANYBODY = Principal(id="anybody", verbs=frozenset(Verb))
"""Who calls a server without keys, which only its own machine can reach."""


def can(
    principal: Principal,
    verb: Verb,
    world_id: WorldId | None = None,
    timeline_id: TimelineId | None = None,
    character_id: CharacterId | None = None,
    player_id: str | None = None,
) -> bool:
    """Return whether a caller may do something to a world, and to what is named within it.

    `world_id` None stands for the server itself, such as its list of keys: only a caller that is
    not limited to worlds may do that. A player may only act within its timeline, as itself
    (`player_id`), and never as a character: `character_id` is who acts, if a character does. What
    else is None is not named by the call, and does not limit it.
    """
    if verb not in principal.verbs:
        return False
    if principal.worlds is not None and world_id not in principal.worlds:
        return False
    player = principal.player
    if player is None:
        return True
    return (
        character_id is None
        and timeline_id == player.timeline_id
        and player_id in (None, player.player_id)
    )


def digest_of(secret: str) -> str:
    """Return the digest under which a secret is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessKey:
    """A key as it is kept: never its secret, only a SHA-256 digest of that, in hexadecimal.

    `prefix` are the first characters of the secret, to know it by. `world_ids` that are empty stand
    for all worlds. After a rotation the digest before counts until `previous_until`. The key of a
    person's account has no secret, and so neither prefix nor digest.
    """

    id: str
    prefix: str
    name: str
    role: KeyRole
    world_ids: tuple[str, ...]
    digest: str = field(repr=False)
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    used_at: datetime | None = None
    previous_digest: str = field(default="", repr=False)
    previous_until: datetime | None = None

    @property
    def is_account(self) -> bool:
        """Whether a person signs in instead of showing a secret."""
        return not self.digest

    def counts_at(self, now: datetime) -> bool:
        """Return whether it is neither revoked nor over."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    def principal(self) -> Principal:
        """Return the caller that shows this key."""
        return Principal(
            id=self.id,
            verbs=GRANTS[self.role],
            worlds=frozenset(self.world_ids) or None,
            ends_at=self.expires_at,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """How a person signs in to the studio; `id` is that of the key that says what they may do.

    No two accounts have the same `look`, the skeleton of their names. `password` is a hash, empty
    where there is none, and `subject` names the person at a provider, empty where none does. Who
    has the link of `link_digest` may choose a password until `link_until`, once.
    """

    id: str
    look: str
    password: str = field(default="", repr=False)
    subject: str = ""
    link_digest: str = field(default="", repr=False)
    link_until: datetime | None = None

    @property
    def can_sign_in(self) -> bool:
        """Whether the person has a password, or a provider that knows them."""
        return bool(self.password or self.subject)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountSession:
    """A browser in which a person is signed in; `digest` is that of what its cookie holds."""

    digest: str = field(repr=False)
    account_id: str
    begun_at: datetime
    agent: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerClaims:
    """What a signed token says: for whom it speaks, what it may do, and until when.

    `key_id` names the key that it was made for; it ends with that key. It is empty in tokens that
    the studio signs itself.
    """

    player: PlayerScope
    verbs: frozenset[Verb]
    key_id: str
    issued_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenIssuer:
    """A key that tokens are signed with; `kid` is its id, and the algorithm is fixed.

    `key` is the shared secret of HS256, or the public key of EdDSA in PEM form. Its tokens are only
    for `worlds`; None for all.
    """

    kid: str
    algorithm: str
    key: str = field(repr=False)
    worlds: frozenset[str] | None = None
    is_own: bool = False
