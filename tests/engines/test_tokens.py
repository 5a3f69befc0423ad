"""Clients of players, whose tokens end every few seconds, against a real server: nothing is missed.

Each gets its tokens from a backend over HTTP, watches while they end, and talks in between.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import npcclient
import pytest
from npcclient import messages
from playwright.async_api import Browser, Page

from tests.conftest import TRIES_VARIANTS, variant
from tests.engines import unity_core
from tests.engines.backend import SETTINGS, Backend, giving_tokens
from tests.engines.conftest import running
from tests.engines.game import playing
from tests.engines.home import HERE, need
from tests.engines.servers import Server
from tests.engines.unity_core import PATIENCE, WHY_MISSING, positions, session

FAULTS = "res://tests/faults.gd"
MODEL = f"scripted:{HERE / 'tavern_answers.yaml'}"
WORLD = "farrowhithe"
KEY = "the-key-of-the-game"
MORNING = datetime(2200, 1, 1, 8, tzinfo=UTC)
GODOT_SCENES = ["demo/tavern", "examples/talk_2d/talk_2d", "examples/talk_3d/talk_3d"]
SIGN_IN = "You are no longer signed in. Please sign in again and go on."
POUR = messages.Affordance(
    name="pour_drink",
    description="Pour a drink.",
    parameters=[
        messages.Parameter(name="drink", type=messages.ParameterType.PARAMETER_TYPE_STRING),
        messages.Parameter(name="pence", type=messages.ParameterType.PARAMETER_TYPE_INTEGER),
    ],
)
ROUNDS = 4 if TRIES_VARIANTS else 2
"""So many things happen, each after another token has ended."""

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]


@dataclass
class Table:
    """A game that its server plays with a key, and players with tokens."""

    server: Server
    npc: npcclient.NpcClient
    timeline: str
    backend: Backend

    async def strike(self, hour: int) -> None:
        """Let something happen that every player perceives."""
        await self.npc.play.advance_clock(self.timeline, MORNING + timedelta(hours=hour))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    folder = tmp_path_factory.mktemp("tokens")
    with running(Server(folder, MODEL, keys=(KEY,), settings=SETTINGS)) as server:
        yield server


@pytest.fixture
async def table(server: Server) -> AsyncGenerator[Table, None]:
    async with npcclient.connect(server.grpc, key=KEY) as npc:
        timeline = (await npc.timelines.start(WORLD)).timeline_id
        with giving_tokens(WORLD, timeline) as backend:
            yield Table(server, npc, timeline, backend)


def expected() -> list[str]:
    return [(MORNING + timedelta(hours=hour)).strftime("%H") for hour in range(ROUNDS)]


async def test_godot(table: Table, godot_project: Path) -> None:
    """The add-on gets tokens with `HTTPRequest`, which takes frames, also in a watch."""
    arguments = (
        "--case=tokens",
        f"--server={table.server.http}",
        f"--tokens={table.backend.url}",
        f"--timeline={table.timeline}",
        f"--count={ROUNDS}",
    )
    async with playing(godot_project, FAULTS, *arguments) as game:
        await game.line("WATCHING")
        for hour in range(ROUNDS):
            await table.strike(hour)
            await game.line("STRUCK", count=hour + 1)
            await game.line("ENDED", count=hour + 1)  # the token that the watch began with
        ended = await game.end()

    struck = [line for line in ended.lines if line.startswith("STRUCK")]
    assert [line.split()[1] for line in struck] == expected(), ended.text
    said = [json.loads(line[4:]) for line in ended.lines if line.startswith("SAY ")]
    assert [each["ok"] for each in said] == [True] * ROUNDS
    assert not [line for line in ended.lines if line.startswith(("LOST", "STOPPED"))]
    assert table.backend.given > ROUNDS
    assert not ended.complaints


@pytest.mark.parametrize("scene", GODOT_SCENES)
async def test_a_godot_scene_goes_on_with_another_token(
    table: Table, godot_project: Path, scene: str
) -> None:
    """A token ends in mid-talk; while none comes the player is told, and keeps what was typed."""
    await table.npc.access.put_affordance_set(table.timeline, "counter", [POUR])
    with giving_tokens(WORLD, table.timeline, seconds=2) as backend:
        arguments = (
            f"--scene=res://{scene}.tscn",
            f"--server={table.server.http}",
            f"--tokens={backend.url}",
            f"--timeline={table.timeline}",
            "--set=counter",
        )
        async with playing(godot_project, "res://tests/play_tokens.gd", *arguments) as game:
            ended = await game.end()

    assert ended.code == 0, ended.text
    assert "ENDED true" in ended.lines
    assert "KEPT Could I have something warm, please?" in ended.lines
    assert SIGN_IN in ended.text
    assert "WENT ON" in ended.lines
    assert ("DEED pour_drink seen" in ended.lines) is scene.startswith("demo"), ended.text
    refused = [line for line in ended.lines if "NpcDialogue warning" in line]
    assert [line for line in refused if "unauthenticated" not in line] == []
    assert ended.complaints == []


async def test_godot_is_told_when_no_token_counts(table: Table, godot_project: Path) -> None:
    """A refused token is got anew once, and then the game is told."""
    table.backend.is_refusing = True
    arguments = (
        "--case=tokens",
        f"--server={table.server.http}",
        f"--tokens={table.backend.url}",
        f"--timeline={table.timeline}",
        "--count=1",
    )
    async with playing(godot_project, FAULTS, *arguments) as game:
        stopped = await game.line("STOPPED")

    assert stopped == "unauthenticated"
    assert table.backend.given == 2


@pytest.mark.parametrize("runtime", [pytest.param("dotnet", marks=variant), "mono"])
async def test_unity(table: Table, runtime: str, tmp_path: Path) -> None:
    """The package's core gets tokens with tasks, before calls and in a watch."""
    need(WHY_MISSING[runtime]())
    program = unity_core.build(runtime, tmp_path)
    async with session(program, table.server.http, tokens=table.backend.url) as game:
        game.tell("play", binding=json.dumps({"worldId": WORLD, "timelineId": table.timeline}))
        game.tell("watch", afterSeq=0)
        for hour in range(ROUNDS):
            await table.strike(hour)
            while len(clocks(game.said("WATCHED"))) <= hour:
                await game.hears("WATCHED")
            assert await game.do("say", "OVER", character="hester", text="Hi.") == "RanToCompletion"
            await game.do("pass", "PASSED", milliseconds=3100)

    assert clocks(game.said("WATCHED")) == expected()
    assert positions(game.said("WATCHED")) == sorted(set(positions(game.said("WATCHED"))))
    assert not game.said("LOST")
    assert not game.said("FAILED")
    assert table.backend.given > ROUNDS


