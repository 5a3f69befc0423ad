"""What is appended to a timeline: records, never changed, and the bodies they carry."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from npcserver.model.affordance import Affordance, Entity
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, TurnId
from npcserver.model.turn import Receipt, TurnEvent


class RecordKind(StrEnum):
    """What a record is. The first six are memories of their subject."""

    OBSERVATION = "observation"
    UTTERANCE = "utterance"  # words the subject heard
    LINE = "line"  # words the subject said
    WHISPER = "whisper"
    REFLECTION = "reflection"
    PLAN = "plan"
    TURN = "turn"  # what a turn was made from and what came of it
    RATING = "rating"  # importance given to earlier memories
    PRESENCE = "presence"  # where the subject is from now on
    CLOCK = "clock"  # game time moved
    OUTCOME = "outcome"  # what the game made of an intent


MEMORY_KINDS = (
    RecordKind.OBSERVATION,
    RecordKind.UTTERANCE,
    RecordKind.LINE,
    RecordKind.WHISPER,
    RecordKind.REFLECTION,
    RecordKind.PLAN,
)


class Source(StrEnum):
    """How a memory came to the mind that holds it."""

    WITNESSED = "witnessed"
    TOLD = "told"
    OVERHEARD = "overheard"
    READ = "read"
    INNER_VOICE = "inner_voice"
    AUTHORED = "authored"
    INFERRED = "inferred"
    OWN = "own"  # said or done by the subject itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """Body of a memory. `told_by`, `told_to` and `about` hold ids of characters and players.

    `evidence` are seqs in the record's own lineage; `turn_id` is the turn that left the memory.
    `speaker` is the display name of who spoke, for utterances and lines.
    """

    source: Source
    told_by: str = ""
    told_to: str = ""
    speaker: str = ""
    turn_id: TurnId | None = None
    place_id: PlaceId | None = None
    about: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTaken:
    """Body of a turn: who spoke with whom, what was delivered, and the receipt."""

    turn_id: TurnId
    speaker_id: str
    speaker_name: str
    heard: str
    events: tuple[TurnEvent, ...]
    receipt: Receipt
    affordances: tuple[Affordance, ...] = ()
    entities: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """Body of a rating: (seq of a memory in this lineage, importance 1..10), in any order."""

    ratings: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Body of a presence: the subject is at this place from now on (None: nowhere known)."""

    place_id: PlaceId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockMoved:
    """Body of a clock move; the record's game time is the new time."""


class OutcomeStatus(StrEnum):
    """What the game made of an intent."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    FAILED = "failed"
    COMPLETED = "completed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Body of an outcome."""

    turn_id: TurnId
    intent_id: IntentId
    status: OutcomeStatus
    detail: str = ""


Body = Remembered | TurnTaken | Rated | Moved | ClockMoved | Settled

BODY_TYPES: dict[RecordKind, type[Body]] = {
    **dict.fromkeys(MEMORY_KINDS, Remembered),
    RecordKind.TURN: TurnTaken,
    RecordKind.RATING: Rated,
    RecordKind.PRESENCE: Moved,
    RecordKind.CLOCK: ClockMoved,
    RecordKind.OUTCOME: Settled,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A record before it has its place in a timeline.

    `subject_id` is the character (or player, for presence) it is about; empty for the timeline
    itself. `game_time` None means the timeline's time when it is appended. `importance` is 1..10,
    None when nobody has rated it.
    """

    kind: RecordKind
    body: Body
    subject_id: str = ""
    text: str = ""
    game_time: datetime | None = None
    importance: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record in its place."""

    timeline_id: TimelineId
    seq: int
    kind: RecordKind
    body: Body
    subject_id: str
    text: str
    game_time: datetime
    importance: int | None = None
    written_at: datetime = field(compare=False)

    @property
    def character_id(self) -> CharacterId:
        """The subject, where it is a character."""
        return CharacterId(self.subject_id)
