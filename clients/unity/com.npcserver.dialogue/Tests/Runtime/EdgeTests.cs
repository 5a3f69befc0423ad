using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>Too early, too late, and twice: what a game may ask for at any moment.</summary>
    public sealed class EdgeTests : TalkingScene
    {
        [UnityTest]
        public IEnumerator ATokenThatIsCancelledAlreadyAsksNobody()
        {
            yield return Start();
            var cancel = new CancellationTokenSource();
            cancel.Cancel();
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!", cancel.Token);
            Assert.AreEqual(0, Client.Running);
            yield return Until(() => turn.IsCompleted, "the turn to be given up");

            Assert.IsTrue(turn.IsCanceled);
            Assert.AreEqual("finished Interrupted", string.Join(", ", Heard));
            Assert.IsFalse(Hester.IsSpeaking);
        }

        [UnityTest]
        public IEnumerator WhoIsDisabledSaysNothingMoreOfAnyTurn()
        {
            yield return Start();
            Task<TurnFinished> first = Hester.SayAsync("Tell me everything!");
            yield return UntilHeard("token");
            Task<TurnFinished> second = Hester.SayAsync("Good day.");
            Hester.enabled = false;
            int heard = Heard.Count;
            yield return Until(() => Client.Running == 0, "all requests to end");
            yield return null;
            yield return null;

            Assert.IsTrue(first.IsCanceled && second.IsCanceled);
            Assert.AreEqual(heard, Heard.Count);
            Assert.IsFalse(Hester.IsSpeaking);
            Hester.enabled = true;
            yield return Done(Hester.SayAsync("Good day."));
        }

        [UnityTest]
        public IEnumerator APauseIsOverheardByWhoIsToldTo()
        {
            yield return Start();
            Hester.InterruptOnPause = false;
            Hester.Say("Tell me everything!");
            yield return UntilHeard("token");
            Hester.gameObject.SendMessage("OnApplicationPause", true);
            Hester.gameObject.SendMessage("OnApplicationPause", false);
            yield return UntilHeard("finished Completed");
        }

        [UnityTest]
        public IEnumerator WhatIsObservedBeforeTheTimelineBeginsIsNotLost()
        {
            Client.Observations.Observe(Wave());
            yield return Done(Client.Observations.FlushAsync());
            yield return Start();
            yield return Done(Client.Observations.FlushAsync());
            bool isSeen = false;
            NpcWatch watch = Client.Watch(0, what => isSeen = isSeen
                || (what.EventCase == WatchResponse.EventOneofCase.Memory && what.Memory.Text == Wave().Text));
            yield return Until(() => isSeen, "the wave");
            watch.Dispose();
        }

        [UnityTest]
        public IEnumerator AWatchThatWasDisposedOfSaysNothingMore()
        {
            yield return Start();
            for (int n = 0; n < 5; n++)
            {
                Client.Observations.Observe(Wave());
            }
            yield return Done(Client.Observations.FlushAsync());
            int seen = 0;
            NpcWatch watch = null;
            watch = Client.Watch(0, what =>
            {
                seen++;
                watch.Dispose(); // more of them wait for this frame already
            });
            yield return Until(() => watch.Completion.IsCompleted, "the watch to end");
            yield return null;
            yield return null;

            Assert.AreEqual(1, seen);
        }

        [Test]
        public void WatchingWithoutATimelineSaysWhatIsMissing()
        {
            NpcRpcException failure = Assert.Throws<NpcRpcException>(() => Client.Watch(null, what => { }));
            StringAssert.Contains("StartTimelineAsync", failure.Message);
            Assert.Throws<ArgumentNullException>(() => Client.Play(null));
        }

        [UnityTest]
        public IEnumerator ManyTurnsInOneFrameLeaveOne()
        {
            yield return Start();
            var turns = new List<Task<TurnFinished>>();
            for (int n = 0; n < 5; n++)
            {
                turns.Add(Hester.SayAsync("Good day."));
            }
            yield return Done(turns[4]);

            Assert.AreEqual(TurnOutcome.Completed, turns[4].Result.Outcome);
            Assert.AreEqual(4, turns.FindAll(turn => turn.IsCanceled).Count);
            Assert.AreEqual(4, Heard.FindAll(what => what == "finished Interrupted").Count);
            Assert.AreEqual(1, Heard.FindAll(what => what == "finished Completed").Count);
        }

        private static Observation Wave()
        {
            var wave = new Observation { Text = "A wave breaks on the quay." };
            wave.WitnessIds.Add("hester");
            return wave;
        }
    }
}
