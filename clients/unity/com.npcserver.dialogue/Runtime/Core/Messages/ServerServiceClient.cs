// Generated from proto/npcserver/v1/server_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue.V1
{
    /// <summary>Says what server a client talks to.</summary>
    public sealed class ServerServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public ServerServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Returns versions, limits and languages of the server; callers with a key also get its features
        /// and models.
        /// </summary>
        public Task<GetServerResponse> GetServerAsync(
            GetServerRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.ServerService/GetServer", request, () => new GetServerResponse(),
                options, cancel);
        }
    }
}
