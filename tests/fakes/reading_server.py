"""A llama.cpp server with one slot that reads its prompts batch by batch, when it is let."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.fakes.faulty_call import Call
from tests.fakes.model_server import NAME, ModelServer, answer_to, served

BATCH = 64
"""Tokens that are read before the server looks whether anybody still waits."""
_LETTERS = 4


@dataclass(kw_only=True)
class Read:
    """What the server did with one prompt, in tokens; `is_dropped` once its client hung up."""

    prompt: int
    cached: int
    limit: int
    read: int = 0
    is_answered: bool = False
    is_dropped: bool = False

    @property
    def is_ahead(self) -> bool:
        """Whether only the reading was asked for."""
        return self.limit == 1


@dataclass
class ReadingServer(ModelServer):
    """Keeps the prompt it read last; the next one begins behind what both have in common.

    It reads while `may_read` is set, else as many batches as `batches` says. Calls wait for its one
    slot, or are refused while another has it where `is_jealous`. `reads` has all of them but the
    questions of a start.
    """

    is_jealous: bool = False
    batches: int = 0
    may_read: asyncio.Event = field(default_factory=asyncio.Event)
    reads: list[Read] = field(default_factory=list)
    refused: int = 0
    cache: str = ""
    slot: asyncio.Lock = field(default_factory=asyncio.Lock)

    def empty(self) -> None:
        """Forget what was read, as a restart does."""
        self.cache = ""

    async def complete(self, call: Call) -> None:
        """Read the prompt, then answer."""
        if self.is_jealous and self.slot.locked():
            self.refused += 1
            await call.refuse("503 Service Unavailable", {"message": "the slot is taken"})
            return
        async with self.slot:
            await self._take(call)

    async def _take(self, call: Call) -> None:
        text = prompt_of(call.body)
        common = next(
            (
                at
                for at, (one, other) in enumerate(zip(text, self.cache, strict=False))
                if one != other
            ),
            min(len(text), len(self.cache)),
        )
        limit = call.body.get("max_tokens")
        one = Read(
            prompt=len(text) // _LETTERS,
            cached=common // _LETTERS,
            limit=limit if isinstance(limit, int) else 0,
        )
        is_probe = "Answer with the one word yes." in text
        if not is_probe:
            self.reads.append(one)
            self.changed.set()
        hung_up = asyncio.ensure_future(call.reader.read(1))
        try:
            while one.cached + one.read < one.prompt and not is_probe:
                if not await self._may_go_on(hung_up):
                    one.is_dropped = True
                    return
                one.read = min(one.read + BATCH, one.prompt - one.cached)
                self.cache = text[: (one.cached + one.read) * _LETTERS]
                self.changed.set()
            if hung_up.done():
                one.is_dropped = True
                return
        finally:
            hung_up.cancel()
            await asyncio.wait((hung_up,))
            self.changed.set()
        await self._answer(call, one)

    async def _may_go_on(self, hung_up: "asyncio.Future[bytes]") -> bool:
        """Wait until the next batch may be read; return whether anybody still waits for it."""
        while not hung_up.done():
            if self.may_read.is_set() or self.batches > 0:
                self.batches -= not self.may_read.is_set()
                return True
            opened = asyncio.ensure_future(self.may_read.wait())
            await asyncio.wait((opened, hung_up), return_when=asyncio.FIRST_COMPLETED)
            opened.cancel()
        return False

    async def _answer(self, call: Call, one: Read) -> None:
        await call.head()
        await call.words(answer_to(call.body))
        await call.finish("length" if one.is_ahead else "stop")
        usage: dict[str, object] = {"prompt_tokens": one.prompt, "completion_tokens": 1}
        usage["prompt_tokens_details"] = {"cached_tokens": one.cached}
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": NAME}
        await call.event({**chunk, "choices": [], "usage": usage})
        await call.done()
        one.is_answered = True
        self.changed.set()


def prompt_of(body: dict[str, object]) -> str:
    """Return a prompt as one text, in the order in which it is read."""
    messages = body.get("messages")
    assert isinstance(messages, list)
    return "".join(f"{one['role']}\n{one['content']}" for one in messages)


@asynccontextmanager
async def reading_server(
    *, reads: bool = True, is_jealous: bool = False
) -> AsyncGenerator[ReadingServer, None]:
    """Serve until the block is left; with `reads` it may read from the start."""
    async with served(ReadingServer(kind="llama.cpp", is_jealous=is_jealous)) as llm:
        if reads:
            llm.may_read.set()
        yield llm
