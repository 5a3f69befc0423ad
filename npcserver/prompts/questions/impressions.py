"""The questions after a conversation: what to keep, and what it changes.

Changes of feelings and of beliefs, each bounded, as in AgentGroupChat's reflection; a score that a
model states outright jumps, a change does not.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from npcserver.language.person import second_person
from npcserver.model.feelings import CHANGE, LABELS, NEUTRAL, Belief, Emotion, named
from npcserver.model.inputs import (
    BeliefChange,
    ConversationSummary,
    RelationInput,
    RelationUpdate,
    Spoken,
    SummaryInput,
)
from npcserver.model.job import JobKind
from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import (
    LONGEST_STATEMENT,
    found_object,
    items,
    optional_sentence,
    sameness,
    sentence,
    whole_number,
)
from npcserver.prompts.question import (
    FEWEST,
    NOT_SHOWN,
    ThoughtQuestion,
    cost,
    integer_schema,
    latest_within,
    object_schema,
    views,
)
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.situation import SituationView, shown, situation_view
from npcserver.prompts.texts import mark_of, name_of, slug
from npcserver.prompts.tokens import estimate_tokens
from npcserver.prompts.views import MemoryView, SpokenView, spoken_view

TALK_TOKENS = 3_000
"""Tokens of talk; the last lines are kept."""
_PER_LINE = 8
FEWEST_LINES = 8
"""Lines that are shown in any budget."""

_PLANS = "for_my_plans"
_INTERESTING = "interesting"


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryQuestion(ThoughtQuestion):
    """Ask what of a conversation matters for a character's plans, and what was interesting."""

    template: ClassVar[str] = "summarise"
    asks: ClassVar = SummaryInput
    job: ClassVar = JobKind.SUMMARISE
    temperature: ClassVar = 0.3  # true, not original

    name: str
    situation: SituationView
    partner: str
    conversation: tuple[SpokenView, ...]
    mark: str

    @classmethod
    def of(cls, question: SummaryInput, *_: int) -> Self:
        """Return the question about a talk."""
        situation = question.situation
        return cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            partner=name_of(question.partner.name),
            conversation=_end_of(question.conversation),
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
        """Return the schema of the answer."""
        return object_schema(
            {
                _PLANS: {"type": "string"},
                _INTERESTING: {"type": "string"},
                "importance": integer_schema(1, 10),
            }
        )

    def read(self, text: str) -> ConversationSummary:
        """Return what to keep, either part of which may be empty, or raise `Unparseable`."""
        found = found_object(text, _PLANS, _INTERESTING)
        plans = optional_sentence(found.get(_PLANS))
        interesting = optional_sentence(found.get(_INTERESTING))
        if not plans and not interesting and (plans is None or interesting is None):
            raise Unparseable("neither text is a whole sentence of ordinary length")
        if plans and interesting and sameness(plans) == sameness(interesting):
            interesting = ""
        importance = whole_number(found.get("importance"), 1, 10)
        return ConversationSummary(
            for_plans=plans or "",
            interesting=interesting or "",
            importance=NEUTRAL_IMPORTANCE if importance is None else importance,
        )


def _end_of(conversation: tuple[Spoken, ...]) -> tuple[SpokenView, ...]:
    """Return the last lines that fit in the budget, oldest first."""
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
class StandingView:
    """The relation so far: numbers as in `model.feelings.Standing`, the view as data."""

    affinity: int
    trust: int
    familiarity: int
    view: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicBeliefView:
    """A belief by its topic as shown, with its text and its score (0..100).

    `key` is the topic in the character's records.
    """

    key: str
    topic: str
    text: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationQuestion(ThoughtQuestion):
    """Ask how what happened lately changes what a character thinks of another."""

    template: ClassVar[str] = "relate"
    asks: ClassVar = RelationInput
    job: ClassVar = JobKind.RELATE
    temperature: ClassVar = 0.5

    name: str = field(metadata=NOT_SHOWN)
    situation: SituationView
    other: str
    standing: StandingView
    beliefs: tuple[TopicBeliefView, ...]
    memories: tuple[MemoryView, ...]
    labels: tuple[str, ...]
    most_change: int
    most_beliefs: int
    mark: str

    @classmethod
    def of(cls, question: RelationInput, *_: int) -> Self:
        """Return the question about a relation."""
        situation, standing = question.situation, question.standing
        seen = views(question.memories, situation, (question.other,))
        return cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            other=name_of(question.other.name),
            standing=StandingView(
                affinity=standing.affinity,
                trust=standing.trust,
                familiarity=standing.familiarity,
                view=shown(standing.view, _VIEW),
            ),
            beliefs=tuple(map(_held, question.beliefs[:OFFERED_BELIEFS])),
            memories=latest_within(seen, _MEMORY_TOKENS),
            labels=tuple(LABELS),
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
        return object_schema(
            {
                "affinity": change,
                "trust": change,
                "familiarity": integer_schema(0, CHANGE),
                "view": {"type": "string"},
                "beliefs": {"type": "array", "items": belief, "maxItems": MOST_BELIEFS},
                "feeling": {"type": "string", "enum": list(LABELS)},
            }
        )

    def read(self, text: str) -> RelationUpdate:
        """Return what changed, every number within its bound, or raise `Unparseable`."""
        found = found_object(text, "affinity", "trust")
        affinity = whole_number(found.get("affinity"), -CHANGE, CHANGE)
        trust = whole_number(found.get("trust"), -CHANGE, CHANGE)
        if affinity is None and trust is None:
            raise Unparseable(f"affinity and trust are no whole numbers of at most {CHANGE}")
        return RelationUpdate(
            affinity=affinity or 0,
            trust=trust or 0,
            familiarity=whole_number(found.get("familiarity"), 0, CHANGE) or 0,
            view=second_person(optional_sentence(found.get("view")) or "", self.name),
            beliefs=self._beliefs(found.get("beliefs")),
            feeling=_feeling(found.get("feeling")),
        )

    def _beliefs(self, value: object) -> tuple[BeliefChange, ...]:
        """Return the first valid changes, one for each topic."""
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


def _held(belief: Belief) -> TopicBeliefView:
    return TopicBeliefView(
        key=belief.topic,
        topic=slug(belief.topic) or name_of(belief.topic),
        text=shown(belief.text, _BELIEF),
        score=belief.score,
    )


def _feeling(value: object) -> Emotion:
    label = value.get("label") if isinstance(value, dict) else value
    label = label.strip().lower() if isinstance(label, str) else ""
    return named(label) if label in LABELS else NEUTRAL
