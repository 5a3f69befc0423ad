"""The question behind every turn: what the character says, feels and wants to do."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self

from npcserver.model.affordance import Entity
from npcserver.model.character import Persona
from npcserver.model.emotion import LABELS
from npcserver.model.scene import Scene
from npcserver.model.surroundings import TownFact
from npcserver.model.world import Place, World
from npcserver.ports.language_model import Message
from npcserver.prompts.gathering import CircleView, circle_view
from npcserver.prompts.pledges import AttemptView, PledgeView, attempt_views, pledge_views
from npcserver.prompts.present import PresentView, present_view
from npcserver.prompts.quoted import LoreView, lore_views
from npcserver.prompts.render import Templates
from npcserver.prompts.spoken import canary_of, heard_words, mark_of, name_of
from npcserver.prompts.streaming import ReplyAnswer, SayReader
from npcserver.prompts.views import (
    AffordanceView,
    MemoryView,
    RelationView,
    SpokenView,
    affordance_view,
    company_view,
    memory_view,
    persona_view,
    place_view,
    relation_view,
    spoken_view,
    things_view,
    town_view,
    world_view,
)
from npcserver.prompts.when import Moment, moment

_INSTRUCTIONS = ("rules", "form")  # the blocks a character must never recite


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveReply:
    """Ask a character to answer what it heard.

    `memories` and `lore` are best first, `conversation` oldest first. `mark` closes the delimiters
    around others' words and `canary` may never be spoken; both follow from the scene, so that a
    replay asks the same question. In a `circle` several hear the answer, and `heard` is empty where
    nobody has said anything.
    """

    template: ClassVar[str] = "reply"

    name: str
    persona: Persona
    world: World
    place: Place | None
    affordances: tuple[AffordanceView, ...]
    things: tuple[Entity, ...]
    labels: tuple[str, ...]
    now: Moment
    partner: str
    company: tuple[str, ...]
    circle: CircleView | None
    present: PresentView
    relation: RelationView | None
    memories: tuple[MemoryView, ...]
    lore: tuple[LoreView, ...]
    town: tuple[TownFact, ...]
    pledges: tuple[PledgeView, ...]
    attempts: tuple[AttemptView, ...]
    conversation: tuple[SpokenView, ...]
    heard: str
    mark: str
    canary: str

    @classmethod
    def of(cls, scene: Scene) -> Self:
        """Put the question for a scene."""
        present, persona = present_view(scene), persona_view(scene.character.persona)
        if present.currently:
            persona = replace(persona, currently="")
        return cls(
            name=name_of(scene.character.name),
            persona=persona,
            world=world_view(scene.world),
            place=place_view(scene.place),
            affordances=tuple(map(affordance_view, scene.affordances)),
            things=things_view(scene.affordances, scene.entities),
            labels=tuple(LABELS),
            now=moment(scene.now),
            partner=name_of(scene.partner.name),
            company=company_view(scene),
            circle=circle_view(scene.circle),
            present=present,
            relation=relation_view(scene.relation),
            memories=tuple(memory_view(found, scene) for found in scene.recollections),
            pledges=pledge_views(scene.commitments, scene.character.id),
            attempts=attempt_views(scene.attempts),
            lore=lore_views(scene.lore),
            town=town_view(scene.town),
            conversation=tuple(map(spoken_view, scene.conversation)),
            heard=heard_words(scene.heard),
            mark=mark_of(scene),
            canary=canary_of(scene),
        )

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render, for caches of prefixes: what seldom changes first, what each turn changes last.

        Rules and form are equal for all characters, the transcript only grows, and time, notes on
        this turn and what it called up in books stand behind the heard words.
        """
        variables = self._variables()
        return tuple(
            Message(role, templates.render(self.template, language, variables, block=role))
            for role in ("system", "user")
        )

    def instructions(self, templates: Templates, language: str) -> str:
        """Render the part of the system message that no answer may repeat."""
        variables = self._variables()
        return "\n".join(
            templates.render(self.template, language, variables, block=block)
            for block in _INSTRUCTIONS
            if templates.has_block(self.template, language, block)
        )

    def read(self, text: str) -> ReplyAnswer:
        """Read a whole answer, or raise `Unparseable`."""
        reader = SayReader()
        reader.feed(text)
        return reader.finish()

    def _variables(self) -> Mapping[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}
