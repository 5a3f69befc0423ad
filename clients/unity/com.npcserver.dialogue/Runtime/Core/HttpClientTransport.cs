using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue
{
    /// <summary>
    /// Carries requests by .NET's own HttpClient: for consoles, servers and engines that run on .NET, such
    /// as Godot's. In Unity the components bring a transport of their own. A server on this machine is
    /// called without the proxy that the environment may name.
    /// </summary>
    public sealed class HttpClientTransport : INpcTransport, IDisposable
    {
        private readonly HttpClient _client;
        private readonly HttpClient _local;

        /// <summary>A transport for any number of calls at once.</summary>
        public HttpClientTransport()
        {
            // mono and .NET Framework let only two calls to a server pass at once unless told otherwise
            ServicePointManager.DefaultConnectionLimit = 1000;
            _client = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };
            var handler = new HttpClientHandler { UseProxy = false };
            _local = new HttpClient(handler, true) { Timeout = Timeout.InfiniteTimeSpan };
        }

        /// <inheritdoc/>
        public async Task SendAsync(
            NpcHttpRequest request, Action<NpcHead> onHead, Action<byte[], int> onBody, CancellationToken cancel)
        {
            using (var late = new CancellationTokenSource())
            using (var either = CancellationTokenSource.CreateLinkedTokenSource(cancel, late.Token))
            {
                if (request.Timeout > TimeSpan.Zero)
                {
                    late.CancelAfter(request.Timeout);
                }
                try
                {
                    await TransferAsync(request, onHead, onBody, either.Token);
                }
                catch (Exception error) when (IsOfTransport(error))
                {
                    cancel.ThrowIfCancellationRequested();
                    if (late.IsCancellationRequested)
                    {
                        throw new NpcRpcException(
                            NpcCode.DeadlineExceeded, "The server took longer than the call may take.");
                    }
                    throw NpcRpcException.Unreachable(request.Url, Innermost(error).Message, error);
                }
            }
        }

        /// <summary>Hangs up every call that is under way.</summary>
        public void Dispose()
        {
            _client.Dispose();
            _local.Dispose();
        }

        private HttpClient Client(Uri server)
        {
            return server.IsLoopback ? _local : _client;
        }

        private static bool IsOfTransport(Exception error)
        {
            return error is HttpRequestException || error is IOException || error is WebException
                || error is OperationCanceledException || error is ObjectDisposedException;
        }

        private static Exception Innermost(Exception error)
        {
            return error.InnerException == null ? error : Innermost(error.InnerException);
        }

        private static HttpRequestMessage Message(NpcHttpRequest request)
        {
            var message = new HttpRequestMessage(HttpMethod.Post, request.Url);
            message.Content = new ByteArrayContent(request.Body);
            message.Headers.ExpectContinue = false;
            foreach (KeyValuePair<string, string> header in request.Headers)
            {
                if (!message.Headers.TryAddWithoutValidation(header.Key, header.Value))
                {
                    message.Content.Headers.TryAddWithoutValidation(header.Key, header.Value);
                }
            }
            return message;
        }

        private async Task TransferAsync(
            NpcHttpRequest request, Action<NpcHead> onHead, Action<byte[], int> onBody, CancellationToken cancel)
        {
            const HttpCompletionOption Head = HttpCompletionOption.ResponseHeadersRead;
            using (HttpRequestMessage message = Message(request))
            using (HttpResponseMessage response = await Client(message.RequestUri).SendAsync(message, Head, cancel))
            using (Stream body = await response.Content.ReadAsStreamAsync())
            // not every runtime looks at the token while it waits for bytes
            using (cancel.Register(response.Dispose))
            {
                onHead(new NpcHead((int)response.StatusCode, Headers(response)));
                await PassOnAsync(body, onBody, cancel);
            }
        }

        /// <summary>
        /// Hands a body over. The next bytes are always asked for before these are handed over: only
        /// while a read is under way does cancelling close the connection at once. Between reads .NET
        /// would go on reading for two seconds, to keep the connection for later.
        /// </summary>
        private static async Task PassOnAsync(Stream body, Action<byte[], int> onBody, CancellationToken cancel)
        {
            var buffer = new byte[16 * 1024];
            var other = new byte[buffer.Length];
            Task<int> reading = body.ReadAsync(buffer, 0, buffer.Length, cancel);
            while (true)
            {
                int count = await reading;
                cancel.ThrowIfCancellationRequested();
                if (count == 0)
                {
                    return;
                }
                reading = body.ReadAsync(other, 0, other.Length, cancel);
                onBody(buffer, count);
                byte[] read = buffer;
                buffer = other;
                other = read;
            }
        }

        private static IEnumerable<KeyValuePair<string, string>> Headers(HttpResponseMessage response)
        {
            foreach (KeyValuePair<string, IEnumerable<string>> header in response.Headers)
            {
                yield return new KeyValuePair<string, string>(header.Key, string.Join(", ", header.Value));
            }
        }
    }
}
