from npcclient.admin.v1.world_service_pb2 import *
