// Generated from proto/npcserver/v1/budget.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>What a limit on spending is for, within a world. More may be added.</summary>
    public enum BudgetScope
    {
        /// <summary>Not set; refused.</summary>
        Unspecified = 0,

        /// <summary>The world as a whole.</summary>
        World = 1,

        /// <summary>A timeline, or each of them.</summary>
        Timeline = 2,

        /// <summary>The talk with a player, or with each of them.</summary>
        Player = 3,

        /// <summary>A purpose of model calls, such as <c>plan</c>.</summary>
        Purpose = 4,
    }

    /// <summary>Names of <see cref="BudgetScope"/> on the wire.</summary>
    public static class BudgetScopeNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "BUDGET_SCOPE_UNSPECIFIED")
            .Add(1, "BUDGET_SCOPE_WORLD")
            .Add(2, "BUDGET_SCOPE_TIMELINE")
            .Add(3, "BUDGET_SCOPE_PLAYER")
            .Add(4, "BUDGET_SCOPE_PURPOSE");
    }

    /// <summary>
    /// Limits of a calendar day (UTC), talk with players included. At the limit no model is called:
    /// characters say an authored line, and thoughts are left out.
    /// </summary>
    public sealed class SpendingLimit : Message
    {
        /// <summary>Tokens of prompts and answers, at most 1,000,000,000; not set for no limit, 0 allows none.</summary>
        public int? Tokens { get; set; }

        /// <summary>
        /// Money, at most 1,000,000,000, in the unit of the prices that the server was set up with; exact
        /// to a millionth. Not set for no limit, 0 allows none.
        /// </summary>
        public double? Money { get; set; }

        /// <summary>How much of it thoughts may take, 0 to 100; not set for what the server was set up with.</summary>
        public int? ThoughtsPercent { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SpendingLimit"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Tokens.HasValue) { to.Int32(1, "tokens", Tokens.Value); }
            if (Money.HasValue) { to.Double(2, "money", Money.Value); }
            if (ThoughtsPercent.HasValue) { to.Int32(3, "thoughtsPercent", ThoughtsPercent.Value); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Tokens = from.Int32();
                    return true;
                case 2:
                    Money = from.Double();
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
                case "money": return 2;
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

        /// <summary>Tokens of prompts and answers; a whole number, which may be larger than an int32.</summary>
        public double Tokens { get; set; }

        /// <summary>Money.</summary>
        public double Money { get; set; }

        /// <summary>Tokens that servers have reserved beside that; not spent yet, or given back later.</summary>
        public double TokensReserved { get; set; }

        /// <summary>Money that servers have reserved beside that.</summary>
        public double MoneyReserved { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.SpendingAccount"; }
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
            if (global::System.BitConverter.DoubleToInt64Bits(Tokens) != 0L) { to.Double(7, "tokens", Tokens); }
            if (global::System.BitConverter.DoubleToInt64Bits(Money) != 0L) { to.Double(8, "money", Money); }
            if (global::System.BitConverter.DoubleToInt64Bits(TokensReserved) != 0L) { to.Double(9, "tokensReserved", TokensReserved); }
            if (global::System.BitConverter.DoubleToInt64Bits(MoneyReserved) != 0L) { to.Double(10, "moneyReserved", MoneyReserved); }
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
                    Limit = from.Message(new SpendingLimit());
                    return true;
                case 5:
                    IsDefault = from.Bool();
                    return true;
                case 6:
                    Calls = from.Int32();
                    return true;
                case 7:
                    Tokens = from.Double();
                    return true;
                case 8:
                    Money = from.Double();
                    return true;
                case 9:
                    TokensReserved = from.Double();
                    return true;
                case 10:
                    MoneyReserved = from.Double();
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
                case "money": return 8;
                case "tokensReserved": case "tokens_reserved": return 9;
                case "moneyReserved": case "money_reserved": return 10;
                default: return 0;
            }
        }
    }

    /// <summary>A budget is used up, or the part of it for thoughts is.</summary>
    public sealed class BudgetReached : Message
    {
        /// <summary>What it is of.</summary>
        public BudgetScope Scope { get; set; }

        /// <summary>Player, timeline or purpose; empty for the world.</summary>
        public string SubjectId
        {
            get { return _subjectId; }
            set { _subjectId = value ?? ""; }
        }

        private string _subjectId = "";

        /// <summary>Whether only the part for thoughts is used up, and talk with players goes on.</summary>
        public bool IsOfThoughts { get; set; }

        /// <summary>When the next day begins, and with it the next budget.</summary>
        public global::System.DateTime? RenewsAt
        {
            get { return _renewsAt; }
            set { _renewsAt = value; _renewsAtRest = 0; }
        }

        private global::System.DateTime? _renewsAt;
        private int _renewsAtRest; // nanoseconds that are too fine for it

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.BudgetReached"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Scope != 0) { to.Enum(1, "scope", BudgetScopeNames.Table, (int)Scope); }
            if (SubjectId.Length != 0) { to.String(2, "subjectId", SubjectId); }
            if (IsOfThoughts) { to.Bool(3, "isOfThoughts", IsOfThoughts); }
            if (RenewsAt.HasValue) { to.Timestamp(4, "renewsAt", RenewsAt.Value, _renewsAtRest); }
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
                    _renewsAt = from.Timestamp(out _renewsAtRest);
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
                case "renewsAt": case "renews_at": return 4;
                default: return 0;
            }
        }
    }
}
