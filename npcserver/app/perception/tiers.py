"""The attention tiers of characters at a vantage, and the extras among them."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from npcserver.model.character import Attention
from npcserver.model.crowd import WET_WEATHER, Crowd
from npcserver.model.extra import CrowdPlan
from npcserver.model.record import Attended, Flagged, Moved, Record, RecordKind
from npcserver.ports.view import RecordQuery, View


async def load_attention_tiers(view: View) -> dict[str, Attention]:
    """Return the tiers that the game has set, by character."""
    records = await view.latest_by_subject(RecordKind.ATTENTION)
    return {
        subject: record.body.attention
        for subject, record in records.items()
        if isinstance(record.body, Attended)
    }


CROWD_QUERIES = (
    RecordQuery(RecordKind.ATTENTION, is_prefix=True),
    RecordQuery(RecordKind.CROWD, is_prefix=True),
    RecordQuery(RecordKind.FLAG, WET_WEATHER),
)
"""What the crowd of a moment is made from, beside the movements of all."""


async def load_crowd(view: View, moved: Mapping[str, Record]) -> Crowd:
    """Return the extras at the vantage; `moved` are the newest movements of all."""
    found = await view.newest(CROWD_QUERIES)
    return crowd_of(found, moved, await view.game_time())


def crowd_of(
    found: Sequence[Mapping[str, Record]], moved: Mapping[str, Record], now: datetime
) -> Crowd:
    """Return the extras of a moment, from the records of `CROWD_QUERIES`."""
    attended, plans, flags = found
    habits = {
        who: habit
        for who, record in attended.items()
        if isinstance(record.body, Attended) and (habit := record.body.extra) is not None
    }
    if not habits:
        return Crowd(now=now)
    wet = flags.get(WET_WEATHER)
    return Crowd(
        now=now,
        habits=habits,
        plans={
            key: record.body for key, record in plans.items() if isinstance(record.body, CrowdPlan)
        },
        moves={
            who: (record.game_time, record.body.place_id)
            for who, record in moved.items()
            if who in habits and isinstance(record.body, Moved)
        },
        is_wet=wet is not None and isinstance(wet.body, Flagged) and wet.body.is_set,
    )
