"""What streams cost the server while nothing happens, and how soon news reaches all of them.

    python -m tests.benchmarks.idle_streams [--streams 1000] [--seconds 20] [--json]

For each number of timelines a server in a process of its own, with no model; the client is this
process. `core_percent` is the time of a processor that the server takes while all streams of
`Watch` are open and quiet, less what it takes without any; `kilobytes` is what one stream adds to
its resident memory; `checkpoints` are the messages that came meanwhile. Then one observation is
stored in each timeline: `news` is how many streams were told of it, and `told_seconds` the time
until the last one was. With `--database` the server is on that one, which has to be migrated, and
not on a file.
"""

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1.play_service_pb2_grpc import PlayServiceStub

from npcbench.harness import machine
from npcserver.cli.settings_args import run_coroutine
from tests.benchmarks.options import read_options
from tests.benchmarks.overload import started
from tests.engines.servers import Server
from tests.fakes.channels import insecure_channel

_CHANNELS = 8
_APART = (("grpc.use_local_subchannel_pool", 1),)
_OPENED_AT_ONCE = 50
_FIRST = 50  # streams that are opened and closed before the others are
_PATIENCE = 60.0
_REST_SECONDS = 3.0  # between opening or closing and measuring


def processor_seconds(pid: int) -> float:
    """Return the time of a processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_kilobytes(pid: int) -> int:
    """Return the resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise RuntimeError("the process has no resident memory")


@dataclass(slots=True)
class Streams:
    """Open streams, and what came over them."""

    opened: int = 0
    checkpoints: int = 0
    news: int = 0
    lost: int = 0
    counted: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def follow(self, channel: grpc.aio.Channel, timeline: str) -> None:
        """Hold one stream open until the end."""
        call: Any = PlayServiceStub(channel).Watch(pb.WatchRequest(timeline_id=timeline))
        await call.initial_metadata()
        self.opened += 1
        self.counted.set()
        ending = asyncio.ensure_future(self.over.wait())
        ending.add_done_callback(lambda _: call.cancel())
        try:
            async for response in call:
                self._count(response)
        except asyncio.CancelledError:
            if not self.over.is_set():
                raise
        except grpc.aio.AioRpcError:
            self.lost += not self.over.is_set()
        finally:
            ending.cancel()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Return once what is counted is as it should be."""
        async with asyncio.timeout(_PATIENCE):
            while not holds():
                self.counted.clear()
                await self.counted.wait()

    def _count(self, response: Any) -> None:
        self.counted.set()
        self.checkpoints += response.HasField("checkpoint")
        self.news += response.HasField("memory")


async def opened(
    server: Server, count: int, timelines: Sequence[str]
) -> tuple[Streams, Callable[[], Awaitable[None]]]:
    """Open so many streams, some at a time; return them, and what closes them."""
    channels = [insecure_channel(server.grpc, options=_APART) for _ in range(_CHANNELS)]
    streams, following = Streams(), []
    for number in range(count):
        channel, timeline = channels[number % _CHANNELS], timelines[number % len(timelines)]
        following.append(asyncio.create_task(streams.follow(channel, timeline)))
        await streams.until(lambda: len(following) - streams.opened < _OPENED_AT_ONCE)
    await streams.until(lambda: streams.opened == count)

    async def close() -> None:
        streams.over.set()
        await asyncio.wait(following)
        for channel in channels:
            await channel.close()

    return streams, close


async def measured(
    server: Server, count: int, timelines: Sequence[str], seconds: float
) -> dict[str, Any]:
    """Open so many streams, and return what they cost."""
    pid = server.pid
    _, close = await opened(server, _FIRST, timelines[:1])  # what is allocated once
    await close()
    await asyncio.sleep(_REST_SECONDS)
    alone, before = await spent(pid, seconds), resident_kilobytes(pid)
    streams, close = await opened(server, count, timelines)
    await asyncio.sleep(_REST_SECONDS)
    came = streams.checkpoints
    busy = await spent(pid, seconds)
    figures = {
        "streams": count,
        "timelines": len(timelines),
        "core_percent": round((busy - alone) * 100, 2),
        "core_percent_without": round(alone * 100, 2),
        "kilobytes": round((resident_kilobytes(pid) - before) / count, 1),
        "checkpoints": streams.checkpoints - came,
    }
    figures |= await told(server, streams, timelines, count)
    await close()
    return figures | {"lost": streams.lost}


async def spent(pid: int, seconds: float) -> float:
    """Return the share of a processor that a process takes for some seconds."""
    begun, before = time.monotonic(), processor_seconds(pid)
    await asyncio.sleep(seconds)
    return (processor_seconds(pid) - before) / (time.monotonic() - begun)


async def told(
    server: Server, streams: Streams, timelines: Sequence[str], count: int
) -> dict[str, Any]:
    """Store one observation in each timeline, and return when all streams knew."""
    known = streams.news
    seen = pb.Observation(text="A mug falls.", witness_ids=["hester"])
    async with insecure_channel(server.grpc, options=_APART) as channel:
        play, begun = PlayServiceStub(channel), time.monotonic()
        for timeline in timelines:
            await play.Observe(pb.ObserveRequest(timeline_id=timeline, observations=[seen]))
        with suppress(TimeoutError):
            await streams.until(lambda: streams.news - known >= count)
    return {"news": streams.news - known, "told_seconds": round(time.monotonic() - begun, 2)}


async def main() -> None:
    """Print the figures of each number of timelines."""
    chosen = read_options(__doc__, streams=1000, seconds=20.0, timelines="1,100", database="")
    settings = {"NPCSERVER_COGNITION__WORKERS": "0"}
    if chosen.database:
        settings["NPCSERVER_DATABASE__URL"] = chosen.database
    found = []
    for number in map(int, chosen.timelines.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(
                Path(folder), model="scripted:echo", settings=settings, afresh=True
            ).start()
            try:
                async with insecure_channel(server.grpc) as channel:
                    timelines = await started((channel,), number)
                found.append(await measured(server, chosen.streams, timelines, chosen.seconds))
            finally:
                server.stop()
        if not chosen.json:
            print(json.dumps(found[-1]), flush=True)
    if chosen.json:
        print(json.dumps({"machine": machine(), "streams": found}))


if __name__ == "__main__":
    run_coroutine(main())
