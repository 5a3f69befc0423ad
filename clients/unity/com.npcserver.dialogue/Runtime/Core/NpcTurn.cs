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

        /// <summary>The sentence grows; comes only where the request asks for <c>StreamDeltas</c>.</summary>
        public Action<string> OnToken { get; set; }

        /// <summary>A sentence is whole.</summary>
        public Action<Line> OnLine { get; set; }

        /// <summary>The character wants to do something; report what came of it.</summary>
        public Action<ActionIntent> OnIntent { get; set; }

        /// <summary>The character is done.</summary>
        public Action<TurnFinished> OnFinished { get; set; }

        /// <summary>The turn failed; no more comes. A turn that was hung up on does not fail.</summary>
        public Action<NpcRpcException> OnFailed { get; set; }

        internal void Tell(TurnEvent what)
        {
            switch (what.EventCase)
            {
                case TurnEvent.EventOneofCase.Started: Call(OnStarted, what.Started); break;
                case TurnEvent.EventOneofCase.Delta: Call(OnToken, what.Delta.Text); break;
                case TurnEvent.EventOneofCase.Line: Call(OnLine, what.Line); break;
                case TurnEvent.EventOneofCase.Intent: Call(OnIntent, what.Intent); break;
                case TurnEvent.EventOneofCase.Finished: Call(OnFinished, what.Finished); break;
            }
        }

        private static void Call<T>(Action<T> action, T value)
        {
            if (action != null)
            {
                action(value);
            }
        }
    }

    /// <summary>One turn of a character, as it is being spoken.</summary>
    public sealed class NpcTurn
    {
        private readonly NpcClient _client;
        private readonly NpcTurnListener _listener;
        private readonly List<string> _lines = new List<string>();
        private readonly CancellationTokenSource _hangUp = new CancellationTokenSource();
        private bool _isOver;

        internal NpcTurn(NpcClient client, NpcTurnListener listener)
        {
            _client = client;
            _listener = listener;
            TurnId = "";
        }

        /// <summary>Id of the turn; empty until its first event.</summary>
        public string TurnId { get; private set; }

        /// <summary>Whether nothing more comes.</summary>
        public bool IsOver
        {
            get { return _isOver; }
        }

        /// <summary>All whole sentences so far, parted by spaces.</summary>
        public string Text
        {
            get { return string.Join(" ", _lines); }
        }

        /// <summary>
        /// How the turn ended. Await it or not: it fails with <see cref="NpcRpcException"/>, is cancelled when
        /// the game hung up, and nobody is disturbed when nobody looks.
        /// </summary>
        public Task<TurnFinished> Completion { get; private set; }

        /// <summary>
        /// Interrupts the character; its last events still come, and the turn ends with
        /// <see cref="TurnOutcome.Interrupted"/>. False when it was done already.
        /// </summary>
        public async Task<bool> InterruptAsync()
        {
            if (_isOver)
            {
                return false;
            }
            if (TurnId.Length == 0)
            {
                HangUp();
                return true;
            }
            var request = new InterruptRequest { TurnId = TurnId };
            InterruptResponse answer = await _client.Play.InterruptAsync(request);
            return answer.WasSpeaking;
        }

        /// <summary>
        /// Hangs up at once and interrupts the character, who remembers only what was delivered. Nothing more
        /// is called back. Safe to call at any time, and more than once.
        /// </summary>
        public void HangUp()
        {
            if (_isOver)
            {
                return;
            }
            _isOver = true;
            TellServer();
            _hangUp.Cancel();
        }

        internal NpcTurn Begin(SayRequest request, CancellationToken cancel)
        {
            Completion = RunAsync(request, cancel);
            // looked at here, so that a failure which nobody awaits is not reported as forgotten
            Completion.ContinueWith(
                ended => ended.Exception,
                CancellationToken.None,
                TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
                TaskScheduler.Default);
            return this;
        }

        private async Task<TurnFinished> RunAsync(SayRequest request, CancellationToken cancel)
        {
            TurnFinished finished = null;
            var options = new NpcCallOptions { Timeout = _client.Options.TurnTimeout };
            Action<SayResponse> onMessage = response => finished = Take(response.Event) ?? finished;
            try
            {
                using (cancel.Register(HangUp))
                {
                    await _client.Play.SayAsync(request, onMessage, options, _hangUp.Token);
                }
                return finished ?? throw new NpcRpcException(
                    NpcCode.Unavailable, "The turn broke off before it was finished; ask again.");
            }
            catch (NpcRpcException error)
            {
                Fail(error);
                throw;
            }
            catch (OperationCanceledException)
            {
                throw; // hung up: the server was told then
            }
            catch (Exception)
            {
                HangUp(); // the listener threw: let nobody speak to a game that does not listen
                throw;
            }
            finally
            {
                _isOver = true;
            }
        }

        private TurnFinished Take(TurnEvent what)
        {
            if (_isOver)
            {
                return null;
            }
            if (TurnId.Length == 0)
            {
                TurnId = what.TurnId;
            }
            if (what.EventCase == TurnEvent.EventOneofCase.Line)
            {
                _lines.Add(what.Line.Text);
            }
            bool isLast = what.EventCase == TurnEvent.EventOneofCase.Finished;
            _isOver = isLast;
            _listener.Tell(what);
            return isLast ? what.Finished : null;
        }

        private void Fail(NpcRpcException error)
        {
            bool isTold = !_isOver;
            _isOver = true;
            if (error.Code == NpcCode.DeadlineExceeded)
            {
                TellServer();
            }
            if (isTold && _listener.OnFailed != null)
            {
                _listener.OnFailed(error);
            }
        }

        /// <summary>Asks for an interruption as well: not every engine's HTTP lets the server see a hang-up.</summary>
        private async void TellServer()
        {
            if (TurnId.Length == 0 || _client.Channel.IsClosed)
            {
                return;
            }
            try
            {
                await _client.Play.InterruptAsync(new InterruptRequest { TurnId = TurnId });
            }
            catch (Exception)
            {
                return; // nobody waits for this, and the hang-up itself interrupts as well
            }
        }
    }
}
