"""A rolling restart under talks, as their players see it.

    python -m tests.benchmarks.restarts [--talks 50] [--seconds 10] [--database sqlite,postgres]
        [--model scripted:delay=0.2] [--json]

So many talks, each a client of its own on a timeline of its own, half over gRPC and half over
Connect. Each says a line about every two seconds, reports what its player does, and watches its
timeline with `resume=True`; the clients have their default `Patience`. In the middle the server is
restarted:

- `postgres`: a second server starts beside the first on the same database. A balancer in front of
  both asks for `/healthz/ready` once a second, and sends each new connection to the first that is
  ready. Then the first server is told to end, and lingers for three seconds.
- `sqlite`: a second server with the same file and ports waits; then the first is told to end.

`errors` are those that a client raised, by name. `turns` are turns that were finished, of which the
server called some `not_kept`; `observations` were acknowledged. `lost` and `repeated` are those
of both that the timeline has not, or twice; `uneven` are watches that brought
something else than a watch of the whole timeline does afterwards, `missed` and `doubled` the events
that they lacked, or had too often. `slowest` is the longest time
from a player's words to the first line, `silent` the longest time after SIGTERM in which no player
heard a line, and `ended_in` that from SIGTERM to the end of the first server; in seconds.
"""

import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import httpx2
import npcclient
from npcclient.messages import Observation
from npcclient.v1 import turn_pb2

from npcbench.harness import machine
from npcbench.service_times import own_postgres
from npcserver.adapters.store.migrate import migrate
from npcserver.cli.settings_args import run_coroutine
from tests.benchmarks.options import read_options
from tests.engines.ports import two_free
from tests.engines.servers import SAMPLE_WORLD, Server
from tests.processes import PATIENCE, environment_of, run_forked

TALKERS = ("ambrose", "hester", "wenna", "dorcas")
_PAUSE = 2.0
_CHECKED = 1.0
_PIECE = 65536


class Balancer:
    """Passes new connections on to the first server that is ready, as a load balancer does."""

    def __init__(self, *ports: tuple[int, int]) -> None:
        self._servers = ports  # each with its port for gRPC and for HTTP
        self._ready = 0
        self._passing: set[asyncio.Task[None]] = set()
        self.grpc = self.http = ""

    @asynccontextmanager
    async def run(self) -> AsyncGenerator["Balancer", None]:
        checking = asyncio.create_task(self._check())
        grpc = await asyncio.start_server(lambda *ends: self._take(0, *ends), "127.0.0.1", 0)
        http = await asyncio.start_server(lambda *ends: self._take(1, *ends), "127.0.0.1", 0)
        self.grpc = f"127.0.0.1:{grpc.sockets[0].getsockname()[1]}"
        self.http = f"http://127.0.0.1:{http.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            grpc.close()
            http.close()
            for one in (checking, *self._passing):
                one.cancel()
            await asyncio.gather(checking, *self._passing, return_exceptions=True)

    async def _check(self) -> None:
        async with httpx2.AsyncClient(trust_env=False, timeout=1.0) as asking:
            while True:
                for number, (_, port) in enumerate(self._servers):
                    with suppress(httpx2.HTTPError):
                        page = f"http://127.0.0.1:{port}/healthz/ready"
                        if (await asking.get(page)).status_code == httpx2.codes.OK:
                            self._ready = number
                            break
                await asyncio.sleep(_CHECKED)

    async def _take(
        self, wire: int, near: asyncio.StreamReader, back: asyncio.StreamWriter
    ) -> None:
        task, ends = asyncio.current_task(), [back]
        assert task is not None
        self._passing.add(task)
        try:
            with suppress(OSError):
                port = self._servers[self._ready][wire]
                far, on = await asyncio.open_connection("127.0.0.1", port)
                ends.append(on)
                await asyncio.gather(_pass_on(near, on), _pass_on(far, back))
        finally:
            self._passing.discard(task)
            for end in ends:
                end.transport.abort()


