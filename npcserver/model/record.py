"""What is appended to a timeline: records, never changed, and the bodies they carry."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from npcserver.model.act import Acting
from npcserver.model.affordance import ActionIntent, Affordance, Entity
from npcserver.model.attention import Attention
from npcserver.model.circle import Circle, InCircle
from npcserver.model.commitment import Commitment
from npcserver.model.day import DayPlan
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.group.moves import Moved as GroupMoved
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, TurnId
from npcserver.model.marks import Flagged, Left, Pinned
from npcserver.model.secret import Secret
from npcserver.model.surroundings import ObjectState, PlaceSeen
from npcserver.model.thought import Conversed, Spent, Thought
from npcserver.model.turn import Line, Receipt, TurnEvent, TurnFinished, cut_off


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
    ATTENTION = "attention"  # how finely the subject thinks from now on
    DAY = "day"  # the subject's plan for a day, as it stands from now on
    ACT = "act"  # what the subject does from now on
    OBJECT = "object"  # the state of a thing; its subject is `place/object`
    KNOWLEDGE = "knowledge"  # a place as last seen; its subject is `character>place`
    RELATION = "relation"  # a standing; its subject is `character>other`
    BELIEF = "belief"  # its subject is `character>topic`
    MOOD = "mood"
    CONVERSATION = "conversation"  # begins or ends, for the subject
    THOUGHT = "thought"  # what a thought was made from
    REFLECTED = "reflected"  # everything up to here has been reflected upon
    SPENDING = "spending"  # accounts of the timeline
    LEFT = "left"  # the game went on elsewhere: what is still being thought here is let go
    FLAG = "flag"  # a story flag is set or unset; its subject is the flag
    PIN = "pin"  # a memory is to be kept in mind, or no longer; of the subject
    COMMITMENT = "commitment"  # a promise as it stands; its subject is `character>commitment`
    GROUP = "group"  # a move of a group chat, which is its subject
    CIRCLE = "circle"  # who stands together from now on; its subject is the circle


MEMORY_KINDS = (
    RecordKind.OBSERVATION,
    RecordKind.UTTERANCE,
    RecordKind.LINE,
    RecordKind.WHISPER,
    RecordKind.REFLECTION,
    RecordKind.PLAN,
)
SPEECH_KINDS = (RecordKind.UTTERANCE, RecordKind.LINE)


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
    `speaker` is the display name of who spoke, for utterances and lines. `trust` (0..100) is how
    far the subject believes it; an inference is trusted as its weakest evidence. `players` are the
    players it stems from. `secrets` lock it for those who may not be told. `depth` is 0 for what
    was lived through, and for an inference one more than the deepest of its evidence. `is_standing`
    marks a fact that holds, not an event. What was said in a circle, or in a group chat, has its
    `circle_id`; where it was meant for all, `told_to` is empty. What others in the circle did not
    hear `is_whisper`. A line of its own has the `feeling` (a label, or empty) with which
    the subject said it, and the `intents` that it was asked for and proposed with it.
    """

    source: Source
    told_by: str = ""
    told_to: str = ""
    speaker: str = ""
    turn_id: TurnId | None = None
    place_id: PlaceId | None = None
    about: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    trust: int = 100
    players: tuple[str, ...] = ()
    depth: int = 0
    is_standing: bool = False
    secrets: tuple[Secret, ...] = ()
    circle_id: str = ""
    is_whisper: bool = False
    feeling: str = ""
    intents: tuple[ActionIntent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTaken:
    """Body of a turn: who spoke with whom, what was delivered, and the receipt.

    `affordances` and `entities` are what was offered, whether by the game or by its world.
    `is_private` and `want_deltas` are as the game asked, and the `circle` as it looked: a replay
    has to ask the same. `torn` is what was delivered, as deltas, of a line that was cut off.
    """

    turn_id: TurnId
    speaker_id: str
    speaker_name: str
    heard: str
    events: tuple[TurnEvent, ...]
    receipt: Receipt
    affordances: tuple[Affordance, ...] = ()
    entities: tuple[Entity, ...] = ()
    is_private: bool = False
    want_deltas: bool = False
    circle: InCircle | None = None
    torn: str = ""

    @property
    def delivered(self) -> tuple[TurnEvent, ...]:
        """The events, with the line that was cut off, ending in a dash, where it was heard."""
        if not self.torn:
            return self.events
        place = next(
            (at for at, event in enumerate(self.events) if isinstance(event, TurnFinished)),
            len(self.events),
        )
        line = Line(text=cut_off(self.torn))
        return (*self.events[:place], line, *self.events[place:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """Body of a rating: (seq of a memory in this lineage, importance 1..10), in any order.

    `evidence` is what strengthened the memory, where something did: an insight that was had again.
    """

    ratings: tuple[tuple[int, int], ...]
    evidence: tuple[int, ...] = ()


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Attended:
    """Body of an attention."""

    attention: Attention


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectedUpTo:
    """Body of a mark: what was perceived up to `seq` no longer counts towards a reflection.

    With the subject `character>other`: their talk up to there has been summarised.
    """

    seq: int


Body = (
    Remembered
    | TurnTaken
    | Rated
    | Moved
    | ClockMoved
    | Settled
    | Attended
    | DayPlan
    | Acting
    | ObjectState
    | PlaceSeen
    | Standing
    | Belief
    | Mood
    | Conversed
    | Thought
    | ReflectedUpTo
    | Spent
    | Left
    | Flagged
    | Pinned
    | Commitment
    | GroupMoved
    | Circle
)

BODY_TYPES: dict[RecordKind, type[Body]] = {
    **dict.fromkeys(MEMORY_KINDS, Remembered),
    RecordKind.TURN: TurnTaken,
    RecordKind.RATING: Rated,
    RecordKind.PRESENCE: Moved,
    RecordKind.CLOCK: ClockMoved,
    RecordKind.OUTCOME: Settled,
    RecordKind.ATTENTION: Attended,
    RecordKind.DAY: DayPlan,
    RecordKind.ACT: Acting,
    RecordKind.OBJECT: ObjectState,
    RecordKind.KNOWLEDGE: PlaceSeen,
    RecordKind.RELATION: Standing,
    RecordKind.BELIEF: Belief,
    RecordKind.MOOD: Mood,
    RecordKind.CONVERSATION: Conversed,
    RecordKind.THOUGHT: Thought,
    RecordKind.REFLECTED: ReflectedUpTo,
    RecordKind.SPENDING: Spent,
    RecordKind.LEFT: Left,
    RecordKind.FLAG: Flagged,
    RecordKind.PIN: Pinned,
    RecordKind.COMMITMENT: Commitment,
    RecordKind.GROUP: GroupMoved,
    RecordKind.CIRCLE: Circle,
}

_OF = ">"  # occurs in no authored id


def facet(character_id: str, of: str) -> str:
    """Return the subject of a record about one thing in a mind, such as a relation to somebody."""
    return f"{character_id}{_OF}{of}"


def mind_of(subject_id: str) -> str:
    """Return whose mind a subject belongs to: itself, unless it is a facet of one."""
    return subject_id.partition(_OF)[0]


def of_what(subject_id: str) -> str:
    """Return what a facet is about, such as whom a relation is to; empty for a whole mind."""
    return subject_id.partition(_OF)[2]


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
        """The subject, where it is a character or a facet of one."""
        return CharacterId(mind_of(self.subject_id))
