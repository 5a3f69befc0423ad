using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Http;
using NpcDialogue.Wire;

namespace NpcDialogue.Tests
{
    internal sealed class CheckFailed : Exception
    {
        public CheckFailed(string message)
            : base(message)
        {
        }
    }

    internal static class Check
    {
        public static void That(bool isSo, string otherwise)
        {
            if (!isSo)
            {
                throw new CheckFailed(otherwise);
            }
        }

        public static void Equal<T>(T expected, T actual)
        {
            That(EqualityComparer<T>.Default.Equals(expected, actual), "expected " + expected + ", got " + actual);
        }

        public static T Throws<T>(Action action) where T : Exception
        {
            try
            {
                action();
            }
            catch (T error)
            {
                return error;
            }
            throw new CheckFailed("expected " + typeof(T).Name + ", got no exception");
        }

        /// <summary>Returns how a task failed that is over already: nothing here waits for real.</summary>
        public static NpcRpcException Failed(Task task)
        {
            That(task.IsFaulted, "expected a failure, got " + task.Status);
            var error = task.Exception.InnerException as NpcRpcException;
            That(error != null, "expected NpcRpcException, got " + task.Exception.InnerException);
            return error;
        }
    }

    /// <summary>Time that passes when it is told to. Waits up to `Patient` are over at once.</summary>
    internal sealed class FakeClock
    {
        public readonly List<TimeSpan> Waited = new List<TimeSpan>();
        public TimeSpan Patient = TimeSpan.FromSeconds(20);
        private readonly List<KeyValuePair<TimeSpan, TaskCompletionSource<bool>>> _waiting =
            new List<KeyValuePair<TimeSpan, TaskCompletionSource<bool>>>();
        private TimeSpan _now;

        public Task Delay(TimeSpan time, CancellationToken cancel)
        {
            Waited.Add(time);
            var over = new TaskCompletionSource<bool>();
            if (time <= Patient)
            {
                over.SetResult(true);
            }
            else
            {
                _waiting.Add(new KeyValuePair<TimeSpan, TaskCompletionSource<bool>>(_now + time, over));
            }
            cancel.Register(() => over.TrySetCanceled());
            return over.Task;
        }

        public void Advance(TimeSpan time)
        {
            _now += time;
            while (true)
            {
                int at = _waiting.FindIndex(each => each.Key <= _now);
                if (at < 0)
                {
                    return;
                }
                TaskCompletionSource<bool> over = _waiting[at].Value;
                _waiting.RemoveAt(at);
                over.TrySetResult(true);
            }
        }
    }

    /// <summary>One request that a fake server got, and what it answers.</summary>
    internal sealed class Exchange
    {
        public readonly TaskCompletionSource<bool> Over = new TaskCompletionSource<bool>();
        public NpcHttpRequest Request;
        public Action<NpcHead> OnHead;
        public Action<byte[], int> OnBody;
        public bool WasHungUp;
        /// <summary>Headers of a server that this client can use; none for one before 0.3.0.</summary>
        public IDictionary<string, string> SaysWire =
            new Dictionary<string, string> { { "npc-server", "wire/2" } };
        /// <summary>Whether headers are known only at the end, as on some platforms.</summary>
        public bool TellsHeadLast;
        private bool _hasHead;

        public string Method
        {
            get { return Request.Url.Substring(Request.Url.LastIndexOf('/') + 1); }
        }

        /// <summary>The request's message.</summary>
        public Node Sent
        {
            get
            {
                int skip = Request.Headers["content-type"] == "application/json" ? 0 : 5;
                return Node.Parse(Encoding.UTF8.GetString(Request.Body, skip, Request.Body.Length - skip));
            }
        }

        public void Answer(int status, string body)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(body);
            TellHead(status);
            OnBody(bytes, bytes.Length);
            Over.TrySetResult(true);
        }

        public void Say(string json, byte flags = 0)
        {
            byte[] bytes = EnvelopeParser.Wrap(flags, Encoding.UTF8.GetBytes(json));
            try
            {
                if (!TellsHeadLast)
                {
                    TellHead(200);
                }
                OnBody(bytes, bytes.Length);
            }
            catch (Exception error)
            {
                Over.TrySetException(error);
            }
        }

        public void End(string json = "{}")
        {
            Say(json, EnvelopeParser.EndStream);
            TellHead(200);
            Over.TrySetResult(true);
        }

        private void TellHead(int status)
        {
            if (!_hasHead)
            {
                _hasHead = true;
                OnHead(new NpcHead(status, SaysWire));
            }
        }

        public void Break()
        {
            Over.TrySetException(new NpcRpcException(NpcCode.Unavailable, "the connection broke"));
        }
    }

    /// <summary>A server that a test plays itself. With `Reply` set it answers by itself.</summary>
    internal sealed class FakeServer : INpcTransport
    {
        public readonly List<Exchange> Exchanges = new List<Exchange>();
        public readonly FakeClock Clock = new FakeClock();
        public Action<Exchange> Reply;

        public NpcClient Client(Action<NpcClientOptions> change = null)
        {
            var options = new NpcClientOptions { ServerUrl = "http://server/", Key = "k", Delay = Clock.Delay };
            if (change != null)
            {
                change(options);
            }
            return new NpcClient(options, this);
        }

        public List<Exchange> Of(string method)
        {
            return Exchanges.Where(each => each.Method == method).ToList();
        }

        public Exchange Last(string method)
        {
            List<Exchange> found = Of(method);
            Check.That(found.Count > 0, "nobody called " + method);
            return found[found.Count - 1];
        }

        public Task SendAsync(
            NpcHttpRequest request, Action<NpcHead> onHead, Action<byte[], int> onBody, CancellationToken cancel)
        {
            var exchange = new Exchange { Request = request, OnHead = onHead, OnBody = onBody };
            Exchanges.Add(exchange);
            cancel.Register(() =>
            {
                exchange.WasHungUp = exchange.Over.TrySetCanceled();
            });
            if (Reply != null)
            {
                Reply(exchange);
            }
            return exchange.Over.Task;
        }
    }
}
