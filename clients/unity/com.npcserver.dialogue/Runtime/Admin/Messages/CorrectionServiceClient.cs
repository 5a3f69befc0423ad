// Generated from proto/npcserver/admin/v1/correction_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>
    /// Corrections by authors: what characters remember and feel is changed in a timeline from now on.
    /// Saves and timelines from before keep it, and another correction takes it back.
    /// </summary>
    public sealed class CorrectionServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public CorrectionServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Shows what rests on a memory before it is corrected: what was inferred from it, said because of
        /// it, heard by others and planned, over any number of hops, in all timelines that see it.
        /// </summary>
        public Task<PreviewCorrectionResponse> PreviewCorrectionAsync(
            PreviewCorrectionRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.CorrectionService/PreviewCorrection", request, () => new PreviewCorrectionResponse(),
                options, cancel);
        }

        /// <summary>
        /// Gives a memory other words, withdraws it or locks it, and treats what rests on it as chosen.
        /// Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<CorrectMemoryResponse> CorrectMemoryAsync(
            CorrectMemoryRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.CorrectionService/CorrectMemory", request, () => new CorrectMemoryResponse(),
                options, cancel);
        }

        /// <summary>Gives a character a memory of something that it has always known. Idempotent by <c>request_id</c>.</summary>
        public Task<AddMemoryResponse> AddMemoryAsync(
            AddMemoryRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.CorrectionService/AddMemory", request, () => new AddMemoryResponse(),
                options, cancel);
        }

        /// <summary>
        /// Sets the mood, a belief, a standing or the place of a character; play moves it on from there. No
        /// record names such a state as what it rests on, so what was said and thought before stays.
        /// Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<SetStateResponse> SetStateAsync(
            SetStateRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.CorrectionService/SetState", request, () => new SetStateResponse(),
                options, cancel);
        }

        /// <summary>
        /// Takes a correction back: what it withdrew exists again, and what it added does not. A state that
        /// has changed since stays. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<UndoCorrectionResponse> UndoCorrectionAsync(
            UndoCorrectionRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.CorrectionService/UndoCorrection", request, () => new UndoCorrectionResponse(),
                options, cancel);
        }

        /// <summary>Lists the corrections of a timeline, newest first, those that were taken back included.</summary>
        public Task<ListCorrectionsResponse> ListCorrectionsAsync(
            ListCorrectionsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.CorrectionService/ListCorrections", request, () => new ListCorrectionsResponse(),
                options, cancel);
        }
    }
}
