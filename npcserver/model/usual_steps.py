"""Default steps of a block, for when no model breaks it down."""

from datetime import timedelta

from npcserver.language.day import step_forms, words_of_use
from npcserver.language.doings import kind_of
from npcserver.model.day import STEP_MINUTES, Step
from npcserver.model.pondering import Hour
from npcserver.model.whereabouts import fitting_thing

_UNIT = 5  # minutes


_LONGEST_ACTIVITY = 160


def usual_steps(hour: Hour) -> tuple[Step, ...]:
    """Return steps of 5 to 15 minutes that fill a block exactly, using an object of its place.

    A block of less than 5 minutes is one step.
    """
    block = hour.block
    language = hour.situation.character.persona.language
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
        at += timedelta(minutes=minutes)
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
