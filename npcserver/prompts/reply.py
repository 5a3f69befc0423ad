"""The question behind every turn: what the character says, feels and wants to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import ClassVar, Self

from npcserver.model.affordance import Affordance, Entity
from npcserver.model.character import Persona
from npcserver.model.emotion import LABELS
from npcserver.model.prompt import PromptProfile
from npcserver.model.scene import Scene
from npcserver.model.surroundings import TownFact
from npcserver.model.world import Place, World
from npcserver.ports.language_model import Message, Role
from npcserver.prompts.authored_text import whole_persona, whole_place, whole_world
from npcserver.prompts.gathering import CircleView, circle_view
from npcserver.prompts.hints import (
    ActionHint,
    action_hint,
    asks_of_speaker,
    asks_the_time,
    closest,
    introduction,
)
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
    named_view,
    relation_view,
    shown_id,
    spoken_view,
    things_view,
    town_view,
)
from npcserver.prompts.when import Moment, moment

_ROLES: Mapping[str, Role] = {"system": "system", "user": "user", "assistant": "assistant"}
_INSTRUCTIONS = ("rules", "form")  # the blocks a character must never recite


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveReply:
    """Ask a character to answer what it heard.

    `memories` are a set that stands before the talk, in its order, and what is fresh behind it;
    those `closest` to a question are told once more beside it. `lore` is best first, `conversation`
    oldest first. Of `things` an argument may name any, and of what is elsewhere those that the
    words heard have `named`. `introduction` is what the speaker said of their name, `asked` what
    the words `heard` ask for; they may be a question about the speaker (`is_of_speaker`). `mark`
    closes the delimiters around others' words and `canary` may never be spoken; both follow from
    the scene, so that a replay asks the same question. In a `circle` several hear the answer, and
    `heard` is empty where nobody has said anything. What `is_short` is for a model of less than a
    billion weights: it holds no promises, of the affordances at most the one that is asked for, and
    the time only where the words ask for it (`asks_time`).
    """

    template: ClassVar[str] = "reply"

    name: str
    persona: Persona
    world: World
    place: Place | None
    affordances: tuple[AffordanceView, ...]
    things: tuple[Entity, ...]
    named: tuple[Entity, ...]
    labels: tuple[str, ...]
    now: Moment
    partner: str
    company: tuple[str, ...]
    circle: CircleView | None
    present: PresentView
    relation: RelationView | None
    memories: tuple[MemoryView, ...]
    closest: tuple[MemoryView, ...]
    lore: tuple[LoreView, ...]
    town: tuple[TownFact, ...]
    pledges: tuple[PledgeView, ...]
    attempts: tuple[AttemptView, ...]
    conversation: tuple[SpokenView, ...]
    introduction: str
    asked: ActionHint | None
    heard: str
    is_of_speaker: bool
    mark: str
    canary: str
    is_short: bool
    asks_time: bool

    @classmethod
    def of(cls, scene: Scene, profile: PromptProfile = PromptProfile.FULL) -> Self:
        """Put the question for a scene, in a profile."""
        is_short = profile is PromptProfile.SHORT
        present, persona = present_view(scene), whole_persona(scene.character.persona)
        if present.currently:
            persona = replace(persona, currently="")
        memories = tuple(memory_view(found, scene) for found in scene.recollections)
        introduced, asked = introduction(scene), action_hint(scene)
        return cls(
            name=name_of(scene.character.name),
            persona=persona,
            world=whole_world(scene.world),
            place=whole_place(scene.place),
            affordances=tuple(
                affordance_view(one)
                for one in scene.affordances
                if not is_short or (asked is not None and asked.name == one.name)
            ),
            things=things_view(scene),
            named=named_view(scene),
            labels=tuple(LABELS),
            now=moment(scene.now),
            partner=name_of(scene.partner.name),
            company=company_view(scene),
            circle=circle_view(scene.circle),
            present=present,
            relation=relation_view(scene.relation),
            memories=memories,
            closest=() if introduced else closest(memories, scene.heard),
            pledges=() if is_short else pledge_views(scene.commitments, scene.character.id),
            attempts=attempt_views(scene.attempts),
            lore=lore_views(scene.lore),
            town=town_view(scene.town),
            conversation=tuple(
                spoken_view(one, can_act=bool(scene.affordances) and not is_short)
                for one in scene.conversation
            ),
            introduction=introduced,
            asked=asked,
            heard=heard_words(scene.heard),
            is_of_speaker=not asked and not scene.circle and asks_of_speaker(scene.heard),
            mark=mark_of(scene),
            canary=canary_of(scene),
            is_short=is_short,
            asks_time=asks_the_time(scene.heard),
        )

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render, for caches of prefixes: what seldom changes first, what each turn changes last.

        Rules and form are equal for all characters, the transcript only grows, and time, notes on
        this turn and what it called up in books stand behind the heard words.
        """
        return tuple(
            Message(role, "".join(text for _, text in parts))
            for role, parts in self.parts(templates, language)
        )

    def label(self, last: str) -> str:
        """Return what names who asks in the last message, before the words heard."""
        return last.rpartition("\n")[2].partition(self.heard)[0] if self.is_of_speaker else ""

    def parts(
        self, templates: Templates, language: str
    ) -> tuple[tuple[Role, tuple[tuple[str, str], ...]], ...]:
        """Render each message as its parts: their names and texts, in order."""
        variables = self._variables()
        rendered = (
            templates.messages(self.template, language, variables, block=role)
            for role in ("system", "user")
        )
        return tuple((_ROLES[role], parts) for role, parts in chain.from_iterable(rendered))

    def offered(self, affordances: Sequence[Affordance]) -> tuple[Affordance, ...]:
        """Return the affordances that the prompt offers, of those of its scene."""
        names = {view.name for view in self.affordances}
        return tuple(one for one in affordances if one.name in names)

    def within_reach(self, entities: Sequence[Entity]) -> tuple[Entity, ...]:
        """Return the entities that the prompt lists, of those of its scene."""
        ids = {view.id for view in (*self.things, *self.named)}
        return tuple(one for one in entities if shown_id(one) in ids)

    def wish_asked_for(self) -> tuple[str, Mapping[str, object]] | None:
        """Return the offered action that the words plainly ask for; None where they do not."""
        asked = self.asked
        if asked is None or not asked.intent:
            return None
        return asked.wish if asked.name in {one.name for one in self.affordances} else None

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
