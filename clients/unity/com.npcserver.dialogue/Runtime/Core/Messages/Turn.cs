// Generated from proto/npcserver/v1/turn.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>How a turn ended. More outcomes may be added.</summary>
    public enum TurnOutcome
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>The model answered to the end.</summary>
        Completed = 1,

        /// <summary>The model gave nothing usable in time; the offline actor or an authored line spoke instead.</summary>
        Fallback = 2,

        /// <summary>The turn was interrupted; the character remembers only what was delivered.</summary>
        Interrupted = 3,

        /// <summary>The model failed after its first sentence; what was said is kept.</summary>
        CutShort = 4,

        /// <summary>
        /// The game loaded a save meanwhile and left this timeline; in that timeline the character
        /// remembers only what was delivered.
        /// </summary>
        Left = 5,

        /// <summary>
        /// The character said an authored line at once, without recalling anything and without a model;
        /// <c>TurnFinished.reason</c> says why.
        /// </summary>
        Shed = 6,

        /// <summary>
        /// A budget of the day is used up (<c>TurnFinished.budget</c>): no model was called, and the character
        /// said an authored line.
        /// </summary>
        OverBudget = 7,
    }

    /// <summary>Names of <see cref="TurnOutcome"/> on the wire.</summary>
    public static class TurnOutcomeNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "TURN_OUTCOME_UNSPECIFIED")
            .Add(1, "TURN_OUTCOME_COMPLETED")
            .Add(2, "TURN_OUTCOME_FALLBACK")
            .Add(3, "TURN_OUTCOME_INTERRUPTED")
            .Add(4, "TURN_OUTCOME_CUT_SHORT")
            .Add(5, "TURN_OUTCOME_LEFT")
            .Add(6, "TURN_OUTCOME_SHED")
            .Add(7, "TURN_OUTCOME_OVER_BUDGET");
    }

    /// <summary>Why a turn was answered without recall and model, or was not stored. More may be added.</summary>
    public enum TurnReason
    {
        /// <summary>Not set; the turn was answered as usual.</summary>
        Unspecified = 0,

        /// <summary>The server has as many turns as it takes at one time.</summary>
        Overloaded = 1,

        /// <summary>The player or the world has had as many turns as it may have for now.</summary>
        RateLimited = 2,

        /// <summary>The time for the turn was over before the model could be asked.</summary>
        OutOfTime = 3,

        /// <summary>
        /// The database does not answer. The character answers from what the server has in memory, or with
        /// an authored line; see <c>not_kept</c>.
        /// </summary>
        StorageUnavailable = 4,
    }

    /// <summary>Names of <see cref="TurnReason"/> on the wire.</summary>
    public static class TurnReasonNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "TURN_REASON_UNSPECIFIED")
            .Add(1, "TURN_REASON_OVERLOADED")
            .Add(2, "TURN_REASON_RATE_LIMITED")
            .Add(3, "TURN_REASON_OUT_OF_TIME")
            .Add(4, "TURN_REASON_STORAGE_UNAVAILABLE");
    }

    /// <summary>Which fallback spoke, if any. More may be added.</summary>
    public enum Rung
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>The model, at its first try.</summary>
        Primary = 1,

        /// <summary>The model, tried again before a word was out.</summary>
        Retry = 2,

        /// <summary>The offline actor, from memories and authored lines.</summary>
        Offline = 3,

        /// <summary>One of the persona's authored fallback lines.</summary>
        Authored = 4,

        /// <summary>The model of <c>model.fallback</c>, after the first one had failed.</summary>
        FallbackModel = 5,
    }

    /// <summary>Names of <see cref="Rung"/> on the wire.</summary>
    public static class RungNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "RUNG_UNSPECIFIED")
            .Add(1, "RUNG_PRIMARY")
            .Add(2, "RUNG_RETRY")
            .Add(3, "RUNG_OFFLINE")
            .Add(4, "RUNG_AUTHORED")
            .Add(5, "RUNG_FALLBACK_MODEL");
    }

    /// <summary>How a line feels.</summary>
    public sealed class Emotion : Message
    {
        /// <summary>
        /// Label: neutral, joy, amusement, affection, pride, relief, calm, hope, curiosity, surprise,
        /// confusion, boredom, sadness, shame, worry, fear, suspicion, annoyance, anger or disgust. More
        /// may be added.
        /// </summary>
        public string Label
        {
            get { return _label; }
            set { _label = value ?? ""; }
        }

        private string _label = "";

        /// <summary>
        /// From -1 (unpleasant) to 1 (pleasant). Lines carry the usual numbers of their label, since they
        /// are sent before the model has written its own; those move the mood at the end of the turn.
        /// </summary>
        public double Valence { get; set; }

        /// <summary>From -1 (drowsy) to 1 (excited).</summary>
        public double Arousal { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Emotion"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Label.Length != 0) { to.String(1, "label", Label); }
            if (global::System.BitConverter.DoubleToInt64Bits(Valence) != 0L) { to.Double(2, "valence", Valence); }
            if (global::System.BitConverter.DoubleToInt64Bits(Arousal) != 0L) { to.Double(3, "arousal", Arousal); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Label = from.String();
                    return true;
                case 2:
                    Valence = from.Double();
                    return true;
                case 3:
                    Arousal = from.Double();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "label": return 1;
                case "valence": return 2;
                case "arousal": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The character begins to answer. Keep the turn id: <c>Interrupt</c> and <c>Explain</c> take it.</summary>
    public sealed class TurnStarted : Message
    {
        /// <summary>Character who answers.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.TurnStarted"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CharacterId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "characterId": case "character_id": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>The first word is late. Play a gesture, such as a glance or a hum, until a line comes.</summary>
    public sealed class TurnWaiting : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.TurnWaiting"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                default: return 0;
            }
        }
    }

    /// <summary>
    /// A few more characters of the sentence being spoken. Sent only on request; the whole sentence
    /// follows as a <c>Line</c>.
    /// </summary>
    public sealed class LineDelta : Message
    {
        /// <summary>New characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.LineDelta"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Text.Length != 0) { to.String(1, "text", Text); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Text = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "text": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>One whole sentence.</summary>
    public sealed class Line : Message
    {
        /// <summary>What the character says.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Its emotion, from the first sentence of an answer on. Not set where no emotion is known.</summary>
        public Emotion Emotion
        {
            get { return _emotion ?? (_emotion = new Emotion()); }
            set { _emotion = value; _emotionIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasEmotion
        {
            get { return _emotion != null && (_emotionIsSet || !_emotion.IsEmpty); }
        }

        private Emotion _emotion;
        private bool _emotionIsSet;

        /// <summary>
        /// Who made the words; each line of a turn says so for itself, since an authored line may go on
        /// where a model failed. Not set for lines that were stored by an earlier version.
        /// </summary>
        public Origin Origin
        {
            get { return _origin ?? (_origin = new Origin()); }
            set { _origin = value; _originIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasOrigin
        {
            get { return _origin != null && (_originIsSet || !_origin.IsEmpty); }
        }

        private Origin _origin;
        private bool _originIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Line"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Text.Length != 0) { to.String(1, "text", Text); }
            if (HasEmotion) { to.Message(2, "emotion", _emotion); }
            if (HasOrigin) { to.Message(3, "origin", _origin); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Text = from.String();
                    return true;
                case 2:
                    Emotion = from.Message(Emotion);
                    return true;
                case 3:
                    Origin = from.Message(Origin);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "text": return 1;
                case "emotion": return 2;
                case "origin": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>
    /// The player talks with a language model for the first time. Show the text: the EU's AI Act asks for
    /// it (Article 50). Comes before the first words of a model in any turn of a player of a world, once;
    /// a repeat of the request and a server that died may send it again.
    /// </summary>
    public sealed class Disclosure : Message
    {
        /// <summary>What to show, as the world's author or the server words it.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Language of the text, such as <c>en</c>; empty where it is in none.</summary>
        public string Language
        {
            get { return _language; }
            set { _language = value ?? ""; }
        }

        private string _language = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Disclosure"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Text.Length != 0) { to.String(1, "text", Text); }
            if (Language.Length != 0) { to.String(2, "language", Language); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Text = from.String();
                    return true;
                case 2:
                    Language = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "text": return 1;
                case "language": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The turn is over and stored, unless <c>seq</c> is 0.</summary>
    public sealed class TurnFinished : Message
    {
        /// <summary>How the turn ended.</summary>
        public TurnOutcome Outcome { get; set; }

        /// <summary>Which fallback spoke, if any.</summary>
        public Rung Rung { get; set; }

        /// <summary>Id of the receipt, for <c>MemoryService.Explain</c>; equal to the turn id.</summary>
        public string ReceiptId
        {
            get { return _receiptId; }
            set { _receiptId = value ?? ""; }
        }

        private string _receiptId = "";

        /// <summary>Tokens of the prompt; 0 when no model was called.</summary>
        public int PromptTokens { get; set; }

        /// <summary>Tokens of the answer.</summary>
        public int CompletionTokens { get; set; }

        /// <summary>Whether the tokens were estimated, because the endpoint does not report them.</summary>
        public bool TokensEstimated { get; set; }

        /// <summary>
        /// Position of the turn in its timeline. 0 where it is not stored yet, because the server is busy,
        /// or not at all (<c>not_kept</c>).
        /// </summary>
        public int Seq { get; set; }

        /// <summary>Why neither recall nor model was used, or why the turn is not stored; not set for other turns.</summary>
        public TurnReason Reason { get; set; }

        /// <summary>Whether the character will not remember this turn: it could not be stored.</summary>
        public bool NotKept { get; set; }

        /// <summary>The budget that is used up; set with <c>TURN_OUTCOME_OVER_BUDGET</c> alone.</summary>
        public BudgetReached Budget
        {
            get { return _budget ?? (_budget = new BudgetReached()); }
            set { _budget = value; _budgetIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasBudget
        {
            get { return _budget != null && (_budgetIsSet || !_budget.IsEmpty); }
        }

        private BudgetReached _budget;
        private bool _budgetIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.TurnFinished"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Outcome != 0) { to.Enum(1, "outcome", TurnOutcomeNames.Table, (int)Outcome); }
            if ((int)Rung != 0) { to.Enum(2, "rung", RungNames.Table, (int)Rung); }
            if (ReceiptId.Length != 0) { to.String(3, "receiptId", ReceiptId); }
            if (PromptTokens != 0) { to.Int32(4, "promptTokens", PromptTokens); }
            if (CompletionTokens != 0) { to.Int32(5, "completionTokens", CompletionTokens); }
            if (TokensEstimated) { to.Bool(6, "tokensEstimated", TokensEstimated); }
            if (Seq != 0) { to.Int32(7, "seq", Seq); }
            if ((int)Reason != 0) { to.Enum(8, "reason", TurnReasonNames.Table, (int)Reason); }
            if (NotKept) { to.Bool(9, "notKept", NotKept); }
            if (HasBudget) { to.Message(10, "budget", _budget); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _outcomeRead; if (from.Enum(TurnOutcomeNames.Table, out _outcomeRead)) { Outcome = (TurnOutcome)_outcomeRead; }
                    return true;
                case 2:
                    int _rungRead; if (from.Enum(RungNames.Table, out _rungRead)) { Rung = (Rung)_rungRead; }
                    return true;
                case 3:
                    ReceiptId = from.String();
                    return true;
                case 4:
                    PromptTokens = from.Int32();
                    return true;
                case 5:
                    CompletionTokens = from.Int32();
                    return true;
                case 6:
                    TokensEstimated = from.Bool();
                    return true;
                case 7:
                    Seq = from.Int32();
                    return true;
                case 8:
                    int _reasonRead; if (from.Enum(TurnReasonNames.Table, out _reasonRead)) { Reason = (TurnReason)_reasonRead; }
                    return true;
                case 9:
                    NotKept = from.Bool();
                    return true;
                case 10:
                    Budget = from.Message(Budget);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "outcome": return 1;
                case "rung": return 2;
                case "receiptId": case "receipt_id": return 3;
                case "promptTokens": case "prompt_tokens": return 4;
                case "completionTokens": case "completion_tokens": return 5;
                case "tokensEstimated": case "tokens_estimated": return 6;
                case "seq": return 7;
                case "reason": return 8;
                case "notKept": case "not_kept": return 9;
                case "budget": return 10;
                default: return 0;
            }
        }
    }

    /// <summary>
    /// One event of a character's turn.
    ///
    /// A turn is <c>started</c>, then any mix of <c>line</c>, <c>delta</c> and <c>intent</c>, then exactly one <c>finished</c>.
    /// A <c>disclosure</c> comes before what a model makes of it.
    /// Where the first of these takes long, one <c>waiting</c> comes before it.
    /// A stream that ends without it failed; see its status.
    /// </summary>
    public sealed class TurnEvent : Message
    {
        private EventOneofCase _eventCase;
        private object _event;

        /// <summary>Which arm of <c>event</c> is set.</summary>
        public enum EventOneofCase
        {
            None = 0,
            Started = 3,
            Line = 4,
            Delta = 5,
            Intent = 6,
            Finished = 7,
            Waiting = 8,
            Disclosure = 9,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public EventOneofCase EventCase
        {
            get { return _eventCase; }
        }

        /// <summary>Turn this event belongs to.</summary>
        public string TurnId
        {
            get { return _turnId; }
            set { _turnId = value ?? ""; }
        }

        private string _turnId = "";

        /// <summary>Position within the turn, from 0, without gaps.</summary>
        public int Sequence { get; set; }

        /// <summary>The character begins to answer.</summary>
        public TurnStarted Started
        {
            get { return _eventCase == EventOneofCase.Started ? (TurnStarted)_event : new TurnStarted(); }
            set { _event = value ?? new TurnStarted(); _eventCase = EventOneofCase.Started; }
        }

        /// <summary>The character speaks one sentence.</summary>
        public Line Line
        {
            get { return _eventCase == EventOneofCase.Line ? (Line)_event : new Line(); }
            set { _event = value ?? new Line(); _eventCase = EventOneofCase.Line; }
        }

        /// <summary>More characters of the sentence.</summary>
        public LineDelta Delta
        {
            get { return _eventCase == EventOneofCase.Delta ? (LineDelta)_event : new LineDelta(); }
            set { _event = value ?? new LineDelta(); _eventCase = EventOneofCase.Delta; }
        }

        /// <summary>The character wants to do something the game offered.</summary>
        public ActionIntent Intent
        {
            get { return _eventCase == EventOneofCase.Intent ? (ActionIntent)_event : new ActionIntent(); }
            set { _event = value ?? new ActionIntent(); _eventCase = EventOneofCase.Intent; }
        }

        /// <summary>The turn is over.</summary>
        public TurnFinished Finished
        {
            get { return _eventCase == EventOneofCase.Finished ? (TurnFinished)_event : new TurnFinished(); }
            set { _event = value ?? new TurnFinished(); _eventCase = EventOneofCase.Finished; }
        }

        /// <summary>The first word takes long; sent once, after the server's <c>dialogue.waiting_seconds</c>.</summary>
        public TurnWaiting Waiting
        {
            get { return _eventCase == EventOneofCase.Waiting ? (TurnWaiting)_event : new TurnWaiting(); }
            set { _event = value ?? new TurnWaiting(); _eventCase = EventOneofCase.Waiting; }
        }

        /// <summary>The player is told that a model speaks; once a player.</summary>
        public Disclosure Disclosure
        {
            get { return _eventCase == EventOneofCase.Disclosure ? (Disclosure)_event : new Disclosure(); }
            set { _event = value ?? new Disclosure(); _eventCase = EventOneofCase.Disclosure; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.TurnEvent"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TurnId.Length != 0) { to.String(1, "turnId", TurnId); }
            if (Sequence != 0) { to.Int32(2, "sequence", Sequence); }
            if (EventCase == EventOneofCase.Started) { to.Message(3, "started", Started); }
            if (EventCase == EventOneofCase.Line) { to.Message(4, "line", Line); }
            if (EventCase == EventOneofCase.Delta) { to.Message(5, "delta", Delta); }
            if (EventCase == EventOneofCase.Intent) { to.Message(6, "intent", Intent); }
            if (EventCase == EventOneofCase.Finished) { to.Message(7, "finished", Finished); }
            if (EventCase == EventOneofCase.Waiting) { to.Message(8, "waiting", Waiting); }
            if (EventCase == EventOneofCase.Disclosure) { to.Message(9, "disclosure", Disclosure); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    TurnId = from.String();
                    return true;
                case 2:
                    Sequence = from.Int32();
                    return true;
                case 3:
                    Started = from.Message(Started);
                    return true;
                case 4:
                    Line = from.Message(Line);
                    return true;
                case 5:
                    Delta = from.Message(Delta);
                    return true;
                case 6:
                    Intent = from.Message(Intent);
                    return true;
                case 7:
                    Finished = from.Message(Finished);
                    return true;
                case 8:
                    Waiting = from.Message(Waiting);
                    return true;
                case 9:
                    Disclosure = from.Message(Disclosure);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "turnId": case "turn_id": return 1;
                case "sequence": return 2;
                case "started": return 3;
                case "line": return 4;
                case "delta": return 5;
                case "intent": return 6;
                case "finished": return 7;
                case "waiting": return 8;
                case "disclosure": return 9;
                default: return 0;
            }
        }
    }
}
