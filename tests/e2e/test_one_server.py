"""One server at a time uses an SQLite file; commands that do not serve go on beside it."""

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import npcclient
import pytest

from npcserver import bootstrap
from npcserver.config import Settings
from npcserver.model.errors import NotPossibleNow, Reason
from tests.conftest import NewDatabase
from tests.engines.home import ROOT
from tests.engines.servers import Server, living
from tests.processes import PATIENCE, environment_of, run_forked


async def run(data: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of npcserver on a data folder; it waits for no other server."""
    environment = environment_of(data, NPCSERVER_DATABASE__WAIT_SECONDS="0")
    return await asyncio.to_thread(run_forked, *words, environment=environment)


@pytest.fixture
async def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--port", "0", "--model", "offline"),
        ("play", "--model", "offline", "--say", "Hello!"),
    ],
    ids=("serve", "play"),
)
async def test_a_second_server_is_refused(server: Server, words: tuple[str, ...]) -> None:
    """It reads which server has the file, how to talk through that one, and what else to do."""
    async with living(server):
        refused = await run(server.data, *words)
        async with npcclient.connect(server.grpc) as npc:
            worlds = await npc.worlds.list()

        assert refused.returncode == 1
        told = " ".join(refused.stderr.split())
        assert f"{server.data / 'npcserver.db'} is in use by another server" in told
        assert f"(process {server.pid}, on {server.grpc})" in told
        assert f"`npc-playtest chat {server.grpc}`" in told
        assert f"{server.http}/" in told
        assert "stop it first" in told
        assert "--data FOLDER" in told
        assert "Traceback" not in told
        assert [world.world_id for world in worlds] == ["farrowhithe"]


async def test_commands_that_do_not_serve_go_on_beside_a_server(
    server: Server, tmp_path: Path
) -> None:
    """Importing, exporting, checking, recording and a backup; and the server serves on."""
    async with living(server), npcclient.connect(server.grpc) as npc:
        timeline = (await npc.timelines.start("farrowhithe")).timeline_id
        async for _ in npc.play.say(timeline, "wenna", "Hello!", speaker="Ann"):
            pass
        copy = tmp_path / "copy.db"
        exported, recorded = str(tmp_path / "world.yaml"), str(tmp_path / "session.jsonl")
        for words in (
            ("export", "farrowhithe", exported),
            ("import", exported),
            ("import", str(ROOT / "worlds" / "farrowhithe.yaml")),
            ("record", timeline, "--output", recorded),
        ):
            ended = await run(server.data, *words)
            assert ended.returncode == 0, (words, ended.stderr)
        checked = await run(server.data, "check", "--model", "offline")
        backup = (sys.executable, "-c", _BACKUP, str(server.data / "npcserver.db"), str(copy))
        await asyncio.to_thread(subprocess.run, backup, check=True, timeout=PATIENCE)
        async for _ in npc.play.say(timeline, "wenna", "Still there?", speaker="Ann"):
            pass

        assert "is in use by another server" not in checked.stdout + checked.stderr
        assert copy.stat().st_size > 0


_BACKUP = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('VACUUM INTO ?', sys.argv[2:])"


async def test_the_lock_goes_with_a_killed_server(server: Server) -> None:
    """The next one starts at once, and is the one that is named."""
    async with living(server):
        first = server.pid
        await asyncio.to_thread(server.restart)
        refused = await run(server.data, "serve", "--port", "0")

        assert f"(process {server.pid}, on {server.grpc})" in refused.stderr
        assert str(first) not in refused.stderr


def next_server(first: Server, folder: Path) -> Server:
    """Return a server of the same file and ports, which has not started yet."""
    around = {"NPCSERVER_DATA": str(first.data), "NPCSERVER_DATABASE__WAIT_SECONDS": "600"}
    return Server(folder, settings=around, grpc=first.grpc, http=first.http)


async def logged(server: Server, text: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not server.has_logged(text):  # noqa: ASYNC110 - it is a file
            await asyncio.sleep(0.05)


async def test_the_next_server_waits_for_the_one_that_ends(tmp_path: Path) -> None:
    """It logs for whom, and serves the same file on the same ports afterwards."""
    first = Server(tmp_path / "first")
    async with living(first):
        second = next_server(first, tmp_path / "second")
        async with npcclient.connect(first.grpc) as npc:
            timeline = (await npc.timelines.start("farrowhithe")).timeline_id
        starting = asyncio.create_task(asyncio.to_thread(second.start))
        try:
            await logged(second, "database_in_use")
            told_pid = second.has_logged(f"pid={first.pid}")
            await asyncio.to_thread(first.stop)
            await starting
            async with npcclient.connect(second.grpc) as npc:
                found = await npc.timelines.get(timeline)
        finally:
            await asyncio.to_thread(second.stop)

    assert told_pid
    assert found.timeline_id == timeline


async def test_a_server_that_waits_can_be_told_to_end(tmp_path: Path) -> None:
    """It says who has the file, as it does when it has waited long enough."""
    first = Server(tmp_path / "first")
    async with living(first):
        second = next_server(first, tmp_path / "second")
        starting = asyncio.create_task(asyncio.to_thread(second.start))
        await logged(second, "database_in_use")
        second.terminate()
        with pytest.raises(AssertionError, match="the server ended"):
            await starting

        assert second.wait() == 1
        assert second.has_logged("is in use by another server")


def settings(url: str, data: Path) -> Settings:
    return Settings.model_validate(
        {
            "data": data,
            "database": {"url": url},
            "embedder": {"name": "hashing"},
            "model": {"name": "offline"},
            "server": {"port": 0},
        }
    )


async def known_worlds(here: bootstrap.RunningServer) -> int:
    async with here.store.read() as reader:
        return len(await reader.worlds(10))


async def test_a_file_is_locked_by_whichever_path_it_is_named(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Within one process as well, and from the moment that the first has ended no more."""
    url = new_migrated_sqlite()
    linked = tmp_path / "linked.db"
    linked.symlink_to(url.removeprefix("sqlite:///"))
    other = settings(f"sqlite:///{linked}", tmp_path)
    async with bootstrap.running(settings(url, tmp_path)):
        with pytest.raises(NotPossibleNow) as refused:
            async with bootstrap.running(other):
                pass
        async with bootstrap.running(other, serve=False) as beside:
            await known_worlds(beside)
    async with bootstrap.running(other) as after:
        await known_worlds(after)

    assert refused.value.reason is Reason.STILL_IN_USE


@pytest.mark.postgres
async def test_servers_share_a_postgresql(
    new_migrated_postgres: NewDatabase, tmp_path: Path
) -> None:
    """As many as there are, and nothing is locked."""
    chosen = settings(new_migrated_postgres(), tmp_path)
    async with AsyncExitStack() as stack:
        ports = [
            (await stack.enter_async_context(bootstrap.running(chosen))).port for _ in range(2)
        ]

        assert len(set(ports)) == 2
    assert locks(tmp_path) == []


def locks(folder: Path) -> list[Path]:
    return [*folder.glob("**/*.lock")]
