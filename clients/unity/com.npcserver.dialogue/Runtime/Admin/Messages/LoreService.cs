// Generated from proto/npcserver/admin/v1/lore_service.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Admin.V1
{
    /// <summary>A chapter of a book.</summary>
    public sealed class Chapter : Message
    {
        /// <summary>Title; at most 80 characters.</summary>
        public string Title
        {
            get { return _title; }
            set { _title = value ?? ""; }
        }

        private string _title = "";

        /// <summary>Text; at most 200,000 characters.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

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
            get { return "npcserver.admin.v1.Chapter"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (Title.Length != 0) { to.String(1, "title", Title); }
            if (Text.Length != 0) { to.String(2, "text", Text); }
            if (HasSecret) { to.Message(3, "secret", _secret); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Title = from.String();
                    return true;
                case 2:
                    Text = from.String();
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
                case "title": return 1;
                case "text": return 2;
                case "secret": return 3;
                default: return 0;
            }
        }
    }

    /// <summary>A book of a world.</summary>
    public sealed class Book : Message
    {
        /// <summary>
        /// Id, <c>[a-z0-9][a-z0-9_-]*</c>, at most 63 characters, unique within its world. Empty on creation:
        /// made from the title.
        /// </summary>
        public string BookId
        {
            get { return _bookId; }
            set { _bookId = value ?? ""; }
        }

        private string _bookId = "";

        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Title; 1 to 80 characters.</summary>
        public string Title
        {
            get { return _title; }
            set { _title = value ?? ""; }
        }

        private string _title = "";

        /// <summary>Author; at most 80 characters.</summary>
        public string Author
        {
            get { return _author; }
            set { _author = value ?? ""; }
        }

        private string _author = "";

        /// <summary>Shelf, a word to narrow a search by; at most 80 characters.</summary>
        public string Shelf
        {
            get { return _shelf; }
            set { _shelf = value ?? ""; }
        }

        private string _shelf = "";

        /// <summary>Characters who have read it, at most 500; empty means all.</summary>
        public global::System.Collections.Generic.List<string> ReaderIds
        {
            get { return _readerIds; }
            set { _readerIds = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _readerIds = new global::System.Collections.Generic.List<string>();

        /// <summary>Chapters, 1 to 200.</summary>
        public global::System.Collections.Generic.List<Chapter> Chapters
        {
            get { return _chapters; }
            set { _chapters = value ?? new global::System.Collections.Generic.List<Chapter>(); }
        }

        private global::System.Collections.Generic.List<Chapter> _chapters = new global::System.Collections.Generic.List<Chapter>();

        /// <summary>Changes with every update. Output only.</summary>
        public string Etag
        {
            get { return _etag; }
            set { _etag = value ?? ""; }
        }

        private string _etag = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Book"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (BookId.Length != 0) { to.String(1, "bookId", BookId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (Title.Length != 0) { to.String(3, "title", Title); }
            if (Author.Length != 0) { to.String(4, "author", Author); }
            if (Shelf.Length != 0) { to.String(5, "shelf", Shelf); }
            if (_readerIds.Count != 0) { to.Strings(6, "readerIds", _readerIds); }
            if (_chapters.Count != 0) { to.Messages(7, "chapters", _chapters.Count, n => _chapters[n]); }
            if (Etag.Length != 0) { to.String(8, "etag", Etag); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    BookId = from.String();
                    return true;
                case 2:
                    WorldId = from.String();
                    return true;
                case 3:
                    Title = from.String();
                    return true;
                case 4:
                    Author = from.String();
                    return true;
                case 5:
                    Shelf = from.String();
                    return true;
                case 6:
                    from.Strings(_readerIds);
                    return true;
                case 7:
                    from.Messages(_chapters, () => new Chapter());
                    return true;
                case 8:
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
                case "bookId": case "book_id": return 1;
                case "worldId": case "world_id": return 2;
                case "title": return 3;
                case "author": return 4;
                case "shelf": return 5;
                case "readerIds": case "reader_ids": return 6;
                case "chapters": return 7;
                case "etag": return 8;
                default: return 0;
            }
        }
    }

    /// <summary>A few sentences of a chapter that can be cited.</summary>
    public sealed class Passage : Message
    {
        /// <summary>Id, <c>book/chapter/number</c>; the numbers count from 1.</summary>
        public string PassageId
        {
            get { return _passageId; }
            set { _passageId = value ?? ""; }
        }

        private string _passageId = "";

        /// <summary>Book.</summary>
        public string BookId
        {
            get { return _bookId; }
            set { _bookId = value ?? ""; }
        }

        private string _bookId = "";

        /// <summary>Title of the book.</summary>
        public string Title
        {
            get { return _title; }
            set { _title = value ?? ""; }
        }

        private string _title = "";

        /// <summary>Number of the chapter, from 1.</summary>
        public int Chapter { get; set; }

        /// <summary>Title of the chapter.</summary>
        public string ChapterTitle
        {
            get { return _chapterTitle; }
            set { _chapterTitle = value ?? ""; }
        }

        private string _chapterTitle = "";

        /// <summary>Text.</summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

        /// <summary>Where it begins in the text of the chapter, in characters.</summary>
        public int Start { get; set; }

        /// <summary>Where it ends.</summary>
        public int End { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.Passage"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (PassageId.Length != 0) { to.String(1, "passageId", PassageId); }
            if (BookId.Length != 0) { to.String(2, "bookId", BookId); }
            if (Title.Length != 0) { to.String(3, "title", Title); }
            if (Chapter != 0) { to.Int32(4, "chapter", Chapter); }
            if (ChapterTitle.Length != 0) { to.String(5, "chapterTitle", ChapterTitle); }
            if (Text.Length != 0) { to.String(6, "text", Text); }
            if (Start != 0) { to.Int32(7, "start", Start); }
            if (End != 0) { to.Int32(8, "end", End); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    PassageId = from.String();
                    return true;
                case 2:
                    BookId = from.String();
                    return true;
                case 3:
                    Title = from.String();
                    return true;
                case 4:
                    Chapter = from.Int32();
                    return true;
                case 5:
                    ChapterTitle = from.String();
                    return true;
                case 6:
                    Text = from.String();
                    return true;
                case 7:
                    Start = from.Int32();
                    return true;
                case 8:
                    End = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "passageId": case "passage_id": return 1;
                case "bookId": case "book_id": return 2;
                case "title": return 3;
                case "chapter": return 4;
                case "chapterTitle": case "chapter_title": return 5;
                case "text": return 6;
                case "start": return 7;
                case "end": return 8;
                default: return 0;
            }
        }
    }

    /// <summary>The book to store.</summary>
    public sealed class PutBookRequest : Message, IRepeatable
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

        /// <summary>Book. An <c>etag</c> that is set and does not match is <c>ETAG_MISMATCH</c>.</summary>
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

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PutBookRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (HasBook) { to.Message(2, "book", _book); }
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
                    Book = from.Message(Book);
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
                case "book": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The book as stored.</summary>
    public sealed class PutBookResponse : Message
    {
        /// <summary>Book.</summary>
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

        /// <summary>How many passages it has.</summary>
        public int Passages { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.PutBookResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasBook) { to.Message(1, "book", _book); }
            if (Passages != 0) { to.Int32(2, "passages", Passages); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Book = from.Message(Book);
                    return true;
                case 2:
                    Passages = from.Int32();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "book": return 1;
                case "passages": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Which book.</summary>
    public sealed class GetBookRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Book.</summary>
        public string BookId
        {
            get { return _bookId; }
            set { _bookId = value ?? ""; }
        }

        private string _bookId = "";

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetBookRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (BookId.Length != 0) { to.String(2, "bookId", BookId); }
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
                    BookId = from.String();
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
                case "bookId": case "book_id": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>The book.</summary>
    public sealed class GetBookResponse : Message
    {
        /// <summary>Book.</summary>
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

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.GetBookResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasBook) { to.Message(1, "book", _book); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Book = from.Message(Book);
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "book": return 1;
                default: return 0;
            }
        }
    }

    /// <summary>Which page of a world's books.</summary>
    public sealed class ListBooksRequest : Message
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
            get { return "npcserver.admin.v1.ListBooksRequest"; }
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

    /// <summary>A page of books.</summary>
    public sealed class ListBooksResponse : Message
    {
        /// <summary>Books, without the texts of their chapters.</summary>
        public global::System.Collections.Generic.List<Book> Books
        {
            get { return _books; }
            set { _books = value ?? new global::System.Collections.Generic.List<Book>(); }
        }

        private global::System.Collections.Generic.List<Book> _books = new global::System.Collections.Generic.List<Book>();

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
            get { return "npcserver.admin.v1.ListBooksResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_books.Count != 0) { to.Messages(1, "books", _books.Count, n => _books[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_books, () => new Book());
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
                case "books": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Which passages to list.</summary>
    public sealed class ListPassagesRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Book.</summary>
        public string BookId
        {
            get { return _bookId; }
            set { _bookId = value ?? ""; }
        }

        private string _bookId = "";

        /// <summary>Only passages of the chapter of this number, from 1; 0 for all.</summary>
        public int Chapter { get; set; }

        /// <summary>
        /// Only passages in which all these words stand, in any case; at most 2,000 characters. Empty for
        /// all.
        /// </summary>
        public string Text
        {
            get { return _text; }
            set { _text = value ?? ""; }
        }

        private string _text = "";

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
            get { return "npcserver.admin.v1.ListPassagesRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (BookId.Length != 0) { to.String(2, "bookId", BookId); }
            if (Chapter != 0) { to.Int32(3, "chapter", Chapter); }
            if (Text.Length != 0) { to.String(4, "text", Text); }
            if (PageSize != 0) { to.Int32(5, "pageSize", PageSize); }
            if (PageToken.Length != 0) { to.String(6, "pageToken", PageToken); }
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
                    BookId = from.String();
                    return true;
                case 3:
                    Chapter = from.Int32();
                    return true;
                case 4:
                    Text = from.String();
                    return true;
                case 5:
                    PageSize = from.Int32();
                    return true;
                case 6:
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
                case "bookId": case "book_id": return 2;
                case "chapter": return 3;
                case "text": return 4;
                case "pageSize": case "page_size": return 5;
                case "pageToken": case "page_token": return 6;
                default: return 0;
            }
        }
    }

    /// <summary>A page of passages.</summary>
    public sealed class ListPassagesResponse : Message
    {
        /// <summary>Passages.</summary>
        public global::System.Collections.Generic.List<Passage> Passages
        {
            get { return _passages; }
            set { _passages = value ?? new global::System.Collections.Generic.List<Passage>(); }
        }

        private global::System.Collections.Generic.List<Passage> _passages = new global::System.Collections.Generic.List<Passage>();

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
            get { return "npcserver.admin.v1.ListPassagesResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (_passages.Count != 0) { to.Messages(1, "passages", _passages.Count, n => _passages[n]); }
            if (NextPageToken.Length != 0) { to.String(2, "nextPageToken", NextPageToken); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    from.Messages(_passages, () => new Passage());
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
                case "passages": return 1;
                case "nextPageToken": case "next_page_token": return 2;
                default: return 0;
            }
        }
    }

    /// <summary>Which book to delete.</summary>
    public sealed class DeleteBookRequest : Message, IRepeatable
    {
        /// <summary>Makes a retry safe; see <c>PutBookRequest.request_id</c>.</summary>
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

        /// <summary>Book.</summary>
        public string BookId
        {
            get { return _bookId; }
            set { _bookId = value ?? ""; }
        }

        private string _bookId = "";

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
            get { return "npcserver.admin.v1.DeleteBookRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (RequestId.Length != 0) { to.String(1, "requestId", RequestId); }
            if (WorldId.Length != 0) { to.String(2, "worldId", WorldId); }
            if (BookId.Length != 0) { to.String(3, "bookId", BookId); }
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
                    BookId = from.String();
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
                case "bookId": case "book_id": return 3;
                case "etag": return 4;
                default: return 0;
            }
        }
    }

    /// <summary>The book is gone.</summary>
    public sealed class DeleteBookResponse : Message
    {
        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.DeleteBookResponse"; }
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

    /// <summary>What to ask, and in which books.</summary>
    public sealed class AskRequest : Message
    {
        /// <summary>World.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        private string _worldId = "";

        /// <summary>Question; 1 to 2,000 characters.</summary>
        public string Question
        {
            get { return _question; }
            set { _question = value ?? ""; }
        }

        private string _question = "";

        /// <summary>Only books on this shelf; empty means all.</summary>
        public string Shelf
        {
            get { return _shelf; }
            set { _shelf = value ?? ""; }
        }

        private string _shelf = "";

        /// <summary>Only books that this character has read; empty means all books.</summary>
        public string ReaderId
        {
            get { return _readerId; }
            set { _readerId = value ?? ""; }
        }

        private string _readerId = "";

        /// <summary>How many passages at most, 1 to 50; 0 means 5.</summary>
        public int Limit { get; set; }

        /// <summary>
        /// Timeline whose story flags unlock passages, and whose drafts stand in place of books; empty: secret
        /// passages stay locked.
        /// </summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        private string _timelineId = "";

        /// <summary>
        /// Only passages with at least this <c>confidence</c>, 0 to 1; 0 ranks all that have something in common
        /// with the question.
        /// </summary>
        public double MinConfidence { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AskRequest"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (Question.Length != 0) { to.String(2, "question", Question); }
            if (Shelf.Length != 0) { to.String(3, "shelf", Shelf); }
            if (ReaderId.Length != 0) { to.String(4, "readerId", ReaderId); }
            if (Limit != 0) { to.Int32(5, "limit", Limit); }
            if (TimelineId.Length != 0) { to.String(6, "timelineId", TimelineId); }
            if (global::System.BitConverter.DoubleToInt64Bits(MinConfidence) != 0L) { to.Double(7, "minConfidence", MinConfidence); }
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
                    Question = from.String();
                    return true;
                case 3:
                    Shelf = from.String();
                    return true;
                case 4:
                    ReaderId = from.String();
                    return true;
                case 5:
                    Limit = from.Int32();
                    return true;
                case 6:
                    TimelineId = from.String();
                    return true;
                case 7:
                    MinConfidence = from.Double();
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
                case "question": return 2;
                case "shelf": return 3;
                case "readerId": case "reader_id": return 4;
                case "limit": return 5;
                case "timelineId": case "timeline_id": return 6;
                case "minConfidence": case "min_confidence": return 7;
                default: return 0;
            }
        }
    }

    /// <summary>A passage that answers, or may answer.</summary>
    public sealed class AskResponse : Message
    {
        /// <summary>Passage.</summary>
        public Passage Passage
        {
            get { return _passage ?? (_passage = new Passage()); }
            set { _passage = value; _passageIsSet = value != null; }
        }

        /// <summary>Whether it is there; reading it does not make it so.</summary>
        public bool HasPassage
        {
            get { return _passage != null && (_passageIsSet || !_passage.IsEmpty); }
        }

        private Passage _passage;
        private bool _passageIsSet;

        /// <summary>How near it is to the question, 0 to 1; the passages are ranked by it.</summary>
        public double Score { get; set; }

        /// <summary>Where the sentence that answers best begins, in characters of the passage.</summary>
        public int HighlightStart { get; set; }

        /// <summary>Where it ends.</summary>
        public int HighlightEnd { get; set; }

        /// <summary>
        /// How surely it answers, 0 to 1. Below 0.5 read it as "I do not know, but see here"; characters
        /// draw on no such passage.
        /// </summary>
        public double Confidence { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.admin.v1.AskResponse"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (HasPassage) { to.Message(1, "passage", _passage); }
            if (global::System.BitConverter.DoubleToInt64Bits(Score) != 0L) { to.Double(2, "score", Score); }
            if (HighlightStart != 0) { to.Int32(3, "highlightStart", HighlightStart); }
            if (HighlightEnd != 0) { to.Int32(4, "highlightEnd", HighlightEnd); }
            if (global::System.BitConverter.DoubleToInt64Bits(Confidence) != 0L) { to.Double(5, "confidence", Confidence); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    Passage = from.Message(Passage);
                    return true;
                case 2:
                    Score = from.Double();
                    return true;
                case 3:
                    HighlightStart = from.Int32();
                    return true;
                case 4:
                    HighlightEnd = from.Int32();
                    return true;
                case 5:
                    Confidence = from.Double();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "passage": return 1;
                case "score": return 2;
                case "highlightStart": case "highlight_start": return 3;
                case "highlightEnd": case "highlight_end": return 4;
                case "confidence": return 5;
                default: return 0;
            }
        }
    }
}
