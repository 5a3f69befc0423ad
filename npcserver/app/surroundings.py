"""The things of a world as they stand in play: set and listed."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from npcserver.app.authoring.directory import Directory
from npcserver.app.memories import look
from npcserver.app.paging import Page, Paged, cut
from npcserver.app.perceiving.happening import ObjectChange, Observe, Observed
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.record import Record, RecordKind
from npcserver.model.surroundings import IDLE, ObjectState, object_key
from npcserver.model.world import Place
from npcserver.ports.storage import RequestKey, Store


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


class Surroundings:
    """The use cases of `WorldService` about the states of things.

    `observe` takes in a batch as `app.play.Play` does.
    """

    def __init__(
        self, store: Store, directory: Directory, observe: Callable[[Observe], Awaitable[Observed]]
    ) -> None:
        self._store = store
        self._directory = directory
        self._observe = observe

    async def set_object(self, wish: SetObjectState) -> int:
        """Set what a thing is like; return the last seq. Who is there perceives it.

        Raises `NotFound` for an unknown place, `InvalidInput` for a thing that is not there.
        """
        world_id = await self._directory.world_of(wish.timeline_id)
        await self._directory.check_thing(world_id, wish.place_id, wish.object, "object")
        change = ObjectChange(
            place_id=wish.place_id, object=wish.object, state=wish.state, by=wish.by
        )
        told = Observe(timeline_id=wish.timeline_id, objects=(change,), key=wish.key)
        return (await self._observe(told)).last

    async def list(self, wish: ListObjectStates) -> Paged[Thing]:
        """Return a page of things by place and name, each with its state at the vantage."""
        async with self._store.read() as reader:
            view = await look(reader, wish.timeline_id, wish.seq)
            records = await view.latest_by_subject(RecordKind.OBJECT)
        places = await self._directory.places(view.timeline.world_id)
        things = {} if wish.only_touched else _untouched(places)
        things |= {_name(one): one for record in records.values() if (one := _thing(record))}
        after = (PlaceId(""), "")
        if wish.page.cursor:
            place_id, _, name = wish.page.cursor.partition("/")
            after = (PlaceId(place_id), name)
        found = tuple(things[name] for name in sorted(things) if name > after)
        return cut(
            found[: wish.page.size + 1],
            wish.page,
            lambda thing: object_key(thing.place_id, thing.object),
        )


def _untouched(places: Mapping[PlaceId, Place]) -> dict[tuple[PlaceId, str], Thing]:
    return {
        (place.id, name): Thing(place_id=place.id, object=name, state=IDLE)
        for place in places.values()
        for name in place.objects
    }


def _name(thing: Thing) -> tuple[PlaceId, str]:
    return thing.place_id, thing.object


def _thing(record: Record) -> Thing | None:
    body = record.body
    if not isinstance(body, ObjectState):
        return None
    return Thing(
        place_id=body.place_id,
        object=body.object,
        state=body.state,
        by=body.by,
        since=record.game_time,
    )
