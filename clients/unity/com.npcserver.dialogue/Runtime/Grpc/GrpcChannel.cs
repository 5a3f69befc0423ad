using System;
using System.Globalization;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Wire;

namespace NpcDialogue.Grpc
{
    /// <summary>
    /// Makes calls in gRPC's own protocol over any handler that speaks HTTP/2. Callbacks come in the
    /// context it is called from: in Unity, call it on the main thread and they come there.
    /// </summary>
    public sealed class GrpcChannel : NpcChannel
    {
        private static readonly Version Http2 = new Version(2, 0);
        private readonly HttpClient _http;

        /// <summary>A channel over a handler, which it owns from now on.</summary>
        public GrpcChannel(NpcClientOptions options, HttpMessageHandler handler)
            : base(options)
        {
            _http = new HttpClient(handler, true) { Timeout = Timeout.InfiniteTimeSpan };
        }

        /// <inheritdoc/>
        public override async Task<T> UnaryAsync<T>(
            string method,
            Message request,
            Func<T> make,
            NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            T answer = null;
            await CallAsync(method, request, false, make, message => answer = message, options, cancel);
            if (answer == null)
            {
                throw new NpcRpcException(
                    NpcCode.Internal,
                    method + " ended without an answer; does the server's version fit this client?");
            }
            NpcCall.LearnWorld(answer);
            return answer;
        }

        /// <inheritdoc/>
        public override Task StreamAsync<T>(
            string method,
            Message request,
            Func<T> make,
            Action<T> onMessage,
            NpcCallOptions options = null,
            CancellationToken cancel = default(CancellationToken))
        {
            return CallAsync(method, request, true, make, onMessage, options, cancel);
        }

        /// <inheritdoc/>
        public override void Dispose()
        {
            base.Dispose();
            _http.Dispose();
        }

        private Task CallAsync<T>(
            string method,
            Message request,
            bool isStream,
            Func<T> make,
            Action<T> onMessage,
            NpcCallOptions options,
            CancellationToken cancel)
            where T : Message
        {
            var call = new NpcCall(
                Options, options, method, request, isStream,
                message => EnvelopeParser.Wrap(0, ProtoWriter.Write(message)));
            Action<byte, byte[], int, int> onBytes = (flags, bytes, from, count) =>
            {
                T message = Read(method, flags, bytes, from, count, make);
                call.HasHeard = isStream;
                try
                {
                    onMessage(message);
                }
                catch (Exception thrown)
                {
                    call.Thrown = thrown;
                    throw;
                }
            };
            return RetryAsync(call, token => AttemptAsync(call, onBytes, token), cancel);
        }

        private static T Read<T>(string method, byte flags, byte[] bytes, int from, int count, Func<T> make)
            where T : Message
        {
            if (flags != 0)
            {
                throw new EnvelopeException("A message is compressed though that was not asked for.");
            }
            T message = make();
            try
            {
                ProtoFieldReader.Read(bytes, from, count, message);
            }
            catch (FormatException error)
            {
                throw ConnectReply.Unreadable(method, error);
            }
            return message;
        }

        private async Task AttemptAsync(
            NpcCall call, Action<byte, byte[], int, int> onBytes, CancellationToken cancel)
        {
            using (var ended = CancellationTokenSource.CreateLinkedTokenSource(cancel))
            {
                TimeSpan? left = call.TimeLeft;
                if (left.HasValue)
                {
                    ended.CancelAfter(left.Value + NpcCall.Grace);
                }
                try
                {
                    await SendAsync(call, onBytes, ended.Token);
                }
                // what the game's handler threw comes out as it is, even if it looks like one of these
                catch (Exception) when (call.Thrown != null)
                {
                    throw;
                }
                catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
                {
                    throw new NpcRpcException(NpcCode.DeadlineExceeded, call.Method + " took too long");
                }
                catch (Exception broken) when (broken is HttpRequestException || broken is IOException)
                {
                    cancel.ThrowIfCancellationRequested();
                    throw Unreachable(broken);
                }
                catch (EnvelopeException wrong)
                {
                    throw ConnectReply.Unreadable(call.Method, wrong);
                }
            }
        }

        private async Task SendAsync(
            NpcCall call, Action<byte, byte[], int, int> onBytes, CancellationToken cancel)
        {
            using (HttpRequestMessage request = Request(call))
            using (HttpResponseMessage response = await _http.SendAsync(
                request, HttpCompletionOption.ResponseHeadersRead, cancel))
            {
                if ((int)response.StatusCode != 200)
                {
                    throw new NpcRpcException(
                        NpcCodes.OfHttp((int)response.StatusCode),
                        "The answer to " + call.Method + " was HTTP status " + (int)response.StatusCode
                            + ". Is the gRPC listener of an npcserver at that address?");
                }
                if (call.IsStream)
                {
                    NpcVersion.RequireServer(response.Headers.Contains(NpcVersion.ServerHeader));
                }
                var parser = new EnvelopeParser();
                var buffer = new byte[8 * 1024];
                Stream body = await response.Content.ReadAsStreamAsync();
                int count;
                while ((count = await body.ReadAsync(buffer, 0, buffer.Length, cancel)) > 0)
                {
                    parser.Feed(buffer, count, onBytes);
                }
                GrpcStatus.ThrowUnlessOk(call.Method, response);
                NpcVersion.RequireServer(
                    call.IsStream || response.TrailingHeaders.Contains(NpcVersion.ServerHeader));
            }
        }

        private HttpRequestMessage Request(NpcCall call)
        {
            call.RequireSendable();
            var request = new HttpRequestMessage(HttpMethod.Post, Options.ServerUrl + "/" + call.Method)
            {
                Version = Http2,
                Content = new ByteArrayContent(call.Body),
            };
            request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/grpc");
            request.Headers.TryAddWithoutValidation("te", "trailers");
            call.AddHeaders((name, value) => request.Headers.TryAddWithoutValidation(name, value));
            TimeSpan? left = call.TimeLeft;
            if (left.HasValue)
            {
                // at most eight digits
                long milliseconds = Math.Min(99999999L, (long)left.Value.TotalMilliseconds);
                request.Headers.TryAddWithoutValidation(
                    "grpc-timeout", milliseconds.ToString(CultureInfo.InvariantCulture) + "m");
            }
            return request;
        }

        private NpcRpcException Unreachable(Exception cause)
        {
            return new NpcRpcException(
                NpcCode.Unavailable,
                "no answer from " + Options.ServerUrl + " (" + cause.Message
                    + "); is the server running there? This is the address of its gRPC listener",
                null, null, null, cause);
        }
    }
}
