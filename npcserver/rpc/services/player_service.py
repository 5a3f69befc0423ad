"""`PlayerService`: what is stored of players."""

from npcserver.admin.v1 import player_service_pb2 as pb
from npcserver.admin.v1.player_service_pb2_grpc import PlayerServiceServicer
from npcserver.rpc.methods import UseCaseServicer, unary


class PlayerServicer(UseCaseServicer, PlayerServiceServicer):
    """Forgets, exports and imports players."""

    ForgetPlayer = unary(pb.ForgetPlayerRequest, lambda services: services.players.forget)
    ExportPlayer = unary(pb.ExportPlayerRequest, lambda services: services.players.export)
    ImportPlayer = unary(
        pb.ImportPlayerRequest, lambda services: services.players.import_lines, "records"
    )
