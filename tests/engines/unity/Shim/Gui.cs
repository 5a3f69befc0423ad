// What the sample and the settings page use of immediate-mode GUI: compiled, not drawn.
namespace UnityEngine
{
    public struct Rect
    {
        public Rect(float x, float y, float width, float height)
        {
            this.x = x;
            this.y = y;
            this.width = width;
            this.height = height;
        }

        public float x { get; set; }

        public float y { get; set; }

        public float width { get; set; }

        public float height { get; set; }
    }

    public sealed class GUILayoutOption { }

    public sealed class GUIContent
    {
        public static GUIContent none { get; } = new GUIContent("");

        public GUIContent(string text) { this.text = text; }

        public string text { get; set; }
    }

    public sealed class GUIStyle
    {
        public GUIStyle() { }

        public GUIStyle(GUIStyle other) { }

        public int fontSize { get; set; }

        public bool wordWrap { get; set; }
    }

    public sealed class GUISkin
    {
        public GUIStyle box { get; } = new GUIStyle();

        public GUIStyle button { get; } = new GUIStyle();

        public GUIStyle label { get; } = new GUIStyle();
    }

    public static class Screen
    {
        public static int width { get { return 1280; } }

        public static int height { get { return 720; } }
    }

    public static class GUILayout
    {
        public static void BeginArea(Rect area) { }

        public static void EndArea() { }

        public static void BeginHorizontal(params GUILayoutOption[] options) { }

        public static void BeginHorizontal(GUIStyle style, params GUILayoutOption[] options) { }

        public static void EndHorizontal() { }

        public static void Label(string text, params GUILayoutOption[] options) { }

        public static void Label(string text, GUIStyle style, params GUILayoutOption[] options) { Shown.Add(text); }

        /// <summary>What labels with a style of their own drew, and what a test presses.</summary>
        public static readonly System.Collections.Generic.List<string> Shown =
            new System.Collections.Generic.List<string>();

        public static string Pressed = "";

        public static void FlexibleSpace() { }

        public static string TextField(string text, params GUILayoutOption[] options) { return text; }

        public static bool Button(string text, params GUILayoutOption[] options) { return false; }

        public static bool Button(string text, GUIStyle style, params GUILayoutOption[] options)
        {
            return text == Pressed;
        }

        public static GUILayoutOption ExpandWidth(bool expand) { return new GUILayoutOption(); }

        public static GUILayoutOption Width(float width) { return new GUILayoutOption(); }
    }

    public static class GUI
    {
        public static bool enabled { get; set; } = true;

        public static int depth { get; set; }

        public static GUISkin skin { get; } = new GUISkin();
    }
}
