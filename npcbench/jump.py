"""What jumps of the clock leave with characters, what they contradict, and what they cost."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta
from pathlib import Path

from npcbench.day import read_world
from npcbench.harness import Numbers, Result, machine, named_models, settings_of_its_own
from npcbench.little_game import LittleGame
from npcbench.statements import reading_statements
from npcbench.world import bench_settings, bench_world
from npcmodels.scripted import ScriptedThinker
from npcserver import bootstrap
from npcserver.bootstrap import RunningServer
from npcserver.model.character import Attention
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.model_use import Purpose
from npcserver.model.record import Record, RecordKind, Remembered
from npcserver.model.world import Place, enclosing_places
from npcserver.model.worldfile import WorldFile

JUMPS = (timedelta(hours=8), timedelta(days=3), timedelta(days=30))
QUESTIONS = (
    "What have you been doing lately?",
    "Tell me what happened to you while I was away.",
    "What did you do today?",
)
"""Asked right after a jump, before anything is thought; what comes to mind answers them."""
_TOLD = 3  # dated things that everybody is to tell
_MORNING = timedelta(hours=10)


async def run(
    *,
    world: Path | None = None,
    people: int = 0,
    model: str | None = None,
    base_url: str | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Result:
    """Jump 8 hours, 3 days and 30 days, each from ten in the morning of a first day that is lived.

    All characters live in the background. With `people` the world is one of so many strangers.
    """
    file = bench_world(people, 0) if people else read_world(world)
    named = named_models(model, base_url)
    with settings_of_its_own(named) as settings:
        quiet = bench_settings(settings, workers=0)
        mind = None if named is not None else ScriptedThinker()
        async with bootstrap.running(quiet, serve=False, model=mind) as here:
            await here.importing.put(file)
            rows = []
            for length in JUMPS:
                progress(f"a jump of {length}")
                rows.append(await _Jump(here, file).measure(length, asks=not people))
    return {"name": "jump", "machine": machine(), "people": len(file.characters), "jumps": rows}


class _Jump:
    """One jump on a timeline of its own."""

    def __init__(self, here: RunningServer, file: WorldFile) -> None:
        self._here = here
        self._file = file

    async def measure(self, length: timedelta, *, asks: bool) -> Numbers:
        """Return the figures of a jump; with `asks`, of what everybody tells as well."""
        here = self._here
        timeline = await here.services.timelines.start(self._file.world.id)
        game = LittleGame(here, timeline.id, ())
        await game.begin([one.id for one in self._file.characters], Attention.BACKGROUND)
        midnight = timeline.game_time.replace(hour=0, minute=0, second=0)
        since = midnight + _MORNING
        if since < timeline.game_time:
            since += timedelta(days=1)
        await game.tick(since)
        if asks:
            await game.settle()
        before, calls = await self._records(timeline.id), self._calls()
        with reading_statements() as read:
            started, spent = time.perf_counter(), time.process_time()
            await game.tick(since + length)
            spent, took = time.process_time() - spent, time.perf_counter() - started
        left = (await self._records(timeline.id))[len(before) :]
        told = (
            await self._told(timeline.id, {one.seq for one in left if _is_memory(one)})
            if asks
            else {}
        )
        if asks:
            await game.settle()
        people = len(self._file.characters)
        return {
            "hours": length / timedelta(hours=1),
            "memories_each": round(sum(map(_is_memory, left)) / people, 1),
            "fewest": min(
                Counter(one.subject_id for one in left if _is_memory(one)).values(), default=0
            ),
            "tell_three": sum(len(each) >= _TOLD for each in told.values()),
            "fewest_told": min(map(len, told.values()), default=0),
            "contradictions": len(list(contradictions(left, self._file.places))),
            "calls": (self._calls() - calls).total(),
            **{f"calls_{name}": count for name, count in sorted((self._calls() - calls).items())},
            "clock_cpu_ms": round(spent * 1000),
            "clock_ms": round(took * 1000),
            "statements": len(read),
        }

    async def _told(
        self, timeline_id: TimelineId, seqs: AbstractSet[int]
    ) -> Mapping[str, set[int]]:
        """Return which memories of the skipped time came to mind, at any of the questions."""
        found: dict[str, set[int]] = {}
        for one in self._file.characters:
            found[one.id] = set()
            for question in QUESTIONS:
                answer = await self._here.services.interviewing.interview(
                    timeline_id=timeline_id, character_id=one.id, question=question
                )
                found[one.id] |= {each.memory.seq for each in answer.recollections} & seqs
        return found

    async def _records(self, timeline_id: TimelineId) -> Sequence[Record]:
        async with self._here.store.read() as reader:
            return await (await reader.head(timeline_id)).after(0, 1_000_000)

    def _calls(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for one in self._here.meter.snapshot():
            if one.purpose is not Purpose.INTERVIEW:  # the questions of the measurement itself
                found[one.purpose.value] += one.calls
        return found


def contradictions(records: Sequence[Record], places: Sequence[Place]) -> Iterator[str]:
    """Yield what memories that a jump left contradict: each other, or the hours of a place."""
    memories = [
        (one, one.body) for one in records if isinstance(one.body, Remembered) and _is_memory(one)
    ]
    by_id = {place.id: place for place in places}
    where: dict[tuple[str, datetime], set[PlaceId | None]] = {}
    met = {
        (one.subject_id, other, one.game_time, body.place_id)
        for one, body in memories
        for other in body.about
    }
    for one, body in memories:
        if body.place_id is None:
            continue
        where.setdefault((one.subject_id, one.game_time), set()).add(body.place_id)
        for other in body.about:
            if (other, one.subject_id, one.game_time, body.place_id) not in met:
                yield f"{other} does not remember: {one.text}"
        for place in enclosing_places(body.place_id, by_id):
            is_shut = place.hours is not None and not place.hours.contain(one.game_time.time())
            if is_shut and one.subject_id not in place.owner_ids:
                yield f"{place.name} is closed: {one.text}"
    for (who, at), there in where.items():
        if len(there) > 1:
            yield f"{who} is in {len(there)} places at {at}"


def _is_memory(record: Record) -> bool:
    return record.kind is RecordKind.OBSERVATION
