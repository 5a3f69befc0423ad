// The player loop: one thread that is the main one, frames, and what waits for the next frame.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;

namespace UnityEngine.Shim
{
    /// <summary>Drives frames on the thread that called Begin; that thread is the main one.</summary>
    public static class PlayerLoop
    {
        private static readonly Queue<Action> Waiting = new Queue<Action>();
        private static readonly Stopwatch Watch = Stopwatch.StartNew();
        private static Thread _main;

        public static int Frames { get; private set; }

        internal static double Seconds { get { return Watch.Elapsed.TotalSeconds; } }

        public static void Begin()
        {
            _main = Thread.CurrentThread;
            SynchronizationContext.SetSynchronizationContext(new MainThreadContext());
        }

        /// <summary>Runs one frame: what was posted, then the methods of all behaviours.</summary>
        public static void Frame()
        {
            CheckMainThread("Frame");
            Frames++;
            List<Action> due;
            lock (Waiting)
            {
                due = new List<Action>(Waiting);
                Waiting.Clear();
            }
            foreach (var action in due)
            {
                try { action(); }
                catch (Exception thrown) { Debug.LogException(thrown); }
            }
            World.Frame();
#if UNITY_EDITOR
            if (UnityEditor.EditorApplication.update != null) UnityEditor.EditorApplication.update();
#endif
            Thread.Sleep(2);
        }

        internal static bool IsMainThread { get { return Thread.CurrentThread == _main; } }

        internal static void CheckMainThread(string what)
        {
            if (!IsMainThread)
                throw new UnityException(what + " can only be called from the main thread.");
        }

        internal static void Post(Action action)
        {
            lock (Waiting) Waiting.Enqueue(action);
        }

        private sealed class MainThreadContext : SynchronizationContext
        {
            public override void Post(SendOrPostCallback callback, object state)
            {
                PlayerLoop.Post(() => callback(state));
            }

            public override void Send(SendOrPostCallback callback, object state)
            {
                if (IsMainThread) callback(state);
                else throw new UnityException("Send would block a thread on the player loop.");
            }
        }
    }
}
