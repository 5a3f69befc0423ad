from npcclient.v1.memory_pb2_grpc import *
