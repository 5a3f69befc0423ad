using System;
using Cysharp.Net.Http;

namespace NpcDialogue.Grpc
{
    /// <summary>Clients that speak native gRPC, through YetAnotherHttpHandler.</summary>
    public static class NpcGrpc
    {
        /// <summary>
        /// Returns a client of the server's gRPC listener, such as <c>http://127.0.0.1:50051</c>. Dispose of
        /// it when play ends: an open handler holds up the editor's next domain reload.
        /// </summary>
        public static NpcClient Connect(string serverUrl, string key = "")
        {
            var options = new NpcClientOptions { ServerUrl = serverUrl, Key = key };
            // HTTP/2 only: a plain-text server cannot be asked which version it speaks
            return new NpcClient(new GrpcChannel(options, new YetAnotherHttpHandler { Http2Only = true }));
        }
    }
}
