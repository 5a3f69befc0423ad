"""What all questions of thought have in common: variables, memories, and schemas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from npcserver.language.scripts import FULL_STOPS
from npcserver.model.character import Person
from npcserver.model.inputs import Situation
from npcserver.model.job import JobKind
from npcserver.model.memory import Memory, Recollection
from npcserver.model.question import TypedQuestion
from npcserver.model.record import RecordKind, Source
from npcserver.ports.language_model import JSON, Message, fixed_budget
from npcserver.prompts.answer import read_answer
from npcserver.prompts.schemas import schema_of
from npcserver.prompts.situation import SituationView
from npcserver.prompts.tokens import cut_at_sentence, estimate_tokens, line_tokens, prompt_tokens
from npcserver.prompts.views import MemoryView, view_of

if TYPE_CHECKING:  # it imports Jinja
    from npcserver.prompts.render import Templates

MEMORY_TOKENS = 2_400
"""Most tokens for the memories of one question; persona and form need 700 more."""
FEWEST = 6
"""Memories that are shown in any budget."""

_LENGTHS = (300, 150, 100, 60)  # tokens of one memory; one cut shorter says nothing
_SEEN = (Source.WITNESSED, Source.OWN)
_MOST_AT_ONCE = 8  # deeds of one hour that are listed in one line


def views(
    memories: Sequence[Memory | Recollection], situation: Situation, others: Sequence[Person] = ()
) -> tuple[MemoryView, ...]:
    """Return memories as prompts show them; `others` are further people whose names are known."""
    bodies = (one.memory.body if isinstance(one, Recollection) else one.body for one in memories)
    heard = {body.told_by: body.speaker for body in bodies if body.told_by and body.speaker}
    names = {**heard, **names_of(situation, others)}
    now, name, calendar = situation.now, situation.character.name, situation.world.calendar
    return tuple(view_of(memory, now, calendar, names, name) for memory in memories)


def but_plans(recollections: Sequence[Recollection]) -> tuple[Recollection, ...]:
    """Return recollections without plans, for questions that show the plan on its own."""
    return tuple(one for one in recollections if one.memory.kind is not RecordKind.PLAN)


def names_of(situation: Situation, others: Sequence[Person] = ()) -> Mapping[str, str]:
    """Return the names of those around and of `others`, by id."""
    people = (*others, *situation.company)
    return {person.id: person.name for person in people}


def latest_within(
    memories: Sequence[MemoryView], budget: int = MEMORY_TOKENS
) -> tuple[MemoryView, ...]:
    """Return memories, oldest first; where there are too many the oldest are left out.

    `budget` is in tokens.
    """
    return first_within(memories[::-1], budget)[::-1]


def first_within(
    memories: Sequence[MemoryView], budget: int = MEMORY_TOKENS
) -> tuple[MemoryView, ...]:
    """Return memories, best first; where there are too many the last are left out.

    All stay whole where they fit in `budget` tokens; else long ones are cut, and `FEWEST` are shown
    in any case.
    """
    for tokens in _LENGTHS:
        cut = [shortened(memory, tokens) for memory in memories]
        if sum(map(cost, cut)) <= budget:
            return tuple(cut)
    kept: list[MemoryView] = []
    for memory in cut:
        budget -= cost(memory)
        if budget < 0 and len(kept) >= FEWEST:
            break
        kept.append(memory)
    return tuple(kept)


def cost(memory: MemoryView) -> int:
    """Estimate the tokens of a memory as a line of a prompt."""
    earlier = memory.earlier
    return line_tokens(memory.text) + (0 if earlier is None else line_tokens(earlier.text))


def shortened(memory: MemoryView, tokens: int) -> MemoryView:
    """Return a memory with its text, and what it contradicts, cut to some tokens each."""
    earlier = memory.earlier
    if earlier is not None:
        earlier = replace(earlier, text=cut_at_sentence(earlier.text, tokens))
    return replace(memory, text=cut_at_sentence(memory.text, tokens), earlier=earlier)


def by_time(memories: Sequence[MemoryView]) -> tuple[MemoryView, ...]:
    """Return memories in the order of listing: seed memories first, then oldest first."""

    def moment(memory: MemoryView) -> tuple[bool, int, int, int, str]:
        at = memory.when.at
        return memory.how != "known", at.year, at.month, at.day, at.clock

    return tuple(sorted(memories, key=moment))


def together(memories: Sequence[Memory]) -> tuple[tuple[int, ...], ...]:
    """Return the places of memories that share one line, in the order of their first.

    Such are the standing deeds of one person within one hour: many almost equal lines would crowd
    out what happened once.
    """
    found: dict[tuple[object, ...], list[int]] = {}
    for place, memory in enumerate(memories):
        body = memory.body
        is_deed = body.is_standing and body.source in _SEEN and len(body.about) == 1
        hour = memory.created_at.replace(minute=0, second=0, microsecond=0)
        key = (body.source, body.about, hour) if is_deed else (place,)
        found.setdefault(key, []).append(place)
    return tuple(tuple(places) for places in found.values())


def as_one(memories: Sequence[MemoryView]) -> MemoryView:
    """Return memories of one hour as one, in order of time, each text once."""
    ordered = by_time(memories)
    texts = dict.fromkeys(memory.text.rstrip(f" {FULL_STOPS}") for memory in ordered)
    if len(texts) == 1:
        return ordered[0]
    return replace(ordered[0], text="; ".join(list(texts)[:_MOST_AT_ONCE]))


PROMPT_TOKENS = 8192
WHOLE_PROMPT = fixed_budget(PROMPT_TOKENS)
"""Tokens of a prompt by default, by estimate."""

NOT_SHOWN = MappingProxyType({"is_shown": False})
"""Metadata of a field that limits a question and is no variable of its template."""


L = TypeVar("L", bound="ThoughtQuestion")

_RULES = 1_000  # tokens of rules, schema, headings and marks
_PER_TEXT = 3  # tokens around each text
_NEVER_SHOWN = frozenset(
    ("relations", "greetings", "fallback_lines", "affordances", "entities", "labels", "status")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtQuestion:
    """The common part of all thought questions.

    `template` is the name of their template file, `asks` the input that they are put from, `answer`
    the type that schema and reader follow from, unless a question has its own, and `job` the
    background job that asks them, if one does.
    """

    template: ClassVar[str]
    asks: ClassVar[type[TypedQuestion[Any]]]
    answer: ClassVar[type]
    job: ClassVar[JobKind | None] = None

    @classmethod
    def of(cls, question: Any, tokens: int = PROMPT_TOKENS, /) -> Self:
        """Return the question for an input; its prompt may have about so many tokens."""
        raise NotImplementedError

    @property
    def temperature(self) -> float | None:
        """The temperature of an answer, or None for that of the settings."""
        return None

    @property
    def schema_name(self) -> str:
        """The name by which an endpoint is told the form of answers."""
        return self.template

    def within(self, templates: "Templates", language: str, tokens: int) -> tuple[Self, int]:
        """Return the question cut to a prompt of `tokens`, and how many items were left out.

        Memories, or lines of talk, are removed one by one, the weakest or oldest first, down to a
        few that always stay.
        """
        question, left_out = self, 0
        while (over := prompt_tokens(question.messages(templates, language)) - tokens) > 0:
            while over > 0 and (fewer := question.lighter()) is not None:
                question, saved = fewer
                over -= saved
                left_out += 1
            if over > 0:
                break
        return question, left_out

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question without its weakest part, and the tokens saved; None at the floor."""
        return None

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer."""
        return schema_of(self.answer)

    def read(self, text: str) -> Any:
        """Return the answer in a text, or raise `Unparseable`."""
        return read_answer(self.answer, self.schema(), text)

    def messages(self, templates: "Templates", language: str) -> tuple[Message, ...]:
        """Render the question: first who thinks and the schema, then situation and input."""
        variables = self.variables()
        return tuple(
            Message(role, templates.render(self.template, language, variables, block=role))
            for role in ("system", "user")
        )

    def complaint(self, templates: "Templates", language: str, problem: str) -> Message:
        """Render the reply to a model whose answer was unreadable; `problem` has no quotation."""
        variables = {**self.variables(), "problem": problem}
        text = templates.render(self.template, language, variables, block="complaint")
        return Message("user", text)

    def variables(self) -> dict[str, object]:
        """Return what the template is given."""
        shown = (one.name for one in fields(self) if one.metadata.get("is_shown", True))
        return {name: getattr(self, name) for name in shown}


@dataclass(frozen=True, slots=True, kw_only=True)
class SituationQuestion(ThoughtQuestion):
    """The common part of questions to a character; `mark` is that of the data in its prompt."""

    situation: SituationView
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryQuestion(SituationQuestion):
    """The common part of questions that rest on `memories`, best first.

    They are listed oldest first: a prompt with the same ones again has the same prefix.
    """

    memories: tuple[MemoryView, ...]

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question without its weakest memory, and the tokens saved."""
        if len(self.memories) <= FEWEST:
            return None
        return replace(self, memories=self.memories[:-1]), cost(self.memories[-1])

    def variables(self) -> dict[str, object]:
        """Return what the template is given, the memories oldest first."""
        return {**ThoughtQuestion.variables(self), "memories": by_time(self.memories)}


def reduced(question: L, tokens: int) -> L:
    """Return a question with as many items as fit in so many tokens, by estimate; or its floors."""
    over = _RULES + _words_in(question) - tokens
    while over > 0 and (lighter := question.lighter()) is not None:
        question, saved = lighter
        over -= saved
    return question


def _words_in(value: object) -> int:
    if isinstance(value, str):
        return estimate_tokens(value) + _PER_TEXT if value else 0
    if isinstance(value, tuple):
        return sum(map(_words_in, value))
    if is_dataclass(value):
        return sum(
            _words_in(getattr(value, field.name))
            for field in fields(value)
            if field.name not in _NEVER_SHOWN
        )
    return 0
