"""The cost of saving and loading: with few memories and many, beside thoughts, in deep lineages."""

import random
import statistics
from collections.abc import Awaitable
from contextlib import aclosing
from time import perf_counter
from typing import TypeVar

from npcbench.harness import Numbers, Result, machine, settings_of_its_own
from npcbench.scripted_model import ScriptedLanguageModel
from npcbench.turn import quantile
from npcbench.world import WORLD, bench_settings, bench_world, give_vectors, sentence
from npcmodels.scripted import Pace
from npcserver import bootstrap
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.observations import GameEvent, Observe
from npcserver.bootstrap import RunningServer
from npcserver.config import Settings
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, SaveId, TimelineId

_T = TypeVar("_T")

_WHO = CharacterId("c0")
_ANN = Person(id="ann", name="Ann")
_THINKING_SECONDS = 0.5
_RESIDENTS = 20


async def run(*, loads: int = 200, memories: int = 100_000, depth: int = 1_000) -> Result:
    """Measure with few memories and with many, in the same run."""
    few = await _measured(loads, 1_000, depth)
    many = await _measured(loads, memories, 0)
    return {
        "name": "saves",
        "machine": machine(),
        "figures": {f"{name}_{memories}": value for name, value in many.items()},
        "baselines": {f"{name}_1000": value for name, value in few.items()},
        "load_p95_ratio": _ratio(many, few, "load_ms_p95"),
        "save_p95_ratio": _ratio(many, few, "save_ms_p95"),
        "ratios": {
            "load_p95": _ratio(many, few, "load_ms_p95"),
            "save_p95": _ratio(many, few, "save_ms_p95"),
            "load_p95_while_thinking": _ratio(
                many, many, "load_while_thinking_ms_p95", "load_ms_p95"
            ),
            "deep_turn": _ratio(few, few, "deep_turn_ms_median", "shallow_turn_ms_median"),
        },
    }


def _ratio(one: Numbers, other: Numbers, name: str, of: str = "") -> float:
    return round(float(one[name]) / float(other[of or name]), 3)


async def _measured(loads: int, memories: int, depth: int) -> dict[str, float | int]:
    """Measure one world; `depth` 0 leaves the deep lineage out."""
    with settings_of_its_own() as settings:
        quiet = bench_settings(settings, workers=0)
        async with bootstrap.running(quiet, serve=False) as here:
            await here.importing.put(bench_world(_RESIDENTS, memories))
            await give_vectors(here, _WHO)
            found = await _saves_and_loads(here, loads)
            if depth:
                found |= await _deep(here, depth)
        found["bytes_per_save_and_load"] = await _bytes_each(quiet, loads)
        return found | await _while_thinking(settings, loads)


async def _saves_and_loads(here: RunningServer, loads: int) -> dict[str, float | int]:
    """Measure saving and loading alternately, with play in between."""
    saving, loading = await _in_turn(here, loads, seed=3)
    return {
        "loads": loads,
        "save_ms_p95": _p95(saving),
        "load_ms_median": _median(loading),
        "load_ms_p95": _p95(loading),
    }


async def _in_turn(
    here: RunningServer, loads: int, *, seed: int
) -> tuple[list[float], list[float]]:
    """Play, save and load `loads` times; return the seconds of each save and of each load."""
    chance = random.Random(seed)  # noqa: S311 - repeatable chance is wanted
    timeline = await here.services.timelines.start(WORLD)
    saving: list[float] = []
    loading: list[float] = []
    for _ in range(loads):
        await _observe(here, timeline.id, chance)
        save_id = await _timed(saving, _save(here, timeline.id))
        timeline = await _timed(loading, here.services.timelines.load(save_id))
    return saving, loading


async def _while_thinking(settings: Settings, loads: int) -> dict[str, float | int]:
    """Measure the same while thoughts are running that take longer than all of it."""
    model = ScriptedLanguageModel(pace=Pace(first_word=_THINKING_SECONDS))
    async with bootstrap.running(settings, serve=False, model=model) as here:
        saving, loading = await _in_turn(here, loads, seed=4)
        pending = await here.store.jobs.pending()
    return {
        "save_while_thinking_ms_p95": _p95(saving),
        "load_while_thinking_ms_p95": _p95(loading),
        "thoughts_waiting": pending,
    }


async def _deep(here: RunningServer, depth: int) -> dict[str, float | int]:
    """Measure turns at the end of a lineage of `depth` loads, with play after each load."""
    chance = random.Random(5)  # noqa: S311 - repeatable chance is wanted
    shallow = deep = (await here.services.timelines.start(WORLD)).id
    for _ in range(depth):
        await _observe(here, shallow, chance)
        await _observe(here, deep, chance)
        deep = (await here.services.timelines.load(await _save(here, deep))).id
    turns: dict[TimelineId, list[float]] = {shallow: [], deep: []}
    for _ in range(30):
        for timeline_id, seconds in turns.items():
            await _timed(seconds, _turn(here, timeline_id, chance))
    return {
        "depth": depth,
        "shallow_turn_ms_median": _median(turns[shallow]),
        "deep_turn_ms_median": _median(turns[deep]),
    }


async def _observe(here: RunningServer, timeline_id: TimelineId, chance: random.Random) -> None:
    seen = GameEvent(text=sentence(chance), witness_ids=(_WHO,))
    await here.services.play.observe(Observe(timeline_id=timeline_id, happenings=(seen,)))


async def _save(here: RunningServer, timeline_id: TimelineId) -> SaveId:
    return (await here.services.timelines.save(timeline_id=timeline_id, name="a moment")).id


async def _turn(here: RunningServer, timeline_id: TimelineId, chance: random.Random) -> None:
    say = SayToCharacter(
        timeline_id=timeline_id, character_id=_WHO, speaker=_ANN, text=sentence(chance)
    )
    async with aclosing(here.services.dialogue.say(say)) as events:
        async for _ in events:
            pass


async def _timed(seconds: list[float], work: Awaitable[_T]) -> _T:
    started = perf_counter()
    result = await work
    seconds.append(perf_counter() - started)
    return result


async def _bytes_each(settings: Settings, loads: int) -> int:
    """Return the bytes that a save and a load add to the database, one file when closed."""
    before = _size(settings)
    async with bootstrap.running(settings, serve=False) as here:
        timeline = await here.services.timelines.start(WORLD)
        for _ in range(loads):
            await here.services.timelines.load(await _save(here, timeline.id))
    return (_size(settings) - before) // loads


def _size(settings: Settings) -> int:
    return sum(file.stat().st_size for file in settings.data.glob("*.db"))


def _p95(seconds: list[float]) -> float:
    return round(1e3 * quantile(sorted(seconds), 0.95), 3)


def _median(seconds: list[float]) -> float:
    return round(1e3 * statistics.median(seconds), 3)
