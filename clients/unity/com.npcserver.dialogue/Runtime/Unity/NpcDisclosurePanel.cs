using System;
using UnityEngine;
using UnityEngine.Events;

namespace NpcDialogue.Unity
{
    /// <summary>
    /// Tells the player that a language model speaks, above the game, until the player closes it. The text is
    /// the server's, in the player's language. A character shows it by itself where nothing listens to
    /// <see cref="NpcCharacter.Disclosed"/>; put one into the scene to set the words of its button.
    /// </summary>
    [AddComponentMenu("NPC Dialogue/NPC Disclosure Panel")]
    [Icon("Packages/com.npcserver.dialogue/Editor/Icons/Npc.png")]
    [DisallowMultipleComponent]
    public sealed class NpcDisclosurePanel : MonoBehaviour
    {
        private const int Margin = 16;
        private const int LeastFontSize = 14;

        [Tooltip("Words on the button that closes the panel.")]
        [SerializeField]
        private string closeLabel = "OK";

        [Tooltip("The player has closed the panel.")]
        [SerializeField]
        private UnityEvent closed = new UnityEvent();

        /// <summary>The text that is shown; empty while the panel is closed.</summary>
        public string Text { get; private set; } = "";

        /// <summary>Words on the button that closes the panel.</summary>
        public string CloseLabel
        {
            get { return closeLabel; }
            set { closeLabel = value ?? ""; }
        }

        /// <summary>The player has closed the panel.</summary>
        public UnityEvent Closed
        {
            get { return closed; }
        }

        /// <summary>Shows a text until it is closed.</summary>
        public void Show(string text)
        {
            Text = text ?? "";
        }

        /// <summary>Closes the panel, as its button does.</summary>
        public void Close()
        {
            if (Text.Length > 0)
            {
                Text = "";
                closed.Invoke();
            }
        }

        /// <summary>Shows a text in the panel of the scene, or in one that is made on an object.</summary>
        internal static void Show(string text, GameObject owner)
        {
            NpcDisclosurePanel[] panels = FindObjectsByType<NpcDisclosurePanel>(
                FindObjectsInactive.Exclude, FindObjectsSortMode.None);
            NpcDisclosurePanel panel = panels.Length > 0 ? panels[0] : owner.AddComponent<NpcDisclosurePanel>();
            panel.Show(text);
        }

        private void OnGUI()
        {
            if (Text.Length == 0)
            {
                return;
            }
            GUI.depth = int.MinValue; // above what the game draws this way
            int size = Math.Max(LeastFontSize, Screen.height / 40);
            var label = new GUIStyle(GUI.skin.label) { fontSize = size, wordWrap = true };
            var button = new GUIStyle(GUI.skin.button) { fontSize = size };
            GUILayout.BeginArea(new Rect(Margin, Margin, Screen.width - 2 * Margin, Screen.height - 2 * Margin));
            GUILayout.BeginHorizontal(GUI.skin.box);
            GUILayout.Label(Text, label);
            if (GUILayout.Button(closeLabel, button, GUILayout.ExpandWidth(false)))
            {
                Close();
            }
            GUILayout.EndHorizontal();
            GUILayout.EndArea();
        }
    }
}
