// Generated from proto/npcserver/admin/v1/spending_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>Limits and accounts of what models cost in a calendar day.</summary>
    public sealed class SpendingServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public SpendingServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Sets or removes a limit on what models may cost in a calendar day; in force at once here, and
        /// within seconds on other servers of the database. For administrators: it decides about money.
        /// </summary>
        public Task<SetSpendingLimitResponse> SetSpendingLimitAsync(
            SetSpendingLimitRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SpendingService/SetSpendingLimit", request, () => new SetSpendingLimitResponse(),
                options, cancel);
        }

        /// <summary>Returns what the models of a timeline have cost in its present game day.</summary>
        public Task<GetDaySpendingResponse> GetDaySpendingAsync(
            GetDaySpendingRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SpendingService/GetDaySpending", request, () => new GetDaySpendingResponse(),
                options, cancel);
        }

        /// <summary>Lists the limits of a world and what was spent on a day: the world first, then by scope and id.</summary>
        public Task<ListSpendingResponse> ListSpendingAsync(
            ListSpendingRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SpendingService/ListSpending", request, () => new ListSpendingResponse(),
                options, cancel);
        }
    }
}
