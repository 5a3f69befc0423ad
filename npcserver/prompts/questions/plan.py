"""The question what a day or its rest is to be like (Generative Agents, section 4.3).

One question where the reference makes eight: who the character is by now, the day in broad
strokes, its hours, and a place for each from a closed list.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import ClassVar, Self

from npcserver.language import expression
from npcserver.language.clock import DAY, shifted
from npcserver.language.day import activities
from npcserver.language.habits import LATEST_SLEEP, SHORTEST_DAY, minutes_of, waking_hours
from npcserver.language.scripts import COLONS
from npcserver.model.day import (
    LONGEST_BLOCK,
    STEP_MINUTES,
    Block,
    DayPlan,
    at_minute,
    conflicts_of_day,
    faults_of_day,
    minutes_between,
    resume_plan,
    split_evenly,
)
from npcserver.model.default_day import filled_by_habit
from npcserver.model.inputs import KnownPlace, PlanInput
from npcserver.model.job import JobKind
from npcserver.model.place_lookup import home_of
from npcserver.ports.language_model import JSON
from npcserver.prompts.action_reader import (
    ActionAnswer,
    action_in,
    come_again,
    offered,
    place_schema,
    place_views,
    states_of,
)
from npcserver.prompts.answer import found_object, items, sentence, whole_number
from npcserver.prompts.question import MemoryQuestion, but_plans, first_within, views
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import integer_schema, object_schema
from npcserver.prompts.situation import StepView, shown, situation_view, step_view
from npcserver.prompts.texts import TimeView, mark_of, time_view

MENDED = 60
"""Minutes of a gap or an overlap that count as bad arithmetic."""

_LONGEST_CURRENTLY = 400
_LONGEST_STROKE = 160
_MOST_STROKES = 8
_MOST_BLOCKS_READ = 48
_MOST_TAKEN_UP = 3  # times a day for one activity: in the morning, at noon and in the evening
_STATUS = re.compile(
    rf"^\W*(?:{expression('answers', 'status')})\s*[{''.join(COLONS)}]\s*", re.IGNORECASE
)
_SLEEP = re.compile(rf"^(?:{expression('answers', 'asleep')})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A block of an answer, in minutes of the day; `minutes` is None where none were given."""

    start: int
    minutes: int | None
    deed: ActionAnswer


def read_day(text: str, question: PlanInput, places: Sequence[KnownPlace]) -> DayPlan:
    """Return the plan in an answer: sound, at known places only, its gaps filled by habit.

    A plan for the rest of a day includes what was done of the day before. Raises `Unparseable`
    where things conflict or come again and again; its `usable` is the plan without them.
    """
    found = found_object(text, "blocks")
    midnight = datetime.combine(question.day, time(), tzinfo=question.situation.now.tzinfo)
    begins, ends = _hours(found, question, midnight)
    entries = _entries(found.get("blocks"), question, (midnight, begins, ends), places)
    if not entries:
        raise Unparseable("no block has a start and an activity in plain words")
    told = tuple(_blocks(_mended(entries, begins, ends), midnight))
    strokes = (sentence(item, _LONGEST_STROKE, words=1) for item in items(found.get("outline")))
    outline = tuple(filter(None, strokes))[:_MOST_STROKES]
    # who the character is by now; the present text where the answer has none
    currently = sentence(found.get("currently"), _LONGEST_CURRENTLY, words=3)
    currently = sentence(_STATUS.sub("", currently or ""), _LONGEST_CURRENTLY, words=3)

    def planned(blocks: tuple[Block, ...]) -> DayPlan:
        plan = DayPlan(
            day=question.day,
            wakes_at=shifted(midnight, minutes=begins),
            sleeps_at=shifted(midnight, minutes=ends),
            currently=currently or question.situation.currently,
            outline=outline or tuple(dict.fromkeys(one.activity for one in told))[:_MOST_STROKES],
            blocks=blocks,
        )
        if question.rest_from is None:
            return plan
        where = home_of(places)
        words = activities(question.situation.character.persona.language)
        return resume_plan(
            question.previous, plan, asleep=words["sleep"], home_id=where.id if where else None
        )

    surplus = come_again([block.activity for block in told], _MOST_TAKEN_UP)
    plan = planned(told)
    if not surplus and not faults_of_day(plan):
        return plan
    kept = [block for place, block in enumerate(told) if place not in surplus]
    whole = planned(filled_by_habit(question, kept, begins, ends)) if kept else plan
    usable = None if faults_of_day(whole) else whole
    again = dict.fromkeys(told[at].activity for at in sorted(surplus))
    faults = (
        *(f"{one!r} comes again and again" for one in again),
        *(conflicts_of_day(plan.blocks) if usable else faults_of_day(plan)),
    )
    if faults or usable is None:
        raise Unparseable("; ".join(faults[:6]), usable=usable)
    return usable  # small models asked again for what is missing leave the same gaps


