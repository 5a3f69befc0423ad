"""What becomes of more turns than the server can take, and of a polite client beside a flood.

    python -m tests.benchmarks.overload [--model schema:1] [--slots 8] [--sizes 20,1000] [--json]
        [--model openai:m --url http://127.0.0.1:9] [--busy 1]

A server in a process of its own, with a model that takes a second and has `slots` slots. So many
turns as `sizes` say begin at one time, each on its own timeline and with a deadline of 10 s; a
quarter of them go over Connect. `late` are turns whose line came later than the deadline and a
quarter of a second, `cancelled` calls that ended so, `untold` shed turns without a reason, and
`failed` all other errors. `p95` is the time until the first line of the turns that were admitted,
`shed_p95` of the others, in seconds. `lineless` are turns without any line, `blamed` those whose
end, or error, names the database. `processor_ms` is what the server's process used for each turn
until the last one ended, and `storing_ms` what it used after that, to store them.

`busy` is how many loops without an end share the one core that the server then has; 0 leaves it
all cores. With `url` the model is asked there; where nothing listens, it is an endpoint that is
gone.

Then one client floods the server with 60 turns at a time over six characters of a timeline, and
another speaks with one character on its own: `alone` and `beside` are the p95 of its first lines.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from npcclient import NpcClient, connect
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1 import timeline_service_pb2, turn_pb2
from npcclient.v1.play_service_pb2_grpc import PlayServiceStub
from npcclient.v1.timeline_service_pb2_grpc import TimelineServiceStub

from npcbench.harness import machine
from npcserver.cli.settings_args import run_coroutine
from tests.benchmarks.options import read_options
from tests.engines.servers import Server
from tests.fakes.channels import insecure_channel

DEADLINE, GRACE = 10.0, 0.25
TALKERS = ("ambrose", "hester", "wenna", "dorcas")
FLOODED = ("ambrose", "wenna", "dorcas", "isidor", "linnet", "orrel")
_CHANNELS = 8
_ROUNDS = 40
_FLOOD = 60
_STARTED_AT_ONCE = 32
_APART = (("grpc.use_local_subchannel_pool", 1),)


@dataclass(frozen=True, slots=True)
class Answer:
    """How one turn came out: its first line and its end in seconds, and how it ended."""

    line: float | None
    end: float
    outcome: str
    reason: str = ""
    error: str = ""

    @property
    def is_admitted(self) -> bool:
        return self.outcome in ("COMPLETED", "FALLBACK", "CUT_SHORT")

    @property
    def blames_storage(self) -> bool:
        return "STORAGE" in self.reason or "database" in self.error


async def say(
    channel: grpc.aio.Channel, timeline: str, who: str, text: str, deadline: float = DEADLINE
) -> Answer:
    """Say something over gRPC, and return what came of it."""
    begun, line = time.monotonic(), None
    speaker = pb.Speaker(id="ann", name="Ann")
    request = pb.SayRequest(timeline_id=timeline, character_id=who, speaker=speaker, text=text)
    outcome = reason = told = ""
    try:
        async for response in PlayServiceStub(channel).Say(request, timeout=deadline):
            event = response.event
            if line is None and event.HasField("line"):
                line = time.monotonic() - begun
            if event.HasField("finished"):
                outcome, reason = _named(event.finished)
    except grpc.aio.AioRpcError as error:
        outcome, told = error.code().name, error.details() or ""
    return Answer(line, time.monotonic() - begun, outcome, reason, told)


async def say_over_http(client: NpcClient, timeline: str, who: str, text: str) -> Answer:
    """Say something over Connect."""
    begun, line, outcome, reason, told = time.monotonic(), None, "", "", ""
    turn = client.play.say(timeline, who, text, speaker="Ann", seconds=DEADLINE)
    try:
        async with turn:
            async for event in turn:
                if line is None and event.HasField("line"):
                    line = time.monotonic() - begun
                if event.HasField("finished"):
                    outcome, reason = _named(event.finished)
    except Exception as error:  # noqa: BLE001 - it is counted by its name
        outcome, told = type(error).__name__, str(error)
    return Answer(line, time.monotonic() - begun, outcome, reason, told)


def _named(finished: turn_pb2.TurnFinished) -> tuple[str, str]:
    outcome = turn_pb2.TurnOutcome.Name(finished.outcome).removeprefix("TURN_OUTCOME_")
    reason = turn_pb2.TurnReason.Name(finished.reason).removeprefix("TURN_REASON_")
    return outcome, "" if reason == "UNSPECIFIED" else reason


def share_of(values: Sequence[float], share: float) -> float:
    """Return a percentile, 0 for no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def summed_up(answers: Sequence[Answer]) -> dict[str, Any]:
    """Return the figures of one burst."""
    admitted = [one for one in answers if one.is_admitted]
    shed = [one for one in answers if one.outcome == "SHED"]
    ended = {"SHED", "COMPLETED", "FALLBACK", "CUT_SHORT"}
    late = [one for one in answers if one.line is None or one.line > DEADLINE + GRACE]
    return {
        "turns": len(answers),
        "outcomes": dict(Counter(one.outcome for one in answers)),
        "lineless": sum(one.line is None for one in answers),
        "blamed": sum(one.blames_storage for one in answers),
        "late": len(late),
        "cancelled": sum(one.outcome == "CANCELLED" for one in answers),
        "untold": sum(not one.reason for one in shed),
        "failed": sum(one.outcome not in ended for one in answers),
        "p95": round(share_of([one.line or one.end for one in admitted], 0.95), 2),
        "shed_p95": round(share_of([one.line or one.end for one in shed], 0.95), 2),
        "last_line": round(max((one.line or one.end for one in answers), default=0.0), 2),
        "last_end": round(max((one.end for one in answers), default=0.0), 2),
    }


