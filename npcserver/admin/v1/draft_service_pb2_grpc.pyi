from npcclient.admin.v1.draft_service_pb2_grpc import *