def _hours(found: Mapping[str, object], question: PlanInput, midnight: datetime) -> tuple[int, int]:
    wakes, sleeps = waking_hours(question.situation.character.persona.lifestyle)
    asleep = _clock(found.get("sleep"))
    if question.rest_from is not None:
        begins = minutes_between(midnight, at_minute(question.rest_from))
        planned = question.so_far
        if planned is not None:
            sleeps = minutes_between(midnight, planned.sleeps_at)
        if asleep is not None:
            asleep = asleep + DAY if asleep <= begins else asleep
            sleeps = asleep if asleep <= LATEST_SLEEP else sleeps
        return begins, max(sleeps, begins + 30)
    up = _clock(found.get("wake_up"))
    begins = wakes if up is None else up % DAY
    ends = sleeps if asleep is None else asleep
    ends = min(ends + DAY if ends <= begins else ends, LATEST_SLEEP, begins + DAY)
    return (begins, ends) if ends - begins >= SHORTEST_DAY else (wakes, sleeps)


def _base(question: PlanInput, midnight: datetime, begins: int) -> int:
    """Return the minute of the day from which a time belongs to it and not to the night after."""
    planned = question.so_far
    if question.rest_from is None or planned is None:
        return begins if question.rest_from is None else min(begins, DAY // 4)
    return min(begins, minutes_between(midnight, planned.wakes_at))


def _entries(
    value: object,
    question: PlanInput,
    hours: tuple[datetime, int, int],
    places: Sequence[KnownPlace],
) -> list[_Entry]:
    midnight, begins, ends = hours
    base, who = _base(question, midnight, begins), question.situation.character.persona
    entries: list[_Entry] = []
    last = begins
    for item in items(value)[:_MOST_BLOCKS_READ]:
        members = item if isinstance(item, dict) else {}
        deed = action_in(members, who, places)
        start = _clock(members.get("start"))
        minutes = whole_number(members.get("minutes"), 0, DAY)
        if deed is None or (start is None and not entries):
            continue
        if start is not None and start < base and _SLEEP.match(deed.activity):
            continue  # of the night before
        start = last if start is None else _in_day(start, base, ends)
        last = start + (minutes or 0)
        is_outside = start >= ends or (minutes is not None and last <= begins)
        if not is_outside:
            entries.append(_Entry(start, minutes or None, deed))
    return sorted(entries, key=lambda entry: entry.start)


def _in_day(start: int, base: int, ends: int) -> int:
    """Return a time in minutes of this day; an early one is past midnight, or in the afternoon."""
    if start >= base - MENDED:
        return start
    shifts = (DAY, DAY // 2) if start >= 60 else (DAY,)  # noon is never written as 0:00
    return next((start + more for more in shifts if base <= start + more < ends), start)


def _mended(entries: Sequence[_Entry], begins: int, ends: int) -> list[_Entry]:
    """Return entries with small gaps and overlaps closed; large ones stay, and are reported."""
    kept: list[_Entry] = []
    for index, entry in enumerate(entries):
        following = entries[index + 1].start if index + 1 < len(entries) else ends
        over = entry.start + (entry.minutes or following - entry.start)
        start = entry.start
        if start < begins < over or (not kept and abs(start - begins) <= MENDED):
            start = begins
        over = following if abs(over - following) <= MENDED or over > ends else over
        if over > start:
            kept.append(_Entry(start, over - start, entry.deed))
    return kept


def _blocks(entries: Sequence[_Entry], midnight: datetime) -> list[Block]:
    return [
        Block(
            starts_at=shifted(midnight, minutes=start),
            minutes=end - start,
            activity=entry.deed.activity,
            place_id=entry.deed.place_id,
            emoji=entry.deed.emoji,
        )
        for entry in entries
        for start, end in split_evenly(entry.start, entry.start + (entry.minutes or 0))
    ]


def _clock(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return minutes_of(f"{value:.0f}") if value == value and abs(value) < 25 else None  # noqa: PLR0124
    return minutes_of(value[:40]) if isinstance(value, str) else None


_MEMORY_TOKENS = 2_000
_WHISPER = 50
_SHORTEST_WHISPER = 8
_WHISPERS_TOKENS = 600
_BECAUSE = 60
_STROKES = 16
_MOST_BLOCKS = 20
_FEWEST, _MINUTES_A_BLOCK = 5, 120  # demanded of small models, which else stop after one block


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanQuestion(MemoryQuestion):
    """Ask what a character means to do with a day, or with what is left of it.

    `before` is the last plan, which `is_of_this_day` or of an earlier one. With `rest_from` (14:05)
    only what is left of the day is asked for.
    """

    template: ClassVar[str] = "plan"
    asks: ClassVar = PlanInput
    job: ClassVar = JobKind.PLAN

    day: TimeView
    places: tuple[KnownPlace, ...]
    states: tuple[str, ...]
    before: tuple[StepView, ...]
    is_of_this_day: bool
    whispers: tuple[str, ...]
    because: str
    rest_from: str
    input: PlanInput

    @classmethod
    def of(cls, question: PlanInput, *_: int) -> Self:
        """Return the question about a day."""
        situation = question.situation
        begins = question.rest_from or situation.now
        previous, whispers = question.previous, question.whispers
        memories = question.recollections if previous is None else but_plans(question.recollections)
        blocks = () if previous is None else previous.blocks[:_STROKES]
        # The more whispers, the shorter each: none of them is left out.
        longest = max(_SHORTEST_WHISPER, min(_WHISPER, _WHISPERS_TOKENS // max(1, len(whispers))))
        return cls(
            situation=situation_view(situation),
            day=time_view(
                begins.replace(
                    year=question.day.year, month=question.day.month, day=question.day.day
                ),
                situation.world.calendar,
            ),
            places=place_views(offered(question.places)),
            states=states_of(question.places),
            before=tuple(step_view(block.as_step) for block in blocks),
            is_of_this_day=question.so_far is not None,
            memories=first_within(views(memories, situation), _MEMORY_TOKENS),
            whispers=tuple(shown(text, longest) for text in whispers),
            because=shown(question.because, _BECAUSE),
            rest_from=f"{question.rest_from:%H:%M}" if question.rest_from else "",
            input=question,
            mark=mark_of(situation),
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer; places are a closed list."""
        wakes, sleeps = waking_hours(self.input.situation.character.persona.lifestyle)
        begins = self.input.rest_from
        start = wakes if begins is None else begins.hour * 60 + begins.minute
        fewest = min(max((sleeps - start) // _MINUTES_A_BLOCK, 1), _FEWEST)
        block = object_schema(
            {
                "start": {"type": "string"},
                "minutes": integer_schema(STEP_MINUTES[0], LONGEST_BLOCK),
                "activity": {"type": "string"},
                "place": place_schema(self.places),
                "emoji": {"type": "string"},
            }
        )
        return object_schema(
            {
                "currently": {"type": "string"},
                "wake_up": {"type": "string"},
                "sleep": {"type": "string"},
                "outline": {"type": "array", "items": {"type": "string"}, "maxItems": 8},
                "blocks": {
                    "type": "array",
                    "items": block,
                    "minItems": fewest,
                    "maxItems": _MOST_BLOCKS,
                },
            }
        )

    def read(self, text: str) -> DayPlan:
        """Return a sound plan, all of whose places are known, or raise `Unparseable`."""
        return read_day(text, self.input, offered(self.input.places))
