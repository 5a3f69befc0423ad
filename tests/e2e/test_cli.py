"""The command line: what it prints, and with which code it ends."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from npcserver.cli.error_messages import DEBUG
from tests.conftest import TRIES_VARIANTS
from tests.e2e.conftest import Command

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "worlds" / "farrowhithe.yaml"
COMMANDS = ("serve", "play", "check", "migrate", "import", "export", "diff", "models", "bench")


def test_help_names_all_commands(npcserver: Command) -> None:
    """A newcomer finds every command, and where to begin."""
    ended = npcserver("--help")

    assert ended.code == 0
    assert "npcserver play" in ended.out
    for command in COMMANDS:
        assert f" {command} " in ended.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(npcserver: Command, command: str) -> None:
    """Each command has a help text of more than its name."""
    ended = npcserver(command, "--help")

    assert ended.code == 0
    assert len(ended.out.split()) > 20


def test_it_says_which_version_it_is(npcserver: Command) -> None:
    """`npcserver --version` prints name and version of what is installed, and nothing else."""
    ended = npcserver("--version")

    assert ended.code == 0
    assert re.fullmatch(r"npcserver (\d+\.\d+\.\d+\S*|unreleased)\n", ended.out)
    assert ended.err == ""


def test_help_loads_nothing_heavy() -> None:
    """`--help` comes at once, because database, gRPC and vectors are loaded by commands."""
    code = (
        "import sys, npcserver.cli; "
        "print(sorted({'grpc', 'sqlalchemy', 'faiss', 'numpy', 'pydantic'} & set(sys.modules)))"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert output.stdout.strip() == "[]"


def test_wrong_usage_is_two(npcserver: Command) -> None:
    """An option that does not exist is the caller's mistake, with the code for that."""
    ended = npcserver("play", "--bogus")

    assert ended.code == 2
    assert "--bogus" in ended.err


def test_the_schema_of_world_files_is_written(npcserver: Command, tmp_path: Path) -> None:
    """Beside a world file it makes an editor help; without a file it goes to standard output."""
    file = tmp_path / "world.schema.json"
    went = npcserver("world-schema", str(file))

    assert went.code == 0
    assert "# yaml-language-server: $schema=world.schema.json" in went.out
    assert file.read_text(encoding="utf-8") == npcserver("world-schema").out
    assert '"$schema"' in file.read_text(encoding="utf-8")


def test_import_export_and_back(npcserver: Command, tmp_path: Path) -> None:
    """A world goes in, comes out as a file, and that file changes nothing when it goes in again."""
    came = npcserver("import", str(SAMPLE))
    file = tmp_path / "out.yaml"
    went = npcserver("export", "farrowhithe", str(file))
    again = npcserver("import", str(file))

    assert (came.code, went.code, again.code) == (0, 0, 0)
    assert "characters 7 new; 72 memories taken in" in came.out
    assert "characters 7 unchanged; 0 memories" in again.out
    assert "npcserver play --world farrowhithe" in came.out


def test_a_town_of_several_files_comes_with_one_command(npcserver: Command, tmp_path: Path) -> None:
    """All people of its files are there, know each other, and are one world again when exported."""
    town = tmp_path / "town.yaml"
    town.write_text(
        "format: npcserver/world/1\nworld: {id: town, name: Town}\n"
        "include: [west.yaml, east.yaml]\nplaces:\n  - {id: inn, name: The Inn}\n"
    )
    half = 300 if TRIES_VARIANTS else 60
    for name, first in (("west", 0), ("east", half)):
        people = "".join(
            f"  - {{id: p{one}, name: Nora {one}, place: inn, "
            f"relations: [{{to: Nora {2 * half - 1 - one}}}], "
            f"memories: [You have known Nora {(one + 1) % (2 * half)} for years.]}}\n"
            for one in range(first, first + half)
        )
        (tmp_path / f"{name}.yaml").write_text(f"characters:\n{people}")
    came = npcserver("import", str(town))
    went = npcserver("export", "town", str(tmp_path / "out.yaml"))
    again = npcserver("import", str(tmp_path / "out.yaml"))
    (tmp_path / "east.yaml").write_text("characters:\n  - {id: p0, name: Nora}\n")
    broken = npcserver("import", str(town))

    assert (came.code, went.code, again.code, broken.code) == (0, 0, 0, 1)
    assert f"characters {2 * half} new; {2 * half} memories taken in" in came.out
    assert "people who are no characters here" not in came.out
    assert f"characters {2 * half} unchanged; 0 memories" in again.out
    assert "east.yaml:2: characters[0].id: 'p0' is the id of another character" in broken.err


