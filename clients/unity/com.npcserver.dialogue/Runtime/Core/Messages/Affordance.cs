// Generated from proto/npcserver/v1/affordance.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>What an argument of an affordance may be. More types may be added.</summary>
    public enum ParameterType
    {
        /// <summary>Not set; refused.</summary>
        Unspecified = 0,

        /// <summary>Text; <c>minimum</c> and <c>maximum</c> bound its length in characters.</summary>
        String = 1,

        /// <summary>A whole number; <c>minimum</c> and <c>maximum</c> bound it, both inclusive.</summary>
        Integer = 2,

        /// <summary>A finite number; <c>minimum</c> and <c>maximum</c> bound it, both inclusive.</summary>
        Number = 3,

        /// <summary>True or false.</summary>
        Boolean = 4,

        /// <summary>One of <c>options</c>.</summary>
        Choice = 5,

        /// <summary>The id of one of the turn's entities, of a kind in <c>entity_kinds</c> when that is not empty.</summary>
        Entity = 6,
    }

    /// <summary>Names of <see cref="ParameterType"/> on the wire.</summary>
    public static class ParameterTypeNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "PARAMETER_TYPE_UNSPECIFIED")
            .Add(1, "PARAMETER_TYPE_STRING")
            .Add(2, "PARAMETER_TYPE_INTEGER")
            .Add(3, "PARAMETER_TYPE_NUMBER")
            .Add(4, "PARAMETER_TYPE_BOOLEAN")
            .Add(5, "PARAMETER_TYPE_CHOICE")
            .Add(6, "PARAMETER_TYPE_ENTITY");
    }

    /// <summary>
    /// Where the affordances and entities of a turn come from. More may be added; a server takes a value
    /// that it does not know as unset.
    /// </summary>
    public enum AffordanceSource
    {
        /// <summary>
        /// Those that the request declares. Where it declares no affordance, the world's: with the entities
        /// that it declares or, where it declares none either, with the world's.
        /// </summary>
        Unspecified = 0,

        /// <summary>Those that the request declares and no others, also where it declares none.</summary>
        DeclaredOnly = 1,
    }

    /// <summary>Names of <see cref="AffordanceSource"/> on the wire.</summary>
    public static class AffordanceSourceNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "AFFORDANCE_SOURCE_UNSPECIFIED")
            .Add(1, "AFFORDANCE_SOURCE_DECLARED_ONLY");
    }

    /// <summary>One argument of an affordance.</summary>
    public sealed class Parameter : Message
    {
        /// <summary>Name, <c>[a-z][a-z0-9_]*</c>, at most 63 characters, unique within its affordance.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>What the argument may be.</summary>
        public ParameterType Type { get; set; }

        /// <summary>What it means, for the character; at most 500 characters.</summary>
        public string Description
        {
            get { return _description; }
            set { _description = value ?? ""; }
        }

        private string _description = "";

        /// <summary>Whether it may be left out.</summary>
        public bool IsOptional { get; set; }

        /// <summary>Least value, or least length of text. Absent: no bound.</summary>
        public double? Minimum { get; set; }

        /// <summary>Greatest value, or greatest length of text. Absent: no bound.</summary>
        public double? Maximum { get; set; }

        /// <summary>Allowed values of a choice, 1 to 64, each at most 80 characters; empty for other types.</summary>
        public global::System.Collections.Generic.List<string> Options
        {
            get { return _options; }
            set { _options = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _options = new global::System.Collections.Generic.List<string>();

        /// <summary>Kinds of entity allowed, at most 64; empty allows all.</summary>
        public global::System.Collections.Generic.List<string> EntityKinds
        {
            get { return _entityKinds; }
            set { _entityKinds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _entityKinds = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Parameter"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if ((int)Type != 0) { to.Enum(2, "type", ParameterTypeNames.Table, (int)Type); }
            if (Description.Length != 0) { to.String(3, "description", Description); }
            if (IsOptional) { to.Bool(4, "isOptional", IsOptional); }
            if (Minimum.HasValue) { to.Double(5, "minimum", Minimum.Value); }
            if (Maximum.HasValue) { to.Double(6, "maximum", Maximum.Value); }
            if (_options.Count != 0) { to.Strings(7, "options", _options); }
            if (_entityKinds.Count != 0) { to.Strings(8, "entityKinds", _entityKinds); }
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
                    int _typeRead; if (from.Enum(ParameterTypeNames.Table, out _typeRead)) { Type = (ParameterType)_typeRead; }
                    return true;
                case 3:
                    Description = from.String();
                    return true;
                case 4:
                    IsOptional = from.Bool();
                    return true;
                case 5:
                    Minimum = from.Double();
                    return true;
                case 6:
                    Maximum = from.Double();
                    return true;
                case 7:
                    from.Strings(_options);
                    return true;
                case 8:
                    from.Strings(_entityKinds);
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
                case "type": return 2;
                case "description": return 3;
                case "isOptional": case "is_optional": return 4;
                case "minimum": return 5;
                case "maximum": return 6;
                case "options": return 7;
                case "entityKinds": case "entity_kinds": return 8;
                default: return 0;
            }
        }
    }

    /// <summary>An action the game offers. A character can do nothing that was not offered.</summary>
    public sealed class Affordance : Message
    {
        /// <summary>Name, <c>[a-z][a-z0-9_]*</c>, at most 63 characters, unique within the request.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>
        /// When and why to use it, for the character; at most 4,000 characters, all of which the model
        /// reads.
        /// </summary>
        public string Description
        {
            get { return _description; }
            set { _description = value ?? ""; }
        }

        private string _description = "";

        /// <summary>Arguments, at most 16.</summary>
        public global::System.Collections.Generic.List<Parameter> Parameters
        {
            get { return _parameters; }
            set { _parameters = value ?? new global::System.Collections.Generic.List<Parameter>(); }
        }

        private global::System.Collections.Generic.List<Parameter> _parameters = new global::System.Collections.Generic.List<Parameter>();

        /// <summary>How often it may be used in one turn, 1 to 16; 0 means 1.</summary>
        public int MaxUses { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Affordance"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (Description.Length != 0) { to.String(2, "description", Description); }
            if (_parameters.Count != 0) { to.Messages(3, "parameters", _parameters.Count, n => _parameters[n]); }
            if (MaxUses != 0) { to.Int32(4, "maxUses", MaxUses); }
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
                    Description = from.String();
                    return true;
                case 3:
                    from.Messages(_parameters, () => new Parameter());
                    return true;
                case 4:
                    MaxUses = from.Int32();
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
                case "description": return 2;
                case "parameters": return 3;
                case "maxUses": case "max_uses": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A live thing or person of the game that arguments may name.</summary>
    public sealed class Entity : Message
    {
        /// <summary>Id that the game gives it; 1 to 120 characters, unique within the request.</summary>
        public string Id
        {
            get { return _id; }
            set { _id = value ?? ""; }
        }

        private string _id = "";

        /// <summary>Name; 1 to 80 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Kind, such as <c>item</c> or <c>door</c>; at most 40 characters.</summary>
        public string Kind
        {
            get { return _kind; }
            set { _kind = value ?? ""; }
        }

        private string _kind = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Entity"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Id.Length != 0) { to.String(1, "id", Id); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (Kind.Length != 0) { to.String(3, "kind", Kind); }
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
                    Kind = from.String();
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
                case "kind": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>One argument of an intent, already checked against its parameter.</summary>
    public sealed class Argument : Message
    {
        private ValueOneofCase _valueCase;
        private object _value;

        /// <summary>Which arm of <c>value</c> is set.</summary>
        public enum ValueOneofCase
        {
            None = 0,
            Text = 2,
            Integer = 3,
            Number = 4,
            Boolean = 5,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public ValueOneofCase ValueCase
        {
            get { return _valueCase; }
        }

        /// <summary>Name of the parameter.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Text, a choice or the id of an entity.</summary>
        public string Text
        {
            get { return _valueCase == ValueOneofCase.Text ? (string)_value : ""; }
            set { _value = value ?? ""; _valueCase = ValueOneofCase.Text; }
        }

        /// <summary>A whole number of 32 bits; a larger one comes as <c>number</c>.</summary>
        public int Integer
        {
            get { return _valueCase == ValueOneofCase.Integer ? (int)_value : default(int); }
            set { _value = value; _valueCase = ValueOneofCase.Integer; }
        }

        /// <summary>A number.</summary>
        public double Number
        {
            get { return _valueCase == ValueOneofCase.Number ? (double)_value : default(double); }
            set { _value = value; _valueCase = ValueOneofCase.Number; }
        }

        /// <summary>True or false.</summary>
        public bool Boolean
        {
            get { return _valueCase == ValueOneofCase.Boolean ? (bool)_value : default(bool); }
            set { _value = value; _valueCase = ValueOneofCase.Boolean; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Argument"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (ValueCase == ValueOneofCase.Text) { to.String(2, "text", Text); }
            if (ValueCase == ValueOneofCase.Integer) { to.Int32(3, "integer", Integer); }
            if (ValueCase == ValueOneofCase.Number) { to.Double(4, "number", Number); }
            if (ValueCase == ValueOneofCase.Boolean) { to.Bool(5, "boolean", Boolean); }
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
                    Text = from.String();
                    return true;
                case 3:
                    Integer = from.Int32();
                    return true;
                case 4:
                    Number = from.Double();
                    return true;
                case 5:
                    Boolean = from.Bool();
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
                case "text": return 2;
                case "integer": return 3;
                case "number": return 4;
                case "boolean": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>
    /// A character's wish to use an affordance. The game decides, and reports the outcome with
    /// <c>ReportOutcome</c>.
    /// </summary>
    public sealed class ActionIntent : Message
    {
        /// <summary>Id of the intent.</summary>
        public string IntentId
        {
            get { return _intentId; }
            set { _intentId = value ?? ""; }
        }

        private string _intentId = "";

        /// <summary>Name of the affordance, always one that was declared for this turn.</summary>
        public string Affordance
        {
            get { return _affordance; }
            set { _affordance = value ?? ""; }
        }

        private string _affordance = "";

        /// <summary>Arguments, in the order in which they were declared.</summary>
        public global::System.Collections.Generic.List<Argument> Arguments
        {
            get { return _arguments; }
            set { _arguments = value ?? new global::System.Collections.Generic.List<Argument>(); }
        }

        private global::System.Collections.Generic.List<Argument> _arguments = new global::System.Collections.Generic.List<Argument>();

        /// <summary>Who decided on it. Not set for intents that were stored by an earlier version.</summary>
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
            get { return "npcserver.v1.ActionIntent"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (IntentId.Length != 0) { to.String(1, "intentId", IntentId); }
            if (Affordance.Length != 0) { to.String(2, "affordance", Affordance); }
            if (_arguments.Count != 0) { to.Messages(3, "arguments", _arguments.Count, n => _arguments[n]); }
            if (HasOrigin) { to.Message(4, "origin", _origin); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    IntentId = from.String();
                    return true;
                case 2:
                    Affordance = from.String();
                    return true;
                case 3:
                    from.Messages(_arguments, () => new Argument());
                    return true;
                case 4:
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
                case "intentId": case "intent_id": return 1;
                case "affordance": return 2;
                case "arguments": return 3;
                case "origin": return 4;
                default: return 0;
            }
        }
    }
}
