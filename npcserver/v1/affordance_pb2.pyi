from npcclient.v1.affordance_pb2 import *
