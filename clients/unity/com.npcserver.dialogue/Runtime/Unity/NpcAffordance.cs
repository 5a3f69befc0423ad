using System;
using System.Collections.Generic;
using NpcDialogue.V1;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>An action that a character may take in a turn, as the inspector shows it.</summary>
    [Serializable]
    public sealed class NpcAffordance
    {
        [Tooltip("Small letters, digits and _, such as give_item; unique on this character.")]
        public string name = "";

        [TextArea]
        [Tooltip("When and why one would use it; the character reads this.")]
        public string description = "";

        [Tooltip("What has to be said with it, at most 16.")]
        public List<NpcParameter> parameters = new List<NpcParameter>();

        [Min(0)]
        [Tooltip("How often it may be used in one turn, 1 to 16; 0 means once.")]
        public int maxUses;

        /// <summary>Returns it as the server takes it.</summary>
        public Affordance ToMessage()
        {
            var message = new Affordance { Name = name, Description = description, MaxUses = maxUses };
            foreach (NpcParameter parameter in parameters)
            {
                message.Parameters.Add(parameter.ToMessage());
            }
            return message;
        }
    }
}
