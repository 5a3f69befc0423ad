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
            return new NpcTurn(this, listener ?? new NpcTurnListener()).Begin(this, Needed(request), cancel);
        }

        /// <summary>
        /// Says something in a circle, or without words lets the characters there go on among themselves; what
        /// they say comes to the listener, speaker by speaker. Returns at once. The turn timeout counts for
        /// each turn that may be taken. Cancelling hangs up and interrupts who is speaking.
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
        /// Returns a queue that tells the server what happens, in batches, in order and once. Without a
        /// timeline what happens waits until <see cref="NpcObservations.PlayIn"/> names one.
        /// </summary>
        public NpcObservations Observations(string timelineId)
        {
            return new NpcObservations(this, timelineId);
        }

        /// <summary>Starts a new line of play in a world, and returns what a save file must keep of it.</summary>
        public async Task<NpcSaveBinding> StartTimelineAsync(
            string worldId, string label = "", CancellationToken cancel = default(CancellationToken))
        {
            var request = new StartTimelineRequest { WorldId = worldId, Label = label };
            StartTimelineResponse started = await Timelines.StartTimelineAsync(request, null, cancel);
            return NpcSaveBinding.Of(started.Timeline);
        }

        /// <summary>
        /// Saves a timeline where it stands. Put the binding that comes back into the game's own save file.
        /// </summary>
        public async Task<NpcSaveBinding> SaveGameAsync(
            NpcSaveBinding playing, string name, CancellationToken cancel = default(CancellationToken))
        {
            var request = new SaveRequest { TimelineId = playing.TimelineId, Name = name };
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
            CancellationToken cancel = default(CancellationToken))
        {
            var request = new LoadRequest { SaveId = saved.SaveId, LeavingTimelineId = leavingTimelineId };
            LoadResponse loaded = await Timelines.LoadAsync(request, null, cancel);
            return NpcSaveBinding.Of(loaded.Timeline);
        }

        private static T Needed<T>(T request) where T : class
        {
            return request ?? throw new ArgumentNullException("request");
        }

        /// <summary>Hangs up whatever is under way. Characters who speak are interrupted by that.</summary>
        public void Dispose()
        {
            Channel.Dispose();
        }
    }
}
