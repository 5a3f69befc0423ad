// Generated from proto/npcserver/v1/character_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>Which character, seen from where.</summary>
    public sealed class GetMindRequest : Message
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

        /// <summary>Position to look from; absent means the head.</summary>
        public int? Seq { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.GetMindRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (Seq.HasValue) { to.Int32(3, "seq", Seq.Value); }
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
                case "characterId": case "character_id": return 2;
                case "seq": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The state of the character.</summary>
    public sealed class GetMindResponse : Message
    {
        /// <summary>State.</summary>
        public Mind Mind
        {
            get { return _mind ?? (_mind = new Mind()); }
            set { _mind = value; _mindIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasMind
        {
            get { return _mind != null && (_mindIsSet || !_mind.IsEmpty); }
        }

        private Mind _mind;
        private bool _mindIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.GetMindResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasMind) { to.Message(1, "mind", _mind); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Mind = from.Message(Mind);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "mind": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>A character, as a game shows it.</summary>
    public sealed class CastMember : Message
    {
        /// <summary>Id, unique within its world.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Name.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        private string _name = "";

        /// <summary>Place where the character is at the start; empty when unknown.</summary>
        public string PlaceId
        {
            get { return _placeId; }
            set { _placeId = value ?? ""; }
        }

        private string _placeId = "";

        /// <summary>Language it speaks, a tag such as <c>en</c> or <c>zh</c>; empty means the world's.</summary>
        public string Language
        {
            get { return _language; }
            set { _language = value ?? ""; }
        }

        private string _language = "";

        /// <summary>Whether it takes part in the timeline that the request names; not set where it names none.</summary>
        public Availability Availability { get; set; }

        /// <summary>What it does now in that timeline; not set where it does nothing, or the request names none.</summary>
        public Step Step
        {
            get { return _step ?? (_step = new Step()); }
            set { _step = value; _stepIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasStep
        {
            get { return _step != null && (_stepIsSet || !_step.IsEmpty); }
        }

        private Step _step;
        private bool _stepIsSet;

        /// <summary>Place where it is now in that timeline; empty when it is nowhere, or the request names none.</summary>
        public string CurrentPlaceId
        {
            get { return _currentPlaceId; }
            set { _currentPlaceId = value ?? ""; }
        }

        private string _currentPlaceId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.CastMember"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (CharacterId.Length != 0) { to.String(1, "characterId", CharacterId); }
            if (Name.Length != 0) { to.String(2, "name", Name); }
            if (PlaceId.Length != 0) { to.String(3, "placeId", PlaceId); }
            if (Language.Length != 0) { to.String(4, "language", Language); }
            if ((int)Availability != 0) { to.Enum(5, "availability", AvailabilityNames.Table, (int)Availability); }
            if (HasStep) { to.Message(6, "step", _step); }
            if (CurrentPlaceId.Length != 0) { to.String(7, "currentPlaceId", CurrentPlaceId); }
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
                    Name = from.String();
                    return true;
                case 3:
                    PlaceId = from.String();
                    return true;
                case 4:
                    Language = from.String();
                    return true;
                case 5:
                    int _availabilityRead; if (from.Enum(AvailabilityNames.Table, out _availabilityRead)) { Availability = (Availability)_availabilityRead; }
                    return true;
                case 6:
                    Step = from.Message(Step);
                    return true;
                case 7:
                    CurrentPlaceId = from.String();
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
                case "name": return 2;
                case "placeId": case "place_id": return 3;
                case "language": return 4;
                case "availability": return 5;
                case "step": return 6;
                case "currentPlaceId": case "current_place_id": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>Which page of a world's characters.</summary>
    public sealed class ListCastRequest : Message
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

        /// <summary>Timeline in which to look whether they take part; empty for none.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.ListCastRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (PageSize != 0) { to.Int32(2, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(3, "pageToken", PageToken); }
            if (TimelineId.Length != 0) { to.String(4, "timelineId", TimelineId); }
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
                case 4:
                    TimelineId = from.String();
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
                case "timelineId": case "timeline_id": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>A page of characters.</summary>
    public sealed class ListCastResponse : Message
    {
        /// <summary>Characters.</summary>
        public global::System.Collections.Generic.List<CastMember> Characters
        {
            get { return _characters; }
            set { _characters = value ?? new global::System.Collections.Generic.List<CastMember>(); }
        }

        private global::System.Collections.Generic.List<CastMember> _characters = new global::System.Collections.Generic.List<CastMember>();

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
            get { return "npcserver.v1.ListCastResponse"; }
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
                    from.Messages(_characters, () => new CastMember());
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
}
