"""A run of a town from its first tick to its last: folder, server, timeline and clock."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from npcclient import NpcClient, connect

from npctown import run_files
from npctown.maps import Tile, TownMap, read_tiled
from npctown.paths import Walker
from npctown.people import PACE, Places
from npctown.run_files import RunHeader, RunPerson, RunWriter
from npctown.run_recorder import RunRecorder
from npctown.server import PATIENCE, SCRIPTED, TownServer
from npctown.simulation import Simulation, TownPace
from npctown.smallville import write_smallville
from npctown.town_files import TownFolder, find_town, read_town

DAY_MINUTES: Final = 1440
_STATE: Final = "state.json"
_HOUR: Final = 60


class TownError(Exception):
    """A town cannot be played; the message says why, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What a run is started with.

    `town` is the name or folder of a town, or a file of the personas of Smallville with its
    `maze`. `server` is the address of a server that runs already, with its `key`.
    """

    town: str
    out: Path
    people: int = 0
    model: str = "auto"
    seed: int = 1
    tick_minutes: int = 15
    maze: Path | None = None
    server: str = ""
    key: str = ""
    foreground: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)


Tell = Callable[[str], None]


class TownRun:
    """A run that is open: its simulation, and the files it is written to."""

    def __init__(self, folder: Path, simulation: Simulation, header: RunHeader) -> None:
        self.folder, self.simulation, self.header = folder, simulation, header
        self.server: TownServer | None = None
        """Its own server, if it has one."""

    def note(self, text: str) -> None:
        """Tell readers of the run what is no event of the town."""
        self.simulation.recorder.put(self.simulation.t, "note", text=text)

    async def live(
        self,
        until: float,
        ticked: Callable[[], None] = lambda: None,
        stop: asyncio.Event | None = None,
    ) -> None:
        """Let the town live until a game minute, at its pace, or until it is stopped."""
        simulation = self.simulation
        loop = asyncio.get_running_loop()
        self.keep()  # a run whose first tick is broken off can be gone on with
        while simulation.t < until and not (stop is not None and stop.is_set()):
            if simulation.pace.is_paused:
                await asyncio.sleep(0.1)
                continue
            begun = loop.time()
            hour = simulation.t // _HOUR
            await simulation.tick()
            if simulation.t // _HOUR > hour:
                await self.save()
            self.keep()
            ticked()
            speed = simulation.pace.speed
            if speed > 0:
                seconds = simulation.pace.tick_minutes * 60 / speed
                await self._wait(begun + seconds, stop)

    async def save(self) -> None:
        """Save the moment on the server, and where everybody is beside it, to branch off later."""
        await self.simulation.save()
        path = self.folder / "saves" / f"{round(self.simulation.t)}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(self.simulation.state()), encoding="utf-8")

    def keep(self) -> None:
        """Write down where the run is, so that it can be taken up again."""
        told = {
            **self.simulation.state(),
            "events": (self.folder / "events.jsonl").stat().st_size,
        }
        path = self.folder / _STATE
        path.with_suffix(".new").write_text(json.dumps(told), encoding="utf-8")
        path.with_suffix(".new").replace(path)

    async def _wait(self, until: float, stop: asyncio.Event | None) -> None:
        loop = asyncio.get_running_loop()
        pace, speed = self.simulation.pace, self.simulation.pace.speed
        while (left := until - loop.time()) > 0:
            if (stop is not None and stop.is_set()) or pace.speed != speed:
                return
            await asyncio.sleep(min(left, 0.1))


@asynccontextmanager
async def new_run(options: RunOptions, tell: Tell) -> AsyncIterator[TownRun]:
    """Begin a run in a new folder, and give it. Raises `TownError` and the errors of its files."""
    if (options.out / "run.json").exists():
        raise TownError(
            f"{options.out} holds a run already; name another folder with --out, or go on with"
            " --resume"
        )
    await asyncio.to_thread(_keep_town, options, tell)
    town = read_town(options.out / "town", options.people)
    extras = sum(one.is_crowd for one in town.people)
    if extras:
        tell(
            f"{town.name} was written for {len(town.people) - extras} people; {extras} extras live"
            " by plans that they share, without thoughts, until they are spoken to."
        )
    town_map = await asyncio.to_thread(_map, town, options.out, tell)
    model = SCRIPTED if options.model == "scripted" else options.model
    async with run_client(options, model, tell) as (npc, server, thinks):
        world_id = f"{town.world_id}-{options.seed}"
        tell(f"{town.name}: {len(town.people)} people; {thinks} thinks for them.")
        for part in town.as_yaml(world_id):
            await npc.worlds.import_file(world_id, part, overwrite=True)
        timeline = await npc.timelines.start(world_id, f"town, seed {options.seed}")
        walker = None if town_map is None else Walker(town_map)
        header = RunHeader(
            town=town.name,
            world_id=world_id,
            timeline_id=timeline.timeline_id,
            map="" if town_map is None else f"map/{town.map.name}",
            model=thinks,
            seed=options.seed,
            started=town.started.isoformat(),
            tick_minutes=options.tick_minutes,
            language=str(town.world["world"].get("language") or "en"),
            people=_placed(town, walker),
            facts=town.facts,
            settings={"pace": PACE, "foreground": options.foreground},
            server_version=(await npc.server.get()).version,
        )
        async with open_simulation(npc, town, walker, header, options) as run:
            _follow(run, server, tell)
            await run.simulation.begin()
            await run.save()
            run.keep()
            yield run


@asynccontextmanager
async def resumed_run(folder: Path, options: RunOptions, tell: Tell) -> AsyncIterator[TownRun]:
    """Go on with a run where it was left, and give it. Raises what `new_run` raises."""
    header = run_files.read_header(folder)
    try:
        state = json.loads((folder / _STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise TownError(
            f"{folder} cannot be gone on with: {_STATE} is missing or broken; begin it anew with"
            " another --out"
        ) from None
    town = read_town(folder / "town", len(header.people))
    town_map = read_tiled(folder / header.map) if header.map else None
    with (folder / "events.jsonl").open("rb+") as events:
        events.truncate(state["events"])
    options = replace(options, out=folder, tick_minutes=options.tick_minutes or header.tick_minutes)
    async with run_client(options, header.model, tell) as (npc, server, _):
        walker = None if town_map is None else Walker(town_map)
        async with open_simulation(npc, town, walker, header, options, state) as run:
            _follow(run, server, tell)
            run.note("The run was stopped, and goes on.")
            yield run


def _follow(run: TownRun, server: TownServer | None, tell: Tell) -> None:
    """Note in a run what its server tells from now on, such as that it was started again."""
    if server is not None:

        def noted(text: str) -> None:
            tell(text)
            run.note(text)

        run.server, server.tell = server, noted


@asynccontextmanager
async def open_simulation(
    npc: NpcClient,
    town: TownFolder,
    walker: Walker | None,
    header: RunHeader,
    options: RunOptions,
    state: Mapping[str, Any] | None = None,
) -> AsyncIterator[TownRun]:
    """Give a run of a timeline that there is, from its beginning or from a `state` on."""
    writer = RunWriter(options.out, header)
    recorder = RunRecorder(writer, header, (state or {}).get("recorder", {}))
    whole = frozenset(one.id for one in header.people if not one.is_crowd)
    shown = whole if options.foreground else frozenset[str]()
    pace = TownPace(tick_minutes=options.tick_minutes, foreground=shown)
    simulation = Simulation(npc, town, walker, header, recorder, pace)
    if state is not None:
        simulation.restore(state)
    try:
        yield TownRun(options.out, simulation, header)
    finally:
        await simulation.close()
        recorder.flush()
        writer.close()


@asynccontextmanager
async def run_client(
    options: RunOptions, model: str, tell: Tell
) -> AsyncIterator[tuple[NpcClient, TownServer | None, str]]:
    """Give a client of the server that is named, or of one of the run's own, and what thinks."""
    if options.server:
        async with connect(options.server, key=options.key, patience=PATIENCE) as npc:
            models = (await npc.server.get()).models
            yield npc, None, ", ".join(str(one.name) for one in models) or "the server"
        return
    in_order = model.startswith(("scripted", "offline", "schema"))
    settings = {"NPCSERVER_COGNITION__IN_ORDER": "true"} if in_order else {}
    server = TownServer(options.out, model, {**settings, **options.settings}, tell)
    async with server.running() as npc:
        yield npc, server, server.model


