using System;
using System.Collections.Generic;
using System.Threading;
using NpcDialogue.V1;

namespace NpcDialogue.Tests
{
    /// <summary>Turns of characters.</summary>
    internal static class TurnChecks
    {
        private const string Started = "{\"event\":{\"turnId\":\"t1\",\"started\":{\"characterId\":\"ada\"}}}";
        private const string Line = "{\"event\":{\"turnId\":\"t1\",\"sequence\":1,\"line\":{\"text\":\"Good day.\"}}}";
        private const string Finished =
            "{\"event\":{\"turnId\":\"t1\",\"sequence\":2,\"finished\":{\"outcome\":\"TURN_OUTCOME_COMPLETED\"}}}";

        public static readonly Dictionary<string, Action> All = new Dictionary<string, Action>
        {
            { "a turn reports what became of its intents", Reporting },
            { "a turn that was cut before its first word is known as such", Unanswered },
            { "a turn tells what happens in order, and how it ended", InOrder },
            { "an arm of a later version is passed over", LaterVersions },
            { "hanging up closes the connection, asks for an interruption, and calls nothing back", HangingUp },
            { "cancelling the token hangs up", Cancelling },
            { "hanging up before the first word needs no turn id", HangingUpEarly },
            { "interrupting lets the last events come", Interrupting },
            { "a turn that breaks off fails once, and awaiting it says why", BreakingOff },
            { "what becomes of the connection after the last event is of no account", BreakingAfterTheEnd },
            { "a listener that throws ends the turn and gets its exception", ThrowingListeners },
        };

        private static void InOrder()
        {
            var server = new FakeServer();
            var told = new List<string>();
            NpcTurn turn = Say(server, told);
            foreach (string json in new[] { Started, Line, Finished })
            {
                server.Exchanges[0].Say(json);
            }
            server.Exchanges[0].End();
            Check.Equal("started ada|Good day.|Completed", string.Join("|", told));
            Check.Equal(TurnOutcome.Completed, turn.Completion.Result.Outcome);
            Check.Equal("t1", turn.TurnId);
            Check.Equal("Good day.", turn.Text);
            Check.That(turn.IsOver, "it goes on");
            turn.HangUp();
            Check.Equal(1, server.Exchanges.Count);
        }

        private static void LaterVersions()
        {
            var server = new FakeServer();
            var told = new List<string>();
            Say(server, told);
            server.Exchanges[0].Say("{\"event\":{\"turnId\":\"t1\",\"gesture\":{\"name\":\"nod\"}}}");
            server.Exchanges[0].Say(Line);
            Check.Equal("Good day.", string.Join("|", told));
        }

        private static void HangingUp()
        {
            var server = new FakeServer();
            var told = new List<string>();
            NpcTurn turn = Say(server, told);
            server.Exchanges[0].Say(Started);
            turn.HangUp();
            turn.HangUp();
            Check.That(server.Exchanges[0].WasHungUp, "the connection is open");
            Check.Equal(1, server.Of("Interrupt").Count);
            Check.Equal("t1", server.Last("Interrupt").Sent.TextOf("turnId"));
            server.Exchanges[0].Say(Line);
            Check.Equal("started ada", string.Join("|", told));
            Check.That(turn.Completion.IsCanceled, "it is " + turn.Completion.Status);
        }

        private static void Cancelling()
        {
            var server = new FakeServer();
            using (var cancel = new CancellationTokenSource())
            {
                NpcTurn turn = server.Client().Say(new SayRequest(), null, cancel.Token);
                server.Exchanges[0].Say(Started);
                cancel.Cancel();
                Check.That(server.Exchanges[0].WasHungUp && turn.Completion.IsCanceled, "it goes on");
                Check.Equal(1, server.Of("Interrupt").Count);
            }
        }

        private static void HangingUpEarly()
        {
            var server = new FakeServer();
            NpcTurn turn = Say(server, new List<string>());
            turn.HangUp();
            Check.That(server.Exchanges[0].WasHungUp && turn.Completion.IsCanceled, "it goes on");
            Check.Equal(1, server.Exchanges.Count);
        }

