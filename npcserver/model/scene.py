"""Input of a reply: everything a character's answer is based on."""

from dataclasses import dataclass, field
from datetime import date, datetime

from npcserver.model.act import Acting
from npcserver.model.affordance import ActionIntent, Affordance, Entity
from npcserver.model.character import Character, Relation
from npcserver.model.circle import InCircle
from npcserver.model.commitment import Commitment
from npcserver.model.day import DayPlan, Step
from npcserver.model.feelings import NEUTRAL_TRUST, Belief, Mood
from npcserver.model.ids import TimelineId
from npcserver.model.lore import Quote
from npcserver.model.memory import Recollection
from npcserver.model.person import Person
from npcserver.model.secret import Secret
from npcserver.model.surroundings import ObjectState, TownFact
from npcserver.model.world import NO_TIMELINE, Place, World


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Who answers whom, where, when, in whose company, and what it recalls.

    `conversation` is oldest first and ends before `heard`. `recollections` are best first. `seed`
    makes random choices in this turn repeatable. `relation` is its current relation to its partner;
    `trust` (0..100) is how far it believes what it is told. `beliefs` are its strongest, `objects`
    the things here that are not idle, `lore` what it has read, best first, `town` what it knows of
    places and people that the words mention. `commitments` are promises between the two; `attempts`
    are recent intents that are unsettled or did not succeed. `secrets` are those attached to this
    input; all people present may be told them. In a `circle`, `partner` said the words and
    `company` are the others who will hear the answer; `heard` is empty if nothing was said.
    Entities `out_of_reach` (ids) are elsewhere, or the character itself.
    """

    world: World
    character: Character
    place: Place | None
    now: datetime
    company: tuple[Person, ...]
    partner: Person
    relation: Relation | None
    conversation: tuple[Spoken, ...]
    heard: str
    recollections: tuple[Recollection, ...] = ()
    affordances: tuple[Affordance, ...] = ()
    entities: tuple[Entity, ...] = ()
    seed: int = 0
    playthrough: TimelineId = NO_TIMELINE
    trust: int = NEUTRAL_TRUST
    act: Acting | None = None
    day: DayPlan | None = None
    mood: Mood = field(default_factory=Mood)
    beliefs: tuple[Belief, ...] = ()
    objects: tuple[ObjectState, ...] = ()
    lore: tuple[Quote, ...] = ()
    town: tuple[TownFact, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    secrets: tuple[Secret, ...] = ()
    circle: InCircle | None = None
    out_of_reach: frozenset[str] = frozenset()

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
class Statements:
    """Memories to be rated for importance, with the character they belong to."""

    name: str
    texts: tuple[str, ...]
    traits: str = ""
    goals: tuple[str, ...] = ()
    character_id: str = ""
    day: date | None = None
    playthrough: TimelineId = NO_TIMELINE
