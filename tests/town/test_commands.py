"""`npcserver town` and its commands, as a reader types them."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from npctown import run_files
from tests.processes import environment_of, run_forked
from tests.town.little_town import write_town


def _run(*words: str) -> "subprocess.CompletedProcess[str]":
    return run_forked(*words, environment=environment_of(Path("unused")))


def test_a_town_lives_is_shown_again_exported_and_branched_off(tmp_path: Path) -> None:
    """Each command works on what the one before left, and says what it did."""
    town, run, page = write_town(tmp_path / "town"), tmp_path / "run", tmp_path / "town.html"
    live = ("town", "--town", str(town), "--days", "0.1", "--model", "scripted", "--no-page")

    lived = _run(*live, "--out", str(run), "--people", "2")
    again = _run(*live, "--out", str(run))
    shown = _run("town", "replay", str(run), "--terminal", "--speed", "600")
    exported = _run("town", "export", str(run), str(page))
    branched = _run(
        *("town", "branch", str(run), "--at", "1904-06-08T08:30", "--hours", "0.5"),
        *("--whisper", "ada: I want to see the mill."),
    )

    assert lived.returncode == 0, lived.stderr
    assert "Hollow: 2 people; scripted:town thinks for them." in lived.stdout
    assert [one.id for one in run_files.read_header(run).people] == ["ada", "ben"]
    assert again.returncode == 1
    assert "--resume" in again.stderr
    assert "Ada" in shown.stdout
    assert exported.returncode == 0, exported.stdout
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert branched.returncode == 0, branched.stdout
    assert "Ada thinks: I want to see the mill." in " ".join(branched.stdout.split())


def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path: Path) -> None:
    """The exit code is 1, and the sentence says what is wrong."""
    write_town(tmp_path / "town")
    (tmp_path / "town" / "map.tmj").write_text("{}", encoding="utf-8")
    for words, why in (
        (("--town", "nowhere"), "no town 'nowhere'"),
        (("--town", str(tmp_path / "town")), "must be there"),
        (("--resume", "--town", str(tmp_path)), "is no run of a town"),
        (("replay", str(tmp_path)), "is no run of a town"),
        (("branch", str(tmp_path), "--at", "noon"), "is no run of a town"),
    ):
        out = (
            ()
            if words[0] in ("replay", "branch")
            else ("--no-page", "--out", str(tmp_path / "run"))
        )
        ended = _run("town", *words, *out)
        assert (ended.returncode, why in " ".join(ended.stderr.split())) == (1, True), ended.stderr


@contextmanager
def _living(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Give a town that has begun to live, and whose model takes questions and answers none."""
    town, run = write_town(tmp_path / "town"), tmp_path / "run"
    words = ("--model", "openai:slow", "--days", "1", "--no-page", "--out", str(run))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        with subprocess.Popen(
            (sys.executable, "-m", "npcserver", "town", "--town", str(town), *words),
            env=environment_of(tmp_path, NPCSERVER_MODEL__BASE_URL=address),
            stdout=subprocess.PIPE,
            text=True,
        ) as lives:
            while not (run / "state.json").exists():  # written before the first tick
                assert lives.poll() is None
                time.sleep(0.1)
            yield lives


def test_ctrl_c_twice_does_not_wait_for_a_model(tmp_path: Path) -> None:
    """The first says that a tick ends first; the second stops at once, and the run can go on."""
    with _living(tmp_path) as lives:
        assert lives.stdout is not None
        lives.send_signal(signal.SIGINT)
        while "to stop at once" not in (line := lives.stdout.readline()):
            assert line
        lives.send_signal(signal.SIGINT)
        told, _ = lives.communicate(timeout=120)

    assert (lives.returncode, "Recorded in" in told) == (0, True)


def test_a_killed_town_leaves_no_server(tmp_path: Path) -> None:
    """Its server ends by itself, so that the run can be gone on with."""
    with _living(tmp_path) as lives:
        children = Path(f"/proc/{lives.pid}/task/{lives.pid}/children").read_text().split()
        lives.kill()

    assert len(children) == 1
    while _runs(children[0]):
        time.sleep(0.1)


def _runs(pid: str) -> bool:
    """Say whether there is a process that has not ended; who inherits it may not ask how."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
