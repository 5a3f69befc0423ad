"""A moment of talk in a circle, as far as it tells who speaks next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from npcserver.mind.trades import Roles


class Rule(IntEnum):
    """Version of the rules by which it is told whom words are for; turns keep theirs for replays.

    Rule 1 knows names, titles and short forms. Rule 2 sees through typos, knows trades and looks,
    takes orders and more greetings for words to all, and lets what a player owes lapse.
    """

    NAMES = 1
    ROLES = 2


RULE = Rule.ROLES
"""The rule in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """A member of a circle.

    `stake_words` are what it cares for, as `stakes.stake_words` gives it, and `roles` the trades
    and looks by which it is called. Who is not willing never gets the floor; for a player that
    means: is not waited for.
    """

    id: str
    name: str
    is_player: bool = False
    stake_words: frozenset[str] = frozenset()
    is_willing: bool = True
    roles: Roles = field(default_factory=Roles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """Cosines of a line: `to` what each member cares for, by id, and to `small_talk`."""

    to: Mapping[str, float]
    small_talk: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Uttered:
    """Something that was said. `to_ids`: whom the game knows it to be for; a whisper names them.

    `near` tells how near it is to what members care for, None where no embedder does; only that of
    the last line counts. `is_past`: since it was said, the time has passed in which a player who
    was asked is waited for.
    """

    speaker_id: str
    text: str
    to_ids: tuple[str, ...] = ()
    is_whisper: bool = False
    near: "Near | None" = None
    is_past: bool = False

    def was_heard_by(self, member_id: str) -> bool:
        """Say whether a member of the circle heard it."""
        return not self.is_whisper or member_id == self.speaker_id or member_id in self.to_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Who is in a circle, and what was said so far: oldest first, the last just now.

    The newest `turn_taking.LOOKS_BACK` lines are looked at.
    """

    voices: tuple[Voice, ...]
    lines: tuple[Uttered, ...] = ()
    rule: Rule = RULE

    def voice(self, member_id: str) -> Voice | None:
        """Return a member; None for who is not, or no longer, in the circle."""
        return next((voice for voice in self.voices if voice.id == member_id), None)
