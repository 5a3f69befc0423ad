// What the package uses of UnityEditor. Pages are compiled and not drawn; what they do is run by tests.
#if UNITY_EDITOR
using System;
using System.Collections.Generic;
using UnityEngine.Shim;

namespace UnityEditor
{
    public enum SettingsScope { User, Project }

    public enum MessageType { None, Info, Warning, Error }

    public enum InsecureHttpOption { NotAllowed, DevelopmentOnly, AlwaysAllowed }

    public static class PlayerSettings
    {
        public static InsecureHttpOption insecureHttpOption { get; set; }
    }

    public static class EditorPrefs
    {
        private static readonly Dictionary<string, string> Kept = new Dictionary<string, string>();

        public static string GetString(string key, string defaultValue)
        {
            PlayerLoop.CheckMainThread("EditorPrefs");
            return Kept.ContainsKey(key) ? Kept[key] : defaultValue;
        }

        public static void SetString(string key, string value) { Kept[key] = value; }
    }

    public static class EditorApplication
    {
        public delegate void CallbackFunction();

        public static CallbackFunction update;
    }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class SettingsProviderAttribute : Attribute { }

    public class SettingsProvider
    {
        public SettingsProvider(string path, SettingsScope scopes) { settingsPath = path; }

        public string settingsPath { get; private set; }

        public IEnumerable<string> keywords { get; set; }

        public virtual void OnGUI(string searchContext) { }

        public virtual void OnDeactivate() { }

        public void Repaint() { }
    }

    public static class EditorGUILayout
    {
        public static string TextField(string label, string text) { return text; }

        public static string PasswordField(string label, string password) { return password; }

        public static void HelpBox(string message, MessageType type) { }
    }
}
#endif
