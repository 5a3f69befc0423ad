using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;
using System.Reflection;
using System.Text;
using System.Threading;
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Tests
{
    /// <summary>How much memory a token takes, when every word is one that never came before.</summary>
    internal static class AllocationChecks
    {
        public static readonly Dictionary<string, Action> All = new Dictionary<string, Action>
        {
            { "a token of a turn allocates at most 64 bytes", TokensOfATurn },
            { "a token of a circle allocates at most 64 bytes", TokensOfACircle },
            { "a token over HttpClient allocates at most 600 bytes, with what .NET takes to read", TokensOverHttp },
        };

        private const int Warm = 200;
        private const int Count = 2000;
        private const int MostBytes = 64;
        private const int MostBytesOverHttp = 600;

        private static void TokensOfATurn()
        {
            var server = new FakeServer();
            int heard = 0;
            var listener = new NpcTurnListener { OnToken = text => heard += text.Length };
            server.Client().Say(new SayRequest { Text = "hello", StreamDeltas = true }, listener);
            Measure(server.Last("Say"), "event", () => heard);
        }

        private static void TokensOfACircle()
        {
            var server = new FakeServer();
            int heard = 0;
            var listener = new NpcCircleListener { OnToken = (turn, text) => heard += text.Length };
            server.Client().SayInCircle(new SayInCircleRequest { Text = "hello" }, listener);
            Measure(server.Last("SayInCircle"), "turn", () => heard);
        }

        /// <summary>Feeds one token at a time, as they come, from a buffer that is used again.</summary>
        private static void Measure(Exchange exchange, string field, Func<int> heard)
        {
            int length;
            List<byte[]> pieces = Pieces(field, out length);
            long first = 0;
            for (int n = 0; n < pieces.Count; n++)
            {
                first = n == Warm ? GC.GetAllocatedBytesForCurrentThread() : first;
                exchange.OnBody(pieces[n], pieces[n].Length);
            }
            long bytes = (GC.GetAllocatedBytesForCurrentThread() - first) / Count;
            Check.Equal(length, heard());
            Console.WriteLine("of a token of " + field + ": " + bytes + " bytes");
            Check.That(bytes <= MostBytes, bytes + " bytes a token, at most " + MostBytes);
        }

        private static List<byte[]> Pieces(string field, out int length)
        {
            var pieces = new List<byte[]>();
            length = 0;
            for (int n = 0; n < Warm + Count; n++)
            {
                string word = (n % 3 == 0 ? " tide" : n % 3 == 1 ? "\u6f6e" : " \u00e9t\u00e9") + n;
                length += word.Length;
                string json = "{\"" + field + "\":{\"turnId\":\"0196f2b4c1d27a3e8f5a6b7c8d9e0f12\",\"sequence\":"
                    + (n + 2) + ",\"delta\":{\"text\":\"" + word + "\"}}}";
                pieces.Add(EnvelopeParser.Wrap(0, Encoding.UTF8.GetBytes(json)));
            }
            return pieces;
        }

        /// <summary>
        /// Lets a server on this machine send one token, and the next when it was heard. All threads count:
        /// those of HttpClient and of sockets too, which no code of a client can spare.
        /// </summary>
        private static void TokensOverHttp()
        {
            MethodInfo allocated = typeof(GC).GetMethod("GetTotalAllocatedBytes");
            if (allocated == null)
            {
                return; // mono does not count those of all threads
            }
            int length;
            List<byte[]> chunks = Pieces("event", out length).ConvertAll(Chunk);
            var heard = new SemaphoreSlim(0);
            var listener = new TcpListener(IPAddress.Loopback, 0);
            listener.Start();
            var options = new NpcClientOptions { ServerUrl = "http://" + listener.LocalEndpoint };
            using (var transport = new HttpClientTransport())
            using (var client = new NpcClient(options, transport))
            {
                client.Say(new SayRequest { Text = "hello" }, new NpcTurnListener { OnToken = _ => heard.Release() });
                using (Socket server = listener.AcceptSocket())
                {
                    server.Receive(new byte[4096]);
                    const string Head = "HTTP/1.1 200 OK\r\nnpc-server: wire/2\r\ntransfer-encoding: chunked\r\n\r\n";
                    server.Send(Encoding.ASCII.GetBytes(Head));
                    long first = 0;
                    for (int n = 0; n < chunks.Count; n++)
                    {
                        first = n == Warm ? (long)allocated.Invoke(null, new object[] { true }) : first;
                        server.Send(chunks[n]);
                        Check.That(heard.Wait(10000), "token " + n + " did not come");
                    }
                    long bytes = ((long)allocated.Invoke(null, new object[] { true }) - first) / Count;
                    Console.WriteLine("of a token over HttpClient: " + bytes + " bytes");
                    Check.That(bytes <= MostBytesOverHttp, bytes + " bytes a token, at most " + MostBytesOverHttp);
                }
            }
            listener.Stop();
        }

        private static byte[] Chunk(byte[] piece)
        {
            byte[] size = Encoding.ASCII.GetBytes(piece.Length.ToString("x") + "\r\n");
            var chunk = new byte[size.Length + piece.Length + 2];
            size.CopyTo(chunk, 0);
            piece.CopyTo(chunk, size.Length);
            chunk[chunk.Length - 2] = (byte)'\r';
            chunk[chunk.Length - 1] = (byte)'\n';
            return chunk;
        }
    }
}
