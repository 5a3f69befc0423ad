"""Places of a world: the tree with hours, things and who is there, and the form of one place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import time
from functools import partial
from typing import Final

from starlette.responses import Response

from npcserver.app.pagination import Page
from npcserver.app.perception.itineraries import MOST_PEOPLE
from npcserver.model import limits
from npcserver.model.character import Character
from npcserver.model.ids import PlaceId
from npcserver.model.timeline import Timeline
from npcserver.model.world import Hours, Place, Price, Walls
from npcstudio.dataclass_form import BoundedField
from npcstudio.forms import (
    FormField,
    FormKind,
    FormReader,
    form_page,
    lined,
    read_new_id,
    read_people,
    sent_form,
    several,
)
from npcstudio.visits import Visit
from npcstudio.whereabouts import DAYS, parts_of, roster_of
from npcstudio.worlds import CAST

_ALL_PLACES: Final = Page(limits.PLACES)
_TIMELINES: Final = 200
"""Timelines to choose from; the page of any other leads here, too."""
_PRICE: Final = BoundedField(name="", kind="line", longest=2 * limits.NAME + 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """A place in the tree, `depth` levels below the first, and who begins there."""

    place: Place
    depth: int
    people: tuple[Character, ...] = ()


async def show_places(visit: Visit) -> Response:
    """Show the tree of places, with who begins at each, or is there in a timeline."""
    worlds = visit.services.worlds
    places = await worlds.list_places(visit.world_id, _ALL_PLACES)
    cast = await visit.services.characters.list(visit.world_id, Page(CAST.size))
    timelines: tuple[Timeline, ...] = ()
    if visit.may("read_minds"):
        timelines = await visit.services.timelines.played_last(visit.world_id, _TIMELINES)
    return visit.page(
        "places",
        rows=tuple(tree(places.items, cast.items)),
        roster=await roster_of(visit, places.items),
        timelines={one.id: one.label or one.id for one in timelines},
        days=DAYS,
        most_people=MOST_PEOPLE,
        names=(await visit.services.characters.people(visit.world_id)).names,
    )


async def edit_place(visit: Visit) -> Response:
    """Show the form of a place, empty for a new one; store or delete one that was sent."""
    worlds = visit.services.worlds
    place_id = visit.request.path_params.get("place")
    place = None if place_id is None else await worlds.get_place(visit.world_id, PlaceId(place_id))
    if (reader := sent_form(visit)) is not None:
        if place is not None and reader.text("do") == "delete":
            await worlds.delete_place(
                visit.world_id, place.id, if_etag=reader.text("etag"), key=visit.request_key
            )
            return visit.to("w", visit.world_id, "places", done="deleted")
        typed = await _read(visit, reader, place)
        if await reader.attempt(partial(_store, visit, typed, place)):
            return visit.to("w", visit.world_id, "places", done="stored")
    return form_page(
        visit,
        FormKind.NEW_PLACE if place is None else FormKind.PLACE,
        await _fields(visit, place),
        None if place is None else _values(place),
        reader,
        name="" if place is None else place.name,
        etag="" if place is None else place.etag,
        may_delete=place is not None,
    )


async def _store(visit: Visit, typed: Place, place: Place | None) -> None:
    if place is None:
        await visit.services.worlds.create_place(typed, visit.request_key)
        return
    await visit.services.worlds.edit_place(
        world_id=typed.world_id,
        place_id=place.id,
        apply=lambda before: replace(typed, etag=before.etag),
        if_etag=visit.form.text("etag"),
        key=visit.request_key,
    )


def tree(places: Sequence[Place], people: Sequence[Character] = ()) -> Iterator[PlaceRow]:
    """Yield places, each before its parts. One whose parent is lost stands among the first."""
    parts = parts_of(places)
    here: dict[PlaceId | None, list[Character]] = {}
    for each in people:
        here.setdefault(each.place_id, []).append(each)
    stack = [(one, 0) for one in reversed(parts.get(None, ()))]
    while stack:
        place, depth = stack.pop()
        yield PlaceRow(place=place, depth=depth, people=tuple(here.get(place.id, ())))
        stack += [(one, depth + 1) for one in reversed(parts.get(place.id, ()))]


async def place_choices(visit: Visit) -> tuple[tuple[str, str], ...]:
    """Return the ids of all places with their names, indented as they lie in each other."""
    places = await visit.services.worlds.list_places(visit.world_id, _ALL_PLACES)
    return tuple(
        (str(row.place.id), "\N{NO-BREAK SPACE}" * 3 * row.depth + row.place.name)
        for row in tree(places.items)
    )


async def _fields(visit: Visit, place: Place | None) -> tuple[FormField, ...]:
    words = visit.studio.templates.words
    people = await visit.services.characters.people(visit.world_id)
    parents = [one for one in await place_choices(visit) if place is None or one[0] != place.id]
    walls = [("", words("walls.by_name")), *((one.value, words(f"walls.{one}")) for one in Walls)]
    return (
        FormField(name="name", word="called"),
        *((FormField(name="id", longest=63),) if place is None else ()),
        FormField(
            name="parent", kind="choice", choices=(("", words("places.no_parent")), *parents)
        ),
        FormField(name="description", kind="area", longest=limits.DESCRIPTION),
        FormField(name="opens", kind="time"),
        FormField(name="closes", kind="time"),
        FormField(name="capacity", kind="number"),
        several("objects"),
        several("prices"),
        FormField(name="owners", kind="checks", choices=tuple(people.names.items())),
        FormField(name="walls", kind="choice", choices=tuple(walls)),
    )


def _values(place: Place) -> Mapping[str, str]:
    return {
        "name": place.name,
        "parent": place.parent_id or "",
        "description": place.description,
        "opens": "" if place.hours is None else f"{place.hours.opens:%H:%M}",
        "closes": "" if place.hours is None else f"{place.hours.closes:%H:%M}",
        "capacity": "" if place.capacity is None else str(place.capacity),
        "objects": lined(place.objects),
        "prices": lined(f"{one.ware}: {one.price}" for one in place.prices),
        "owners": lined(place.owner_ids),
        "walls": place.walls or "",
    }


async def _read(visit: Visit, reader: FormReader, place: Place | None) -> Place:
    return Place(
        id=PlaceId(read_new_id(reader)) if place is None else place.id,
        world_id=visit.world_id,
        name=reader.read(Place, "name", is_needed=True),
        parent_id=PlaceId(reader.text("parent")) or None,
        description=reader.read(Place, "description"),
        hours=_hours(reader),
        capacity=reader.read(Place, "capacity"),
        owner_ids=await read_people(visit, reader, "owners", limits.OWNERS),
        objects=reader.read(Place, "objects"),
        prices=tuple(_prices(reader)),
        walls=Walls(reader.text("walls")) if reader.text("walls") in tuple(Walls) else None,
    )


def _hours(reader: FormReader) -> Hours | None:
    opens, closes = (_time(reader, name) for name in ("opens", "closes"))
    if opens is None and closes is None:
        return None
    if opens is None or closes is None:
        reader.wrong("closes" if closes is None else "opens", "is missing; write both, or neither")
        return None
    if opens == closes:
        reader.wrong("closes", "is when it opens; leave both empty for a place always open")
    return Hours(opens=opens, closes=closes)


def _time(reader: FormReader, name: str) -> time | None:
    if not (value := reader.text(name)):
        return None
    try:
        return time.fromisoformat(value).replace(tzinfo=None)
    except ValueError:
        reader.wrong(name, "must be a time of day, such as 07:30")
        return None


def _prices(reader: FormReader) -> Iterator[Price]:
    found: set[str] = set()
    for line in reader.lines("prices", limits.OBJECTS, _PRICE):
        ware, _, price = (part.strip() for part in line.partition(":"))
        for part in (ware, price):
            if problem := limits.text_problem(part, limits.NAME, is_one_line=True):
                reader.wrong("prices", f"{line[:40]!r} is no `ware: price`; a part {problem}")
        if ware in found:
            reader.wrong("prices", f"{ware!r} stands twice; keep one price for each ware")
        found.add(ware)
        yield Price(ware, price)
