from npcclient.admin.v1.audit_service_pb2_grpc import *
