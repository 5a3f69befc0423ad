using System;
using System.Collections.Generic;
using NpcDialogue.V1;

namespace NpcDialogue.Tests
{
    /// <summary>The talk of circles.</summary>
    internal static class CircleChecks
    {
        public static readonly Dictionary<string, Action> All = new Dictionary<string, Action>
        {
            { "a circle tells who says what, and that it is quiet", InOrder },
            { "interrupting and hanging up are for who speaks just now", Stopping },
            { "a circle that breaks off fails once", BreakingOff },
            { "a circle has the time of all its turns", Deadlines },
        };

        private static string Turn(string turnId, string what)
        {
            return "{\"turn\":{\"turnId\":\"" + turnId + "\"," + what + "}}";
        }

        private static string Began(string turnId, string character)
        {
            return Turn(turnId, "\"started\":{\"characterId\":\"" + character + "\"}");
        }

        private static string Said(string turnId, string text)
        {
            return Turn(turnId, "\"line\":{\"text\":\"" + text + "\"}");
        }

        private static string Done(string turnId)
        {
            return Turn(turnId, "\"finished\":{\"outcome\":\"TURN_OUTCOME_COMPLETED\"}");
        }

        private static void InOrder()
        {
            var server = new FakeServer();
            var told = new List<string>();
            NpcCircleTalk talk = Say(server, told);
            string[] all =
            {
                "{\"heard\":{\"seq\":4,\"toIds\":[\"ada\"]}}", "{\"floor\":{\"characterId\":\"ada\"}}",
                Began("t1", "ada"), Said("t1", "Well."), Said("t1", "Good day."), Done("t1"),
                "{\"gesture\":{\"name\":\"nod\"}}", "{\"floor\":{\"characterId\":\"tom\"}}",
                Turn("t2", "\"intent\":{\"intentId\":\"i1\",\"affordance\":\"pour_drink\"}"),
                Said("t2", "Ale?"), Done("t2"), "{\"quiet\":{\"awaitedId\":\"ann\"}}",
            };
            foreach (string json in all)
            {
                server.Exchanges[0].Say(json);
            }
            Check.Equal(
                "heard ada|ada begins|ada Well.|ada Good day.|ada done: Well. Good day.|tom wants pour_drink in t2|"
                    + "tom Ale?|tom done: Ale?|quiet, ann is awaited",
                string.Join("|", told));
            Check.That(talk.IsOver, "it goes on");
            server.Exchanges[0].End();
            Check.Equal("ann", talk.Completion.Result.AwaitedId);
            Check.Equal(9, told.Count);
        }

        private static void Stopping()
        {
            var server = new FakeServer();
            var told = new List<string>();
            NpcCircleTalk talk = Say(server, told);
            server.Exchanges[0].Say(Began("t1", "ada"));
            server.Exchanges[0].Say(Done("t1"));
            server.Exchanges[0].Say(Began("t2", "tom"));
            var asked = talk.InterruptAsync();
            Check.Equal("t2", server.Last("Interrupt").Sent.TextOf("turnId"));
            server.Last("Interrupt").Answer(200, "{\"wasSpeaking\":true}");
            Check.That(asked.Result && !talk.IsOver, "its last events are still to come");
            int before = told.Count;
            talk.HangUp();
            Check.Equal(2, server.Of("Interrupt").Count);
            Check.Equal("t2", server.Last("Interrupt").Sent.TextOf("turnId"));
            server.Exchanges[0].Say(Said("t2", "Ale?"));
            Check.Equal(before, told.Count);
            Check.That(server.Exchanges[0].WasHungUp && talk.Completion.IsCanceled, "it goes on");
        }

        private static void BreakingOff()
        {
            var server = new FakeServer();
            var told = new List<string>();
            NpcCircleTalk talk = Say(server, told);
            server.Exchanges[0].Say("{\"heard\":{}}");
            server.Exchanges[0].Break();
            Check.Equal("heard |failed Unavailable", string.Join("|", told));
            Check.Equal(NpcCode.Unavailable, Check.Failed(talk.Completion).Code);
            Check.Equal(1, server.Exchanges.Count);
        }

        private static void Deadlines()
        {
            var server = new FakeServer();
            NpcClient client = server.Client(options => options.TurnTimeout = TimeSpan.FromSeconds(20));
            client.SayInCircle(new SayInCircleRequest(), null);
            client.SayInCircle(new SayInCircleRequest { MostTurns = 5 }, null);
            double usual = server.Exchanges[0].Request.Timeout.TotalSeconds;
            double more = server.Exchanges[1].Request.Timeout.TotalSeconds;
            Check.That(usual > 55 && usual < 61, "three turns take " + usual);
            Check.That(more > 95 && more < 101, "five turns take " + more);
        }

        private static NpcCircleTalk Say(FakeServer server, List<string> told)
        {
            var listener = new NpcCircleListener
            {
                OnHeard = heard => told.Add("heard " + string.Join(",", heard.ToIds)),
                OnStarted = turn => told.Add(turn.CharacterId + " begins"),
                OnLine = (turn, line) => told.Add(turn.CharacterId + " " + line.Text),
                OnIntent = (turn, intent) =>
                    told.Add(turn.CharacterId + " wants " + intent.Affordance + " in " + turn.TurnId),
                OnFinished = (turn, finished) => told.Add(turn.CharacterId + " done: " + turn.Text),
                OnQuiet = quiet => told.Add("quiet, " + quiet.AwaitedId + " is awaited"),
                OnFailed = error => told.Add("failed " + error.Code),
            };
            return server.Client().SayInCircle(new SayInCircleRequest { Text = "hello" }, listener);
        }
    }
}
