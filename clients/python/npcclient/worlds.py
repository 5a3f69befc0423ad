"""Worlds and their places, the states of objects in play, and what models cost."""

from collections.abc import Awaitable

import grpc
from google.protobuf.field_mask_pb2 import FieldMask

from npcclient.admin.v1 import spending_service_pb2 as spending_pb
from npcclient.admin.v1 import world_service_pb2 as pb
from npcclient.admin.v1.spending_service_pb2 import Spending, SpendingAccount, SpendingLimit
from npcclient.admin.v1.spending_service_pb2_grpc import SpendingServiceStub
from npcclient.admin.v1.world_service_pb2 import Place, World
from npcclient.admin.v1.world_service_pb2_grpc import WorldServiceStub
from npcclient.calls import Caller, new_request_id
from npcclient.listing import Listing, listing
from npcclient.naming import timeline_id, world_id
from npcclient.v1 import timeline_service_pb2 as timelines
from npcclient.v1.budget_pb2 import BudgetScope
from npcclient.v1.mind_pb2 import ObjectState
from npcclient.v1.timeline_service_pb2 import Timeline
from npcclient.v1.timeline_service_pb2_grpc import TimelineServiceStub


class Worlds:
    """Manages worlds and places, and the states of objects in play."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = WorldServiceStub(channel)
        self._spending = SpendingServiceStub(channel)
        self._timelines = TimelineServiceStub(channel)
        self._call = caller.call

    async def create(self, world: World, *, request_id: str = "") -> World:
        """Create a world; an empty id is made from the name."""
        request = pb.CreateWorldRequest(request_id=request_id or new_request_id(), world=world)
        return (await self._call(self._stub.CreateWorld, request)).world

    async def get(self, world: World | str) -> World:
        """Return the present version of a world."""
        request = pb.GetWorldRequest(world_id=world_id(world))
        return (await self._call(self._stub.GetWorld, request)).world

    def list(self) -> Listing[World]:
        """Return all worlds, by id."""

        def fetch(token: str) -> Awaitable[pb.ListWorldsResponse]:
            request = pb.ListWorldsRequest(page_token=token)
            return self._call(self._stub.ListWorlds, request)

        return listing(fetch, lambda page: page.worlds)

    async def update(self, world: World, *fields: str, request_id: str = "") -> World:
        """Change the named fields, or all that are set; a set `etag` must match."""
        request = pb.UpdateWorldRequest(
            request_id=request_id or new_request_id(),
            world=world,
            update_mask=FieldMask(paths=fields) if fields else None,
        )
        return (await self._call(self._stub.UpdateWorld, request)).world

    async def delete(self, world: World | str, *, etag: str = "", request_id: str = "") -> None:
        """Delete a world with everything in it."""
        request = pb.DeleteWorldRequest(
            request_id=request_id or new_request_id(), world_id=world_id(world), etag=etag
        )
        await self._call(self._stub.DeleteWorld, request)

    async def import_file(
        self,
        world: World | str,
        yaml: str,
        *,
        validate_only: bool = False,
        overwrite: bool = False,
        etag: str = "",
        request_id: str = "",
    ) -> pb.ImportWorldResponse:
        """Import a world file; with `validate_only` say what that would do, and what is wrong.

        What is there is changed only with `overwrite`, or with the `etag` of `export_file` while
        it is as exported then.
        """
        request = pb.ImportWorldRequest(
            request_id=request_id or new_request_id(),
            world_id=world_id(world),
            yaml=yaml,
            validate_only=validate_only,
            overwrite=overwrite,
            etag=etag,
        )
        return await self._call(self._stub.ImportWorld, request)

    async def export_file(self, world: World | str) -> pb.ExportWorldResponse:
        """Return a world as a world file (`yaml`), and an `etag` of all that is in it."""
        request = pb.ExportWorldRequest(world_id=world_id(world))
        return await self._call(self._stub.ExportWorld, request)

    async def create_place(self, place: Place, *, request_id: str = "") -> Place:
        """Create a place; an empty id is made from the name."""
        request = pb.CreatePlaceRequest(request_id=request_id or new_request_id(), place=place)
        return (await self._call(self._stub.CreatePlace, request)).place

    async def place(self, world: World | str, place_id: str) -> Place:
        """Return a place."""
        request = pb.GetPlaceRequest(world_id=world_id(world), place_id=place_id)
        return (await self._call(self._stub.GetPlace, request)).place

    def places(self, world: World | str) -> Listing[Place]:
        """Return the places of a world, by id."""

        def fetch(token: str) -> Awaitable[pb.ListPlacesResponse]:
            request = pb.ListPlacesRequest(world_id=world_id(world), page_token=token)
            return self._call(self._stub.ListPlaces, request)

        return listing(fetch, lambda page: page.places)

    async def update_place(self, place: Place, *fields: str, request_id: str = "") -> Place:
        """Change the named fields, or all that are set; a set `etag` must match."""
        request = pb.UpdatePlaceRequest(
            request_id=request_id or new_request_id(),
            place=place,
            update_mask=FieldMask(paths=fields) if fields else None,
        )
        return (await self._call(self._stub.UpdatePlace, request)).place

    async def delete_place(
        self, world: World | str, place_id: str, *, etag: str = "", request_id: str = ""
    ) -> None:
        """Delete a place that has no parts and no residents."""
        request = pb.DeletePlaceRequest(
            request_id=request_id or new_request_id(),
            world_id=world_id(world),
            place_id=place_id,
            etag=etag,
        )
        await self._call(self._stub.DeletePlace, request)

    def objects(
        self, timeline: Timeline | str, *, seq: int | None = None, only_touched: bool = False
    ) -> Listing[ObjectState]:
        """Return object states, by place and name, as of `seq` (default: the head).

        With `only_touched`, only those that were ever set; all others are idle.
        """

        def fetch(token: str) -> Awaitable[timelines.ListObjectStatesResponse]:
            request = timelines.ListObjectStatesRequest(
                timeline_id=timeline_id(timeline),
                seq=seq,
                only_touched=only_touched,
                page_token=token,
            )
            return self._call(self._timelines.ListObjectStates, request)

        return listing(fetch, lambda page: page.object_states)

    async def set_spending_limit(
        self,
        world: World | str,
        scope: BudgetScope.ValueType,
        subject_id: str = "",
        *,
        limit: SpendingLimit | None = None,
    ) -> None:
        """Limit what models may cost in a calendar day; without a `limit` remove it.

        `subject_id` is a player, timeline or purpose, `*` for each player or timeline that has no
        limit of its own, and empty for the world.
        """
        request = spending_pb.SetSpendingLimitRequest(
            world_id=world_id(world), scope=scope, subject_id=subject_id, limit=limit
        )
        await self._call(self._spending.SetSpendingLimit, request)

    async def day_spending(
        self, timeline: Timeline | str, *, seq: int | None = None
    ) -> Spending | None:
        """Return what the game day has cost a timeline, as of `seq` or now; None for nothing."""
        request = spending_pb.GetDaySpendingRequest(timeline_id=timeline_id(timeline), seq=seq)
        found = await self._call(self._spending.GetDaySpending, request)
        return found.spending if found.HasField("spending") else None

    def spending(self, world: World | str, *, day: str = "") -> Listing[SpendingAccount]:
        """Return limits and what was spent on a day, as YYYY-MM-DD in UTC; the default is today."""

        def fetch(token: str) -> Awaitable[spending_pb.ListSpendingResponse]:
            request = spending_pb.ListSpendingRequest(
                world_id=world_id(world), day=day, page_token=token
            )
            return self._call(self._spending.ListSpending, request)

        return listing(fetch, lambda page: page.accounts)
