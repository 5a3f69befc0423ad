"""The cost of a game day: model calls for each character and day, by purpose."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from npcbench.day_page import day_page
from npcbench.harness import (
    Result,
    answers,
    machine,
    named_models,
    require_answers,
    settings_of_its_own,
)
from npcbench.little_game import LittleGame
from npcmodels.scripted import ScriptedThinker
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.model.character import Attention
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId
from npcserver.model.model_use import Purpose
from npcserver.model.record import MEMORY_KINDS, Rated, Record, RecordKind
from npcserver.model.thought import Conversed, Thought
from npcserver.model.worldfile import WorldFile
from npctools.files.smallville import load_smallville

REFERENCE_CALLS = 1413
"""Calls per character-day of the published code, three characters, measured with a stub model."""
_HOURS = 24.0
_TRIO = ("Isabella Rodriguez", "Maria Lopez", "Klaus Mueller")

Progress = Callable[[str], None]


async def run(
    *,
    world: Path | None = None,
    characters: int = 3,
    background: int = 0,
    hours: float = _HOURS,
    days: int = 1,
    minutes: int = 5,
    model: str | None = None,
    base_url: str | None = None,
    page: Path | None = None,
    progress: Progress = lambda _: None,
) -> Result:
    """Simulate `days` of `hours` game hours, tick by tick, and count; `characters` 0 means all.

    They are in the foreground, as shown by a game. The first `background` of the others live in the
    background, and count as characters; all others are dormant. Raises `InvalidInput` for more than
    there are. The models that options and settings name are asked, for each purpose; without any
    the scripted model is. If `page` is set, a page of what the characters did is written to it.
    """
    file = read_world(world)
    shown = _shown(file, characters)
    named = named_models(model, base_url)
    if page is not None:
        _write(page, "")  # fails before the days are simulated if it cannot be written
    with settings_of_its_own(named) as settings:
        # No player comes near, so no reply has to be prepared.
        quiet = settings.changed(cognition={"workers": 0}, dialogue={"read_ahead": "off"})
        if named is not None:
            await require_answers(quiet)
        mind = None if named is not None else ScriptedThinker()
        async with bootstrap.running(quiet, serve=False, model=mind) as here:
            day = _Days(here, shown, _others(file, shown, background), timedelta(minutes=minutes))
            await day.live(file, timedelta(hours=hours), days, progress)
            result = await day.result(file, hours, days)
            if page is not None:
                _write(page, day.page(file))
            return {**result, "answers": answers(here.meter.snapshot(), quiet)}


def _write(path: Path, text: str) -> None:
    """Write a file; raises `InvalidInput` if that is not possible."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidInput("page", f"cannot write {path}: {error.strerror or error}") from error


def read_world(path: Path | None) -> WorldFile:
    """Return a world file, or Smallville from its personas; the sample world for no path."""
    if path is not None and path.suffix == ".json":
        return load_smallville(path)
    return load_world(path or sample_world())


def _shown(file: WorldFile, count: int) -> tuple[CharacterId, ...]:
    """Return who is shown: the published three of a world that has them, else its first."""
    ids = {role.persona.name: role.id for role in file.characters}
    if count == len(_TRIO) and ids.keys() >= {*_TRIO}:
        return tuple(ids[name] for name in _TRIO)
    return tuple(role.id for role in file.characters)[: count or None]


def _others(
    file: WorldFile, shown: Sequence[CharacterId], background: int
) -> tuple[CharacterId, ...]:
    """Return the background characters: the world's first that are not shown."""
    others = [role.id for role in file.characters if role.id not in shown]
    if background > len(others):
        raise InvalidInput("background", f"only {len(others)} characters are not shown")
    return tuple(others[:background])


