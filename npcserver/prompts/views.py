"""A reply's input as a prompt shows it: short, on one line each, neutralised."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from npcserver.language.person import first_person, second_person
from npcserver.language.requests import asks_for_own_words
from npcserver.model.affordance import Affordance, Entity, ParameterType
from npcserver.model.calendar import Calendar
from npcserver.model.character import Availability, Relation
from npcserver.model.feelings import NEUTRAL
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.model.lore import Quote
from npcserver.model.memory import Memory, Recollection, unscored
from npcserver.model.record import RecordKind, Source
from npcserver.model.world import TownFact
from npcserver.ports.language_model import JSON
from npcserver.prompts.texts import (
    REMEMBERED_LIMIT,
    REMEMBERED_TOKENS,
    MemoryTimeView,
    memory_time_view,
    name_of,
    neutralised,
    remembered,
    shown_prices,
)
from npcserver.prompts.tokens import clip, estimate_tokens, folded_words

_WHOLE = 600  # characters
_WHOLE_TOKENS = 150
_SHORT = 300
_SHORT_TOKENS = 80
_MOST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreView:
    """A passage in a prompt; `short` is the sentence that answers, with a neighbour."""

    title: str
    chapter: str
    text: str
    short: str

    @property
    def shortened(self) -> "LoreView":
        """The passage cut to the part that answers."""
        return replace(self, text=self.short)


def lore_views(quotes: tuple[Quote, ...]) -> tuple[LoreView, ...]:
    """Return the passages found in books, best first."""
    return tuple(
        LoreView(
            title=name_of(one.title),
            chapter=name_of(one.passage.chapter_title) if one.passage.chapter_title else "",
            text=clip(neutralised(one.passage.text, _WHOLE), _WHOLE_TOKENS),
            short=clip(
                neutralised(one.passage.text[slice(*one.context)] or one.passage.text, _SHORT),
                _SHORT_TOKENS,
            ),
        )
        for one in quotes[:_MOST]
    )


_FACT = 34
_PARTS = 4
_VIEW = 60
_AFFORDANCE = 24
_CHOICES = 20
_PRICES = 8
_COMPANY = 8
_ID = 64
_TELLING = 4  # least letters of a word that names the whole

_HOW = {
    Source.WITNESSED: "saw",
    Source.TOLD: "told",
    Source.OVERHEARD: "overheard",
    Source.READ: "read",
    Source.INNER_VOICE: "inner_voice",
    Source.AUTHORED: "known",
    Source.INFERRED: "inferred",
    Source.OWN: "did",
}
_HOW_BY_KIND = {
    RecordKind.UTTERANCE: "told",
    RecordKind.LINE: "said",
    RecordKind.WHISPER: "inner_voice",
    RecordKind.REFLECTION: "inferred",
    RecordKind.PLAN: "planned",
}
_OF_ONESELF = ("saw", "did", "inferred", "planned")
"""Sources of memories in the character's own words, which may contain its name."""
_BY_ONESELF = re.compile("you(?:r)?\\b|\N{CJK UNIFIED IDEOGRAPH-4F60}", re.IGNORECASE)
_HEARSAY = ("told", "overheard", "inferred")
DOUBT = 30
"""Trust (0..100) below which heard words are doubted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierView:
    """What a memory supersedes: what the character held until then, and since when."""

    when: MemoryTimeView
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryView:
    """A memory in a prompt: its source `how`, from or to `who` (or empty), `when`, its text.

    `times` is how often the character holds it; `earlier` what it supersedes, if anything. `to` is
    the addressee of overheard words, or empty. `is_doubted`: its speaker is hardly trusted.
    `is_fresh`: recalled since the set before the talk was built; `is_prior`: recalled before
    anything was said. `is_cut`: the text is longer than shown. `score` is that of this recall.
    """

    how: str
    who: str
    when: MemoryTimeView
    text: str
    to: str = ""
    is_doubted: bool = False
    times: int = 1
    earlier: EarlierView | None = None
    is_pinned: bool = False
    is_fresh: bool = False
    is_prior: bool = False
    is_cut: bool = False
    score: float = 0.0
    seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenView:
    """A line of the talk so far; in a circle `to` is its addressee, or empty.

    `is_cut`: the text is longer than shown. `answer` is a line of the character's own in the form
    of an answer, as the model is shown that it gave it; empty for the lines of others.
    """

    speaker: str
    text: str
    to: str = ""
    is_whisper: bool = False
    is_cut: bool = False
    seq: int = 0
    answer: str = ""

    @property
    def is_own(self) -> bool:
        """Whether the character said it."""
        return bool(self.answer)


def town_view(facts: Sequence[TownFact]) -> tuple[TownFact, ...]:
    """Return facts about the town with each text cut to its share."""
    return tuple(
        replace(
            fact,
            name=name_of(fact.name),
            within=tuple(map(name_of, fact.within)),
            about=clip(remembered(fact.about), _FACT),
            owners=tuple(map(name_of, fact.owners[:_PARTS])),
            parts=tuple(map(name_of, fact.parts[:_PARTS])),
            things=tuple(map(name_of, fact.things[:_PARTS])),
            prices=shown_prices(fact.prices, _PRICES),
        )
        for fact in facts
    )


def company_view(scene: ReplyInput) -> tuple[str, ...]:
    """Return the names of the others present, without the character and its partner."""
    absent = {scene.partner.id, str(scene.character.id)}
    names = (name_of(person.name) for person in scene.company if person.id not in absent)
    return tuple(names)[:_COMPANY]


def relation_view(relation: Relation | None) -> Relation | None:
    """Return the relation with its view cut to its share."""
    if relation is None:
        return None
    return replace(relation, view=neutralised(clip(relation.view, _VIEW), 300))


def spoken_view(spoken: Spoken, *, can_act: bool = True) -> SpokenView:
    """Return a line of the talk as data; `can_act` is whether answers have intents."""
    text = remembered(spoken.text)
    if spoken.note:
        text = f"{text} ({remembered(spoken.note)})"
    return SpokenView(
        speaker=name_of(spoken.speaker),
        text=text,
        to=name_of(spoken.to) if spoken.to else "",
        is_whisper=spoken.is_whisper,
        is_cut=_is_cut(spoken.text),
        seq=spoken.seq,
        answer=_answer(spoken, text, can_act=can_act) if spoken.is_own else "",
    )


def _answer(spoken: Spoken, text: str, *, can_act: bool) -> str:
    members: dict[str, JSON] = {"feeling": spoken.feeling or NEUTRAL.label, "say": text}
    if can_act:
        members["intents"] = [
            {"name": one.affordance, "arguments": dict(one.arguments)} for one in spoken.intents
        ]
    return json.dumps(members, ensure_ascii=False)


def memory_views(scene: ReplyInput) -> tuple[MemoryView, ...]:
    """Return the memories of a scene, each with its source, speaker and time."""
    names = {person.id: person.name for person in (*scene.company, scene.partner)}
    name = scene.character.name
    calendar = scene.world.calendar
    return tuple(view_of(one, scene.now, calendar, names, name) for one in scene.recollections)


def answering_views(scene: ReplyInput, views: Sequence[MemoryView]) -> list[MemoryView]:
    """Return those of a scene's memories that may answer: no own lines, and nothing of this talk.

    Where the partner asks for words of their own, only what they told and what is about them.
    """
    said = {line.seq for line in scene.conversation}
    is_of_partner = asks_for_own_words(scene.heard)
    return [
        view
        for view, one in zip(views, (found.memory for found in scene.recollections), strict=True)
        if one.kind is not RecordKind.LINE
        and one.seq not in said
        and (not is_of_partner or scene.partner.id in (one.body.told_by, *one.body.about))
    ]


def view_of(
    found: Recollection | Memory,
    now: datetime,
    calendar: Calendar,
    names: Mapping[str, str],
    own_name: str,
) -> MemoryView:
    """Return a memory as shown to `own_name`; `names` are those of people, by id.

    The result is the same in every question, and from one hour to the next.
    """
    found = unscored(found) if isinstance(found, Memory) else found
    memory = found.memory
    how = _HOW_BY_KIND.get(memory.kind, _HOW[memory.source])
    if memory.source is Source.OVERHEARD:
        how = "half_heard" if memory.body.is_half_heard else "overheard"
    who = ""
    if how == "said":
        who = names.get(memory.body.told_to, "")
    elif how in ("told", "overheard", "half_heard"):
        who = memory.body.speaker or names.get(memory.body.told_by, "")
    to = names.get(memory.body.told_to, "") if how in ("overheard", "half_heard") else ""
    text = remembered(memory.text)
    if how in _OF_ONESELF:
        text = second_person(text, own_name)
        if how in ("saw", "did") and _BY_ONESELF.match(text):
            how = "own"
    if how in ("known", "own", *_OF_ONESELF):
        text = first_person(text)
    return MemoryView(
        how=how,
        who=name_of(who) if who else "",
        when=memory_time_view(memory.created_at, now, calendar),
        text=text,
        to=name_of(to) if to and who else "",
        is_doubted=how in _HEARSAY and memory.body.trust < DOUBT,
        times=found.times,
        earlier=_earlier_view(found.superseded, now, calendar),
        is_pinned=found.is_pinned,
        is_fresh=found.is_fresh,
        is_prior=found.is_prior,
        is_cut=_is_cut(memory.text),
        score=found.score,
        seq=memory.seq,
    )


def _earlier_view(
    superseded: Sequence[Memory], now: datetime, calendar: Calendar
) -> EarlierView | None:
    """Return the newest superseded memory; the character's own lines are no knowledge."""
    older = next((one for one in superseded if one.kind is not RecordKind.LINE), None)
    if older is None:
        return None
    when = memory_time_view(older.created_at, now, calendar)
    return EarlierView(when=when, text=remembered(older.text))


