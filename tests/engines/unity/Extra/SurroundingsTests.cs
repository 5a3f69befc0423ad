using System;
using System.Collections;
using System.Reflection;
using System.Threading.Tasks;
using NpcDialogue.Admin;
using NpcDialogue.Admin.V1;
using NpcDialogue.Samples;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Shim;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>What only the stand-in for the engine can do at will.</summary>
    public sealed class SurroundingsTests : TalkingScene
    {
        [TearDown]
        public void AllowPlainHttp() { Web.RefusesPlainHttp = false; }

        [UnityTest]
        public IEnumerator PlainHttpThatUnityRefusesIsSaidToBe()
        {
            Client.Play(new NpcSaveBinding { TimelineId = "whatever" });
            Web.RefusesPlainHttp = true;
            Hester.Say("Good day.");
            yield return UntilHeard("failed InvalidArgument");

            StringAssert.Contains("Allow downloads over HTTP", Failure.Message);
            Assert.AreEqual(0, Client.Running);
        }

        [UnityTest]
        public IEnumerator ASceneThatGoesTakesItsTurnsAlongAndLeavesTheClient()
        {
            yield return Start();
            NpcDialogueClient client = Client;
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!");
            yield return UntilHeard("token");
            UnityEngine.Shim.World.LoadEmptyScene();
            int heard = Heard.Count;
            yield return Until(() => client.Running == 0, "all requests to end");
            yield return null;

            Assert.IsTrue(turn.IsCanceled);
            Assert.AreEqual(heard, Heard.Count);
            Assert.IsFalse(client == null, "it is kept when scenes change");
            NpcCharacter next = Put("wenna");
            Assert.IsTrue(next.Client == client);
            yield return Done(next.SayAsync("Good day."));
        }

        [UnityTest]
        public IEnumerator PlayGoesOnAfterScriptsWereCompiledAnew()
        {
            yield return Start();
            string timeline = Client.TimelineId;
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!");
            yield return UntilHeard("token");
            Scripts.CompileAnew();
            yield return null;
            yield return null;

            Assert.IsTrue(turn.IsCanceled);
            Assert.AreEqual(timeline, Client.TimelineId);
            yield return Done(Hester.SayAsync("Good day."));
        }

        [UnityTest]
        public IEnumerator AClientThatIsDisabledHangsUpAndOpensAgain()
        {
            yield return Start();
            NpcDialogueClient client = Client;
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!");
            yield return UntilHeard("token");
            client.gameObject.SetActive(false);
            Assert.IsTrue(turn.IsCanceled);
            client.gameObject.SetActive(true);
            yield return Done(Hester.SayAsync("Good day."));
        }

        [UnityTest]
        public IEnumerator TheSampleIsQuietWhenPlayEndsBeforeTheServerAnswers()
        {
            Client.Configure("http://127.0.0.1:1", Key);
            Open(Hester.gameObject);
            yield return null;
            Assert.AreEqual(1, Client.Running);
            UnityEngine.Object.DestroyImmediate(Client.gameObject);
            yield return null;
            yield return null;
        }

        [UnityTest]
        public IEnumerator TheSampleSaysWhatIsMissingAndGoesOnDrawing()
        {
            Hester.Settings = null;
            Tavern tavern = Open(Hester.gameObject);
            yield return null;
            var draw = (Action)Delegate.CreateDelegate(typeof(Action), tavern, "OnGUI");
            Assert.DoesNotThrow(() => draw());
            Hester.Settings = Settings;
        }

        [UnityTest]
        public IEnumerator TheSampleGoesOnWithAnotherTokenOfThePlayer()
        {
            yield return Start();
            var request = new MintPlayerTokenRequest { TimelineId = Client.TimelineId, LifetimeSeconds = 30 };
            request.PlayerId = "ann";
            request.PlayerName = "Ann";
            Task<MintPlayerTokenResponse> minted = new NpcAdmin(Client.Calls).Access.MintPlayerTokenAsync(request);
            yield return Done(minted);
            string token = minted.Result.Token;
            Client.UseTokens(Settings.ServerUrl, () => Task.FromResult(token));
            Tavern tavern = Open(Hester.gameObject);
            yield return null;
            Say(tavern, "Tell me everything!");
            yield return UntilHeard("token");
            token = "signed.out.now";
            yield return UntilHeard("finished Completed");
            StringAssert.Contains("the sea says what it always says.", Lines);
            Say(tavern, "Good day.");
            yield return UntilHeard("failed Unauthenticated");
            StringAssert.Contains("You are no longer signed in.", (string)Field("_told").GetValue(tavern));
            token = minted.Result.Token;
            Heard.Clear();
            Say(tavern, (string)Field("_typed").GetValue(tavern));
            yield return UntilHeard("finished Completed");
            StringAssert.Contains("And to you.", Lines);
        }

        private static void Say(Tavern tavern, string text)
        {
            Field("_typed").SetValue(tavern, text);
            typeof(Tavern).GetMethod("Speak", BindingFlags.Instance | BindingFlags.NonPublic).Invoke(tavern, null);
        }

        private static FieldInfo Field(string name)
        {
            return typeof(Tavern).GetField(name, BindingFlags.Instance | BindingFlags.NonPublic);
        }

        private static Tavern Open(GameObject owner)
        {
            var tavern = owner.AddComponent<Tavern>();
            Field("keeper").SetValue(tavern, owner.GetComponent<NpcCharacter>());
            return tavern;
        }
    }
}
