using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue
{
    /// <summary>What is being spoken: a character's turn, or the talk of a circle. Ends with a last event.</summary>
    public abstract class NpcSpeech<T> where T : Message
    {
        private readonly NpcClient _client;
        private readonly CancellationTokenSource _hangUp = new CancellationTokenSource();
        private T _last;
        private bool _isInterrupted;

        internal NpcSpeech(NpcClient client)
        {
            _client = client;
            TurnId = "";
        }

        /// <summary>Id of the turn, in a circle of the newest; empty until its first event.</summary>
        public string TurnId { get; private set; }

        /// <summary>Whether nothing more comes.</summary>
        public bool IsOver { get; private set; }

        /// <summary>
        /// How it ended. Await it or not: it fails with <see cref="NpcRpcException"/>, is cancelled when the
        /// game hung up, and reports nothing when it is not awaited.
        /// </summary>
        public Task<T> Completion { get; private set; }

        internal abstract Action<NpcRpcException> OnFailed { get; }

        /// <summary>Its last event, unless the game interrupted it; null until it comes.</summary>
        internal T OwnEnd
        {
            get { return _isInterrupted ? null : _last; }
        }

        /// <summary>
        /// Interrupts the speaker; the last events still come, and the turn ends with
        /// <see cref="TurnOutcome.Interrupted"/>. False when it was done already. Throws
        /// <see cref="NpcRpcException"/> when the server cannot be asked; then hang up.
        /// </summary>
        public async Task<bool> InterruptAsync()
        {
            if (IsOver)
            {
                return false;
            }
            _isInterrupted = true;
            if (TurnId.Length == 0)
            {
                HangUp();
                return true;
            }
            InterruptResponse answer = await AskToInterruptAsync();
            return answer.WasSpeaking;
        }

        /// <summary>
        /// Hangs up at once and interrupts the speaker, which remembers only what was delivered. Nothing
        /// more is called back. Safe to call at any time, and more than once.
        /// </summary>
        public void HangUp()
        {
            if (IsOver)
            {
                return;
            }
            IsOver = true;
            TellServer();
            _hangUp.Cancel();
        }

        internal void Begin(
            Func<NpcCallOptions, CancellationToken, Task> call, TimeSpan timeout, CancellationToken cancel)
        {
            Completion = RunAsync(call, timeout, cancel);
            NpcTasks.NeedNoObserver(Completion);
        }

        /// <summary>Takes note of an event of a turn; says whether the game is to hear of it.</summary>
        internal bool IsNews(TurnEvent what)
        {
            if (!IsOver)
            {
                TurnId = what.TurnId;
            }
            return !IsOver;
        }

        /// <summary>
        /// Empties the message of a token, of which the game gets the text only, so that the next one is
        /// read into it: a stream of tokens makes no other garbage. False for any other event.
        /// </summary>
        internal static bool Clear(TurnEvent what)
        {
            if (what.EventCase != TurnEvent.EventOneofCase.Delta)
            {
                return false;
            }
            what.TurnId = "";
            what.Sequence = 0;
            what.Delta.Text = "";
            return true;
        }

        /// <summary>Takes the last event.</summary>
        internal void End(T last, Action<T> tell)
        {
            if (IsOver)
            {
                return;
            }
            IsOver = true;
            NpcTasks.Call(tell, last);
            _last = last;
        }

        private async Task<T> RunAsync(
            Func<NpcCallOptions, CancellationToken, Task> call, TimeSpan timeout, CancellationToken cancel)
        {
            try
            {
                using (cancel.Register(HangUp))
                {
                    await call(new NpcCallOptions { Timeout = timeout }, _hangUp.Token);
                }
                if (_last == null)
                {
                    throw new NpcRpcException(
                        NpcCode.Unavailable, "It broke off before it was finished; ask again.");
                }
            }
            // what becomes of the connection after the last event is of no account
            catch (NpcRpcException error) when (_last == null)
            {
                Fail(error);
                throw;
            }
            catch (Exception error) when (_last != null && IsOfCalls(error))
            {
                return _last;
            }
            catch (OperationCanceledException)
            {
                throw; // hung up: the server knows already
            }
            catch (Exception)
            {
                HangUp(); // the listener threw: end the turn, since the game does not listen
                throw;
            }
            finally
            {
                IsOver = true;
            }
            return _last;
        }

        private static bool IsOfCalls(Exception error)
        {
            return error is NpcRpcException || error is OperationCanceledException;
        }

        private void Fail(NpcRpcException error)
        {
            bool isTold = !IsOver;
            IsOver = true;
            if (error.Code == NpcCode.DeadlineExceeded)
            {
                TellServer();
            }
            if (isTold)
            {
                NpcTasks.Call(OnFailed, error);
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
                await AskToInterruptAsync();
            }
            catch (Exception)
            {
                return; // no caller waits for this, and the hang-up itself interrupts as well
            }
        }

        private Task<InterruptResponse> AskToInterruptAsync()
        {
            return _client.Play.InterruptAsync(new InterruptRequest { TurnId = TurnId });
        }
    }
}
