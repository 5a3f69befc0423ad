// Generated from proto/npcserver/admin/v1/world_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>What lies around a place. More may be added.</summary>
    public enum Walls
    {
        /// <summary>Not set.</summary>
        Unspecified = 0,

        /// <summary>Nothing: it is outdoors, or a corner of another place.</summary>
        Open = 1,

        /// <summary>Walls through which a shout is heard whole.</summary>
        Thin = 2,

        /// <summary>Walls through which it is heard half, and no further than next to it.</summary>
        Thick = 3,
    }

    /// <summary>Names of <see cref="Walls"/> on the wire.</summary>
    public static class WallsNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "WALLS_UNSPECIFIED")
            .Add(1, "WALLS_OPEN")
            .Add(2, "WALLS_THIN")
            .Add(3, "WALLS_THICK");
    }

    /// <summary>Kinds of things in a world file. More may be added.</summary>
    public enum ImportedKind
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>The world itself, with its affordances and entities.</summary>
        World = 1,

        /// <summary>A place.</summary>
        Place = 2,

        /// <summary>A character with its seed memories.</summary>
        Character = 3,

        /// <summary>A book.</summary>
        Book = 4,
    }

    /// <summary>Names of <see cref="ImportedKind"/> on the wire.</summary>
    public static class ImportedKindNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "IMPORTED_KIND_UNSPECIFIED")
            .Add(1, "IMPORTED_KIND_WORLD")
            .Add(2, "IMPORTED_KIND_PLACE")
            .Add(3, "IMPORTED_KIND_CHARACTER")
            .Add(4, "IMPORTED_KIND_BOOK");
    }

    /// <summary>What an import does to a thing.</summary>
    public enum ImportEffect
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>It was not there.</summary>
        Created = 1,

        /// <summary>It was there and is another now.</summary>
        Changed = 2,

        /// <summary>It was there as it is.</summary>
        Unchanged = 3,
    }

    /// <summary>Names of <see cref="ImportEffect"/> on the wire.</summary>
    public static class ImportEffectNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "IMPORT_EFFECT_UNSPECIFIED")
            .Add(1, "IMPORT_EFFECT_CREATED")
            .Add(2, "IMPORT_EFFECT_CHANGED")
            .Add(3, "IMPORT_EFFECT_UNCHANGED");
    }

    /// <summary>A world.</summary>
    public sealed class World : Message
    {
        /// <summary>Id, <c>[a-z0-9][a-z0-9_-]*</c>, at most 63 characters. Empty on creation: made from the name.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Name; 1 to 80 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>What all its characters know about it; at most 4,000 characters.</summary>
        public string Description
        {
            get { return _description; }
            set { _description = value ?? ""; }
        }

        private string _description = "";

        /// <summary>Game time at which every timeline of the world begins. Default 2000-01-01T08:00:00Z.</summary>
        public global::System.DateTime? WorldStartTime
        {
            get { return _worldStartTime; }
            set { _worldStartTime = value; _worldStartTimeRest = 0; }
        }

        private global::System.DateTime? _worldStartTime;
        private int _worldStartTimeRest; // nanoseconds that are too fine for it

        /// <summary>
        /// Language its characters speak unless their persona says otherwise: a tag such as <c>en</c> (the
        /// default) or <c>zh</c>. A language without templates gets English prompts.
        /// </summary>
        public string Language
        {
            get { return _language; }
            set { _language = value ?? ""; }
        }

        private string _language = "";

        /// <summary>Changes with every update; see <c>UpdateWorldRequest</c>. Output only.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <summary>Real time of creation. Output only.</summary>
        public global::System.DateTime? CreateTime
        {
            get { return _createTime; }
            set { _createTime = value; _createTimeRest = 0; }
        }

        private global::System.DateTime? _createTime;
        private int _createTimeRest; // nanoseconds that are too fine for it

        /// <summary>Real time of the last update. Output only.</summary>
        public global::System.DateTime? UpdateTime
        {
            get { return _updateTime; }
            set { _updateTime = value; _updateTimeRest = 0; }
        }

        private global::System.DateTime? _updateTime;
        private int _updateTimeRest; // nanoseconds that are too fine for it

        /// <summary>
        /// What its author lets characters do, at most 64: offered in a turn whose request declares no
        /// affordance, unless its <c>affordance_source</c> is <c>DECLARED_ONLY</c>.
        /// </summary>
        public global::System.Collections.Generic.List<Affordance> Affordances
        {
            get { return _affordances; }
            set { _affordances = value ?? new global::System.Collections.Generic.List<Affordance>(); }
        }

        private global::System.Collections.Generic.List<Affordance> _affordances = new global::System.Collections.Generic.List<Affordance>();

        /// <summary>
        /// Entities that arguments of <c>affordances</c> may name, at most 500, where the request declares no
        /// entity either.
        /// </summary>
        public global::System.Collections.Generic.List<Entity> Entities
        {
            get { return _entities; }
            set { _entities = value ?? new global::System.Collections.Generic.List<Entity>(); }
        }

        private global::System.Collections.Generic.List<Entity> _entities = new global::System.Collections.Generic.List<Entity>();

        /// <summary>
        /// What its thoughts may cost in a game day, in each timeline. Where a limit is 0 the server's own
        /// applies. It never refuses talk with players, but that counts.
        /// </summary>
        public Budget Budget
        {
            get { return _budget ?? (_budget = new Budget()); }
            set { _budget = value; _budgetIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasBudget
        {
            get { return _budget != null && (_budgetIsSet || !_budget.IsEmpty); }
        }

        private Budget _budget;
        private bool _budgetIsSet;

        /// <summary>
        /// Character that newcomers meet: the first of the world's file, or the one that was created first;
        /// empty in a world without any. Output only.
        /// </summary>
        public string FirstCharacterId
        {
            get { return _firstCharacterId; }
            set { _firstCharacterId = value ?? ""; }
        }

        private string _firstCharacterId = "";

        /// <summary>
        /// Whether characters may tell others what was said to them in private. Without it, private words
        /// stay between the two, and so does what is derived from them.
        /// </summary>
        public bool HasGossip { get; set; }

        /// <summary>
        /// What players are told before a language model speaks to them for the first time, at most 50
        /// languages. In a language without a text: the server's own where it has one, else that of the
        /// world's language.
        /// </summary>
        public global::System.Collections.Generic.List<LocalText> Disclosures
        {
            get { return _disclosures; }
            set { _disclosures = value ?? new global::System.Collections.Generic.List<LocalText>(); }
        }

        private global::System.Collections.Generic.List<LocalText> _disclosures = new global::System.Collections.Generic.List<LocalText>();

        /// <summary>What it calls months, days and years, and how it divides a day; absent for the usual calendar.</summary>
        public Calendar Calendar
        {
            get { return _calendar ?? (_calendar = new Calendar()); }
            set { _calendar = value; _calendarIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCalendar
        {
            get { return _calendar != null && (_calendarIsSet || !_calendar.IsEmpty); }
        }

        private Calendar _calendar;
        private bool _calendarIsSet;

        /// <summary>
        /// Axes along which its characters stand to others, beside affinity, trust and familiarity; at most
        /// 12, each with a name of its own.
        /// </summary>
        public global::System.Collections.Generic.List<RelationAxis> Axes
        {
            get { return _axes; }
            set { _axes = value ?? new global::System.Collections.Generic.List<RelationAxis>(); }
        }

        private global::System.Collections.Generic.List<RelationAxis> _axes = new global::System.Collections.Generic.List<RelationAxis>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.World"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (Description.Length != 0) { to.String(3, "description", Description); }
            if (WorldStartTime.HasValue) { to.Timestamp(4, "worldStartTime", WorldStartTime.Value, _worldStartTimeRest); }
            if (Language.Length != 0) { to.String(5, "language", Language); }
            if (Etag.Length != 0) { to.String(6, "etag", Etag); }
            if (CreateTime.HasValue) { to.Timestamp(7, "createTime", CreateTime.Value, _createTimeRest); }
            if (UpdateTime.HasValue) { to.Timestamp(8, "updateTime", UpdateTime.Value, _updateTimeRest); }
            if (_affordances.Count != 0) { to.Messages(9, "affordances", _affordances.Count, n => _affordances[n]); }
            if (_entities.Count != 0) { to.Messages(10, "entities", _entities.Count, n => _entities[n]); }
            if (HasBudget) { to.Message(11, "budget", _budget); }
            if (FirstCharacterId.Length != 0) { to.String(12, "firstCharacterId", FirstCharacterId); }
            if (HasGossip) { to.Bool(13, "hasGossip", HasGossip); }
            if (_disclosures.Count != 0) { to.Messages(14, "disclosures", _disclosures.Count, n => _disclosures[n]); }
            if (HasCalendar) { to.Message(15, "calendar", _calendar); }
            if (_axes.Count != 0) { to.Messages(16, "axes", _axes.Count, n => _axes[n]); }
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
                    Name = from.String();
                    return true;
                case 3:
                    Description = from.String();
                    return true;
                case 4:
                    _worldStartTime = from.Timestamp(out _worldStartTimeRest);
                    return true;
                case 5:
                    Language = from.String();
                    return true;
                case 6:
                    Etag = from.String();
                    return true;
                case 7:
                    _createTime = from.Timestamp(out _createTimeRest);
                    return true;
                case 8:
                    _updateTime = from.Timestamp(out _updateTimeRest);
                    return true;
                case 9:
                    from.Messages(_affordances, () => new Affordance());
                    return true;
                case 10:
                    from.Messages(_entities, () => new Entity());
                    return true;
                case 11:
                    Budget = from.Message(Budget);
                    return true;
                case 12:
                    FirstCharacterId = from.String();
                    return true;
                case 13:
                    HasGossip = from.Bool();
                    return true;
                case 14:
                    from.Messages(_disclosures, () => new LocalText());
                    return true;
                case 15:
                    Calendar = from.Message(Calendar);
                    return true;
                case 16:
                    from.Messages(_axes, () => new RelationAxis());
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
                case "name": return 2;
                case "description": return 3;
                case "worldStartTime": case "world_start_time": return 4;
                case "language": return 5;
                case "etag": return 6;
                case "createTime": case "create_time": return 7;
                case "updateTime": case "update_time": return 8;
                case "affordances": return 9;
                case "entities": return 10;
                case "budget": return 11;
                case "firstCharacterId": case "first_character_id": return 12;
                case "hasGossip": case "has_gossip": return 13;
                case "disclosures": return 14;
                case "calendar": return 15;
                case "axes": return 16;
                default: return 0;
            }
        }
    }

    /// <summary>An axis along which characters stand to others, such as respect, fear or debt.</summary>
    public sealed class RelationAxis : Message
    {
        /// <summary>Name, as prompts and the game call it: letters, digits, blanks, <c>-</c> and <c>_</c>, at most 40.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Lowest score, from -10,000; -100 where it is absent.</summary>
        public int? Low { get; set; }

        /// <summary>Highest score, to 10,000; 100 where it is absent.</summary>
        public int? High { get; set; }

        /// <summary>Score of those between whom nothing has happened.</summary>
        public int Start { get; set; }

        /// <summary>Score towards which it fades.</summary>
        public int Toward { get; set; }

        /// <summary>By how much it fades in a game day, 0 to 10,000; with 0 it does not.</summary>
        public double PerDay { get; set; }

        /// <summary>Game days without a change of the standing after which it begins to fade, 0 to 36,500.</summary>
        public int AfterDays { get; set; }

        /// <summary>Scores of which <c>Watch</c> tells, at most 10.</summary>
        public global::System.Collections.Generic.List<RelationThreshold> Thresholds
        {
            get { return _thresholds; }
            set { _thresholds = value ?? new global::System.Collections.Generic.List<RelationThreshold>(); }
        }

        private global::System.Collections.Generic.List<RelationThreshold> _thresholds = new global::System.Collections.Generic.List<RelationThreshold>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RelationAxis"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (Low.HasValue) { to.Int32(2, "low", Low.Value); }
            if (High.HasValue) { to.Int32(3, "high", High.Value); }
            if (Start != 0) { to.Int32(4, "start", Start); }
            if (Toward != 0) { to.Int32(5, "toward", Toward); }
            if (global::System.BitConverter.DoubleToInt64Bits(PerDay) != 0L) { to.Double(6, "perDay", PerDay); }
            if (AfterDays != 0) { to.Int32(7, "afterDays", AfterDays); }
            if (_thresholds.Count != 0) { to.Messages(8, "thresholds", _thresholds.Count, n => _thresholds[n]); }
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
                    Low = from.Int32();
                    return true;
                case 3:
                    High = from.Int32();
                    return true;
                case 4:
                    Start = from.Int32();
                    return true;
                case 5:
                    Toward = from.Int32();
                    return true;
                case 6:
                    PerDay = from.Double();
                    return true;
                case 7:
                    AfterDays = from.Int32();
                    return true;
                case 8:
                    from.Messages(_thresholds, () => new RelationThreshold());
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
                case "low": return 2;
                case "high": return 3;
                case "start": return 4;
                case "toward": return 5;
                case "perDay": case "per_day": return 6;
                case "afterDays": case "after_days": return 7;
                case "thresholds": return 8;
                default: return 0;
            }
        }
    }

    /// <summary>A score of which <c>Watch</c> tells when it is crossed. Has <c>above</c> or <c>below</c>, and not both.</summary>
    public sealed class RelationThreshold : Message
    {
        /// <summary>Name, with which <c>Standing.crossed</c> tells of it; as that of an axis.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>It holds from a score above this one on.</summary>
        public int? Above { get; set; }

        /// <summary>It holds from a score below this one on.</summary>
        public int? Below { get; set; }

        /// <summary>How far the score has to come back before it lets go, 0 to 10,000; 5 where it is absent.</summary>
        public int? Margin { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RelationThreshold"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (Above.HasValue) { to.Int32(2, "above", Above.Value); }
            if (Below.HasValue) { to.Int32(3, "below", Below.Value); }
            if (Margin.HasValue) { to.Int32(4, "margin", Margin.Value); }
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
                    Above = from.Int32();
                    return true;
                case 3:
                    Below = from.Int32();
                    return true;
                case 4:
                    Margin = from.Int32();
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
                case "above": return 2;
                case "below": return 3;
                case "margin": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>
    /// A world's own names of months, days and eras, and into how many hours it divides a day. The clock
    /// stays as it is: twelve months, weeks of seven days, and times of day such as <c>14:05</c>.
    /// </summary>
    public sealed class Calendar : Message
    {
        /// <summary>Names of the months, from January on: 12, or none for the usual ones; each 1 to 80 characters.</summary>
        public global::System.Collections.Generic.List<string> Months
        {
            get { return _months; }
            set { _months = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _months = new global::System.Collections.Generic.List<string>();

        /// <summary>Names of the days of the week, from Monday on: 7, or none for the usual ones.</summary>
        public global::System.Collections.Generic.List<string> Weekdays
        {
            get { return _weekdays; }
            set { _weekdays = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _weekdays = new global::System.Collections.Generic.List<string>();

        /// <summary>Eras by which years are counted, at most 50, none of them beginning in the same year.</summary>
        public global::System.Collections.Generic.List<Era> Eras
        {
            get { return _eras; }
            set { _eras = value ?? new global::System.Collections.Generic.List<Era>(); }
        }

        private global::System.Collections.Generic.List<Era> _eras = new global::System.Collections.Generic.List<Era>();

        /// <summary>Hours of a day, 1 to 100; 0 means 24.</summary>
        public int HoursInDay { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Calendar"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_months.Count != 0) { to.Strings(1, "months", _months); }
            if (_weekdays.Count != 0) { to.Strings(2, "weekdays", _weekdays); }
            if (_eras.Count != 0) { to.Messages(3, "eras", _eras.Count, n => _eras[n]); }
            if (HoursInDay != 0) { to.Int32(4, "hoursInDay", HoursInDay); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Strings(_months);
                    return true;
                case 2:
                    from.Strings(_weekdays);
                    return true;
                case 3:
                    from.Messages(_eras, () => new Era());
                    return true;
                case 4:
                    HoursInDay = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "months": return 1;
                case "weekdays": return 2;
                case "eras": return 3;
                case "hoursInDay": case "hours_in_day": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>Years that are counted from a year of the clock.</summary>
    public sealed class Era : Message
    {
        /// <summary>Name, such as <c>the Long Thaw</c>; 1 to 80 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Year of the clock that is its year 1, 1 to 9,999; 0 means 1.</summary>
        public int FirstYear { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Era"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (FirstYear != 0) { to.Int32(2, "firstYear", FirstYear); }
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
                    FirstYear = from.Int32();
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
                case "firstYear": case "first_year": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A text in one language.</summary>
    public sealed class LocalText : Message
    {
        /// <summary>Language: a tag such as <c>en</c>.</summary>
        public string Language
        {
            get { return _language; }
            set { _language = value ?? ""; }
        }

        private string _language = "";

        /// <summary>Text; 1 to 500 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.LocalText"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Language.Length != 0) { to.String(1, "language", Language); }
            if (Text.Length != 0) { to.String(2, "text", Text); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Language = from.String();
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
                case "language": return 1;
                case "text": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>
    /// Limits of one game day; 0 means none. As a day's budget is used up, thoughts are left out: first
    /// the steps of plans, last of all plans for days.
    /// </summary>
    public sealed class Budget : Message
    {
        /// <summary>Calls of models, at most 1,000,000,000.</summary>
        public int Calls { get; set; }

        /// <summary>Tokens of prompts and answers, at most 1,000,000,000.</summary>
        public long Tokens { get; set; }

        /// <summary>Money, in millionths of the unit of the prices that the server was set up with; at most 10^15.</summary>
        public long MoneyMicros { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Budget"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Calls != 0) { to.Int32(1, "calls", Calls); }
            if (Tokens != 0L) { to.Int64(2, "tokens", Tokens); }
            if (MoneyMicros != 0L) { to.Int64(3, "moneyMicros", MoneyMicros); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Calls = from.Int32();
                    return true;
                case 2:
                    Tokens = from.Int64();
                    return true;
                case 3:
                    MoneyMicros = from.Int64();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "calls": return 1;
                case "tokens": return 2;
                case "moneyMicros": case "money_micros": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A part of the place tree.</summary>
    public sealed class Place : Message
    {
        /// <summary>Id, as for worlds; unique within its world.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Place it is a part of; empty at the top level.</summary>
        public string ParentId
        {
            get { return _parentId; }
            set { _parentId = value ?? ""; }
        }

        private string _parentId = "";

        /// <summary>Name; 1 to 80 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>What it looks like; at most 4,000 characters.</summary>
        public string Description
        {
            get { return _description; }
            set { _description = value ?? ""; }
        }

        private string _description = "";

        /// <summary>When it is open; absent means always.</summary>
        public OpeningHours Hours
        {
            get { return _hours ?? (_hours = new OpeningHours()); }
            set { _hours = value; _hoursIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasHours
        {
            get { return _hours != null && (_hoursIsSet || !_hours.IsEmpty); }
        }

        private OpeningHours _hours;
        private bool _hoursIsSet;

        /// <summary>How many people it holds, 1 to 100,000; absent means any number.</summary>
        public int? Capacity { get; set; }

        /// <summary>Things in it, at most 200 names of at most 80 characters.</summary>
        public global::System.Collections.Generic.List<string> Objects
        {
            get { return _objects; }
            set { _objects = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _objects = new global::System.Collections.Generic.List<string>();

        /// <summary>Changes with every update. Output only.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <summary>
        /// Characters it belongs to, at most 100: others enter it only while one of them is in it. Without
        /// any it is open to all. Its parts belong to them too.
        /// </summary>
        public global::System.Collections.Generic.List<string> OwnerIds
        {
            get { return _ownerIds; }
            set { _ownerIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _ownerIds = new global::System.Collections.Generic.List<string>();

        /// <summary>What things cost there, at most 200, each ware once.</summary>
        public global::System.Collections.Generic.List<Price> Prices
        {
            get { return _prices; }
            set { _prices = value ?? new global::System.Collections.Generic.List<Price>(); }
        }

        private global::System.Collections.Generic.List<Price> _prices = new global::System.Collections.Generic.List<Price>();

        /// <summary>
        /// What its walls let through of a shout; not set: open where its name says that it is outdoors,
        /// such as a square, else thin.
        /// </summary>
        public Walls Walls { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Place"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (PlaceId.Length != 0) { to.String(1, "placeId", PlaceId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (ParentId.Length != 0) { to.String(3, "parentId", ParentId); }
            if (Name.Length != 0) { to.String(4, "name", Name); }
            if (Description.Length != 0) { to.String(5, "description", Description); }
            if (HasHours) { to.Message(6, "hours", _hours); }
            if (Capacity.HasValue) { to.Int32(7, "capacity", Capacity.Value); }
            if (_objects.Count != 0) { to.Strings(8, "objects", _objects); }
            if (Etag.Length != 0) { to.String(9, "etag", Etag); }
            if (_ownerIds.Count != 0) { to.Strings(10, "ownerIds", _ownerIds); }
            if (_prices.Count != 0) { to.Messages(11, "prices", _prices.Count, n => _prices[n]); }
            if ((int)Walls != 0) { to.Enum(12, "walls", WallsNames.Table, (int)Walls); }
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
                    WorldId = from.String();
                    return true;
                case 3:
                    ParentId = from.String();
                    return true;
                case 4:
                    Name = from.String();
                    return true;
                case 5:
                    Description = from.String();
                    return true;
                case 6:
                    Hours = from.Message(Hours);
                    return true;
                case 7:
                    Capacity = from.Int32();
                    return true;
                case 8:
                    from.Strings(_objects);
                    return true;
                case 9:
                    Etag = from.String();
                    return true;
                case 10:
                    from.Strings(_ownerIds);
                    return true;
                case 11:
                    from.Messages(_prices, () => new Price());
                    return true;
                case 12:
                    int _wallsRead; if (from.Enum(WallsNames.Table, out _wallsRead)) { Walls = (Walls)_wallsRead; }
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
                case "worldId": case "world_id": return 2;
                case "parentId": case "parent_id": return 3;
                case "name": return 4;
                case "description": return 5;
                case "hours": return 6;
                case "capacity": return 7;
                case "objects": return 8;
                case "etag": return 9;
                case "ownerIds": case "owner_ids": return 10;
                case "prices": return 11;
                case "walls": return 12;
                default: return 0;
            }
        }
    }

    /// <summary>What a ware costs.</summary>
    public sealed class Price : Message
    {
        /// <summary>Ware; 1 to 80 characters.</summary>
        public string Ware
        {
            get { return _ware; }
            set { _ware = value ?? ""; }
        }

        private string _ware = "";

        /// <summary>What it costs, as characters say it: "threepence"; 1 to 80 characters.</summary>
        public string Price_
        {
            get { return _price; }
            set { _price = value ?? ""; }
        }

        private string _price = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Price"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Ware.Length != 0) { to.String(1, "ware", Ware); }
            if (Price_.Length != 0) { to.String(2, "price", Price_); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Ware = from.String();
                    return true;
                case 2:
                    Price_ = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "ware": return 1;
                case "price": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Opening hours, in game time of day.</summary>
    public sealed class OpeningHours : Message
    {
        /// <summary><c>HH:MM</c>.</summary>
        public string Opens
        {
            get { return _opens; }
            set { _opens = value ?? ""; }
        }

        private string _opens = "";

        /// <summary><c>HH:MM</c>, other than <c>opens</c>; before it means past midnight.</summary>
        public string Closes
        {
            get { return _closes; }
            set { _closes = value ?? ""; }
        }

        private string _closes = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.OpeningHours"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Opens.Length != 0) { to.String(1, "opens", Opens); }
            if (Closes.Length != 0) { to.String(2, "closes", Closes); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Opens = from.String();
                    return true;
                case 2:
                    Closes = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "opens": return 1;
                case "closes": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The world to create.</summary>
    public sealed class CreateWorldRequest : Message, IRepeatable
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
        public World World
        {
            get { return _world ?? (_world = new World()); }
            set { _world = value; _worldIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasWorld
        {
            get { return _world != null && (_worldIsSet || !_world.IsEmpty); }
        }

        private World _world;
        private bool _worldIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CreateWorldRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (HasWorld) { to.Message(2, "world", _world); }
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
                    World = from.Message(World);
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
                case "world": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The world as created.</summary>
    public sealed class CreateWorldResponse : Message
    {
        /// <summary>World.</summary>
        public World World
        {
            get { return _world ?? (_world = new World()); }
            set { _world = value; _worldIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasWorld
        {
            get { return _world != null && (_worldIsSet || !_world.IsEmpty); }
        }

        private World _world;
        private bool _worldIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CreateWorldResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasWorld) { to.Message(1, "world", _world); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    World = from.Message(World);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "world": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which world.</summary>
    public sealed class GetWorldRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetWorldRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    WorldId = from.String();
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
                default: return 0;
            }
        }
    }

    /// <summary>The world.</summary>
    public sealed class GetWorldResponse : Message
    {
        /// <summary>World.</summary>
        public World World
        {
            get { return _world ?? (_world = new World()); }
            set { _world = value; _worldIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasWorld
        {
            get { return _world != null && (_worldIsSet || !_world.IsEmpty); }
        }

        private World _world;
        private bool _worldIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetWorldResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasWorld) { to.Message(1, "world", _world); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    World = from.Message(World);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "world": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which page of worlds.</summary>
    public sealed class ListWorldsRequest : Message
    {
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
            get { return "npcserver.admin.v1.ListWorldsRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (PageSize != 0) { to.Int32(1, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(2, "pageToken", PageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    PageSize = from.Int32();
                    return true;
                case 2:
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
                case "pageSize": case "page_size": return 1;
                case "pageToken": case "page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A page of worlds.</summary>
    public sealed class ListWorldsResponse : Message
    {
        /// <summary>Worlds.</summary>
        public global::System.Collections.Generic.List<World> Worlds
        {
            get { return _worlds; }
            set { _worlds = value ?? new global::System.Collections.Generic.List<World>(); }
        }

        private global::System.Collections.Generic.List<World> _worlds = new global::System.Collections.Generic.List<World>();

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
            get { return "npcserver.admin.v1.ListWorldsResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_worlds.Count != 0) { to.Messages(1, "worlds", _worlds.Count, n => _worlds[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_worlds, () => new World());
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
                case "worlds": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What to change in a world.</summary>
    public sealed class UpdateWorldRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateWorldRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>World with the new values. An <c>etag</c> that is set and does not match is <c>ETAG_MISMATCH</c>.</summary>
        public World World
        {
            get { return _world ?? (_world = new World()); }
            set { _world = value; _worldIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasWorld
        {
            get { return _world != null && (_worldIsSet || !_world.IsEmpty); }
        }

        private World _world;
        private bool _worldIsSet;

        /// <summary>Fields to change; absent means those that are set in <c>world</c>.</summary>
        public global::System.Collections.Generic.List<string> UpdateMask
        {
            get { return _updateMask; }
            set { _updateMask = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _updateMask = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdateWorldRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (HasWorld) { to.Message(2, "world", _world); }
            if (_updateMask.Count != 0) { to.Mask(3, "updateMask", _updateMask); }
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
                    World = from.Message(World);
                    return true;
                case 3:
                    from.Mask(_updateMask);
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
                case "world": return 2;
                case "updateMask": case "update_mask": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The world as changed.</summary>
    public sealed class UpdateWorldResponse : Message
    {
        /// <summary>World.</summary>
        public World World
        {
            get { return _world ?? (_world = new World()); }
            set { _world = value; _worldIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasWorld
        {
            get { return _world != null && (_worldIsSet || !_world.IsEmpty); }
        }

        private World _world;
        private bool _worldIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdateWorldResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasWorld) { to.Message(1, "world", _world); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    World = from.Message(World);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "world": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which world to delete.</summary>
    public sealed class DeleteWorldRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateWorldRequest.request_id</c>.</summary>
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

        /// <summary>When set, deletes only this state of it.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DeleteWorldRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (Etag.Length != 0) { to.String(3, "etag", Etag); }
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
                    Etag = from.String();
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
                case "etag": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The world is gone.</summary>
    public sealed class DeleteWorldResponse : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DeleteWorldResponse"; }
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

    /// <summary>The place to create.</summary>
    public sealed class CreatePlaceRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateWorldRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Place.</summary>
        public Place Place
        {
            get { return _place ?? (_place = new Place()); }
            set { _place = value; _placeIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPlace
        {
            get { return _place != null && (_placeIsSet || !_place.IsEmpty); }
        }

        private Place _place;
        private bool _placeIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CreatePlaceRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (HasPlace) { to.Message(2, "place", _place); }
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
                    Place = from.Message(Place);
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
                case "place": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The place as created.</summary>
    public sealed class CreatePlaceResponse : Message
    {
        /// <summary>Place.</summary>
        public Place Place
        {
            get { return _place ?? (_place = new Place()); }
            set { _place = value; _placeIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPlace
        {
            get { return _place != null && (_placeIsSet || !_place.IsEmpty); }
        }

        private Place _place;
        private bool _placeIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CreatePlaceResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasPlace) { to.Message(1, "place", _place); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Place = from.Message(Place);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "place": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which place.</summary>
    public sealed class GetPlaceRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Place.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetPlaceRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (PlaceId.Length != 0) { to.String(2, "placeId", PlaceId); }
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
                case "worldId": case "world_id": return 1;
                case "placeId": case "place_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The place.</summary>
    public sealed class GetPlaceResponse : Message
    {
        /// <summary>Place.</summary>
        public Place Place
        {
            get { return _place ?? (_place = new Place()); }
            set { _place = value; _placeIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPlace
        {
            get { return _place != null && (_placeIsSet || !_place.IsEmpty); }
        }

        private Place _place;
        private bool _placeIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetPlaceResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasPlace) { to.Message(1, "place", _place); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Place = from.Message(Place);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "place": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which page of a world's places.</summary>
    public sealed class ListPlacesRequest : Message
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
            get { return "npcserver.admin.v1.ListPlacesRequest"; }
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

    /// <summary>A page of places.</summary>
    public sealed class ListPlacesResponse : Message
    {
        /// <summary>Places.</summary>
        public global::System.Collections.Generic.List<Place> Places
        {
            get { return _places; }
            set { _places = value ?? new global::System.Collections.Generic.List<Place>(); }
        }

        private global::System.Collections.Generic.List<Place> _places = new global::System.Collections.Generic.List<Place>();

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
            get { return "npcserver.admin.v1.ListPlacesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_places.Count != 0) { to.Messages(1, "places", _places.Count, n => _places[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_places, () => new Place());
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
                case "places": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What to change in a place.</summary>
    public sealed class UpdatePlaceRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateWorldRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Place with the new values. An <c>etag</c> that is set and does not match is <c>ETAG_MISMATCH</c>.</summary>
        public Place Place
        {
            get { return _place ?? (_place = new Place()); }
            set { _place = value; _placeIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPlace
        {
            get { return _place != null && (_placeIsSet || !_place.IsEmpty); }
        }

        private Place _place;
        private bool _placeIsSet;

        /// <summary>Fields to change; absent means those that are set in <c>place</c>.</summary>
        public global::System.Collections.Generic.List<string> UpdateMask
        {
            get { return _updateMask; }
            set { _updateMask = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _updateMask = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdatePlaceRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (HasPlace) { to.Message(2, "place", _place); }
            if (_updateMask.Count != 0) { to.Mask(3, "updateMask", _updateMask); }
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
                    Place = from.Message(Place);
                    return true;
                case 3:
                    from.Mask(_updateMask);
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
                case "place": return 2;
                case "updateMask": case "update_mask": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The place as changed.</summary>
    public sealed class UpdatePlaceResponse : Message
    {
        /// <summary>Place.</summary>
        public Place Place
        {
            get { return _place ?? (_place = new Place()); }
            set { _place = value; _placeIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPlace
        {
            get { return _place != null && (_placeIsSet || !_place.IsEmpty); }
        }

        private Place _place;
        private bool _placeIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdatePlaceResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasPlace) { to.Message(1, "place", _place); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Place = from.Message(Place);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "place": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which place to delete.</summary>
    public sealed class DeletePlaceRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateWorldRequest.request_id</c>.</summary>
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

        /// <summary>Place.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>When set, deletes only this state of it.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DeletePlaceRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (PlaceId.Length != 0) { to.String(3, "placeId", PlaceId); }
            if (Etag.Length != 0) { to.String(4, "etag", Etag); }
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
                    PlaceId = from.String();
                    return true;
                case 4:
                    Etag = from.String();
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
                case "placeId": case "place_id": return 3;
                case "etag": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The place is gone.</summary>
    public sealed class DeletePlaceResponse : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DeletePlaceResponse"; }
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

    /// <summary>A world file to import.</summary>
    public sealed class ImportWorldRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateWorldRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>World; the file has to be of it.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>
        /// The file, as <c>docs/world-files.md</c> describes it, without other files. It may name places and
        /// characters that the world has already. The request has at most <c>request_bytes</c> of <c>GetServer</c>,
        /// 1 MiB: send a larger world in parts one after the other, or import it beside the server with
        /// <c>npcserver import FILE</c>.
        /// </summary>
        public string Yaml
        {
            get { return _yaml; }
            set { _yaml = value ?? ""; }
        }

        private string _yaml = "";

        /// <summary>Whether nothing is stored: the answer says what would change, and what is wrong with the file.</summary>
        public bool ValidateOnly { get; set; }

        /// <summary>
        /// Whether what is there already may be changed. Without it and an <c>etag</c>, a file that would change
        /// something is refused with <c>ALREADY_EXISTS</c>; what is new is created in any case.
        /// </summary>
        public bool Overwrite { get; set; }

        /// <summary>
        /// <c>etag</c> of <c>ExportWorld</c>: what is there may be changed if it is still as exported, and the import
        /// is refused with <c>ETAG_MISMATCH</c> if it is not.
        /// </summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ImportWorldRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (Yaml.Length != 0) { to.String(3, "yaml", Yaml); }
            if (ValidateOnly) { to.Bool(4, "validateOnly", ValidateOnly); }
            if (Overwrite) { to.Bool(5, "overwrite", Overwrite); }
            if (Etag.Length != 0) { to.String(6, "etag", Etag); }
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
                    Yaml = from.String();
                    return true;
                case 4:
                    ValidateOnly = from.Bool();
                    return true;
                case 5:
                    Overwrite = from.Bool();
                    return true;
                case 6:
                    Etag = from.String();
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
                case "yaml": return 3;
                case "validateOnly": case "validate_only": return 4;
                case "overwrite": return 5;
                case "etag": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>What the import did, or with <c>validate_only</c> would do.</summary>
    public sealed class ImportWorldResponse : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Its name.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>What the file names, in its order.</summary>
        public global::System.Collections.Generic.List<ImportChange> Changes
        {
            get { return _changes; }
            set { _changes = value ?? new global::System.Collections.Generic.List<ImportChange>(); }
        }

        private global::System.Collections.Generic.List<ImportChange> _changes = new global::System.Collections.Generic.List<ImportChange>();

        /// <summary>How many seed memories are new.</summary>
        public int Memories { get; set; }

        /// <summary>
        /// Whether seed memories were changed or removed: timelines that begin from now on have the new
        /// ones, all others keep theirs.
        /// </summary>
        public bool HasNewGenesis { get; set; }

        /// <summary>What its author should look at, each with the line.</summary>
        public global::System.Collections.Generic.List<string> Warnings
        {
            get { return _warnings; }
            set { _warnings = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _warnings = new global::System.Collections.Generic.List<string>();

        /// <summary>
        /// What is wrong with the file; only with <c>validate_only</c>, and nothing else is set then. Without
        /// it such a file is refused, with the same problems in the error.
        /// </summary>
        public global::System.Collections.Generic.List<FileProblem> Problems
        {
            get { return _problems; }
            set { _problems = value ?? new global::System.Collections.Generic.List<FileProblem>(); }
        }

        private global::System.Collections.Generic.List<FileProblem> _problems = new global::System.Collections.Generic.List<FileProblem>();

        /// <summary>
        /// Whether the import needs <c>overwrite</c> or an <c>etag</c>, since it changes what is there; only with
        /// <c>validate_only</c>.
        /// </summary>
        public bool NeedsOverwrite { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ImportWorldResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (_changes.Count != 0) { to.Messages(3, "changes", _changes.Count, n => _changes[n]); }
            if (Memories != 0) { to.Int32(4, "memories", Memories); }
            if (HasNewGenesis) { to.Bool(5, "hasNewGenesis", HasNewGenesis); }
            if (_warnings.Count != 0) { to.Strings(6, "warnings", _warnings); }
            if (_problems.Count != 0) { to.Messages(7, "problems", _problems.Count, n => _problems[n]); }
            if (NeedsOverwrite) { to.Bool(8, "needsOverwrite", NeedsOverwrite); }
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
                    Name = from.String();
                    return true;
                case 3:
                    from.Messages(_changes, () => new ImportChange());
                    return true;
                case 4:
                    Memories = from.Int32();
                    return true;
                case 5:
                    HasNewGenesis = from.Bool();
                    return true;
                case 6:
                    from.Strings(_warnings);
                    return true;
                case 7:
                    from.Messages(_problems, () => new FileProblem());
                    return true;
                case 8:
                    NeedsOverwrite = from.Bool();
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
                case "name": return 2;
                case "changes": return 3;
                case "memories": return 4;
                case "hasNewGenesis": case "has_new_genesis": return 5;
                case "warnings": return 6;
                case "problems": return 7;
                case "needsOverwrite": case "needs_overwrite": return 8;
                default: return 0;
            }
        }
    }

    /// <summary>What an import did to one thing.</summary>
    public sealed class ImportChange : Message
    {
        /// <summary>What it is.</summary>
        public ImportedKind Kind { get; set; }

        /// <summary>Its id.</summary>
        public string Id
        {
            get { return _id; }
            set { _id = value ?? ""; }
        }

        private string _id = "";

        /// <summary>What happened to it.</summary>
        public ImportEffect Effect { get; set; }

        /// <summary>Fields of a character that changed, such as <c>goals</c>; <c>memories</c> for its seed memories.</summary>
        public global::System.Collections.Generic.List<string> Fields
        {
            get { return _fields; }
            set { _fields = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _fields = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ImportChange"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Kind != 0) { to.Enum(1, "kind", ImportedKindNames.Table, (int)Kind); }
            if (Id.Length != 0) { to.String(2, "id", Id); }
            if ((int)Effect != 0) { to.Enum(3, "effect", ImportEffectNames.Table, (int)Effect); }
            if (_fields.Count != 0) { to.Strings(4, "fields", _fields); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _kindRead; if (from.Enum(ImportedKindNames.Table, out _kindRead)) { Kind = (ImportedKind)_kindRead; }
                    return true;
                case 2:
                    Id = from.String();
                    return true;
                case 3:
                    int _effectRead; if (from.Enum(ImportEffectNames.Table, out _effectRead)) { Effect = (ImportEffect)_effectRead; }
                    return true;
                case 4:
                    from.Strings(_fields);
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
                case "id": return 2;
                case "effect": return 3;
                case "fields": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A problem of a file.</summary>
    public sealed class FileProblem : Message
    {
        /// <summary>Line, from 1; 0 where it is unknown.</summary>
        public int Line { get; set; }

        /// <summary>Column at which the field begins, from 1; 0 where it is unknown.</summary>
        public int Column { get; set; }

        /// <summary>Path of the field, such as <c>characters[2].place</c>; empty for the file as a whole.</summary>
        public string Path
        {
            get { return _path; }
            set { _path = value ?? ""; }
        }

        private string _path = "";

        /// <summary>What is wrong, and what to write.</summary>
        public string Problem
        {
            get { return _problem; }
            set { _problem = value ?? ""; }
        }

        private string _problem = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.FileProblem"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Line != 0) { to.Int32(1, "line", Line); }
            if (Column != 0) { to.Int32(2, "column", Column); }
            if (Path.Length != 0) { to.String(3, "path", Path); }
            if (Problem.Length != 0) { to.String(4, "problem", Problem); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Line = from.Int32();
                    return true;
                case 2:
                    Column = from.Int32();
                    return true;
                case 3:
                    Path = from.String();
                    return true;
                case 4:
                    Problem = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "line": return 1;
                case "column": return 2;
                case "path": return 3;
                case "problem": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>Which world to export.</summary>
    public sealed class ExportWorldRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportWorldRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    WorldId = from.String();
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
                default: return 0;
            }
        }
    }

    /// <summary>The world as a file.</summary>
    public sealed class ExportWorldResponse : Message
    {
        /// <summary>The file; importing it again changes nothing.</summary>
        public string Yaml
        {
            get { return _yaml; }
            set { _yaml = value ?? ""; }
        }

        private string _yaml = "";

        /// <summary>Stands for all that the file has; see <c>ImportWorldRequest.etag</c>.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportWorldResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Yaml.Length != 0) { to.String(1, "yaml", Yaml); }
            if (Etag.Length != 0) { to.String(2, "etag", Etag); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Yaml = from.String();
                    return true;
                case 2:
                    Etag = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "yaml": return 1;
                case "etag": return 2;
                default: return 0;
            }
        }
    }
}
