using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Admin;
using NpcDialogue.Admin.V1;
using NpcDialogue.V1;
using NUnit.Framework;

namespace NpcDialogue.Grpc.Tests
{
    /// <summary>The same client over native gRPC, with this package's own encoding.</summary>
    public sealed class GrpcTests
    {
        private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
        private NpcClient _client;

        private static string Url
        {
            get { return "http://" + Environment.GetEnvironmentVariable("NPCSERVER_TEST_GRPC"); }
        }

        private static string Key
        {
            get { return Environment.GetEnvironmentVariable("NPCSERVER_TEST_KEY") ?? ""; }
        }

        [SetUp]
        public void Connect()
        {
            _client = NpcGrpc.Connect(Url, Key);
        }

        [TearDown]
        public void Close()
        {
            _client.Dispose();
        }

        [Test]
        public void ATurnStreams()
        {
            string timeline = Start();
            var tokens = new List<string>();
            var lines = new List<Line>();
            var listener = new NpcTurnListener { OnToken = tokens.Add, OnLine = lines.Add };
            TurnFinished finished = Ended(_client.Say(Request(timeline, "Tell me everything!"), listener).Completion);

            Assert.AreEqual(TurnOutcome.Completed, finished.Outcome);
            Assert.Greater(lines.Count, 1);
            Assert.AreEqual("worry", lines[lines.Count - 1].Emotion.Label);
            Assert.AreEqual(Bare(lines.Select(line => line.Text)), Bare(tokens));
        }

        [Test]
        public void ADeedIsOfferedWantedAndReported()
        {
            string timeline = Start();
            SayRequest request = Request(timeline, "Ring the bell!");
            var bell = new Affordance { Name = "ring_bell", Description = "Ring the bell.", MaxUses = 2 };
            var strokes = new Parameter { Name = "strokes", Type = ParameterType.Integer, IsOptional = true };
            strokes.Minimum = -1.5;
            strokes.Maximum = 12;
            bell.Parameters.Add(strokes);
            request.Affordances.Add(bell);
            ActionIntent wanted = null;
            NpcTurn turn = _client.Say(request, new NpcTurnListener { OnIntent = intent => wanted = intent });
            Ended(turn.Completion);
            var report = new ReportOutcomeRequest
            {
                TimelineId = timeline,
                TurnId = turn.TurnId,
                IntentId = wanted.IntentId,
                Status = OutcomeStatus.Completed,
            };

            Assert.Greater(Ended(_client.Play.ReportOutcomeAsync(report)).Seq, 0);
        }

        [Test]
        public void TimesGoThereAndBack()
        {
            string timeline = Start();
            DateTime now = Ended(_client.Timelines.GetTimelineAsync(
                new GetTimelineRequest { TimelineId = timeline })).Timeline.WorldTime.Value;
            DateTime later = now.AddMinutes(90).AddTicks(1230000);
            AdvanceClockResponse moved = Ended(_client.Play.AdvanceClockAsync(
                new AdvanceClockRequest { TimelineId = timeline, WorldTime = later }));

            Assert.AreEqual(later, moved.WorldTime.Value);
        }

        [Test]
        public void ErrorsCarryTheirDetails()
        {
            NpcRpcException failure = Failure(_client.Timelines.GetTimelineAsync(
                new GetTimelineRequest { TimelineId = "no such line of play, größer 世界" }));

            Assert.AreEqual(NpcCode.NotFound, failure.Code);
            Assert.AreEqual("TIMELINE_NOT_FOUND", failure.Reason);
            StringAssert.Contains("世界", failure.Message);
        }

        [Test]
        public void AWrongKeyIsSaidToBeOne()
        {
            using (NpcClient other = NpcGrpc.Connect(Url, "not the key"))
            {
                NpcRpcException failure = Failure(new NpcAdmin(other).Worlds.ListWorldsAsync(new ListWorldsRequest()));
                Assert.AreEqual(NpcCode.Unauthenticated, failure.Code);
                Assert.AreEqual("UNAUTHENTICATED", failure.Reason);
            }
        }

        [Test]
        public void NobodyThereIsUnavailable()
        {
            using (NpcClient other = NpcGrpc.Connect("http://127.0.0.1:1", Key))
            {
                NpcRpcException failure = Failure(new NpcAdmin(other).Worlds.ListWorldsAsync(new ListWorldsRequest()));
                Assert.AreEqual(NpcCode.Unavailable, failure.Code);
                StringAssert.Contains("http://127.0.0.1:1", failure.Message);
            }
        }

        [Test]
        public void ANonsensicalAddressFailsWithASentence()
        {
            using (NpcClient other = NpcGrpc.Connect("not an address", Key))
            {
                NpcRpcException failure = Failure(new NpcAdmin(other).Worlds.ListWorldsAsync(new ListWorldsRequest()));
                Assert.AreEqual(NpcCode.InvalidArgument, failure.Code);
                StringAssert.Contains("http://HOST:PORT", failure.Message);
            }
        }

