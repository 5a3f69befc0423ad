"""`npc-playtest` as people run it: a process of its own, against a server of its own."""

import asyncio
import json
import os
import re
import subprocess
import time
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

import npcclient
import pytest
from npcclient.messages import Observation

from tests.engines.servers import Server
from tests.fakes.canned_server import Terminal
from tests.processes import PATHS, PATIENCE, ROOT, ForkedCommand, run_forked

SCENARIO = """\
name: The lamp
world: farrowhithe
player: Ann
character: hester
affordances:
  - name: wave
    parameters: [{name: target, type: entity}, {name: times, type: integer}]
entities: [{id: lamp_7, name: oil lamp, kind: item}]
steps:
  - observe: A bell rings over the harbour.
  - move: {who: Ann, to: taproom}
  - say: Please wave to me, for I keep bees.
    expect:
      contains: good day
      not_contains: as an AI
      mood: joy
      outcome: completed
      action: {name: wave, arguments: {target: lamp_7, times: 3}}
      max_first_token_ms: 60000
      remembers: I keep bees
  - report: completed
    detail: Hester waved at Ann.
    expect: {remembers: Hester waved at Ann}
  - save: dusk
  - wait: 2h
  - say: Remember the word marzipan.
    expect: {remembers: marzipan, no_action: true}
  - load: dusk
  - look: hester
    expect: {remembers: bees}
  - circle: [hester, Ann]
    say: What of the tide?
    most_turns: 1
    expect: {speaks: hester, contains: tide}
"""


def environment(**more: str) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NPC")}
    return kept | {"PYTHONPATH": PATHS, "TERM": "xterm", **more}


def playtest(*arguments: str, typed: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
    return run_forked(
        *arguments, environment=environment(**more), typed=typed, program="npc-playtest"
    )


def test_scenario_holds(address: str, tmp_path: Path) -> None:
    """A scenario that holds ends with 0, over both transports, with figures and a report."""
    path = tmp_path / "lamp.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    junit = tmp_path / "junit.xml"
    ended = playtest("run", str(path), "--json", "--junit", str(junit), NPC_SERVER=address)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    result = json.loads(ended.stdout)
    (scenario,) = result["scenarios"]
    assert result["passed"]
    assert result["transport"] == ("connect" if address.startswith("http") else "grpc")
    assert [step["passed"] for step in scenario["steps"]] == [True] * 10
    assert scenario["firstTokenMs"]["p50"] > 0
    suite = ET.fromstring(junit.read_text(encoding="utf-8"))[0]  # noqa: S314 - we wrote it
    counted = suite.attrib["tests"], suite.attrib["failures"], suite.attrib["errors"]
    assert counted == ("10", "0", "0")


def test_scenario_that_does_not_hold(server: Server, tmp_path: Path) -> None:
    """What is not as expected is told with its line, ends with 1, and is in the report."""
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "world: farrowhithe\nsteps:\n"
        "  - say: Hello!\n    to: hester\n    expect: {contains: zebra}\n"
        "  - load: dusk\n  - say: Hello!\n",
        encoding="utf-8",
    )
    junit = tmp_path / "junit.xml"
    ended = playtest("run", str(path), "--server", server.grpc, "--junit", str(junit))

    assert ended.returncode == 1
    assert re.search(r"no +line 3 +say", ended.stdout)
    assert "'zebra' was not said" in ended.stdout
    assert "no save 'dusk' was made" in ended.stdout
    suite = ET.fromstring(junit.read_text(encoding="utf-8"))[0]  # noqa: S314 - we wrote it
    kinds = [case[0].tag if len(case) else "" for case in suite]
    assert kinds == ["failure", "error", "skipped"]


def test_wrong_usage_and_no_server(tmp_path: Path) -> None:
    """Files with mistakes end with 2, a server that is not there with 3, in a line each."""
    path = tmp_path / "mistaken.yaml"
    path.write_text("steps:\n  - sya: hi\n", encoding="utf-8")
    mistaken = playtest("run", str(path))
    path.write_text("steps:\n  - say: hi\n", encoding="utf-8")
    alone = playtest("run", str(path), "--server", "http://127.0.0.1:1")

    assert mistaken.returncode == 2
    assert f"{path}:2: steps[0].sya" in mistaken.stderr
    assert alone.returncode == 3
    assert "npcserver serve" in alone.stdout + alone.stderr
    assert "Traceback" not in mistaken.stderr + alone.stderr


def test_bench_counts(address: str) -> None:
    """Several sessions at once: as many turns as were wanted, their times, and no errors."""
    ended = playtest("bench", address, "--sessions", "3", "--turns", "2", "--json")

    assert ended.returncode == 0, ended.stdout + ended.stderr
    figures = json.loads(ended.stdout)
    assert (figures["turns"], figures["turnsWanted"], figures["errors"]) == (6, 6, {})
    assert 0 < figures["firstTokenMs"]["p50"] <= figures["totalMs"]["p99"]
    assert figures["tokensPerSecond"] > 0


def test_bench_ends_in_time(server: Server) -> None:
    """When the time is over, what is still being said is cut off and counted."""
    ended = playtest(
        *("bench", server.http, "--sessions", "2", "--turns", "50", "--seconds", "3"),
        *("--text", "Tell a story!", "--json"),
    )

    assert ended.returncode in (0, 1)
    assert json.loads(ended.stdout)["turnsCutByTime"] == 2


