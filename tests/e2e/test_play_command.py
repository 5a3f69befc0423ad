"""`npcserver play` as people run it: a process of its own, over real gRPC."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.engines.servers import SAMPLE_WORLD
from tests.fakes.canned_server import Terminal
from tests.processes import environment_of, run_forked


def environment(data: Path) -> Mapping[str, str]:
    # nor is told that a character is thinking
    return environment_of(data, NPCSERVER_DIALOGUE__WAITING_SECONDS="0", TERM="xterm")


def play(
    data: Path, *arguments: str, typed: str | None = None
) -> "subprocess.CompletedProcess[str]":
    words = ("play", "--data", str(data), "--model", "offline", *arguments)
    return run_forked(*words, environment=environment(data), typed=typed)


def test_second_process_remembers(tmp_path: Path) -> None:
    """What was said in one process comes to mind in the next, which goes on where it left."""
    first = play(tmp_path, "--as", "Ann", "--say", "Hello! I am Ann, and I keep bees.")
    second = play(tmp_path, "--say", "What do I keep?", "--say", "/explain", "--say", "/where")

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert "Ann: Hello! I am Ann, and I keep bees.\nHester Quillam: " in first.stdout
    mind, another, *_ = first.stdout.partition("Ann: ")[0].splitlines()
    assert mind.startswith("Mind: offline")
    assert another.startswith("Another: `npcserver models list`")
    told = 'Hester Quillam: You told me: "I am Ann, and I keep bees."'
    assert f"Ann: What do I keep?\n{told}" in second.stdout
    recalled = second.stdout.partition("What came to mind")[2]
    assert "I am Ann, and I keep bees" in recalled
    assert re.search(r"\d\.\d\d +\d\.\d\d +\d\.\d\d +\d\.\d\d", recalled)
    assert "The Taproom" in second.stdout


def test_refused_command_is_one(tmp_path: Path) -> None:
    """A script in which anything was refused says so by its exit code, and goes on meanwhile."""
    ended = play(tmp_path, "--say", "/expalin", "--say", "/with nobody", "--say", "/who all")

    assert ended.returncode == 1
    assert "did you mean /explain?" in ended.stdout
    assert "Nobody here is called 'nobody'" in ended.stdout
    assert "Captain Mathias Orrel" in ended.stdout
    assert "Traceback" not in ended.stdout + ended.stderr


def test_lines_may_come_by_a_pipe(tmp_path: Path) -> None:
    """Without a terminal, standard input is the script."""
    words = "Any news?\n\n/save dock\n/load dock\n/quit\n"
    ended = play(tmp_path, "--with", "orrel", typed=words)

    assert ended.returncode == 0, ended.stderr
    assert "Captain Mathias Orrel: " in ended.stdout
    assert 'Saved as "dock"' in ended.stdout
    assert 'Back at "dock"' in ended.stdout


@pytest.fixture
def slow_actor(tmp_path: Path) -> str:
    """Name a model that takes its time between words."""
    script = tmp_path / "slow.yaml"
    words = "This is a long story about the lamp on the head. " * 8
    script.write_text(f"fragment_delay: 0.1\nfragment_size: 8\nanswers:\n  - say: {words}\n")
    return f"scripted:{script}"


def test_evening_at_the_terminal(tmp_path: Path, slow_actor: str) -> None:
    """Words stream, Ctrl-C cuts the character off and says so, a second one leaves politely."""
    data = tmp_path / "data"
    words = ("play", "--data", str(data), "--model", slow_actor, "--as", "Ann")
    with Terminal(*words, environment=environment(data)) as terminal:
        terminal.wait_for("/help lists the commands")
        terminal.wait_for("Ann: ")
        terminal.type("Tell me about the lamp.\n")
        terminal.wait_for("a long story")
        terminal.type("\x03")
        terminal.wait_for("You cut Hester Quillam off")
        terminal.type("/helo\n")
        terminal.wait_for("did you mean /help?")
        terminal.type("\x03")
        terminal.wait_for("Ctrl-C again to leave")
        terminal.type("\x03")
        terminal.wait_for("Hester Quillam will remember")

        code = terminal.exit_code()

    assert code == 0
    assert "Traceback" not in terminal.seen


def test_play_meets_the_first_character_of_an_imported_file(tmp_path: Path) -> None:
    """Also where the file was brought in before, and another comes first by id."""
    words = ("import", "--data", str(tmp_path), str(SAMPLE_WORLD))
    imported = run_forked(*words, environment=environment(tmp_path))

    met = play(tmp_path, "--world", "farrowhithe", "--as", "Ann", "--say", "Hello!")

    assert imported.returncode == 0, imported.stderr
    assert met.returncode == 0, met.stderr
    assert "Ann: Hello!\nHester Quillam: " in met.stdout
