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
        public int ForkSeq { get; set; }

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

        /// <summary>Language of its players where their words do not say another; empty for that of the world.</summary>
        public string Language
        {
            get { return _language; }
            set { _language = value ?? ""; }
        }

        private string _language = "";

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
            if (ForkSeq != 0) { to.Int32(4, "forkSeq", ForkSeq); }
            if (HeadSeq != 0) { to.Int32(5, "headSeq", HeadSeq); }
            if (WorldTime.HasValue) { to.Timestamp(6, "worldTime", WorldTime.Value, _worldTimeRest); }
            if (Label.Length != 0) { to.String(7, "label", Label); }
            if (CreateTime.HasValue) { to.Timestamp(8, "createTime", CreateTime.Value, _createTimeRest); }
            if (LateResults != 0) { to.Int32(9, "lateResults", LateResults); }
            if (HasLateness) { to.Message(10, "lateness", _lateness); }
            if (Language.Length != 0) { to.String(11, "language", Language); }
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
                    ForkSeq = from.Int32();
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
                    Lateness = from.Message(Lateness);
                    return true;
                case 11:
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
                case "timelineId": case "timeline_id": return 1;
                case "worldId": case "world_id": return 2;
                case "parentId": case "parent_id": return 3;
                case "forkSeq": case "fork_seq": return 4;
                case "headSeq": case "head_seq": return 5;
                case "worldTime": case "world_time": return 6;
                case "label": return 7;
                case "createTime": case "create_time": return 8;
                case "lateResults": case "late_results": return 9;
                case "lateness": return 10;
                case "language": return 11;
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

        /// <summary>
        /// Language of its players where their words do not say another: a BCP 47 tag such as <c>en</c> or
        /// <c>pt-BR</c>. Empty: that of the world. Timelines that are loaded from its saves keep it.
        /// </summary>
        public string Language
        {
            get { return _language; }
            set { _language = value ?? ""; }
        }

        private string _language = "";

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
            if (Language.Length != 0) { to.String(4, "language", Language); }
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
                case 4:
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
                case "requestId": case "request_id": return 1;
                case "worldId": case "world_id": return 2;
                case "label": return 3;
                case "language": return 4;
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
                    Timeline = from.Message(Timeline);
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
                    Timeline = from.Message(Timeline);
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

        /// <summary>
        /// Whether the save takes the place of those of the same name in this playthrough: in the timeline,
        /// and in all that came from the same <c>StartTimeline</c> by loads. They are deleted as <c>DeleteSave</c>
        /// does; needs a <c>name</c>.
        /// </summary>
        public bool Overwrite { get; set; }

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
            if (Overwrite) { to.Bool(5, "overwrite", Overwrite); }
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
                case 5:
                    Overwrite = from.Bool();
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
                case "overwrite": return 5;
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
                    Save = from.Message(Save);
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
        /// <c>TURN_OUTCOME_LEFT</c>, its watchers get <c>TimelineLeft</c> and end, and results of
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
                    Timeline = from.Message(Timeline);
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

    /// <summary>Whether a character takes part in a timeline from now on.</summary>
    public sealed class SetAvailabilityRequest : Message, IRepeatable
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

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>New state. The one that it has already changes nothing.</summary>
        public Availability Availability { get; set; }

        /// <summary>
        /// What those perceive who are awake at its place, in the third person, such as <c>Mira falls from
        /// the roof and is dead.</c>; at most 4,000 characters. Empty: a sentence of the server's.
        /// </summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Whether nobody perceives it. Others learn of it as of anything else: by <c>Observe</c>, or in talk.</summary>
        public bool IsUnnoticed { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SetAvailabilityRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if ((int)Availability != 0) { to.Enum(4, "availability", AvailabilityNames.Table, (int)Availability); }
            if (Text.Length != 0) { to.String(5, "text", Text); }
            if (IsUnnoticed) { to.Bool(6, "isUnnoticed", IsUnnoticed); }
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
                    int _availabilityRead; if (from.Enum(AvailabilityNames.Table, out _availabilityRead)) { Availability = (Availability)_availabilityRead; }
                    return true;
                case 5:
                    Text = from.String();
                    return true;
                case 6:
                    IsUnnoticed = from.Bool();
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
                case "availability": return 4;
                case "text": return 5;
                case "isUnnoticed": case "is_unnoticed": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>The state is stored.</summary>
    public sealed class SetAvailabilityResponse : Message
    {
        /// <summary>Position of the last record that was stored; that of the head where nothing changed.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SetAvailabilityResponse"; }
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

    /// <summary>Whose things to list.</summary>
    public sealed class ListObjectStatesRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

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

        /// <summary>Whether to list only things whose state was ever set; all others are idle.</summary>
        public bool OnlyTouched { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ListObjectStatesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (Seq.HasValue) { to.Int32(2, "seq", Seq.Value); }
            if (PageSize != 0) { to.Int32(3, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(4, "pageToken", PageToken); }
            if (OnlyTouched) { to.Bool(5, "onlyTouched", OnlyTouched); }
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
                    PageSize = from.Int32();
                    return true;
                case 4:
                    PageToken = from.String();
                    return true;
                case 5:
                    OnlyTouched = from.Bool();
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
                case "pageSize": case "page_size": return 3;
                case "pageToken": case "page_token": return 4;
                case "onlyTouched": case "only_touched": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A page of states.</summary>
    public sealed class ListObjectStatesResponse : Message
    {
        /// <summary>States.</summary>
        public global::System.Collections.Generic.List<ObjectState> ObjectStates
        {
            get { return _objectStates; }
            set { _objectStates = value ?? new global::System.Collections.Generic.List<ObjectState>(); }
        }

        private global::System.Collections.Generic.List<ObjectState> _objectStates = new global::System.Collections.Generic.List<ObjectState>();

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
            get { return "npcserver.v1.ListObjectStatesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_objectStates.Count != 0) { to.Messages(1, "objectStates", _objectStates.Count, n => _objectStates[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_objectStates, () => new ObjectState());
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
                case "objectStates": case "object_states": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }
}
