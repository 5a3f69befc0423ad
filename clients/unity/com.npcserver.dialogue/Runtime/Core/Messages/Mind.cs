// Generated from proto/npcserver/v1/mind.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>How finely a character thinks, as the game decides. More tiers may be added.</summary>
    public enum Attention
    {
        /// <summary>Not set; refused.</summary>
        Unspecified = 0,

        /// <summary>
        /// For characters that players may see. It plans in steps of minutes and reacts with a model's
        /// help; the game carries out its acts and reports where it goes.
        /// </summary>
        Foreground = 1,

        /// <summary>
        /// For characters that nobody watches. It plans by the hour and reacts by rules; the server itself
        /// moves it and lets others perceive its acts.
        /// </summary>
        Background = 2,

        /// <summary>It stores observations, remembers and reflects, and does nothing by itself.</summary>
        Dormant = 3,

        /// <summary>
        /// An extra: it lives by a plan that it shares with others, which costs nothing while nobody looks,
        /// and becomes a whole mind when it is spoken to.
        /// </summary>
        Crowd = 4,
    }

    /// <summary>Names of <see cref="Attention"/> on the wire.</summary>
    public static class AttentionNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "ATTENTION_UNSPECIFIED")
            .Add(1, "ATTENTION_FOREGROUND")
            .Add(2, "ATTENTION_BACKGROUND")
            .Add(3, "ATTENTION_DORMANT")
            .Add(4, "ATTENTION_CROWD");
    }

    /// <summary>Whether a character takes part in a timeline.</summary>
    public enum Availability
    {
        /// <summary>Not set; never sent where a state is told.</summary>
        Unspecified = 0,

        /// <summary>It takes part.</summary>
        Present = 1,

        /// <summary>It is away, or out of the game for a while.</summary>
        Absent = 2,

        /// <summary>It is dead.</summary>
        Dead = 3,
    }

    /// <summary>Names of <see cref="Availability"/> on the wire.</summary>
    public static class AvailabilityNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "AVAILABILITY_UNSPECIFIED")
            .Add(1, "AVAILABILITY_PRESENT")
            .Add(2, "AVAILABILITY_ABSENT")
            .Add(3, "AVAILABILITY_DEAD");
    }

    /// <summary>Why a character does what it does. More may be added.</summary>
    public enum ActCause
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>Its plan for the day.</summary>
        Plan = 1,

        /// <summary>It reacts to something it perceived: <c>Act.because_memory_id</c>.</summary>
        Reaction = 2,

        /// <summary>It talks with another character or a player.</summary>
        Talk = 3,

        /// <summary>It waits: for a place that is full or closed, or for another.</summary>
        Wait = 4,

        /// <summary>It sleeps, and perceives nothing meanwhile.</summary>
        Sleep = 5,
    }

    /// <summary>Names of <see cref="ActCause"/> on the wire.</summary>
    public static class ActCauseNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "ACT_CAUSE_UNSPECIFIED")
            .Add(1, "ACT_CAUSE_PLAN")
            .Add(2, "ACT_CAUSE_REACTION")
            .Add(3, "ACT_CAUSE_TALK")
            .Add(4, "ACT_CAUSE_WAIT")
            .Add(5, "ACT_CAUSE_SLEEP");
    }

    /// <summary>What a model is called for; calls are counted and limited by it. More may be added.</summary>
    public enum Purpose
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>A line for a player.</summary>
        Reply = 1,

        /// <summary>The importance of what was perceived.</summary>
        Rate = 2,

        /// <summary>Questions for a reflection, and insights.</summary>
        Reflect = 3,

        /// <summary>A plan for a day.</summary>
        Plan = 4,

        /// <summary>A block of a plan, step by step.</summary>
        Decompose = 5,

        /// <summary>What to do about something perceived.</summary>
        React = 6,

        /// <summary>A line for another character.</summary>
        Converse = 7,

        /// <summary>A summary of a conversation.</summary>
        Summarise = 8,

        /// <summary>A revised view of another character or player.</summary>
        Relate = 9,

        /// <summary>An answer to an interview, which leaves no trace.</summary>
        Interview = 10,

        /// <summary>The choice of a partner in a scene.</summary>
        Choose = 11,

        /// <summary>A line in a scene.</summary>
        Speak = 12,

        /// <summary>What a round of a scene changes.</summary>
        Update = 13,

        /// <summary>A vote in a scene.</summary>
        Vote = 14,

        /// <summary>A summary of a scene.</summary>
        Chronicle = 15,

        /// <summary>The beginning of a line's prompt, read by a local model before the words are known.</summary>
        ReadAhead = 16,
    }

    /// <summary>Names of <see cref="Purpose"/> on the wire.</summary>
    public static class PurposeNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "PURPOSE_UNSPECIFIED")
            .Add(1, "PURPOSE_REPLY")
            .Add(2, "PURPOSE_RATE")
            .Add(3, "PURPOSE_REFLECT")
            .Add(4, "PURPOSE_PLAN")
            .Add(5, "PURPOSE_DECOMPOSE")
            .Add(6, "PURPOSE_REACT")
            .Add(7, "PURPOSE_CONVERSE")
            .Add(8, "PURPOSE_SUMMARISE")
            .Add(9, "PURPOSE_RELATE")
            .Add(10, "PURPOSE_INTERVIEW")
            .Add(11, "PURPOSE_CHOOSE")
            .Add(12, "PURPOSE_SPEAK")
            .Add(13, "PURPOSE_UPDATE")
            .Add(14, "PURPOSE_VOTE")
            .Add(15, "PURPOSE_CHRONICLE")
            .Add(16, "PURPOSE_READ_AHEAD");
    }

    /// <summary>How a model's answer could be used. More may be added.</summary>
    public enum Verdict
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>It could be read.</summary>
        Answered = 1,

        /// <summary>It could not be used as it came, but when asked for again, or mended by rule.</summary>
        Repaired = 2,

        /// <summary>It could not be read twice, or no model could be called; a default took its place.</summary>
        Defaulted = 3,
    }

    /// <summary>Names of <see cref="Verdict"/> on the wire.</summary>
    public static class VerdictNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "VERDICT_UNSPECIFIED")
            .Add(1, "VERDICT_ANSWERED")
            .Add(2, "VERDICT_REPAIRED")
            .Add(3, "VERDICT_DEFAULTED");
    }

    /// <summary>What ended a talk between two characters. More may be added.</summary>
    public enum ConversationEnd
    {
        /// <summary>Not set: it lasts.</summary>
        Unspecified = 0,

        /// <summary>They said goodbye.</summary>
        Goodbye = 1,

        /// <summary>Neither had anything to add.</summary>
        Silence = 2,

        /// <summary>It had as many lines as it may have.</summary>
        Limit = 3,

        /// <summary>Something else needed one of them.</summary>
        Interruption = 4,

        /// <summary>One of them went away.</summary>
        Absence = 5,

        /// <summary>One of them died.</summary>
        Death = 6,
    }

    /// <summary>Names of <see cref="ConversationEnd"/> on the wire.</summary>
    public static class ConversationEndNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "CONVERSATION_END_UNSPECIFIED")
            .Add(1, "CONVERSATION_END_GOODBYE")
            .Add(2, "CONVERSATION_END_SILENCE")
            .Add(3, "CONVERSATION_END_LIMIT")
            .Add(4, "CONVERSATION_END_INTERRUPTION")
            .Add(5, "CONVERSATION_END_ABSENCE")
            .Add(6, "CONVERSATION_END_DEATH");
    }

    /// <summary>The status of a promise. More may be added.</summary>
    public enum CommitmentStatus
    {
        /// <summary>Not set; refused.</summary>
        Unspecified = 0,

        /// <summary>It is open.</summary>
        Open = 1,

        /// <summary>It was kept.</summary>
        Kept = 2,

        /// <summary>Its time has passed, or what was promised came to nothing.</summary>
        Broken = 3,

        /// <summary>It was taken back.</summary>
        Withdrawn = 4,

        /// <summary>One of the two died. Neither remembers that as an end of the promise.</summary>
        Lapsed = 5,
    }

    /// <summary>Names of <see cref="CommitmentStatus"/> on the wire.</summary>
    public static class CommitmentStatusNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "COMMITMENT_STATUS_UNSPECIFIED")
            .Add(1, "COMMITMENT_STATUS_OPEN")
            .Add(2, "COMMITMENT_STATUS_KEPT")
            .Add(3, "COMMITMENT_STATUS_BROKEN")
            .Add(4, "COMMITMENT_STATUS_WITHDRAWN")
            .Add(5, "COMMITMENT_STATUS_LAPSED");
    }

    /// <summary>The new attention tier of one character.</summary>
    public sealed class AttentionChange : Message
    {
        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Tier.</summary>
        public Attention Attention { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.AttentionChange"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if ((int)Attention != 0) { to.Enum(2, "attention", AttentionNames.Table, (int)Attention); }
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
                    int _attentionRead; if (from.Enum(AttentionNames.Table, out _attentionRead)) { Attention = (Attention)_attentionRead; }
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
                case "attention": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What a character does, from <c>world_start_time</c> until <c>world_end_time</c> or its next act.</summary>
    public sealed class Act : Message
    {
        /// <summary>What it does, such as <c>kneading the dough</c>.</summary>
        public string Activity
        {
            get { return _activity; }
            set { _activity = value ?? ""; }
        }

        private string _activity = "";

        /// <summary>An emoji for it.</summary>
        public string Emoji
        {
            get { return _emoji; }
            set { _emoji = value ?? ""; }
        }

        private string _emoji = "";

        /// <summary>Place; empty when that does not matter.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Thing at the place that it uses; empty when none.</summary>
        public string ObjectName
        {
            get { return _objectName; }
            set { _objectName = value ?? ""; }
        }

        private string _objectName = "";

        /// <summary>State of that thing meanwhile.</summary>
        public string ObjectState
        {
            get { return _objectState; }
            set { _objectState = value ?? ""; }
        }

        private string _objectState = "";

        /// <summary>Game time when it began.</summary>
        public global::System.DateTime? WorldStartTime
        {
            get { return _worldStartTime; }
            set { _worldStartTime = value; _worldStartTimeRest = 0; }
        }

        private global::System.DateTime? _worldStartTime;
        private int _worldStartTimeRest; // nanoseconds that are too fine for it

        /// <summary>Game time when it will end.</summary>
        public global::System.DateTime? WorldEndTime
        {
            get { return _worldEndTime; }
            set { _worldEndTime = value; _worldEndTimeRest = 0; }
        }

        private global::System.DateTime? _worldEndTime;
        private int _worldEndTimeRest; // nanoseconds that are too fine for it

        /// <summary>Reason.</summary>
        public ActCause Cause { get; set; }

        /// <summary>Memory it reacts to; empty when there is none.</summary>
        public string BecauseMemoryId
        {
            get { return _becauseMemoryId; }
            set { _becauseMemoryId = value ?? ""; }
        }

        private string _becauseMemoryId = "";

        /// <summary>Where it would be if a norm of that place (its capacity, hours or owners) did not keep it out.</summary>
        public string WantedPlaceId
        {
            get { return _wantedPlaceId; }
            set { _wantedPlaceId = value ?? ""; }
        }

        private string _wantedPlaceId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Act"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Activity.Length != 0) { to.String(1, "activity", Activity); }
            if (Emoji.Length != 0) { to.String(2, "emoji", Emoji); }
            if (PlaceId.Length != 0) { to.String(3, "placeId", PlaceId); }
            if (ObjectName.Length != 0) { to.String(4, "objectName", ObjectName); }
            if (ObjectState.Length != 0) { to.String(5, "objectState", ObjectState); }
            if (WorldStartTime.HasValue) { to.Timestamp(6, "worldStartTime", WorldStartTime.Value, _worldStartTimeRest); }
            if (WorldEndTime.HasValue) { to.Timestamp(7, "worldEndTime", WorldEndTime.Value, _worldEndTimeRest); }
            if ((int)Cause != 0) { to.Enum(8, "cause", ActCauseNames.Table, (int)Cause); }
            if (BecauseMemoryId.Length != 0) { to.String(9, "becauseMemoryId", BecauseMemoryId); }
            if (WantedPlaceId.Length != 0) { to.String(10, "wantedPlaceId", WantedPlaceId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Activity = from.String();
                    return true;
                case 2:
                    Emoji = from.String();
                    return true;
                case 3:
                    PlaceId = from.String();
                    return true;
                case 4:
                    ObjectName = from.String();
                    return true;
                case 5:
                    ObjectState = from.String();
                    return true;
                case 6:
                    _worldStartTime = from.Timestamp(out _worldStartTimeRest);
                    return true;
                case 7:
                    _worldEndTime = from.Timestamp(out _worldEndTimeRest);
                    return true;
                case 8:
                    int _causeRead; if (from.Enum(ActCauseNames.Table, out _causeRead)) { Cause = (ActCause)_causeRead; }
                    return true;
                case 9:
                    BecauseMemoryId = from.String();
                    return true;
                case 10:
                    WantedPlaceId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "activity": return 1;
                case "emoji": return 2;
                case "placeId": case "place_id": return 3;
                case "objectName": case "object_name": return 4;
                case "objectState": case "object_state": return 5;
                case "worldStartTime": case "world_start_time": return 6;
                case "worldEndTime": case "world_end_time": return 7;
                case "cause": return 8;
                case "becauseMemoryId": case "because_memory_id": return 9;
                case "wantedPlaceId": case "wanted_place_id": return 10;
                default: return 0;
            }
        }
    }

    /// <summary>One thing to do in a day.</summary>
    public sealed class Step : Message
    {
        /// <summary>Game time when it begins.</summary>
        public global::System.DateTime? WorldStartTime
        {
            get { return _worldStartTime; }
            set { _worldStartTime = value; _worldStartTimeRest = 0; }
        }

        private global::System.DateTime? _worldStartTime;
        private int _worldStartTimeRest; // nanoseconds that are too fine for it

        /// <summary>How long it takes.</summary>
        public int Minutes { get; set; }

        /// <summary>What is done.</summary>
        public string Activity
        {
            get { return _activity; }
            set { _activity = value ?? ""; }
        }

        private string _activity = "";

        /// <summary>Place; empty when that does not matter.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Thing at the place that is used; empty when none.</summary>
        public string ObjectName
        {
            get { return _objectName; }
            set { _objectName = value ?? ""; }
        }

        private string _objectName = "";

        /// <summary>State of that thing meanwhile.</summary>
        public string ObjectState
        {
            get { return _objectState; }
            set { _objectState = value ?? ""; }
        }

        private string _objectState = "";

        /// <summary>An emoji for it.</summary>
        public string Emoji
        {
            get { return _emoji; }
            set { _emoji = value ?? ""; }
        }

        private string _emoji = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Step"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldStartTime.HasValue) { to.Timestamp(1, "worldStartTime", WorldStartTime.Value, _worldStartTimeRest); }
            if (Minutes != 0) { to.Int32(2, "minutes", Minutes); }
            if (Activity.Length != 0) { to.String(3, "activity", Activity); }
            if (PlaceId.Length != 0) { to.String(4, "placeId", PlaceId); }
            if (ObjectName.Length != 0) { to.String(5, "objectName", ObjectName); }
            if (ObjectState.Length != 0) { to.String(6, "objectState", ObjectState); }
            if (Emoji.Length != 0) { to.String(7, "emoji", Emoji); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    _worldStartTime = from.Timestamp(out _worldStartTimeRest);
                    return true;
                case 2:
                    Minutes = from.Int32();
                    return true;
                case 3:
                    Activity = from.String();
                    return true;
                case 4:
                    PlaceId = from.String();
                    return true;
                case 5:
                    ObjectName = from.String();
                    return true;
                case 6:
                    ObjectState = from.String();
                    return true;
                case 7:
                    Emoji = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "worldStartTime": case "world_start_time": return 1;
                case "minutes": return 2;
                case "activity": return 3;
                case "placeId": case "place_id": return 4;
                case "objectName": case "object_name": return 5;
                case "objectState": case "object_state": return 6;
                case "emoji": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>A stretch of a day with one purpose.</summary>
    public sealed class Block : Message
    {
        /// <summary>Game time when it begins.</summary>
        public global::System.DateTime? WorldStartTime
        {
            get { return _worldStartTime; }
            set { _worldStartTime = value; _worldStartTimeRest = 0; }
        }

        private global::System.DateTime? _worldStartTime;
        private int _worldStartTimeRest; // nanoseconds that are too fine for it

        /// <summary>How long it takes.</summary>
        public int Minutes { get; set; }

        /// <summary>What is done.</summary>
        public string Activity
        {
            get { return _activity; }
            set { _activity = value ?? ""; }
        }

        private string _activity = "";

        /// <summary>Place; empty when that does not matter.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>An emoji for it.</summary>
        public string Emoji
        {
            get { return _emoji; }
            set { _emoji = value ?? ""; }
        }

        private string _emoji = "";

        /// <summary>Steps that fill it exactly; empty until shortly before it begins.</summary>
        public global::System.Collections.Generic.List<Step> Steps
        {
            get { return _steps; }
            set { _steps = value ?? new global::System.Collections.Generic.List<Step>(); }
        }

        private global::System.Collections.Generic.List<Step> _steps = new global::System.Collections.Generic.List<Step>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Block"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldStartTime.HasValue) { to.Timestamp(1, "worldStartTime", WorldStartTime.Value, _worldStartTimeRest); }
            if (Minutes != 0) { to.Int32(2, "minutes", Minutes); }
            if (Activity.Length != 0) { to.String(3, "activity", Activity); }
            if (PlaceId.Length != 0) { to.String(4, "placeId", PlaceId); }
            if (Emoji.Length != 0) { to.String(5, "emoji", Emoji); }
            if (_steps.Count != 0) { to.Messages(6, "steps", _steps.Count, n => _steps[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    _worldStartTime = from.Timestamp(out _worldStartTimeRest);
                    return true;
                case 2:
                    Minutes = from.Int32();
                    return true;
                case 3:
                    Activity = from.String();
                    return true;
                case 4:
                    PlaceId = from.String();
                    return true;
                case 5:
                    Emoji = from.String();
                    return true;
                case 6:
                    from.Messages(_steps, () => new Step());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "worldStartTime": case "world_start_time": return 1;
                case "minutes": return 2;
                case "activity": return 3;
                case "placeId": case "place_id": return 4;
                case "emoji": return 5;
                case "steps": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>What a character means to do from waking to sleeping.</summary>
    public sealed class DayPlan : Message
    {
        /// <summary>Day in game time, <c>YYYY-MM-DD</c>.</summary>
        public string WorldDay
        {
            get { return _worldDay; }
            set { _worldDay = value ?? ""; }
        }

        private string _worldDay = "";

        /// <summary>Game time when it wakes.</summary>
        public global::System.DateTime? WorldWakeTime
        {
            get { return _worldWakeTime; }
            set { _worldWakeTime = value; _worldWakeTimeRest = 0; }
        }

        private global::System.DateTime? _worldWakeTime;
        private int _worldWakeTimeRest; // nanoseconds that are too fine for it

        /// <summary>Game time when it goes to sleep.</summary>
        public global::System.DateTime? WorldSleepTime
        {
            get { return _worldSleepTime; }
            set { _worldSleepTime = value; _worldSleepTimeRest = 0; }
        }

        private global::System.DateTime? _worldSleepTime;
        private int _worldSleepTimeRest; // nanoseconds that are too fine for it

        /// <summary>The character's present situation, in its own view.</summary>
        public string Currently
        {
            get { return _currently; }
            set { _currently = value ?? ""; }
        }

        private string _currently = "";

        /// <summary>The day in broad strokes.</summary>
        public global::System.Collections.Generic.List<string> Outline
        {
            get { return _outline; }
            set { _outline = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _outline = new global::System.Collections.Generic.List<string>();

        /// <summary>Blocks in order; they touch each other and fill the time from waking to sleeping.</summary>
        public global::System.Collections.Generic.List<Block> Blocks
        {
            get { return _blocks; }
            set { _blocks = value ?? new global::System.Collections.Generic.List<Block>(); }
        }

        private global::System.Collections.Generic.List<Block> _blocks = new global::System.Collections.Generic.List<Block>();

        /// <summary>Whether a default replaced the model's plan.</summary>
        public bool IsDefault { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.DayPlan"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldDay.Length != 0) { to.String(1, "worldDay", WorldDay); }
            if (WorldWakeTime.HasValue) { to.Timestamp(2, "worldWakeTime", WorldWakeTime.Value, _worldWakeTimeRest); }
            if (WorldSleepTime.HasValue) { to.Timestamp(3, "worldSleepTime", WorldSleepTime.Value, _worldSleepTimeRest); }
            if (Currently.Length != 0) { to.String(4, "currently", Currently); }
            if (_outline.Count != 0) { to.Strings(5, "outline", _outline); }
            if (_blocks.Count != 0) { to.Messages(6, "blocks", _blocks.Count, n => _blocks[n]); }
            if (IsDefault) { to.Bool(7, "isDefault", IsDefault); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    WorldDay = from.String();
                    return true;
                case 2:
                    _worldWakeTime = from.Timestamp(out _worldWakeTimeRest);
                    return true;
                case 3:
                    _worldSleepTime = from.Timestamp(out _worldSleepTimeRest);
                    return true;
                case 4:
                    Currently = from.String();
                    return true;
                case 5:
                    from.Strings(_outline);
                    return true;
                case 6:
                    from.Messages(_blocks, () => new Block());
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
                case "worldDay": case "world_day": return 1;
                case "worldWakeTime": case "world_wake_time": return 2;
                case "worldSleepTime": case "world_sleep_time": return 3;
                case "currently": return 4;
                case "outline": return 5;
                case "blocks": return 6;
                case "isDefault": case "is_default": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>How a character feels; fades with game time towards calm.</summary>
    public sealed class Mood : Message
    {
        /// <summary>From -1 (unpleasant) to 1 (pleasant).</summary>
        public double Valence { get; set; }

        /// <summary>From -1 (drowsy) to 1 (excited).</summary>
        public double Arousal { get; set; }

        /// <summary>Nearest emotion; labels: see <c>Emotion</c>.</summary>
        public string Label
        {
            get { return _label; }
            set { _label = value ?? ""; }
        }

        private string _label = "";

        /// <summary>Why, in a few words.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <summary>Whether an author set it, and nothing moved it since.</summary>
        public bool IsAuthored { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Mood"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (global::System.BitConverter.DoubleToInt64Bits(Valence) != 0L) { to.Double(1, "valence", Valence); }
            if (global::System.BitConverter.DoubleToInt64Bits(Arousal) != 0L) { to.Double(2, "arousal", Arousal); }
            if (Label.Length != 0) { to.String(3, "label", Label); }
            if (Why.Length != 0) { to.String(4, "why", Why); }
            if (IsAuthored) { to.Bool(5, "isAuthored", IsAuthored); }
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
                    Label = from.String();
                    return true;
                case 4:
                    Why = from.String();
                    return true;
                case 5:
                    IsAuthored = from.Bool();
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
                case "label": return 3;
                case "why": return 4;
                case "isAuthored": case "is_authored": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A character's standing with one other person, in its own view.</summary>
    public sealed class Standing : Message
    {
        /// <summary>Character or player. Empty for a person its author named who is no character of the world.</summary>
        public string OtherId
        {
            get { return _otherId; }
            set { _otherId = value ?? ""; }
        }

        private string _otherId = "";

        /// <summary>Name.</summary>
        public string OtherName
        {
            get { return _otherName; }
            set { _otherName = value ?? ""; }
        }

        private string _otherName = "";

        /// <summary>From -100 (hatred) to 100 (devotion).</summary>
        public int Affinity { get; set; }

        /// <summary>From 0 to 100; a stranger has 50.</summary>
        public int Trust { get; set; }

        /// <summary>From 0 (never met) to 100.</summary>
        public int Familiarity { get; set; }

        /// <summary>Its view of them, in a sentence.</summary>
        public string View
        {
            get { return _view; }
            set { _view = value ?? ""; }
        }

        private string _view = "";

        /// <summary>Ids of the memories that moved it last; empty while it is as its author wrote it.</summary>
        public global::System.Collections.Generic.List<string> EvidenceIds
        {
            get { return _evidenceIds; }
            set { _evidenceIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _evidenceIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Scores on the axes that the world declares (<c>World.axes</c>), by name.</summary>
        public global::System.Collections.Generic.Dictionary<string, int> Axes
        {
            get { return _axes; }
            set { _axes = value ?? new global::System.Collections.Generic.Dictionary<string, int>(); }
        }

        private global::System.Collections.Generic.Dictionary<string, int> _axes = new global::System.Collections.Generic.Dictionary<string, int>();

        /// <summary>Names of the thresholds of these axes that hold.</summary>
        public global::System.Collections.Generic.List<string> Thresholds
        {
            get { return _thresholds; }
            set { _thresholds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _thresholds = new global::System.Collections.Generic.List<string>();

        /// <summary>
        /// Names of those that began to hold with this change. Each is told once, until it has let go; only
        /// in <c>Watch</c>.
        /// </summary>
        public global::System.Collections.Generic.List<string> Crossed
        {
            get { return _crossed; }
            set { _crossed = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _crossed = new global::System.Collections.Generic.List<string>();

        /// <summary>Names of those that let go with this change; only in <c>Watch</c>.</summary>
        public global::System.Collections.Generic.List<string> Left
        {
            get { return _left; }
            set { _left = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _left = new global::System.Collections.Generic.List<string>();

        /// <summary>Whether an author set it, and nothing moved it since.</summary>
        public bool IsAuthored { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Standing"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (OtherId.Length != 0) { to.String(1, "otherId", OtherId); }
            if (OtherName.Length != 0) { to.String(2, "otherName", OtherName); }
            if (Affinity != 0) { to.Int32(3, "affinity", Affinity); }
            if (Trust != 0) { to.Int32(4, "trust", Trust); }
            if (Familiarity != 0) { to.Int32(5, "familiarity", Familiarity); }
            if (View.Length != 0) { to.String(6, "view", View); }
            if (_evidenceIds.Count != 0) { to.Strings(7, "evidenceIds", _evidenceIds); }
            if (_axes.Count != 0) { to.Int32Map(8, "axes", _axes); }
            if (_thresholds.Count != 0) { to.Strings(9, "thresholds", _thresholds); }
            if (_crossed.Count != 0) { to.Strings(10, "crossed", _crossed); }
            if (_left.Count != 0) { to.Strings(11, "left", _left); }
            if (IsAuthored) { to.Bool(12, "isAuthored", IsAuthored); }
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
                    OtherName = from.String();
                    return true;
                case 3:
                    Affinity = from.Int32();
                    return true;
                case 4:
                    Trust = from.Int32();
                    return true;
                case 5:
                    Familiarity = from.Int32();
                    return true;
                case 6:
                    View = from.String();
                    return true;
                case 7:
                    from.Strings(_evidenceIds);
                    return true;
                case 8:
                    from.Int32Map(_axes);
                    return true;
                case 9:
                    from.Strings(_thresholds);
                    return true;
                case 10:
                    from.Strings(_crossed);
                    return true;
                case 11:
                    from.Strings(_left);
                    return true;
                case 12:
                    IsAuthored = from.Bool();
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
                case "otherName": case "other_name": return 2;
                case "affinity": return 3;
                case "trust": return 4;
                case "familiarity": return 5;
                case "view": return 6;
                case "evidenceIds": case "evidence_ids": return 7;
                case "axes": return 8;
                case "thresholds": return 9;
                case "crossed": return 10;
                case "left": return 11;
                case "isAuthored": case "is_authored": return 12;
                default: return 0;
            }
        }
    }

    /// <summary>How far a character holds a statement true or right.</summary>
    public sealed class Belief : Message
    {
        /// <summary>Short key, such as <c>tom-should-be-mayor</c>.</summary>
        public string Topic
        {
            get { return _topic; }
            set { _topic = value ?? ""; }
        }

        private string _topic = "";

        /// <summary>Statement.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>From 0 (surely not) to 100 (surely).</summary>
        public int Score { get; set; }

        /// <summary>Ids of the memories that moved it last.</summary>
        public global::System.Collections.Generic.List<string> EvidenceIds
        {
            get { return _evidenceIds; }
            set { _evidenceIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _evidenceIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Whether an author set it, and nothing moved it since.</summary>
        public bool IsAuthored { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Belief"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Topic.Length != 0) { to.String(1, "topic", Topic); }
            if (Text.Length != 0) { to.String(2, "text", Text); }
            if (Score != 0) { to.Int32(3, "score", Score); }
            if (_evidenceIds.Count != 0) { to.Strings(4, "evidenceIds", _evidenceIds); }
            if (IsAuthored) { to.Bool(5, "isAuthored", IsAuthored); }
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
                case 4:
                    from.Strings(_evidenceIds);
                    return true;
                case 5:
                    IsAuthored = from.Bool();
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
                case "evidenceIds": case "evidence_ids": return 4;
                case "isAuthored": case "is_authored": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A talk between two characters, in the view of one of them.</summary>
    public sealed class Conversation : Message
    {
        /// <summary>Conversation; the same for both.</summary>
        public string ConversationId
        {
            get { return _conversationId; }
            set { _conversationId = value ?? ""; }
        }

        private string _conversationId = "";

        /// <summary>Id of the other character.</summary>
        public string WithId
        {
            get { return _withId; }
            set { _withId = value ?? ""; }
        }

        private string _withId = "";

        /// <summary>Name of the other character.</summary>
        public string WithName
        {
            get { return _withName; }
            set { _withName = value ?? ""; }
        }

        private string _withName = "";

        /// <summary>Reason for which it began.</summary>
        public string About
        {
            get { return _about; }
            set { _about = value ?? ""; }
        }

        private string _about = "";

        /// <summary>Whether it is over.</summary>
        public bool IsOver { get; set; }

        /// <summary>How many lines both said; counted at its end.</summary>
        public int Lines { get; set; }

        /// <summary>What ended it; not set while it lasts.</summary>
        public ConversationEnd EndedBy { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Conversation"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (ConversationId.Length != 0) { to.String(1, "conversationId", ConversationId); }
            if (WithId.Length != 0) { to.String(2, "withId", WithId); }
            if (WithName.Length != 0) { to.String(3, "withName", WithName); }
            if (About.Length != 0) { to.String(4, "about", About); }
            if (IsOver) { to.Bool(5, "isOver", IsOver); }
            if (Lines != 0) { to.Int32(6, "lines", Lines); }
            if ((int)EndedBy != 0) { to.Enum(7, "endedBy", ConversationEndNames.Table, (int)EndedBy); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    ConversationId = from.String();
                    return true;
                case 2:
                    WithId = from.String();
                    return true;
                case 3:
                    WithName = from.String();
                    return true;
                case 4:
                    About = from.String();
                    return true;
                case 5:
                    IsOver = from.Bool();
                    return true;
                case 6:
                    Lines = from.Int32();
                    return true;
                case 7:
                    int _endedByRead; if (from.Enum(ConversationEndNames.Table, out _endedByRead)) { EndedBy = (ConversationEnd)_endedByRead; }
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "conversationId": case "conversation_id": return 1;
                case "withId": case "with_id": return 2;
                case "withName": case "with_name": return 3;
                case "about": return 4;
                case "isOver": case "is_over": return 5;
                case "lines": return 6;
                case "endedBy": case "ended_by": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>The state of a thing in play.</summary>
    public sealed class ObjectState : Message
    {
        /// <summary>Place.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Thing at that place.</summary>
        public string ObjectName
        {
            get { return _objectName; }
            set { _objectName = value ?? ""; }
        }

        private string _objectName = "";

        /// <summary>State, such as <c>burning</c>; <c>idle</c> when nobody uses it.</summary>
        public string State
        {
            get { return _state; }
            set { _state = value ?? ""; }
        }

        private string _state = "";

        /// <summary>Character or player who caused it; empty for the game or a designer.</summary>
        public string ById
        {
            get { return _byId; }
            set { _byId = value ?? ""; }
        }

        private string _byId = "";

        /// <summary>
        /// Game time since when; absent for a thing never changed, and where the event around it has the
        /// time.
        /// </summary>
        public global::System.DateTime? WorldStartTime
        {
            get { return _worldStartTime; }
            set { _worldStartTime = value; _worldStartTimeRest = 0; }
        }

        private global::System.DateTime? _worldStartTime;
        private int _worldStartTimeRest; // nanoseconds that are too fine for it

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ObjectState"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (PlaceId.Length != 0) { to.String(1, "placeId", PlaceId); }
            if (ObjectName.Length != 0) { to.String(2, "objectName", ObjectName); }
            if (State.Length != 0) { to.String(3, "state", State); }
            if (ById.Length != 0) { to.String(4, "byId", ById); }
            if (WorldStartTime.HasValue) { to.Timestamp(5, "worldStartTime", WorldStartTime.Value, _worldStartTimeRest); }
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
                    ObjectName = from.String();
                    return true;
                case 3:
                    State = from.String();
                    return true;
                case 4:
                    ById = from.String();
                    return true;
                case 5:
                    _worldStartTime = from.Timestamp(out _worldStartTimeRest);
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
                case "objectName": case "object_name": return 2;
                case "state": return 3;
                case "byId": case "by_id": return 4;
                case "worldStartTime": case "world_start_time": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A use of a model, and its result.</summary>
    public sealed class Thought : Message
    {
        /// <summary>Purpose.</summary>
        public Purpose Purpose { get; set; }

        /// <summary>How the answer could be used.</summary>
        public Verdict Verdict { get; set; }

        /// <summary>Model that answered, <c>provider:model</c>; empty when none did.</summary>
        public string Model
        {
            get { return _model; }
            set { _model = value ?? ""; }
        }

        private string _model = "";

        /// <summary>Number of calls.</summary>
        public int Calls { get; set; }

        /// <summary>Tokens of the prompts.</summary>
        public int PromptTokens { get; set; }

        /// <summary>Tokens of the answers.</summary>
        public int CompletionTokens { get; set; }

        /// <summary>Position it was based on.</summary>
        public int VantageSeq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Thought"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Purpose != 0) { to.Enum(1, "purpose", PurposeNames.Table, (int)Purpose); }
            if ((int)Verdict != 0) { to.Enum(2, "verdict", VerdictNames.Table, (int)Verdict); }
            if (Model.Length != 0) { to.String(3, "model", Model); }
            if (Calls != 0) { to.Int32(4, "calls", Calls); }
            if (PromptTokens != 0) { to.Int32(5, "promptTokens", PromptTokens); }
            if (CompletionTokens != 0) { to.Int32(6, "completionTokens", CompletionTokens); }
            if (VantageSeq != 0) { to.Int32(7, "vantageSeq", VantageSeq); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _purposeRead; if (from.Enum(PurposeNames.Table, out _purposeRead)) { Purpose = (Purpose)_purposeRead; }
                    return true;
                case 2:
                    int _verdictRead; if (from.Enum(VerdictNames.Table, out _verdictRead)) { Verdict = (Verdict)_verdictRead; }
                    return true;
                case 3:
                    Model = from.String();
                    return true;
                case 4:
                    Calls = from.Int32();
                    return true;
                case 5:
                    PromptTokens = from.Int32();
                    return true;
                case 6:
                    CompletionTokens = from.Int32();
                    return true;
                case 7:
                    VantageSeq = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "purpose": return 1;
                case "verdict": return 2;
                case "model": return 3;
                case "calls": return 4;
                case "promptTokens": case "prompt_tokens": return 5;
                case "completionTokens": case "completion_tokens": return 6;
                case "vantageSeq": case "vantage_seq": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>A promise from one character or player to another.</summary>
    public sealed class Commitment : Message
    {
        /// <summary>Id; the same for both.</summary>
        public string CommitmentId
        {
            get { return _commitmentId; }
            set { _commitmentId = value ?? ""; }
        }

        private string _commitmentId = "";

        /// <summary>Character or player who promised.</summary>
        public string ById
        {
            get { return _byId; }
            set { _byId = value ?? ""; }
        }

        private string _byId = "";

        /// <summary>Their name.</summary>
        public string ByName
        {
            get { return _byName; }
            set { _byName = value ?? ""; }
        }

        private string _byName = "";

        /// <summary>Character or player it was made to.</summary>
        public string ToId
        {
            get { return _toId; }
            set { _toId = value ?? ""; }
        }

        private string _toId = "";

        /// <summary>Their name.</summary>
        public string ToName
        {
            get { return _toName; }
            set { _toName = value ?? ""; }
        }

        private string _toName = "";

        /// <summary>What was promised, in a few words.</summary>
        public string What
        {
            get { return _what; }
            set { _what = value ?? ""; }
        }

        private string _what = "";

        /// <summary>Game time by when; absent where none was named. Then only the game, or talk, settles it.</summary>
        public global::System.DateTime? WorldDueTime
        {
            get { return _worldDueTime; }
            set { _worldDueTime = value; _worldDueTimeRest = 0; }
        }

        private global::System.DateTime? _worldDueTime;
        private int _worldDueTimeRest; // nanoseconds that are too fine for it

        /// <summary>Status.</summary>
        public CommitmentStatus Status { get; set; }

        /// <summary>Turn in which it was promised; empty when the game reported it.</summary>
        public string TurnId
        {
            get { return _turnId; }
            set { _turnId = value ?? ""; }
        }

        private string _turnId = "";

        /// <summary>What settled it, in words; empty while it is open.</summary>
        public string Because
        {
            get { return _because; }
            set { _because = value ?? ""; }
        }

        private string _because = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Commitment"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CommitmentId.Length != 0) { to.String(1, "commitmentId", CommitmentId); }
            if (ById.Length != 0) { to.String(2, "byId", ById); }
            if (ByName.Length != 0) { to.String(3, "byName", ByName); }
            if (ToId.Length != 0) { to.String(4, "toId", ToId); }
            if (ToName.Length != 0) { to.String(5, "toName", ToName); }
            if (What.Length != 0) { to.String(6, "what", What); }
            if (WorldDueTime.HasValue) { to.Timestamp(7, "worldDueTime", WorldDueTime.Value, _worldDueTimeRest); }
            if ((int)Status != 0) { to.Enum(8, "status", CommitmentStatusNames.Table, (int)Status); }
            if (TurnId.Length != 0) { to.String(9, "turnId", TurnId); }
            if (Because.Length != 0) { to.String(10, "because", Because); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CommitmentId = from.String();
                    return true;
                case 2:
                    ById = from.String();
                    return true;
                case 3:
                    ByName = from.String();
                    return true;
                case 4:
                    ToId = from.String();
                    return true;
                case 5:
                    ToName = from.String();
                    return true;
                case 6:
                    What = from.String();
                    return true;
                case 7:
                    _worldDueTime = from.Timestamp(out _worldDueTimeRest);
                    return true;
                case 8:
                    int _statusRead; if (from.Enum(CommitmentStatusNames.Table, out _statusRead)) { Status = (CommitmentStatus)_statusRead; }
                    return true;
                case 9:
                    TurnId = from.String();
                    return true;
                case 10:
                    Because = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "commitmentId": case "commitment_id": return 1;
                case "byId": case "by_id": return 2;
                case "byName": case "by_name": return 3;
                case "toId": case "to_id": return 4;
                case "toName": case "to_name": return 5;
                case "what": return 6;
                case "worldDueTime": case "world_due_time": return 7;
                case "status": return 8;
                case "turnId": case "turn_id": return 9;
                case "because": return 10;
                default: return 0;
            }
        }
    }

    /// <summary>The state of a character as one vantage sees it.</summary>
    public sealed class Mind : Message
    {
        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Position it is seen from.</summary>
        public int Seq { get; set; }

        /// <summary>Game time there.</summary>
        public global::System.DateTime? WorldTime
        {
            get { return _worldTime; }
            set { _worldTime = value; _worldTimeRest = 0; }
        }

        private global::System.DateTime? _worldTime;
        private int _worldTimeRest; // nanoseconds that are too fine for it

        /// <summary>Attention tier.</summary>
        public Attention Attention { get; set; }

        /// <summary>Place; empty if unknown.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>What it does; absent when it does nothing by itself.</summary>
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

        /// <summary>What it means to do next; absent when it has no plan, or its day is done.</summary>
        public Step Next
        {
            get { return _next ?? (_next = new Step()); }
            set { _next = value; _nextIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasNext
        {
            get { return _next != null && (_nextIsSet || !_next.IsEmpty); }
        }

        private Step _next;
        private bool _nextIsSet;

        /// <summary>Its latest plan, of whatever day; absent before the first.</summary>
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

        /// <summary>How it feels now.</summary>
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

        /// <summary>Its standings with all it knows of, the most familiar first.</summary>
        public global::System.Collections.Generic.List<Standing> Relations
        {
            get { return _relations; }
            set { _relations = value ?? new global::System.Collections.Generic.List<Standing>(); }
        }

        private global::System.Collections.Generic.List<Standing> _relations = new global::System.Collections.Generic.List<Standing>();

        /// <summary>What it believes, the strongest first.</summary>
        public global::System.Collections.Generic.List<Belief> Beliefs
        {
            get { return _beliefs; }
            set { _beliefs = value ?? new global::System.Collections.Generic.List<Belief>(); }
        }

        private global::System.Collections.Generic.List<Belief> _beliefs = new global::System.Collections.Generic.List<Belief>();

        /// <summary>Conversation that is under way with another character; absent when none is.</summary>
        public Conversation Conversation
        {
            get { return _conversation ?? (_conversation = new Conversation()); }
            set { _conversation = value; _conversationIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasConversation
        {
            get { return _conversation != null && (_conversationIsSet || !_conversation.IsEmpty); }
        }

        private Conversation _conversation;
        private bool _conversationIsSet;

        /// <summary>What it knows of the world's places, as it last saw them, a sentence for each; at most 500.</summary>
        public global::System.Collections.Generic.List<string> Surroundings
        {
            get { return _surroundings; }
            set { _surroundings = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _surroundings = new global::System.Collections.Generic.List<string>();

        /// <summary>
        /// Promises that it made or was given: the open ones first, then the newest of the others; at most
        /// 100.
        /// </summary>
        public global::System.Collections.Generic.List<Commitment> Commitments
        {
            get { return _commitments; }
            set { _commitments = value ?? new global::System.Collections.Generic.List<Commitment>(); }
        }

        private global::System.Collections.Generic.List<Commitment> _commitments = new global::System.Collections.Generic.List<Commitment>();

        /// <summary>Whether it takes part in the timeline. One that does not has no place.</summary>
        public Availability Availability { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Mind"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
            if (WorldTime.HasValue) { to.Timestamp(3, "worldTime", WorldTime.Value, _worldTimeRest); }
            if ((int)Attention != 0) { to.Enum(4, "attention", AttentionNames.Table, (int)Attention); }
            if (PlaceId.Length != 0) { to.String(5, "placeId", PlaceId); }
            if (HasAct) { to.Message(6, "act", _act); }
            if (HasNext) { to.Message(7, "next", _next); }
            if (HasDayPlan) { to.Message(8, "dayPlan", _dayPlan); }
            if (HasMood) { to.Message(9, "mood", _mood); }
            if (_relations.Count != 0) { to.Messages(10, "relations", _relations.Count, n => _relations[n]); }
            if (_beliefs.Count != 0) { to.Messages(11, "beliefs", _beliefs.Count, n => _beliefs[n]); }
            if (HasConversation) { to.Message(12, "conversation", _conversation); }
            if (_surroundings.Count != 0) { to.Strings(14, "surroundings", _surroundings); }
            if (_commitments.Count != 0) { to.Messages(15, "commitments", _commitments.Count, n => _commitments[n]); }
            if ((int)Availability != 0) { to.Enum(16, "availability", AvailabilityNames.Table, (int)Availability); }
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
                    Seq = from.Int32();
                    return true;
                case 3:
                    _worldTime = from.Timestamp(out _worldTimeRest);
                    return true;
                case 4:
                    int _attentionRead; if (from.Enum(AttentionNames.Table, out _attentionRead)) { Attention = (Attention)_attentionRead; }
                    return true;
                case 5:
                    PlaceId = from.String();
                    return true;
                case 6:
                    Act = from.Message(Act);
                    return true;
                case 7:
                    Next = from.Message(Next);
                    return true;
                case 8:
                    DayPlan = from.Message(DayPlan);
                    return true;
                case 9:
                    Mood = from.Message(Mood);
                    return true;
                case 10:
                    from.Messages(_relations, () => new Standing());
                    return true;
                case 11:
                    from.Messages(_beliefs, () => new Belief());
                    return true;
                case 12:
                    Conversation = from.Message(Conversation);
                    return true;
                case 14:
                    from.Strings(_surroundings);
                    return true;
                case 15:
                    from.Messages(_commitments, () => new Commitment());
                    return true;
                case 16:
                    int _availabilityRead; if (from.Enum(AvailabilityNames.Table, out _availabilityRead)) { Availability = (Availability)_availabilityRead; }
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
                case "seq": return 2;
                case "worldTime": case "world_time": return 3;
                case "attention": return 4;
                case "placeId": case "place_id": return 5;
                case "act": return 6;
                case "next": return 7;
                case "dayPlan": case "day_plan": return 8;
                case "mood": return 9;
                case "relations": return 10;
                case "beliefs": return 11;
                case "conversation": return 12;
                case "surroundings": return 14;
                case "commitments": return 15;
                case "availability": return 16;
                default: return 0;
            }
        }
    }

    /// <summary>Thoughts of one purpose that are due and not done.</summary>
    public sealed class PurposeLateness : Message
    {
        /// <summary>What they are for; unspecified for the effects of the clock.</summary>
        public Purpose Purpose { get; set; }

        /// <summary>How many there are.</summary>
        public int Waiting { get; set; }

        /// <summary>Seconds of real time since the first of them was due.</summary>
        public double OldestSeconds { get; set; }

        /// <summary>Game minutes since they were due: the median.</summary>
        public double MedianMinutes { get; set; }

        /// <summary>Game minutes that 19 in 20 of them have not exceeded.</summary>
        public double P95Minutes { get; set; }

        /// <summary>Game minutes since the oldest was due.</summary>
        public double OldestMinutes { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.PurposeLateness"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Purpose != 0) { to.Enum(1, "purpose", PurposeNames.Table, (int)Purpose); }
            if (Waiting != 0) { to.Int32(2, "waiting", Waiting); }
            if (global::System.BitConverter.DoubleToInt64Bits(OldestSeconds) != 0L) { to.Double(3, "oldestSeconds", OldestSeconds); }
            if (global::System.BitConverter.DoubleToInt64Bits(MedianMinutes) != 0L) { to.Double(4, "medianMinutes", MedianMinutes); }
            if (global::System.BitConverter.DoubleToInt64Bits(P95Minutes) != 0L) { to.Double(5, "p95Minutes", P95Minutes); }
            if (global::System.BitConverter.DoubleToInt64Bits(OldestMinutes) != 0L) { to.Double(6, "oldestMinutes", OldestMinutes); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _purposeRead; if (from.Enum(PurposeNames.Table, out _purposeRead)) { Purpose = (Purpose)_purposeRead; }
                    return true;
                case 2:
                    Waiting = from.Int32();
                    return true;
                case 3:
                    OldestSeconds = from.Double();
                    return true;
                case 4:
                    MedianMinutes = from.Double();
                    return true;
                case 5:
                    P95Minutes = from.Double();
                    return true;
                case 6:
                    OldestMinutes = from.Double();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "purpose": return 1;
                case "waiting": return 2;
                case "oldestSeconds": case "oldest_seconds": return 3;
                case "medianMinutes": case "median_minutes": return 4;
                case "p95Minutes": case "p95_minutes": return 5;
                case "oldestMinutes": case "oldest_minutes": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>How far the thoughts of a timeline are behind its clock.</summary>
    public sealed class Lateness : Message
    {
        /// <summary>Game minutes since the oldest thought was due; 0 when none is late.</summary>
        public double Minutes { get; set; }

        /// <summary>By purpose, the latest first.</summary>
        public global::System.Collections.Generic.List<PurposeLateness> ByPurpose
        {
            get { return _byPurpose; }
            set { _byPurpose = value ?? new global::System.Collections.Generic.List<PurposeLateness>(); }
        }

        private global::System.Collections.Generic.List<PurposeLateness> _byPurpose = new global::System.Collections.Generic.List<PurposeLateness>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Lateness"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (global::System.BitConverter.DoubleToInt64Bits(Minutes) != 0L) { to.Double(1, "minutes", Minutes); }
            if (_byPurpose.Count != 0) { to.Messages(2, "byPurpose", _byPurpose.Count, n => _byPurpose[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Minutes = from.Double();
                    return true;
                case 2:
                    from.Messages(_byPurpose, () => new PurposeLateness());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "minutes": return 1;
                case "byPurpose": case "by_purpose": return 2;
                default: return 0;
            }
        }
    }
}
