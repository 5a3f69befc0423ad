using System;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue
{
    /// <summary>Where the server is and how patient the client is.</summary>
    public sealed class NpcClientOptions
    {
        private string _key = "";
        private string _serverUrl = "http://127.0.0.1:50052";

        /// <summary>Address of the server's HTTP listener, without a slash at its end.</summary>
        public string ServerUrl
        {
            get { return _serverUrl; }
            set { _serverUrl = (value ?? "").TrimEnd('/'); }
        }

        /// <summary>Key of the server; empty where it asks for none. Never ship one inside a game.</summary>
        public string Key
        {
            get { return _key; }
            set { _key = (value ?? "").Trim(); } // as from a file that ends with a line break
        }

        /// <summary>
        /// Gets a token of a player from your game's server, in place of <see cref="Key"/>: at first, 30 seconds
        /// before one ends, and once where one is refused. What it throws ends a call as though the server
        /// were away. Calls wait for it, so give its request a timeout. Null for none.
        /// </summary>
        public Func<Task<string>> Token { get; set; }

        /// <summary>How long a call may take with all its retries; zero waits as long as it takes.</summary>
        public TimeSpan CallTimeout { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>How long a character's whole turn may take; zero waits as long as it takes.</summary>
        public TimeSpan TurnTimeout { get; set; } = TimeSpan.FromSeconds(60);

        /// <summary>How often a call is tried when the server is not there, 1 or more.</summary>
        public int Attempts { get; set; } = 4;

        /// <summary>Pause before the first retry; it doubles each time, with up to half of it more by chance.</summary>
        public TimeSpan Pause { get; set; } = TimeSpan.FromMilliseconds(200);

        /// <summary>Longest pause between two attempts to take up a stream again.</summary>
        public TimeSpan MostPause { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>
        /// How long nothing at all may come on a watch before its connection is taken for dead, as behind a
        /// proxy that cuts idle ones silently. The server says something each few seconds. Zero waits for ever.
        /// </summary>
        public TimeSpan MostSilence { get; set; } = TimeSpan.FromSeconds(60);

        /// <summary>
        /// Gets an exception that a handler of <see cref="NpcObservations.Refused"/> or
        /// <see cref="NpcWatch.ConnectionLost"/> throws, which ends nothing; nothing where it is null.
        /// </summary>
        public Action<Exception> OnHandlerFailed { get; set; }

        /// <summary>
        /// How to wait. Engines without threads, such as WebGL, must wait by frames.
        /// </summary>
        public Func<TimeSpan, CancellationToken, Task> Delay { get; set; } = Task.Delay;

        internal void Call(Action handler)
        {
            try
            {
                handler();
            }
            catch (Exception thrown)
            {
                NpcTasks.Call(OnHandlerFailed, thrown);
            }
        }
    }

    /// <summary>What is different for one call.</summary>
    public sealed class NpcCallOptions
    {
        /// <summary>How long the call may take; null takes the client's, zero waits as long as it takes.</summary>
        public TimeSpan? Timeout { get; set; }

        /// <summary>How often it is tried when the server is not there; null takes the client's.</summary>
        public int? Attempts { get; set; }
    }
}
