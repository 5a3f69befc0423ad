from npcclient.admin.v1.correction_service_pb2 import *
