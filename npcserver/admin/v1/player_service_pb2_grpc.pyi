from npcclient.admin.v1.player_service_pb2_grpc import *
