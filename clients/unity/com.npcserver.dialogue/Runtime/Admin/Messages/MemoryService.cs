// Generated from proto/npcserver/admin/v1/memory_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>Whether the prompt behind a receipt can be shown.</summary>
    public enum PromptStatus
    {
        /// <summary>Not used.</summary>
        Unspecified = 0,

        /// <summary>It is shown as it was sent: its digest is that of the receipt.</summary>
        AsSent = 1,

        /// <summary>Not used by servers from 0.3 on, which store prompts.</summary>
        NotAsSent = 2,

        /// <summary>No model was called.</summary>
        NotAsked = 3,

        /// <summary>It is stored no longer, or never was.</summary>
        NotRecorded = 4,
    }

    /// <summary>Names of <see cref="PromptStatus"/> on the wire.</summary>
    public static class PromptStatusNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "PROMPT_STATUS_UNSPECIFIED")
            .Add(1, "PROMPT_STATUS_AS_SENT")
            .Add(2, "PROMPT_STATUS_NOT_AS_SENT")
            .Add(3, "PROMPT_STATUS_NOT_ASKED")
            .Add(4, "PROMPT_STATUS_NOT_RECORDED");
    }

    /// <summary>What a secret asks for before it may be told.</summary>
    public enum ConditionKind
    {
        /// <summary>Unknown.</summary>
        Unspecified = 0,

        /// <summary>Nobody may be told.</summary>
        Never = 1,

        /// <summary>Only people that it names may be told.</summary>
        Person = 2,

        /// <summary>The character must like the person enough.</summary>
        Affinity = 3,

        /// <summary>The character must trust the person enough.</summary>
        Trust = 4,

        /// <summary>A story flag must be set.</summary>
        Flag = 5,
    }

    /// <summary>Names of <see cref="ConditionKind"/> on the wire.</summary>
    public static class ConditionKindNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "CONDITION_KIND_UNSPECIFIED")
            .Add(1, "CONDITION_KIND_NEVER")
            .Add(2, "CONDITION_KIND_PERSON")
            .Add(3, "CONDITION_KIND_AFFINITY")
            .Add(4, "CONDITION_KIND_TRUST")
            .Add(5, "CONDITION_KIND_FLAG");
    }

    /// <summary>Why a memory is junk, or may be. More may be added.</summary>
    public enum MemoryFault
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>It says what another says; only one of them is recalled.</summary>
        Duplicate = 1,

        /// <summary>It repeats what the character itself said or concluded before.</summary>
        Echo = 2,

        /// <summary>It is a placeholder text of a program or model.</summary>
        Leftover = 3,

        /// <summary>A newer memory contradicts it. Kept with its date; no junk.</summary>
        Superseded = 4,
    }

    /// <summary>Names of <see cref="MemoryFault"/> on the wire.</summary>
    public static class MemoryFaultNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "MEMORY_FAULT_UNSPECIFIED")
            .Add(1, "MEMORY_FAULT_DUPLICATE")
            .Add(2, "MEMORY_FAULT_ECHO")
            .Add(3, "MEMORY_FAULT_LEFTOVER")
            .Add(4, "MEMORY_FAULT_SUPERSEDED");
    }

    /// <summary>Which turn to export.</summary>
    public sealed class ExportIncidentRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Turn.</summary>
        public string TurnId
        {
            get { return _turnId; }
            set { _turnId = value ?? ""; }
        }

        private string _turnId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportIncidentRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (TurnId.Length != 0) { to.String(2, "turnId", TurnId); }
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
                    TurnId = from.String();
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
                case "turnId": case "turn_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A turn as a file.</summary>
    public sealed class ExportIncidentResponse : Message
    {
        /// <summary>Name that the file may have.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Its content: lines of JSON.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportIncidentResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (Text.Length != 0) { to.String(2, "text", Text); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Name = from.String();
                    return true;
                case 2:
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
                case "name": return 1;
                case "text": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Whose memories to list.</summary>
    public sealed class ListMemoriesRequest : Message
    {
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

        /// <summary>Position to look from; absent means the head.</summary>
        public int? Seq { get; set; }

        /// <summary>Kinds to list; empty means all.</summary>
        public global::System.Collections.Generic.List<MemoryKind> Kinds
        {
            get { return _kinds; }
            set { _kinds = value ?? new global::System.Collections.Generic.List<MemoryKind>(); }
        }

        private global::System.Collections.Generic.List<MemoryKind> _kinds = new global::System.Collections.Generic.List<MemoryKind>();

        /// <summary>How many at most: 0 means 50, more than 500 means 500.</summary>
        public int PageSize { get; set; }

        /// <summary><c>next_page_token</c> of the page before; empty for the first.</summary>
        public string PageToken
        {
            get { return _pageToken; }
            set { _pageToken = value ?? ""; }
        }

        private string _pageToken = "";

        /// <summary>Only memories made at this game time or later.</summary>
        public global::System.DateTime? WorldStartTime
        {
            get { return _worldStartTime; }
            set { _worldStartTime = value; _worldStartTimeRest = 0; }
        }

        private global::System.DateTime? _worldStartTime;
        private int _worldStartTimeRest; // nanoseconds that are too fine for it

        /// <summary>Only memories made before this game time.</summary>
        public global::System.DateTime? WorldEndTime
        {
            get { return _worldEndTime; }
            set { _worldEndTime = value; _worldEndTimeRest = 0; }
        }

        private global::System.DateTime? _worldEndTime;
        private int _worldEndTimeRest; // nanoseconds that are too fine for it

        /// <summary>Only memories of what happened at this place; empty means everywhere.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Only memories that a character or player told, or that are about it; empty means all.</summary>
        public string PersonId
        {
            get { return _personId; }
            set { _personId = value ?? ""; }
        }

        private string _personId = "";

        /// <summary>
        /// Only memories whose text or speaker's name has these words in it, whatever their case; at most
        /// 2,000 characters.
        /// </summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ListMemoriesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (Seq.HasValue) { to.Int32(3, "seq", Seq.Value); }
            if (_kinds.Count != 0) { to.Enums(4, "kinds", MemoryKindNames.Table, _kinds.Count, n => (int)_kinds[n]); }
            if (PageSize != 0) { to.Int32(5, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(6, "pageToken", PageToken); }
            if (WorldStartTime.HasValue) { to.Timestamp(7, "worldStartTime", WorldStartTime.Value, _worldStartTimeRest); }
            if (WorldEndTime.HasValue) { to.Timestamp(8, "worldEndTime", WorldEndTime.Value, _worldEndTimeRest); }
            if (PlaceId.Length != 0) { to.String(9, "placeId", PlaceId); }
            if (PersonId.Length != 0) { to.String(10, "personId", PersonId); }
            if (Text.Length != 0) { to.String(11, "text", Text); }
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
                    CharacterId = from.String();
                    return true;
                case 3:
                    Seq = from.Int32();
                    return true;
                case 4:
                    from.Enums(MemoryKindNames.Table, n => _kinds.Add((MemoryKind)n));
                    return true;
                case 5:
                    PageSize = from.Int32();
                    return true;
                case 6:
                    PageToken = from.String();
                    return true;
                case 7:
                    _worldStartTime = from.Timestamp(out _worldStartTimeRest);
                    return true;
                case 8:
                    _worldEndTime = from.Timestamp(out _worldEndTimeRest);
                    return true;
                case 9:
                    PlaceId = from.String();
                    return true;
                case 10:
                    PersonId = from.String();
                    return true;
                case 11:
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
                case "timelineId": case "timeline_id": return 1;
                case "characterId": case "character_id": return 2;
                case "seq": return 3;
                case "kinds": return 4;
                case "pageSize": case "page_size": return 5;
                case "pageToken": case "page_token": return 6;
                case "worldStartTime": case "world_start_time": return 7;
                case "worldEndTime": case "world_end_time": return 8;
                case "placeId": case "place_id": return 9;
                case "personId": case "person_id": return 10;
                case "text": return 11;
                default: return 0;
            }
        }
    }

    /// <summary>A page of memories.</summary>
    public sealed class ListMemoriesResponse : Message
    {
        /// <summary>Memories, newest first.</summary>
        public global::System.Collections.Generic.List<Memory> Memories
        {
            get { return _memories; }
            set { _memories = value ?? new global::System.Collections.Generic.List<Memory>(); }
        }

        private global::System.Collections.Generic.List<Memory> _memories = new global::System.Collections.Generic.List<Memory>();

        /// <summary>Token of the next page; empty when this is the last.</summary>
        public string NextPageToken
        {
            get { return _nextPageToken; }
            set { _nextPageToken = value ?? ""; }
        }

        private string _nextPageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ListMemoriesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_memories.Count != 0) { to.Messages(1, "memories", _memories.Count, n => _memories[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_memories, () => new Memory());
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
                case "memories": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What to recall.</summary>
    public sealed class RecallRequest : Message
    {
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

        /// <summary>Words to recall memories by; 1 to 2,000 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>How many memories at most, 1 to 100; 0 means 10.</summary>
        public int Limit { get; set; }

        /// <summary>
        /// Profile that weighs the three terms: <c>default</c>, our newest, also by its name <c>default_v3</c>;
        /// <c>paper_v1</c>, <c>paper_v2</c> or <c>reference_code</c>; empty means the server's.
        /// </summary>
        public string Profile
        {
            get { return _profile; }
            set { _profile = value ?? ""; }
        }

        private string _profile = "";

        /// <summary>Position to look from; absent means the head.</summary>
        public int? Seq { get; set; }

        /// <summary>
        /// Id of the person whose words they are; empty for nobody. What was told by or to that person
        /// comes to mind first where the words are about themselves ("what did I tell you?").
        /// </summary>
        public string AskerId
        {
            get { return _askerId; }
            set { _askerId = value ?? ""; }
        }

        private string _askerId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RecallRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (Text.Length != 0) { to.String(3, "text", Text); }
            if (Limit != 0) { to.Int32(4, "limit", Limit); }
            if (Profile.Length != 0) { to.String(5, "profile", Profile); }
            if (Seq.HasValue) { to.Int32(6, "seq", Seq.Value); }
            if (AskerId.Length != 0) { to.String(7, "askerId", AskerId); }
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
                    CharacterId = from.String();
                    return true;
                case 3:
                    Text = from.String();
                    return true;
                case 4:
                    Limit = from.Int32();
                    return true;
                case 5:
                    Profile = from.String();
                    return true;
                case 6:
                    Seq = from.Int32();
                    return true;
                case 7:
                    AskerId = from.String();
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
                case "characterId": case "character_id": return 2;
                case "text": return 3;
                case "limit": return 4;
                case "profile": return 5;
                case "seq": return 6;
                case "askerId": case "asker_id": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>Recalled memories.</summary>
    public sealed class RecallResponse : Message
    {
        /// <summary>Recollections, best first.</summary>
        public global::System.Collections.Generic.List<Recollection> Recollections
        {
            get { return _recollections; }
            set { _recollections = value ?? new global::System.Collections.Generic.List<Recollection>(); }
        }

        private global::System.Collections.Generic.List<Recollection> _recollections = new global::System.Collections.Generic.List<Recollection>();

        /// <summary>Profile that was used.</summary>
        public string Profile
        {
            get { return _profile; }
            set { _profile = value ?? ""; }
        }

        private string _profile = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RecallResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_recollections.Count != 0) { to.Messages(1, "recollections", _recollections.Count, n => _recollections[n]); }
            if (Profile.Length != 0) { to.String(2, "profile", Profile); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_recollections, () => new Recollection());
                    return true;
                case 2:
                    Profile = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "recollections": return 1;
                case "profile": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What to explain.</summary>
    public sealed class ExplainRequest : Message
    {
        private OfOneofCase _ofCase;
        private object _of;

        /// <summary>Which arm of <c>of</c> is set.</summary>
        public enum OfOneofCase
        {
            None = 0,
            TurnId = 2,
            MemoryId = 3,
            Seq = 4,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public OfOneofCase OfCase
        {
            get { return _ofCase; }
        }

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Turn.</summary>
        public string TurnId
        {
            get { return _ofCase == OfOneofCase.TurnId ? (string)_of : ""; }
            set { _of = value ?? ""; _ofCase = OfOneofCase.TurnId; }
        }

        /// <summary>Memory that a turn or a thought left.</summary>
        public string MemoryId
        {
            get { return _ofCase == OfOneofCase.MemoryId ? (string)_of : ""; }
            set { _of = value ?? ""; _ofCase = OfOneofCase.MemoryId; }
        }

        /// <summary>Position of a turn, a thought, or a move of a scene.</summary>
        public int Seq
        {
            get { return _ofCase == OfOneofCase.Seq ? (int)_of : default(int); }
            set { _of = value; _ofCase = OfOneofCase.Seq; }
        }

        /// <summary>
        /// Whether to show the prompt that was sent last. It contains everything that the
        /// character knew, secrets too, and the rules for the model: show it to authors, not to players.
        /// </summary>
        public bool WithPrompt { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExplainRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (OfCase == OfOneofCase.TurnId) { to.String(2, "turnId", TurnId); }
            if (OfCase == OfOneofCase.MemoryId) { to.String(3, "memoryId", MemoryId); }
            if (OfCase == OfOneofCase.Seq) { to.Int32(4, "seq", Seq); }
            if (WithPrompt) { to.Bool(5, "withPrompt", WithPrompt); }
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
                    TurnId = from.String();
                    return true;
                case 3:
                    MemoryId = from.String();
                    return true;
                case 4:
                    Seq = from.Int32();
                    return true;
                case 5:
                    WithPrompt = from.Bool();
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
                case "turnId": case "turn_id": return 2;
                case "memoryId": case "memory_id": return 3;
                case "seq": return 4;
                case "withPrompt": case "with_prompt": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>One message of a prompt.</summary>
    public sealed class PromptMessage : Message
    {
        /// <summary><c>system</c>, <c>user</c> or <c>assistant</c>.</summary>
        public string Role
        {
            get { return _role; }
            set { _role = value ?? ""; }
        }

        private string _role = "";

        /// <summary>Its text.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PromptMessage"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Role.Length != 0) { to.String(1, "role", Role); }
            if (Text.Length != 0) { to.String(2, "text", Text); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Role = from.String();
                    return true;
                case 2:
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
                case "role": return 1;
                case "text": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A section of a message: under one heading, or between one pair of marks.</summary>
    public sealed class PromptSection : Message
    {
        /// <summary>Role of its message.</summary>
        public string Role
        {
            get { return _role; }
            set { _role = value ?? ""; }
        }

        private string _role = "";

        /// <summary>The heading, or the word in the marks; empty for text under neither.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Its text; those of a message joined by line breaks are the message.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Its tokens, estimated.</summary>
        public int Tokens { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PromptSection"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Role.Length != 0) { to.String(1, "role", Role); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (Text.Length != 0) { to.String(3, "text", Text); }
            if (Tokens != 0) { to.Int32(4, "tokens", Tokens); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Role = from.String();
                    return true;
                case 2:
                    Name = from.String();
                    return true;
                case 3:
                    Text = from.String();
                    return true;
                case 4:
                    Tokens = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "role": return 1;
                case "name": return 2;
                case "text": return 3;
                case "tokens": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>What did not fit into a prompt.</summary>
    public sealed class PromptLeftOut : Message
    {
        /// <summary>Part of the prompt.</summary>
        public string Part
        {
            get { return _part; }
            set { _part = value ?? ""; }
        }

        private string _part = "";

        /// <summary>How many entries of it were left out.</summary>
        public int Count { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PromptLeftOut"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Part.Length != 0) { to.String(1, "part", Part); }
            if (Count != 0) { to.Int32(2, "count", Count); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Part = from.String();
                    return true;
                case 2:
                    Count = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "part": return 1;
                case "count": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The prompt that was sent last for a turn, a thought or a move of a scene.</summary>
    public sealed class RenderedPrompt : Message
    {
        /// <summary>Whether it can be shown.</summary>
        public PromptStatus Status { get; set; }

        /// <summary>Why it cannot, in words for a reader; empty for <c>PROMPT_STATUS_AS_SENT</c>.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <summary>The messages; only for <c>PROMPT_STATUS_AS_SENT</c>.</summary>
        public global::System.Collections.Generic.List<PromptMessage> Messages
        {
            get { return _messages; }
            set { _messages = value ?? new global::System.Collections.Generic.List<PromptMessage>(); }
        }

        private global::System.Collections.Generic.List<PromptMessage> _messages = new global::System.Collections.Generic.List<PromptMessage>();

        /// <summary>Its sections, in order.</summary>
        public global::System.Collections.Generic.List<PromptSection> Sections
        {
            get { return _sections; }
            set { _sections = value ?? new global::System.Collections.Generic.List<PromptSection>(); }
        }

        private global::System.Collections.Generic.List<PromptSection> _sections = new global::System.Collections.Generic.List<PromptSection>();

        /// <summary>Not used by servers from 0.3 on; 0.</summary>
        public int MissingSections { get; set; }

        /// <summary>What did not fit.</summary>
        public global::System.Collections.Generic.List<PromptLeftOut> LeftOut
        {
            get { return _leftOut; }
            set { _leftOut = value ?? new global::System.Collections.Generic.List<PromptLeftOut>(); }
        }

        private global::System.Collections.Generic.List<PromptLeftOut> _leftOut = new global::System.Collections.Generic.List<PromptLeftOut>();

        /// <summary>Estimated tokens of the sections that are there.</summary>
        public int Tokens { get; set; }

        /// <summary>How many tokens it could have, estimated; 0 where that was not recorded.</summary>
        public int BudgetTokens { get; set; }

        /// <summary>SHA-256 of the prompt that was sent, in hexadecimal.</summary>
        public string Digest
        {
            get { return _digest; }
            set { _digest = value ?? ""; }
        }

        private string _digest = "";

        /// <summary>Prompt template.</summary>
        public string Template
        {
            get { return _template; }
            set { _template = value ?? ""; }
        }

        private string _template = "";

        /// <summary>SHA-256 of the template, in hexadecimal.</summary>
        public string TemplateDigest
        {
            get { return _templateDigest; }
            set { _templateDigest = value ?? ""; }
        }

        private string _templateDigest = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RenderedPrompt"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Status != 0) { to.Enum(1, "status", PromptStatusNames.Table, (int)Status); }
            if (Why.Length != 0) { to.String(2, "why", Why); }
            if (_messages.Count != 0) { to.Messages(3, "messages", _messages.Count, n => _messages[n]); }
            if (_sections.Count != 0) { to.Messages(4, "sections", _sections.Count, n => _sections[n]); }
            if (MissingSections != 0) { to.Int32(5, "missingSections", MissingSections); }
            if (_leftOut.Count != 0) { to.Messages(6, "leftOut", _leftOut.Count, n => _leftOut[n]); }
            if (Tokens != 0) { to.Int32(7, "tokens", Tokens); }
            if (BudgetTokens != 0) { to.Int32(8, "budgetTokens", BudgetTokens); }
            if (Digest.Length != 0) { to.String(9, "digest", Digest); }
            if (Template.Length != 0) { to.String(10, "template", Template); }
            if (TemplateDigest.Length != 0) { to.String(11, "templateDigest", TemplateDigest); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _statusRead; if (from.Enum(PromptStatusNames.Table, out _statusRead)) { Status = (PromptStatus)_statusRead; }
                    return true;
                case 2:
                    Why = from.String();
                    return true;
                case 3:
                    from.Messages(_messages, () => new PromptMessage());
                    return true;
                case 4:
                    from.Messages(_sections, () => new PromptSection());
                    return true;
                case 5:
                    MissingSections = from.Int32();
                    return true;
                case 6:
                    from.Messages(_leftOut, () => new PromptLeftOut());
                    return true;
                case 7:
                    Tokens = from.Int32();
                    return true;
                case 8:
                    BudgetTokens = from.Int32();
                    return true;
                case 9:
                    Digest = from.String();
                    return true;
                case 10:
                    Template = from.String();
                    return true;
                case 11:
                    TemplateDigest = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "status": return 1;
                case "why": return 2;
                case "messages": return 3;
                case "sections": return 4;
                case "missingSections": case "missing_sections": return 5;
                case "leftOut": case "left_out": return 6;
                case "tokens": return 7;
                case "budgetTokens": case "budget_tokens": return 8;
                case "digest": return 9;
                case "template": return 10;
                case "templateDigest": case "template_digest": return 11;
                default: return 0;
            }
        }
    }

    /// <summary>An intent that was refused before it reached the game.</summary>
    public sealed class DroppedIntent : Message
    {
        /// <summary>Affordance that was named.</summary>
        public string Affordance
        {
            get { return _affordance; }
            set { _affordance = value ?? ""; }
        }

        private string _affordance = "";

        /// <summary>Why it was refused.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DroppedIntent"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Affordance.Length != 0) { to.String(1, "affordance", Affordance); }
            if (Why.Length != 0) { to.String(2, "why", Why); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Affordance = from.String();
                    return true;
                case 2:
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
                case "affordance": return 1;
                case "why": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Why a person who was there could not be told.</summary>
    public sealed class UnmetCondition : Message
    {
        /// <summary>What is asked for.</summary>
        public ConditionKind Kind { get; set; }

        /// <summary>Id of the person.</summary>
        public string PersonId
        {
            get { return _personId; }
            set { _personId = value ?? ""; }
        }

        private string _personId = "";

        /// <summary>Name of the person.</summary>
        public string PersonName
        {
            get { return _personName; }
            set { _personName = value ?? ""; }
        }

        private string _personName = "";

        /// <summary>The affinity (-100 to 100) or trust (0 to 100) that is needed; 0 for other kinds.</summary>
        public int Needed { get; set; }

        /// <summary>The affinity or trust that there was.</summary>
        public int Present { get; set; }

        /// <summary>The flag that is not set; empty for other kinds.</summary>
        public string Flag
        {
            get { return _flag; }
            set { _flag = value ?? ""; }
        }

        private string _flag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UnmetCondition"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Kind != 0) { to.Enum(1, "kind", ConditionKindNames.Table, (int)Kind); }
            if (PersonId.Length != 0) { to.String(2, "personId", PersonId); }
            if (PersonName.Length != 0) { to.String(3, "personName", PersonName); }
            if (Needed != 0) { to.Int32(4, "needed", Needed); }
            if (Present != 0) { to.Int32(5, "present", Present); }
            if (Flag.Length != 0) { to.String(6, "flag", Flag); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _kindRead; if (from.Enum(ConditionKindNames.Table, out _kindRead)) { Kind = (ConditionKind)_kindRead; }
                    return true;
                case 2:
                    PersonId = from.String();
                    return true;
                case 3:
                    PersonName = from.String();
                    return true;
                case 4:
                    Needed = from.Int32();
                    return true;
                case 5:
                    Present = from.Int32();
                    return true;
                case 6:
                    Flag = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "kind": return 1;
                case "personId": case "person_id": return 2;
                case "personName": case "person_name": return 3;
                case "needed": return 4;
                case "present": return 5;
                case "flag": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>A memory that came to mind and was kept back.</summary>
    public sealed class KeptBack : Message
    {
        /// <summary>Memory.</summary>
        public Memory Memory
        {
            get { return _memory ?? (_memory = new Memory()); }
            set { _memory = value; _memoryIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasMemory
        {
            get { return _memory != null && (_memoryIsSet || !_memory.IsEmpty); }
        }

        private Memory _memory;
        private bool _memoryIsSet;

        /// <summary>What kept it from whom; empty in receipts that did not record it.</summary>
        public global::System.Collections.Generic.List<UnmetCondition> Conditions
        {
            get { return _conditions; }
            set { _conditions = value ?? new global::System.Collections.Generic.List<UnmetCondition>(); }
        }

        private global::System.Collections.Generic.List<UnmetCondition> _conditions = new global::System.Collections.Generic.List<UnmetCondition>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.KeptBack"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasMemory) { to.Message(1, "memory", _memory); }
            if (_conditions.Count != 0) { to.Messages(2, "conditions", _conditions.Count, n => _conditions[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Memory = from.Message(Memory);
                    return true;
                case 2:
                    from.Messages(_conditions, () => new UnmetCondition());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memory": return 1;
                case "conditions": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Why a line was said.</summary>
    public sealed class LineReason : Message
    {
        /// <summary>Who made the words, by the rung that spoke; single lines of the turn may have another origin.</summary>
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

        /// <summary>Who made them, why these, and what was kept back, in plain English.</summary>
        public string Sentence
        {
            get { return _sentence; }
            set { _sentence = value ?? ""; }
        }

        private string _sentence = "";

        /// <summary>What came to mind first of what may be told; absent if nothing did.</summary>
        public Recollection Best
        {
            get { return _best ?? (_best = new Recollection()); }
            set { _best = value; _bestIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasBest
        {
            get { return _best != null && (_bestIsSet || !_best.IsEmpty); }
        }

        private Recollection _best;
        private bool _bestIsSet;

        /// <summary>What came to mind and was kept back.</summary>
        public global::System.Collections.Generic.List<KeptBack> KeptBack
        {
            get { return _keptBack; }
            set { _keptBack = value ?? new global::System.Collections.Generic.List<KeptBack>(); }
        }

        private global::System.Collections.Generic.List<KeptBack> _keptBack = new global::System.Collections.Generic.List<KeptBack>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.LineReason"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasOrigin) { to.Message(1, "origin", _origin); }
            if (Sentence.Length != 0) { to.String(2, "sentence", Sentence); }
            if (HasBest) { to.Message(3, "best", _best); }
            if (_keptBack.Count != 0) { to.Messages(4, "keptBack", _keptBack.Count, n => _keptBack[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Origin = from.Message(Origin);
                    return true;
                case 2:
                    Sentence = from.String();
                    return true;
                case 3:
                    Best = from.Message(Best);
                    return true;
                case 4:
                    from.Messages(_keptBack, () => new KeptBack());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "origin": return 1;
                case "sentence": return 2;
                case "best": return 3;
                case "keptBack": case "kept_back": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>What a turn was made from.</summary>
    public sealed class Receipt : Message
    {
        /// <summary>Turn.</summary>
        public string TurnId
        {
            get { return _turnId; }
            set { _turnId = value ?? ""; }
        }

        private string _turnId = "";

        /// <summary>Character who spoke.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Id of the speaker who was answered.</summary>
        public string SpeakerId
        {
            get { return _speakerId; }
            set { _speakerId = value ?? ""; }
        }

        private string _speakerId = "";

        /// <summary>Name of the speaker who was answered.</summary>
        public string SpeakerName
        {
            get { return _speakerName; }
            set { _speakerName = value ?? ""; }
        }

        private string _speakerName = "";

        /// <summary>Words that were heard.</summary>
        public string Heard
        {
            get { return _heard; }
            set { _heard = value ?? ""; }
        }

        private string _heard = "";

        /// <summary>Lines that were delivered; one that was cut off while its deltas went out ends in a dash.</summary>
        public global::System.Collections.Generic.List<Line> Lines
        {
            get { return _lines; }
            set { _lines = value ?? new global::System.Collections.Generic.List<Line>(); }
        }

        private global::System.Collections.Generic.List<Line> _lines = new global::System.Collections.Generic.List<Line>();

        /// <summary>Intents that were proposed.</summary>
        public global::System.Collections.Generic.List<ActionIntent> Intents
        {
            get { return _intents; }
            set { _intents = value ?? new global::System.Collections.Generic.List<ActionIntent>(); }
        }

        private global::System.Collections.Generic.List<ActionIntent> _intents = new global::System.Collections.Generic.List<ActionIntent>();

        /// <summary>Recalled memories, best first, with their scores at that moment.</summary>
        public global::System.Collections.Generic.List<Recollection> Recollections
        {
            get { return _recollections; }
            set { _recollections = value ?? new global::System.Collections.Generic.List<Recollection>(); }
        }

        private global::System.Collections.Generic.List<Recollection> _recollections = new global::System.Collections.Generic.List<Recollection>();

        /// <summary>Intents that were refused, and why.</summary>
        public global::System.Collections.Generic.List<DroppedIntent> DroppedIntents
        {
            get { return _droppedIntents; }
            set { _droppedIntents = value ?? new global::System.Collections.Generic.List<DroppedIntent>(); }
        }

        private global::System.Collections.Generic.List<DroppedIntent> _droppedIntents = new global::System.Collections.Generic.List<DroppedIntent>();

        /// <summary>Number of the persona's version.</summary>
        public int PersonaVersion { get; set; }

        /// <summary>Retrieval profile.</summary>
        public string Profile
        {
            get { return _profile; }
            set { _profile = value ?? ""; }
        }

        private string _profile = "";

        /// <summary>Prompt template.</summary>
        public string Template
        {
            get { return _template; }
            set { _template = value ?? ""; }
        }

        private string _template = "";

        /// <summary>SHA-256 of the template, in hexadecimal.</summary>
        public string TemplateDigest
        {
            get { return _templateDigest; }
            set { _templateDigest = value ?? ""; }
        }

        private string _templateDigest = "";

        /// <summary>Model that answered, <c>provider:model</c>.</summary>
        public string Model
        {
            get { return _model; }
            set { _model = value ?? ""; }
        }

        private string _model = "";

        /// <summary>Seed of the turn; decimal digits.</summary>
        public string Seed
        {
            get { return _seed; }
            set { _seed = value ?? ""; }
        }

        private string _seed = "";

        /// <summary>How the turn ended.</summary>
        public TurnOutcome Outcome { get; set; }

        /// <summary>Which fallback spoke, if any.</summary>
        public Rung Rung { get; set; }

        /// <summary>Tokens of the prompt.</summary>
        public int PromptTokens { get; set; }

        /// <summary>Tokens of the answer.</summary>
        public int CompletionTokens { get; set; }

        /// <summary>Milliseconds until memories were recalled.</summary>
        public double RecalledMs { get; set; }

        /// <summary>Milliseconds until the first words.</summary>
        public double FirstWordMs { get; set; }

        /// <summary>Milliseconds until the end.</summary>
        public double FinishedMs { get; set; }

        /// <summary>The model's answer as it came.</summary>
        public string RawAnswer
        {
            get { return _rawAnswer; }
            set { _rawAnswer = value ?? ""; }
        }

        private string _rawAnswer = "";

        /// <summary>What went wrong, in order; empty when nothing did.</summary>
        public global::System.Collections.Generic.List<string> Faults
        {
            get { return _faults; }
            set { _faults = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _faults = new global::System.Collections.Generic.List<string>();

        /// <summary>Position that the turn was based on.</summary>
        public int VantageSeq { get; set; }

        /// <summary>Game time of the turn.</summary>
        public global::System.DateTime? WorldTime
        {
            get { return _worldTime; }
            set { _worldTime = value; _worldTimeRest = 0; }
        }

        private global::System.DateTime? _worldTime;
        private int _worldTimeRest; // nanoseconds that are too fine for it

        /// <summary>The character's standing with the speaker it answered.</summary>
        public Standing Relation
        {
            get { return _relation ?? (_relation = new Standing()); }
            set { _relation = value; _relationIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasRelation
        {
            get { return _relation != null && (_relationIsSet || !_relation.IsEmpty); }
        }

        private Standing _relation;
        private bool _relationIsSet;

        /// <summary>Passages of lore in the prompt, best first.</summary>
        public global::System.Collections.Generic.List<CitedPassage> Lore
        {
            get { return _lore; }
            set { _lore = value ?? new global::System.Collections.Generic.List<CitedPassage>(); }
        }

        private global::System.Collections.Generic.List<CitedPassage> _lore = new global::System.Collections.Generic.List<CitedPassage>();

        /// <summary>Memories that were recalled and withheld, since a person present may not be told.</summary>
        public global::System.Collections.Generic.List<Memory> Withheld
        {
            get { return _withheld; }
            set { _withheld = value ?? new global::System.Collections.Generic.List<Memory>(); }
        }

        private global::System.Collections.Generic.List<Memory> _withheld = new global::System.Collections.Generic.List<Memory>();

        /// <summary>Ids of passages that were withheld likewise.</summary>
        public global::System.Collections.Generic.List<string> WithheldPassageIds
        {
            get { return _withheldPassageIds; }
            set { _withheldPassageIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _withheldPassageIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Secrets that its words may carry, since all who were there may be told.</summary>
        public global::System.Collections.Generic.List<Secret> Secrets
        {
            get { return _secrets; }
            set { _secrets = value ?? new global::System.Collections.Generic.List<Secret>(); }
        }

        private global::System.Collections.Generic.List<Secret> _secrets = new global::System.Collections.Generic.List<Secret>();

        /// <summary>SHA-256 of the prompt, in hexadecimal; a replay compares it.</summary>
        public string PromptDigest
        {
            get { return _promptDigest; }
            set { _promptDigest = value ?? ""; }
        }

        private string _promptDigest = "";

        /// <summary>Outcomes of its intents so far, oldest first.</summary>
        public global::System.Collections.Generic.List<OutcomeReported> Outcomes
        {
            get { return _outcomes; }
            set { _outcomes = value ?? new global::System.Collections.Generic.List<OutcomeReported>(); }
        }

        private global::System.Collections.Generic.List<OutcomeReported> _outcomes = new global::System.Collections.Generic.List<OutcomeReported>();

        /// <summary>
        /// What the model was called for: <c>PURPOSE_REPLY</c>, or <c>PURPOSE_CONVERSE</c> for a line among
        /// characters.
        /// </summary>
        public Purpose Purpose { get; set; }

        /// <summary>Promises that were made in it.</summary>
        public global::System.Collections.Generic.List<Commitment> Commitments
        {
            get { return _commitments; }
            set { _commitments = value ?? new global::System.Collections.Generic.List<Commitment>(); }
        }

        private global::System.Collections.Generic.List<Commitment> _commitments = new global::System.Collections.Generic.List<Commitment>();

        /// <summary>Tokens of the prompt that the model's server had in its cache; 0 where it does not report that.</summary>
        public int CachedTokens { get; set; }

        /// <summary>How many tokens the prompt could have, by estimate; 0 where that was not recorded.</summary>
        public int PromptBudget { get; set; }

        /// <summary>The prompt part by part, in order; empty where that was not recorded.</summary>
        public global::System.Collections.Generic.List<PromptPart> PromptParts
        {
            get { return _promptParts; }
            set { _promptParts = value ?? new global::System.Collections.Generic.List<PromptPart>(); }
        }

        private global::System.Collections.Generic.List<PromptPart> _promptParts = new global::System.Collections.Generic.List<PromptPart>();

        /// <summary>
        /// Profile of the prompt: <c>full</c>, <c>short</c> for models of less than a billion weights, or <c>guarded</c>
        /// for those of less than 3.5 billion.
        /// </summary>
        public string PromptProfile
        {
            get { return _promptProfile; }
            set { _promptProfile = value ?? ""; }
        }

        private string _promptProfile = "";

        /// <summary>Why the line was said.</summary>
        public LineReason Reason
        {
            get { return _reason ?? (_reason = new LineReason()); }
            set { _reason = value; _reasonIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasReason
        {
            get { return _reason != null && (_reasonIsSet || !_reason.IsEmpty); }
        }

        private LineReason _reason;
        private bool _reasonIsSet;

        /// <summary>
        /// Context in tokens for which some of the prompt was left out, although more was known: the
        /// endpoint refused or cut longer prompts. 0 for none.
        /// </summary>
        public int ContextTokens { get; set; }

        /// <summary>The same in a sentence, with the reason; empty for none.</summary>
        public string ContextNote
        {
            get { return _contextNote; }
            set { _contextNote = value ?? ""; }
        }

        private string _contextNote = "";

        /// <summary>Position of the draft whose persona was used in place of that version; 0 for none.</summary>
        public int DraftSeq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Receipt"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TurnId.Length != 0) { to.String(1, "turnId", TurnId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (SpeakerId.Length != 0) { to.String(3, "speakerId", SpeakerId); }
            if (SpeakerName.Length != 0) { to.String(4, "speakerName", SpeakerName); }
            if (Heard.Length != 0) { to.String(5, "heard", Heard); }
            if (_lines.Count != 0) { to.Messages(6, "lines", _lines.Count, n => _lines[n]); }
            if (_intents.Count != 0) { to.Messages(7, "intents", _intents.Count, n => _intents[n]); }
            if (_recollections.Count != 0) { to.Messages(8, "recollections", _recollections.Count, n => _recollections[n]); }
            if (_droppedIntents.Count != 0) { to.Messages(9, "droppedIntents", _droppedIntents.Count, n => _droppedIntents[n]); }
            if (PersonaVersion != 0) { to.Int32(10, "personaVersion", PersonaVersion); }
            if (Profile.Length != 0) { to.String(11, "profile", Profile); }
            if (Template.Length != 0) { to.String(12, "template", Template); }
            if (TemplateDigest.Length != 0) { to.String(13, "templateDigest", TemplateDigest); }
            if (Model.Length != 0) { to.String(14, "model", Model); }
            if (Seed.Length != 0) { to.String(15, "seed", Seed); }
            if ((int)Outcome != 0) { to.Enum(16, "outcome", TurnOutcomeNames.Table, (int)Outcome); }
            if ((int)Rung != 0) { to.Enum(17, "rung", RungNames.Table, (int)Rung); }
            if (PromptTokens != 0) { to.Int32(18, "promptTokens", PromptTokens); }
            if (CompletionTokens != 0) { to.Int32(19, "completionTokens", CompletionTokens); }
            if (global::System.BitConverter.DoubleToInt64Bits(RecalledMs) != 0L) { to.Double(20, "recalledMs", RecalledMs); }
            if (global::System.BitConverter.DoubleToInt64Bits(FirstWordMs) != 0L) { to.Double(21, "firstWordMs", FirstWordMs); }
            if (global::System.BitConverter.DoubleToInt64Bits(FinishedMs) != 0L) { to.Double(22, "finishedMs", FinishedMs); }
            if (RawAnswer.Length != 0) { to.String(23, "rawAnswer", RawAnswer); }
            if (_faults.Count != 0) { to.Strings(24, "faults", _faults); }
            if (VantageSeq != 0) { to.Int32(25, "vantageSeq", VantageSeq); }
            if (WorldTime.HasValue) { to.Timestamp(26, "worldTime", WorldTime.Value, _worldTimeRest); }
            if (HasRelation) { to.Message(27, "relation", _relation); }
            if (_lore.Count != 0) { to.Messages(28, "lore", _lore.Count, n => _lore[n]); }
            if (_withheld.Count != 0) { to.Messages(29, "withheld", _withheld.Count, n => _withheld[n]); }
            if (_withheldPassageIds.Count != 0) { to.Strings(30, "withheldPassageIds", _withheldPassageIds); }
            if (_secrets.Count != 0) { to.Messages(31, "secrets", _secrets.Count, n => _secrets[n]); }
            if (PromptDigest.Length != 0) { to.String(32, "promptDigest", PromptDigest); }
            if (_outcomes.Count != 0) { to.Messages(33, "outcomes", _outcomes.Count, n => _outcomes[n]); }
            if ((int)Purpose != 0) { to.Enum(34, "purpose", PurposeNames.Table, (int)Purpose); }
            if (_commitments.Count != 0) { to.Messages(35, "commitments", _commitments.Count, n => _commitments[n]); }
            if (CachedTokens != 0) { to.Int32(36, "cachedTokens", CachedTokens); }
            if (PromptBudget != 0) { to.Int32(37, "promptBudget", PromptBudget); }
            if (_promptParts.Count != 0) { to.Messages(38, "promptParts", _promptParts.Count, n => _promptParts[n]); }
            if (PromptProfile.Length != 0) { to.String(39, "promptProfile", PromptProfile); }
            if (HasReason) { to.Message(40, "reason", _reason); }
            if (ContextTokens != 0) { to.Int32(41, "contextTokens", ContextTokens); }
            if (ContextNote.Length != 0) { to.String(42, "contextNote", ContextNote); }
            if (DraftSeq != 0) { to.Int32(43, "draftSeq", DraftSeq); }
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
                    CharacterId = from.String();
                    return true;
                case 3:
                    SpeakerId = from.String();
                    return true;
                case 4:
                    SpeakerName = from.String();
                    return true;
                case 5:
                    Heard = from.String();
                    return true;
                case 6:
                    from.Messages(_lines, () => new Line());
                    return true;
                case 7:
                    from.Messages(_intents, () => new ActionIntent());
                    return true;
                case 8:
                    from.Messages(_recollections, () => new Recollection());
                    return true;
                case 9:
                    from.Messages(_droppedIntents, () => new DroppedIntent());
                    return true;
                case 10:
                    PersonaVersion = from.Int32();
                    return true;
                case 11:
                    Profile = from.String();
                    return true;
                case 12:
                    Template = from.String();
                    return true;
                case 13:
                    TemplateDigest = from.String();
                    return true;
                case 14:
                    Model = from.String();
                    return true;
                case 15:
                    Seed = from.String();
                    return true;
                case 16:
                    int _outcomeRead; if (from.Enum(TurnOutcomeNames.Table, out _outcomeRead)) { Outcome = (TurnOutcome)_outcomeRead; }
                    return true;
                case 17:
                    int _rungRead; if (from.Enum(RungNames.Table, out _rungRead)) { Rung = (Rung)_rungRead; }
                    return true;
                case 18:
                    PromptTokens = from.Int32();
                    return true;
                case 19:
                    CompletionTokens = from.Int32();
                    return true;
                case 20:
                    RecalledMs = from.Double();
                    return true;
                case 21:
                    FirstWordMs = from.Double();
                    return true;
                case 22:
                    FinishedMs = from.Double();
                    return true;
                case 23:
                    RawAnswer = from.String();
                    return true;
                case 24:
                    from.Strings(_faults);
                    return true;
                case 25:
                    VantageSeq = from.Int32();
                    return true;
                case 26:
                    _worldTime = from.Timestamp(out _worldTimeRest);
                    return true;
                case 27:
                    Relation = from.Message(Relation);
                    return true;
                case 28:
                    from.Messages(_lore, () => new CitedPassage());
                    return true;
                case 29:
                    from.Messages(_withheld, () => new Memory());
                    return true;
                case 30:
                    from.Strings(_withheldPassageIds);
                    return true;
                case 31:
                    from.Messages(_secrets, () => new Secret());
                    return true;
                case 32:
                    PromptDigest = from.String();
                    return true;
                case 33:
                    from.Messages(_outcomes, () => new OutcomeReported());
                    return true;
                case 34:
                    int _purposeRead; if (from.Enum(PurposeNames.Table, out _purposeRead)) { Purpose = (Purpose)_purposeRead; }
                    return true;
                case 35:
                    from.Messages(_commitments, () => new Commitment());
                    return true;
                case 36:
                    CachedTokens = from.Int32();
                    return true;
                case 37:
                    PromptBudget = from.Int32();
                    return true;
                case 38:
                    from.Messages(_promptParts, () => new PromptPart());
                    return true;
                case 39:
                    PromptProfile = from.String();
                    return true;
                case 40:
                    Reason = from.Message(Reason);
                    return true;
                case 41:
                    ContextTokens = from.Int32();
                    return true;
                case 42:
                    ContextNote = from.String();
                    return true;
                case 43:
                    DraftSeq = from.Int32();
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
                case "characterId": case "character_id": return 2;
                case "speakerId": case "speaker_id": return 3;
                case "speakerName": case "speaker_name": return 4;
                case "heard": return 5;
                case "lines": return 6;
                case "intents": return 7;
                case "recollections": return 8;
                case "droppedIntents": case "dropped_intents": return 9;
                case "personaVersion": case "persona_version": return 10;
                case "profile": return 11;
                case "template": return 12;
                case "templateDigest": case "template_digest": return 13;
                case "model": return 14;
                case "seed": return 15;
                case "outcome": return 16;
                case "rung": return 17;
                case "promptTokens": case "prompt_tokens": return 18;
                case "completionTokens": case "completion_tokens": return 19;
                case "recalledMs": case "recalled_ms": return 20;
                case "firstWordMs": case "first_word_ms": return 21;
                case "finishedMs": case "finished_ms": return 22;
                case "rawAnswer": case "raw_answer": return 23;
                case "faults": return 24;
                case "vantageSeq": case "vantage_seq": return 25;
                case "worldTime": case "world_time": return 26;
                case "relation": return 27;
                case "lore": return 28;
                case "withheld": return 29;
                case "withheldPassageIds": case "withheld_passage_ids": return 30;
                case "secrets": return 31;
                case "promptDigest": case "prompt_digest": return 32;
                case "outcomes": return 33;
                case "purpose": return 34;
                case "commitments": return 35;
                case "cachedTokens": case "cached_tokens": return 36;
                case "promptBudget": case "prompt_budget": return 37;
                case "promptParts": case "prompt_parts": return 38;
                case "promptProfile": case "prompt_profile": return 39;
                case "reason": return 40;
                case "contextTokens": case "context_tokens": return 41;
                case "contextNote": case "context_note": return 42;
                case "draftSeq": case "draft_seq": return 43;
                default: return 0;
            }
        }
    }

    /// <summary>The size of one part of a prompt.</summary>
    public sealed class PromptPart : Message
    {
        /// <summary>Part, such as <c>talk</c>, <c>memories</c> or <c>affordances</c>.</summary>
        public string Part
        {
            get { return _part; }
            set { _part = value ?? ""; }
        }

        private string _part = "";

        /// <summary>Its tokens, by estimate.</summary>
        public int Tokens { get; set; }

        /// <summary>How many of its entries were shown.</summary>
        public int Shown { get; set; }

        /// <summary>How many of its entries were left out.</summary>
        public int LeftOut { get; set; }

        /// <summary>How many of those shown were cut short.</summary>
        public int Cut { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PromptPart"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Part.Length != 0) { to.String(1, "part", Part); }
            if (Tokens != 0) { to.Int32(2, "tokens", Tokens); }
            if (Shown != 0) { to.Int32(3, "shown", Shown); }
            if (LeftOut != 0) { to.Int32(4, "leftOut", LeftOut); }
            if (Cut != 0) { to.Int32(5, "cut", Cut); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Part = from.String();
                    return true;
                case 2:
                    Tokens = from.Int32();
                    return true;
                case 3:
                    Shown = from.Int32();
                    return true;
                case 4:
                    LeftOut = from.Int32();
                    return true;
                case 5:
                    Cut = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "part": return 1;
                case "tokens": return 2;
                case "shown": return 3;
                case "leftOut": case "left_out": return 4;
                case "cut": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A passage of lore in a prompt.</summary>
    public sealed class CitedPassage : Message
    {
        /// <summary>Passage.</summary>
        public string PassageId
        {
            get { return _passageId; }
            set { _passageId = value ?? ""; }
        }

        private string _passageId = "";

        /// <summary>How well it answered, 0 to 1.</summary>
        public double Score { get; set; }

        /// <summary>Title of its book; empty when the book is gone.</summary>
        public string Title
        {
            get { return _title; }
            set { _title = value ?? ""; }
        }

        private string _title = "";

        /// <summary>Its text; empty when the book is gone.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CitedPassage"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (PassageId.Length != 0) { to.String(1, "passageId", PassageId); }
            if (global::System.BitConverter.DoubleToInt64Bits(Score) != 0L) { to.Double(2, "score", Score); }
            if (Title.Length != 0) { to.String(3, "title", Title); }
            if (Text.Length != 0) { to.String(4, "text", Text); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    PassageId = from.String();
                    return true;
                case 2:
                    Score = from.Double();
                    return true;
                case 3:
                    Title = from.String();
                    return true;
                case 4:
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
                case "passageId": case "passage_id": return 1;
                case "score": return 2;
                case "title": return 3;
                case "text": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>What a thought was made from, and what it produced.</summary>
    public sealed class ThoughtReceipt : Message
    {
        /// <summary>Character whose thought it was.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Purpose.</summary>
        public Purpose Purpose { get; set; }

        /// <summary>How the answer could be used.</summary>
        public Verdict Verdict { get; set; }

        /// <summary>Position of its record.</summary>
        public int Seq { get; set; }

        /// <summary>Position that it was based on.</summary>
        public int VantageSeq { get; set; }

        /// <summary>Game time.</summary>
        public global::System.DateTime? WorldTime
        {
            get { return _worldTime; }
            set { _worldTime = value; _worldTimeRest = 0; }
        }

        private global::System.DateTime? _worldTime;
        private int _worldTimeRest; // nanoseconds that are too fine for it

        /// <summary>Number of the persona's version.</summary>
        public int PersonaVersion { get; set; }

        /// <summary>Prompt template.</summary>
        public string Template
        {
            get { return _template; }
            set { _template = value ?? ""; }
        }

        private string _template = "";

        /// <summary>SHA-256 of the template, in hexadecimal.</summary>
        public string TemplateDigest
        {
            get { return _templateDigest; }
            set { _templateDigest = value ?? ""; }
        }

        private string _templateDigest = "";

        /// <summary>Model that answered, <c>provider:model</c>; empty when none did.</summary>
        public string Model
        {
            get { return _model; }
            set { _model = value ?? ""; }
        }

        private string _model = "";

        /// <summary>Seed; decimal digits.</summary>
        public string Seed
        {
            get { return _seed; }
            set { _seed = value ?? ""; }
        }

        private string _seed = "";

        /// <summary>Number of model calls.</summary>
        public int Calls { get; set; }

        /// <summary>Tokens of the prompts.</summary>
        public int PromptTokens { get; set; }

        /// <summary>Tokens of the answers.</summary>
        public int CompletionTokens { get; set; }

        /// <summary>What the model wrote, in order.</summary>
        public global::System.Collections.Generic.List<string> RawAnswers
        {
            get { return _rawAnswers; }
            set { _rawAnswers = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _rawAnswers = new global::System.Collections.Generic.List<string>();

        /// <summary>Recalled memories, best first.</summary>
        public global::System.Collections.Generic.List<Recollection> Recollections
        {
            get { return _recollections; }
            set { _recollections = value ?? new global::System.Collections.Generic.List<Recollection>(); }
        }

        private global::System.Collections.Generic.List<Recollection> _recollections = new global::System.Collections.Generic.List<Recollection>();

        /// <summary>What went wrong.</summary>
        public global::System.Collections.Generic.List<string> Faults
        {
            get { return _faults; }
            set { _faults = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _faults = new global::System.Collections.Generic.List<string>();

        /// <summary>Memories that it produced.</summary>
        public global::System.Collections.Generic.List<Memory> Left
        {
            get { return _left; }
            set { _left = value ?? new global::System.Collections.Generic.List<Memory>(); }
        }

        private global::System.Collections.Generic.List<Memory> _left = new global::System.Collections.Generic.List<Memory>();

        /// <summary>SHA-256 of the prompt that was sent last, in hexadecimal; empty when none was.</summary>
        public string PromptDigest
        {
            get { return _promptDigest; }
            set { _promptDigest = value ?? ""; }
        }

        private string _promptDigest = "";

        /// <summary>
        /// Tokens of the prompts that the model's server had in its cache; 0 where it does not report
        /// that.
        /// </summary>
        public int CachedTokens { get; set; }

        /// <summary>How many tokens a prompt could have, by estimate; 0 where that was not recorded.</summary>
        public int PromptBudget { get; set; }

        /// <summary>Memories, or lines of talk, that were left out of the prompt.</summary>
        public int LeftOut { get; set; }

        /// <summary>Position of the draft whose persona was used in place of that version; 0 for none.</summary>
        public int DraftSeq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ThoughtReceipt"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if ((int)Purpose != 0) { to.Enum(2, "purpose", PurposeNames.Table, (int)Purpose); }
            if ((int)Verdict != 0) { to.Enum(3, "verdict", VerdictNames.Table, (int)Verdict); }
            if (Seq != 0) { to.Int32(4, "seq", Seq); }
            if (VantageSeq != 0) { to.Int32(5, "vantageSeq", VantageSeq); }
            if (WorldTime.HasValue) { to.Timestamp(6, "worldTime", WorldTime.Value, _worldTimeRest); }
            if (PersonaVersion != 0) { to.Int32(7, "personaVersion", PersonaVersion); }
            if (Template.Length != 0) { to.String(8, "template", Template); }
            if (TemplateDigest.Length != 0) { to.String(9, "templateDigest", TemplateDigest); }
            if (Model.Length != 0) { to.String(10, "model", Model); }
            if (Seed.Length != 0) { to.String(11, "seed", Seed); }
            if (Calls != 0) { to.Int32(12, "calls", Calls); }
            if (PromptTokens != 0) { to.Int32(13, "promptTokens", PromptTokens); }
            if (CompletionTokens != 0) { to.Int32(14, "completionTokens", CompletionTokens); }
            if (_rawAnswers.Count != 0) { to.Strings(15, "rawAnswers", _rawAnswers); }
            if (_recollections.Count != 0) { to.Messages(16, "recollections", _recollections.Count, n => _recollections[n]); }
            if (_faults.Count != 0) { to.Strings(17, "faults", _faults); }
            if (_left.Count != 0) { to.Messages(18, "left", _left.Count, n => _left[n]); }
            if (PromptDigest.Length != 0) { to.String(19, "promptDigest", PromptDigest); }
            if (CachedTokens != 0) { to.Int32(20, "cachedTokens", CachedTokens); }
            if (PromptBudget != 0) { to.Int32(21, "promptBudget", PromptBudget); }
            if (LeftOut != 0) { to.Int32(22, "leftOut", LeftOut); }
            if (DraftSeq != 0) { to.Int32(23, "draftSeq", DraftSeq); }
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
                    int _purposeRead; if (from.Enum(PurposeNames.Table, out _purposeRead)) { Purpose = (Purpose)_purposeRead; }
                    return true;
                case 3:
                    int _verdictRead; if (from.Enum(VerdictNames.Table, out _verdictRead)) { Verdict = (Verdict)_verdictRead; }
                    return true;
                case 4:
                    Seq = from.Int32();
                    return true;
                case 5:
                    VantageSeq = from.Int32();
                    return true;
                case 6:
                    _worldTime = from.Timestamp(out _worldTimeRest);
                    return true;
                case 7:
                    PersonaVersion = from.Int32();
                    return true;
                case 8:
                    Template = from.String();
                    return true;
                case 9:
                    TemplateDigest = from.String();
                    return true;
                case 10:
                    Model = from.String();
                    return true;
                case 11:
                    Seed = from.String();
                    return true;
                case 12:
                    Calls = from.Int32();
                    return true;
                case 13:
                    PromptTokens = from.Int32();
                    return true;
                case 14:
                    CompletionTokens = from.Int32();
                    return true;
                case 15:
                    from.Strings(_rawAnswers);
                    return true;
                case 16:
                    from.Messages(_recollections, () => new Recollection());
                    return true;
                case 17:
                    from.Strings(_faults);
                    return true;
                case 18:
                    from.Messages(_left, () => new Memory());
                    return true;
                case 19:
                    PromptDigest = from.String();
                    return true;
                case 20:
                    CachedTokens = from.Int32();
                    return true;
                case 21:
                    PromptBudget = from.Int32();
                    return true;
                case 22:
                    LeftOut = from.Int32();
                    return true;
                case 23:
                    DraftSeq = from.Int32();
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
                case "purpose": return 2;
                case "verdict": return 3;
                case "seq": return 4;
                case "vantageSeq": case "vantage_seq": return 5;
                case "worldTime": case "world_time": return 6;
                case "personaVersion": case "persona_version": return 7;
                case "template": return 8;
                case "templateDigest": case "template_digest": return 9;
                case "model": return 10;
                case "seed": return 11;
                case "calls": return 12;
                case "promptTokens": case "prompt_tokens": return 13;
                case "completionTokens": case "completion_tokens": return 14;
                case "rawAnswers": case "raw_answers": return 15;
                case "recollections": return 16;
                case "faults": return 17;
                case "left": return 18;
                case "promptDigest": case "prompt_digest": return 19;
                case "cachedTokens": case "cached_tokens": return 20;
                case "promptBudget": case "prompt_budget": return 21;
                case "leftOut": case "left_out": return 22;
                case "draftSeq": case "draft_seq": return 23;
                default: return 0;
            }
        }
    }

    /// <summary>The receipt: of a turn or of a thought.</summary>
    public sealed class ExplainResponse : Message
    {
        private OfOneofCase _ofCase;
        private object _of;

        /// <summary>Which arm of <c>of</c> is set.</summary>
        public enum OfOneofCase
        {
            None = 0,
            Receipt = 1,
            Thought = 2,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public OfOneofCase OfCase
        {
            get { return _ofCase; }
        }

        /// <summary>Receipt of a turn.</summary>
        public Receipt Receipt
        {
            get { return _ofCase == OfOneofCase.Receipt ? (Receipt)_of : new Receipt(); }
            set { _of = value ?? new Receipt(); _ofCase = OfOneofCase.Receipt; }
        }

        /// <summary>Receipt of a thought or of a move of a scene.</summary>
        public ThoughtReceipt Thought
        {
            get { return _ofCase == OfOneofCase.Thought ? (ThoughtReceipt)_of : new ThoughtReceipt(); }
            set { _of = value ?? new ThoughtReceipt(); _ofCase = OfOneofCase.Thought; }
        }

        /// <summary>The prompt, if it was requested and there is a receipt.</summary>
        public RenderedPrompt RenderedPrompt
        {
            get { return _renderedPrompt ?? (_renderedPrompt = new RenderedPrompt()); }
            set { _renderedPrompt = value; _renderedPromptIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasRenderedPrompt
        {
            get { return _renderedPrompt != null && (_renderedPromptIsSet || !_renderedPrompt.IsEmpty); }
        }

        private RenderedPrompt _renderedPrompt;
        private bool _renderedPromptIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExplainResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (OfCase == OfOneofCase.Receipt) { to.Message(1, "receipt", Receipt); }
            if (OfCase == OfOneofCase.Thought) { to.Message(2, "thought", Thought); }
            if (HasRenderedPrompt) { to.Message(3, "renderedPrompt", _renderedPrompt); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Receipt = from.Message(Receipt);
                    return true;
                case 2:
                    Thought = from.Message(Thought);
                    return true;
                case 3:
                    RenderedPrompt = from.Message(RenderedPrompt);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "receipt": return 1;
                case "thought": return 2;
                case "renderedPrompt": case "rendered_prompt": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>Which tree, seen from where.</summary>
    public sealed class GetReflectionTreeRequest : Message
    {
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

        /// <summary>Position to look from; absent means the head.</summary>
        public int? Seq { get; set; }

        /// <summary>
        /// Memory to begin at; empty means all reflections that are evidence for no other, newest first,
        /// at most 50.
        /// </summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <summary>How many levels to show, 1 to 16; 0 means 12.</summary>
        public int MaxDepth { get; set; }

        /// <summary>How many at most: 0 means 50, more than 500 means 500.</summary>
        public int PageSize { get; set; }

        /// <summary><c>next_page_token</c> of the page before; empty for the first.</summary>
        public string PageToken
        {
            get { return _pageToken; }
            set { _pageToken = value ?? ""; }
        }

        private string _pageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetReflectionTreeRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (Seq.HasValue) { to.Int32(3, "seq", Seq.Value); }
            if (MemoryId.Length != 0) { to.String(4, "memoryId", MemoryId); }
            if (MaxDepth != 0) { to.Int32(5, "maxDepth", MaxDepth); }
            if (PageSize != 0) { to.Int32(6, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(7, "pageToken", PageToken); }
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
                    CharacterId = from.String();
                    return true;
                case 3:
                    Seq = from.Int32();
                    return true;
                case 4:
                    MemoryId = from.String();
                    return true;
                case 5:
                    MaxDepth = from.Int32();
                    return true;
                case 6:
                    PageSize = from.Int32();
                    return true;
                case 7:
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
                case "characterId": case "character_id": return 2;
                case "seq": return 3;
                case "memoryId": case "memory_id": return 4;
                case "maxDepth": case "max_depth": return 5;
                case "pageSize": case "page_size": return 6;
                case "pageToken": case "page_token": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>One memory of a reflection tree.</summary>
    public sealed class ReflectionNode : Message
    {
        /// <summary>The memory.</summary>
        public Memory Memory
        {
            get { return _memory ?? (_memory = new Memory()); }
            set { _memory = value; _memoryIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasMemory
        {
            get { return _memory != null && (_memoryIsSet || !_memory.IsEmpty); }
        }

        private Memory _memory;
        private bool _memoryIsSet;

        /// <summary>How many levels below the beginning of the tree it is, from 0.</summary>
        public int Level { get; set; }

        /// <summary>
        /// Memories among the nodes that it rests on, oldest first: what it was inferred from, and what
        /// confirmed it since. Empty for what was perceived, and at <c>max_depth</c>.
        /// </summary>
        public global::System.Collections.Generic.List<string> ChildIds
        {
            get { return _childIds; }
            set { _childIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _childIds = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ReflectionNode"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasMemory) { to.Message(1, "memory", _memory); }
            if (Level != 0) { to.Int32(2, "level", Level); }
            if (_childIds.Count != 0) { to.Strings(3, "childIds", _childIds); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Memory = from.Message(Memory);
                    return true;
                case 2:
                    Level = from.Int32();
                    return true;
                case 3:
                    from.Strings(_childIds);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memory": return 1;
                case "level": return 2;
                case "childIds": case "child_ids": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The tree.</summary>
    public sealed class GetReflectionTreeResponse : Message
    {
        /// <summary>Nodes, each once, those of level 0 first.</summary>
        public global::System.Collections.Generic.List<ReflectionNode> Nodes
        {
            get { return _nodes; }
            set { _nodes = value ?? new global::System.Collections.Generic.List<ReflectionNode>(); }
        }

        private global::System.Collections.Generic.List<ReflectionNode> _nodes = new global::System.Collections.Generic.List<ReflectionNode>();

        /// <summary>Token of the next page; empty when this is the last.</summary>
        public string NextPageToken
        {
            get { return _nextPageToken; }
            set { _nextPageToken = value ?? ""; }
        }

        private string _nextPageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetReflectionTreeResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_nodes.Count != 0) { to.Messages(1, "nodes", _nodes.Count, n => _nodes[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_nodes, () => new ReflectionNode());
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
                case "nodes": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Which memory to trace, seen from where.</summary>
    public sealed class TraceMemoryRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Memory.</summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <summary>Position to look from; absent means the head.</summary>
        public int? Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.TraceMemoryRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (MemoryId.Length != 0) { to.String(2, "memoryId", MemoryId); }
            if (Seq.HasValue) { to.Int32(3, "seq", Seq.Value); }
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
                case 3:
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
                case "timelineId": case "timeline_id": return 1;
                case "memoryId": case "memory_id": return 2;
                case "seq": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>One hop of a fact.</summary>
    public sealed class KnowledgeHop : Message
    {
        /// <summary>Memory at this hop, as its holder has it: its time, source and words.</summary>
        public Memory Memory
        {
            get { return _memory ?? (_memory = new Memory()); }
            set { _memory = value; _memoryIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasMemory
        {
            get { return _memory != null && (_memoryIsSet || !_memory.IsEmpty); }
        }

        private Memory _memory;
        private bool _memoryIsSet;

        /// <summary>Character who holds it.</summary>
        public string HolderId
        {
            get { return _holderId; }
            set { _holderId = value ?? ""; }
        }

        private string _holderId = "";

        /// <summary>Its name.</summary>
        public string HolderName
        {
            get { return _holderName; }
            set { _holderName = value ?? ""; }
        }

        private string _holderName = "";

        /// <summary>Id of the character or player who told it; empty when it was not told.</summary>
        public string ToldById
        {
            get { return _toldById; }
            set { _toldById = value ?? ""; }
        }

        private string _toldById = "";

        /// <summary>Name of that character or player.</summary>
        public string ToldByName
        {
            get { return _toldByName; }
            set { _toldByName = value ?? ""; }
        }

        private string _toldByName = "";

        /// <summary>Turn in which it was told; empty when it was not told.</summary>
        public string TurnId
        {
            get { return _turnId; }
            set { _turnId = value ?? ""; }
        }

        private string _turnId = "";

        /// <summary>Words in which it was told; empty when it was not told.</summary>
        public string Words
        {
            get { return _words; }
            set { _words = value ?? ""; }
        }

        private string _words = "";

        /// <summary>
        /// Ids of the memories, among the hops, that it rests on: what the speaker passed on, or what it
        /// was inferred from. Empty where the path begins.
        /// </summary>
        public global::System.Collections.Generic.List<string> FromIds
        {
            get { return _fromIds; }
            set { _fromIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _fromIds = new global::System.Collections.Generic.List<string>();

        /// <summary>
        /// Those of <c>from_ids</c> that it tells otherwise: denied, of another person, with another number, or
        /// the other way round.
        /// </summary>
        public global::System.Collections.Generic.List<string> DistortedIds
        {
            get { return _distortedIds; }
            set { _distortedIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _distortedIds = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.KnowledgeHop"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasMemory) { to.Message(1, "memory", _memory); }
            if (HolderId.Length != 0) { to.String(2, "holderId", HolderId); }
            if (HolderName.Length != 0) { to.String(3, "holderName", HolderName); }
            if (ToldById.Length != 0) { to.String(4, "toldById", ToldById); }
            if (ToldByName.Length != 0) { to.String(5, "toldByName", ToldByName); }
            if (TurnId.Length != 0) { to.String(6, "turnId", TurnId); }
            if (Words.Length != 0) { to.String(7, "words", Words); }
            if (_fromIds.Count != 0) { to.Strings(8, "fromIds", _fromIds); }
            if (_distortedIds.Count != 0) { to.Strings(9, "distortedIds", _distortedIds); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Memory = from.Message(Memory);
                    return true;
                case 2:
                    HolderId = from.String();
                    return true;
                case 3:
                    HolderName = from.String();
                    return true;
                case 4:
                    ToldById = from.String();
                    return true;
                case 5:
                    ToldByName = from.String();
                    return true;
                case 6:
                    TurnId = from.String();
                    return true;
                case 7:
                    Words = from.String();
                    return true;
                case 8:
                    from.Strings(_fromIds);
                    return true;
                case 9:
                    from.Strings(_distortedIds);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memory": return 1;
                case "holderId": case "holder_id": return 2;
                case "holderName": case "holder_name": return 3;
                case "toldById": case "told_by_id": return 4;
                case "toldByName": case "told_by_name": return 5;
                case "turnId": case "turn_id": return 6;
                case "words": return 7;
                case "fromIds": case "from_ids": return 8;
                case "distortedIds": case "distorted_ids": return 9;
                default: return 0;
            }
        }
    }

    /// <summary>The whole path, from the memory back to where it began.</summary>
    public sealed class TraceMemoryResponse : Message
    {
        /// <summary>Hops, each once, the memory that was asked for first.</summary>
        public global::System.Collections.Generic.List<KnowledgeHop> Hops
        {
            get { return _hops; }
            set { _hops = value ?? new global::System.Collections.Generic.List<KnowledgeHop>(); }
        }

        private global::System.Collections.Generic.List<KnowledgeHop> _hops = new global::System.Collections.Generic.List<KnowledgeHop>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.TraceMemoryResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_hops.Count != 0) { to.Messages(1, "hops", _hops.Count, n => _hops[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_hops, () => new KnowledgeHop());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "hops": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which fact, seen from where.</summary>
    public sealed class WhoKnowsRequest : Message
    {
        private FactOneofCase _factCase;
        private object _fact;

        /// <summary>Which arm of <c>fact</c> is set.</summary>
        public enum FactOneofCase
        {
            None = 0,
            MemoryId = 2,
            Text = 3,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public FactOneofCase FactCase
        {
            get { return _factCase; }
        }

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Memory that states the fact.</summary>
        public string MemoryId
        {
            get { return _factCase == FactOneofCase.MemoryId ? (string)_fact : ""; }
            set { _fact = value ?? ""; _factCase = FactOneofCase.MemoryId; }
        }

        /// <summary>Fact in words; 1 to 2,000 characters.</summary>
        public string Text
        {
            get { return _factCase == FactOneofCase.Text ? (string)_fact : ""; }
            set { _fact = value ?? ""; _factCase = FactOneofCase.Text; }
        }

        /// <summary>Position to look from; absent means the head.</summary>
        public int? Seq { get; set; }

        /// <summary>How many at most: 0 means 50, more than 500 means 500.</summary>
        public int PageSize { get; set; }

        /// <summary><c>next_page_token</c> of the page before; empty for the first.</summary>
        public string PageToken
        {
            get { return _pageToken; }
            set { _pageToken = value ?? ""; }
        }

        private string _pageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.WhoKnowsRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (FactCase == FactOneofCase.MemoryId) { to.String(2, "memoryId", MemoryId); }
            if (FactCase == FactOneofCase.Text) { to.String(3, "text", Text); }
            if (Seq.HasValue) { to.Int32(4, "seq", Seq.Value); }
            if (PageSize != 0) { to.Int32(5, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(6, "pageToken", PageToken); }
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
                case 3:
                    Text = from.String();
                    return true;
                case 4:
                    Seq = from.Int32();
                    return true;
                case 5:
                    PageSize = from.Int32();
                    return true;
                case 6:
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
                case "memoryId": case "memory_id": return 2;
                case "text": return 3;
                case "seq": return 4;
                case "pageSize": case "page_size": return 5;
                case "pageToken": case "page_token": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>A character who knows.</summary>
    public sealed class Knower : Message
    {
        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Its name.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Memories of the fact, the earliest first; at most 20.</summary>
        public global::System.Collections.Generic.List<Memory> Memories
        {
            get { return _memories; }
            set { _memories = value ?? new global::System.Collections.Generic.List<Memory>(); }
        }

        private global::System.Collections.Generic.List<Memory> _memories = new global::System.Collections.Generic.List<Memory>();

        /// <summary>Shortest path of the first of them to where it began; <c>TraceMemory</c> shows other beginnings.</summary>
        public global::System.Collections.Generic.List<KnowledgeHop> Hops
        {
            get { return _hops; }
            set { _hops = value ?? new global::System.Collections.Generic.List<KnowledgeHop>(); }
        }

        private global::System.Collections.Generic.List<KnowledgeHop> _hops = new global::System.Collections.Generic.List<KnowledgeHop>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Knower"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (_memories.Count != 0) { to.Messages(3, "memories", _memories.Count, n => _memories[n]); }
            if (_hops.Count != 0) { to.Messages(4, "hops", _hops.Count, n => _hops[n]); }
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
                    Name = from.String();
                    return true;
                case 3:
                    from.Messages(_memories, () => new Memory());
                    return true;
                case 4:
                    from.Messages(_hops, () => new KnowledgeHop());
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
                case "name": return 2;
                case "memories": return 3;
                case "hops": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The characters who know.</summary>
    public sealed class WhoKnowsResponse : Message
    {
        /// <summary>Characters who know, in the order in which they learned it.</summary>
        public global::System.Collections.Generic.List<Knower> Knowers
        {
            get { return _knowers; }
            set { _knowers = value ?? new global::System.Collections.Generic.List<Knower>(); }
        }

        private global::System.Collections.Generic.List<Knower> _knowers = new global::System.Collections.Generic.List<Knower>();

        /// <summary>Token of the next page; empty when this is the last.</summary>
        public string NextPageToken
        {
            get { return _nextPageToken; }
            set { _nextPageToken = value ?? ""; }
        }

        private string _nextPageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.WhoKnowsResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_knowers.Count != 0) { to.Messages(1, "knowers", _knowers.Count, n => _knowers[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_knowers, () => new Knower());
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
                case "knowers": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Which memory to pin.</summary>
    public sealed class PinMemoryRequest : Message, IRepeatable
    {
        /// <summary>
        /// Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
        /// most 36 ASCII characters, kept for at least 24 hours.
        /// </summary>
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

        /// <summary>Memory.</summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <summary>Whether it is unpinned instead.</summary>
        public bool Unpin { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PinMemoryRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (MemoryId.Length != 0) { to.String(3, "memoryId", MemoryId); }
            if (Unpin) { to.Bool(4, "unpin", Unpin); }
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
                    Unpin = from.Bool();
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
                case "unpin": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The memory is pinned, or no longer.</summary>
    public sealed class PinMemoryResponse : Message
    {
        /// <summary>Position of the record.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PinMemoryResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Seq != 0) { to.Int32(1, "seq", Seq); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
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
                case "seq": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Whose memories to report on.</summary>
    public sealed class ReportMemoriesRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character; empty means all of the world.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Position to look from; absent means the head.</summary>
        public int? Seq { get; set; }

        /// <summary>How many at most: 0 means 50, more than 500 means 500.</summary>
        public int PageSize { get; set; }

        /// <summary><c>next_page_token</c> of the page before; empty for the first.</summary>
        public string PageToken
        {
            get { return _pageToken; }
            set { _pageToken = value ?? ""; }
        }

        private string _pageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ReportMemoriesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (Seq.HasValue) { to.Int32(3, "seq", Seq.Value); }
            if (PageSize != 0) { to.Int32(4, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(5, "pageToken", PageToken); }
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
                    CharacterId = from.String();
                    return true;
                case 3:
                    Seq = from.Int32();
                    return true;
                case 4:
                    PageSize = from.Int32();
                    return true;
                case 5:
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
                case "characterId": case "character_id": return 2;
                case "seq": return 3;
                case "pageSize": case "page_size": return 4;
                case "pageToken": case "page_token": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A memory with a problem.</summary>
    public sealed class FaultyMemory : Message
    {
        /// <summary>Memory.</summary>
        public Memory Memory
        {
            get { return _memory ?? (_memory = new Memory()); }
            set { _memory = value; _memoryIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasMemory
        {
            get { return _memory != null && (_memoryIsSet || !_memory.IsEmpty); }
        }

        private Memory _memory;
        private bool _memoryIsSet;

        /// <summary>Problem.</summary>
        public MemoryFault Fault { get; set; }

        /// <summary>Memory that it repeats, or that contradicts it; empty for leftovers.</summary>
        public string OfId
        {
            get { return _ofId; }
            set { _ofId = value ?? ""; }
        }

        private string _ofId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.FaultyMemory"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasMemory) { to.Message(1, "memory", _memory); }
            if ((int)Fault != 0) { to.Enum(2, "fault", MemoryFaultNames.Table, (int)Fault); }
            if (OfId.Length != 0) { to.String(3, "ofId", OfId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Memory = from.Message(Memory);
                    return true;
                case 2:
                    int _faultRead; if (from.Enum(MemoryFaultNames.Table, out _faultRead)) { Fault = (MemoryFault)_faultRead; }
                    return true;
                case 3:
                    OfId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memory": return 1;
                case "fault": return 2;
                case "ofId": case "of_id": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>How useful the memories of a character are.</summary>
    public sealed class MemoryReport : Message
    {
        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Its name.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Visible memories.</summary>
        public int Total { get; set; }

        /// <summary>Memories that say what another says.</summary>
        public int Duplicates { get; set; }

        /// <summary>Memories that repeat the character's own words or conclusions.</summary>
        public int Echoes { get; set; }

        /// <summary>Memories that are placeholder texts.</summary>
        public int Leftovers { get; set; }

        /// <summary>Memories that a newer one contradicts.</summary>
        public int Superseded { get; set; }

        /// <summary>Memories that are pinned.</summary>
        public int Pinned { get; set; }

        /// <summary>Memories that were never recalled in a turn.</summary>
        public int NeverRecalled { get; set; }

        /// <summary>Share that is junk, 0 to 1: duplicates, echoes and leftovers.</summary>
        public double Junk { get; set; }

        /// <summary>Examples, at most 20. None for a key that may not read memories.</summary>
        public global::System.Collections.Generic.List<FaultyMemory> Examples
        {
            get { return _examples; }
            set { _examples = value ?? new global::System.Collections.Generic.List<FaultyMemory>(); }
        }

        private global::System.Collections.Generic.List<FaultyMemory> _examples = new global::System.Collections.Generic.List<FaultyMemory>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.MemoryReport"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (Total != 0) { to.Int32(3, "total", Total); }
            if (Duplicates != 0) { to.Int32(4, "duplicates", Duplicates); }
            if (Echoes != 0) { to.Int32(5, "echoes", Echoes); }
            if (Leftovers != 0) { to.Int32(6, "leftovers", Leftovers); }
            if (Superseded != 0) { to.Int32(7, "superseded", Superseded); }
            if (Pinned != 0) { to.Int32(8, "pinned", Pinned); }
            if (NeverRecalled != 0) { to.Int32(9, "neverRecalled", NeverRecalled); }
            if (global::System.BitConverter.DoubleToInt64Bits(Junk) != 0L) { to.Double(10, "junk", Junk); }
            if (_examples.Count != 0) { to.Messages(11, "examples", _examples.Count, n => _examples[n]); }
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
                    Name = from.String();
                    return true;
                case 3:
                    Total = from.Int32();
                    return true;
                case 4:
                    Duplicates = from.Int32();
                    return true;
                case 5:
                    Echoes = from.Int32();
                    return true;
                case 6:
                    Leftovers = from.Int32();
                    return true;
                case 7:
                    Superseded = from.Int32();
                    return true;
                case 8:
                    Pinned = from.Int32();
                    return true;
                case 9:
                    NeverRecalled = from.Int32();
                    return true;
                case 10:
                    Junk = from.Double();
                    return true;
                case 11:
                    from.Messages(_examples, () => new FaultyMemory());
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
                case "name": return 2;
                case "total": return 3;
                case "duplicates": return 4;
                case "echoes": return 5;
                case "leftovers": return 6;
                case "superseded": return 7;
                case "pinned": return 8;
                case "neverRecalled": case "never_recalled": return 9;
                case "junk": return 10;
                case "examples": return 11;
                default: return 0;
            }
        }
    }

    /// <summary>The reports.</summary>
    public sealed class ReportMemoriesResponse : Message
    {
        /// <summary>Reports, by character id.</summary>
        public global::System.Collections.Generic.List<MemoryReport> Reports
        {
            get { return _reports; }
            set { _reports = value ?? new global::System.Collections.Generic.List<MemoryReport>(); }
        }

        private global::System.Collections.Generic.List<MemoryReport> _reports = new global::System.Collections.Generic.List<MemoryReport>();

        /// <summary>Token of the next page; empty when this is the last.</summary>
        public string NextPageToken
        {
            get { return _nextPageToken; }
            set { _nextPageToken = value ?? ""; }
        }

        private string _nextPageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ReportMemoriesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_reports.Count != 0) { to.Messages(1, "reports", _reports.Count, n => _reports[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_reports, () => new MemoryReport());
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
                case "reports": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A moment of play: a save, or a position of a timeline.</summary>
    public sealed class Moment : Message
    {
        private OfOneofCase _ofCase;
        private object _of;

        /// <summary>Which arm of <c>of</c> is set.</summary>
        public enum OfOneofCase
        {
            None = 0,
            SaveId = 1,
            TimelineId = 2,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public OfOneofCase OfCase
        {
            get { return _ofCase; }
        }

        /// <summary>Save.</summary>
        public string SaveId
        {
            get { return _ofCase == OfOneofCase.SaveId ? (string)_of : ""; }
            set { _of = value ?? ""; _ofCase = OfOneofCase.SaveId; }
        }

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _ofCase == OfOneofCase.TimelineId ? (string)_of : ""; }
            set { _of = value ?? ""; _ofCase = OfOneofCase.TimelineId; }
        }

        /// <summary>Position in the timeline; absent means its head. Not for saves, which have one.</summary>
        public int? Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Moment"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (OfCase == OfOneofCase.SaveId) { to.String(1, "saveId", SaveId); }
            if (OfCase == OfOneofCase.TimelineId) { to.String(2, "timelineId", TimelineId); }
            if (Seq.HasValue) { to.Int32(3, "seq", Seq.Value); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    SaveId = from.String();
                    return true;
                case 2:
                    TimelineId = from.String();
                    return true;
                case 3:
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
                case "saveId": case "save_id": return 1;
                case "timelineId": case "timeline_id": return 2;
                case "seq": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>Which two moments to compare.</summary>
    public sealed class DiffRequest : Message
    {
        /// <summary>One moment.</summary>
        public Moment A
        {
            get { return _a ?? (_a = new Moment()); }
            set { _a = value; _aIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasA
        {
            get { return _a != null && (_aIsSet || !_a.IsEmpty); }
        }

        private Moment _a;
        private bool _aIsSet;

        /// <summary>The other; of the same world.</summary>
        public Moment B
        {
            get { return _b ?? (_b = new Moment()); }
            set { _b = value; _bIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasB
        {
            get { return _b != null && (_bIsSet || !_b.IsEmpty); }
        }

        private Moment _b;
        private bool _bIsSet;

        /// <summary>Characters to compare, at most 500; empty means all.</summary>
        public global::System.Collections.Generic.List<string> CharacterIds
        {
            get { return _characterIds; }
            set { _characterIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _characterIds = new global::System.Collections.Generic.List<string>();

        /// <summary>
        /// How many memories to show of each character and side, 1 to 500; 0 means 50. The newest are
        /// shown; <c>MindSide.memory_count</c> counts all.
        /// </summary>
        public int MemoryLimit { get; set; }

        /// <summary>How many characters at most: 0 means 50, more than 500 means 500.</summary>
        public int PageSize { get; set; }

        /// <summary><c>next_page_token</c> of the page before; empty for the first.</summary>
        public string PageToken
        {
            get { return _pageToken; }
            set { _pageToken = value ?? ""; }
        }

        private string _pageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DiffRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasA) { to.Message(1, "a", _a); }
            if (HasB) { to.Message(2, "b", _b); }
            if (_characterIds.Count != 0) { to.Strings(3, "characterIds", _characterIds); }
            if (MemoryLimit != 0) { to.Int32(4, "memoryLimit", MemoryLimit); }
            if (PageSize != 0) { to.Int32(5, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(6, "pageToken", PageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    A = from.Message(A);
                    return true;
                case 2:
                    B = from.Message(B);
                    return true;
                case 3:
                    from.Strings(_characterIds);
                    return true;
                case 4:
                    MemoryLimit = from.Int32();
                    return true;
                case 5:
                    PageSize = from.Int32();
                    return true;
                case 6:
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
                case "a": return 1;
                case "b": return 2;
                case "characterIds": case "character_ids": return 3;
                case "memoryLimit": case "memory_limit": return 4;
                case "pageSize": case "page_size": return 5;
                case "pageToken": case "page_token": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>
    /// What one of two moments has of a character and the other has not. Memories are only on one side.
    /// State that differs is on both sides, each as of its moment; what is absent does not differ, or is
    /// not known on that side.
    /// </summary>
    public sealed class MindSide : Message
    {
        /// <summary>Memories that only this moment has, newest first.</summary>
        public global::System.Collections.Generic.List<Memory> Memories
        {
            get { return _memories; }
            set { _memories = value ?? new global::System.Collections.Generic.List<Memory>(); }
        }

        private global::System.Collections.Generic.List<Memory> _memories = new global::System.Collections.Generic.List<Memory>();

        /// <summary>How many there are.</summary>
        public int MemoryCount { get; set; }

        /// <summary>Beliefs that differ.</summary>
        public global::System.Collections.Generic.List<Belief> Beliefs
        {
            get { return _beliefs; }
            set { _beliefs = value ?? new global::System.Collections.Generic.List<Belief>(); }
        }

        private global::System.Collections.Generic.List<Belief> _beliefs = new global::System.Collections.Generic.List<Belief>();

        /// <summary>Relations that differ.</summary>
        public global::System.Collections.Generic.List<Standing> Relations
        {
            get { return _relations; }
            set { _relations = value ?? new global::System.Collections.Generic.List<Standing>(); }
        }

        private global::System.Collections.Generic.List<Standing> _relations = new global::System.Collections.Generic.List<Standing>();

        /// <summary>Mood, where it differs.</summary>
        public Mood Mood
        {
            get { return _mood ?? (_mood = new Mood()); }
            set { _mood = value; _moodIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasMood
        {
            get { return _mood != null && (_moodIsSet || !_mood.IsEmpty); }
        }

        private Mood _mood;
        private bool _moodIsSet;

        /// <summary>Plan for the day, where it differs.</summary>
        public DayPlan DayPlan
        {
            get { return _dayPlan ?? (_dayPlan = new DayPlan()); }
            set { _dayPlan = value; _dayPlanIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasDayPlan
        {
            get { return _dayPlan != null && (_dayPlanIsSet || !_dayPlan.IsEmpty); }
        }

        private DayPlan _dayPlan;
        private bool _dayPlanIsSet;

        /// <summary>Act, where it differs.</summary>
        public Act Act
        {
            get { return _act ?? (_act = new Act()); }
            set { _act = value; _actIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasAct
        {
            get { return _act != null && (_actIsSet || !_act.IsEmpty); }
        }

        private Act _act;
        private bool _actIsSet;

        /// <summary>Place, where it differs.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Promises that differ.</summary>
        public global::System.Collections.Generic.List<Commitment> Commitments
        {
            get { return _commitments; }
            set { _commitments = value ?? new global::System.Collections.Generic.List<Commitment>(); }
        }

        private global::System.Collections.Generic.List<Commitment> _commitments = new global::System.Collections.Generic.List<Commitment>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.MindSide"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_memories.Count != 0) { to.Messages(1, "memories", _memories.Count, n => _memories[n]); }
            if (MemoryCount != 0) { to.Int32(2, "memoryCount", MemoryCount); }
            if (_beliefs.Count != 0) { to.Messages(3, "beliefs", _beliefs.Count, n => _beliefs[n]); }
            if (_relations.Count != 0) { to.Messages(4, "relations", _relations.Count, n => _relations[n]); }
            if (HasMood) { to.Message(5, "mood", _mood); }
            if (HasDayPlan) { to.Message(6, "dayPlan", _dayPlan); }
            if (HasAct) { to.Message(7, "act", _act); }
            if (PlaceId.Length != 0) { to.String(8, "placeId", PlaceId); }
            if (_commitments.Count != 0) { to.Messages(9, "commitments", _commitments.Count, n => _commitments[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_memories, () => new Memory());
                    return true;
                case 2:
                    MemoryCount = from.Int32();
                    return true;
                case 3:
                    from.Messages(_beliefs, () => new Belief());
                    return true;
                case 4:
                    from.Messages(_relations, () => new Standing());
                    return true;
                case 5:
                    Mood = from.Message(Mood);
                    return true;
                case 6:
                    DayPlan = from.Message(DayPlan);
                    return true;
                case 7:
                    Act = from.Message(Act);
                    return true;
                case 8:
                    PlaceId = from.String();
                    return true;
                case 9:
                    from.Messages(_commitments, () => new Commitment());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memories": return 1;
                case "memoryCount": case "memory_count": return 2;
                case "beliefs": return 3;
                case "relations": return 4;
                case "mood": return 5;
                case "dayPlan": case "day_plan": return 6;
                case "act": return 7;
                case "placeId": case "place_id": return 8;
                case "commitments": return 9;
                default: return 0;
            }
        }
    }

    /// <summary>How a character differs between two moments.</summary>
    public sealed class MindDiff : Message
    {
        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Its name.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>At the first moment.</summary>
        public MindSide A
        {
            get { return _a ?? (_a = new MindSide()); }
            set { _a = value; _aIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasA
        {
            get { return _a != null && (_aIsSet || !_a.IsEmpty); }
        }

        private MindSide _a;
        private bool _aIsSet;

        /// <summary>At the second moment.</summary>
        public MindSide B
        {
            get { return _b ?? (_b = new MindSide()); }
            set { _b = value; _bIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasB
        {
            get { return _b != null && (_bIsSet || !_b.IsEmpty); }
        }

        private MindSide _b;
        private bool _bIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.MindDiff"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (HasA) { to.Message(3, "a", _a); }
            if (HasB) { to.Message(4, "b", _b); }
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
                    Name = from.String();
                    return true;
                case 3:
                    A = from.Message(A);
                    return true;
                case 4:
                    B = from.Message(B);
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
                case "name": return 2;
                case "a": return 3;
                case "b": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>What differs.</summary>
    public sealed class DiffResponse : Message
    {
        /// <summary>Timeline of the last record that both see; empty when they share none.</summary>
        public string CommonTimelineId
        {
            get { return _commonTimelineId; }
            set { _commonTimelineId = value ?? ""; }
        }

        private string _commonTimelineId = "";

        /// <summary>Its position.</summary>
        public int CommonSeq { get; set; }

        /// <summary>Game time of the first moment.</summary>
        public global::System.DateTime? WorldTimeA
        {
            get { return _worldTimeA; }
            set { _worldTimeA = value; _worldTimeARest = 0; }
        }

        private global::System.DateTime? _worldTimeA;
        private int _worldTimeARest; // nanoseconds that are too fine for it

        /// <summary>Game time of the second.</summary>
        public global::System.DateTime? WorldTimeB
        {
            get { return _worldTimeB; }
            set { _worldTimeB = value; _worldTimeBRest = 0; }
        }

        private global::System.DateTime? _worldTimeB;
        private int _worldTimeBRest; // nanoseconds that are too fine for it

        /// <summary>Characters that differ, by id.</summary>
        public global::System.Collections.Generic.List<MindDiff> Minds
        {
            get { return _minds; }
            set { _minds = value ?? new global::System.Collections.Generic.List<MindDiff>(); }
        }

        private global::System.Collections.Generic.List<MindDiff> _minds = new global::System.Collections.Generic.List<MindDiff>();

        /// <summary>Things that differ, at the first moment.</summary>
        public global::System.Collections.Generic.List<ObjectState> ObjectsA
        {
            get { return _objectsA; }
            set { _objectsA = value ?? new global::System.Collections.Generic.List<ObjectState>(); }
        }

        private global::System.Collections.Generic.List<ObjectState> _objectsA = new global::System.Collections.Generic.List<ObjectState>();

        /// <summary>The same things, at the second moment.</summary>
        public global::System.Collections.Generic.List<ObjectState> ObjectsB
        {
            get { return _objectsB; }
            set { _objectsB = value ?? new global::System.Collections.Generic.List<ObjectState>(); }
        }

        private global::System.Collections.Generic.List<ObjectState> _objectsB = new global::System.Collections.Generic.List<ObjectState>();

        /// <summary>Story flags that only the first moment has set.</summary>
        public global::System.Collections.Generic.List<string> FlagsA
        {
            get { return _flagsA; }
            set { _flagsA = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _flagsA = new global::System.Collections.Generic.List<string>();

        /// <summary>Story flags that only the second moment has set.</summary>
        public global::System.Collections.Generic.List<string> FlagsB
        {
            get { return _flagsB; }
            set { _flagsB = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _flagsB = new global::System.Collections.Generic.List<string>();

        /// <summary>Token of the next page; empty when this is the last.</summary>
        public string NextPageToken
        {
            get { return _nextPageToken; }
            set { _nextPageToken = value ?? ""; }
        }

        private string _nextPageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DiffResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CommonTimelineId.Length != 0) { to.String(1, "commonTimelineId", CommonTimelineId); }
            if (CommonSeq != 0) { to.Int32(2, "commonSeq", CommonSeq); }
            if (WorldTimeA.HasValue) { to.Timestamp(3, "worldTimeA", WorldTimeA.Value, _worldTimeARest); }
            if (WorldTimeB.HasValue) { to.Timestamp(4, "worldTimeB", WorldTimeB.Value, _worldTimeBRest); }
            if (_minds.Count != 0) { to.Messages(5, "minds", _minds.Count, n => _minds[n]); }
            if (_objectsA.Count != 0) { to.Messages(6, "objectsA", _objectsA.Count, n => _objectsA[n]); }
            if (_objectsB.Count != 0) { to.Messages(7, "objectsB", _objectsB.Count, n => _objectsB[n]); }
            if (_flagsA.Count != 0) { to.Strings(8, "flagsA", _flagsA); }
            if (_flagsB.Count != 0) { to.Strings(9, "flagsB", _flagsB); }
            if (NextPageToken.Length != 0) { to.String(10, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CommonTimelineId = from.String();
                    return true;
                case 2:
                    CommonSeq = from.Int32();
                    return true;
                case 3:
                    _worldTimeA = from.Timestamp(out _worldTimeARest);
                    return true;
                case 4:
                    _worldTimeB = from.Timestamp(out _worldTimeBRest);
                    return true;
                case 5:
                    from.Messages(_minds, () => new MindDiff());
                    return true;
                case 6:
                    from.Messages(_objectsA, () => new ObjectState());
                    return true;
                case 7:
                    from.Messages(_objectsB, () => new ObjectState());
                    return true;
                case 8:
                    from.Strings(_flagsA);
                    return true;
                case 9:
                    from.Strings(_flagsB);
                    return true;
                case 10:
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
                case "commonTimelineId": case "common_timeline_id": return 1;
                case "commonSeq": case "common_seq": return 2;
                case "worldTimeA": case "world_time_a": return 3;
                case "worldTimeB": case "world_time_b": return 4;
                case "minds": return 5;
                case "objectsA": case "objects_a": return 6;
                case "objectsB": case "objects_b": return 7;
                case "flagsA": case "flags_a": return 8;
                case "flagsB": case "flags_b": return 9;
                case "nextPageToken": case "next_page_token": return 10;
                default: return 0;
            }
        }
    }
}
