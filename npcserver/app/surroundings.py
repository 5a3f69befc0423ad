"""The world as it stands in play: what things are like, set and listed."""

from dataclasses import dataclass
from datetime import datetime

from npcserver.app.paging import Page
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.ports.storage import RequestKey


@dataclass(frozen=True, slots=True, kw_only=True)
class SetObjectState:
    """A thing at a place is `state` from now on; `by` as in `model.surroundings.ObjectState`."""

    timeline_id: TimelineId
    place_id: PlaceId
    object: str
    state: str
    by: str = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListObjectStates:
    """A page of the things of a world as `seq` (by default the head) sees them.

    With `only_touched`, only those whose state was ever set.
    """

    timeline_id: TimelineId
    page: Page
    seq: int | None = None
    only_touched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """A thing and its present state; `since` is None for one that was never touched."""

    place_id: PlaceId
    object: str
    state: str
    by: str = ""
    since: datetime | None = None
