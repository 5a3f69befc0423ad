from npcclient.admin.v1.group_chat_service_pb2 import *
