"""Outages as players meet them: a server in a process of its own, and a model over HTTP."""

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import npcclient
from npcclient.v1 import turn_pb2

from tests.engines.servers import Server, living
from tests.fakes.model_endpoints import EndpointCall
from tests.fakes.model_servers import NAME, ModelServer, serve_model_server
from tests.processes import PATIENCE

SECONDS = float(os.environ.get("NPCSERVER_TEST_OUTAGE_SECONDS", "2"))
TALKERS = ("hester", "wenna")
HOSTED = {
    "NPCSERVER_DIALOGUE__FIRST_WORD_SECONDS": "2.5",
    "NPCSERVER_DIALOGUE__BETWEEN_WORDS_SECONDS": "1.5",
    "NPCSERVER_DIALOGUE__TOTAL_SECONDS": "8",
}
"""The times of a hosted model, which one on this machine would not get by default."""
QUIET = {"NPCSERVER_COGNITION__WORKERS": "0"}
FAULTS = 5  # before a model is left alone
PROBE_SECONDS = 5.0  # between two calls of one that is


@dataclass
class PassingModel(ModelServer):
    """A model that answers unless it `resets` connections or `hangs`."""

    resets: bool = False
    hangs: bool = False

    async def complete(self, call: EndpointCall) -> None:
        """Answer a chat completion, or fail it."""
        if self.resets:
            call.reset()
        elif self.hangs:
            await call.hang()
        else:
            await super().complete(call)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardTurn:
    """A turn as its player saw it; times by the monotonic clock."""

    begun: float
    has_line: bool
    finished: turn_pb2.TurnFinished

    @property
    def is_of_model(self) -> bool:
        """Whether the model spoke, asked once or twice."""
        return self.finished.rung in (turn_pb2.RUNG_PRIMARY, turn_pb2.RUNG_RETRY)


@dataclass(slots=True)
class Talks:
    """One player for each of some characters, who speaks again and again; and health checks.

    `ready` has the times at which the health of `ready` changed, and what it was from then on.
    """

    server: Server
    heard: dict[str, list[HeardTurn]] = field(default_factory=dict)
    timelines: dict[str, str] = field(default_factory=dict)
    ready: list[tuple[float, bool]] = field(default_factory=list)
    is_over: bool = False

    @asynccontextmanager
    async def going_on(self) -> AsyncGenerator[None, None]:
        """Talk until the block is left, from when all have talked once."""
        async with npcclient.connect(self.server.grpc) as npc, asyncio.TaskGroup() as group:
            for who in TALKERS:
                self.heard[who] = []
                self.timelines[who] = (await npc.timelines.start("farrowhithe")).timeline_id
                group.create_task(self._talk(npc, who))
            group.create_task(self._check())
            try:
                await self.until(lambda one: one.is_of_model)
                yield
            finally:
                self.is_over = True

    async def until(self, holds: Callable[[HeardTurn], bool]) -> None:
        """Return once each player has heard a turn of some kind."""
        await _until(lambda: all(any(holds(one) for one in turns) for turns in self.heard.values()))

    async def until_ready(self, *, is_ready: bool) -> None:
        """Return once the health of `ready` is so."""
        await _until(lambda: bool(self.ready) and self.ready[-1][1] is is_ready)

    @property
    def turns(self) -> list[HeardTurn]:
        return [turn for turns in self.heard.values() for turn in turns]

    async def _talk(self, npc: npcclient.NpcClient, who: str) -> None:
        while not self.is_over:
            begun, has_line = time.monotonic(), False
            words = f"Good day to you, for the {len(self.heard[who])}th time!"
            async with npc.play.say(self.timelines[who], who, words, speaker="Ann") as turn:
                async for event in turn:
                    has_line = has_line or event.HasField("line")
            assert turn.finished is not None
            heard = HeardTurn(begun=begun, has_line=has_line, finished=turn.finished)
            self.heard[who].append(heard)
            await asyncio.sleep(0.1)

    async def _check(self) -> None:
        async with httpx2.AsyncClient(base_url=self.server.http, timeout=PATIENCE) as client:
            while not self.is_over:
                is_ready = (await client.get("/healthz/ready")).is_success
                if not self.ready or self.ready[-1][1] is not is_ready:
                    self.ready.append((time.monotonic(), is_ready))
                await asyncio.sleep(0.1)


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - what it waits for is in another process
            await asyncio.sleep(0.05)


