"""What a turn costs the process: processor time, hops to threads, turns a second.

Processor time and hops hardly depend on what else a machine does, unlike seconds.
"""

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter, process_time
from typing import Any

import grpc
import npcclient
from npcclient.messages import TurnEvent
from npcclient.v1.play_service_pb2 import SayRequest, SayResponse

from npcbench.scripted_model import ScriptedLanguageModel
from npcbench.world import WORLD
from npcmodels.embed.usem3 import EncoderThread
from npcmodels.scripted import ScriptedThinker
from npcserver import bootstrap
from npcserver.config import Settings
from npcserver.model.wire import SERVER_HEADER, WIRE_VERSION
from npcserver.ports.vectors import Vectors

_EACH = 4


@contextmanager
def thread_hops() -> Generator[list[float], None, None]:
    """Yield a list of when work was handed to a thread, by `time.perf_counter`.

    Of all executors of this process, and of the embedded embedder.
    """
    found: list[float] = []
    submit, encode = ThreadPoolExecutor.submit, EncoderThread.encode

    def counting_submit(self: ThreadPoolExecutor, *args: Any, **kwargs: Any) -> Future[Any]:
        found.append(perf_counter())
        return submit(self, *args, **kwargs)

    async def counting_encode(self: EncoderThread, texts: Sequence[str]) -> Vectors:
        found.append(perf_counter())
        return await encode(self, texts)

    ThreadPoolExecutor.submit, EncoderThread.encode = counting_submit, counting_encode  # type: ignore[assignment, method-assign]
    try:
        yield found
    finally:
        ThreadPoolExecutor.submit, EncoderThread.encode = submit, encode  # type: ignore[method-assign]


@asynccontextmanager
async def bare_server(
    events: Sequence[TurnEvent],
) -> AsyncGenerator[npcclient.NpcClient, None]:
    """Yield a client of a gRPC server that only sends these events in answer to `Say`."""
    answers = [SayResponse(event=event) for event in events]

    async def say(_request: SayRequest, context: Any) -> AsyncGenerator[SayResponse, None]:
        await context.send_initial_metadata(((SERVER_HEADER, f"wire/{WIRE_VERSION}"),))
        for answer in answers:
            yield answer

    server = grpc.aio.server()
    method = grpc.unary_stream_rpc_method_handler(
        say,
        request_deserializer=SayRequest.FromString,
        response_serializer=SayResponse.SerializeToString,
    )
    service = grpc.method_handlers_generic_handler("npcserver.v1.PlayService", {"Say": method})
    server.add_generic_rpc_handlers((service,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with npcclient.connect(f"127.0.0.1:{port}") as npc:
            yield npc
    finally:
        await server.stop(None)


async def turn_rate(
    settings: Settings, answer: str, character_id: str, players: int
) -> tuple[float, float]:
    """Return turns a second of players at once, and milliseconds of processor time of a turn.

    Each player talks in a timeline of its own; the model answers at once, and no job runs.
    """
    model, roomy = ScriptedLanguageModel((answer,)), settings.changed(limits={"turns": players})
    async with (
        bootstrap.running(roomy, model=model, thinker=ScriptedThinker()) as here,
        npcclient.connect(f"127.0.0.1:{here.port}") as npc,
    ):

        async def play(timeline_id: str, number: int) -> None:
            for at in range(_EACH):
                text = f"What do you know of lantern {number * _EACH + at}?"
                async with npc.play.say(timeline_id, character_id, text, speaker="Ann") as turn:
                    async for _ in turn:
                        pass

        timelines = [await npc.timelines.start(WORLD) for _ in range(players)]
        await play(timelines[0].timeline_id, players)
        called, started, busy = model.calls, perf_counter(), process_time()
        async with asyncio.TaskGroup() as group:
            for number, timeline in enumerate(timelines):
                group.create_task(play(timeline.timeline_id, number))
        turns = model.calls - called
        return turns / (perf_counter() - started), 1e3 * (process_time() - busy) / turns
