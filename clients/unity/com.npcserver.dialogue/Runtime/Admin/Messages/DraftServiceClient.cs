// Generated from proto/npcserver/admin/v1/draft_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>
    /// Drafts: authors change a character, a book or an affordance of the world's catalogue for one
    /// timeline, try it there, and publish it for all. A draft holds from its position on, in its
    /// timeline and in those that are forked later.
    /// </summary>
    public sealed class DraftServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public DraftServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>Writes a draft, in place of the one that holds. Idempotent by <c>request_id</c>.</summary>
        public Task<UpdateDraftResponse> UpdateDraftAsync(
            UpdateDraftRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.DraftService/UpdateDraft", request, () => new UpdateDraftResponse(),
                options, cancel);
        }

        /// <summary>Returns a draft beside what is published, with the fields that differ.</summary>
        public Task<GetDraftResponse> GetDraftAsync(
            GetDraftRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.DraftService/GetDraft", request, () => new GetDraftResponse(),
                options, cancel);
        }

        /// <summary>Lists the drafts that hold in a timeline: of characters, books and affordances, each by id.</summary>
        public Task<ListDraftsResponse> ListDraftsAsync(
            ListDraftsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.DraftService/ListDrafts", request, () => new ListDraftsResponse(),
                options, cancel);
        }

        /// <summary>
        /// Ends a draft: its timeline uses what is published from then on. Timelines that were forked
        /// while it held keep it. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<DiscardDraftResponse> DiscardDraftAsync(
            DiscardDraftRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.DraftService/DiscardDraft", request, () => new DiscardDraftResponse(),
                options, cancel);
        }

        /// <summary>Shows which timelines and players a publication would reach.</summary>
        public Task<PreviewPublicationResponse> PreviewPublicationAsync(
            PreviewPublicationRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.DraftService/PreviewPublication", request, () => new PreviewPublicationResponse(),
                options, cancel);
        }

        /// <summary>
        /// Makes a draft what is published, in force from the next turn on in all timelines without
        /// another draft of it. Refused with <c>ETAG_MISMATCH</c> if it was published anew since the draft was
        /// begun; then nothing is changed. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<PublishDraftResponse> PublishDraftAsync(
            PublishDraftRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.DraftService/PublishDraft", request, () => new PublishDraftResponse(),
                options, cancel);
        }

        /// <summary>Returns what drafts change, as the text of a file.</summary>
        public Task<ExportDraftsResponse> ExportDraftsAsync(
            ExportDraftsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.DraftService/ExportDrafts", request, () => new ExportDraftsResponse(),
                options, cancel);
        }

        /// <summary>
        /// Drafts what a file says, upon the drafts that hold; fields that it does not name stay as they
        /// are. Refused with all problems of the file, each with its line. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<ImportDraftsResponse> ImportDraftsAsync(
            ImportDraftsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.DraftService/ImportDrafts", request, () => new ImportDraftsResponse(),
                options, cancel);
        }
    }
}
