using System;
using NpcDialogue.V1;

namespace NpcDialogue.Unity
{
    /// <content>What it raises, for scripts and for the inspector.</content>
    public sealed partial class NpcCharacter
    {
        private string _mood = "";
        private bool _isInLine;

        /// <summary>The first word takes long: play a gesture until a line comes. At most once in a turn.</summary>
        public event Action Waiting;

        /// <summary>
        /// The player talks with a language model for the first time: show the text, as the law asks. Where
        /// nothing listens, a <see cref="NpcDisclosurePanel"/> shows it.
        /// </summary>
        public event Action<Disclosure> Disclosed;

        /// <summary>The character begins a sentence.</summary>
        public event Action LineBegan;

        /// <summary>A few more characters of the sentence being spoken.</summary>
        public event Action<string> Token;

        /// <summary>A whole sentence.</summary>
        public event Action<Line> LineFinished;

        /// <summary>The character feels differently than at its line before.</summary>
        public event Action<Emotion> MoodChanged;

        /// <summary>The character wants to do something; answer with <see cref="ReportOutcomeAsync"/>.</summary>
        public event Action<ActionIntent> ActionRequested;

        /// <summary>The character is done, or was interrupted.</summary>
        public event Action<TurnFinished> TurnFinished;

        /// <summary>The turn failed: what is wrong and what to do next.</summary>
        public event Action<NpcRpcException> Failed;

        /// <summary>The same events for the inspector, with texts in place of messages.</summary>
        public NpcCharacterEvents Events
        {
            get { return events; }
        }

        /// <summary>
        /// Whether the turn that just finished had no word though nothing interrupted it; see
        /// <see cref="NpcTurn.IsUnanswered"/>.
        /// </summary>
        public bool IsUnanswered { get; private set; }

        void ICharacterTurnListener.OnWaiting()
        {
            Waiting?.Invoke();
        }

        void ICharacterTurnListener.OnDisclosure(Disclosure disclosure)
        {
            if (Disclosed == null && events.Disclosed.GetPersistentEventCount() == 0)
            {
                NpcDisclosurePanel.Show(disclosure.Text, Client.gameObject);
            }
            CharacterTurn.Call(() => Disclosed?.Invoke(disclosure));
            events.Disclosed.Invoke(disclosure.Text);
        }

        void ICharacterTurnListener.OnToken(string text)
        {
            BeginLine();
            Token?.Invoke(text);
            events.Token.Invoke(text);
        }

        private void BeginLine()
        {
            if (!_isInLine)
            {
                _isInLine = true;
                CharacterTurn.Call(() => LineBegan?.Invoke());
                CharacterTurn.Call(events.LineBegan.Invoke);
            }
        }

        void ICharacterTurnListener.OnLine(Line line)
        {
            if (line.HasEmotion && line.Emotion.Label != _mood)
            {
                _mood = line.Emotion.Label;
                CharacterTurn.Call(() => MoodChanged?.Invoke(line.Emotion));
            }
            BeginLine();
            _isInLine = false;
            CharacterTurn.Call(() => LineFinished?.Invoke(line));
            events.LineEnded.Invoke(line.Text);
        }

        void ICharacterTurnListener.OnIntent(CharacterTurn turn, ActionIntent intent)
        {
            _wishes.Keep(intent.IntentId, turn.TurnId, turn.TimelineId);
            _open.Add(intent);
            CharacterTurn.Call(() => ActionRequested?.Invoke(intent));
            events.ActionRequested.Invoke(intent.Affordance);
        }

        void ICharacterTurnListener.OnFinished(CharacterTurn turn, TurnFinished finished)
        {
            _turns.Remove(turn);
            _isInLine = false;
            IsUnanswered = turn.IsUnanswered;
            CharacterTurn.Call(() => TurnFinished?.Invoke(finished));
            events.TurnEnded.Invoke();
        }

        void ICharacterTurnListener.OnFailed(CharacterTurn turn, NpcRpcException failure)
        {
            _turns.Remove(turn);
            if (this != null) // a call made while the object is destroyed is refused afterwards
            {
                RaiseFailed(failure);
                events.TurnEnded.Invoke();
            }
        }

        private void RaiseFailed(NpcRpcException failure)
        {
            _isInLine = false;
            CharacterTurn.Call(() => Failed?.Invoke(failure));
            events.Failed.Invoke(failure.Message);
        }
    }
}
