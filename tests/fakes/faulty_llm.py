"""An OpenAI-compatible endpoint on loopback that misbehaves: one behaviour per model name."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from tests.fakes.faulty_behaviours import BEHAVIOURS
from tests.fakes.faulty_call import Call, FaultyLLM


@asynccontextmanager
async def faulty_llm() -> AsyncGenerator[FaultyLLM, None]:
    """Serve all behaviours on a free port until the block is left."""
    llm = FaultyLLM()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (call := await _read(llm, reader, writer)) is not None:
                await BEHAVIOURS[str(call.body["model"])](call)
        except (ConnectionError, asyncio.IncompleteReadError):
            llm.dropped += 1
            llm.changed.set()
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    llm.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield llm
    finally:
        server.close()
        await server.wait_closed()


async def _read(
    llm: FaultyLLM, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> Call | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
    except asyncio.IncompleteReadError:
        return None
    length_line = next(line for line in head.lower().splitlines() if "content-length" in line)
    body = json.loads(await reader.readexactly(int(length_line.partition(":")[2])))
    llm.headers.append(head)
    llm.bodies.append(body)
    llm.changed.set()
    return Call(llm, body, reader, writer)
