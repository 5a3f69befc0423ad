from npcclient.v1.character_service_pb2 import *
