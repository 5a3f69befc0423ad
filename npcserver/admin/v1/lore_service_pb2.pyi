from npcclient.admin.v1.lore_service_pb2 import *
