// Generated from proto/npcserver/admin/v1/recollection.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>A recalled memory, and its scores.</summary>
    public sealed class Recollection : Message
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

        /// <summary>Combined score; comparable only within one answer.</summary>
        public double Score { get; set; }

        /// <summary>Recency, scaled to 0..1 over all memories that can be seen, before its weight.</summary>
        public double Recency { get; set; }

        /// <summary>Importance, scaled likewise.</summary>
        public double Importance { get; set; }

        /// <summary>Relevance to the question, scaled likewise.</summary>
        public double Relevance { get; set; }

        /// <summary>How often the character has it: memories that say the same were merged. At least 1.</summary>
        public int Times { get; set; }

        /// <summary>Older memories that it contradicts, newest first. The newer one is used.</summary>
        public global::System.Collections.Generic.List<Memory> Superseded
        {
            get { return _superseded; }
            set { _superseded = value ?? new global::System.Collections.Generic.List<Memory>(); }
        }

        private global::System.Collections.Generic.List<Memory> _superseded = new global::System.Collections.Generic.List<Memory>();

        /// <summary>Whether it is pinned, and recalled whatever its score.</summary>
        public bool IsPinned { get; set; }

        /// <summary>
        /// What its relevance is made of: columns whose weighted sum it is, scaled to 0..1. Empty under
        /// profiles without columns, and in receipts.
        /// </summary>
        public global::System.Collections.Generic.List<RelevanceColumn> Columns
        {
            get { return _columns; }
            set { _columns = value ?? new global::System.Collections.Generic.List<RelevanceColumn>(); }
        }

        private global::System.Collections.Generic.List<RelevanceColumn> _columns = new global::System.Collections.Generic.List<RelevanceColumn>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Recollection"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasMemory) { to.Message(1, "memory", _memory); }
            if (global::System.BitConverter.DoubleToInt64Bits(Score) != 0L) { to.Double(2, "score", Score); }
            if (global::System.BitConverter.DoubleToInt64Bits(Recency) != 0L) { to.Double(3, "recency", Recency); }
            if (global::System.BitConverter.DoubleToInt64Bits(Importance) != 0L) { to.Double(4, "importance", Importance); }
            if (global::System.BitConverter.DoubleToInt64Bits(Relevance) != 0L) { to.Double(5, "relevance", Relevance); }
            if (Times != 0) { to.Int32(6, "times", Times); }
            if (_superseded.Count != 0) { to.Messages(7, "superseded", _superseded.Count, n => _superseded[n]); }
            if (IsPinned) { to.Bool(8, "isPinned", IsPinned); }
            if (_columns.Count != 0) { to.Messages(9, "columns", _columns.Count, n => _columns[n]); }
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
                    Score = from.Double();
                    return true;
                case 3:
                    Recency = from.Double();
                    return true;
                case 4:
                    Importance = from.Double();
                    return true;
                case 5:
                    Relevance = from.Double();
                    return true;
                case 6:
                    Times = from.Int32();
                    return true;
                case 7:
                    from.Messages(_superseded, () => new Memory());
                    return true;
                case 8:
                    IsPinned = from.Bool();
                    return true;
                case 9:
                    from.Messages(_columns, () => new RelevanceColumn());
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
                case "score": return 2;
                case "recency": return 3;
                case "importance": return 4;
                case "relevance": return 5;
                case "times": return 6;
                case "superseded": return 7;
                case "isPinned": case "is_pinned": return 8;
                case "columns": return 9;
                default: return 0;
            }
        }
    }

    /// <summary>One of the columns that relevance is made of; the page on retrieval describes each.</summary>
    public sealed class RelevanceColumn : Message
    {
        /// <summary>Its name.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Its value, scaled to 0..1 over all memories that can be seen, before its weight.</summary>
        public double Value { get; set; }

        /// <summary>Its weight; negative where it counts against a memory.</summary>
        public double Weight { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RelevanceColumn"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (global::System.BitConverter.DoubleToInt64Bits(Value) != 0L) { to.Double(2, "value", Value); }
            if (global::System.BitConverter.DoubleToInt64Bits(Weight) != 0L) { to.Double(3, "weight", Weight); }
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
                    Value = from.Double();
                    return true;
                case 3:
                    Weight = from.Double();
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
                case "value": return 2;
                case "weight": return 3;
                default: return 0;
            }
        }
    }
}
