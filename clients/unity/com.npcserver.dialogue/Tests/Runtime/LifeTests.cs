using System;
using System.Collections;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Admin;
using NpcDialogue.Admin.V1;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>Objects destroyed during a call: no caller waits for ever, and the game gets no exception.</summary>
    public sealed class LifeTests : TalkingScene
    {
        [UnityTest]
        public IEnumerator AHandlerThatThrowsKeepsNoOtherEventBack()
        {
            yield return Start();
            Hester.MoodChanged += _ => { throw new InvalidOperationException("a mistake of the game"); };
            LogAssert.ignoreFailingMessages = true;
            Task<TurnFinished> turn = Hester.SayAsync("Good day.");
            yield return Done(turn);
            LogAssert.ignoreFailingMessages = false;

            Assert.IsTrue(Heard.Contains("mood calm"));
            Assert.IsTrue(Heard.Contains("line"));
        }

        [UnityTest]
        public IEnumerator SayingNeverThrowsWhateverIsWrongWithTheScene()
        {
            NpcCharacter lost = new GameObject("lost").AddComponent<NpcCharacter>();
            lost.Failed += _ => { throw new InvalidOperationException("a mistake of the game"); };
            LogAssert.ignoreFailingMessages = true;
            Assert.DoesNotThrow(() => lost.Say("Good day."));
            yield return null;
            LogAssert.ignoreFailingMessages = false;
            UnityEngine.Object.DestroyImmediate(lost.gameObject);

            yield return Start();
            Hester.Affordances.Add(null);
            Assert.DoesNotThrow(() => Hester.Say("Good day."));
            yield return UntilHeard("failed Internal");
            Assert.IsFalse(Hester.IsSpeaking);
            Hester.Affordances.Clear();
            yield return Done(Hester.SayAsync("Good day."));
        }

        [UnityTest]
        public IEnumerator WhoIsGoneIsSpokenToInVain()
        {
            yield return Start();
            NpcCharacter wenna = Put("wenna");
            UnityEngine.Object.DestroyImmediate(wenna.gameObject);
            Assert.DoesNotThrow(() => wenna.Say("Good day."));
            UnityEngine.Object.DestroyImmediate(Client.gameObject);
            int clients = Clients;
            Task<TurnFinished> turn = wenna.SayAsync("Good day.");
            Task report = wenna.ReportOutcomeAsync(new ActionIntent(), OutcomeStatus.Completed);
            yield return null;

            Assert.AreEqual(NpcCode.FailedPrecondition, Why(turn).Code);
            Assert.AreEqual(NpcCode.FailedPrecondition, Why(report).Code);
            Assert.AreEqual(0, Heard.Count);
            Assert.AreEqual(clients, Clients, "none is made for who is gone");
        }

        [UnityTest]
        public IEnumerator WhoSpeaksAgainAsSoonAsItIsGivenUpDisturbsNothing()
        {
            yield return Start();
            Task over = SpeakAgainWhenGivenUp();
            yield return UntilHeard("token");
            Hester.enabled = false;
            yield return Until(() => over.IsCompleted, "the second turn to be refused");

            Assert.AreEqual(NpcCode.FailedPrecondition, Why(over).Code);
            Assert.IsFalse(Hester.IsSpeaking);
        }

        [UnityTest]
        public IEnumerator OtherSettingsLeadToAnotherClient()
        {
            NpcDialogueClient before = Client;
            NpcDialogueSettings other = ScriptableObject.CreateInstance<NpcDialogueSettings>();
            Hester.Settings = other;
            NpcDialogueClient after = Client;
            Hester.Settings = Settings;
            NpcDialogueClient again = Client;
            UnityEngine.Object.DestroyImmediate(after.gameObject);
            yield return null;

            Assert.IsFalse(before == after, "other settings, another client");
            Assert.IsTrue(before == again, "the same settings, the same client");
        }

        [UnityTest]
        public IEnumerator SavingIsGivenUpWhenAskedToThoughItMayTakeForever()
        {
            yield return Start();
            Client.Calls.Options.CallTimeout = TimeSpan.Zero;
            Client.Configure("http://127.0.0.1:1", Key);
            var wave = new Observation { Text = "A wave breaks on the quay." };
            wave.WitnessIds.Add("hester");
            Client.Observations.Observe(wave);
            var cancel = new CancellationTokenSource();
            Task<NpcSaveBinding> saving = Client.SaveGameAsync("in the storm", cancel.Token);
            yield return null;
            cancel.Cancel();
            yield return Until(() => saving.IsCompleted, "saving to be given up");

            Assert.IsTrue(saving.IsCanceled);
        }

        [UnityTest]
        public IEnumerator WaitingEndsWhenThereAreNoMoreFrames()
        {
            MainThread main = Client.Main;
            Task before = main.Delay(TimeSpan.FromHours(1), CancellationToken.None);
            UnityEngine.Object.DestroyImmediate(Client.gameObject);
            Task after = main.Delay(TimeSpan.Zero, CancellationToken.None);
            yield return null;

            Assert.IsTrue(before.IsCanceled && after.IsCanceled);
        }

#if !UNITY_WEBGL
        [Test]
        public void WhatOtherThreadsAskedForEndsWithTheClient()
        {
            NpcDialogueClient client = Client;
            Task call = null;
            Task pause = null;
            var asking = new Thread(() =>
            {
                call = new NpcAdmin(client.Calls).Worlds.ListWorldsAsync(new ListWorldsRequest());
                pause = client.Main.Delay(TimeSpan.FromHours(1), CancellationToken.None);
            });
            asking.Start();
            asking.Join(); // no frame has passed: both still wait for the main thread
            UnityEngine.Object.DestroyImmediate(client.gameObject);

            Assert.IsTrue(SpinWait.SpinUntil(() => call.IsCompleted, TimeSpan.FromSeconds(60)), "the call ends");
            Assert.IsTrue(call.IsCanceled && pause.IsCanceled);
        }
#endif

        private static int Clients
        {
            get
            {
                return UnityEngine.Object.FindObjectsByType<NpcDialogueClient>(
                    FindObjectsInactive.Include, FindObjectsSortMode.None).Length;
            }
        }

        private static NpcRpcException Why(Task failed)
        {
            return (NpcRpcException)failed.Exception.InnerException;
        }

        private async Task SpeakAgainWhenGivenUp()
        {
            try
            {
                await Hester.SayAsync("Tell me everything!");
            }
            catch (OperationCanceledException)
            {
                await Hester.SayAsync("Good day.");
            }
        }
    }
}
