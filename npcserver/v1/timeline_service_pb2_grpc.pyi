from npcclient.v1.timeline_service_pb2_grpc import *
