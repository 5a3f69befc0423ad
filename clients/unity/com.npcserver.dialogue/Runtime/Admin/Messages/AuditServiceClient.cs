// Generated from proto/npcserver/admin/v1/audit_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>
    /// The audit log of a world: that models were asked, and digests of what they were asked and answered.
    /// It holds no words. Empty while the setting <c>audit.enabled</c> is off.
    /// </summary>
    public sealed class AuditServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public AuditServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>Lists the entries of a world, oldest first.</summary>
        public Task<ListAuditEntriesResponse> ListAuditEntriesAsync(
            ListAuditEntriesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AuditService/ListAuditEntries", request, () => new ListAuditEntriesResponse(),
                options, cancel);
        }

        /// <summary>
        /// Exports up to 5,000 entries as lines of JSON for <c>npcserver audit verify</c>, and after the last one
        /// the signed heads.
        /// </summary>
        public Task<ExportAuditResponse> ExportAuditAsync(
            ExportAuditRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AuditService/ExportAudit", request, () => new ExportAuditResponse(),
                options, cancel);
        }

        /// <summary>Signs the present head, and returns it: that the log has so many entries, and the last link.</summary>
        public Task<GetAuditHeadResponse> GetAuditHeadAsync(
            GetAuditHeadRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AuditService/GetAuditHead", request, () => new GetAuditHeadResponse(),
                options, cancel);
        }
    }
}
