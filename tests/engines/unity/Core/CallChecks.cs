using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Admin;
using NpcDialogue.Admin.V1;
using NpcDialogue.V1;

namespace NpcDialogue.Tests
{
    /// <summary>How calls are made: in time, once, and again when nobody was there.</summary>
    internal static class CallChecks
    {
        private const string Away = "{\"code\":\"unavailable\",\"message\":\"away\"}";

        public static readonly Dictionary<string, Action> All = new Dictionary<string, Action>
        {
            { "an address or a key that no request can have is said to be so", NotSendable },
            { "a call names its key, protocol and deadline", Headers },
            { "a call about a timeline or save names its world, once an answer told it", KnownWorlds },
            { "a call gets an id for its retries, and the request stays as it was", RequestIds },
            { "an id that the game chose is kept", OwnRequestIds },
            { "a server that does not say its wire is refused", OldServer },
            { "a token is got when it is needed, and once more where it is refused", Tokens },
            { "a token that cannot be got is told as a server that is away", NoTokens },
            { "a server that is away is asked again after growing pauses, then it is told", Retries },
            { "a refusal is told at once", Refusals },
            { "the server's word on when to come back is heeded", RetryAfter },
            { "a stream that was heard is not asked for again", HeardStreams },
            { "no retry outlives the deadline", Deadlines },
            { "whatever answers instead of a server is an error and not a crash", OtherServers },
            { "closing the client ends what is under way", Closing },
        };

        private static Task<GetWorldResponse> GetWorld(NpcClient client)
        {
            return new NpcAdmin(client).Worlds.GetWorldAsync(new GetWorldRequest { WorldId = "w" });
        }

        private static void Headers()
        {
            var server = new FakeServer();
            new NpcAdmin(server.Client()).Worlds.GetWorldAsync(new GetWorldRequest { WorldId = "alte mühle" });
            NpcHttpRequest sent = server.Exchanges[0].Request;
            Check.Equal("http://server/npcserver.admin.v1.WorldService/GetWorld", sent.Url);
            Check.Equal("Bearer k", sent.Headers["authorization"]);
            Check.Equal("1", sent.Headers["connect-protocol-version"]);
            Check.That(sent.Headers["npc-client"].EndsWith(" wire/2"), "client " + sent.Headers["npc-client"]);
            Check.Equal("alte%20m%C3%BChle", sent.Headers["x-npc-world"]);
            Check.That(!sent.Headers.ContainsKey("x-npc-timeline"), "a timeline was sent that is not in the request");
            int left = int.Parse(sent.Headers["connect-timeout-ms"]);
            Check.That(left > 0 && left <= 10000, "deadline " + left);
            Check.That(sent.Timeout >= TimeSpan.FromMilliseconds(left), "the client gives up before the server");
            new NpcAdmin(server.Client(options => options.Key = null)).Worlds.GetWorldAsync(new GetWorldRequest());
            Check.That(!server.Exchanges[1].Request.Headers.ContainsKey("authorization"), "an empty key was sent");
        }

        private static void KnownWorlds()
        {
            var server = new FakeServer();
            server.Reply = exchange => exchange.Answer(
                200, "{\"timeline\":{\"timelineId\":\"tl_known\",\"worldId\":\"harbour\"},"
                    + "\"save\":{\"saveId\":\"sav_known\",\"worldId\":\"mill\"}}");
            NpcClient client = server.Client();
            client.Timelines.SaveAsync(new SaveRequest { TimelineId = "tl_other" });
            client.Timelines.GetTimelineAsync(new GetTimelineRequest { TimelineId = "tl_unknown" });
            client.Timelines.GetTimelineAsync(new GetTimelineRequest { TimelineId = "tl_known" });
            client.Timelines.LoadAsync(new LoadRequest { SaveId = "sav_known" });
            var worlds = new List<string>();
            foreach (Exchange exchange in server.Exchanges)
            {
                string world;
                exchange.Request.Headers.TryGetValue("x-npc-world", out world);
                worlds.Add(world ?? "-");
            }
            Check.Equal("- - harbour mill", string.Join(" ", worlds));
        }

        private static string TokenFor(int seconds, int number)
        {
            long ends = DateTimeOffset.UtcNow.ToUnixTimeSeconds() + seconds;
            byte[] claims = Encoding.UTF8.GetBytes("{\"name\":\"" + number + "\",\"exp\":" + ends + "}");
            return "h." + Convert.ToBase64String(claims).TrimEnd('=').Replace('+', '-').Replace('/', '_') + ".s";
        }

