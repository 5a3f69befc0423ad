using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>
    /// Carries calls by the fetch of the browser, in which a web player runs: answers come word by word there
    /// too, and a call that is cancelled is closed at once.
    /// </summary>
    internal sealed class BrowserTransport : IFrameTransport
    {
        private readonly MainThread _main;
        private readonly IBrowserFetch _fetch;
        private readonly byte[] _buffer = new byte[16 * 1024];
        private readonly List<Call> _calls = new List<Call>();
        private bool _isClosed;

        public BrowserTransport(MainThread main, IBrowserFetch fetch)
        {
            _main = main;
            _fetch = fetch;
        }

        public int Running
        {
            get { return _calls.Count; }
        }

        public Task SendAsync(
            NpcHttpRequest request, Action<NpcHead> onHead, Action<byte[], int> onBody, CancellationToken cancel)
        {
            var call = new Call { Request = request, OnHead = onHead, OnBody = onBody };
            call.Closing = _main.Closed.Register(() => call.Done.TrySetCanceled());
            _main.Run(() => Begin(call, cancel));
            return call.Done.Task;
        }

        public void Frame()
        {
            double now = Time.realtimeSinceStartupAsDouble;
            foreach (Call call in _calls.ToArray())
            {
                Advance(call, now);
            }
        }

        public void Dispose()
        {
            _isClosed = true;
            foreach (Call call in _calls.ToArray())
            {
                Cancel(call);
            }
        }

        private void Begin(Call call, CancellationToken cancel)
        {
            if (_isClosed || cancel.IsCancellationRequested)
            {
                call.Closing.Dispose();
                call.Done.TrySetCanceled();
                return;
            }
            var headers = new StringBuilder();
            foreach (KeyValuePair<string, string> header in call.Request.Headers)
            {
                headers.Append(header.Key).Append(':').Append(header.Value).Append('\n');
            }
            call.Number = _fetch.Send(call.Request.Url, headers.ToString(), call.Request.Body);
            TimeSpan most = call.Request.Timeout;
            call.Deadline = most > TimeSpan.Zero
                ? Time.realtimeSinceStartupAsDouble + most.TotalSeconds
                : double.PositiveInfinity;
            _calls.Add(call);
            call.Registration = cancel.Register(() => _main.Run(() => Cancel(call)));
        }

        private void Advance(Call call, double now)
        {
            try
            {
                int status = call.HasHead ? 0 : _fetch.Status(call.Number);
                if (status > 0)
                {
                    call.HasHead = true;
                    call.OnHead(new NpcHead(status, Parsed(_fetch.Headers(call.Number))));
                }
                int count;
                // what is called here may end the call
                while (call.IsRunning && (count = _fetch.Read(call.Number, _buffer)) != 0)
                {
                    if (count < 0)
                    {
                        Finish(call);
                        return;
                    }
                    call.OnBody(_buffer, count);
                }
                if (call.IsRunning && now >= call.Deadline)
                {
                    throw new NpcRpcException(
                        NpcCode.DeadlineExceeded,
                        call.Request.Url + " took longer than " + call.Request.Timeout.TotalSeconds
                            + " s; allow more time in the settings, or ask for less");
                }
            }
            catch (Exception thrown)
            {
                Close(call);
                call.Done.TrySetException(thrown);
            }
        }

        private void Finish(Call call)
        {
            string problem = _fetch.Problem(call.Number);
            Close(call);
            if (problem.Length > 0)
            {
                call.Done.TrySetException(NpcRpcException.Unreachable(
                    call.Request.Url, problem + "; a page of another origin must be in the server's http.origins"));
            }
            else
            {
                call.Done.TrySetResult(true);
            }
        }

        private void Cancel(Call call)
        {
            Close(call);
            call.Done.TrySetCanceled();
        }

        private void Close(Call call)
        {
            if (!call.IsRunning)
            {
                return;
            }
            call.IsRunning = false;
            _calls.Remove(call);
            call.Registration.Dispose();
            call.Closing.Dispose();
            _fetch.Close(call.Number);
        }

        private static IEnumerable<KeyValuePair<string, string>> Parsed(string headers)
        {
            foreach (string line in headers.Split('\n'))
            {
                int at = line.IndexOf(':');
                if (at > 0)
                {
                    yield return new KeyValuePair<string, string>(line.Substring(0, at), line.Substring(at + 1));
                }
            }
        }

        private sealed class Call
        {
            public readonly TaskCompletionSource<bool> Done = new TaskCompletionSource<bool>();
            public NpcHttpRequest Request;
            public Action<NpcHead> OnHead;
            public Action<byte[], int> OnBody;
            public CancellationTokenRegistration Registration;
            public CancellationTokenRegistration Closing;
            public int Number;
            public double Deadline;
            public bool HasHead;
            public bool IsRunning = true;
        }
    }
}
