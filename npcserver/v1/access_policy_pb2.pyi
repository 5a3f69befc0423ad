from npcclient.v1.access_policy_pb2 import *
