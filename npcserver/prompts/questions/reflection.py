"""The two questions of a reflection (Generative Agents, section 4.2).

An insight names the memories it rests on by their numbers in the prompt, which count from 1. The
released code numbers its statements from 0 and shows an example that counts from 1, so its
evidence is off by one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from npcserver.language import expression
from npcserver.model.inputs import FocalQuestionsInput, Insight, InsightsInput
from npcserver.model.job import JobKind
from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import (
    distinct,
    found_object,
    items,
    sameness,
    sentence,
    whole_number,
)
from npcserver.prompts.question import (
    FEWEST,
    MEMORY_TOKENS,
    NOT_SHOWN,
    SituationQuestion,
    as_one,
    by_time,
    cost,
    first_within,
    latest_within,
    together,
    views,
)
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import integer_schema, object_schema
from npcserver.prompts.situation import situation_view
from npcserver.prompts.texts import mark_of, name_of, neutralised
from npcserver.prompts.views import MemoryView

COUNT = 3
"""Questions asked for."""
FEWEST_QUESTIONS = 2
"""Fewest questions that are accepted without asking again."""
LONGEST = 240
"""Characters of a question."""
MOST_MEMORIES = 100
"""Latest memories in the prompt."""

_QUESTION_KEYS = ("questions", "focal_points")
_QUESTION_TEXTS = ("question", "text")


@dataclass(frozen=True, slots=True, kw_only=True)
class FocalPointsQuestion(SituationQuestion):
    """Ask for the most salient high-level questions that the latest memories raise."""

    template: ClassVar[str] = "questions"
    asks: ClassVar = FocalQuestionsInput
    job: ClassVar = JobKind.REFLECT

    memories: tuple[MemoryView, ...]
    count: int

    @classmethod
    def of(cls, question: FocalQuestionsInput, *_: int) -> Self:
        """Return the question; the oldest memories are left out where there are too many."""
        situation = question.situation
        latest = question.memories[-MOST_MEMORIES:]
        seen = views(latest, situation)
        lines = tuple(as_one([seen[place] for place in places]) for places in together(latest))
        return cls(
            situation=situation_view(situation),
            memories=latest_within(lines),
            count=COUNT,
            mark=mark_of(situation),
        )

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question without its oldest memory, and the tokens saved."""
        if len(self.memories) <= FEWEST:
            return None
        return replace(self, memories=self.memories[1:]), cost(self.memories[0])

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer."""
        texts: JSON = {"type": "string"}
        return object_schema(
            {"questions": {"type": "array", "items": texts, "minItems": COUNT, "maxItems": COUNT}}
        )

    def read(self, text: str) -> tuple[str, ...]:
        """Return `COUNT` questions, one less at worst, or raise `Unparseable`."""
        found = found_object(text, *_QUESTION_KEYS)
        listed = next((found[key] for key in _QUESTION_KEYS if key in found), None)
        told = (
            next((item[key] for key in _QUESTION_TEXTS if key in item), None)
            if isinstance(item, dict)
            else item
            for item in items(listed)
        )
        read = (sentence(one, LONGEST) for one in told)
        questions = distinct([question for question in read if question is not None])
        if len(questions) < FEWEST_QUESTIONS:
            raise Unparseable(f"{len(questions)} questions in whole words where {COUNT} are asked")
        return questions[:COUNT]


MOST = 5
"""Insights in one answer, for all questions together."""
MOST_EVIDENCE = 8
"""Memories that one insight may name."""
_FEWEST_WORDS = 3

_INSIGHT_KEYS = ("insights", "reflections")
_INSIGHT_TEXTS = ("insight", "text", "statement")
_REASONS = ("because", "evidence", "because_of")
_IN_WORDS = re.compile(
    rf"\s*[(\uff08\[]\s*(?:{expression('answers', 'because')})"
    r"[:\uff1a]?\s*([\d\s,\uff0c\u3001#and&]*\d)\s*[)\uff09\]]\s*[.\u3002]?\s*$",
    re.IGNORECASE,
)


Evidence = tuple[int, MemoryView, tuple[int, ...]]
"""A line: the index of its question, its memory, and its indices in the input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRow:
    """A line of evidence: its number in the prompt, and the indices in the input it stands for.

    Deeds of one person in one hour share a line.
    """

    number: int
    memory: MemoryView
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """A question with the memories that were recalled for it first, oldest first."""

    question: str
    rows: tuple[EvidenceRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InsightsQuestion(SituationQuestion):
    """Ask for insights that answer some questions, each resting on numbered memories.

    `evidence` are lines with the question they belong to and their places in the material, best
    first and in turn for each question.
    """

    template: ClassVar[str] = "insights"
    asks: ClassVar = InsightsInput
    job: ClassVar = JobKind.REFLECT

    name: str
    groups: tuple[QuestionView, ...]
    evidence: tuple[Evidence, ...] = field(metadata=NOT_SHOWN)
    most: int

    @classmethod
    def of(cls, question: InsightsInput, *_: int) -> Self:
        """Return the question about the evidence."""
        situation = question.situation
        lines = _lines(question)
        shown = first_within([view for _, view, _ in lines], MEMORY_TOKENS)
        evidence = tuple(
            (asked, view, places) for (asked, _, places), view in zip(lines, shown, strict=False)
        )
        questions = [neutralised(question, LONGEST) for question in question.questions]
        return cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            groups=_groups(questions, evidence),
            evidence=evidence,
            most=MOST,
            mark=mark_of(situation),
        )

    @property
    def count(self) -> int:
        """The number of lines."""
        return len(self.evidence)

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question without its weakest line, and the tokens saved."""
        if len(self.evidence) <= FEWEST:
            return None
        evidence = self.evidence[:-1]
        groups = _groups([group.question for group in self.groups], evidence)
        return replace(self, evidence=evidence, groups=groups), cost(self.evidence[-1][1])

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer."""
        number: JSON = integer_schema(1, max(self.count, 1))
        because: JSON = {"type": "array", "items": number, "minItems": 1, "maxItems": MOST_EVIDENCE}
        insight: JSON = object_schema(
            {"insight": {"type": "string"}, "because": because, "importance": integer_schema(1, 10)}
        )
        return object_schema({"insights": {"type": "array", "items": insight, "maxItems": MOST}})

    def read(self, text: str) -> tuple[Insight, ...]:
        """Return at most `MOST` insights, each with evidence, or raise `Unparseable`.

        One that is no whole sentence, repeats another, or has no evidence is left out.
        """
        found = found_object(text, *_INSIGHT_KEYS, *_INSIGHT_TEXTS)
        listed = next((found[key] for key in _INSIGHT_KEYS if key in found), found)
        insights: dict[str, Insight] = {}
        for item in items(listed):
            insight = self._insight(item)
            if insight is not None:
                insights.setdefault(sameness(insight.text), insight)
        if not insights:
            raise Unparseable(
                "no insight in a whole sentence that names memories by numbers "
                f"from 1 to {self.count}"
            )
        return tuple(insights.values())[:MOST]

    def _insight(self, item: object) -> Insight | None:
        members = item if isinstance(item, dict) else {"insight": item}
        said = next((members[key] for key in _INSIGHT_TEXTS if key in members), None)
        reasons = next((members[key] for key in _REASONS if key in members), None)
        if isinstance(said, str) and (match := _IN_WORDS.search(said)) is not None:
            said = said[: match.start()]
            reasons = match[1] if reasons is None else reasons
        text = sentence(said, words=_FEWEST_WORDS)
        evidence = self._evidence(reasons)
        if text is None or not evidence:
            return None
        importance = whole_number(members.get("importance"), 1, 10)
        return Insight(
            text=text,
            evidence=evidence,
            importance=NEUTRAL_IMPORTANCE if importance is None else importance,
        )

    def _evidence(self, reasons: object) -> tuple[int, ...]:
        """Return indices from 0 for numbers from 1; any other number is dropped."""
        if isinstance(reasons, str):
            reasons = re.findall(r"(?<![\d.\-])\d{1,4}(?![\d.]\d)", reasons)
        rows = {row.number: row for group in self.groups for row in group.rows}
        named = (rows.get(_number(reason)) for reason in items(reasons))
        places = (place for row in named if row is not None for place in row.places)
        return tuple(dict.fromkeys(places))[:MOST_EVIDENCE]


