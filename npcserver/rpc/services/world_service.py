"""`WorldService`, and the translation of its messages: worlds and places."""

import re
from collections.abc import Iterable

from npcserver.app.pagination import Page, cut_page
from npcserver.app.worlds import (
    EditPlace,
    EditWorld,
    ListObjectStates,
    SetObjectState,
)
from npcserver.model import limits
from npcserver.model.budget_accounts import read_day
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.model_use import MICROS, Budget
from npcserver.model.world import DEFAULT_START, Hours, Place, Price, World
from npcserver.rpc import budget_messages, fields, turn_messages
from npcserver.rpc.access import CALLER
from npcserver.rpc.encoder import enclose, sources
from npcserver.rpc.fields import request_key
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.v1 import world_service_pb2 as pb
from npcserver.v1.world_service_pb2_grpc import WorldServiceServicer

DEFAULT_LANGUAGE = "en"

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_WORLD_FIELDS = frozenset(
    ("name", "description", "start_time", "language", "affordances", "entities", "budget")
)
_PLACE_FIELDS = frozenset(
    ("parent_id", "name", "description", "hours", "capacity", "objects", "owner_ids", "prices")
)


def decode_new_world(request: pb.CreateWorldRequest) -> World:
    """Read the world to create."""
    return _world(request.world, "world", may_lack_name=False)


def decode_edit_world(request: pb.UpdateWorldRequest) -> EditWorld:
    """Read a change of a world."""
    world_id = WorldId(fields.reference("world.world_id", request.world.world_id))
    chosen = fields.masked_paths(request.update_mask, request.world, _WORLD_FIELDS)
    proposed = _world(
        fields.copy_only(request.world, chosen), "world", may_lack_name="name" not in chosen
    )
    return EditWorld(
        world_id=world_id,
        apply=lambda before: fields.with_fields(before, proposed, chosen),
        if_etag=fields.reference("world.etag", request.world.etag, may_be_empty=True),
        key=request_key("UpdateWorld", world_id, request.request_id, request),
    )


def decode_new_place(request: pb.CreatePlaceRequest) -> Place:
    """Read the place to create."""
    fields.reference("place.world_id", request.place.world_id)
    return _place(request.place, "place", may_lack_name=False)


def decode_edit_place(request: pb.UpdatePlaceRequest) -> EditPlace:
    """Read a change of a place."""
    world_id = WorldId(fields.reference("place.world_id", request.place.world_id))
    place_id = PlaceId(fields.reference("place.place_id", request.place.place_id))
    chosen = fields.masked_paths(request.update_mask, request.place, _PLACE_FIELDS)
    proposed = _place(
        fields.copy_only(request.place, chosen), "place", may_lack_name="name" not in chosen
    )
    return EditPlace(
        world_id=world_id,
        place_id=place_id,
        apply=lambda before: fields.with_fields(before, proposed, chosen),
        if_etag=fields.reference("place.etag", request.place.etag, may_be_empty=True),
        key=request_key("UpdatePlace", world_id, request.request_id, request),
    )


def decode_set_object_state(request: pb.SetObjectStateRequest) -> SetObjectState:
    """Read the new state of an object."""
    return SetObjectState(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        place_id=PlaceId(fields.reference("place_id", request.place_id)),
        object=fields.name("object", request.object),
        state=fields.text("state", request.state, limits.STATE, is_one_line=True),
        key=request_key("SetObjectState", request.timeline_id, request.request_id, request),
    )


def decode_list_object_states(request: pb.ListObjectStatesRequest, page: Page) -> ListObjectStates:
    """Read which timeline's object states to list."""
    return ListObjectStates(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        page=page,
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        only_touched=request.only_touched,
    )


def decode_language(path: str, value: str) -> str:
    """Return a language tag; empty where none is set."""
    if value and _LANGUAGE.fullmatch(value) is None:
        raise InvalidInput(path, "must be a language tag, such as en or pt-BR")
    return value


def _world(message: pb.World, path: str, *, may_lack_name: bool) -> World:
    return World(
        id=WorldId(fields.new_id(f"{path}.world_id", message.world_id)),
        name=fields.name(f"{path}.name", message.name, may_be_empty=may_lack_name),
        description=fields.authored(
            f"{path}.description", message.description, limits.DESCRIPTION, may_be_empty=True
        ),
        start_time=(
            fields.moment(f"{path}.start_time", message.start_time)
            if message.HasField("start_time")
            else DEFAULT_START
        ),
        language=decode_language(f"{path}.language", message.language) or DEFAULT_LANGUAGE,
        affordances=turn_messages.decode_affordances(message.affordances, f"{path}.affordances"),
        entities=turn_messages.decode_entities(message.entities, f"{path}.entities"),
        budget=_decode_budget(message.budget, f"{path}.budget"),
        has_gossip=message.has_gossip,
    )


def _place(message: pb.Place, path: str, *, may_lack_name: bool) -> Place:
    fields.few(f"{path}.objects", message.objects, limits.OBJECTS)
    fields.few(f"{path}.owner_ids", message.owner_ids, limits.OWNERS)
    fields.few(f"{path}.prices", message.prices, limits.OBJECTS)
    parent = fields.reference(f"{path}.parent_id", message.parent_id, may_be_empty=True)
    return Place(
        id=PlaceId(fields.new_id(f"{path}.place_id", message.place_id)),
        world_id=WorldId(message.world_id),
        name=fields.name(f"{path}.name", message.name, may_be_empty=may_lack_name),
        parent_id=PlaceId(parent) if parent else None,
        description=fields.authored(
            f"{path}.description", message.description, limits.DESCRIPTION, may_be_empty=True
        ),
        hours=_decode_hours(message.hours, f"{path}.hours") if message.HasField("hours") else None,
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
        prices=_decode_prices(message.prices, f"{path}.prices"),
    )


