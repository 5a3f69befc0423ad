// Generated from proto/npcserver/admin/v1/access_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>What a key is for. More may be added.</summary>
    public enum Role
    {
        /// <summary>Not set; refused.</summary>
        Unspecified = 0,

        /// <summary>May call everything.</summary>
        Admin = 1,

        /// <summary>Writes worlds, plays them and looks into characters. Deletes no worlds and no play.</summary>
        Designer = 2,

        /// <summary>Plays: a game's own server. Makes tokens for players.</summary>
        GameServer = 3,

        /// <summary>Reads everything, and asks models outside of play.</summary>
        Tools = 4,

        /// <summary>Reads everything, words of players and secrets included, and calls no model.</summary>
        ReadOnly = 5,

        /// <summary>Reads figures alone, and no words: what models cost, and counts of memories.</summary>
        Figures = 6,
    }

    /// <summary>Names of <see cref="Role"/> on the wire.</summary>
    public static class RoleNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "ROLE_UNSPECIFIED")
            .Add(1, "ROLE_ADMIN")
            .Add(2, "ROLE_DESIGNER")
            .Add(3, "ROLE_GAME_SERVER")
            .Add(4, "ROLE_TOOLS")
            .Add(5, "ROLE_READ_ONLY")
            .Add(6, "ROLE_FIGURES");
    }

    /// <summary>A key, without its secret.</summary>
    public sealed class AccessKey : Message
    {
        /// <summary>Id of the key.</summary>
        public string KeyId
        {
            get { return _keyId; }
            set { _keyId = value ?? ""; }
        }

        private string _keyId = "";

        /// <summary>First characters of its secret, to know it by.</summary>
        public string Prefix
        {
            get { return _prefix; }
            set { _prefix = value ?? ""; }
        }

        private string _prefix = "";

        /// <summary>Name, such as <c>build farm</c>.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>What it may do.</summary>
        public Role Role { get; set; }

        /// <summary>Worlds that it is limited to; empty for all, and for the server itself.</summary>
        public global::System.Collections.Generic.List<string> WorldIds
        {
            get { return _worldIds; }
            set { _worldIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _worldIds = new global::System.Collections.Generic.List<string>();

        /// <summary>When it was made.</summary>
        public global::System.DateTime? CreateTime
        {
            get { return _createTime; }
            set { _createTime = value; _createTimeRest = 0; }
        }

        private global::System.DateTime? _createTime;
        private int _createTimeRest; // nanoseconds that are too fine for it

        /// <summary>When it ends; absent: never.</summary>
        public global::System.DateTime? ExpireTime
        {
            get { return _expireTime; }
            set { _expireTime = value; _expireTimeRest = 0; }
        }

        private global::System.DateTime? _expireTime;
        private int _expireTimeRest; // nanoseconds that are too fine for it

        /// <summary>When it was revoked; absent: it was not.</summary>
        public global::System.DateTime? RevokeTime
        {
            get { return _revokeTime; }
            set { _revokeTime = value; _revokeTimeRest = 0; }
        }

        private global::System.DateTime? _revokeTime;
        private int _revokeTimeRest; // nanoseconds that are too fine for it

        /// <summary>When it was last used, to within a few minutes; absent: never.</summary>
        public global::System.DateTime? LastUseTime
        {
            get { return _lastUseTime; }
            set { _lastUseTime = value; _lastUseTimeRest = 0; }
        }

        private global::System.DateTime? _lastUseTime;
        private int _lastUseTimeRest; // nanoseconds that are too fine for it

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AccessKey"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (KeyId.Length != 0) { to.String(1, "keyId", KeyId); }
            if (Prefix.Length != 0) { to.String(2, "prefix", Prefix); }
            if (Name.Length != 0) { to.String(3, "name", Name); }
            if ((int)Role != 0) { to.Enum(4, "role", RoleNames.Table, (int)Role); }
            if (_worldIds.Count != 0) { to.Strings(5, "worldIds", _worldIds); }
            if (CreateTime.HasValue) { to.Timestamp(6, "createTime", CreateTime.Value, _createTimeRest); }
            if (ExpireTime.HasValue) { to.Timestamp(7, "expireTime", ExpireTime.Value, _expireTimeRest); }
            if (RevokeTime.HasValue) { to.Timestamp(8, "revokeTime", RevokeTime.Value, _revokeTimeRest); }
            if (LastUseTime.HasValue) { to.Timestamp(9, "lastUseTime", LastUseTime.Value, _lastUseTimeRest); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    KeyId = from.String();
                    return true;
                case 2:
                    Prefix = from.String();
                    return true;
                case 3:
                    Name = from.String();
                    return true;
                case 4:
                    int _roleRead; if (from.Enum(RoleNames.Table, out _roleRead)) { Role = (Role)_roleRead; }
                    return true;
                case 5:
                    from.Strings(_worldIds);
                    return true;
                case 6:
                    _createTime = from.Timestamp(out _createTimeRest);
                    return true;
                case 7:
                    _expireTime = from.Timestamp(out _expireTimeRest);
                    return true;
                case 8:
                    _revokeTime = from.Timestamp(out _revokeTimeRest);
                    return true;
                case 9:
                    _lastUseTime = from.Timestamp(out _lastUseTimeRest);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "keyId": case "key_id": return 1;
                case "prefix": return 2;
                case "name": return 3;
                case "role": return 4;
                case "worldIds": case "world_ids": return 5;
                case "createTime": case "create_time": return 6;
                case "expireTime": case "expire_time": return 7;
                case "revokeTime": case "revoke_time": return 8;
                case "lastUseTime": case "last_use_time": return 9;
                default: return 0;
            }
        }
    }

    /// <summary>The key to make.</summary>
    public sealed class CreateKeyRequest : Message
    {
        /// <summary>Name; 1 to 80 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>What it may do.</summary>
        public Role Role { get; set; }

        /// <summary>Worlds that it is limited to, at most 100; empty for all. They need not exist yet.</summary>
        public global::System.Collections.Generic.List<string> WorldIds
        {
            get { return _worldIds; }
            set { _worldIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _worldIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Seconds until it ends, at most ten years; 0: it does not.</summary>
        public int LifetimeSeconds { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CreateKeyRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if ((int)Role != 0) { to.Enum(2, "role", RoleNames.Table, (int)Role); }
            if (_worldIds.Count != 0) { to.Strings(3, "worldIds", _worldIds); }
            if (LifetimeSeconds != 0) { to.Int32(4, "lifetimeSeconds", LifetimeSeconds); }
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
                    int _roleRead; if (from.Enum(RoleNames.Table, out _roleRead)) { Role = (Role)_roleRead; }
                    return true;
                case 3:
                    from.Strings(_worldIds);
                    return true;
                case 4:
                    LifetimeSeconds = from.Int32();
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
                case "role": return 2;
                case "worldIds": case "world_ids": return 3;
                case "lifetimeSeconds": case "lifetime_seconds": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The new key.</summary>
    public sealed class CreateKeyResponse : Message
    {
        /// <summary>Key.</summary>
        public AccessKey Key
        {
            get { return _key ?? (_key = new AccessKey()); }
            set { _key = value; _keyIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasKey
        {
            get { return _key != null && (_keyIsSet || !_key.IsEmpty); }
        }

        private AccessKey _key;
        private bool _keyIsSet;

        /// <summary>What callers send, as <c>authorization: Bearer SECRET</c>. It is not kept.</summary>
        public string Secret
        {
            get { return _secret; }
            set { _secret = value ?? ""; }
        }

        private string _secret = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CreateKeyResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasKey) { to.Message(1, "key", _key); }
            if (Secret.Length != 0) { to.String(2, "secret", Secret); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Key = from.Message(Key);
                    return true;
                case 2:
                    Secret = from.String();
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
                case "secret": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Which page of keys.</summary>
    public sealed class ListKeysRequest : Message
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
            get { return "npcserver.admin.v1.ListKeysRequest"; }
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

    /// <summary>A page of keys.</summary>
    public sealed class ListKeysResponse : Message
    {
        /// <summary>Keys.</summary>
        public global::System.Collections.Generic.List<AccessKey> Keys
        {
            get { return _keys; }
            set { _keys = value ?? new global::System.Collections.Generic.List<AccessKey>(); }
        }

        private global::System.Collections.Generic.List<AccessKey> _keys = new global::System.Collections.Generic.List<AccessKey>();

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
            get { return "npcserver.admin.v1.ListKeysResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_keys.Count != 0) { to.Messages(1, "keys", _keys.Count, n => _keys[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_keys, () => new AccessKey());
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
                case "keys": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The key to rotate.</summary>
    public sealed class RotateKeyRequest : Message
    {
        /// <summary>Key.</summary>
        public string KeyId
        {
            get { return _keyId; }
            set { _keyId = value ?? ""; }
        }

        private string _keyId = "";

        /// <summary>For how long the secret before counts on, at most 30 days; 0: it ends at once.</summary>
        public int OverlapSeconds { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RotateKeyRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (KeyId.Length != 0) { to.String(1, "keyId", KeyId); }
            if (OverlapSeconds != 0) { to.Int32(2, "overlapSeconds", OverlapSeconds); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    KeyId = from.String();
                    return true;
                case 2:
                    OverlapSeconds = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "keyId": case "key_id": return 1;
                case "overlapSeconds": case "overlap_seconds": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The key with its new secret.</summary>
    public sealed class RotateKeyResponse : Message
    {
        /// <summary>Key.</summary>
        public AccessKey Key
        {
            get { return _key ?? (_key = new AccessKey()); }
            set { _key = value; _keyIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasKey
        {
            get { return _key != null && (_keyIsSet || !_key.IsEmpty); }
        }

        private AccessKey _key;
        private bool _keyIsSet;

        /// <summary>What callers send from now on. It is not kept.</summary>
        public string Secret
        {
            get { return _secret; }
            set { _secret = value ?? ""; }
        }

        private string _secret = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RotateKeyResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasKey) { to.Message(1, "key", _key); }
            if (Secret.Length != 0) { to.String(2, "secret", Secret); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Key = from.Message(Key);
                    return true;
                case 2:
                    Secret = from.String();
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
                case "secret": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The key to revoke.</summary>
    public sealed class RevokeKeyRequest : Message
    {
        /// <summary>Key.</summary>
        public string KeyId
        {
            get { return _keyId; }
            set { _keyId = value ?? ""; }
        }

        private string _keyId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RevokeKeyRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (KeyId.Length != 0) { to.String(1, "keyId", KeyId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    KeyId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "keyId": case "key_id": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>The revoked key.</summary>
    public sealed class RevokeKeyResponse : Message
    {
        /// <summary>Key.</summary>
        public AccessKey Key
        {
            get { return _key ?? (_key = new AccessKey()); }
            set { _key = value; _keyIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasKey
        {
            get { return _key != null && (_keyIsSet || !_key.IsEmpty); }
        }

        private AccessKey _key;
        private bool _keyIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.RevokeKeyResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasKey) { to.Message(1, "key", _key); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Key = from.Message(Key);
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
                default: return 0;
            }
        }
    }

    /// <summary>The player.</summary>
    public sealed class MintPlayerTokenRequest : Message
    {
        /// <summary>Timeline that the player plays.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Id that the game gives the player; 1 to 120 characters, no character's id.</summary>
        public string PlayerId
        {
            get { return _playerId; }
            set { _playerId = value ?? ""; }
        }

        private string _playerId = "";

        /// <summary>Name by which characters know the player; 1 to 80 characters.</summary>
        public string PlayerName
        {
            get { return _playerName; }
            set { _playerName = value ?? ""; }
        }

        private string _playerName = "";

        /// <summary>
        /// What the player may do, of <c>VERB_SAY</c>, <c>VERB_SAY_PRIVATELY</c>, <c>VERB_INTERRUPT</c> and <c>VERB_WATCH</c>;
        /// empty: all but <c>VERB_SAY_PRIVATELY</c>.
        /// </summary>
        public global::System.Collections.Generic.List<Verb> Verbs
        {
            get { return _verbs; }
            set { _verbs = value ?? new global::System.Collections.Generic.List<Verb>(); }
        }

        private global::System.Collections.Generic.List<Verb> _verbs = new global::System.Collections.Generic.List<Verb>();

        /// <summary>Seconds until it ends, 30 to 3,600; 0 means 900.</summary>
        public int LifetimeSeconds { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.MintPlayerTokenRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (PlayerId.Length != 0) { to.String(2, "playerId", PlayerId); }
            if (PlayerName.Length != 0) { to.String(3, "playerName", PlayerName); }
            if (_verbs.Count != 0) { to.Enums(4, "verbs", VerbNames.Table, _verbs.Count, n => (int)_verbs[n]); }
            if (LifetimeSeconds != 0) { to.Int32(5, "lifetimeSeconds", LifetimeSeconds); }
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
                    PlayerId = from.String();
                    return true;
                case 3:
                    PlayerName = from.String();
                    return true;
                case 4:
                    from.Enums(VerbNames.Table, n => _verbs.Add((Verb)n));
                    return true;
                case 5:
                    LifetimeSeconds = from.Int32();
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
                case "playerId": case "player_id": return 2;
                case "playerName": case "player_name": return 3;
                case "verbs": return 4;
                case "lifetimeSeconds": case "lifetime_seconds": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>The token.</summary>
    public sealed class MintPlayerTokenResponse : Message
    {
        /// <summary>What the player's client sends, as <c>authorization: Bearer TOKEN</c>.</summary>
        public string Token
        {
            get { return _token; }
            set { _token = value ?? ""; }
        }

        private string _token = "";

        /// <summary>When it ends; get another before.</summary>
        public global::System.DateTime? ExpireTime
        {
            get { return _expireTime; }
            set { _expireTime = value; _expireTimeRest = 0; }
        }

        private global::System.DateTime? _expireTime;
        private int _expireTimeRest; // nanoseconds that are too fine for it

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.MintPlayerTokenResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Token.Length != 0) { to.String(1, "token", Token); }
            if (ExpireTime.HasValue) { to.Timestamp(2, "expireTime", ExpireTime.Value, _expireTimeRest); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Token = from.String();
                    return true;
                case 2:
                    _expireTime = from.Timestamp(out _expireTimeRest);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "token": return 1;
                case "expireTime": case "expire_time": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What characters may do in turns of players that name it.</summary>
    public sealed class AffordanceSet : Message
    {
        /// <summary>Name.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>The only player who may refer to it; empty for every player of the timeline.</summary>
        public string PlayerId
        {
            get { return _playerId; }
            set { _playerId = value ?? ""; }
        }

        private string _playerId = "";

        /// <summary>What characters may do.</summary>
        public global::System.Collections.Generic.List<Affordance> Affordances
        {
            get { return _affordances; }
            set { _affordances = value ?? new global::System.Collections.Generic.List<Affordance>(); }
        }

        private global::System.Collections.Generic.List<Affordance> _affordances = new global::System.Collections.Generic.List<Affordance>();

        /// <summary>Live entities that arguments may name.</summary>
        public global::System.Collections.Generic.List<Entity> Entities
        {
            get { return _entities; }
            set { _entities = value ?? new global::System.Collections.Generic.List<Entity>(); }
        }

        private global::System.Collections.Generic.List<Entity> _entities = new global::System.Collections.Generic.List<Entity>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AffordanceSet"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (PlayerId.Length != 0) { to.String(2, "playerId", PlayerId); }
            if (_affordances.Count != 0) { to.Messages(3, "affordances", _affordances.Count, n => _affordances[n]); }
            if (_entities.Count != 0) { to.Messages(4, "entities", _entities.Count, n => _entities[n]); }
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
                    PlayerId = from.String();
                    return true;
                case 3:
                    from.Messages(_affordances, () => new Affordance());
                    return true;
                case 4:
                    from.Messages(_entities, () => new Entity());
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
                case "playerId": case "player_id": return 2;
                case "affordances": return 3;
                case "entities": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A set of affordances and entities.</summary>
    public sealed class PutAffordanceSetRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Name, such as <c>at-the-bar</c>; 1 to 80 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>What characters may do, at most 64; empty for nothing.</summary>
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

        /// <summary>The only player who may refer to it; empty for every player of the timeline.</summary>
        public string PlayerId
        {
            get { return _playerId; }
            set { _playerId = value ?? ""; }
        }

        private string _playerId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PutAffordanceSetRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (_affordances.Count != 0) { to.Messages(3, "affordances", _affordances.Count, n => _affordances[n]); }
            if (_entities.Count != 0) { to.Messages(4, "entities", _entities.Count, n => _entities[n]); }
            if (PlayerId.Length != 0) { to.String(5, "playerId", PlayerId); }
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
                    Name = from.String();
                    return true;
                case 3:
                    from.Messages(_affordances, () => new Affordance());
                    return true;
                case 4:
                    from.Messages(_entities, () => new Entity());
                    return true;
                case 5:
                    PlayerId = from.String();
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
                case "name": return 2;
                case "affordances": return 3;
                case "entities": return 4;
                case "playerId": case "player_id": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>The set is stored.</summary>
    public sealed class PutAffordanceSetResponse : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PutAffordanceSetResponse"; }
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

    /// <summary>Whose sets to list.</summary>
    public sealed class ListAffordanceSetsRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Only sets that this player may refer to: its own, and those of all; empty for all sets.</summary>
        public string PlayerId
        {
            get { return _playerId; }
            set { _playerId = value ?? ""; }
        }

        private string _playerId = "";

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
            get { return "npcserver.admin.v1.ListAffordanceSetsRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (PlayerId.Length != 0) { to.String(2, "playerId", PlayerId); }
            if (PageSize != 0) { to.Int32(3, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(4, "pageToken", PageToken); }
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
                    PlayerId = from.String();
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
                case "timelineId": case "timeline_id": return 1;
                case "playerId": case "player_id": return 2;
                case "pageSize": case "page_size": return 3;
                case "pageToken": case "page_token": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A page of sets.</summary>
    public sealed class ListAffordanceSetsResponse : Message
    {
        /// <summary>Sets.</summary>
        public global::System.Collections.Generic.List<AffordanceSet> AffordanceSets
        {
            get { return _affordanceSets; }
            set { _affordanceSets = value ?? new global::System.Collections.Generic.List<AffordanceSet>(); }
        }

        private global::System.Collections.Generic.List<AffordanceSet> _affordanceSets = new global::System.Collections.Generic.List<AffordanceSet>();

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
            get { return "npcserver.admin.v1.ListAffordanceSetsResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_affordanceSets.Count != 0) { to.Messages(1, "affordanceSets", _affordanceSets.Count, n => _affordanceSets[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_affordanceSets, () => new AffordanceSet());
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
                case "affordanceSets": case "affordance_sets": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }
}
