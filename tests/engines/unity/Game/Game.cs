using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Admin;
using NpcDialogue.Admin.V1;
using NpcDialogue.Http;
using NpcDialogue.Unity;
using NpcDialogue.V1;
using UnityEngine;

namespace NpcDialogue.Games
{
    /// <summary>
    /// Plays one case as a game does: characters as components of a scene, whose events are written down.
    /// </summary>
    internal sealed class Game
    {
        private const double PatienceSeconds = 15;
        private readonly string _url;
        private readonly string _key;
        private readonly Told _told = new Told();
        private readonly List<string> _asked = new List<string>();
        private readonly NpcDialogueSettings _settings = ScriptableObject.CreateInstance<NpcDialogueSettings>();
        private readonly NpcDialogueClient _client;
        private readonly Dictionary<string, Actor> _actors = new Dictionary<string, Actor>();
        private readonly Dictionary<string, NpcWatch> _watches = new Dictionary<string, NpcWatch>();
        private readonly Dictionary<string, string> _kept = new Dictionary<string, string>();
        private NpcObservations _heard;

        public Game(string url, string key)
        {
            _url = url;
            _key = key;
            _settings.ServerUrl = url;
            _client = NpcDialogueClient.For(_settings);
            _client.Configure(url, key);
        }

        public async Task<string> PlayAsync(Node what)
        {
            foreach (Node step in what.Get("steps").Values)
            {
                try
                {
                    await DoAsync(step);
                }
                catch (NpcRpcException error)
                {
                    _told.Add("game", "failed", error.Reason);
                }
            }
            string told = _told.ToJson();
            foreach (Actor actor in _actors.Values)
            {
                actor.Destroy();
            }
            UnityEngine.Object.DestroyImmediate(_client.gameObject);
            return "{\"name\":" + what.Get("name") + ",\"told\":" + told + ",\"asked\":[" + string.Join(",", _asked) + "]}";
        }

        private Task DoAsync(Node step)
        {
            switch (step.TextOf("do"))
            {
                case "start": return StartAsync(step);
                case "play": return Now(() => PlayOn(step));
                case "key": return Now(() => _client.Configure(_url, step.TextOf("key", _key)));
                case "through": return Now(() => _client.Configure(step.TextOf("url"), _key));
                case "register": return RegisterAsync(step);
                case "token": return TokenAsync(step);
                case "say": return SayAsync(step);
                case "circle": return CircleAsync(step);
                case "circle_say": return CircleSayAsync(step);
                case "put": return Now(() => Put(step));
                case "interrupt": return Now(() => Silence(step, actor => actor.Character.Interrupt()));
                case "end": return EndAsync(step);
                case "leave": return Now(() => Silence(step, actor => actor.Leave("left")));
                case "free": return Now(() => Silence(step, actor => actor.Free("freed")));
                case "report": return Actor(step.TextOf("who")).ReportAsync(step);
                case "observe": return Now(() => Queue().Observe(ObservationOf(step)));
                case "go": return Now(() => Queue().Move(MovementOf(step)));
                case "flush": return FlushAsync();
                case "save": return SaveAsync(step);
                case "load": return LoadAsync(step);
                case "watch": return Now(() => Watch(step));
                case "unwatch": return Now(() => _watches[step.TextOf("as")].Dispose());
                case "seen": return UntilAsync(() => _told.Count(step.TextOf("by")) >= step.NumberOf("times"), step);
                case "turns": return TurnsAsync(step);
                case "remembers": return RemembersAsync(step);
                default: throw new ArgumentException("nobody does " + step.TextOf("do"));
            }
        }

        private static Task Now(Action action)
        {
            action();
            return Task.FromResult(true);
        }

        private async Task StartAsync(Node step)
        {
            NpcSaveBinding started = await _client.StartTimelineAsync(
                step.TextOf("world"), step.TextOf("label"), language: step.TextOf("language"));
            _kept["timeline " + step.TextOf("as")] = started.ToJson();
        }

        private void PlayOn(Node step)
        {
            _client.Play(NpcSaveBinding.FromJson(_kept["timeline " + step.TextOf("as")]));
            _told.Add("game", "played");
        }

