from npcclient.v1.mind_pb2_grpc import *
