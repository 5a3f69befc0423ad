"""`WorldService`: translation only."""

from npcserver.app.surroundings import Surroundings
from npcserver.app.worlds import Worlds
from npcserver.model.ids import PlaceId, WorldId
from npcserver.rpc import decode_world, encode_mind, encode_world, fields
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens
from npcserver.rpc.request_key import request_key
from npcserver.v1 import world_service_pb2 as pb
from npcserver.v1.world_service_pb2_grpc import WorldServiceServicer


class WorldServicer(WorldServiceServicer):
    """Worlds, their places and their objects."""

    def __init__(self, worlds: Worlds, surroundings: Surroundings, tokens: PageTokens) -> None:
        self._worlds = worlds
        self._surroundings = surroundings
        self._tokens = tokens

    async def CreateWorld(
        self, request: pb.CreateWorldRequest, context: Context
    ) -> pb.CreateWorldResponse:
        """Create a world."""
        key = request_key("CreateWorld", request.world.world_id, request.request_id, request)
        created = await self._worlds.create(decode_world.new_world(request), key)
        return pb.CreateWorldResponse(world=encode_world.world(created))

    async def GetWorld(self, request: pb.GetWorldRequest, context: Context) -> pb.GetWorldResponse:
        """Return a world."""
        found = await self._worlds.get(WorldId(fields.reference("world_id", request.world_id)))
        return pb.GetWorldResponse(world=encode_world.world(found))

    async def ListWorlds(
        self, request: pb.ListWorldsRequest, context: Context
    ) -> pb.ListWorldsResponse:
        """Return a page of worlds."""
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._worlds.list(page)
        return pb.ListWorldsResponse(
            worlds=map(encode_world.world, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def UpdateWorld(
        self, request: pb.UpdateWorldRequest, context: Context
    ) -> pb.UpdateWorldResponse:
        """Change a world."""
        changed = await self._worlds.edit(decode_world.edit_world(request))
        return pb.UpdateWorldResponse(world=encode_world.world(changed))

    async def DeleteWorld(
        self, request: pb.DeleteWorldRequest, context: Context
    ) -> pb.DeleteWorldResponse:
        """Delete a world."""
        await self._worlds.delete(
            WorldId(fields.reference("world_id", request.world_id)),
            if_etag=fields.reference("etag", request.etag, may_be_empty=True),
            key=request_key("DeleteWorld", request.world_id, request.request_id, request),
        )
        return pb.DeleteWorldResponse()

    async def CreatePlace(
        self, request: pb.CreatePlaceRequest, context: Context
    ) -> pb.CreatePlaceResponse:
        """Create a place."""
        key = request_key("CreatePlace", request.place.world_id, request.request_id, request)
        created = await self._worlds.create_place(decode_world.new_place(request), key)
        return pb.CreatePlaceResponse(place=encode_world.place(created))

    async def GetPlace(self, request: pb.GetPlaceRequest, context: Context) -> pb.GetPlaceResponse:
        """Return a place."""
        found = await self._worlds.get_place(
            WorldId(fields.reference("world_id", request.world_id)),
            PlaceId(fields.reference("place_id", request.place_id)),
        )
        return pb.GetPlaceResponse(place=encode_world.place(found))

    async def ListPlaces(
        self, request: pb.ListPlacesRequest, context: Context
    ) -> pb.ListPlacesResponse:
        """Return a page of a world's places."""
        world_id = WorldId(fields.reference("world_id", request.world_id))
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._worlds.list_places(world_id, page)
        return pb.ListPlacesResponse(
            places=map(encode_world.place, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def UpdatePlace(
        self, request: pb.UpdatePlaceRequest, context: Context
    ) -> pb.UpdatePlaceResponse:
        """Change a place."""
        changed = await self._worlds.edit_place(decode_world.edit_place(request))
        return pb.UpdatePlaceResponse(place=encode_world.place(changed))

    async def DeletePlace(
        self, request: pb.DeletePlaceRequest, context: Context
    ) -> pb.DeletePlaceResponse:
        """Delete a place."""
        await self._worlds.delete_place(
            WorldId(fields.reference("world_id", request.world_id)),
            PlaceId(fields.reference("place_id", request.place_id)),
            if_etag=fields.reference("etag", request.etag, may_be_empty=True),
            key=request_key("DeletePlace", request.world_id, request.request_id, request),
        )
        return pb.DeletePlaceResponse()

    async def SetObjectState(
        self, request: pb.SetObjectStateRequest, context: Context
    ) -> pb.SetObjectStateResponse:
        """Set the state of an object."""
        seq = await self._surroundings.set_object(decode_world.set_object_state(request))
        return pb.SetObjectStateResponse(seq=seq)

    async def ListObjectStates(
        self, request: pb.ListObjectStatesRequest, context: Context
    ) -> pb.ListObjectStatesResponse:
        """Return a page of object states."""
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._surroundings.list(decode_world.list_object_states(request, page))
        return pb.ListObjectStatesResponse(
            object_states=map(encode_mind.thing, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )
