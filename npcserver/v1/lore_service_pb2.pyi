from npcclient.v1.lore_service_pb2 import *
