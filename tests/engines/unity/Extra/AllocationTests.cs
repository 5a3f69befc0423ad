using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NpcDialogue.Wire;
using NUnit.Framework;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>How much memory a token takes on its way to a component.</summary>
    public sealed class AllocationTests : INpcTransport, ICharacterTurnListener
    {
        private const int Warm = 100;
        private const int Count = 1000;
        private const int MostBytes = 64;
        private Action<byte[], int> _onBody;
        private int _heard;

        [Test]
        public void ATokenOfAComponentAllocatesItsTextAlone()
        {
            var main = new MainThread();
            var client = new NpcClient(new NpcClientOptions(), this);
            new CharacterTurn(main, this).Begin(client, () => new SayRequest { Text = "hello" }, CancellationToken.None);
            var pieces = new List<byte[]>();
            for (int n = 0; n < Warm + Count; n++)
            {
                string json = "{\"event\":{\"turnId\":\"0196f2b4c1d27a3e8f5a6b7c8d9e0f12\",\"sequence\":" + (n + 2)
                    + ",\"delta\":{\"text\":\" tide" + n + "\"}}}";
                pieces.Add(EnvelopeParser.Wrap(0, Encoding.UTF8.GetBytes(json)));
            }
            long first = 0;
            for (int n = 0; n < pieces.Count; n++)
            {
                first = n == Warm ? GC.GetAllocatedBytesForCurrentThread() : first;
                _onBody(pieces[n], pieces[n].Length);
                main.Frame();
            }
            long bytes = (GC.GetAllocatedBytesForCurrentThread() - first) / Count;
            Assert.AreEqual(pieces.Count, _heard);
            Assert.IsTrue(bytes <= MostBytes, bytes + " bytes a token");
            client.Dispose();
        }

        Task INpcTransport.SendAsync(
            NpcHttpRequest request, Action<NpcHead> onHead, Action<byte[], int> onBody, CancellationToken cancel)
        {
            _onBody = onBody;
            var over = new TaskCompletionSource<bool>();
            cancel.Register(() => over.TrySetCanceled());
            return over.Task;
        }

        void ICharacterTurnListener.OnWaiting() { }

        void ICharacterTurnListener.OnDisclosure(Disclosure disclosure) { }

        void ICharacterTurnListener.OnToken(string text) { _heard++; }

        void ICharacterTurnListener.OnLine(Line line) { }

        void ICharacterTurnListener.OnIntent(CharacterTurn turn, ActionIntent intent) { }

        void ICharacterTurnListener.OnFinished(CharacterTurn turn, TurnFinished finished) { }

        void ICharacterTurnListener.OnFailed(CharacterTurn turn, NpcRpcException failure) { }
    }
}
