from npcclient.v1.mind_pb2 import *
