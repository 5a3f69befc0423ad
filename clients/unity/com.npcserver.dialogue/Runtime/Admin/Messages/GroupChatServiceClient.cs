// Generated from proto/npcserver/admin/v1/group_chat_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Admin.V1
{
    /// <summary>
    /// Runs scenes after AgentGroupChat (arXiv 2403.13433): members with goals and resources talk in
    /// private, meet, debate before all, revise their views, and vote.
    ///
    /// A group chat is part of a timeline: it is saved and loaded with it, and continues where it was
    /// when the server starts again.
    /// </summary>
    public sealed class GroupChatServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public GroupChatServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Opens a group chat from a scene file. It waits to be advanced. A scene file with mistakes is
        /// refused with all of them, by line and field. A server without a language model fails with
        /// FAILED_PRECONDITION and the reason MODEL_UNAVAILABLE. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<OpenGroupChatResponse> OpenGroupChatAsync(
            OpenGroupChatRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/OpenGroupChat", request, () => new OpenGroupChatResponse(),
                options, cancel);
        }

        /// <summary>Returns the stage of a group chat, the state of its members, and whom it waits for.</summary>
        public Task<GetGroupChatResponse> GetGroupChatAsync(
            GetGroupChatRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/GetGroupChat", request, () => new GetGroupChatResponse(),
                options, cancel);
        }

        /// <summary>Lists the group chats of a timeline, oldest first.</summary>
        public Task<ListGroupChatsResponse> ListGroupChatsAsync(
            ListGroupChatsRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/ListGroupChats", request, () => new ListGroupChatsResponse(),
                options, cancel);
        }

        /// <summary>
        /// Streams the events of a group chat, from a position on: all of them, or what one member or the
        /// audience may know, when they may know it. An event that becomes known later is at the position
        /// by which it became known. Ends after <c>closed</c>, and when the game leaves the timeline.
        /// </summary>
        public Task WatchGroupChatAsync(
            WatchGroupChatRequest request, Action<WatchGroupChatResponse> onMessage, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.StreamAsync("npcserver.admin.v1.GroupChatService/WatchGroupChat", request, () => new WatchGroupChatResponse(),
                onMessage, options, cancel);
        }

        /// <summary>
        /// Lets a group chat run by itself, up to a point. Returns at once; watch the events. A server
        /// without a language model fails as in <c>OpenGroupChat</c>. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<AdvanceGroupChatResponse> AdvanceGroupChatAsync(
            AdvanceGroupChatRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/AdvanceGroupChat", request, () => new AdvanceGroupChatResponse(),
                options, cancel);
        }

        /// <summary>
        /// Lets a person speak and decide for a member from now on; the group chat waits for them whenever
        /// it is that member's turn. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<TakeSeatResponse> TakeSeatAsync(
            TakeSeatRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/TakeSeat", request, () => new TakeSeatResponse(),
                options, cancel);
        }

        /// <summary>Gives a seat back: the member speaks and decides for itself again. Idempotent by <c>request_id</c>.</summary>
        public Task<LeaveSeatResponse> LeaveSeatAsync(
            LeaveSeatRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/LeaveSeat", request, () => new LeaveSeatResponse(),
                options, cancel);
        }

        /// <summary>
        /// Speaks: from a seat when it is that member's turn, or from the audience, before all, at any time
        /// until it is closed. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<SpeakInGroupChatResponse> SpeakInGroupChatAsync(
            SpeakInGroupChatRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/SpeakInGroupChat", request, () => new SpeakInGroupChatResponse(),
                options, cancel);
        }

        /// <summary>Chooses, from a seat, whom to talk with. Idempotent by <c>request_id</c>.</summary>
        public Task<ChoosePartnerResponse> ChoosePartnerAsync(
            ChoosePartnerRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/ChoosePartner", request, () => new ChoosePartnerResponse(),
                options, cancel);
        }

        /// <summary>Votes, from a seat. Idempotent by <c>request_id</c>.</summary>
        public Task<CastVoteResponse> CastVoteAsync(
            CastVoteRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/CastVote", request, () => new CastVoteResponse(),
                options, cancel);
        }

        /// <summary>
        /// Ends a group chat early: nobody wins. Closing one that is over changes nothing. Idempotent by
        /// <c>request_id</c>.
        /// </summary>
        public Task<CloseGroupChatResponse> CloseGroupChatAsync(
            CloseGroupChatRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/CloseGroupChat", request, () => new CloseGroupChatResponse(),
                options, cancel);
        }

        /// <summary>
        /// Returns the result of a group chat so far: votes, winner, the relations of members, what was
        /// said, and how rich its language is.
        /// </summary>
        public Task<GetGroupChatResultResponse> GetGroupChatResultAsync(
            GetGroupChatResultRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.GroupChatService/GetGroupChatResult", request, () => new GetGroupChatResultResponse(),
                options, cancel);
        }
    }
}
