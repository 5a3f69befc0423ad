using System;
using System.Threading.Tasks;
using NpcDialogue.Admin;
using NpcDialogue.Admin.V1;

namespace NpcDialogue.Unity.Editor
{
    /// <summary>Asks a server whether it is there and takes the key; works outside of play mode.</summary>
    public sealed class ConnectionTest : IDisposable
    {
        private readonly EditorClient _client;

        /// <summary>A test of the server at an address, with a key that may be empty.</summary>
        public ConnectionTest(string serverUrl, string key)
        {
            _client = new EditorClient(serverUrl, key);
        }

        /// <summary>Returns a sentence for people, whatever the result. Never throws.</summary>
        public async Task<string> RunAsync()
        {
            try
            {
                ListWorldsResponse answer = await new NpcAdmin(_client.Calls).Worlds.ListWorldsAsync(
                    new ListWorldsRequest());
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
            _client.Dispose();
        }
    }
}
