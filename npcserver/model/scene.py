"""Everything a character has before it when it answers."""

from dataclasses import dataclass
from datetime import datetime

from npcserver.model.affordance import Affordance, Entity
from npcserver.model.character import Character, Relation
from npcserver.model.memory import Recollection
from npcserver.model.world import Place, World


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who can be spoken with: a player or a character."""

    id: str
    name: str
    is_player: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """One utterance of a conversation so far."""

    speaker: str
    text: str
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Who answers, to whom, where, when, in whose company, and what comes to mind.

    `conversation` is oldest first and ends before `heard`. `recollections` are best first.
    `seed` makes whatever is left to chance in this turn repeatable.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """Memories to be rated for importance: who they belong to and what they say."""

    name: str
    texts: tuple[str, ...]
