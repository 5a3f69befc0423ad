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
    /// <summary>What goes wrong, and what the game sees of it: never a hang, never null.</summary>
    public sealed class FaultTests : TalkingScene
    {
        [UnityTest]
        public IEnumerator CancellingReachesTheServer()
        {
            yield return Start();
            var cancel = new CancellationTokenSource();
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!", cancel.Token);
            yield return UntilHeard("line");
            cancel.Cancel();
            yield return Until(() => turn.IsCompleted, "the turn to be given up");
            var stored = new List<TurnTaken>();
            yield return UntilStored(stored);

            Assert.IsTrue(turn.IsCanceled);
            Assert.AreEqual("finished Interrupted", Heard[Heard.Count - 1]);
            Assert.AreEqual(TurnOutcome.Interrupted, stored[0].Outcome);
            yield return Until(() => Client.Running == 0, "all requests to end");
        }

#if !UNITY_WEBGL
        [UnityTest]
        public IEnumerator CancellingFromAnotherThreadIsAsGood()
        {
            yield return Start();
            var cancel = new CancellationTokenSource();
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!", cancel.Token);
            yield return UntilHeard("token");
            Task.Run(() => cancel.Cancel());
            yield return Until(() => turn.IsCompleted, "the turn to be given up");

            Assert.IsTrue(turn.IsCanceled);
        }
#endif

        [UnityTest]
        public IEnumerator AnInterruptedTurnIsFinishedAsSuch()
        {
            yield return Start();
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!");
            yield return UntilHeard("token");
            Hester.Interrupt();
            yield return Done(turn);

            Assert.AreEqual(TurnOutcome.Interrupted, turn.Result.Outcome);
            Assert.Greater(turn.Result.Seq, 0);
        }

        [UnityTest]
        public IEnumerator SpeakingAgainInterruptsWhatIsBeingSaid()
        {
            yield return Start();
            Task<TurnFinished> first = Hester.SayAsync("Tell me everything!");
            yield return UntilHeard("token");
            Task<TurnFinished> second = Hester.SayAsync("Good day.");
            yield return Done(second);

            Assert.IsTrue(first.IsCanceled);
            Assert.AreEqual(TurnOutcome.Completed, second.Result.Outcome);
        }

        [UnityTest]
        public IEnumerator WhoIsDestroyedSaysNothingMore()
        {
            yield return Start();
            NpcDialogueClient client = Client;
            NpcCharacter wenna = Put("wenna");
            Task<TurnFinished> turn = wenna.SayAsync("Tell me everything!");
            yield return UntilHeard("token");
            UnityEngine.Object.Destroy(wenna.gameObject);
            yield return null;
            int heard = Heard.Count;
            var stored = new List<TurnTaken>();
            yield return UntilStored(stored);

            Assert.IsTrue(turn.IsCanceled);
            Assert.AreEqual(heard, Heard.Count);
            Assert.AreEqual(TurnOutcome.Interrupted, stored[0].Outcome);
            yield return Until(() => client.Running == 0, "all requests to end");
        }

        [UnityTest]
        public IEnumerator ADestroyedClientLeavesNothingBehind()
        {
            yield return Start();
            NpcDialogueClient client = Client;
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!");
            yield return UntilHeard("token");
            UnityEngine.Object.Destroy(client.gameObject);
            yield return Until(() => client == null, "the client to go");
            int heard = Heard.Count;
            yield return Until(() => client.Running == 0, "all requests to end");

            Assert.AreEqual(heard, Heard.Count);
            Assert.IsFalse(Client == null, "the next one who asks gets a new one");
            Assert.IsTrue(turn.IsCanceled, "nobody waits for ever");
            Assert.IsFalse(Hester.IsSpeaking);
        }

        [UnityTest]
        public IEnumerator APausedApplicationEndsTheTurn()
        {
            yield return Start();
            Hester.Say("Tell me everything!");
            yield return UntilHeard("token");
            Hester.gameObject.SendMessage("OnApplicationPause", true);
            yield return UntilHeard("finished Interrupted");
            Hester.gameObject.SendMessage("OnApplicationPause", false);
            Hester.Say("Good day.");
            yield return UntilHeard("finished Completed");
        }

        [UnityTest]
        public IEnumerator AWrongKeyIsSaidToBeOne()
        {
            Client.Configure(Settings.ServerUrl, "not the key");
            Client.Play(new NpcSaveBinding { TimelineId = "whatever" });
            Hester.Say("Good day.");
            yield return UntilHeard("failed Unauthenticated");

            Assert.AreEqual("UNAUTHENTICATED", Failure.Reason);
            Assert.IsFalse(Failure.IsRetryable);
            StringAssert.Contains("key", Failure.Message);
        }

        [UnityTest]
        public IEnumerator AServerThatIsNotThereIsSaidToBeAway()
        {
            // no server listens on port 1
            Client.Configure("http://127.0.0.1:1", Key);
            Client.Play(new NpcSaveBinding { TimelineId = "whatever" });
            Hester.Say("Good day.");
            yield return UntilHeard("failed Unavailable");

            Assert.IsTrue(Failure.IsRetryable);
            StringAssert.Contains("http://127.0.0.1:1", Failure.Message);
            Assert.AreEqual(1, Heard.Count);
        }

        [UnityTest]
        public IEnumerator AGrpcPortIsNamedAsSuch()
        {
            string grpc = Environment.GetEnvironmentVariable("NPCSERVER_TEST_GRPC") ?? "";
            if (grpc.Length == 0)
            {
                Assert.Ignore("NPCSERVER_TEST_GRPC names no gRPC listener");
            }
            Client.Configure("http://" + grpc, Key);
            Task<Server> test = Client.TestConnectionAsync();
            yield return Until(() => test.IsCompleted, "the test to end");

            var failure = (NpcRpcException)test.Exception.InnerException;
            Assert.AreEqual(NpcCode.Unavailable, failure.Code);
            StringAssert.Contains("http://" + grpc, failure.Message);
            StringAssert.Contains("gRPC at a port of its own", failure.Message);
        }

        [UnityTest]
        public IEnumerator HttpsToAPlainServerFailsWithASentence()
        {
            Client.Configure(Settings.ServerUrl.Replace("http://", "https://"), Key);
            Task<Server> test = Client.TestConnectionAsync();
            yield return Until(() => test.IsCompleted, "the test to end");

            var failure = (NpcRpcException)test.Exception.InnerException;
            Assert.AreEqual(NpcCode.Unavailable, failure.Code);
            StringAssert.Contains("https://", failure.Message);
        }

        [UnityTest]
        public IEnumerator ANonsensicalAddressFailsWithASentence()
        {
            Client.Configure("not an address", Key);
            Task<Server> test = Client.TestConnectionAsync();
            yield return Until(() => test.IsCompleted, "the test to end");

            var failure = (NpcRpcException)test.Exception.InnerException;
            Assert.AreEqual(NpcCode.InvalidArgument, failure.Code);
            StringAssert.Contains("http://HOST:PORT", failure.Message);
        }

        [UnityTest]
        public IEnumerator AServerThatRestartsFailsTheTurnAndIsFoundAgain()
        {
            yield return Start();
            Hester.Say("Tell me everything!");
            yield return UntilHeard("token");
            yield return Control("restart");
            yield return UntilHeard("failed Unavailable");
            Assert.IsTrue(Failure.IsRetryable);
            Hester.Say("Good day.");
            yield return UntilHeard("finished Completed");
        }

        [UnityTest]
        public IEnumerator ATurnThatTakesTooLongIsEnded()
        {
            yield return Start();
            Client.Calls.Options.TurnTimeout = TimeSpan.FromSeconds(0.5);
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!");
            yield return Until(() => turn.IsCompleted, "the turn to end");

            Assert.IsTrue(turn.IsFaulted || turn.Result.Outcome != TurnOutcome.Completed);
            Assert.IsFalse(Hester.IsSpeaking);
            yield return Until(() => Client.Running == 0, "all requests to end");
        }

        [UnityTest]
        public IEnumerator WhatIsMissingInTheSceneIsSaid()
        {
            Hester.Say("Good day.");
            yield return UntilHeard("failed FailedPrecondition");
            StringAssert.Contains("StartTimelineAsync", Failure.Message);

            NpcCharacter lost = new GameObject("lost").AddComponent<NpcCharacter>();
            NpcRpcException told = null;
            lost.Failed += failure => told = failure;
            lost.Say("Good day.");
            StringAssert.Contains("settings", told.Message);
            UnityEngine.Object.DestroyImmediate(lost.gameObject);
        }
    }
}
