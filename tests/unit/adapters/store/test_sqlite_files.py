"""A database that was killed at any moment keeps its own log, and a copy is told from it."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.adapters.store import sqlite_files
from npcserver.model.errors import Unavailable

STEPS = {
    "table": "CREATE TABLE t{0} (a PRIMARY KEY, b)",
    "index": "BEGIN; CREATE TABLE u{0} (a); CREATE INDEX i{0} ON u{0} (a); COMMIT",
    "altered": "ALTER TABLE log ADD COLUMN c{0}",
    "rows": "INSERT INTO log (a) VALUES (zeroblob(9000))",
    "statistics": "ANALYZE",
    "checkpoint": "PRAGMA wal_checkpoint(PASSIVE)",
    "emptied": "PRAGMA wal_checkpoint(TRUNCATE)",
}


def create(database: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(database, isolation_level=None)
    connection.executescript("PRAGMA journal_mode=WAL; CREATE TABLE log (a)")
    return connection


def kill(database: Path, copy: Path) -> Path:
    """Return the files as a killed process leaves them, under another name."""
    for suffix in ("", "-wal"):
        shutil.copyfile(sqlite_files.beside(database, suffix), sqlite_files.beside(copy, suffix))
    return copy


@given(steps=st.lists(st.sampled_from(sorted(STEPS)), max_size=12))
def test_a_killed_database_keeps_its_own_log(
    steps: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever changed the schema, and however far a checkpoint came."""
    folder = tmp_path_factory.mktemp("killed")
    with closing(create(folder / "npc.db")) as connection:
        for number, step in enumerate(steps):
            connection.executescript(STEPS[step].format(number))
            killed = kill(folder / "npc.db", folder / "killed.db")
            sqlite_files.require_own_log(killed)
            with closing(sqlite3.connect(killed)) as opened:
                assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    shutil.rmtree(folder)


@pytest.mark.parametrize("later", [(), ("rows",), ("checkpoint", "rows"), ("table", "checkpoint")])
def test_a_copy_in_the_place_of_a_killed_database_is_told(
    later: tuple[str, ...], tmp_path: Path
) -> None:
    """Its schema is whole, and has changed once only; the log begins where it was emptied."""
    with closing(create(tmp_path / "npc.db")) as connection:
        for number, step in enumerate(("table", "index", "emptied", *later)):
            connection.executescript(STEPS[step].format(number))
        with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
            connection.backup(copy)
        connection.executescript(STEPS["rows"])
        killed = kill(tmp_path / "npc.db", tmp_path / "killed.db")
    shutil.copyfile(tmp_path / "copy.db", killed)

    with pytest.raises(Unavailable, match="of another file"):
        sqlite_files.require_own_log(killed)
