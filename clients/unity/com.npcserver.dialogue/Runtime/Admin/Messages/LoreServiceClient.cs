// Generated from proto/npcserver/admin/v1/lore_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>
    /// Stores the books of worlds and answers from them with cited passages. Characters use the books
    /// they have read.
    /// </summary>
    public sealed class LoreServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public LoreServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Stores a book, replaces the one with the same id, and cuts it into passages. Idempotent by
        /// <c>request_id</c>.
        /// </summary>
        public Task<PutBookResponse> PutBookAsync(
            PutBookRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.LoreService/PutBook", request, () => new PutBookResponse(),
                options, cancel);
        }

        /// <summary>Returns a book.</summary>
        public Task<GetBookResponse> GetBookAsync(
            GetBookRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.LoreService/GetBook", request, () => new GetBookResponse(),
                options, cancel);
        }

        /// <summary>Lists the books of a world by id, without their chapters' texts.</summary>
        public Task<ListBooksResponse> ListBooksAsync(
            ListBooksRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.LoreService/ListBooks", request, () => new ListBooksResponse(),
                options, cancel);
        }

        /// <summary>Lists the passages of a book in order, as it was cut.</summary>
        public Task<ListPassagesResponse> ListPassagesAsync(
            ListPassagesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.LoreService/ListPassages", request, () => new ListPassagesResponse(),
                options, cancel);
        }

        /// <summary>Deletes a book. Receipts that cite it keep the ids of its passages. Idempotent by <c>request_id</c>.</summary>
        public Task<DeleteBookResponse> DeleteBookAsync(
            DeleteBookRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.LoreService/DeleteBook", request, () => new DeleteBookResponse(),
                options, cancel);
        }

        /// <summary>
        /// Streams the passages that answer a question or may answer it, best first, then ends. Nothing is
        /// made up: each tells its <c>confidence</c>, and with <c>min_confidence</c> 0.5 the stream is empty where no
        /// passage answers. Calls no model.
        /// </summary>
        public Task AskAsync(
            AskRequest request, Action<AskResponse> onMessage, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken), Func<AskResponse> make = null)
        {
            return _channel.StreamAsync("npcserver.admin.v1.LoreService/Ask", request, make ?? (() => new AskResponse()),
                onMessage, options, cancel);
        }
    }
}
