"""A runtime for thoughts with the memories and model answers of a recorded session."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from npcserver.app.context.discretion import before
from npcserver.app.context.mindset import Mindset
from npcserver.app.context.recall import RecalledContext
from npcserver.app.thoughts.budgets import Budgets, Reservation
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.lore import PassageMatches
from npcserver.memory.score_profiles import Profile
from npcserver.model.character import Person
from npcserver.model.ids import TimelineId
from npcserver.model.memory import Recollection
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.turn import RecalledMemory, Usage
from npcserver.ports.storage import Reader
from npcserver.ports.thinker import Thinker


class _UnstoredBudgets(Budgets):
    """Budgets that are not stored: either open, or used up."""

    def __init__(self, *, is_over_budget: bool) -> None:
        self._is_over_budget = is_over_budget

    async def reserve(
        self, timeline_id: TimelineId, budget: Budget, purpose: Purpose, *, max_tokens: int
    ) -> Reservation | None:
        """Return an account that is in no log, or None when over budget."""
        del budget, max_tokens
        account = Reservation(timeline_id=timeline_id, day="", purpose=purpose, is_kept=False)
        return None if self._is_over_budget else account

    async def settle(self, account: Reservation, calls: int, usage: Usage | None) -> None:
        """Do nothing."""


class PassageFinder(Protocol):
    """Finds again the passages that were in a character's prompt for a question."""

    async def __call__(self, reader: Reader, question: str) -> PassageMatches:
        """Return them as the books have them now."""
        ...


class RecordedThoughtRuntime(ThoughtRuntime):
    """Thinks with what was recalled and answered then, without using a budget."""

    def __init__(
        self,
        thinker: Thinker,
        found: Sequence[Recollection],
        profile: Profile,
        *,
        is_over_budget: bool,
        recite: PassageFinder | None = None,
    ) -> None:
        self._thinker = thinker
        self._budgets = _UnstoredBudgets(is_over_budget=is_over_budget)
        self._found = found
        self._profile = profile
        self._recite = recite

    @property
    def profile(self) -> Profile:
        """The profile that scored memories."""
        return self._profile

    async def recall_before(
        self,
        reader: Reader,
        mindset: Mindset,
        text: str,
        k: int,
        audience: Sequence[Person],
        *,
        but_circle: str = "",
    ) -> RecalledContext:
        """Return what was recalled then, whatever the words."""
        del reader, text, k, but_circle
        discretion = await before(mindset.view, mindset.character, audience)
        told, kept = discretion.sift(self._found)
        return RecalledContext(recollections=told, withheld=kept)

    async def recall_in_talk(  # noqa: PLR0913 - what calls up what, before whom, since when
        self,
        reader: Reader,
        mindset: Mindset,
        text: str,
        k: int,
        audience: Sequence[Person],
        *,
        asked: str,
        since: int,
        kept: Sequence[RecalledMemory],
    ) -> RecalledContext:
        """Return the memories and passages of then, whatever the words."""
        del since, kept
        recalled = await self.recall_before(reader, mindset, text, k, audience)
        if self._recite is None:
            return recalled
        return replace(recalled, lore=await self._recite(reader, asked))
