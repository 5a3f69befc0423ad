using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Networking;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>
    /// A scene with a character of the sample world, and a server that the environment names. See the
    /// package's documentation for how to start one.
    /// </summary>
    public abstract class TalkingScene
    {
        private const double Patience = 60;
        private readonly List<UnityEngine.Object> _made = new List<UnityEngine.Object>();

        protected NpcDialogueSettings Settings { get; private set; }

        protected NpcCharacter Hester { get; private set; }

        protected NpcDialogueClient Client
        {
            get { return Hester.Client; }
        }

        /// <summary>What happened, in order, such as <c>token</c>, <c>line</c> or <c>finished Completed</c>.</summary>
        protected List<string> Heard { get; private set; }

        /// <summary>Characters of all tokens.</summary>
        protected string Tokens { get; private set; }

        /// <summary>Characters of all lines.</summary>
        protected string Lines { get; private set; }

        protected NpcRpcException Failure { get; private set; }

        [SetUp]
        public void OpenScene()
        {
            Heard = new List<string>();
            Tokens = "";
            Lines = "";
            Failure = null;
            Settings = ScriptableObject.CreateInstance<NpcDialogueSettings>();
            Settings.WorldId = "farrowhithe";
            Settings.ServerUrl = Environment.GetEnvironmentVariable("NPCSERVER_TEST_URL") ?? "";
            if (Settings.ServerUrl.Length == 0)
            {
                Assert.Ignore("NPCSERVER_TEST_URL names no server; see Documentation~/index.md, Tests");
            }
            Hester = Put("hester");
            Client.Configure(Settings.ServerUrl, Key);
        }

        [TearDown]
        public void CloseScene()
        {
            foreach (UnityEngine.Object made in _made)
            {
                UnityEngine.Object.DestroyImmediate(made);
            }
            _made.Clear();
        }

        protected static string Key
        {
            get { return Environment.GetEnvironmentVariable("NPCSERVER_TEST_KEY") ?? ""; }
        }

        /// <summary>Puts a character into the scene, whose events are written down.</summary>
        protected NpcCharacter Put(string characterId)
        {
            var owner = new GameObject(characterId);
            var character = owner.AddComponent<NpcCharacter>();
            character.Settings = Settings;
            character.CharacterId = characterId;
            character.SpeakerId = "ann";
            character.SpeakerName = "Ann";
            character.Token += text =>
            {
                Tokens += text;
                Heard.Add("token");
            };
            character.LineFinished += line =>
            {
                Lines += line.Text;
                Heard.Add("line");
            };
            character.MoodChanged += emotion => Heard.Add("mood " + emotion.Label);
            character.ActionRequested += intent => Heard.Add("action " + intent.Affordance);
            character.TurnFinished += finished => Heard.Add("finished " + finished.Outcome);
            character.Failed += failure =>
            {
                Failure = failure;
                Heard.Add("failed " + failure.Code);
            };
            _made.Add(owner);
            _made.Add(character.Client.gameObject);
            return character;
        }

        /// <summary>Starts a line of play.</summary>
        protected IEnumerator Start()
        {
            yield return Done(Client.StartTimelineAsync());
        }

        /// <summary>Waits for a task, in frames; a failure of the task is one of the test.</summary>
        protected IEnumerator Done(Task task)
        {
            yield return Until(() => task.IsCompleted, "a task to end");
            task.GetAwaiter().GetResult();
        }

        /// <summary>Waits for a condition, in frames.</summary>
        protected IEnumerator Until(Func<bool> isSo, string what)
        {
            double end = Time.realtimeSinceStartupAsDouble + Patience;
            while (!isSo())
            {
                if (Time.realtimeSinceStartupAsDouble > end)
                {
                    Assert.Fail("waited in vain for " + what + "; heard: " + string.Join(", ", Heard));
                }
                yield return null;
            }
        }

        /// <summary>Waits for something to be heard.</summary>
        protected IEnumerator UntilHeard(string what)
        {
            return Until(() => Heard.Contains(what), what);
        }

        /// <summary>Waits until the timeline knows of a turn, and asks how it ended there.</summary>
        protected IEnumerator UntilStored(List<TurnTaken> into)
        {
            NpcWatch watch = Client.Watch(0, what =>
            {
                if (what.EventCase == WatchResponse.EventOneofCase.Turn)
                {
                    into.Add(what.Turn);
                }
            });
            yield return Until(() => into.Count > 0, "the turn to be stored");
            watch.Dispose();
        }

        /// <summary>Asks the process that started the server to do something with it, such as <c>restart</c>.</summary>
        protected IEnumerator Control(string what)
        {
            string url = Environment.GetEnvironmentVariable("NPCSERVER_TEST_CONTROL") ?? "";
            if (url.Length == 0)
            {
                Assert.Ignore("NPCSERVER_TEST_CONTROL names nobody who could " + what + " the server");
            }
            var request = new UnityWebRequest(url + "/" + what, "POST");
            UnityWebRequestAsyncOperation sent = request.SendWebRequest();
            yield return Until(() => sent.isDone, what);
            request.Dispose();
        }

        /// <summary>A text without its white space.</summary>
        protected static string Bare(string text)
        {
            return text.Replace(" ", "").Replace("\n", "");
        }
    }
}
