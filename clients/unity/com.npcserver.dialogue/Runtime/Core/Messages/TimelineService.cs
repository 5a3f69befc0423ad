// Generated from proto/npcserver/v1/timeline_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>One line of play in a world.</summary>
    public sealed class Timeline : Message
    {
        /// <summary>Id.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>World it is played in.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Timeline it was forked from; empty for a world's genesis.</summary>
        public string ParentId
        {
            get { return _parentId; }
            set { _parentId = value ?? ""; }
        }

        private string _parentId = "";

        /// <summary>Last position of the parent that it sees.</summary>
        public int ForkedAt { get; set; }

        /// <summary>Position of its newest record.</summary>
        public int HeadSeq { get; set; }

        /// <summary>Game time at its head. Game time has no zone and is written as UTC.</summary>
        public global::System.DateTime? WorldTime
        {
            get { return _worldTime; }
            set { _worldTime = value; _worldTimeRest = 0; }
        }

        private global::System.DateTime? _worldTime;
        private int _worldTimeRest; // nanoseconds that are too fine for it

        /// <summary>Label for people.</summary>
        public string Label
        {
            get { return _label; }
            set { _label = value ?? ""; }
        }

        private string _label = "";

        /// <summary>Real time when it was started.</summary>
        public global::System.DateTime? CreateTime
        {
            get { return _createTime; }
            set { _createTime = value; _createTimeRest = 0; }
        }

        private global::System.DateTime? _createTime;
        private int _createTimeRest; // nanoseconds that are too fine for it

        /// <summary>
        /// How many thoughts were still running when the game left it by loading a save. Their results
        /// were refused.
        /// </summary>
        public int LateResults { get; set; }

        /// <summary>How far thoughts are behind; only in the answer of <c>GetTimeline</c>.</summary>
        public Lateness Lateness
        {
            get { return _lateness ?? (_lateness = new Lateness()); }
            set { _lateness = value; _latenessIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasLateness
        {
            get { return _lateness != null && (_latenessIsSet || !_lateness.IsEmpty); }
        }

        private Lateness _lateness;
        private bool _latenessIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Timeline"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (ParentId.Length != 0) { to.String(3, "parentId", ParentId); }
            if (ForkedAt != 0) { to.Int32(4, "forkedAt", ForkedAt); }
            if (HeadSeq != 0) { to.Int32(5, "headSeq", HeadSeq); }
            if (WorldTime.HasValue) { to.Timestamp(6, "worldTime", WorldTime.Value, _worldTimeRest); }
            if (Label.Length != 0) { to.String(7, "label", Label); }
            if (CreateTime.HasValue) { to.Timestamp(8, "createTime", CreateTime.Value, _createTimeRest); }
            if (LateResults != 0) { to.Int32(9, "lateResults", LateResults); }
            if (HasLateness) { to.Message(10, "lateness", _lateness); }
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
                    WorldId = from.String();
                    return true;
                case 3:
                    ParentId = from.String();
                    return true;
                case 4:
                    ForkedAt = from.Int32();
                    return true;
                case 5:
                    HeadSeq = from.Int32();
                    return true;
                case 6:
                    _worldTime = from.Timestamp(out _worldTimeRest);
                    return true;
                case 7:
                    Label = from.String();
                    return true;
                case 8:
                    _createTime = from.Timestamp(out _createTimeRest);
                    return true;
                case 9:
                    LateResults = from.Int32();
                    return true;
                case 10:
                    Lateness = from.Message(new Lateness());
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
                case "worldId": case "world_id": return 2;
                case "parentId": case "parent_id": return 3;
                case "forkedAt": case "forked_at": return 4;
                case "headSeq": case "head_seq": return 5;
                case "worldTime": case "world_time": return 6;
                case "label": return 7;
                case "createTime": case "create_time": return 8;
                case "lateResults": case "late_results": return 9;
                case "lateness": return 10;
                default: return 0;
            }
        }
    }

    /// <summary>A named moment of a timeline.</summary>
    public sealed class SaveSlot : Message
    {
        /// <summary>Id; keep it in the game's own save file.</summary>
        public string SaveId
        {
            get { return _saveId; }
            set { _saveId = value ?? ""; }
        }

        private string _saveId = "";

        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Timeline of its position.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Position.</summary>
        public int Seq { get; set; }

        /// <summary>Name for people.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Game time at that moment.</summary>
        public global::System.DateTime? WorldTime
        {
            get { return _worldTime; }
            set { _worldTime = value; _worldTimeRest = 0; }
        }

        private global::System.DateTime? _worldTime;
        private int _worldTimeRest; // nanoseconds that are too fine for it

        /// <summary>Real time when it was made.</summary>
        public global::System.DateTime? CreateTime
        {
            get { return _createTime; }
            set { _createTime = value; _createTimeRest = 0; }
        }

        private global::System.DateTime? _createTime;
        private int _createTimeRest; // nanoseconds that are too fine for it

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SaveSlot"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (SaveId.Length != 0) { to.String(1, "saveId", SaveId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (TimelineId.Length != 0) { to.String(3, "timelineId", TimelineId); }
            if (Seq != 0) { to.Int32(4, "seq", Seq); }
            if (Name.Length != 0) { to.String(5, "name", Name); }
            if (WorldTime.HasValue) { to.Timestamp(6, "worldTime", WorldTime.Value, _worldTimeRest); }
            if (CreateTime.HasValue) { to.Timestamp(7, "createTime", CreateTime.Value, _createTimeRest); }
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
                    WorldId = from.String();
                    return true;
                case 3:
                    TimelineId = from.String();
                    return true;
                case 4:
                    Seq = from.Int32();
                    return true;
                case 5:
                    Name = from.String();
                    return true;
                case 6:
                    _worldTime = from.Timestamp(out _worldTimeRest);
                    return true;
                case 7:
                    _createTime = from.Timestamp(out _createTimeRest);
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
                case "worldId": case "world_id": return 2;
                case "timelineId": case "timeline_id": return 3;
                case "seq": return 4;
                case "name": return 5;
                case "worldTime": case "world_time": return 6;
                case "createTime": case "create_time": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>Which world to play in.</summary>
    public sealed class StartTimelineRequest : Message, IRepeatable
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

        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Label for people; at most 80 characters.</summary>
        public string Label
        {
            get { return _label; }
            set { _label = value ?? ""; }
        }

        private string _label = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.StartTimelineRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (Label.Length != 0) { to.String(3, "label", Label); }
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
                    WorldId = from.String();
                    return true;
                case 3:
                    Label = from.String();
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
                case "worldId": case "world_id": return 2;
                case "label": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The new timeline.</summary>
    public sealed class StartTimelineResponse : Message
    {
        /// <summary>Timeline, ready to be played.</summary>
        public Timeline Timeline
        {
            get { return _timeline ?? (_timeline = new Timeline()); }
            set { _timeline = value; _timelineIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasTimeline
        {
            get { return _timeline != null && (_timelineIsSet || !_timeline.IsEmpty); }
        }

        private Timeline _timeline;
        private bool _timelineIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.StartTimelineResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasTimeline) { to.Message(1, "timeline", _timeline); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Timeline = from.Message(new Timeline());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "timeline": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which timeline.</summary>
    public sealed class GetTimelineRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.GetTimelineRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    TimelineId = from.String();
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
                default: return 0;
            }
        }
    }

    /// <summary>The timeline.</summary>
    public sealed class GetTimelineResponse : Message
    {
        /// <summary>Timeline as it is now.</summary>
        public Timeline Timeline
        {
            get { return _timeline ?? (_timeline = new Timeline()); }
            set { _timeline = value; _timelineIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasTimeline
        {
            get { return _timeline != null && (_timelineIsSet || !_timeline.IsEmpty); }
        }

        private Timeline _timeline;
        private bool _timelineIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.GetTimelineResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasTimeline) { to.Message(1, "timeline", _timeline); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Timeline = from.Message(new Timeline());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "timeline": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which moment to save.</summary>
    public sealed class SaveRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>StartTimelineRequest.request_id</c>.</summary>
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

        /// <summary>Name for people; at most 80 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>
        /// Position to save; absent means the head. What was stored together, such as a turn, is saved as
        /// a whole: a position inside it is moved to its end.
        /// </summary>
        public int? Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SaveRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (Name.Length != 0) { to.String(3, "name", Name); }
            if (Seq.HasValue) { to.Int32(4, "seq", Seq.Value); }
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
                    Name = from.String();
                    return true;
                case 4:
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
                case "requestId": case "request_id": return 1;
                case "timelineId": case "timeline_id": return 2;
                case "name": return 3;
                case "seq": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The save.</summary>
    public sealed class SaveResponse : Message
    {
        /// <summary>Save.</summary>
        public SaveSlot Save
        {
            get { return _save ?? (_save = new SaveSlot()); }
            set { _save = value; _saveIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasSave
        {
            get { return _save != null && (_saveIsSet || !_save.IsEmpty); }
        }

        private SaveSlot _save;
        private bool _saveIsSet;

        /// <summary>
        /// Whether the save is after the position that was asked for, at the end of what was stored
        /// together with it; <c>save.seq</c> is the position.
        /// </summary>
        public bool Moved { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SaveResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasSave) { to.Message(1, "save", _save); }
            if (Moved) { to.Bool(2, "moved", Moved); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Save = from.Message(new SaveSlot());
                    return true;
                case 2:
                    Moved = from.Bool();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "save": return 1;
                case "moved": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Which save to play on from.</summary>
    public sealed class LoadRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>StartTimelineRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Save.</summary>
        public string SaveId
        {
            get { return _saveId; }
            set { _saveId = value ?? ""; }
        }

        private string _saveId = "";

        /// <summary>Label of the new timeline; at most 80 characters.</summary>
        public string Label
        {
            get { return _label; }
            set { _label = value ?? ""; }
        }

        private string _label = "";

        /// <summary>
        /// Timeline that the game leaves by loading, if it does: turns that are spoken there end with
        /// <c>TURN_OUTCOME_LEFT</c>, its watchers get <c>TimelineLeft</c>, sessions on it end, and results of
        /// thoughts still running there are refused. It can be played on nevertheless. Empty: both
        /// timelines are played.
        /// </summary>
        public string LeavingTimelineId
        {
            get { return _leavingTimelineId; }
            set { _leavingTimelineId = value ?? ""; }
        }

        private string _leavingTimelineId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.LoadRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (SaveId.Length != 0) { to.String(2, "saveId", SaveId); }
            if (Label.Length != 0) { to.String(3, "label", Label); }
            if (LeavingTimelineId.Length != 0) { to.String(4, "leavingTimelineId", LeavingTimelineId); }
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
                    SaveId = from.String();
                    return true;
                case 3:
                    Label = from.String();
                    return true;
                case 4:
                    LeavingTimelineId = from.String();
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
                case "saveId": case "save_id": return 2;
                case "label": return 3;
                case "leavingTimelineId": case "leaving_timeline_id": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The new timeline.</summary>
    public sealed class LoadResponse : Message
    {
        /// <summary>Timeline that continues from the save.</summary>
        public Timeline Timeline
        {
            get { return _timeline ?? (_timeline = new Timeline()); }
            set { _timeline = value; _timelineIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasTimeline
        {
            get { return _timeline != null && (_timelineIsSet || !_timeline.IsEmpty); }
        }

        private Timeline _timeline;
        private bool _timelineIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.LoadResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasTimeline) { to.Message(1, "timeline", _timeline); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Timeline = from.Message(new Timeline());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "timeline": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Whose saves to list.</summary>
    public sealed class ListSavesRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

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
            get { return "npcserver.v1.ListSavesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (PageSize != 0) { to.Int32(2, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(3, "pageToken", PageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    WorldId = from.String();
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
                case "worldId": case "world_id": return 1;
                case "pageSize": case "page_size": return 2;
                case "pageToken": case "page_token": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A page of saves.</summary>
    public sealed class ListSavesResponse : Message
    {
        /// <summary>Saves.</summary>
        public global::System.Collections.Generic.List<SaveSlot> Saves
        {
            get { return _saves; }
            set { _saves = value ?? new global::System.Collections.Generic.List<SaveSlot>(); }
        }

        private global::System.Collections.Generic.List<SaveSlot> _saves = new global::System.Collections.Generic.List<SaveSlot>();

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
            get { return "npcserver.v1.ListSavesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_saves.Count != 0) { to.Messages(1, "saves", _saves.Count, n => _saves[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_saves, () => new SaveSlot());
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
                case "saves": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Whose timelines to list.</summary>
    public sealed class ListTimelinesRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

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
            get { return "npcserver.v1.ListTimelinesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (PageSize != 0) { to.Int32(2, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(3, "pageToken", PageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    WorldId = from.String();
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
                case "worldId": case "world_id": return 1;
                case "pageSize": case "page_size": return 2;
                case "pageToken": case "page_token": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A page of timelines.</summary>
    public sealed class ListTimelinesResponse : Message
    {
        /// <summary>Timelines.</summary>
        public global::System.Collections.Generic.List<Timeline> Timelines
        {
            get { return _timelines; }
            set { _timelines = value ?? new global::System.Collections.Generic.List<Timeline>(); }
        }

        private global::System.Collections.Generic.List<Timeline> _timelines = new global::System.Collections.Generic.List<Timeline>();

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
            get { return "npcserver.v1.ListTimelinesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_timelines.Count != 0) { to.Messages(1, "timelines", _timelines.Count, n => _timelines[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_timelines, () => new Timeline());
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
                case "timelines": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A moment of play: a save, or a position of a timeline.</summary>
    public sealed class Moment : Message
    {
        /// <summary>Save; empty to name a timeline.</summary>
        public string SaveId
        {
            get { return _saveId; }
            set { _saveId = value ?? ""; }
        }

        private string _saveId = "";

        /// <summary>Timeline; empty to name a save.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Position in the timeline; absent means its head.</summary>
        public int? Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Moment"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (SaveId.Length != 0) { to.String(1, "saveId", SaveId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
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

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.DiffRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasA) { to.Message(1, "a", _a); }
            if (HasB) { to.Message(2, "b", _b); }
            if (_characterIds.Count != 0) { to.Strings(3, "characterIds", _characterIds); }
            if (MemoryLimit != 0) { to.Int32(4, "memoryLimit", MemoryLimit); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    A = from.Message(new Moment());
                    return true;
                case 2:
                    B = from.Message(new Moment());
                    return true;
                case 3:
                    from.Strings(_characterIds);
                    return true;
                case 4:
                    MemoryLimit = from.Int32();
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
            get { return "npcserver.v1.MindSide"; }
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
                    Mood = from.Message(new Mood());
                    return true;
                case 6:
                    DayPlan = from.Message(new DayPlan());
                    return true;
                case 7:
                    Act = from.Message(new Act());
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
            get { return "npcserver.v1.MindDiff"; }
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
                    A = from.Message(new MindSide());
                    return true;
                case 4:
                    B = from.Message(new MindSide());
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

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.DiffResponse"; }
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
                default: return 0;
            }
        }
    }

    /// <summary>Which save to delete.</summary>
    public sealed class DeleteSaveRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>StartTimelineRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Save.</summary>
        public string SaveId
        {
            get { return _saveId; }
            set { _saveId = value ?? ""; }
        }

        private string _saveId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.DeleteSaveRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (SaveId.Length != 0) { to.String(2, "saveId", SaveId); }
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
                    SaveId = from.String();
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
                case "saveId": case "save_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The save is gone.</summary>
    public sealed class DeleteSaveResponse : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.DeleteSaveResponse"; }
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

    /// <summary>Which timeline to delete.</summary>
    public sealed class DeleteTimelineRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>StartTimelineRequest.request_id</c>.</summary>
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

        /// <summary>Whether saves made on it go as well.</summary>
        public bool DeleteSaves { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.DeleteTimelineRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (DeleteSaves) { to.Bool(3, "deleteSaves", DeleteSaves); }
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
                    DeleteSaves = from.Bool();
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
                case "deleteSaves": case "delete_saves": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The timeline is gone.</summary>
    public sealed class DeleteTimelineResponse : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.DeleteTimelineResponse"; }
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
}
