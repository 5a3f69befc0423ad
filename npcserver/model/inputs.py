"""The input of each question to a model, and what its answer comes to.

Questions are put from these, actors without a prompt read them as they are, and the use cases get
the answers back, checked.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, ClassVar, TypeVar

from npcserver.model.affordance import ActionIntent, Affordance, Entity
from npcserver.model.character import Availability, Beat, Character, OpenBeat, Person, Relation
from npcserver.model.circle import CircleStandpoint
from npcserver.model.commitment import Commitment
from npcserver.model.day import STEP_MINUTES, Act, Block, DayPlan, Step
from npcserver.model.feelings import NEUTRAL, NEUTRAL_TRUST, Belief, Emotion, Mood, Standing
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.lore import Quote
from npcserver.model.memory import NEUTRAL_IMPORTANCE, Memory, Recollection
from npcserver.model.model_use import Purpose
from npcserver.model.past_claim import PastClaim
from npcserver.model.question import TypedQuestion, between, count
from npcserver.model.secret import Secret
from npcserver.model.turn import ReplyAnswer
from npcserver.model.world import NO_TIMELINE, ObjectState, Place, TownFact, World

_TOKENS_PER_RATING = 12  # a number, a comma, and a reserve for models that number their lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """One utterance of a conversation so far.

    `note` is shown beside it if it came with an action that did not happen. In a circle, `to` is
    the name of the person it was meant for, empty for all, and `is_whisper` marks a whisper. `seq`
    is that of its memory, 0 if unknown. `feeling` (a label, or empty) and `intents` belong to a
    line of the character's own.
    """

    speaker: str
    text: str
    is_own: bool
    note: str = ""
    to: str = ""
    is_whisper: bool = False
    seq: int = 0
    feeling: str = ""
    intents: tuple[ActionIntent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An intent in words, and its status in the game.

    `status` is proposed, accepted, refused or failed; completed intents are memories instead.
    """

    text: str
    status: str
    why: str = ""

    @property
    def is_pending(self) -> bool:
        """Whether it may yet happen."""
        return self.status in ("proposed", "accepted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """One known to be dead or away; `mark` (or empty) tells it from any others of its name."""

    id: str
    name: str
    availability: Availability
    mark: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Who thinks, where, when, doing what, and in what mood; `company` is who else is there.

    `seed` makes random choices repeatable. `playthrough` is the first timeline of this playthrough;
    its random id makes the marks in its prompts hard to guess. `currently` describes the character
    at present: revised day by day, or as its author wrote it. `absences` are those it knows to be
    dead or away.
    """

    world: World
    character: Character
    now: datetime
    place: Place | None = None
    act: Act | None = None
    mood: Mood = field(default_factory=Mood)
    currently: str = ""
    company: tuple[Person, ...] = ()
    absences: tuple[Absence, ...] = ()
    seed: int = 0
    playthrough: TimelineId = NO_TIMELINE

    def scene(self, partner: Person, heard: str) -> "ReplyInput":
        """Return the situation as a scene in which `partner` says `heard` to the character."""
        return ReplyInput(
            world=self.world,
            character=self.character,
            place=self.place,
            now=self.now,
            company=self.company,
            absences=self.absences,
            partner=partner,
            heard=heard,
            seed=self.seed,
            playthrough=self.playthrough,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyInput(Situation):
    """Who answers whom, in its situation, and what it recalls.

    `conversation` is oldest first and ends before `heard`. `recollections` are best first.
    `relation` is its current relation to its partner; `trust` (0..100) is how far it believes what
    it is told. `beliefs` are its strongest, `objects` the things here that are not idle, `lore`
    what it has read, best first, `town` what it knows of places and people that the words mention.
    `commitments` are promises between the two; `attempts` are recent intents that are unsettled or
    did not succeed. `secrets` are those attached to this input; all people present may be told
    them. In a `circle`, `partner` said the words and `company` are the others who will hear the
    answer; `heard` is empty if nothing was said. Entities `out_of_reach` (ids) are elsewhere, or
    the character itself. `claims` are what the partner says of the past, if it is a player. `beats`
    are the story beats that it is to tell, most urgent first; `untold` those that it must not tell
    yet, and `told` those that it has told in other words.
    """

    partner: Person
    relation: Relation | None = None
    conversation: tuple[Spoken, ...] = ()
    heard: str
    recollections: tuple[Recollection, ...] = ()
    affordances: tuple[Affordance, ...] = ()
    entities: tuple[Entity, ...] = ()
    trust: int = NEUTRAL_TRUST
    day: DayPlan | None = None
    beliefs: tuple[Belief, ...] = ()
    objects: tuple[ObjectState, ...] = ()
    lore: tuple[Quote, ...] = ()
    town: tuple[TownFact, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    secrets: tuple[Secret, ...] = ()
    circle: CircleStandpoint | None = None
    out_of_reach: frozenset[str] = frozenset()
    claims: tuple[PastClaim, ...] = ()
    beats: tuple[OpenBeat, ...] = ()
    untold: tuple[Beat, ...] = ()
    told: tuple[Beat, ...] = ()

    @property
    def doing(self) -> Step | None:
        """What the character is doing: its act under way, else what it planned for now; or None."""
        if self.act is not None and self.act.ends_at > self.now:
            return self.act.step
        return None if self.day is None else self.day.step_at(self.now)

    @property
    def coming(self) -> Step | None:
        """The next planned step that differs from the present activity, or None."""
        step = None if self.day is None else self.day.next_after(self.now)
        if step is not None and self.doing is not None and step.activity == self.doing.activity:
            return self.day.next_after(step.starts_at) if self.day else None
        return step


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingInput(TypedQuestion[tuple[int, ...]]):
    """Input for RATE: memories to be rated for importance, with the character they belong to."""

    purpose: ClassVar = Purpose.RATE

    name: str
    texts: tuple[str, ...]
    traits: str = ""
    goals: tuple[str, ...] = ()
    character_id: str = ""
    day: date | None = None
    playthrough: TimelineId = NO_TIMELINE
    language: str = "en"

    @property
    def answer_tokens(self) -> int:
        """How many tokens the answer of a language model may have: so many for each rating."""
        return 32 + _TOKENS_PER_RATING * len(self.texts)


MOST_AT_IT = 2
"""How many characters deal with one danger at a time."""

_TOKENS_PER_STEP = 70
T_co = TypeVar("T_co", covariant=True)
MOST_RETOLD = 6
"""Memories of a talk that are compared with what was said of them; later ones are not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterQuestion(TypedQuestion[T_co]):
    """A question to a character in its situation."""

    situation: Situation

    @property
    def language(self) -> str:
        """The language that the character thinks in."""
        return self.situation.character.persona.language

    @property
    def seed(self) -> int:
        """That of the situation."""
        return self.situation.seed


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlace:
    """A place as the character knows it; plans choose from the closed list of these.

    `path` lists names from the outermost in. `objects` are its things, each with its state when
    last seen (empty when idle). `hours` is such as `08:00-17:00`, empty if always open.
    `is_private` is true if it belongs to another character.
    """

    id: PlaceId
    path: str
    objects: tuple[tuple[str, str], ...] = ()
    hours: str = ""
    is_own: bool = False
    is_private: bool = False

    @property
    def things(self) -> tuple[str, ...]:
        """The names of its objects."""
        return tuple(name for name, _ in self.objects)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanInput(CharacterQuestion[DayPlan]):
    """Input for PLAN: a new day, or its rest from `rest_from` on because of `because`.

    `previous` is the plan so far of this day, or that of the day before. `whispers` are what the
    inner voice said since then; the character follows them.
    """

    purpose: ClassVar = Purpose.PLAN
    longest_answer: ClassVar = 1_600

    day: date
    places: tuple[KnownPlace, ...]
    previous: DayPlan | None = None
    recollections: tuple[Recollection, ...] = ()
    whispers: tuple[str, ...] = ()
    rest_from: datetime | None = None
    because: str = ""

    @property
    def so_far(self) -> DayPlan | None:
        """The plan so far of this day, None if there is none."""
        return self.previous if self.previous and self.previous.day == self.day else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecomposeInput(CharacterQuestion[tuple[Step, ...]]):
    """Input for DECOMPOSE: a block of the day that is about to begin."""

    purpose: ClassVar = Purpose.DECOMPOSE
    longest_answer: ClassVar = 1_600

    day: DayPlan
    block: Block
    places: tuple[KnownPlace, ...]
    recollections: tuple[Recollection, ...] = ()

    @property
    def answer_tokens(self) -> int:
        """How many tokens the answer of a language model may have: so many for each step."""
        steps = self.block.minutes // STEP_MINUTES[0]
        return min(steps * _TOKENS_PER_STEP + 60, self.longest_answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class FocalQuestionsInput(CharacterQuestion[tuple[str, ...]]):
    """Input for REFLECT, first question: the latest memories, oldest first."""

    purpose: ClassVar = Purpose.REFLECT
    longest_answer: ClassVar = 600

    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InsightsInput(CharacterQuestion["tuple[Insight, ...]"]):
    """Input for REFLECT, second question: the memories recalled for each of the questions.

    Prompts number `evidence` from 1; an `Insight` refers to it by index from 0. `asked` is the
    index of the question that first recalled each memory; empty means the first for all.
    """

    purpose: ClassVar = Purpose.REFLECT
    # Enough for answers at their longest, Chinese included, so that none is cut: the released code
    # gave five insights 150 tokens and lost the last of them.
    longest_answer: ClassVar = 1_400

    questions: tuple[str, ...]
    evidence: tuple[Memory, ...]
    asked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """An inference; `evidence` are indexes (from 0) into the evidence of its input."""

    text: str
    evidence: tuple[int, ...]
    importance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactInput(CharacterQuestion["Reaction"]):
    """Input for REACT: a perceived event that rules did not settle.

    `event` is a memory; `others` are people the character could talk to about it. For an event that
    needs action, `at_it` are those already dealing with it, and `is_over` is true once it needs
    none.
    """

    purpose: ClassVar = Purpose.REACT
    longest_answer: ClassVar = 300

    event: Memory
    day: DayPlan | None
    places: tuple[KnownPlace, ...]
    others: tuple[Person, ...] = ()
    standings: tuple[Standing, ...] = ()
    recollections: tuple[Recollection, ...] = ()
    at_it: tuple[Person, ...] = ()
    is_over: bool = False

    @property
    def is_seen_to(self) -> bool:
        """Whether no further character is needed."""
        return self.is_over or len(self.at_it) >= MOST_AT_IT


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """What to do: one of go_on, react (uses `step`), talk (uses `partner_id`, `about`), wait."""

    choice: str = "go_on"
    step: Step | None = None
    partner_id: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConverseInput(CharacterQuestion[ReplyAnswer]):
    """Input for CONVERSE: the next line of a conversation with another character.

    `conversation` is oldest first. The first `kept` recollections (None: all) stay the same for the
    whole conversation; the others were recalled now. `lore` is what it has read, best first; `town`
    is what it knows of places and people that the words mention. `own_lines` are what the character
    said lately, to anyone, and must not repeat. `should_end` asks for a goodbye. `commitments` are
    promises between the two; `attempts` are intents it has not carried out. `secrets` are those
    attached to this input; all people present may be told them.
    """

    purpose: ClassVar = Purpose.CONVERSE
    longest_answer: ClassVar = 260

    partner: Person
    about: str
    conversation: tuple[Spoken, ...] = ()
    standing: Standing | None = None
    beliefs: tuple[Belief, ...] = ()
    recollections: tuple[Recollection, ...] = ()
    kept: int | None = None
    lore: tuple[Quote, ...] = ()
    town: tuple[TownFact, ...] = ()
    own_lines: tuple[str, ...] = ()
    should_end: bool = False
    commitments: tuple[Commitment, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    secrets: tuple[Secret, ...] = ()

    @property
    def is_opening(self) -> bool:
        """Whether nothing has been said yet, so that the first line is asked for."""
        return not self.conversation


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryInput(CharacterQuestion["ConversationSummary"]):
    """Input for SUMMARISE: a conversation that is over.

    `retold` are lines of the character's own, each with the text of a memory that it passed on.
    """

    purpose: ClassVar = Purpose.SUMMARISE
    longest_answer: ClassVar = 700

    partner: Person
    conversation: tuple[Spoken, ...]
    retold: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationSummary:
    """What to remember of a conversation; either text may be empty.

    `changed` are the numbers, from 1 on, of what was retold otherwise than it is remembered.
    """

    for_my_plans: str = ""
    interesting: str = ""
    importance: Annotated[int, between(1, 10)] = NEUTRAL_IMPORTANCE
    changed: Annotated[
        tuple[Annotated[int, between(0, MOST_RETOLD + 1)], ...], count(0, MOST_RETOLD)
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationInput(CharacterQuestion["RelationUpdate"]):
    """Input for RELATE: what happened lately with one person, oldest first."""

    purpose: ClassVar = Purpose.RELATE
    longest_answer: ClassVar = 1_000

    other: Person
    standing: Standing
    memories: tuple[Memory, ...]
    beliefs: tuple[Belief, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefChange:
    """Change of a belief's score; `text` is set for a new belief."""

    topic: str
    change: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class AxisChange:
    """Change of a score on an axis of the world."""

    name: str
    change: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationUpdate:
    """Result of RELATE: changes, each within the bounds of `model.feelings`."""

    affinity: int = 0
    trust: int = 0
    familiarity: int = 0
    view: str = ""
    beliefs: tuple[BeliefChange, ...] = ()
    feeling: Emotion = NEUTRAL
    axes: tuple[AxisChange, ...] = ()


INTERVIEWER = Person(id="interviewer", name="Interviewer")


@dataclass(frozen=True, slots=True, kw_only=True)
class InterviewInput(CharacterQuestion[str]):
    """Input for INTERVIEW: a question answered from memory; parts an ablation removes are empty.

    `commitments` are promises made or received that are open, or broken and not yet mentioned.
    """

    purpose: ClassVar = Purpose.INTERVIEW
    longest_answer: ClassVar = 600

    question: str
    recollections: tuple[Recollection, ...] = ()
    day: DayPlan | None = None
    standings: tuple[Standing, ...] = ()
    town: tuple[TownFact, ...] = ()
    lore: tuple[Quote, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    attempts: tuple[Attempt, ...] = ()
