#if UNITY_WEBGL && !UNITY_EDITOR
using System.Runtime.InteropServices;
#endif

namespace NpcDialogue.Unity
{
    /// <summary>What <see cref="BrowserTransport"/> asks of a browser; a call has a number.</summary>
    internal interface IBrowserFetch
    {
        /// <summary>Begins a call; headers are lines of <c>name:value</c>.</summary>
        int Send(string url, string headers, byte[] body);

        /// <summary>Returns the HTTP status, or 0 until it is known.</summary>
        int Status(int call);

        /// <summary>Returns the headers of the answer, as lines.</summary>
        string Headers(int call);

        /// <summary>Reads what has come; returns how many bytes, 0 for none yet, -1 when no more comes.</summary>
        int Read(int call, byte[] into);

        /// <summary>Returns why the connection failed; empty where it did not.</summary>
        string Problem(int call);

        /// <summary>Ends a call and forgets it.</summary>
        void Close(int call);
    }

#if UNITY_WEBGL && !UNITY_EDITOR
    /// <summary>The fetch of the browser that the game runs in, by <c>Plugins/NpcFetch.jslib</c>.</summary>
    internal sealed class BrowserFetch : IBrowserFetch
    {
        public int Send(string url, string headers, byte[] body)
        {
            return NpcFetchSend(url, headers, body, body.Length);
        }

        public int Status(int call)
        {
            return NpcFetchStatus(call);
        }

        public string Headers(int call)
        {
            return NpcFetchHeaders(call);
        }

        public int Read(int call, byte[] into)
        {
            return NpcFetchRead(call, into, into.Length);
        }

        public string Problem(int call)
        {
            return NpcFetchProblem(call);
        }

        public void Close(int call)
        {
            NpcFetchClose(call);
        }

        [DllImport("__Internal")]
        private static extern int NpcFetchSend(string url, string headers, byte[] body, int length);

        [DllImport("__Internal")]
        private static extern int NpcFetchStatus(int call);

        [DllImport("__Internal")]
        private static extern string NpcFetchHeaders(int call);

        [DllImport("__Internal")]
        private static extern int NpcFetchRead(int call, byte[] into, int capacity);

        [DllImport("__Internal")]
        private static extern string NpcFetchProblem(int call);

        [DllImport("__Internal")]
        private static extern void NpcFetchClose(int call);
    }
#endif
}
