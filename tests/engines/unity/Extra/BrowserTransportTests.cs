using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>The transport of web players, with another fetch than a browser's.</summary>
    public sealed class BrowserTransportTests : TalkingScene
    {
        private MainThread _main;
        private HttpFetch _fetch;
        private BrowserTransport _transport;
        private NpcClient _client;

        [UnityTest]
        public IEnumerator AnswersComeWordByWord()
        {
            yield return Open(Settings.ServerUrl);
            string tokens = "", lines = "";
            int frames = 0;
            var listener = new NpcTurnListener
            {
                OnToken = text => tokens += text,
                OnLine = line =>
                {
                    lines += line.Text;
                    Assert.AreEqual(Bare(lines), Bare(tokens));
                },
            };
            Task<TurnFinished> turn = _client.Say(Request("Tell me everything!"), listener).Completion;
            while (!turn.IsCompleted)
            {
                int before = tokens.Length;
                Frame();
                frames += tokens.Length > before ? 1 : 0;
                yield return null;
            }
            Assert.AreEqual(TurnOutcome.Completed, turn.Result.Outcome);
            Assert.Greater(frames, 3, "it came in one piece");
            Close();
        }

        [UnityTest]
        public IEnumerator HangingUpClosesTheCall()
        {
            yield return Open(Settings.ServerUrl);
            NpcTurn turn = null;
            bool isHeard = false;
            var listener = new NpcTurnListener { OnToken = _ => isHeard = true };
            turn = _client.Say(Request("Tell me everything!"), listener);
            yield return Frames(() => isHeard);
            turn.HangUp();
            yield return Frames(() => turn.Completion.IsCanceled && _transport.Running == 0);
            Close();
        }

        [UnityTest]
        public IEnumerator WhatIsWrongIsSaid()
        {
            yield return Open(Settings.ServerUrl);
            _client.Options.Key = "another";
            yield return Refused(NpcCode.Unauthenticated, "key");
            _client.Options.ServerUrl = "http://127.0.0.1:1";
            yield return Refused(NpcCode.Unavailable, "http.origins");
            Close();
        }

        [UnityTest]
        public IEnumerator ADeadlineClosesTheCall()
        {
            yield return Open(Settings.ServerUrl);
            _client.Options.TurnTimeout = TimeSpan.FromMilliseconds(1);
            Task turn = _client.Say(Request("Tell me everything!"), null).Completion;
            yield return Frames(() => turn.IsCompleted);
            Assert.AreEqual(NpcCode.DeadlineExceeded, ((NpcRpcException)turn.Exception.InnerException).Code);
            Close();
        }

        private IEnumerator Open(string url)
        {
            yield return Start();
            _main = new MainThread();
            _fetch = new HttpFetch();
            _transport = new BrowserTransport(_main, _fetch);
            _client = new NpcClient(
                new NpcClientOptions { ServerUrl = url, Key = Key, Attempts = 1, Delay = _main.Delay }, _transport);
        }

        private void Close()
        {
            Assert.AreEqual(0, _transport.Running);
            Assert.AreEqual(0, _fetch.Open);
            _client.Dispose();
            _transport.Dispose();
        }

        private void Frame()
        {
            _transport.Frame();
            _main.Frame();
        }

        private IEnumerator Frames(Func<bool> isSo)
        {
            return Until(() => { Frame(); return isSo(); }, "the browser");
        }

        private IEnumerator Refused(NpcCode code, string word)
        {
            Task<GetServerResponse> call = _client.Server.GetServerAsync(new GetServerRequest());
            yield return Frames(() => call.IsCompleted);
            var failure = (NpcRpcException)call.Exception.InnerException;
            Assert.AreEqual(code, failure.Code);
            StringAssert.Contains(word, failure.Message);
        }

        private SayRequest Request(string text)
        {
            return new SayRequest
            {
                TimelineId = Client.TimelineId,
                CharacterId = "hester",
                Speaker = new Speaker { Id = "ann", Name = "Ann" },
                Text = text,
                StreamDeltas = true,
            };
        }
    }
}