        [Test]
        public void AHandlersOwnExceptionStaysWhatItIs()
        {
            var mine = new FormatException("a mistake of the game");
            var listener = new NpcTurnListener { OnStarted = _ => throw mine };
            NpcTurn turn = _client.Say(Request(Start(), "Good day."), listener);
            Assert.IsTrue(((IAsyncResult)turn.Completion).AsyncWaitHandle.WaitOne(Patience));

            Assert.AreSame(mine, turn.Completion.Exception.InnerException);
        }

        [Test]
        public void AHandlersOwnExceptionIsNotTakenForABrokenConnection()
        {
            var mine = new IOException("the game's disk is full");
            var listener = new NpcTurnListener { OnStarted = _ => throw mine };
            NpcTurn turn = _client.Say(Request(Start(), "Good day."), listener);
            Assert.IsTrue(((IAsyncResult)turn.Completion).AsyncWaitHandle.WaitOne(Patience));

            Assert.AreSame(mine, turn.Completion.Exception.InnerException);
        }

        [Test]
        public void ALocalTimeIsTheSameMoment()
        {
            var moment = new DateTime(1347, 10, 3, 18, 30, 0, DateTimeKind.Utc);
            var inUtc = new AdvanceClockRequest { WorldTime = moment };
            var local = new AdvanceClockRequest { WorldTime = moment.ToLocalTime() };

            Assert.AreEqual(inUtc.ToJson(), local.ToJson());
            Assert.AreEqual(ProtoWriter.Write(inUtc), ProtoWriter.Write(local));
        }

        [Test]
        public void WhatIsNullIsEmptyAsInJson()
        {
            var odd = new Observation { Text = null };
            odd.WitnessIds.Add(null);
            var even = new Observation();
            even.WitnessIds.Add("");
            var circle = new OpenCircleRequest();
            circle.Members.Add(null);
            var members = new OpenCircleRequest();
            members.Members.Add(new Speaker());

            Assert.AreEqual(even.ToJson(), odd.ToJson());
            Assert.AreEqual(ProtoWriter.Write(even), ProtoWriter.Write(odd));
            Assert.AreEqual(members.ToJson(), circle.ToJson());
            Assert.AreEqual(ProtoWriter.Write(members), ProtoWriter.Write(circle));
        }

        [Test]
        public void HangingUpInterrupts()
        {
            string timeline = Start();
            NpcTurn turn = null;
            var listener = new NpcTurnListener { OnLine = line => turn.HangUp() };
            turn = _client.Say(Request(timeline, "Tell me everything!"), listener);
            Assert.IsTrue(((IAsyncResult)turn.Completion).AsyncWaitHandle.WaitOne(Patience));
            var stored = new TaskCompletionSource<TurnTaken>();
            NpcWatch watch = _client.Watch(timeline, 0, what =>
            {
                if (what.Turn != null && what.EventCase == WatchResponse.EventOneofCase.Turn)
                {
                    stored.TrySetResult(what.Turn);
                }
            });

            Assert.IsTrue(turn.Completion.IsCanceled);
            Assert.AreEqual(TurnOutcome.Interrupted, Ended(stored.Task).Outcome);
            watch.Dispose();
        }

        [Test]
        public void ADeadlineIsHeld()
        {
            string timeline = Start();
            var options = new NpcCallOptions { Timeout = TimeSpan.FromMilliseconds(300) };
            NpcRpcException failure = Failure(_client.Play.WatchAsync(
                new WatchRequest { TimelineId = timeline }, _ => { }, options));

            Assert.AreEqual(NpcCode.DeadlineExceeded, failure.Code);
        }

        private string Start()
        {
            return Ended(_client.StartTimelineAsync("farrowhithe")).TimelineId;
        }

        private static SayRequest Request(string timeline, string text)
        {
            return new SayRequest
            {
                TimelineId = timeline,
                CharacterId = "hester",
                Speaker = new Speaker { Id = "ann", Name = "Ann" },
                Text = text,
                StreamDeltas = true,
            };
        }

        private static T Ended<T>(Task<T> task)
        {
            Assert.IsTrue(((IAsyncResult)task).AsyncWaitHandle.WaitOne(Patience), "the call ends");
            return task.GetAwaiter().GetResult();
        }

        private static NpcRpcException Failure(Task task)
        {
            Assert.IsTrue(((IAsyncResult)task).AsyncWaitHandle.WaitOne(Patience), "the call ends");
            return (NpcRpcException)task.Exception.InnerException;
        }

        private static string Bare(IEnumerable<string> texts)
        {
            return string.Concat(texts).Replace(" ", "");
        }
    }
}
