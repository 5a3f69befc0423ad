#if UNITY_EDITOR
using System.Collections;
using System.Reflection;
using System.Threading.Tasks;
using NpcDialogue.Unity.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEngine;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>Choosing ids in the inspector.</summary>
    public sealed class IdDrawerTests : TalkingScene
    {
        [SetUp]
        public void OpenProject()
        {
            AssetDatabase.Assets.Clear();
            EditorPrefs.SetString(NpcDialogueSettings.EditorKeyName, Key);
        }

        [TearDown]
        public void CloseProject()
        {
            EditorPrefs.SetString(NpcDialogueSettings.EditorKeyName, "");
        }

        [UnityTest]
        public IEnumerator WhatTheServerHasIsOfferedAndChosen()
        {
            Task<string> told = IdDrawer.AskServerAsync(Settings.ServerUrl, Settings.WorldId);
            yield return Done(told);
            StringAssert.Contains("characters are in Assets/NpcNames.asset", told.Result);

            SerializedProperty world = Draw("worldId", Settings);
            Assert.IsTrue(GenericMenu.Shown.ContainsKey("farrowhithe"));
            GenericMenu.Shown["farrowhithe"]();
            Assert.AreEqual("farrowhithe", world.stringValue);
            SerializedProperty character = Draw("characterId", Hester);
            GenericMenu.Shown["hester"]();
            Assert.AreEqual("hester", character.stringValue);
            Assert.IsFalse(GenericMenu.Shown.ContainsKey("farrowhithe"));
        }

        [UnityTest]
        public IEnumerator AServerThatIsNotThereIsSaidToBeSo()
        {
            Task<string> told = IdDrawer.AskServerAsync("http://127.0.0.1:1", "");
            yield return Done(told);
            StringAssert.Contains("no answer from http://127.0.0.1:1", told.Result);
            Assert.AreEqual(0, AssetDatabase.Assets.Count);
        }

        [Test]
        public void SetsComeFromTheAsset()
        {
            var names = ScriptableObject.CreateInstance<NpcNames>();
            names.Add(NpcIdKind.AffordanceSet, new[] { "at-the-bar" });
            AssetDatabase.CreateAsset(names, "Assets/Names of ours.asset");
            SerializedProperty set = Draw("affordanceSet", Hester);
            GenericMenu.Shown["at-the-bar"]();
            Assert.AreEqual("at-the-bar", set.stringValue);
            Hester.Settings = null;
            Draw("characterId", Hester);
            Assert.IsNull(GenericMenu.Shown["Drag Settings here to ask the server"]);
            Hester.Settings = Settings;
        }

        private static SerializedProperty Draw(string field, Object owner)
        {
            FieldInfo drawn = owner.GetType().GetField(field, BindingFlags.Instance | BindingFlags.NonPublic);
            var drawer = new IdDrawer { attribute = drawn.GetCustomAttribute<NpcIdAttribute>() };
            var property = new SerializedProperty(new SerializedObject(owner));
            GenericMenu.Shown.Clear();
            drawer.OnGUI(new Rect(0, 0, 300, 18), property, new GUIContent(field));
            return property;
        }
    }
}
#endif