async def _pass_on(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while piece := await source.read(_PIECE):
        sink.write(piece)
        await sink.drain()
    sink.close()


@dataclass
class Seen:
    """What the players of all talks saw."""

    errors: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    turns: int = 0
    observations: int = 0
    not_kept: int = 0
    lost_turns: int = 0
    lost_observations: int = 0
    repeated: int = 0
    uneven: int = 0
    missed: int = 0
    doubled: int = 0
    lines: list[float] = field(default_factory=list)
    """When lines arrived, by the monotonic clock."""


class Talk:
    """One player who talks with one character, and watches the timeline."""

    def __init__(
        self, number: int, of: int, address: str, seen: Seen, ca: Path | None = None
    ) -> None:
        self._who = TALKERS[number % len(TALKERS)]
        self._name = f"Ann{number}"
        self.world = "farrowhithe"
        self._share = number / of
        self._address = address
        self._ca = ca
        self._seen = seen
        self._finished: list[str] = []
        self._observed: list[str] = []
        self._bells = 0

    async def run(self, begun: asyncio.Barrier, over: asyncio.Event) -> None:
        """Talk until the event is set, then compare with what the timeline has."""
        async with (
            npcclient.connect(self._address, ca=self._ca) as npc,
            self._watchers(npc) as all_,
        ):
            timeline = await self._timeline(npc)
            first = (await npc.timelines.get(timeline)).head_seq
            watches: list[list[Any]] = [[] for _ in all_]
            watching = [
                asyncio.create_task(self._watch(one, timeline, first, watched))
                for one, watched in zip(all_, watches, strict=True)
            ]
            await self._say(npc, timeline)
            await begun.wait()
            await asyncio.sleep(_PAUSE * self._share)  # players do not speak in chorus
            while not over.is_set():
                await self._say(npc, timeline)
                await self._tried(self._observe(npc, timeline))
                with suppress(TimeoutError):
                    async with asyncio.timeout(_PAUSE):
                        await over.wait()
            last = (await npc.timelines.get(timeline)).head_seq
            for watched, task in zip(watches, watching, strict=True):
                await caught_up(watched, last)
                task.cancel()
            stored: list[Any] = []
            reading = asyncio.create_task(self._watch(npc, timeline, first, stored))
            await caught_up(stored, last)
            reading.cancel()
        for watched in watches:
            self._compare(records_of(watched, last), records_of(stored, last))
        self._look_for_own(records_of(stored, last))

    @asynccontextmanager
    async def _watchers(
        self, npc: npcclient.NpcClient
    ) -> AsyncGenerator[list[npcclient.NpcClient], None]:
        """Give the clients that watch the timeline."""
        yield [npc]

    async def _timeline(self, npc: npcclient.NpcClient) -> str:
        """Return where the player plays."""
        return (await npc.timelines.start(self.world)).timeline_id

    async def _say(self, npc: npcclient.NpcClient, timeline: str) -> None:
        await self._tried(self._turn(npc, timeline))

    async def _turn(self, npc: npcclient.NpcClient, timeline: str, request_id: str = "") -> None:
        begun, is_heard = time.monotonic(), False
        words = "Good day to you!"
        async with npc.play.say(
            timeline, self._who, words, speaker=self._name, request_id=request_id
        ) as turn:
            async for event in turn:
                if event.HasField("line"):
                    self._seen.lines.append(time.monotonic())
                    if not is_heard:
                        is_heard = True
                        self._seen.slowest = max(self._seen.slowest, time.monotonic() - begun)
        assert turn.finished is not None
        outcome = turn_pb2.TurnOutcome.Name(turn.finished.outcome)
        self._seen.outcomes[outcome.removeprefix("TURN_OUTCOME_")] += 1
        self._seen.turns += 1
        if turn.finished.not_kept:
            self._seen.not_kept += 1
        else:
            self._finished.append(turn.turn_id)

    async def _observe(self, npc: npcclient.NpcClient, timeline: str) -> None:
        self._bells += 1  # also for one that fails: it may be stored, and is no repeat of the next
        text = f"The bell of {self._name} rings {self._bells} times."
        answer = await npc.play.observe(timeline, [Observation(text=text, place_id="taproom")])
        self._seen.observations += 1
        if answer.memories:
            self._observed.append(text)

    async def _watch(
        self, npc: npcclient.NpcClient, timeline: str, first: int, watched: list[Any]
    ) -> None:
        async def watch() -> None:
            async for event in npc.play.watch(timeline, after_seq=first, resume=True):
                watched.append(event)  # noqa: PERF401 - it is read meanwhile

        await self._tried(watch())

    async def _tried(self, call: Any) -> None:
        try:
            await call
        except npcclient.NpcError as error:
            self._seen.errors[f"{type(error).__name__} {error.reason}: {error.message}"] += 1

    def _compare(self, watched: list[Any], stored: list[Any]) -> None:
        self._seen.uneven += watched != stored
        brought, there = (Counter(event.seq for event in found) for found in (watched, stored))
        self._seen.missed += (there - brought).total()
        self._seen.doubled += (brought - there).total()

    def _look_for_own(self, stored: list[Any]) -> None:
        said = Counter(event.turn.turn_id for event in stored if event.HasField("turn"))
        self._seen.lost_turns += sum(said[turn] == 0 for turn in self._finished)
        self._seen.repeated += sum(said[turn] > 1 for turn in self._finished)
        heard = Counter(
            (event.memory.text, event.character_id) for event in stored if event.HasField("memory")
        )
        texts = {text for text, _ in heard}
        self._seen.lost_observations += sum(text not in texts for text in self._observed)
        self._seen.repeated += sum(
            heard[text, character] > 1 for text, character in heard if text in self._observed
        )


async def caught_up(watched: list[Any], last: int) -> None:
    """Return once a watch has brought everything up to a position."""
    async with asyncio.timeout(PATIENCE):
        while not watched or watched[-1].seq < last:  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(0.05)


def records_of(watched: list[Any], last: int) -> list[Any]:
    """Return the events up to a position, without checkpoints."""
    return [one for one in watched if one.seq <= last and not one.HasField("checkpoint")]


async def restarted(
    talks: int,
    seconds: float,
    grpc: str,
    http: str,
    restart: Any,
    ca: Path | None = None,
    kind: Callable[..., Talk] = Talk,
) -> dict[str, Any]:
    """Restart the server under so many talks; return what their players saw."""
    seen, over, begun = Seen(), asyncio.Event(), asyncio.Barrier(talks + 1)
    running = [
        asyncio.create_task(kind(number, talks, address, seen, ca).run(begun, over))
        for number, address in zip(range(talks), cycle((grpc, http)), strict=False)
    ]
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
    await asyncio.sleep(seconds / 2)
    told, ended = await restart()
    await asyncio.sleep(seconds / 2)
    over.set()
    await asyncio.gather(*running)
    lines = [told, *(one for one in seen.lines if one > told)]
    return {
        "talks": talks,
        "turns": seen.turns,
        "observations": seen.observations,
        "outcomes": dict(seen.outcomes),
        "errors": dict(seen.errors),
        "not_kept": seen.not_kept,
        "lost": seen.lost_turns + seen.lost_observations,
        "lost_observations": seen.lost_observations,
        "repeated": seen.repeated,
        "uneven": seen.uneven,
        "missed": seen.missed,
        "doubled": seen.doubled,
        "slowest": round(seen.slowest, 2),
        "silent": round(max(two - one for one, two in pairwise(lines)), 2),
        "ended_in": round(ended - told, 2),
    }


SETTINGS = {
    "NPCSERVER_MODEL__CONCURRENCY": "64",
    "NPCSERVER_LIMITS__TURNS": "64",
    "NPCSERVER_COGNITION__WORKERS": "0",
}
MODEL = "scripted:delay=0.2"


async def over_sqlite(
    folder: Path, talks: int, seconds: float, model: str = MODEL, *, afresh: bool = True
) -> dict[str, Any]:
    """Restart a server on an SQLite file: the second waits for the first."""
    first = Server(folder / "first", model=model, settings=SETTINGS, afresh=afresh)
    await asyncio.to_thread(first.start)
    second = Server(
        folder / "second",
        model=model,
        settings={**SETTINGS, "NPCSERVER_DATA": str(first.data)},
        afresh=afresh,
        grpc=first.grpc,
        http=first.http,
    )

    async def restart() -> tuple[float, float]:
        starting = asyncio.create_task(asyncio.to_thread(second.start))
        async with asyncio.timeout(PATIENCE):
            while not second.has_logged("database_in_use"):  # noqa: ASYNC110 - it is a file
                await asyncio.sleep(0.05)
        await asyncio.sleep(2)  # it has loaded by then what it can load before
        told = time.monotonic()
        await asyncio.to_thread(first.stop)
        ended = time.monotonic()
        await starting
        return told, ended

    try:
        return await restarted(talks, seconds, first.grpc, first.http, restart)
    finally:
        first.stop()
        second.stop()


async def over_postgres(
    folder: Path, url: str, talks: int, seconds: float, model: str = MODEL, *, afresh: bool = True
) -> dict[str, Any]:
    """Restart a server on a PostgreSQL: the second serves beside the first."""
    settings = {
        **SETTINGS,
        "NPCSERVER_DATABASE__URL": url,
        "NPCSERVER_SERVER__LINGER_SECONDS": "3",
    }
    ports = [two_free(), two_free()]
    first, second = (
        Server(
            folder / str(grpc),
            model=model,
            settings=settings,
            afresh=afresh,
            grpc=f"127.0.0.1:{grpc}",
            http=f"127.0.0.1:{http}",
        )
        for grpc, http in ports
    )
    await asyncio.to_thread(import_sample_world, url, folder)
    await asyncio.to_thread(first.start)

    async def restart() -> tuple[float, float]:
        await asyncio.to_thread(second.start)
        told = time.monotonic()
        await asyncio.to_thread(first.stop)
        return told, time.monotonic()

    try:
        async with Balancer(*ports).run() as balancer:
            return await restarted(talks, seconds, balancer.grpc, balancer.http, restart)
    finally:
        first.stop()
        second.stop()


def import_sample_world(url: str, data: Path) -> None:
    """Import the sample world into a database."""
    around = environment_of(data) | {"NPCSERVER_DATABASE__URL": url}
    ended = run_forked("import", str(SAMPLE_WORLD), environment=around)
    assert ended.returncode == 0, ended.stderr


async def main() -> None:
    """Print the figures of each kind of database."""
    chosen = read_options(__doc__, talks=50, seconds=10.0, database="sqlite,postgres", model=MODEL)
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="npc-restarts-") as name:
        folder = Path(name)
        if "sqlite" in chosen.database:
            figures["sqlite"] = await over_sqlite(
                folder / "file", chosen.talks, chosen.seconds, chosen.model
            )
        if "postgres" in chosen.database:
            with own_postgres(folder / "postgres") as url:
                await migrate(url)
                figures["postgres"] = await over_postgres(
                    folder / "served", url, chosen.talks, chosen.seconds, chosen.model
                )
    if chosen.json:
        print(json.dumps({"machine": machine(), **figures}))
        return
    for kind, seen in figures.items():
        print(kind, json.dumps(seen, indent=2))


if __name__ == "__main__":
    run_coroutine(main())
