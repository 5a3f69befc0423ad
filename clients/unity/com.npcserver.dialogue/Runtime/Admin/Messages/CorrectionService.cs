// Generated from proto/npcserver/admin/v1/correction_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>What becomes of a record that rests on a corrected memory.</summary>
    public enum DependentChoice
    {
        /// <summary>The choice for the others of the request; for those, to leave it.</summary>
        Unspecified = 0,

        /// <summary>It stays as it is.</summary>
        Leave = 1,

        /// <summary>A memory stays, and its character hardly believes it. States and own lines stay as they are.</summary>
        Doubt = 2,

        /// <summary>
        /// It is gone. Inferences and plans are made anew; of a state what rested on the memory is taken
        /// off. A line stays said, and its speaker and hearers do not remember it.
        /// </summary>
        MakeAnew = 3,
    }

    /// <summary>Names of <see cref="DependentChoice"/> on the wire.</summary>
    public static class DependentChoiceNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "DEPENDENT_CHOICE_UNSPECIFIED")
            .Add(1, "DEPENDENT_CHOICE_LEAVE")
            .Add(2, "DEPENDENT_CHOICE_DOUBT")
            .Add(3, "DEPENDENT_CHOICE_MAKE_ANEW");
    }

    /// <summary>What kind of record rests on a memory. More may be added.</summary>
    public enum DependentKind
    {
        /// <summary>Not set.</summary>
        Unspecified = 0,

        /// <summary>Something perceived or known.</summary>
        Observation = 1,

        /// <summary>Words that a character heard.</summary>
        Utterance = 2,

        /// <summary>Words that a character said.</summary>
        Line = 3,

        /// <summary>An inner voice.</summary>
        Whisper = 4,

        /// <summary>An inference.</summary>
        Reflection = 5,

        /// <summary>Something the character means to do.</summary>
        Plan = 6,

        /// <summary>The plan for a day.</summary>
        Day = 7,

        /// <summary>What a character does.</summary>
        Act = 8,

        /// <summary>A relation to another person.</summary>
        Relation = 9,

        /// <summary>A belief.</summary>
        Belief = 10,

        /// <summary>A mood.</summary>
        Mood = 11,

        /// <summary>A promise.</summary>
        Commitment = 12,
    }

    /// <summary>Names of <see cref="DependentKind"/> on the wire.</summary>
    public static class DependentKindNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "DEPENDENT_KIND_UNSPECIFIED")
            .Add(1, "DEPENDENT_KIND_OBSERVATION")
            .Add(2, "DEPENDENT_KIND_UTTERANCE")
            .Add(3, "DEPENDENT_KIND_LINE")
            .Add(4, "DEPENDENT_KIND_WHISPER")
            .Add(5, "DEPENDENT_KIND_REFLECTION")
            .Add(6, "DEPENDENT_KIND_PLAN")
            .Add(7, "DEPENDENT_KIND_DAY")
            .Add(8, "DEPENDENT_KIND_ACT")
            .Add(9, "DEPENDENT_KIND_RELATION")
            .Add(10, "DEPENDENT_KIND_BELIEF")
            .Add(11, "DEPENDENT_KIND_MOOD")
            .Add(12, "DEPENDENT_KIND_COMMITMENT");
    }

    /// <summary>A record that rests on a memory.</summary>
    public sealed class Dependent : Message
    {
        /// <summary>Timeline that owns it.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Position.</summary>
        public int Seq { get; set; }

        /// <summary>Kind.</summary>
        public DependentKind Kind { get; set; }

        /// <summary>Character that has it.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Name of the character.</summary>
        public string CharacterName
        {
            get { return _characterName; }
            set { _characterName = value ?? ""; }
        }

        private string _characterName = "";

        /// <summary>Id of the memory; empty for a state, such as a relation.</summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <summary>Its words.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Those of its words that show that it rests on the memory.</summary>
        public string Words
        {
            get { return _words; }
            set { _words = value ?? ""; }
        }

        private string _words = "";

        /// <summary>Inferences and retellings between: 1 for what rests on the memory directly.</summary>
        public int Hops { get; set; }

        /// <summary>Positions of what it directly rests on.</summary>
        public global::System.Collections.Generic.List<int> FromSeqs
        {
            get { return _fromSeqs; }
            set { _fromSeqs = value ?? new global::System.Collections.Generic.List<int>(); }
        }

        private global::System.Collections.Generic.List<int> _fromSeqs = new global::System.Collections.Generic.List<int>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Dependent"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
            if ((int)Kind != 0) { to.Enum(3, "kind", DependentKindNames.Table, (int)Kind); }
            if (CharacterId.Length != 0) { to.String(4, "characterId", CharacterId); }
            if (CharacterName.Length != 0) { to.String(5, "characterName", CharacterName); }
            if (MemoryId.Length != 0) { to.String(6, "memoryId", MemoryId); }
            if (Text.Length != 0) { to.String(7, "text", Text); }
            if (Words.Length != 0) { to.String(8, "words", Words); }
            if (Hops != 0) { to.Int32(9, "hops", Hops); }
            if (_fromSeqs.Count != 0) { to.Int32s(10, "fromSeqs", _fromSeqs); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    TimelineId = from.String();
                    return true;
                case 2:
                    Seq = from.Int32();
                    return true;
                case 3:
                    int _kindRead; if (from.Enum(DependentKindNames.Table, out _kindRead)) { Kind = (DependentKind)_kindRead; }
                    return true;
                case 4:
                    CharacterId = from.String();
                    return true;
                case 5:
                    CharacterName = from.String();
                    return true;
                case 6:
                    MemoryId = from.String();
                    return true;
                case 7:
                    Text = from.String();
                    return true;
                case 8:
                    Words = from.String();
                    return true;
                case 9:
                    Hops = from.Int32();
                    return true;
                case 10:
                    from.Int32s(_fromSeqs);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "timelineId": case "timeline_id": return 1;
                case "seq": return 2;
                case "kind": return 3;
                case "characterId": case "character_id": return 4;
                case "characterName": case "character_name": return 5;
                case "memoryId": case "memory_id": return 6;
                case "text": return 7;
                case "words": return 8;
                case "hops": return 9;
                case "fromSeqs": case "from_seqs": return 10;
                default: return 0;
            }
        }
    }

    /// <summary>The memory that is to be corrected.</summary>
    public sealed class PreviewCorrectionRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Id of the memory, as <c>ListMemories</c> shows it.</summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PreviewCorrectionRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (MemoryId.Length != 0) { to.String(2, "memoryId", MemoryId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    TimelineId = from.String();
                    return true;
                case 2:
                    MemoryId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "timelineId": case "timeline_id": return 1;
                case "memoryId": case "memory_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What rests on a memory.</summary>
    public sealed class PreviewCorrectionResponse : Message
    {
        /// <summary>Timelines that see the memory, the named one first; at most 200 are searched.</summary>
        public global::System.Collections.Generic.List<string> TimelineIds
        {
            get { return _timelineIds; }
            set { _timelineIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _timelineIds = new global::System.Collections.Generic.List<string>();

        /// <summary>What rests on it, by position; a record that several timelines see stands there once.</summary>
        public global::System.Collections.Generic.List<Dependent> Dependents
        {
            get { return _dependents; }
            set { _dependents = value ?? new global::System.Collections.Generic.List<Dependent>(); }
        }

        private global::System.Collections.Generic.List<Dependent> _dependents = new global::System.Collections.Generic.List<Dependent>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PreviewCorrectionResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_timelineIds.Count != 0) { to.Strings(1, "timelineIds", _timelineIds); }
            if (_dependents.Count != 0) { to.Messages(2, "dependents", _dependents.Count, n => _dependents[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Strings(_timelineIds);
                    return true;
                case 2:
                    from.Messages(_dependents, () => new Dependent());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "timelineIds": case "timeline_ids": return 1;
                case "dependents": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The choice for one record.</summary>
    public sealed class ChosenDependent : Message
    {
        /// <summary>Position of the record.</summary>
        public int Seq { get; set; }

        /// <summary>What becomes of it.</summary>
        public DependentChoice Choice { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ChosenDependent"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Seq != 0) { to.Int32(1, "seq", Seq); }
            if ((int)Choice != 0) { to.Enum(2, "choice", DependentChoiceNames.Table, (int)Choice); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Seq = from.Int32();
                    return true;
                case 2:
                    int _choiceRead; if (from.Enum(DependentChoiceNames.Table, out _choiceRead)) { Choice = (DependentChoice)_choiceRead; }
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "seq": return 1;
                case "choice": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A correction.</summary>
    public sealed class CorrectMemoryRequest : Message, IRepeatable
    {
        private ChangeOneofCase _changeCase;
        private object _change;

        /// <summary>Which arm of <c>change</c> is set.</summary>
        public enum ChangeOneofCase
        {
            None = 0,
            Text = 4,
            Withdraw = 5,
            Lock = 6,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public ChangeOneofCase ChangeCase
        {
            get { return _changeCase; }
        }

        /// <summary>Makes the call safe to repeat; see <c>SayRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Id of the memory, as <c>ListMemories</c> shows it.</summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <summary>
        /// The words it is to have. For words that were heard or said: what the character is to know
        /// instead.
        /// </summary>
        public string Text
        {
            get { return _changeCase == ChangeOneofCase.Text ? (string)_change : ""; }
            set { _change = value ?? ""; _changeCase = ChangeOneofCase.Text; }
        }

        /// <summary>The character is to have no such memory.</summary>
        public bool Withdraw
        {
            get { return _changeCase == ChangeOneofCase.Withdraw ? (bool)_change : default(bool); }
            set { _change = value; _changeCase = ChangeOneofCase.Withdraw; }
        }

        /// <summary>To whom it may be told from now on.</summary>
        public Secret Lock
        {
            get { return _changeCase == ChangeOneofCase.Lock ? (Secret)_change : new Secret(); }
            set { _change = value ?? new Secret(); _changeCase = ChangeOneofCase.Lock; }
        }

        /// <summary>What becomes of all that rests on it and is not in <c>choices</c>.</summary>
        public DependentChoice Others { get; set; }

        /// <summary>What becomes of single records, at most 2,000.</summary>
        public global::System.Collections.Generic.List<ChosenDependent> Choices
        {
            get { return _choices; }
            set { _choices = value ?? new global::System.Collections.Generic.List<ChosenDependent>(); }
        }

        private global::System.Collections.Generic.List<ChosenDependent> _choices = new global::System.Collections.Generic.List<ChosenDependent>();

        /// <summary>Why, for those who read the list of corrections; at most 500 characters.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CorrectMemoryRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (MemoryId.Length != 0) { to.String(3, "memoryId", MemoryId); }
            if (ChangeCase == ChangeOneofCase.Text) { to.String(4, "text", Text); }
            if (ChangeCase == ChangeOneofCase.Withdraw) { to.Bool(5, "withdraw", Withdraw); }
            if (ChangeCase == ChangeOneofCase.Lock) { to.Message(6, "lock", Lock); }
            if ((int)Others != 0) { to.Enum(7, "others", DependentChoiceNames.Table, (int)Others); }
            if (_choices.Count != 0) { to.Messages(8, "choices", _choices.Count, n => _choices[n]); }
            if (Why.Length != 0) { to.String(9, "why", Why); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    RequestId = from.String();
                    return true;
                case 2:
                    TimelineId = from.String();
                    return true;
                case 3:
                    MemoryId = from.String();
                    return true;
                case 4:
                    Text = from.String();
                    return true;
                case 5:
                    Withdraw = from.Bool();
                    return true;
                case 6:
                    Lock = from.Message(Lock);
                    return true;
                case 7:
                    int _othersRead; if (from.Enum(DependentChoiceNames.Table, out _othersRead)) { Others = (DependentChoice)_othersRead; }
                    return true;
                case 8:
                    from.Messages(_choices, () => new ChosenDependent());
                    return true;
                case 9:
                    Why = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "requestId": case "request_id": return 1;
                case "timelineId": case "timeline_id": return 2;
                case "memoryId": case "memory_id": return 3;
                case "text": return 4;
                case "withdraw": return 5;
                case "lock": return 6;
                case "others": return 7;
                case "choices": return 8;
                case "why": return 9;
                default: return 0;
            }
        }
    }

    /// <summary>A correction that was made.</summary>
    public sealed class CorrectMemoryResponse : Message
    {
        /// <summary>Its id, for <c>UndoCorrection</c>.</summary>
        public string CorrectionId
        {
            get { return _correctionId; }
            set { _correctionId = value ?? ""; }
        }

        private string _correctionId = "";

        /// <summary>Its position: it holds from here on.</summary>
        public int Seq { get; set; }

        /// <summary>Id of the memory that stands in for the old one; empty if it was withdrawn.</summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <summary>Positions of what rested on it and was changed.</summary>
        public global::System.Collections.Generic.List<int> Changed
        {
            get { return _changed; }
            set { _changed = value ?? new global::System.Collections.Generic.List<int>(); }
        }

        private global::System.Collections.Generic.List<int> _changed = new global::System.Collections.Generic.List<int>();

        /// <summary>Positions of what rested on it and was left.</summary>
        public global::System.Collections.Generic.List<int> Left
        {
            get { return _left; }
            set { _left = value ?? new global::System.Collections.Generic.List<int>(); }
        }

        private global::System.Collections.Generic.List<int> _left = new global::System.Collections.Generic.List<int>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CorrectMemoryResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CorrectionId.Length != 0) { to.String(1, "correctionId", CorrectionId); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
            if (MemoryId.Length != 0) { to.String(3, "memoryId", MemoryId); }
            if (_changed.Count != 0) { to.Int32s(4, "changed", _changed); }
            if (_left.Count != 0) { to.Int32s(5, "left", _left); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CorrectionId = from.String();
                    return true;
                case 2:
                    Seq = from.Int32();
                    return true;
                case 3:
                    MemoryId = from.String();
                    return true;
                case 4:
                    from.Int32s(_changed);
                    return true;
                case 5:
                    from.Int32s(_left);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "correctionId": case "correction_id": return 1;
                case "seq": return 2;
                case "memoryId": case "memory_id": return 3;
                case "changed": return 4;
                case "left": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A memory to add.</summary>
    public sealed class AddMemoryRequest : Message, IRepeatable
    {
        /// <summary>Makes the call safe to repeat; see <c>SayRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>What it knows, at most 4,000 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Importance, 1 to 10; not set: it is rated.</summary>
        public int? Importance { get; set; }

        /// <summary>To whom it may be told; not set: everyone.</summary>
        public Secret Secret
        {
            get { return _secret ?? (_secret = new Secret()); }
            set { _secret = value; _secretIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasSecret
        {
            get { return _secret != null && (_secretIsSet || !_secret.IsEmpty); }
        }

        private Secret _secret;
        private bool _secretIsSet;

        /// <summary>Why, at most 500 characters.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AddMemoryRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (Text.Length != 0) { to.String(4, "text", Text); }
            if (Importance.HasValue) { to.Int32(5, "importance", Importance.Value); }
            if (HasSecret) { to.Message(6, "secret", _secret); }
            if (Why.Length != 0) { to.String(7, "why", Why); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    RequestId = from.String();
                    return true;
                case 2:
                    TimelineId = from.String();
                    return true;
                case 3:
                    CharacterId = from.String();
                    return true;
                case 4:
                    Text = from.String();
                    return true;
                case 5:
                    Importance = from.Int32();
                    return true;
                case 6:
                    Secret = from.Message(Secret);
                    return true;
                case 7:
                    Why = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "requestId": case "request_id": return 1;
                case "timelineId": case "timeline_id": return 2;
                case "characterId": case "character_id": return 3;
                case "text": return 4;
                case "importance": return 5;
                case "secret": return 6;
                case "why": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>The memory that was added.</summary>
    public sealed class AddMemoryResponse : Message
    {
        /// <summary>Id of the correction, for <c>UndoCorrection</c>.</summary>
        public string CorrectionId
        {
            get { return _correctionId; }
            set { _correctionId = value ?? ""; }
        }

        private string _correctionId = "";

        /// <summary>Its position.</summary>
        public int Seq { get; set; }

        /// <summary>Id of the memory.</summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AddMemoryResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CorrectionId.Length != 0) { to.String(1, "correctionId", CorrectionId); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
            if (MemoryId.Length != 0) { to.String(3, "memoryId", MemoryId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CorrectionId = from.String();
                    return true;
                case 2:
                    Seq = from.Int32();
                    return true;
                case 3:
                    MemoryId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "correctionId": case "correction_id": return 1;
                case "seq": return 2;
                case "memoryId": case "memory_id": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A mood to set; 0 and 0 is calm.</summary>
    public sealed class MoodSetting : Message
    {
        /// <summary>From -1 (unpleasant) to 1 (pleasant).</summary>
        public double Valence { get; set; }

        /// <summary>From -1 (drowsy) to 1 (excited).</summary>
        public double Arousal { get; set; }

        /// <summary>Why, in a few words that prompts show; at most 500 characters.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.MoodSetting"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (global::System.BitConverter.DoubleToInt64Bits(Valence) != 0L) { to.Double(1, "valence", Valence); }
            if (global::System.BitConverter.DoubleToInt64Bits(Arousal) != 0L) { to.Double(2, "arousal", Arousal); }
            if (Why.Length != 0) { to.String(3, "why", Why); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Valence = from.Double();
                    return true;
                case 2:
                    Arousal = from.Double();
                    return true;
                case 3:
                    Why = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "valence": return 1;
                case "arousal": return 2;
                case "why": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A belief to set.</summary>
    public sealed class BeliefSetting : Message
    {
        /// <summary>Topic of a belief that the character has, as <c>GetMind</c> shows it; empty: made from <c>text</c>.</summary>
        public string Topic
        {
            get { return _topic; }
            set { _topic = value ?? ""; }
        }

        private string _topic = "";

        /// <summary>Statement, at most 500 characters; empty: that of the topic.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>From 0 (surely not) to 100 (surely).</summary>
        public int Score { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.BeliefSetting"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Topic.Length != 0) { to.String(1, "topic", Topic); }
            if (Text.Length != 0) { to.String(2, "text", Text); }
            if (Score != 0) { to.Int32(3, "score", Score); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Topic = from.String();
                    return true;
                case 2:
                    Text = from.String();
                    return true;
                case 3:
                    Score = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "topic": return 1;
                case "text": return 2;
                case "score": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A standing to set; what is not set stays as it is.</summary>
    public sealed class StandingSetting : Message
    {
        /// <summary>Character or player to whom it stands so; must be set.</summary>
        public string OtherId
        {
            get { return _otherId; }
            set { _otherId = value ?? ""; }
        }

        private string _otherId = "";

        /// <summary>From -100 (hatred) to 100 (devotion).</summary>
        public int? Affinity { get; set; }

        /// <summary>From 0 to 100.</summary>
        public int? Trust { get; set; }

        /// <summary>From 0 to 100.</summary>
        public int? Familiarity { get; set; }

        /// <summary>Its view of them, in a sentence; at most 500 characters; empty: it stays.</summary>
        public string View
        {
            get { return _view; }
            set { _view = value ?? ""; }
        }

        private string _view = "";

        /// <summary>Scores on axes that the world declares, by name.</summary>
        public global::System.Collections.Generic.Dictionary<string, int> Axes
        {
            get { return _axes; }
            set { _axes = value ?? new global::System.Collections.Generic.Dictionary<string, int>(); }
        }

        private global::System.Collections.Generic.Dictionary<string, int> _axes = new global::System.Collections.Generic.Dictionary<string, int>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.StandingSetting"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (OtherId.Length != 0) { to.String(1, "otherId", OtherId); }
            if (Affinity.HasValue) { to.Int32(2, "affinity", Affinity.Value); }
            if (Trust.HasValue) { to.Int32(3, "trust", Trust.Value); }
            if (Familiarity.HasValue) { to.Int32(4, "familiarity", Familiarity.Value); }
            if (View.Length != 0) { to.String(5, "view", View); }
            if (_axes.Count != 0) { to.Int32Map(6, "axes", _axes); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    OtherId = from.String();
                    return true;
                case 2:
                    Affinity = from.Int32();
                    return true;
                case 3:
                    Trust = from.Int32();
                    return true;
                case 4:
                    Familiarity = from.Int32();
                    return true;
                case 5:
                    View = from.String();
                    return true;
                case 6:
                    from.Int32Map(_axes);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "otherId": case "other_id": return 1;
                case "affinity": return 2;
                case "trust": return 3;
                case "familiarity": return 4;
                case "view": return 5;
                case "axes": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>Where a character is to be. Its plan, or your game, moves it on.</summary>
    public sealed class PlaceSetting : Message
    {
        /// <summary>Place; must be set.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Where in the place, at most 80 characters; see <c>Movement.spot</c>.</summary>
        public string Spot
        {
            get { return _spot; }
            set { _spot = value ?? ""; }
        }

        private string _spot = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PlaceSetting"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (PlaceId.Length != 0) { to.String(1, "placeId", PlaceId); }
            if (Spot.Length != 0) { to.String(2, "spot", Spot); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    PlaceId = from.String();
                    return true;
                case 2:
                    Spot = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "placeId": case "place_id": return 1;
                case "spot": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A state to set.</summary>
    public sealed class SetStateRequest : Message, IRepeatable
    {
        private StateOneofCase _stateCase;
        private object _state;

        /// <summary>Which arm of <c>state</c> is set.</summary>
        public enum StateOneofCase
        {
            None = 0,
            Mood = 4,
            Belief = 5,
            Standing = 6,
            Place = 7,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public StateOneofCase StateCase
        {
            get { return _stateCase; }
        }

        /// <summary>Makes the call safe to repeat; see <c>SayRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Its mood.</summary>
        public MoodSetting Mood
        {
            get { return _stateCase == StateOneofCase.Mood ? (MoodSetting)_state : new MoodSetting(); }
            set { _state = value ?? new MoodSetting(); _stateCase = StateOneofCase.Mood; }
        }

        /// <summary>One of its beliefs.</summary>
        public BeliefSetting Belief
        {
            get { return _stateCase == StateOneofCase.Belief ? (BeliefSetting)_state : new BeliefSetting(); }
            set { _state = value ?? new BeliefSetting(); _stateCase = StateOneofCase.Belief; }
        }

        /// <summary>Its standing to another.</summary>
        public StandingSetting Standing
        {
            get { return _stateCase == StateOneofCase.Standing ? (StandingSetting)_state : new StandingSetting(); }
            set { _state = value ?? new StandingSetting(); _stateCase = StateOneofCase.Standing; }
        }

        /// <summary>Where it is; of a character that is absent or dead, see <c>TimelineService.SetAvailability</c>.</summary>
        public PlaceSetting Place
        {
            get { return _stateCase == StateOneofCase.Place ? (PlaceSetting)_state : new PlaceSetting(); }
            set { _state = value ?? new PlaceSetting(); _stateCase = StateOneofCase.Place; }
        }

        /// <summary>Why, at most 500 characters.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SetStateRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (StateCase == StateOneofCase.Mood) { to.Message(4, "mood", Mood); }
            if (StateCase == StateOneofCase.Belief) { to.Message(5, "belief", Belief); }
            if (StateCase == StateOneofCase.Standing) { to.Message(6, "standing", Standing); }
            if (StateCase == StateOneofCase.Place) { to.Message(7, "place", Place); }
            if (Why.Length != 0) { to.String(8, "why", Why); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    RequestId = from.String();
                    return true;
                case 2:
                    TimelineId = from.String();
                    return true;
                case 3:
                    CharacterId = from.String();
                    return true;
                case 4:
                    Mood = from.Message(Mood);
                    return true;
                case 5:
                    Belief = from.Message(Belief);
                    return true;
                case 6:
                    Standing = from.Message(Standing);
                    return true;
                case 7:
                    Place = from.Message(Place);
                    return true;
                case 8:
                    Why = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "requestId": case "request_id": return 1;
                case "timelineId": case "timeline_id": return 2;
                case "characterId": case "character_id": return 3;
                case "mood": return 4;
                case "belief": return 5;
                case "standing": return 6;
                case "place": return 7;
                case "why": return 8;
                default: return 0;
            }
        }
    }

    /// <summary>The correction that set it.</summary>
    public sealed class SetStateResponse : Message
    {
        /// <summary>Id of the correction, for <c>UndoCorrection</c>.</summary>
        public string CorrectionId
        {
            get { return _correctionId; }
            set { _correctionId = value ?? ""; }
        }

        private string _correctionId = "";

        /// <summary>Its position: it holds from here on.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SetStateResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CorrectionId.Length != 0) { to.String(1, "correctionId", CorrectionId); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CorrectionId = from.String();
                    return true;
                case 2:
                    Seq = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "correctionId": case "correction_id": return 1;
                case "seq": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The correction to take back.</summary>
    public sealed class UndoCorrectionRequest : Message, IRepeatable
    {
        /// <summary>Makes the call safe to repeat; see <c>SayRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Id of the correction; one that took another back can be taken back, too.</summary>
        public string CorrectionId
        {
            get { return _correctionId; }
            set { _correctionId = value ?? ""; }
        }

        private string _correctionId = "";

        /// <summary>Why, at most 500 characters.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UndoCorrectionRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CorrectionId.Length != 0) { to.String(3, "correctionId", CorrectionId); }
            if (Why.Length != 0) { to.String(4, "why", Why); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    RequestId = from.String();
                    return true;
                case 2:
                    TimelineId = from.String();
                    return true;
                case 3:
                    CorrectionId = from.String();
                    return true;
                case 4:
                    Why = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "requestId": case "request_id": return 1;
                case "timelineId": case "timeline_id": return 2;
                case "correctionId": case "correction_id": return 3;
                case "why": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>What took it back.</summary>
    public sealed class UndoCorrectionResponse : Message
    {
        /// <summary>Id of this correction.</summary>
        public string CorrectionId
        {
            get { return _correctionId; }
            set { _correctionId = value ?? ""; }
        }

        private string _correctionId = "";

        /// <summary>Its position.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UndoCorrectionResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CorrectionId.Length != 0) { to.String(1, "correctionId", CorrectionId); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CorrectionId = from.String();
                    return true;
                case 2:
                    Seq = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "correctionId": case "correction_id": return 1;
                case "seq": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Whose corrections to list.</summary>
    public sealed class ListCorrectionsRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>How many at most: 0 means 50, more than 500 means 500.</summary>
        public int PageSize { get; set; }

        /// <summary>From the page before; empty for the first.</summary>
        public string PageToken
        {
            get { return _pageToken; }
            set { _pageToken = value ?? ""; }
        }

        private string _pageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ListCorrectionsRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (PageSize != 0) { to.Int32(2, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(3, "pageToken", PageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    TimelineId = from.String();
                    return true;
                case 2:
                    PageSize = from.Int32();
                    return true;
                case 3:
                    PageToken = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "timelineId": case "timeline_id": return 1;
                case "pageSize": case "page_size": return 2;
                case "pageToken": case "page_token": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A state that a correction set.</summary>
    public sealed class CorrectedState : Message
    {
        private StateOneofCase _stateCase;
        private object _state;

        /// <summary>Which arm of <c>state</c> is set.</summary>
        public enum StateOneofCase
        {
            None = 0,
            Mood = 2,
            Belief = 3,
            Standing = 4,
            PlaceId = 5,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public StateOneofCase StateCase
        {
            get { return _stateCase; }
        }

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Its mood.</summary>
        public Mood Mood
        {
            get { return _stateCase == StateOneofCase.Mood ? (Mood)_state : new Mood(); }
            set { _state = value ?? new Mood(); _stateCase = StateOneofCase.Mood; }
        }

        /// <summary>A belief.</summary>
        public Belief Belief
        {
            get { return _stateCase == StateOneofCase.Belief ? (Belief)_state : new Belief(); }
            set { _state = value ?? new Belief(); _stateCase = StateOneofCase.Belief; }
        }

        /// <summary>A standing.</summary>
        public Standing Standing
        {
            get { return _stateCase == StateOneofCase.Standing ? (Standing)_state : new Standing(); }
            set { _state = value ?? new Standing(); _stateCase = StateOneofCase.Standing; }
        }

        /// <summary>Where it is.</summary>
        public string PlaceId
        {
            get { return _stateCase == StateOneofCase.PlaceId ? (string)_state : ""; }
            set { _state = value ?? ""; _stateCase = StateOneofCase.PlaceId; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CorrectedState"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if (StateCase == StateOneofCase.Mood) { to.Message(2, "mood", Mood); }
            if (StateCase == StateOneofCase.Belief) { to.Message(3, "belief", Belief); }
            if (StateCase == StateOneofCase.Standing) { to.Message(4, "standing", Standing); }
            if (StateCase == StateOneofCase.PlaceId) { to.String(5, "placeId", PlaceId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CharacterId = from.String();
                    return true;
                case 2:
                    Mood = from.Message(Mood);
                    return true;
                case 3:
                    Belief = from.Message(Belief);
                    return true;
                case 4:
                    Standing = from.Message(Standing);
                    return true;
                case 5:
                    PlaceId = from.String();
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
                case "mood": return 2;
                case "belief": return 3;
                case "standing": return 4;
                case "placeId": case "place_id": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A correction in the list.</summary>
    public sealed class ListedCorrection : Message
    {
        /// <summary>Id.</summary>
        public string CorrectionId
        {
            get { return _correctionId; }
            set { _correctionId = value ?? ""; }
        }

        private string _correctionId = "";

        /// <summary>Position from which it holds.</summary>
        public int Seq { get; set; }

        /// <summary>When it was made.</summary>
        public global::System.DateTime? CreateTime
        {
            get { return _createTime; }
            set { _createTime = value; _createTimeRest = 0; }
        }

        private global::System.DateTime? _createTime;
        private int _createTimeRest; // nanoseconds that are too fine for it

        /// <summary>Id of the key with which it was made.</summary>
        public string AuthorId
        {
            get { return _authorId; }
            set { _authorId = value ?? ""; }
        }

        private string _authorId = "";

        /// <summary>Why.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <summary>Id of the correction that it takes back; empty for none.</summary>
        public string Undoes
        {
            get { return _undoes; }
            set { _undoes = value ?? ""; }
        }

        private string _undoes = "";

        /// <summary>Whether it was taken back.</summary>
        public bool IsUndone { get; set; }

        /// <summary>Memories that it withdrew, as they were.</summary>
        public global::System.Collections.Generic.List<Memory> Withdrawn
        {
            get { return _withdrawn; }
            set { _withdrawn = value ?? new global::System.Collections.Generic.List<Memory>(); }
        }

        private global::System.Collections.Generic.List<Memory> _withdrawn = new global::System.Collections.Generic.List<Memory>();

        /// <summary>Memories that it added, or brought back.</summary>
        public global::System.Collections.Generic.List<Memory> Added
        {
            get { return _added; }
            set { _added = value ?? new global::System.Collections.Generic.List<Memory>(); }
        }

        private global::System.Collections.Generic.List<Memory> _added = new global::System.Collections.Generic.List<Memory>();

        /// <summary>Moods, beliefs, standings and places that it set; not plans and promises.</summary>
        public global::System.Collections.Generic.List<CorrectedState> States
        {
            get { return _states; }
            set { _states = value ?? new global::System.Collections.Generic.List<CorrectedState>(); }
        }

        private global::System.Collections.Generic.List<CorrectedState> _states = new global::System.Collections.Generic.List<CorrectedState>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ListedCorrection"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CorrectionId.Length != 0) { to.String(1, "correctionId", CorrectionId); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
            if (CreateTime.HasValue) { to.Timestamp(3, "createTime", CreateTime.Value, _createTimeRest); }
            if (AuthorId.Length != 0) { to.String(4, "authorId", AuthorId); }
            if (Why.Length != 0) { to.String(5, "why", Why); }
            if (Undoes.Length != 0) { to.String(6, "undoes", Undoes); }
            if (IsUndone) { to.Bool(7, "isUndone", IsUndone); }
            if (_withdrawn.Count != 0) { to.Messages(8, "withdrawn", _withdrawn.Count, n => _withdrawn[n]); }
            if (_added.Count != 0) { to.Messages(9, "added", _added.Count, n => _added[n]); }
            if (_states.Count != 0) { to.Messages(10, "states", _states.Count, n => _states[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CorrectionId = from.String();
                    return true;
                case 2:
                    Seq = from.Int32();
                    return true;
                case 3:
                    _createTime = from.Timestamp(out _createTimeRest);
                    return true;
                case 4:
                    AuthorId = from.String();
                    return true;
                case 5:
                    Why = from.String();
                    return true;
                case 6:
                    Undoes = from.String();
                    return true;
                case 7:
                    IsUndone = from.Bool();
                    return true;
                case 8:
                    from.Messages(_withdrawn, () => new Memory());
                    return true;
                case 9:
                    from.Messages(_added, () => new Memory());
                    return true;
                case 10:
                    from.Messages(_states, () => new CorrectedState());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "correctionId": case "correction_id": return 1;
                case "seq": return 2;
                case "createTime": case "create_time": return 3;
                case "authorId": case "author_id": return 4;
                case "why": return 5;
                case "undoes": return 6;
                case "isUndone": case "is_undone": return 7;
                case "withdrawn": return 8;
                case "added": return 9;
                case "states": return 10;
                default: return 0;
            }
        }
    }

    /// <summary>A page of corrections.</summary>
    public sealed class ListCorrectionsResponse : Message
    {
        /// <summary>Corrections.</summary>
        public global::System.Collections.Generic.List<ListedCorrection> Corrections
        {
            get { return _corrections; }
            set { _corrections = value ?? new global::System.Collections.Generic.List<ListedCorrection>(); }
        }

        private global::System.Collections.Generic.List<ListedCorrection> _corrections = new global::System.Collections.Generic.List<ListedCorrection>();

        /// <summary>For the next page; empty after the last.</summary>
        public string NextPageToken
        {
            get { return _nextPageToken; }
            set { _nextPageToken = value ?? ""; }
        }

        private string _nextPageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ListCorrectionsResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_corrections.Count != 0) { to.Messages(1, "corrections", _corrections.Count, n => _corrections[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_corrections, () => new ListedCorrection());
                    return true;
                case 2:
                    NextPageToken = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "corrections": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }
}
