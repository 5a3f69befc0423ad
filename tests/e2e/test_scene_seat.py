"""`npcserver scene run --seat`: somebody at the terminal plays a member."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from npcserver.cli import app

THREE = """\
format: npcserver/scene/1
scene: {title: The last loaf, premise: "One loaf is left, and three are hungry."}
members:
  - {id: ada, name: Ada, goal: "Get the loaf.", private: "You have eaten today."}
  - {id: bo, name: Bo Lind}
  - {id: bea, name: Bo Lang}
course: {rounds: 1, stages: [private_chat]}
"""


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a scene file in which two share a name; everything is kept in a folder of its own."""
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")
    file = tmp_path / "three.yaml"
    file.write_text(THREE)
    return file


def typed(lines: str, *words: str) -> Result:
    """Run a scene with these lines typed; the keyboard is left after them."""
    return CliRunner().invoke(app, ["scene", "run", *words, "--model", "scripted"], input=lines)


def test_who_takes_a_seat_is_told_who_they_are(three: Path) -> None:
    """What only the member knows is shown before anything is asked."""
    shown = typed("", str(three), "--seat", "ada").output

    assert "You are Ada." in shown
    assert shown.index("You have eaten today.") < shown.index("Get the loaf.")
    assert shown.index("Get the loaf.") < shown.index("Whom?")


def test_a_name_is_asked_for_until_one_is_meant(three: Path) -> None:
    """A slip and a name of two are told before any words are asked for."""
    shown = typed("zoe\nbo l\nlang\nHello there.\n", str(three), "--seat", "ada").output

    assert "'zoe' is none of them; name one of Bo Lind, Bo Lang." in shown
    assert "'bo l' may be Bo Lind, Bo Lang" in shown
    assert shown.count("Your first words:") == 1
    assert "Ada turns to Bo Lang" in shown


def test_nobody_is_an_answer(three: Path) -> None:
    """It may be written out: then no words are asked for."""
    shown = typed("nobody\n", str(three), "--seat", "ada").output

    assert "Ada keeps to themselves." in shown
    assert "Your first words:" not in shown


def test_a_scene_is_performed_where_the_settings_have_no_workers(
    three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nobody else who could; it would wait for ever."""
    monkeypatch.setenv("NPCSERVER_COGNITION__WORKERS", "0")

    done = typed("", str(three), "--rounds", "1")

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
    done = typed("", str(three), *words)

    assert done.exit_code != 0
    assert told in f"{done.output}{done.exception}"
    assert "The last loaf" not in done.output
