using System.Collections.Generic;
using UnityEngine;

namespace NpcDialogue.Unity.Editor
{
    /// <summary>
    /// Ids that the inspector offers to choose from. The server fills in worlds and characters; sets of
    /// affordances are registered while a game runs, so their names are typed here. Never part of a build.
    /// </summary>
    [CreateAssetMenu(menuName = "NPC Dialogue/Names", fileName = "NpcNames")]
    public sealed class NpcNames : ScriptableObject
    {
        [Tooltip("Ids of worlds.")]
        [SerializeField]
        private List<string> worlds = new List<string>();

        [Tooltip("Ids of characters, of whatever world.")]
        [SerializeField]
        private List<string> characters = new List<string>();

        [Tooltip("Names of sets that your game's server registers with PutAffordanceSet.")]
        [SerializeField]
        private List<string> affordanceSets = new List<string>();

        /// <summary>Returns the ids of a kind, which may be added to.</summary>
        public List<string> Of(NpcIdKind kind)
        {
            switch (kind)
            {
                case NpcIdKind.World: return worlds;
                case NpcIdKind.Character: return characters;
                default: return affordanceSets;
            }
        }

        /// <summary>Adds what is not there yet; says whether anything was new.</summary>
        public bool Add(NpcIdKind kind, IEnumerable<string> ids)
        {
            List<string> known = Of(kind);
            int count = known.Count;
            foreach (string id in ids)
            {
                if (!known.Contains(id))
                {
                    known.Add(id);
                }
            }
            return known.Count > count;
        }
    }
}
