// Generated from proto/npcserver/v1/origin.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>Who made words, or an intent. More may be added.</summary>
    public enum OriginKind
    {
        /// <summary>Unknown; never sent.</summary>
        Unspecified = 0,

        /// <summary>A language model. Rules may have left out or shortened what it wrote.</summary>
        Model = 1,

        /// <summary>Rules: the actor without a model, or a fact that the server added to a model's answer.</summary>
        Rule = 2,

        /// <summary>An author: a line of the persona, or one that the server comes with.</summary>
        Author = 3,
    }

    /// <summary>Names of <see cref="OriginKind"/> on the wire.</summary>
    public static class OriginKindNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "ORIGIN_KIND_UNSPECIFIED")
            .Add(1, "ORIGIN_KIND_MODEL")
            .Add(2, "ORIGIN_KIND_RULE")
            .Add(3, "ORIGIN_KIND_AUTHOR");
    }

    /// <summary>Who made words, or an intent.</summary>
    public sealed class Origin : Message
    {
        /// <summary>Kind.</summary>
        public OriginKind Kind { get; set; }

        /// <summary>Name of the model; set with <c>ORIGIN_KIND_MODEL</c> alone.</summary>
        public string Model
        {
            get { return _model; }
            set { _model = value ?? ""; }
        }

        private string _model = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Origin"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Kind != 0) { to.Enum(1, "kind", OriginKindNames.Table, (int)Kind); }
            if (Model.Length != 0) { to.String(2, "model", Model); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _kindRead; if (from.Enum(OriginKindNames.Table, out _kindRead)) { Kind = (OriginKind)_kindRead; }
                    return true;
                case 2:
                    Model = from.String();
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
                case "model": return 2;
                default: return 0;
            }
        }
    }
}
