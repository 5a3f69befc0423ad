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
        public global::System.DateTime? RenewTime
        {
            get { return _renewTime; }
            set { _renewTime = value; _renewTimeRest = 0; }
        }

        private global::System.DateTime? _renewTime;
        private int _renewTimeRest; // nanoseconds that are too fine for it

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
            if (RenewTime.HasValue) { to.Timestamp(4, "renewTime", RenewTime.Value, _renewTimeRest); }
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
                    _renewTime = from.Timestamp(out _renewTimeRest);
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
                case "renewTime": case "renew_time": return 4;
                default: return 0;
            }
        }
    }
}
