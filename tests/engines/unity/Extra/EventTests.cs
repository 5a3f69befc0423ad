using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>What a designer wires in the inspector, and the panel that is there without any wiring.</summary>
    public sealed class EventTests : TalkingScene
    {
        private const string Told = "A language model speaks for the characters.";

        [UnityTest]
        public IEnumerator TheInspectorHearsATurnInItsOrder()
        {
            yield return Start();
            var heard = new List<string>();
            string words = "";
            Hester.Events.LineBegan.AddListener(() => { heard.Add("began"); words = ""; });
            Hester.Events.Token.AddListener(text => words += text);
            Hester.Events.LineEnded.AddListener(text =>
            {
                Assert.AreEqual(Bare(text), Bare(words));
                heard.Add("ended");
            });
            Hester.Events.TurnEnded.AddListener(() => heard.Add("over"));
            yield return Done(Hester.SayAsync("Tell me everything!"));

            int lines = Heard.FindAll(what => what == "line").Count;
            Assert.Greater(lines, 1);
            Assert.AreEqual(2 * lines + 1, heard.Count);
            for (int n = 0; n < lines; n++)
            {
                Assert.AreEqual("began", heard[2 * n]);
                Assert.AreEqual("ended", heard[2 * n + 1]);
            }
        }

        [UnityTest]
        public IEnumerator AnActionIsCompletedByWiringAlone()
        {
            yield return Start();
            Hester.Affordances.Add(new NpcAffordance { name = "ring_bell", description = "Ring the bell." });
            Hester.Events.ActionRequested.AddListener(Hester.CompleteAction);
            var reported = new List<OutcomeStatus>();
            NpcWatch watch = Client.Watch(0, what =>
            {
                if (what.EventCase == WatchResponse.EventOneofCase.Outcome)
                {
                    reported.Add(what.Outcome.Status);
                }
            });
            yield return Done(Hester.SayAsync("Ring the bell!"));
            yield return Until(() => reported.Count > 0, "the outcome to be stored");
            watch.Dispose();

            Assert.AreEqual(OutcomeStatus.Completed, reported[0]);
            var failures = new List<string>();
            Hester.Events.Failed.AddListener(failures.Add);
            Hester.CompleteAction("ring_bell");
            Assert.AreEqual("hester does not want to do ring_bell now", string.Join("|", failures));
        }

        [UnityTest]
        public IEnumerator APanelTellsOfTheModelWhereNothingListens()
        {
            yield return Start();
            Disclose();
            var panel = Client.gameObject.GetComponent<NpcDisclosurePanel>();
            var draw = (Action)Delegate.CreateDelegate(typeof(Action), panel, "OnGUI");
            GUILayout.Shown.Clear();
            draw();
            Assert.AreEqual(Told, string.Join("|", GUILayout.Shown));
            int closed = 0;
            panel.Closed.AddListener(() => closed++);
            GUILayout.Pressed = panel.CloseLabel;
            draw();
            GUILayout.Pressed = "";
            GUILayout.Shown.Clear();
            draw();
            Assert.AreEqual(1, closed);
            Assert.AreEqual(0, GUILayout.Shown.Count);
        }

        [UnityTest]
        public IEnumerator TheGamesOwnTextTakesThePlaceOfThePanel()
        {
            yield return Start();
            string told = "";
            Hester.Events.Disclosed.AddListener(text => told += text);
            Hester.Events.Disclosed.Wired = 1;
            Disclose();
            Hester.Events.Disclosed.Wired = 0;
            Hester.Disclosed += disclosure => told += disclosure.Text;
            Disclose();
            Assert.AreEqual(Told + Told + Told, told);
            Assert.IsTrue(Client.gameObject.GetComponent<NpcDisclosurePanel>() == null);
        }

        [UnityTest]
        public IEnumerator APanelOfTheSceneIsTaken()
        {
            yield return Start();
            var panel = Hester.gameObject.AddComponent<NpcDisclosurePanel>();
            Disclose();
            Assert.AreEqual(Told, panel.Text);
            Assert.IsTrue(Client.gameObject.GetComponent<NpcDisclosurePanel>() == null);
        }

        /// <summary>Lets the character hear what a server says once, before the first words of a real model.</summary>
        private void Disclose()
        {
            const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;
            MethodInfo heard = typeof(NpcCharacter).GetMethod(
                "NpcDialogue.Unity.ICharacterTurnListener.OnDisclosure", Hidden);
            heard.Invoke(Hester, new object[] { new Disclosure { Text = Told } });
        }
    }
}
