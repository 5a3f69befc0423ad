using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>Talking with characters as a game does, when nothing goes wrong.</summary>
    public sealed class TalkTests : TalkingScene
    {
        [UnityTest]
        public IEnumerator TokensGrowIntoLines()
        {
            yield return Start();
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!");
            yield return UntilHeard("line");
            Assert.IsTrue(Heard.IndexOf("token") < Heard.IndexOf("line"), "tokens come first");
            Assert.IsTrue(Hester.IsSpeaking, "the first line is not the last");
            yield return Done(turn);

            Assert.AreEqual(TurnOutcome.Completed, turn.Result.Outcome);
            Assert.AreEqual(Bare(Lines), Bare(Tokens));
            StringAssert.Contains("lamp", Lines);
            Assert.AreEqual("finished Completed", Heard[Heard.Count - 1]);
            Assert.IsFalse(Hester.IsSpeaking);
        }

        [UnityTest]
        public IEnumerator LinesComeWithoutTokensToo()
        {
            yield return Start();
            Hester.StreamTokens = false;
            yield return Done(Hester.SayAsync("Tell me everything!"));

            Assert.IsFalse(Heard.Contains("token"));
            StringAssert.Contains("lamp", Lines);
        }

        [UnityTest]
        public IEnumerator MoodsAreToldOnceAndDeedsAreRemembered()
        {
            yield return Start();
            Hester.Affordances.Add(new NpcAffordance { name = "ring_bell", description = "Ring the bell." });
            ActionIntent wanted = null;
            Hester.ActionRequested += intent => wanted = intent;
            yield return Done(Hester.SayAsync("Ring the bell!"));
            yield return Done(Hester.ReportOutcomeAsync(wanted, OutcomeStatus.Completed, "Hester rang the bell."));

            Assert.AreEqual("ring_bell", wanted.Affordance);
            Assert.AreEqual(1, Heard.FindAll(what => what == "mood amusement").Count);
        }

        [UnityTest]
        public IEnumerator WhatTheWorldOffersIsThereUnlessOnlyWhatIsDeclaredCounts()
        {
            yield return Start();
            var wanted = new List<string>();
            Hester.ActionRequested += intent => wanted.Add(intent.Affordance);
            Hester.AffordanceSource = AffordanceSource.DeclaredOnly;
            yield return Done(Hester.SayAsync("A brandy, please!"));
            Assert.AreEqual(0, wanted.Count);
            Hester.AffordanceSource = AffordanceSource.Unspecified;
            yield return Done(Hester.SayAsync("A brandy, please!"));

            Assert.AreEqual("pour_drink", string.Join(", ", wanted));
        }

        [UnityTest]
        public IEnumerator EverythingIsRaisedOnTheMainThread()
        {
            int main = Thread.CurrentThread.ManagedThreadId;
            var threads = new HashSet<int>();
            Hester.Token += _ => threads.Add(Thread.CurrentThread.ManagedThreadId);
            Hester.LineFinished += _ => threads.Add(Thread.CurrentThread.ManagedThreadId);
            Hester.TurnFinished += _ => threads.Add(Thread.CurrentThread.ManagedThreadId);
            yield return Start();
            yield return Done(Hester.SayAsync("Tell me everything!"));

            Assert.AreEqual(1, threads.Count);
            Assert.IsTrue(threads.Contains(main));
        }

#if !UNITY_WEBGL
        [UnityTest]
        public IEnumerator CallsMayBeMadeFromOtherThreads()
        {
            yield return Start();
            var request = new GetTimelineRequest { TimelineId = Client.TimelineId };
            NpcClient calls = Client.Calls;
            Task<GetTimelineResponse> answer = Task.Run(() => calls.Timelines.GetTimelineAsync(request));
            yield return Done(answer);

            Assert.AreEqual(request.TimelineId, answer.Result.Timeline.TimelineId);
        }
#endif

        [UnityTest]
        public IEnumerator AHandlerThatThrowsIsLoggedAndEndsNothing()
        {
            yield return Start();
            Hester.LineFinished += _ => { throw new InvalidOperationException("a mistake of the game"); };
            LogAssert.ignoreFailingMessages = true;
            Task<TurnFinished> turn = Hester.SayAsync("Good day.");
            yield return Done(turn);
            LogAssert.ignoreFailingMessages = false;

            Assert.AreEqual(TurnOutcome.Completed, turn.Result.Outcome);
        }

        [UnityTest]
        public IEnumerator TalkGoesOnWhileTheGameStandsStill()
        {
            yield return Start();
            Time.timeScale = 0;
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!");
            yield return Until(() => turn.IsCompleted, "the end of the turn");
            Time.timeScale = 1;

            Assert.AreEqual(TurnOutcome.Completed, turn.Result.Outcome);
        }

        [UnityTest]
        public IEnumerator ManyCharactersTalkAtOnceThroughOneClient()
        {
            yield return Start();
            string[] all = { "hester", "wenna", "ambrose", "linnet", "isidor", "orrel", "dorcas" };
            var turns = new List<Task>();
            for (int n = 0; n < 20; n++)
            {
                NpcCharacter character = Put(all[n % all.Length]);
                character.SpeakerId = "player" + n;
                turns.Add(character.SayAsync("Good day."));
                Assert.IsTrue(character.Client == Client, "characters with the same settings share a client");
            }
            yield return Done(Task.WhenAll(turns));

            Assert.AreEqual(20, Heard.FindAll(what => what == "finished Completed").Count);
            Assert.AreEqual(0, Client.Running);
        }

        [UnityTest]
        public IEnumerator WhatHappensIsToldInBatches()
        {
            yield return Start();
            for (int n = 0; n < 50; n++)
            {
                var what = new Observation { Text = "Wave number " + n + " breaks on the quay." };
                what.WitnessIds.Add("hester");
                Client.Observations.Observe(what);
                yield return null;
            }
            yield return Done(Client.Observations.FlushAsync());
            var seen = new HashSet<string>();
            NpcWatch watch = Client.Watch(0, what =>
            {
                if (what.EventCase == WatchResponse.EventOneofCase.Memory && what.Memory.Text.StartsWith("Wave"))
                {
                    seen.Add(what.Memory.Text);
                }
            });
            yield return Until(() => seen.Count == 50, "all fifty waves");
            watch.Dispose();

            Assert.AreEqual(0, Client.Observations.Dropped);
        }

        [UnityTest]
        public IEnumerator ASaveBringsTheMomentBack()
        {
            yield return Start();
            string first = Client.TimelineId;
            yield return Done(Hester.SayAsync("Good day."));
            Task<NpcSaveBinding> saving = Client.SaveGameAsync("before the storm");
            yield return Done(saving);
            NpcSaveBinding kept = NpcSaveBinding.FromJson(saving.Result.ToJson());
            yield return Done(Hester.SayAsync("Tell me everything!"));
            yield return Done(Client.LoadGameAsync(kept.SaveId));

            Assert.AreNotEqual(first, Client.TimelineId);
            Task<GetTimelineResponse> now = Client.Calls.Timelines.GetTimelineAsync(
                new GetTimelineRequest { TimelineId = Client.TimelineId });
            yield return Done(now);
            Assert.AreEqual(first, now.Result.Timeline.ParentId);
            Assert.AreEqual(kept.Seq, now.Result.Timeline.ForkSeq);
            yield return Done(Hester.SayAsync("Good day."));
        }
    }
}
