// Generated from proto/npcserver/admin/v1/scene_service.proto by proto/generate_csharp.py; do not edit.
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
    /// A scene is part of a timeline: it is saved and loaded with it, and continues where it was
    /// when the server starts again.
    /// </summary>
    public sealed class SceneServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public SceneServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Opens a scene from a scene file. It waits to be advanced. A scene file with mistakes is
        /// refused with all of them, by line and field. A server without a language model fails with
        /// FAILED_PRECONDITION and the reason MODEL_UNAVAILABLE. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<OpenSceneResponse> OpenSceneAsync(
            OpenSceneRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/OpenScene", request, () => new OpenSceneResponse(),
                options, cancel);
        }

        /// <summary>Returns the stage of a scene, the state of its members, and whom it waits for.</summary>
        public Task<GetSceneResponse> GetSceneAsync(
            GetSceneRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/GetScene", request, () => new GetSceneResponse(),
                options, cancel);
        }

        /// <summary>Lists the scenes of a timeline, oldest first.</summary>
        public Task<ListScenesResponse> ListScenesAsync(
            ListScenesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/ListScenes", request, () => new ListScenesResponse(),
                options, cancel);
        }

        /// <summary>
        /// Streams the events of a scene, from a position on: all of them, or what one member or the
        /// audience may know, when they may know it. An event that becomes known later is at the position
        /// by which it became known. Ends after <c>closed</c>, and when the game leaves the timeline.
        /// </summary>
        public Task WatchSceneAsync(
            WatchSceneRequest request, Action<WatchSceneResponse> onMessage, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken), Func<WatchSceneResponse> make = null)
        {
            return _channel.StreamAsync("npcserver.admin.v1.SceneService/WatchScene", request, make ?? (() => new WatchSceneResponse()),
                onMessage, options, cancel);
        }

        /// <summary>
        /// Lets a scene run by itself, up to a point. Returns at once; watch the events. A server
        /// without a language model fails as in <c>OpenScene</c>. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<AdvanceSceneResponse> AdvanceSceneAsync(
            AdvanceSceneRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/AdvanceScene", request, () => new AdvanceSceneResponse(),
                options, cancel);
        }

        /// <summary>
        /// Lets a person speak and decide for a member from now on; the scene waits for them whenever
        /// it is that member's turn. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<TakeSeatResponse> TakeSeatAsync(
            TakeSeatRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/TakeSeat", request, () => new TakeSeatResponse(),
                options, cancel);
        }

        /// <summary>Gives a seat back: the member speaks and decides for itself again. Idempotent by <c>request_id</c>.</summary>
        public Task<LeaveSeatResponse> LeaveSeatAsync(
            LeaveSeatRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/LeaveSeat", request, () => new LeaveSeatResponse(),
                options, cancel);
        }

        /// <summary>
        /// Speaks: from a seat when it is that member's turn, or from the audience, before all, at any time
        /// until it is closed. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<SpeakInSceneResponse> SpeakInSceneAsync(
            SpeakInSceneRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/SpeakInScene", request, () => new SpeakInSceneResponse(),
                options, cancel);
        }

        /// <summary>Chooses, from a seat, whom to talk with. Idempotent by <c>request_id</c>.</summary>
        public Task<ChoosePartnerResponse> ChoosePartnerAsync(
            ChoosePartnerRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/ChoosePartner", request, () => new ChoosePartnerResponse(),
                options, cancel);
        }

        /// <summary>Votes, from a seat. Idempotent by <c>request_id</c>.</summary>
        public Task<CastVoteResponse> CastVoteAsync(
            CastVoteRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/CastVote", request, () => new CastVoteResponse(),
                options, cancel);
        }

        /// <summary>
        /// Ends a scene early: nobody wins. Closing one that is over changes nothing. Idempotent by
        /// <c>request_id</c>.
        /// </summary>
        public Task<CloseSceneResponse> CloseSceneAsync(
            CloseSceneRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/CloseScene", request, () => new CloseSceneResponse(),
                options, cancel);
        }

        /// <summary>
        /// Returns the result of a scene so far: votes, winner, the relations of members, what was
        /// said, and how rich its language is.
        /// </summary>
        public Task<GetSceneResultResponse> GetSceneResultAsync(
            GetSceneResultRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.admin.v1.SceneService/GetSceneResult", request, () => new GetSceneResultResponse(),
                options, cancel);
        }
    }
}
