using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>A transport that is driven by frames.</summary>
    internal interface IFrameTransport : INpcTransport, IDisposable
    {
        /// <summary>How many requests are under way.</summary>
        int Running { get; }

        /// <summary>Does what is due; to be called once a frame.</summary>
        void Frame();
    }

    /// <summary>
    /// Carries calls over UnityWebRequest, the only HTTP that every Unity platform has. Calls may
    /// come from any thread; requests and replies are handled on the main one.
    /// </summary>
    public sealed class UnityWebRequestTransport : IFrameTransport
    {
        private readonly MainThread _main;
        private readonly List<WebCall> _calls = new List<WebCall>();
        private bool _isClosed;

        /// <summary>A transport whose frames are those of the given main thread.</summary>
        public UnityWebRequestTransport(MainThread main)
        {
            _main = main;
        }

        /// <summary>How many requests are under way.</summary>
        public int Running
        {
            get { return _calls.Count; }
        }

        /// <inheritdoc/>
        public Task SendAsync(
            NpcHttpRequest request, Action<NpcHead> onHead, Action<byte[], int> onBody, CancellationToken cancel)
        {
            var call = new WebCall(_main, request, onHead, onBody, _calls);
            _main.Run(() => call.Begin(_isClosed, cancel));
            return call.Task;
        }

        /// <summary>Ends all that is under way and takes no more; tasks that wait are cancelled.</summary>
        public void Dispose()
        {
            _isClosed = true;
            foreach (WebCall call in _calls.ToArray())
            {
                call.Cancel();
            }
        }

        /// <summary>Ends calls whose time is over; to be called once a frame.</summary>
        public void Frame()
        {
            double now = Time.realtimeSinceStartupAsDouble;
            for (int at = _calls.Count - 1; at >= 0; at--)
            {
                _calls[at].HoldDeadline(now);
            }
        }
    }
}
