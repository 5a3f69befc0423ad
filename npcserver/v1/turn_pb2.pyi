from npcclient.v1.turn_pb2 import *
