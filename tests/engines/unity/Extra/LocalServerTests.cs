using System.Collections;
using System.Threading.Tasks;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>A game that has a server of its own beside it, as NPCSERVER_TEST_GAME names it.</summary>
    public sealed class LocalServerTests : TalkingScene
    {
        [UnityTest]
        public IEnumerator AServerOfTheGameIsStartedAndEndsWithItsComponent()
        {
            var local = new GameObject("server").AddComponent<NpcLocalServer>();
            local.Settings = Settings;
            local.World = "world.yaml";
            local.Arguments.AddRange(new[] { "--model", "offline" });
            yield return Done(local.StartAsync());
            NpcServerProcess first = local.Process;
            StringAssert.Contains("http://127.0.0.1:", first.Url);
            Assert.AreNotEqual(Settings.ServerUrl, first.Url);
            yield return Done(Client.StartTimelineAsync());
            yield return Done(Hester.SayAsync("Good evening!"));
            Assert.AreNotEqual("", Lines);

            // the next one waits until the first has left the data
            yield return Done(local.StartAsync());
            Assert.AreNotEqual(first.Url, local.Process.Url);
            yield return Done(Hester.SayAsync("And again!"));
            UnityEngine.Object.DestroyImmediate(local.gameObject);

            Task<V1.Server> asked = Client.TestConnectionAsync();
            yield return Until(() => asked.IsCompleted, "the server to be gone");
            Assert.IsFalse(first.Ended.IsCompleted, "the game ended it");
        }

        [UnityTest]
        public IEnumerator AServerThatDoesNotStartSaysWhy()
        {
            var local = new GameObject("server").AddComponent<NpcLocalServer>();
            local.Settings = Settings;
            local.World = "no such world.yaml";
            Task starting = local.StartAsync();
            yield return Until(() => starting.IsCompleted, "the import to fail");
            StringAssert.Contains("the world was not imported. It said: ", starting.Exception.InnerException.Message);
            StringAssert.Contains("no such world.yaml", starting.Exception.InnerException.Message);

            local.World = "";
            local.Arguments.Add("--no-such-option");
            starting = local.StartAsync();
            yield return Until(() => starting.IsCompleted, "the server to fail");
            StringAssert.Contains("the server did not start. It said: ", starting.Exception.InnerException.Message);
            StringAssert.Contains("--no-such-option", starting.Exception.InnerException.Message);

            local.Folder = "elsewhere";
            starting = local.StartAsync();
            StringAssert.Contains("there is no server in ", starting.Exception.InnerException.Message);
            UnityEngine.Object.DestroyImmediate(local.gameObject);
        }
    }
}
