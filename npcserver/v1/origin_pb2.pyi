from npcclient.v1.origin_pb2 import *
