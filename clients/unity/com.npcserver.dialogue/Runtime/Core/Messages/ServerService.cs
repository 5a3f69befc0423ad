// Generated from proto/npcserver/v1/server_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>A switch of the server. More may be added.</summary>
    public enum Feature
    {
        /// <summary>Not set; never sent.</summary>
        Unspecified = 0,

        /// <summary>A language model answers players; without it the offline actor does.</summary>
        LanguageModel = 1,

        /// <summary>A second model answers players while the first one fails.</summary>
        FallbackModel = 2,

        /// <summary>The model reads prompts before a player has spoken.</summary>
        ReadAhead = 3,

        /// <summary>The server listens for HTTP, too.</summary>
        Http = 4,

        /// <summary>Services can be listed by reflection.</summary>
        Reflection = 5,

        /// <summary>Connections are encrypted by the server itself.</summary>
        Tls = 6,

        /// <summary>Figures are served to Prometheus.</summary>
        Metrics = 7,

        /// <summary>Turns are traced.</summary>
        Traces = 8,

        /// <summary>Players are told that a language model speaks; see <c>World.disclosures</c>.</summary>
        Disclosure = 9,
    }

    /// <summary>Names of <see cref="Feature"/> on the wire.</summary>
    public static class FeatureNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "FEATURE_UNSPECIFIED")
            .Add(1, "FEATURE_LANGUAGE_MODEL")
            .Add(2, "FEATURE_FALLBACK_MODEL")
            .Add(3, "FEATURE_READ_AHEAD")
            .Add(4, "FEATURE_HTTP")
            .Add(5, "FEATURE_REFLECTION")
            .Add(6, "FEATURE_TLS")
            .Add(7, "FEATURE_METRICS")
            .Add(8, "FEATURE_TRACES")
            .Add(9, "FEATURE_DISCLOSURE");
    }

    /// <summary>Nothing needs to be said.</summary>
    public sealed class GetServerRequest : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.GetServerRequest"; }
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

    /// <summary>The server.</summary>
    public sealed class GetServerResponse : Message
    {
        /// <summary>Server.</summary>
        public Server Server
        {
            get { return _server ?? (_server = new Server()); }
            set { _server = value; _serverIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasServer
        {
            get { return _server != null && (_serverIsSet || !_server.IsEmpty); }
        }

        private Server _server;
        private bool _serverIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.GetServerResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasServer) { to.Message(1, "server", _server); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Server = from.Message(Server);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "server": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>
    /// A server. A player's token sees <c>wire_version</c>, <c>oldest_wire_version</c>, <c>oldest_client_version</c>,
    /// <c>limits</c> and <c>languages</c>: what a shipped game needs to refuse a wrong version, to size its input
    /// fields and to offer languages. All else tells an attacker where to begin, and is left out.
    /// </summary>
    public sealed class Server : Message
    {
        /// <summary>Version of the server, such as <c>0.3.0</c>.</summary>
        public string Version
        {
            get { return _version; }
            set { _version = value ?? ""; }
        }

        private string _version = "";

        /// <summary>Wire that it speaks; see <c>docs/releases.md</c>.</summary>
        public int WireVersion { get; set; }

        /// <summary>Oldest wire that it serves.</summary>
        public int OldestWireVersion { get; set; }

        /// <summary>First release of the clients that speak <c>oldest_wire_version</c>, such as <c>0.3.0</c>.</summary>
        public string OldestClientVersion
        {
            get { return _oldestClientVersion; }
            set { _oldestClientVersion = value ?? ""; }
        }

        private string _oldestClientVersion = "";

        /// <summary>Limits of requests.</summary>
        public ServerLimits Limits
        {
            get { return _limits ?? (_limits = new ServerLimits()); }
            set { _limits = value; _limitsIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasLimits
        {
            get { return _limits != null && (_limitsIsSet || !_limits.IsEmpty); }
        }

        private ServerLimits _limits;
        private bool _limitsIsSet;

        /// <summary>Switches that are on.</summary>
        public global::System.Collections.Generic.List<Feature> Features
        {
            get { return _features; }
            set { _features = value ?? new global::System.Collections.Generic.List<Feature>(); }
        }

        private global::System.Collections.Generic.List<Feature> _features = new global::System.Collections.Generic.List<Feature>();

        /// <summary>Models in use, the one that answers players first.</summary>
        public global::System.Collections.Generic.List<ServedModel> Models
        {
            get { return _models; }
            set { _models = value ?? new global::System.Collections.Generic.List<ServedModel>(); }
        }

        private global::System.Collections.Generic.List<ServedModel> _models = new global::System.Collections.Generic.List<ServedModel>();

        /// <summary>Embedder of memories, as <c>provider:model</c>.</summary>
        public string Embedder
        {
            get { return _embedder; }
            set { _embedder = value ?? ""; }
        }

        private string _embedder = "";

        /// <summary>Languages that the server has words and prompts for, English first.</summary>
        public global::System.Collections.Generic.List<ServedLanguage> Languages
        {
            get { return _languages; }
            set { _languages = value ?? new global::System.Collections.Generic.List<ServedLanguage>(); }
        }

        private global::System.Collections.Generic.List<ServedLanguage> _languages = new global::System.Collections.Generic.List<ServedLanguage>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.Server"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Version.Length != 0) { to.String(1, "version", Version); }
            if (WireVersion != 0) { to.Int32(2, "wireVersion", WireVersion); }
            if (OldestWireVersion != 0) { to.Int32(3, "oldestWireVersion", OldestWireVersion); }
            if (OldestClientVersion.Length != 0) { to.String(4, "oldestClientVersion", OldestClientVersion); }
            if (HasLimits) { to.Message(5, "limits", _limits); }
            if (_features.Count != 0) { to.Enums(6, "features", FeatureNames.Table, _features.Count, n => (int)_features[n]); }
            if (_models.Count != 0) { to.Messages(7, "models", _models.Count, n => _models[n]); }
            if (Embedder.Length != 0) { to.String(8, "embedder", Embedder); }
            if (_languages.Count != 0) { to.Messages(9, "languages", _languages.Count, n => _languages[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Version = from.String();
                    return true;
                case 2:
                    WireVersion = from.Int32();
                    return true;
                case 3:
                    OldestWireVersion = from.Int32();
                    return true;
                case 4:
                    OldestClientVersion = from.String();
                    return true;
                case 5:
                    Limits = from.Message(Limits);
                    return true;
                case 6:
                    from.Enums(FeatureNames.Table, n => _features.Add((Feature)n));
                    return true;
                case 7:
                    from.Messages(_models, () => new ServedModel());
                    return true;
                case 8:
                    Embedder = from.String();
                    return true;
                case 9:
                    from.Messages(_languages, () => new ServedLanguage());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "version": return 1;
                case "wireVersion": case "wire_version": return 2;
                case "oldestWireVersion": case "oldest_wire_version": return 3;
                case "oldestClientVersion": case "oldest_client_version": return 4;
                case "limits": return 5;
                case "features": return 6;
                case "models": return 7;
                case "embedder": return 8;
                case "languages": return 9;
                default: return 0;
            }
        }
    }

    /// <summary>Limits of requests; lengths are in characters.</summary>
    public sealed class ServerLimits : Message
    {
        /// <summary>Bytes of one request.</summary>
        public int RequestBytes { get; set; }

        /// <summary>Longest utterance.</summary>
        public int UtteranceLength { get; set; }

        /// <summary>Longest name of a player, world, place or save.</summary>
        public int NameLength { get; set; }

        /// <summary>Longest observation, whisper or seed memory.</summary>
        public int MemoryLength { get; set; }

        /// <summary>Observations in one request.</summary>
        public int Observations { get; set; }

        /// <summary>Affordances of one turn.</summary>
        public int Affordances { get; set; }

        /// <summary>Entities of one turn.</summary>
        public int Entities { get; set; }

        /// <summary>Members of a circle.</summary>
        public int CircleMembers { get; set; }

        /// <summary>Items on one page of a list.</summary>
        public int PageSize { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ServerLimits"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestBytes != 0) { to.Int32(1, "requestBytes", RequestBytes); }
            if (UtteranceLength != 0) { to.Int32(2, "utteranceLength", UtteranceLength); }
            if (NameLength != 0) { to.Int32(3, "nameLength", NameLength); }
            if (MemoryLength != 0) { to.Int32(4, "memoryLength", MemoryLength); }
            if (Observations != 0) { to.Int32(5, "observations", Observations); }
            if (Affordances != 0) { to.Int32(6, "affordances", Affordances); }
            if (Entities != 0) { to.Int32(7, "entities", Entities); }
            if (CircleMembers != 0) { to.Int32(8, "circleMembers", CircleMembers); }
            if (PageSize != 0) { to.Int32(9, "pageSize", PageSize); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    RequestBytes = from.Int32();
                    return true;
                case 2:
                    UtteranceLength = from.Int32();
                    return true;
                case 3:
                    NameLength = from.Int32();
                    return true;
                case 4:
                    MemoryLength = from.Int32();
                    return true;
                case 5:
                    Observations = from.Int32();
                    return true;
                case 6:
                    Affordances = from.Int32();
                    return true;
                case 7:
                    Entities = from.Int32();
                    return true;
                case 8:
                    CircleMembers = from.Int32();
                    return true;
                case 9:
                    PageSize = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "requestBytes": case "request_bytes": return 1;
                case "utteranceLength": case "utterance_length": return 2;
                case "nameLength": case "name_length": return 3;
                case "memoryLength": case "memory_length": return 4;
                case "observations": return 5;
                case "affordances": return 6;
                case "entities": return 7;
                case "circleMembers": case "circle_members": return 8;
                case "pageSize": case "page_size": return 9;
                default: return 0;
            }
        }
    }

    /// <summary>A model in use.</summary>
    public sealed class ServedModel : Message
    {
        /// <summary>Name, as in receipts.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>What it is called for.</summary>
        public global::System.Collections.Generic.List<Purpose> Purposes
        {
            get { return _purposes; }
            set { _purposes = value ?? new global::System.Collections.Generic.List<Purpose>(); }
        }

        private global::System.Collections.Generic.List<Purpose> _purposes = new global::System.Collections.Generic.List<Purpose>();

        /// <summary>Whether it answers only while another one fails.</summary>
        public bool IsFallback { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ServedModel"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (_purposes.Count != 0) { to.Enums(2, "purposes", PurposeNames.Table, _purposes.Count, n => (int)_purposes[n]); }
            if (IsFallback) { to.Bool(3, "isFallback", IsFallback); }
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
                    from.Enums(PurposeNames.Table, n => _purposes.Add((Purpose)n));
                    return true;
                case 3:
                    IsFallback = from.Bool();
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
                case "purposes": return 2;
                case "isFallback": case "is_fallback": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A language that the server has a folder for.</summary>
    public sealed class ServedLanguage : Message
    {
        /// <summary>Tag, such as <c>zh</c>. Tags with a region, such as <c>zh-Hant</c>, are served by it.</summary>
        public string Code
        {
            get { return _code; }
            set { _code = value ?? ""; }
        }

        private string _code = "";

        /// <summary>Name in the language itself.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ServedLanguage"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Code.Length != 0) { to.String(1, "code", Code); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Code = from.String();
                    return true;
                case 2:
                    Name = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "code": return 1;
                case "name": return 2;
                default: return 0;
            }
        }
    }
}
