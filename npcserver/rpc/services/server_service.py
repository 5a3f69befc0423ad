"""`ServerService`."""

from npcserver.rpc.access import CALLER
from npcserver.rpc.methods import UseCaseServicer, unary
from npcserver.v1 import server_service_pb2 as pb
from npcserver.v1.server_service_pb2_grpc import ServerServiceServicer


class ServerServicer(UseCaseServicer, ServerServiceServicer):
    """What the server is."""

    GetServer = unary(
        pb.GetServerRequest,
        lambda services: services.server.get,
        "server",
        is_for_player=lambda _: CALLER.get().player is not None,
    )
