using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using NpcDialogue.Admin;
using NpcDialogue.Admin.V1;
using UnityEditor;
using UnityEngine;

namespace NpcDialogue.Unity.Editor
{
    /// <summary>Draws an id as a text field with a button that offers what <see cref="NpcNames"/> has.</summary>
    [CustomPropertyDrawer(typeof(NpcIdAttribute))]
    public sealed class IdDrawer : PropertyDrawer
    {
        private const string NewAsset = "Assets/NpcNames.asset";
        private const float ButtonWidth = 20;
        private const int PageSize = 500;

        /// <inheritdoc/>
        public override void OnGUI(Rect position, SerializedProperty property, GUIContent label)
        {
            var field = new Rect(position.x, position.y, position.width - ButtonWidth, position.height);
            var button = new Rect(field.x + field.width, position.y, ButtonWidth, position.height);
            EditorGUI.PropertyField(field, property, label);
            if (EditorGUI.DropdownButton(button, GUIContent.none, FocusType.Passive))
            {
                Offer(property, ((NpcIdAttribute)attribute).Kind);
            }
        }

        /// <summary>
        /// Asks a server for its worlds, and for the characters of one of them, and adds them to the asset with
        /// the names, which is made if there is none. Returns a sentence for people. Never throws.
        /// </summary>
        public static async Task<string> AskServerAsync(string serverUrl, string worldId)
        {
            string key = EditorPrefs.GetString(NpcDialogueSettings.EditorKeyName, "");
            try
            {
                using (var client = new EditorClient(serverUrl, key))
                {
                    var admin = new NpcAdmin(client.Calls);
                    ListWorldsResponse found = await admin.Worlds.ListWorldsAsync(
                        new ListWorldsRequest { PageSize = PageSize });
                    NpcNames names = Assets().FirstOrDefault() ?? Make();
                    names.Add(NpcIdKind.World, found.Worlds.Select(world => world.WorldId));
                    foreach (World world in found.Worlds)
                    {
                        if (worldId.Length == 0 || world.WorldId == worldId)
                        {
                            await AddCharactersAsync(admin, world.WorldId, names);
                        }
                    }
                    EditorUtility.SetDirty(names);
                    return names.Of(NpcIdKind.World).Count + " worlds and " + names.Of(NpcIdKind.Character).Count
                        + " characters are in " + AssetDatabase.GetAssetPath(names) + ".";
                }
            }
            catch (NpcRpcException failure)
            {
                return failure.Message;
            }
            catch (OperationCanceledException)
            {
                return "The question was given up.";
            }
        }

        private static async Task AddCharactersAsync(NpcAdmin admin, string worldId, NpcNames names)
        {
            var request = new ListCharactersRequest { WorldId = worldId, PageSize = PageSize };
            do
            {
                ListCharactersResponse found = await admin.Personas.ListCharactersAsync(request);
                names.Add(NpcIdKind.Character, found.Characters.Select(one => one.CharacterId));
                request.PageToken = found.NextPageToken;
            }
            while (request.PageToken.Length > 0);
        }

        private static IEnumerable<NpcNames> Assets()
        {
            return AssetDatabase.FindAssets("t:" + typeof(NpcNames).Name)
                .Select(AssetDatabase.GUIDToAssetPath)
                .Select(AssetDatabase.LoadAssetAtPath<NpcNames>)
                .Where(names => names != null);
        }

        private static NpcNames Make()
        {
            NpcNames made = ScriptableObject.CreateInstance<NpcNames>();
            AssetDatabase.CreateAsset(made, NewAsset);
            return made;
        }

        private static void Offer(SerializedProperty property, NpcIdKind kind)
        {
            var menu = new GenericMenu();
            string[] ids = Assets().SelectMany(names => names.Of(kind)).Where(id => id.Length > 0).Distinct().ToArray();
            foreach (string id in ids)
            {
                menu.AddItem(new GUIContent(id), property.stringValue == id, () => Set(property, id));
            }
            if (ids.Length > 0)
            {
                menu.AddSeparator("");
            }
            NpcDialogueSettings settings = SettingsOf(property.serializedObject.targetObject);
            if (kind == NpcIdKind.AffordanceSet)
            {
                menu.AddDisabledItem(new GUIContent("Type more names into an NpcNames asset"));
            }
            else if (settings == null)
            {
                menu.AddDisabledItem(new GUIContent("Drag Settings here to ask the server"));
            }
            else
            {
                menu.AddItem(new GUIContent("Ask the server"), false, () => Ask(settings));
            }
            menu.ShowAsContext();
        }

        private static NpcDialogueSettings SettingsOf(UnityEngine.Object target)
        {
            var character = target as NpcCharacter;
            return character == null ? target as NpcDialogueSettings : character.Settings;
        }

        private static void Set(SerializedProperty property, string id)
        {
            property.stringValue = id;
            property.serializedObject.ApplyModifiedProperties();
        }

        private static async void Ask(NpcDialogueSettings settings)
        {
            Debug.Log(await AskServerAsync(settings.ServerUrl, settings.WorldId));
        }
    }
}
