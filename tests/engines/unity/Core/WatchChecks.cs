using System;
using System.Collections.Generic;
using NpcDialogue.V1;

namespace NpcDialogue.Tests
{
    /// <summary>Watching a timeline without gaps.</summary>
    internal static class WatchChecks
    {
        public static readonly Dictionary<string, Action> All = new Dictionary<string, Action>
        {
            { "watching from now on finds out where that is, once", FromNowOn },
            { "finding out where that is goes on when nobody answers in time", SlowStart },
            { "a broken watch is taken up after the last event, and nothing comes twice", Resuming },
            { "a watch on which nothing comes is taken for dead", Silence },
            { "a handler that throws when the connection is lost loses nothing", ThrowingHandlers },
            { "a watch ends where taking it up cannot help", Ending },
            { "a watch ends when the game left the timeline", Leaving },
            { "a stopped watch says nothing more", Stopping },
        };

        private static string Event(int seq)
        {
            return "{\"seq\":" + seq + ",\"clock\":{}}";
        }

        private static void FromNowOn()
        {
            var server = new FakeServer();
            server.Client().Watch("t", null, _ => { });
            server.Last("GetTimeline").Answer(200, "{\"timeline\":{\"headSeq\":41}}");
            Check.Equal("41", server.Last("Watch").Sent.TextOf("afterSeq"));
            server.Last("Watch").Break();
            Check.Equal("41", server.Last("Watch").Sent.TextOf("afterSeq"));
            Check.Equal(1, server.Of("GetTimeline").Count);
            Check.Equal(2, server.Of("Watch").Count);
        }

        private static void SlowStart()
        {
            var server = new FakeServer();
            NpcWatch watch = server.Client().Watch("t", null, _ => { });
            server.Last("GetTimeline").Over.TrySetException(new NpcRpcException(NpcCode.DeadlineExceeded, "too slow"));
            Check.That(!watch.Completion.IsCompleted, "it gave up");
            server.Last("GetTimeline").Answer(200, "{\"timeline\":{\"headSeq\":41}}");
            Check.Equal("41", server.Last("Watch").Sent.TextOf("afterSeq"));
        }

        private static void Resuming()
        {
            var server = new FakeServer();
            var seen = new List<int>();
            var lost = new List<NpcCode>();
            NpcWatch watch = server.Client().Watch("t", 3, what => seen.Add(what.Seq));
            watch.ConnectionLost += error => lost.Add(error.Code);
            server.Last("Watch").Say(Event(4));
            server.Last("Watch").Say(Event(5));
            server.Last("Watch").Break();
            Check.Equal("5", server.Last("Watch").Sent.TextOf("afterSeq"));
            server.Last("Watch").Say(Event(5));
            server.Last("Watch").Say(Event(6));
            server.Last("Watch").End("{\"error\":{\"code\":\"unavailable\",\"message\":\"shutting down\"}}");
            server.Last("Watch").Say(Event(7));
            server.Last("Watch").End();
            Check.Equal("4,5,6,7", string.Join(",", seen));
            Check.Equal("Unavailable,Unavailable,Unavailable", string.Join(",", lost));
            Check.Equal(7, watch.LastSeq.Value);
            Check.That(!watch.Completion.IsCompleted, "it gave up");
        }

        private static void Silence()
        {
            var server = new FakeServer();
            server.Client().Watch("t", 3, _ => { });
            server.Clock.Advance(TimeSpan.FromSeconds(61));
            Check.That(server.Of("Watch")[0].WasHungUp, "the dead connection is kept");
            Check.Equal(2, server.Of("Watch").Count);
            server.Clock.Advance(TimeSpan.FromSeconds(30));
            server.Last("Watch").Say("{\"seq\":3,\"checkpoint\":{}}");
            server.Clock.Advance(TimeSpan.FromSeconds(31));
            Check.That(!server.Last("Watch").WasHungUp, "a living connection was taken for dead");
        }

        private static void ThrowingHandlers()
        {
            var server = new FakeServer();
            var thrown = new List<string>();
            NpcClient client = server.Client(options => options.OnHandlerFailed = error => thrown.Add(error.Message));
            NpcWatch watch = client.Watch("t", 3, _ => { });
            watch.ConnectionLost += error => { throw new InvalidOperationException("mine"); };
            server.Last("Watch").Break();
            Check.Equal("mine", string.Join(",", thrown));
            Check.Equal(2, server.Of("Watch").Count);
            Check.That(!watch.Completion.IsCompleted, "it gave up");
        }

        private static void Ending()
        {
            var server = new FakeServer();
            NpcWatch watch = server.Client().Watch("t", 3, _ => { });
            server.Last("Watch").End("{\"error\":{\"code\":\"not_found\",\"message\":\"gone\"}}");
            Check.Equal(NpcCode.NotFound, Check.Failed(watch.Completion).Code);
            Check.Equal(1, server.Exchanges.Count);
        }

        private static void Leaving()
        {
            var server = new FakeServer();
            var seen = new List<WatchResponse.EventOneofCase>();
            NpcWatch watch = server.Client().Watch("t", 3, what => seen.Add(what.EventCase));
            server.Last("Watch").Say("{\"seq\":3,\"left\":{\"toTimelineId\":\"u\"}}");
            server.Last("Watch").End();
            Check.Equal("Left", string.Join(",", seen));
            Check.That(watch.Completion.IsCompleted && !watch.Completion.IsFaulted, "it goes on");
        }

        private static void Stopping()
        {
            var server = new FakeServer();
            var seen = new List<int>();
            NpcWatch watch = server.Client().Watch("t", 3, what => seen.Add(what.Seq));
            Exchange exchange = server.Last("Watch");
            watch.Dispose();
            exchange.Say(Event(4));
            Check.Equal(0, seen.Count);
            Check.That(exchange.WasHungUp && watch.Completion.IsCompleted, "it goes on");
            Check.That(!watch.Completion.IsFaulted, "stopping is no failure");
        }
    }
}
