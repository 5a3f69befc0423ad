from npcclient.admin.v1.scene_service_pb2 import *
