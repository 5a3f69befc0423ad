"""What authorisation needs from outside: where keys are kept, and how tokens are signed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from npcserver.model.access import AccessKey, PlayerClaims, TokenIssuer
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.ids import TimelineId, WorldId


class KeyArchive(Protocol):
    """Keys as digests. All methods raise `Unavailable` when the database is away."""

    async def all(self) -> tuple[AccessKey, ...]:
        """Return all keys, newest first, those that no longer count included."""

    async def add(self, key: AccessKey) -> None:
        """Store a new key."""

    async def put(self, key: AccessKey) -> None:
        """Replace a key, but for the time of its last use."""

    async def note_uses(self, uses: Mapping[str, datetime]) -> None:
        """Store when keys were last used, by id; an earlier time changes nothing."""

    async def secrets(self) -> tuple[tuple[str, str], ...]:
        """Return the (id, secret) pairs that this server's tokens are signed with, newest first."""

    async def add_secret(self, kid: str, secret: str, keep: int) -> None:
        """Store a new signing secret, unless its id is there; keep only the `keep` newest."""


class TokenSigner(Protocol):
    """Signs and reads the tokens of players."""

    def sign(self, claims: PlayerClaims, issuer: TokenIssuer) -> str:
        """Return the signed token."""

    def read(self, token: str, issuers: Mapping[str, TokenIssuer], now: datetime) -> PlayerClaims:
        """Return what a token says. Raises `NotAllowed` unless an issuer signed it in time."""

    def looks_like_one(self, text: str) -> bool:
        """Return whether a text has the form of a token, and not that of a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AffordanceSet:
    """What characters may do in turns that name it; `player_id` is empty for turns of all."""

    name: str
    player_id: str
    affordances: tuple[Affordance, ...]
    entities: tuple[Entity, ...]


class AffordanceSets(Protocol):
    """What games have registered for the turns of players, by name."""

    async def put(
        self,
        timeline_id: TimelineId,
        name: str,
        player_id: str,
        affordances: Sequence[Affordance],
        entities: Sequence[Entity],
    ) -> None:
        """Store a set; it goes with its timeline. Raises `NotFound` for an unknown timeline."""

    async def get(
        self, timeline_id: TimelineId, name: str
    ) -> tuple[str, tuple[Affordance, ...], tuple[Entity, ...]] | None:
        """Return the only player who may use a set (empty for all), and what it holds; or None."""

    async def list(self, timeline_id: TimelineId) -> tuple[AffordanceSet, ...]:
        """Return the sets of a timeline by name. Raises `NotFound` for an unknown timeline."""


class DisclosureArchive(Protocol):
    """The players to whom a model has spoken, by timeline."""

    async def has_told(self, world_id: WorldId, player_id: str) -> bool:
        """Return whether a model has spoken to a player in a timeline that is there."""

    async def add(self, timeline_id: TimelineId, player_id: str) -> None:
        """Store that one has; it goes with the timeline. A repeat changes nothing.

        Raises `NotFound` for an unknown timeline.
        """