        private static void Tokens()
        {
            int got = 0;
            int seconds = 20;
            var server = new FakeServer { Reply = exchange => exchange.Answer(200, "{}") };
            NpcClient client = server.Client(
                options => options.Token = () => Task.FromResult(TokenFor(seconds, ++got)));
            GetWorld(client);
            Check.Equal("Bearer " + TokenFor(seconds, 1), server.Exchanges[0].Request.Headers["authorization"]);
            seconds = 3600; // the first ends too soon for another call
            GetWorld(client);
            GetWorld(client);
            Check.Equal(2, got);
            server.Reply = exchange => exchange.Answer(401, "{\"code\":\"unauthenticated\",\"message\":\"over\"}");
            Check.Equal(NpcCode.Unauthenticated, Check.Failed(GetWorld(client)).Code);
            Check.Equal(3, got);
            Check.Equal(5, server.Exchanges.Count);
        }

        private static void NoTokens()
        {
            var server = new FakeServer();
            NpcClient client = server.Client(options => options.Token = () => { throw new InvalidOperationException("no"); });
            Check.Equal(NpcCode.Unavailable, Check.Failed(GetWorld(client)).Code);
            Check.Equal(0, server.Exchanges.Count);
        }

        private static void NotSendable()
        {
            var server = new FakeServer();
            foreach (string address in new[] { "", "localhost:50052", "ftp://server", "no address" })
            {
                NpcClient lost = server.Client(options => options.ServerUrl = address);
                NpcRpcException error = Check.Failed(GetWorld(lost));
                Check.Equal(NpcCode.InvalidArgument, error.Code);
                Check.That(error.Message.Contains("http://HOST:PORT"), error.Message);
            }
            NpcRpcException broken = Check.Failed(GetWorld(server.Client(options => options.Key = "schlüssel")));
            Check.That(broken.Message.Contains("ASCII"), broken.Message);
            Check.Equal(0, server.Exchanges.Count);
            GetWorld(server.Client(options => options.Key = " of a file\r\n"));
            Check.Equal("Bearer of a file", server.Exchanges[0].Request.Headers["authorization"]);
            NpcClient empty = server.Client(options => options.Token = () => Task.FromResult("\n"));
            Check.Equal(NpcCode.Unavailable, Check.Failed(GetWorld(empty)).Code);
        }

        private static void OldServer()
        {
            Action<Exchange> isOld = exchange => exchange.SaysWire = null;
            var server = new FakeServer { Reply = exchange => { isOld(exchange); exchange.Answer(200, "{}"); } };
            NpcRpcException refused = Check.Failed(GetWorld(server.Client()));
            Check.Equal(NpcCode.FailedPrecondition, refused.Code);
            Check.Equal("WIRE_NOT_SERVED", refused.Reason);
            Check.That(refused.Message.Contains("update the server to 0.3.0 or later"), refused.Message);
            Check.Equal(1, server.Exchanges.Count);
            server.Reply = exchange => { isOld(exchange); exchange.End(); };
            Check.Equal("WIRE_NOT_SERVED", Check.Failed(server.Client().Play.WatchAsync(new WatchRequest(), _ => { })).Reason);
            int heard = 0;
            foreach (bool isLast in new[] { false, true })
            {
                server.Reply = exchange => { isOld(exchange); exchange.TellsHeadLast = isLast; exchange.Say("{}"); };
                Task watch = server.Client().Play.WatchAsync(new WatchRequest(), _ => heard++);
                Check.Equal(isLast, !watch.IsCompleted);
                server.Last("Watch").End();
                Check.Equal("WIRE_NOT_SERVED", Check.Failed(watch).Reason);
            }
            Check.Equal(1, heard); // a stream that goes on is refused at its first message where headers are known
        }

        private static void RequestIds()
        {
            var server = new FakeServer { Reply = exchange => exchange.Answer(503, Away) };
            NpcClient client = server.Client();
            var request = new ObserveRequest { TimelineId = "t" };
            Check.Failed(client.Play.ObserveAsync(request));
            Check.Failed(client.Play.ObserveAsync(request));
            Check.Equal("", request.RequestId);
            Check.Equal(8, server.Exchanges.Count);
            string first = server.Exchanges[0].Sent.TextOf("requestId");
            Check.That(first.Length > 0 && first.Length <= 36, "id " + first);
            Check.Equal(first, server.Exchanges[3].Sent.TextOf("requestId"));
            Check.That(first != server.Exchanges[4].Sent.TextOf("requestId"), "two calls have one id");
        }

