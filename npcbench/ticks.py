"""What a tick of the clock costs in towns where few people are awake and the rest is crowd."""

import os
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from time import perf_counter, process_time

from npcbench.crowd_town import TOWN, public_places, town_files
from npcbench.harness import Result, machine, settings_of_its_own
from npcbench.little_game import LittleGame
from npcmodels.scripted import ScriptedThinker
from npcserver import bootstrap
from npcserver.app.perception.observations import Movement, Observe
from npcserver.bootstrap import RunningServer
from npcserver.config import Settings, sqlite_url
from npcserver.model.character import Attention
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import JobKind

SIZES = (25, 100, 1_000, 10_000)
AWAKE = 50
_BATCH = 250  # movements of one call
_LEASE_SECONDS = 600.0
_DAY = 24 * 60  # minutes
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_MEGABYTE = 1e6


@dataclass(slots=True)
class _Town:
    """Processor milliseconds of one size, and what the town weighs."""

    people: int
    awake: int
    import_seconds: float = 0.0
    advance_ms: list[float] = field(default_factory=list)
    live_ms: list[float] = field(default_factory=list)
    moves_ms: list[float] = field(default_factory=list)
    calls: int = 0
    resident_mb: float = 0.0
    all_resident_mb: float = 0.0
    database_mb: float = 0.0

    def figures(self) -> dict[str, float | str]:
        """Return the medians."""
        tick = [one + other for one, other in zip(self.advance_ms, self.live_ms, strict=True)]
        calls = self.calls / self.people
        return {
            "awake": self.awake,
            "import_seconds": round(self.import_seconds, 2),
            "tick_processor_ms_median": round(statistics.median(tick), 2),
            "tick_processor_ms_most": round(max(tick), 2),
            "ticks_a_processor_second": round(1e3 * len(tick) / sum(tick), 1),
            "calls_of_a_person": round(calls, 3),
            "calls_of_a_person_day": round(calls, 2) if len(tick) >= _DAY else "not a whole day",
            "of_that_advance_clock_ms_median": round(statistics.median(self.advance_ms), 2),
            "all_move_processor_ms_median": round(statistics.median(self.moves_ms), 1),
            "resident_mb": round(self.all_resident_mb),
            "resident_kb_of_a_person": round(1e3 * self.resident_mb / self.people, 1),
            "database_kb_of_a_person": round(1e3 * self.database_mb / self.people, 1),
        }


async def run(
    *,
    people: Sequence[int] | None = None,
    awake: int = AWAKE,
    ticks: int = 30,
    progress: Callable[[str], None],
) -> Result:
    """Let towns of so many people live some game minutes, then move all their people three times.

    At most `awake` people live in the background, all others are extras. The time of thoughts is
    not counted: a scripted mind answers between the ticks, and its answers are.
    """
    towns: list[_Town] = []
    for size in people or SIZES:
        progress(f"a town of {size}")
        town = _Town(size, min(awake, size))
        with settings_of_its_own() as own:
            await _live(town, own, ticks)
        towns.append(town)
    return {
        "name": "ticks",
        "machine": machine(),
        "figures": {"ticks": ticks},
        **{f"people_{one.people}": one.figures() for one in towns},
    }


async def _live(town: _Town, own: Settings, ticks: int) -> None:
    file = own.data / "town.db"
    settings = own.changed(cognition={"workers": 0}, database={"url": sqlite_url(file)})
    before = _resident()

    def count(_: object) -> None:
        town.calls += 1

    model = ScriptedThinker(count, remembered=0)
    async with bootstrap.running(settings, serve=False, model=model) as here:
        begun = perf_counter()
        for part in town_files(town.people):
            await here.importing.put(part)
        town.import_seconds = perf_counter() - begun
        timeline = await here.services.timelines.start(TOWN)
        game = LittleGame(here, timeline.id, ())
        names = [CharacterId(f"p{number}") for number in range(town.people)]
        await game.begin(names[: town.awake], Attention.BACKGROUND)
        await game.begin(names[town.awake :], Attention.CROWD)
        await game.settle()
        now = timeline.game_time
        for _ in range(ticks):
            now += timedelta(minutes=1)
            busy = process_time()
            await game.tick(now)
            town.advance_ms.append(1e3 * (process_time() - busy))
            town.live_ms.append(await _live_once(here))
            await game.settle()
        for turn in range(3):
            town.moves_ms.append(await _move_all(here, timeline.id, names, turn))
            await game.settle()
        town.all_resident_mb = _resident()
        town.resident_mb = town.all_resident_mb - before
        files = file.parent.glob(f"{file.name}*")
        town.database_mb = sum(one.stat().st_size for one in files) / _MEGABYTE


async def _live_once(here: RunningServer) -> float:
    """Do the LIVE job of a tick; return milliseconds of processor time, 0 if none is due."""
    job = await here.store.jobs.claim(here.clock.now(), _LEASE_SECONDS)
    if job is None:
        return 0.0
    busy = process_time()
    await here.cognition.do(job)
    return 1e3 * (process_time() - busy) if job.kind is JobKind.LIVE else 0.0


async def _move_all(
    here: RunningServer, timeline_id: TimelineId, names: Sequence[CharacterId], turn: int
) -> float:
    """Move everyone to the next place; return milliseconds of processor time."""
    places = public_places(len(names))
    busy = process_time()
    for start in range(0, len(names), _BATCH):
        moves = tuple(
            Movement(subject_id=who, place_id=places[(start + at + turn + 1) % len(places)])
            for at, who in enumerate(names[start : start + _BATCH])
        )
        await here.services.play.observe(Observe(timeline_id=timeline_id, movements=moves))
    return 1e3 * (process_time() - busy)


def _resident() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE / _MEGABYTE
