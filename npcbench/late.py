"""Lateness of thoughts, plans and acts while a game's clock runs and a model takes seconds.

The clock runs in real time, as in a game, so a busy machine makes everything later; the result says
how long the process waited for a processor. Due and done times of jobs are recorded by triggers in
the measurement's own SQLite file.
"""

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path
from statistics import quantiles
from time import monotonic, time_ns
from typing import Any

from npcbench.day import read_world
from npcbench.harness import (
    Result,
    answers,
    machine,
    named_models,
    require_answers,
    settings_of_its_own,
)
from npcmodels.schema_model import SchemaLanguageModel
from npcserver import bootstrap
from npcserver.app.attention import SetAttention
from npcserver.bootstrap import RunningServer
from npcserver.config import ModelSettings, Settings
from npcserver.model.character import Attention
from npcserver.model.day import Act, Cause
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId
from npcserver.model.job import JobKind
from npcserver.model.model_use import Purpose
from npcserver.model.record import Record
from npcserver.model.thought import Conversed, Thought
from npcserver.model.timeline import Timeline
from npcserver.model.world import DEFAULT_START
from npcserver.model.worldfile import WorldFile

_WHISPER = "I must run for the town council and tell everybody now."
_BATCH = 1000
_MICROS = 1_000_000
_SETTLE_SECONDS = 900.0
_LOOK_SECONDS = 0.2
_SCHEDSTAT = Path("/proc/self/schedstat")  # of the main thread, in which the event loop runs
_NOW = "CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)"
# A job that is retried keeps the time at which it was first due.
_TRIGGERS = f"""
CREATE TABLE bench_done (kind TEXT, subject_id TEXT, due_at INTEGER, done_at INTEGER);
CREATE TABLE bench_first (id INTEGER PRIMARY KEY, due_at INTEGER);
CREATE TRIGGER bench_failed AFTER UPDATE ON job
WHEN old.lease IS NOT NULL AND new.lease IS NULL AND new.error <> '' BEGIN
    INSERT OR IGNORE INTO bench_first VALUES (old.id, old.due_at);
END;
CREATE TRIGGER bench_again AFTER UPDATE ON job
WHEN old.lease IS NOT NULL AND new.lease IS NULL AND new.error = '' BEGIN
    INSERT INTO bench_done SELECT old.kind, old.subject_id, coalesce(
        (SELECT due_at FROM bench_first WHERE id = old.id), old.due_at), {_NOW}
        WHERE new.due_at <= {_NOW} + 100000;
    DELETE FROM bench_first WHERE id = old.id;
END;
CREATE TRIGGER bench_finished AFTER DELETE ON job WHEN old.lease IS NOT NULL BEGIN
    INSERT INTO bench_done SELECT old.kind, old.subject_id, coalesce(
        (SELECT due_at FROM bench_first WHERE id = old.id), old.due_at), {_NOW};
    DELETE FROM bench_first WHERE id = old.id;
END;
"""  # noqa: S608 - nothing in it comes from outside

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What to measure.

    `people` are simulated, `characters` of them in the foreground and the others in the background;
    the rest of the world is dormant. `model` is asked, for each purpose; without it a stand-in
    answers from schemas, after `delay` seconds, with the random `seed`. `pace` is game seconds in a
    real second. The inner voice speaks to the first of the people at `whisper`.
    """

    world: Path | None = None
    people: int = 7
    characters: int = 0
    model: ModelSettings | None = None
    delay: float = 2.0
    pace: float = 60.0
    since: time = time(11, 30)
    until: time = time(14, 0)
    whisper: time = time(12, 30)
    seed: int = 0


async def run(
    *, progress: Progress, model: str | None, base_url: str | None, **options: Any
) -> Result:
    """Run the clock from one hour to the other and return how late everything was.

    The `options` are fields of `Wish`. Raises `Unavailable` if a named model does not answer a
    short question.
    """
    wish = Wish(model=named_models(model, base_url), **options)
    if not wish.since <= wish.whisper < wish.until:
        raise InvalidInput("until", "the hours must be in order: from, whisper, until")
    file = read_world(wish.world)
    if len(file.characters) < wish.people:
        raise InvalidInput("people", f"the world has only {len(file.characters)} characters")
    with settings_of_its_own(wish.model) as settings:
        if wish.model is not None:
            progress("whether the model answers")
            await require_answers(settings)
            mind = None
        else:
            mind = SchemaLanguageModel(delay=wish.delay, seed=wish.seed)
        async with bootstrap.running(settings, serve=False, model=mind) as here:
            measured = _Measured(here, wish, settings)
            await measured.play(file, progress)
            return await measured.result()


class _Measured:
    """One run: its thoughts and acts, and how late they were."""

    def __init__(self, here: RunningServer, wish: Wish, settings: Settings) -> None:
        self._here = here
        self._wish = wish
        self._settings = settings
        self._database = settings.data / "npcserver.db"
        self._people: tuple[CharacterId, ...] = ()
        self._records: list[Record] = []
        self._whispered: tuple[int, datetime] | None = None
        self._begin = self._end = DEFAULT_START
        self._began_at = self._ended_at = 0  # microseconds since 1970
        self._waited = self._worked = 0.0
        self._head = 0
        self._calls = 0
        self._call_seconds = 0.0

    async def play(self, file: WorldFile, progress: Progress) -> None:
        """Bring the world to its first hour, let all jobs finish, and run the clock."""
        here, wish = self._here, self._wish
        progress("the import")
        await here.importing.put(file)
        ids = [role.id for role in file.characters]
        self._people = tuple(ids[: wish.people])
        timeline = await here.services.timelines.start(file.world.id)
        tiers = [(who, Attention.FOREGROUND) for who in ids[: wish.characters]]
        tiers += [(who, Attention.BACKGROUND) for who in ids[wish.characters : wish.people]]
        tiers += [(who, Attention.DORMANT) for who in ids[wish.people :]]
        await here.services.attending.set_attention(
            SetAttention(timeline_id=timeline.id, changes=tuple(tiers))
        )
        self._begin = self._at(timeline, wish.since)
        await self._advance(timeline, self._begin)
        progress("the first plans")
        async with asyncio.timeout(_SETTLE_SECONDS):
            changes = -1
            while await here.store.jobs.pending() and not self._is_unanswered():
                await here.store.jobs.wait(_LOOK_SECONDS, changes)
                changes = here.store.jobs.changes
        await asyncio.to_thread(self._watch)
        async with here.store.read() as reader:
            self._head = (await reader.head(timeline.id)).vantage.seq
        await self._run_clock(timeline, progress)
        async with here.store.read() as reader:
            view = await reader.head(timeline.id)
            seq = 0
            while records := await view.after(seq, _BATCH):
                self._records += records
                seq = records[-1].seq

    async def _run_clock(self, timeline: Timeline, progress: Progress) -> None:
        wish = self._wish
        self._end = self._at(timeline, wish.until)
        whisper_at = self._at(timeline, wish.whisper)
        worked, waited = _processor_seconds()
        (calls, call_seconds), began = self._model_calls(), monotonic()
        self._began_at = time_ns() // 1000
        now = self._begin
        while now < self._end:
            await asyncio.sleep(60 / wish.pace)
            now = self._begin + timedelta(seconds=(monotonic() - began) * wish.pace)
            await self._advance(timeline, now)
            if self._whispered is None and now >= whisper_at:
                await self._whisper(timeline, now)
            progress(f"{now:%H:%M}")
        self._ended_at = time_ns() // 1000
        seconds = monotonic() - began
        worked_by_now, waited_by_now = _processor_seconds()
        self._worked = (worked_by_now - worked) / seconds
        self._waited = (waited_by_now - waited) / seconds
        calls_by_now, call_seconds_by_now = self._model_calls()
        self._calls = calls_by_now - calls
        self._call_seconds = call_seconds_by_now - call_seconds

    def _at(self, timeline: Timeline, hour: time) -> datetime:
        """Return an hour of the first day whose measured hours are not over."""
        begins = timeline.game_time
        is_past = self._wish.since < begins.time()
        day = begins.date() + timedelta(days=is_past)
        return datetime.combine(day, hour, tzinfo=begins.tzinfo)

    async def _advance(self, timeline: Timeline, now: datetime) -> None:
        await self._here.services.play.advance_clock(timeline_id=timeline.id, game_time=now)

    async def _whisper(self, timeline: Timeline, now: datetime) -> None:
        async with self._here.store.read() as reader:
            self._whispered = (await reader.head(timeline.id)).vantage.seq, now
        await self._here.services.characters.whisper(
            timeline_id=timeline.id, character_id=self._people[0], text=_WHISPER
        )

    def _watch(self) -> None:
        with sqlite3.connect(self._database, timeout=30) as connection:
            connection.executescript(_TRIGGERS)
        connection.close()

    def _model_calls(self) -> tuple[int, float]:
        """Return how many calls were started, and the total seconds of those that ended."""
        counts = self._here.meter.snapshot()
        return sum(count.calls for count in counts), sum(count.seconds for count in counts)

    def _is_unanswered(self) -> bool:
        """Return whether calls failed and none was answered, so that no plan will come."""
        counts = self._here.meter.snapshot()
        return any(one.faults for one in counts) and not any(one.finished for one in counts)

    async def result(self) -> Result:
        """Return the figures, in game minutes unless said otherwise."""
        done, left = await asyncio.to_thread(self._jobs)
        lags = _by_kind(done)
        open_for = [*lags.get(JobKind.PLAN, ()), *_by_kind(left).get(JobKind.PLAN, ())]
        acts, wish = self._act_lags(), self._wish
        seconds = (self._ended_at - self._began_at) / _MICROS
        talks = [
            one.body
            for one in self._records
            if one.seq > self._head and isinstance(one.body, Conversed) and one.body.is_over
        ]
        return {
            "name": "late",
            "machine": machine(),
            "figures": {
                "people": wish.people,
                "in_the_foreground": wish.characters,
                "seconds_of_a_call": round(self._call_seconds / max(1, self._calls), 2),
                "game_seconds_in_a_second": wish.pace,
                "hours": f"{wish.since:%H:%M} to {wish.until:%H:%M}",
                "planned_acts": len(acts),
                "conversations_ended": len(talks) // 2,
                "lines_of_them": sum(one.lines for one in talks) // 2,
                "calls": self._calls,
                "calls_at_one_time": round(self._call_seconds / seconds, 2),
            },
            "lateness": {
                "longest_open_plan": round(max(open_for, default=0.0), 1),
                **_shares("planned_acts", acts),
                "whisper_planned_after": self._whisper_lag(),
            },
            "due_to_done_(count,_median,_p90,_max)": {
                kind: "  ".join((f"{len(of_kind):4}", *(f"{x:6.1f}" for x in _spread(of_kind))))
                for kind, of_kind in sorted(lags.items())
            },
            "open_at_the_end_(count,_oldest)": {
                kind: f"{len(of_kind)}  {max(of_kind):.1f}"
                for kind, of_kind in sorted(_by_kind(left).items())
            },
            "processor": {
                "share_of_the_time_that_the_loop_worked": round(self._worked, 3),
                "share_of_the_time_that_the_loop_waited_for_a_processor": round(self._waited, 3),
            },
            "answers": answers(self._here.meter.snapshot(), self._settings),
        }

    def _jobs(self) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
        """Return the finished and the open jobs of the run, with game minutes since due."""
        connection = sqlite3.connect(self._database, timeout=30)
        try:
            done = connection.execute(
                "SELECT kind, (done_at - due_at) FROM bench_done WHERE done_at <= ?",
                (self._ended_at,),
            ).fetchall()
            left = connection.execute(
                "SELECT kind, ? - due_at FROM job WHERE due_at < ? AND due_at IS NOT NULL",
                (self._ended_at, self._ended_at),
            ).fetchall()
        finally:
            connection.close()
        minutes = self._wish.pace / 60 / _MICROS
        return (
            [(str(kind), max(0.0, micros * minutes)) for kind, micros in done],
            [(str(kind), micros * minutes) for kind, micros in left],
        )

    def _act_lags(self) -> list[float]:
        """Return how late each planned act due in this run began, in game minutes.

        An act that continues after an interruption counts from its first beginning.
        """
        first: dict[tuple[str, datetime, str], Record] = {}
        for record in self._records:
            if isinstance(record.body, Act) and record.body.cause is Cause.PLAN:
                step = record.body.step
                first.setdefault((record.subject_id, step.starts_at, step.activity), record)
        return [
            max(0.0, _minutes(record.game_time - starts_at))
            for (_, starts_at, _), record in first.items()
            if record.seq > self._head and starts_at >= self._begin
        ]

    def _whisper_lag(self) -> float | str:
        if self._whispered is None:
            return "not whispered"
        seq, at = self._whispered
        for record in self._records:
            body = record.body
            if record.subject_id != self._people[0] or not isinstance(body, Thought):
                continue
            if body.purpose is Purpose.PLAN and body.vantage_seq > seq:
                return round(_minutes(record.game_time - at), 1)
        return "never"


def _by_kind(jobs: Sequence[tuple[str, float]]) -> dict[str, list[float]]:
    found: defaultdict[str, list[float]] = defaultdict(list)
    for kind, lag in jobs:
        found[kind].append(lag)
    return found


def _spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the ninth decile and the maximum."""
    if len(values) < 2:
        return (values[0],) * 3 if values else (0.0,) * 3
    deciles = quantiles(values, n=10, method="inclusive")
    return deciles[4], deciles[8], max(values)


def _shares(name: str, values: Sequence[float]) -> dict[str, float]:
    median, ninth, most = _spread(values)
    return {
        f"{name}_median": round(median, 1),
        f"{name}_p90": round(ninth, 1),
        f"{name}_max": round(most, 1),
    }


def _minutes(span: timedelta) -> float:
    return span / timedelta(minutes=1)


def _processor_seconds() -> tuple[float, float]:
    """Return the seconds the main thread ran and waited to run; 0 where the system does not say."""
    try:
        ran, waited, _ = _SCHEDSTAT.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9
