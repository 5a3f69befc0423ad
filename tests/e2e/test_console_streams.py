"""Consoles that cannot show every character: no command ends by one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
NAME = "阿花 Žoë 🦊"


def run(encoding: str, work: str) -> subprocess.CompletedProcess[bytes]:
    """Run Python as a console of that encoding would."""
    program = (
        "from npcserver.cli.console_streams import take_any_character, write_data\n"
        f"take_any_character()\nname = {NAME!r}\n{work}"
    )
    kept = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    return subprocess.run(
        [sys.executable, "-c", program],
        env=kept,
        cwd=ROOT,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "gbk", "cp437", "utf-8"])
def test_a_name_outside_the_encoding_is_shown_escaped(encoding: str) -> None:
    """Also by rich, in tables and with colours."""
    work = "import sys\nfrom rich.console import Console\nfrom rich.table import Table\n"
    work += "t = Table('x')\nt.add_row(name)\nConsole().print(name, t)\n"
    work += "Console(stderr=True).print(name)\nprint(sys.stdin.read())"

    ended = run(encoding, work)

    assert ended.returncode == 0, ended.stderr.decode()
    assert b"Traceback" not in ended.stderr
    assert ended.stdout
    assert ended.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "gbk"])
def test_data_in_a_pipe_are_utf_8(encoding: str) -> None:
    """An exported world or a JSON result means the same whatever the console is."""
    as_yaml = run(
        encoding, "import yaml\nwrite_data(yaml.safe_dump({'a': name}, allow_unicode=True))"
    )
    as_json = run(encoding, "import json\nwrite_data(json.dumps({'a': name}, ensure_ascii=False))")

    assert yaml.safe_load(as_yaml.stdout.decode()) == {"a": NAME}
    assert json.loads(as_json.stdout) == {"a": NAME}


def test_an_import_ends_well_on_a_console_of_windows(tmp_path: Path) -> None:
    """The summary names characters, after all has been stored."""
    file = tmp_path / "w.yaml"
    file.write_text(
        f"format: npcserver/world/1\nworld: {{id: fjord, name: {NAME}}}\n"
        f"characters: [{{id: hua, name: {NAME}}}]\n",
        encoding="utf-8",
    )
    kept = {
        **os.environ,
        "PYTHONIOENCODING": "cp1252",
        "NPCSERVER_DATA": str(tmp_path / "data"),
        "NPCSERVER_EMBEDDER__NAME": "hashing",
    }
    ended = subprocess.run(
        [sys.executable, "-m", "npcserver", "import", str(file)],
        env=kept,
        capture_output=True,
        check=False,
    )

    assert ended.returncode == 0, ended.stderr.decode()
    assert b"\\u963f\\u82b1" in ended.stdout
