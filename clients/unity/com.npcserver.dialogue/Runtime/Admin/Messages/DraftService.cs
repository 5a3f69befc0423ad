// Generated from proto/npcserver/admin/v1/draft_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>A draft: of a persona, a book, or an affordance of the world's catalogue.</summary>
    public sealed class DraftedPersona : Message
    {
        /// <summary>Timeline in which it was looked for.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character; empty for a draft of something else.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Position from which it holds; in the lineage of the timeline, so perhaps before its fork.</summary>
        public int Seq { get; set; }

        /// <summary>What it says of the character.</summary>
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

        /// <summary>What was published when it was begun.</summary>
        public Persona Base
        {
            get { return _base ?? (_base = new Persona()); }
            set { _base = value; _baseIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasBase
        {
            get { return _base != null && (_baseIsSet || !_base.IsEmpty); }
        }

        private Persona _base;
        private bool _baseIsSet;

        /// <summary>Number of that version.</summary>
        public int BaseVersion { get; set; }

        /// <summary>What is published now; unset if it was deleted.</summary>
        public Persona Published
        {
            get { return _published ?? (_published = new Persona()); }
            set { _published = value; _publishedIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPublished
        {
            get { return _published != null && (_publishedIsSet || !_published.IsEmpty); }
        }

        private Persona _published;
        private bool _publishedIsSet;

        /// <summary>Number of that version.</summary>
        public int PublishedVersion { get; set; }

        /// <summary>Fields in which the draft differs from what is published, such as <c>voice</c>.</summary>
        public global::System.Collections.Generic.List<string> Changed
        {
            get { return _changed; }
            set { _changed = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _changed = new global::System.Collections.Generic.List<string>();

        /// <summary>
        /// Fields that were published anew since the draft was begun; while there are any it cannot be
        /// published. Updating the draft with <c>rebase</c> settles them.
        /// </summary>
        public global::System.Collections.Generic.List<string> Contested
        {
            get { return _contested; }
            set { _contested = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _contested = new global::System.Collections.Generic.List<string>();

        /// <summary>When it was written.</summary>
        public global::System.DateTime? CreateTime
        {
            get { return _createTime; }
            set { _createTime = value; _createTimeRest = 0; }
        }

        private global::System.DateTime? _createTime;
        private int _createTimeRest; // nanoseconds that are too fine for it

        /// <summary>Id of the key with which it was written.</summary>
        public string AuthorId
        {
            get { return _authorId; }
            set { _authorId = value ?? ""; }
        }

        private string _authorId = "";

        /// <summary>Why.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <summary>Whether what was published when it was begun was deleted since.</summary>
        public bool IsDeleted { get; set; }

        /// <summary>Book; empty for a draft of something else.</summary>
        public string BookId
        {
            get { return _bookId; }
            set { _bookId = value ?? ""; }
        }

        private string _bookId = "";

        /// <summary>What the draft says of the book.</summary>
        public Book Book
        {
            get { return _book ?? (_book = new Book()); }
            set { _book = value; _bookIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasBook
        {
            get { return _book != null && (_bookIsSet || !_book.IsEmpty); }
        }

        private Book _book;
        private bool _bookIsSet;

        /// <summary>The book that was published when it was begun; unset for a new one.</summary>
        public Book BaseBook
        {
            get { return _baseBook ?? (_baseBook = new Book()); }
            set { _baseBook = value; _baseBookIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasBaseBook
        {
            get { return _baseBook != null && (_baseBookIsSet || !_baseBook.IsEmpty); }
        }

        private Book _baseBook;
        private bool _baseBookIsSet;

        /// <summary>The book that is published now.</summary>
        public Book PublishedBook
        {
            get { return _publishedBook ?? (_publishedBook = new Book()); }
            set { _publishedBook = value; _publishedBookIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPublishedBook
        {
            get { return _publishedBook != null && (_publishedBookIsSet || !_publishedBook.IsEmpty); }
        }

        private Book _publishedBook;
        private bool _publishedBookIsSet;

        /// <summary>Affordance; empty for a draft of something else.</summary>
        public string AffordanceName
        {
            get { return _affordanceName; }
            set { _affordanceName = value ?? ""; }
        }

        private string _affordanceName = "";

        /// <summary>What the draft says of the affordance.</summary>
        public Affordance Affordance
        {
            get { return _affordance ?? (_affordance = new Affordance()); }
            set { _affordance = value; _affordanceIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasAffordance
        {
            get { return _affordance != null && (_affordanceIsSet || !_affordance.IsEmpty); }
        }

        private Affordance _affordance;
        private bool _affordanceIsSet;

        /// <summary>The affordance that was published when it was begun.</summary>
        public Affordance BaseAffordance
        {
            get { return _baseAffordance ?? (_baseAffordance = new Affordance()); }
            set { _baseAffordance = value; _baseAffordanceIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasBaseAffordance
        {
            get { return _baseAffordance != null && (_baseAffordanceIsSet || !_baseAffordance.IsEmpty); }
        }

        private Affordance _baseAffordance;
        private bool _baseAffordanceIsSet;

        /// <summary>The affordance that is published now.</summary>
        public Affordance PublishedAffordance
        {
            get { return _publishedAffordance ?? (_publishedAffordance = new Affordance()); }
            set { _publishedAffordance = value; _publishedAffordanceIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPublishedAffordance
        {
            get { return _publishedAffordance != null && (_publishedAffordanceIsSet || !_publishedAffordance.IsEmpty); }
        }

        private Affordance _publishedAffordance;
        private bool _publishedAffordanceIsSet;

        /// <summary>In place of <c>base_version</c> for a book or an affordance.</summary>
        public string BaseEtag
        {
            get { return _baseEtag; }
            set { _baseEtag = value ?? ""; }
        }

        private string _baseEtag = "";

        /// <summary>In place of <c>published_version</c> for a book or an affordance.</summary>
        public string PublishedEtag
        {
            get { return _publishedEtag; }
            set { _publishedEtag = value ?? ""; }
        }

        private string _publishedEtag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DraftedPersona"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (Seq != 0) { to.Int32(3, "seq", Seq); }
            if (HasPersona) { to.Message(4, "persona", _persona); }
            if (HasBase) { to.Message(5, "base", _base); }
            if (BaseVersion != 0) { to.Int32(6, "baseVersion", BaseVersion); }
            if (HasPublished) { to.Message(7, "published", _published); }
            if (PublishedVersion != 0) { to.Int32(8, "publishedVersion", PublishedVersion); }
            if (_changed.Count != 0) { to.Strings(9, "changed", _changed); }
            if (_contested.Count != 0) { to.Strings(10, "contested", _contested); }
            if (CreateTime.HasValue) { to.Timestamp(11, "createTime", CreateTime.Value, _createTimeRest); }
            if (AuthorId.Length != 0) { to.String(12, "authorId", AuthorId); }
            if (Why.Length != 0) { to.String(13, "why", Why); }
            if (IsDeleted) { to.Bool(14, "isDeleted", IsDeleted); }
            if (BookId.Length != 0) { to.String(15, "bookId", BookId); }
            if (HasBook) { to.Message(16, "book", _book); }
            if (HasBaseBook) { to.Message(17, "baseBook", _baseBook); }
            if (HasPublishedBook) { to.Message(18, "publishedBook", _publishedBook); }
            if (AffordanceName.Length != 0) { to.String(19, "affordanceName", AffordanceName); }
            if (HasAffordance) { to.Message(20, "affordance", _affordance); }
            if (HasBaseAffordance) { to.Message(21, "baseAffordance", _baseAffordance); }
            if (HasPublishedAffordance) { to.Message(22, "publishedAffordance", _publishedAffordance); }
            if (BaseEtag.Length != 0) { to.String(23, "baseEtag", BaseEtag); }
            if (PublishedEtag.Length != 0) { to.String(24, "publishedEtag", PublishedEtag); }
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
                case 4:
                    Persona = from.Message(Persona);
                    return true;
                case 5:
                    Base = from.Message(Base);
                    return true;
                case 6:
                    BaseVersion = from.Int32();
                    return true;
                case 7:
                    Published = from.Message(Published);
                    return true;
                case 8:
                    PublishedVersion = from.Int32();
                    return true;
                case 9:
                    from.Strings(_changed);
                    return true;
                case 10:
                    from.Strings(_contested);
                    return true;
                case 11:
                    _createTime = from.Timestamp(out _createTimeRest);
                    return true;
                case 12:
                    AuthorId = from.String();
                    return true;
                case 13:
                    Why = from.String();
                    return true;
                case 14:
                    IsDeleted = from.Bool();
                    return true;
                case 15:
                    BookId = from.String();
                    return true;
                case 16:
                    Book = from.Message(Book);
                    return true;
                case 17:
                    BaseBook = from.Message(BaseBook);
                    return true;
                case 18:
                    PublishedBook = from.Message(PublishedBook);
                    return true;
                case 19:
                    AffordanceName = from.String();
                    return true;
                case 20:
                    Affordance = from.Message(Affordance);
                    return true;
                case 21:
                    BaseAffordance = from.Message(BaseAffordance);
                    return true;
                case 22:
                    PublishedAffordance = from.Message(PublishedAffordance);
                    return true;
                case 23:
                    BaseEtag = from.String();
                    return true;
                case 24:
                    PublishedEtag = from.String();
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
                case "persona": return 4;
                case "base": return 5;
                case "baseVersion": case "base_version": return 6;
                case "published": return 7;
                case "publishedVersion": case "published_version": return 8;
                case "changed": return 9;
                case "contested": return 10;
                case "createTime": case "create_time": return 11;
                case "authorId": case "author_id": return 12;
                case "why": return 13;
                case "isDeleted": case "is_deleted": return 14;
                case "bookId": case "book_id": return 15;
                case "book": return 16;
                case "baseBook": case "base_book": return 17;
                case "publishedBook": case "published_book": return 18;
                case "affordanceName": case "affordance_name": return 19;
                case "affordance": return 20;
                case "baseAffordance": case "base_affordance": return 21;
                case "publishedAffordance": case "published_affordance": return 22;
                case "baseEtag": case "base_etag": return 23;
                case "publishedEtag": case "published_etag": return 24;
                default: return 0;
            }
        }
    }

    /// <summary>What to draft.</summary>
    public sealed class UpdateDraftRequest : Message, IRepeatable
    {
        private InsteadOneofCase _insteadCase;
        private object _instead;

        /// <summary>Which arm of <c>instead</c> is set.</summary>
        public enum InsteadOneofCase
        {
            None = 0,
            Book = 9,
            Affordance = 10,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public InsteadOneofCase InsteadCase
        {
            get { return _insteadCase; }
        }

        /// <summary>Makes the call safe to repeat; see <c>SayRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline; not where the world begins.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character; empty where something else is meant.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Persona with the new values; the others stay as in the draft, or as published.</summary>
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

        /// <summary>Fields to change, such as <c>voice</c>; absent means those that are set.</summary>
        public global::System.Collections.Generic.List<string> UpdateMask
        {
            get { return _updateMask; }
            set { _updateMask = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _updateMask = new global::System.Collections.Generic.List<string>();

        /// <summary>When set, replaces only the draft at that position, or with 0 only where there is none.</summary>
        public int? IfSeq { get; set; }

        /// <summary>Whether the draft counts as begun from what is published now.</summary>
        public bool Rebase { get; set; }

        /// <summary>Why, for those who read the list of drafts; at most 500 characters.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <summary>Book with the new values, by its <c>book_id</c>, which may be new; of <c>update_mask</c> its fields.</summary>
        public Book Book
        {
            get { return _insteadCase == InsteadOneofCase.Book ? (Book)_instead : new Book(); }
            set { _instead = value ?? new Book(); _insteadCase = InsteadOneofCase.Book; }
        }

        /// <summary>Affordance with the new values, by its <c>name</c>, which is in the world's catalogue.</summary>
        public Affordance Affordance
        {
            get { return _insteadCase == InsteadOneofCase.Affordance ? (Affordance)_instead : new Affordance(); }
            set { _instead = value ?? new Affordance(); _insteadCase = InsteadOneofCase.Affordance; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdateDraftRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (HasPersona) { to.Message(4, "persona", _persona); }
            if (_updateMask.Count != 0) { to.Mask(5, "updateMask", _updateMask); }
            if (IfSeq.HasValue) { to.Int32(6, "ifSeq", IfSeq.Value); }
            if (Rebase) { to.Bool(7, "rebase", Rebase); }
            if (Why.Length != 0) { to.String(8, "why", Why); }
            if (InsteadCase == InsteadOneofCase.Book) { to.Message(9, "book", Book); }
            if (InsteadCase == InsteadOneofCase.Affordance) { to.Message(10, "affordance", Affordance); }
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
                    Persona = from.Message(Persona);
                    return true;
                case 5:
                    from.Mask(_updateMask);
                    return true;
                case 6:
                    IfSeq = from.Int32();
                    return true;
                case 7:
                    Rebase = from.Bool();
                    return true;
                case 8:
                    Why = from.String();
                    return true;
                case 9:
                    Book = from.Message(Book);
                    return true;
                case 10:
                    Affordance = from.Message(Affordance);
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
                case "persona": return 4;
                case "updateMask": case "update_mask": return 5;
                case "ifSeq": case "if_seq": return 6;
                case "rebase": return 7;
                case "why": return 8;
                case "book": return 9;
                case "affordance": return 10;
                default: return 0;
            }
        }
    }

    /// <summary>The draft as it holds now.</summary>
    public sealed class UpdateDraftResponse : Message
    {
        /// <summary>Draft.</summary>
        public DraftedPersona Draft
        {
            get { return _draft ?? (_draft = new DraftedPersona()); }
            set { _draft = value; _draftIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasDraft
        {
            get { return _draft != null && (_draftIsSet || !_draft.IsEmpty); }
        }

        private DraftedPersona _draft;
        private bool _draftIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.UpdateDraftResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasDraft) { to.Message(1, "draft", _draft); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Draft = from.Message(Draft);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "draft": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Whose draft.</summary>
    public sealed class GetDraftRequest : Message
    {
        private InsteadOneofCase _insteadCase;
        private object _instead;

        /// <summary>Which arm of <c>instead</c> is set.</summary>
        public enum InsteadOneofCase
        {
            None = 0,
            BookId = 3,
            AffordanceName = 4,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public InsteadOneofCase InsteadCase
        {
            get { return _insteadCase; }
        }

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character; empty where something else is meant.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Book.</summary>
        public string BookId
        {
            get { return _insteadCase == InsteadOneofCase.BookId ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.BookId; }
        }

        /// <summary>Affordance.</summary>
        public string AffordanceName
        {
            get { return _insteadCase == InsteadOneofCase.AffordanceName ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.AffordanceName; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetDraftRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (InsteadCase == InsteadOneofCase.BookId) { to.String(3, "bookId", BookId); }
            if (InsteadCase == InsteadOneofCase.AffordanceName) { to.String(4, "affordanceName", AffordanceName); }
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
                    BookId = from.String();
                    return true;
                case 4:
                    AffordanceName = from.String();
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
                case "bookId": case "book_id": return 3;
                case "affordanceName": case "affordance_name": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The draft.</summary>
    public sealed class GetDraftResponse : Message
    {
        /// <summary>Draft.</summary>
        public DraftedPersona Draft
        {
            get { return _draft ?? (_draft = new DraftedPersona()); }
            set { _draft = value; _draftIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasDraft
        {
            get { return _draft != null && (_draftIsSet || !_draft.IsEmpty); }
        }

        private DraftedPersona _draft;
        private bool _draftIsSet;

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetDraftResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasDraft) { to.Message(1, "draft", _draft); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Draft = from.Message(Draft);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "draft": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Whose drafts to list.</summary>
    public sealed class ListDraftsRequest : Message
    {
        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

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
            get { return "npcserver.admin.v1.ListDraftsRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (PageSize != 0) { to.Int32(2, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(3, "pageToken", PageToken); }
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
                case "timelineId": case "timeline_id": return 1;
                case "pageSize": case "page_size": return 2;
                case "pageToken": case "page_token": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A page of drafts.</summary>
    public sealed class ListDraftsResponse : Message
    {
        /// <summary>Drafts.</summary>
        public global::System.Collections.Generic.List<DraftedPersona> Drafts
        {
            get { return _drafts; }
            set { _drafts = value ?? new global::System.Collections.Generic.List<DraftedPersona>(); }
        }

        private global::System.Collections.Generic.List<DraftedPersona> _drafts = new global::System.Collections.Generic.List<DraftedPersona>();

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
            get { return "npcserver.admin.v1.ListDraftsResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_drafts.Count != 0) { to.Messages(1, "drafts", _drafts.Count, n => _drafts[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_drafts, () => new DraftedPersona());
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
                case "drafts": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The draft to end.</summary>
    public sealed class DiscardDraftRequest : Message, IRepeatable
    {
        private InsteadOneofCase _insteadCase;
        private object _instead;

        /// <summary>Which arm of <c>instead</c> is set.</summary>
        public enum InsteadOneofCase
        {
            None = 0,
            BookId = 6,
            AffordanceName = 7,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public InsteadOneofCase InsteadCase
        {
            get { return _insteadCase; }
        }

        /// <summary>Makes the call safe to repeat; see <c>SayRequest.request_id</c>.</summary>
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

        /// <summary>Character; empty where something else is meant.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>When set, ends only the draft at that position.</summary>
        public int? IfSeq { get; set; }

        /// <summary>Why, at most 500 characters.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <summary>Book.</summary>
        public string BookId
        {
            get { return _insteadCase == InsteadOneofCase.BookId ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.BookId; }
        }

        /// <summary>Affordance.</summary>
        public string AffordanceName
        {
            get { return _insteadCase == InsteadOneofCase.AffordanceName ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.AffordanceName; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DiscardDraftRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (IfSeq.HasValue) { to.Int32(4, "ifSeq", IfSeq.Value); }
            if (Why.Length != 0) { to.String(5, "why", Why); }
            if (InsteadCase == InsteadOneofCase.BookId) { to.String(6, "bookId", BookId); }
            if (InsteadCase == InsteadOneofCase.AffordanceName) { to.String(7, "affordanceName", AffordanceName); }
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
                    IfSeq = from.Int32();
                    return true;
                case 5:
                    Why = from.String();
                    return true;
                case 6:
                    BookId = from.String();
                    return true;
                case 7:
                    AffordanceName = from.String();
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
                case "ifSeq": case "if_seq": return 4;
                case "why": return 5;
                case "bookId": case "book_id": return 6;
                case "affordanceName": case "affordance_name": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>The draft is over.</summary>
    public sealed class DiscardDraftResponse : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DiscardDraftResponse"; }
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

    /// <summary>The draft to publish.</summary>
    public sealed class PreviewPublicationRequest : Message
    {
        private InsteadOneofCase _insteadCase;
        private object _instead;

        /// <summary>Which arm of <c>instead</c> is set.</summary>
        public enum InsteadOneofCase
        {
            None = 0,
            BookId = 3,
            AffordanceName = 4,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public InsteadOneofCase InsteadCase
        {
            get { return _insteadCase; }
        }

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character; empty where something else is meant.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Book.</summary>
        public string BookId
        {
            get { return _insteadCase == InsteadOneofCase.BookId ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.BookId; }
        }

        /// <summary>Affordance.</summary>
        public string AffordanceName
        {
            get { return _insteadCase == InsteadOneofCase.AffordanceName ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.AffordanceName; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PreviewPublicationRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (InsteadCase == InsteadOneofCase.BookId) { to.String(3, "bookId", BookId); }
            if (InsteadCase == InsteadOneofCase.AffordanceName) { to.String(4, "affordanceName", AffordanceName); }
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
                    BookId = from.String();
                    return true;
                case 4:
                    AffordanceName = from.String();
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
                case "bookId": case "book_id": return 3;
                case "affordanceName": case "affordance_name": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>Whom it would reach.</summary>
    public sealed class PreviewPublicationResponse : Message
    {
        /// <summary>Draft.</summary>
        public DraftedPersona Draft
        {
            get { return _draft ?? (_draft = new DraftedPersona()); }
            set { _draft = value; _draftIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasDraft
        {
            get { return _draft != null && (_draftIsSet || !_draft.IsEmpty); }
        }

        private DraftedPersona _draft;
        private bool _draftIsSet;

        /// <summary>Timelines that would use it.</summary>
        public global::System.Collections.Generic.List<string> TimelineIds
        {
            get { return _timelineIds; }
            set { _timelineIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _timelineIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Timelines that have another draft of the character, and keep it.</summary>
        public global::System.Collections.Generic.List<string> DraftedIds
        {
            get { return _draftedIds; }
            set { _draftedIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _draftedIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Players who play in the first.</summary>
        public global::System.Collections.Generic.List<string> PlayerIds
        {
            get { return _playerIds; }
            set { _playerIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _playerIds = new global::System.Collections.Generic.List<string>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PreviewPublicationResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasDraft) { to.Message(1, "draft", _draft); }
            if (_timelineIds.Count != 0) { to.Strings(2, "timelineIds", _timelineIds); }
            if (_draftedIds.Count != 0) { to.Strings(3, "draftedIds", _draftedIds); }
            if (_playerIds.Count != 0) { to.Strings(4, "playerIds", _playerIds); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Draft = from.Message(Draft);
                    return true;
                case 2:
                    from.Strings(_timelineIds);
                    return true;
                case 3:
                    from.Strings(_draftedIds);
                    return true;
                case 4:
                    from.Strings(_playerIds);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "draft": return 1;
                case "timelineIds": case "timeline_ids": return 2;
                case "draftedIds": case "drafted_ids": return 3;
                case "playerIds": case "player_ids": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The draft to publish.</summary>
    public sealed class PublishDraftRequest : Message, IRepeatable
    {
        private InsteadOneofCase _insteadCase;
        private object _instead;

        /// <summary>Which arm of <c>instead</c> is set.</summary>
        public enum InsteadOneofCase
        {
            None = 0,
            BookId = 6,
            AffordanceName = 7,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public InsteadOneofCase InsteadCase
        {
            get { return _insteadCase; }
        }

        /// <summary>Makes the call safe to repeat; see <c>SayRequest.request_id</c>.</summary>
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

        /// <summary>Character; empty where something else is meant.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>When set, publishes only the draft at that position.</summary>
        public int? IfSeq { get; set; }

        /// <summary>Why, at most 500 characters.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <summary>Book.</summary>
        public string BookId
        {
            get { return _insteadCase == InsteadOneofCase.BookId ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.BookId; }
        }

        /// <summary>Affordance.</summary>
        public string AffordanceName
        {
            get { return _insteadCase == InsteadOneofCase.AffordanceName ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.AffordanceName; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PublishDraftRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(3, "characterId", CharacterId); }
            if (IfSeq.HasValue) { to.Int32(4, "ifSeq", IfSeq.Value); }
            if (Why.Length != 0) { to.String(5, "why", Why); }
            if (InsteadCase == InsteadOneofCase.BookId) { to.String(6, "bookId", BookId); }
            if (InsteadCase == InsteadOneofCase.AffordanceName) { to.String(7, "affordanceName", AffordanceName); }
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
                    IfSeq = from.Int32();
                    return true;
                case 5:
                    Why = from.String();
                    return true;
                case 6:
                    BookId = from.String();
                    return true;
                case 7:
                    AffordanceName = from.String();
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
                case "ifSeq": case "if_seq": return 4;
                case "why": return 5;
                case "bookId": case "book_id": return 6;
                case "affordanceName": case "affordance_name": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>What became of the draft.</summary>
    public sealed class PublishDraftResponse : Message
    {
        /// <summary>Number of the version of the persona; 0 for something else.</summary>
        public int Version { get; set; }

        /// <summary>Timelines in which the draft held, and is over.</summary>
        public global::System.Collections.Generic.List<string> TimelineIds
        {
            get { return _timelineIds; }
            set { _timelineIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _timelineIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Etag of the book, or what stands for the affordance as it is now.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PublishDraftResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Version != 0) { to.Int32(1, "version", Version); }
            if (_timelineIds.Count != 0) { to.Strings(2, "timelineIds", _timelineIds); }
            if (Etag.Length != 0) { to.String(3, "etag", Etag); }
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
                    from.Strings(_timelineIds);
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
                case "version": return 1;
                case "timelineIds": case "timeline_ids": return 2;
                case "etag": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>The drafts to export.</summary>
    public sealed class ExportDraftsRequest : Message
    {
        private InsteadOneofCase _insteadCase;
        private object _instead;

        /// <summary>Which arm of <c>instead</c> is set.</summary>
        public enum InsteadOneofCase
        {
            None = 0,
            BookId = 3,
            AffordanceName = 4,
        }

        /// <summary>Which arm is set; setting another changes it.</summary>
        public InsteadOneofCase InsteadCase
        {
            get { return _insteadCase; }
        }

        /// <summary>Timeline.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>Character; empty for all that is drafted, or where something else is meant.</summary>
        public string CharacterId
        {
            get { return _characterId; }
            set { _characterId = value ?? ""; }
        }

        private string _characterId = "";

        /// <summary>Book.</summary>
        public string BookId
        {
            get { return _insteadCase == InsteadOneofCase.BookId ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.BookId; }
        }

        /// <summary>Affordance.</summary>
        public string AffordanceName
        {
            get { return _insteadCase == InsteadOneofCase.AffordanceName ? (string)_instead : ""; }
            set { _instead = value ?? ""; _insteadCase = InsteadOneofCase.AffordanceName; }
        }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportDraftsRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (TimelineId.Length != 0) { to.String(1, "timelineId", TimelineId); }
            if (CharacterId.Length != 0) { to.String(2, "characterId", CharacterId); }
            if (InsteadCase == InsteadOneofCase.BookId) { to.String(3, "bookId", BookId); }
            if (InsteadCase == InsteadOneofCase.AffordanceName) { to.String(4, "affordanceName", AffordanceName); }
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
                    BookId = from.String();
                    return true;
                case 4:
                    AffordanceName = from.String();
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
                case "bookId": case "book_id": return 3;
                case "affordanceName": case "affordance_name": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The drafts as a file.</summary>
    public sealed class ExportDraftsResponse : Message
    {
        /// <summary>The file, YAML.</summary>
        public string Yaml
        {
            get { return _yaml; }
            set { _yaml = value ?? ""; }
        }

        private string _yaml = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ExportDraftsResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Yaml.Length != 0) { to.String(1, "yaml", Yaml); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Yaml = from.String();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "yaml": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>The file to import.</summary>
    public sealed class ImportDraftsRequest : Message, IRepeatable
    {
        /// <summary>Makes the call safe to repeat; see <c>SayRequest.request_id</c>.</summary>
        public string RequestId
        {
            get { return _requestId; }
            set { _requestId = value ?? ""; }
        }

        private string _requestId = "";

        /// <summary>Timeline; not where the world begins.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>The file, YAML; at most 16 MiB.</summary>
        public string Yaml
        {
            get { return _yaml; }
            set { _yaml = value ?? ""; }
        }

        private string _yaml = "";

        /// <summary>Whether to say what the import would do, and change nothing.</summary>
        public bool ValidateOnly { get; set; }

        /// <summary>Why, at most 500 characters.</summary>
        public string Why
        {
            get { return _why; }
            set { _why = value ?? ""; }
        }

        private string _why = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ImportDraftsRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (Yaml.Length != 0) { to.String(3, "yaml", Yaml); }
            if (ValidateOnly) { to.Bool(4, "validateOnly", ValidateOnly); }
            if (Why.Length != 0) { to.String(5, "why", Why); }
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
                    Yaml = from.String();
                    return true;
                case 4:
                    ValidateOnly = from.Bool();
                    return true;
                case 5:
                    Why = from.String();
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
                case "yaml": return 3;
                case "validateOnly": case "validate_only": return 4;
                case "why": return 5;
                default: return 0;
            }
        }
    }

    /// <summary>What the import did, or with <c>validate_only</c> would do.</summary>
    public sealed class ImportDraftsResponse : Message
    {
        /// <summary>The drafts as they hold now, or would; in the second case their <c>seq</c> is 0.</summary>
        public global::System.Collections.Generic.List<DraftedPersona> Drafts
        {
            get { return _drafts; }
            set { _drafts = value ?? new global::System.Collections.Generic.List<DraftedPersona>(); }
        }

        private global::System.Collections.Generic.List<DraftedPersona> _drafts = new global::System.Collections.Generic.List<DraftedPersona>();

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.ImportDraftsResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_drafts.Count != 0) { to.Messages(1, "drafts", _drafts.Count, n => _drafts[n]); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_drafts, () => new DraftedPersona());
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "drafts": return 1;
                default: return 0;
            }
        }
    }
}
