"""A town of more people than its author wrote: the others are extras."""

import re
from pathlib import Path

import yaml

from npctown import run_files
from npctown.control import LiveTown
from npctown.extras import LODGERS
from npctown.town_files import read_town
from tests.town.conftest import Opened
from tests.town.little_town import write_town


def test_ten_thousand_have_names_and_homes_and_fit_requests(tmp_path: Path) -> None:
    """Each part is below a mebibyte, and names nobody who lodges with people of another part."""
    town = read_town(write_town(tmp_path), 10_000)
    names = [one.name for one in town.people]
    texts = list(town.as_yaml("big"))
    parts = [yaml.load(one, yaml.CSafeLoader) for one in texts]

    assert len(set(names)) == len(names) == 10_000
    assert sum(one.is_crowd for one in town.people) == 10_000 - 4
    assert sum(len(one["characters"]) for one in parts) == 10_000
    assert all(len(one) < 2**20 for one in texts)
    for part in parts:
        ids = {one["id"] for one in part["characters"]}
        lodgings = [one for one in part["places"] if one["id"].startswith("lodging")]
        assert {one["place"] for one in part["characters"]} <= {one["id"] for one in part["places"]}
        assert all(set(one["owners"]) <= ids for one in lodgings)
        assert all(len(one["owners"]) <= LODGERS for one in lodgings)


async def test_extras_walk_and_work_and_answer_when_they_are_spoken_to(
    open_town: Opened,
) -> None:
    """They cost no call before; one that was spoken to is moved by its own mind."""
    async with open_town(people=12) as run:
        await run.live(150)  # until half past nine
        simulation, calls = run.simulation, run.simulation.recorder.calls
        extras = set(simulation.crowd)
        place, who = next(
            (simulation.bodies[one].place, one)
            for one in sorted(extras)
            if simulation.bodies[one].place in ("mill", "smithy", "inn")
        )
        town = LiveTown(run, lambda _: None)
        visitor = await town.do("", "visit", {"name": "Ann", "place": place})
        said = await town.do(
            "", "say", {"who": visitor["who"], "to": who, "text": "What do you do here?"}
        )
        left = set(simulation.crowd)
        folder = run.folder

    events = list(run_files.read_events(folder))
    acts = [one for one in events if one["kind"] == "act" and one["who"] in extras]
    assert len(extras) == 8
    assert {one["who"] for one in acts} == extras
    walked = {one["who"] for one in events if one["kind"] == "walk"}
    assert len(walked & extras) > len(extras) // 2  # those who are neither young nor old
    assert calls < 12 * 5  # four people plan, talk and rate; eight do not
    assert said["lines"]
    assert left == extras - {who}
    assert all(re.fullmatch(r"extra-\d", one) for one in extras)
