"""What authorisation needs from outside: where keys are kept, and how tokens are signed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from npcserver.model.access import AccessKey, Account, AccountSession, PlayerClaims, TokenIssuer
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.author_change import AuthorChange
from npcserver.model.ids import TimelineId, WorldId


class KeyArchive(Protocol):
    """Keys as digests. All methods raise `Unavailable` when the database is away."""

    async def all(self) -> tuple[AccessKey, ...]:
        """Return all keys, newest first, those that no longer count included."""

    async def add(self, key: AccessKey, change: AuthorChange | None = None) -> None:
        """Store a new key, and the change if it is noted."""

    async def put(self, key: AccessKey, change: AuthorChange | None = None) -> None:
        """Replace a key, but for the time of its last use."""

    async def note_uses(self, uses: Mapping[str, datetime]) -> None:
        """Store when keys were last used, by id; an earlier time changes nothing."""

    async def secrets(self) -> tuple[tuple[str, str], ...]:
        """Return the (id, secret) pairs that this server's tokens are signed with, newest first."""

    async def add_secret(self, kid: str, secret: str, keep: int) -> None:
        """Store a new signing secret, unless its id is there; keep only the `keep` newest."""


class AccountArchive(Protocol):
    """Accounts of people and their sessions. All methods raise `Unavailable`, as above."""

    async def all(self) -> tuple[Account, ...]:
        """Return all accounts by their looks."""

    async def find(
        self, *, account_id: str = "", look: str = "", subject: str = "", link_digest: str = ""
    ) -> Account | None:
        """Return the account that has all that is named and not empty, or None."""

    async def add(
        self, key: AccessKey, account: Account, change: AuthorChange | None = None
    ) -> bool:
        """Store a new account with its key; return False if another one has its look."""

    async def put(
        self, account: Account, *, before: Account, change: AuthorChange | None = None
    ) -> bool:
        """Change how a person signs in; return False if that was changed since `before`.

        Also where another account has the subject already.
        """

    async def put_key(self, key: AccessKey, change: AuthorChange | None = None) -> bool:
        """Change what an account may do; return False where no administrator would be left.

        The time of its last use stays. An administrator counts who can sign in, for all worlds.
        """

    async def begin(self, session: AccountSession, over: datetime) -> None:
        """Store a new session, and delete those of all people that began before `over`."""

    async def session(self, digest: str) -> AccountSession | None:
        """Return the session with a digest, or None."""

    async def sessions(self, account_id: str) -> tuple[AccountSession, ...]:
        """Return the sessions of an account, newest first."""

    async def end(self, account_id: str, digest: str = "", keep: str = "") -> None:
        """Delete one session of an account, or all but the one to keep."""


class PasswordHasher(Protocol):
    """Hashes passwords so slowly that who reads the hashes cannot try many."""

    async def hash(self, password: str) -> str:
        """Return a hash with its salt. Raises `NotPossibleNow` where the library is missing."""

    async def fits(self, hashed: str, password: str) -> bool:
        """Return whether a hash is of a password; equally slow for an empty one, which fits none.

        Raises `NotPossibleNow` where the library is missing.
        """


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

    async def get(self, timeline_id: TimelineId, name: str) -> AffordanceSet | None:
        """Return a set, or None."""

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
