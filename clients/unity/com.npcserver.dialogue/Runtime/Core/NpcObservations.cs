using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue
{
    /// <summary>
    /// Sends the server observations: at most ten times a second, in order, each thing once, however often
    /// the game adds something. While the server is away the queue waits, up to its capacity.
    /// </summary>
    public sealed class NpcObservations : IDisposable
    {
        private const int MostInBatch = 100; // the least of the server's limits, that of story flags

        private readonly NpcClient _client;
        private readonly object _gate = new object();
        private readonly LinkedList<Entry> _queue = new LinkedList<Entry>();
        private readonly CancellationTokenSource _closed;
        private Task _pump = Task.FromResult(true);
        private bool _isPumping;
        private string _timelineId;

        internal NpcObservations(NpcClient client, string timelineId)
        {
            _client = client;
            _timelineId = timelineId ?? "";
            _closed = CancellationTokenSource.CreateLinkedTokenSource(client.Channel.Closed);
        }

        /// <summary>
        /// A batch was refused and is gone; says why, and what was in it. A handler that throws ends nothing.
        /// </summary>
        public event Action<NpcRpcException, ObserveRequest> Refused;

        /// <summary>Pause between two batches.</summary>
        public TimeSpan Interval { get; set; } = TimeSpan.FromMilliseconds(100);

        /// <summary>How much waits at most. When it is full the oldest goes.</summary>
        public int Capacity { get; set; } = 5000;

        /// <summary>How much went because the queue was full.</summary>
        public int Dropped { get; private set; }

        /// <summary>How much waits, without the batch that is on its way.</summary>
        public int Waiting
        {
            get
            {
                lock (_gate)
                {
                    return _queue.Count;
                }
            }
        }

        /// <summary>Adds something that happened. It is kept until it is sent: make a new object for each.</summary>
        public void Observe(Observation what)
        {
            Add(3, what, request => request.Observations.Add(what));
        }

        /// <summary>Adds that a thing is different.</summary>
        public void Change(ObjectChange what)
        {
            Add(2, what, request => request.Objects.Add(what));
        }

        /// <summary>Adds a movement.</summary>
        public void Move(Movement what)
        {
            Add(1, what, request => request.Movements.Add(what));
        }

        /// <summary>Adds that a story flag is set or unset.</summary>
        public void Flag(StoryFlag what)
        {
            Add(0, what, request => request.Flags.Add(what));
        }

        /// <summary>Names the timeline in which all this happens, where it was not known before.</summary>
        public void PlayIn(string timelineId)
        {
            lock (_gate)
            {
                _timelineId = timelineId ?? "";
                PumpIfNeeded();
            }
        }

        /// <summary>
        /// Ends when all that was added is durable or refused, or the queue is closed; at once while no
        /// timeline is known. Never fails.
        /// </summary>
        public async Task FlushAsync()
        {
            while (true)
            {
                Task pump;
                lock (_gate)
                {
                    pump = _pump;
                }
                await pump;
                lock (_gate)
                {
                    if (!_isPumping)
                    {
                        return;
                    }
                }
            }
        }

        /// <summary>Gives up what waits.</summary>
        public void Dispose()
        {
            _closed.Cancel();
            lock (_gate)
            {
                _queue.Clear();
            }
        }

        private void Add(int stage, Message what, Action<ObserveRequest> addTo)
        {
            if (what == null)
            {
                throw new ArgumentNullException("what");
            }
            if (_closed.IsCancellationRequested)
            {
                return;
            }
            lock (_gate)
            {
                _queue.AddLast(new Entry(stage, addTo));
                if (_queue.Count > Math.Max(1, Capacity))
                {
                    _queue.RemoveFirst();
                    Dropped++;
                }
                PumpIfNeeded();
            }
        }

        private void PumpIfNeeded()
        {
            if (_isPumping || _queue.Count == 0 || _timelineId.Length == 0)
            {
                return;
            }
            _isPumping = true;
            _pump = PumpAsync();
        }

        private async Task PumpAsync()
        {
            try
            {
                while (true)
                {
                    await _client.Options.Delay(Interval, _closed.Token);
                    List<Entry> batch = NextBatch();
                    if (batch.Count == 0)
                    {
                        return;
                    }
                    await SendAsync(batch);
                }
            }
            catch (OperationCanceledException)
            {
                StopPumping();
            }
        }

        private void StopPumping()
        {
            lock (_gate)
            {
                _isPumping = false;
            }
        }

        /// <summary>
        /// Takes the next things that may travel together. The server stores flags, movements, changes and
        /// observations of a batch in this order, so what would be overtaken begins the next batch.
        /// </summary>
        private List<Entry> NextBatch()
        {
            var batch = new List<Entry>();
            lock (_gate)
            {
                int stage = 0;
                while (_queue.Count > 0 && batch.Count < MostInBatch && _queue.First.Value.Stage >= stage)
                {
                    stage = _queue.First.Value.Stage;
                    batch.Add(_queue.First.Value);
                    _queue.RemoveFirst();
                }
                _isPumping = batch.Count > 0;
            }
            return batch;
        }

        private async Task SendAsync(List<Entry> batch)
        {
            ObserveRequest request = Request(batch);
            NpcRpcException error = await DeliverAsync(request);
            if (error == null)
            {
                return;
            }
            if (error.Code == NpcCode.InvalidArgument && batch.Count > 1)
            {
                foreach (Entry entry in batch) // one thing is wrong: the others need not go with it
                {
                    await SendAsync(new List<Entry> { entry });
                }
                return;
            }
            _client.Options.Call(() => Refused?.Invoke(error, request));
        }

        /// <summary>Sends a batch until it is durable or refused, always under the same request id.</summary>
        private async Task<NpcRpcException> DeliverAsync(ObserveRequest request)
        {
            for (int attempt = 1; ; attempt++)
            {
                NpcRpcException error;
                try
                {
                    await _client.Play.ObserveAsync(request, null, _closed.Token);
                    return null;
                }
                catch (NpcRpcException failed)
                {
                    error = failed;
                }
                catch (Exception surprise) when (!(surprise is OperationCanceledException))
                {
                    // such as from a transport of the game's own: what comes after it must still go out
                    error = new NpcRpcException(NpcCode.Internal, surprise.Message, null, null, null, surprise);
                }
                if (!error.IsRetryable && error.Code != NpcCode.DeadlineExceeded)
                {
                    return error;
                }
                await NpcBackOff.WaitAsync(_client.Options, attempt, error.RetryAfter, _closed.Token);
            }
        }

        private ObserveRequest Request(List<Entry> batch)
        {
            var request = new ObserveRequest { RequestId = NpcIds.NewRequestId(), TimelineId = _timelineId };
            foreach (Entry entry in batch)
            {
                entry.AddTo(request);
            }
            return request;
        }

        private sealed class Entry
        {
            public Entry(int stage, Action<ObserveRequest> addTo)
            {
                Stage = stage;
                AddTo = addTo;
            }

            public int Stage { get; private set; }

            public Action<ObserveRequest> AddTo { get; private set; }
        }
    }
}
