using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Conformance;
using NpcDialogue.Http;
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Tests
{
    /// <summary>
    /// Plays with a real server as it is told, a line of JSON for each command, and prints what happens, a
    /// word and JSON on each line.
    /// </summary>
    internal sealed class Session
    {
        private readonly HttpClientTransport _transport = new HttpClientTransport();
        private readonly HttpClient _backend = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
        private readonly NpcClient _client;
        private NpcSaveBinding _playing = new NpcSaveBinding();
        private NpcObservations _observations;
        private NpcWatch _watch;
        private NpcTurn _turn;

        /// <param name="tokens">Address that gives tokens of a player; empty to show the key.</param>
        public Session(string url, string key, string tokens)
        {
            var options = new NpcClientOptions { ServerUrl = url, Key = key };
            if (tokens.Length != 0)
            {
                options.Token = () => _backend.GetStringAsync(tokens);
            }
            options.MostPause = TimeSpan.FromSeconds(1);
            _client = new NpcClient(options, _transport);
        }

        public async Task RunAsync()
        {
            Print("READY", "{}");
            string line;
            while ((line = Console.ReadLine()) != null)
            {
                Node command = Node.Parse(line);
                try
                {
                    await ObeyAsync(command.TextOf("do"), command);
                }
                catch (NpcRpcException error)
                {
                    Print("FAILED", Told(error));
                }
            }
            _client.Dispose();
            _transport.Dispose();
            _backend.Dispose();
        }

        private static void Print(string word, string json)
        {
            lock (Console.Out)
            {
                Console.WriteLine(word + " " + json);
                Console.Out.Flush();
            }
        }

        private static string Told(NpcRpcException error)
        {
            return new Result(null) { Error = error }.ToJson();
        }

        private static string Quoted(string text)
        {
            var quoted = new StringBuilder();
            JsonText.Append(quoted, text);
            return quoted.ToString();
        }

        private async Task ObeyAsync(string what, Node command)
        {
            switch (what)
            {
                case "start":
                    if (command.NumberOf("timeoutMs") != null)
                    {
                        _client.Options.CallTimeout = TimeSpan.FromMilliseconds(command.NumberOf("timeoutMs").Value);
                    }
                    _playing = await _client.StartTimelineAsync(command.TextOf("world"));
                    Print("PLAYING", _playing.ToJson());
                    break;
                case "play":
                    _playing = NpcSaveBinding.FromJson(command.TextOf("binding"));
                    break;
                case "save":
                    Print("SAVED", (await _client.SaveGameAsync(_playing, command.TextOf("name"))).ToJson());
                    break;
                case "load":
                    NpcSaveBinding saved = NpcSaveBinding.FromJson(command.TextOf("binding"));
                    _playing = await _client.LoadGameAsync(saved, _playing.TimelineId);
                    Print("PLAYING", _playing.ToJson());
                    break;
                case "say":
                    Say(command);
                    break;
                case "circle":
                    await SayInCircleAsync(command);
                    break;
                case "interrupt":
                    Print("INTERRUPTED", await _turn.InterruptAsync() ? "true" : "false");
                    break;
                case "hang up":
                    _turn.HangUp();
                    break;
                case "many":
                    await ManyAsync(command);
                    break;
                case "watch":
                    Watch(command);
                    break;
                case "observe":
                    Observe(command);
                    break;
                case "pour":
                    await PourAsync(command);
                    break;
                case "flush":
                    await _observations.FlushAsync();
                    Print("FLUSHED", "{\"dropped\":" + _observations.Dropped + "}");
                    break;
                case "pass":
                    await Task.Delay(command.NumberOf("milliseconds") ?? 0);
                    Print("PASSED", "{}");
                    break;
                default:
                    throw new ArgumentException("no command " + what);
            }
        }

        private SayRequest Request(Node command)
        {
            return new SayRequest
            {
                TimelineId = _playing.TimelineId,
                CharacterId = command.TextOf("character"),
                Speaker = new Speaker { Id = "ann", Name = "Ann" },
                Text = command.TextOf("text"),
                StreamDeltas = true,
            };
        }

        private void Say(Node command)
        {
            _client.Options.TurnTimeout = TimeSpan.FromMilliseconds(command.NumberOf("timeoutMs") ?? 60000);
            var listener = new NpcTurnListener
            {
                OnStarted = started => Print("STARTED", started.ToJson()),
                OnToken = text => Print("TOKEN", Quoted(text)),
                OnLine = line => Print("LINE", line.ToJson()),
                OnFinished = finished => Print("FINISHED", finished.ToJson()),
                OnFailed = error => Print("FAILED", Told(error)),
            };
            _turn = _client.Say(Request(command), listener);
            _turn.Completion.ContinueWith(ended => Print("OVER", Quoted(ended.Status.ToString())));
        }

        /// <summary>Opens a circle of some characters and Ann, and says something there.</summary>
        private async Task SayInCircleAsync(Node command)
        {
            var open = new OpenCircleRequest { TimelineId = _playing.TimelineId };
            open.Members.Add(new Speaker { Id = "ann", Name = "Ann" });
            foreach (Node character in command.Get("characters").Values)
            {
                open.Members.Add(new Speaker { Id = character.Text, IsCharacter = true });
            }
            var request = new SayInCircleRequest
            {
                TimelineId = _playing.TimelineId,
                CircleId = (await _client.Play.OpenCircleAsync(open)).Circle.CircleId,
                SpeakerId = "ann",
                Text = command.TextOf("text"),
                StreamDeltas = true,
                MostTurns = command.NumberOf("mostTurns") ?? 0,
            };
            NpcCircleTalk talk = null;
            var listener = new NpcCircleListener
            {
                OnHeard = heard => Print("HEARD", heard.ToJson()),
                OnStarted = turn => Print("STARTED", Quoted(turn.CharacterId)),
                OnToken = (turn, text) => Print("TOKEN", Quoted(text)),
                OnLine = (turn, line) =>
                {
                    Print("LINE", Quoted(turn.CharacterId));
                    if (command.TextOf("then") == "hang up")
                    {
                        talk.HangUp();
                    }
                },
                OnFinished = (turn, finished) => Print("FINISHED", Quoted(turn.CharacterId + ": " + turn.Text)),
                OnQuiet = quiet => Print("QUIET", quiet.ToJson()),
                OnFailed = error => Print("FAILED", Told(error)),
            };
            talk = _client.SayInCircle(request, listener);
            Task told = talk.Completion.ContinueWith(ended => Print("OVER", Quoted(ended.Status.ToString())));
            if (command.TextOf("then") != "hang up")
            {
                await told;
            }
        }

        /// <summary>Observes as fast as the server takes it, and watches that all of it comes, in order and once.</summary>
        private async Task PourAsync(Node command)
        {
            int count = command.NumberOf("count").Value;
            int seen = 0;
            long warm = 0;
            var all = new TaskCompletionSource<bool>();
            NpcObservations queue = _client.Observations(_playing.TimelineId);
            queue.Interval = TimeSpan.Zero;
            NpcWatch watch = _client.Watch(_playing.TimelineId, 0, what =>
            {
                if (what.EventCase == WatchResponse.EventOneofCase.Memory && what.Memory.Text.StartsWith("Wave "))
                {
                    bool isNext = what.Memory.Text == "Wave " + seen + " breaks.";
                    seen++;
                    if (!isNext || seen == count)
                    {
                        all.TrySetResult(isNext);
                    }
                }
            });
            for (int n = 0; n < count; n++)
            {
                var what = new Observation { Text = "Wave " + n + " breaks." };
                what.WitnessIds.Add(command.TextOf("witness"));
                queue.Observe(what);
                if (queue.Waiting >= 100)
                {
                    await queue.FlushAsync();
                }
                warm = n == count / 5 ? GC.GetTotalMemory(true) : warm;
            }
            await queue.FlushAsync();
            bool isInOrder = await all.Task;
            long grown = GC.GetTotalMemory(true) - warm;
            watch.Dispose();
            Print("POURED", "{\"seen\":" + seen + ",\"isInOrder\":" + (isInOrder ? "true" : "false")
                + ",\"dropped\":" + queue.Dropped + ",\"grownBytes\":" + grown + "}");
        }

        /// <summary>Lets many turns run at once; all must be finished.</summary>
        private async Task ManyAsync(Node command)
        {
            var turns = new List<Task<TurnFinished>>();
            for (int n = 0; n < command.NumberOf("count"); n++)
            {
                SayRequest request = Request(command);
                NpcSaveBinding playing = await _client.StartTimelineAsync(command.TextOf("world"));
                request.TimelineId = playing.TimelineId;
                turns.Add(_client.Say(request, null).Completion);
            }
            TurnFinished[] finished = await Task.WhenAll(turns);
            Print("MANY", finished.Length.ToString());
        }

        private void Watch(Node command)
        {
            _watch = _client.Watch(_playing.TimelineId, command.NumberOf("afterSeq"), what => Print("WATCHED", what.ToJson()));
            _watch.ConnectionLost += error => Print("LOST", Told(error));
        }

        private void Observe(Node command)
        {
            if (_observations == null)
            {
                _observations = _client.Observations(_playing.TimelineId);
                _observations.Refused += (error, request) => Print("REFUSED", Told(error));
            }
            var what = new Observation { Text = command.TextOf("text") };
            what.WitnessIds.Add(command.TextOf("witness"));
            _observations.Observe(what);
        }
    }
}
