"""Inputs and results of thoughts, one pair for each question to a model.

Prompts are rendered from the inputs, actors without a prompt read them directly, and the use cases
get the checked results.
"""

from dataclasses import dataclass, field
from datetime import date, datetime

from npcserver.model.act import Acting
from npcserver.model.acting.material import Act as GroupAct
from npcserver.model.character import Character
from npcserver.model.commitment import Commitment, Promise, Verdict
from npcserver.model.day import Block, DayPlan, Step
from npcserver.model.emotion import NEUTRAL, Emotion
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.lore import Quote
from npcserver.model.memory import Memory, Recollection
from npcserver.model.person import Person
from npcserver.model.scene import Attempt, Scene, Spoken
from npcserver.model.secret import Secret
from npcserver.model.surroundings import TownFact
from npcserver.model.world import NO_TIMELINE, Place, World

MOST_AT_IT = 2
"""How many characters deal with one danger at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Who thinks, where, when, doing what, and in what mood; `company` is who else is there.

    `seed` makes random choices repeatable. `playthrough` is the first timeline of this playthrough;
    its random id makes the marks in its prompts hard to guess. `currently` describes the character
    at present: revised day by day, or as its author wrote it.
    """

    world: World
    character: Character
    now: datetime
    place: Place | None = None
    act: Acting | None = None
    mood: Mood = field(default_factory=Mood)
    currently: str = ""
    company: tuple[Person, ...] = ()
    seed: int = 0
    playthrough: TimelineId = NO_TIMELINE

    def scene(self, partner: Person, heard: str) -> Scene:
        """Return the situation as a scene in which `partner` says `heard` to the character."""
        return Scene(
            world=self.world,
            character=self.character,
            place=self.place,
            now=self.now,
            company=self.company,
            partner=partner,
            relation=None,
            conversation=(),
            heard=heard,
            seed=self.seed,
            playthrough=self.playthrough,
        )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Dawn:
    """Input for PLAN: a new day, or its rest from `rest_from` on because of `because`.

    `previous` is the plan so far of this day, or that of the day before. `whispers` are what the
    inner voice said since then; the character follows them.
    """

    situation: Situation
    day: date
    places: tuple[KnownPlace, ...]
    previous: DayPlan | None = None
    recollections: tuple[Recollection, ...] = ()
    whispers: tuple[str, ...] = ()
    rest_from: datetime | None = None
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hour:
    """Input for DECOMPOSE: a block of the day that is about to begin."""

    situation: Situation
    day: DayPlan
    block: Block
    places: tuple[KnownPlace, ...]
    recollections: tuple[Recollection, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wondering:
    """Input for REFLECT, first question: the latest memories, oldest first."""

    situation: Situation
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inferring:
    """Input for REFLECT, second question: the memories recalled for each of the questions.

    Prompts number `evidence` from 1; an `Insight` refers to it by index from 0. `asked` is the
    index of the question that first recalled each memory; empty means the first for all.
    """

    situation: Situation
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
class Noticing:
    """Input for REACT: a perceived event that rules did not settle.

    `event` is a memory; `others` are people the character could talk to about it. For an event that
    needs action, `at_it` are those already dealing with it, and `is_over` is true once it needs
    none.
    """

    situation: Situation
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
class Exchange:
    """Input for CONVERSE: the next line of a conversation with another character.

    `conversation` is oldest first. The first `kept` recollections (None: all) stay the same for the
    whole conversation; the others were recalled now. `lore` is what it has read, best first; `town`
    is what it knows of places and people that the words mention. `own_lines` are what the character
    said lately, to anyone, and must not repeat. `should_end` asks for a goodbye. `commitments` are
    promises between the two; `attempts` are intents it has not carried out. `secrets` are those
    attached to this input; all people present may be told them.
    """

    situation: Situation
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
class Utterance:
    """A line of a conversation; with `ends` the speaker takes leave.

    `emotion` is None if unknown. `promises` and `verdicts` are what the answer says of promises.
    """

    say: str
    emotion: Emotion | None = None
    ends: bool = False
    promises: tuple[Promise, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """Input for SUMMARISE: a conversation that is over."""

    situation: Situation
    partner: Person
    conversation: tuple[Spoken, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keepsake:
    """What to remember of a conversation; either text may be empty."""

    for_plans: str = ""
    interesting: str = ""
    importance: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Impression:
    """Input for RELATE: what happened lately with one person, oldest first."""

    situation: Situation
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
    """Result of RELATE: changes, each within the bounds of `model.feelings`."""

    affinity: int = 0
    trust: int = 0
    familiarity: int = 0
    view: str = ""
    beliefs: tuple[BeliefChange, ...] = ()
    feeling: Emotion = NEUTRAL


INTERVIEWER = Person(id="interviewer", name="Interviewer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Questioned:
    """Input for INTERVIEW: a question answered from memory; parts an ablation removes are empty.

    `commitments` are promises made or received that are open, or broken and not yet mentioned.
    """

    situation: Situation
    question: str
    recollections: tuple[Recollection, ...] = ()
    day: DayPlan | None = None
    standings: tuple[Standing, ...] = ()
    town: tuple[TownFact, ...] = ()
    lore: tuple[Quote, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    attempts: tuple[Attempt, ...] = ()


Lone = Dawn | Hour | Wondering | Inferring | Noticing | Exchange | Parting | Impression | Questioned
"""Inputs of thoughts that one character has in its own situation."""
Pondering = Lone | GroupAct
