"""Messages of `WorldService` → use case inputs."""

import re

from npcserver.app.paging import Page
from npcserver.app.surroundings import ListObjectStates, SetObjectState
from npcserver.app.worlds import EditPlace, EditWorld
from npcserver.model import limits
from npcserver.model.budget import MICROS, Budget
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.world import DEFAULT_START, Hours, Place, World
from npcserver.rpc import decode_affordance, fields, masks
from npcserver.rpc.request_key import request_key
from npcserver.v1 import world_service_pb2 as pb

DEFAULT_LANGUAGE = "en"

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_WORLD_FIELDS = frozenset(
    ("name", "description", "start_time", "language", "affordances", "entities", "budget")
)
_PLACE_FIELDS = frozenset(
    ("parent_id", "name", "description", "hours", "capacity", "objects", "owner_ids")
)


def new_world(request: pb.CreateWorldRequest) -> World:
    """Read the world to create."""
    return _world(request.world, "world", may_lack_name=False)


def edit_world(request: pb.UpdateWorldRequest) -> EditWorld:
    """Read a change of a world."""
    world_id = WorldId(fields.reference("world.world_id", request.world.world_id))
    chosen = masks.paths(request.update_mask, request.world, _WORLD_FIELDS)
    proposed = _world(
        masks.only(request.world, chosen), "world", may_lack_name="name" not in chosen
    )
    return EditWorld(
        world_id=world_id,
        apply=lambda before: masks.merged(before, proposed, chosen),
        if_etag=fields.reference("world.etag", request.world.etag, may_be_empty=True),
        key=request_key("UpdateWorld", world_id, request.request_id, request),
    )


def new_place(request: pb.CreatePlaceRequest) -> Place:
    """Read the place to create."""
    fields.reference("place.world_id", request.place.world_id)
    return _place(request.place, "place", may_lack_name=False)


def edit_place(request: pb.UpdatePlaceRequest) -> EditPlace:
    """Read a change of a place."""
    world_id = WorldId(fields.reference("place.world_id", request.place.world_id))
    place_id = PlaceId(fields.reference("place.place_id", request.place.place_id))
    chosen = masks.paths(request.update_mask, request.place, _PLACE_FIELDS)
    proposed = _place(
        masks.only(request.place, chosen), "place", may_lack_name="name" not in chosen
    )
    return EditPlace(
        world_id=world_id,
        place_id=place_id,
        apply=lambda before: masks.merged(before, proposed, chosen),
        if_etag=fields.reference("place.etag", request.place.etag, may_be_empty=True),
        key=request_key("UpdatePlace", world_id, request.request_id, request),
    )


def set_object_state(request: pb.SetObjectStateRequest) -> SetObjectState:
    """Read the new state of an object."""
    return SetObjectState(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        place_id=PlaceId(fields.reference("place_id", request.place_id)),
        object=fields.name("object", request.object),
        state=fields.text("state", request.state, limits.STATE, is_one_line=True),
        key=request_key("SetObjectState", request.timeline_id, request.request_id, request),
    )


def list_object_states(request: pb.ListObjectStatesRequest, page: Page) -> ListObjectStates:
    """Read which timeline's object states to list."""
    return ListObjectStates(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        page=page,
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        only_touched=request.only_touched,
    )


def language(path: str, value: str) -> str:
    """Return a language tag; empty where none is set."""
    if value and _LANGUAGE.fullmatch(value) is None:
        raise InvalidInput(path, "must be a language tag, such as en or pt-BR")
    return value


def _world(message: pb.World, path: str, *, may_lack_name: bool) -> World:
    return World(
        id=WorldId(fields.new_id(f"{path}.world_id", message.world_id)),
        name=fields.name(f"{path}.name", message.name, may_be_empty=may_lack_name),
        description=fields.text(
            f"{path}.description", message.description, limits.DESCRIPTION, may_be_empty=True
        ),
        start_time=(
            fields.moment(f"{path}.start_time", message.start_time)
            if message.HasField("start_time")
            else DEFAULT_START
        ),
        language=language(f"{path}.language", message.language) or DEFAULT_LANGUAGE,
        affordances=decode_affordance.affordances(message.affordances, f"{path}.affordances"),
        entities=decode_affordance.entities(message.entities, f"{path}.entities"),
        budget=_budget(message.budget, f"{path}.budget"),
    )


def _place(message: pb.Place, path: str, *, may_lack_name: bool) -> Place:
    fields.few(f"{path}.objects", message.objects, limits.OBJECTS)
    fields.few(f"{path}.owner_ids", message.owner_ids, limits.OWNERS)
    parent = fields.reference(f"{path}.parent_id", message.parent_id, may_be_empty=True)
    return Place(
        id=PlaceId(fields.new_id(f"{path}.place_id", message.place_id)),
        world_id=WorldId(message.world_id),
        name=fields.name(f"{path}.name", message.name, may_be_empty=may_lack_name),
        parent_id=PlaceId(parent) if parent else None,
        description=fields.text(
            f"{path}.description", message.description, limits.DESCRIPTION, may_be_empty=True
        ),
        hours=_hours(message.hours, f"{path}.hours") if message.HasField("hours") else None,
        capacity=(
            fields.whole(f"{path}.capacity", message.capacity, 1, limits.CAPACITY)
            if message.HasField("capacity")
            else None
        ),
        objects=tuple(
            fields.name(f"{path}.objects[{position}]", thing)
            for position, thing in enumerate(message.objects)
        ),
        owner_ids=tuple(
            CharacterId(fields.reference(f"{path}.owner_ids[{position}]", owner))
            for position, owner in enumerate(message.owner_ids)
        ),
    )


def _budget(message: pb.Budget, path: str) -> Budget:
    if not 0 <= message.money <= limits.BUDGET:  # also refuses NaN
        raise InvalidInput(f"{path}.money", f"must be 0 to {limits.BUDGET:,}")
    return Budget(
        calls=fields.whole(f"{path}.calls", message.calls, 0, limits.BUDGET),
        tokens=fields.whole(f"{path}.tokens", message.tokens, 0, limits.BUDGET),
        micros=round(message.money * MICROS),
    )


def _hours(message: pb.OpeningHours, path: str) -> Hours:
    opens = fields.time_of_day(f"{path}.opens", message.opens)
    closes = fields.time_of_day(f"{path}.closes", message.closes)
    if opens == closes:
        raise InvalidInput(
            f"{path}.closes", "is when it opens; leave the hours out for a place always open"
        )
    return Hours(opens=opens, closes=closes)
