"""A little town lives on a real server, and what happens is in the files of its run."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from npctown import run_files
from npctown.run_files import EVENTS
from npctown.town_run import RunOptions, resumed_run
from tests.conftest import variant
from tests.town.conftest import Opened, opens_in

_IDS = re.compile(r"\b[a-z]{2,4}_[0-9a-z]{16,}")
AFTERNOON = 6 * 60  # game minutes after 7 o'clock, behind the lunch at which people meet


@pytest.fixture(scope="module")
async def afternoon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a run that lived until the afternoon; it is only read."""
    async with opens_in(tmp_path_factory.mktemp("afternoon"))() as run:
        await run.live(AFTERNOON)
        return run.folder


def _kinds(events: Sequence[dict[str, Any]]) -> set[str]:
    return {one["kind"] for one in events}


def test_people_get_up_walk_to_work_meet_and_tell_their_news(afternoon: Path) -> None:
    """Events come in order, know no kind or field that readers do not, and fit each other."""
    events = list(run_files.read_events(afternoon))
    header = run_files.read_header(afternoon)
    times = [one["t"] for one in events]
    assert times == sorted(times)
    assert _kinds(events) <= set(EVENTS)
    assert {"walk", "act", "act_end", "talk", "line", "plan", "knows", "tick"} <= _kinds(events)

    stood = {one.id: [list(one.start)] for one in header.people}
    for walk in (one for one in events if one["kind"] == "walk"):
        assert walk["path"][0] in stood[walk["who"]]  # where its last way led, or on that way
        stood[walk["who"]] = walk["path"]
    begun = set[str]()
    for one in events:
        if one["kind"] == "act":
            begun.add(one["id"])
        if one["kind"] == "act_end":
            assert one["id"] in begun
    known = {(one["fact"], one["who"]): one["how"] for one in events if one["kind"] == "knows"}
    assert known["dance", "ada"] == known["election", "dov"] == "authored"
    assert "told" in known.values()


@pytest.mark.parametrize("foreground", [pytest.param(False, marks=variant), True])
async def test_the_same_seed_lives_the_same_and_another_does_not(
    open_town: Opened, *, foreground: bool
) -> None:
    """But for ids two runs are the same, letter by letter; they begin shortly before lunch."""
    lived = []
    for name, seed in (("first", 1), ("second", 1), ("other", 2))[: 2 if foreground else 3]:
        async with open_town(name, begins="11:00", seed=seed, foreground=foreground) as run:
            await run.live(AFTERNOON / 3)
            text = (run.folder / "events.jsonl").read_text(encoding="utf-8")
        lived.append(_IDS.sub("ID", text))

    assert '"kind":"line"' in lived[0]
    assert lived[1] == lived[0]
    assert foreground or lived[2] != lived[0]


async def test_a_run_that_was_stopped_goes_on_where_it_was(
    open_town: Opened, tmp_path: Path, afternoon: Path
) -> None:
    """Nothing of what it had is there twice, and half-written events are gone."""
    whole = [one for one in run_files.read_events(afternoon) if one["kind"] != "note"]
    async with open_town("halves") as run:
        await run.live(AFTERNOON / 2)
    with (tmp_path / "halves" / "events.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"t":1e9,"kind":"tick"}\n{"t":')

    options = RunOptions(town="", out=tmp_path / "halves", tick_minutes=0)
    async with resumed_run(tmp_path / "halves", options, lambda _: None) as run:
        await run.live(AFTERNOON)

    halves = list(run_files.read_events(tmp_path / "halves"))
    assert [one["text"] for one in halves if one["kind"] == "note"] == [
        "The run was stopped, and goes on."
    ]
    plain = [_IDS.sub("ID", repr(one)) for one in halves if one["kind"] != "note"]
    assert plain == [_IDS.sub("ID", repr(one)) for one in whole]