class _Days:
    """The simulated days, and their figures."""

    def __init__(
        self,
        here: RunningServer,
        shown: tuple[CharacterId, ...],
        others: tuple[CharacterId, ...],
        tick: timedelta,
    ) -> None:
        self._here = here
        self._shown = shown
        self._others = others
        self._calls_at_import = 0
        self._calls_by_day: list[int] = []
        self._tick = tick
        self._records: list[Record] = []
        self._ticks = 0
        self._worst_tick_calls = 0
        self._seconds = 0.0
        self._begins: datetime | None = None

    async def live(self, file: WorldFile, length: timedelta, days: int, progress: Progress) -> None:
        """Import the world and run its clock."""
        here = self._here
        await here.importing.put(file)
        timeline = await here.services.timelines.start(file.world.id)
        game = LittleGame(here, timeline.id, self._shown)
        sleepers = [role.id for role in file.characters if role.id not in self._others]
        await game.begin(self._others, Attention.BACKGROUND)
        await game.begin(sleepers, Attention.DORMANT)
        await game.settle()
        self._begins = begin = timeline.game_time
        started = perf_counter()
        now, counted = begin, self._calls()
        self._calls_at_import = counted
        for day in range(1, days + 1):
            while now < begin + day * length:
                now += self._tick
                progress(f"{now:%a %H:%M}")
                await self._step(game, now)
            self._calls_by_day.append(self._calls() - counted)
            counted = self._calls()
        self._seconds = perf_counter() - started
        async with here.store.read() as reader:
            view = await reader.head(timeline.id)
            seq = timeline.head
            while records := await view.after(seq, 1000):
                self._records += records
                seq = records[-1].seq

    async def _step(self, game: LittleGame, now: datetime) -> None:
        before = self._calls()
        await game.tick(now)
        self._worst_tick_calls = max(self._worst_tick_calls, self._calls() - before)
        self._ticks += 1
        await game.settle()

    def _calls(self) -> int:
        return sum(count.calls for count in self._here.meter.snapshot())

    async def result(self, file: WorldFile, hours: float, lived: int) -> Result:
        """Return the figures of the days."""
        people = len(self._shown) + len(self._others)
        # Character-days of 24 hours, so that runs of any length and cast compare.
        days = people * lived * hours / _HOURS
        by_day = [calls * lived / days for calls in self._calls_by_day]
        by_purpose: Counter[str] = Counter()
        tokens = 0
        for count in self._here.meter.snapshot():
            by_purpose[count.purpose] += count.calls
            tokens += count.prompt_tokens + count.completion_tokens
        calls = sum(by_purpose.values())
        thoughts = (record.body for record in self._records if isinstance(record.body, Thought))
        verdicts = Counter(str(thought.verdict) for thought in thoughts)
        return {
            "name": "day",
            "machine": machine(),
            "figures": {
                "world": file.world.id,
                "characters": len(self._shown),
                "background": len(self._others),
                "hours": hours,
                "days": lived,
                "ticks": self._ticks,
                "calls_per_character_day": round(calls / days, 1),
                "growth_percent_first_to_last_day": (
                    round(100 * (by_day[-1] / by_day[0] - 1), 1) if by_day[0] else 0.0
                ),
                "calls_at_import": self._calls_at_import,
                "tokens_per_character_day": round(tokens / days),
                "worst_tick_calls_in_its_path": self._worst_tick_calls,
                "seconds": round(self._seconds, 1),
                **self._lived(),
            },
            "calls_per_character_day_by_day": {
                str(day): round(calls, 1) for day, calls in enumerate(by_day, 1)
            },
            "calls_per_character_day_by_purpose": {
                purpose: round(count / days, 1) for purpose, count in sorted(by_purpose.items())
            },
            "verdicts": dict(sorted(verdicts.items())),
            "baselines": {"published_code_calls_per_character_day": REFERENCE_CALLS},
            "ratios": {"calls": round(calls / days / REFERENCE_CALLS, 4)},
        }

    def page(self, file: WorldFile) -> str:
        """Return what happened as a page of Markdown."""
        models = sorted({count.model for count in self._here.meter.snapshot() if count.model})
        lived = (*self._shown, *self._others)
        begins = self._begins or file.world.start_time
        return day_page(self._records, file, lived, models=models, begins=begins)

    def _lived(self) -> dict[str, float]:
        kinds = Counter(record.kind for record in self._records)
        ends = Counter(
            record.body.ended_by
            for record in self._records
            if isinstance(record.body, Conversed) and record.body.is_over
        )
        bodies = [record.body for record in self._records if isinstance(record.body, Thought)]
        questions = sum(body.purpose is Purpose.RATE for body in bodies)
        rated = sum(
            len(record.body.ratings)
            for record, after in pairwise([*self._records, None])
            if record is not None
            and after is not None
            and isinstance(record.body, Rated)
            and isinstance(after.body, Thought)
            and after.body.purpose is Purpose.RATE
        )
        lines = kinds[RecordKind.LINE]
        return {
            "rating_questions": questions,
            "memories_per_rating_question": round(rated / questions, 1) if questions else 0.0,
            "heard_memories_per_line": (
                round(kinds[RecordKind.UTTERANCE] / lines, 2) if lines else 0.0
            ),
            "memories": sum(kinds[kind] for kind in MEMORY_KINDS),
            "acts": kinds[RecordKind.ACT],
            "days_planned": kinds[RecordKind.DAY],
            "reflections": kinds[RecordKind.REFLECTION],
            "lines_spoken": kinds[RecordKind.LINE],
            "conversations": sum(ends.values()) // 2,
            "conversations_ended_by_goodbye": ends["goodbye"] // 2,
            "conversations_at_the_limit": ends["limit"] // 2,
        }