async def started(channels: Sequence[grpc.aio.Channel], count: int) -> list[str]:
    """Return new timelines, some started at a time."""
    free = asyncio.Semaphore(_STARTED_AT_ONCE)

    async def one(number: int) -> str:
        request = timeline_service_pb2.StartTimelineRequest(world_id="farrowhithe")
        async with free:
            stub = TimelineServiceStub(channels[number % len(channels)])
            return str((await stub.StartTimeline(request, timeout=60)).timeline.timeline_id)

    return await asyncio.gather(*map(one, range(count)))


async def burst(server: Server, count: int, *, settles: bool = True) -> dict[str, Any]:
    """Begin so many turns at one time, a quarter of them over Connect.

    Without `settles` it is not measured what storing them takes.
    """
    channels = [insecure_channel(server.grpc, options=_APART) for _ in range(_CHANNELS)]
    timelines = await started(channels, count)
    async with connect(server.http) as client:

        def one(number: int, timeline: str) -> Any:
            who = TALKERS[number % len(TALKERS)]
            if number % 4 == 3:
                return say_over_http(client, timeline, who, "Good day to you!")
            return say(channels[number % _CHANNELS], timeline, who, "Good day to you!")

        before = seconds_used(server.pid)
        answers = await asyncio.gather(*(one(*each) for each in enumerate(timelines)))
        spoken = seconds_used(server.pid)
    for channel in channels:
        await channel.close()
    used = {"processor_ms": spoken - before}
    if settles:
        used["storing_ms"] = await settled(server.pid) - spoken
    return summed_up(answers) | {
        name: round(1000 * seconds / count, 2) for name, seconds in used.items()
    }


def seconds_used(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def settled(pid: int) -> float:
    """Return the processor time used, once a process has hardly anything left to do."""
    before = seconds_used(pid)
    while True:
        await asyncio.sleep(1)
        now = seconds_used(pid)
        if now - before < 0.05:
            return now
        before = now


@contextmanager
def short_of_processor(pid: int, loops: int) -> Iterator[None]:
    """Leave a process one core, which so many loops without an end want, too."""
    if not loops:
        yield
        return
    core = {min(os.sched_getaffinity(0))}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), core)
    command = [sys.executable, "-c", "while True: pass"]
    running = [subprocess.Popen(command) for _ in range(loops)]
    try:
        for one in running:
            os.sched_setaffinity(one.pid, core)
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


async def flood(server: Server, rounds: int = _ROUNDS) -> dict[str, Any]:
    """Let one client flood the server while another talks."""
    mine, theirs = (insecure_channel(server.grpc, options=_APART) for _ in range(2))
    own, flooded = await started((mine,), 2)
    await say(mine, own, "hester", "Good day!")

    async def talk() -> list[Answer]:
        return [await say(mine, own, "hester", "Good day!") for _ in range(rounds)]

    alone = await talk()
    over, counts = asyncio.Event(), Counter[str]()

    async def hammer(number: int) -> None:
        while not over.is_set():
            who = FLOODED[number % len(FLOODED)]
            counts[(await say(theirs, flooded, who, "spam " * 300)).outcome] += 1

    hammers = [asyncio.ensure_future(hammer(number)) for number in range(_FLOOD)]
    await asyncio.sleep(2)
    beside = await talk()
    over.set()
    await asyncio.wait(hammers)
    await mine.close()
    await theirs.close()
    first, second = (
        share_of([one.line or one.end for one in each], 0.95) for each in (alone, beside)
    )
    return {
        "alone": round(first, 2),
        "beside": round(second, 2),
        "times": round(second / first, 2),
        "polite": dict(Counter(one.outcome for one in beside)),
        "flooder": dict(counts),
    }


async def main() -> None:
    """Print the figures of each size, and of the flood."""
    chosen = read_options(
        __doc__, model="schema:1", url="", slots=8, sizes="20,200,1000", rounds=_ROUNDS, busy=0
    )
    settings = {
        "NPCSERVER_MODEL__CONCURRENCY": str(chosen.slots),
        "NPCSERVER_DIALOGUE__FIRST_WORD_SECONDS": "0",
        "NPCSERVER_DIALOGUE__BETWEEN_WORDS_SECONDS": "0",
    }
    if chosen.url:
        settings["NPCSERVER_MODEL__BASE_URL"] = chosen.url
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), model=chosen.model, settings=settings, afresh=True).start()
        try:
            await burst(server, 8)  # whatever is loaded once
            bursts = []
            with short_of_processor(server.pid, chosen.busy):
                for size in map(int, chosen.sizes.split(",")):
                    bursts.append(await burst(server, size, settles=not chosen.busy))
                    if not chosen.json:
                        print(json.dumps(bursts[-1]), flush=True)
            beside = await flood(server, chosen.rounds) if chosen.rounds else {}
        finally:
            server.stop()
    if chosen.json:
        print(json.dumps({"machine": machine(), "bursts": bursts, "flood": beside}))
    else:
        print(json.dumps(beside))


if __name__ == "__main__":
    run_coroutine(main())
