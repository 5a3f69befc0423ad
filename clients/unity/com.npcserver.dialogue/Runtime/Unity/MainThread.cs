using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>
    /// Runs on Unity's main thread what any thread hands in, in order, once a frame; and waits
    /// without timers or other threads, which a web player does not have.
    /// </summary>
    public sealed class MainThread
    {
        private readonly Thread _thread = Thread.CurrentThread;
        private readonly List<Action> _waiting = new List<Action>();
        private readonly List<Action> _running = new List<Action>();
        private readonly List<Pause> _pauses = new List<Pause>();
        private readonly CancellationTokenSource _closed = new CancellationTokenSource();

        /// <summary>Whether the caller is on the main thread.</summary>
        public bool IsHere
        {
            get { return Thread.CurrentThread == _thread; }
        }

        /// <summary>Cancelled when there are no more frames.</summary>
        internal CancellationToken Closed
        {
            get { return _closed.Token; }
        }

        /// <summary>Runs an action in the next frame, after all that were handed in before.</summary>
        public void Post(Action action)
        {
            lock (_waiting)
            {
                _waiting.Add(action);
            }
        }

        /// <summary>Runs an action at once if the caller is on the main thread, else in the next frame.</summary>
        public void Run(Action action)
        {
            if (IsHere)
            {
                action();
            }
            else
            {
                Post(action);
            }
        }

        /// <summary>Waits in real time, whatever the game's time scale; the task is cancelled with the token.</summary>
        public Task Delay(TimeSpan time, CancellationToken cancel)
        {
            var pause = new Pause(time);
            pause.Closing = _closed.Token.Register(pause.Cancel);
            if (cancel.CanBeCanceled)
            {
                pause.Registration = cancel.Register(() => Run(pause.Cancel));
            }
            Run(() => _pauses.Add(pause));
            return pause.Task;
        }

        /// <summary>Says that there are no more frames: what waits for one is given up.</summary>
        internal void Close()
        {
            _closed.Cancel();
        }

        /// <summary>Runs what is due; a handler that throws is logged and delays no other.</summary>
        internal void Frame()
        {
            EndPauses(Time.realtimeSinceStartupAsDouble);
            lock (_waiting)
            {
                _running.AddRange(_waiting);
                _waiting.Clear();
            }
            // what these actions post waits for the next frame, so that a frame always ends
            for (int at = 0; at < _running.Count; at++)
            {
                try
                {
                    _running[at]();
                }
                catch (Exception thrown)
                {
                    Debug.LogException(thrown);
                }
            }
            _running.Clear();
        }

        private void EndPauses(double now)
        {
            for (int at = _pauses.Count - 1; at >= 0; at--)
            {
                if (_pauses[at].IsOver(now))
                {
                    _pauses.RemoveAt(at);
                }
            }
        }

        private sealed class Pause
        {
            public CancellationTokenRegistration Registration;
            public CancellationTokenRegistration Closing;
            private readonly TaskCompletionSource<bool> _done = new TaskCompletionSource<bool>();
            private readonly double _seconds;
            private double _end;

            public Pause(TimeSpan time)
            {
                _seconds = time.TotalSeconds;
            }

            public Task Task
            {
                get { return _done.Task; }
            }

            public void Cancel()
            {
                _done.TrySetCanceled();
            }

            public bool IsOver(double now)
            {
                if (_end == 0)
                {
                    _end = now + _seconds;
                }
                if (now >= _end)
                {
                    _done.TrySetResult(true);
                }
                if (_done.Task.IsCompleted)
                {
                    Registration.Dispose();
                    Closing.Dispose();
                }
                return _done.Task.IsCompleted;
            }
        }
    }
}
