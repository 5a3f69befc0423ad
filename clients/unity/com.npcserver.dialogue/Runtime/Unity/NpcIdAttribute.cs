using System;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>What the id in a field names.</summary>
    public enum NpcIdKind
    {
        /// <summary>A world.</summary>
        World,

        /// <summary>A character of a world.</summary>
        Character,

        /// <summary>A set of affordances that the game's server registers.</summary>
        AffordanceSet,
    }

    /// <summary>
    /// Lets the inspector offer the ids that the server or an <c>NpcNames</c> asset has, beside the text field.
    /// For fields of your own too.
    /// </summary>
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class NpcIdAttribute : PropertyAttribute
    {
        /// <summary>A field with an id of this kind.</summary>
        public NpcIdAttribute(NpcIdKind kind)
        {
            Kind = kind;
        }

        /// <summary>What the id names.</summary>
        public NpcIdKind Kind { get; private set; }
    }
}
