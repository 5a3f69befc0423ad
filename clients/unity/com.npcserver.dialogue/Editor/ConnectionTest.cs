using System;
using System.Threading.Tasks;
using UnityEditor;

namespace NpcDialogue.Unity.Editor
{
    /// <summary>Asks a server whether it is there and takes the key; works outside of play mode.</summary>
    public sealed class ConnectionTest : IDisposable
    {
        private readonly MainThread _main = new MainThread();
        private readonly UnityWebRequestTransport _transport;
        private readonly NpcClient _client;

        /// <summary>A test of the server at an address, with a key that may be empty.</summary>
        public ConnectionTest(string serverUrl, string key)
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
            _client = new NpcClient(options, _transport);
            EditorApplication.update += Frame;
        }

        /// <summary>Returns a sentence for people, whatever the result. Never throws.</summary>
        public async Task<string> RunAsync()
        {
            try
            {
                Admin.V1.ListWorldsResponse answer = await new Admin.NpcAdmin(_client).Worlds.ListWorldsAsync(
                    new Admin.V1.ListWorldsRequest());
                return answer.Worlds.Count == 0
                    ? "The server answers. It has no world yet: npcserver import FILE.yaml brings one."
                    : "The server answers. Its first world is " + answer.Worlds[0].WorldId + ".";
            }
            catch (NpcRpcException failure)
            {
                return failure.Message;
            }
            catch (OperationCanceledException)
            {
                return "The test was stopped.";
            }
        }

        /// <summary>Stops what is under way.</summary>
        public void Dispose()
        {
            EditorApplication.update -= Frame;
            _client.Dispose();
            _transport.Dispose();
        }

        private void Frame()
        {
            _transport.Frame();
            _main.Frame();
        }
    }
}
