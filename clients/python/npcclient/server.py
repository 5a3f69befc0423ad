"""`ServerService`: what a client talks to."""

import grpc

from npcclient.calls import Caller
from npcclient.v1 import server_service_pb2 as pb
from npcclient.v1.server_service_pb2 import Server
from npcclient.v1.server_service_pb2_grpc import ServerServiceStub


class ServerFacts:
    """Versions, limits, features and models of the server."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = ServerServiceStub(channel)
        self._call = caller.call

    async def get(self) -> Server:
        """Return what the server is; a player's token sees versions, limits and languages only."""
        return (await self._call(self._stub.GetServer, pb.GetServerRequest())).server
