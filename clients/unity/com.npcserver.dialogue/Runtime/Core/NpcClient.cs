using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue
{
    /// <summary>
    /// Talks to an npcserver. One client serves a whole game: many characters may speak at once. Callbacks
    /// come in the context in which the transport brings them; in Unity that is the main thread.
    /// </summary>
    public sealed partial class NpcClient : IDisposable
    {
        /// <summary>A client of a server. It connects with its first call.</summary>
        public NpcClient(NpcClientOptions options, INpcTransport transport)
            : this(new NpcChannel(options, transport))
        {
        }

        /// <summary>A client whose calls go through a channel of one's own.</summary>
        public NpcClient(NpcChannel channel)
        {
            Channel = channel;
            MakeServices();
        }

        /// <summary>What makes the calls.</summary>
        public NpcChannel Channel { get; private set; }

        /// <summary>Where the server is and how patient the client is.</summary>
        public NpcClientOptions Options
        {
            get { return Channel.Options; }
        }

        /// <summary>
        /// Says something to a character, whose turn comes to the listener as it is spoken. Returns at once.
        /// Cancelling hangs up and interrupts the character.
        /// </summary>
        public NpcTurn Say(
            SayRequest request, NpcTurnListener listener, CancellationToken cancel = default(CancellationToken))
        {
            return new NpcTurn(this, listener ?? new NpcTurnListener()).Begin(Needed(request), cancel);
        }

        /// <summary>
        /// Says something in a circle, or without words lets the characters there talk among themselves; what
        /// they say comes to the listener, speaker by speaker. Returns at once. The turn timeout counts for
        /// each turn that may be taken. Cancelling hangs up and interrupts the speaker.
        /// </summary>
        public NpcCircleTalk SayInCircle(
            SayInCircleRequest request, NpcCircleListener listener, CancellationToken cancel = default(CancellationToken))
        {
            return new NpcCircleTalk(this, listener ?? new NpcCircleListener()).Begin(this, Needed(request), cancel);
        }

        /// <summary>
        /// Watches a timeline: each thing that happens after a position (null: from now on) comes once and in
        /// order, also when the connection breaks or the server restarts meanwhile. Returns at once.
        /// </summary>
        public NpcWatch Watch(
            string timelineId,
            int? afterSeq,
            Action<WatchResponse> onEvent,
            CancellationToken cancel = default(CancellationToken),
            IEnumerable<string> characterIds = null)
        {
            return new NpcWatch(this, timelineId, onEvent, characterIds).Begin(afterSeq, cancel);
        }

        /// <summary>
        /// Returns a queue that sends the server observations, in batches, in order and once. Without a
        /// timeline they wait until <see cref="NpcObservations.PlayIn"/> names one.
        /// </summary>
        public NpcObservations Observations(string timelineId)
        {
            return new NpcObservations(this, timelineId);
        }

        /// <summary>
        /// Starts a new line of play in a world, and returns what a save file must keep of it.
        /// <paramref name="language"/> is that of its players, such as <c>pt-BR</c>.
        /// </summary>
        public async Task<NpcSaveBinding> StartTimelineAsync(
            string worldId,
            string label = "",
            CancellationToken cancel = default(CancellationToken),
            string language = "")
        {
            var request = new StartTimelineRequest { WorldId = worldId, Label = label, Language = language };
            StartTimelineResponse started = await Timelines.StartTimelineAsync(request, null, cancel);
            return NpcSaveBinding.Of(started.Timeline);
        }

        /// <summary>
        /// Saves a timeline as it is now. Put the returned binding into the game's own save file. With
        /// <paramref name="overwrite"/> it takes the place of the saves of that name in this playthrough.
        /// </summary>
        public async Task<NpcSaveBinding> SaveGameAsync(
            NpcSaveBinding playing,
            string name,
            CancellationToken cancel = default(CancellationToken),
            bool overwrite = false)
        {
            var request = new SaveRequest { TimelineId = playing.TimelineId, Name = name, Overwrite = overwrite };
            SaveResponse saved = await Timelines.SaveAsync(request, null, cancel);
            return NpcSaveBinding.Of(saved.Save);
        }

        /// <summary>
        /// Plays on from a save in a new timeline, which the returned binding names. What is being said in
        /// the timeline that is left ends there; empty or null leaves none.
        /// </summary>
        public async Task<NpcSaveBinding> LoadGameAsync(
            NpcSaveBinding saved,
            string leavingTimelineId,
            CancellationToken cancel = default(CancellationToken),
            string label = "")
        {
            var request = new LoadRequest
            {
                SaveId = saved.SaveId, LeavingTimelineId = leavingTimelineId, Label = label,
            };
            LoadResponse loaded = await Timelines.LoadAsync(request, null, cancel);
            return NpcSaveBinding.Of(loaded.Timeline);
        }

        /// <summary>
        /// Reports the outcome of an intent, in the timeline in which its turn was taken. Where the game
        /// left that one by a load, the outcome goes to the timeline that is played, if that one has the turn,
        /// and the request's <c>TimelineId</c> is changed to it. Otherwise the intent is void, and what is
        /// thrown says so: an <see cref="NpcRpcException"/> for which <see cref="IsVoid"/> is true.
        /// <paramref name="playedTimelineId"/> is what the game plays, for where the server does not know it.
        /// </summary>
        public async Task<ReportOutcomeResponse> ReportOutcomeAsync(
            ReportOutcomeRequest request,
            string playedTimelineId = "",
            CancellationToken cancel = default(CancellationToken))
        {
            NpcRpcException refusal;
            try
            {
                return await Play.ReportOutcomeAsync(request, null, cancel);
            }
            catch (NpcRpcException error) when (IsVoid(error))
            {
                refusal = error;
            }
            string played;
            if (!refusal.Metadata.TryGetValue("reportTo", out played)
                && !refusal.Metadata.ContainsKey("playedTimelineId"))
            {
                played = playedTimelineId; // a timeline between was deleted, and the server does not know
            }
            if (string.IsNullOrEmpty(played) || played == request.TimelineId)
            {
                throw refusal;
            }
            var again = new ReportOutcomeRequest
            {
                TimelineId = played,
                TurnId = request.TurnId,
                IntentId = request.IntentId,
                Status = request.Status,
                Detail = request.Detail,
            };
            try
            {
                ReportOutcomeResponse answer = await Play.ReportOutcomeAsync(again, null, cancel);
                request.TimelineId = played;
                return answer;
            }
            catch (NpcRpcException error) when (error.Reason == "TURN_NOT_FOUND")
            {
                throw refusal;
            }
        }

        /// <summary>
        /// Whether a report failed because the intent belongs to a timeline that was left or deleted: there is
        /// nothing to report any more.
        /// </summary>
        public static bool IsVoid(NpcRpcException error)
        {
            return error.Reason == "INTENT_TIMELINE_LEFT" || error.Reason == "TIMELINE_NOT_FOUND";
        }

        private static T Needed<T>(T request) where T : class
        {
            return request ?? throw new ArgumentNullException("request");
        }

        /// <summary>Ends all calls. Characters that speak are interrupted by that.</summary>
        public void Dispose()
        {
            Channel.Dispose();
        }
    }
}
