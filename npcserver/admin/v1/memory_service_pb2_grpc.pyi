from npcclient.admin.v1.memory_service_pb2_grpc import *