        private static void Interrupting()
        {
            var server = new FakeServer();
            var told = new List<string>();
            NpcTurn turn = Say(server, told);
            server.Exchanges[0].Say(Started);
            var asked = turn.InterruptAsync();
            server.Last("Interrupt").Answer(200, "{\"wasSpeaking\":true}");
            Check.That(asked.Result, "nobody was speaking");
            server.Exchanges[0].Say(Finished.Replace("COMPLETED", "INTERRUPTED"));
            server.Exchanges[0].End();
            Check.Equal(TurnOutcome.Interrupted, turn.Completion.Result.Outcome);
            Check.That(!turn.InterruptAsync().Result, "it was over");
        }

        private static void BreakingOff()
        {
            var server = new FakeServer();
            var told = new List<string>();
            NpcTurn turn = Say(server, told);
            server.Exchanges[0].Say(Started);
            server.Exchanges[0].Over.SetResult(true);
            Check.Equal("started ada|failed Unavailable", string.Join("|", told));
            Check.Equal(NpcCode.Unavailable, Check.Failed(turn.Completion).Code);
        }

        private static void Reporting()
        {
            var server = new FakeServer();
            NpcTurn turn = Say(server, new List<string>());
            server.Exchanges[0].Say(Started);
            turn.ReportOutcomeAsync(new ActionIntent { IntentId = "i" }, OutcomeStatus.Failed, "It broke.");
            NpcDialogue.Http.Node sent = server.Last("ReportOutcome").Sent;
            Check.Equal(server.Exchanges[0].Sent.TextOf("timelineId"), sent.TextOf("timelineId"));
            Check.Equal(turn.TurnId, sent.TextOf("turnId"));
            Check.Equal("i|OUTCOME_STATUS_FAILED|It broke.", string.Join(
                "|", sent.TextOf("intentId"), sent.TextOf("status"), sent.TextOf("detail")));
        }

        private static void Unanswered()
        {
            string interrupted = Finished.Replace("COMPLETED", "INTERRUPTED");
            var server = new FakeServer();
            NpcTurn turn = Say(server, new List<string>());
            server.Exchanges[0].Break();
            server.Exchanges[1].Say(Started);
            server.Exchanges[1].Say(interrupted);
            server.Exchanges[1].End();
            Check.Equal(
                server.Exchanges[0].Sent.TextOf("requestId"), server.Exchanges[1].Sent.TextOf("requestId"));
            Check.That(turn.IsUnanswered, "nothing was said");
            NpcTurn own = Say(server, new List<string>());
            server.Last("Say").Say(Started);
            own.InterruptAsync();
            server.Last("Say").Say(interrupted);
            server.Last("Say").End();
            Check.That(!own.IsUnanswered, "the game wanted it so");
        }

        private static void BreakingAfterTheEnd()
        {
            var server = new FakeServer();
            var told = new List<string>();
            NpcTurn broken = Say(server, told);
            server.Exchanges[0].Say(Finished);
            server.Exchanges[0].Break();
            Check.Equal(TurnOutcome.Completed, broken.Completion.Result.Outcome);
            NpcClient client = server.Client();
            NpcTurn closed = client.Say(new SayRequest(), null);
            server.Exchanges[1].Say(Finished);
            client.Dispose();
            Check.Equal(TurnOutcome.Completed, closed.Completion.Result.Outcome);
            Check.Equal("Completed", string.Join("|", told));
        }

        private static void ThrowingListeners()
        {
            var server = new FakeServer();
            var listener = new NpcTurnListener { OnStarted = _ => { throw new InvalidOperationException("mine"); } };
            NpcTurn turn = server.Client().Say(new SayRequest(), listener);
            server.Exchanges[0].Say(Started);
            Check.That(turn.Completion.IsFaulted, "it goes on");
            Check.Equal("mine", turn.Completion.Exception.InnerException.Message);
            Check.Equal(1, server.Of("Interrupt").Count);
        }

        private static NpcTurn Say(FakeServer server, List<string> told)
        {
            var listener = new NpcTurnListener
            {
                OnStarted = started => told.Add("started " + started.CharacterId),
                OnLine = line => told.Add(line.Text),
                OnFinished = finished => told.Add(finished.Outcome.ToString()),
                OnFailed = error => told.Add("failed " + error.Code),
            };
            return server.Client().Say(new SayRequest { Text = "hello" }, listener);
        }
    }
}
