from npcclient.v1.timeline_service_pb2 import *
