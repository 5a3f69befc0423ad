from npcclient.admin.v1.world_service_pb2_grpc import *
