// Generated from proto/npcserver/admin/v1/scene_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>The stage of a scene. More may be added.</summary>
    public enum SceneStage
    {
        /// <summary>Not set; nothing has begun.</summary>
        Unspecified = 0,

        /// <summary>Principals each talk with one member; the others do not learn of it.</summary>
        PrivateChat = 1,

        /// <summary>Principals each talk with one member; the others learn who met whom, and no more.</summary>
        ConfidentialMeeting = 2,

        /// <summary>All speak before all; the words are heard when the chat round is over.</summary>
        GroupChat = 3,

        /// <summary>All revise their views, each for itself.</summary>
        Update = 4,

        /// <summary>All say their last words and vote.</summary>
        Settlement = 5,
    }

    /// <summary>Names of <see cref="SceneStage"/> on the wire.</summary>
    public static class SceneStageNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "SCENE_STAGE_UNSPECIFIED")
            .Add(1, "SCENE_STAGE_PRIVATE_CHAT")
            .Add(2, "SCENE_STAGE_CONFIDENTIAL_MEETING")
            .Add(3, "SCENE_STAGE_GROUP_CHAT")
            .Add(4, "SCENE_STAGE_UPDATE")
            .Add(5, "SCENE_STAGE_SETTLEMENT");
    }

    /// <summary>What a scene waits for from a person in a seat. More may be added.</summary>
    public enum SeatTask
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>To choose whom to talk with.</summary>
        Choose = 1,

        /// <summary>To say a line; an empty one passes.</summary>
        Speak = 2,

        /// <summary>To vote.</summary>
        Vote = 3,
    }

    /// <summary>Names of <see cref="SeatTask"/> on the wire.</summary>
    public static class SeatTaskNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "SEAT_TASK_UNSPECIFIED")
            .Add(1, "SEAT_TASK_CHOOSE")
            .Add(2, "SEAT_TASK_SPEAK")
            .Add(3, "SEAT_TASK_VOTE");
    }

    /// <summary>The four ways of voting.</summary>
    public enum VoteRule
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>By what the voter knows; for any candidate.</summary>
        Own = 1,

        /// <summary>By what the voter knows; for any candidate but oneself.</summary>
        OwnNotSelf = 2,

        /// <summary>By what all know together; for any candidate.</summary>
        All = 3,

        /// <summary>By what all know together; for any candidate but oneself.</summary>
        AllNotSelf = 4,
    }

    /// <summary>Names of <see cref="VoteRule"/> on the wire.</summary>
    public static class VoteRuleNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "VOTE_RULE_UNSPECIFIED")
            .Add(1, "VOTE_RULE_OWN")
            .Add(2, "VOTE_RULE_OWN_NOT_SELF")
            .Add(3, "VOTE_RULE_ALL")
            .Add(4, "VOTE_RULE_ALL_NOT_SELF");
    }

    /// <summary>How far to run. More may be added.</summary>
    public enum ScenePoint
    {
        /// <summary>As <c>END</c>.</summary>
        Unspecified = 0,

        /// <summary>To the end of the current stage, or of the next.</summary>
        Stage = 1,

        /// <summary>To the end of the round.</summary>
        Round = 2,

        /// <summary>To the settlement and the end.</summary>
        End = 3,
    }

    /// <summary>Names of <see cref="ScenePoint"/> on the wire.</summary>
    public static class ScenePointNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "SCENE_POINT_UNSPECIFIED")
            .Add(1, "SCENE_POINT_STAGE")
            .Add(2, "SCENE_POINT_ROUND")
            .Add(3, "SCENE_POINT_END");
    }

    /// <summary>One member's relation to another, as a fact or as a member believes it.</summary>
    public sealed class SceneRelation : Message
    {
        /// <summary>Member who has the feeling.</summary>
        public string OfId
        {
            get { return _ofId; }
            set { _ofId = value ?? ""; }
        }

        private string _ofId = "";

        /// <summary>Member whom it is about.</summary>
        public string ToId
        {
            get { return _toId; }
            set { _toId = value ?? ""; }
        }

        private string _toId = "";

        /// <summary>From 0 to 100; strangers have 10.</summary>
        public int Score { get; set; }

        /// <summary>Member who believes it; empty where it is a fact.</summary>
        public string InferredById
        {
            get { return _inferredById; }
            set { _inferredById = value ?? ""; }
        }

        private string _inferredById = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneRelation"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (OfId.Length != 0) { to.String(1, "ofId", OfId); }
            if (ToId.Length != 0) { to.String(2, "toId", ToId); }
            if (Score != 0) { to.Int32(3, "score", Score); }
            if (InferredById.Length != 0) { to.String(4, "inferredById", InferredById); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    OfId = from.String();
                    return true;
                case 2:
                    ToId = from.String();
                    return true;
                case 3:
                    Score = from.Int32();
                    return true;
                case 4:
                    InferredById = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "ofId": case "of_id": return 1;
                case "toId": case "to_id": return 2;
                case "score": return 3;
                case "inferredById": case "inferred_by_id": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A member of a scene, as it is now.</summary>
    public sealed class SceneMember : Message
    {
        /// <summary>Id within the scene.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Name.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Whether it may start talks.</summary>
        public bool IsPrincipal { get; set; }

        /// <summary>Camp, by id; empty for none.</summary>
        public string Camp
        {
            get { return _camp; }
            set { _camp = value ?? ""; }
        }

        private string _camp = "";

        /// <summary>Character of the world who plays it; empty for a member of the scene alone.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Impact of what it and its supporters own.</summary>
        public int Influence { get; set; }

        /// <summary>Principal whom it backs; empty for none.</summary>
        public string BacksId
        {
            get { return _backsId; }
            set { _backsId = value ?? ""; }
        }

        private string _backsId = "";

        /// <summary>What it believes, with scores from 0 to 100.</summary>
        public global::System.Collections.Generic.List<Belief> Beliefs
        {
            get { return _beliefs; }
            set { _beliefs = value ?? new global::System.Collections.Generic.List<Belief>(); }
        }

        private global::System.Collections.Generic.List<Belief> _beliefs = new global::System.Collections.Generic.List<Belief>();

        /// <summary>Id of the person who sits in its seat; empty where it speaks for itself.</summary>
        public string PersonId
        {
            get { return _personId; }
            set { _personId = value ?? ""; }
        }

        private string _personId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneMember"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (MemberId.Length != 0) { to.String(1, "memberId", MemberId); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (IsPrincipal) { to.Bool(3, "isPrincipal", IsPrincipal); }
            if (Camp.Length != 0) { to.String(4, "camp", Camp); }
            if (CharacterId.Length != 0) { to.String(5, "characterId", CharacterId); }
            if (Influence != 0) { to.Int32(6, "influence", Influence); }
            if (BacksId.Length != 0) { to.String(7, "backsId", BacksId); }
            if (_beliefs.Count != 0) { to.Messages(8, "beliefs", _beliefs.Count, n => _beliefs[n]); }
            if (PersonId.Length != 0) { to.String(9, "personId", PersonId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    MemberId = from.String();
                    return true;
                case 2:
                    Name = from.String();
                    return true;
                case 3:
                    IsPrincipal = from.Bool();
                    return true;
                case 4:
                    Camp = from.String();
                    return true;
                case 5:
                    CharacterId = from.String();
                    return true;
                case 6:
                    Influence = from.Int32();
                    return true;
                case 7:
                    BacksId = from.String();
                    return true;
                case 8:
                    from.Messages(_beliefs, () => new Belief());
                    return true;
                case 9:
                    PersonId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memberId": case "member_id": return 1;
                case "name": return 2;
                case "isPrincipal": case "is_principal": return 3;
                case "camp": return 4;
                case "characterId": case "character_id": return 5;
                case "influence": return 6;
                case "backsId": case "backs_id": return 7;
                case "beliefs": return 8;
                case "personId": case "person_id": return 9;
                default: return 0;
            }
        }
    }

    /// <summary>A candidate of the vote.</summary>
    public sealed class SceneCandidate : Message
    {
        /// <summary>Id.</summary>
        public string CandidateId
        {
            get { return _candidateId; }
            set { _candidateId = value ?? ""; }
        }

        private string _candidateId = "";

        /// <summary>Name.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Camp that wins with it.</summary>
        public string Camp
        {
            get { return _camp; }
            set { _camp = value ?? ""; }
        }

        private string _camp = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneCandidate"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CandidateId.Length != 0) { to.String(1, "candidateId", CandidateId); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (Camp.Length != 0) { to.String(3, "camp", Camp); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CandidateId = from.String();
                    return true;
                case 2:
                    Name = from.String();
                    return true;
                case 3:
                    Camp = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "candidateId": case "candidate_id": return 1;
                case "name": return 2;
                case "camp": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A member whom a scene waits for.</summary>
    public sealed class AwaitedSeat : Message
    {
        /// <summary>Member.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>What for.</summary>
        public SeatTask Task { get; set; }

        /// <summary>Members it would speak to or may choose; empty means all.</summary>
        public global::System.Collections.Generic.List<string> PartnerIds
        {
            get { return _partnerIds; }
            set { _partnerIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _partnerIds = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AwaitedSeat"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (MemberId.Length != 0) { to.String(1, "memberId", MemberId); }
            if ((int)Task != 0) { to.Enum(2, "task", SeatTaskNames.Table, (int)Task); }
            if (_partnerIds.Count != 0) { to.Strings(3, "partnerIds", _partnerIds); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    MemberId = from.String();
                    return true;
                case 2:
                    int _taskRead; if (from.Enum(SeatTaskNames.Table, out _taskRead)) { Task = (SeatTask)_taskRead; }
                    return true;
                case 3:
                    from.Strings(_partnerIds);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memberId": case "member_id": return 1;
                case "task": return 2;
                case "partnerIds": case "partner_ids": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The state of a scene.</summary>
    public sealed class Scene : Message
    {
        /// <summary>Id.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Title of the scene.</summary>
        public string Title
        {
            get { return _title; }
            set { _title = value ?? ""; }
        }

        private string _title = "";

        /// <summary>What it is about.</summary>
        public string Premise
        {
            get { return _premise; }
            set { _premise = value ?? ""; }
        }

        private string _premise = "";

        /// <summary>Round, from 1; 0 before anything began.</summary>
        public int Round { get; set; }

        /// <summary>Stage.</summary>
        public SceneStage Stage { get; set; }

        /// <summary>Chat round within the stage, from 1; 0 where there is none.</summary>
        public int ChatRound { get; set; }

        /// <summary>Members, in the order of the scene.</summary>
        public global::System.Collections.Generic.List<SceneMember> Members
        {
            get { return _members; }
            set { _members = value ?? new global::System.Collections.Generic.List<SceneMember>(); }
        }

        private global::System.Collections.Generic.List<SceneMember> _members = new global::System.Collections.Generic.List<SceneMember>();

        /// <summary>Relations that differ from the start, facts and beliefs.</summary>
        public global::System.Collections.Generic.List<SceneRelation> Relations
        {
            get { return _relations; }
            set { _relations = value ?? new global::System.Collections.Generic.List<SceneRelation>(); }
        }

        private global::System.Collections.Generic.List<SceneRelation> _relations = new global::System.Collections.Generic.List<SceneRelation>();

        /// <summary>Question of the vote.</summary>
        public string Question
        {
            get { return _question; }
            set { _question = value ?? ""; }
        }

        private string _question = "";

        /// <summary>Candidates.</summary>
        public global::System.Collections.Generic.List<SceneCandidate> Candidates
        {
            get { return _candidates; }
            set { _candidates = value ?? new global::System.Collections.Generic.List<SceneCandidate>(); }
        }

        private global::System.Collections.Generic.List<SceneCandidate> _candidates = new global::System.Collections.Generic.List<SceneCandidate>();

        /// <summary>Members it waits for.</summary>
        public global::System.Collections.Generic.List<AwaitedSeat> Awaited
        {
            get { return _awaited; }
            set { _awaited = value ?? new global::System.Collections.Generic.List<AwaitedSeat>(); }
        }

        private global::System.Collections.Generic.List<AwaitedSeat> _awaited = new global::System.Collections.Generic.List<AwaitedSeat>();

        /// <summary>Whether it waits to be advanced.</summary>
        public bool IsPaused { get; set; }

        /// <summary>Whether it is over.</summary>
        public bool IsClosed { get; set; }

        /// <summary>Model calls so far.</summary>
        public int Calls { get; set; }

        /// <summary>Position of its newest move.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Scene"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (SceneId.Length != 0) { to.String(1, "sceneId", SceneId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (Title.Length != 0) { to.String(3, "title", Title); }
            if (Premise.Length != 0) { to.String(4, "premise", Premise); }
            if (Round != 0) { to.Int32(5, "round", Round); }
            if ((int)Stage != 0) { to.Enum(6, "stage", SceneStageNames.Table, (int)Stage); }
            if (ChatRound != 0) { to.Int32(7, "chatRound", ChatRound); }
            if (_members.Count != 0) { to.Messages(8, "members", _members.Count, n => _members[n]); }
            if (_relations.Count != 0) { to.Messages(9, "relations", _relations.Count, n => _relations[n]); }
            if (Question.Length != 0) { to.String(10, "question", Question); }
            if (_candidates.Count != 0) { to.Messages(11, "candidates", _candidates.Count, n => _candidates[n]); }
            if (_awaited.Count != 0) { to.Messages(12, "awaited", _awaited.Count, n => _awaited[n]); }
            if (IsPaused) { to.Bool(13, "isPaused", IsPaused); }
            if (IsClosed) { to.Bool(14, "isClosed", IsClosed); }
            if (Calls != 0) { to.Int32(15, "calls", Calls); }
            if (Seq != 0) { to.Int32(16, "seq", Seq); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    SceneId = from.String();
                    return true;
                case 2:
                    TimelineId = from.String();
                    return true;
                case 3:
                    Title = from.String();
                    return true;
                case 4:
                    Premise = from.String();
                    return true;
                case 5:
                    Round = from.Int32();
                    return true;
                case 6:
                    int _stageRead; if (from.Enum(SceneStageNames.Table, out _stageRead)) { Stage = (SceneStage)_stageRead; }
                    return true;
                case 7:
                    ChatRound = from.Int32();
                    return true;
                case 8:
                    from.Messages(_members, () => new SceneMember());
                    return true;
                case 9:
                    from.Messages(_relations, () => new SceneRelation());
                    return true;
                case 10:
                    Question = from.String();
                    return true;
                case 11:
                    from.Messages(_candidates, () => new SceneCandidate());
                    return true;
                case 12:
                    from.Messages(_awaited, () => new AwaitedSeat());
                    return true;
                case 13:
                    IsPaused = from.Bool();
                    return true;
                case 14:
                    IsClosed = from.Bool();
                    return true;
                case 15:
                    Calls = from.Int32();
                    return true;
                case 16:
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
                case "sceneId": case "scene_id": return 1;
                case "timelineId": case "timeline_id": return 2;
                case "title": return 3;
                case "premise": return 4;
                case "round": return 5;
                case "stage": return 6;
                case "chatRound": case "chat_round": return 7;
                case "members": return 8;
                case "relations": return 9;
                case "question": return 10;
                case "candidates": return 11;
                case "awaited": return 12;
                case "isPaused": case "is_paused": return 13;
                case "isClosed": case "is_closed": return 14;
                case "calls": return 15;
                case "seq": return 16;
                default: return 0;
            }
        }
    }

    /// <summary>Which scene to open, and where.</summary>
    public sealed class OpenSceneRequest : Message, IRepeatable
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

        /// <summary>Timeline it is played in.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Text of a scene file, as docs/scenes.md describes it; at most 1 MiB.</summary>
        public string FileText
        {
            get { return _fileText; }
            set { _fileText = value ?? ""; }
        }

        private string _fileText = "";

        /// <summary>Name of the file in messages; empty means <c>scene.yaml</c>.</summary>
        public string FileName
        {
            get { return _fileName; }
            set { _fileName = value ?? ""; }
        }

        private string _fileName = "";

        /// <summary>Seed of all random choices.</summary>
        public int Seed { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.OpenSceneRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (FileText.Length != 0) { to.String(3, "fileText", FileText); }
            if (FileName.Length != 0) { to.String(4, "fileName", FileName); }
            if (Seed != 0) { to.Int32(5, "seed", Seed); }
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
                    FileText = from.String();
                    return true;
                case 4:
                    FileName = from.String();
                    return true;
                case 5:
                    Seed = from.Int32();
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
                case "fileText": case "file_text": return 3;
                case "fileName": case "file_name": return 4;
                case "seed": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>The scene is open.</summary>
    public sealed class OpenSceneResponse : Message
    {
        /// <summary>Scene; it waits.</summary>
        public Scene Scene
        {
            get { return _scene ?? (_scene = new Scene()); }
            set { _scene = value; _sceneIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasScene
        {
            get { return _scene != null && (_sceneIsSet || !_scene.IsEmpty); }
        }

        private Scene _scene;
        private bool _sceneIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.OpenSceneResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasScene) { to.Message(1, "scene", _scene); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Scene = from.Message(Scene);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "scene": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which scene.</summary>
    public sealed class GetSceneRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetSceneRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(2, "sceneId", SceneId); }
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
                    SceneId = from.String();
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
                case "sceneId": case "scene_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The scene.</summary>
    public sealed class GetSceneResponse : Message
    {
        /// <summary>Scene as it is now.</summary>
        public Scene Scene
        {
            get { return _scene ?? (_scene = new Scene()); }
            set { _scene = value; _sceneIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasScene
        {
            get { return _scene != null && (_sceneIsSet || !_scene.IsEmpty); }
        }

        private Scene _scene;
        private bool _sceneIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetSceneResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasScene) { to.Message(1, "scene", _scene); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Scene = from.Message(Scene);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "scene": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Whose scenes.</summary>
    public sealed class ListScenesRequest : Message
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
            get { return "npcserver.admin.v1.ListScenesRequest"; }
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

    /// <summary>The scenes.</summary>
    public sealed class ListScenesResponse : Message
    {
        /// <summary>Scenes, oldest first.</summary>
        public global::System.Collections.Generic.List<Scene> Scenes
        {
            get { return _scenes; }
            set { _scenes = value ?? new global::System.Collections.Generic.List<Scene>(); }
        }

        private global::System.Collections.Generic.List<Scene> _scenes = new global::System.Collections.Generic.List<Scene>();

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
            get { return "npcserver.admin.v1.ListScenesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_scenes.Count != 0) { to.Messages(1, "scenes", _scenes.Count, n => _scenes[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_scenes, () => new Scene());
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
                case "scenes": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What to watch.</summary>
    public sealed class WatchSceneRequest : Message
    {
        private EyesOneofCase _eyesCase;
        private object _eyes;

        /// <summary>Which arm of <c>eyes</c> is set.</summary>
        public enum EyesOneofCase
        {
            None = 0,
            MemberId = 4,
            AsAudience = 5,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public EyesOneofCase EyesCase
        {
            get { return _eyesCase; }
        }

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <summary>Position after which to begin: 0 for all that happened; absent for what happens from now on.</summary>
        public int? AfterSeq { get; set; }

        /// <summary>
        /// The <c>part</c> of the last one received, at that same position: other events that became known by
        /// it are sent first. Not set, all of that position counts as received.
        /// </summary>
        public int? AfterPart { get; set; }

        /// <summary>That of a member: what it did, and what it may know of the rest.</summary>
        public string MemberId
        {
            get { return _eyesCase == EyesOneofCase.MemberId ? (string)_eyes : ""; }
            set { _eyes = value ?? ""; _eyesCase = EyesOneofCase.MemberId; }
        }

        /// <summary>That of the audience: what is said before all. Set to true.</summary>
        public bool AsAudience
        {
            get { return _eyesCase == EyesOneofCase.AsAudience ? (bool)_eyes : default(bool); }
            set { _eyes = value; _eyesCase = EyesOneofCase.AsAudience; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.WatchSceneRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(2, "sceneId", SceneId); }
            if (AfterSeq.HasValue) { to.Int32(3, "afterSeq", AfterSeq.Value); }
            if (AfterPart.HasValue) { to.Int32(6, "afterPart", AfterPart.Value); }
            if (EyesCase == EyesOneofCase.MemberId) { to.String(4, "memberId", MemberId); }
            if (EyesCase == EyesOneofCase.AsAudience) { to.Bool(5, "asAudience", AsAudience); }
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
                    SceneId = from.String();
                    return true;
                case 3:
                    AfterSeq = from.Int32();
                    return true;
                case 6:
                    AfterPart = from.Int32();
                    return true;
                case 4:
                    MemberId = from.String();
                    return true;
                case 5:
                    AsAudience = from.Bool();
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
                case "sceneId": case "scene_id": return 2;
                case "afterSeq": case "after_seq": return 3;
                case "afterPart": case "after_part": return 6;
                case "memberId": case "member_id": return 4;
                case "asAudience": case "as_audience": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A stage begins.</summary>
    public sealed class SceneStageBegan : Message
    {
        /// <summary>Members in the order in which they take their turns: by influence.</summary>
        public global::System.Collections.Generic.List<string> Order
        {
            get { return _order; }
            set { _order = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _order = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneStageBegan"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_order.Count != 0) { to.Strings(1, "order", _order); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Strings(_order);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "order": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>A principal chose whom to talk with. Visible only to that principal, or to a watch of everything.</summary>
    public sealed class ScenePartnerChosen : Message
    {
        /// <summary>Who chose.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Member who was chosen; empty for none.</summary>
        public string PartnerId
        {
            get { return _partnerId; }
            set { _partnerId = value ?? ""; }
        }

        private string _partnerId = "";

        /// <summary>Its view of its situation.</summary>
        public string Situation
        {
            get { return _situation; }
            set { _situation = value ?? ""; }
        }

        private string _situation = "";

        /// <summary>Its intention.</summary>
        public string Strategy
        {
            get { return _strategy; }
            set { _strategy = value ?? ""; }
        }

        private string _strategy = "";

        /// <summary>What it wants to talk about.</summary>
        public global::System.Collections.Generic.List<string> Topics
        {
            get { return _topics; }
            set { _topics = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _topics = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ScenePartnerChosen"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (MemberId.Length != 0) { to.String(1, "memberId", MemberId); }
            if (PartnerId.Length != 0) { to.String(2, "partnerId", PartnerId); }
            if (Situation.Length != 0) { to.String(3, "situation", Situation); }
            if (Strategy.Length != 0) { to.String(4, "strategy", Strategy); }
            if (_topics.Count != 0) { to.Strings(5, "topics", _topics); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    MemberId = from.String();
                    return true;
                case 2:
                    PartnerId = from.String();
                    return true;
                case 3:
                    Situation = from.String();
                    return true;
                case 4:
                    Strategy = from.String();
                    return true;
                case 5:
                    from.Strings(_topics);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memberId": case "member_id": return 1;
                case "partnerId": case "partner_id": return 2;
                case "situation": return 3;
                case "strategy": return 4;
                case "topics": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>Two members met; nothing else is known of it.</summary>
    public sealed class SceneMeeting : Message
    {
        /// <summary>Member who asked for the talk.</summary>
        public string FirstId
        {
            get { return _firstId; }
            set { _firstId = value ?? ""; }
        }

        private string _firstId = "";

        /// <summary>Member who was asked.</summary>
        public string SecondId
        {
            get { return _secondId; }
            set { _secondId = value ?? ""; }
        }

        private string _secondId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneMeeting"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (FirstId.Length != 0) { to.String(1, "firstId", FirstId); }
            if (SecondId.Length != 0) { to.String(2, "secondId", SecondId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    FirstId = from.String();
                    return true;
                case 2:
                    SecondId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "firstId": case "first_id": return 1;
                case "secondId": case "second_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A line.</summary>
    public sealed class SceneLine : Message
    {
        /// <summary>Speaker; empty for the audience.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Person who said it, from a seat or the audience; empty for a member by itself.</summary>
        public string PersonName
        {
            get { return _personName; }
            set { _personName = value ?? ""; }
        }

        private string _personName = "";

        /// <summary>Member who was addressed; empty for all.</summary>
        public string ToId
        {
            get { return _toId; }
            set { _toId = value ?? ""; }
        }

        private string _toId = "";

        /// <summary>Words; empty where the speaker passed.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Chat round, from 1.</summary>
        public int ChatRound { get; set; }

        /// <summary>Member who began the talk it belongs to; empty before all.</summary>
        public string TalkId
        {
            get { return _talkId; }
            set { _talkId = value ?? ""; }
        }

        private string _talkId = "";

        /// <summary>
        /// Who made the words; not set for those of a person, for none, and for lines that were stored by
        /// an earlier version.
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
            get { return "npcserver.admin.v1.SceneLine"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (MemberId.Length != 0) { to.String(1, "memberId", MemberId); }
            if (PersonName.Length != 0) { to.String(2, "personName", PersonName); }
            if (ToId.Length != 0) { to.String(3, "toId", ToId); }
            if (Text.Length != 0) { to.String(4, "text", Text); }
            if (ChatRound != 0) { to.Int32(5, "chatRound", ChatRound); }
            if (TalkId.Length != 0) { to.String(6, "talkId", TalkId); }
            if (HasOrigin) { to.Message(7, "origin", _origin); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    MemberId = from.String();
                    return true;
                case 2:
                    PersonName = from.String();
                    return true;
                case 3:
                    ToId = from.String();
                    return true;
                case 4:
                    Text = from.String();
                    return true;
                case 5:
                    ChatRound = from.Int32();
                    return true;
                case 6:
                    TalkId = from.String();
                    return true;
                case 7:
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
                case "memberId": case "member_id": return 1;
                case "personName": case "person_name": return 2;
                case "toId": case "to_id": return 3;
                case "text": return 4;
                case "chatRound": case "chat_round": return 5;
                case "talkId": case "talk_id": return 6;
                case "origin": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>
    /// A member revised its views after a round. Visible only to that member, or to a watch of
    /// everything.
    /// </summary>
    public sealed class SceneUpdate : Message
    {
        /// <summary>Member.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Its summary of the round.</summary>
        public string Summary
        {
            get { return _summary; }
            set { _summary = value ?? ""; }
        }

        private string _summary = "";

        /// <summary>Its conclusion.</summary>
        public string Reflection
        {
            get { return _reflection; }
            set { _reflection = value ?? ""; }
        }

        private string _reflection = "";

        /// <summary>Its relations to others that changed, and what it believes of them.</summary>
        public global::System.Collections.Generic.List<SceneRelation> Relations
        {
            get { return _relations; }
            set { _relations = value ?? new global::System.Collections.Generic.List<SceneRelation>(); }
        }

        private global::System.Collections.Generic.List<SceneRelation> _relations = new global::System.Collections.Generic.List<SceneRelation>();

        /// <summary>Its beliefs that changed.</summary>
        public global::System.Collections.Generic.List<Belief> Beliefs
        {
            get { return _beliefs; }
            set { _beliefs = value ?? new global::System.Collections.Generic.List<Belief>(); }
        }

        private global::System.Collections.Generic.List<Belief> _beliefs = new global::System.Collections.Generic.List<Belief>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneUpdate"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (MemberId.Length != 0) { to.String(1, "memberId", MemberId); }
            if (Summary.Length != 0) { to.String(2, "summary", Summary); }
            if (Reflection.Length != 0) { to.String(3, "reflection", Reflection); }
            if (_relations.Count != 0) { to.Messages(4, "relations", _relations.Count, n => _relations[n]); }
            if (_beliefs.Count != 0) { to.Messages(5, "beliefs", _beliefs.Count, n => _beliefs[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    MemberId = from.String();
                    return true;
                case 2:
                    Summary = from.String();
                    return true;
                case 3:
                    Reflection = from.String();
                    return true;
                case 4:
                    from.Messages(_relations, () => new SceneRelation());
                    return true;
                case 5:
                    from.Messages(_beliefs, () => new Belief());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memberId": case "member_id": return 1;
                case "summary": return 2;
                case "reflection": return 3;
                case "relations": return 4;
                case "beliefs": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A vote, and last words.</summary>
    public sealed class SceneVote : Message
    {
        /// <summary>Voter.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Whose knowledge: <c>VOTE_RULE_OWN</c> or <c>VOTE_RULE_ALL</c>.</summary>
        public VoteRule Knowledge { get; set; }

        /// <summary>Candidate; empty for none.</summary>
        public string CandidateId
        {
            get { return _candidateId; }
            set { _candidateId = value ?? ""; }
        }

        private string _candidateId = "";

        /// <summary>Candidate other than itself; empty for none.</summary>
        public string OtherCandidateId
        {
            get { return _otherCandidateId; }
            set { _otherCandidateId = value ?? ""; }
        }

        private string _otherCandidateId = "";

        /// <summary>Candidate that the voter expects to win.</summary>
        public string GuessId
        {
            get { return _guessId; }
            set { _guessId = value ?? ""; }
        }

        private string _guessId = "";

        /// <summary>Last words.</summary>
        public string Statement
        {
            get { return _statement; }
            set { _statement = value ?? ""; }
        }

        private string _statement = "";

        /// <summary>Whether there was no usable answer, and a default took its place.</summary>
        public bool IsDefault { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneVote"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (MemberId.Length != 0) { to.String(1, "memberId", MemberId); }
            if ((int)Knowledge != 0) { to.Enum(2, "knowledge", VoteRuleNames.Table, (int)Knowledge); }
            if (CandidateId.Length != 0) { to.String(3, "candidateId", CandidateId); }
            if (OtherCandidateId.Length != 0) { to.String(4, "otherCandidateId", OtherCandidateId); }
            if (GuessId.Length != 0) { to.String(5, "guessId", GuessId); }
            if (Statement.Length != 0) { to.String(6, "statement", Statement); }
            if (IsDefault) { to.Bool(7, "isDefault", IsDefault); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    MemberId = from.String();
                    return true;
                case 2:
                    int _knowledgeRead; if (from.Enum(VoteRuleNames.Table, out _knowledgeRead)) { Knowledge = (VoteRule)_knowledgeRead; }
                    return true;
                case 3:
                    CandidateId = from.String();
                    return true;
                case 4:
                    OtherCandidateId = from.String();
                    return true;
                case 5:
                    GuessId = from.String();
                    return true;
                case 6:
                    Statement = from.String();
                    return true;
                case 7:
                    IsDefault = from.Bool();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memberId": case "member_id": return 1;
                case "knowledge": return 2;
                case "candidateId": case "candidate_id": return 3;
                case "otherCandidateId": case "other_candidate_id": return 4;
                case "guessId": case "guess_id": return 5;
                case "statement": return 6;
                case "isDefault": case "is_default": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>A seat was taken or given back.</summary>
    public sealed class SceneSeat : Message
    {
        /// <summary>Member.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Person; empty where it was given back.</summary>
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

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneSeat"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (MemberId.Length != 0) { to.String(1, "memberId", MemberId); }
            if (PersonId.Length != 0) { to.String(2, "personId", PersonId); }
            if (PersonName.Length != 0) { to.String(3, "personName", PersonName); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    MemberId = from.String();
                    return true;
                case 2:
                    PersonId = from.String();
                    return true;
                case 3:
                    PersonName = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memberId": case "member_id": return 1;
                case "personId": case "person_id": return 2;
                case "personName": case "person_name": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The scene is over.</summary>
    public sealed class SceneClosed : Message
    {
        /// <summary>Whether it was settled, and not ended early.</summary>
        public bool IsSettled { get; set; }

        /// <summary>Candidates who won.</summary>
        public global::System.Collections.Generic.List<string> WinnerIds
        {
            get { return _winnerIds; }
            set { _winnerIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _winnerIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Rule whose votes decided.</summary>
        public string Because
        {
            get { return _because; }
            set { _because = value ?? ""; }
        }

        private string _because = "";

        /// <summary>What happened, in a few sentences.</summary>
        public string Summary
        {
            get { return _summary; }
            set { _summary = value ?? ""; }
        }

        private string _summary = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneClosed"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (IsSettled) { to.Bool(1, "isSettled", IsSettled); }
            if (_winnerIds.Count != 0) { to.Strings(2, "winnerIds", _winnerIds); }
            if (Because.Length != 0) { to.String(3, "because", Because); }
            if (Summary.Length != 0) { to.String(4, "summary", Summary); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    IsSettled = from.Bool();
                    return true;
                case 2:
                    from.Strings(_winnerIds);
                    return true;
                case 3:
                    Because = from.String();
                    return true;
                case 4:
                    Summary = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "isSettled": case "is_settled": return 1;
                case "winnerIds": case "winner_ids": return 2;
                case "because": return 3;
                case "summary": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>One event of a scene.</summary>
    public sealed class WatchSceneResponse : Message
    {
        private EventOneofCase _eventCase;
        private object _event;

        /// <summary>Which arm of <c>event</c> is set.</summary>
        public enum EventOneofCase
        {
            None = 0,
            Began = 4,
            Chosen = 5,
            Met = 6,
            Line = 7,
            Updated = 8,
            Voted = 9,
            Seat = 10,
            Awaited = 11,
            Closed = 12,
            Paused = 13,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public EventOneofCase EventCase
        {
            get { return _eventCase; }
        }

        /// <summary>
        /// Position; resume with <c>after_seq</c> and <c>after_part</c> set to those of the last one received:
        /// nothing is missed, and nothing is repeated.
        /// </summary>
        public int Seq { get; set; }

        /// <summary>Number among the events that became known at the same position, from 0.</summary>
        public int Part { get; set; }

        /// <summary>Round, from 1.</summary>
        public int Round { get; set; }

        /// <summary>Stage.</summary>
        public SceneStage Stage { get; set; }

        /// <summary>A stage begins.</summary>
        public SceneStageBegan Began
        {
            get { return _eventCase == EventOneofCase.Began ? (SceneStageBegan)_event : new SceneStageBegan(); }
            set { _event = value ?? new SceneStageBegan(); _eventCase = EventOneofCase.Began; }
        }

        /// <summary>A principal chose whom to talk with.</summary>
        public ScenePartnerChosen Chosen
        {
            get { return _eventCase == EventOneofCase.Chosen ? (ScenePartnerChosen)_event : new ScenePartnerChosen(); }
            set { _event = value ?? new ScenePartnerChosen(); _eventCase = EventOneofCase.Chosen; }
        }

        /// <summary>Two members met.</summary>
        public SceneMeeting Met
        {
            get { return _eventCase == EventOneofCase.Met ? (SceneMeeting)_event : new SceneMeeting(); }
            set { _event = value ?? new SceneMeeting(); _eventCase = EventOneofCase.Met; }
        }

        /// <summary>A member or a person spoke.</summary>
        public SceneLine Line
        {
            get { return _eventCase == EventOneofCase.Line ? (SceneLine)_event : new SceneLine(); }
            set { _event = value ?? new SceneLine(); _eventCase = EventOneofCase.Line; }
        }

        /// <summary>A member revised its views.</summary>
        public SceneUpdate Updated
        {
            get { return _eventCase == EventOneofCase.Updated ? (SceneUpdate)_event : new SceneUpdate(); }
            set { _event = value ?? new SceneUpdate(); _eventCase = EventOneofCase.Updated; }
        }

        /// <summary>A member voted.</summary>
        public SceneVote Voted
        {
            get { return _eventCase == EventOneofCase.Voted ? (SceneVote)_event : new SceneVote(); }
            set { _event = value ?? new SceneVote(); _eventCase = EventOneofCase.Voted; }
        }

        /// <summary>A seat was taken or given back.</summary>
        public SceneSeat Seat
        {
            get { return _eventCase == EventOneofCase.Seat ? (SceneSeat)_event : new SceneSeat(); }
            set { _event = value ?? new SceneSeat(); _eventCase = EventOneofCase.Seat; }
        }

        /// <summary>It waits for a person; sent once for each time.</summary>
        public AwaitedSeat Awaited
        {
            get { return _eventCase == EventOneofCase.Awaited ? (AwaitedSeat)_event : new AwaitedSeat(); }
            set { _event = value ?? new AwaitedSeat(); _eventCase = EventOneofCase.Awaited; }
        }

        /// <summary>It is over.</summary>
        public SceneClosed Closed
        {
            get { return _eventCase == EventOneofCase.Closed ? (SceneClosed)_event : new SceneClosed(); }
            set { _event = value ?? new SceneClosed(); _eventCase = EventOneofCase.Closed; }
        }

        /// <summary>It is at the point up to which it was advanced.</summary>
        public ScenePaused Paused
        {
            get { return _eventCase == EventOneofCase.Paused ? (ScenePaused)_event : new ScenePaused(); }
            set { _event = value ?? new ScenePaused(); _eventCase = EventOneofCase.Paused; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.WatchSceneResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Seq != 0) { to.Int32(1, "seq", Seq); }
            if (Part != 0) { to.Int32(14, "part", Part); }
            if (Round != 0) { to.Int32(2, "round", Round); }
            if ((int)Stage != 0) { to.Enum(3, "stage", SceneStageNames.Table, (int)Stage); }
            if (EventCase == EventOneofCase.Began) { to.Message(4, "began", Began); }
            if (EventCase == EventOneofCase.Chosen) { to.Message(5, "chosen", Chosen); }
            if (EventCase == EventOneofCase.Met) { to.Message(6, "met", Met); }
            if (EventCase == EventOneofCase.Line) { to.Message(7, "line", Line); }
            if (EventCase == EventOneofCase.Updated) { to.Message(8, "updated", Updated); }
            if (EventCase == EventOneofCase.Voted) { to.Message(9, "voted", Voted); }
            if (EventCase == EventOneofCase.Seat) { to.Message(10, "seat", Seat); }
            if (EventCase == EventOneofCase.Awaited) { to.Message(11, "awaited", Awaited); }
            if (EventCase == EventOneofCase.Closed) { to.Message(12, "closed", Closed); }
            if (EventCase == EventOneofCase.Paused) { to.Message(13, "paused", Paused); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Seq = from.Int32();
                    return true;
                case 14:
                    Part = from.Int32();
                    return true;
                case 2:
                    Round = from.Int32();
                    return true;
                case 3:
                    int _stageRead; if (from.Enum(SceneStageNames.Table, out _stageRead)) { Stage = (SceneStage)_stageRead; }
                    return true;
                case 4:
                    Began = from.Message(Began);
                    return true;
                case 5:
                    Chosen = from.Message(Chosen);
                    return true;
                case 6:
                    Met = from.Message(Met);
                    return true;
                case 7:
                    Line = from.Message(Line);
                    return true;
                case 8:
                    Updated = from.Message(Updated);
                    return true;
                case 9:
                    Voted = from.Message(Voted);
                    return true;
                case 10:
                    Seat = from.Message(Seat);
                    return true;
                case 11:
                    Awaited = from.Message(Awaited);
                    return true;
                case 12:
                    Closed = from.Message(Closed);
                    return true;
                case 13:
                    Paused = from.Message(Paused);
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
                case "part": return 14;
                case "round": return 2;
                case "stage": return 3;
                case "began": return 4;
                case "chosen": return 5;
                case "met": return 6;
                case "line": return 7;
                case "updated": return 8;
                case "voted": return 9;
                case "seat": return 10;
                case "awaited": return 11;
                case "closed": return 12;
                case "paused": return 13;
                default: return 0;
            }
        }
    }

    /// <summary>It waits to be advanced.</summary>
    public sealed class ScenePaused : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ScenePaused"; }
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

    /// <summary>How far to run.</summary>
    public sealed class AdvanceSceneRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>OpenSceneRequest.request_id</c>.</summary>
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

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <summary>Up to where.</summary>
        public ScenePoint Until { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AdvanceSceneRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(3, "sceneId", SceneId); }
            if ((int)Until != 0) { to.Enum(4, "until", ScenePointNames.Table, (int)Until); }
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
                    SceneId = from.String();
                    return true;
                case 4:
                    int _untilRead; if (from.Enum(ScenePointNames.Table, out _untilRead)) { Until = (ScenePoint)_untilRead; }
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
                case "sceneId": case "scene_id": return 3;
                case "until": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>It runs.</summary>
    public sealed class AdvanceSceneResponse : Message
    {
        /// <summary>Position of the request.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AdvanceSceneResponse"; }
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

    /// <summary>Which person takes which seat.</summary>
    public sealed class TakeSeatRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>OpenSceneRequest.request_id</c>.</summary>
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

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <summary>Member to speak for.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Id that the game gives the person; 1 to 120 characters.</summary>
        public string PersonId
        {
            get { return _personId; }
            set { _personId = value ?? ""; }
        }

        private string _personId = "";

        /// <summary>Name of the person; 1 to 80 characters.</summary>
        public string PersonName
        {
            get { return _personName; }
            set { _personName = value ?? ""; }
        }

        private string _personName = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.TakeSeatRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(3, "sceneId", SceneId); }
            if (MemberId.Length != 0) { to.String(4, "memberId", MemberId); }
            if (PersonId.Length != 0) { to.String(5, "personId", PersonId); }
            if (PersonName.Length != 0) { to.String(6, "personName", PersonName); }
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
                    SceneId = from.String();
                    return true;
                case 4:
                    MemberId = from.String();
                    return true;
                case 5:
                    PersonId = from.String();
                    return true;
                case 6:
                    PersonName = from.String();
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
                case "sceneId": case "scene_id": return 3;
                case "memberId": case "member_id": return 4;
                case "personId": case "person_id": return 5;
                case "personName": case "person_name": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>The seat is taken.</summary>
    public sealed class TakeSeatResponse : Message
    {
        /// <summary>Position of the move.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.TakeSeatResponse"; }
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

    /// <summary>Which seat is given back.</summary>
    public sealed class LeaveSeatRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>OpenSceneRequest.request_id</c>.</summary>
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

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <summary>Member.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.LeaveSeatRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(3, "sceneId", SceneId); }
            if (MemberId.Length != 0) { to.String(4, "memberId", MemberId); }
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
                    SceneId = from.String();
                    return true;
                case 4:
                    MemberId = from.String();
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
                case "sceneId": case "scene_id": return 3;
                case "memberId": case "member_id": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The seat is free.</summary>
    public sealed class LeaveSeatResponse : Message
    {
        /// <summary>Position of the move.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.LeaveSeatResponse"; }
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

    /// <summary>What is said.</summary>
    public sealed class SpeakInSceneRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>OpenSceneRequest.request_id</c>.</summary>
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

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <summary>Member whose seat is used; empty for the audience.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Person who speaks from the audience; from a seat it may stay empty.</summary>
        public string PersonId
        {
            get { return _personId; }
            set { _personId = value ?? ""; }
        }

        private string _personId = "";

        /// <summary>Name of that person.</summary>
        public string PersonName
        {
            get { return _personName; }
            set { _personName = value ?? ""; }
        }

        private string _personName = "";

        /// <summary>Words, at most 2,000 characters; empty, from a seat, passes.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>From a seat: whether the member has nothing to add in this talk.</summary>
        public bool Ends { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SpeakInSceneRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(3, "sceneId", SceneId); }
            if (MemberId.Length != 0) { to.String(4, "memberId", MemberId); }
            if (PersonId.Length != 0) { to.String(5, "personId", PersonId); }
            if (PersonName.Length != 0) { to.String(6, "personName", PersonName); }
            if (Text.Length != 0) { to.String(7, "text", Text); }
            if (Ends) { to.Bool(8, "ends", Ends); }
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
                    SceneId = from.String();
                    return true;
                case 4:
                    MemberId = from.String();
                    return true;
                case 5:
                    PersonId = from.String();
                    return true;
                case 6:
                    PersonName = from.String();
                    return true;
                case 7:
                    Text = from.String();
                    return true;
                case 8:
                    Ends = from.Bool();
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
                case "sceneId": case "scene_id": return 3;
                case "memberId": case "member_id": return 4;
                case "personId": case "person_id": return 5;
                case "personName": case "person_name": return 6;
                case "text": return 7;
                case "ends": return 8;
                default: return 0;
            }
        }
    }

    /// <summary>It was said.</summary>
    public sealed class SpeakInSceneResponse : Message
    {
        /// <summary>Position of the move.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SpeakInSceneResponse"; }
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

    /// <summary>Whom to talk with.</summary>
    public sealed class ChoosePartnerRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>OpenSceneRequest.request_id</c>.</summary>
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

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <summary>Member whose seat it is.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Member to talk with; empty for none.</summary>
        public string PartnerId
        {
            get { return _partnerId; }
            set { _partnerId = value ?? ""; }
        }

        private string _partnerId = "";

        /// <summary>First words, at most 2,000 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ChoosePartnerRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(3, "sceneId", SceneId); }
            if (MemberId.Length != 0) { to.String(4, "memberId", MemberId); }
            if (PartnerId.Length != 0) { to.String(5, "partnerId", PartnerId); }
            if (Text.Length != 0) { to.String(6, "text", Text); }
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
                    SceneId = from.String();
                    return true;
                case 4:
                    MemberId = from.String();
                    return true;
                case 5:
                    PartnerId = from.String();
                    return true;
                case 6:
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
                case "requestId": case "request_id": return 1;
                case "timelineId": case "timeline_id": return 2;
                case "sceneId": case "scene_id": return 3;
                case "memberId": case "member_id": return 4;
                case "partnerId": case "partner_id": return 5;
                case "text": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>It is chosen.</summary>
    public sealed class ChoosePartnerResponse : Message
    {
        /// <summary>Position of the move.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ChoosePartnerResponse"; }
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

    /// <summary>A vote.</summary>
    public sealed class CastVoteRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>OpenSceneRequest.request_id</c>.</summary>
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

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <summary>Member whose seat it is.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

        /// <summary>Candidate; empty for none.</summary>
        public string CandidateId
        {
            get { return _candidateId; }
            set { _candidateId = value ?? ""; }
        }

        private string _candidateId = "";

        /// <summary>Candidate other than the member; needed where <c>candidate_id</c> is the member itself.</summary>
        public string OtherCandidateId
        {
            get { return _otherCandidateId; }
            set { _otherCandidateId = value ?? ""; }
        }

        private string _otherCandidateId = "";

        /// <summary>Last words, at most 2,000 characters.</summary>
        public string Statement
        {
            get { return _statement; }
            set { _statement = value ?? ""; }
        }

        private string _statement = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CastVoteRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(3, "sceneId", SceneId); }
            if (MemberId.Length != 0) { to.String(4, "memberId", MemberId); }
            if (CandidateId.Length != 0) { to.String(5, "candidateId", CandidateId); }
            if (OtherCandidateId.Length != 0) { to.String(6, "otherCandidateId", OtherCandidateId); }
            if (Statement.Length != 0) { to.String(7, "statement", Statement); }
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
                    SceneId = from.String();
                    return true;
                case 4:
                    MemberId = from.String();
                    return true;
                case 5:
                    CandidateId = from.String();
                    return true;
                case 6:
                    OtherCandidateId = from.String();
                    return true;
                case 7:
                    Statement = from.String();
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
                case "sceneId": case "scene_id": return 3;
                case "memberId": case "member_id": return 4;
                case "candidateId": case "candidate_id": return 5;
                case "otherCandidateId": case "other_candidate_id": return 6;
                case "statement": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>The vote is cast.</summary>
    public sealed class CastVoteResponse : Message
    {
        /// <summary>Position of the move.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CastVoteResponse"; }
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

    /// <summary>Which scene to end.</summary>
    public sealed class CloseSceneRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>OpenSceneRequest.request_id</c>.</summary>
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

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CloseSceneRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(3, "sceneId", SceneId); }
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
                    SceneId = from.String();
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
                case "sceneId": case "scene_id": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>It is over.</summary>
    public sealed class CloseSceneResponse : Message
    {
        /// <summary>Position of its last move.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CloseSceneResponse"; }
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

    /// <summary>Of which scene.</summary>
    public sealed class GetSceneResultRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Scene.</summary>
        public string SceneId
        {
            get { return _sceneId; }
            set { _sceneId = value ?? ""; }
        }

        private string _sceneId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetSceneResultRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (SceneId.Length != 0) { to.String(2, "sceneId", SceneId); }
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
                    SceneId = from.String();
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
                case "sceneId": case "scene_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The votes under one rule.</summary>
    public sealed class SceneTally : Message
    {
        /// <summary>Rule.</summary>
        public VoteRule Rule { get; set; }

        /// <summary>Votes by member; without members who did not vote.</summary>
        public global::System.Collections.Generic.Dictionary<string, string> Votes
        {
            get { return _votes; }
            set { _votes = value ?? new global::System.Collections.Generic.Dictionary<string, string>(); }
        }

        private global::System.Collections.Generic.Dictionary<string, string> _votes = new global::System.Collections.Generic.Dictionary<string, string>();

        /// <summary>How many votes each candidate got.</summary>
        public global::System.Collections.Generic.Dictionary<string, int> Counts
        {
            get { return _counts; }
            set { _counts = value ?? new global::System.Collections.Generic.Dictionary<string, int>(); }
        }

        private global::System.Collections.Generic.Dictionary<string, int> _counts = new global::System.Collections.Generic.Dictionary<string, int>();

        /// <summary>Members who were asked and voted for none.</summary>
        public global::System.Collections.Generic.List<string> AbstainedIds
        {
            get { return _abstainedIds; }
            set { _abstainedIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _abstainedIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Members without a usable answer; defaults took the place of their votes.</summary>
        public global::System.Collections.Generic.List<string> DefaultIds
        {
            get { return _defaultIds; }
            set { _defaultIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _defaultIds = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneTally"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Rule != 0) { to.Enum(1, "rule", VoteRuleNames.Table, (int)Rule); }
            if (_votes.Count != 0) { to.StringMap(2, "votes", _votes); }
            if (_counts.Count != 0) { to.Int32Map(3, "counts", _counts); }
            if (_abstainedIds.Count != 0) { to.Strings(4, "abstainedIds", _abstainedIds); }
            if (_defaultIds.Count != 0) { to.Strings(5, "defaultIds", _defaultIds); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _ruleRead; if (from.Enum(VoteRuleNames.Table, out _ruleRead)) { Rule = (VoteRule)_ruleRead; }
                    return true;
                case 2:
                    from.StringMap(_votes);
                    return true;
                case 3:
                    from.Int32Map(_counts);
                    return true;
                case 4:
                    from.Strings(_abstainedIds);
                    return true;
                case 5:
                    from.Strings(_defaultIds);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "rule": return 1;
                case "votes": return 2;
                case "counts": return 3;
                case "abstainedIds": case "abstained_ids": return 4;
                case "defaultIds": case "default_ids": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>How rich the language of some lines is. Figures that need more lines are absent.</summary>
    public sealed class SceneLanguage : Message
    {
        /// <summary>Whose lines, or of which round: <c>all</c>, a member's id, or <c>round 1</c>.</summary>
        public string Scope
        {
            get { return _scope; }
            set { _scope = value ?? ""; }
        }

        private string _scope = "";

        /// <summary>How many lines.</summary>
        public int Lines { get; set; }

        /// <summary>How many words.</summary>
        public int Words { get; set; }

        /// <summary>
        /// Entropy of pairs of characters in nats, over the lines with their speakers' names, as the
        /// released code of the paper computes it. Grows with length; for comparison with the paper only.
        /// </summary>
        public double AgcChar2Nats { get; set; }

        /// <summary>Entropy of single words in bits, over equal samples.</summary>
        public double? WordEntropyBits { get; set; }

        /// <summary>The same as a share of what that many words could have at most.</summary>
        public double? WordEntropyShare { get; set; }

        /// <summary>Share of pairs of words that occur for the first time, over equal samples.</summary>
        public double? Distinct2 { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SceneLanguage"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Scope.Length != 0) { to.String(1, "scope", Scope); }
            if (Lines != 0) { to.Int32(2, "lines", Lines); }
            if (Words != 0) { to.Int32(3, "words", Words); }
            if (global::System.BitConverter.DoubleToInt64Bits(AgcChar2Nats) != 0L) { to.Double(4, "agcChar2Nats", AgcChar2Nats); }
            if (WordEntropyBits.HasValue) { to.Double(5, "wordEntropyBits", WordEntropyBits.Value); }
            if (WordEntropyShare.HasValue) { to.Double(6, "wordEntropyShare", WordEntropyShare.Value); }
            if (Distinct2.HasValue) { to.Double(7, "distinct2", Distinct2.Value); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Scope = from.String();
                    return true;
                case 2:
                    Lines = from.Int32();
                    return true;
                case 3:
                    Words = from.Int32();
                    return true;
                case 4:
                    AgcChar2Nats = from.Double();
                    return true;
                case 5:
                    WordEntropyBits = from.Double();
                    return true;
                case 6:
                    WordEntropyShare = from.Double();
                    return true;
                case 7:
                    Distinct2 = from.Double();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "scope": return 1;
                case "lines": return 2;
                case "words": return 3;
                case "agcChar2Nats": case "agc_char2_nats": return 4;
                case "wordEntropyBits": case "word_entropy_bits": return 5;
                case "wordEntropyShare": case "word_entropy_share": return 6;
                case "distinct2": case "distinct_2": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>The result so far.</summary>
    public sealed class GetSceneResultResponse : Message
    {
        /// <summary>State of the scene.</summary>
        public Scene Scene
        {
            get { return _scene ?? (_scene = new Scene()); }
            set { _scene = value; _sceneIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasScene
        {
            get { return _scene != null && (_sceneIsSet || !_scene.IsEmpty); }
        }

        private Scene _scene;
        private bool _sceneIsSet;

        /// <summary>Candidates who won; several where there is a tie.</summary>
        public global::System.Collections.Generic.List<string> WinnerIds
        {
            get { return _winnerIds; }
            set { _winnerIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _winnerIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Camp that won; empty for none.</summary>
        public string WinnerCamp
        {
            get { return _winnerCamp; }
            set { _winnerCamp = value ?? ""; }
        }

        private string _winnerCamp = "";

        /// <summary>Rule whose votes decided.</summary>
        public string Because
        {
            get { return _because; }
            set { _because = value ?? ""; }
        }

        private string _because = "";

        /// <summary>What happened, in a few sentences.</summary>
        public string Summary
        {
            get { return _summary; }
            set { _summary = value ?? ""; }
        }

        private string _summary = "";

        /// <summary>Votes, by rule.</summary>
        public global::System.Collections.Generic.List<SceneTally> Tallies
        {
            get { return _tallies; }
            set { _tallies = value ?? new global::System.Collections.Generic.List<SceneTally>(); }
        }

        private global::System.Collections.Generic.List<SceneTally> _tallies = new global::System.Collections.Generic.List<SceneTally>();

        /// <summary>All of its moves, oldest first.</summary>
        public global::System.Collections.Generic.List<WatchSceneResponse> Transcript
        {
            get { return _transcript; }
            set { _transcript = value ?? new global::System.Collections.Generic.List<WatchSceneResponse>(); }
        }

        private global::System.Collections.Generic.List<WatchSceneResponse> _transcript = new global::System.Collections.Generic.List<WatchSceneResponse>();

        /// <summary>How rich its language is: of all, by member, by round.</summary>
        public global::System.Collections.Generic.List<SceneLanguage> Language
        {
            get { return _language; }
            set { _language = value ?? new global::System.Collections.Generic.List<SceneLanguage>(); }
        }

        private global::System.Collections.Generic.List<SceneLanguage> _language = new global::System.Collections.Generic.List<SceneLanguage>();

        /// <summary>Answers that could not be read and were asked for again.</summary>
        public int Repaired { get; set; }

        /// <summary>Answers that were replaced by a default.</summary>
        public int Defaulted { get; set; }

        /// <summary>The whole result as JSON, in the form that <c>npcserver scene run --json</c> prints.</summary>
        public string Json
        {
            get { return _json; }
            set { _json = value ?? ""; }
        }

        private string _json = "";

        /// <summary>Answers that were requested; <c>defaulted</c> are among them.</summary>
        public int Answers { get; set; }

        /// <summary>
        /// Whether most answers are defaults. Show this first: the outcome then says little about the
        /// members.
        /// </summary>
        public bool IsMostlyDefault { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetSceneResultResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasScene) { to.Message(1, "scene", _scene); }
            if (_winnerIds.Count != 0) { to.Strings(2, "winnerIds", _winnerIds); }
            if (WinnerCamp.Length != 0) { to.String(3, "winnerCamp", WinnerCamp); }
            if (Because.Length != 0) { to.String(4, "because", Because); }
            if (Summary.Length != 0) { to.String(5, "summary", Summary); }
            if (_tallies.Count != 0) { to.Messages(6, "tallies", _tallies.Count, n => _tallies[n]); }
            if (_transcript.Count != 0) { to.Messages(7, "transcript", _transcript.Count, n => _transcript[n]); }
            if (_language.Count != 0) { to.Messages(8, "language", _language.Count, n => _language[n]); }
            if (Repaired != 0) { to.Int32(9, "repaired", Repaired); }
            if (Defaulted != 0) { to.Int32(10, "defaulted", Defaulted); }
            if (Json.Length != 0) { to.String(11, "json", Json); }
            if (Answers != 0) { to.Int32(12, "answers", Answers); }
            if (IsMostlyDefault) { to.Bool(13, "isMostlyDefault", IsMostlyDefault); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Scene = from.Message(Scene);
                    return true;
                case 2:
                    from.Strings(_winnerIds);
                    return true;
                case 3:
                    WinnerCamp = from.String();
                    return true;
                case 4:
                    Because = from.String();
                    return true;
                case 5:
                    Summary = from.String();
                    return true;
                case 6:
                    from.Messages(_tallies, () => new SceneTally());
                    return true;
                case 7:
                    from.Messages(_transcript, () => new WatchSceneResponse());
                    return true;
                case 8:
                    from.Messages(_language, () => new SceneLanguage());
                    return true;
                case 9:
                    Repaired = from.Int32();
                    return true;
                case 10:
                    Defaulted = from.Int32();
                    return true;
                case 11:
                    Json = from.String();
                    return true;
                case 12:
                    Answers = from.Int32();
                    return true;
                case 13:
                    IsMostlyDefault = from.Bool();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "scene": return 1;
                case "winnerIds": case "winner_ids": return 2;
                case "winnerCamp": case "winner_camp": return 3;
                case "because": return 4;
                case "summary": return 5;
                case "tallies": return 6;
                case "transcript": return 7;
                case "language": return 8;
                case "repaired": return 9;
                case "defaulted": return 10;
                case "json": return 11;
                case "answers": return 12;
                case "isMostlyDefault": case "is_mostly_default": return 13;
                default: return 0;
            }
        }
    }
}
