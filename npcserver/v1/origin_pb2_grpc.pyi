from npcclient.v1.origin_pb2_grpc import *