        private async Task RegisterAsync(Node step)
        {
            var request = new PutAffordanceSetRequest { TimelineId = _client.TimelineId, Name = step.TextOf("set") };
            request.Affordances.AddRange(Games.Actor.Offers(step).ConvertAll(one => one.ToMessage()));
            request.Entities.AddRange(Games.Actor.Things(step));
            request.PlayerId = step.TextOf("of");
            await new NpcAdmin(_client.Calls).Access.PutAffordanceSetAsync(request);
        }

        private async Task TokenAsync(Node step)
        {
            MintPlayerTokenResponse minted = await new NpcAdmin(_client.Calls).Access.MintPlayerTokenAsync(new MintPlayerTokenRequest
            {
                TimelineId = _client.TimelineId, PlayerId = step.TextOf("id"), PlayerName = step.TextOf("name"),
            });
            _client.UseTokens(_url, () => Task.FromResult(minted.Token));
        }

        private async Task SayAsync(Node step)
        {
            string who = step.TextOf("to");
            _settings.AffordanceSet = step.TextOf("client_set");
            int words = _told.CountWords(who);
            Task turn = Actor(who).Say(step);
            if (step.TextOf("until") == "line")
            {
                await UntilAsync(() => _told.CountWords(who) > words, step);
            }
            else
            {
                await UntilAsync(() => turn.IsCompleted, step);
            }
        }

        private async Task CircleAsync(Node step)
        {
            var request = new OpenCircleRequest { TimelineId = _client.TimelineId, PlaceId = step.TextOf("place") };
            foreach (Node member in step.Get("members").Values)
            {
                request.Members.Add(Games.Actor.Read(new Speaker(), member));
            }
            OpenCircleResponse opened = await _client.Calls.Play.OpenCircleAsync(request);
            _kept["circle"] = opened.Circle.CircleId;
        }

        private async Task CircleSayAsync(Node step)
        {
            var request = new SayInCircleRequest
            {
                TimelineId = _client.TimelineId,
                CircleId = _kept["circle"],
                Text = step.TextOf("text"),
                SpeakerId = step.TextOf("who"),
                IsWhisper = step.TextOf("private") == "true",
                AffordanceSource = Games.Actor.SourceOf(step),
                AffordanceSet = step.TextOf("set"),
                StreamDeltas = step.TextOf("letters") == "true",
                MostTurns = step.NumberOf("most_turns") ?? 0,
                Language = step.TextOf("language"),
            };
            if (step.Get("to") != null)
            {
                request.ToIds.AddRange(step.Get("to").Values.ConvertAll(one => one.Text));
            }
            request.Affordances.AddRange(Games.Actor.Offers(step).ConvertAll(one => one.ToMessage()));
            request.Entities.AddRange(Games.Actor.Things(step));
            if (step.Get("wait_seconds") != null)
            {
                request.WaitSeconds = step.NumberOf("wait_seconds") ?? 0;
            }
            if (step.Get("first_beat_ms") != null)
            {
                request.FirstBeatMs = step.NumberOf("first_beat_ms") ?? 0;
            }
            if (step.Get("total_ms") != null)
            {
                request.TotalMs = step.NumberOf("total_ms") ?? 0;
            }
            NpcCircleTalk talk = _client.Calls.SayInCircle(request, new NpcCircleListener
            {
                OnStarted = turn => _told.Add("circle", "floor", turn.CharacterId),
                OnWaiting = turn => _told.AddIf(step.TextOf("waits") == "true", "circle's gestures", "waiting"),
                OnLine = (turn, line) => _told.Add("circle", "line", line.Text),
                OnFinished = (turn, finished) => _told.Add("circle", "finished", Told.Wire(finished.Outcome.ToString())),
                OnQuiet = quiet => _told.Add("circle", "quiet"),
                OnFailed = error => _told.Add("circle", "failed", error.Reason),
            });
            await UntilAsync(() => talk.Completion.IsCompleted, step);
        }

        private void Put(Node step)
        {
            Node what;
            if ((what = step.Get("observations")) != null)
            {
                Queue().Observe(Games.Actor.Read(new Observation(), what));
            }
            else if ((what = step.Get("movements")) != null)
            {
                Queue().Move(Games.Actor.Read(new Movement(), what));
            }
            else if ((what = step.Get("objects")) != null)
            {
                Queue().Change(Games.Actor.Read(new ObjectChange(), what));
            }
            else
            {
                Queue().Flag(Games.Actor.Read(new StoryFlag(), step.Get("flags")));
            }
        }