def _decode_prices(messages: Iterable[pb.Price], path: str) -> tuple[Price, ...]:
    found: dict[str, Price] = {}
    for position, one in enumerate(messages):
        at = f"{path}[{position}]"
        ware = fields.name(f"{at}.ware", one.ware)
        if ware in found:
            raise InvalidInput(f"{at}.ware", "stands twice; keep one price for each ware")
        found[ware] = Price(ware, fields.name(f"{at}.price", one.price))
    return tuple(found.values())


def _decode_budget(message: pb.Budget, path: str) -> Budget:
    if not 0 <= message.money <= limits.BUDGET:  # also refuses NaN
        raise InvalidInput(f"{path}.money", f"must be 0 to {limits.BUDGET:,}")
    return Budget(
        calls=fields.whole(f"{path}.calls", message.calls, 0, limits.BUDGET),
        tokens=fields.whole(f"{path}.tokens", message.tokens, 0, limits.BUDGET),
        micros=round(message.money * MICROS),
    )


def _decode_hours(message: pb.OpeningHours, path: str) -> Hours:
    opens = fields.time_of_day(f"{path}.opens", message.opens)
    closes = fields.time_of_day(f"{path}.closes", message.closes)
    if opens == closes:
        raise InvalidInput(
            f"{path}.closes", "is when it opens; leave the hours out for a place always open"
        )
    return Hours(opens=opens, closes=closes)


sources(
    World,
    pb.World,
    budget=lambda world: None if world.budget == Budget() else world.budget,
)
sources(Budget, pb.Budget, money=lambda budget: budget.micros / MICROS)
sources(
    Hours,
    pb.OpeningHours,
    opens=lambda hours: f"{hours.opens:%H:%M}",
    closes=lambda hours: f"{hours.closes:%H:%M}",
)


class WorldServicer(UseCaseServicer, WorldServiceServicer):
    """Worlds, their places and their objects."""

    CreateWorld = unary(
        pb.CreateWorldRequest,
        lambda services, request: services.worlds.create(
            key=request_key("CreateWorld", request.world.world_id, request.request_id, request),
            world=decode_new_world(request),
        ),
        "world",
    )
    GetWorld = unary(
        pb.GetWorldRequest,
        lambda services, request: services.worlds.get(fields.world_of(request)),
        "world",
    )
    ListWorlds = paged(
        pb.ListWorldsRequest,
        lambda services, _, page: services.worlds.list(page(), CALLER.get().principal.worlds),
        "worlds",
    )
    UpdateWorld = unary(
        pb.UpdateWorldRequest,
        lambda services, request: services.worlds.edit(decode_edit_world(request)),
        "world",
    )
    DeleteWorld = unary(
        pb.DeleteWorldRequest,
        lambda services, request: services.worlds.delete(
            fields.world_of(request),
            if_etag=fields.reference("etag", request.etag, may_be_empty=True),
            key=request_key("DeleteWorld", request.world_id, request.request_id, request),
        ),
    )
    CreatePlace = unary(
        pb.CreatePlaceRequest,
        lambda services, request: services.worlds.create_place(
            key=request_key("CreatePlace", request.place.world_id, request.request_id, request),
            place=decode_new_place(request),
        ),
        "place",
    )
    GetPlace = unary(
        pb.GetPlaceRequest,
        lambda services, request: services.worlds.get_place(
            fields.world_of(request), PlaceId(fields.reference("place_id", request.place_id))
        ),
        "place",
    )
    ListPlaces = paged(
        pb.ListPlacesRequest,
        lambda services, request, page: services.worlds.list_places(
            fields.world_of(request), page()
        ),
        "places",
    )
    UpdatePlace = unary(
        pb.UpdatePlaceRequest,
        lambda services, request: services.worlds.edit_place(decode_edit_place(request)),
        "place",
    )
    DeletePlace = unary(
        pb.DeletePlaceRequest,
        lambda services, request: services.worlds.delete_place(
            fields.world_of(request),
            PlaceId(fields.reference("place_id", request.place_id)),
            if_etag=fields.reference("etag", request.etag, may_be_empty=True),
            key=request_key("DeletePlace", request.world_id, request.request_id, request),
        ),
    )
    SetObjectState = unary(
        pb.SetObjectStateRequest,
        lambda services, request: services.surroundings.set_object(
            decode_set_object_state(request)
        ),
        "seq",
    )
    ListObjectStates = paged(
        pb.ListObjectStatesRequest,
        lambda services, request, page: services.surroundings.list(
            decode_list_object_states(request, page())
        ),
        "object_states",
    )
    SetSpendingLimit = unary(
        pb.SetSpendingLimitRequest,
        lambda services, request: services.spending.set_limit(
            *budget_messages.decode_set_limit(request)
        ),
    )

    async def ListSpending(
        self, request: pb.ListSpendingRequest, context: Context
    ) -> pb.ListSpendingResponse:
        """Return a page of what was spent."""
        world_id = WorldId(fields.reference("world_id", request.world_id))
        page = self.tokens.page(request, request.page_size, request.page_token)
        await self.services.worlds.get(world_id)  # raises for an unknown one
        day = read_day("day", request.day)
        accounts = await self.services.spending.accounts(world_id, day)
        after = int(page.cursor or 0)
        found = cut_page(
            tuple(enumerate(accounts[after : after + page.size + 1], after + 1)),
            page,
            lambda numbered: str(numbered[0]),
        )
        return enclose(
            [one for _, one in found.items],
            pb.ListSpendingResponse,
            "accounts",
            next_page_token=self.tokens.token(request, found.next_cursor),
        )
