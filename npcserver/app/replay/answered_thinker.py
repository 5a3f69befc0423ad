"""A thinker that gives again what was answered without a prompt, as a receipt keeps it."""

from collections import deque
from collections.abc import AsyncGenerator, Sequence
from typing import TypeVar, cast

from npcserver.model.inputs import ReplyInput
from npcserver.model.question import TypedQuestion
from npcserver.model.reply import ReplyAnswer, in_pieces
from npcserver.model.session import RecordedAnswer
from npcserver.model.turn import Receipt
from npcserver.ports.language_model import CallTimeouts, Finished
from npcserver.ports.thinker import AskResult, Check, ReplyPart, answered

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
