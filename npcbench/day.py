"""The cost of a game day: model calls for each character and day, by purpose."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from time import perf_counter

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
from npcserver.model.day import Act, DayPlan
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId
from npcserver.model.model_use import Purpose
from npcserver.model.record import MEMORY_KINDS, Rated, Record, RecordKind, Remembered, TurnTaken
from npcserver.model.thought import AnswerStatus, Conversed, Thought
from npcserver.model.turn import Rung
from npcserver.model.worldfile import WorldFile
from npctools.files.smallville import load_smallville

REFERENCE_CALLS = 1413
"""Calls per character-day of the published code, three characters, measured with a stub model."""
_HOURS = 24.0
_LONGEST_REASON = 160
_MENDED = "mended by rule"
_VERDICTS = {Rung.PRIMARY: AnswerStatus.ANSWERED, Rung.RETRY: AnswerStatus.REPAIRED}
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


def day_page(
    records: Sequence[Record],
    file: WorldFile,
    lived: Sequence[CharacterId],
    *,
    models: Sequence[str],
    begins: datetime,
) -> str:
    """Return the page of some records, oldest first, about the characters that `lived`.

    Markdown, for people who want to read what a model makes of a day: all thoughts are counted, and
    each one that a default replaced is listed with the reason. `models` are the names of the models
    asked; `begins` is game time.
    """
    page = _Page(records, file)
    ends = max((one.game_time for one in records), default=begins)
    who = ", ".join(models)
    span = f"{_when(begins)} to {_when(ends)}"
    return "\n".join(
        (
            f"# {len(lived)} people of {file.world.name}, {span}, by {who}",
            "",
            "Written by `npcserver bench day --page`, as it happened: nothing is chosen or edited.",
            "",
            *page.thoughts(),
            *(line for who in lived for line in page.life(who)),
            *page.talks(),
            *page.defaults(),
        )
    )


class _Page:
    """The parts of a page, as lines of Markdown."""

    def __init__(self, records: Sequence[Record], file: WorldFile) -> None:
        self._records = records
        self._names: Mapping[str, str] = {role.id: role.persona.name for role in file.characters}
        self._places: Mapping[str, str] = {place.id: place.name for place in file.places}

    def thoughts(self) -> Iterator[str]:
        """Yield how many thoughts of each purpose there were, and how their answers were used.

        Lines of conversations are included; decisions made by rules, without a model, are not.
        """
        counted: dict[str, Counter[str]] = {}
        calls: Counter[str] = Counter()
        for _, thought in self._thoughts():
            became = _MENDED if thought.is_mended else str(thought.verdict)
            counted.setdefault(str(thought.purpose), Counter())[became] += 1
            calls[str(thought.purpose)] += thought.calls
        for one in self._records:
            if isinstance(one.body, TurnTaken):
                purpose, rung = str(one.body.receipt.purpose), one.body.receipt.rung
                verdict = _VERDICTS.get(rung, AnswerStatus.DEFAULTED)
                counted.setdefault(purpose, Counter())[str(verdict)] += 1
                calls[purpose] += 1 + (verdict is not AnswerStatus.ANSWERED)
        yield from ("## Thoughts", "")
        yield (
            "| purpose | thoughts | calls | read | read when asked again | mended by rule "
            "| by default |"
        )
        yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
        total: Counter[str] = Counter()
        for purpose, verdicts in sorted(counted.items()):
            total += verdicts
            yield _row(purpose, calls[purpose], verdicts)
        yield _row("all", calls.total(), total)
        yield ""

    def life(self, who: CharacterId) -> Iterator[str]:
        """Yield the plans, acts and reflections of one character."""
        yield from (f"## {self._names.get(who, who)}", "")
        own = [one for one in self._records if one.subject_id == who]
        yield from self._plans(own)
        before = ""
        for one in own:
            match one.body:
                case Act(step=step):
                    where = self._places.get(step.place_id or "", "")
                    did = f"{step.emoji} {step.activity}{f' ({where})' if where else ''}"
                    if did != before:
                        yield f"- {_when(one.game_time)} {did}"
                    before = did
                case Remembered() if one.kind is RecordKind.REFLECTION:
                    yield f"- {_when(one.game_time)} *thinks:* {one.text}"
                case _:
                    pass
        yield ""

    def _plans(self, own: Sequence[Record]) -> Iterator[str]:
        """Yield each outline of a day once: a new plan for a step or a talk keeps its outline."""
        before: tuple[str, ...] = ()
        for one in own:
            if isinstance(one.body, DayPlan) and one.body.outline != before:
                before = one.body.outline
                by = ", by default" if one.body.is_default else ""
                items = "; ".join(item.rstrip(".。") for item in before)
                yield from (f"Planned at {_when(one.game_time)}{by}: {items}.", "")

    def talks(self) -> Iterator[str]:
        """Yield the lines of the conversations, one conversation after the other."""
        lines = [one for one in self._records if one.kind is RecordKind.LINE]
        begun: dict[str, tuple[Record, Conversed]] = {}
        ended: dict[str, tuple[Record, Conversed]] = {}
        for one in self._records:
            if isinstance(one.body, Conversed) and not one.body.has_taken_leave:
                if one.body.is_over:
                    ended[one.body.conversation_id] = one, one.body
                else:
                    begun.setdefault(one.body.conversation_id, (one, one.body))
        yield from ("## What they said to each other", "")
        if not begun:
            yield from ("Nothing.", "")
        for conversation_id, (first, beginning) in begun.items():
            last, end = ended.get(conversation_id, (None, None))
            both = {first.subject_id, beginning.with_id}
            names = " and ".join(self._names.get(who, who) for who in sorted(both))
            yield from (f"### {names}, {_when(first.game_time)}", "")
            if beginning.about:
                yield from (f"About: {beginning.about}", "")
            for line in lines:
                is_within = first.seq < line.seq and (last is None or line.seq <= last.seq)
                if is_within and line.subject_id in both:
                    yield f"- **{self._names.get(line.subject_id, '')}:** {line.text}"
            yield from ("", f"Ended by {end.ended_by}." if end else "Not over yet.", "")

    def defaults(self) -> Iterator[str]:
        """Yield each thought that a default replaced, with the reason."""
        yield from ("## Thoughts by default", "")
        found = [
            (record, thought)
            for record, thought in self._thoughts()
            if thought.verdict is AnswerStatus.DEFAULTED
        ]
        if not found:
            yield "None."
        for record, thought in found:
            reason = " ".join((thought.faults[-1] if thought.faults else "").split())
            who = self._names.get(record.subject_id, record.subject_id)
            when = _when(record.game_time)
            yield f"- {when} {who}, {thought.purpose}: {reason[:_LONGEST_REASON]}"
        yield ""

    def _thoughts(self) -> Iterator[tuple[Record, Thought]]:
        """Yield thoughts that needed a model, whether or not one could be asked."""
        for one in self._records:
            if isinstance(one.body, Thought) and (
                one.body.calls or one.body.verdict is AnswerStatus.DEFAULTED
            ):
                yield one, one.body


def _row(name: str, calls: int, verdicts: Counter[str]) -> str:
    shares = [
        verdicts[one]
        for one in (AnswerStatus.ANSWERED, AnswerStatus.REPAIRED, _MENDED, AnswerStatus.DEFAULTED)
    ]  # fmt: skip
    share = f" ({verdicts[AnswerStatus.DEFAULTED] / max(1, verdicts.total()):.0%})"
    cells = (name, verdicts.total(), calls, *shares)
    return f"| {' | '.join(str(cell) for cell in cells)}{share} |"


def _when(moment: datetime) -> str:
    return f"{moment:%a %H:%M}"
