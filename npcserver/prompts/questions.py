"""The question what a character wonders about (Generative Agents, section 4.2, first step)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from npcserver.model.pondering import Wondering
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import distinct, found_object, items, sentence
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.evidence import (
    FEWEST as FEWEST_MEMORIES,
)
from npcserver.prompts.evidence import as_one, cost, latest_within, together, views
from npcserver.prompts.putting import Put, object_schema
from npcserver.prompts.situation import SituationView, situation_view
from npcserver.prompts.spoken import mark_of
from npcserver.prompts.views import MemoryView

COUNT = 3
"""Questions asked for."""
FEWEST = 2
"""Questions to be content with, rather than to ask once more."""
LONGEST = 240
"""Characters of a question."""
MOST_MEMORIES = 100
"""Latest memories that are looked back on."""

_KEYS = ("questions", "focal_points")
_TEXTS = ("question", "text")


@dataclass(frozen=True, slots=True, kw_only=True)
class WonderAbout(Put):
    """Ask for the most salient high-level questions that the latest memories raise."""

    template: ClassVar[str] = "questions"

    situation: SituationView
    memories: tuple[MemoryView, ...]
    count: int
    mark: str

    @classmethod
    def of(cls, material: Wondering) -> Self:
        """Put the question; the oldest memories are left out where there are too many."""
        situation = material.situation
        latest = material.memories[-MOST_MEMORIES:]
        seen = views(latest, situation)
        lines = tuple(as_one([seen[place] for place in places]) for places in together(latest))
        return cls(
            situation=situation_view(situation),
            memories=latest_within(lines),
            count=COUNT,
            mark=mark_of(situation),
        )

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question without its oldest memory."""
        if len(self.memories) <= FEWEST_MEMORIES:
            return None
        return replace(self, memories=self.memories[1:]), cost(self.memories[0])

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        texts: JSON = {"type": "string"}
        return object_schema(
            {"questions": {"type": "array", "items": texts, "minItems": COUNT, "maxItems": COUNT}}
        )

    def read(self, text: str) -> tuple[str, ...]:
        """Return `COUNT` questions, one less at worst, or raise `Unparseable`."""
        found = found_object(text, *_KEYS)
        listed = next((found[key] for key in _KEYS if key in found), None)
        read = (sentence(_text(item), LONGEST) for item in items(listed))
        questions = distinct([question for question in read if question is not None])
        if len(questions) < FEWEST:
            raise Unparseable(f"{len(questions)} questions in whole words where {COUNT} are asked")
        return questions[:COUNT]


def _text(item: object) -> object:
    if isinstance(item, dict):
        return next((item[key] for key in _TEXTS if key in item), None)
    return item
