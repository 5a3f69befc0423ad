#if UNITY_EDITOR
using System;
using System.Collections;
using System.Threading.Tasks;
using NpcDialogue.Unity.Editor;
using NUnit.Framework;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>The button of the settings page.</summary>
    public sealed class ConnectionTestTests : TalkingScene
    {
        [UnityTest]
        public IEnumerator AServerThatIsThereIsNamedWithItsWorld()
        {
            var test = new ConnectionTest(Settings.ServerUrl, Key);
            Task<string> told = test.RunAsync();
            yield return Done(told);
            test.Dispose();

            StringAssert.Contains("farrowhithe", told.Result);
        }

        [UnityTest]
        public IEnumerator WhatIsWrongIsSaid()
        {
            var test = new ConnectionTest(Settings.ServerUrl, "not the key");
            Task<string> told = test.RunAsync();
            yield return Done(told);
            test.Dispose();

            StringAssert.Contains("key", told.Result);
        }

        [Test]
        public void TheEditorsKeyIsUsedInPlayMode()
        {
            UnityEditor.EditorPrefs.SetString(NpcDialogueSettings.EditorKeyName, "of this machine");
            var settings = UnityEngine.ScriptableObject.CreateInstance<NpcDialogueSettings>();
            NpcDialogueClient client = NpcDialogueClient.For(settings);

            Assert.AreEqual("of this machine", client.Calls.Options.Key);
            UnityEngine.Object.DestroyImmediate(client.gameObject);
            UnityEditor.EditorPrefs.SetString(NpcDialogueSettings.EditorKeyName, "");
        }
    }
}
#endif