def _groups(questions: Sequence[str], evidence: Sequence[Evidence]) -> tuple[QuestionView, ...]:
    found: list[QuestionView] = []
    number = 0
    for place, question in enumerate(questions):
        own = [(view, places) for asked, view, places in evidence if asked == place]
        rows: list[EvidenceRow] = []
        for view in by_time([view for view, _ in own]):
            number += 1
            at = next(at for at, (one, _) in enumerate(own) if one is view)
            rows.append(EvidenceRow(number=number, memory=view, places=own.pop(at)[1]))
        found.append(QuestionView(question=question, rows=tuple(rows)))
    return tuple(found)


def _lines(question: InsightsInput) -> list[Evidence]:
    """Return the evidence in lines, the best of each question before the second best of any."""
    seen = views(question.evidence, question.situation)
    last = len(question.questions) - 1
    asked = [
        min(question.asked[place], last) if place < len(question.asked) else 0
        for place in range(len(seen))
    ]
    ranks: dict[int, int] = {}
    ranked: list[tuple[int, int, MemoryView, tuple[int, ...]]] = []
    for places in together(question.evidence):
        number = asked[places[0]]
        ranks[number] = rank = ranks.get(number, -1) + 1
        ranked.append((rank, number, as_one([seen[place] for place in places]), places))
    ranked.sort(key=lambda line: line[:2])
    return [line[1:] for line in ranked]


def _number(reason: object) -> int:
    if isinstance(reason, str):
        match = re.fullmatch(r"\s*(?:#|memory\s*)?(\d{1,4})\s*", reason, re.IGNORECASE)
        return int(match[1]) if match else 0
    if isinstance(reason, float) and reason.is_integer():
        return int(reason)
    return reason if isinstance(reason, int) and not isinstance(reason, bool) else 0
