// Generated from proto/npcserver/admin/v1/access_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>Keys of services and people of the studio, and tokens of players.</summary>
    public sealed class AccessServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public AccessServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>Makes a key. Its secret is in the answer and can be read nowhere else.</summary>
        public Task<CreateKeyResponse> CreateKeyAsync(
            CreateKeyRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AccessService/CreateKey", request, () => new CreateKeyResponse(),
                options, cancel);
        }

        /// <summary>
        /// Lists all keys, those that no longer count included, newest first, without secrets. Keys of the
        /// server's settings are not among them.
        /// </summary>
        public Task<ListKeysResponse> ListKeysAsync(
            ListKeysRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AccessService/ListKeys", request, () => new ListKeysResponse(),
                options, cancel);
        }

        /// <summary>Gives a key a new secret. The one before counts on for <c>overlap_seconds</c>; an earlier one ends.</summary>
        public Task<RotateKeyResponse> RotateKeyAsync(
            RotateKeyRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AccessService/RotateKey", request, () => new RotateKeyResponse(),
                options, cancel);
        }

        /// <summary>
        /// Revokes a key, and with it all tokens that were made for it. Every server of the database refuses
        /// them within a few seconds, and ends their streams before the next message. Revoking again changes
        /// nothing.
        /// </summary>
        public Task<RevokeKeyResponse> RevokeKeyAsync(
            RevokeKeyRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AccessService/RevokeKey", request, () => new RevokeKeyResponse(),
                options, cancel);
        }

        /// <summary>
        /// Stores what characters may do in turns of players, under a name that a player's request then
        /// refers to; a set of that name is replaced. It goes with the timeline; a timeline that is loaded
        /// from a save has none yet.
        /// </summary>
        public Task<PutAffordanceSetResponse> PutAffordanceSetAsync(
            PutAffordanceSetRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AccessService/PutAffordanceSet", request, () => new PutAffordanceSetResponse(),
                options, cancel);
        }

        /// <summary>Lists what <c>PutAffordanceSet</c> has stored for a timeline, by name.</summary>
        public Task<ListAffordanceSetsResponse> ListAffordanceSetsAsync(
            ListAffordanceSetsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AccessService/ListAffordanceSets", request, () => new ListAffordanceSetsResponse(),
                options, cancel);
        }

        /// <summary>
        /// Makes a token with which the client of one player may speak for that player in one timeline, and
        /// for nobody else.
        /// </summary>
        public Task<MintPlayerTokenResponse> MintPlayerTokenAsync(
            MintPlayerTokenRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.AccessService/MintPlayerToken", request, () => new MintPlayerTokenResponse(),
                options, cancel);
        }
    }
}
