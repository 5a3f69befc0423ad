using System;
using System.Collections.Generic;
using System.Threading;
using NpcDialogue.V1;

namespace NpcDialogue
{
    /// <summary>What to call as a circle talks; set what is wanted and leave the rest.</summary>
    public sealed class NpcCircleListener
    {
        /// <summary>The words were heard; an earlier speaker in the circle has finished.</summary>
        public Action<CircleHeard> OnHeard { get; set; }

        /// <summary>A character takes the floor and begins to speak.</summary>
        public Action<NpcCircleTurn> OnStarted { get; set; }

        /// <summary>The player talks with a language model for the first time: show the text, as the law asks.</summary>
        public Action<NpcCircleTurn, Disclosure> OnDisclosure { get; set; }

        /// <summary>The first word of a turn takes long: play a gesture until a line comes.</summary>
        public Action<NpcCircleTurn> OnWaiting { get; set; }

        /// <summary>The sentence grows; comes only where the request asks for <c>StreamDeltas</c>.</summary>
        public Action<NpcCircleTurn, string> OnToken { get; set; }

        /// <summary>A sentence is whole.</summary>
        public Action<NpcCircleTurn, Line> OnLine { get; set; }

        /// <summary>The character wants to do something; report the outcome, with the turn's id.</summary>
        public Action<NpcCircleTurn, ActionIntent> OnIntent { get; set; }

        /// <summary>The character is done; another may take the floor.</summary>
        public Action<NpcCircleTurn, TurnFinished> OnFinished { get; set; }

        /// <summary>No turn follows: no character has anything to add, or an answer is awaited.</summary>
        public Action<CircleQuiet> OnQuiet { get; set; }

        /// <summary>The talk failed; no more comes. A talk that was hung up on does not fail.</summary>
        public Action<NpcRpcException> OnFailed { get; set; }

        internal void Tell(NpcCircleTurn turn, TurnEvent what)
        {
            switch (what.EventCase)
            {
                case TurnEvent.EventOneofCase.Started: NpcTasks.Call(OnStarted, turn); break;
                case TurnEvent.EventOneofCase.Waiting: NpcTasks.Call(OnWaiting, turn); break;
                case TurnEvent.EventOneofCase.Disclosure: Call(OnDisclosure, turn, what.Disclosure); break;
                case TurnEvent.EventOneofCase.Delta: Call(OnToken, turn, what.Delta.Text); break;
                case TurnEvent.EventOneofCase.Line: Call(OnLine, turn, what.Line); break;
                case TurnEvent.EventOneofCase.Intent: Call(OnIntent, turn, what.Intent); break;
                case TurnEvent.EventOneofCase.Finished: Call(OnFinished, turn, what.Finished); break;
            }
        }

        private static void Call<T>(Action<NpcCircleTurn, T> handler, NpcCircleTurn turn, T value)
        {
            if (handler != null)
            {
                handler(turn, value);
            }
        }
    }

    /// <summary>One turn in a circle's talk: the speaker, and what was said so far.</summary>
    public sealed class NpcCircleTurn
    {
        private readonly List<string> _lines = new List<string>();

        internal NpcCircleTurn(string turnId, string characterId)
        {
            TurnId = turnId;
            CharacterId = characterId;
        }

        /// <summary>Id of the turn, which reports of outcomes name.</summary>
        public string TurnId { get; private set; }

        /// <summary>Character that speaks.</summary>
        public string CharacterId { get; private set; }

        /// <summary>All whole sentences so far, parted by spaces.</summary>
        public string Text
        {
            get { return string.Join(" ", _lines); }
        }

        internal void Add(string line)
        {
            _lines.Add(line);
        }
    }

    /// <summary>
    /// What characters say in a circle after an utterance there, one after the other. Interrupting ends
    /// the turn, and no other follows.
    /// </summary>
    public sealed class NpcCircleTalk : NpcSpeech<CircleQuiet>
    {
        // what the server takes where the request does not say
        private const int UsualTurns = 3;

        private readonly NpcCircleListener _listener;
        private NpcCircleTurn _turn;
        private SayInCircleResponse _spare;
        private string _onFloor = "";

        internal NpcCircleTalk(NpcClient client, NpcCircleListener listener)
            : base(client)
        {
            _listener = listener;
        }

        internal override Action<NpcRpcException> OnFailed
        {
            get { return _listener.OnFailed; }
        }

        internal NpcCircleTalk Begin(NpcClient client, SayInCircleRequest request, CancellationToken cancel)
        {
            int turns = request.MostTurns > 0 ? request.MostTurns : UsualTurns;
            Begin(
                (options, token) => client.Play.SayInCircleAsync(request, Take, options, token, Make),
                TimeSpan.FromTicks(client.Options.TurnTimeout.Ticks * turns),
                cancel);
            return this;
        }

        private SayInCircleResponse Make()
        {
            SayInCircleResponse made = _spare ?? new SayInCircleResponse();
            _spare = null;
            return made;
        }

        private void Take(SayInCircleResponse what)
        {
            if (IsOver)
            {
                return;
            }
            switch (what.EventCase)
            {
                case SayInCircleResponse.EventOneofCase.Heard: NpcTasks.Call(_listener.OnHeard, what.Heard); break;
                case SayInCircleResponse.EventOneofCase.Floor: _onFloor = what.Floor.CharacterId; break;
                case SayInCircleResponse.EventOneofCase.Turn: Take(what, what.Turn); break;
                case SayInCircleResponse.EventOneofCase.Quiet: End(what.Quiet, _listener.OnQuiet); break;
            }
        }

        private void Take(SayInCircleResponse response, TurnEvent what)
        {
            if (IsNews(what))
            {
                Tell(what);
            }
            _spare = Clear(what) ? response : null;
        }

        private void Tell(TurnEvent what)
        {
            if (_turn == null || _turn.TurnId != what.TurnId)
            {
                bool isSaid = what.EventCase == TurnEvent.EventOneofCase.Started;
                _turn = new NpcCircleTurn(what.TurnId, isSaid ? what.Started.CharacterId : _onFloor);
            }
            if (what.EventCase == TurnEvent.EventOneofCase.Line)
            {
                _turn.Add(what.Line.Text);
            }
            _listener.Tell(_turn, what);
        }
    }
}
