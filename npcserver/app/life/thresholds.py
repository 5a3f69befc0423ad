"""Thresholds on the axes of a world that standings cross by fading, as the clock moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from cachetools import LRUCache

from npcserver.app.life.simulation import Effects
from npcserver.model.feelings import Standing
from npcserver.model.ids import TimelineId
from npcserver.model.record import Draft, Record, RecordKind
from npcserver.model.relation_axes import RelationAxis, faded, moved_along, next_turn
from npcserver.ports.storage import Fence
from npcserver.ports.view import View

_TIMELINES = 1_000
_NEWS = 500
"""Standings that are read to bring a timeline up to date; with more since, all are read anew."""


@dataclass(frozen=True, slots=True)
class _NextCrossing:
    """When the next standing crosses a threshold by fading, as of a `seq`; `at` None for never."""

    seq: int
    axes: tuple[RelationAxis, ...]
    at: datetime | None


class ThresholdCrossings:
    """Finds what has crossed by fading. A tick before the next crossing reads new standings only.

    A world without an axis that fades and has thresholds costs nothing.
    """

    def __init__(self) -> None:
        self._next: LRUCache[TimelineId, _NextCrossing] = LRUCache(_TIMELINES)

    async def due(self, view: View, axes: tuple[RelationAxis, ...]) -> Effects:
        """Return the records of standings that have crossed a threshold by fading."""
        if not any(one.per_day and one.thresholds for one in axes):
            return Effects()
        timeline_id, now = view.vantage.timeline_id, await view.game_time()
        known = self._next.get(timeline_id)
        if known is not None and known.axes == axes and known.seq <= view.vantage.seq:
            news = await view.after(known.seq, _NEWS, (RecordKind.RELATION,))
            at = _first((known.at, *(_crosses_at(one, axes) for one in news)))
            if len(news) < _NEWS and (at is None or now < at):
                self._next[timeline_id] = _NextCrossing(view.vantage.seq, axes, at)
                return Effects()
        records = await view.latest_by_subject(RecordKind.RELATION)
        moments = {subject: _crosses_at(one, axes) for subject, one in records.items()}
        over = [subject for subject, at in moments.items() if at is not None and at <= now]
        if over:
            self._next.pop(timeline_id, None)  # until these are stored
        else:
            at = _first(moments.values())
            self._next[timeline_id] = _NextCrossing(view.vantage.seq, axes, at)
        return Effects(
            drafts=tuple(_crossed(records[subject], axes, now) for subject in over),
            fences=tuple(Fence(one, (RecordKind.RELATION,), view.vantage.seq) for one in over),
        )


def _crosses_at(record: Record, axes: tuple[RelationAxis, ...]) -> datetime | None:
    after = next_turn(record.body, axes) if isinstance(record.body, Standing) else None
    return None if after is None else record.game_time + after


def _first(moments: Iterable[datetime | None]) -> datetime | None:
    return min((one for one in moments if one is not None), default=None)


def _crossed(record: Record, axes: tuple[RelationAxis, ...], now: datetime) -> Draft:
    assert isinstance(record.body, Standing)  # noqa: S101 - only such have a moment
    standing = faded(record.body, axes, now - record.game_time)
    return Draft(RecordKind.RELATION, moved_along(standing, axes, {}), record.subject_id)
