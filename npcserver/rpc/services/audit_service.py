"""`AuditService`: the audit log of a world."""

from npcserver.admin.v1 import audit_service_pb2 as pb
from npcserver.admin.v1.audit_service_pb2_grpc import AuditServiceServicer
from npcserver.rpc.methods import UseCaseServicer, paged, unary


class AuditServicer(UseCaseServicer, AuditServiceServicer):
    """Lists, exports and signs."""

    ListAuditEntries = paged(
        pb.ListAuditEntriesRequest, lambda services: services.audit.list, "entries"
    )
    ExportAudit = unary(pb.ExportAuditRequest, lambda services: services.audit.export)
    GetAuditHead = unary(pb.GetAuditHeadRequest, lambda services: services.audit.sign_head)
