// Generated from proto/npcserver/admin/v1/player_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>The player to forget.</summary>
    public sealed class ForgetPlayerRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Id of the player, as in <c>Speaker.id</c> and in tokens.</summary>
        public string PlayerId
        {
            get { return _playerId; }
            set { _playerId = value ?? ""; }
        }

        private string _playerId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ForgetPlayerRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (PlayerId.Length != 0) { to.String(2, "playerId", PlayerId); }
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
                case "worldId": case "world_id": return 1;
                case "playerId": case "player_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What was erased.</summary>
    public sealed class ForgetPlayerResponse : Message
    {
        /// <summary>Whether the world held anything of the player.</summary>
        public bool WasKnown { get; set; }

        /// <summary>Records of the log that were erased; they keep their position.</summary>
        public long Records { get; set; }

        /// <summary>
        /// Stored prompts that were erased beside those of the records: characters who had met the player
        /// may have had the player's words in them.
        /// </summary>
        public long Prompts { get; set; }

        /// <summary>
        /// Other rows: turns under way, jobs, answers of repeated requests, affordance sets, accounts, names
        /// of saves and timelines; and records that stay without the player.
        /// </summary>
        public long Others { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ForgetPlayerResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WasKnown) { to.Bool(1, "wasKnown", WasKnown); }
            if (Records != 0L) { to.Int64(2, "records", Records); }
            if (Prompts != 0L) { to.Int64(3, "prompts", Prompts); }
            if (Others != 0L) { to.Int64(4, "others", Others); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    WasKnown = from.Bool();
                    return true;
                case 2:
                    Records = from.Int64();
                    return true;
                case 3:
                    Prompts = from.Int64();
                    return true;
                case 4:
                    Others = from.Int64();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "wasKnown": case "was_known": return 1;
                case "records": return 2;
                case "prompts": return 3;
                case "others": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The player to export.</summary>
    public sealed class ExportPlayerRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Id of the player.</summary>
        public string PlayerId
        {
            get { return _playerId; }
            set { _playerId = value ?? ""; }
        }

        private string _playerId = "";

        /// <summary><c>next_line</c> of the part before; 0 for the first.</summary>
        public long FirstLine { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportPlayerRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (PlayerId.Length != 0) { to.String(2, "playerId", PlayerId); }
            if (FirstLine != 0L) { to.Int64(3, "firstLine", FirstLine); }
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
                    PlayerId = from.String();
                    return true;
                case 3:
                    FirstLine = from.Int64();
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
                case "playerId": case "player_id": return 2;
                case "firstLine": case "first_line": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A part of an export.</summary>
    public sealed class ExportPlayerResponse : Message
    {
        /// <summary>One JSON object a line.</summary>
        public string Lines
        {
            get { return _lines; }
            set { _lines = value ?? ""; }
        }

        private string _lines = "";

        /// <summary>Where the next part begins; 0 after the last.</summary>
        public long NextLine { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportPlayerResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Lines.Length != 0) { to.String(1, "lines", Lines); }
            if (NextLine != 0L) { to.Int64(2, "nextLine", NextLine); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Lines = from.String();
                    return true;
                case 2:
                    NextLine = from.Int64();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "lines": return 1;
                case "nextLine": case "next_line": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>What to import.</summary>
    public sealed class ImportPlayerRequest : Message, IRepeatable
    {
        /// <summary>Makes the call safe to repeat; see <c>SayRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline whose characters are to know the player.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Lines of an export, or of a part of one.</summary>
        public string Lines
        {
            get { return _lines; }
            set { _lines = value ?? ""; }
        }

        private string _lines = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ImportPlayerRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (Lines.Length != 0) { to.String(3, "lines", Lines); }
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
                    Lines = from.String();
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
                case "lines": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>What was imported.</summary>
    public sealed class ImportPlayerResponse : Message
    {
        /// <summary>Records that were added. Those of characters whom the world does not have are left out.</summary>
        public long Records { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ImportPlayerResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Records != 0L) { to.Int64(1, "records", Records); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Records = from.Int64();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "records": return 1;
                default: return 0;
            }
        }
    }
}
