from npcclient.v1.secret_pb2_grpc import *
