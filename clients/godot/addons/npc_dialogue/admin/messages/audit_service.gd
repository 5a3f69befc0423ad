# Generated from proto/npcserver/admin/v1/audit_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")

## What an entry says of a record. More may be added.
enum AuditKind {
	## Not set.
	UNSPECIFIED = 0,
	## A model was asked, and the record holds what came of it.
	ASKED = 1,
	## A player who is only named in the record was forgotten; the digest is the new one.
	CHANGED = 2,
	## The record was of a player who was forgotten.
	FORGOTTEN = 3,
	## The timeline was deleted.
	DELETED = 4,
	## An author corrected what a character remembers, and the record is a part of that.
	CORRECTED = 5,
	## The deleted timeline was brought back from an archive, as its entries prove.
	RESTORED = 6,
	## An author drafted something for the timeline, or published or discarded the draft.
	DRAFTED = 7,
}
const AUDIT_KIND_NAMES := {
	"AUDIT_KIND_UNSPECIFIED": 0,
	"AUDIT_KIND_ASKED": 1,
	"AUDIT_KIND_CHANGED": 2,
	"AUDIT_KIND_FORGOTTEN": 3,
	"AUDIT_KIND_DELETED": 4,
	"AUDIT_KIND_CORRECTED": 5,
	"AUDIT_KIND_RESTORED": 6,
	"AUDIT_KIND_DRAFTED": 7,
}


## One entry.
class AuditEntry:
	extends Message
	## Its number, from 1.
	var number: int = 0
	## What it says.
	var kind: int = 0
	## Timeline of the record.
	var timeline_id: String = ""
	## Position of the record; 0 for a whole timeline.
	var seq: int = 0
	## When it was written.
	var write_time: String = ""
	## HMAC-SHA256 over the record, in hex, under a key that only the database has; empty for none.
	var digest: String = ""
	## SHA-256 over the link before and this entry, in hex.
	var link: String = ""

	static func from_dict(source: Variant) -> AuditEntry:
		var it_ := AuditEntry.new()
		var from_ := W.dictionary(source)
		it_.number = W.integer(from_.get("number"))
		it_.kind = W.enumeration(from_.get("kind"), AUDIT_KIND_NAMES)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.seq = W.integer(from_.get("seq"))
		it_.write_time = W.text(from_.get("writeTime", from_.get("write_time")))
		it_.digest = W.text(from_.get("digest"))
		it_.link = W.text(from_.get("link"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if number != 0:
			out_["number"] = str(number)
		if kind != 0:
			out_["kind"] = W.enumeration_out(kind, AUDIT_KIND_NAMES)
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if seq != 0:
			out_["seq"] = str(seq)
		if write_time != "":
			out_["writeTime"] = write_time
		if digest != "":
			out_["digest"] = digest
		if link != "":
			out_["link"] = link
		return out_


## Which entries to list.
class ListAuditEntriesRequest:
	extends Message
	## World.
	var world_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## From the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListAuditEntriesRequest:
		var it_ := ListAuditEntriesRequest.new()
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


## A page of entries.
class ListAuditEntriesResponse:
	extends Message
	## Entries.
	var entries: Array[AuditEntry] = []
	## For the next page; empty after the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListAuditEntriesResponse:
		var it_ := ListAuditEntriesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("entries")):
			it_.entries.append(AuditEntry.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not entries.is_empty():
			var list_ := []
			for entry_ in entries:
				list_.append(entry_.to_dict())
			out_["entries"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## Which log to export.
class ExportAuditRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Number after which to go on; 0 for all.
	var after_number: int = 0

	static func from_dict(source: Variant) -> ExportAuditRequest:
		var it_ := ExportAuditRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.after_number = W.integer(from_.get("afterNumber", from_.get("after_number")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if after_number != 0:
			out_["afterNumber"] = str(after_number)
		return out_


## An export.
class ExportAuditResponse:
	extends Message
	## One JSON object a line.
	var lines: String = ""
	## Number to go on after; 0 at the end.
	var next_number: int = 0

	static func from_dict(source: Variant) -> ExportAuditResponse:
		var it_ := ExportAuditResponse.new()
		var from_ := W.dictionary(source)
		it_.lines = W.text(from_.get("lines"))
		it_.next_number = W.integer(from_.get("nextNumber", from_.get("next_number")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if lines != "":
			out_["lines"] = lines
		if next_number != 0:
			out_["nextNumber"] = str(next_number)
		return out_


## Whose head to sign.
class GetAuditHeadRequest:
	extends Message
	## World.
	var world_id: String = ""

	static func from_dict(source: Variant) -> GetAuditHeadRequest:
		var it_ := GetAuditHeadRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		return out_


## A signed head.
class GetAuditHeadResponse:
	extends Message
	## How many entries the log has.
	var number: int = 0
	## A C2SP signed note; empty while the log has no entry.
	var note: String = ""
	## Public half of the key, as verifiers of such notes take it.
	var verifier_key: String = ""

	static func from_dict(source: Variant) -> GetAuditHeadResponse:
		var it_ := GetAuditHeadResponse.new()
		var from_ := W.dictionary(source)
		it_.number = W.integer(from_.get("number"))
		it_.note = W.text(from_.get("note"))
		it_.verifier_key = W.text(from_.get("verifierKey", from_.get("verifier_key")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if number != 0:
			out_["number"] = str(number)
		if note != "":
			out_["note"] = note
		if verifier_key != "":
			out_["verifierKey"] = verifier_key
		return out_
