"""The question of how important memories are (Generative Agents, section 4.1), many at a time."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.model.character import Persona
from npcserver.model.inputs import RatingInput
from npcserver.model.job import JobKind
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object
from npcserver.prompts.question import ThoughtQuestion
from npcserver.prompts.reply import ratings_schema
from npcserver.prompts.reply_reader import Unparseable, rating
from npcserver.prompts.texts import WHOLE, persona_view, remembered, token

MOST_STATEMENTS = 20
"""Statements in one question; models lose count beyond."""

_BARE_LIST = re.compile(r"\[\s*\d{1,2}(?:\s*,\s*\d{1,2})*\s*\]")
_NUMBERED = re.compile(r"(?m)^\s*(\d{1,2})\s*[.:)\-\uff1a]\s*(\d{1,2})\s*(?:/\s*10)?\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportanceQuestion(ThoughtQuestion):
    """Ask how poignant each of up to `MOST_STATEMENTS` memories of one character is."""

    template: ClassVar[str] = "importance"
    asks: ClassVar = RatingInput
    job: ClassVar = JobKind.DIGEST
    temperature: ClassVar = 0.0
    schema_name: ClassVar[str] = "ratings"

    name: str
    statements: tuple[str, ...]
    mark: str
    traits: str = ""
    goals: tuple[str, ...] = ()

    @classmethod
    def of(cls, statements: RatingInput, *_: int) -> Self:
        """Return the question for some statements."""
        if not 1 <= len(statements.texts) <= MOST_STATEMENTS:
            raise ValueError(f"one question takes 1 to {MOST_STATEMENTS} statements")
        who = Persona(name=statements.name, traits=statements.traits, goals=statements.goals)
        shown = persona_view(who, WHOLE)
        return cls(
            name=shown.name,
            traits=shown.traits,
            goals=shown.goals,
            statements=tuple(remembered(text) for text in statements.texts),
            mark=token("mark", statements.playthrough, statements.character_id, statements.day),
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of an answer."""
        return ratings_schema(len(self.statements))

    def read(self, text: str) -> tuple[int, ...]:
        """Return an importance from 1 to 10 per statement, in order, or raise `Unparseable`."""
        values = _listed(text)
        if values is None:
            values = _numbered(text)
        ratings = tuple(found for value in values if (found := rating(value)) is not None)
        if len(ratings) != len(values) or len(ratings) != len(self.statements):
            raise Unparseable(
                f"{len(ratings)} ratings from 1 to 10 where {len(self.statements)} were asked for"
            )
        return ratings


def _listed(text: str) -> list[object] | None:
    try:
        found = found_object(text, "ratings")["ratings"]
    except Unparseable:
        bare = _BARE_LIST.search(text)
        found = json.loads(bare[0]) if bare else None
    return list(found) if isinstance(found, list) else None


def _numbered(text: str) -> list[object]:
    """Return the ratings of an answer in lines such as `3. 7`, or of a bare number."""
    bare = re.fullmatch(r"\s*(\d{1,2})\s*(?:/\s*10)?[.\s]*", text)
    if bare is not None:
        return [int(bare[1])]
    rows = [(int(row[1]), int(row[2])) for row in _NUMBERED.finditer(text)]
    if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
        return []
    return [value for _, value in rows]