def test_export_prints_the_world(npcserver: Command) -> None:
    """Without a file the world goes to standard output, and nothing else does."""
    npcserver("import", str(SAMPLE))
    ended = npcserver("export", "farrowhithe")

    assert ended.code == 0
    assert ended.out.startswith("format: npcserver/world/1\n")


def test_broken_file_names_every_line(npcserver: Command, tmp_path: Path) -> None:
    """A file that cannot be taken says where and what, all at once, and leaves nothing behind."""
    file = tmp_path / "broken.yaml"
    file.write_text(
        "format: npcserver/world/1\nworld: {name: X}\ncharacters:\n  - {id: a}\nplcaes: []\n"
    )
    ended = npcserver("import", str(file))

    assert ended.code == 1
    assert f"{file}:4: characters[0].name" in ended.err
    assert f"{file}:5: plcaes" in ended.err
    assert "Traceback" not in ended.err
    assert "there is no database" in npcserver("export", "x").err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("import", "nowhere.yaml"), "nowhere.yaml"),
        (("export", "nowhere"), "No world 'nowhere'; there are: none yet; `npcserver import FILE`"),
        (("migrate", "--database", "nonsense"), "write sqlite:///"),
        (("serve", "--port", "99999"), "NPCSERVER_SERVER__PORT"),
        (("serve", "--port", "0", "--model", "what:x"), "no language model provider 'what'"),
        (("serve", "--port", "0", "--model", "local:/none.gguf"), "/none.gguf"),
        (("play", "--world", "nowhere", "--say", "Hello"), "No world 'nowhere'"),
        (("play", "--data", "/proc/nothing", "--say", "Hello"), "/proc/nothing"),
        (("export", "x", "/proc/nothing/x.yaml"), "/proc/nothing/x.yaml: cannot be written"),
        (("export", "x", "/"), "/: cannot be written"),
        (("serve", "--port", "0", "--model", "gpt-9"), "write openai:gpt-9"),
    ],
    ids=lambda it: it if isinstance(it, str) else " ".join(it),
)
def test_mistakes_are_told_in_a_line(
    npcserver: Command, arguments: tuple[str, ...], told: str
) -> None:
    """What cannot be done is said in one line on standard error, without a traceback."""
    npcserver("migrate")
    ended = npcserver(*arguments)

    assert ended.code == 1
    assert told in ended.err
    assert len(ended.err.strip().splitlines()) == 1
    assert "Traceback" not in ended.err + ended.out


def test_unreachable_database_is_told(npcserver: Command) -> None:
    """A PostgreSQL that is not there is no riddle, and its password is not shown."""
    url = "postgresql+psycopg://me:secret@127.0.0.1:1/x"
    ended = npcserver("serve", "--port", "0", "--database", url)

    assert ended.code == 1
    assert "does not answer" in ended.err
    assert "(postgresql+psycopg://me:***@127.0.0.1:1/x: " in ended.err
    assert "secret" not in ended.err + ended.out


def test_world_without_characters_is_told(npcserver: Command, tmp_path: Path) -> None:
    """Nobody is there to talk to in a world of places, and that is said."""
    file = tmp_path / "empty.yaml"
    file.write_text('format: npcserver/world/1\nworld: {name: "Void [draft]"}\n')
    came = npcserver("import", str(file))
    ended = npcserver("play", "--model", "offline", "--world", str(file), "--say", "Hello")

    assert "Void [draft] (void-draft)" in came.out
    assert "npcserver play" not in came.out
    assert ended.code == 1
    assert "Nobody lives in Void [draft]" in ended.err


def test_refused_export_leaves_no_draft(npcserver: Command, tmp_path: Path) -> None:
    """A world that cannot be put in its place leaves nothing beside it."""
    npcserver("import", str(SAMPLE))
    before = set(tmp_path.iterdir())
    ended = npcserver("export", "farrowhithe", str(tmp_path))

    assert ended.code == 1
    assert set(tmp_path.iterdir()) == before
    assert not list(tmp_path.parent.glob(f".{tmp_path.name}-*"))


