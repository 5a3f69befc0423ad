"""Thoughts with the memories and answers of a recorded session."""

from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from npcserver.app.context.discretion import before
from npcserver.app.context.mindset import Mindset
from npcserver.app.context.recall import RecalledContext
from npcserver.app.thoughts.budgets import unpaid
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.lore import PassageMatches
from npcserver.memory.score_profiles import Profile
from npcserver.model.character import Person
from npcserver.model.ids import TimelineId
from npcserver.model.inputs import ReplyInput
from npcserver.model.memory import Memory, Recollection
from npcserver.model.model_use import Budget
from npcserver.model.question import TypedQuestion
from npcserver.model.turn import Receipt, ReplyAnswer, in_pieces
from npcserver.ports.language_model import CallTimeouts, Finished
from npcserver.ports.storage import Reader
from npcserver.ports.thinker import Ask, AskResult, Check, ReplyPart, Thinker, answered
from npctools.session import RecordedAnswer

PassageFinder = Callable[[Reader, str], Awaitable[PassageMatches]]
"""Finds again the passages, as the books have them now, that a question's prompt contained."""


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
        told_on: Collection[int] = (),
    ) -> None:
        """Create it; `told_on` are the seqs of the memories that the line passed on."""
        self._thinker = thinker
        self._is_over_budget = is_over_budget
        self._found = found
        self._profile = profile
        self._recite = recite
        self._told_on = told_on

    @property
    def profile(self) -> Profile:
        """The profile that scored memories."""
        return self._profile

    def asking_for(self, timeline_id: TimelineId, budget: Budget) -> Ask:
        """Return how questions are put: to the recorded answers, where there was a budget."""
        del timeline_id, budget
        return unpaid if self._is_over_budget else self._thinker.think

    async def recall_before(
        self, reader: Reader, mindset: Mindset, text: str, k: int, audience: Sequence[Person],
        **_: object,
    ) -> RecalledContext:  # fmt: skip
        """Return what was recalled then, whatever the words."""
        del reader, text, k
        discretion = await before(mindset.view, mindset.character, audience)
        told, kept = discretion.sift(self._found)
        return RecalledContext(recollections=told, withheld=kept)

    async def recall_in_talk(
        self, reader: Reader, mindset: Mindset, text: str, k: int, audience: Sequence[Person],
        *, asked: str, **_: object,
    ) -> RecalledContext:  # fmt: skip
        """Return the memories and passages of then, whatever the words."""
        recalled = await self.recall_before(reader, mindset, text, k, audience)
        if self._recite is None:
            return recalled
        return replace(recalled, lore=await self._recite(reader, asked))

    async def told(
        self, line: str, named: Sequence[Memory], people: Sequence[str]
    ) -> tuple[Memory, ...]:
        """Return those of the named memories that the line passed on then: nothing is embedded."""
        del line, people
        return tuple(one for one in named if one.seq in self._told_on)


T = TypeVar("T")


class AnsweredThinker:
    """Gives the reply, or the line of a talk among characters, of one receipt.

    All `calls` but the last end by their faults, the last one gives the reply; it does so in pieces
    of `size` characters where that is not 0.
    """

    def __init__(
        self, receipt: Receipt, calls: Sequence[RecordedAnswer] = (), *, size: int = 0
    ) -> None:
        self._receipt = receipt
        self._answer = receipt.answer or ReplyAnswer(say="")
        self._calls = deque(calls)
        self._size = size

    @property
    def name(self) -> str:
        """Name of the thinker that answered."""
        return self._receipt.model

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return the line of the receipt."""
        del question
        return answered(self.name, cast("T", self._answer), check)

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        """Yield the reply of the receipt."""
        del scene, patience, is_again
        call = self._calls.popleft() if self._calls else None
        if not self._calls:
            for part in in_pieces(self._answer, self._size):
                yield part
        if call is not None and (fault := call.raised()) is not None:
            raise fault
        yield Finished(model=self.name, usage=self._receipt.usage)
        yield self._answer
