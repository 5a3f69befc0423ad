// Generated from proto/npcserver/v1/timeline_service.proto by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue.V1
{
    /// <summary>Starts, saves and loads timelines. Saving and loading copy nothing.</summary>
    public sealed class TimelineServiceClient
    {
        private readonly NpcChannel _channel;

        /// <summary>Makes its calls through a channel.</summary>
        public TimelineServiceClient(NpcChannel channel)
        {
            _channel = channel;
        }

        /// <summary>
        /// Starts a new timeline of a world; its characters begin with their seed memories. Idempotent by
        /// <c>request_id</c>.
        /// </summary>
        public Task<StartTimelineResponse> StartTimelineAsync(
            StartTimelineRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/StartTimeline", request, () => new StartTimelineResponse(),
                options, cancel);
        }

        /// <summary>Returns a timeline with its present head and game time.</summary>
        public Task<GetTimelineResponse> GetTimelineAsync(
            GetTimelineRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/GetTimeline", request, () => new GetTimelineResponse(),
                options, cancel);
        }

        /// <summary>
        /// Gives a name to a moment of a timeline, to return to it with <c>Load</c>. Idempotent by
        /// <c>request_id</c>.
        /// </summary>
        public Task<SaveResponse> SaveAsync(
            SaveRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/Save", request, () => new SaveResponse(),
                options, cancel);
        }

        /// <summary>
        /// Starts a new timeline that sees everything up to a save and nothing after it. The timeline that
        /// was saved stays as it is and can be played on. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<LoadResponse> LoadAsync(
            LoadRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/Load", request, () => new LoadResponse(),
                options, cancel);
        }

        /// <summary>Lists the saves of a world, oldest id first.</summary>
        public Task<ListSavesResponse> ListSavesAsync(
            ListSavesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/ListSaves", request, () => new ListSavesResponse(),
                options, cancel);
        }

        /// <summary>Lists the timelines of a world, by id. Deleted ones are not among them.</summary>
        public Task<ListTimelinesResponse> ListTimelinesAsync(
            ListTimelinesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/ListTimelines", request, () => new ListTimelinesResponse(),
                options, cancel);
        }

        /// <summary>Deletes a save. What nothing else needs is freed in the background. Idempotent by <c>request_id</c>.</summary>
        public Task<DeleteSaveResponse> DeleteSaveAsync(
            DeleteSaveRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/DeleteSave", request, () => new DeleteSaveResponse(),
                options, cancel);
        }

        /// <summary>
        /// Deletes a timeline: it can be neither played nor read any more. Saves made on it and timelines
        /// forked from it stay, and keep what they see of it; the rest is freed in the background.
        /// Idempotent by <c>request_id</c>. The genesis of a world is <c>STILL_IN_USE</c>.
        /// </summary>
        public Task<DeleteTimelineResponse> DeleteTimelineAsync(
            DeleteTimelineRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/DeleteTimeline", request, () => new DeleteTimelineResponse(),
                options, cancel);
        }

        /// <summary>
        /// Says that a character is present, absent or dead in a timeline from now on; each may follow each.
        /// One that is not present is at no place: nobody hears, sees or visits it, speaks with it or waits
        /// for it, it does and thinks nothing, and talks, circles and scenes that it is in end or go on
        /// without it. To say something to it, or let it speak, is <c>CHARACTER_UNAVAILABLE</c>. Promises from
        /// and to the dead lapse. Those who see it happen know it from then on. What others remember stays,
        /// and one that is present again goes on where it was. Idempotent by <c>request_id</c>.
        /// </summary>
        public Task<SetAvailabilityResponse> SetAvailabilityAsync(
            SetAvailabilityRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/SetAvailability", request, () => new SetAvailabilityResponse(),
                options, cancel);
        }

        /// <summary>Lists the things of a timeline's world and their states, ordered by place and name.</summary>
        public Task<ListObjectStatesResponse> ListObjectStatesAsync(
            ListObjectStatesRequest request, NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return _channel.UnaryAsync("npcserver.v1.TimelineService/ListObjectStates", request, () => new ListObjectStatesResponse(),
                options, cancel);
        }
    }
}