def clocks(events: Sequence[Mapping[str, Any]]) -> list[str]:
    return [event["worldTime"][11:13] for event in events if "clock" in event]


async def test_browser(table: Table, chromium: Browser) -> None:
    """`npc.js` gets tokens with `fetch`, also in a watch, which the page begins once."""
    page = await chromium.new_page()
    try:
        await page.goto(f"{table.server.http}/")
        await page.evaluate(
            """async ([tokens, timelineId]) => {
              const { NpcClient } = await import("/npc.js");
              const token = async () => (await fetch(tokens)).text();
              const npc = new NpcClient({ token });
              Object.assign(window, { npc, struck: [], states: [], timelineId, stopped: "" });
              const onState = (state) => window.states.push(state);
              const watch = async () => {
                for await (const event of npc.watch({ timelineId, afterSeq: 0 }, { onState })) {
                  if (event.clock) window.struck.push(event.worldTime.slice(11, 13));
                }
              };
              watch().catch((error) => { window.stopped = error.code; });
            }""",
            [table.backend.url, table.timeline],
        )
        for hour in range(ROUNDS):
            await table.strike(hour)
            await until(page, f"window.struck.length > {hour}")
            lines = await page.evaluate(
                """async () => {
                  const speaker = { id: "ann", name: "Ann" };
                  const { timelineId } = window;
                  const request = { timelineId, characterId: "hester", speaker, text: "Hi." };
                  let lines = 0;
                  for await (const event of window.npc.say(request)) lines += event.line ? 1 : 0;
                  return lines;
                }"""
            )
            assert lines > 0
            await until(page, "window.npc.tokens.endsAt < Date.now()")

        assert await page.evaluate("window.struck") == expected()
        assert await page.evaluate("[window.states, window.stopped]") == [[], ""]
        assert table.backend.given > ROUNDS
    finally:
        await page.close()


async def until(page: Page, expression: str) -> None:
    """Wait until something is so; the page's policy allows no evaluation by itself."""
    async with asyncio.timeout(PATIENCE):
        while not await page.evaluate(expression):
            await page.wait_for_timeout(50)