        private static void OwnRequestIds()
        {
            var server = new FakeServer();
            server.Client().Play.ObserveAsync(new ObserveRequest { RequestId = "mine" });
            Check.Equal("mine", server.Exchanges[0].Sent.TextOf("requestId"));
        }

        private static void Retries()
        {
            var server = new FakeServer { Reply = exchange => exchange.Break() };
            NpcRpcException error = Check.Failed(GetWorld(server.Client()));
            Check.Equal(NpcCode.Unavailable, error.Code);
            Check.That(error.IsRetryable, "it may well succeed later");
            Check.Equal(4, server.Exchanges.Count);
            for (int n = 0; n < 3; n++)
            {
                double least = 0.2 * Math.Pow(2, n);
                double pause = server.Clock.Waited[n].TotalSeconds;
                Check.That(pause >= least - 0.001 && pause <= least * 1.5 + 0.001, "pause " + pause);
            }
        }

        private static void Refusals()
        {
            var server = new FakeServer
            {
                Reply = exchange => exchange.Answer(400, "{\"code\":\"invalid_argument\",\"message\":\"no\"}"),
            };
            NpcRpcException error = Check.Failed(GetWorld(server.Client()));
            Check.Equal(NpcCode.InvalidArgument, error.Code);
            Check.Equal(1, server.Exchanges.Count);
            Check.Equal("", error.Reason);
            Check.Equal(0, error.Metadata.Count);
        }

        private static void RetryAfter()
        {
            // google.rpc.RetryInfo with a delay of 5 s
            const string Details = "[{\"type\":\"google.rpc.RetryInfo\",\"value\":\"CgIIBQ\"}]";
            string body = Away.Replace("}", ",\"details\":" + Details + "}");
            var server = new FakeServer { Reply = exchange => exchange.Answer(503, body) };
            NpcRpcException error = Check.Failed(GetWorld(server.Client()));
            Check.Equal(TimeSpan.FromSeconds(5), error.RetryAfter.Value);
            Check.Equal(TimeSpan.FromSeconds(5), server.Clock.Waited[0]);
        }

        private static void HeardStreams()
        {
            var server = new FakeServer();
            var heard = new List<string>();
            Task call = server.Client().Play.SayAsync(new SayRequest(), m => heard.Add(m.Event.Line.Text));
            server.Exchanges[0].Break();
            Check.Equal(2, server.Exchanges.Count);
            server.Exchanges[1].Say("{\"event\":{\"line\":{\"text\":\"a\"}}}");
            server.Exchanges[1].Break();
            Check.Equal(NpcCode.Unavailable, Check.Failed(call).Code);
            Check.Equal(2, server.Exchanges.Count);
            Check.Equal("a", string.Join(",", heard));
        }

        private static void Deadlines()
        {
            var server = new FakeServer { Reply = exchange => exchange.Break() };
            NpcClient client = server.Client(options => options.Pause = TimeSpan.FromSeconds(6));
            Check.Failed(GetWorld(client));
            Check.Equal(2, server.Exchanges.Count); // 6 to 9 s fit into 10 s, 12 more do not
        }

        private static void OtherServers()
        {
            string[] bodies = { "", "<html>Hello</html>", "[1]", "{\"code\":7}", "\0\0" };
            foreach (int status in new[] { 200, 301, 404, 502 })
            {
                foreach (string body in bodies)
                {
                    var server = new FakeServer { Reply = exchange => exchange.Answer(status, body) };
                    NpcClient client = server.Client(options => options.Attempts = 1);
                    Task<GetWorldResponse> unary = GetWorld(client);
                    Check.That(body == "{\"code\":7}" && status == 200 || Check.Failed(unary).Message.Length > 20, "why?");
                    Check.Failed(client.Play.SayAsync(new SayRequest(), m => { }));
                }
            }
        }

        private static void Closing()
        {
            var server = new FakeServer();
            NpcClient client = server.Client();
            Task<GetWorldResponse> call = GetWorld(client);
            Task stream = client.Play.WatchAsync(new WatchRequest(), m => { });
            client.Dispose();
            client.Dispose();
            Check.That(call.IsCanceled && stream.IsCanceled, "they go on");
            Check.That(server.Exchanges[0].WasHungUp && server.Exchanges[1].WasHungUp, "nobody hung up");
            Check.That(GetWorld(client).IsCanceled, "a closed client calls");
            Check.Equal(2, server.Exchanges.Count);
        }
    }
}
