using System;
using UnityEditor;
using UnityEngine;

namespace NpcDialogue.Unity.Editor
{
    /// <summary>Project Settings > NPC Dialogue: this developer's key, and whether the server is there.</summary>
    internal sealed class SettingsPage : SettingsProvider
    {
        private string _url = NpcDialogueSettings.DefaultServerUrl;
        private string _told = "";
        private ConnectionTest _test;

        private SettingsPage()
            : base("Project/NPC Dialogue", SettingsScope.Project)
        {
            keywords = new[] { "npc", "dialogue", "server", "key" };
        }

        [SettingsProvider]
        public static SettingsProvider Create()
        {
            return new SettingsPage();
        }

        public override void OnGUI(string searchContext)
        {
            _url = EditorGUILayout.TextField("Server", _url);
            string key = EditorPrefs.GetString(NpcDialogueSettings.EditorKeyName, "");
            string typed = EditorGUILayout.PasswordField("Key", key);
            if (typed != key)
            {
                EditorPrefs.SetString(NpcDialogueSettings.EditorKeyName, typed);
            }
            EditorGUILayout.HelpBox(
                "The key is kept on this machine, is used in play mode, and is never part of a build. "
                + "A shipped game gets its key at run time; see the readme.",
                MessageType.Info);
            OfferPlainHttp();
            if (GUILayout.Button("Test connection"))
            {
                Test(typed);
            }
            if (_told.Length > 0)
            {
                EditorGUILayout.HelpBox(_told, MessageType.None);
            }
        }

        public override void OnDeactivate()
        {
            StopTest();
        }

        private void OfferPlainHttp()
        {
            bool isPlain = _url.StartsWith("http://", StringComparison.OrdinalIgnoreCase);
            if (!isPlain || PlayerSettings.insecureHttpOption != InsecureHttpOption.NotAllowed)
            {
                return;
            }
            EditorGUILayout.HelpBox("Unity refuses plain HTTP in this project.", MessageType.Warning);
            if (GUILayout.Button("Allow it in development builds"))
            {
                PlayerSettings.insecureHttpOption = InsecureHttpOption.DevelopmentOnly;
            }
        }

        private async void Test(string key)
        {
            StopTest();
            var test = new ConnectionTest(_url, key);
            _test = test;
            _told = "Asking " + _url + " ...";
            string told = await test.RunAsync();
            if (_test == test)
            {
                _told = told;
                StopTest();
                Repaint();
            }
        }

        private void StopTest()
        {
            if (_test != null)
            {
                _test.Dispose();
                _test = null;
            }
        }
    }
}