def test_misspelt_setting_is_told(npcserver: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that does not exist is named, with the variable it came by."""
    monkeypatch.setenv("NPCSERVER_MODEL__TEMPER", "1")
    ended = npcserver("check")

    assert ended.code == 1
    assert "NPCSERVER_MODEL__TEMPER" in ended.err


def test_debug_shows_where(npcserver: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for it gets the exception itself."""
    npcserver("migrate")
    monkeypatch.setenv(DEBUG, "1")
    with pytest.raises(Exception, match="nowhere"):
        npcserver("export", "nowhere")


def test_migrate_says_what_it_did(npcserver: Command) -> None:
    """The first time goes from nothing to the newest revision, the second finds nothing to do."""
    first, second = npcserver("migrate"), npcserver("migrate")

    assert "went from empty to revision" in first.out
    assert "up to date" in second.out


def test_check_tries_every_part(npcserver: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings are shown with secrets masked, and each part is tried."""
    monkeypatch.setenv("NPCSERVER_MODEL__API_KEY", "sk-secret")
    monkeypatch.setenv("NPCSERVER_SERVER__PORT", "0")
    ended = npcserver("check", "--model", "offline")

    assert ended.code == 0
    for part in ("database", "thoughts", "embedder", "model", "port", "http", "access"):
        assert any(row.split()[:2] == [part, "ok"] for row in ended.out.splitlines())
    assert "********" in ended.out
    assert "sk-secret" not in ended.out


def test_check_of_a_model_that_is_not_there_tells_findings_alone(
    npcserver: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says what failed and what to do, and no line of the log stands between."""
    monkeypatch.setenv("NPCSERVER_SERVER__PORT", "0")
    ended = npcserver("check", "--model", "openai:none", "--base-url", "http://127.0.0.1:1/v1")

    assert ended.code == 1
    assert "No connection to the endpoint" in ended.out
    assert "[info" not in ended.out + ended.err


def test_check_names_a_row_that_was_broken_by_hand(
    npcserver: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It says table, row, column and what to write, and fails until that is done."""
    monkeypatch.setenv("NPCSERVER_SERVER__PORT", "0")
    npcserver("import", str(SAMPLE))
    with closing(sqlite3.connect(tmp_path / "data" / "npcserver.db")) as database:
        database.execute("UPDATE character SET goals = 'Pay the guild' WHERE id = 'hester'")
        database.commit()
        broken = npcserver("check", "--model", "offline")
        database.execute("UPDATE character SET goals = '[\"Pay the guild\"]'")
        database.commit()
    mended = npcserver("check", "--model", "offline")

    assert (broken.code, mended.code) == (1, 0)
    told = next(line for line in broken.out.splitlines() if "hester" in line)
    assert "table character, row 'hester' of world 'farrowhithe', column goals" in told
    assert 'write a JSON list of texts, such as ["Pay the guild"]' in told
    assert "Until then persona version 1 speaks" in told
    assert "all that was authored can be read" in mended.out


def test_check_tells_who_may_call(
    npcserver: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Keys are counted and not shown, an open door is told, and so is a wrong certificate."""
    monkeypatch.setenv("NPCSERVER_SERVER__PORT", "0")
    monkeypatch.setenv("NPCSERVER_SERVER__HOST", "0.0.0.0")  # noqa: S104 - nothing is served
    opened = npcserver("check", "--model", "offline")
    monkeypatch.setenv("NPCSERVER_SERVER__KEYS", '["sesame-sesame-sesame", "mellon-mellon-mellon"]')
    monkeypatch.setenv("NPCSERVER_SERVER__TLS_CERTIFICATE", str(tmp_path / "none.pem"))
    monkeypatch.setenv("NPCSERVER_SERVER__TLS_PRIVATE_KEY", str(tmp_path / "none.key"))
    locked = npcserver("check", "--model", "offline")

    assert opened.code == 0
    assert "no key in the settings" in opened.out
    assert "Connections are not encrypted" in opened.out
    assert "off: others can reach 0.0.0.0; http.enabled = on turns it on" in opened.out
    assert locked.code == 1
    assert "server.tls_certificate: cannot read" in locked.out
    assert "********, ********" in locked.out
    assert "sesame" not in locked.out


def test_check_gives_advice(npcserver: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that fails is told with what to do, the others are tried all the same."""
    monkeypatch.setenv("NPCSERVER_SERVER__PORT", "0")
    ended = npcserver("check", "--model", "openai:x", "--base-url", "http://127.0.0.1:9/v1")

    assert ended.code == 1
    rows = ended.out.splitlines()
    failed = next(row for row in rows if row.split()[:1] == ["model"])
    assert "failed" in failed
    assert "--model offline" in rows[rows.index(failed) + 1]
    assert any(row.split()[:2] == ["port", "ok"] for row in rows)


TOMS = """
format: npcserver/world/1
world: {id: mill, name: The Mill}
places: [{id: yard, name: Yard}, {id: alley, name: Alley}]
characters:
  - {id: tom-smith, name: Tom, place: yard}
  - {id: eve, name: Eve, place: yard, background: The ledger lies hidden in the flour., relations: [
      {to: tom-smith, view: Loved., affinity: 80}, {to: tom-baker, view: Hated., affinity: -80}],
     memories: [{text: You hid the ledger in the flour., secret: {key: ledger, to: [tom]}}]}
  - {id: tom-baker, name: Tom, place: alley}
"""


def written(folder: Path, text: str) -> str:
    file = folder / "mill.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_an_ambiguous_name_in_a_file_is_refused_with_both_ids(
    npcserver: Command, tmp_path: Path
) -> None:
    """In relations, in secrets, among readers and among owners, each with its line."""
    toms = TOMS.replace("to: tom-baker", "to: TOM").replace("name: Alley", "name: A, owners: [Tom]")
    toms += "books: [{title: B, readers: [Tom], chapters: [{text: T.}]}]\n"
    toms = toms.replace("to: [tom]", "to: [Tom]")
    ended = npcserver("import", written(tmp_path, toms))

    both = "is the name of 2 characters, 'tom-smith' and 'tom-baker'; write one of these ids"
    assert ended.code == 1
    for where, name in (
        ("mill.yaml:4: places[1].owners[0]", "Tom"),
        ("mill.yaml:8: characters[1].relations[1].to", "TOM"),
        ("mill.yaml:9: characters[1].memories[0].secret.to[0]", "Tom"),
        ("mill.yaml:11: books[0].readers[0]", "Tom"),
    ):
        assert f"{where}: {name!r} {both}" in ended.err


def test_import_and_export_keep_namesakes_and_order(npcserver: Command, tmp_path: Path) -> None:
    """An export names people by id and all things in the author's order; so does the next."""
    toms = TOMS.replace("to: [tom]", "to: [tom-baker]")
    imported = npcserver("import", written(tmp_path, toms))
    exported = npcserver("export", "mill").out
    again = npcserver("import", written(tmp_path, exported))

    assert (imported.code, again.code) == (0, 0)
    assert npcserver("export", "mill").out == exported
    assert exported.index("to: tom-smith") < exported.index("to: tom-baker")
    assert exported.index("id: yard") < exported.index("id: alley")
    assert "3 unchanged" in again.out


def test_an_import_tells_who_changed_and_what_to_look_at(
    npcserver: Command, tmp_path: Path
) -> None:
    """Characters that are not what they were are named; so are slips, and open secrets."""
    toms = TOMS.replace("to: [tom]", "to: [tom-bakr]")
    first = npcserver("import", written(tmp_path, toms))
    second = npcserver("import", written(tmp_path, toms.replace("Loved.", "Adored.")))

    assert "'tom-bakr' is nobody here; did you mean 'tom-baker'?" in first.out
    assert "eve.background states what the secret 'ledger' keeps" in first.out
    assert "characters 1 changed: eve (relations), 2 unchanged" in second.out


def test_check_looks_at_a_world(npcserver: Command, tmp_path: Path) -> None:
    """In a file and in the database, without trying any part of the server."""
    file = written(tmp_path, TOMS.replace("to: [tom]", "to: [tom-bakr]"))
    of_file = npcserver("check", file)
    npcserver("import", file)
    kept = npcserver("check", "mill")
    missing = npcserver("check", "wold")
    broken = npcserver("check", written(tmp_path, TOMS.replace("name: Eve", "nam: Eve")))

    assert (of_file.code, kept.code, missing.code, broken.code) == (0, 0, 1, 1)
    for ended in (of_file, kept):
        assert "The Mill (mill): 3 characters, 1 memories, 2 places, 0 books" in ended.out
        assert "'tom-bakr' is nobody here; did you mean 'tom-baker'?" in ended.out
        assert "eve.background states what the secret 'ledger' keeps" in ended.out
        assert "embedder" not in ended.out
    assert "there are: mill" in missing.out
    assert "mill.yaml:7: characters[1].nam: is no key here" in broken.out
