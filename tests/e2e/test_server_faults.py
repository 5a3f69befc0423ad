"""Three servers on one PostgreSQL of which one is frozen, has a wrong clock, or is cut off."""

import asyncio
import os
import signal
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import grpc
import pytest
from sqlalchemy import make_url

from tests.conftest import execute_sql, variant
from tests.e2e.test_killed_thoughts import (
    AT_WORK,
    SETTINGS,
    UNDONE,
    WALK,
    advance,
    check_talks,
    check_thoughts,
)
from tests.engines.servers import Proxy, Server
from tests.fakes.model_endpoints import serve_random_llm
from tests.fakes.running_server import (
    CHAPEL,
    EVERYBODY,
    HALL,
    MILL,
    PARLOUR,
    SHOP,
    START,
    VillageServer,
    open_village_server,
    role,
    village_file,
)
from tests.fakes.told_game import Game, Told, served, until
from tests.processes import CLOCK

FAULT_SECONDS = float(os.environ.get("NPCSERVER_TEST_FAULT_SECONDS", "4"))
"""How long a fault lasts; longer than the lease of a turn."""
LEASE_SECONDS = 5
"""Of a job: as long as a busy machine may keep a server from renewing it."""
TOTAL_MS = 8_000
pytestmark = [
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.timeout(300 + 10 * FAULT_SECONDS),
]


async def count(url: str, query: str, *, is_any: bool) -> None:
    """Wait until a query counts something, or nothing."""
    async with asyncio.timeout(240):
        while (await asyncio.to_thread(execute_sql, url, query) != 0) != is_any:  # noqa: ASYNC110 - it is in the database
            await asyncio.sleep(0.02)


async def test_thoughts_are_done_once_where_clocks_are_wrong_and_a_server_is_frozen(
    tmp_path: Path, new_migrated_postgres: Callable[[], str]
) -> None:
    """What a thawed server thinks on is refused; nobody takes a job from a server that lives."""
    url = new_migrated_postgres()
    homes = zip(EVERYBODY, (HALL, PARLOUR, MILL, CHAPEL, SHOP), strict=True)
    file = village_file(*(role(who, home, daily_plan=WALK) for who, home in homes))
    async with open_village_server(url, tmp_path / "first", file=file) as app:
        timeline_id = app.timeline_id
    right, ahead, behind = servers = [
        Server(
            tmp_path / minutes,
            "scripted:delay=0.5",
            settings={
                **SETTINGS,
                "NPCSERVER_DATABASE__URL": url,
                "NPCSERVER_COGNITION__LEASE_SECONDS": str(LEASE_SECONDS),
                CLOCK: minutes,
            },
            world=None,
        )
        for minutes in ("0", "5", "-5")
    ]
    try:
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
        for number, server in enumerate(servers, 1):
            await advance(server.grpc, timeline_id, START + number * timedelta(minutes=30))
            await count(url, AT_WORK, is_any=True)
            if server is right:
                os.kill(right.pid, signal.SIGSTOP)
                await asyncio.sleep(LEASE_SECONDS + FAULT_SECONDS)
                os.kill(right.pid, signal.SIGCONT)
        await count(url, UNDONE, is_any=False)
    finally:
        for server in servers:
            server.kill()
    async with open_village_server(url, tmp_path / "last", file=file) as app:
        records = await VillageServer(app.here, timeline_id).records()

    assert [one.seq for one in records] == list(range(1, len(records) + 1))
    assert [server.has_logged("lease_lost") for server in (ahead, behind)] == [False, False]
    assert [server.has_logged("clock_differs") for server in servers] == [False, True, True]
    written = [one.written_at for one in records]
    assert all(after - before > -timedelta(minutes=1) for before, after in pairwise(written))
    check_thoughts(records, len(servers))
    check_talks(records)


async def heard_or_refused(game: Game, who: str, words: str) -> Told:
    """Say something; see that there is a line, or a reason, in time."""
    try:
        told = await game.say(who, words, total_ms=TOTAL_MS)
    except grpc.aio.AioRpcError as error:
        assert error.code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.ABORTED}  # noqa: PT017
        return Told()
    assert told.lines
    return told


@pytest.mark.parametrize(
    "is_silent",
    [pytest.param(True, id="silent"), pytest.param(False, id="reset", marks=variant)],
)
async def test_a_server_that_is_cut_off_from_the_database_harms_nobody(
    tmp_path: Path, new_migrated_postgres: Callable[[], str], *, is_silent: bool
) -> None:
    """Others speak for its characters after three seconds, and what it stores later is refused.

    Its players get lines that are not kept, or reasons. Once it is back it serves as before.
    """
    url = new_migrated_postgres()
    there = make_url(url)
    proxy = Proxy(Path(str(there.query["host"])) / ".s.PGSQL.5432")
    by_proxy = there.set(host="127.0.0.1", port=proxy.port, query={}).render_as_string()
    try:
        async with (
            serve_random_llm() as llm,
            served(tmp_path, llm, by_proxy, url) as ((_, cut), (_, game)),
        ):
            first = await cut.say("bea", "turn1 seeded, good day.")
            talk = asyncio.ensure_future(heard_or_refused(cut, "ada", "turn2 pause2, tell me."))
            await until(lambda: len(cut.told["ada"].lines) == 2)
            heard, llm.pauses = cut.told["ada"], False
            proxy.hold()
            if not is_silent:
                proxy.turn_away(10**6)
                proxy.release()
                proxy.cut()
            began = asyncio.get_running_loop().time()
            other = await game.say("ada", "turn3, what do you know?", player="quinn")
            waited = asyncio.get_running_loop().time() - began
            began = asyncio.get_running_loop().time()
            apart = await heard_or_refused(cut, "bea", "turn4, are you there?")
            lasted = asyncio.get_running_loop().time() - began
            llm.is_over.set()
            await asyncio.sleep(FAULT_SECONDS)
            proxy.turn_away(0)
            proxy.release()
            late = await talk
            again = await game.say("ada", "turn2 pause2, tell me.")
            async with asyncio.timeout(60):
                while not (  # noqa: ASYNC110 - only an answer tells
                    last := await heard_or_refused(cut, "bea", "turn5, and now?")
                ).seq:
                    await asyncio.sleep(0.5)
            known = {who: await game.memories(who) for who in ("ada", "bea")}
    finally:
        proxy.close()

    assert other.seq > first.seq
    assert max(waited, lasted) < TOTAL_MS / 1000 + 40  # a call that hangs takes 60 s
    assert (late.seq, apart.seq) == (0, 0)
    assert again.turn_id == heard.turn_id
    assert last.seq > other.seq
    assert "turn4, are you there?" not in known["bea"]
    assert all(len(said) == len(set(said)) for said in known.values())
