// UnityWebRequest over HttpClient. As in Unity, handlers and completion are called on the main thread,
// a script handler is given its own buffer again and again, and an aborted request still completes.
using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine.Shim;

namespace UnityEngine.Shim
{
    /// <summary>What the tests may ask of requests, and how a poorer platform is played.</summary>
    public static class Web
    {
        /// <summary>Requests that were disposed before they completed: a crash in some players.</summary>
        public static int DisposedTooEarly;

        /// <summary>Requests that were made and not disposed yet.</summary>
        public static int Living;

        /// <summary>Whether a body is handed over at its end only, as a platform may do.</summary>
        public static bool HandsOverWholeBodies;

        /// <summary>Whether plain HTTP is refused, as in a new project.</summary>
        public static bool RefusesPlainHttp;

        internal static readonly HttpClient Client = Make();

        private static HttpClient Make()
        {
            ServicePointManager.DefaultConnectionLimit = 500;
            ServicePointManager.Expect100Continue = false;
            return new HttpClient(new HttpClientHandler { AllowAutoRedirect = false, UseProxy = false })
            {
                Timeout = Timeout.InfiniteTimeSpan,
            };
        }
    }
}

namespace UnityEngine.Networking
{
    public class UploadHandler : IDisposable
    {
        public string contentType { get; set; }

        internal byte[] Body = new byte[0];

        public void Dispose() { }
    }

    public sealed class UploadHandlerRaw : UploadHandler
    {
        public UploadHandlerRaw(byte[] data)
        {
            PlayerLoop.CheckMainThread("UploadHandlerRaw");
            Body = data ?? new byte[0];
        }
    }

    public class DownloadHandler : IDisposable
    {
        internal bool IsDisposed;

        public bool isDone { get; internal set; }

        public virtual void Dispose() { IsDisposed = true; }

        internal virtual void Give(byte[] data, int length) { }

        internal virtual void Finish() { isDone = true; }
    }

    public class DownloadHandlerScript : DownloadHandler
    {
        private readonly byte[] _own;

        public DownloadHandlerScript() { PlayerLoop.CheckMainThread("DownloadHandlerScript"); }

        public DownloadHandlerScript(byte[] preallocatedBuffer) : this() { _own = preallocatedBuffer; }

        protected virtual bool ReceiveData(byte[] data, int dataLength) { return true; }

        protected virtual void ReceiveContentLengthHeader(ulong contentLength) { }

        protected virtual void CompleteContent() { }

        protected virtual float GetProgress() { return 0; }

        protected virtual byte[] GetData() { return null; }

        internal override void Give(byte[] data, int length)
        {
            if (IsDisposed) return;
            if (_own == null)
            {
                ReceiveData(data, length);
                return;
            }
            for (var at = 0; at < length; at += _own.Length)
            {
                var part = Math.Min(_own.Length, length - at);
                Buffer.BlockCopy(data, at, _own, 0, part);
                ReceiveData(_own, part);
            }
        }

        internal override void Finish()
        {
            base.Finish();
            CompleteContent();
        }
    }

    public sealed class UnityWebRequestAsyncOperation : AsyncOperation
    {
        public UnityWebRequest webRequest { get; internal set; }
    }

    public sealed class UnityWebRequest : IDisposable
    {
        public enum Result { InProgress, Success, ConnectionError, ProtocolError, DataProcessingError }

        private readonly CancellationTokenSource _abort = new CancellationTokenSource();
        private readonly Dictionary<string, string> _headers = new Dictionary<string, string>();
        private UnityWebRequestAsyncOperation _operation;
        private Dictionary<string, string> _answered;
        private bool _isDisposed;

        public UnityWebRequest(string url, string method)
        {
            PlayerLoop.CheckMainThread("UnityWebRequest");
            this.url = url;
            this.method = method;
            Interlocked.Increment(ref Web.Living);
        }

        public string url { get; set; }

        public string method { get; set; }

        public UploadHandler uploadHandler { get; set; }

        public DownloadHandler downloadHandler { get; set; }

        public int redirectLimit { get; set; } = 32;

        public int timeout { get; set; }

        public bool isDone { get { return _operation != null && _operation.isDone; } }

        public long responseCode { get; private set; }

        public Result result { get; private set; }

        public string error { get; private set; }

