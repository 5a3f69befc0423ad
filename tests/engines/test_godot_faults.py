"""What a Godot game sees when things go wrong: played by real Godot against real servers."""

import json
import os
import re
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.engines.conftest import Godot, NewProxy, NewServer
from tests.engines.game import playing
from tests.engines.godot import Ended
from tests.engines.home import HERE
from tests.engines.servers import Certificate, Server

FAULTS = "res://tests/faults.gd"
ANSWERS = f"scripted:{HERE / 'tavern_answers.yaml'}"
INTERRUPTED = "3"
COMPLETED = "1"
# ten a second for an hour are 36,000; `make soak` plays them all
OBSERVATIONS = int(os.environ.get("NPCSERVER_TEST_OBSERVATIONS", "3000"))
# what one more tenth of the hour may leave behind; the engine's own bookkeeping wobbles
MOST_OBJECTS_LEFT = 20
MOST_BYTES_LEFT = 1_000_000

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]


def told(ended: Ended, what: str) -> list[Any]:
    """Return what the game printed after a word, as JSON."""
    found = [line for line in ended.lines if line.startswith(f"{what} ")]
    return [json.loads(line.removeprefix(f"{what} ")) for line in found]


def broken_scripts(ended: Ended) -> list[str]:
    """Return where a script went wrong or something was left behind."""
    return [line for line in ended.complaints if re.search("SCRIPT ERROR|leaked|in use", line)]


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def test_server_that_is_not_there_is_an_error(godot: Godot) -> None:
    """A call and a turn end with `unavailable` and say what to look at; nothing is null."""
    ended = godot(FAULTS, "--case=refused", f"--server=http://127.0.0.1:{closed_port()}")

    (start,) = told(ended, "START")
    assert (start["ok"], start["code"], start["value"]) == (False, "unavailable", True)
    assert "is it running" in start["message"]
    (say,) = told(ended, "SAY")
    assert (say["ok"], say["value"]) == (False, True)
    assert (ended.code, broken_scripts(ended)) == (0, [])


def test_wrong_key_is_an_error(godot: Godot, locked_server: Server) -> None:
    """A key that the server does not take is `unauthenticated`, with the reason for programs."""
    ended = godot(FAULTS, "--case=refused", f"--server={locked_server.http}", "--key=wrong")

    (start,) = told(ended, "START")
    assert (start["code"], start["reason"]) == ("unauthenticated", "UNAUTHENTICATED")
    assert broken_scripts(ended) == []


def test_certificates_are_checked(godot: Godot, tls_server: Server, tls: Certificate) -> None:
    """A certificate of nobody known is refused, one that the game trusts is taken."""
    arguments = ("--case=refused", f"--server={tls_server.http}")

    refused = godot(FAULTS, *arguments)
    trusted = godot(FAULTS, *arguments, f"--certificate={tls.authority}")

    (start,) = told(refused, "START")
    assert (start["code"], "certificate" in start["message"]) == ("unavailable", True)
    (start,) = told(trusted, "START")
    assert start["ok"], start
    (say,) = told(trusted, "SAY")
    assert say["ok"], say


def test_mixed_up_http_and_https_is_an_error(
    godot: Godot, echo_server: Server, tls_server: Server
) -> None:
    """Speaking TLS to a server without, or without to one with it, is an error that names both."""
    plain, secure = echo_server.http, tls_server.http

    for url in (plain.replace("http:", "https:"), secure.replace("https:", "http:")):
        ended = godot(FAULTS, "--case=refused", f"--server={url}")
        (start,) = told(ended, "START")
        assert (start["ok"], start["code"]) == (False, "unavailable"), start
        assert "https" in start["message"]


def test_grpc_port_in_place_of_the_http_port_is_named(godot: Godot, echo_server: Server) -> None:
    """The error of a call to the gRPC listener says which port speaks HTTP and which gRPC."""
    ended = godot(FAULTS, "--case=refused", f"--server=http://{echo_server.grpc}")

    (start,) = told(ended, "START")
    assert (start["ok"], start["code"]) == (False, "unavailable"), start
    assert "HTTP listens at" in start["message"]
    assert "gRPC at a port of its own" in start["message"]


