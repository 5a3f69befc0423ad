from npcclient.admin.v1.draft_service_pb2 import *
