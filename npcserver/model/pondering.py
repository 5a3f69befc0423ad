"""What a thought is made from, and what it comes to; one pair for each question.

Questions are put from these, actors without a prompt read them as they are, and the use cases get
the answers back, checked.
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
"""How many deal with one danger at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Who thinks, where, when, at what, in what mood. `company` is who else is there.

    `seed` makes whatever is left to chance repeatable. `playthrough` is the first timeline of this
    playthrough, whose random id keeps the marks of its prompts from being guessed. `currently` is
    who the character is at present: revised day by day, or as its author wrote it.
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
        """Return the moment as one in which somebody says something to the character."""
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
    """A place that the character knows of, as it knows it: the closed list that plans choose from.

    `path` names it from the outside in. `objects` are its things, each with its state when last
    seen (empty when idle). `hours` is such as `08:00-17:00`, empty when always open. `is_private`
    says that it belongs to somebody else.
    """

    id: PlaceId
    path: str
    objects: tuple[tuple[str, str], ...] = ()
    hours: str = ""
    is_own: bool = False
    is_private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dawn:
    """For PLAN: a new day, or its rest from `rest_from` on because of `because`.

    `previous` is the plan so far of this day, or that of the day before. `whispers` are what the
    inner voice said since then, which the character follows.
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
    """For DECOMPOSE: a block of the day that is about to begin."""

    situation: Situation
    day: DayPlan
    block: Block
    places: tuple[KnownPlace, ...]
    recollections: tuple[Recollection, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wondering:
    """For REFLECT, first question: the latest memories, oldest first."""

    situation: Situation
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inferring:
    """For REFLECT, second question: what came to mind for each of the questions.

    A prompt numbers `evidence` from 1, an `Insight` points at it by places from 0. `asked` is the
    place of the question at which each of them came to mind first; all at the first where it is
    empty.
    """

    situation: Situation
    questions: tuple[str, ...]
    evidence: tuple[Memory, ...]
    asked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """Something inferred; `evidence` are places (from 0) in what it was inferred from."""

    text: str
    evidence: tuple[int, ...]
    importance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticing:
    """For REACT: something perceived that rules did not settle.

    `event` is a memory; `others` are people it could talk to about it. Of something that is to be
    dealt with, `at_it` are those who do so already; it `is_over` when nobody has to any more.
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
        """Whether nobody else is needed."""
        return self.is_over or len(self.at_it) >= MOST_AT_IT


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """What to do: one of go_on, react (then `step`), talk (then `partner_id`, `about`), wait."""

    choice: str = "go_on"
    step: Step | None = None
    partner_id: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """For CONVERSE: the next line of a conversation with another character.

    `conversation` is oldest first. The first `kept` recollections (None: all) stay the same from
    line to line of a talk, the others came to mind now. `lore` is what it has read, best first,
    `town` what it knows of places and people that the words touch. `own_lines` are what the
    character said lately, to anybody, and must not say again. `is_opening` asks for the first
    line. `should_end` asks to say goodbye.
    `commitments` are promises between the two, `attempts` what it wanted to do and has not done.
    `secrets` are those that what is before it carries: everybody here may be told them.
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
        """Whether nothing was said yet."""
        return not self.conversation


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """A line of a conversation; `ends` says that with it the speaker takes leave.

    `emotion` is None where no feeling is known. `promises` and `verdicts` are what is said of
    promises, as it was answered.
    """

    say: str
    emotion: Emotion | None = None
    ends: bool = False
    promises: tuple[Promise, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """For SUMMARISE: a conversation that is over."""

    situation: Situation
    partner: Person
    conversation: tuple[Spoken, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keepsake:
    """What to keep of a conversation; either text may be empty."""

    for_plans: str = ""
    interesting: str = ""
    importance: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Impression:
    """For RELATE: what happened with somebody lately, oldest first."""

    situation: Situation
    other: Person
    standing: Standing
    memories: tuple[Memory, ...]
    beliefs: tuple[Belief, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefChange:
    """How far a belief moved; `text` for one that is new."""

    topic: str
    change: int
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
    """What an impression came to: changes, each within the bounds of `model.feelings`."""

    affinity: int = 0
    trust: int = 0
    familiarity: int = 0
    view: str = ""
    beliefs: tuple[BeliefChange, ...] = ()
    feeling: Emotion = NEUTRAL


INTERVIEWER = Person(id="interviewer", name="Interviewer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Questioned:
    """For INTERVIEW: a question answered from memory. What an ablation takes away is not here.

    `commitments` are promises made or given that are open, or broken and not spoken of.
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
"""Thoughts of one character in its own situation."""
Pondering = Lone | GroupAct
