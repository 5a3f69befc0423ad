# Generated from proto/npcserver/admin/v1/draft_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _Affordance = preload("../../messages/affordance.gd")
const _LoreService = preload("lore_service.gd")
const _PersonaService = preload("persona_service.gd")


## A draft: of a persona, a book, or an affordance of the world's catalogue.
class DraftedPersona:
	extends Message
	## Timeline in which it was looked for.
	var timeline_id: String = ""
	## Character; empty for a draft of something else.
	var character_id: String = ""
	## Position from which it holds; in the lineage of the timeline, so perhaps before its fork.
	var seq: int = 0
	## What it says of the character.
	var persona: _PersonaService.Persona:
		get:
			if _persona == null:
				_persona = _PersonaService.Persona.new()
			return _persona
		set(value):
			_persona = value
			_has_persona = value != null
	var _persona: _PersonaService.Persona
	var _has_persona := false

	func has_persona() -> bool:
		return _has_persona or (_persona != null and not _persona.is_empty())

	## What was published when it was begun.
	var base: _PersonaService.Persona:
		get:
			if _base == null:
				_base = _PersonaService.Persona.new()
			return _base
		set(value):
			_base = value
			_has_base = value != null
	var _base: _PersonaService.Persona
	var _has_base := false

	func has_base() -> bool:
		return _has_base or (_base != null and not _base.is_empty())

	## Number of that version.
	var base_version: int = 0
	## What is published now; unset if it was deleted.
	var published: _PersonaService.Persona:
		get:
			if _published == null:
				_published = _PersonaService.Persona.new()
			return _published
		set(value):
			_published = value
			_has_published = value != null
	var _published: _PersonaService.Persona
	var _has_published := false

	func has_published() -> bool:
		return _has_published or (_published != null and not _published.is_empty())

	## Number of that version.
	var published_version: int = 0
	## Fields in which the draft differs from what is published, such as [code]voice[/code].
	var changed: Array[String] = []
	## Fields that were published anew since the draft was begun; while there are any it cannot be
	## published. Updating the draft with [code]rebase[/code] settles them.
	var contested: Array[String] = []
	## When it was written.
	var create_time: String = ""
	## Id of the key with which it was written.
	var author_id: String = ""
	## Why.
	var why: String = ""
	## Whether what was published when it was begun was deleted since.
	var is_deleted: bool = false
	## Book; empty for a draft of something else.
	var book_id: String = ""
	## What the draft says of the book.
	var book: _LoreService.Book:
		get:
			if _book == null:
				_book = _LoreService.Book.new()
			return _book
		set(value):
			_book = value
			_has_book = value != null
	var _book: _LoreService.Book
	var _has_book := false

	func has_book() -> bool:
		return _has_book or (_book != null and not _book.is_empty())

	## The book that was published when it was begun; unset for a new one.
	var base_book: _LoreService.Book:
		get:
			if _base_book == null:
				_base_book = _LoreService.Book.new()
			return _base_book
		set(value):
			_base_book = value
			_has_base_book = value != null
	var _base_book: _LoreService.Book
	var _has_base_book := false

	func has_base_book() -> bool:
		return _has_base_book or (_base_book != null and not _base_book.is_empty())

	## The book that is published now.
	var published_book: _LoreService.Book:
		get:
			if _published_book == null:
				_published_book = _LoreService.Book.new()
			return _published_book
		set(value):
			_published_book = value
			_has_published_book = value != null
	var _published_book: _LoreService.Book
	var _has_published_book := false

	func has_published_book() -> bool:
		return _has_published_book or (_published_book != null and not _published_book.is_empty())

	## Affordance; empty for a draft of something else.
	var affordance_name: String = ""
	## What the draft says of the affordance.
	var affordance: _Affordance.Affordance:
		get:
			if _affordance == null:
				_affordance = _Affordance.Affordance.new()
			return _affordance
		set(value):
			_affordance = value
			_has_affordance = value != null
	var _affordance: _Affordance.Affordance
	var _has_affordance := false

	func has_affordance() -> bool:
		return _has_affordance or (_affordance != null and not _affordance.is_empty())

	## The affordance that was published when it was begun.
	var base_affordance: _Affordance.Affordance:
		get:
			if _base_affordance == null:
				_base_affordance = _Affordance.Affordance.new()
			return _base_affordance
		set(value):
			_base_affordance = value
			_has_base_affordance = value != null
	var _base_affordance: _Affordance.Affordance
	var _has_base_affordance := false

	func has_base_affordance() -> bool:
		return _has_base_affordance or (_base_affordance != null and not _base_affordance.is_empty())

	## The affordance that is published now.
	var published_affordance: _Affordance.Affordance:
		get:
			if _published_affordance == null:
				_published_affordance = _Affordance.Affordance.new()
			return _published_affordance
		set(value):
			_published_affordance = value
			_has_published_affordance = value != null
	var _published_affordance: _Affordance.Affordance
	var _has_published_affordance := false

	func has_published_affordance() -> bool:
		return _has_published_affordance or (_published_affordance != null and not _published_affordance.is_empty())

	## In place of [code]base_version[/code] for a book or an affordance.
	var base_etag: String = ""
	## In place of [code]published_version[/code] for a book or an affordance.
	var published_etag: String = ""

	static func from_dict(source: Variant) -> DraftedPersona:
		var it_ := DraftedPersona.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.seq = W.integer(from_.get("seq"))
		var persona_: Variant = from_.get("persona")
		if persona_ != null:
			it_.persona = _PersonaService.Persona.from_dict(persona_)
		var base_: Variant = from_.get("base")
		if base_ != null:
			it_.base = _PersonaService.Persona.from_dict(base_)
		it_.base_version = W.integer(from_.get("baseVersion", from_.get("base_version")))
		var published_: Variant = from_.get("published")
		if published_ != null:
			it_.published = _PersonaService.Persona.from_dict(published_)
		it_.published_version = W.integer(from_.get("publishedVersion", from_.get("published_version")))
		for entry_: Variant in W.list(from_.get("changed")):
			it_.changed.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("contested")):
			it_.contested.append(W.text(entry_))
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		it_.author_id = W.text(from_.get("authorId", from_.get("author_id")))
		it_.why = W.text(from_.get("why"))
		it_.is_deleted = W.boolean(from_.get("isDeleted", from_.get("is_deleted")))
		it_.book_id = W.text(from_.get("bookId", from_.get("book_id")))
		var book_: Variant = from_.get("book")
		if book_ != null:
			it_.book = _LoreService.Book.from_dict(book_)
		var base_book_: Variant = from_.get("baseBook", from_.get("base_book"))
		if base_book_ != null:
			it_.base_book = _LoreService.Book.from_dict(base_book_)
		var published_book_: Variant = from_.get("publishedBook", from_.get("published_book"))
		if published_book_ != null:
			it_.published_book = _LoreService.Book.from_dict(published_book_)
		it_.affordance_name = W.text(from_.get("affordanceName", from_.get("affordance_name")))
		var affordance_: Variant = from_.get("affordance")
		if affordance_ != null:
			it_.affordance = _Affordance.Affordance.from_dict(affordance_)
		var base_affordance_: Variant = from_.get("baseAffordance", from_.get("base_affordance"))
		if base_affordance_ != null:
			it_.base_affordance = _Affordance.Affordance.from_dict(base_affordance_)
		var published_affordance_: Variant = from_.get("publishedAffordance", from_.get("published_affordance"))
		if published_affordance_ != null:
			it_.published_affordance = _Affordance.Affordance.from_dict(published_affordance_)
		it_.base_etag = W.text(from_.get("baseEtag", from_.get("base_etag")))
		it_.published_etag = W.text(from_.get("publishedEtag", from_.get("published_etag")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if seq != 0:
			out_["seq"] = seq
		if has_persona():
			out_["persona"] = _persona.to_dict()
		if has_base():
			out_["base"] = _base.to_dict()
		if base_version != 0:
			out_["baseVersion"] = base_version
		if has_published():
			out_["published"] = _published.to_dict()
		if published_version != 0:
			out_["publishedVersion"] = published_version
		if not changed.is_empty():
			out_["changed"] = changed.duplicate()
		if not contested.is_empty():
			out_["contested"] = contested.duplicate()
		if create_time != "":
			out_["createTime"] = create_time
		if author_id != "":
			out_["authorId"] = author_id
		if why != "":
			out_["why"] = why
		if is_deleted != false:
			out_["isDeleted"] = is_deleted
		if book_id != "":
			out_["bookId"] = book_id
		if has_book():
			out_["book"] = _book.to_dict()
		if has_base_book():
			out_["baseBook"] = _base_book.to_dict()
		if has_published_book():
			out_["publishedBook"] = _published_book.to_dict()
		if affordance_name != "":
			out_["affordanceName"] = affordance_name
		if has_affordance():
			out_["affordance"] = _affordance.to_dict()
		if has_base_affordance():
			out_["baseAffordance"] = _base_affordance.to_dict()
		if has_published_affordance():
			out_["publishedAffordance"] = _published_affordance.to_dict()
		if base_etag != "":
			out_["baseEtag"] = base_etag
		if published_etag != "":
			out_["publishedEtag"] = published_etag
		return out_


## What to draft.
class UpdateDraftRequest:
	extends Message
	var _instead: Variant = null
	var _instead_case := ""
	## Makes the call safe to repeat; see [code]SayRequest.request_id[/code].
	var request_id: String = ""
	## Timeline; not where the world begins.
	var timeline_id: String = ""
	## Character; empty where something else is meant.
	var character_id: String = ""
	## Persona with the new values; the others stay as in the draft, or as published.
	var persona: _PersonaService.Persona:
		get:
			if _persona == null:
				_persona = _PersonaService.Persona.new()
			return _persona
		set(value):
			_persona = value
			_has_persona = value != null
	var _persona: _PersonaService.Persona
	var _has_persona := false

	func has_persona() -> bool:
		return _has_persona or (_persona != null and not _persona.is_empty())

	## Fields to change, such as [code]voice[/code]; absent means those that are set.
	var update_mask: Array[String] = []
	## When set, replaces only the draft at that position, or with 0 only where there is none.
	var if_seq: int = 0:
		set(value):
			if_seq = value
			_has_if_seq = true
	var _has_if_seq := false

	func has_if_seq() -> bool:
		return _has_if_seq

	func clear_if_seq() -> void:
		if_seq = 0
		_has_if_seq = false

	## Whether the draft counts as begun from what is published now.
	var rebase: bool = false
	## Why, for those who read the list of drafts; at most 500 characters.
	var why: String = ""
	## Book with the new values, by its [code]book_id[/code], which may be new; of
	## [code]update_mask[/code] its fields.
	var book: _LoreService.Book:
		get:
			return _instead if _instead_case == "book" else _LoreService.Book.new()
		set(value):
			_instead = value
			_instead_case = "book" if value != null else ""

	func has_book() -> bool:
		return _instead_case == "book"

	## Affordance with the new values, by its [code]name[/code], which is in the world's catalogue.
	var affordance: _Affordance.Affordance:
		get:
			return _instead if _instead_case == "affordance" else _Affordance.Affordance.new()
		set(value):
			_instead = value
			_instead_case = "affordance" if value != null else ""

	func has_affordance() -> bool:
		return _instead_case == "affordance"


	## Which arm of `instead` is set; empty for none, or one not known here.
	func which_instead() -> String:
		return _instead_case

	static func from_dict(source: Variant) -> UpdateDraftRequest:
		var it_ := UpdateDraftRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var persona_: Variant = from_.get("persona")
		if persona_ != null:
			it_.persona = _PersonaService.Persona.from_dict(persona_)
		it_.update_mask = W.mask(from_.get("updateMask", from_.get("update_mask")))
		var if_seq_: Variant = from_.get("ifSeq", from_.get("if_seq"))
		if if_seq_ != null:
			it_.if_seq = W.integer(if_seq_)
		it_.rebase = W.boolean(from_.get("rebase"))
		it_.why = W.text(from_.get("why"))
		var book_: Variant = from_.get("book")
		if book_ != null:
			it_.book = _LoreService.Book.from_dict(book_)
		var affordance_: Variant = from_.get("affordance")
		if affordance_ != null:
			it_.affordance = _Affordance.Affordance.from_dict(affordance_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if has_persona():
			out_["persona"] = _persona.to_dict()
		if not update_mask.is_empty():
			out_["updateMask"] = W.mask_out(update_mask)
		if _has_if_seq:
			out_["ifSeq"] = if_seq
		if rebase != false:
			out_["rebase"] = rebase
		if why != "":
			out_["why"] = why
		if _instead_case == "book":
			out_["book"] = _instead.to_dict()
		if _instead_case == "affordance":
			out_["affordance"] = _instead.to_dict()
		return out_


## The draft as it holds now.
class UpdateDraftResponse:
	extends Message
	## Draft.
	var draft: DraftedPersona:
		get:
			if _draft == null:
				_draft = DraftedPersona.new()
			return _draft
		set(value):
			_draft = value
			_has_draft = value != null
	var _draft: DraftedPersona
	var _has_draft := false

	func has_draft() -> bool:
		return _has_draft or (_draft != null and not _draft.is_empty())


	static func from_dict(source: Variant) -> UpdateDraftResponse:
		var it_ := UpdateDraftResponse.new()
		var from_ := W.dictionary(source)
		var draft_: Variant = from_.get("draft")
		if draft_ != null:
			it_.draft = DraftedPersona.from_dict(draft_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_draft():
			out_["draft"] = _draft.to_dict()
		return out_


## Whose draft.
class GetDraftRequest:
	extends Message
	var _instead: Variant = null
	var _instead_case := ""
	## Timeline.
	var timeline_id: String = ""
	## Character; empty where something else is meant.
	var character_id: String = ""
	## Book.
	var book_id: String:
		get:
			return _instead if _instead_case == "book_id" else ""
		set(value):
			_instead = value
			_instead_case = "book_id"

	func has_book_id() -> bool:
		return _instead_case == "book_id"

	## Affordance.
	var affordance_name: String:
		get:
			return _instead if _instead_case == "affordance_name" else ""
		set(value):
			_instead = value
			_instead_case = "affordance_name"

	func has_affordance_name() -> bool:
		return _instead_case == "affordance_name"


	## Which arm of `instead` is set; empty for none, or one not known here.
	func which_instead() -> String:
		return _instead_case

	static func from_dict(source: Variant) -> GetDraftRequest:
		var it_ := GetDraftRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var book_id_: Variant = from_.get("bookId", from_.get("book_id"))
		if book_id_ != null:
			it_.book_id = W.text(book_id_)
		var affordance_name_: Variant = from_.get("affordanceName", from_.get("affordance_name"))
		if affordance_name_ != null:
			it_.affordance_name = W.text(affordance_name_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _instead_case == "book_id":
			out_["bookId"] = _instead
		if _instead_case == "affordance_name":
			out_["affordanceName"] = _instead
		return out_


## The draft.
class GetDraftResponse:
	extends Message
	## Draft.
	var draft: DraftedPersona:
		get:
			if _draft == null:
				_draft = DraftedPersona.new()
			return _draft
		set(value):
			_draft = value
			_has_draft = value != null
	var _draft: DraftedPersona
	var _has_draft := false

	func has_draft() -> bool:
		return _has_draft or (_draft != null and not _draft.is_empty())


	static func from_dict(source: Variant) -> GetDraftResponse:
		var it_ := GetDraftResponse.new()
		var from_ := W.dictionary(source)
		var draft_: Variant = from_.get("draft")
		if draft_ != null:
			it_.draft = DraftedPersona.from_dict(draft_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_draft():
			out_["draft"] = _draft.to_dict()
		return out_


## Whose drafts to list.
class ListDraftsRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## From the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListDraftsRequest:
		var it_ := ListDraftsRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A page of drafts.
class ListDraftsResponse:
	extends Message
	## Drafts.
	var drafts: Array[DraftedPersona] = []
	## For the next page; empty after the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListDraftsResponse:
		var it_ := ListDraftsResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("drafts")):
			it_.drafts.append(DraftedPersona.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not drafts.is_empty():
			var list_ := []
			for entry_ in drafts:
				list_.append(entry_.to_dict())
			out_["drafts"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## The draft to end.
class DiscardDraftRequest:
	extends Message
	var _instead: Variant = null
	var _instead_case := ""
	## Makes the call safe to repeat; see [code]SayRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Character; empty where something else is meant.
	var character_id: String = ""
	## When set, ends only the draft at that position.
	var if_seq: int = 0:
		set(value):
			if_seq = value
			_has_if_seq = true
	var _has_if_seq := false

	func has_if_seq() -> bool:
		return _has_if_seq

	func clear_if_seq() -> void:
		if_seq = 0
		_has_if_seq = false

	## Why, at most 500 characters.
	var why: String = ""
	## Book.
	var book_id: String:
		get:
			return _instead if _instead_case == "book_id" else ""
		set(value):
			_instead = value
			_instead_case = "book_id"

	func has_book_id() -> bool:
		return _instead_case == "book_id"

	## Affordance.
	var affordance_name: String:
		get:
			return _instead if _instead_case == "affordance_name" else ""
		set(value):
			_instead = value
			_instead_case = "affordance_name"

	func has_affordance_name() -> bool:
		return _instead_case == "affordance_name"


	## Which arm of `instead` is set; empty for none, or one not known here.
	func which_instead() -> String:
		return _instead_case

	static func from_dict(source: Variant) -> DiscardDraftRequest:
		var it_ := DiscardDraftRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var if_seq_: Variant = from_.get("ifSeq", from_.get("if_seq"))
		if if_seq_ != null:
			it_.if_seq = W.integer(if_seq_)
		it_.why = W.text(from_.get("why"))
		var book_id_: Variant = from_.get("bookId", from_.get("book_id"))
		if book_id_ != null:
			it_.book_id = W.text(book_id_)
		var affordance_name_: Variant = from_.get("affordanceName", from_.get("affordance_name"))
		if affordance_name_ != null:
			it_.affordance_name = W.text(affordance_name_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _has_if_seq:
			out_["ifSeq"] = if_seq
		if why != "":
			out_["why"] = why
		if _instead_case == "book_id":
			out_["bookId"] = _instead
		if _instead_case == "affordance_name":
			out_["affordanceName"] = _instead
		return out_


## The draft is over.
class DiscardDraftResponse:
	extends Message

	static func from_dict(source: Variant) -> DiscardDraftResponse:
		var it_ := DiscardDraftResponse.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## The draft to publish.
class PreviewPublicationRequest:
	extends Message
	var _instead: Variant = null
	var _instead_case := ""
	## Timeline.
	var timeline_id: String = ""
	## Character; empty where something else is meant.
	var character_id: String = ""
	## Book.
	var book_id: String:
		get:
			return _instead if _instead_case == "book_id" else ""
		set(value):
			_instead = value
			_instead_case = "book_id"

	func has_book_id() -> bool:
		return _instead_case == "book_id"

	## Affordance.
	var affordance_name: String:
		get:
			return _instead if _instead_case == "affordance_name" else ""
		set(value):
			_instead = value
			_instead_case = "affordance_name"

	func has_affordance_name() -> bool:
		return _instead_case == "affordance_name"


	## Which arm of `instead` is set; empty for none, or one not known here.
	func which_instead() -> String:
		return _instead_case

	static func from_dict(source: Variant) -> PreviewPublicationRequest:
		var it_ := PreviewPublicationRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var book_id_: Variant = from_.get("bookId", from_.get("book_id"))
		if book_id_ != null:
			it_.book_id = W.text(book_id_)
		var affordance_name_: Variant = from_.get("affordanceName", from_.get("affordance_name"))
		if affordance_name_ != null:
			it_.affordance_name = W.text(affordance_name_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _instead_case == "book_id":
			out_["bookId"] = _instead
		if _instead_case == "affordance_name":
			out_["affordanceName"] = _instead
		return out_


## Whom it would reach.
class PreviewPublicationResponse:
	extends Message
	## Draft.
	var draft: DraftedPersona:
		get:
			if _draft == null:
				_draft = DraftedPersona.new()
			return _draft
		set(value):
			_draft = value
			_has_draft = value != null
	var _draft: DraftedPersona
	var _has_draft := false

	func has_draft() -> bool:
		return _has_draft or (_draft != null and not _draft.is_empty())

	## Timelines that would use it.
	var timeline_ids: Array[String] = []
	## Timelines that have another draft of the character, and keep it.
	var drafted_ids: Array[String] = []
	## Players who play in the first.
	var player_ids: Array[String] = []

	static func from_dict(source: Variant) -> PreviewPublicationResponse:
		var it_ := PreviewPublicationResponse.new()
		var from_ := W.dictionary(source)
		var draft_: Variant = from_.get("draft")
		if draft_ != null:
			it_.draft = DraftedPersona.from_dict(draft_)
		for entry_: Variant in W.list(from_.get("timelineIds", from_.get("timeline_ids"))):
			it_.timeline_ids.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("draftedIds", from_.get("drafted_ids"))):
			it_.drafted_ids.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("playerIds", from_.get("player_ids"))):
			it_.player_ids.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_draft():
			out_["draft"] = _draft.to_dict()
		if not timeline_ids.is_empty():
			out_["timelineIds"] = timeline_ids.duplicate()
		if not drafted_ids.is_empty():
			out_["draftedIds"] = drafted_ids.duplicate()
		if not player_ids.is_empty():
			out_["playerIds"] = player_ids.duplicate()
		return out_


## The draft to publish.
class PublishDraftRequest:
	extends Message
	var _instead: Variant = null
	var _instead_case := ""
	## Makes the call safe to repeat; see [code]SayRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Character; empty where something else is meant.
	var character_id: String = ""
	## When set, publishes only the draft at that position.
	var if_seq: int = 0:
		set(value):
			if_seq = value
			_has_if_seq = true
	var _has_if_seq := false

	func has_if_seq() -> bool:
		return _has_if_seq

	func clear_if_seq() -> void:
		if_seq = 0
		_has_if_seq = false

	## Why, at most 500 characters.
	var why: String = ""
	## Book.
	var book_id: String:
		get:
			return _instead if _instead_case == "book_id" else ""
		set(value):
			_instead = value
			_instead_case = "book_id"

	func has_book_id() -> bool:
		return _instead_case == "book_id"

	## Affordance.
	var affordance_name: String:
		get:
			return _instead if _instead_case == "affordance_name" else ""
		set(value):
			_instead = value
			_instead_case = "affordance_name"

	func has_affordance_name() -> bool:
		return _instead_case == "affordance_name"


	## Which arm of `instead` is set; empty for none, or one not known here.
	func which_instead() -> String:
		return _instead_case

	static func from_dict(source: Variant) -> PublishDraftRequest:
		var it_ := PublishDraftRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var if_seq_: Variant = from_.get("ifSeq", from_.get("if_seq"))
		if if_seq_ != null:
			it_.if_seq = W.integer(if_seq_)
		it_.why = W.text(from_.get("why"))
		var book_id_: Variant = from_.get("bookId", from_.get("book_id"))
		if book_id_ != null:
			it_.book_id = W.text(book_id_)
		var affordance_name_: Variant = from_.get("affordanceName", from_.get("affordance_name"))
		if affordance_name_ != null:
			it_.affordance_name = W.text(affordance_name_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _has_if_seq:
			out_["ifSeq"] = if_seq
		if why != "":
			out_["why"] = why
		if _instead_case == "book_id":
			out_["bookId"] = _instead
		if _instead_case == "affordance_name":
			out_["affordanceName"] = _instead
		return out_


## What became of the draft.
class PublishDraftResponse:
	extends Message
	## Number of the version of the persona; 0 for something else.
	var version: int = 0
	## Timelines in which the draft held, and is over.
	var timeline_ids: Array[String] = []
	## Etag of the book, or what stands for the affordance as it is now.
	var etag: String = ""

	static func from_dict(source: Variant) -> PublishDraftResponse:
		var it_ := PublishDraftResponse.new()
		var from_ := W.dictionary(source)
		it_.version = W.integer(from_.get("version"))
		for entry_: Variant in W.list(from_.get("timelineIds", from_.get("timeline_ids"))):
			it_.timeline_ids.append(W.text(entry_))
		it_.etag = W.text(from_.get("etag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if version != 0:
			out_["version"] = version
		if not timeline_ids.is_empty():
			out_["timelineIds"] = timeline_ids.duplicate()
		if etag != "":
			out_["etag"] = etag
		return out_


## The drafts to export.
class ExportDraftsRequest:
	extends Message
	var _instead: Variant = null
	var _instead_case := ""
	## Timeline.
	var timeline_id: String = ""
	## Character; empty for all that is drafted, or where something else is meant.
	var character_id: String = ""
	## Book.
	var book_id: String:
		get:
			return _instead if _instead_case == "book_id" else ""
		set(value):
			_instead = value
			_instead_case = "book_id"

	func has_book_id() -> bool:
		return _instead_case == "book_id"

	## Affordance.
	var affordance_name: String:
		get:
			return _instead if _instead_case == "affordance_name" else ""
		set(value):
			_instead = value
			_instead_case = "affordance_name"

	func has_affordance_name() -> bool:
		return _instead_case == "affordance_name"


	## Which arm of `instead` is set; empty for none, or one not known here.
	func which_instead() -> String:
		return _instead_case

	static func from_dict(source: Variant) -> ExportDraftsRequest:
		var it_ := ExportDraftsRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var book_id_: Variant = from_.get("bookId", from_.get("book_id"))
		if book_id_ != null:
			it_.book_id = W.text(book_id_)
		var affordance_name_: Variant = from_.get("affordanceName", from_.get("affordance_name"))
		if affordance_name_ != null:
			it_.affordance_name = W.text(affordance_name_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _instead_case == "book_id":
			out_["bookId"] = _instead
		if _instead_case == "affordance_name":
			out_["affordanceName"] = _instead
		return out_


## The drafts as a file.
class ExportDraftsResponse:
	extends Message
	## The file, YAML.
	var yaml: String = ""

	static func from_dict(source: Variant) -> ExportDraftsResponse:
		var it_ := ExportDraftsResponse.new()
		var from_ := W.dictionary(source)
		it_.yaml = W.text(from_.get("yaml"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if yaml != "":
			out_["yaml"] = yaml
		return out_


## The file to import.
class ImportDraftsRequest:
	extends Message
	## Makes the call safe to repeat; see [code]SayRequest.request_id[/code].
	var request_id: String = ""
	## Timeline; not where the world begins.
	var timeline_id: String = ""
	## The file, YAML; at most 16 MiB.
	var yaml: String = ""
	## Whether to say what the import would do, and change nothing.
	var validate_only: bool = false
	## Why, at most 500 characters.
	var why: String = ""

	static func from_dict(source: Variant) -> ImportDraftsRequest:
		var it_ := ImportDraftsRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.yaml = W.text(from_.get("yaml"))
		it_.validate_only = W.boolean(from_.get("validateOnly", from_.get("validate_only")))
		it_.why = W.text(from_.get("why"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if yaml != "":
			out_["yaml"] = yaml
		if validate_only != false:
			out_["validateOnly"] = validate_only
		if why != "":
			out_["why"] = why
		return out_


## What the import did, or with [code]validate_only[/code] would do.
class ImportDraftsResponse:
	extends Message
	## The drafts as they hold now, or would; in the second case their [code]seq[/code] is 0.
	var drafts: Array[DraftedPersona] = []

	static func from_dict(source: Variant) -> ImportDraftsResponse:
		var it_ := ImportDraftsResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("drafts")):
			it_.drafts.append(DraftedPersona.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not drafts.is_empty():
			var list_ := []
			for entry_ in drafts:
				list_.append(entry_.to_dict())
			out_["drafts"] = list_
		return out_
