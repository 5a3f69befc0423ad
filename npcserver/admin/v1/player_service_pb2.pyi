from npcclient.admin.v1.player_service_pb2 import *
