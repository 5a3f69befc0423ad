from npcclient.v1.error_reason_pb2 import *
