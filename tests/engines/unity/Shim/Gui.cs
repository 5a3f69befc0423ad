// What the sample and the settings page use of immediate-mode GUI: compiled, not drawn.
namespace UnityEngine
{
    public struct Rect
    {
        public Rect(float x, float y, float width, float height) { }
    }

    public sealed class GUILayoutOption { }

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

        public static void EndHorizontal() { }

        public static void Label(string text, params GUILayoutOption[] options) { }

        public static void FlexibleSpace() { }

        public static string TextField(string text, params GUILayoutOption[] options) { return text; }

        public static bool Button(string text, params GUILayoutOption[] options) { return false; }

        public static GUILayoutOption Width(float width) { return new GUILayoutOption(); }
    }

    public static class GUI
    {
        public static bool enabled { get; set; } = true;
    }
}
