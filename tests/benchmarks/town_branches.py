"""How often the first cause of a difference is named, of changes planted in branches of a run.

    python -m tests.benchmarks.town_branches [--changes 100] [--seed 1] [--hours 10] [--json]

A little town lives; then branches leave it at full hours, each with one whisper or one burning
thing, live for an hour, and are compared with the run. A change is named if the first difference is
that whisper or that thing. Every tenth branch has no change, and is to differ in nothing.
"""

import asyncio
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from npctown.branches import Difference, PlannedChange, branch_off, first_difference
from npctown.town_run import RunOptions, TownRun, new_run
from tests.benchmarks.options import read_options
from tests.town.little_town import write_town

_HOUR = 60
_THOUGHTS = (
    "I want to see the {place}.",
    "I miss the smell of the {place}.",
    "Off to the {place}!",
)


def _drawn(run: TownRun, chance: random.Random) -> PlannedChange:
    places = sorted(run.simulation.places.all.values(), key=lambda one: one.id)
    place = chance.choice([one for one in places if one.things])
    if chance.random() < 0.5:
        return PlannedChange(place=place.id, thing=chance.choice(place.things))
    who = chance.choice(sorted(run.simulation.bodies))
    return PlannedChange(who=who, text=chance.choice(_THOUGHTS).format(place=place.name))


def is_named(change: PlannedChange, found: Difference | None) -> bool:
    """Return whether a difference names a change; for none, whether there is no difference."""
    if change == PlannedChange():
        return found is None
    if found is None or found.event is None:
        return False
    event = found.event
    if change.thing:
        return (event["kind"], event.get("place"), event.get("thing")) == (
            "thing",
            change.place,
            change.thing,
        )
    return (event["kind"], event.get("who"), event.get("text")) == (
        "thought",
        change.who,
        change.text,
    )


async def planted(folder: Path, changes: int, seed: int, hours: int) -> dict[str, Any]:
    """Return how many changes were named, and those that were not."""
    chance = random.Random(seed)
    town = write_town(folder / "town")
    options = RunOptions(town=str(town), out=folder / "run", model="scripted", seed=seed)
    missed: list[str] = []
    async with new_run(options, lambda _: None) as run:
        await run.live(hours * _HOUR)
        simulation = run.simulation
        for number in range(changes):
            change = PlannedChange() if number % 10 == 9 else _drawn(run, chance)
            at = chance.randrange(1, hours - 1) * _HOUR
            made = branch_off(
                simulation.npc, run.folder, at, change, simulation.town, simulation.walker
            )
            async with made as branch:
                await branch.live(at + _HOUR)
            found = first_difference(run.folder, branch.folder)
            if not is_named(change, found):
                missed.append(f"{change} at {at}: {found}")
    return {"changes": changes, "named": changes - len(missed), "missed": missed}


def main() -> None:
    """Print the counts, and what was not named."""
    options = read_options(__doc__, changes=100, seed=1, hours=10)
    with tempfile.TemporaryDirectory(prefix="npcserver-branches-") as folder:
        found = asyncio.run(planted(Path(folder), options.changes, options.seed, options.hours))
    if options.json:
        print(json.dumps(found))
    else:
        print(f"named {found['named']} of {found['changes']}", *found["missed"], sep="\n")


if __name__ == "__main__":
    main()
