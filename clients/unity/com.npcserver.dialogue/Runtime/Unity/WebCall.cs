using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;
using UnityEngine.Networking;

namespace NpcDialogue.Unity
{
    /// <summary>
    /// One request. It is disposed when Unity says that it has completed and never before: players
    /// have crashed on requests that were disposed while they ran.
    /// </summary>
    internal sealed class WebCall
    {
        private readonly MainThread _main;
        private readonly NpcHttpRequest _request;
        private readonly Action<NpcHead> _onHead;
        private readonly Action<byte[], int> _onBody;
        private readonly ICollection<WebCall> _running;
        private readonly TaskCompletionSource<bool> _done = new TaskCompletionSource<bool>();
        private readonly CancellationTokenRegistration _closing;
        private CancellationTokenRegistration _registration;
        private UnityWebRequest _web;
        private BodyHandler _body;
        private double _deadline = double.PositiveInfinity;
        private bool _hasHead;

        public WebCall(
            MainThread main,
            NpcHttpRequest request,
            Action<NpcHead> onHead,
            Action<byte[], int> onBody,
            ICollection<WebCall> running)
        {
            _main = main;
            _request = request;
            _onHead = onHead;
            _onBody = onBody;
            _running = running;
            // another thread's call may wait for a frame that never comes
            _closing = main.Closed.Register(() => _done.TrySetCanceled());
        }

        public Task Task
        {
            get { return _done.Task; }
        }

        /// <summary>Sends the request; on the main thread.</summary>
        public void Begin(bool isClosed, CancellationToken cancel)
        {
            if (isClosed || cancel.IsCancellationRequested)
            {
                _closing.Dispose();
                _done.TrySetCanceled();
                return;
            }
            UnityWebRequestAsyncOperation sent;
            try
            {
                Make();
                sent = _web.SendWebRequest();
            }
            catch (Exception refused)
            {
                DisposeOfIt();
                _closing.Dispose();
                _done.TrySetException(Refusal(refused));
                return;
            }
            if (_request.Timeout > TimeSpan.Zero)
            {
                _deadline = Time.realtimeSinceStartupAsDouble + _request.Timeout.TotalSeconds;
            }
            _running.Add(this);
            sent.completed += _ => End();
            // the token may be cancelled on any thread, a request is aborted on the main one only
            _registration = cancel.Register(() => _main.Run(Cancel));
        }

        /// <summary>Closes the connection; a waiting caller gets the error at once.</summary>
        public void Cancel()
        {
            if (_done.TrySetCanceled())
            {
                Abort();
            }
        }

        /// <summary>Closes the connection if the time is over.</summary>
        public void HoldDeadline(double now)
        {
            if (now < _deadline)
            {
                return;
            }
            _deadline = double.PositiveInfinity;
            string message = _request.Url + " took longer than " + _request.Timeout.TotalSeconds
                + " s; allow more time in the settings, or ask for less";
            if (_done.TrySetException(new NpcRpcException(NpcCode.DeadlineExceeded, message)))
            {
                Abort();
            }
        }

        private void Make()
        {
            _body = new BodyHandler(Take);
            _web = new UnityWebRequest(_request.Url, "POST");
            _web.downloadHandler = _body;
            _web.uploadHandler = new UploadHandlerRaw(_request.Body);
            _web.redirectLimit = 0; // a redirected POST would lose its body
            foreach (KeyValuePair<string, string> header in _request.Headers)
            {
                _web.SetRequestHeader(header.Key, header.Value);
            }
        }

        private void Abort()
        {
            _body.Close();
            if (_web != null)
            {
                _web.Abort(); // `End` follows
            }
        }

        private void End()
        {
            _running.Remove(this);
            _registration.Dispose();
            _closing.Dispose();
            if (_body.Thrown != null)
            {
                _done.TrySetException(_body.Thrown);
            }
            else if (_web.result == UnityWebRequest.Result.Success
                || _web.result == UnityWebRequest.Result.ProtocolError)
            {
                // an HTTP error is an answer: its body says what is wrong
                TellHead(_web.GetResponseHeaders());
                _done.TrySetResult(true);
            }
            else
            {
                _done.TrySetException(NpcRpcException.Unreachable(_request.Url, _web.error));
            }
            DisposeOfIt();
        }

        private void Take(byte[] data, int count)
        {
            Dictionary<string, string> headers = _hasHead ? null : _web.GetResponseHeaders();
            if (headers != null)
            {
                TellHead(headers); // else they are known at the end
            }
            _onBody(data, count);
        }

        private void TellHead(IDictionary<string, string> headers)
        {
            if (!_hasHead)
            {
                _hasHead = true;
                _onHead(new NpcHead((int)_web.responseCode, headers));
            }
        }

        private void DisposeOfIt()
        {
            if (_web != null)
            {
                _web.Dispose();
                _web = null;
            }
        }

        private NpcRpcException Refusal(Exception refused)
        {
            bool isPlain = _request.Url.StartsWith("http://", StringComparison.OrdinalIgnoreCase);
            string message = "Unity does not call " + _request.Url + " (" + refused.Message + "); ";
            message += isPlain && refused is InvalidOperationException
                ? "use https, or set Project Settings > Player > Other Settings > Allow downloads over HTTP"
                : "write the server's address as http://HOST:PORT or https://HOST:PORT";
            return new NpcRpcException(NpcCode.InvalidArgument, message, null, null, null, refused);
        }

        /// <summary>Hands bytes over as they come; a platform may also give all of them at the end.</summary>
        private sealed class BodyHandler : DownloadHandlerScript
        {
            private Action<byte[], int> _onBody;

            public BodyHandler(Action<byte[], int> onBody)
                : base(new byte[16 * 1024]) // one buffer for the whole reply: no garbage per token
            {
                _onBody = onBody;
            }

            /// <summary>What the receiver threw; null while all is well.</summary>
            public Exception Thrown { get; private set; }

            public void Close()
            {
                _onBody = null;
            }

            protected override bool ReceiveData(byte[] data, int dataLength)
            {
                if (_onBody == null || data == null)
                {
                    return false; // no listener any more: Unity ends the request
                }
                try
                {
                    _onBody(data, dataLength);
                    return true;
                }
                catch (Exception thrown)
                {
                    Thrown = thrown;
                    _onBody = null;
                    return false;
                }
            }
        }
    }
}
