from npcclient.admin.v1.persona_service_pb2_grpc import *
