// Unity's way of testing over frames: a test is an enumerator that goes on with the next frame, and
// whatever is logged as an error fails it.
using System;
using System.Collections;
using System.Linq;

namespace UnityEngine.TestTools
{
    public static class LogAssert
    {
        public static bool ignoreFailingMessages { get; set; }
    }
}

namespace UnityEngine.Shim
{
    public static class Playing
    {
        /// <summary>Plays a test to its end; throws what it throws, and for what it logs or leaves.</summary>
        public static void Play(IEnumerator steps)
        {
            lock (Debug.Troubles) Debug.Troubles.Clear();
            TestTools.LogAssert.ignoreFailingMessages = false;
            GoThrough(steps);
            if (Web.DisposedTooEarly > 0)
                throw new InvalidOperationException("a request was disposed before it completed");
        }

        /// <summary>Fails a test that has left something behind; after its tear-down.</summary>
        public static void CheckLeftovers()
        {
            for (var frame = 0; frame < 500 && Web.Living > 0; frame++) PlayerLoop.Frame();
            if (Web.Living > 0) throw new InvalidOperationException(Web.Living + " requests were never disposed");
        }

        private static void GoThrough(IEnumerator steps)
        {
            while (steps.MoveNext())
            {
                var inner = steps.Current as IEnumerator;
                if (inner != null) GoThrough(inner);
                else PlayerLoop.Frame();
                lock (Debug.Troubles)
                {
                    if (TestTools.LogAssert.ignoreFailingMessages) Debug.Troubles.Clear();
                    if (Debug.Troubles.Count > 0)
                        throw new InvalidOperationException("unexpected log: " + Debug.Troubles.First());
                }
            }
        }
    }
}
