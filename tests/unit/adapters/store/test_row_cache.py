"""What a process keeps of rows that never change."""

from datetime import UTC, datetime

from npcserver.adapters.store.row_cache import RowCache
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.timeline import Segment, Timeline

DELETED, OTHER = TimelineId("tl_deleted"), TimelineId("tl_other")
NOW = datetime(1904, 3, 14, tzinfo=UTC)


def test_a_deleted_timeline_is_forgotten_and_others_are_not() -> None:
    """Nothing of it is left, whatever was kept; it would be read anew."""
    cache = RowCache()
    for each in (DELETED, OTHER):
        kept = Timeline(id=each, world_id=WorldId("quay"), game_time=NOW, created_at=NOW)
        cache.timelines.keep(each, kept)
        cache.inherited.keep(each, (Segment(each, 1, 3),))
        cache.outlines.keep(each, {})
        cache.keep_embedded("own", each, "mira", 3)
        cache.keep_rated((Segment(each, 1, 3),), "mira", 2)

    cache.forget(DELETED)

    def kept_of(each: TimelineId) -> list[object]:
        return [
            cache.timelines.find(each),
            cache.inherited.find(each),
            cache.outlines.find(each),
            cache.embedded_up_to("own", each, "mira"),
            cache.rated_up_to((Segment(each, 1, 3),), "mira"),
        ]

    assert kept_of(DELETED) == [None, None, None, 0, 0]
    assert all(one is not None for one in kept_of(OTHER))
    assert kept_of(OTHER)[3:] == [3, 2]
