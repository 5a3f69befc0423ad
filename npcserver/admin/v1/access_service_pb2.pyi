from npcclient.admin.v1.access_service_pb2 import *
