from npcclient.v1.budget_pb2_grpc import *
