from npcclient.v1.server_service_pb2 import *
