"""What was acknowledged is kept: through a killed process, and through a power cut.

Killing cannot see a wrong `synchronous` setting, since the operating system still has the pages; a
power cut can. The power cut runs the store's pragmas on a disk that forgets unsynced writes.
"""

import asyncio
import os
import random
import signal
import sys
from pathlib import Path

import pytest

from npcserver.adapters.store.engine import PRAGMAS
from npcserver.model.timeline import Vantage
from tests.conftest import NewDatabase, opened
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS

KILLS = 4
CUTS = 60
COMMITS = 30

_CHILD = """
import asyncio, sys
from npcserver.adapters.store import open_store
from tests.fakes import store_world as stage

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


async def test_kill_loses_nothing_that_was_acknowledged(new_migrated_sqlite: NewDatabase) -> None:
    """Killed again and again, with requests repeated after each, every ack is kept once."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await store_world.set_up(store)
    acknowledged: dict[int, int] = {}

    for _ in range(KILLS):
        # Everything from the first number without an ack is sent again under its old id.
        first = next(i for i in range(10**6) if i not in acknowledged)
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _CHILD,
            url,
            str(first),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        assert child.stdout is not None
        for _ in range(200):
            number, seq = map(int, (await child.stdout.readline()).split())
            assert acknowledged.setdefault(number, seq) == seq
        child.send_signal(signal.SIGKILL)
        rest, _ = await child.communicate()
        for line in rest.splitlines(keepends=True):
            if line.endswith(b"\n"):
                number, seq = map(int, line.split())
                assert acknowledged.setdefault(number, seq) == seq

    async with opened(url) as store, store.read() as reader:
        head = (await reader.timeline(GENESIS)).head
        records = await (await reader.at(Vantage(GENESIS, head))).after(0, 10**6)
    assert [record.seq for record in records] == list(range(1, head + 1))
    kept = {int(record.text): record.seq for record in records}
    assert len(kept) == len(records)
    assert {number: kept.get(number) for number in acknowledged} == acknowledged


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


def test_a_power_cut_loses_nothing_that_was_acknowledged() -> None:
    """With the store's own pragmas every committed row is there after every cut."""
    pytest.importorskip("apsw", reason="power cuts need the dev extra: apsw")
    chance = random.Random(1)

    lost = [_lost_after_cut(int(PRAGMAS["synchronous"]), chance) for _ in range(CUTS)]

    assert sum(lost) == 0


def test_the_power_cut_is_real() -> None:
    """With synchronous=NORMAL the same cuts lose acknowledged rows; so the test above can fail."""
    pytest.importorskip("apsw", reason="power cuts need the dev extra: apsw")
    chance = random.Random(1)

    lost = [_lost_after_cut(1, chance) for _ in range(CUTS)]

    assert sum(lost) > 0
