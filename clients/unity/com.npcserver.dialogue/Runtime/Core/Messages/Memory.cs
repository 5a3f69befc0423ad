// Generated from proto/npcserver/v1/memory.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>What kind of memory it is. More kinds may be added.</summary>
    public enum MemoryKind
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>Something perceived, or authored as known from the start.</summary>
        Observation = 1,

        /// <summary>Words the character heard.</summary>
        Utterance = 2,

        /// <summary>Words the character said.</summary>
        Line = 3,

        /// <summary>An inner voice, given by the game.</summary>
        Whisper = 4,

        /// <summary>Something inferred from other memories.</summary>
        Reflection = 5,

        /// <summary>Something the character means to do.</summary>
        Plan = 6,
    }

    /// <summary>Names of <see cref="MemoryKind"/> on the wire.</summary>
    public static class MemoryKindNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "MEMORY_KIND_UNSPECIFIED")
            .Add(1, "MEMORY_KIND_OBSERVATION")
            .Add(2, "MEMORY_KIND_UTTERANCE")
            .Add(3, "MEMORY_KIND_LINE")
            .Add(4, "MEMORY_KIND_WHISPER")
            .Add(5, "MEMORY_KIND_REFLECTION")
            .Add(6, "MEMORY_KIND_PLAN");
    }

    /// <summary>How the character came by a memory. More may be added.</summary>
    public enum MemorySource
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>Perceived first-hand.</summary>
        Witnessed = 1,

        /// <summary>Told by <c>told_by_id</c>.</summary>
        Told = 2,

        /// <summary>Overheard: said to another character or player.</summary>
        Overheard = 3,

        /// <summary>Read.</summary>
        Read = 4,

        /// <summary>An inner voice.</summary>
        InnerVoice = 5,

        /// <summary>Known from the start, as its author wrote it.</summary>
        Authored = 6,

        /// <summary>Inferred from <c>evidence_ids</c>.</summary>
        Inferred = 7,

        /// <summary>Said or done by the character itself.</summary>
        Own = 8,
    }

    /// <summary>Names of <see cref="MemorySource"/> on the wire.</summary>
    public static class MemorySourceNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "MEMORY_SOURCE_UNSPECIFIED")
            .Add(1, "MEMORY_SOURCE_WITNESSED")
            .Add(2, "MEMORY_SOURCE_TOLD")
            .Add(3, "MEMORY_SOURCE_OVERHEARD")
            .Add(4, "MEMORY_SOURCE_READ")
            .Add(5, "MEMORY_SOURCE_INNER_VOICE")
            .Add(6, "MEMORY_SOURCE_AUTHORED")
            .Add(7, "MEMORY_SOURCE_INFERRED")
            .Add(8, "MEMORY_SOURCE_OWN");
    }

    /// <summary>A memory as seen from one vantage.</summary>
    public sealed class Memory : Message
    {
        /// <summary>Id: the same in every answer, from every timeline that sees the memory.</summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <summary>Position in its timeline.</summary>
        public int Seq { get; set; }

        /// <summary>Kind.</summary>
        public MemoryKind Kind { get; set; }

        /// <summary>What is remembered.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Game time when the memory was made.</summary>
        public global::System.DateTime? WorldCreateTime
        {
            get { return _worldCreateTime; }
            set { _worldCreateTime = value; _worldCreateTimeRest = 0; }
        }

        private global::System.DateTime? _worldCreateTime;
        private int _worldCreateTimeRest; // nanoseconds that are too fine for it

        /// <summary>Game time when it was last recalled; <c>world_create_time</c> until then.</summary>
        public global::System.DateTime? WorldLastAccessTime
        {
            get { return _worldLastAccessTime; }
            set { _worldLastAccessTime = value; _worldLastAccessTimeRest = 0; }
        }

        private global::System.DateTime? _worldLastAccessTime;
        private int _worldLastAccessTimeRest; // nanoseconds that are too fine for it

        /// <summary>Importance, 1 to 10; a neutral 4 until it is rated.</summary>
        public int Importance { get; set; }

        /// <summary>Whether it was rated.</summary>
        public bool IsRated { get; set; }

        /// <summary>Source.</summary>
        public MemorySource Source { get; set; }

        /// <summary>Id of the character or player who told it; empty when it was not told.</summary>
        public string ToldById
        {
            get { return _toldById; }
            set { _toldById = value ?? ""; }
        }

        private string _toldById = "";

        /// <summary>Name of the speaker, for utterances and lines.</summary>
        public string SpeakerName
        {
            get { return _speakerName; }
            set { _speakerName = value ?? ""; }
        }

        private string _speakerName = "";

        /// <summary>Turn that left it; empty when none did.</summary>
        public string TurnId
        {
            get { return _turnId; }
            set { _turnId = value ?? ""; }
        }

        private string _turnId = "";

        /// <summary>Place where it happened; empty when unknown.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Ids of the memories it rests on, as <c>ListMemories</c> shows them.</summary>
        public global::System.Collections.Generic.List<string> EvidenceIds
        {
            get { return _evidenceIds; }
            set { _evidenceIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _evidenceIds = new global::System.Collections.Generic.List<string>();

        /// <summary>How far the character believes it, 0 to 100. An inference is trusted as its weakest evidence.</summary>
        public int Trust { get; set; }

        /// <summary>0 for what was perceived; for an inference one more than the deepest of its evidence.</summary>
        public int Depth { get; set; }

        /// <summary>Players from whom it stems.</summary>
        public global::System.Collections.Generic.List<string> PlayerIds
        {
            get { return _playerIds; }
            set { _playerIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _playerIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Whether it is a fact that holds, and not an event.</summary>
        public bool IsStanding { get; set; }

        /// <summary>Ids of characters, players and things it is about.</summary>
        public global::System.Collections.Generic.List<string> AboutIds
        {
            get { return _aboutIds; }
            set { _aboutIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _aboutIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Secrets that it carries; empty when everyone may be told.</summary>
        public global::System.Collections.Generic.List<Secret> Secrets
        {
            get { return _secrets; }
            set { _secrets = value ?? new global::System.Collections.Generic.List<Secret>(); }
        }

        private global::System.Collections.Generic.List<Secret> _secrets = new global::System.Collections.Generic.List<Secret>();

        /// <summary>
        /// Whether it was half heard: its text only hints at what was said, and the character does not know
        /// it.
        /// </summary>
        public bool IsHalfHeard { get; set; }

        /// <summary>
        /// Whether a line, or words heard, tell otherwise what their speaker remembers, as far as the
        /// words showed when they were said.
        /// </summary>
        public bool IsDistorted { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Memory"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (MemoryId.Length != 0) { to.String(1, "memoryId", MemoryId); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
            if ((int)Kind != 0) { to.Enum(3, "kind", MemoryKindNames.Table, (int)Kind); }
            if (Text.Length != 0) { to.String(4, "text", Text); }
            if (WorldCreateTime.HasValue) { to.Timestamp(5, "worldCreateTime", WorldCreateTime.Value, _worldCreateTimeRest); }
            if (WorldLastAccessTime.HasValue) { to.Timestamp(6, "worldLastAccessTime", WorldLastAccessTime.Value, _worldLastAccessTimeRest); }
            if (Importance != 0) { to.Int32(7, "importance", Importance); }
            if (IsRated) { to.Bool(8, "isRated", IsRated); }
            if ((int)Source != 0) { to.Enum(9, "source", MemorySourceNames.Table, (int)Source); }
            if (ToldById.Length != 0) { to.String(10, "toldById", ToldById); }
            if (SpeakerName.Length != 0) { to.String(11, "speakerName", SpeakerName); }
            if (TurnId.Length != 0) { to.String(12, "turnId", TurnId); }
            if (PlaceId.Length != 0) { to.String(13, "placeId", PlaceId); }
            if (_evidenceIds.Count != 0) { to.Strings(14, "evidenceIds", _evidenceIds); }
            if (Trust != 0) { to.Int32(15, "trust", Trust); }
            if (Depth != 0) { to.Int32(16, "depth", Depth); }
            if (_playerIds.Count != 0) { to.Strings(17, "playerIds", _playerIds); }
            if (IsStanding) { to.Bool(18, "isStanding", IsStanding); }
            if (_aboutIds.Count != 0) { to.Strings(19, "aboutIds", _aboutIds); }
            if (_secrets.Count != 0) { to.Messages(20, "secrets", _secrets.Count, n => _secrets[n]); }
            if (IsHalfHeard) { to.Bool(21, "isHalfHeard", IsHalfHeard); }
            if (IsDistorted) { to.Bool(22, "isDistorted", IsDistorted); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    MemoryId = from.String();
                    return true;
                case 2:
                    Seq = from.Int32();
                    return true;
                case 3:
                    int _kindRead; if (from.Enum(MemoryKindNames.Table, out _kindRead)) { Kind = (MemoryKind)_kindRead; }
                    return true;
                case 4:
                    Text = from.String();
                    return true;
                case 5:
                    _worldCreateTime = from.Timestamp(out _worldCreateTimeRest);
                    return true;
                case 6:
                    _worldLastAccessTime = from.Timestamp(out _worldLastAccessTimeRest);
                    return true;
                case 7:
                    Importance = from.Int32();
                    return true;
                case 8:
                    IsRated = from.Bool();
                    return true;
                case 9:
                    int _sourceRead; if (from.Enum(MemorySourceNames.Table, out _sourceRead)) { Source = (MemorySource)_sourceRead; }
                    return true;
                case 10:
                    ToldById = from.String();
                    return true;
                case 11:
                    SpeakerName = from.String();
                    return true;
                case 12:
                    TurnId = from.String();
                    return true;
                case 13:
                    PlaceId = from.String();
                    return true;
                case 14:
                    from.Strings(_evidenceIds);
                    return true;
                case 15:
                    Trust = from.Int32();
                    return true;
                case 16:
                    Depth = from.Int32();
                    return true;
                case 17:
                    from.Strings(_playerIds);
                    return true;
                case 18:
                    IsStanding = from.Bool();
                    return true;
                case 19:
                    from.Strings(_aboutIds);
                    return true;
                case 20:
                    from.Messages(_secrets, () => new Secret());
                    return true;
                case 21:
                    IsHalfHeard = from.Bool();
                    return true;
                case 22:
                    IsDistorted = from.Bool();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memoryId": case "memory_id": return 1;
                case "seq": return 2;
                case "kind": return 3;
                case "text": return 4;
                case "worldCreateTime": case "world_create_time": return 5;
                case "worldLastAccessTime": case "world_last_access_time": return 6;
                case "importance": return 7;
                case "isRated": case "is_rated": return 8;
                case "source": return 9;
                case "toldById": case "told_by_id": return 10;
                case "speakerName": case "speaker_name": return 11;
                case "turnId": case "turn_id": return 12;
                case "placeId": case "place_id": return 13;
                case "evidenceIds": case "evidence_ids": return 14;
                case "trust": return 15;
                case "depth": return 16;
                case "playerIds": case "player_ids": return 17;
                case "isStanding": case "is_standing": return 18;
                case "aboutIds": case "about_ids": return 19;
                case "secrets": return 20;
                case "isHalfHeard": case "is_half_heard": return 21;
                case "isDistorted": case "is_distorted": return 22;
                default: return 0;
            }
        }
    }
}
