from npcclient.v1.field_behavior_pb2_grpc import *
