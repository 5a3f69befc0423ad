"""PgBouncer before PostgreSQL: sessions serve for all, transactions for reading."""

import asyncio
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import npcclient
import pytest
from sqlalchemy import make_url

from npcserver.adapters.store import open_store
from npcserver.model.errors import InvalidInput, Reason, Unavailable
from tests.conftest import NewDatabase, execute_sql
from tests.engines.servers import SAMPLE_WORLD, Server, living
from tests.processes import PATIENCE, environment_of, run_forked

TIMELINES, TURNS = 6, 48
_DUE = "SELECT count(*) FROM job WHERE due_at < extract(epoch FROM now()) * 1000000"
_FAULT = re.compile("broke|unavailable|tells_nothing|not_|Traceback")
_SLOW = re.compile("TimeoutError|does not (read|write) in time")  # so is a machine with much to do
POOLED = {"session": 60, "transaction": 3, "statement": 3}
"""Connections to PostgreSQL: few where all share them, so that they are mixed up."""
Pooled = Callable[[str], str]


@pytest.fixture
def pooled(new_migrated_postgres: NewDatabase, tmp_path: Path) -> Iterator[Pooled]:
    """Put PgBouncer in a mode before a migrated database, and return the URL through it."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        pytest.skip("PgBouncer is missing: python -m tests.engines.provision pgbouncer")
    running: list[subprocess.Popen[bytes]] = []

    def start(mode: str) -> str:
        url = make_url(new_migrated_postgres())
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        host = url.query.get("host") or url.host
        password = f" password={url.password}" if url.password else ""
        (tmp_path / "users").write_text(f'"{url.username}" ""\n')
        (tmp_path / "bouncer.ini").write_text(
            f"[databases]\n* = host={host} port={url.port or 5432} user={url.username}{password}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
            f"auth_type = any\nauth_file = {tmp_path / 'users'}\npool_mode = {mode}\n"
            f"default_pool_size = {POOLED[mode]}\nmax_client_conn = 200\n"
            "ignore_startup_parameters = extra_float_digits\n"
        )
        # It does not run as root, and needs the rights of PostgreSQL's own user for the socket.
        owner = next(Path(str(host)).glob(".s.PGSQL.*")).owner()
        user = ["-u", owner] if Path("/proc/self").owner() == "root" else []
        for path in (tmp_path, *tmp_path.parents):
            if path.name.startswith("pytest-"):
                path.chmod(0o755)
        tmp_path.chmod(0o755)
        with (tmp_path / "log").open("wb") as log:
            command = [program, *user, str(tmp_path / "bouncer.ini")]
            running.append(subprocess.Popen(command, stdout=log, stderr=log))
        ends_at = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                told = (tmp_path / "log").read_text()
                assert time.monotonic() < ends_at, told
                assert running[-1].poll() is None, told
                time.sleep(0.05)
        return f"postgresql+psycopg://{url.username}@127.0.0.1:{port}/{url.database}"

    yield start
    for process in running:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.postgres
@pytest.mark.parametrize("mode", ["transaction", "statement"])
async def test_a_pooler_that_keeps_no_sessions_is_refused(pooled: Pooled, mode: str) -> None:
    """Prepared statements, locks and notifications would break under load, and not before."""
    url = pooled(mode)

    with pytest.raises(Unavailable) as refused:
        await open_store(url)

    assert refused.value.reason is Reason.STORAGE_UNAVAILABLE
    assert "pool_mode = session" in refused.value.message


@pytest.mark.postgres
async def test_a_pooler_without_transactions_is_refused_for_reading_too(
    pooled: Pooled, new_migrated_postgres: NewDatabase
) -> None:
    """A read is a snapshot of several statements."""
    url = pooled("statement")
    with pytest.raises(Unavailable):
        await open_store(new_migrated_postgres(), read_url=url)


@pytest.mark.postgres
async def test_what_is_read_has_to_be_the_database_in_which_is_written(
    pooled: Pooled, new_postgres: NewDatabase, new_migrated_sqlite: NewDatabase
) -> None:
    """Not another one, nor one beside an SQLite file."""
    url = pooled("transaction")
    for written in (new_postgres(), new_migrated_sqlite()):
        with pytest.raises(InvalidInput) as refused:
            await open_store(written, read_url=url)
        assert refused.value.field == "database.read_url"


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.timeout(300)
@pytest.mark.parametrize("mode", ["session", "transaction"])
async def test_two_servers_play_through_a_pooler(
    mode: str, pooled: Pooled, new_migrated_postgres: NewDatabase, tmp_path: Path
) -> None:
    """Talks, watches and thoughts, often enough that statements would be prepared."""
    behind, direct = pooled(mode), new_migrated_postgres()
    settings = (
        {"NPCSERVER_DATABASE__URL": behind}
        if mode == "session"
        else {
            "NPCSERVER_DATABASE__URL": direct,
            "NPCSERVER_DATABASE__READ_URL": behind,
        }
    )
    settings |= {"NPCSERVER_COGNITION__LULL_SECONDS": "0.1"}
    around = environment_of(tmp_path) | settings
    words = ("import", str(SAMPLE_WORLD))
    imported = await asyncio.to_thread(run_forked, *words, environment=around)
    assert imported.returncode == 0, imported.stderr
    servers = [Server(tmp_path / name, world=None, settings=settings) for name in ("one", "two")]
    async with living(servers[0]), living(servers[1]):
        seen = await played(*servers)
        assert len(seen) == len(set(seen)) == TURNS
        async with asyncio.timeout(PATIENCE):
            while await asyncio.to_thread(execute_sql, direct, _DUE):  # noqa: ASYNC110 - a process
                await asyncio.sleep(0.5)
        for server in servers:
            log = (server.folder / "serve.log").read_text(encoding="utf-8")
            for line in log.splitlines():
                assert not _FAULT.search(line) or _SLOW.search(line), log


async def played(one: Server, two: Server) -> list[tuple[str, int]]:
    """Say something to both servers in turn in many timelines; return the turns that came."""
    seen = list[tuple[str, int]]()
    async with npcclient.connect(one.grpc) as here, npcclient.connect(two.grpc) as there:
        timelines = [
            (await here.timelines.start("farrowhithe")).timeline_id for _ in range(TIMELINES)
        ]

        async def watch(timeline: str) -> None:
            async for response in there.play.watch(timeline, after_seq=0):
                if response.HasField("turn"):
                    seen.append((timeline, response.seq))

        async def talk(number: int, timeline: str) -> None:
            for at in range(TURNS // TIMELINES):
                npc = (here, there)[(number + at) % 2]
                async with npc.play.say(timeline, "hester", f"Word {at}", speaker="Ann") as turn:
                    async for _ in turn:
                        pass

        watching = [asyncio.ensure_future(watch(each)) for each in timelines]
        await asyncio.sleep(2)  # most watch by then, and are told; who comes later reads
        await asyncio.gather(*(talk(*each) for each in enumerate(timelines)))
        async with asyncio.timeout(PATIENCE):
            while len(seen) < TURNS:  # noqa: ASYNC110 - another process tells
                await asyncio.sleep(0.1)
        for each in watching:
            each.cancel()
        await asyncio.wait(watching)
    return seen
