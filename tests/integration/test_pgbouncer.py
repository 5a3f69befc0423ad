"""PgBouncer before PostgreSQL: sessions serve, transactions are refused at the start."""

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from npcserver.adapters.store import open_store
from npcserver.model.errors import Reason, Unavailable
from tests.conftest import NewDatabase

PATIENCE = 20.0
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
            "default_pool_size = 8\nmax_client_conn = 100\n"
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
async def test_a_pooler_that_keeps_sessions_serves(pooled: Pooled) -> None:
    """As docs/operations.md says."""
    store = await open_store(pooled("session"))
    try:
        assert store is not None
    finally:
        await store.close()
