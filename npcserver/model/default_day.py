"""A day, and the steps of a block, by habit: for when no model answers.

Pure and repeatable. Everything follows from what the author wrote of the character's habits and
from the places it knows; nothing is invented.
"""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time

from npcserver import language
from npcserver.language.clock import DAY, shifted
from npcserver.language.day import MEALS, SAME_MEAL, activities, kind_of, step_forms, words_of_use
from npcserver.language.habits import dinner_time, errands, waking_hours
from npcserver.model.day import (
    SHORTEST,
    STEP_MINUTES,
    Block,
    DayPlan,
    Interval,
    Step,
    at_minute,
    faults_of_day,
    minutes_between,
    overlay,
    repeated_meals,
    resume_plan,
)
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import DecomposeInput, KnownPlace, PlanInput
from npcserver.model.place_lookup import fitting_thing, home_of, nearest_place, words_of

_UNIT = 5  # minutes


_LONGEST_ACTIVITY = 160


def default_steps(hour: DecomposeInput) -> tuple[Step, ...]:
    """Return steps of 5 to 15 minutes that fill a block exactly, using an object of its place.

    A block of less than 5 minutes is one step.
    """
    block = hour.block
    language = hour.language
    place = next((one for one in hour.places if one.id == block.place_id), None)
    kind = kind_of(block.activity)
    thing = fitting_thing(block.activity, place, kind.things if kind else ())
    steps: list[Step] = []
    at = block.starts_at
    lengths = _lengths(block.minutes)
    for index, minutes in enumerate(lengths):
        words = _worded(block.activity, index, len(lengths), language)
        steps.append(
            Step(
                starts_at=at,
                minutes=minutes,
                activity=words,
                place_id=block.place_id,
                object=thing,
                object_state=words_of_use(language) if thing else "",
                emoji=block.emoji or emoji_of(block.activity),
            )
        )
        at = shifted(at, minutes=minutes)
    return tuple(steps)


def emoji_of(activity: str) -> str:
    """Return an emoji for an activity."""
    kind = kind_of(activity)
    return kind.emoji if kind else "🕰️"


