from npcclient.admin.v1.recollection_pb2 import *