@pytest.mark.parametrize("transport", ["grpc", "connect"])
def test_lines_may_come_by_a_pipe(server: Server, transport: str) -> None:
    """Without a terminal, standard input is what is said, and nothing is coloured."""
    port = (server.grpc if transport == "grpc" else server.http).rpartition(":")[2]
    ended = playtest(
        *("chat", f"127.0.0.1:{port}", "--transport", transport, "--with", "hester"),
        typed="How is the tide?\n/quit\n",
    )

    assert ended.returncode == 0, ended.stderr
    assert "Hester Quillam: The tide is out" in ended.stdout
    assert "\x1b" not in ended.stdout


def test_chat_at_the_terminal(address: str) -> None:
    """Ctrl-C cuts the character off; a second one leaves."""
    words = ("chat", address, "--as", "Ann", "--with", "hester")
    unknown = playtest("chat", address, "--timeline", "tl_nope", "--say", "Hello!")
    with Terminal(*words, environment=environment(), program="npc-playtest") as terminal:
        terminal.wait_for("/help lists the commands")
        terminal.wait_for("Ann: ")
        terminal.type("Tell me a story.\n")
        terminal.wait_for("It began with the lamp")
        terminal.type("\x03")
        terminal.wait_for("You cut Hester Quillam off")
        terminal.wait_for("Ann: ")
        terminal.type("\x03")
        terminal.wait_for("Hester Quillam will remember")
        code = terminal.exit_code()

    assert code == 0
    assert re.search(r"--timeline \w+ goes on from here", terminal.seen)
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "no timeline 'tl_nope'" in unknown.stderr
    assert "Traceback" not in terminal.seen
    assert "\x1b[" in terminal.seen


async def test_watch_over_a_restart(own_server: Server, transport: str, tmp_path: Path) -> None:
    """What happens is told as it happens; a restart in between is told, and nothing is missed."""
    own_server.start()
    address = own_server.grpc if transport == "grpc" else own_server.http
    async with npcclient.connect(own_server.grpc) as npc:
        timeline = (await npc.timelines.start("farrowhithe")).timeline_id
        await npc.play.observe(timeline, [bell(1)])
    output, errors = tmp_path / "seen", tmp_path / "told"
    watching = ForkedCommand(
        *("watch", address, "--after", "0", "--character", "hester"),
        environment=environment(),
        output=output,
        errors=errors,
        program="npc-playtest",
    )
    try:
        await asyncio.to_thread(until, "Bell 1 rings.", output)
        own_server.restart()
        async with npcclient.connect(own_server.grpc) as npc:
            await npc.play.observe(timeline, [bell(2)])
        seen = await asyncio.to_thread(until, "Bell 2 rings.", output)
    finally:
        watching.kill()
        watching.wait(PATIENCE)
    told = errors.read_text(encoding="utf-8")

    positions = [int(line.split()[0]) for line in seen]
    assert positions == sorted(set(positions))
    assert told.count("Looking for it again") == 1
    assert "is there again" in told


def bell(number: int) -> Observation:
    return Observation(text=f"Bell {number} rings.", witness_ids=["hester"], importance=4)


def until(text: str, file: Path) -> list[str]:
    """Return the lines of a file once the last has a text."""
    ends_at = time.monotonic() + PATIENCE
    while time.monotonic() < ends_at:
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        if lines and text in lines[-1]:
            return lines
        time.sleep(0.05)
    raise AssertionError(f"no {text!r} in {lines}")


def run_file(file: Path) -> "subprocess.CompletedProcess[str]":
    return run_forked(str(file), environment=environment(), program="python")


def test_readme_works_without_async(server: Server, tmp_path: Path) -> None:
    """The program of the readme that needs no `async` runs as it is written there."""
    readme = (ROOT / "clients" / "python" / "README.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(from npcclient import sync.*?)```", readme, re.DOTALL)
    assert program
    plain = tmp_path / "plain.py"
    plain.write_text(program[1].replace("127.0.0.1:50051", server.grpc), encoding="utf-8")
    ended = run_file(plain)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "The tide is out, and the lamp is lit." in ended.stdout
    assert "'The Taproom'" in ended.stdout


def test_readme_works_as_it_stands(server: Server, tmp_path: Path) -> None:
    """The first program and the scenario of the readme run as they are written there."""
    readme = (ROOT / "clients" / "python" / "README.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(   import asyncio.*?)```", readme, re.DOTALL)
    scenario = re.search(r"```yaml\n(.*?)```", readme, re.DOTALL)
    assert program
    assert scenario
    (tmp_path / "lamp.yaml").write_text(scenario[1], encoding="utf-8")
    text = re.sub(r"^   ", "", program[1], flags=re.MULTILINE)
    assert "127.0.0.1:50051" in text
    hello = tmp_path / "hello.py"
    hello.write_text(text.replace("127.0.0.1:50051", server.grpc), encoding="utf-8")
    ended = run_file(hello)
    played = playtest("run", str(tmp_path / "lamp.yaml"), "--server", server.http)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "The tide is out, and the lamp is lit. (calm)" in ended.stdout
    assert played.returncode == 0, played.stdout
