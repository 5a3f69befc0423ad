"""A mistyped path: commands that look for a database refuse it, and make nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.conftest import Command
from tests.engines.servers import SAMPLE_WORLD

LOOKING = (
    "archive tl_1 --to away.npc",
    "audit export w audit.jsonl",
    "audit head w",
    "audit verify w",
    "backup copy",
    "budget list w",
    "budget remove w",
    "budget set w --money 1",
    "check w",
    "diff sav_1 sav_2",
    "export w",
    "keys list",
    "keys revoke key_1",
    "keys rotate key_1",
    "keys rotate-tokens",
    "migrate --to 0003",
    "move-world w --to sqlite:///there.db",
    "prompts show reply --timeline last",
    "prompts show reply --world w",
    "record",
    "record tl_1",
    "reembed",
    "report tl_1",
    "restore-archive away.npc",
    "scene go tl_1",
    "scene list --open",
)


@pytest.mark.parametrize("command", LOOKING)
def test_a_mistyped_path_is_refused_and_nothing_is_made(
    npcserver: Command, tmp_path: Path, command: str
) -> None:
    """The message names the file, and says how to correct it or make a new one."""
    (tmp_path / "empty.db").touch()
    (tmp_path / "there").mkdir()
    places = {
        ("--database", "sqlite:///typo.db"): "typo.db",
        ("--database", "sqlite:///empty.db"): "empty.db",
        ("--database", "sqlite:///typo/npcserver.db"): "typo/npcserver.db",
        ("--data", "there"): "there/npcserver.db",
        ("--data", "typo"): "typo/npcserver.db",
    }
    before = {path: path.stat().st_size for path in tmp_path.rglob("*")}

    for place, file in places.items():
        ended = npcserver(*command.split(), *place)

        told = " ".join((ended.err + ended.out).split())
        assert ended.code in (1, 2), told
        assert f"there is no database in {file}, and nothing was made" in told
        assert {path: path.stat().st_size for path in tmp_path.rglob("*")} == before


def test_a_world_is_moved_to_no_database_that_is_missing(
    npcserver: Command, tmp_path: Path
) -> None:
    """The URL of the other shard may be mistyped as well."""
    npcserver("migrate")
    ended = npcserver("move-world", "w", "--to", "sqlite:///typo.db")

    assert ended.code == 1
    assert "there is no database in typo.db" in ended.err
    assert not (tmp_path / "typo.db").exists()


@pytest.mark.parametrize("command", ["keys list", "migrate", "serve", "audit head w"])
def test_a_file_of_another_program_is_refused_and_stays_as_it_was(
    npcserver: Command, tmp_path: Path, command: str
) -> None:
    """SQLite files look alike, and tables of ours would be put beside those of the other."""
    file = tmp_path / "songs.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE song (name TEXT)")
        other.commit()
    before = file.read_bytes()

    ended = npcserver(*command.split(), "--database", "sqlite:///songs.db")

    assert ended.code == 1
    assert "belongs to another program, with tables such as 'song'" in ended.err + ended.out
    assert file.read_bytes() == before


def test_heads_are_verified_with_a_key_that_is_there(npcserver: Command, tmp_path: Path) -> None:
    """A key that is made only now has signed none of them."""
    npcserver("import", str(SAMPLE_WORLD))
    assert npcserver("audit", "verify", "farrowhithe").code == 0  # nothing was signed
    (tmp_path / "log.jsonl").write_text('{"head": "w\\n1\\nabc\\n\\n- x y\\n"}\n')

    ended = npcserver("audit", "verify", "w", "--file", "log.jsonl")

    assert ended.code == 1
    assert "--key: is needed" in ended.err
    assert not list(tmp_path.rglob("audit-key.pem"))


def test_a_mistyped_world_has_no_log(npcserver: Command, tmp_path: Path) -> None:
    """An empty log would verify; that of a world without entries is said to be empty."""
    npcserver("import", str(SAMPLE_WORLD))
    mistyped = [
        npcserver("audit", *words.split())
        for words in ("verify farowhithe", "head farowhithe", "export farowhithe log.jsonl")
    ]
    empty, headless = (npcserver("audit", word, "farrowhithe") for word in ("verify", "head"))

    assert [one.code for one in mistyped] == [1, 1, 1]
    assert all("No world 'farowhithe'" in one.err for one in mistyped)
    assert not (tmp_path / "log.jsonl").exists()
    assert (empty.code, headless.code) == (0, 1)
    assert "farrowhithe: nothing was written to this log yet" in empty.out
    assert "farrowhithe: nothing was written to this log yet" in headless.err


def test_a_check_makes_nothing(npcserver: Command, tmp_path: Path) -> None:
    """Before the first start there is no database, which is no fault, and is said."""
    ended = npcserver("check", "--model", "offline", "--database", "sqlite:///typo.db")

    assert "sqlite:///typo.db, not made yet: a server makes it when it starts" in ended.out
    assert not (tmp_path / "typo.db").exists()
    ended = npcserver("check", "--model", "offline", "--database", "sqlite:///typo/x.db")
    assert "typo does not exist; create it first" in ended.out
