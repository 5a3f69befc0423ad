"""A new world from nothing, and what holds for all of a world."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from starlette.responses import Response

from npcserver.app.access import Subject
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import WorldId, slug
from npcserver.model.world import DEFAULT_START, World
from npcstudio.forms import (
    FormField,
    FormKind,
    FormReader,
    etag_of,
    form_page,
    read_new_id,
    sent_form,
)
from npcstudio.visits import Visit


async def make_world(visit: Visit) -> Response:
    """Show the form of a new world; make one of a name that was sent."""
    if (reader := sent_form(visit)) is not None:
        typed = _read(reader, World(id=WorldId(read_new_id(reader)), name=""))
        typed = replace(typed, id=typed.id or WorldId(slug(typed.name)))
        await may_author(visit, typed.id)
        if await reader.attempt(partial(visit.services.worlds.create, typed, visit.request_key)):
            return visit.to("w", typed.id, "people", done="world_made")
    return form_page(visit, FormKind.NEW_WORLD, _fields(is_new=True), _values(None), reader)


async def edit_settings(visit: Visit) -> Response:
    """Show the form of what holds for all of a world; store what was sent."""
    if (reader := sent_form(visit)) is not None:
        etag = reader.text("etag")
        typed = _read(reader, visit.world)

        def apply(before: World) -> World:
            if etag_of(_values(before)) != etag:
                raise Conflict("", Reason.ETAG_MISMATCH, kind="world")
            return _read(reader, before)

        edit = partial(visit.services.worlds.edit, world_id=visit.world_id, apply=apply)
        if await reader.attempt(partial(edit, key=visit.request_key)):
            return visit.to("w", typed.id, "settings", done="stored")
    values, name = _values(visit.world), visit.world.name
    etag = etag_of(values)
    return form_page(visit, FormKind.WORLD, _fields(), values, reader, name=name, etag=etag)


async def may_author(visit: Visit, world_id: WorldId) -> None:
    """Raise `NotPermitted` unless the visitor may write a world that no address names."""
    named = [(Subject.WORLD, world_id)]
    await visit.services.access.authorise(visit.principal, Verb.AUTHOR, named)


def _fields(*, is_new: bool = False) -> tuple[FormField, ...]:
    return (
        FormField(name="name", word="called"),
        *((FormField(name="id", longest=63),) if is_new else ()),
        FormField(name="description", word="world_about", kind="area", longest=limits.DESCRIPTION),
        FormField(name="start_time", kind="datetime-local"),
        FormField(name="language", longest=limits.LABEL),
        FormField(name="gossip", kind="checkbox"),
    )


def _values(world: World | None) -> dict[str, str]:
    start = DEFAULT_START if world is None else world.start_time
    return {
        "name": "" if world is None else world.name,
        "description": "" if world is None else world.description,
        "start_time": start.replace(tzinfo=None).isoformat(timespec="minutes"),
        "language": "en" if world is None else world.language,
        "gossip": "yes" if world is not None and world.has_gossip else "",
    }


def _read(reader: FormReader, world: World) -> World:
    return replace(
        world,
        name=reader.read(World, "name", is_needed=True),
        description=reader.read(World, "description"),
        start_time=_start(reader, world),
        language=reader.read(World, "language") or "en",
        has_gossip=bool(reader.text("gossip")),
    )


def _start(reader: FormReader, world: World) -> datetime:
    """Return the start as typed; that of the world where it is the same to the minute."""
    written = reader.text("start_time")
    if not written or written == _values(world)["start_time"]:
        return world.start_time
    try:
        return datetime.fromisoformat(written).replace(tzinfo=UTC)
    except ValueError:
        reader.wrong("start_time", "must be a date and time, such as 1911-05-02T07:30")
        return world.start_time
