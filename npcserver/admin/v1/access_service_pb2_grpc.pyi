from npcclient.admin.v1.access_service_pb2_grpc import *
