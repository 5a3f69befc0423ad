# Generated from proto/npcserver/admin/v1/lore_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _Secret = preload("../../messages/secret.gd")


## A chapter of a book.
class Chapter:
	extends Message
	## Title; at most 80 characters.
	var title: String = ""
	## Text; at most 200,000 characters.
	var text: String = ""
	## Who may be told of it; absent means everyone.
	var secret: _Secret.Secret:
		get:
			if _secret == null:
				_secret = _Secret.Secret.new()
			return _secret
		set(value):
			_secret = value
			_has_secret = value != null
	var _secret: _Secret.Secret
	var _has_secret := false

	func has_secret() -> bool:
		return _has_secret or (_secret != null and not _secret.is_empty())


	static func from_dict(source: Variant) -> Chapter:
		var it_ := Chapter.new()
		var from_ := W.dictionary(source)
		it_.title = W.text(from_.get("title"))
		it_.text = W.text(from_.get("text"))
		var secret_: Variant = from_.get("secret")
		if secret_ != null:
			it_.secret = _Secret.Secret.from_dict(secret_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if title != "":
			out_["title"] = title
		if text != "":
			out_["text"] = text
		if has_secret():
			out_["secret"] = _secret.to_dict()
		return out_


## A book of a world.
class Book:
	extends Message
	## Id, [code][lb]a-z0-9][lb]a-z0-9_-]*[/code], at most 63 characters, unique within its world.
	## Empty on creation: made from the title.
	var book_id: String = ""
	## World.
	var world_id: String = ""
	## Title; 1 to 80 characters.
	var title: String = ""
	## Author; at most 80 characters.
	var author: String = ""
	## Shelf, a word to narrow a search by; at most 80 characters.
	var shelf: String = ""
	## Characters who have read it, at most 500; empty means all.
	var reader_ids: Array[String] = []
	## Chapters, 1 to 200.
	var chapters: Array[Chapter] = []
	## Changes with every update. Output only.
	var etag: String = ""

	static func from_dict(source: Variant) -> Book:
		var it_ := Book.new()
		var from_ := W.dictionary(source)
		it_.book_id = W.text(from_.get("bookId", from_.get("book_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.title = W.text(from_.get("title"))
		it_.author = W.text(from_.get("author"))
		it_.shelf = W.text(from_.get("shelf"))
		for entry_: Variant in W.list(from_.get("readerIds", from_.get("reader_ids"))):
			it_.reader_ids.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("chapters")):
			it_.chapters.append(Chapter.from_dict(entry_))
		it_.etag = W.text(from_.get("etag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if book_id != "":
			out_["bookId"] = book_id
		if world_id != "":
			out_["worldId"] = world_id
		if title != "":
			out_["title"] = title
		if author != "":
			out_["author"] = author
		if shelf != "":
			out_["shelf"] = shelf
		if not reader_ids.is_empty():
			out_["readerIds"] = reader_ids.duplicate()
		if not chapters.is_empty():
			var list_ := []
			for entry_ in chapters:
				list_.append(entry_.to_dict())
			out_["chapters"] = list_
		if etag != "":
			out_["etag"] = etag
		return out_


## A few sentences of a chapter that can be cited.
class Passage:
	extends Message
	## Id, [code]book/chapter/number[/code]; the numbers count from 1.
	var passage_id: String = ""
	## Book.
	var book_id: String = ""
	## Title of the book.
	var title: String = ""
	## Number of the chapter, from 1.
	var chapter: int = 0
	## Title of the chapter.
	var chapter_title: String = ""
	## Text.
	var text: String = ""
	## Where it begins in the text of the chapter, in characters.
	var start: int = 0
	## Where it ends.
	var end: int = 0

	static func from_dict(source: Variant) -> Passage:
		var it_ := Passage.new()
		var from_ := W.dictionary(source)
		it_.passage_id = W.text(from_.get("passageId", from_.get("passage_id")))
		it_.book_id = W.text(from_.get("bookId", from_.get("book_id")))
		it_.title = W.text(from_.get("title"))
		it_.chapter = W.integer(from_.get("chapter"))
		it_.chapter_title = W.text(from_.get("chapterTitle", from_.get("chapter_title")))
		it_.text = W.text(from_.get("text"))
		it_.start = W.integer(from_.get("start"))
		it_.end = W.integer(from_.get("end"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if passage_id != "":
			out_["passageId"] = passage_id
		if book_id != "":
			out_["bookId"] = book_id
		if title != "":
			out_["title"] = title
		if chapter != 0:
			out_["chapter"] = chapter
		if chapter_title != "":
			out_["chapterTitle"] = chapter_title
		if text != "":
			out_["text"] = text
		if start != 0:
			out_["start"] = start
		if end != 0:
			out_["end"] = end
		return out_


## The book to store.
class PutBookRequest:
	extends Message
	## Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
	## most 36 ASCII characters, kept for at least 24 hours.
	var request_id: String = ""
	## Book. An [code]etag[/code] that is set and does not match is [code]ETAG_MISMATCH[/code].
	var book: Book:
		get:
			if _book == null:
				_book = Book.new()
			return _book
		set(value):
			_book = value
			_has_book = value != null
	var _book: Book
	var _has_book := false

	func has_book() -> bool:
		return _has_book or (_book != null and not _book.is_empty())


	static func from_dict(source: Variant) -> PutBookRequest:
		var it_ := PutBookRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		var book_: Variant = from_.get("book")
		if book_ != null:
			it_.book = Book.from_dict(book_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if has_book():
			out_["book"] = _book.to_dict()
		return out_


## The book as stored.
class PutBookResponse:
	extends Message
	## Book.
	var book: Book:
		get:
			if _book == null:
				_book = Book.new()
			return _book
		set(value):
			_book = value
			_has_book = value != null
	var _book: Book
	var _has_book := false

	func has_book() -> bool:
		return _has_book or (_book != null and not _book.is_empty())

	## How many passages it has.
	var passages: int = 0

	static func from_dict(source: Variant) -> PutBookResponse:
		var it_ := PutBookResponse.new()
		var from_ := W.dictionary(source)
		var book_: Variant = from_.get("book")
		if book_ != null:
			it_.book = Book.from_dict(book_)
		it_.passages = W.integer(from_.get("passages"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_book():
			out_["book"] = _book.to_dict()
		if passages != 0:
			out_["passages"] = passages
		return out_


## Which book.
class GetBookRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Book.
	var book_id: String = ""

	static func from_dict(source: Variant) -> GetBookRequest:
		var it_ := GetBookRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.book_id = W.text(from_.get("bookId", from_.get("book_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if book_id != "":
			out_["bookId"] = book_id
		return out_


## The book.
class GetBookResponse:
	extends Message
	## Book.
	var book: Book:
		get:
			if _book == null:
				_book = Book.new()
			return _book
		set(value):
			_book = value
			_has_book = value != null
	var _book: Book
	var _has_book := false

	func has_book() -> bool:
		return _has_book or (_book != null and not _book.is_empty())


	static func from_dict(source: Variant) -> GetBookResponse:
		var it_ := GetBookResponse.new()
		var from_ := W.dictionary(source)
		var book_: Variant = from_.get("book")
		if book_ != null:
			it_.book = Book.from_dict(book_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_book():
			out_["book"] = _book.to_dict()
		return out_


## Which page of a world's books.
class ListBooksRequest:
	extends Message
	## World.
	var world_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListBooksRequest:
		var it_ := ListBooksRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A page of books.
class ListBooksResponse:
	extends Message
	## Books, without the texts of their chapters.
	var books: Array[Book] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListBooksResponse:
		var it_ := ListBooksResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("books")):
			it_.books.append(Book.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not books.is_empty():
			var list_ := []
			for entry_ in books:
				list_.append(entry_.to_dict())
			out_["books"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## Which passages to list.
class ListPassagesRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Book.
	var book_id: String = ""
	## Only passages of the chapter of this number, from 1; 0 for all.
	var chapter: int = 0
	## Only passages in which all these words stand, in any case; at most 2,000 characters. Empty
	## for all.
	var text: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListPassagesRequest:
		var it_ := ListPassagesRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.book_id = W.text(from_.get("bookId", from_.get("book_id")))
		it_.chapter = W.integer(from_.get("chapter"))
		it_.text = W.text(from_.get("text"))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if book_id != "":
			out_["bookId"] = book_id
		if chapter != 0:
			out_["chapter"] = chapter
		if text != "":
			out_["text"] = text
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A page of passages.
class ListPassagesResponse:
	extends Message
	## Passages.
	var passages: Array[Passage] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListPassagesResponse:
		var it_ := ListPassagesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("passages")):
			it_.passages.append(Passage.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not passages.is_empty():
			var list_ := []
			for entry_ in passages:
				list_.append(entry_.to_dict())
			out_["passages"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## Which book to delete.
class DeleteBookRequest:
	extends Message
	## Makes a retry safe; see [code]PutBookRequest.request_id[/code].
	var request_id: String = ""
	## World.
	var world_id: String = ""
	## Book.
	var book_id: String = ""
	## When set, deletes only this state of it.
	var etag: String = ""

	static func from_dict(source: Variant) -> DeleteBookRequest:
		var it_ := DeleteBookRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.book_id = W.text(from_.get("bookId", from_.get("book_id")))
		it_.etag = W.text(from_.get("etag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if world_id != "":
			out_["worldId"] = world_id
		if book_id != "":
			out_["bookId"] = book_id
		if etag != "":
			out_["etag"] = etag
		return out_


## The book is gone.
class DeleteBookResponse:
	extends Message

	static func from_dict(source: Variant) -> DeleteBookResponse:
		var it_ := DeleteBookResponse.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## What to ask, and in which books.
class AskRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Question; 1 to 2,000 characters.
	var question: String = ""
	## Only books on this shelf; empty means all.
	var shelf: String = ""
	## Only books that this character has read; empty means all books.
	var reader_id: String = ""
	## How many passages at most, 1 to 50; 0 means 5.
	var limit: int = 0
	## Timeline whose story flags unlock passages, and whose drafts stand in place of books; empty:
	## secret passages stay locked.
	var timeline_id: String = ""
	## Only passages with at least this [code]confidence[/code], 0 to 1; 0 ranks all that have
	## something in common with the question.
	var min_confidence: float = 0.0

	static func from_dict(source: Variant) -> AskRequest:
		var it_ := AskRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.question = W.text(from_.get("question"))
		it_.shelf = W.text(from_.get("shelf"))
		it_.reader_id = W.text(from_.get("readerId", from_.get("reader_id")))
		it_.limit = W.integer(from_.get("limit"))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.min_confidence = W.number(from_.get("minConfidence", from_.get("min_confidence")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if question != "":
			out_["question"] = question
		if shelf != "":
			out_["shelf"] = shelf
		if reader_id != "":
			out_["readerId"] = reader_id
		if limit != 0:
			out_["limit"] = limit
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if min_confidence != 0.0:
			out_["minConfidence"] = W.number_out(min_confidence)
		return out_


## A passage that answers, or may answer.
class AskResponse:
	extends Message
	## Passage.
	var passage: Passage:
		get:
			if _passage == null:
				_passage = Passage.new()
			return _passage
		set(value):
			_passage = value
			_has_passage = value != null
	var _passage: Passage
	var _has_passage := false

	func has_passage() -> bool:
		return _has_passage or (_passage != null and not _passage.is_empty())

	## How near it is to the question, 0 to 1; the passages are ranked by it.
	var score: float = 0.0
	## Where the sentence that answers best begins, in characters of the passage.
	var highlight_start: int = 0
	## Where it ends.
	var highlight_end: int = 0
	## How surely it answers, 0 to 1. Below 0.5 read it as "I do not know, but see here";
	## characters draw on no such passage.
	var confidence: float = 0.0

	static func from_dict(source: Variant) -> AskResponse:
		var it_ := AskResponse.new()
		var from_ := W.dictionary(source)
		var passage_: Variant = from_.get("passage")
		if passage_ != null:
			it_.passage = Passage.from_dict(passage_)
		it_.score = W.number(from_.get("score"))
		it_.highlight_start = W.integer(from_.get("highlightStart", from_.get("highlight_start")))
		it_.highlight_end = W.integer(from_.get("highlightEnd", from_.get("highlight_end")))
		it_.confidence = W.number(from_.get("confidence"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_passage():
			out_["passage"] = _passage.to_dict()
		if score != 0.0:
			out_["score"] = W.number_out(score)
		if highlight_start != 0:
			out_["highlightStart"] = highlight_start
		if highlight_end != 0:
			out_["highlightEnd"] = highlight_end
		if confidence != 0.0:
			out_["confidence"] = W.number_out(confidence)
		return out_