        private void Silence(Node step, Action<Actor> how)
        {
            DateTime epoch = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);
            _asked.Add((DateTime.UtcNow - epoch).TotalMilliseconds.ToString("F3", CultureInfo.InvariantCulture));
            how(Actor(step.TextOf("who")));
        }

        private async Task EndAsync(Node step)
        {
            Actor actor = Actor(step.TextOf("who"));
            if (await UntilAsync(() => actor.IsSilent, step))
            {
                _told.Add(step.TextOf("who"), "returned");
            }
        }

        private Actor Actor(string who)
        {
            Actor actor;
            if (!_actors.TryGetValue(who, out actor))
            {
                actor = _actors[who] = new Actor(who, _settings, _told);
            }
            return actor;
        }

        private NpcObservations Queue()
        {
            NpcObservations queue = _client.Observations;
            if (queue != _heard)
            {
                _heard = queue;
                queue.Refused += (error, request) => _told.Add("game", "refused", error.Reason);
            }
            return queue;
        }

        private static Observation ObservationOf(Node step)
        {
            var what = new Observation { Text = step.TextOf("text") };
            what.WitnessIds.AddRange(step.Get("witnesses").Values.ConvertAll(one => one.Text));
            return what;
        }

        private static Movement MovementOf(Node step)
        {
            return new Movement { Id = step.TextOf("id"), Name = "Guest", PlaceId = step.TextOf("place") };
        }

        private async Task FlushAsync()
        {
            await Queue().FlushAsync();
            _told.Add("game", "stored");
        }

        private async Task SaveAsync(Node step)
        {
            NpcSaveBinding saved = await _client.SaveGameAsync(
                step.TextOf("as"), overwrite: step.TextOf("overwrite") == "true");
            _kept[step.TextOf("as")] = saved.ToJson();
            _told.Add("game", "saved");
        }

        private async Task LoadAsync(Node step)
        {
            string saveId = step.TextOf("save_id");
            if (saveId.Length == 0)
            {
                saveId = NpcSaveBinding.FromJson(_kept[step.TextOf("as")]).SaveId;
            }
            await _client.LoadGameAsync(saveId, label: step.TextOf("label"));
            _told.Add("game", "loaded");
        }

        private void Watch(Node step)
        {
            string who = step.TextOf("as");
            List<string> kinds = step.Get("kinds").Values.ConvertAll(one => one.Text);
            Node of = step.Get("of");
            Action<WatchResponse> tell = what =>
            {
                if (kinds.Contains(what.EventCase.ToString().ToLowerInvariant()))
                {
                    _told.AddWatched(who, what);
                }
            };
            List<string> ids = of == null ? null : of.Values.ConvertAll(one => one.Text);
            _watches[who] = _client.Watch(step.NumberOf("after"), tell, CancellationToken.None, ids);
        }

        private async Task TurnsAsync(Node step)
        {
            int left = step.NumberOf("count") ?? 0;
            NpcWatch watch = _client.Watch(0, what =>
            {
                if (what.EventCase == WatchResponse.EventOneofCase.Turn && left > 0)
                {
                    _told.AddWatched("server", what);
                    left--;
                }
            });
            await UntilAsync(() => left == 0, step);
            watch.Dispose();
        }

        private async Task RemembersAsync(Node step)
        {
            var request = new ListMemoriesRequest
            {
                TimelineId = _client.TimelineId,
                CharacterId = step.TextOf("who"),
            };
            ListMemoriesResponse answer = await new NpcAdmin(_client.Calls).Memories.ListMemoriesAsync(request);
            _told.AddCount("server", "remembers", answer.Memories.Count(one => one.Text == step.TextOf("text")));
        }

        private async Task<bool> UntilAsync(Func<bool> isSo, Node step)
        {
            double end = Time.realtimeSinceStartupAsDouble + PatienceSeconds;
            while (!isSo())
            {
                if (Time.realtimeSinceStartupAsDouble > end)
                {
                    _told.Add("game", "waits in vain", step.TextOf("do"));
                    return false;
                }
                await Task.Yield(); // to the next frame
            }
            return true;
        }
    }
}
