// The small things around objects: log, time, application, attributes of the inspector.
using System;
using System.Collections.Generic;
using System.IO;
using UnityEngine.Shim;

namespace UnityEngine
{
    public enum LogType { Error, Assert, Warning, Log, Exception }

    public enum RuntimePlatform { LinuxPlayer = 13, WebGLPlayer = 17 }

    public static class Debug
    {
        /// <summary>All that was logged as an error or exception since the last Forget.</summary>
        public static readonly List<string> Troubles = new List<string>();

        /// <summary>All that was logged at all.</summary>
        public static readonly List<string> Lines = new List<string>();

        public static void Log(object message) { Write("", message); }

        public static void LogWarning(object message) { Write("warning: ", message); }

        public static void LogWarning(object message, Object context) { Write("warning: ", message); }

        public static void LogError(object message) { WriteTrouble(message); }

        public static void LogError(object message, Object context) { WriteTrouble(message); }

        public static void LogException(Exception exception) { WriteTrouble(exception); }

        public static void LogException(Exception exception, Object context) { WriteTrouble(exception); }

        private static void WriteTrouble(object message)
        {
            lock (Troubles) Troubles.Add(Convert.ToString(message));
            Write("error: ", message);
        }

        private static void Write(string prefix, object message)
        {
            lock (Lines) Lines.Add(prefix + message);
        }
    }

    public static class Time
    {
        public static float timeScale { get; set; } = 1;

        public static int frameCount { get { return PlayerLoop.Frames; } }

        public static float realtimeSinceStartup { get { return (float)PlayerLoop.Seconds; } }

        public static double realtimeSinceStartupAsDouble
        {
            get { PlayerLoop.CheckMainThread("Time"); return PlayerLoop.Seconds; }
        }
    }

    public static class Application
    {
        public static bool isPlaying { get { return true; } }

        public static bool isEditor { get { return false; } }

        public static string dataPath { get { return Path.Combine(Game, "Game_Data"); } }

        public static string persistentDataPath { get { return Path.Combine(Game, "Saves"); } }

        private static string Game
        {
            get { return Environment.GetEnvironmentVariable("NPCSERVER_TEST_GAME") ?? Path.GetTempPath(); }
        }

        public static RuntimePlatform platform
        {
#if UNITY_WEBGL && !UNITY_EDITOR
            get { return RuntimePlatform.WebGLPlayer; }
#else
            get { return RuntimePlatform.LinuxPlayer; }
#endif
        }
    }

    public class YieldInstruction { }

    public class AsyncOperation : YieldInstruction
    {
        private Action<AsyncOperation> _completed;

        public bool isDone { get; private set; }

        // as in Unity: who subscribes too late is called at once
        public event Action<AsyncOperation> completed
        {
            add { if (isDone) value(this); else _completed += value; }
            remove { _completed -= value; }
        }

        internal void Complete()
        {
            isDone = true;
            var waiting = _completed;
            _completed = null;
            if (waiting != null) waiting(this);
        }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute { }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class HideInInspector : Attribute { }

    [AttributeUsage(AttributeTargets.Field)]
    public abstract class PropertyAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TooltipAttribute : PropertyAttribute
    {
        public TooltipAttribute(string text) { }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class HeaderAttribute : Attribute
    {
        public HeaderAttribute(string text) { }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class MinAttribute : Attribute
    {
        public MinAttribute(float least) { }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TextAreaAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class DisallowMultipleComponent : Attribute { }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class AddComponentMenu : Attribute
    {
        public AddComponentMenu(string name) { }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class IconAttribute : Attribute
    {
        public IconAttribute(string path) { }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class CreateAssetMenuAttribute : Attribute
    {
        public string menuName { get; set; }

        public string fileName { get; set; }
    }
}

namespace UnityEngine.Scripting
{
    public sealed class PreserveAttribute : Attribute { }
}