def affordance_view(affordance: Affordance) -> Affordance:
    """Return an action with each text cut to its share."""

    def choices(words: Sequence[str]) -> tuple[str, ...]:
        return tuple(neutralised(word, 40) for word in words[:_CHOICES])

    return replace(
        affordance,
        description=neutralised(clip(affordance.description, _AFFORDANCE), 200),
        parameters=tuple(
            replace(one, options=choices(one.options), entity_kinds=choices(one.entity_kinds))
            for one in affordance.parameters
        ),
    )


def things_view(scene: ReplyInput) -> tuple[Entity, ...]:
    """Return the entities within reach that arguments may name, as data."""
    return tuple(
        _thing_view(entity) for entity in _fitting(scene) if entity.id not in scene.out_of_reach
    )


def named_view(scene: ReplyInput) -> tuple[Entity, ...]:
    """Return the entities out of reach that arguments may name because the words heard do.

    Those whom the character knows to be dead are nowhere.
    """
    heard = frozenset(folded_words(scene.heard))
    dead = {one.id for one in scene.absences if one.availability is Availability.DEAD}
    return tuple(
        _thing_view(entity)
        for entity in _fitting(scene)
        if entity.id in scene.out_of_reach - dead and _is_named(entity, heard)
    )


def _fitting(scene: ReplyInput) -> list[Entity]:
    wanted = [
        parameter
        for affordance in scene.affordances
        for parameter in affordance.parameters
        if parameter.type is ParameterType.ENTITY
    ]
    return [
        entity
        for entity in scene.entities
        if any(not need.entity_kinds or entity.kind in need.entity_kinds for need in wanted)
    ]


def shown_id(entity: Entity) -> str:
    """Return the id of an entity as data."""
    return neutralised(entity.id, _ID)


def _thing_view(entity: Entity) -> Entity:
    return Entity(
        id=shown_id(entity),
        name=name_of(entity.name),
        kind=name_of(entity.kind) if entity.kind else "",
    )


def _is_named(entity: Entity, heard: frozenset[str]) -> bool:
    """Return whether words name an entity: by one of its longer words, or all of a Chinese name."""
    words = folded_words(entity.name)
    return any(len(word) >= _TELLING and word in heard for word in words) or (
        bool(words) and heard.issuperset(words)
    )


def _is_cut(text: str) -> bool:
    return len(text) > REMEMBERED_LIMIT or estimate_tokens(text) > REMEMBERED_TOKENS
