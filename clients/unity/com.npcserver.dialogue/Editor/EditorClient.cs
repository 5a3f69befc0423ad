using System;
using UnityEditor;

namespace NpcDialogue.Unity.Editor
{
    /// <summary>A client that works outside of play mode, for as long as it is not disposed of.</summary>
    public sealed class EditorClient : IDisposable
    {
        private readonly MainThread _main = new MainThread();
        private readonly UnityWebRequestTransport _transport;

        /// <summary>A client of the server at an address, with a key that may be empty.</summary>
        public EditorClient(string serverUrl, string key)
        {
            _transport = new UnityWebRequestTransport(_main);
            var options = new NpcClientOptions
            {
                ServerUrl = serverUrl,
                Key = key,
                CallTimeout = TimeSpan.FromSeconds(5),
                Attempts = 1,
                Delay = _main.Delay,
            };
            Calls = new NpcClient(options, _transport);
            EditorApplication.update += Frame;
        }

        /// <summary>All methods of the server.</summary>
        public NpcClient Calls { get; private set; }

        /// <summary>Stops what is under way.</summary>
        public void Dispose()
        {
            EditorApplication.update -= Frame;
            Calls.Dispose();
            _transport.Dispose();
        }

        private void Frame()
        {
            _transport.Frame();
            _main.Frame();
        }
    }
}
