from npcclient.v1.budget_pb2 import *
