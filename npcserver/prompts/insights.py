"""The question what follows from memories (Generative Agents, section 4.2, second step).

An insight names the memories it rests on by their numbers in the prompt, which count from 1. The
released code numbers its statements from 0 and shows an example that counts from 1, so its
evidence is off by one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.model.pondering import Inferring, Insight
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object, items, sameness, sentence, whole_number
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.evidence import first_within, views
from npcserver.prompts.putting import Put, integer_schema, object_schema
from npcserver.prompts.questions import LONGEST
from npcserver.prompts.situation import SituationView, situation_view
from npcserver.prompts.spoken import mark_of, name_of, neutralised
from npcserver.prompts.views import MemoryView

MOST = 5
"""Insights of one answer, for all questions together."""
MOST_EVIDENCE = 8
"""Memories that one insight may name."""
_FEWEST_WORDS = 3

_KEYS = ("insights", "reflections")
_TEXTS = ("insight", "text", "statement")
_REASONS = ("because", "evidence", "because_of")
_IN_WORDS = re.compile(
    r"\s*[(\uff08\[]\s*(?:because(?: of)?|based on|evidence|\u56e0\u4e3a|\u4f9d\u636e|\u6839\u636e)"
    r"[:\uff1a]?\s*([\d\s,\uff0c\u3001#and&]*\d)\s*[)\uff09\]]\s*[.\u3002]?\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class InferInsights(Put):
    """Ask for insights that answer some questions, each resting on numbered memories.

    `memories` are those of the material from the first on, as many as there was room for, so a
    number in the prompt is a place in the material.
    """

    template: ClassVar[str] = "insights"

    name: str
    situation: SituationView
    questions: tuple[str, ...]
    memories: tuple[MemoryView, ...]
    most: int
    mark: str

    @classmethod
    def of(cls, material: Inferring) -> Self:
        """Put the question."""
        situation = material.situation
        return cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            questions=tuple(neutralised(question, LONGEST) for question in material.questions),
            memories=first_within(views(material.evidence, situation)),
            most=MOST,
            mark=mark_of(situation),
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        number: JSON = integer_schema(1, max(len(self.memories), 1))
        because: JSON = {
            "type": "array",
            "items": number,
            "minItems": 1,
            "maxItems": MOST_EVIDENCE,
        }
        insight: JSON = object_schema(
            {
                "insight": {"type": "string"},
                "because": because,
                "importance": integer_schema(1, 10),
            }
        )
        return object_schema({"insights": {"type": "array", "items": insight, "maxItems": MOST}})

    def read(self, text: str) -> tuple[Insight, ...]:
        """Return at most `MOST` insights, each with evidence, or raise `Unparseable`.

        What is no whole sentence, repeats another, or rests on nothing is left out.
        """
        found = found_object(text, *_KEYS, *_TEXTS)
        listed = next((found[key] for key in _KEYS if key in found), found)
        insights: dict[str, Insight] = {}
        for item in items(listed):
            insight = self._insight(item)
            if insight is not None:
                insights.setdefault(sameness(insight.text), insight)
        if not insights:
            raise Unparseable(
                "no insight in a whole sentence that names memories by numbers "
                f"from 1 to {len(self.memories)}"
            )
        return tuple(insights.values())[:MOST]

    def _insight(self, item: object) -> Insight | None:
        members = item if isinstance(item, dict) else {"insight": item}
        said = next((members[key] for key in _TEXTS if key in members), None)
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
        """Return places from 0 of what is named by numbers from 1; any other number is dropped."""
        if isinstance(reasons, str):
            reasons = re.findall(r"(?<![\d.\-])\d{1,4}(?![\d.]\d)", reasons)
        numbers = (_number(reason) for reason in items(reasons))
        places = (number - 1 for number in numbers if 1 <= number <= len(self.memories))
        return tuple(dict.fromkeys(places))[:MOST_EVIDENCE]


def _number(reason: object) -> int:
    """Return the number of a memory, 0 for what is none."""
    if isinstance(reason, str):
        match = re.fullmatch(r"\s*(?:#|memory\s*)?(\d{1,4})\s*", reason, re.IGNORECASE)
        return int(match[1]) if match else 0
    if isinstance(reason, float) and reason.is_integer():
        return int(reason)
    return reason if isinstance(reason, int) and not isinstance(reason, bool) else 0