async def test_a_model_that_is_away_costs_no_line(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """It resets connections, then it hangs; few calls reach it, and it speaks again afterwards."""
    async with serve_model_server(PassingModel(kind="plain")) as llm:
        settings = {**HOSTED, **QUIET, "NPCSERVER_MODEL__BASE_URL": llm.base_url}
        server = Server(tmp_path, model=f"openai:{NAME}", settings=settings)
        async with living(server):
            talks = Talks(server)
            async with talks.going_on():
                answered, gone = len(llm.bodies), time.monotonic()
                llm.resets = True
                await asyncio.sleep(SECONDS / 2)
                llm.resets, llm.hangs = False, True
                await asyncio.sleep(SECONDS / 2)
                await talks.until(lambda one: one.begun > gone and not one.is_of_model)
                asked, back = len(llm.bodies) - answered, time.monotonic()
                llm.hangs = False
                await talks.until(lambda one: one.begun > back and one.is_of_model)
                again = time.monotonic()

    assert all(one.has_line and not one.finished.not_kept for one in talks.turns)
    assert asked <= FAULTS + 2 * len(TALKERS) + (back - gone) / PROBE_SECONDS
    record_property(
        "figure",
        f"model away for {back - gone:.0f} s: {len(talks.turns)} turns, 0 without a line; "
        f"the model's again after {again - back:.1f} s",
    )


async def test_a_locked_file_costs_no_line(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Another program keeps it locked: turns say that they are not kept, and `ready` says no.

    All that was acknowledged is stored, and nothing that was not kept.
    """
    server = Server(tmp_path, settings=QUIET)
    async with living(server):
        talks = Talks(server)
        async with talks.going_on():
            await talks.until_ready(is_ready=True)
            with closing(_locked(server.data / "npcserver.db")) as held:
                gone = time.monotonic()
                await talks.until_ready(is_ready=False)
                told = talks.ready[-1][0] - gone
                # the first turn waited for the lock; the others did not
                await talks.until(lambda one: one.begun > gone and one.finished.not_kept)
                waited = time.monotonic()
                await talks.until(lambda one: one.begun > waited and one.finished.not_kept)
                await asyncio.sleep(max(SECONDS - (time.monotonic() - gone), 0))
                held.rollback()
                back = time.monotonic()
            await talks.until_ready(is_ready=True)
            ready = talks.ready[-1][0] - back
            await talks.until(lambda one: one.begun > back and not one.finished.not_kept)
            again = time.monotonic()
        stored = _turns_in(server.data / "npcserver.db", talks.timelines)

    assert all(one.has_line for one in talks.turns)
    for who, turns in talks.heard.items():
        kept = [one.finished for one in turns if not one.finished.not_kept]
        assert {one.seq for one in kept if one.seq} <= set(stored[who])
        assert len(stored[who]) <= len(kept)  # on a slow machine one may be stored later
    assert not any(one.finished.seq for one in talks.turns if one.finished.not_kept)
    record_property(
        "figure",
        f"file locked for {back - gone:.0f} s: {len(talks.turns)} turns, 0 without a line; "
        f"ready told after {told:.1f} s and {ready:.1f} s, turns kept again after "
        f"{again - back:.1f} s",
    )


def _locked(path: Path) -> sqlite3.Connection:
    """Begin to write in a database, and return the connection that does."""
    other = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
    other.execute("BEGIN IMMEDIATE")
    return other


def _turns_in(path: Path, timelines: dict[str, str]) -> dict[str, list[int]]:
    """Return the positions of all turns in the log, by character."""
    query = "SELECT seq FROM record WHERE timeline_id = ? AND kind = 'turn' ORDER BY seq"
    with closing(sqlite3.connect(path)) as reading:
        return {
            who: [seq for (seq,) in reading.execute(query, (timeline,))]
            for who, timeline in timelines.items()
        }
