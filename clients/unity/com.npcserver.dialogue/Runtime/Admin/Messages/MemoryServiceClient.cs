// Generated from proto/npcserver/admin/v1/memory_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>
    /// Shows what characters remember and why they said what they said. Nothing here changes what a
    /// character knows.
    /// </summary>
    public sealed class MemoryServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public MemoryServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>Lists a character's memories as one vantage sees them, newest first.</summary>
        public Task<ListMemoriesResponse> ListMemoriesAsync(
            ListMemoriesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/ListMemories", request, () => new ListMemoriesResponse(),
                options, cancel);
        }

        /// <summary>
        /// Returns the memories that a character would recall at some words, with the scores. Does not
        /// count as an access.
        /// </summary>
        public Task<RecallResponse> RecallAsync(
            RecallRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/Recall", request, () => new RecallResponse(),
                options, cancel);
        }

        /// <summary>
        /// Returns the receipt of a turn, of a move of a scene, or of the thought that left a memory:
        /// what it was made from, and with <c>rendered_prompt</c> the prompt itself.
        /// </summary>
        public Task<ExplainResponse> ExplainAsync(
            ExplainRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/Explain", request, () => new ExplainResponse(),
                options, cancel);
        }

        /// <summary>
        /// Returns what a character inferred, and from what: a tree whose leaves are original observations
        /// (Generative Agents, figure 7).
        /// </summary>
        public Task<GetReflectionTreeResponse> GetReflectionTreeAsync(
            GetReflectionTreeRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/GetReflectionTree", request, () => new GetReflectionTreeResponse(),
                options, cancel);
        }

        /// <summary>
        /// Returns the whole path of a memory: who witnessed it, who told whom, in which turn, when, and in
        /// what words.
        /// </summary>
        public Task<TraceMemoryResponse> TraceMemoryAsync(
            TraceMemoryRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/TraceMemory", request, () => new TraceMemoryResponse(),
                options, cancel);
        }

        /// <summary>Lists the characters who have a visible memory of a fact, and the source of each.</summary>
        public Task<WhoKnowsResponse> WhoKnowsAsync(
            WhoKnowsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/WhoKnows", request, () => new WhoKnowsResponse(),
                options, cancel);
        }

        /// <summary>Pins a memory, so that it is recalled in every turn, or unpins it. Idempotent by <c>request_id</c>.</summary>
        public Task<PinMemoryResponse> PinMemoryAsync(
            PinMemoryRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/PinMemory", request, () => new PinMemoryResponse(),
                options, cancel);
        }

        /// <summary>
        /// Reports how useful the memories of a character are: duplicates, contradictions, leftovers, and
        /// the share that is junk.
        /// </summary>
        public Task<ReportMemoriesResponse> ReportMemoriesAsync(
            ReportMemoriesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/ReportMemories", request, () => new ReportMemoriesResponse(),
                options, cancel);
        }

        /// <summary>
        /// Compares two moments: what each character remembers, believes, feels and plans in one and not
        /// in the other. Calls no model and leaves no trace.
        /// </summary>
        public Task<DiffResponse> DiffAsync(
            DiffRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/Diff", request, () => new DiffResponse(),
                options, cancel);
        }

        /// <summary>
        /// Returns one turn as a file: its receipt, its prompt, its answer and the records that these are
        /// made from, without words and names of other players. <c>npcserver incident</c> opens it.
        /// </summary>
        public Task<ExportIncidentResponse> ExportIncidentAsync(
            ExportIncidentRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.MemoryService/ExportIncident", request, () => new ExportIncidentResponse(),
                options, cancel);
        }
    }
}