        public void SetRequestHeader(string name, string value)
        {
            Check();
            if (_operation != null) throw new InvalidOperationException("already sent");
            if (string.IsNullOrEmpty(name)) throw new ArgumentException("a header needs a name");
            _headers[name] = value;
        }

        public Dictionary<string, string> GetResponseHeaders() { Check(); return _answered; }

        public UnityWebRequestAsyncOperation SendWebRequest()
        {
            Check();
            if (_operation != null) throw new InvalidOperationException("already sent");
            if (Web.RefusesPlainHttp && url.StartsWith("http://"))
                throw new InvalidOperationException("Insecure connection not allowed");
            _operation = new UnityWebRequestAsyncOperation { webRequest = this };
            var message = new HttpRequestMessage(new HttpMethod(method), url);
            message.Content = new ByteArrayContent(uploadHandler == null ? new byte[0] : uploadHandler.Body);
            foreach (var header in _headers)
                if (!message.Headers.TryAddWithoutValidation(header.Key, header.Value))
                    message.Content.Headers.TryAddWithoutValidation(header.Key, header.Value);
            Task.Run(() => Run(message));
            return _operation;
        }

        public void Abort()
        {
            Check();
            if (_operation == null || _operation.isDone) return;
            _abort.Cancel();
            End(Result.ConnectionError, "Request aborted", 0);
        }

        public void Dispose()
        {
            PlayerLoop.CheckMainThread("Dispose");
            if (_isDisposed) return;
            if (_operation != null && !_operation.isDone)
            {
                Interlocked.Increment(ref Web.DisposedTooEarly);
                _abort.Cancel();
            }
            _isDisposed = true;
            Interlocked.Decrement(ref Web.Living);
            if (uploadHandler != null) uploadHandler.Dispose();
            if (downloadHandler != null) downloadHandler.Dispose();
        }

        private async Task Run(HttpRequestMessage message)
        {
            try
            {
                var completion = HttpCompletionOption.ResponseHeadersRead;
                using (var response = await Web.Client.SendAsync(message, completion, _abort.Token))
                using (_abort.Token.Register(response.Dispose))
                {
                    PlayerLoop.Post(() => Head(response));
                    await Body(await response.Content.ReadAsStreamAsync());
                    End((int)response.StatusCode >= 400 ? Result.ProtocolError : Result.Success,
                        (int)response.StatusCode >= 400 ? "HTTP/1.1 " + (int)response.StatusCode : null,
                        (int)response.StatusCode);
                }
            }
            catch (Exception thrown)
            {
                // a second end is ignored, so an abort stays an abort
                End(Result.ConnectionError, thrown.Message, 0);
            }
        }

        private async Task Body(Stream stream)
        {
            var whole = new MemoryStream();
            var buffer = new byte[16384];
            while (true)
            {
                var read = await stream.ReadAsync(buffer, 0, buffer.Length, _abort.Token);
                if (read == 0) break;
                if (Web.HandsOverWholeBodies)
                {
                    whole.Write(buffer, 0, read);
                    continue;
                }
                var part = new byte[read];
                Buffer.BlockCopy(buffer, 0, part, 0, read);
                PlayerLoop.Post(() => Give(part));
            }
            if (whole.Length > 0) PlayerLoop.Post(() => Give(whole.ToArray()));
        }

        private void Head(HttpResponseMessage response)
        {
            responseCode = (int)response.StatusCode;
            var answered = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            foreach (var header in response.Headers) answered[header.Key] = string.Join(",", header.Value);
            foreach (var header in response.Content.Headers)
                answered[header.Key] = string.Join(",", header.Value);
            _answered = answered;
        }

        private void Give(byte[] part)
        {
            if (!isDone && !_abort.IsCancellationRequested && downloadHandler != null)
                downloadHandler.Give(part, part.Length);
        }

        private void End(Result how, string trouble, int status)
        {
            PlayerLoop.Post(() =>
            {
                if (_operation.isDone) return;
                result = how;
                error = trouble;
                if (status != 0) responseCode = status;
                if (how != Result.ConnectionError && downloadHandler != null) downloadHandler.Finish();
                _operation.Complete();
            });
        }

        private void Check()
        {
            PlayerLoop.CheckMainThread("UnityWebRequest");
            if (_isDisposed) throw new InvalidOperationException("UnityWebRequest was disposed");
        }
    }
}
