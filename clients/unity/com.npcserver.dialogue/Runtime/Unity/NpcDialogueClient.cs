using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>
    /// The game's connection: one hidden object for each settings asset, made when it is first asked
    /// for, kept when scenes change, gone when play ends. It drives calls and raises events in Update.
    /// There is no static state, so it makes no difference whether the editor reloads the domain. Where it
    /// does so in the midst of play, everything is hung up and play goes on where it stood.
    /// </summary>
    [AddComponentMenu("")]
    [DisallowMultipleComponent]
    public sealed class NpcDialogueClient : MonoBehaviour
    {
        internal const string NothingPlayed = "no timeline is played yet; await StartTimelineAsync() first";

        // what Unity keeps when scripts are compiled anew during play; all else is made again
        [SerializeField, HideInInspector]
        private NpcDialogueSettings _settings;

        [SerializeField, HideInInspector]
        private string _serverUrl;

        [SerializeField, HideInInspector]
        private string _key;
        private Func<Task<string>> _token;

        [SerializeField, HideInInspector]
        private string _played;

        private MainThread _main;
        private IFrameTransport _transport;
        private NpcClientOptions _options;
        private NpcClient _calls;
        private NpcObservations _observations;
        private NpcSaveBinding _playing = new NpcSaveBinding();

        /// <summary>All methods of the server, in the style of C#: requests in, messages out.</summary>
        public NpcClient Calls
        {
            get { return _calls; }
        }

        internal NpcDialogueSettings Settings
        {
            get { return _settings; }
        }

        /// <summary>Runs things on the main thread, in Update.</summary>
        public MainThread Main
        {
            get { return _main; }
        }

        /// <summary>
        /// What is played; hand it to <see cref="Play"/> to go on where play stood, without a save. What leads
        /// back to a moment is what <see cref="SaveGameAsync"/> returns.
        /// </summary>
        public NpcSaveBinding Playing
        {
            get { return _playing; }
        }

        /// <summary>Line of play that all characters of this client are in; empty before it is started.</summary>
        public string TimelineId
        {
            get { return _playing.TimelineId; }
        }

        /// <summary>
        /// Whether calls show tokens of a player, which can declare neither affordances nor entities.
        /// </summary>
        public bool ShowsTokens
        {
            get { return _token != null; }
        }

        /// <summary>How many requests are under way.</summary>
        public int Running
        {
            get { return _transport.Running; }
        }

        /// <summary>
        /// Returns the client of a settings asset, and makes it if there is none yet; on the main thread.
        /// </summary>
        public static NpcDialogueClient For(NpcDialogueSettings settings)
        {
            if (settings == null)
            {
                throw new NpcRpcException(
                    NpcCode.FailedPrecondition,
                    "no settings: create some with Assets > Create > NPC Dialogue > Settings, and drag them here");
            }
            NpcDialogueClient[] clients = FindObjectsByType<NpcDialogueClient>(
                FindObjectsInactive.Include, FindObjectsSortMode.None);
            foreach (NpcDialogueClient client in clients)
            {
                if (client._settings == settings)
                {
                    return client;
                }
            }
            // not DontSave: such objects outlive play mode and would keep connections open
            var owner = new GameObject("NPC Dialogue") { hideFlags = HideFlags.HideInHierarchy };
            DontDestroyOnLoad(owner);
            var made = owner.AddComponent<NpcDialogueClient>();
            made._settings = settings;
            made._serverUrl = settings.ServerUrl;
            made._key = EditorKey();
            made.Open();
            return made;
        }

        /// <summary>
        /// Sets the server's address and the key. Characters that speak are interrupted; the timeline
        /// stays. Keys are for your own machines and servers: players get tokens, see
        /// <see cref="UseTokens"/>.
        /// </summary>
        public void Configure(string serverUrl, string key = "")
        {
            Configure(serverUrl, key, null);
        }

        /// <summary>
        /// Sets the server's address, and what gets tokens of a player from your game's server; see
        /// <see cref="NpcClientOptions.Token"/>. Characters that speak are interrupted; the timeline stays.
        /// </summary>
        public void UseTokens(string serverUrl, Func<Task<string>> token)
        {
            Configure(serverUrl, "", token);
        }

        private void Configure(string serverUrl, string key, Func<Task<string>> token)
        {
            _calls.Dispose();
            _options.ServerUrl = _serverUrl = serverUrl;
            _options.Key = _key = key;
            _options.Token = _token = token;
            _calls = new NpcClient(_options, _transport);
            Forget();
        }

        /// <summary>
        /// Starts a new line of play in a world; empty takes the world of the settings. The
        /// <paramref name="language"/> is that of its players, such as <c>pt-BR</c>. Throws
        /// <see cref="NpcRpcException"/>.
        /// </summary>
        public async Task<NpcSaveBinding> StartTimelineAsync(
            string worldId = "",
            string label = "",
            CancellationToken cancel = default(CancellationToken),
            string language = "")
        {
            string world = string.IsNullOrEmpty(worldId) ? _settings.WorldId : worldId;
            Play(await _calls.StartTimelineAsync(world, label, cancel, language));
            return _playing;
        }

        /// <summary>
        /// Gives this moment a name to return to. Put the <see cref="NpcSaveBinding.SaveId"/> of what comes
        /// back, or all of it as JSON, into the game's own save file. What was observed before is in it.
        /// With <paramref name="overwrite"/> it takes the place of the saves of that name in this playthrough.
        /// Throws <see cref="NpcRpcException"/>.
        /// </summary>
        public async Task<NpcSaveBinding> SaveGameAsync(
            string name, CancellationToken cancel = default(CancellationToken), bool overwrite = false)
        {
            NpcObservations observations = _observations;
            if (observations != null)
            {
                // a server that is away must not hold up the game's save: then saving says so
                await FlushAsync(observations, cancel);
            }
            return await _calls.SaveGameAsync(_playing, name, cancel, overwrite);
        }

        /// <summary>
        /// Plays on from a save. Characters that speak are interrupted, and all are as they were at that
        /// moment. <paramref name="label"/> names the new timeline, for people. Throws
        /// <see cref="NpcRpcException"/>; then play goes on where it was.
        /// </summary>
        public async Task<NpcSaveBinding> LoadGameAsync(
            string saveId, CancellationToken cancel = default(CancellationToken), string label = "")
        {
            var saved = new NpcSaveBinding { SaveId = saveId };
            Play(await _calls.LoadGameAsync(saved, TimelineId, cancel, label));
            return _playing;
        }

        /// <summary>Plays on in a timeline that is known already, such as after the game was started again.</summary>
        public void Play(NpcSaveBinding playing)
        {
            bool isFirst = TimelineId.Length == 0;
            _playing = playing ?? throw new ArgumentNullException("playing");
            if (isFirst && _observations != null)
            {
                _observations.PlayIn(TimelineId);
            }
            else
            {
                Forget();
            }
        }

        /// <summary>
        /// Sends characters observations, in batches, in order; call it as often as things happen. Before a
        /// timeline is played and while the server is away they wait. Ask for it each time: another timeline
        /// and another server have queues of their own, and what waited for the old ones is given up.
        /// </summary>
        public NpcObservations Observations
        {
            get
            {
                if (_observations == null)
                {
                    _observations = _calls.Observations(TimelineId);
                }
                return _observations;
            }
        }

        /// <summary>
        /// Watches what happens in the timeline after a position (null: from now on), and goes on after
        /// lost connections; only what concerns these characters, where some are named. Each thing is handed over
        /// in Update, and none after the watch was disposed of. Throws <see cref="NpcRpcException"/> before a timeline is played.
        /// </summary>
        public NpcWatch Watch(
            int? afterSeq,
            Action<WatchResponse> onEvent,
            CancellationToken cancel = default(CancellationToken),
            IEnumerable<string> characterIds = null)
        {
            if (TimelineId.Length == 0)
            {
                throw new NpcRpcException(NpcCode.FailedPrecondition, NothingPlayed);
            }
            NpcWatch watch = null;
            Action<WatchResponse> inUpdate = what => _main.Post(() =>
            {
                if (!watch.IsStopped)
                {
                    onEvent(what);
                }
            });
            watch = _calls.Watch(TimelineId, afterSeq, inUpdate, cancel, characterIds);
            return watch;
        }

        /// <summary>
        /// Asks the server what it is, to see whether it is there, takes the key and serves this client.
        /// Throws <see cref="NpcRpcException"/>, which says what is wrong.
        /// </summary>
        public async Task<Server> TestConnectionAsync(CancellationToken cancel = default(CancellationToken))
        {
            GetServerResponse answer = await _calls.Server.GetServerAsync(
                new GetServerRequest(), new NpcCallOptions { Attempts = 1 }, cancel);
            return answer.Server;
        }

        private void Open()
        {
            _main = new MainThread();
            _transport = TransportOf(_main);
            _options = new NpcClientOptions
            {
                ServerUrl = _serverUrl,
                Key = _key,
                Token = _token,
                CallTimeout = TimeSpan.FromSeconds(_settings.CallSeconds),
                TurnTimeout = TimeSpan.FromSeconds(_settings.TurnSeconds),
                Delay = _main.Delay,
                OnHandlerFailed = Debug.LogException,
            };
            _calls = new NpcClient(_options, _transport);
        }

        private static IFrameTransport TransportOf(MainThread main)
        {
#if UNITY_WEBGL && !UNITY_EDITOR && !NPC_DIALOGUE_WITHOUT_FETCH
            return new BrowserTransport(main, new BrowserFetch());
#else
            return new UnityWebRequestTransport(main);
#endif
        }

        // after it was disabled, as it is when scripts are compiled anew; at first there are no settings yet
        private void OnEnable()
        {
            if (_settings != null)
            {
                _playing = NpcSaveBinding.FromJson(_played);
                Open();
            }
        }

        private void Update()
        {
            _transport.Frame();
            _main.Frame();
        }

        // before it is destroyed too, as when play ends: an open connection would hold up the next domain reload
        private void OnDisable()
        {
            _played = _playing.ToJson();
            Forget();
            _calls.Dispose();
            _transport.Dispose();
            _main.Close();
        }

        private async Task FlushAsync(NpcObservations observations, CancellationToken cancel)
        {
            TimeSpan most = _options.CallTimeout > TimeSpan.Zero ? _options.CallTimeout : TimeSpan.MaxValue;
            using (var late = CancellationTokenSource.CreateLinkedTokenSource(cancel))
            {
                await Task.WhenAny(observations.FlushAsync(), _main.Delay(most, late.Token));
                late.Cancel();
            }
        }

        private void Forget()
        {
            if (_observations != null)
            {
                _observations.Dispose();
                _observations = null;
            }
        }

        /// <summary>The key that this developer typed into Project Settings; builds have none.</summary>
        private static string EditorKey()
        {
#if UNITY_EDITOR
            return UnityEditor.EditorPrefs.GetString(NpcDialogueSettings.EditorKeyName, "");
#else
            return "";
#endif
        }
    }
}
