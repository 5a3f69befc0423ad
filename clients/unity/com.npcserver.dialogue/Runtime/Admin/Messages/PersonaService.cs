// Generated from proto/npcserver/admin/v1/persona_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>
    /// What to leave out before a character is asked (Generative Agents, section 6.1). More may be
    /// added.
    /// </summary>
    public enum Ablation
    {
        /// <summary>Not set; refused.</summary>
        Unspecified = 0,

        /// <summary>What it perceived, heard and said, and what it knew from the start.</summary>
        Observations = 1,

        /// <summary>What it inferred, and its standings with others.</summary>
        Reflections = 2,

        /// <summary>Its plans and act, and its present situation in its own view.</summary>
        Plans = 3,
    }

    /// <summary>Names of <see cref="Ablation"/> on the wire.</summary>
    public static class AblationNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "ABLATION_UNSPECIFIED")
            .Add(1, "ABLATION_OBSERVATIONS")
            .Add(2, "ABLATION_REFLECTIONS")
            .Add(3, "ABLATION_PLANS");
    }

    /// <summary>A character's relation to another person, as its author wrote it.</summary>
    public sealed class Relation : Message
    {
        /// <summary>
        /// Name of the other person, for display; 1 to 80 characters. Where <c>to_id</c> is empty, the id or
        /// name of a character of the world sets it; a name that several characters have is refused.
        /// </summary>
        public string To
        {
            get { return _to; }
            set { _to = value ?? ""; }
        }

        private string _to = "";

        /// <summary>Its view of them, in a sentence; at most 500 characters.</summary>
        public string View
        {
            get { return _view; }
            set { _view = value ?? ""; }
        }

        private string _view = "";

        /// <summary>From -100 (hatred) to 100 (devotion).</summary>
        public int Affinity { get; set; }

        /// <summary>
        /// Id of the character, or of the player, it is to; empty for a person who is neither, and cannot
        /// be met in play. A player is never found by name.
        /// </summary>
        public string ToId
        {
            get { return _toId; }
            set { _toId = value ?? ""; }
        }

        private string _toId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Relation"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (To.Length != 0) { to.String(1, "to", To); }
            if (View.Length != 0) { to.String(2, "view", View); }
            if (Affinity != 0) { to.Int32(3, "affinity", Affinity); }
            if (ToId.Length != 0) { to.String(4, "toId", ToId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    To = from.String();
                    return true;
                case 2:
                    View = from.String();
                    return true;
                case 3:
                    Affinity = from.Int32();
                    return true;
                case 4:
                    ToId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "to": return 1;
                case "view": return 2;
                case "affinity": return 3;
                case "toId": case "to_id": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A line that an author wrote for moments when no model can speak.</summary>
    public sealed class FallbackLine : Message
    {
        /// <summary>Line; 1 to 2,000 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Label of its emotion; empty means neutral. Labels: see <c>Emotion</c>.</summary>
        public string Emotion
        {
            get { return _emotion; }
            set { _emotion = value ?? ""; }
        }

        private string _emotion = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.FallbackLine"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Text.Length != 0) { to.String(1, "text", Text); }
            if (Emotion.Length != 0) { to.String(2, "emotion", Emotion); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Text = from.String();
                    return true;
                case 2:
                    Emotion = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "text": return 1;
                case "emotion": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>A fact that a character must tell once a story flag is set, and not before.</summary>
    public sealed class Beat : Message
    {
        /// <summary>Names it among the beats of the character; 1 to 80 characters.</summary>
        public string Key
        {
            get { return _key; }
            set { _key = value ?? ""; }
        }

        private string _key = "";

        /// <summary>What it tells, in its own words; 1 to 500 characters.</summary>
        public string Fact
        {
            get { return _fact; }
            set { _fact = value ?? ""; }
        }

        private string _fact = "";

        /// <summary>Story flag from which on it is told; see <c>ObserveRequest.flags</c>.</summary>
        public string Flag
        {
            get { return _flag; }
            set { _flag = value ?? ""; }
        }

        private string _flag = "";

        /// <summary>Line that is said where none of its answers told it; 1 to 2,000 characters.</summary>
        public string Line
        {
            get { return _line; }
            set { _line = value ?? ""; }
        }

        private string _line = "";

        /// <summary>Within how many of its answers it must be told, 1 to 20; 0 means 3.</summary>
        public int Within { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Beat"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Key.Length != 0) { to.String(1, "key", Key); }
            if (Fact.Length != 0) { to.String(2, "fact", Fact); }
            if (Flag.Length != 0) { to.String(3, "flag", Flag); }
            if (Line.Length != 0) { to.String(4, "line", Line); }
            if (Within != 0) { to.Int32(5, "within", Within); }
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
                    Fact = from.String();
                    return true;
                case 3:
                    Flag = from.String();
                    return true;
                case 4:
                    Line = from.String();
                    return true;
                case 5:
                    Within = from.Int32();
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
                case "fact": return 2;
                case "flag": return 3;
                case "line": return 4;
                case "within": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>Who a character is.</summary>
    public sealed class Persona : Message
    {
        /// <summary>Name; 1 to 80 characters.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Age in years, 0 to 100,000; absent when unknown.</summary>
        public int? Age { get; set; }

        /// <summary>Inborn traits, such as <c>friendly, outgoing</c>; at most 4,000 characters, as all texts below.</summary>
        public string Traits
        {
            get { return _traits; }
            set { _traits = value ?? ""; }
        }

        private string _traits = "";

        /// <summary>Background: who the character is and was.</summary>
        public string Background
        {
            get { return _background; }
            set { _background = value ?? ""; }
        }

        private string _background = "";

        /// <summary>What occupies the character at present.</summary>
        public string Currently
        {
            get { return _currently; }
            set { _currently = value ?? ""; }
        }

        private string _currently = "";

        /// <summary>Habits: when it sleeps, wakes and eats.</summary>
        public string Lifestyle
        {
            get { return _lifestyle; }
            set { _lifestyle = value ?? ""; }
        }

        private string _lifestyle = "";

        /// <summary>How it speaks.</summary>
        public string Voice
        {
            get { return _voice; }
            set { _voice = value ?? ""; }
        }

        private string _voice = "";

        /// <summary>What it wants; at most 20 texts of at most 500 characters.</summary>
        public global::System.Collections.Generic.List<string> Goals
        {
            get { return _goals; }
            set { _goals = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _goals = new global::System.Collections.Generic.List<string>();

        /// <summary>Its relations to others, at most 200, each person once.</summary>
        public global::System.Collections.Generic.List<Relation> Relations
        {
            get { return _relations; }
            set { _relations = value ?? new global::System.Collections.Generic.List<Relation>(); }
        }

        private global::System.Collections.Generic.List<Relation> _relations = new global::System.Collections.Generic.List<Relation>();

        /// <summary>Lines to greet with, at most 50 of at most 2,000 characters.</summary>
        public global::System.Collections.Generic.List<string> Greetings
        {
            get { return _greetings; }
            set { _greetings = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _greetings = new global::System.Collections.Generic.List<string>();

        /// <summary>Lines for moments when no model can speak, at most 50.</summary>
        public global::System.Collections.Generic.List<FallbackLine> FallbackLines
        {
            get { return _fallbackLines; }
            set { _fallbackLines = value ?? new global::System.Collections.Generic.List<FallbackLine>(); }
        }

        private global::System.Collections.Generic.List<FallbackLine> _fallbackLines = new global::System.Collections.Generic.List<FallbackLine>();

        /// <summary>What its days must hold.</summary>
        public string DailyPlan
        {
            get { return _dailyPlan; }
            set { _dailyPlan = value ?? ""; }
        }

        private string _dailyPlan = "";

        /// <summary>Language it speaks, a tag such as <c>en</c> or <c>zh</c>; empty means the world's.</summary>
        public string Language
        {
            get { return _language; }
            set { _language = value ?? ""; }
        }

        private string _language = "";

        /// <summary>Whether it hears nothing.</summary>
        public bool IsDeaf { get; set; }

        /// <summary>Whether it sees nothing.</summary>
        public bool IsBlind { get; set; }

        /// <summary>What it must tell in the story, at most 20.</summary>
        public global::System.Collections.Generic.List<Beat> Beats
        {
            get { return _beats; }
            set { _beats = value ?? new global::System.Collections.Generic.List<Beat>(); }
        }

        private global::System.Collections.Generic.List<Beat> _beats = new global::System.Collections.Generic.List<Beat>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Persona"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Name.Length != 0) { to.String(1, "name", Name); }
            if (Age.HasValue) { to.Int32(2, "age", Age.Value); }
            if (Traits.Length != 0) { to.String(3, "traits", Traits); }
            if (Background.Length != 0) { to.String(4, "background", Background); }
            if (Currently.Length != 0) { to.String(5, "currently", Currently); }
            if (Lifestyle.Length != 0) { to.String(6, "lifestyle", Lifestyle); }
            if (Voice.Length != 0) { to.String(7, "voice", Voice); }
            if (_goals.Count != 0) { to.Strings(8, "goals", _goals); }
            if (_relations.Count != 0) { to.Messages(9, "relations", _relations.Count, n => _relations[n]); }
            if (_greetings.Count != 0) { to.Strings(10, "greetings", _greetings); }
            if (_fallbackLines.Count != 0) { to.Messages(11, "fallbackLines", _fallbackLines.Count, n => _fallbackLines[n]); }
            if (DailyPlan.Length != 0) { to.String(12, "dailyPlan", DailyPlan); }
            if (Language.Length != 0) { to.String(13, "language", Language); }
            if (IsDeaf) { to.Bool(14, "isDeaf", IsDeaf); }
            if (IsBlind) { to.Bool(15, "isBlind", IsBlind); }
            if (_beats.Count != 0) { to.Messages(16, "beats", _beats.Count, n => _beats[n]); }
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
                    Age = from.Int32();
                    return true;
                case 3:
                    Traits = from.String();
                    return true;
                case 4:
                    Background = from.String();
                    return true;
                case 5:
                    Currently = from.String();
                    return true;
                case 6:
                    Lifestyle = from.String();
                    return true;
                case 7:
                    Voice = from.String();
                    return true;
                case 8:
                    from.Strings(_goals);
                    return true;
                case 9:
                    from.Messages(_relations, () => new Relation());
                    return true;
                case 10:
                    from.Strings(_greetings);
                    return true;
                case 11:
                    from.Messages(_fallbackLines, () => new FallbackLine());
                    return true;
                case 12:
                    DailyPlan = from.String();
                    return true;
                case 13:
                    Language = from.String();
                    return true;
                case 14:
                    IsDeaf = from.Bool();
                    return true;
                case 15:
                    IsBlind = from.Bool();
                    return true;
                case 16:
                    from.Messages(_beats, () => new Beat());
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
                case "age": return 2;
                case "traits": return 3;
                case "background": return 4;
                case "currently": return 5;
                case "lifestyle": return 6;
                case "voice": return 7;
                case "goals": return 8;
                case "relations": return 9;
                case "greetings": return 10;
                case "fallbackLines": case "fallback_lines": return 11;
                case "dailyPlan": case "daily_plan": return 12;
                case "language": return 13;
                case "isDeaf": case "is_deaf": return 14;
                case "isBlind": case "is_blind": return 15;
                case "beats": return 16;
                default: return 0;
            }
        }
    }

    /// <summary>A character of a world.</summary>
    public sealed class Character : Message
    {
        /// <summary>
        /// Id, <c>[a-z0-9][a-z0-9_-]*</c>, at most 63 characters, unique within its world. Empty on creation:
        /// made from the name.
        /// </summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Persona as it is now.</summary>
        public Persona Persona
        {
            get { return _persona ?? (_persona = new Persona()); }
            set { _persona = value; _personaIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPersona
        {
            get { return _persona != null && (_personaIsSet || !_persona.IsEmpty); }
        }

        private Persona _persona;
        private bool _personaIsSet;

        /// <summary>Number of that persona's version, from 1. Output only.</summary>
        public int PersonaVersion { get; set; }

        /// <summary>Place where the character is at the start; empty when unknown.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Changes with every update. Output only.</summary>
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
        /// Places it knows of at the start, with all their parts, at most 5,000; empty means every place.
        /// It gets to know others by being there.
        /// </summary>
        public global::System.Collections.Generic.List<string> KnownPlaceIds
        {
            get { return _knownPlaceIds; }
            set { _knownPlaceIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _knownPlaceIds = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Character"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (HasPersona) { to.Message(3, "persona", _persona); }
            if (PersonaVersion != 0) { to.Int32(4, "personaVersion", PersonaVersion); }
            if (PlaceId.Length != 0) { to.String(5, "placeId", PlaceId); }
            if (Etag.Length != 0) { to.String(6, "etag", Etag); }
            if (CreateTime.HasValue) { to.Timestamp(7, "createTime", CreateTime.Value, _createTimeRest); }
            if (UpdateTime.HasValue) { to.Timestamp(8, "updateTime", UpdateTime.Value, _updateTimeRest); }
            if (_knownPlaceIds.Count != 0) { to.Strings(9, "knownPlaceIds", _knownPlaceIds); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    CharacterId = from.String();
                    return true;
                case 2:
                    WorldId = from.String();
                    return true;
                case 3:
                    Persona = from.Message(Persona);
                    return true;
                case 4:
                    PersonaVersion = from.Int32();
                    return true;
                case 5:
                    PlaceId = from.String();
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
                    from.Strings(_knownPlaceIds);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "characterId": case "character_id": return 1;
                case "worldId": case "world_id": return 2;
                case "persona": return 3;
                case "personaVersion": case "persona_version": return 4;
                case "placeId": case "place_id": return 5;
                case "etag": return 6;
                case "createTime": case "create_time": return 7;
                case "updateTime": case "update_time": return 8;
                case "knownPlaceIds": case "known_place_ids": return 9;
                default: return 0;
            }
        }
    }

    /// <summary>Which character.</summary>
    public sealed class GetCharacterRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetCharacterRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
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
                    CharacterId = from.String();
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
                case "characterId": case "character_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The character.</summary>
    public sealed class GetCharacterResponse : Message
    {
        /// <summary>Character.</summary>
        public Character Character
        {
            get { return _character ?? (_character = new Character()); }
            set { _character = value; _characterIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCharacter
        {
            get { return _character != null && (_characterIsSet || !_character.IsEmpty); }
        }

        private Character _character;
        private bool _characterIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetCharacterResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasCharacter) { to.Message(1, "character", _character); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Character = from.Message(Character);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "character": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which page of a world's characters.</summary>
    public sealed class ListCharactersRequest : Message
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
            get { return "npcserver.admin.v1.ListCharactersRequest"; }
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

    /// <summary>A page of characters.</summary>
    public sealed class ListCharactersResponse : Message
    {
        /// <summary>Characters.</summary>
        public global::System.Collections.Generic.List<Character> Characters
        {
            get { return _characters; }
            set { _characters = value ?? new global::System.Collections.Generic.List<Character>(); }
        }

        private global::System.Collections.Generic.List<Character> _characters = new global::System.Collections.Generic.List<Character>();

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
            get { return "npcserver.admin.v1.ListCharactersResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_characters.Count != 0) { to.Messages(1, "characters", _characters.Count, n => _characters[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_characters, () => new Character());
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
                case "characters": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Something a character knows from the start.</summary>
    public sealed class SeedMemory : Message
    {
        /// <summary>What it knows; 1 to 4,000 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Importance, 1 to 10; absent to have it rated.</summary>
        public int? Importance { get; set; }

        /// <summary>Who may be told of it; absent means everyone.</summary>
        public Secret Secret
        {
            get { return _secret ?? (_secret = new Secret()); }
            set { _secret = value; _secretIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasSecret
        {
            get { return _secret != null && (_secretIsSet || !_secret.IsEmpty); }
        }

        private Secret _secret;
        private bool _secretIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.SeedMemory"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Text.Length != 0) { to.String(1, "text", Text); }
            if (Importance.HasValue) { to.Int32(2, "importance", Importance.Value); }
            if (HasSecret) { to.Message(3, "secret", _secret); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Text = from.String();
                    return true;
                case 2:
                    Importance = from.Int32();
                    return true;
                case 3:
                    Secret = from.Message(Secret);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "text": return 1;
                case "importance": return 2;
                case "secret": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>One version of a persona.</summary>
    public sealed class PersonaVersion : Message
    {
        /// <summary>Number, from 1.</summary>
        public int Version { get; set; }

        /// <summary>Persona.</summary>
        public Persona Persona
        {
            get { return _persona ?? (_persona = new Persona()); }
            set { _persona = value; _personaIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPersona
        {
            get { return _persona != null && (_personaIsSet || !_persona.IsEmpty); }
        }

        private Persona _persona;
        private bool _personaIsSet;

        /// <summary>Real time when it was stored.</summary>
        public global::System.DateTime? CreateTime
        {
            get { return _createTime; }
            set { _createTime = value; _createTimeRest = 0; }
        }

        private global::System.DateTime? _createTime;
        private int _createTimeRest; // nanoseconds that are too fine for it

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PersonaVersion"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Version != 0) { to.Int32(1, "version", Version); }
            if (HasPersona) { to.Message(2, "persona", _persona); }
            if (CreateTime.HasValue) { to.Timestamp(3, "createTime", CreateTime.Value, _createTimeRest); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Version = from.Int32();
                    return true;
                case 2:
                    Persona = from.Message(Persona);
                    return true;
                case 3:
                    _createTime = from.Timestamp(out _createTimeRest);
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
                case "persona": return 2;
                case "createTime": case "create_time": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The character to create.</summary>
    public sealed class CreateCharacterRequest : Message, IRepeatable
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

        /// <summary>Character.</summary>
        public Character Character
        {
            get { return _character ?? (_character = new Character()); }
            set { _character = value; _characterIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCharacter
        {
            get { return _character != null && (_characterIsSet || !_character.IsEmpty); }
        }

        private Character _character;
        private bool _characterIsSet;

        /// <summary>What it knows from the start, at most 2,000.</summary>
        public global::System.Collections.Generic.List<SeedMemory> SeedMemories
        {
            get { return _seedMemories; }
            set { _seedMemories = value ?? new global::System.Collections.Generic.List<SeedMemory>(); }
        }

        private global::System.Collections.Generic.List<SeedMemory> _seedMemories = new global::System.Collections.Generic.List<SeedMemory>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CreateCharacterRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (HasCharacter) { to.Message(2, "character", _character); }
            if (_seedMemories.Count != 0) { to.Messages(3, "seedMemories", _seedMemories.Count, n => _seedMemories[n]); }
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
                    Character = from.Message(Character);
                    return true;
                case 3:
                    from.Messages(_seedMemories, () => new SeedMemory());
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
                case "character": return 2;
                case "seedMemories": case "seed_memories": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The character as created.</summary>
    public sealed class CreateCharacterResponse : Message
    {
        /// <summary>Character.</summary>
        public Character Character
        {
            get { return _character ?? (_character = new Character()); }
            set { _character = value; _characterIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCharacter
        {
            get { return _character != null && (_characterIsSet || !_character.IsEmpty); }
        }

        private Character _character;
        private bool _characterIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.CreateCharacterResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasCharacter) { to.Message(1, "character", _character); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Character = from.Message(Character);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "character": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>What to change in a character.</summary>
    public sealed class UpdateCharacterRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateCharacterRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Character with the new values. An <c>etag</c> that is set and does not match is <c>ETAG_MISMATCH</c>.</summary>
        public Character Character
        {
            get { return _character ?? (_character = new Character()); }
            set { _character = value; _characterIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCharacter
        {
            get { return _character != null && (_characterIsSet || !_character.IsEmpty); }
        }

        private Character _character;
        private bool _characterIsSet;

        /// <summary>Fields to change, such as <c>persona.voice</c>; absent means those that are set in <c>character</c>.</summary>
        public global::System.Collections.Generic.List<string> UpdateMask
        {
            get { return _updateMask; }
            set { _updateMask = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _updateMask = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdateCharacterRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (HasCharacter) { to.Message(2, "character", _character); }
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
                    Character = from.Message(Character);
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
                case "character": return 2;
                case "updateMask": case "update_mask": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The character as changed.</summary>
    public sealed class UpdateCharacterResponse : Message
    {
        /// <summary>Character.</summary>
        public Character Character
        {
            get { return _character ?? (_character = new Character()); }
            set { _character = value; _characterIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasCharacter
        {
            get { return _character != null && (_characterIsSet || !_character.IsEmpty); }
        }

        private Character _character;
        private bool _characterIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdateCharacterResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasCharacter) { to.Message(1, "character", _character); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Character = from.Message(Character);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "character": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which character to delete.</summary>
    public sealed class DeleteCharacterRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateCharacterRequest.request_id</c>.</summary>
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

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

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
            get { return "npcserver.admin.v1.DeleteCharacterRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
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
                    CharacterId = from.String();
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
                case "characterId": case "character_id": return 3;
                case "etag": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The character is gone.</summary>
    public sealed class DeleteCharacterResponse : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DeleteCharacterResponse"; }
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

    /// <summary>Whose persona versions to list.</summary>
    public sealed class ListPersonaVersionsRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

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
            get { return "npcserver.admin.v1.ListPersonaVersionsRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
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
                    CharacterId = from.String();
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
                case "characterId": case "character_id": return 2;
                case "pageSize": case "page_size": return 3;
                case "pageToken": case "page_token": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A page of persona versions.</summary>
    public sealed class ListPersonaVersionsResponse : Message
    {
        /// <summary>Versions, newest first.</summary>
        public global::System.Collections.Generic.List<PersonaVersion> Versions
        {
            get { return _versions; }
            set { _versions = value ?? new global::System.Collections.Generic.List<PersonaVersion>(); }
        }

        private global::System.Collections.Generic.List<PersonaVersion> _versions = new global::System.Collections.Generic.List<PersonaVersion>();

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
            get { return "npcserver.admin.v1.ListPersonaVersionsResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_versions.Count != 0) { to.Messages(1, "versions", _versions.Count, n => _versions[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_versions, () => new PersonaVersion());
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
                case "versions": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What to ask, and which character.</summary>
    public sealed class InterviewRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Question; 1 to 2,000 characters.</summary>
        public string Question
        {
            get { return _question; }
            set { _question = value ?? ""; }
        }

        private string _question = "";

        /// <summary>Position to look from; absent means the head.</summary>
        public int? Seq { get; set; }

        /// <summary>What the character is to answer without, each once.</summary>
        public global::System.Collections.Generic.List<Ablation> Ablations
        {
            get { return _ablations; }
            set { _ablations = value ?? new global::System.Collections.Generic.List<Ablation>(); }
        }

        private global::System.Collections.Generic.List<Ablation> _ablations = new global::System.Collections.Generic.List<Ablation>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.InterviewRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (Question.Length != 0) { to.String(3, "question", Question); }
            if (Seq.HasValue) { to.Int32(4, "seq", Seq.Value); }
            if (_ablations.Count != 0) { to.Enums(5, "ablations", AblationNames.Table, _ablations.Count, n => (int)_ablations[n]); }
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
                    CharacterId = from.String();
                    return true;
                case 3:
                    Question = from.String();
                    return true;
                case 4:
                    Seq = from.Int32();
                    return true;
                case 5:
                    from.Enums(AblationNames.Table, n => _ablations.Add((Ablation)n));
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
                case "characterId": case "character_id": return 2;
                case "question": return 3;
                case "seq": return 4;
                case "ablations": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>The answer.</summary>
    public sealed class InterviewResponse : Message
    {
        /// <summary>What the character says.</summary>
        public string Answer
        {
            get { return _answer; }
            set { _answer = value ?? ""; }
        }

        private string _answer = "";

        /// <summary>Recalled memories, best first.</summary>
        public global::System.Collections.Generic.List<Recollection> Recollections
        {
            get { return _recollections; }
            set { _recollections = value ?? new global::System.Collections.Generic.List<Recollection>(); }
        }

        private global::System.Collections.Generic.List<Recollection> _recollections = new global::System.Collections.Generic.List<Recollection>();

        /// <summary>Model that answered, <c>provider:model</c>.</summary>
        public string Model
        {
            get { return _model; }
            set { _model = value ?? ""; }
        }

        private string _model = "";

        /// <summary>Tokens of the prompt; 0 when no model was called.</summary>
        public int PromptTokens { get; set; }

        /// <summary>Tokens of the answer.</summary>
        public int CompletionTokens { get; set; }

        /// <summary>Which fallback spoke: the model, or, where it could not, an authored line.</summary>
        public Rung Rung { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.InterviewResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Answer.Length != 0) { to.String(1, "answer", Answer); }
            if (_recollections.Count != 0) { to.Messages(2, "recollections", _recollections.Count, n => _recollections[n]); }
            if (Model.Length != 0) { to.String(3, "model", Model); }
            if (PromptTokens != 0) { to.Int32(4, "promptTokens", PromptTokens); }
            if (CompletionTokens != 0) { to.Int32(5, "completionTokens", CompletionTokens); }
            if ((int)Rung != 0) { to.Enum(6, "rung", RungNames.Table, (int)Rung); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Answer = from.String();
                    return true;
                case 2:
                    from.Messages(_recollections, () => new Recollection());
                    return true;
                case 3:
                    Model = from.String();
                    return true;
                case 4:
                    PromptTokens = from.Int32();
                    return true;
                case 5:
                    CompletionTokens = from.Int32();
                    return true;
                case 6:
                    int _rungRead; if (from.Enum(RungNames.Table, out _rungRead)) { Rung = (Rung)_rungRead; }
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "answer": return 1;
                case "recollections": return 2;
                case "model": return 3;
                case "promptTokens": case "prompt_tokens": return 4;
                case "completionTokens": case "completion_tokens": return 5;
                case "rung": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>Whose seed memories to list.</summary>
    public sealed class ListSeedMemoriesRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

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
            get { return "npcserver.admin.v1.ListSeedMemoriesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
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
                    CharacterId = from.String();
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
                case "characterId": case "character_id": return 2;
                case "pageSize": case "page_size": return 3;
                case "pageToken": case "page_token": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A page of seed memories.</summary>
    public sealed class ListSeedMemoriesResponse : Message
    {
        /// <summary>Seed memories.</summary>
        public global::System.Collections.Generic.List<SeedMemory> SeedMemories
        {
            get { return _seedMemories; }
            set { _seedMemories = value ?? new global::System.Collections.Generic.List<SeedMemory>(); }
        }

        private global::System.Collections.Generic.List<SeedMemory> _seedMemories = new global::System.Collections.Generic.List<SeedMemory>();

        /// <summary>Token of the next page; empty when this is the last.</summary>
        public string NextPageToken
        {
            get { return _nextPageToken; }
            set { _nextPageToken = value ?? ""; }
        }

        private string _nextPageToken = "";

        /// <summary>Stands for all seed memories of the character; see <c>UpdateSeedMemoriesRequest.etag</c>.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ListSeedMemoriesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_seedMemories.Count != 0) { to.Messages(1, "seedMemories", _seedMemories.Count, n => _seedMemories[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
            if (Etag.Length != 0) { to.String(3, "etag", Etag); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_seedMemories, () => new SeedMemory());
                    return true;
                case 2:
                    NextPageToken = from.String();
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
                case "seedMemories": case "seed_memories": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                case "etag": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>What a character is to know from the start.</summary>
    public sealed class UpdateSeedMemoriesRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateCharacterRequest.request_id</c>.</summary>
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

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>All its seed memories in the order in which they happened, at most 2,000; none removes all.</summary>
        public global::System.Collections.Generic.List<SeedMemory> SeedMemories
        {
            get { return _seedMemories; }
            set { _seedMemories = value ?? new global::System.Collections.Generic.List<SeedMemory>(); }
        }

        private global::System.Collections.Generic.List<SeedMemory> _seedMemories = new global::System.Collections.Generic.List<SeedMemory>();

        /// <summary>When set, replaces only this state of them; another is <c>ETAG_MISMATCH</c>.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdateSeedMemoriesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (_seedMemories.Count != 0) { to.Messages(4, "seedMemories", _seedMemories.Count, n => _seedMemories[n]); }
            if (Etag.Length != 0) { to.String(5, "etag", Etag); }
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
                    CharacterId = from.String();
                    return true;
                case 4:
                    from.Messages(_seedMemories, () => new SeedMemory());
                    return true;
                case 5:
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
                case "characterId": case "character_id": return 3;
                case "seedMemories": case "seed_memories": return 4;
                case "etag": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>The seed memories are stored.</summary>
    public sealed class UpdateSeedMemoriesResponse : Message
    {
        /// <summary>Stands for them.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <summary>
        /// Whether one was changed or removed, and not only added: timelines that begin from now on have
        /// the new ones.
        /// </summary>
        public bool HasNewGenesis { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdateSeedMemoriesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Etag.Length != 0) { to.String(1, "etag", Etag); }
            if (HasNewGenesis) { to.Bool(2, "hasNewGenesis", HasNewGenesis); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Etag = from.String();
                    return true;
                case 2:
                    HasNewGenesis = from.Bool();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "etag": return 1;
                case "hasNewGenesis": case "has_new_genesis": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What the inner voice says, and to whom.</summary>
    public sealed class WhisperRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateCharacterRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Words; 1 to 4,000 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.WhisperRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (Text.Length != 0) { to.String(4, "text", Text); }
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
                    TimelineId = from.String();
                    return true;
                case 3:
                    CharacterId = from.String();
                    return true;
                case 4:
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
                case "requestId": case "request_id": return 1;
                case "timelineId": case "timeline_id": return 2;
                case "characterId": case "character_id": return 3;
                case "text": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The memory that the whisper left.</summary>
    public sealed class WhisperResponse : Message
    {
        /// <summary>Id of the memory.</summary>
        public string MemoryId
        {
            get { return _memoryId; }
            set { _memoryId = value ?? ""; }
        }

        private string _memoryId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.WhisperResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (MemoryId.Length != 0) { to.String(1, "memoryId", MemoryId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    MemoryId = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "memoryId": case "memory_id": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>By how much a standing moves; each number ends at the bounds of its scale.</summary>
    public sealed class MoveStandingRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>CreateCharacterRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character whose standing it is.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Character or player to whom it stands so.</summary>
        public string OtherId
        {
            get { return _otherId; }
            set { _otherId = value ?? ""; }
        }

        private string _otherId = "";

        /// <summary>Change of affinity, -200 to 200.</summary>
        public int Affinity { get; set; }

        /// <summary>Change of trust, -100 to 100.</summary>
        public int Trust { get; set; }

        /// <summary>Change of familiarity, -100 to 100.</summary>
        public int Familiarity { get; set; }

        /// <summary>Changes on axes of the world (<c>World.axes</c>), by name.</summary>
        public global::System.Collections.Generic.Dictionary<string, int> Axes
        {
            get { return _axes; }
            set { _axes = value ?? new global::System.Collections.Generic.Dictionary<string, int>(); }
        }

        private global::System.Collections.Generic.Dictionary<string, int> _axes = new global::System.Collections.Generic.Dictionary<string, int>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.MoveStandingRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (OtherId.Length != 0) { to.String(4, "otherId", OtherId); }
            if (Affinity != 0) { to.Int32(5, "affinity", Affinity); }
            if (Trust != 0) { to.Int32(6, "trust", Trust); }
            if (Familiarity != 0) { to.Int32(7, "familiarity", Familiarity); }
            if (_axes.Count != 0) { to.Int32Map(8, "axes", _axes); }
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
                    TimelineId = from.String();
                    return true;
                case 3:
                    CharacterId = from.String();
                    return true;
                case 4:
                    OtherId = from.String();
                    return true;
                case 5:
                    Affinity = from.Int32();
                    return true;
                case 6:
                    Trust = from.Int32();
                    return true;
                case 7:
                    Familiarity = from.Int32();
                    return true;
                case 8:
                    from.Int32Map(_axes);
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
                case "timelineId": case "timeline_id": return 2;
                case "characterId": case "character_id": return 3;
                case "otherId": case "other_id": return 4;
                case "affinity": return 5;
                case "trust": return 6;
                case "familiarity": return 7;
                case "axes": return 8;
                default: return 0;
            }
        }
    }

    /// <summary>The standing after that.</summary>
    public sealed class MoveStandingResponse : Message
    {
        /// <summary>Standing, with the thresholds that it crossed, and without <c>evidence_ids</c>.</summary>
        public Standing Standing
        {
            get { return _standing ?? (_standing = new Standing()); }
            set { _standing = value; _standingIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasStanding
        {
            get { return _standing != null && (_standingIsSet || !_standing.IsEmpty); }
        }

        private Standing _standing;
        private bool _standingIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.MoveStandingResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasStanding) { to.Message(1, "standing", _standing); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Standing = from.Message(Standing);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "standing": return 1;
                default: return 0;
            }
        }
    }
}
