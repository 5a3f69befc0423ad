using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>Receives the events of a turn; always on the main thread, in Update.</summary>
    internal interface ICharacterTurnListener
    {
        void OnWaiting();

        void OnDisclosure(Disclosure disclosure);

        void OnToken(string text);

        void OnLine(Line line);

        void OnIntent(CharacterTurn turn, ActionIntent intent);

        void OnFinished(CharacterTurn turn, TurnFinished finished);

        void OnFailed(CharacterTurn turn, NpcRpcException failure);
    }

    /// <summary>
    /// Brings a turn's events to the main thread, in order. They end with exactly one OnFinished or
    /// OnFailed, and with silence after <see cref="Drop"/>.
    /// </summary>
    internal sealed class CharacterTurn
    {
        private readonly MainThread _main;
        private readonly ICharacterTurnListener _listener;
        private readonly TaskCompletionSource<TurnFinished> _over = new TaskCompletionSource<TurnFinished>();
        private readonly CancellationTokenRegistration _closing;
        // one delegate for all tokens: they are too many to make one for each
        private readonly Action _raiseToken;
        private readonly Queue<string> _tokens = new Queue<string>();
        private NpcTurn _turn;
        private string _timelineId = "";
        private TurnFinished _finished;
        private bool _isDropped;

        public CharacterTurn(MainThread main, ICharacterTurnListener listener)
        {
            _main = main;
            _listener = listener;
            _raiseToken = () =>
            {
                string text = _tokens.Dequeue();
                if (!_isDropped)
                {
                    _listener.OnToken(text);
                }
            };
            NpcTasks.NeedNoObserver(_over.Task);
            _closing = main.Closed.Register(Drop);
        }

        /// <summary>Id of the turn; empty until the character begins to answer.</summary>
        public string TurnId
        {
            get { return _turn == null ? "" : _turn.TurnId; }
        }

        /// <summary>Timeline in which it is taken; empty until it begins.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
        }

        /// <summary>Whether it ended without a word though nothing interrupted it.</summary>
        public bool IsUnanswered
        {
            get { return _turn != null && _turn.IsUnanswered; }
        }

        /// <summary>Whether nothing of it is to be expected any more.</summary>
        public bool IsOver
        {
            get { return _over.Task.IsCompleted; }
        }

        /// <summary>Ends after the turn's last event.</summary>
        public Task<TurnFinished> Over
        {
            get { return _over.Task; }
        }

        /// <summary>Speaks. Never throws: what making the request throws is the turn's failure.</summary>
        public async void Begin(NpcClient client, Func<SayRequest> makeRequest, CancellationToken cancel)
        {
            var listener = new NpcTurnListener
            {
                OnWaiting = _ => Raise(() => _listener.OnWaiting()),
                OnDisclosure = disclosure => Raise(() => _listener.OnDisclosure(disclosure)),
                OnToken = text =>
                {
                    _tokens.Enqueue(text);
                    _main.Post(_raiseToken);
                },
                OnLine = line => Raise(() => _listener.OnLine(line)),
                OnIntent = intent => Raise(() => _listener.OnIntent(this, intent)),
                OnFinished = finished => _finished = finished,
            };
            NpcRpcException failure = null;
            try
            {
                cancel.ThrowIfCancellationRequested();
                SayRequest request = makeRequest();
                _timelineId = request.TimelineId;
                _turn = client.Say(request, listener);
                // the token may be cancelled on any thread; a turn is hung up on the main one
                using (cancel.Register(() => _main.Run(HangUp)))
                {
                    await _turn.Completion;
                }
            }
            catch (OperationCanceledException)
            {
                failure = null; // hung up, which is no failure
            }
            catch (NpcRpcException error)
            {
                failure = error;
            }
            catch (Exception error)
            {
                failure = new NpcRpcException(NpcCode.Internal, error.Message, null, null, null, error);
            }
            // in a frame of its own: after all events that wait for theirs
            _main.Post(() => End(failure));
        }

        /// <summary>Ends it with a failure that was known before anything was asked. Never throws.</summary>
        public void Refuse(NpcRpcException failure)
        {
            _main.Post(() => End(failure));
        }

        /// <summary>Interrupts the character; what it said last still comes, and then OnFinished.</summary>
        public async void Interrupt()
        {
            if (_turn == null)
            {
                return;
            }
            try
            {
                await _turn.InterruptAsync();
            }
            catch (Exception)
            {
                HangUp(); // the server cannot be asked, so it is left
            }
        }

        /// <summary>Closes the connection, which interrupts the character too.</summary>
        public void HangUp()
        {
            if (_turn != null)
            {
                _turn.HangUp();
            }
        }

        /// <summary>Hangs up and calls nothing more: there is no listener.</summary>
        public void Drop()
        {
            _isDropped = true;
            _closing.Dispose();
            HangUp();
            _over.TrySetCanceled();
        }

        private void End(NpcRpcException failure)
        {
            if (_isDropped)
            {
                return;
            }
            _closing.Dispose();
            if (_finished != null)
            {
                // however the connection closed afterwards
                Call(() => _listener.OnFinished(this, _finished));
                _over.TrySetResult(_finished);
            }
            else if (failure != null)
            {
                Call(() => _listener.OnFailed(this, failure));
                _over.TrySetException(failure);
            }
            else
            {
                var interrupted = new TurnFinished { Outcome = TurnOutcome.Interrupted };
                Call(() => _listener.OnFinished(this, interrupted));
                _over.TrySetCanceled();
            }
        }

        private void Raise(Action action)
        {
            _main.Post(() =>
            {
                if (!_isDropped)
                {
                    Call(action);
                }
            });
        }

        /// <summary>Calls a handler of the game; one that throws is logged and ends nothing.</summary>
        public static void Call(Action action)
        {
            try
            {
                action();
            }
            catch (Exception thrown)
            {
                Debug.LogException(thrown);
            }
        }
    }
}
