using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;

namespace NpcDialogue
{
    /// <summary>What to call as a turn goes on; set what is wanted and leave the rest.</summary>
    public sealed class NpcTurnListener
    {
        /// <summary>The character begins to answer.</summary>
        public Action<TurnStarted> OnStarted { get; set; }

        /// <summary>The first word takes long: play a gesture until a line comes. At most once in a turn.</summary>
        public Action<TurnWaiting> OnWaiting { get; set; }

        /// <summary>The player talks with a language model for the first time: show the text, as the law asks.</summary>
        public Action<Disclosure> OnDisclosure { get; set; }

        /// <summary>The sentence grows; comes only where the request asks for <c>StreamDeltas</c>.</summary>
        public Action<string> OnToken { get; set; }

        /// <summary>A sentence is whole.</summary>
        public Action<Line> OnLine { get; set; }

        /// <summary>The character wants to do something; report the outcome.</summary>
        public Action<ActionIntent> OnIntent { get; set; }

        /// <summary>The character is done.</summary>
        public Action<TurnFinished> OnFinished { get; set; }

        /// <summary>The turn failed; no more comes. A turn that was hung up on does not fail.</summary>
        public Action<NpcRpcException> OnFailed { get; set; }

        internal void Tell(TurnEvent what)
        {
            switch (what.EventCase)
            {
                case TurnEvent.EventOneofCase.Started: NpcTasks.Call(OnStarted, what.Started); break;
                case TurnEvent.EventOneofCase.Waiting: NpcTasks.Call(OnWaiting, what.Waiting); break;
                case TurnEvent.EventOneofCase.Disclosure: NpcTasks.Call(OnDisclosure, what.Disclosure); break;
                case TurnEvent.EventOneofCase.Delta: NpcTasks.Call(OnToken, what.Delta.Text); break;
                case TurnEvent.EventOneofCase.Line: NpcTasks.Call(OnLine, what.Line); break;
                case TurnEvent.EventOneofCase.Intent: NpcTasks.Call(OnIntent, what.Intent); break;
            }
        }
    }

    /// <summary>One turn of a character, as it is being spoken.</summary>
    public sealed class NpcTurn : NpcSpeech<TurnFinished>
    {
        private readonly NpcTurnListener _listener;
        private readonly List<string> _lines = new List<string>();
        private readonly NpcClient _client;
        private SayResponse _spare;
        private string _timelineId = "";

        internal NpcTurn(NpcClient client, NpcTurnListener listener)
            : base(client)
        {
            _client = client;
            _listener = listener;
        }

        /// <summary>All whole sentences so far, parted by spaces.</summary>
        public string Text
        {
            get { return string.Join(" ", _lines); }
        }

        /// <summary>
        /// Whether it ended without a word though the game did not interrupt it: the connection broke before
        /// an answer came, and the game was saved before the call was made again. The words were heard; let
        /// the player say something again.
        /// </summary>
        public bool IsUnanswered
        {
            get
            {
                TurnFinished end = OwnEnd;
                return end != null && end.Outcome == TurnOutcome.Interrupted && _lines.Count == 0;
            }
        }

        internal override Action<NpcRpcException> OnFailed
        {
            get { return _listener.OnFailed; }
        }

        /// <summary>
        /// Reports what became of an intent of this turn, as <see cref="NpcClient.ReportOutcomeAsync"/> does;
        /// <paramref name="detail"/> is what the character will remember.
        /// </summary>
        public Task<ReportOutcomeResponse> ReportOutcomeAsync(
            ActionIntent intent,
            OutcomeStatus status,
            string detail = "",
            CancellationToken cancel = default(CancellationToken))
        {
            var request = new ReportOutcomeRequest
            {
                TimelineId = _timelineId,
                TurnId = TurnId,
                IntentId = intent.IntentId,
                Status = status,
                Detail = detail,
            };
            return _client.ReportOutcomeAsync(request, "", cancel);
        }

        internal NpcTurn Begin(SayRequest request, CancellationToken cancel)
        {
            _timelineId = request.TimelineId;
            Begin(
                (options, token) => _client.Play.SayAsync(request, Take, options, token, Make),
                _client.Options.TurnTimeout,
                cancel);
            return this;
        }

        private SayResponse Make()
        {
            SayResponse made = _spare ?? new SayResponse();
            _spare = null;
            return made;
        }

        private void Take(SayResponse response)
        {
            TurnEvent what = response.Event;
            if (IsNews(what))
            {
                Tell(what);
            }
            if (what.EventCase == TurnEvent.EventOneofCase.Finished)
            {
                End(what.Finished, _listener.OnFinished);
            }
            _spare = Clear(what) ? response : null;
        }

        private void Tell(TurnEvent what)
        {
            if (what.EventCase == TurnEvent.EventOneofCase.Line)
            {
                _lines.Add(what.Line.Text);
            }
            _listener.Tell(what);
        }
    }
}
