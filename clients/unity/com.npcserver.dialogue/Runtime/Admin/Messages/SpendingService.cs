// Generated from proto/npcserver/admin/v1/spending_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>A group of purposes that can have models of its own in the settings. More may be added.</summary>
    public enum PurposeGroup
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>Lines for players.</summary>
        Dialogue = 1,

        /// <summary>What characters think, and lines for each other.</summary>
        Thoughts = 2,

        /// <summary>Ratings of importance.</summary>
        Ratings = 3,

        /// <summary>Scenes.</summary>
        Scenes = 4,
    }

    /// <summary>Names of <see cref="PurposeGroup"/> on the wire.</summary>
    public static class PurposeGroupNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "PURPOSE_GROUP_UNSPECIFIED")
            .Add(1, "PURPOSE_GROUP_DIALOGUE")
            .Add(2, "PURPOSE_GROUP_THOUGHTS")
            .Add(3, "PURPOSE_GROUP_RATINGS")
            .Add(4, "PURPOSE_GROUP_SCENES");
    }

    /// <summary>
    /// Limits of a calendar day (UTC), talk with players included. At the limit no model is called:
    /// characters say an authored line, and thoughts are left out.
    /// </summary>
    public sealed class SpendingLimit : Message
    {
        /// <summary>Tokens of prompts and answers, at most 1,000,000,000; not set for no limit, 0 allows none.</summary>
        public long? Tokens { get; set; }

        /// <summary>
        /// Money, in millionths of the unit of the prices that the server was set up with; at most 10^15.
        /// Not set for no limit, 0 allows none.
        /// </summary>
        public long? MoneyMicros { get; set; }

        /// <summary>How much of it thoughts may take, 0 to 100; not set for what the server was set up with.</summary>
        public int? ThoughtsPercent { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SpendingLimit"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Tokens.HasValue) { to.Int64(1, "tokens", Tokens.Value); }
            if (MoneyMicros.HasValue) { to.Int64(2, "moneyMicros", MoneyMicros.Value); }
            if (ThoughtsPercent.HasValue) { to.Int32(3, "thoughtsPercent", ThoughtsPercent.Value); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Tokens = from.Int64();
                    return true;
                case 2:
                    MoneyMicros = from.Int64();
                    return true;
                case 3:
                    ThoughtsPercent = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "tokens": return 1;
                case "moneyMicros": case "money_micros": return 2;
                case "thoughtsPercent": case "thoughts_percent": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>What was spent on a day, beside its limit.</summary>
    public sealed class SpendingAccount : Message
    {
        /// <summary>What it is of.</summary>
        public BudgetScope Scope { get; set; }

        /// <summary>Player, timeline or purpose; <c>*</c> for each that has no limit of its own, empty for the world.</summary>
        public string SubjectId
        {
            get { return _subjectId; }
            set { _subjectId = value ?? ""; }
        }

        private string _subjectId = "";

        /// <summary>Whether it is of the thoughts of the subject alone.</summary>
        public bool IsOfThoughts { get; set; }

        /// <summary>The limit in force; empty if there is none.</summary>
        public SpendingLimit Limit
        {
            get { return _limit ?? (_limit = new SpendingLimit()); }
            set { _limit = value; _limitIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasLimit
        {
            get { return _limit != null && (_limitIsSet || !_limit.IsEmpty); }
        }

        private SpendingLimit _limit;
        private bool _limitIsSet;

        /// <summary>Whether the limit is that of each, and none that was set for this subject.</summary>
        public bool IsDefault { get; set; }

        /// <summary>Calls of models.</summary>
        public int Calls { get; set; }

        /// <summary>Tokens of prompts and answers.</summary>
        public long Tokens { get; set; }

        /// <summary>Money, in millionths of a unit.</summary>
        public long MoneyMicros { get; set; }

        /// <summary>Tokens that servers have reserved beside that; not spent yet, or given back later.</summary>
        public long TokensReserved { get; set; }

        /// <summary>Money that servers have reserved beside that, in millionths of a unit.</summary>
        public long MoneyReservedMicros { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SpendingAccount"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Scope != 0) { to.Enum(1, "scope", BudgetScopeNames.Table, (int)Scope); }
            if (SubjectId.Length != 0) { to.String(2, "subjectId", SubjectId); }
            if (IsOfThoughts) { to.Bool(3, "isOfThoughts", IsOfThoughts); }
            if (HasLimit) { to.Message(4, "limit", _limit); }
            if (IsDefault) { to.Bool(5, "isDefault", IsDefault); }
            if (Calls != 0) { to.Int32(6, "calls", Calls); }
            if (Tokens != 0L) { to.Int64(7, "tokens", Tokens); }
            if (MoneyMicros != 0L) { to.Int64(8, "moneyMicros", MoneyMicros); }
            if (TokensReserved != 0L) { to.Int64(9, "tokensReserved", TokensReserved); }
            if (MoneyReservedMicros != 0L) { to.Int64(10, "moneyReservedMicros", MoneyReservedMicros); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _scopeRead; if (from.Enum(BudgetScopeNames.Table, out _scopeRead)) { Scope = (BudgetScope)_scopeRead; }
                    return true;
                case 2:
                    SubjectId = from.String();
                    return true;
                case 3:
                    IsOfThoughts = from.Bool();
                    return true;
                case 4:
                    Limit = from.Message(Limit);
                    return true;
                case 5:
                    IsDefault = from.Bool();
                    return true;
                case 6:
                    Calls = from.Int32();
                    return true;
                case 7:
                    Tokens = from.Int64();
                    return true;
                case 8:
                    MoneyMicros = from.Int64();
                    return true;
                case 9:
                    TokensReserved = from.Int64();
                    return true;
                case 10:
                    MoneyReservedMicros = from.Int64();
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
                case "subjectId": case "subject_id": return 2;
                case "isOfThoughts": case "is_of_thoughts": return 3;
                case "limit": return 4;
                case "isDefault": case "is_default": return 5;
                case "calls": return 6;
                case "tokens": return 7;
                case "moneyMicros": case "money_micros": return 8;
                case "tokensReserved": case "tokens_reserved": return 9;
                case "moneyReservedMicros": case "money_reserved_micros": return 10;
                default: return 0;
            }
        }
    }

    /// <summary>The limit to set.</summary>
    public sealed class SetSpendingLimitRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>What it is for.</summary>
        public BudgetScope Scope { get; set; }

        /// <summary>
        /// Player, timeline or purpose. <c>*</c> sets the limit of each player or timeline that has none of its
        /// own. Empty for the world.
        /// </summary>
        public string SubjectId
        {
            get { return _subjectId; }
            set { _subjectId = value ?? ""; }
        }

        private string _subjectId = "";

        /// <summary>
        /// Limit; not set removes it, and what holds for each, or the server's own, applies again. Without
        /// tokens and money nothing is limited.
        /// </summary>
        public SpendingLimit Limit
        {
            get { return _limit ?? (_limit = new SpendingLimit()); }
            set { _limit = value; _limitIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasLimit
        {
            get { return _limit != null && (_limitIsSet || !_limit.IsEmpty); }
        }

        private SpendingLimit _limit;
        private bool _limitIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SetSpendingLimitRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if ((int)Scope != 0) { to.Enum(2, "scope", BudgetScopeNames.Table, (int)Scope); }
            if (SubjectId.Length != 0) { to.String(3, "subjectId", SubjectId); }
            if (HasLimit) { to.Message(4, "limit", _limit); }
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
                    int _scopeRead; if (from.Enum(BudgetScopeNames.Table, out _scopeRead)) { Scope = (BudgetScope)_scopeRead; }
                    return true;
                case 3:
                    SubjectId = from.String();
                    return true;
                case 4:
                    Limit = from.Message(Limit);
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
                case "scope": return 2;
                case "subjectId": case "subject_id": return 3;
                case "limit": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The limit is set.</summary>
    public sealed class SetSpendingLimitResponse : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SetSpendingLimitResponse"; }
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

    /// <summary>What to list.</summary>
    public sealed class ListSpendingRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Day as YYYY-MM-DD; empty for today, in UTC. Days are kept for 90 days.</summary>
        public string Day
        {
            get { return _day; }
            set { _day = value ?? ""; }
        }

        private string _day = "";

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
            get { return "npcserver.admin.v1.ListSpendingRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (Day.Length != 0) { to.String(2, "day", Day); }
            if (PageSize != 0) { to.Int32(3, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(4, "pageToken", PageToken); }
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
                    Day = from.String();
                    return true;
                case 3:
                    PageSize = from.Int32();
                    return true;
                case 4:
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
                case "day": return 2;
                case "pageSize": case "page_size": return 3;
                case "pageToken": case "page_token": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A page of accounts.</summary>
    public sealed class ListSpendingResponse : Message
    {
        /// <summary>Accounts.</summary>
        public global::System.Collections.Generic.List<SpendingAccount> Accounts
        {
            get { return _accounts; }
            set { _accounts = value ?? new global::System.Collections.Generic.List<SpendingAccount>(); }
        }

        private global::System.Collections.Generic.List<SpendingAccount> _accounts = new global::System.Collections.Generic.List<SpendingAccount>();

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
            get { return "npcserver.admin.v1.ListSpendingResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_accounts.Count != 0) { to.Messages(1, "accounts", _accounts.Count, n => _accounts[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_accounts, () => new SpendingAccount());
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
                case "accounts": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>
    /// What a game day of a timeline has cost so far, for all characters together. Turns with players
    /// are counted from the log. Thoughts are too where a limit is set; without any limit the log keeps
    /// no account of them, so those of the answering process are counted, since it started. Seen from an
    /// earlier position than the head: what was in the log by then.
    /// </summary>
    public sealed class Spending : Message
    {
        /// <summary>Day in game time, <c>YYYY-MM-DD</c>.</summary>
        public string WorldDay
        {
            get { return _worldDay; }
            set { _worldDay = value ?? ""; }
        }

        private string _worldDay = "";

        /// <summary>Calls of models, those under way included.</summary>
        public int Calls { get; set; }

        /// <summary>Tokens, those reserved for calls under way included.</summary>
        public long Tokens { get; set; }

        /// <summary>Money, in millionths of the unit of the prices that the server was set up with.</summary>
        public long MoneyMicros { get; set; }

        /// <summary>
        /// The same for each purpose that can have a model of its own, in alphabetical order; without
        /// those that cost nothing. What servers recorded before there were purposes is in the sums above
        /// alone.
        /// </summary>
        public global::System.Collections.Generic.List<PurposeSpending> ByPurpose
        {
            get { return _byPurpose; }
            set { _byPurpose = value ?? new global::System.Collections.Generic.List<PurposeSpending>(); }
        }

        private global::System.Collections.Generic.List<PurposeSpending> _byPurpose = new global::System.Collections.Generic.List<PurposeSpending>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Spending"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldDay.Length != 0) { to.String(1, "worldDay", WorldDay); }
            if (Calls != 0) { to.Int32(2, "calls", Calls); }
            if (Tokens != 0L) { to.Int64(3, "tokens", Tokens); }
            if (MoneyMicros != 0L) { to.Int64(4, "moneyMicros", MoneyMicros); }
            if (_byPurpose.Count != 0) { to.Messages(5, "byPurpose", _byPurpose.Count, n => _byPurpose[n]); }
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
                    Calls = from.Int32();
                    return true;
                case 3:
                    Tokens = from.Int64();
                    return true;
                case 4:
                    MoneyMicros = from.Int64();
                    return true;
                case 5:
                    from.Messages(_byPurpose, () => new PurposeSpending());
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
                case "calls": return 2;
                case "tokens": return 3;
                case "moneyMicros": case "money_micros": return 4;
                case "byPurpose": case "by_purpose": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>What the models for one group of purposes cost.</summary>
    public sealed class PurposeSpending : Message
    {
        /// <summary>Group.</summary>
        public PurposeGroup Group { get; set; }

        /// <summary>Calls of models, those under way included.</summary>
        public int Calls { get; set; }

        /// <summary>Tokens, those reserved for calls under way included.</summary>
        public long Tokens { get; set; }

        /// <summary>Money, in millionths of the unit of the prices that the server was set up with.</summary>
        public long MoneyMicros { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PurposeSpending"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Group != 0) { to.Enum(1, "group", PurposeGroupNames.Table, (int)Group); }
            if (Calls != 0) { to.Int32(2, "calls", Calls); }
            if (Tokens != 0L) { to.Int64(3, "tokens", Tokens); }
            if (MoneyMicros != 0L) { to.Int64(4, "moneyMicros", MoneyMicros); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _groupRead; if (from.Enum(PurposeGroupNames.Table, out _groupRead)) { Group = (PurposeGroup)_groupRead; }
                    return true;
                case 2:
                    Calls = from.Int32();
                    return true;
                case 3:
                    Tokens = from.Int64();
                    return true;
                case 4:
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
                case "group": return 1;
                case "calls": return 2;
                case "tokens": return 3;
                case "moneyMicros": case "money_micros": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>Whose day, seen from where.</summary>
    public sealed class GetDaySpendingRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Position to look from; absent means the head, with calls that are under way.</summary>
        public int? Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetDaySpendingRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (Seq.HasValue) { to.Int32(2, "seq", Seq.Value); }
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
                default: return 0;
            }
        }
    }

    /// <summary>What the day has cost.</summary>
    public sealed class GetDaySpendingResponse : Message
    {
        /// <summary>Spending; absent when the day cost nothing yet.</summary>
        public Spending Spending
        {
            get { return _spending ?? (_spending = new Spending()); }
            set { _spending = value; _spendingIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasSpending
        {
            get { return _spending != null && (_spendingIsSet || !_spending.IsEmpty); }
        }

        private Spending _spending;
        private bool _spendingIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetDaySpendingResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasSpending) { to.Message(1, "spending", _spending); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Spending = from.Message(Spending);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "spending": return 1;
                default: return 0;
            }
        }
    }
}
