"""Records of a timeline, which are appended and never changed, and their bodies."""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime
from enum import StrEnum

from npcserver.model.affordance import ActionIntent, Affordance, Entity
from npcserver.model.budget_accounts import BudgetReached
from npcserver.model.character import Attention, Availability
from npcserver.model.circle import Circle, CircleStandpoint
from npcserver.model.commitment import Commitment
from npcserver.model.day import Act, DayPlan
from npcserver.model.draft import AffordanceDraft, BookDraft, PersonaDraft
from npcserver.model.extra import CrowdPlan, ExtraHabit
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.group.moves import GroupMoved
from npcserver.model.ids import CharacterId, IntentId, PlaceId, SaveId, TimelineId, TurnId
from npcserver.model.secret import Secret
from npcserver.model.senses import Loudness
from npcserver.model.thought import Conversed, Spent, Thought
from npcserver.model.turn import (
    DisclosureMade,
    Line,
    Receipt,
    TurnEvent,
    TurnFinished,
    cut_off,
    origin_of,
)
from npcserver.model.world import ObjectState, PlaceSeen


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineLeft:
    """Body of a leave: the game loaded a save and continues in another timeline."""

    save_id: SaveId
    to_id: TimelineId


@dataclass(frozen=True, slots=True, kw_only=True)
class Flagged:
    """Body of a story flag."""

    is_set: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """Body of a pin: whether the memory at `seq` of this lineage is recalled in every turn."""

    seq: int
    is_pinned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Body of a correction: what an author changed of one character's memories and state.

    The memories at seqs `withdrawn` of this lineage no longer exist for the subject, those
    `restored` do again. `added` are records of the same append that stand in for them: memories,
    or a state such as a relation. All records of one `correction_id` were made together; `undoes`
    is the correction that this one takes back, empty for none. `author_id` is the key of who made
    it, empty for one without keys.
    """

    correction_id: str
    withdrawn: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    undoes: str = ""
    author_id: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeatTold:
    """Body of a beat: the subject told its story beat in this turn."""

    turn_id: TurnId


class RecordKind(StrEnum):
    """Kind of a record; the first six are memories of their subject."""

    OBSERVATION = "observation"
    UTTERANCE = "utterance"  # words the subject heard
    LINE = "line"  # words the subject said
    WHISPER = "whisper"
    REFLECTION = "reflection"
    PLAN = "plan"
    TURN = "turn"  # inputs and result of a turn
    RATING = "rating"  # importance given to earlier memories
    PRESENCE = "presence"  # where the subject is from now on
    CLOCK = "clock"  # game time moved
    OUTCOME = "outcome"  # what the game made of an intent
    ATTENTION = "attention"  # attention tier of the subject from now on
    DAY = "day"  # the subject's plan for a day, from now on
    ACT = "act"  # what the subject does from now on
    OBJECT = "object"  # the state of a thing; its subject is `place/object`
    KNOWLEDGE = "knowledge"  # a place as last seen; its subject is `character>place`
    RELATION = "relation"  # a standing; its subject is `character>other`
    BELIEF = "belief"  # its subject is `character>topic`
    MOOD = "mood"
    CONVERSATION = "conversation"  # begins or ends, for the subject
    THOUGHT = "thought"  # receipt of a thought
    REFLECTED = "reflected"  # reflection has covered everything up to a seq
    SPENDING = "spending"  # what a game day of the timeline has cost
    LEFT = "left"  # the game plays on elsewhere: thoughts under way are dropped
    FLAG = "flag"  # a story flag is set or unset; its subject is the flag
    PIN = "pin"  # a memory of the subject is pinned or unpinned
    BEAT = "beat"  # a story beat was told; its subject is `character>key`
    DRAFT = "draft"  # an author drafted a persona for this timeline, or ended the draft
    BOOK_DRAFT = "book_draft"  # the same of a book, which is the subject
    AFFORDANCE_DRAFT = "affordance_draft"  # the same of an affordance, which is the subject
    CORRECTION = "correction"  # an author withdrew or restored memories of the subject
    COMMITMENT = "commitment"  # state of a promise; its subject is `character>commitment`
    GROUP = "group"  # a move of a group chat, which is its subject
    CIRCLE = "circle"  # members from now on; its subject is the circle
    ABSENCE = "absence"  # a death or departure that was perceived; its subject is `character>other`
    BUDGET = "budget"  # a budget of the calendar day is used up
    CROWD = "crowd"  # a plan that extras share; its subject is the key of the plan
    FORGOTTEN = "forgotten"  # was of a player that was forgotten; the log stays without gaps


MEMORY_KINDS = (
    RecordKind.OBSERVATION,
    RecordKind.UTTERANCE,
    RecordKind.LINE,
    RecordKind.WHISPER,
    RecordKind.REFLECTION,
    RecordKind.PLAN,
)
SPEECH_KINDS = (RecordKind.UTTERANCE, RecordKind.LINE)
DRAFT_KINDS = (RecordKind.DRAFT, RecordKind.BOOK_DRAFT, RecordKind.AFFORDANCE_DRAFT)


class Source(StrEnum):
    """How a memory came to the character that has it."""

    WITNESSED = "witnessed"
    TOLD = "told"
    OVERHEARD = "overheard"
    READ = "read"
    INNER_VOICE = "inner_voice"
    AUTHORED = "authored"
    INFERRED = "inferred"
    OWN = "own"  # said or done by the subject itself


FIRST_HAND = (Source.WITNESSED, Source.OWN, Source.AUTHORED, Source.READ)
"""Sources of what nobody else had to be believed for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """Body of a memory; `told_by`, `told_to` and `about` hold ids of characters and players.

    `evidence` are seqs in the record's own lineage; `turn_id` is the turn that left the memory.
    `speaker` is the display name of the speaker, for utterances and lines. `trust` (0..100) is how
    far the subject believes it; an inference is trusted as its weakest evidence. `players` are the
    players it stems from. `secrets` limit to whom it may be told. `depth` is 0 for something
    experienced, and for an inference one more than the deepest of its evidence. `is_standing` marks
    a fact that holds, as opposed to an event. Words said in a circle or a group chat have its
    `circle_id`; `told_to` is empty if they were meant for all, and `is_whisper` is true if others
    in the circle did not hear them. A line of the subject's own has the `feeling` (a label, or
    empty) with which it was said, and the `intents` it proposed on request. Of what `is_half_heard`
    the text only hints at: its subject does not know what was said. `distorted` are those memories
    of the speaker that a line, or words heard, tell otherwise than the speaker has them.
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
    is_half_heard: bool = False
    distorted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTaken:
    """Body of a turn: who spoke with whom, what was delivered, and the receipt.

    `affordances` and `entities` are what was offered, whether by the game or by its world.
    `is_private`, `loudness`, `want_deltas` and `circle` are as in the request, since a replay asks
    the same. `torn` is the delivered part, from deltas, of a line that was cut off.
    `disclosure` is what the player was told of models, if a model spoke to it for the first time.
    `language` is that of the words, or of the timeline; empty where neither had one.
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
    circle: CircleStandpoint | None = None
    torn: str = ""
    disclosure: DisclosureMade | None = None
    language: str = ""
    loudness: Loudness = Loudness.TALK

    @property
    def delivered(self) -> tuple[TurnEvent, ...]:
        """The events; a line that was cut off is added, ending in a dash."""
        if not self.torn:
            return self.events
        place = next(
            (at for at, event in enumerate(self.events) if isinstance(event, TurnFinished)),
            len(self.events),
        )
        line = Line(text=cut_off(self.torn), origin=origin_of(self.receipt))
        return (*self.events[:place], line, *self.events[place:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """Body of a rating: (seq of a memory in this lineage, importance 1..10), in any order.

    `evidence` are seqs of what strengthened the memory, for an insight that was reached again.
    """

    ratings: tuple[tuple[int, int], ...]
    evidence: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Body of a presence: the subject is at this place from now on; None if unknown.

    A character that is absent or dead is at no place; `returns_to` is where it would be. `spot` is
    the game's name for where in the place, such as a table; empty for none.
    """

    place_id: PlaceId | None
    availability: Availability = Availability.PRESENT
    returns_to: PlaceId | None = None
    spot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAbsence:
    """Body of an absence: what the subject knows of a character that it saw die, leave or return.

    `name` is the other's.
    """

    name: str
    availability: Availability


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
    """Body of an outcome: what the game made of one intent."""

    turn_id: TurnId
    intent_id: IntentId
    status: OutcomeStatus
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attended:
    """Body of an attention record.

    With a `habit` the subject is an extra from now on; if its tier is another, it was an extra, and
    is one again when nobody has spoken with it for a while.
    """

    attention: Attention
    habit: ExtraHabit | None = None

    @property
    def extra(self) -> ExtraHabit | None:
        """The habit of one that is an extra now; None for a whole mind."""
        return self.habit if self.attention is Attention.CROWD else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectedUpTo:
    """Body of a reflected record: perceptions up to `seq` no longer count towards a reflection.

    With the subject `character>other`: their conversation up to `seq` has been summarised, and
    `distorted` are lines of the character, each with a memory that it told otherwise, by seq.
    """

    seq: int
    distorted: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Body of what was of a player that was forgotten; no read by seq returns such a record."""


Body = (
    Remembered
    | TurnTaken
    | Rated
    | Moved
    | KnownAbsence
    | ClockMoved
    | Settled
    | Attended
    | CrowdPlan
    | DayPlan
    | Act
    | ObjectState
    | PlaceSeen
    | Standing
    | Belief
    | Mood
    | Conversed
    | Thought
    | ReflectedUpTo
    | Spent
    | BudgetReached
    | TimelineLeft
    | Flagged
    | Pinned
    | Correction
    | PersonaDraft
    | BookDraft
    | AffordanceDraft
    | BeatTold
    | Commitment
    | GroupMoved
    | Circle
    | Forgotten
)

BODY_TYPES: dict[RecordKind, type[Body]] = {
    **dict.fromkeys(MEMORY_KINDS, Remembered),
    RecordKind.TURN: TurnTaken,
    RecordKind.RATING: Rated,
    RecordKind.PRESENCE: Moved,
    RecordKind.ABSENCE: KnownAbsence,
    RecordKind.CLOCK: ClockMoved,
    RecordKind.OUTCOME: Settled,
    RecordKind.ATTENTION: Attended,
    RecordKind.CROWD: CrowdPlan,
    RecordKind.DAY: DayPlan,
    RecordKind.ACT: Act,
    RecordKind.OBJECT: ObjectState,
    RecordKind.KNOWLEDGE: PlaceSeen,
    RecordKind.RELATION: Standing,
    RecordKind.BELIEF: Belief,
    RecordKind.MOOD: Mood,
    RecordKind.CONVERSATION: Conversed,
    RecordKind.THOUGHT: Thought,
    RecordKind.REFLECTED: ReflectedUpTo,
    RecordKind.SPENDING: Spent,
    RecordKind.BUDGET: BudgetReached,
    RecordKind.LEFT: TimelineLeft,
    RecordKind.FLAG: Flagged,
    RecordKind.PIN: Pinned,
    RecordKind.CORRECTION: Correction,
    RecordKind.DRAFT: PersonaDraft,
    RecordKind.BOOK_DRAFT: BookDraft,
    RecordKind.AFFORDANCE_DRAFT: AffordanceDraft,
    RecordKind.BEAT: BeatTold,
    RecordKind.COMMITMENT: Commitment,
    RecordKind.GROUP: GroupMoved,
    RecordKind.CIRCLE: Circle,
    RecordKind.FORGOTTEN: Forgotten,
}


_OF = ">"  # occurs in no authored id


def subject_key(character_id: str, of: str) -> str:
    """Return the subject id of a record about one aspect of a character, such as one relation."""
    return f"{character_id}{_OF}{of}"


def owner_of_subject(subject_id: str) -> str:
    """Return the character of a subject id: the id itself, or the part before `>` of a facet."""
    return subject_id.partition(_OF)[0]


def subject_topic(subject_id: str) -> str:
    """Return what a facet is about, such as the other person of a relation; empty if no facet."""
    return subject_id.partition(_OF)[2]


@dataclass(frozen=True, slots=True)
class Draft:
    """A record before it has its place in a timeline.

    `subject_id` is the character (or player, for presence) it is about; empty for the timeline
    itself. `game_time` None means the timeline's time when it is appended. `importance` is 1..10,
    or None if unrated.
    """

    kind: RecordKind
    body: Body
    subject_id: str = ""
    _: KW_ONLY
    text: str = ""
    game_time: datetime | None = None
    importance: int | None = None


def made_from(body: Body) -> Receipt | Thought | None:
    """Return the receipt that a record's body holds, or None if no model is asked for such a one.

    The body of a turn, a thought or a move of a group chat holds one.
    """
    if isinstance(body, TurnTaken):
        return body.receipt
    if isinstance(body, GroupMoved):
        return getattr(body.what, "made_from", None)
    return body if isinstance(body, Thought) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record at its place in a timeline."""

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
        """The character that is the subject, or whose facet the subject is."""
        return CharacterId(owner_of_subject(self.subject_id))


def withdrawn_by(newest_first: Iterable[Record]) -> frozenset[int]:
    """Return the seqs of the memories that some corrections leave withdrawn; the newest decides."""
    held: dict[int, bool] = {}
    for record in newest_first:
        if isinstance(made := record.body, Correction):
            held = dict.fromkeys(made.withdrawn, False) | dict.fromkeys(made.restored, True) | held
    return frozenset(seq for seq, holds in held.items() if not holds)
