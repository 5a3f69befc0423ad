"""Scenarios on a server of canned answers: what stops them, and what they leave behind."""

import io
from pathlib import Path

import npcclient
import pytest
from npcclient.playtest import reports
from npcclient.playtest.reaching import Misused, chosen_timeline
from npcclient.playtest.reading import read
from npcclient.playtest.running import RunResult, run
from rich.console import Console

from npcserver.v1.timeline_service_pb2 import DeleteTimelineRequest
from tests.fakes.canned_server import ServerControl

HEAD = "world: a\ncharacter: mira\n"


async def play(npc: npcclient.NpcClient, folder: Path, text: str) -> RunResult:
    path = folder / "scene.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return await run(npc, read(path), "server:1")


def told(result: RunResult) -> str:
    written = io.StringIO()
    reports.show(Console(file=written, width=200), result)
    return written.getvalue()


async def test_a_server_that_goes_away_in_the_middle(
    npc: npcclient.NpcClient, stage: ServerControl, tmp_path: Path
) -> None:
    """A step that loses the server ends the scenario, is no answer, and is told apart from one."""
    stage.is_cut_after_event = True
    result = await play(npc, tmp_path, "steps:\n  - say: Hello!\n  - say: And?\n")

    assert result.was_unreached
    assert not result.error
    assert [step.was_skipped for step in result.steps] == [False, True]
    assert "2 steps in" in told(result)


async def test_what_was_played_is_deleted(
    npc: npcclient.NpcClient, stage: ServerControl, tmp_path: Path
) -> None:
    """The timeline of a scenario goes with it, unless it is to be kept."""
    held = await play(npc, tmp_path, "steps:\n  - say: Hello!\n")
    await play(npc, tmp_path, "keep_timeline: true\nsteps:\n  - say: Hello!\n")

    assert held.holds
    assert "1 step in" in told(held)
    deleted = [request.timeline_id for request in stage.asked(DeleteTimelineRequest)]
    assert deleted == [held.timeline_id]


async def test_time_beyond_all_calendars(npc: npcclient.NpcClient, tmp_path: Path) -> None:
    """A wait beyond the last year is told as what cannot be played."""
    result = await play(npc, tmp_path, "steps:\n  - wait: 99999999d\n")

    assert "the year 9999" in result.steps[0].error


async def test_a_timeline_that_is_not_there(
    npc: npcclient.NpcClient, stage: ServerControl, tmp_path: Path
) -> None:
    """Whoever names a timeline is not given another one in silence."""
    stage.missing_timelines.add("tl_9")
    result = await play(npc, tmp_path, "timeline: tl_9\nsteps:\n  - say: Hello!\n")
    world = await npc.worlds.get("harbour")
    world.world_id = "elsewhere"

    assert "there is no timeline 'tl_9'" in result.error
    assert "nothing was played" in told(result)
    with pytest.raises(Misused, match="of the world 'harbour'"):
        await chosen_timeline(npc, "tl_1", world)
