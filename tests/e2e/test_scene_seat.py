"""`npcserver scene run --seat`: a person plays a member, leaves, and goes on."""

import asyncio
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from npcscenes.cli import scenes
from npcscenes.cli.scenes import SceneArgs
from npcserver.cli.commands import app
from tests.conftest import NewDatabase
from tests.fakes.running_server import server_settings

THREE = """\
format: npcserver/scene/1
scene: {title: The last loaf, premise: "One loaf is left, and three are hungry."}
members:
  - {id: ada, name: Ada, goal: "Get the loaf.", private: "You have eaten today."}
  - {id: bo, name: Bo Lind}
  - {id: bea, name: Bo Lang}
course: {rounds: 1, stages: [private_chat]}
"""


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep everything in a folder of its own, with an embedder that needs no weights."""
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """Return a scene file in which two share a name."""
    file = tmp_path / "three.yaml"
    file.write_text(THREE)
    return file


def typed(lines: str, *words: str) -> Result:
    """Run a scene command with these lines typed; the keyboard is left after them."""
    return CliRunner().invoke(app, ["scene", *words, "--model", "scripted"], input=lines)


def test_who_takes_a_seat_is_told_who_they_are(three: Path) -> None:
    """What only the member knows is shown before anything is asked."""
    shown = typed("", "run", str(three), "--seat", "ada").output

    assert "You are Ada." in shown
    assert shown.index("You have eaten today.") < shown.index("Get the loaf.")
    assert shown.index("Get the loaf.") < shown.index("Whom?")


def test_a_name_is_asked_for_until_one_is_meant(three: Path) -> None:
    """A slip and a name of two are told before any words are asked for."""
    shown = typed("zoe\nbo l\nlang\nHello there.\n", "run", str(three), "--seat", "ada").output

    assert "'zoe' is none of them; name one of Bo Lind, Bo Lang." in shown
    assert "'bo l' may be Bo Lind, Bo Lang" in shown
    assert shown.count("Your first words:") == 1
    assert "Ada turns to Bo Lang" in shown


def test_nobody_is_an_answer(three: Path) -> None:
    """It may be written out: then no words are asked for."""
    shown = typed("nobody\n", "run", str(three), "--seat", "ada").output

    assert "Ada keeps to themselves." in shown
    assert "Your first words:" not in shown


def test_a_scene_is_performed_where_the_settings_have_no_workers(
    three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nobody else who could; it would wait for ever."""
    monkeypatch.setenv("NPCSERVER_COGNITION__WORKERS", "0")

    done = typed("", "run", str(three), "--rounds", "1")

    assert done.exit_code == 0, done.output
    assert "It is settled." in done.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--html", "."), "--html: . is a folder; name a file in it"),
        (("--seat", "ada", "--json"), "--json: shows nothing until the end"),
        (("--world", "nosuch.yaml"), "nosuch.yaml: does not exist"),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_played(
    three: Path, words: tuple[str, ...], told: str
) -> None:
    """Nobody plays a scene of an hour whose result then has nowhere to go."""
    done = typed("", "run", str(three), *words)

    assert done.exit_code != 0
    assert told in f"{done.output}{done.exception}"
    assert "The last loaf" not in done.output


DUEL = """\
format: npcserver/scene/1
scene: {title: The last loaf, premise: "One loaf is left, and two are hungry."}
members:
  - {id: ada, name: Ada}
  - {id: bo, name: Bo}
course: {rounds: 1, stages: [private_chat]}
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """Return a small scene file."""
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL)
    return file


def left(duel: Path) -> str:
    """Take a seat, say one thing, and leave; return the timeline that is told."""
    done = typed("bo\nHello, Bo.\n", "run", str(duel), "--seat", "ada")
    told = re.search(r"Go on: npcserver scene go (\S+) --model scripted\n", done.output)

    assert done.exit_code != 0
    assert told is not None, (done.output, done.exception)
    return told[1]


def test_a_member_speaks_for_itself_where_its_seat_is_not_taken_again(duel: Path) -> None:
    """Going on without a seat waits for nobody, and keeps what was said from it."""
    done = typed("", "go", left(duel))

    assert done.exit_code == 0, (done.output, done.exception)
    assert "Ada speaks for itself again." in done.output
    assert done.output.count("Ada to Bo: Hello, Bo.") == 1
    assert "It is settled." in done.output


def test_who_sits_down_again_is_asked_for_what_is_still_to_do(duel: Path) -> None:
    """What was answered before is shown, and not asked for again."""
    done = typed("", "go", left(duel), "--seat", "ada")

    assert "Ada to Bo: Hello, Bo." in done.output
    assert done.output.count("You to Bo") == 1
    assert "Whom?" not in done.output
    assert "not the turn" not in done.output


async def test_who_breaks_off_is_told_how_to_go_on(
    duel: Path, new_migrated_sqlite: NewDatabase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends the run wherever it is, and says in which timeline the scene stays."""
    kept = server_settings(new_migrated_sqlite(), tmp_path, model={"name": "scripted"})
    running = asyncio.create_task(scenes.run_scene(kept, SceneArgs(scene=str(duel), rounds=20)))
    shown = ""
    async with asyncio.timeout(60):
        while "private chats" not in shown:
            await asyncio.sleep(0.01)
            shown += capsys.readouterr().out

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    assert "Go on: npcserver scene go tl_" in capsys.readouterr().out
