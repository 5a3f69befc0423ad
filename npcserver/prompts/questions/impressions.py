"""The questions after a conversation: what to keep, and what it changes.

Changes of feelings and of beliefs, each bounded, as in AgentGroupChat's reflection; a score that a
model states outright jumps, a change does not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from npcserver.language.person import second_person
from npcserver.model.feelings import CHANGE, LABELS, NEUTRAL, Standing, named
from npcserver.model.inputs import (
    MOST_RETOLD,
    AxisChange,
    BeliefChange,
    ConversationSummary,
    RelationInput,
    RelationUpdate,
    Spoken,
    SummaryInput,
)
from npcserver.model.job import JobKind
from npcserver.model.relation_axes import score_of
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import (
    LONGEST_STATEMENT,
    found_object,
    items,
    optional_sentence,
    read_answer,
    repeats,
    sameness,
    sentence,
    whole_number,
)
from npcserver.prompts.question import (
    FEWEST,
    NOT_SHOWN,
    SituationQuestion,
    cost,
    latest_within,
    views,
)
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import integer_schema, object_schema, schema_of
from npcserver.prompts.situation import (
    TopicBeliefView,
    shown,
    situation_view,
    topic_belief_view,
)
from npcserver.prompts.texts import mark_of, name_of, slug
from npcserver.prompts.tokens import estimate_tokens
from npcserver.prompts.views import MemoryView, SpokenView, spoken_view

TALK_TOKENS = 3_000
"""Tokens of talk; the last lines are kept."""
_PER_LINE = 8
_RETOLD = 80  # tokens of a line, and of the memory that it passed on
FEWEST_LINES = 8
"""Lines that are shown in any budget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryQuestion(SituationQuestion):
    """Ask what of a conversation matters for a character's plans, and what was interesting."""

    template: ClassVar[str] = "summarise"
    asks: ClassVar = SummaryInput
    answer: ClassVar = ConversationSummary
    job: ClassVar = JobKind.SUMMARISE
    temperature: ClassVar = 0.3  # true, not original

    name: str
    partner: str
    conversation: tuple[SpokenView, ...]
    retold: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, question: SummaryInput, *_: int) -> Self:
        """Return the question about a talk."""
        situation = question.situation
        return cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            partner=name_of(question.partner.name),
            conversation=_end_of(question.conversation),
            retold=tuple(
                (shown(said, _RETOLD), shown(text, _RETOLD))
                for said, text in question.retold[:MOST_RETOLD]
            ),
            mark=mark_of(situation),
        )

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question without its oldest line, and the tokens saved."""
        if len(self.conversation) <= FEWEST_LINES:
            return None
        line = self.conversation[0]
        saved = estimate_tokens(line.text) + _PER_LINE
        return replace(self, conversation=self.conversation[1:]), saved

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer; without what changed where nothing was retold."""
        whole = schema_of(ConversationSummary)
        members = whole["properties"]
        if self.retold or not isinstance(members, dict):
            return whole
        return object_schema({name: one for name, one in members.items() if name != "changed"})

    def read(self, text: str) -> ConversationSummary:
        """Return what to keep, either part of which may be empty, or raise `Unparseable`.

        What only repeats its own lines, or what it has in mind anyway, is left out. In the words
        of another it stays, and strengthens the memory of them.
        """
        summary = read_answer(ConversationSummary, schema_of(ConversationSummary), text)
        known = range(1, len(self.retold) + 1)
        changed = tuple(one for one in summary.changed if one in known)
        persona = self.situation.persona
        seen = (
            *(line.text for line in self.conversation if line.speaker == self.name),
            *(one for both in self.retold for one in both),
            *(self.situation.currently, persona.background, *persona.goals),
        )
        plans, interesting = (
            "" if repeats(one, seen) else one for one in (summary.for_my_plans, summary.interesting)
        )
        if sameness(plans) == sameness(interesting):
            interesting = ""
        return replace(summary, changed=changed, for_my_plans=plans, interesting=interesting)


def _end_of(conversation: tuple[Spoken, ...]) -> tuple[SpokenView, ...]:
    left = TALK_TOKENS
    kept: list[SpokenView] = []
    for line in reversed(conversation):
        view = spoken_view(line)
        left -= estimate_tokens(view.text) + _PER_LINE
        if left < 0:
            break
        kept.append(view)
    return tuple(reversed(kept))


MOST_BELIEFS = 3
"""Beliefs that one answer may change."""
OFFERED_BELIEFS = 10

