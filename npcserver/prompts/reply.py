"""The question behind every turn: its data, its hints, and the schema of its answer.

The memories that answer a question best, the offered action that the words ask for, and the
sentence of the talk in which the speaker gave their name.

Strict style: every property required, none added; the order is the order of generation, so one
word of feeling comes first, then `say`, and words flow while the rest is written.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import ClassVar, Self

from npcserver import language
from npcserver.language.person import first_person
from npcserver.language.requests import QUESTION, is_request
from npcserver.language.scripts import ENDS, ends_with_question
from npcserver.language.stems import content
from npcserver.model.action_request import requested_action
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import Persona, Relation
from npcserver.model.circle import CircleStandpoint
from npcserver.model.feelings import LABELS
from npcserver.model.inputs import Attempt, ReplyInput
from npcserver.model.past_claim import PastClaim
from npcserver.model.prompt import PromptProfile
from npcserver.model.turn import ReplyAnswer
from npcserver.model.world import Place, TownFact, World
from npcserver.ports.language_model import JSON, Message, Role
from npcserver.prompts.commitments import (
    CommitmentView,
    attempt_views,
    commitment_views,
    promises_schema,
    settles_schema,
)
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import SayReader
from npcserver.prompts.schemas import bounded, longest_text, object_schema
from npcserver.prompts.situation import BeatsView, PresentView, beats_view, present_view
from npcserver.prompts.texts import (
    WHOLE,
    TimeView,
    canary_of,
    heard_words,
    mark_of,
    name_of,
    neutralised,
    persona_view,
    place_view,
    remembered,
    time_view,
    world_view,
)
from npcserver.prompts.tokens import clip
from npcserver.prompts.views import (
    LoreView,
    MemoryView,
    SpokenView,
    affordance_view,
    answering_views,
    company_view,
    lore_views,
    memory_views,
    named_view,
    relation_view,
    shown_id,
    spoken_view,
    things_view,
    town_view,
)

_INTRODUCTION = language.pattern("questions", "introduction", 0)
_ASKED = language.pattern("questions", "name_asked")
_SENTENCE = re.compile(
    rf"(?:\b(?:{language.expression('sentences', 'abbreviated_titles')})\.|[^{ENDS}])+[{ENDS}]*"
)
_WORDS, _ARGUMENT = 40, 120  # tokens, characters
_FIRST_PERSON = language.pattern("questions", "first_person", 0)
_TIME = language.pattern("questions", "time_asked")
_LONGEST_FACT = 400  # characters
_NAMES = 20  # of the members of a circle
_CLOSEST = 2  # memories shown again: they held the answer to 11 of 12 questions tried


@dataclass(frozen=True, slots=True)
class ActionHint:
    """An offered action that the words heard ask for.

    `intent` is the JSON of the intent, or empty where the arguments are unclear; `ids` are the
    entities among its arguments.
    """

    name: str
    intent: str
    ids: tuple[str, ...]

    @property
    def wish(self) -> tuple[str, Mapping[str, object]]:
        """The intent as an unchecked wish: its name and arguments."""
        return self.name, json.loads(self.intent)["arguments"]


def action_hint(scene: ReplyInput) -> ActionHint | None:
    """Return the action that the words heard plainly ask for, None for none."""
    asked = requested_action(scene)
    if asked is None:
        return None
    if asked.missing is not None:
        return ActionHint(name=asked.affordance, intent="", ids=())
    arguments = {
        name: neutralised(value, _ARGUMENT) if isinstance(value, str) else value
        for name, value in asked.arguments.items()
    }
    intent = {"name": asked.affordance, "arguments": arguments}
    known = {shown_id(entity) for entity in scene.entities}
    return ActionHint(
        name=asked.affordance,
        intent=json.dumps(intent, ensure_ascii=False),
        ids=tuple(value for value in arguments.values() if value in known),
    )


def closest(
    memories: Sequence[MemoryView], heard: str, *, is_known: bool = False
) -> tuple[MemoryView, ...]:
    """Return the memories that answer a question best, best first; none for one asked or a request.

    Where another part of the prompt `is_known` to speak of it, only those that share a word.
    """
    if not QUESTION.search(heard.strip()) or is_request(heard):
        return ()
    telling = [one for one in memories if one.score > 0 and not ends_with_question(one.text)]
    best = sorted(telling, key=lambda one: -one.score)[:_CLOSEST]
    asked = content(heard) if is_known else frozenset[str]()
    return tuple(one for one in best if not asked or asked & content(one.text))


def _claim_views(claims: Sequence[PastClaim]) -> tuple[PastClaim, ...]:
    return tuple(
        replace(one, text=heard_words(one.text), ground=first_person(remembered(one.ground)))
        for one in claims
    )


def asks_of_speaker(heard: str) -> bool:
    """Return whether words are a question in the first person.

    A small model takes `my` in them for its own, unless the speaker is named next to it. Other
    words it answers better without: named, they are copied more often, and acted upon less often.
    """
    return bool(QUESTION.search(heard) and _FIRST_PERSON.search(heard))


def asks_the_time(heard: str) -> bool:
    """Return whether words ask for the hour or the day."""
    return bool(QUESTION.search(heard) and _TIME.search(heard))


def introduction(scene: ReplyInput) -> str:
    """Return the sentence in which the speaker last gave their name; empty if none is recalled.

    Only where the words heard ask for a name: a small model repeats it otherwise. Empty where
    another person present has the speaker's display name, which identifies lines.
    """
    partner = scene.partner
    is_shared = any(one.name == partner.name and one.id != partner.id for one in scene.company)
    if is_shared or not _ASKED.search(scene.heard):
        return ""
    told = (one.memory for one in scene.recollections if one.memory.body.told_by == partner.id)
    lines = (one for one in scene.conversation if not one.is_own and one.speaker == partner.name)
    for text in reversed((*(one.text for one in told), *(one.text for one in lines))):
        for sentence in _SENTENCE.findall(text):
            if _INTRODUCTION.search(sentence) and partner.name not in sentence:
                return clip(neutralised(sentence, 200), _WORDS)
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleView:
    """The other members of the character's circle, by name.

    `spoken_to` are the addressees of the words, empty for all. `hearers` hear a whispered answer;
    they are empty for one that all others hear. `why` is addressed, stake or silence.
    """

    others: tuple[str, ...]
    spoken_to: tuple[str, ...]
    hearers: tuple[str, ...]
    why: str


def circle_view(circle: CircleStandpoint | None) -> CircleView | None:
    """Return a circle as data, None for None."""
    if circle is None:
        return None
    others, spoken_to, hearers = (
        tuple(name_of(one.name) for one in people[:_NAMES])
        for people in (circle.others, circle.spoken_to, circle.hearers)
    )
    return CircleView(
        others=others,
        spoken_to=() if circle.is_addressed else spoken_to,
        hearers=hearers if circle.is_whisper else (),
        why="addressed" if circle.is_addressed else circle.why,
    )


_PRIMITIVES = {
    ParameterType.STRING: "string",
    ParameterType.INTEGER: "integer",
    ParameterType.NUMBER: "number",
    ParameterType.BOOLEAN: "boolean",
    ParameterType.CHOICE: "string",
    ParameterType.ENTITY: "string",
}
_MOST_INTENTS = 8
_OTHER_MEMBERS = 100  # tokens of the other members, with an intent and a promise


def reply_schema(
    affordances: Sequence[Affordance],
    entities: Sequence[Entity],
    pledges: int = 0,
    max_tokens: int = 300,
    language: str = "en",
    profile: PromptProfile = PromptProfile.FULL,
    *,
    asks_to_act: bool = False,
) -> dict[str, JSON]:
    """Return the schema of an answer; without usable affordances it has no `intents` at all.

    In the short profile the feeling is one word, and there are no promises. Where the words plainly
    ask for an action (`asks_to_act`), the answer states whether it is done before it names it: a
    small model agrees in words more often than it proposes what it agreed to.

    It can settle promises where it is shown some, `pledges` in number. The text of `say` gets what
    the other members leave of `max_tokens`.
    """
    longest = longest_text(max_tokens - _OTHER_MEMBERS, language)
    unit: dict[str, JSON] = {"type": "number", "minimum": -1, "maximum": 1}
    properties: dict[str, JSON] = {
        "feeling": {"type": "string", "enum": list(LABELS)},
        "say": {"type": "string", "maxLength": longest},
    }
    intents = [schema for affordance in affordances if (schema := _intent(affordance, entities))]
    if intents and asks_to_act:
        properties["does"] = {"type": "string", "enum": ["yes", "no"]}
    if intents:
        uses = sum(max(affordance.max_uses, 1) for affordance in affordances)
        properties["intents"] = {
            "type": "array",
            "items": {"anyOf": list(intents)},
            "maxItems": min(uses, _MOST_INTENTS),
        }
    is_short = profile is PromptProfile.SHORT
    if not is_short:
        properties["valence"], properties["arousal"] = dict(unit), dict(unit)
    properties["importance"] = {"type": "integer", "minimum": 1, "maximum": 10}
    if not is_short:
        properties["promises"] = promises_schema()
    if pledges:
        properties["settles"] = settles_schema(pledges)
    return bounded(object_schema(properties), longest)


def ratings_schema(count: int) -> dict[str, JSON]:
    """Return the schema of `count` ratings."""
    rating: JSON = {"type": "integer", "minimum": 1, "maximum": 10}
    ratings: JSON = {"type": "array", "items": rating, "minItems": count, "maxItems": count}
    return object_schema({"ratings": ratings})


def _intent(affordance: Affordance, entities: Sequence[Entity]) -> dict[str, JSON] | None:
    """Return the schema of one use, or None when a required argument has no possible value."""
    arguments: dict[str, JSON] = {}
    for parameter in affordance.parameters:
        allowed = _allowed(parameter, entities)
        if allowed is not None and not allowed and parameter.required:
            return None
        arguments[parameter.name] = _argument(parameter, allowed)
    name: JSON = {"type": "string", "const": affordance.name}
    return object_schema({"name": name, "arguments": object_schema(arguments)})


def _allowed(parameter: Parameter, entities: Sequence[Entity]) -> list[str] | None:
    """Return the values an argument may have, None when they cannot be listed."""
    if parameter.type is ParameterType.CHOICE:
        return list(dict.fromkeys(parameter.options))
    if parameter.type is ParameterType.ENTITY:
        kinds = parameter.entity_kinds
        return list(
            dict.fromkeys(entity.id for entity in entities if not kinds or entity.kind in kinds)
        )
    return None


def _argument(parameter: Parameter, allowed: list[str] | None) -> dict[str, JSON]:
    kind = _PRIMITIVES[parameter.type]
    if allowed is not None and not allowed:
        return {"type": "null"}
    schema: dict[str, JSON] = {"type": kind if parameter.required else [kind, "null"]}
    if parameter.description:
        schema["description"] = parameter.description
    if allowed is not None:
        options: list[JSON] = list(allowed)
        schema["enum"] = options if parameter.required else [*options, None]
    if parameter.type in (ParameterType.INTEGER, ParameterType.NUMBER):
        for word, bound in (("minimum", parameter.minimum), ("maximum", parameter.maximum)):
            if bound is not None and math.isfinite(bound):
                schema[word] = int(bound) if float(bound).is_integer() else bound
    return schema


_ROLES: Mapping[str, Role] = {"system": "system", "user": "user", "assistant": "assistant"}
_INSTRUCTIONS = ("rules", "form")  # the blocks a character must never recite


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyQuestion:
    """Ask a character to answer what it heard.

    `memories` are a set that stands before the talk, in its order, and what is fresh behind it; the
    `closest` to a question stand beside it, those of the set once more, unless a `fact` answers it.
    `lore` is best first, `conversation` oldest first. `further` is the affordance that is asked for
    where it does not stand before the talk. Of `things` an argument may name any, and of what is
    elsewhere those that the words heard have `named`. `introduction` is what the speaker said of
    their name, `claims` what they say of the past, `asked` what `heard` asks for; it may be a
    question about the speaker (`is_of_speaker`). `mark` closes the delimiters around others' words
    and `canary` may never be spoken; both follow from the scene, so that a replay asks the same
    question. In a `circle` several hear the answer, and `heard` is empty where nobody has said
    anything. What `is_short` is for a model of less than a billion weights: it holds no promises,
    of the affordances at most the one that is asked for, and the time only where the words ask for
    it (`asks_time`).
    """

    template: ClassVar[str] = "reply"

    name: str
    persona: Persona
    world: World
    place: Place | None
    affordances: tuple[Affordance, ...]
    further: tuple[Affordance, ...]
    things: tuple[Entity, ...]
    named: tuple[Entity, ...]
    labels: tuple[str, ...]
    now: TimeView
    partner: str
    company: tuple[str, ...]
    circle: CircleView | None
    present: PresentView
    relation: Relation | None
    memories: tuple[MemoryView, ...]
    closest: tuple[MemoryView, ...]
    fact: str
    beats: BeatsView
    lore: tuple[LoreView, ...]
    town: tuple[TownFact, ...]
    pledges: tuple[CommitmentView, ...]
    attempts: tuple[Attempt, ...]
    conversation: tuple[SpokenView, ...]
    introduction: str
    claims: tuple[PastClaim, ...]
    asked: ActionHint | None
    heard: str
    is_of_speaker: bool
    mark: str
    canary: str
    is_short: bool
    asks_time: bool

    @classmethod
    def of(
        cls, scene: ReplyInput, profile: PromptProfile = PromptProfile.FULL, fact: str = ""
    ) -> Self:
        """Put the question for a scene, in a profile; `fact` answers what was heard."""
        is_short = profile is PromptProfile.SHORT
        present, persona = present_view(scene), persona_view(scene.character.persona, WHOLE)
        if present.currently:
            persona = replace(persona, currently="")
        memories = memory_views(scene)
        introduced, asked = introduction(scene), action_hint(scene)
        promises = () if is_short else scene.commitments
        return cls(
            name=name_of(scene.character.name),
            persona=persona,
            world=world_view(scene.world, WHOLE),
            place=place_view(scene.place, WHOLE),
            affordances=tuple(
                affordance_view(one)
                for one in scene.affordances
                if not is_short or (asked is not None and asked.name == one.name)
            ),
            further=(),
            things=things_view(scene),
            named=named_view(scene),
            labels=tuple(LABELS),
            now=time_view(scene.now, scene.world.calendar),
            partner=name_of(scene.partner.name),
            company=company_view(scene),
            circle=circle_view(scene.circle),
            present=present,
            relation=relation_view(scene.relation),
            memories=memories,
            closest=()
            if introduced or fact
            else closest(
                answering_views(scene, memories),
                scene.heard,
                is_known=bool(scene.town or scene.lore),
            ),
            fact=neutralised(fact, _LONGEST_FACT),
            beats=beats_view(scene),
            pledges=commitment_views(promises, scene.character.id, scene.world.calendar),
            attempts=attempt_views(scene.attempts),
            lore=lore_views(scene.lore),
            town=town_view(scene.town),
            conversation=tuple(
                spoken_view(one, can_act=bool(scene.affordances) and not is_short)
                for one in scene.conversation
            ),
            introduction=introduced,
            claims=_claim_views(scene.claims),
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
        names = {view.name for view in (*self.affordances, *self.further)}
        return tuple(one for one in affordances if one.name in names)

    def within_reach(self, entities: Sequence[Entity]) -> tuple[Entity, ...]:
        """Return the entities that the prompt lists, of those of its scene."""
        ids = {view.id for view in (*self.things, *self.named)}
        ids.update(self.asked.ids if self.asked else ())
        return tuple(one for one in entities if shown_id(one) in ids)

    def wish_asked_for(self) -> tuple[str, Mapping[str, object]] | None:
        """Return the offered action that the words plainly ask for; None where they do not."""
        asked = self.asked
        if asked is None or not asked.intent:
            return None
        is_offered = asked.name in {one.name for one in (*self.affordances, *self.further)}
        return asked.wish if is_offered else None

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
