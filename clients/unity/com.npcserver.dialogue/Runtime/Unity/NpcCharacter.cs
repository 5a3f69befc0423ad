using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.V1;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>
    /// A character of the scene that can be talked with. Events come on the main thread, in Update.
    /// Each turn ends with exactly one <see cref="TurnFinished"/> or <see cref="Failed"/>; a character
    /// that is disabled or destroyed interrupts itself and raises nothing more.
    /// </summary>
    [AddComponentMenu("NPC Dialogue/NPC Character")]
    [Icon("Packages/com.npcserver.dialogue/Editor/Icons/Npc.png")]
    [DisallowMultipleComponent]
    public sealed partial class NpcCharacter : MonoBehaviour, ICharacterTurnListener
    {
        [Tooltip("Where the server is.")]
        [SerializeField]
        private NpcDialogueSettings settings;

        [NpcId(NpcIdKind.Character)]
        [Tooltip("Id of the character in its world.")]
        [SerializeField]
        private string characterId = "";

        [Tooltip("Id of the player, the same in each session.")]
        [SerializeField]
        private string speakerId = "player";

        [Tooltip("Name by which the character knows the player.")]
        [SerializeField]
        private string speakerName = "Player";

        [Tooltip("Language in which the player speaks, such as pt-BR; empty for that of the timeline.")]
        [SerializeField]
        private string language = "";

        [Tooltip("What the character may do in a turn.")]
        [SerializeField]
        private List<NpcAffordance> affordances = new List<NpcAffordance>();

        [NpcId(NpcIdKind.AffordanceSet)]
        [Tooltip("Name of a set that your game's server has registered, offered in place of what is declared here.")]
        [SerializeField]
        private string affordanceSet = "";

        [Tooltip("Where affordances and entities come from: without any of its own, from the world.")]
        [SerializeField]
        private AffordanceSource affordanceSource = AffordanceSource.Unspecified;

        [Tooltip("Whether Token is raised as the answer grows; lines come in any case.")]
        [SerializeField]
        private bool streamTokens = true;

        [Tooltip("Whether nobody else hears what is said.")]
        [SerializeField]
        private bool isPrivate;

        [Tooltip("How loud the player speaks.")]
        [SerializeField]
        private Loudness loudness = Loudness.Unspecified;

        [Min(-1)]
        [Tooltip("After so many milliseconds without a word Waiting comes; below 0 the server decides.")]
        [SerializeField]
        private int firstBeatMs = -1;

        [Min(-1)]
        [Tooltip("How many milliseconds the player can wait for the whole turn; below 1 the server decides.")]
        [SerializeField]
        private int totalMs = -1;

        [Tooltip("Whether the character stops speaking when the application is paused, such as on a phone.")]
        [SerializeField]
        private bool interruptOnPause = true;

        [Tooltip("What to call as it speaks, without a script.")]
        [SerializeField]
        private NpcCharacterEvents events = new NpcCharacterEvents();

        private readonly List<Entity> _entities = new List<Entity>();
        private NpcDialogueClient _client;
        private readonly CharacterTurns _turns = new CharacterTurns();
        private readonly NpcWishes _wishes = new NpcWishes();
        private readonly List<ActionIntent> _open = new List<ActionIntent>();

        /// <summary>Where the server is.</summary>
        public NpcDialogueSettings Settings
        {
            get { return settings; }
            set
            {
                settings = value;
                _client = null; // others lead to another
            }
        }

        /// <summary>Id of the character in its world.</summary>
        public string CharacterId
        {
            get { return characterId; }
            set { characterId = value ?? ""; }
        }

        /// <summary>Id of the player that speaks.</summary>
        public string SpeakerId
        {
            get { return speakerId; }
            set { speakerId = value ?? ""; }
        }

        /// <summary>Name by which the character knows the player.</summary>
        public string SpeakerName
        {
            get { return speakerName; }
            set { speakerName = value ?? ""; }
        }

        /// <summary>Language in which the player speaks, such as <c>pt-BR</c>; empty for that of the timeline.</summary>
        public string Language
        {
            get { return language; }
            set { language = value ?? ""; }
        }

        /// <summary>What the character may do in a turn.</summary>
        public List<NpcAffordance> Affordances
        {
            get { return affordances; }
        }

        /// <summary>
        /// Name of a set that your game's server has registered with <c>PutAffordanceSet</c>, which is offered in
        /// place of <see cref="Affordances"/> and <see cref="Entities"/>. A player's token can declare none of
        /// these: with one, only the set counts, this or else <see cref="NpcDialogueSettings.AffordanceSet"/>.
        /// </summary>
        public string AffordanceSet
        {
            get { return affordanceSet; }
            set { affordanceSet = value ?? ""; }
        }

        /// <summary>Where affordances and entities come from: without any of its own, from the world.</summary>
        public AffordanceSource AffordanceSource
        {
            get { return affordanceSource; }
            set { affordanceSource = value; }
        }

        /// <summary>Live things that arguments of actions may name.</summary>
        public List<Entity> Entities
        {
            get { return _entities; }
        }

        /// <summary>Whether <see cref="Token"/> is raised.</summary>
        public bool StreamTokens
        {
            get { return streamTokens; }
            set { streamTokens = value; }
        }

        /// <summary>Whether nobody else hears what is said.</summary>
        public bool IsPrivate
        {
            get { return isPrivate; }
            set { isPrivate = value; }
        }

        /// <summary>How loud the player speaks.</summary>
        public Loudness Loudness
        {
            get { return loudness; }
            set { loudness = value; }
        }

        /// <summary>
        /// After so many milliseconds without a word <see cref="Waiting"/> comes, 0 to 60,000; below 0 the server
        /// decides.
        /// </summary>
        public int FirstBeatMs
        {
            get { return firstBeatMs; }
            set { firstBeatMs = value; }
        }

        /// <summary>
        /// For how many milliseconds the player can wait for the whole turn, up to 120,000; below 1 the server
        /// decides.
        /// </summary>
        public int TotalMs
        {
            get { return totalMs; }
            set { totalMs = value; }
        }

        /// <summary>Whether the character stops speaking when the application is paused.</summary>
        public bool InterruptOnPause
        {
            get { return interruptOnPause; }
            set { interruptOnPause = value; }
        }

        /// <summary>Whether a turn is under way.</summary>
        public bool IsSpeaking
        {
            get { return _turns.Current != null; }
        }

        /// <summary>The game's client; characters with the same settings share one.</summary>
        public NpcDialogueClient Client
        {
            get
            {
                if (_client == null)
                {
                    // what outlives its scene must not leave a new object behind
                    _client = this == null ? throw Gone() : NpcDialogueClient.For(settings);
                }
                return _client;
            }
        }

        /// <summary>Says something; the answer comes as events. Never throws. Interrupts what is being said.</summary>
        public void Say(string text)
        {
            StartTurn(text, CancellationToken.None);
        }

        /// <summary>
        /// Says something to the character. The task ends with the turn, after its last event. It
        /// throws <see cref="NpcRpcException"/> when the turn failed, and
        /// <see cref="OperationCanceledException"/> when it was given up: by the token, or because the
        /// character was disabled or spoken to again. Giving up interrupts the character.
        /// </summary>
        public Task<TurnFinished> SayAsync(string text, CancellationToken cancel = default(CancellationToken))
        {
            return StartTurn(text, cancel);
        }

        /// <summary>Interrupts the turn that is under way; it then finishes as interrupted.</summary>
        public void Interrupt()
        {
            _turns.Current?.Interrupt();
        }

        /// <summary>
        /// Reports the outcome of an intent; <paramref name="detail"/> is what the character will
        /// remember. Only what is completed is remembered as a deed. After a load the outcome goes to the
        /// timeline that is played, if that one has the turn; otherwise the intent is dropped, and the
        /// exception says so. Throws <see cref="NpcRpcException"/>.
        /// </summary>
        public async Task ReportOutcomeAsync(ActionIntent intent, OutcomeStatus status, string detail = "")
        {
            NpcDialogueClient client = Client;
            ReportOutcomeRequest request = _wishes.Report(intent.IntentId);
            if (request == null)
            {
                throw new NpcRpcException(
                    NpcCode.InvalidArgument, "this intent does not come from this character, or long ago");
            }
            request.Status = status;
            request.Detail = detail;
            try
            {
                await client.Calls.ReportOutcomeAsync(request, client.TimelineId);
                _wishes.MoveTo(request);
            }
            catch (NpcRpcException failure) when (NpcClient.IsVoid(failure))
            {
                _wishes.Drop(intent.IntentId);
                throw;
            }
        }

        /// <summary>
        /// Reports the latest request for an action of this name as done; what fails is raised as
        /// <see cref="Failed"/>. For the inspector: wire <c>ActionRequested</c> to it where nothing can go wrong.
        /// </summary>
        public async void CompleteAction(string affordance)
        {
            ActionIntent intent = _open.FindLast(wanted => wanted.Affordance == affordance);
            try
            {
                if (intent == null)
                {
                    throw new NpcRpcException(
                        NpcCode.FailedPrecondition, characterId + " does not want to do " + affordance + " now");
                }
                _open.Remove(intent);
                await ReportOutcomeAsync(intent, OutcomeStatus.Completed);
            }
            catch (NpcRpcException failure)
            {
                RaiseFailed(failure);
            }
            catch (OperationCanceledException)
            {
                return; // play ended meanwhile
            }
        }

        private Task<TurnFinished> StartTurn(string text, CancellationToken cancel)
        {
            if (this == null)
            {
                return CharacterTurns.Refused(Gone());
            }
            NpcDialogueClient client;
            try
            {
                client = Client;
            }
            catch (NpcRpcException failure)
            {
                // there is no client whose Update could raise it
                CharacterTurn.Call(() => RaiseFailed(failure));
                return CharacterTurns.Refused(failure);
            }
            CharacterTurn turn = _turns.Next(client.Main, this);
            _isInLine = false;
            _open.Clear();
            if (!isActiveAndEnabled)
            {
                turn.Refuse(new NpcRpcException(
                    NpcCode.FailedPrecondition, name + " is disabled and cannot be talked with; enable it first"));
            }
            else if (client.TimelineId.Length == 0)
            {
                turn.Refuse(new NpcRpcException(
                    NpcCode.FailedPrecondition, NpcDialogueClient.NothingPlayed));
            }
            else
            {
                turn.Begin(client.Calls, () => RequestOf(text, client), cancel);
            }
            return turn.Over;
        }

        private static NpcRpcException Gone()
        {
            return new NpcRpcException(NpcCode.FailedPrecondition, "the character was destroyed and cannot be talked with");
        }

        private SayRequest RequestOf(string text, NpcDialogueClient client)
        {
            var request = new SayRequest
            {
                TimelineId = client.TimelineId,
                CharacterId = characterId,
                Speaker = new Speaker { Id = speakerId, Name = speakerName },
                Text = text,
                Language = language,
                StreamDeltas = streamTokens,
                AffordanceSource = affordanceSource,
                AffordanceSet = NamedSet(client),
                IsPrivate = isPrivate,
                Loudness = loudness,
            };
            if (firstBeatMs >= 0)
            {
                request.FirstBeatMs = firstBeatMs;
            }
            if (totalMs > 0)
            {
                request.TotalMs = totalMs;
            }
            if (request.AffordanceSet.Length == 0 && !client.ShowsTokens)
            {
                foreach (NpcAffordance affordance in affordances)
                {
                    request.Affordances.Add(affordance.ToMessage());
                }
                request.Entities.AddRange(_entities);
            }
            return request;
        }

        /// <summary>Returns the set that is offered; empty for what is declared here, or the world's.</summary>
        private string NamedSet(NpcDialogueClient client)
        {
            bool declares = affordances.Count > 0 || _entities.Count > 0;
            bool takesDefault = affordanceSet.Length == 0 && (client.ShowsTokens || !declares);
            return takesDefault ? client.Settings.AffordanceSet : affordanceSet;
        }

        // Unity calls it before OnDestroy too, and when a scene is unloaded
        private void OnDisable()
        {
            _turns.Drop();
        }

        private void OnApplicationPause(bool isPaused)
        {
            // a phone may cut the connection at any moment from now on: end the turn while that is possible
            if (isPaused && interruptOnPause)
            {
                _turns.Current?.HangUp();
            }
        }
    }
}
