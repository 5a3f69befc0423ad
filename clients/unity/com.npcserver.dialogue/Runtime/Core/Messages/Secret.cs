// Generated from proto/npcserver/v1/secret.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>
    /// Who may be told something, and from when on. Everything that is set must hold; with nothing set,
    /// nobody is ever told. What a person present may not be told never enters a prompt, and the secret
    /// travels with the words to those who were told.
    /// </summary>
    public sealed class Secret : Message
    {
        /// <summary>Name for reports, such as <c>the-key</c>; at most 80 characters. Empty: made by the server.</summary>
        public string Key
        {
            get { return _key; }
            set { _key = value ?? ""; }
        }

        private string _key = "";

        /// <summary>
        /// Ids of characters and players who may be told at all, at most 50; empty means all who meet the
        /// other conditions. The name of a character becomes its id when the call is read; a name that
        /// several have is refused. A text that is no character's id or name is the id of a player,
        /// without blanks.
        /// </summary>
        public global::System.Collections.Generic.List<string> To
        {
            get { return _to; }
            set { _to = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _to = new global::System.Collections.Generic.List<string>();

        /// <summary>Least affinity of its holder for the listener, -100 to 100.</summary>
        public int? Affinity { get; set; }

        /// <summary>Least trust of its holder in the listener, 0 to 100.</summary>
        public int? Trust { get; set; }

        /// <summary>Story flag that must be set; see <c>ObserveRequest.flags</c>.</summary>
        public string Flag
        {
            get { return _flag; }
            set { _flag = value ?? ""; }
        }

        private string _flag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Secret"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Key.Length != 0) { to.String(1, "key", Key); }
            if (_to.Count != 0) { to.Strings(2, "to", _to); }
            if (Affinity.HasValue) { to.Int32(3, "affinity", Affinity.Value); }
            if (Trust.HasValue) { to.Int32(4, "trust", Trust.Value); }
            if (Flag.Length != 0) { to.String(5, "flag", Flag); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Key = from.String();
                    return true;
                case 2:
                    from.Strings(_to);
                    return true;
                case 3:
                    Affinity = from.Int32();
                    return true;
                case 4:
                    Trust = from.Int32();
                    return true;
                case 5:
                    Flag = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "key": return 1;
                case "to": return 2;
                case "affinity": return 3;
                case "trust": return 4;
                case "flag": return 5;
                default: return 0;
            }
        }
    }
}