_MEMORY_TOKENS = 2_500
_VIEW = 60
_BELIEF = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisView:
    """An axis of the world, and the score on it."""

    name: str
    score: int
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationQuestion(SituationQuestion):
    """Ask how what happened lately changes what a character thinks of another."""

    template: ClassVar[str] = "relate"
    asks: ClassVar = RelationInput
    job: ClassVar = JobKind.RELATE
    temperature: ClassVar = 0.5

    name: str = field(metadata=NOT_SHOWN)
    other: str
    standing: Standing
    beliefs: tuple[TopicBeliefView, ...]
    memories: tuple[MemoryView, ...]
    labels: tuple[str, ...]
    axes: tuple[AxisView, ...]
    most_change: int
    most_beliefs: int

    @classmethod
    def of(cls, question: RelationInput, *_: int) -> Self:
        """Return the question about a relation."""
        situation, standing = question.situation, question.standing
        seen = views(question.memories, situation, (question.other,))
        return cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            other=name_of(question.other.name),
            standing=replace(standing, view=shown(standing.view, _VIEW)),
            beliefs=tuple(
                topic_belief_view(one, shown(one.text, _BELIEF))
                for one in question.beliefs[:OFFERED_BELIEFS]
            ),
            memories=latest_within(seen, _MEMORY_TOKENS),
            labels=tuple(LABELS),
            axes=tuple(
                AxisView(
                    name=one.name,
                    score=score_of(standing, one),
                    low=one.low,
                    high=one.high,
                )
                for one in situation.world.axes
            ),
            most_change=CHANGE,
            most_beliefs=MOST_BELIEFS,
            mark=mark_of(situation),
        )

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question without its oldest memory, and the tokens saved."""
        if len(self.memories) <= FEWEST:
            return None
        return replace(self, memories=self.memories[1:]), cost(self.memories[0])

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer."""
        change: JSON = integer_schema(-CHANGE, CHANGE)
        belief: JSON = object_schema(
            {"topic": {"type": "string"}, "text": {"type": "string"}, "change": change}
        )
        axes: dict[str, JSON] = {}
        if self.axes:
            axes["axes"] = object_schema({one.name: change for one in self.axes})
        return object_schema(
            {
                "affinity": change,
                "trust": change,
                "familiarity": integer_schema(0, CHANGE),
                "view": {"type": "string"},
                "beliefs": {"type": "array", "items": belief, "maxItems": MOST_BELIEFS},
                "feeling": {"type": "string", "enum": list(LABELS)},
                **axes,
            }
        )

    def read(self, text: str) -> RelationUpdate:
        """Return what changed, every number within its bound, or raise `Unparseable`."""
        found = found_object(text, "affinity", "trust")
        affinity = whole_number(found.get("affinity"), -CHANGE, CHANGE)
        trust = whole_number(found.get("trust"), -CHANGE, CHANGE)
        if affinity is None and trust is None:
            raise Unparseable(f"affinity and trust are no whole numbers of at most {CHANGE}")
        feeling = found.get("feeling")
        label = str(feeling.get("label") if isinstance(feeling, dict) else feeling).strip().lower()
        return RelationUpdate(
            affinity=affinity or 0,
            trust=trust or 0,
            familiarity=whole_number(found.get("familiarity"), 0, CHANGE) or 0,
            view=second_person(optional_sentence(found.get("view")) or "", self.name),
            beliefs=self._beliefs(found.get("beliefs")),
            feeling=NEUTRAL if label not in LABELS else named(label),
            axes=tuple(self._axes(found.get("axes"))),
        )

    def _axes(self, value: object) -> Iterator[AxisChange]:
        moved = value if isinstance(value, dict) else {}
        for axis in self.axes:
            change = whole_number(moved.get(axis.name), -CHANGE, CHANGE)
            if change:
                yield AxisChange(axis.name, change)

    def _beliefs(self, value: object) -> tuple[BeliefChange, ...]:
        changes: dict[str, BeliefChange] = {}
        for item in items(value):
            change = self._belief(item) if isinstance(item, dict) else None
            if change is not None:
                changes.setdefault(change.topic, change)
        return tuple(changes.values())[:MOST_BELIEFS]

    def _belief(self, item: Mapping[str, object]) -> BeliefChange | None:
        said = item.get("topic")
        topic = slug(said) if isinstance(said, str) else ""
        change = whole_number(item.get("change"), -CHANGE, CHANGE)
        if not topic or change is None:
            return None
        known = next((belief.key for belief in self.beliefs if belief.topic == topic), None)
        if known is not None:
            return BeliefChange(topic=known, change=change) if change else None
        text = sentence(item.get("text"), LONGEST_STATEMENT)
        return None if text is None else BeliefChange(topic=topic, change=change, text=text)
