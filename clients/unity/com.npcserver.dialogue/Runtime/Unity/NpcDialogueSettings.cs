using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>
    /// Where the server is and how long to wait for it. Holds no key: what is in an asset is in every
    /// copy of the game. Hand keys out at run time, with <see cref="NpcDialogueClient.Configure"/>.
    /// </summary>
    [Icon("Packages/com.npcserver.dialogue/Editor/Icons/Npc.png")]
    [CreateAssetMenu(menuName = "NPC Dialogue/Settings", fileName = "NpcDialogueSettings")]
    public sealed class NpcDialogueSettings : ScriptableObject
    {
        /// <summary>Where `npcserver serve` listens for HTTP by default.</summary>
        public const string DefaultServerUrl = "http://127.0.0.1:50052";

#if UNITY_EDITOR
        /// <summary>Under which name the editor keeps this developer's key, outside of the project.</summary>
        public const string EditorKeyName = "NpcDialogue.Key";
#endif

        [Tooltip("Address of the server's HTTP listener, as npcserver serve prints it.")]
        [SerializeField]
        private string serverUrl = DefaultServerUrl;

        [NpcId(NpcIdKind.World)]
        [Tooltip("Id of the world to play in, as npcserver import prints it.")]
        [SerializeField]
        private string worldId = "";

        [NpcId(NpcIdKind.AffordanceSet)]
        [Tooltip("Name of the set of affordances that characters are offered which name none and declare nothing.")]
        [SerializeField]
        private string affordanceSet = "";

        [Min(0.1f)]
        [Tooltip("Seconds that a call may take, with all its retries.")]
        [SerializeField]
        private float callSeconds = 10;

        [Min(1)]
        [Tooltip("Seconds that a character's whole turn may take.")]
        [SerializeField]
        private float turnSeconds = 60;

        /// <summary>Address of the server's HTTP listener.</summary>
        public string ServerUrl
        {
            get { return serverUrl; }
            set { serverUrl = value ?? ""; }
        }

        /// <summary>World to play in.</summary>
        public string WorldId
        {
            get { return worldId; }
            set { worldId = value ?? ""; }
        }

        /// <summary>
        /// Name of the set that characters are offered which name none and declare nothing of their own; see
        /// <see cref="NpcCharacter.AffordanceSet"/>.
        /// </summary>
        public string AffordanceSet
        {
            get { return affordanceSet; }
            set { affordanceSet = value ?? ""; }
        }

        /// <summary>Seconds that a call may take, with all its retries.</summary>
        public float CallSeconds
        {
            get { return callSeconds; }
            set { callSeconds = value; }
        }

        /// <summary>Seconds that a character's whole turn may take.</summary>
        public float TurnSeconds
        {
            get { return turnSeconds; }
            set { turnSeconds = value; }
        }
    }
}
