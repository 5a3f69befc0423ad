from npcclient.v1.access_policy_pb2_grpc import *
