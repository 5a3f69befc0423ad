"""docs/tutorial.md, followed to the letter in an empty folder, but for the installation."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.engines import godot
from tests.engines.conftest import NewServer
from tests.engines.home import ROOT, need
from tests.engines.servers import Server
from tests.processes import environment_of, run_forked

PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
PYTHON_PART, GODOT_PART = PAGE.split("## 6. ")
FILE = re.compile(r"Save this as `(\S+)`[^\n]*:\n\n```\w+\n(.*?)^```", re.DOTALL | re.MULTILINE)
RUN = re.compile(r"^python (\w+\.py)\n```\n.*?^```text\n(.*?)^```", re.DOTALL | re.MULTILINE)
PRINTED = re.compile(r"^```text\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^(?:npcserver|godot) .*", re.MULTILINE)
# what Mara says word for word: her greeting, and the secret
SAME = {
    "Good morning.",
    "Mind the glass.",
    "The key to the old lighthouse hangs behind the blue lantern in the window.",
}

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def shop(tmp_path: Path, new_server: NewServer, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Save the page's files in an empty folder, and run its server on free ports."""
    monkeypatch.chdir(tmp_path)
    _save(PYTHON_PART, tmp_path, {})
    data = tmp_path / "server0" / "data"
    for command in ("npcserver check shop.yaml", "npcserver import shop.yaml"):
        assert command in COMMAND.findall(PYTHON_PART)
        ended = run_forked(*command.split()[1:], environment=environment_of(data))
        assert ended.returncode == 0, ended.stderr
    assert "npcserver serve --model offline" in COMMAND.findall(PYTHON_PART)
    return new_server(model="offline", world=None)


def test_python_prints_what_the_page_shows(tmp_path: Path, shop: Server) -> None:
    """Each script prints the lines below its command; words chosen at random apart."""
    _save(PYTHON_PART, tmp_path, {"127.0.0.1:50051": shop.grpc})
    runs = RUN.findall(PYTHON_PART)

    around = environment_of(shop.data)
    printed = {
        script: run_forked(script, environment=around, program="python").stdout
        for script, _ in runs
    }

    assert list(printed) == ["talk.py", "buy.py", "secret.py"]
    for script, shown in runs:
        assert _fixed(printed[script]) == _fixed(shown), printed[script]


def test_godot_prints_what_the_page_shows(tmp_path: Path, shop: Server) -> None:
    """A project made of the page's files alone plays the evening in the real engine."""
    need(godot.why_missing(), is_moving=True)
    game = tmp_path / "game"
    shutil.copytree(godot.CLIENT / "addons" / "npc_dialogue", game / "addons" / "npc_dialogue")
    _save(GODOT_PART, game, {"http://127.0.0.1:50052": shop.http})
    commands = COMMAND.findall(GODOT_PART)

    ended = [
        subprocess.run(
            godot.command(*command.removeprefix("godot --headless").split()),
            cwd=game,
            env=dict(os.environ),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        for command in commands
    ]

    assert commands == ["godot --headless --import", "godot --headless"]
    assert [one.returncode for one in ended] == [0, 0], ended
    assert not godot.COMPLAINTS.search(ended[1].stdout), ended[1].stdout
    spoken = [line for line in ended[1].stdout.splitlines() if re.match(r"(Mara|Ann|Game)", line)]
    (shown,) = PRINTED.findall(GODOT_PART)
    assert _fixed("\n".join(spoken)) == _fixed(shown), ended[1].stdout


def _save(part: str, folder: Path, addresses: dict[str, str]) -> None:
    """Save the files of a part of the page; only the addresses are not the page's own."""
    files = dict(FILE.findall(part))
    assert len(files) > 2
    for shown, real in addresses.items():
        files = {name: text.replace(shown, real) for name, text in files.items()}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def _fixed(printed: str) -> list[str]:
    """Return printed lines, one `…` for answers that the offline actor words at random."""
    lines: list[str] = []
    for line in printed.splitlines():
        speaker, _, words = line.partition(": ")
        fixed = line if speaker != "Mara" or words in SAME else "Mara: …"
        if fixed != "Mara: …" or lines[-1:] != [fixed]:
            lines.append(fixed)
    return lines
