"""`AuditService`: the audit log of a world."""

from collections.abc import Awaitable

import grpc

from npcclient.admin.v1 import audit_service_pb2 as pb
from npcclient.admin.v1.audit_service_pb2 import AuditEntry, GetAuditHeadResponse
from npcclient.admin.v1.audit_service_pb2_grpc import AuditServiceStub
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.calls import Caller
from npcclient.listing import Listing, listing
from npcclient.naming import world_id


class Audit:
    """Reads the audit logs of worlds."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = AuditServiceStub(channel)
        self._call = caller.call

    def list(self, world: World | str) -> Listing[AuditEntry]:
        """Return all entries of a world, oldest first."""

        def fetch(token: str) -> Awaitable[pb.ListAuditEntriesResponse]:
            request = pb.ListAuditEntriesRequest(world_id=world_id(world), page_token=token)
            return self._call(self._stub.ListAuditEntries, request)

        return listing(fetch, lambda page: page.entries)

    async def export(self, world: World | str) -> str:
        """Return all entries and signed heads as lines of JSON, for `npcserver audit verify`."""
        text, after = "", 0
        while True:
            request = pb.ExportAuditRequest(world_id=world_id(world), after_number=after)
            part = await self._call(self._stub.ExportAudit, request)
            text, after = text + part.lines, part.next_number
            if not after:
                return text

    async def head(self, world: World | str) -> GetAuditHeadResponse:
        """Return the present head of a world, signed."""
        request = pb.GetAuditHeadRequest(world_id=world_id(world))
        return await self._call(self._stub.GetAuditHead, request)
