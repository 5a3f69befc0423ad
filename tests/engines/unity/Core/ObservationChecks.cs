using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using NpcDialogue.Http;
using NpcDialogue.V1;

namespace NpcDialogue.Tests
{
    /// <summary>The queue of observations.</summary>
    internal static class ObservationChecks
    {
        private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(100);

        public static readonly Dictionary<string, Action> All = new Dictionary<string, Action>
        {
            { "what is added within a tenth of a second travels together", Batches },
            { "what came later never overtakes what came before", Order },
            { "a batch is repeated under its id until it is stored", Repeats },
            { "one thing that is wrong takes no other with it", OneWrong },
            { "a queue without a server stays bounded, and says what it dropped", Bounds },
            { "what no transport should throw is a refusal, and ends nothing", Surprises },
            { "a handler that throws keeps nothing from being sent", ThrowingHandlers },
            { "what happens before a timeline is known waits for it", NoTimelineYet },
            { "an hour at ten a second goes out whole, in order and once", AnHour },
            { "a closed queue is silent", Closed },
        };

        private static FakeServer Server(Action<Exchange> reply)
        {
            var server = new FakeServer { Reply = reply };
            server.Clock.Patient = TimeSpan.Zero;
            return server;
        }

        private static void Stored(Exchange exchange)
        {
            exchange.Answer(200, "{}");
        }

        private static Observation Saw(string text)
        {
            return new Observation { Text = text };
        }

        private static string Texts(Exchange exchange)
        {
            Node found = exchange.Sent.Get("observations");
            return found == null ? "" : string.Join(",", found.Values.Select(each => each.TextOf("text")));
        }

        private static void Batches()
        {
            FakeServer server = Server(Stored);
            NpcObservations queue = server.Client().Observations("t");
            queue.Observe(Saw("a"));
            queue.Observe(Saw("b"));
            Check.Equal(0, server.Exchanges.Count);
            server.Clock.Advance(Tick);
            Check.Equal("a,b", Texts(server.Exchanges[0]));
            Check.Equal("t", server.Exchanges[0].Sent.TextOf("timelineId"));
            server.Clock.Advance(Tick);
            Check.That(queue.FlushAsync().IsCompleted, "it does not know that it is done");
            queue.Observe(Saw("c"));
            server.Clock.Advance(Tick);
            Check.Equal("c", Texts(server.Exchanges[1]));
        }

        private static void Order()
        {
            FakeServer server = Server(Stored);
            NpcObservations queue = server.Client().Observations("t");
            queue.Flag(new StoryFlag { Name = "night" });
            queue.Move(new Movement { Id = "ann", PlaceId = "inn" });
            queue.Change(new ObjectChange { PlaceId = "inn", ObjectName = "lamp", State = "lit" });
            queue.Observe(Saw("a"));
            queue.Move(new Movement { Id = "ann", PlaceId = "yard" });
            queue.Observe(Saw("b"));
            for (int n = 0; n < 3; n++)
            {
                server.Clock.Advance(Tick);
            }
            Check.Equal(2, server.Exchanges.Count);
            Node first = server.Exchanges[0].Sent;
            Check.Equal("night inn lit a", first.At("flags.0.name").Text + " " + first.At("movements.0.placeId").Text
                + " " + first.At("objects.0.state").Text + " " + Texts(server.Exchanges[0]));
            Check.Equal("yard b", server.Exchanges[1].Sent.At("movements.0.placeId").Text + " " + Texts(server.Exchanges[1]));
        }

        private static void Repeats()
        {
            int calls = 0;
            FakeServer server = Server(exchange =>
            {
                calls++;
                if (calls < 7)
                {
                    exchange.Break();
                }
                else
                {
                    Stored(exchange);
                }
            });
            NpcObservations queue = server.Client().Observations("t");
            queue.Observe(Saw("a"));
            for (int n = 0; n < 200 && calls < 7; n++)
            {
                server.Clock.Advance(TimeSpan.FromSeconds(1));
            }
            Check.Equal(7, calls);
            Check.Equal(1, server.Exchanges.Select(each => each.Sent.TextOf("requestId")).Distinct().Count());
        }

        private static void OneWrong()
        {
            const string Wrong = "{\"code\":\"invalid_argument\",\"message\":\"no such place\"}";
            FakeServer server = Server(exchange =>
            {
                if (Texts(exchange).Contains("wrong"))
                {
                    exchange.Answer(400, Wrong);
                }
                else
                {
                    Stored(exchange);
                }
            });
            var refused = new List<string>();
            NpcObservations queue = server.Client().Observations("t");
            queue.Refused += (error, request) => refused.Add(request.Observations[0].Text);
            foreach (string text in new[] { "a", "wrong", "b" })
            {
                queue.Observe(Saw(text));
            }
            server.Clock.Advance(Tick);
            Check.Equal("a,wrong,b|a|wrong|b", string.Join("|", server.Exchanges.Select(Texts)));
            Check.Equal("wrong", string.Join(",", refused));
            Check.Equal(4, server.Exchanges.Select(each => each.Sent.TextOf("requestId")).Distinct().Count());
        }