def _keep_town(options: RunOptions, tell: Tell) -> None:
    """Copy a town into a run, which can be taken up when the town has changed or is gone."""
    kept = options.out / "town"
    if options.maze is None:
        shutil.copytree(find_town(options.town), kept, dirs_exist_ok=True)
    else:
        tell("Reading the personas and the maze of Smallville.")
        write_smallville(Path(options.town), options.maze, kept)


def _map(town: TownFolder, out: Path, tell: Tell) -> TownMap | None:
    """Read the map, and say what is wrong with it; None for a town without one."""
    if not town.map.exists():
        tell(f"{town.folder} has no {town.map.name}: people are nowhere in particular.")
        return None
    made = read_tiled(town.map)
    places = Places(town.world.get("places") or ())
    lodgings = {one.home for one in town.people if one.is_crowd}
    made.check(
        {one.id: one.things for one in places.all.values() if one.id not in lodgings},
        {one.id: one.home for one in town.people},
    )
    for problem in made.problems:
        tell(f"Map: {problem}.")
    shutil.copytree(
        town.map.parent,
        out / "map",
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns("*.yaml", "*.py"),
    )
    return made


def _placed(town: TownFolder, walker: Walker | None) -> tuple[RunPerson, ...]:
    """Return the people where they begin: in bed, at a spawn, or at home."""
    if walker is None:
        return town.people
    placed: list[RunPerson] = []
    taken: set[Tile] = set()
    places = Places(town.world.get("places") or ())
    for one in town.people:
        home = places.shown(one.home, walker)
        start = walker.map.spawns.get(one.id) or walker.map.beds.get(one.id)
        start = start or walker.spot(home, one.id, None, taken) or walker.anywhere(one.id)
        taken.add(start)  # an extra lodges out of sight, and begins somewhere in the street
        placed.append(replace(one, start=start))
    return tuple(placed)
