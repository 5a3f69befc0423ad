from npcclient.v1.memory_pb2 import *
