"""What may be done in a town that lives: by its page, and by what ends its server."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from npctown import run_files
from npctown.branches import PlannedChange, branch_off, compare_events, first_difference
from npctown.control import LiveTown
from npctown.web import CannotDoError, serving
from tests.town.conftest import Opened
from tests.town.test_web import get

HOUR = 60


def _events(folder: Path, kind: str) -> Sequence[dict[str, Any]]:
    return [one for one in run_files.read_events(folder) if one["kind"] == kind]


async def test_a_page_steers_the_town(open_town: Opened) -> None:
    """Whispers, fires and visitors are in the events; what cannot be done says why."""
    async with open_town() as run:
        await run.live(HOUR)
        town = LiveTown(run, lambda _: None)
        async with serving(town) as address:

            async def do(action: str, **fields: object) -> Any:
                body = {"do": action, **fields}
                return json.loads(await asyncio.to_thread(get, f"{address}do", body))

            assert await do("speed", value=120) == {"speed": 120, "is_paused": False}
            assert (await do("pause"))["is_paused"]
            assert (await do("whisper", who="ada", text="Buy more candles."))["memory"]
            assert await do("fire", place="inn", thing="hearth") == {}
            visitor = await do("visit", name="Ann", place="green")
            home = run.simulation.bodies["ben"].place
            assert run.simulation.walker is not None
            spot = run.simulation.walker.spot(home, "ann", None, ())
            with pytest.raises(Exception, match="409"):
                await do("say", who=visitor["who"], to="ben", text="Good morning!")
            walked = await do("walk", who=visitor["who"], to=spot)
            said = await do("say", who=visitor["who"], to="ben", text="Good morning!")
            answer = await do("ask_mind", who="ada", question="What do you plan?")
            await do("leave", who=visitor["who"])
            mind = json.loads(await asyncio.to_thread(get, f"{address}mind?who=ada"))
            before = json.loads(await asyncio.to_thread(get, f"{address}mind?who=ada&t=15"))
            state = json.loads(await asyncio.to_thread(get, f"{address}state"))
        for action, fields, status in (
            ("dance", {}, 400),
            ("speed", {"value": 601}, 400),
            ("speed", {"value": "fast"}, 400),
            ("whisper", {"who": "ada"}, 400),
            ("whisper", {"who": "nobody", "text": "Hush."}, 404),
            ("walk", {"who": "ann", "to": [1, 1]}, 404),
            ("branch", {"t": -5}, 409),
            ("compare", {"run": "none"}, 404),
        ):
            with pytest.raises(CannotDoError) as error:
                await town.do("", action, fields)
            assert (action, error.value.status) == (action, status)
        await town.close()
        folder = run.folder

    assert walked["place"] == home
    assert said["lines"]
    assert answer["text"]
    assert "Buy more candles." in [one["text"] for one in mind["memories"]]
    assert "Buy more candles." not in [one["text"] for one in before["memories"]]
    assert mind["plan"]
    assert mind["knows"] == ["dance"]
    assert state["is_paused"]
    assert "branch" in state["can"]
    assert _events(folder, "thing")[0]["state"] == "burning"
    assert [one["is_here"] for one in _events(folder, "visitor")] == [True, False]
    heard = [(one["who"], one["to"]) for one in _events(folder, "line")][:2]
    assert heard == [(visitor["who"], "ben"), ("ben", visitor["who"])]


async def test_a_branch_lives_as_its_run_did_but_for_what_is_changed(open_town: Opened) -> None:
    """Without a change nothing differs; with one, it is named first."""
    hours = 4
    async with open_town() as run:
        await run.live(hours * HOUR)
        simulation, found = run.simulation, []
        for change in (
            PlannedChange(),
            PlannedChange(who="cora", text="I want to see the millstone."),
            PlannedChange(place="mill", thing="millstone"),
        ):
            made = branch_off(
                simulation.npc, run.folder, HOUR, change, simulation.town, simulation.walker
            )
            async with made as branch:
                await branch.live(hours * HOUR)
            found.append(first_difference(run.folder, branch.folder))
            header = run_files.read_header(branch.folder)
            assert (header.branch_of, header.branch_t) == (run.folder.name, HOUR)

    same, whispered, burnt = found
    assert same is None
    assert whispered is not None
    assert whispered.event is not None
    assert (whispered.event["who"], whispered.event["text"]) == (
        "cora",
        "I want to see the millstone.",
    )
    assert burnt is not None
    assert burnt.event is not None
    assert (burnt.event["kind"], burnt.event["thing"]) == ("thing", "millstone")
    assert burnt.text({}) == "Only in the branch: millstone in mill is burning."


async def test_a_server_that_ends_is_started_again(open_town: Opened) -> None:
    """The town waits, says so, and goes on through lunch; nothing is lost."""
    async with open_town(begins="11:00") as run:
        await run.live(HOUR)
        server = run.server
        assert server is not None
        server.kill()
        await run.live(2 * HOUR)
        folder = run.folder

    notes = [one["text"] for one in _events(folder, "note")]
    assert any("was started again" in one for one in notes)
    assert [one["n"] for one in _events(folder, "tick")] == list(range(1, 9))
    assert _events(folder, "talk")


def _tick(t: float) -> dict[str, Any]:
    return {"t": t, "kind": "tick", "n": 1}


def test_the_first_of_two_changes_is_the_cause_and_what_was_not_lived_is_none() -> None:
    """Order within a moment and ids do not count; what only one lived so far does not either."""
    run = [
        {"t": 1, "kind": "act", "who": "ada", "id": "ada.1", "text": "baking"},
        {"t": 1, "kind": "act", "who": "ben", "id": "ben.2", "text": "resting"},
        _tick(15),
        {"t": 20, "kind": "line", "who": "ada", "text": "Good morning!"},
        _tick(30),
    ]
    other = [{**run[1], "id": "ben.9"}, {**run[0], "id": "ada.8"}, _tick(15)]
    whisper = {"t": 15, "kind": "thought", "who": "ada", "text": "Run!"}
    effect = {"t": 15, "kind": "plan", "who": "ada", "blocks": []}

    assert compare_events(run, other) is None
    found = compare_events(run, [*other, whisper, effect, _tick(30)])
    lacked = compare_events(run, [*other, _tick(30)])
    assert found is not None
    assert (found.t, found.event) == (15, whisper)
    assert lacked is not None
    assert (lacked.t, lacked.event, lacked.other) == (20, None, run[3])