async def test_watch_goes_on_after_a_restart(godot_project: Path, new_server: NewServer) -> None:
    """A server that is killed while it is watched and comes back: nothing is missed or twice."""
    server = new_server()
    arguments = ("--case=watch", f"--server={server.http}", "--count=30")
    async with playing(godot_project, FAULTS, *arguments) as game:
        await game.line("EVENT", count=5)
        server.restart()
        heard = json.loads(await game.line("HEARD"))
        ended = await game.end()

    assert heard == [f"Gull number {number} lands." for number in range(30)]
    assert any(line.startswith("RESUMED") for line in ended.lines), ended.text
    assert broken_scripts(ended) == []


async def test_turn_that_was_heard_fails_when_the_server_dies(
    godot_project: Path, new_server: NewServer
) -> None:
    """A server that dies within a turn ends it with a clear error, once."""
    server = new_server(model=ANSWERS)
    async with playing(godot_project, FAULTS, "--case=say", f"--server={server.http}") as game:
        await game.line("SPEAKING")
        server.kill()
        ended = await game.end()

    (say,) = told(ended, "SAY")
    assert (say["ok"], say["code"], say["value"]) == (False, "unavailable", True)
    assert [line for line in ended.lines if line.startswith("FAILED")] == ["FAILED unavailable"]
    assert broken_scripts(ended) == []


async def test_turn_that_was_heard_is_not_heard_twice(
    godot_project: Path, tavern_server: Server, new_proxy: NewProxy, tmp_path: Path
) -> None:
    """A turn over a connection that was used before, and that is cut, fails; none begins anew."""
    proxy = new_proxy(tavern_server.http_port)
    go = tmp_path / "go"
    arguments = ("--case=say", f"--server={proxy.url}", "--wait=yes", f"--go={go}")
    async with playing(godot_project, FAULTS, *arguments) as game:
        await game.line("WAITING")
        go.touch()
        await game.line("SPEAKING")
        proxy.cut()
        ended = await game.end()

    (say,) = told(ended, "SAY")
    assert (say["ok"], say["code"]) == (False, "unavailable"), ended.text
    assert [line for line in ended.lines if line.startswith("FAILED")] == ["FAILED unavailable"]


async def test_turn_that_was_not_heard_is_asked_again(
    godot_project: Path, tavern_server: Server, new_proxy: NewProxy, tmp_path: Path
) -> None:
    """Words that did not reach the server are said again, and answered once."""
    proxy = new_proxy(tavern_server.http_port)
    go = tmp_path / "go"
    arguments = ("--case=say", f"--server={proxy.url}", "--wait=yes", f"--go={go}")
    async with playing(godot_project, FAULTS, *arguments) as game:
        await game.line("WAITING")
        proxy.turn_away(2)
        proxy.cut()
        go.touch()
        ended = await game.end()

    (say,) = told(ended, "SAY")
    assert say["ok"], ended.text
    assert proxy.turned_away == 2
    assert not [line for line in ended.lines if line.startswith("FAILED")]
    assert broken_scripts(ended) == []


def test_proxy_that_cuts_idle_connections_is_not_noticed(
    godot: Godot, echo_server: Server, new_proxy: NewProxy
) -> None:
    """Calls go on over new connections where a proxy cut those that were kept."""
    proxy = new_proxy(echo_server.http_port, 0.3)

    ended = godot(FAULTS, "--case=pauses", f"--server={proxy.url}")

    assert proxy.idle_cuts > 0
    assert [save["ok"] for save in told(ended, "SAVE")] == [True, True, True]
    assert broken_scripts(ended) == []


async def test_watch_goes_on_when_connections_are_cut(
    godot_project: Path, echo_server: Server, new_proxy: NewProxy
) -> None:
    """A watch whose connection is cut again and again tells everything, each once."""
    proxy = new_proxy(echo_server.http_port)
    arguments = ("--case=watch", f"--server={proxy.url}", "--count=30")
    async with playing(godot_project, FAULTS, *arguments) as game:
        for number in (3, 10, 17):
            await game.line("EVENT", count=number)
            proxy.cut()
        heard = json.loads(await game.line("HEARD"))

    assert heard == [f"Gull number {number} lands." for number in range(30)]


