"""An OpenAI-compatible endpoint on loopback that says something else each time it is asked."""

import asyncio
import json
import random
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.fakes.faulty_call import Call, FaultyLLM

_PAUSE = re.compile(r"pause(\d)")
_SENTENCES = 4


@dataclass
class ChancyLLM(FaultyLLM):
    """Answers in sentences of its own; "pause2" in a prompt stops it after two, while it pauses.

    What a prompt with "seeded" in it is answered depends on the seed alone. `seeds` are those of
    all calls, by the word "turnN" in the prompt.
    """

    pauses: bool = True
    seeds: dict[str, list[int]] = field(default_factory=dict)
    calls: int = 0
    is_over: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, call: Call) -> None:
        prompt = json.dumps(call.body["messages"])
        if not re.search(r"turn\d", prompt):  # the server measures how fast it is read
            await call.refuse("400 Bad Request", {"message": "no turn"})
            return
        self.calls += 1
        seed = int(str(call.body.get("seed", 0)))
        name = re.findall(r"turn\d", prompt)[-1]
        self.seeds.setdefault(name, []).append(seed)
        chance = random.Random(seed if f"{name} seeded" in prompt else self.calls)
        pause = int(_PAUSE.findall(prompt)[-1]) if self.pauses else _SENTENCES
        await call.head()
        await call.words('{"say": "')
        for number in range(_SENTENCES):
            if number == pause:
                await call.words("And so it went on with the ")
                await self.is_over.wait()
                return
            await call.words(f"I counted {chance.randrange(10**9)} sheep. ")
        await call.words('", "emotion": "calm", "importance": 3, "intents": []}')
        await call.finish()
        await call.done()


@asynccontextmanager
async def chancy_llm() -> AsyncGenerator[ChancyLLM, None]:
    """Serve on a free port until the block is left."""
    llm = ChancyLLM()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode().lower():
                length = re.search(r"content-length: (\d+)", head)
                if length is None or "/chat/completions" not in head:
                    return  # it tells nothing of itself
                body = json.loads(await reader.readexactly(int(length[1])))
                await llm.answer(Call(llm, body, reader, writer))
        except (ConnectionError, asyncio.IncompleteReadError):
            llm.dropped += 1
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    llm.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield llm
    finally:
        llm.is_over.set()
        server.close()
        await server.wait_closed()
