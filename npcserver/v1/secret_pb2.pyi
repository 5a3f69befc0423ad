from npcclient.v1.secret_pb2 import *
