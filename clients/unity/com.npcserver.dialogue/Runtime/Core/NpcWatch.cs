using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue
{
    /// <summary>
    /// Watches a timeline for as long as it is played. A connection that breaks, or ends with the token of a
    /// player, is taken up again where it ended, so that each thing comes once and none is missed.
    /// </summary>
    public sealed class NpcWatch : IDisposable
    {
        private readonly NpcClient _client;
        private readonly WatchRequest _request;
        private readonly Action<WatchResponse> _onEvent;
        private readonly CancellationTokenSource _stopped = new CancellationTokenSource();
        private int _failures;
        private long _heard;
        private bool _hasLeft;

        internal NpcWatch(
            NpcClient client, string timelineId, Action<WatchResponse> onEvent, IEnumerable<string> characterIds)
        {
            _client = client;
            _onEvent = onEvent ?? throw new ArgumentNullException("onEvent");
            _request = new WatchRequest { TimelineId = timelineId };
            if (characterIds != null)
            {
                _request.CharacterIds.AddRange(characterIds);
            }
        }

        /// <summary>The connection broke and will be taken up again; says why it broke.</summary>
        public event Action<NpcRpcException> ConnectionLost;

        /// <summary>Position of the last event; null before the first connection.</summary>
        public int? LastSeq
        {
            get { return _request.AfterSeq; }
        }

        /// <summary>
        /// Ends when the game left the timeline by loading a save, or was stopped; fails with
        /// <see cref="NpcRpcException"/> where taking it up again cannot help, such as when the timeline was
        /// deleted, or with what the game's own handler threw. Reports nothing when it is not awaited.
        /// </summary>
        public Task Completion { get; private set; }

        /// <summary>Whether it was stopped; nothing is called back then.</summary>
        public bool IsStopped
        {
            get { return _stopped.IsCancellationRequested; }
        }

        /// <summary>Stops watching. Nothing is called back after it.</summary>
        public void Dispose()
        {
            _stopped.Cancel();
        }

        internal NpcWatch Begin(int? afterSeq, CancellationToken cancel)
        {
            _request.AfterSeq = afterSeq;
            Completion = RunAsync(cancel);
            NpcTasks.NeedNoObserver(Completion);
            return this;
        }

        private static bool CanBeTakenUp(NpcRpcException error)
        {
            return error.Code == NpcCode.Unavailable
                || error.Code == NpcCode.DeadlineExceeded // no answer in time, such as without a network
                || (error.Code == NpcCode.ResourceExhausted && error.Reason == "OVER_LIMIT");
        }

        private async Task RunAsync(CancellationToken cancel)
        {
            try
            {
                using (cancel.Register(Dispose))
                {
                    while (!_hasLeft && !_stopped.IsCancellationRequested)
                    {
                        await ConnectAsync();
                    }
                }
            }
            catch (OperationCanceledException)
            {
                return; // as was asked for
            }
        }

        private async Task ConnectAsync()
        {
            NpcRpcException lost;
            long heard = _heard;
            try
            {
                await FindStartAsync();
                await StreamAsync();
                if (_hasLeft)
                {
                    return;
                }
                lost = new NpcRpcException(NpcCode.Unavailable, "The server ended the stream; it is taken up again.");
            }
            catch (NpcRpcException error) when (CanBeTakenUp(error))
            {
                lost = error;
            }
            // the token of a stream that had begun has ended; the next one begins with another
            catch (NpcRpcException error) when (
                error.Code == NpcCode.Unauthenticated && _client.Options.Token != null && heard != _heard)
            {
                return;
            }
            _stopped.Token.ThrowIfCancellationRequested();
            _client.Options.Call(() => NpcTasks.Call(ConnectionLost, lost));
            _failures++;
            await NpcBackOff.WaitAsync(_client.Options, _failures, lost.RetryAfter, _stopped.Token);
        }

        /// <summary>
        /// Asks where the head is. Watching "from now on" must mean one moment: were the stream asked for it
        /// again after a break, all that happened in between would be missing.
        /// </summary>
        private async Task FindStartAsync()
        {
            if (_request.AfterSeq.HasValue)
            {
                return;
            }
            var request = new GetTimelineRequest { TimelineId = _request.TimelineId };
            GetTimelineResponse answer = await _client.Timelines.GetTimelineAsync(request, null, _stopped.Token);
            _request.AfterSeq = answer.Timeline.HeadSeq;
        }

        private async Task StreamAsync()
        {
            var once = new NpcCallOptions { Attempts = 1, Timeout = TimeSpan.Zero };
            using (var attempt = CancellationTokenSource.CreateLinkedTokenSource(_stopped.Token))
            {
                Task guard = GuardAsync(attempt);
                try
                {
                    await _client.Play.WatchAsync(_request, Take, once, attempt.Token);
                }
                catch (OperationCanceledException) when (!_stopped.IsCancellationRequested && !_client.Channel.IsClosed)
                {
                    throw new NpcRpcException(
                        NpcCode.Unavailable, "Nothing came for " + _client.Options.MostSilence.TotalSeconds + " seconds.");
                }
                finally
                {
                    attempt.Cancel();
                    await guard;
                }
            }
        }

        /// <summary>Hangs up when nothing came for too long.</summary>
        private async Task GuardAsync(CancellationTokenSource attempt)
        {
            try
            {
                while (_client.Options.MostSilence > TimeSpan.Zero)
                {
                    long heard = _heard;
                    await _client.Options.Delay(_client.Options.MostSilence, attempt.Token);
                    if (heard == _heard)
                    {
                        attempt.Cancel();
                        return;
                    }
                }
            }
            catch (OperationCanceledException)
            {
                return; // the stream ended by itself
            }
        }

        private void Take(WatchResponse what)
        {
            if (_stopped.IsCancellationRequested)
            {
                return;
            }
            _heard++;
            _failures = 0;
            bool isNew = what.Seq > _request.AfterSeq.GetValueOrDefault();
            if (isNew)
            {
                _request.AfterSeq = what.Seq;
            }
            bool isRecord = what.EventCase != WatchResponse.EventOneofCase.Checkpoint
                && what.EventCase != WatchResponse.EventOneofCase.Lateness;
            _hasLeft = _hasLeft || what.EventCase == WatchResponse.EventOneofCase.Left;
            if (isNew || !isRecord || _hasLeft)
            {
                _onEvent(what);
            }
        }
    }
}
