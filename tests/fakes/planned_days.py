"""Plans of the day on which the sample world begins."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from npcserver.model.day import Block, DayPlan
from npcserver.model.ids import PlaceId
from npcserver.model.record import Draft, RecordKind

DAY = date(1904, 3, 14)
"""The world begins on it at half past four in the afternoon."""
Planned = Sequence[tuple[int, tuple[str, str]]]
"""Hours, with the place and the activity from then on."""


def plan(who: str, planned: Planned, until: int = 20) -> Draft:
    """Return the plan of a character, who goes to bed at an hour."""
    begins = [datetime.combine(DAY, time(hour), tzinfo=UTC) for hour, _ in planned]
    ends = [*begins[1:], datetime.combine(DAY, time(until), tzinfo=UTC)]
    blocks = tuple(
        Block(
            starts_at=start,
            minutes=(end - start) // timedelta(minutes=1),
            activity=activity,
            place_id=PlaceId(place),
        )
        for start, end, (_, (place, activity)) in zip(begins, ends, planned, strict=True)
    )
    body = DayPlan(day=DAY, wakes_at=begins[0], sleeps_at=ends[-1], blocks=blocks)
    return Draft(RecordKind.DAY, body, who)
