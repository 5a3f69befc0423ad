from npcclient.v1.turn_pb2_grpc import *
