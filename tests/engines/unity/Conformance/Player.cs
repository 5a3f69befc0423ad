using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Http;
using NpcDialogue.Wire;

namespace NpcDialogue.Conformance
{
    /// <summary>Plays the steps of cases with the client and its typed classes.</summary>
    internal sealed class Player
    {
        private static readonly TimeSpan Generous = TimeSpan.FromSeconds(60);
        private readonly INpcTransport _transport;
        private readonly string _url;
        private readonly string _key;
        private readonly Dictionary<string, NpcClient> _clients = new Dictionary<string, NpcClient>();

        public Player(Node program, INpcTransport transport)
        {
            _transport = transport;
            _url = program.TextOf("http");
            _key = program.TextOf("key");
        }

        public async Task<string> PlayAsync(Node what)
        {
            var kept = new Kept();
            var results = new List<string>();
            foreach (Node step in what.Get("steps").Values)
            {
                Result result = await StepAsync(step, kept);
                results.Add(result.ToJson());
            }
            return "{\"name\":" + what.Get("name") + ",\"steps\":[" + string.Join(",", results) + "]}";
        }

        private static IEnumerable<string> TextsOf(Node list)
        {
            return list.Values.ConvertAll(one => one.Text);
        }

        private static double Now()
        {
            return (DateTime.UtcNow - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalMilliseconds;
        }

        private async Task<Result> StepAsync(Node step, Kept kept)
        {
            await Task.Delay(step.NumberOf("pauseMs") ?? 0);
            var result = new Result(step.Get("id"));
            try
            {
                if (step.Get("enum") != null)
                {
                    result.Facts = Facts.Constants(step.TextOf("enum"), TextsOf(step.Get("facts")));
                    return result;
                }
                if (step.Get("decode") != null)
                {
                    Message message = Registry.NewMessage(step.TextOf("decode"));
                    message.MergeJson(step.TextOf("json"));
                    result.Messages.Add(message.ToJson());
                    result.Facts = Facts.Read(message, TextsOf(step.Get("facts")));
                    return result;
                }
                await CallAsync(step, kept, result);
            }
            catch (FormatException error)
            {
                result.Error = new NpcRpcException(NpcCode.InvalidArgument, error.Message);
            }
            catch (NpcRpcException error)
            {
                result.Error = error;
            }
            return result;
        }

        private async Task CallAsync(Node step, Kept kept, Result result)
        {
            string method = step.TextOf("method");
            Message request = Registry.NewRequest(method);
            request.MergeJson(kept.Filled(step.Get("request")));
            if (method.EndsWith("/Interrupt", StringComparison.Ordinal))
            {
                result.AskedAtMs = Now();
            }
            var listening = new Listening(this, step, kept, result);
            int? milliseconds = step.NumberOf("timeoutMs");
            TimeSpan timeout = milliseconds.HasValue ? TimeSpan.FromMilliseconds(milliseconds.Value) : Generous;
            var options = new NpcCallOptions { Timeout = timeout, Attempts = 1 };
            NpcClient client = Client(step.TextOf("key", _key));
            try
            {
                await Registry.Call(client, method, request, listening.Take, options, listening.Cancel);
            }
            catch (OperationCanceledException)
            {
                if (!result.AskedAtMs.HasValue)
                {
                    throw; // nobody asked for it
                }
            }
            finally
            {
                if (listening.During != null)
                {
                    result.During = await listening.During;
                }
            }
        }

        private NpcClient Client(string key)
        {
            NpcClient client;
            if (!_clients.TryGetValue(key, out client))
            {
                var options = new NpcClientOptions { ServerUrl = _url, Key = key };
                client = new NpcClient(options, _transport);
                _clients[key] = client;
            }
            return client;
        }

        /// <summary>What one call hears, and what is done meanwhile.</summary>
        private sealed class Listening
        {
            private readonly Player _player;
            private readonly Node _step;
            private readonly Kept _kept;
            private readonly Result _result;
            private readonly CancellationTokenSource _hangUp = new CancellationTokenSource();

            public Listening(Player player, Node step, Kept kept, Result result)
            {
                _player = player;
                _step = step;
                _kept = kept;
                _result = result;
            }

            public Task<Result> During { get; private set; }

            public CancellationToken Cancel
            {
                get { return _hangUp.Token; }
            }

            public void Take(Message message)
            {
                if (_hangUp.IsCancellationRequested)
                {
                    return;
                }
                string json = message.ToJson();
                _result.Messages.Add(json);
                _kept.Keep(_step.Get("keep"), Node.Parse(json));
                int count = _result.Messages.Count;
                if (count == _step.NumberOf("stopAfter"))
                {
                    _result.AskedAtMs = Now();
                    _hangUp.Cancel();
                }
                Node during = _step.Get("during");
                if (during != null && count == during.NumberOf("after"))
                {
                    During = _player.StepAsync(during.Get("step"), _kept);
                }
            }
        }
    }
}
