"""`WorldService`, and the translation of its messages: worlds and places."""

from datetime import time
from functools import partial

from npcserver.admin.v1 import world_service_pb2 as pb
from npcserver.admin.v1.world_service_pb2_grpc import WorldServiceServicer
from npcserver.model import limits
from npcserver.model.calendar import DAYS, EARTH, MONTHS, Calendar
from npcserver.model.errors import InvalidInput
from npcserver.model.model_use import Budget
from npcserver.model.relation_axes import RelationAxis
from npcserver.model.world import Hours, Place, World
from npcserver.rpc import budget_messages, fields, turn_messages
from npcserver.rpc.access import CALLER
from npcserver.rpc.decoder import decode, reads
from npcserver.rpc.encoder import sources
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.rpc.update_mask import read_edit

WORLD_FIELDS = frozenset(
    (
        "name",
        "description",
        "world_start_time",
        "language",
        "affordances",
        "entities",
        "budget",
        "has_gossip",
        "disclosures",
        "calendar",
        "axes",
    )
)
PLACE_FIELDS = frozenset(
    (
        *("parent_id", "name", "description", "hours", "capacity", "objects", "owner_ids"),
        *("prices", "walls"),
    )
)


def _check_calendar(message: pb.Calendar) -> None:
    for name, names, number in (
        ("months", message.months, MONTHS),
        ("weekdays", message.weekdays, DAYS),
    ):
        if names and len(names) != number:
            raise InvalidInput(name, f"must be {number} names, or none for the usual ones")


def _axes(message: pb.World) -> tuple[RelationAxis, ...]:
    fields.few("axes", message.axes, limits.AXES)
    taken: set[str] = set()

    def read(one: pb.RelationAxis) -> RelationAxis:
        axis = decode(RelationAxis, one)
        for name in (axis.name, *(each.name for each in axis.thresholds)):
            if name in taken:
                raise InvalidInput("name", f"{name!r} stands twice; choose a different one")
            taken.add(name)
        if axis.problem is not None:
            raise InvalidInput("name", axis.problem)
        return axis

    return fields.each("axes", read, message.axes)


def _check_hours(message: pb.OpeningHours) -> None:
    if _opens(message) == _closes(message):
        raise InvalidInput(
            "closes", "is when it opens; leave the hours out for a place always open"
        )


def _opens(message: pb.OpeningHours) -> time:
    return fields.time_of_day("opens", message.opens)


def _closes(message: pb.OpeningHours) -> time:
    return fields.time_of_day("closes", message.closes)


reads(
    World,
    pb.World,
    id=lambda message: fields.new_id("world_id", message.world_id),
    axes=_axes,
    affordances=lambda message: turn_messages.decode_affordances(message.affordances),
    **dict.fromkeys(("etag", "created_at", "updated_at", "first_character_id")),
)
reads(
    Place,
    pb.Place,
    id=lambda message: fields.new_id("place_id", message.place_id),
    etag=None,
)
reads(Calendar, pb.Calendar, _check_calendar)
reads(Budget, pb.Budget, micros=budget_messages.read_micros)
reads(Hours, pb.OpeningHours, _check_hours, opens=_opens, closes=_closes)
sources(
    World,
    pb.World,
    world_start_time="start_time",
    budget=lambda world: None if world.budget == Budget() else world.budget,
    calendar=lambda world: None if world.calendar == EARTH else world.calendar,
)
sources(Budget, pb.Budget, money_micros="micros")
sources(
    Hours,
    pb.OpeningHours,
    opens=lambda hours: f"{hours.opens:%H:%M}",
    closes=lambda hours: f"{hours.closes:%H:%M}",
)


class WorldServicer(UseCaseServicer, WorldServiceServicer):
    """Worlds and their places."""

    CreateWorld = unary(pb.CreateWorldRequest, lambda services: services.worlds.create, "world")
    GetWorld = unary(pb.GetWorldRequest, lambda services: services.worlds.get, "world")
    ListWorlds = paged(
        pb.ListWorldsRequest,
        lambda services: services.worlds.list,
        "worlds",
        among=lambda _: CALLER.get().principal.worlds,
    )
    UpdateWorld = unary(
        pb.UpdateWorldRequest,
        lambda services: services.worlds.edit,
        "world",
        world_id="world.world_id",
        apply=lambda request: read_edit(
            request, "world", partial(decode, World), WORLD_FIELDS, ["name"]
        ),
        if_etag="world.etag",
    )
    DeleteWorld = unary(pb.DeleteWorldRequest, lambda services: services.worlds.delete)
    ImportWorld = unary(pb.ImportWorldRequest, lambda services: services.world_texts.put)
    ExportWorld = unary(pb.ExportWorldRequest, lambda services: services.world_texts.get)
    CreatePlace = unary(
        pb.CreatePlaceRequest, lambda services: services.worlds.create_place, "place"
    )
    GetPlace = unary(pb.GetPlaceRequest, lambda services: services.worlds.get_place, "place")
    ListPlaces = paged(pb.ListPlacesRequest, lambda services: services.worlds.list_places, "places")
    UpdatePlace = unary(
        pb.UpdatePlaceRequest,
        lambda services: services.worlds.edit_place,
        "place",
        world_id="place.world_id",
        place_id="place.place_id",
        apply=lambda request: read_edit(
            request, "place", partial(decode, Place), PLACE_FIELDS, ["world_id", "name"]
        ),
        if_etag="place.etag",
    )
    DeletePlace = unary(pb.DeletePlaceRequest, lambda services: services.worlds.delete_place)
