// What the package uses of UnityEditor. Pages are compiled and not drawn; what they do is run by tests.
#if UNITY_EDITOR
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;
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

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class CustomPropertyDrawer : Attribute
    {
        public CustomPropertyDrawer(Type type) { }
    }

    public abstract class PropertyDrawer
    {
        /// <summary>As Unity finds it on the field that is drawn.</summary>
        public PropertyAttribute attribute { get; set; }

        public virtual void OnGUI(Rect position, SerializedProperty property, GUIContent label) { }
    }

    public sealed class SerializedObject
    {
        public SerializedObject(UnityEngine.Object target) { targetObject = target; }

        public UnityEngine.Object targetObject { get; private set; }

        public bool ApplyModifiedProperties() { return true; }
    }

    public sealed class SerializedProperty
    {
        public SerializedProperty(SerializedObject owner) { serializedObject = owner; }

        public SerializedObject serializedObject { get; private set; }

        public string stringValue { get; set; } = "";
    }

    public enum FocusType { Keyboard, Passive }

    public static class EditorGUI
    {
        public static bool PropertyField(Rect position, SerializedProperty property, GUIContent label) { return false; }

        /// <summary>Tests press it always.</summary>
        public static bool DropdownButton(Rect position, GUIContent content, FocusType focus) { return true; }
    }

    public sealed class GenericMenu
    {
        public delegate void MenuFunction();

        /// <summary>What the last menu that was shown offers.</summary>
        public static Dictionary<string, MenuFunction> Shown = new Dictionary<string, MenuFunction>();

        private readonly Dictionary<string, MenuFunction> _items = new Dictionary<string, MenuFunction>();

        public void AddItem(GUIContent content, bool on, MenuFunction func) { _items[content.text] = func; }

        public void AddDisabledItem(GUIContent content) { _items[content.text] = null; }

        public void AddSeparator(string path) { }

        public void ShowAsContext() { Shown = _items; }
    }

    public static class EditorUtility
    {
        public static void SetDirty(UnityEngine.Object target) { }
    }

    /// <summary>A project whose assets live in memory; a path is as good as a GUID.</summary>
    public static class AssetDatabase
    {
        public static readonly Dictionary<string, UnityEngine.Object> Assets =
            new Dictionary<string, UnityEngine.Object>();

        public static string[] FindAssets(string filter)
        {
            return Assets.Keys.Where(path => "t:" + Assets[path].GetType().Name == filter).ToArray();
        }

        public static string GUIDToAssetPath(string guid) { return guid; }

        public static string GetAssetPath(UnityEngine.Object asset)
        {
            return Assets.Keys.FirstOrDefault(path => ReferenceEquals(Assets[path], asset)) ?? "";
        }

        public static T LoadAssetAtPath<T>(string path) where T : UnityEngine.Object { return Assets[path] as T; }

        public static void CreateAsset(UnityEngine.Object asset, string path) { Assets[path] = asset; }
    }

    public static class EditorGUILayout
    {
        public static string TextField(string label, string text) { return text; }

        public static string PasswordField(string label, string password) { return password; }

        public static void HelpBox(string message, MessageType type) { }
    }
}
#endif