def _lengths(minutes: int) -> list[int]:
    """Cut minutes into steps of 5, 10 or 15; the last also takes the remainder below five."""
    shortest, longest = STEP_MINUTES
    units, rest = divmod(minutes, _UNIT)
    if minutes < shortest:
        return [minutes]
    count = max(-(-minutes // longest), units // 2, 1)
    each, more = divmod(units, count)
    lengths = [(each + (index < more)) * _UNIT for index in range(count)]
    lengths[-1] += rest
    return lengths


def _worded(activity: str, index: int, count: int, language: str) -> str:
    forms = step_forms(language)
    if count == 1:
        return activity
    last = len(forms) - 1
    form = (
        forms[last]
        if index == count - 1
        else forms[index if index < 2 else 2 + (index - 2) % (last - 2)]
    )
    return form.replace("{}", activity[:_LONGEST_ACTIVITY])


_ERRAND = 180  # minutes, where an author does not say how long
_LUNCH, _DINNER = 12 * 60 + 30, 18 * 60 + 30
_LONGEST_WHISPER = 160
_MARKS = "{}<>[]|`\\"  # markup, which no activity contains
_SOCIABLE = language.pattern("places", "sociable")
_EATERY = language.pattern("places", "eatery")


def default_day(question: PlanInput) -> DayPlan:
    """Return a valid day by habit that uses only places the character knows.

    With `rest_from` it is the day so far, cut off there and continued: as planned, if there is a
    plan of that day.
    """
    midnight = datetime.combine(question.day, time(), tzinfo=question.situation.now.tzinfo)
    wakes, sleeps = waking_hours(question.situation.character.persona.lifestyle)
    before = question.so_far
    if question.rest_from is None:
        return _day(question, midnight, wakes, sleeps, _strokes(question, wakes, sleeps))
    moment = at_minute(question.rest_from)
    start = minutes_between(midnight, moment)
    if before is not None and not faults_of_day(before):
        carried = _carried_on(question, before, midnight, moment)
        if not faults_of_day(carried):
            return carried
    sleeps = max(sleeps, start + 30)
    strokes = _strokes(question, wakes, sleeps)
    if start < wakes:
        other = Interval(start, wakes, activities(question.language)["sleep"], _home(question))
        strokes = [other, *strokes]
    return _day(question, midnight, start, sleeps, strokes)


def default_days(question: PlanInput, days: Sequence[date]) -> tuple[DayPlan, ...]:
    """Return the default plans of several days; they differ in where leisure is spent.

    The first is made in full, the others from it: a month for little more than the price of a day.
    """
    usual, liked = default_day(question), _sociable_places(question)
    out, leisure = _public(question), activities(question.language)["leisure"]
    plans: list[DayPlan] = []
    for day in days:
        later, there = (day - question.day).days, _sociable_place(question, liked, day)
        blocks = tuple(
            replace(
                block,
                starts_at=shifted(block.starts_at, days=later),
                place_id=there
                if (block.activity, block.place_id) == (leisure, out)
                else block.place_id,
            )
            for block in usual.blocks
        )
        wakes, sleeps = (shifted(one, days=later) for one in (usual.wakes_at, usual.sleeps_at))
        plans.append(replace(usual, day=day, wakes_at=wakes, sleeps_at=sleeps, blocks=blocks))
    return tuple(plans)


def filled_by_habit(
    question: PlanInput, blocks: Sequence[Block], begins: int, ends: int
) -> tuple[Block, ...]:
    """Return blocks that fill a day between two minutes, with no meal twice.

    Gaps in `blocks` are filled from the default day; of two that overlap, the later one counts.
    """
    midnight = datetime.combine(question.day, time(), tzinfo=question.situation.now.tzinfo)
    meals = set().union(*(_meals(block.activity) for block in blocks))
    usual = [one for one in default_day(question).blocks if meals.isdisjoint(_meals(one.activity))]
    strokes = [_stroke_of(block, midnight) for block in (*usual, *blocks)]
    so_far = question.so_far
    eaten: Sequence[Block] = ()
    if so_far is not None and question.rest_from is not None:
        eaten = so_far.changed_from(at_minute(question.rest_from), ()).blocks
    emojis = {block.activity: block.emoji for block in blocks}
    filled = _day(question, midnight, begins, ends, strokes, eaten).blocks
    return tuple(replace(one, emoji=emojis.get(one.activity) or one.emoji) for one in filled)


def _stroke_of(block: Block, midnight: datetime) -> Interval:
    start, end = (minutes_between(midnight, one) for one in (block.starts_at, block.ends_at))
    return Interval(start, end, block.activity, block.place_id)


def _meals(activity: str) -> frozenset[str]:
    words = activity.casefold()
    return frozenset(
        name for name, same in SAME_MEAL.items() if any(meal in words for meal in same)
    )


def _carried_on(
    question: PlanInput, before: DayPlan, midnight: datetime, moment: datetime
) -> DayPlan:
    """Return the plan with an unchanged rest, except for what whispers add."""
    words, where = activities(question.language), _home(question)
    start, sleeps = (minutes_between(midnight, one) for one in (moment, before.sleeps_at))
    known = {place.id for place in question.places}
    strokes = [
        replace(
            _stroke_of(block, midnight),
            place_id=block.place_id if block.place_id in known else None,
        )
        for block in before.blocks
    ]
    if moment < before.wakes_at:
        wakes = minutes_between(midnight, before.wakes_at)
        strokes.insert(0, Interval(start, wakes, words["sleep"], where))
    end = max(sleeps, start + 30)
    strokes.append(Interval(sleeps, end, words["bed"], where))
    strokes += _told(question, start, end)
    eaten = before.changed_from(moment, ()).blocks
    rest = _day(question, midnight, start, end, strokes, eaten=eaten)
    rest = replace(
        rest, currently=before.currently or rest.currently, outline=before.outline or rest.outline
    )
    return resume_plan(before, rest, asleep=words["sleep"], home_id=where)


def _strokes(question: PlanInput, wakes: int, sleeps: int) -> list[Interval]:
    """Return the layers of the day; later ones cover earlier ones."""
    words, where = activities(question.language), _home(question)
    persona = question.situation.character.persona
    rises, beds = wakes + 30, sleeps - 30
    third = (sleeps - wakes) // 3
    # Usual mealtimes if they fit in the waking day, else thirds of it.
    lunch = _LUNCH if rises + 90 <= _LUNCH <= sleeps - 240 else (wakes + third) // _UNIT * _UNIT
    stated = dinner_time(persona.lifestyle) or _DINNER
    is_stated = lunch + 90 <= stated <= sleeps - 60
    dinner = stated if is_stated else (sleeps - third) // _UNIT * _UNIT
    work = _work(question)
    out = _public(question)
    # where people of this world eat at noon, so that they meet there
    open_places = [one for one in question.places if not one.is_private]
    eateries = [one for one in open_places if _EATERY.search(one.path)]
    eateries.sort(key=lambda one: not one.objects)
    eatery = eateries[0].id if eateries else None
    strokes = [
        Interval(wakes, lunch, words["work" if work else "morning"], work or where),
        Interval(lunch, dinner, words["work" if work else "leisure"], work or out),
        Interval(dinner - min(90, (dinner - lunch) // 3), dinner + 90, words["leisure"], out),
        Interval(dinner + 90, sleeps, words["evening"], where),
    ]
    busy = _errands(question, wakes, beds)
    strokes += busy
    strokes += _told(question, max(rises + 30, wakes + 120), dinner)
    strokes += [
        Interval(wakes, rises, words["rise"], where),
        Interval(rises, rises + 30, words["breakfast"], where),
        Interval(lunch, lunch + 45, words["lunch"], eatery or _at(strokes, lunch) or where),
        Interval(dinner, dinner + 60, words["dinner"], _at(busy, dinner) or where),
        Interval(beds, sleeps, words["bed"], where),
    ]
    return strokes


def _errands(question: PlanInput, wakes: int, beds: int) -> list[Interval]:
    persona = question.situation.character.persona
    found = errands(persona.daily_plan, wakes=wakes, name=persona.name)
    work = _work(question)
    strokes: list[Interval] = []
    for index, errand in enumerate(found):
        start = errand.starts if errand.starts >= wakes else errand.starts + DAY
        following = found[index + 1].starts if index + 1 < len(found) else DAY * 2
        end = errand.ends or min(start + _ERRAND, max(following, start + 30))
        if start >= beds or any(meal in errand.activity.casefold() for meal in MEALS):
            continue
        place = nearest_place(errand.activity, question.places)
        place_id = place.id if place else work or _home(question)
        strokes.append(Interval(start, min(end, beds), errand.activity, place_id))
    return strokes


def _told(question: PlanInput, start: int, latest: int) -> list[Interval]:
    """Return an hour for each whisper, newest first, as long as there is time before `latest`."""
    strokes: list[Interval] = []
    for whisper in reversed(question.whispers):
        if strokes and start + SHORTEST > latest:
            break
        shown = (one if one.isprintable() and one not in _MARKS else " " for one in whisper)
        text = " ".join("".join(shown).split())[:_LONGEST_WHISPER]
        place = nearest_place(text, question.places)
        end = min(start + 60, max(latest, start + SHORTEST))
        activity = activities(question.language)[
            "whisper"
        ]  # others see it, so it does not say what for
        strokes.append(Interval(start, end, activity, place.id if place else _public(question)))
        start = end
    return strokes


def _day(
    question: PlanInput,
    midnight: datetime,
    start: int,
    end: int,
    strokes: Sequence[Interval],
    eaten: Sequence[Block] = (),
) -> DayPlan:
    words = activities(question.language)
    base = Interval(start, end, words["other"], _home(question))
    blocks = [
        Block(
            starts_at=shifted(midnight, minutes=piece.start),
            minutes=piece.end - piece.start,
            activity=piece.activity,
            place_id=piece.place_id,
            emoji=emoji_of(piece.activity),
        )
        for piece in overlay(base, strokes)
    ]
    sober = _eating_once(blocks, eaten, words["other"])
    return DayPlan(
        day=question.day,
        wakes_at=shifted(midnight, minutes=start),
        sleeps_at=shifted(midnight, minutes=end),
        currently=question.situation.currently,
        outline=tuple(dict.fromkeys(block.activity for block in sober))[:8],
        blocks=sober,
        is_default=True,
    )


def _eating_once(
    blocks: Sequence[Block], eaten: Sequence[Block], instead: str
) -> tuple[Block, ...]:
    before = " ".join(block.activity.casefold() for block in eaten)
    kept: list[Block] = []
    for block in blocks:
        text = block.activity.casefold()
        again = any(
            any(meal in before for meal in same) and any(meal in text for meal in same)
            for same in SAME_MEAL.values()
        )
        again = again or bool(repeated_meals((*eaten, *kept, block)))
        fasting = replace(block, activity=instead, emoji=emoji_of(instead))
        kept.append(fasting if again else block)
    return tuple(kept)


def _work(question: PlanInput) -> PlaceId | None:
    """Return where the character seems to work.

    It is its own place if that has opening hours, as a shop has, or the open place where its author
    put it; else the public place that its author mentions.
    """
    persona = question.situation.character.persona
    put = question.situation.character.place_id
    shops = [one for one in question.places if one.is_own and one.hours]
    shops += [one for one in question.places if not (one.is_own or one.is_private) and one.hours]
    here = next((one.id for one in shops if one.id == put), None)
    shop = here or next((one.id for one in shops if one.is_own), None)
    if shop is not None:
        return shop
    public = [place for place in question.places if not (place.is_own or place.is_private)]
    own = words_of(persona.name)
    for text in (persona.daily_plan, persona.background, persona.currently):
        place = nearest_place(text.replace(persona.name, ""), public, but=own)
        if place is not None:
            return place.id
    return None


def _public(question: PlanInput) -> PlaceId | None:
    return _sociable_place(question, _sociable_places(question), question.day)


def _sociable_places(question: PlanInput) -> list[KnownPlace]:
    public = [place for place in question.places if not (place.is_own or place.is_private)]
    return [place for place in public if _SOCIABLE.search(place.path)] or public


def _sociable_place(question: PlanInput, liked: Sequence[KnownPlace], day: date) -> PlaceId | None:
    if not liked:
        return _home(question)
    name = f"{question.situation.character.id} {day.isoformat()}"
    return liked[zlib.crc32(name.encode()) % len(liked)].id


def _home(question: PlanInput) -> PlaceId | None:
    here = question.situation.place
    found = home_of(question.places) or next(
        (place for place in question.places if here is not None and place.id == here.id), None
    )
    if found is None and question.places:
        found = next(
            (place for place in question.places if not place.is_private), question.places[0]
        )
    return None if found is None else found.id


def _at(strokes: Sequence[Interval], minute: int) -> PlaceId | None:
    over = (stroke for stroke in reversed(strokes) if stroke.start <= minute < stroke.end)
    return next((stroke.place_id for stroke in over), None)
