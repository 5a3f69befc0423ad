"""A question put to a character by a researcher; the answer is not stored in the log."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from npcserver.model.character import Person
from npcserver.model.feelings import Standing
from npcserver.model.inputs import Attempt, InterviewInput
from npcserver.model.world import TownFact
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object, thought_through, tidy
from npcserver.prompts.commitments import (
    CommitmentView,
    attempt_views,
    commitment_views,
)
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.question import PROMPT_TOKENS, SituationQuestion, reduced, views
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import object_schema
from npcserver.prompts.situation import StepView, shown, situation_view, step_view
from npcserver.prompts.texts import heard_words, mark_of, name_of
from npcserver.prompts.tokens import line_tokens
from npcserver.prompts.views import LoreView, MemoryView, lore_views, town_view

MOST_SENTENCES = 6
"""Sentences of an answer; one to four are asked for."""
LONGEST = 900
"""Characters of an answer."""

MEMORIES = 6
"""Memories in the prompt in any budget."""
_ACTIVITY = 20
_VIEW = 40
_PEOPLE = 10
_BLOCKS = 20
_SENTENCE = re.compile(r".*?(?:[.!?\u2026]+[\"')\u201d\u2019]*(?=\s|$)|[\u3002\uff01\uff1f]+|$)")
_JSON_BEGUN = re.compile(r"[{}]|\"\s*:|```")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPerson:
    """A person the character knows, and its view of them."""

    name: str
    view: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InterviewQuestion(SituationQuestion):
    """Ask a character about itself, its memories, its plans, or what it would do."""

    template: ClassVar[str] = "interview"
    asks: ClassVar = InterviewInput

    name: str
    question: str
    memories: tuple[MemoryView, ...]
    town: tuple[TownFact, ...]
    lore: tuple[LoreView, ...]
    pledges: tuple[CommitmentView, ...]
    attempts: tuple[Attempt, ...]
    people: tuple[KnownPerson, ...]
    day: tuple[StepView, ...]

    @classmethod
    def of(cls, question: InterviewInput, tokens: int = PROMPT_TOKENS) -> Self:
        """Return the question; the character knows only what the input holds.

        It takes as much as fits in so many tokens, and the floors.
        """
        situation = question.situation
        others = tuple(
            Person(id=one.other_id, name=one.other_name, is_player=False)
            for one in question.standings
            if one.other_name
        )
        recalled = question.recollections
        blocks = () if question.day is None else question.day.blocks
        whole = cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            question=heard_words(question.question),
            memories=views(recalled, situation, others),
            town=town_view(question.town),
            lore=lore_views(question.lore),
            pledges=commitment_views(
                question.commitments, situation.character.id, situation.world.calendar
            ),
            attempts=attempt_views(question.attempts),
            people=_people(question.standings),
            day=tuple(step_view(one.as_step, _ACTIVITY) for one in blocks[:_BLOCKS]),
            mark=mark_of(situation),
        )
        return reduced(whole, tokens)

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question with one item less, and the tokens saved; None at the floors."""
        if len(self.memories) > MEMORIES:
            return replace(self, memories=self.memories[:-1]), line_tokens(self.memories[-1].text)
        if self.lore:
            return replace(self, lore=self.lore[:-1]), line_tokens(self.lore[-1].text)
        if self.town:
            return replace(self, town=self.town[:-1]), line_tokens(self.town[-1].about)
        return None

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer."""
        return object_schema({"say": {"type": "string"}})

    def read(self, text: str) -> str:
        """Return what the character says, or raise `Unparseable`; plain words count as said."""
        said = text = thought_through(text)
        if _JSON_BEGUN.search(text) is not None:
            value = found_object(text, "say").get("say")
            said = value if isinstance(value, str) else ""
        is_spoilt = is_garbage(said)
        said = tidy(said)
        if said.casefold().startswith(f"{self.name.casefold()}:"):
            said = tidy(said[len(self.name) + 1 :])
        said = _shortened(said)
        if is_spoilt or is_garbage(said):
            raise Unparseable("the answer says nothing that a person would say")
        return said


def _people(standings: Sequence[Standing]) -> tuple[KnownPerson, ...]:
    known = sorted(standings, key=lambda one: (-one.familiarity, one.other_name))
    return tuple(
        KnownPerson(name=name_of(one.other_name), view=shown(one.view, _VIEW))
        for one in known[:_PEOPLE]
        if one.other_name
    )


def _shortened(said: str) -> str:
    kept = ""
    for match in list(_SENTENCE.finditer(said))[:MOST_SENTENCES]:
        if len(kept) + len(match[0]) > LONGEST:
            break
        kept += match[0]
    return (kept or said[:LONGEST]).strip()
