from npcclient.admin.v1.recollection_pb2_grpc import *
