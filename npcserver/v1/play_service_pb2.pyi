from npcclient.v1.play_service_pb2 import *
