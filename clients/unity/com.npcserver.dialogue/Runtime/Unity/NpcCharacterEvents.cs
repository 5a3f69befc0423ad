using System;
using UnityEngine;
using UnityEngine.Events;

namespace NpcDialogue.Unity
{
    /// <summary>
    /// What happens to a character, to be wired in the inspector without a script: texts as a label shows
    /// them. Scripts use the events of <see cref="NpcCharacter"/>, which hand over whole messages.
    /// </summary>
    [Serializable]
    public sealed class NpcCharacterEvents
    {
        [Tooltip("The character begins a sentence.")]
        [SerializeField]
        private UnityEvent lineBegan = new UnityEvent();

        [Tooltip("A few more characters of the sentence; needs Stream Tokens.")]
        [SerializeField]
        private UnityEvent<string> token = new UnityEvent<string>();

        [Tooltip("The sentence is whole: its text.")]
        [SerializeField]
        private UnityEvent<string> lineEnded = new UnityEvent<string>();

        [Tooltip("The character wants to do something: the name of the affordance. CompleteAction reports it as done.")]
        [SerializeField]
        private UnityEvent<string> actionRequested = new UnityEvent<string>();

        [Tooltip("The player talks with a language model for the first time: the text to show. Without a listener a panel shows it.")]
        [SerializeField]
        private UnityEvent<string> disclosed = new UnityEvent<string>();

        [Tooltip("The character is done, was interrupted, or could not answer.")]
        [SerializeField]
        private UnityEvent turnEnded = new UnityEvent();

        [Tooltip("The turn failed: a sentence that says what is wrong and what to do next.")]
        [SerializeField]
        private UnityEvent<string> failed = new UnityEvent<string>();

        /// <summary>The character begins a sentence.</summary>
        public UnityEvent LineBegan
        {
            get { return lineBegan; }
        }

        /// <summary>A few more characters of the sentence.</summary>
        public UnityEvent<string> Token
        {
            get { return token; }
        }

        /// <summary>The text of a whole sentence.</summary>
        public UnityEvent<string> LineEnded
        {
            get { return lineEnded; }
        }

        /// <summary>The name of the affordance that the character wants to use.</summary>
        public UnityEvent<string> ActionRequested
        {
            get { return actionRequested; }
        }

        /// <summary>The text that tells the player of the language model.</summary>
        public UnityEvent<string> Disclosed
        {
            get { return disclosed; }
        }

        /// <summary>The character is done, was interrupted, or could not answer.</summary>
        public UnityEvent TurnEnded
        {
            get { return turnEnded; }
        }

        /// <summary>What is wrong and what to do next.</summary>
        public UnityEvent<string> Failed
        {
            get { return failed; }
        }
    }
}