def test_freed_scene_ends_its_turn(godot: Godot, tavern_server: Server) -> None:
    """A scene that is freed while its character speaks ends the turn on the server.

    Nothing comes to the scene afterwards.
    """
    ended = godot(FAULTS, "--case=freed", f"--server={tavern_server.http}")

    assert "AFTER 0" in ended.lines, ended.text
    assert f"OUTCOME {INTERRUPTED}" in ended.lines
    assert (ended.code, broken_scripts(ended)) == (0, [])


def test_moved_character_speaks_on(godot: Godot, tavern_server: Server) -> None:
    """A character that gets another parent in mid-line tells its whole turn.

    One that is taken out of the tree is finished as interrupted.
    """
    ended = godot(FAULTS, "--case=moved", f"--server={tavern_server.http}")

    whole, cut = told(ended, "SAY")
    assert whole["ok"], ended.text
    assert "whoever tells you another story was not there" in told(ended, "LINES")[0]
    assert (cut["ok"], cut["code"]) == (False, "canceled")
    assert [line for line in ended.lines if line.startswith("OUTCOME")] == [
        f"OUTCOME {COMPLETED}",
        f"OUTCOME {INTERRUPTED}",
    ]
    assert (ended.code, broken_scripts(ended)) == (0, [])


def test_outcomes_go_to_the_timeline_that_is_played(godot: Godot, tavern_server: Server) -> None:
    """Accepted, then completed after a load, a wish from before the save is a deed; later ones go.

    So it is where the timeline that was left is deleted, too.
    """
    ended = godot(FAULTS, "--case=loaded", f"--server={tavern_server.http}")

    accepted, done, again, dropped, unknown, moved = told(ended, "REPORT")
    assert (accepted["ok"], done["ok"], moved["ok"]) == (True, True, True), ended.text
    assert again["reason"] == "INTENT_ALREADY_SETTLED"
    assert (dropped["code"], dropped["reason"]) == ("failed_precondition", "INTENT_TIMELINE_LEFT")
    assert "drop the intent" in dropped["message"]
    assert unknown["code"] == "invalid_argument"
    assert told(ended, "DEEDS") == [["Hester rang at last.", "Hester rang the bell."]]
    assert broken_scripts(ended) == []


def test_paused_game_loses_nothing(godot: Godot, tavern_server: Server) -> None:
    """A game that is paused within a turn gets the whole turn, letter by letter."""
    ended = godot(FAULTS, "--case=paused", f"--server={tavern_server.http}")

    (say,) = told(ended, "SAY")
    assert say["ok"], ended.text
    assert "PAUSED true" in ended.lines
    assert f"OUTCOME {COMPLETED}" in ended.lines
    tokens, lines = told(ended, "TOKENS")[0], told(ended, "LINES")[0]
    assert tokens.replace(" ", "") == lines.replace(" ", "")
    assert "whoever tells you another story was not there" in lines


@pytest.mark.slow
@pytest.mark.timeout(300 + OBSERVATIONS // 15)
def test_ten_observations_a_second_leave_nothing_behind(godot: Godot, echo_server: Server) -> None:
    """An hour of observations, as fast as the server takes them: all are stored, memory is flat."""
    arguments = ("--case=observations", f"--server={echo_server.http}", f"--count={OBSERVATIONS}")
    ended = godot(FAULTS, *arguments, patience=240 + OBSERVATIONS / 20)

    (counts,) = told(ended, "COUNTS")
    assert counts == {"stored": OBSERVATIONS, "dropped": 0}, ended.text[-2000:]
    measured = told(ended, "MEASURED")
    assert len(measured) == 10
    # the first tenths warm up what is kept on purpose
    warm, last = measured[2], measured[-1]
    assert last["nodes"] == warm["nodes"]
    assert last["objects"] - warm["objects"] <= MOST_OBJECTS_LEFT
    assert last["memory"] - warm["memory"] <= MOST_BYTES_LEFT
    assert broken_scripts(ended) == []
