// Generated from proto/npcserver/admin/v1/player_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>What is stored of players.</summary>
    public sealed class PlayerServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public PlayerServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Erases a player from a world: words, names, and what characters derived from them, in all
        /// timelines and saves. Turns that answer the player end; what is under way is erased as it is
        /// stored, for a minute. Nothing that other players said is changed, unless it names the player.
        /// Forgetting again, or a player of whom nothing is stored, is no error.
        /// </summary>
        public Task<ForgetPlayerResponse> ForgetPlayerAsync(
            ForgetPlayerRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PlayerService/ForgetPlayer", request, () => new ForgetPlayerResponse(),
                options, cancel);
        }

        /// <summary>
        /// Exports what the log of a world holds of a player, as lines of JSON: a first line that says what
        /// it is, and each record that is tied to the player's id. Large exports come in parts.
        /// </summary>
        public Task<ExportPlayerResponse> ExportPlayerAsync(
            ExportPlayerRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PlayerService/ExportPlayer", request, () => new ExportPlayerResponse(),
                options, cancel);
        }

        /// <summary>
        /// Gives the characters of a timeline the memories and relations of an export, so that they know the
        /// player there. A repeat with the same <c>request_id</c> changes nothing.
        /// </summary>
        public Task<ImportPlayerResponse> ImportPlayerAsync(
            ImportPlayerRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.PlayerService/ImportPlayer", request, () => new ImportPlayerResponse(),
                options, cancel);
        }
    }
}
