using System.Collections.Generic;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue.Unity
{
    /// <summary>The turns of one character that are not over: what is being said, and what is just ending.</summary>
    internal sealed class CharacterTurns
    {
        private readonly List<CharacterTurn> _turns = new List<CharacterTurn>();

        /// <summary>The turn that is under way; null when there is none.</summary>
        public CharacterTurn Current
        {
            get { return _turns.FindLast(turn => !turn.IsOver); }
        }

        /// <summary>Returns a task that failed before there was a turn, and need not be observed.</summary>
        public static Task<TurnFinished> Refused(NpcRpcException failure)
        {
            Task<TurnFinished> refused = Task.FromException<TurnFinished>(failure);
            NpcTasks.NeedNoObserver(refused);
            return refused;
        }

        /// <summary>Returns a new turn, after hanging up on the one that is under way.</summary>
        public CharacterTurn Next(MainThread main, ICharacterTurnListener listener)
        {
            Current?.HangUp();
            var turn = new CharacterTurn(main, listener);
            _turns.RemoveAll(other => other.IsOver);
            _turns.Add(turn);
            return turn;
        }

        /// <summary>Forgets a turn that has ended.</summary>
        public void Remove(CharacterTurn turn)
        {
            _turns.Remove(turn);
        }

        /// <summary>Drops all turns.</summary>
        public void Drop()
        {
            CharacterTurn[] dropped = _turns.ToArray();
            _turns.Clear();
            foreach (CharacterTurn turn in dropped)
            {
                turn.Drop(); // a caller that awaits it may speak again at once
            }
        }
    }
}
