// Generated from proto/npcserver/v1/play_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue.V1
{
    /// <summary>The game at run time: observations and utterances go in; lines and intents come out.</summary>
    public sealed class PlayServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public PlayServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Sends characters a batch of observations, which is stored as a whole. Returns when it is
        /// durable. Never waits for a model. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<ObserveResponse> ObserveAsync(
            ObserveRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/Observe", request, () => new ObserveResponse(),
                options, cancel);
        }

        /// <summary>
        /// Says something to a character and streams back its turn. Cancelling the call interrupts the
        /// character; it then remembers only what was delivered. A repeat with the same <c>request_id</c>
        /// replays the stored turn. If the server died during the turn, what had been delivered is sent
        /// again first, and the turn goes on if the model begins with the same words; otherwise it ends
        /// with <c>TURN_OUTCOME_INTERRUPTED</c>. If the connection broke before anything was delivered, the
        /// repeat has the whole answer.
        /// </summary>
        public Task SayAsync(
            SayRequest request, Action<SayResponse> onMessage, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken), Func<SayResponse> make = null)
        {
            return _channel.StreamAsync("npcserver.v1.PlayService/Say", request, make ?? (() => new SayResponse()),
                onMessage, options, cancel);
        }

        /// <summary>
        /// Interrupts a turn that is being spoken, for engines that cannot cancel a call. The turn ends
        /// with <c>TURN_OUTCOME_INTERRUPTED</c>.
        /// </summary>
        public Task<InterruptResponse> InterruptAsync(
            InterruptRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/Interrupt", request, () => new InterruptResponse(),
                options, cancel);
        }

        /// <summary>
        /// Opens a circle: characters and players who talk with each other, hear each other, and are heard
        /// by nobody else. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<OpenCircleResponse> OpenCircleAsync(
            OpenCircleRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/OpenCircle", request, () => new OpenCircleResponse(),
                options, cancel);
        }

        /// <summary>Returns a circle.</summary>
        public Task<GetCircleResponse> GetCircleAsync(
            GetCircleRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/GetCircle", request, () => new GetCircleResponse(),
                options, cancel);
        }

        /// <summary>Lists the circles of a timeline that have not broken up, by id.</summary>
        public Task<ListCirclesResponse> ListCirclesAsync(
            ListCirclesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/ListCircles", request, () => new ListCirclesResponse(),
                options, cancel);
        }

        /// <summary>
        /// Adds a member to a circle; it has not heard what was said before. A member of another circle
        /// leaves that one. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<JoinCircleResponse> JoinCircleAsync(
            JoinCircleRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/JoinCircle", request, () => new JoinCircleResponse(),
                options, cancel);
        }

        /// <summary>
        /// Removes a member from a circle; it does not hear what is said after that. A member that moves
        /// to another place leaves the circle too, as soon as the circle is read or spoken in. A circle of
        /// fewer than two, or of players alone, breaks up. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<LeaveCircleResponse> LeaveCircleAsync(
            LeaveCircleRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/LeaveCircle", request, () => new LeaveCircleResponse(),
                options, cancel);
        }

        /// <summary>
        /// Says something in a circle, or lets the characters talk among themselves, and streams back who
        /// has the floor and what they say, one after the other, until nobody has anything to add, a
        /// player is asked, or <c>most_turns</c> are over. Rules decide who speaks next, without a model. New
        /// words in a circle end what an earlier call still streams: a character finishes its turn, unless
        /// the new words address it; then it is interrupted. Cancelling the call interrupts too, and an
        /// <c>Interrupt</c> of a turn ends what follows it. A repeat with the same <c>request_id</c> says nothing
        /// twice and streams what is left to say.
        /// </summary>
        public Task SayInCircleAsync(
            SayInCircleRequest request, Action<SayInCircleResponse> onMessage, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken), Func<SayInCircleResponse> make = null)
        {
            return _channel.StreamAsync("npcserver.v1.PlayService/SayInCircle", request, make ?? (() => new SayInCircleResponse()),
                onMessage, options, cancel);
        }

        /// <summary>
        /// Reports the outcome of an intent. A completed intent is remembered as a deed; a refused or
        /// failed one is remembered as something that did not happen. One final status counts, with or
        /// without <c>ACCEPTED</c> before it; accepting again changes nothing. An intent proposed before the
        /// game left the timeline by a load is <c>INTENT_TIMELINE_LEFT</c>, which names the timeline to report
        /// it in, if there is one. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<ReportOutcomeResponse> ReportOutcomeAsync(
            ReportOutcomeRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/ReportOutcome", request, () => new ReportOutcomeResponse(),
                options, cancel);
        }

        /// <summary>
        /// Moves game time forward, and with <c>wait_for</c> lets characters catch up. Idempotent by
        /// <c>request_id</c>; moving backwards is <c>CLOCK_MOVED_BACKWARDS</c>: load a save instead. A move of six
        /// hours or more leaves each character a few dated memories of the time that was skipped.
        /// </summary>
        public Task<AdvanceClockResponse> AdvanceClockAsync(
            AdvanceClockRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/AdvanceClock", request, () => new AdvanceClockResponse(),
                options, cancel);
        }

        /// <summary>
        /// Reports that a promise was kept, broken or withdrawn, where the game knows better than talk and
        /// clock. Both sides remember it. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<SettleCommitmentResponse> SettleCommitmentAsync(
            SettleCommitmentRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/SettleCommitment", request, () => new SettleCommitmentResponse(),
                options, cancel);
        }

        /// <summary>
        /// Returns lines that a player may try first with a character which speaks without a model: each is
        /// answered from what the world says. None where a model speaks, which answers more than these.
        /// </summary>
        public Task<SuggestLinesResponse> SuggestLinesAsync(
            SuggestLinesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/SuggestLines", request, () => new SuggestLinesResponse(),
                options, cancel);
        }

        /// <summary>
        /// Sets how finely characters think, such as when players come near them or leave. Idempotent by
        /// <c>request_id</c>.
        /// </summary>
        public Task<SetAttentionResponse> SetAttentionAsync(
            SetAttentionRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.PlayService/SetAttention", request, () => new SetAttentionResponse(),
                options, cancel);
        }

        /// <summary>
        /// Streams events of a timeline, and what characters do and think, from a position on. A
        /// checkpoint is sent when nothing happens for a while, so that a client can resume from it. Ends
        /// after <c>left</c>, with <c>SHUTTING_DOWN</c>, with <c>TIMELINE_NOT_FOUND</c> when the timeline is deleted, or
        /// when the client cancels or reads nothing for 5 seconds (<c>OVER_LIMIT</c>).
        /// </summary>
        public Task WatchAsync(
            WatchRequest request, Action<WatchResponse> onMessage, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken), Func<WatchResponse> make = null)
        {
            return _channel.StreamAsync("npcserver.v1.PlayService/Watch", request, make ?? (() => new WatchResponse()),
                onMessage, options, cancel);
        }
    }
}
