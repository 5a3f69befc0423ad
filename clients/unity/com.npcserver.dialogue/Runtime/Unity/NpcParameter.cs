using System;
using System.Collections.Generic;
using NpcDialogue.V1;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>An argument of an action, as the inspector shows it.</summary>
    [Serializable]
    public sealed class NpcParameter
    {
        [Tooltip("Small letters, digits and _, such as item; unique within its action.")]
        public string name = "";

        [Tooltip("What it may be. An entity is one of the things that the game passes with the turn.")]
        public ParameterType type = ParameterType.String;

        [Tooltip("What it means; the character reads this.")]
        public string description = "";

        [Tooltip("Whether it may be left out.")]
        public bool optional;

        [Tooltip("Whether the bounds below count. They bound numbers, and lengths of texts.")]
        public bool isBounded;

        [Tooltip("Least value, or least length of text.")]
        public double minimum;

        [Tooltip("Greatest value, or greatest length of text.")]
        public double maximum;

        [Tooltip("What a choice is made from.")]
        public List<string> options = new List<string>();

        [Tooltip("Kinds of entity allowed, such as item; empty allows all.")]
        public List<string> entityKinds = new List<string>();

        /// <summary>Returns it as the server takes it.</summary>
        public Parameter ToMessage()
        {
            var message = new Parameter
            {
                Name = name,
                Type = type,
                Description = description,
                IsOptional = optional,
            };
            if (isBounded)
            {
                message.Minimum = minimum;
                message.Maximum = maximum;
            }
            message.Options.AddRange(options);
            message.EntityKinds.AddRange(entityKinds);
            return message;
        }
    }
}
