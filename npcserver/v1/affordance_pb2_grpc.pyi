from npcclient.v1.affordance_pb2_grpc import *
