// Generated from proto/npcserver/v1/play_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>By which sense an observation is perceived. More may be added.</summary>
    public enum ObservationChannel
    {
        /// <summary>By either: those who can see or hear perceive it.</summary>
        Unspecified = 0,

        /// <summary>Only by those who can see.</summary>
        Sight = 1,

        /// <summary>Only by those who can hear.</summary>
        Sound = 2,
    }

    /// <summary>Names of <see cref="ObservationChannel"/> on the wire.</summary>
    public static class ObservationChannelNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "OBSERVATION_CHANNEL_UNSPECIFIED")
            .Add(1, "OBSERVATION_CHANNEL_SIGHT")
            .Add(2, "OBSERVATION_CHANNEL_SOUND");
    }

    /// <summary>From how far an observation is perceived. More may be added.</summary>
    public enum ObservationRange
    {
        /// <summary>As <c>PLACE</c>.</summary>
        Unspecified = 0,

        /// <summary>At the place itself.</summary>
        Place = 1,

        /// <summary>In the place that this place is a part of, and in all its parts.</summary>
        Nearby = 2,

        /// <summary>Everywhere in the world.</summary>
        World = 3,
    }

    /// <summary>Names of <see cref="ObservationRange"/> on the wire.</summary>
    public static class ObservationRangeNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "OBSERVATION_RANGE_UNSPECIFIED")
            .Add(1, "OBSERVATION_RANGE_PLACE")
            .Add(2, "OBSERVATION_RANGE_NEARBY")
            .Add(3, "OBSERVATION_RANGE_WORLD");
    }

    /// <summary>How loud a voice is. More may be added.</summary>
    public enum Loudness
    {
        /// <summary>As <c>TALK</c>.</summary>
        Unspecified = 0,

        /// <summary>
        /// Heard whole by those to whom it is said. Characters at the same <c>Movement.spot</c> catch a word or
        /// two; where the game names no spots, nobody does.
        /// </summary>
        Whisper = 1,

        /// <summary>Heard at the place: whole at the same spot, half at others.</summary>
        Talk = 2,

        /// <summary>
        /// Heard whole at the place, in the place that it is a part of and in the parts of that, and half
        /// one place further; <c>Place.walls</c> says what walls let through.
        /// </summary>
        Shout = 3,
    }

    /// <summary>Names of <see cref="Loudness"/> on the wire.</summary>
    public static class LoudnessNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "LOUDNESS_UNSPECIFIED")
            .Add(1, "LOUDNESS_WHISPER")
            .Add(2, "LOUDNESS_TALK")
            .Add(3, "LOUDNESS_SHOUT");
    }

    /// <summary>Why a character has the floor. More may be added.</summary>
    public enum FloorReason
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>The words addressed it.</summary>
        Addressed = 1,

        /// <summary>The words concern it most.</summary>
        Stake = 2,

        /// <summary>It has been silent longest of those who have something to say.</summary>
        Silence = 3,
    }

    /// <summary>Names of <see cref="FloorReason"/> on the wire.</summary>
    public static class FloorReasonNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "FLOOR_REASON_UNSPECIFIED")
            .Add(1, "FLOOR_REASON_ADDRESSED")
            .Add(2, "FLOOR_REASON_STAKE")
            .Add(3, "FLOOR_REASON_SILENCE");
    }

    /// <summary>How far the game has carried out an intent. More may be added.</summary>
    public enum OutcomeStatus
    {
        /// <summary>Not set; refused.</summary>
        Unspecified = 0,

        /// <summary>The game allows it; a final status follows. Leaves no memory.</summary>
        Accepted = 1,

        /// <summary>The game does not allow it. Final.</summary>
        Refused = 2,

        /// <summary>It was tried and failed. Final.</summary>
        Failed = 3,

        /// <summary>It happened. Final; keeps an open promise whose words it matches.</summary>
        Completed = 4,
    }

    /// <summary>Names of <see cref="OutcomeStatus"/> on the wire.</summary>
    public static class OutcomeStatusNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "OUTCOME_STATUS_UNSPECIFIED")
            .Add(1, "OUTCOME_STATUS_ACCEPTED")
            .Add(2, "OUTCOME_STATUS_REFUSED")
            .Add(3, "OUTCOME_STATUS_FAILED")
            .Add(4, "OUTCOME_STATUS_COMPLETED");
    }

    /// <summary>What a move of the clock waits for.</summary>
    public enum ClockWait
    {
        /// <summary>Nothing: characters catch up while the game goes on.</summary>
        Unspecified = 0,

        /// <summary>Acts that are due have begun, and reactions are decided.</summary>
        Acts = 1,

        /// <summary>
        /// No thought of the timeline is due. One that waits for a lull, as a summary of a talk that may
        /// go on, is not.
        /// </summary>
        Thoughts = 2,
    }

    /// <summary>Names of <see cref="ClockWait"/> on the wire.</summary>
    public static class ClockWaitNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "CLOCK_WAIT_UNSPECIFIED")
            .Add(1, "CLOCK_WAIT_ACTS")
            .Add(2, "CLOCK_WAIT_THOUGHTS");
    }

    /// <summary>A speaker.</summary>
    public sealed class Speaker : Message
    {
        /// <summary>Id that the game gives a player, or a character's id; 1 to 120 characters.</summary>
        public string Id
        {
            get { return _id; }
            set { _id = value ?? ""; }
        }

        private string _id = "";

        /// <summary>
        /// Name by which the character knows the speaker; 1 to 80 characters. A character needs none as
        /// a member of a circle, where it always has its own.
        /// </summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Whether this is one of the world's characters and not a player.</summary>
        public bool IsCharacter { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Speaker"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Id.Length != 0) { to.String(1, "id", Id); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (IsCharacter) { to.Bool(3, "isCharacter", IsCharacter); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Id = from.String();
                    return true;
                case 2:
                    Name = from.String();
                    return true;
                case 3:
                    IsCharacter = from.Bool();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "id": return 1;
                case "name": return 2;
                case "isCharacter": case "is_character": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>Something that happened.</summary>
    public sealed class Observation : Message
    {
        /// <summary>What happened, in the third person; 1 to 4,000 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>
        /// Characters who perceived it, at most 500; the dead among them do not, and the absent do, as by a
        /// letter. Empty means all who are within <c>range</c> of <c>place_id</c>,
        /// have the sense for it, and are awake; a sound of importance 8 or more wakes those asleep there.
        /// </summary>
        public global::System.Collections.Generic.List<string> WitnessIds
        {
            get { return _witnessIds; }
            set { _witnessIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _witnessIds = new global::System.Collections.Generic.List<string>();

        /// <summary>
        /// Place where it happened. Without it, <c>witness_ids</c> must not be empty or <c>range</c> must be the
        /// world.
        /// </summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Game time when it happened; absent means now. May be in the past, not in the future.</summary>
        public global::System.DateTime? WorldTime
        {
            get { return _worldTime; }
            set { _worldTime = value; _worldTimeRest = 0; }
        }

        private global::System.DateTime? _worldTime;
        private int _worldTimeRest; // nanoseconds that are too fine for it

        /// <summary>Importance, 1 to 10, if the game knows it; absent to have it rated.</summary>
        public int? Importance { get; set; }

        /// <summary>Ids of characters, players and things it is about, at most 20.</summary>
        public global::System.Collections.Generic.List<string> AboutIds
        {
            get { return _aboutIds; }
            set { _aboutIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _aboutIds = new global::System.Collections.Generic.List<string>();

        /// <summary>By which sense it is perceived.</summary>
        public ObservationChannel Channel { get; set; }

        /// <summary>From how far it is perceived, where <c>witness_ids</c> is empty.</summary>
        public ObservationRange Range { get; set; }

        /// <summary>
        /// Whether it is a fact that holds, such as <c>the bed is made</c>, and not an event. A character that
        /// knows it already keeps no second memory of it.
        /// </summary>
        public bool IsStanding { get; set; }

        /// <summary>Who may be told of it; absent means everyone.</summary>
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

        /// <summary>
        /// How loud it is, where it can be heard. A shout without <c>witness_ids</c> reaches others than those
        /// within <c>range</c>, too; of a whisper those next to <c>witness_ids</c> catch a word or two.
        /// </summary>
        public Loudness Loudness { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Observation"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Text.Length != 0) { to.String(1, "text", Text); }
            if (_witnessIds.Count != 0) { to.Strings(2, "witnessIds", _witnessIds); }
            if (PlaceId.Length != 0) { to.String(3, "placeId", PlaceId); }
            if (WorldTime.HasValue) { to.Timestamp(4, "worldTime", WorldTime.Value, _worldTimeRest); }
            if (Importance.HasValue) { to.Int32(5, "importance", Importance.Value); }
            if (_aboutIds.Count != 0) { to.Strings(6, "aboutIds", _aboutIds); }
            if ((int)Channel != 0) { to.Enum(7, "channel", ObservationChannelNames.Table, (int)Channel); }
            if ((int)Range != 0) { to.Enum(8, "range", ObservationRangeNames.Table, (int)Range); }
            if (IsStanding) { to.Bool(9, "isStanding", IsStanding); }
            if (HasSecret) { to.Message(10, "secret", _secret); }
            if ((int)Loudness != 0) { to.Enum(11, "loudness", LoudnessNames.Table, (int)Loudness); }
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
                    from.Strings(_witnessIds);
                    return true;
                case 3:
                    PlaceId = from.String();
                    return true;
                case 4:
                    _worldTime = from.Timestamp(out _worldTimeRest);
                    return true;
                case 5:
                    Importance = from.Int32();
                    return true;
                case 6:
                    from.Strings(_aboutIds);
                    return true;
                case 7:
                    int _channelRead; if (from.Enum(ObservationChannelNames.Table, out _channelRead)) { Channel = (ObservationChannel)_channelRead; }
                    return true;
                case 8:
                    int _rangeRead; if (from.Enum(ObservationRangeNames.Table, out _rangeRead)) { Range = (ObservationRange)_rangeRead; }
                    return true;
                case 9:
                    IsStanding = from.Bool();
                    return true;
                case 10:
                    Secret = from.Message(Secret);
                    return true;
                case 11:
                    int _loudnessRead; if (from.Enum(LoudnessNames.Table, out _loudnessRead)) { Loudness = (Loudness)_loudnessRead; }
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
                case "witnessIds": case "witness_ids": return 2;
                case "placeId": case "place_id": return 3;
                case "worldTime": case "world_time": return 4;
                case "importance": return 5;
                case "aboutIds": case "about_ids": return 6;
                case "channel": return 7;
                case "range": return 8;
                case "isStanding": case "is_standing": return 9;
                case "secret": return 10;
                case "loudness": return 11;
                default: return 0;
            }
        }
    }

    /// <summary>The new state of a thing.</summary>
    public sealed class ObjectChange : Message
    {
        /// <summary>Place.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Thing at that place, one of <c>Place.objects</c>.</summary>
        public string ObjectName
        {
            get { return _objectName; }
            set { _objectName = value ?? ""; }
        }

        private string _objectName = "";

        /// <summary>
        /// Its new state, such as <c>burning</c>; 1 to 80 characters. <c>idle</c> means nothing special, and leaves
        /// no memory.
        /// </summary>
        public string State
        {
            get { return _state; }
            set { _state = value ?? ""; }
        }

        private string _state = "";

        /// <summary>Character or player who caused it; empty where none did.</summary>
        public string ById
        {
            get { return _byId; }
            set { _byId = value ?? ""; }
        }

        private string _byId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ObjectChange"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (PlaceId.Length != 0) { to.String(1, "placeId", PlaceId); }
            if (ObjectName.Length != 0) { to.String(2, "objectName", ObjectName); }
            if (State.Length != 0) { to.String(3, "state", State); }
            if (ById.Length != 0) { to.String(4, "byId", ById); }
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
                default: return 0;
            }
        }
    }

    /// <summary>A story flag is set or unset. Secrets may depend on one.</summary>
    public sealed class StoryFlag : Message
    {
        /// <summary>Name, <c>[a-z][a-z0-9_.-]*</c>, at most 63 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Whether it is unset instead.</summary>
        public bool Unset { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.StoryFlag"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (Unset) { to.Bool(2, "unset", Unset); }
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
                    Unset = from.Bool();
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
                case "unset": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The new place of a character or player.</summary>
    public sealed class Movement : Message
    {
        /// <summary>Character or player who moved.</summary>
        public string Id
        {
            get { return _id; }
            set { _id = value ?? ""; }
        }

        private string _id = "";

        /// <summary>Name, for players; characters have theirs. At most 80 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>
        /// Place; empty means outside the world. For a character that is absent or dead: where it will be
        /// once it is present again.
        /// </summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>
        /// Whether a character takes part in the timeline from now on; set in what is watched, and ignored
        /// in requests: see <c>TimelineService.SetAvailability</c>.
        /// </summary>
        public Availability Availability { get; set; }

        /// <summary>
        /// Where in the place, by a name that the game chooses, such as <c>corner table</c>; at most 80
        /// characters. People at one spot hear each other whole, and those at another half. Holds until
        /// the next movement; empty means at no spot.
        /// </summary>
        public string Spot
        {
            get { return _spot; }
            set { _spot = value ?? ""; }
        }

        private string _spot = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Movement"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Id.Length != 0) { to.String(1, "id", Id); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (PlaceId.Length != 0) { to.String(3, "placeId", PlaceId); }
            if ((int)Availability != 0) { to.Enum(4, "availability", AvailabilityNames.Table, (int)Availability); }
            if (Spot.Length != 0) { to.String(5, "spot", Spot); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Id = from.String();
                    return true;
                case 2:
                    Name = from.String();
                    return true;
                case 3:
                    PlaceId = from.String();
                    return true;
                case 4:
                    int _availabilityRead; if (from.Enum(AvailabilityNames.Table, out _availabilityRead)) { Availability = (Availability)_availabilityRead; }
                    return true;
                case 5:
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
                case "id": return 1;
                case "name": return 2;
                case "placeId": case "place_id": return 3;
                case "availability": return 4;
                case "spot": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>What happened.</summary>
    public sealed class ObserveRequest : Message, IRepeatable
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

        /// <summary>Who moved where, before the observations are witnessed; at most 500.</summary>
        public global::System.Collections.Generic.List<Movement> Movements
        {
            get { return _movements; }
            set { _movements = value ?? new global::System.Collections.Generic.List<Movement>(); }
        }

        private global::System.Collections.Generic.List<Movement> _movements = new global::System.Collections.Generic.List<Movement>();

        /// <summary>What happened, in order; at most 500.</summary>
        public global::System.Collections.Generic.List<Observation> Observations
        {
            get { return _observations; }
            set { _observations = value ?? new global::System.Collections.Generic.List<Observation>(); }
        }

        private global::System.Collections.Generic.List<Observation> _observations = new global::System.Collections.Generic.List<Observation>();

        /// <summary>
        /// New states of things, after the movements and before the observations; at most 500. Those who
        /// perceive them may react.
        /// </summary>
        public global::System.Collections.Generic.List<ObjectChange> Objects
        {
            get { return _objects; }
            set { _objects = value ?? new global::System.Collections.Generic.List<ObjectChange>(); }
        }

        private global::System.Collections.Generic.List<ObjectChange> _objects = new global::System.Collections.Generic.List<ObjectChange>();

        /// <summary>Which story flags are set or unset, before everything else; at most 100.</summary>
        public global::System.Collections.Generic.List<StoryFlag> Flags
        {
            get { return _flags; }
            set { _flags = value ?? new global::System.Collections.Generic.List<StoryFlag>(); }
        }

        private global::System.Collections.Generic.List<StoryFlag> _flags = new global::System.Collections.Generic.List<StoryFlag>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ObserveRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (_movements.Count != 0) { to.Messages(3, "movements", _movements.Count, n => _movements[n]); }
            if (_observations.Count != 0) { to.Messages(4, "observations", _observations.Count, n => _observations[n]); }
            if (_objects.Count != 0) { to.Messages(5, "objects", _objects.Count, n => _objects[n]); }
            if (_flags.Count != 0) { to.Messages(6, "flags", _flags.Count, n => _flags[n]); }
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
                    from.Messages(_movements, () => new Movement());
                    return true;
                case 4:
                    from.Messages(_observations, () => new Observation());
                    return true;
                case 5:
                    from.Messages(_objects, () => new ObjectChange());
                    return true;
                case 6:
                    from.Messages(_flags, () => new StoryFlag());
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
                case "movements": return 3;
                case "observations": return 4;
                case "objects": return 5;
                case "flags": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>What was stored.</summary>
    public sealed class ObserveResponse : Message
    {
        /// <summary>Position of the first record that was stored; records are numbered without gaps.</summary>
        public int FirstSeq { get; set; }

        /// <summary>Position of the last; one less than <c>first_seq</c> when nobody perceived anything.</summary>
        public int LastSeq { get; set; }

        /// <summary>How many memories this left, of all characters together.</summary>
        public int Memories { get; set; }

        /// <summary>
        /// How many memories this did not leave, because the character knew it already, or the thing is
        /// idle.
        /// </summary>
        public int Coalesced { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ObserveResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (FirstSeq != 0) { to.Int32(1, "firstSeq", FirstSeq); }
            if (LastSeq != 0) { to.Int32(2, "lastSeq", LastSeq); }
            if (Memories != 0) { to.Int32(3, "memories", Memories); }
            if (Coalesced != 0) { to.Int32(4, "coalesced", Coalesced); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    FirstSeq = from.Int32();
                    return true;
                case 2:
                    LastSeq = from.Int32();
                    return true;
                case 3:
                    Memories = from.Int32();
                    return true;
                case 4:
                    Coalesced = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "firstSeq": case "first_seq": return 1;
                case "lastSeq": case "last_seq": return 2;
                case "memories": return 3;
                case "coalesced": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>What is said, and what the game offers in this moment.</summary>
    public sealed class SayRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>ObserveRequest.request_id</c>.</summary>
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

        /// <summary>Character that is spoken to.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Speaker.</summary>
        public Speaker Speaker
        {
            get { return _speaker ?? (_speaker = new Speaker()); }
            set { _speaker = value; _speakerIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasSpeaker
        {
            get { return _speaker != null && (_speakerIsSet || !_speaker.IsEmpty); }
        }

        private Speaker _speaker;
        private bool _speakerIsSet;

        /// <summary>Words; 1 to 2,000 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>
        /// What the character may do in this turn, at most 64; where it is empty, the world's affordances,
        /// unless <c>affordance_source</c> says otherwise.
        /// </summary>
        public global::System.Collections.Generic.List<Affordance> Affordances
        {
            get { return _affordances; }
            set { _affordances = value ?? new global::System.Collections.Generic.List<Affordance>(); }
        }

        private global::System.Collections.Generic.List<Affordance> _affordances = new global::System.Collections.Generic.List<Affordance>();

        /// <summary>Live entities that arguments may name, at most 500.</summary>
        public global::System.Collections.Generic.List<Entity> Entities
        {
            get { return _entities; }
            set { _entities = value ?? new global::System.Collections.Generic.List<Entity>(); }
        }

        private global::System.Collections.Generic.List<Entity> _entities = new global::System.Collections.Generic.List<Entity>();

        /// <summary>Whether to send <c>LineDelta</c>s.</summary>
        public bool StreamDeltas { get; set; }

        /// <summary>Whether nobody else hears the words and the answer.</summary>
        public bool IsPrivate { get; set; }

        /// <summary>Where affordances and entities come from.</summary>
        public AffordanceSource AffordanceSource { get; set; }

        /// <summary>
        /// Name of a set that <c>PutAffordanceSet</c> has stored for the timeline, in place of <c>affordances</c> and
        /// <c>entities</c>. A player can declare none of its own.
        /// </summary>
        public string AffordanceSet
        {
            get { return _affordanceSet; }
            set { _affordanceSet = value ?? ""; }
        }

        private string _affordanceSet = "";

        /// <summary>
        /// For how long the player can wait for a sign of being heard, in milliseconds, 0 to 60,000: a
        /// <c>waiting</c> event comes by then if no word has. Not set: the server's <c>dialogue.waiting_seconds</c>.
        /// </summary>
        public int? FirstBeatMs { get; set; }

        /// <summary>
        /// For how long the player can wait for the whole turn, in milliseconds, 1 to 120,000, counted
        /// from the arrival of the request. It bounds the server's own limit, <c>dialogue.total_seconds</c>; a
        /// deadline of the call does too. A repeat of the request may say otherwise.
        /// </summary>
        public int? TotalMs { get; set; }

        /// <summary>
        /// Language in which the player speaks: a BCP 47 tag such as <c>en</c> or <c>pt-BR</c>, at most 35
        /// characters. Empty: that of the timeline. A character whose persona has a language speaks that
        /// one; another answers in this.
        /// </summary>
        public string Language
        {
            get { return _language; }
            set { _language = value ?? ""; }
        }

        private string _language = "";

        /// <summary>How loud the words are. A whisper is answered by a whisper.</summary>
        public Loudness Loudness { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SayRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (HasSpeaker) { to.Message(4, "speaker", _speaker); }
            if (Text.Length != 0) { to.String(5, "text", Text); }
            if (_affordances.Count != 0) { to.Messages(6, "affordances", _affordances.Count, n => _affordances[n]); }
            if (_entities.Count != 0) { to.Messages(7, "entities", _entities.Count, n => _entities[n]); }
            if (StreamDeltas) { to.Bool(8, "streamDeltas", StreamDeltas); }
            if (IsPrivate) { to.Bool(9, "isPrivate", IsPrivate); }
            if ((int)AffordanceSource != 0) { to.Enum(10, "affordanceSource", AffordanceSourceNames.Table, (int)AffordanceSource); }
            if (AffordanceSet.Length != 0) { to.String(11, "affordanceSet", AffordanceSet); }
            if (FirstBeatMs.HasValue) { to.Int32(12, "firstBeatMs", FirstBeatMs.Value); }
            if (TotalMs.HasValue) { to.Int32(13, "totalMs", TotalMs.Value); }
            if (Language.Length != 0) { to.String(14, "language", Language); }
            if ((int)Loudness != 0) { to.Enum(15, "loudness", LoudnessNames.Table, (int)Loudness); }
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
                    Speaker = from.Message(Speaker);
                    return true;
                case 5:
                    Text = from.String();
                    return true;
                case 6:
                    from.Messages(_affordances, () => new Affordance());
                    return true;
                case 7:
                    from.Messages(_entities, () => new Entity());
                    return true;
                case 8:
                    StreamDeltas = from.Bool();
                    return true;
                case 9:
                    IsPrivate = from.Bool();
                    return true;
                case 10:
                    int _affordanceSourceRead; if (from.Enum(AffordanceSourceNames.Table, out _affordanceSourceRead)) { AffordanceSource = (AffordanceSource)_affordanceSourceRead; }
                    return true;
                case 11:
                    AffordanceSet = from.String();
                    return true;
                case 12:
                    FirstBeatMs = from.Int32();
                    return true;
                case 13:
                    TotalMs = from.Int32();
                    return true;
                case 14:
                    Language = from.String();
                    return true;
                case 15:
                    int _loudnessRead; if (from.Enum(LoudnessNames.Table, out _loudnessRead)) { Loudness = (Loudness)_loudnessRead; }
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
                case "speaker": return 4;
                case "text": return 5;
                case "affordances": return 6;
                case "entities": return 7;
                case "streamDeltas": case "stream_deltas": return 8;
                case "isPrivate": case "is_private": return 9;
                case "affordanceSource": case "affordance_source": return 10;
                case "affordanceSet": case "affordance_set": return 11;
                case "firstBeatMs": case "first_beat_ms": return 12;
                case "totalMs": case "total_ms": return 13;
                case "language": return 14;
                case "loudness": return 15;
                default: return 0;
            }
        }
    }

    /// <summary>One event of the turn.</summary>
    public sealed class SayResponse : Message
    {
        /// <summary>Event.</summary>
        public TurnEvent Event
        {
            get { return _event ?? (_event = new TurnEvent()); }
            set { _event = value; _eventIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasEvent
        {
            get { return _event != null && (_eventIsSet || !_event.IsEmpty); }
        }

        private TurnEvent _event;
        private bool _eventIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SayResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasEvent) { to.Message(1, "event", _event); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Event = from.Message(Event);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "event": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>A group of people who talk.</summary>
    public sealed class Circle : Message
    {
        /// <summary>Id.</summary>
        public string CircleId
        {
            get { return _circleId; }
            set { _circleId = value ?? ""; }
        }

        private string _circleId = "";

        /// <summary>Place where they are; empty if unknown.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Members; empty once it has broken up.</summary>
        public global::System.Collections.Generic.List<Speaker> Members
        {
            get { return _members; }
            set { _members = value ?? new global::System.Collections.Generic.List<Speaker>(); }
        }

        private global::System.Collections.Generic.List<Speaker> _members = new global::System.Collections.Generic.List<Speaker>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Circle"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CircleId.Length != 0) { to.String(1, "circleId", CircleId); }
            if (PlaceId.Length != 0) { to.String(2, "placeId", PlaceId); }
            if (_members.Count != 0) { to.Messages(3, "members", _members.Count, n => _members[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CircleId = from.String();
                    return true;
                case 2:
                    PlaceId = from.String();
                    return true;
                case 3:
                    from.Messages(_members, () => new Speaker());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "circleId": case "circle_id": return 1;
                case "placeId": case "place_id": return 2;
                case "members": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The circle to open.</summary>
    public sealed class OpenCircleRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>ObserveRequest.request_id</c>.</summary>
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

        /// <summary>Place; empty takes the place of the first character among the members.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Members, 2 to 20, at least one of them a character.</summary>
        public global::System.Collections.Generic.List<Speaker> Members
        {
            get { return _members; }
            set { _members = value ?? new global::System.Collections.Generic.List<Speaker>(); }
        }

        private global::System.Collections.Generic.List<Speaker> _members = new global::System.Collections.Generic.List<Speaker>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.OpenCircleRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (PlaceId.Length != 0) { to.String(3, "placeId", PlaceId); }
            if (_members.Count != 0) { to.Messages(4, "members", _members.Count, n => _members[n]); }
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
                    PlaceId = from.String();
                    return true;
                case 4:
                    from.Messages(_members, () => new Speaker());
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
                case "placeId": case "place_id": return 3;
                case "members": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The circle.</summary>
    public sealed class OpenCircleResponse : Message
    {
        /// <summary>Circle.</summary>
        public Circle Circle
        {
            get { return _circle ?? (_circle = new Circle()); }
            set { _circle = value; _circleIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCircle
        {
            get { return _circle != null && (_circleIsSet || !_circle.IsEmpty); }
        }

        private Circle _circle;
        private bool _circleIsSet;

        /// <summary>Position of the record.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.OpenCircleResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasCircle) { to.Message(1, "circle", _circle); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Circle = from.Message(Circle);
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
                case "circle": return 1;
                case "seq": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Which circle.</summary>
    public sealed class GetCircleRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Circle.</summary>
        public string CircleId
        {
            get { return _circleId; }
            set { _circleId = value ?? ""; }
        }

        private string _circleId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.GetCircleRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CircleId.Length != 0) { to.String(2, "circleId", CircleId); }
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
                    CircleId = from.String();
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
                case "circleId": case "circle_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The circle.</summary>
    public sealed class GetCircleResponse : Message
    {
        /// <summary>Circle as it is now.</summary>
        public Circle Circle
        {
            get { return _circle ?? (_circle = new Circle()); }
            set { _circle = value; _circleIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCircle
        {
            get { return _circle != null && (_circleIsSet || !_circle.IsEmpty); }
        }

        private Circle _circle;
        private bool _circleIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.GetCircleResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasCircle) { to.Message(1, "circle", _circle); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Circle = from.Message(Circle);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "circle": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which circles to list.</summary>
    public sealed class ListCirclesRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Only circles at this place; empty for all.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Only circles with this character or player among the members; empty for all.</summary>
        public string MemberId
        {
            get { return _memberId; }
            set { _memberId = value ?? ""; }
        }

        private string _memberId = "";

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
            get { return "npcserver.v1.ListCirclesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (PlaceId.Length != 0) { to.String(2, "placeId", PlaceId); }
            if (MemberId.Length != 0) { to.String(3, "memberId", MemberId); }
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
                    PlaceId = from.String();
                    return true;
                case 3:
                    MemberId = from.String();
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
                case "placeId": case "place_id": return 2;
                case "memberId": case "member_id": return 3;
                case "pageSize": case "page_size": return 4;
                case "pageToken": case "page_token": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>A page of circles.</summary>
    public sealed class ListCirclesResponse : Message
    {
        /// <summary>Circles as they are now.</summary>
        public global::System.Collections.Generic.List<Circle> Circles
        {
            get { return _circles; }
            set { _circles = value ?? new global::System.Collections.Generic.List<Circle>(); }
        }

        private global::System.Collections.Generic.List<Circle> _circles = new global::System.Collections.Generic.List<Circle>();

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
            get { return "npcserver.v1.ListCirclesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_circles.Count != 0) { to.Messages(1, "circles", _circles.Count, n => _circles[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_circles, () => new Circle());
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
                case "circles": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The member to add.</summary>
    public sealed class JoinCircleRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>ObserveRequest.request_id</c>.</summary>
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

        /// <summary>Circle.</summary>
        public string CircleId
        {
            get { return _circleId; }
            set { _circleId = value ?? ""; }
        }

        private string _circleId = "";

        /// <summary>New member.</summary>
        public Speaker Member
        {
            get { return _member ?? (_member = new Speaker()); }
            set { _member = value; _memberIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasMember
        {
            get { return _member != null && (_memberIsSet || !_member.IsEmpty); }
        }

        private Speaker _member;
        private bool _memberIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.JoinCircleRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CircleId.Length != 0) { to.String(3, "circleId", CircleId); }
            if (HasMember) { to.Message(4, "member", _member); }
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
                    CircleId = from.String();
                    return true;
                case 4:
                    Member = from.Message(Member);
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
                case "circleId": case "circle_id": return 3;
                case "member": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The circle with the new member.</summary>
    public sealed class JoinCircleResponse : Message
    {
        /// <summary>Circle.</summary>
        public Circle Circle
        {
            get { return _circle ?? (_circle = new Circle()); }
            set { _circle = value; _circleIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCircle
        {
            get { return _circle != null && (_circleIsSet || !_circle.IsEmpty); }
        }

        private Circle _circle;
        private bool _circleIsSet;

        /// <summary>Position of the record.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.JoinCircleResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasCircle) { to.Message(1, "circle", _circle); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Circle = from.Message(Circle);
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
                case "circle": return 1;
                case "seq": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The member to remove.</summary>
    public sealed class LeaveCircleRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>ObserveRequest.request_id</c>.</summary>
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

        /// <summary>Circle.</summary>
        public string CircleId
        {
            get { return _circleId; }
            set { _circleId = value ?? ""; }
        }

        private string _circleId = "";

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
            get { return "npcserver.v1.LeaveCircleRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CircleId.Length != 0) { to.String(3, "circleId", CircleId); }
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
                    CircleId = from.String();
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
                case "circleId": case "circle_id": return 3;
                case "memberId": case "member_id": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The circle without the member.</summary>
    public sealed class LeaveCircleResponse : Message
    {
        /// <summary>Circle.</summary>
        public Circle Circle
        {
            get { return _circle ?? (_circle = new Circle()); }
            set { _circle = value; _circleIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCircle
        {
            get { return _circle != null && (_circleIsSet || !_circle.IsEmpty); }
        }

        private Circle _circle;
        private bool _circleIsSet;

        /// <summary>Position of the record.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.LeaveCircleResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasCircle) { to.Message(1, "circle", _circle); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Circle = from.Message(Circle);
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
                case "circle": return 1;
                case "seq": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What is said in a circle, and what the game offers in this moment.</summary>
    public sealed class SayInCircleRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>ObserveRequest.request_id</c>.</summary>
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

        /// <summary>Circle.</summary>
        public string CircleId
        {
            get { return _circleId; }
            set { _circleId = value ?? ""; }
        }

        private string _circleId = "";

        /// <summary>Member who speaks; may stay empty where <c>text</c> is empty.</summary>
        public string SpeakerId
        {
            get { return _speakerId; }
            set { _speakerId = value ?? ""; }
        }

        private string _speakerId = "";

        /// <summary>Words, at most 2,000 characters; empty lets the characters talk among themselves.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>
        /// Members whom the words address, where the game knows, such as the one the player looks at;
        /// empty finds it out from the words.
        /// </summary>
        public global::System.Collections.Generic.List<string> ToIds
        {
            get { return _toIds; }
            set { _toIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _toIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Whether only <c>to_ids</c> hear it. The answer is whispered too.</summary>
        public bool IsWhisper { get; set; }

        /// <summary>
        /// What the characters may do in their turns, at most 64; where it is empty, the world's
        /// affordances, unless <c>affordance_source</c> says otherwise.
        /// </summary>
        public global::System.Collections.Generic.List<Affordance> Affordances
        {
            get { return _affordances; }
            set { _affordances = value ?? new global::System.Collections.Generic.List<Affordance>(); }
        }

        private global::System.Collections.Generic.List<Affordance> _affordances = new global::System.Collections.Generic.List<Affordance>();

        /// <summary>Live entities that arguments may name, at most 500.</summary>
        public global::System.Collections.Generic.List<Entity> Entities
        {
            get { return _entities; }
            set { _entities = value ?? new global::System.Collections.Generic.List<Entity>(); }
        }

        private global::System.Collections.Generic.List<Entity> _entities = new global::System.Collections.Generic.List<Entity>();

        /// <summary>Whether to send <c>LineDelta</c>s.</summary>
        public bool StreamDeltas { get; set; }

        /// <summary>How many turns the characters take at most, 1 to 20; 0 means 3.</summary>
        public int MostTurns { get; set; }

        /// <summary>Where affordances and entities come from.</summary>
        public AffordanceSource AffordanceSource { get; set; }

        /// <summary>
        /// For how many seconds of game time after a question characters wait for a player who was asked,
        /// 0 to 86,400; 0 waits for no player. Not set: until something is asked of all or of another
        /// member, which ends the waiting in any case.
        /// </summary>
        public int? WaitSeconds { get; set; }

        /// <summary>Name of a set; see <c>SayRequest.affordance_set</c>.</summary>
        public string AffordanceSet
        {
            get { return _affordanceSet; }
            set { _affordanceSet = value ?? ""; }
        }

        private string _affordanceSet = "";

        /// <summary>
        /// For how long the player can wait for a sign of a character, in milliseconds, 0 to 60,000: a
        /// <c>waiting</c> event comes by then if no word of the first turn has. For further turns the time
        /// counts from their beginning. Not set: the server's <c>dialogue.waiting_seconds</c>.
        /// </summary>
        public int? FirstBeatMs { get; set; }

        /// <summary>
        /// For how long the player can wait for all turns together, in milliseconds, 1 to 120,000, counted
        /// from the arrival of the request. No turn begins after it. It bounds the server's own limit for
        /// each turn, <c>dialogue.total_seconds</c>; a deadline of the call does too. A repeat of the request
        /// may say otherwise.
        /// </summary>
        public int? TotalMs { get; set; }

        /// <summary>Language of the speaker; see <c>SayRequest.language</c>.</summary>
        public string Language
        {
            get { return _language; }
            set { _language = value ?? ""; }
        }

        private string _language = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SayInCircleRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CircleId.Length != 0) { to.String(3, "circleId", CircleId); }
            if (SpeakerId.Length != 0) { to.String(4, "speakerId", SpeakerId); }
            if (Text.Length != 0) { to.String(5, "text", Text); }
            if (_toIds.Count != 0) { to.Strings(6, "toIds", _toIds); }
            if (IsWhisper) { to.Bool(7, "isWhisper", IsWhisper); }
            if (_affordances.Count != 0) { to.Messages(8, "affordances", _affordances.Count, n => _affordances[n]); }
            if (_entities.Count != 0) { to.Messages(9, "entities", _entities.Count, n => _entities[n]); }
            if (StreamDeltas) { to.Bool(10, "streamDeltas", StreamDeltas); }
            if (MostTurns != 0) { to.Int32(11, "mostTurns", MostTurns); }
            if ((int)AffordanceSource != 0) { to.Enum(12, "affordanceSource", AffordanceSourceNames.Table, (int)AffordanceSource); }
            if (WaitSeconds.HasValue) { to.Int32(13, "waitSeconds", WaitSeconds.Value); }
            if (AffordanceSet.Length != 0) { to.String(14, "affordanceSet", AffordanceSet); }
            if (FirstBeatMs.HasValue) { to.Int32(15, "firstBeatMs", FirstBeatMs.Value); }
            if (TotalMs.HasValue) { to.Int32(16, "totalMs", TotalMs.Value); }
            if (Language.Length != 0) { to.String(17, "language", Language); }
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
                    CircleId = from.String();
                    return true;
                case 4:
                    SpeakerId = from.String();
                    return true;
                case 5:
                    Text = from.String();
                    return true;
                case 6:
                    from.Strings(_toIds);
                    return true;
                case 7:
                    IsWhisper = from.Bool();
                    return true;
                case 8:
                    from.Messages(_affordances, () => new Affordance());
                    return true;
                case 9:
                    from.Messages(_entities, () => new Entity());
                    return true;
                case 10:
                    StreamDeltas = from.Bool();
                    return true;
                case 11:
                    MostTurns = from.Int32();
                    return true;
                case 12:
                    int _affordanceSourceRead; if (from.Enum(AffordanceSourceNames.Table, out _affordanceSourceRead)) { AffordanceSource = (AffordanceSource)_affordanceSourceRead; }
                    return true;
                case 13:
                    WaitSeconds = from.Int32();
                    return true;
                case 14:
                    AffordanceSet = from.String();
                    return true;
                case 15:
                    FirstBeatMs = from.Int32();
                    return true;
                case 16:
                    TotalMs = from.Int32();
                    return true;
                case 17:
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
                case "timelineId": case "timeline_id": return 2;
                case "circleId": case "circle_id": return 3;
                case "speakerId": case "speaker_id": return 4;
                case "text": return 5;
                case "toIds": case "to_ids": return 6;
                case "isWhisper": case "is_whisper": return 7;
                case "affordances": return 8;
                case "entities": return 9;
                case "streamDeltas": case "stream_deltas": return 10;
                case "mostTurns": case "most_turns": return 11;
                case "affordanceSource": case "affordance_source": return 12;
                case "waitSeconds": case "wait_seconds": return 13;
                case "affordanceSet": case "affordance_set": return 14;
                case "firstBeatMs": case "first_beat_ms": return 15;
                case "totalMs": case "total_ms": return 16;
                case "language": return 17;
                default: return 0;
            }
        }
    }

    /// <summary>The words are stored, and all who were to hear them have heard them.</summary>
    public sealed class CircleHeard : Message
    {
        /// <summary>Position of the first record; 0 where nothing was said.</summary>
        public int Seq { get; set; }

        /// <summary>Members whom they address; empty for all.</summary>
        public global::System.Collections.Generic.List<string> ToIds
        {
            get { return _toIds; }
            set { _toIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _toIds = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.CircleHeard"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Seq != 0) { to.Int32(1, "seq", Seq); }
            if (_toIds.Count != 0) { to.Strings(2, "toIds", _toIds); }
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
                    from.Strings(_toIds);
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
                case "toIds": case "to_ids": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A character has the floor; its turn follows.</summary>
    public sealed class CircleFloor : Message
    {
        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Reason.</summary>
        public FloorReason Reason { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.CircleFloor"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if ((int)Reason != 0) { to.Enum(2, "reason", FloorReasonNames.Table, (int)Reason); }
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
                    int _reasonRead; if (from.Enum(FloorReasonNames.Table, out _reasonRead)) { Reason = (FloorReason)_reasonRead; }
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
                case "reason": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Nobody speaks any more for now.</summary>
    public sealed class CircleQuiet : Message
    {
        /// <summary>
        /// Member whose answer is awaited, such as a player who was asked something; empty if none is. See
        /// <c>SayInCircleRequest.wait_seconds</c>.
        /// </summary>
        public string AwaitedId
        {
            get { return _awaitedId; }
            set { _awaitedId = value ?? ""; }
        }

        private string _awaitedId = "";

        /// <summary>Whether another call spoke meanwhile and took the circle over.</summary>
        public bool WasOvertaken { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.CircleQuiet"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (AwaitedId.Length != 0) { to.String(1, "awaitedId", AwaitedId); }
            if (WasOvertaken) { to.Bool(2, "wasOvertaken", WasOvertaken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    AwaitedId = from.String();
                    return true;
                case 2:
                    WasOvertaken = from.Bool();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "awaitedId": case "awaited_id": return 1;
                case "wasOvertaken": case "was_overtaken": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>One event in the circle.</summary>
    public sealed class SayInCircleResponse : Message
    {
        private EventOneofCase _eventCase;
        private object _event;

        /// <summary>Which arm of <c>event</c> is set.</summary>
        public enum EventOneofCase
        {
            None = 0,
            Heard = 1,
            Floor = 2,
            Turn = 3,
            Quiet = 4,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public EventOneofCase EventCase
        {
            get { return _eventCase; }
        }

        /// <summary>The words were heard; sent first.</summary>
        public CircleHeard Heard
        {
            get { return _eventCase == EventOneofCase.Heard ? (CircleHeard)_event : new CircleHeard(); }
            set { _event = value ?? new CircleHeard(); _eventCase = EventOneofCase.Heard; }
        }

        /// <summary>A character has the floor.</summary>
        public CircleFloor Floor
        {
            get { return _eventCase == EventOneofCase.Floor ? (CircleFloor)_event : new CircleFloor(); }
            set { _event = value ?? new CircleFloor(); _eventCase = EventOneofCase.Floor; }
        }

        /// <summary>An event of its turn.</summary>
        public TurnEvent Turn
        {
            get { return _eventCase == EventOneofCase.Turn ? (TurnEvent)_event : new TurnEvent(); }
            set { _event = value ?? new TurnEvent(); _eventCase = EventOneofCase.Turn; }
        }

        /// <summary>Nobody speaks any more; sent last.</summary>
        public CircleQuiet Quiet
        {
            get { return _eventCase == EventOneofCase.Quiet ? (CircleQuiet)_event : new CircleQuiet(); }
            set { _event = value ?? new CircleQuiet(); _eventCase = EventOneofCase.Quiet; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SayInCircleResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (EventCase == EventOneofCase.Heard) { to.Message(1, "heard", Heard); }
            if (EventCase == EventOneofCase.Floor) { to.Message(2, "floor", Floor); }
            if (EventCase == EventOneofCase.Turn) { to.Message(3, "turn", Turn); }
            if (EventCase == EventOneofCase.Quiet) { to.Message(4, "quiet", Quiet); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Heard = from.Message(Heard);
                    return true;
                case 2:
                    Floor = from.Message(Floor);
                    return true;
                case 3:
                    Turn = from.Message(Turn);
                    return true;
                case 4:
                    Quiet = from.Message(Quiet);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "heard": return 1;
                case "floor": return 2;
                case "turn": return 3;
                case "quiet": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>Which turn to interrupt.</summary>
    public sealed class InterruptRequest : Message
    {
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
            get { return "npcserver.v1.InterruptRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TurnId.Length != 0) { to.String(1, "turnId", TurnId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
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
                case "turnId": case "turn_id": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Whether there was something to interrupt.</summary>
    public sealed class InterruptResponse : Message
    {
        /// <summary>False when the turn was already over.</summary>
        public bool WasSpeaking { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.InterruptResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WasSpeaking) { to.Bool(1, "wasSpeaking", WasSpeaking); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    WasSpeaking = from.Bool();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "wasSpeaking": case "was_speaking": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>The outcome of an intent.</summary>
    public sealed class ReportOutcomeRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>ObserveRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline in which the turn was taken, or one that sees it.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Turn that proposed the intent.</summary>
        public string TurnId
        {
            get { return _turnId; }
            set { _turnId = value ?? ""; }
        }

        private string _turnId = "";

        /// <summary>Intent.</summary>
        public string IntentId
        {
            get { return _intentId; }
            set { _intentId = value ?? ""; }
        }

        private string _intentId = "";

        /// <summary>Status.</summary>
        public OutcomeStatus Status { get; set; }

        /// <summary>
        /// What happened, as the character would remember its deed, or why it did not happen; at most
        /// 4,000 characters. Without it a deed is remembered by its affordance and arguments.
        /// </summary>
        public string Detail
        {
            get { return _detail; }
            set { _detail = value ?? ""; }
        }

        private string _detail = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ReportOutcomeRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (TurnId.Length != 0) { to.String(3, "turnId", TurnId); }
            if (IntentId.Length != 0) { to.String(4, "intentId", IntentId); }
            if ((int)Status != 0) { to.Enum(5, "status", OutcomeStatusNames.Table, (int)Status); }
            if (Detail.Length != 0) { to.String(6, "detail", Detail); }
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
                    TurnId = from.String();
                    return true;
                case 4:
                    IntentId = from.String();
                    return true;
                case 5:
                    int _statusRead; if (from.Enum(OutcomeStatusNames.Table, out _statusRead)) { Status = (OutcomeStatus)_statusRead; }
                    return true;
                case 6:
                    Detail = from.String();
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
                case "turnId": case "turn_id": return 3;
                case "intentId": case "intent_id": return 4;
                case "status": return 5;
                case "detail": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>The outcome is stored.</summary>
    public sealed class ReportOutcomeResponse : Message
    {
        /// <summary>Position of the record.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ReportOutcomeResponse"; }
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

    /// <summary>The new game time.</summary>
    public sealed class AdvanceClockRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>ObserveRequest.request_id</c>.</summary>
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

        /// <summary>New game time; not before the present one. The present one again only waits.</summary>
        public global::System.DateTime? WorldTime
        {
            get { return _worldTime; }
            set { _worldTime = value; _worldTimeRest = 0; }
        }

        private global::System.DateTime? _worldTime;
        private int _worldTimeRest; // nanoseconds that are too fine for it

        /// <summary>What is waited for before the answer. A repeat may change it.</summary>
        public ClockWait WaitFor { get; set; }

        /// <summary>Longest wait, in milliseconds; 1 to 50,000, 10,000 when not set. A repeat may change it.</summary>
        public int? WaitMs { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.AdvanceClockRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (WorldTime.HasValue) { to.Timestamp(3, "worldTime", WorldTime.Value, _worldTimeRest); }
            if ((int)WaitFor != 0) { to.Enum(4, "waitFor", ClockWaitNames.Table, (int)WaitFor); }
            if (WaitMs.HasValue) { to.Int32(5, "waitMs", WaitMs.Value); }
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
                    _worldTime = from.Timestamp(out _worldTimeRest);
                    return true;
                case 4:
                    int _waitForRead; if (from.Enum(ClockWaitNames.Table, out _waitForRead)) { WaitFor = (ClockWait)_waitForRead; }
                    return true;
                case 5:
                    WaitMs = from.Int32();
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
                case "worldTime": case "world_time": return 3;
                case "waitFor": case "wait_for": return 4;
                case "waitMs": case "wait_ms": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>Game time has moved.</summary>
    public sealed class AdvanceClockResponse : Message
    {
        /// <summary>Game time now.</summary>
        public global::System.DateTime? WorldTime
        {
            get { return _worldTime; }
            set { _worldTime = value; _worldTimeRest = 0; }
        }

        private global::System.DateTime? _worldTime;
        private int _worldTimeRest; // nanoseconds that are too fine for it

        /// <summary>Position of the record.</summary>
        public int Seq { get; set; }

        /// <summary>
        /// Acts and thoughts that are still due after the wait; not set where nothing was waited for. If
        /// any are, wait again with another <c>request_id</c>, or go on.
        /// </summary>
        public int? OpenThoughts { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.AdvanceClockResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldTime.HasValue) { to.Timestamp(1, "worldTime", WorldTime.Value, _worldTimeRest); }
            if (Seq != 0) { to.Int32(2, "seq", Seq); }
            if (OpenThoughts.HasValue) { to.Int32(3, "openThoughts", OpenThoughts.Value); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    _worldTime = from.Timestamp(out _worldTimeRest);
                    return true;
                case 2:
                    Seq = from.Int32();
                    return true;
                case 3:
                    OpenThoughts = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "worldTime": case "world_time": return 1;
                case "seq": return 2;
                case "openThoughts": case "open_thoughts": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>How a promise is settled.</summary>
    public sealed class SettleCommitmentRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>ObserveRequest.request_id</c>.</summary>
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

        /// <summary>Promise; from <c>Mind.commitments</c> or <c>WatchResponse.commitment</c>.</summary>
        public string CommitmentId
        {
            get { return _commitmentId; }
            set { _commitmentId = value ?? ""; }
        }

        private string _commitmentId = "";

        /// <summary>New status; not <c>OPEN</c>.</summary>
        public CommitmentStatus Status { get; set; }

        /// <summary>What happened, as those concerned would perceive it; at most 4,000 characters.</summary>
        public string Detail
        {
            get { return _detail; }
            set { _detail = value ?? ""; }
        }

        private string _detail = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SettleCommitmentRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CommitmentId.Length != 0) { to.String(3, "commitmentId", CommitmentId); }
            if ((int)Status != 0) { to.Enum(4, "status", CommitmentStatusNames.Table, (int)Status); }
            if (Detail.Length != 0) { to.String(5, "detail", Detail); }
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
                    CommitmentId = from.String();
                    return true;
                case 4:
                    int _statusRead; if (from.Enum(CommitmentStatusNames.Table, out _statusRead)) { Status = (CommitmentStatus)_statusRead; }
                    return true;
                case 5:
                    Detail = from.String();
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
                case "commitmentId": case "commitment_id": return 3;
                case "status": return 4;
                case "detail": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>The promise is settled.</summary>
    public sealed class SettleCommitmentResponse : Message
    {
        /// <summary>Position of the record.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SettleCommitmentResponse"; }
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

    /// <summary>Who would speak, and with whom.</summary>
    public sealed class SuggestLinesRequest : Message
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

        /// <summary>Who would say the lines.</summary>
        public Speaker Speaker
        {
            get { return _speaker ?? (_speaker = new Speaker()); }
            set { _speaker = value; _speakerIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasSpeaker
        {
            get { return _speaker != null && (_speakerIsSet || !_speaker.IsEmpty); }
        }

        private Speaker _speaker;
        private bool _speakerIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SuggestLinesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (HasSpeaker) { to.Message(3, "speaker", _speaker); }
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
                    Speaker = from.Message(Speaker);
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
                case "speaker": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>Lines to try.</summary>
    public sealed class SuggestLinesResponse : Message
    {
        /// <summary>At most 3, in the language of the character.</summary>
        public global::System.Collections.Generic.List<string> Lines
        {
            get { return _lines; }
            set { _lines = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _lines = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SuggestLinesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_lines.Count != 0) { to.Strings(1, "lines", _lines); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Strings(_lines);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "lines": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>New attention tiers of characters.</summary>
    public sealed class SetAttentionRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>ObserveRequest.request_id</c>.</summary>
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

        /// <summary>Changes, 1 to 500, each character once.</summary>
        public global::System.Collections.Generic.List<AttentionChange> Changes
        {
            get { return _changes; }
            set { _changes = value ?? new global::System.Collections.Generic.List<AttentionChange>(); }
        }

        private global::System.Collections.Generic.List<AttentionChange> _changes = new global::System.Collections.Generic.List<AttentionChange>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SetAttentionRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (_changes.Count != 0) { to.Messages(3, "changes", _changes.Count, n => _changes[n]); }
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
                    from.Messages(_changes, () => new AttentionChange());
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
                case "changes": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The tiers are in force.</summary>
    public sealed class SetAttentionResponse : Message
    {
        /// <summary>Position of the last record.</summary>
        public int Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SetAttentionResponse"; }
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

    /// <summary>What to watch.</summary>
    public sealed class WatchRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Position after which to begin; absent means after the head.</summary>
        public int? AfterSeq { get; set; }

        /// <summary>Characters to watch, at most 1,000; empty means all.</summary>
        public global::System.Collections.Generic.List<string> CharacterIds
        {
            get { return _characterIds; }
            set { _characterIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _characterIds = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.WatchRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (AfterSeq.HasValue) { to.Int32(2, "afterSeq", AfterSeq.Value); }
            if (_characterIds.Count != 0) { to.Strings(3, "characterIds", _characterIds); }
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
                    AfterSeq = from.Int32();
                    return true;
                case 3:
                    from.Strings(_characterIds);
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
                case "afterSeq": case "after_seq": return 2;
                case "characterIds": case "character_ids": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>One event of the timeline.</summary>
    public sealed class WatchResponse : Message
    {
        private EventOneofCase _eventCase;
        private object _event;

        /// <summary>Which arm of <c>event</c> is set.</summary>
        public enum EventOneofCase
        {
            None = 0,
            Checkpoint = 4,
            Memory = 5,
            Turn = 6,
            Movement = 7,
            Clock = 8,
            Outcome = 9,
            Act = 10,
            DayPlan = 11,
            Mood = 12,
            Relation = 13,
            Belief = 14,
            ObjectState = 15,
            Attention = 16,
            Conversation = 17,
            Thought = 18,
            Left = 19,
            Flag = 20,
            Commitment = 21,
            Circle = 22,
            Budget = 23,
            Lateness = 24,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public EventOneofCase EventCase
        {
            get { return _eventCase; }
        }

        /// <summary>Position; resume with <c>after_seq</c> set to the last one received.</summary>
        public int Seq { get; set; }

        /// <summary>Game time.</summary>
        public global::System.DateTime? WorldTime
        {
            get { return _worldTime; }
            set { _worldTime = value; _worldTimeRest = 0; }
        }

        private global::System.DateTime? _worldTime;
        private int _worldTimeRest; // nanoseconds that are too fine for it

        /// <summary>Character it concerns; empty for the timeline itself.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>No event; everything up to <c>seq</c> has been sent.</summary>
        public Checkpoint Checkpoint
        {
            get { return _eventCase == EventOneofCase.Checkpoint ? (Checkpoint)_event : new Checkpoint(); }
            set { _event = value ?? new Checkpoint(); _eventCase = EventOneofCase.Checkpoint; }
        }

        /// <summary>A character has a new memory.</summary>
        public Memory Memory
        {
            get { return _eventCase == EventOneofCase.Memory ? (Memory)_event : new Memory(); }
            set { _event = value ?? new Memory(); _eventCase = EventOneofCase.Memory; }
        }

        /// <summary>A character has taken a turn.</summary>
        public TurnTaken Turn
        {
            get { return _eventCase == EventOneofCase.Turn ? (TurnTaken)_event : new TurnTaken(); }
            set { _event = value ?? new TurnTaken(); _eventCase = EventOneofCase.Turn; }
        }

        /// <summary>A character or player moved.</summary>
        public Movement Movement
        {
            get { return _eventCase == EventOneofCase.Movement ? (Movement)_event : new Movement(); }
            set { _event = value ?? new Movement(); _eventCase = EventOneofCase.Movement; }
        }

        /// <summary>Game time moved.</summary>
        public ClockMoved Clock
        {
            get { return _eventCase == EventOneofCase.Clock ? (ClockMoved)_event : new ClockMoved(); }
            set { _event = value ?? new ClockMoved(); _eventCase = EventOneofCase.Clock; }
        }

        /// <summary>The game settled an intent.</summary>
        public OutcomeReported Outcome
        {
            get { return _eventCase == EventOneofCase.Outcome ? (OutcomeReported)_event : new OutcomeReported(); }
            set { _event = value ?? new OutcomeReported(); _eventCase = EventOneofCase.Outcome; }
        }

        /// <summary>A character begins an act. The game carries it out if the character is in the foreground.</summary>
        public Act Act
        {
            get { return _eventCase == EventOneofCase.Act ? (Act)_event : new Act(); }
            set { _event = value ?? new Act(); _eventCase = EventOneofCase.Act; }
        }

        /// <summary>A character has a new plan, or a changed one.</summary>
        public DayPlan DayPlan
        {
            get { return _eventCase == EventOneofCase.DayPlan ? (DayPlan)_event : new DayPlan(); }
            set { _event = value ?? new DayPlan(); _eventCase = EventOneofCase.DayPlan; }
        }

        /// <summary>A character's mood changed.</summary>
        public Mood Mood
        {
            get { return _eventCase == EventOneofCase.Mood ? (Mood)_event : new Mood(); }
            set { _event = value ?? new Mood(); _eventCase = EventOneofCase.Mood; }
        }

        /// <summary>A character's standing with another changed.</summary>
        public Standing Relation
        {
            get { return _eventCase == EventOneofCase.Relation ? (Standing)_event : new Standing(); }
            set { _event = value ?? new Standing(); _eventCase = EventOneofCase.Relation; }
        }

        /// <summary>A character's belief changed.</summary>
        public Belief Belief
        {
            get { return _eventCase == EventOneofCase.Belief ? (Belief)_event : new Belief(); }
            set { _event = value ?? new Belief(); _eventCase = EventOneofCase.Belief; }
        }

        /// <summary>A thing has a new state.</summary>
        public ObjectState ObjectState
        {
            get { return _eventCase == EventOneofCase.ObjectState ? (ObjectState)_event : new ObjectState(); }
            set { _event = value ?? new ObjectState(); _eventCase = EventOneofCase.ObjectState; }
        }

        /// <summary>A character has a new attention tier.</summary>
        public AttentionChange Attention
        {
            get { return _eventCase == EventOneofCase.Attention ? (AttentionChange)_event : new AttentionChange(); }
            set { _event = value ?? new AttentionChange(); _eventCase = EventOneofCase.Attention; }
        }

        /// <summary>A conversation with another character begins or ends.</summary>
        public Conversation Conversation
        {
            get { return _eventCase == EventOneofCase.Conversation ? (Conversation)_event : new Conversation(); }
            set { _event = value ?? new Conversation(); _eventCase = EventOneofCase.Conversation; }
        }

        /// <summary>A thought called a model or decided something.</summary>
        public Thought Thought
        {
            get { return _eventCase == EventOneofCase.Thought ? (Thought)_event : new Thought(); }
            set { _event = value ?? new Thought(); _eventCase = EventOneofCase.Thought; }
        }

        /// <summary>The game loaded a save and plays on in another timeline. The stream ends after it.</summary>
        public TimelineLeft Left
        {
            get { return _eventCase == EventOneofCase.Left ? (TimelineLeft)_event : new TimelineLeft(); }
            set { _event = value ?? new TimelineLeft(); _eventCase = EventOneofCase.Left; }
        }

        /// <summary>A story flag was set, or unset.</summary>
        public StoryFlag Flag
        {
            get { return _eventCase == EventOneofCase.Flag ? (StoryFlag)_event : new StoryFlag(); }
            set { _event = value ?? new StoryFlag(); _eventCase = EventOneofCase.Flag; }
        }

        /// <summary>A promise was made, or has a new status.</summary>
        public Commitment Commitment
        {
            get { return _eventCase == EventOneofCase.Commitment ? (Commitment)_event : new Commitment(); }
            set { _event = value ?? new Commitment(); _eventCase = EventOneofCase.Commitment; }
        }

        /// <summary>A circle was opened, or a member joined or left.</summary>
        public Circle Circle
        {
            get { return _eventCase == EventOneofCase.Circle ? (Circle)_event : new Circle(); }
            set { _event = value ?? new Circle(); _eventCase = EventOneofCase.Circle; }
        }

        /// <summary>A budget of the day is used up. Sent once in a timeline for each budget and day, by each server.</summary>
        public BudgetReached Budget
        {
            get { return _eventCase == EventOneofCase.Budget ? (BudgetReached)_event : new BudgetReached(); }
            set { _event = value ?? new BudgetReached(); _eventCase = EventOneofCase.Budget; }
        }

        /// <summary>
        /// Thoughts have fallen behind the clock by an hour, four hours or a day of game time, or have
        /// caught up. It is no record: a client that resumes gets the present state again.
        /// </summary>
        public Lateness Lateness
        {
            get { return _eventCase == EventOneofCase.Lateness ? (Lateness)_event : new Lateness(); }
            set { _event = value ?? new Lateness(); _eventCase = EventOneofCase.Lateness; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.WatchResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Seq != 0) { to.Int32(1, "seq", Seq); }
            if (WorldTime.HasValue) { to.Timestamp(2, "worldTime", WorldTime.Value, _worldTimeRest); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (EventCase == EventOneofCase.Checkpoint) { to.Message(4, "checkpoint", Checkpoint); }
            if (EventCase == EventOneofCase.Memory) { to.Message(5, "memory", Memory); }
            if (EventCase == EventOneofCase.Turn) { to.Message(6, "turn", Turn); }
            if (EventCase == EventOneofCase.Movement) { to.Message(7, "movement", Movement); }
            if (EventCase == EventOneofCase.Clock) { to.Message(8, "clock", Clock); }
            if (EventCase == EventOneofCase.Outcome) { to.Message(9, "outcome", Outcome); }
            if (EventCase == EventOneofCase.Act) { to.Message(10, "act", Act); }
            if (EventCase == EventOneofCase.DayPlan) { to.Message(11, "dayPlan", DayPlan); }
            if (EventCase == EventOneofCase.Mood) { to.Message(12, "mood", Mood); }
            if (EventCase == EventOneofCase.Relation) { to.Message(13, "relation", Relation); }
            if (EventCase == EventOneofCase.Belief) { to.Message(14, "belief", Belief); }
            if (EventCase == EventOneofCase.ObjectState) { to.Message(15, "objectState", ObjectState); }
            if (EventCase == EventOneofCase.Attention) { to.Message(16, "attention", Attention); }
            if (EventCase == EventOneofCase.Conversation) { to.Message(17, "conversation", Conversation); }
            if (EventCase == EventOneofCase.Thought) { to.Message(18, "thought", Thought); }
            if (EventCase == EventOneofCase.Left) { to.Message(19, "left", Left); }
            if (EventCase == EventOneofCase.Flag) { to.Message(20, "flag", Flag); }
            if (EventCase == EventOneofCase.Commitment) { to.Message(21, "commitment", Commitment); }
            if (EventCase == EventOneofCase.Circle) { to.Message(22, "circle", Circle); }
            if (EventCase == EventOneofCase.Budget) { to.Message(23, "budget", Budget); }
            if (EventCase == EventOneofCase.Lateness) { to.Message(24, "lateness", Lateness); }
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
                    _worldTime = from.Timestamp(out _worldTimeRest);
                    return true;
                case 3:
                    CharacterId = from.String();
                    return true;
                case 4:
                    Checkpoint = from.Message(Checkpoint);
                    return true;
                case 5:
                    Memory = from.Message(Memory);
                    return true;
                case 6:
                    Turn = from.Message(Turn);
                    return true;
                case 7:
                    Movement = from.Message(Movement);
                    return true;
                case 8:
                    Clock = from.Message(Clock);
                    return true;
                case 9:
                    Outcome = from.Message(Outcome);
                    return true;
                case 10:
                    Act = from.Message(Act);
                    return true;
                case 11:
                    DayPlan = from.Message(DayPlan);
                    return true;
                case 12:
                    Mood = from.Message(Mood);
                    return true;
                case 13:
                    Relation = from.Message(Relation);
                    return true;
                case 14:
                    Belief = from.Message(Belief);
                    return true;
                case 15:
                    ObjectState = from.Message(ObjectState);
                    return true;
                case 16:
                    Attention = from.Message(Attention);
                    return true;
                case 17:
                    Conversation = from.Message(Conversation);
                    return true;
                case 18:
                    Thought = from.Message(Thought);
                    return true;
                case 19:
                    Left = from.Message(Left);
                    return true;
                case 20:
                    Flag = from.Message(Flag);
                    return true;
                case 21:
                    Commitment = from.Message(Commitment);
                    return true;
                case 22:
                    Circle = from.Message(Circle);
                    return true;
                case 23:
                    Budget = from.Message(Budget);
                    return true;
                case 24:
                    Lateness = from.Message(Lateness);
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
                case "worldTime": case "world_time": return 2;
                case "characterId": case "character_id": return 3;
                case "checkpoint": return 4;
                case "memory": return 5;
                case "turn": return 6;
                case "movement": return 7;
                case "clock": return 8;
                case "outcome": return 9;
                case "act": return 10;
                case "dayPlan": case "day_plan": return 11;
                case "mood": return 12;
                case "relation": return 13;
                case "belief": return 14;
                case "objectState": case "object_state": return 15;
                case "attention": return 16;
                case "conversation": return 17;
                case "thought": return 18;
                case "left": return 19;
                case "flag": return 20;
                case "commitment": return 21;
                case "circle": return 22;
                case "budget": return 23;
                case "lateness": return 24;
                default: return 0;
            }
        }
    }

    /// <summary>The game loaded a save and plays on in another timeline.</summary>
    public sealed class TimelineLeft : Message
    {
        /// <summary>Save that was loaded.</summary>
        public string SaveId
        {
            get { return _saveId; }
            set { _saveId = value ?? ""; }
        }

        private string _saveId = "";

        /// <summary>Timeline in which play goes on.</summary>
        public string ToTimelineId
        {
            get { return _toTimelineId; }
            set { _toTimelineId = value ?? ""; }
        }

        private string _toTimelineId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.TimelineLeft"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (SaveId.Length != 0) { to.String(1, "saveId", SaveId); }
            if (ToTimelineId.Length != 0) { to.String(2, "toTimelineId", ToTimelineId); }
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
                    ToTimelineId = from.String();
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
                case "toTimelineId": case "to_timeline_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>No event for a while.</summary>
    public sealed class Checkpoint : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Checkpoint"; }
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

    /// <summary>A character has taken a turn.</summary>
    public sealed class TurnTaken : Message
    {
        /// <summary>Turn.</summary>
        public string TurnId
        {
            get { return _turnId; }
            set { _turnId = value ?? ""; }
        }

        private string _turnId = "";

        /// <summary>Id of the speaker who was answered.</summary>
        public string SpeakerId
        {
            get { return _speakerId; }
            set { _speakerId = value ?? ""; }
        }

        private string _speakerId = "";

        /// <summary>Words that were heard.</summary>
        public string Heard
        {
            get { return _heard; }
            set { _heard = value ?? ""; }
        }

        private string _heard = "";

        /// <summary>Lines that were delivered.</summary>
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

        /// <summary>How the turn ended.</summary>
        public TurnOutcome Outcome { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.TurnTaken"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TurnId.Length != 0) { to.String(1, "turnId", TurnId); }
            if (SpeakerId.Length != 0) { to.String(2, "speakerId", SpeakerId); }
            if (Heard.Length != 0) { to.String(3, "heard", Heard); }
            if (_lines.Count != 0) { to.Messages(4, "lines", _lines.Count, n => _lines[n]); }
            if (_intents.Count != 0) { to.Messages(5, "intents", _intents.Count, n => _intents[n]); }
            if ((int)Outcome != 0) { to.Enum(6, "outcome", TurnOutcomeNames.Table, (int)Outcome); }
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
                    SpeakerId = from.String();
                    return true;
                case 3:
                    Heard = from.String();
                    return true;
                case 4:
                    from.Messages(_lines, () => new Line());
                    return true;
                case 5:
                    from.Messages(_intents, () => new ActionIntent());
                    return true;
                case 6:
                    int _outcomeRead; if (from.Enum(TurnOutcomeNames.Table, out _outcomeRead)) { Outcome = (TurnOutcome)_outcomeRead; }
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
                case "speakerId": case "speaker_id": return 2;
                case "heard": return 3;
                case "lines": return 4;
                case "intents": return 5;
                case "outcome": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>Game time moved; the new time is that of the event.</summary>
    public sealed class ClockMoved : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ClockMoved"; }
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

    /// <summary>The game settled an intent.</summary>
    public sealed class OutcomeReported : Message
    {
        /// <summary>Turn.</summary>
        public string TurnId
        {
            get { return _turnId; }
            set { _turnId = value ?? ""; }
        }

        private string _turnId = "";

        /// <summary>Intent.</summary>
        public string IntentId
        {
            get { return _intentId; }
            set { _intentId = value ?? ""; }
        }

        private string _intentId = "";

        /// <summary>Outcome.</summary>
        public OutcomeStatus Status { get; set; }

        /// <summary>What happened, or why it did not happen.</summary>
        public string Detail
        {
            get { return _detail; }
            set { _detail = value ?? ""; }
        }

        private string _detail = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.OutcomeReported"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TurnId.Length != 0) { to.String(1, "turnId", TurnId); }
            if (IntentId.Length != 0) { to.String(2, "intentId", IntentId); }
            if ((int)Status != 0) { to.Enum(3, "status", OutcomeStatusNames.Table, (int)Status); }
            if (Detail.Length != 0) { to.String(4, "detail", Detail); }
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
                    IntentId = from.String();
                    return true;
                case 3:
                    int _statusRead; if (from.Enum(OutcomeStatusNames.Table, out _statusRead)) { Status = (OutcomeStatus)_statusRead; }
                    return true;
                case 4:
                    Detail = from.String();
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
                case "intentId": case "intent_id": return 2;
                case "status": return 3;
                case "detail": return 4;
                default: return 0;
            }
        }
    }
}
