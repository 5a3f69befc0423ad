using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>What a browser's fetch does, by .NET's own client; see <c>NpcFetch.jslib</c>.</summary>
    internal sealed class HttpFetch : IBrowserFetch
    {
        private readonly HttpClient _client = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };
        private readonly Dictionary<int, Call> _calls = new Dictionary<int, Call>();
        private int _next = 1;

        /// <summary>How many calls were not closed.</summary>
        public int Open
        {
            get { return _calls.Count; }
        }

        public int Send(string url, string headers, byte[] body)
        {
            var message = new HttpRequestMessage(HttpMethod.Post, url) { Content = new ByteArrayContent(body) };
            foreach (string line in headers.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries))
            {
                string name = line.Substring(0, line.IndexOf(':')), value = line.Substring(line.IndexOf(':') + 1);
                if (!message.Headers.TryAddWithoutValidation(name, value))
                {
                    message.Content.Headers.TryAddWithoutValidation(name, value);
                }
            }
            var call = new Call();
            _calls[_next] = call;
            Task.Run(() => RunAsync(call, message));
            return _next++;
        }

        public int Status(int call)
        {
            return _calls[call].Status;
        }

        public string Headers(int call)
        {
            return _calls[call].Headers;
        }

        public int Read(int call, byte[] into)
        {
            Call read = _calls[call];
            lock (read.Parts)
            {
                if (read.Parts.Count == 0)
                {
                    return read.IsOver ? -1 : 0;
                }
                byte[] part = read.Parts.Dequeue();
                part.CopyTo(into, 0);
                return part.Length;
            }
        }

        public string Problem(int call)
        {
            return _calls[call].Problem;
        }

        public void Close(int call)
        {
            _calls[call].Abort.Cancel();
            _calls.Remove(call);
        }

        private async Task RunAsync(Call call, HttpRequestMessage message)
        {
            try
            {
                using (HttpResponseMessage response = await _client.SendAsync(
                    message, HttpCompletionOption.ResponseHeadersRead, call.Abort.Token))
                using (call.Abort.Token.Register(response.Dispose))
                {
                    foreach (KeyValuePair<string, IEnumerable<string>> header in response.Headers)
                    {
                        call.Headers += header.Key + ":" + string.Join(", ", header.Value) + "\n";
                    }
                    call.Status = (int)response.StatusCode;
                    var buffer = new byte[4096];
                    int count;
                    var body = await response.Content.ReadAsStreamAsync();
                    while ((count = await body.ReadAsync(buffer, 0, buffer.Length, call.Abort.Token)) > 0)
                    {
                        var part = new byte[count];
                        Array.Copy(buffer, part, count);
                        lock (call.Parts)
                        {
                            call.Parts.Enqueue(part);
                        }
                    }
                }
            }
            catch (Exception error)
            {
                call.Problem = error.Message;
            }
            lock (call.Parts)
            {
                call.IsOver = true;
            }
        }

        private sealed class Call
        {
            public readonly Queue<byte[]> Parts = new Queue<byte[]>();
            public readonly CancellationTokenSource Abort = new CancellationTokenSource();
            public volatile int Status;
            public volatile string Headers = "";
            public volatile string Problem = "";
            public bool IsOver;
        }
    }
}
