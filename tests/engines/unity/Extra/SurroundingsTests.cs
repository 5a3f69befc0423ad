using System.Collections;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NUnit.Framework;
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
    }
}
