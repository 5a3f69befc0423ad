// Generated from proto/npcserver/admin/v1/audit_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>What an entry says of a record. More may be added.</summary>
    public enum AuditKind
    {
        /// <summary>Not set.</summary>
        Unspecified = 0,

        /// <summary>A model was asked, and the record holds what came of it.</summary>
        Asked = 1,

        /// <summary>A player who is only named in the record was forgotten; the digest is the new one.</summary>
        Changed = 2,

        /// <summary>The record was of a player who was forgotten.</summary>
        Forgotten = 3,

        /// <summary>The timeline was deleted.</summary>
        Deleted = 4,

        /// <summary>An author corrected what a character remembers, and the record is a part of that.</summary>
        Corrected = 5,

        /// <summary>The deleted timeline was brought back from an archive, as its entries prove.</summary>
        Restored = 6,

        /// <summary>An author drafted something for the timeline, or published or discarded the draft.</summary>
        Drafted = 7,
    }

    /// <summary>Names of <see cref="AuditKind"/> on the wire.</summary>
    public static class AuditKindNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "AUDIT_KIND_UNSPECIFIED")
            .Add(1, "AUDIT_KIND_ASKED")
            .Add(2, "AUDIT_KIND_CHANGED")
            .Add(3, "AUDIT_KIND_FORGOTTEN")
            .Add(4, "AUDIT_KIND_DELETED")
            .Add(5, "AUDIT_KIND_CORRECTED")
            .Add(6, "AUDIT_KIND_RESTORED")
            .Add(7, "AUDIT_KIND_DRAFTED");
    }

    /// <summary>One entry.</summary>
    public sealed class AuditEntry : Message
    {
        /// <summary>Its number, from 1.</summary>
        public long Number { get; set; }

        /// <summary>What it says.</summary>
        public AuditKind Kind { get; set; }

        /// <summary>Timeline of the record.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Position of the record; 0 for a whole timeline.</summary>
        public long Seq { get; set; }

        /// <summary>When it was written.</summary>
        public global::System.DateTime? WriteTime
        {
            get { return _writeTime; }
            set { _writeTime = value; _writeTimeRest = 0; }
        }

        private global::System.DateTime? _writeTime;
        private int _writeTimeRest; // nanoseconds that are too fine for it

        /// <summary>HMAC-SHA256 over the record, in hex, under a key that only the database has; empty for none.</summary>
        public string Digest
        {
            get { return _digest; }
            set { _digest = value ?? ""; }
        }

        private string _digest = "";

        /// <summary>SHA-256 over the link before and this entry, in hex.</summary>
        public string Link
        {
            get { return _link; }
            set { _link = value ?? ""; }
        }

        private string _link = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AuditEntry"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Number != 0L) { to.Int64(1, "number", Number); }
            if ((int)Kind != 0) { to.Enum(2, "kind", AuditKindNames.Table, (int)Kind); }
            if (TimelineId.Length != 0) { to.String(3, "timelineId", TimelineId); }
            if (Seq != 0L) { to.Int64(4, "seq", Seq); }
            if (WriteTime.HasValue) { to.Timestamp(5, "writeTime", WriteTime.Value, _writeTimeRest); }
            if (Digest.Length != 0) { to.String(6, "digest", Digest); }
            if (Link.Length != 0) { to.String(7, "link", Link); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Number = from.Int64();
                    return true;
                case 2:
                    int _kindRead; if (from.Enum(AuditKindNames.Table, out _kindRead)) { Kind = (AuditKind)_kindRead; }
                    return true;
                case 3:
                    TimelineId = from.String();
                    return true;
                case 4:
                    Seq = from.Int64();
                    return true;
                case 5:
                    _writeTime = from.Timestamp(out _writeTimeRest);
                    return true;
                case 6:
                    Digest = from.String();
                    return true;
                case 7:
                    Link = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "number": return 1;
                case "kind": return 2;
                case "timelineId": case "timeline_id": return 3;
                case "seq": return 4;
                case "writeTime": case "write_time": return 5;
                case "digest": return 6;
                case "link": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>Which entries to list.</summary>
    public sealed class ListAuditEntriesRequest : Message
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

        /// <summary>From the page before; empty for the first.</summary>
        public string PageToken
        {
            get { return _pageToken; }
            set { _pageToken = value ?? ""; }
        }

        private string _pageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ListAuditEntriesRequest"; }
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

    /// <summary>A page of entries.</summary>
    public sealed class ListAuditEntriesResponse : Message
    {
        /// <summary>Entries.</summary>
        public global::System.Collections.Generic.List<AuditEntry> Entries
        {
            get { return _entries; }
            set { _entries = value ?? new global::System.Collections.Generic.List<AuditEntry>(); }
        }

        private global::System.Collections.Generic.List<AuditEntry> _entries = new global::System.Collections.Generic.List<AuditEntry>();

        /// <summary>For the next page; empty after the last.</summary>
        public string NextPageToken
        {
            get { return _nextPageToken; }
            set { _nextPageToken = value ?? ""; }
        }

        private string _nextPageToken = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ListAuditEntriesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_entries.Count != 0) { to.Messages(1, "entries", _entries.Count, n => _entries[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_entries, () => new AuditEntry());
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
                case "entries": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Which log to export.</summary>
    public sealed class ExportAuditRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Number after which to go on; 0 for all.</summary>
        public long AfterNumber { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportAuditRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (AfterNumber != 0L) { to.Int64(2, "afterNumber", AfterNumber); }
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
                    AfterNumber = from.Int64();
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
                case "afterNumber": case "after_number": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>An export.</summary>
    public sealed class ExportAuditResponse : Message
    {
        /// <summary>One JSON object a line.</summary>
        public string Lines
        {
            get { return _lines; }
            set { _lines = value ?? ""; }
        }

        private string _lines = "";

        /// <summary>Number to go on after; 0 at the end.</summary>
        public long NextNumber { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportAuditResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Lines.Length != 0) { to.String(1, "lines", Lines); }
            if (NextNumber != 0L) { to.Int64(2, "nextNumber", NextNumber); }
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
                    NextNumber = from.Int64();
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
                case "nextNumber": case "next_number": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Whose head to sign.</summary>
    public sealed class GetAuditHeadRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetAuditHeadRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    WorldId = from.String();
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
                default: return 0;
            }
        }
    }

    /// <summary>A signed head.</summary>
    public sealed class GetAuditHeadResponse : Message
    {
        /// <summary>How many entries the log has.</summary>
        public long Number { get; set; }

        /// <summary>A C2SP signed note; empty while the log has no entry.</summary>
        public string Note
        {
            get { return _note; }
            set { _note = value ?? ""; }
        }

        private string _note = "";

        /// <summary>Public half of the key, as verifiers of such notes take it.</summary>
        public string VerifierKey
        {
            get { return _verifierKey; }
            set { _verifierKey = value ?? ""; }
        }

        private string _verifierKey = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetAuditHeadResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Number != 0L) { to.Int64(1, "number", Number); }
            if (Note.Length != 0) { to.String(2, "note", Note); }
            if (VerifierKey.Length != 0) { to.String(3, "verifierKey", VerifierKey); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Number = from.Int64();
                    return true;
                case 2:
                    Note = from.String();
                    return true;
                case 3:
                    VerifierKey = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "number": return 1;
                case "note": return 2;
                case "verifierKey": case "verifier_key": return 3;
                default: return 0;
            }
        }
    }
}
