using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Wire;

namespace NpcDialogue
{
    /// <summary>
    /// Makes calls: in time, once, and again when there was no connection. Everything happens in the
    /// context it is called from; nothing here starts a thread.
    /// </summary>
    public class NpcChannel : IDisposable
    {
        private readonly INpcTransport _transport;
        private readonly NpcTokens _tokens;
        private readonly CancellationTokenSource _closed = new CancellationTokenSource();

        /// <summary>A channel to a server.</summary>
        public NpcChannel(NpcClientOptions options, INpcTransport transport)
        {
            Options = options ?? throw new ArgumentNullException("options");
            _tokens = new NpcTokens(options);
            _transport = transport ?? throw new ArgumentNullException("transport");
        }

        /// <summary>A channel that carries calls in another way than Connect.</summary>
        protected NpcChannel(NpcClientOptions options)
        {
            Options = options ?? throw new ArgumentNullException("options");
            _tokens = new NpcTokens(options);
        }

        /// <summary>Where the server is and how patient the channel is.</summary>
        public NpcClientOptions Options { get; private set; }

        /// <summary>Whether it was closed; calls are cancelled then.</summary>
        public bool IsClosed
        {
            get { return _closed.IsCancellationRequested; }
        }

        /// <summary>Cancelled when the channel is closed.</summary>
        public CancellationToken Closed
        {
            get { return _closed.Token; }
        }

        /// <summary>
        /// Makes a call with one answer. Throws <see cref="NpcRpcException"/>, and
        /// <see cref="OperationCanceledException"/> when it is cancelled or the channel closed.
        /// </summary>
        public virtual async Task<T> UnaryAsync<T>(
            string method,
            Message request,
            Func<T> make,
            NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
            where T : Message
        {
            T answer = null;
            var call = new NpcCall(
                Options, options, method, request, false, sent => NpcCall.ConnectBody(sent, false));
            Action<ConnectReply> onEnd = reply => answer = ConnectReply.Unary(reply, make);
            await RetryAsync(call, token => AttemptAsync(call, onEnd, null, token), cancel);
            NpcCall.LearnWorld(answer);
            return answer;
        }

        /// <summary>
        /// Makes a call with a stream of answers, and ends when the stream does. Without a timeout of its
        /// own it lasts as long as it takes. Throws as <see cref="UnaryAsync"/> does, and whatever
        /// <paramref name="onMessage"/> throws. Each answer is read into what <paramref name="make"/> returns.
        /// </summary>
        public virtual async Task StreamAsync<T>(
            string method,
            Message request,
            Func<T> make,
            Action<T> onMessage,
            NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
            where T : Message
        {
            var call = new NpcCall(
                Options, options, method, request, true, sent => NpcCall.ConnectBody(sent, true));
            Action<ConnectReply> onEnd = reply => reply.ThrowUnlessEnded();
            var reader = new JsonFieldReader();
            Action<byte[], int, int> onBytes = (bytes, from, count) =>
            {
                T message = make();
                Parse(method, reader, bytes, from, count, message);
                onMessage(message);
            };
            await RetryAsync(call, token => AttemptAsync(call, onEnd, onBytes, token), cancel);
        }

        /// <summary>Cancels what is under way. Streams end, and no more calls are made.</summary>
        public virtual void Dispose()
        {
            _closed.Cancel();
        }

        private static void Parse(
            string method, JsonFieldReader reader, byte[] bytes, int from, int count, Message into)
        {
            try
            {
                reader.Read(bytes, from, count, into);
            }
            catch (FormatException error)
            {
                throw ConnectReply.Unreadable(method, error);
            }
        }

        /// <summary>Makes attempts until one succeeds, or fails for good.</summary>
        internal async Task RetryAsync(
            NpcCall call, Func<CancellationToken, Task> attempt, CancellationToken cancel)
        {
            using (var either = CancellationTokenSource.CreateLinkedTokenSource(cancel, _closed.Token))
            {
                while (true)
                {
                    TimeSpan pause;
                    try
                    {
                        either.Token.ThrowIfCancellationRequested();
                        call.Shown = await _tokens.ShownAsync(call.Refused);
                        await attempt(either.Token);
                        return;
                    }
                    catch (NpcRpcException error)
                    {
                        either.Token.ThrowIfCancellationRequested();
                        if (!call.MayRetry(error, out pause))
                        {
                            throw;
                        }
                    }
                    await Options.Delay(pause, either.Token);
                }
            }
        }

        private async Task AttemptAsync(
            NpcCall call, Action<ConnectReply> onEnd, Action<byte[], int, int> onMessage, CancellationToken cancel)
        {
            var reply = new ConnectReply(call, onMessage);
            await _transport.SendAsync(call.Request(), head => reply.Head = head, reply.Take, cancel);
            try
            {
                onEnd(reply);
                reply.RequireServer();
            }
            catch (FormatException error)
            {
                throw ConnectReply.Unreadable(call.Method, error);
            }
        }
    }
}