        private static void Bounds()
        {
            FakeServer server = Server(exchange => exchange.Break());
            NpcObservations queue = server.Client().Observations("t");
            Check.Equal(5000, queue.Capacity);
            queue.Capacity = 50;
            queue.Observe(Saw("first"));
            server.Clock.Advance(Tick);
            for (int n = 0; n < 1000; n++)
            {
                queue.Observe(Saw("n" + n));
            }
            Check.Equal(50, queue.Waiting);
            Check.Equal(950, queue.Dropped);
        }

        private static void Surprises()
        {
            int calls = 0;
            FakeServer server = Server(exchange =>
            {
                if (++calls == 1)
                {
                    throw new InvalidOperationException("mine");
                }
                Stored(exchange);
            });
            var refused = new List<string>();
            NpcObservations queue = server.Client().Observations("t");
            queue.Refused += (error, request) => refused.Add(error.Code + " " + error.InnerException.Message);
            queue.Observe(Saw("a"));
            server.Clock.Advance(Tick);
            server.Clock.Advance(Tick);
            Check.That(queue.FlushAsync().Status == TaskStatus.RanToCompletion, "flushing failed");
            queue.Observe(Saw("b"));
            server.Clock.Advance(Tick);
            Check.Equal("Internal mine", string.Join(",", refused));
            Check.Equal("a|b", string.Join("|", server.Exchanges.Select(Texts)));
        }

        private static void ThrowingHandlers()
        {
            const string Gone = "{\"code\":\"not_found\",\"message\":\"no such timeline\"}";
            FakeServer server = Server(exchange => exchange.Answer(404, Gone));
            var thrown = new List<string>();
            NpcObservations queue = server.Client(options =>
                options.OnHandlerFailed = error => thrown.Add(error.Message)).Observations("t");
            queue.Refused += (error, request) => { throw new InvalidOperationException("mine"); };
            queue.Observe(Saw("a"));
            server.Clock.Advance(Tick);
            server.Clock.Advance(Tick);
            Check.Equal("mine", string.Join(",", thrown));
            Check.That(queue.FlushAsync().Status == TaskStatus.RanToCompletion, "flushing failed");
            queue.Observe(Saw("b"));
            server.Clock.Advance(Tick);
            Check.Equal("a|b", string.Join("|", server.Exchanges.Select(Texts)));
            Check.Equal("what", Check.Throws<ArgumentNullException>(() => queue.Observe(null)).ParamName);
        }

        private static void NoTimelineYet()
        {
            FakeServer server = Server(Stored);
            NpcObservations queue = server.Client().Observations("");
            queue.Observe(Saw("a"));
            server.Clock.Advance(Tick);
            Check.That(queue.FlushAsync().IsCompleted, "it waits for what may never come");
            Check.Equal(0, server.Exchanges.Count);
            queue.PlayIn("t");
            queue.Observe(Saw("b"));
            server.Clock.Advance(Tick);
            Check.Equal("a,b", Texts(server.Exchanges[0]));
            Check.Equal("t", server.Exchanges[0].Sent.TextOf("timelineId"));
        }

        private static void AnHour()
        {
            const int Count = 36000;
            FakeServer server = Server(Stored);
            NpcObservations queue = server.Client().Observations("t");
            var next = 0;
            server.Reply = exchange =>
            {
                foreach (Node each in exchange.Sent.Get("observations").Values)
                {
                    Check.Equal(next.ToString(), each.TextOf("text"));
                    next++;
                }
                Stored(exchange);
                server.Exchanges.Clear();
                server.Clock.Waited.Clear();
            };
            for (int n = 0; n < Count; n++)
            {
                queue.Observe(Saw(n.ToString()));
                server.Clock.Advance(Tick);
            }
            server.Clock.Advance(Tick);
            Check.Equal(Count, next);
            Check.Equal(0, queue.Dropped + queue.Waiting);
        }

        private static void Closed()
        {
            FakeServer server = Server(Stored);
            NpcClient client = server.Client();
            NpcObservations queue = client.Observations("t");
            NpcObservations other = client.Observations("t");
            queue.Observe(Saw("a"));
            other.Observe(Saw("b"));
            queue.Dispose();
            client.Dispose();
            queue.Observe(Saw("c"));
            server.Clock.Advance(TimeSpan.FromSeconds(1));
            Check.Equal(0, server.Exchanges.Count);
            Check.That(queue.FlushAsync().IsCompleted && other.FlushAsync().IsCompleted, "somebody waits for ever");
        }
    }
}
