from npcclient.admin.v1.spending_service_pb2_grpc import *
