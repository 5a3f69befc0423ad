# Generated from proto/npcserver/admin/v1/player_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")


## The player to forget.
class ForgetPlayerRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Id of the player, as in [code]Speaker.id[/code] and in tokens.
	var player_id: String = ""

	static func from_dict(source: Variant) -> ForgetPlayerRequest:
		var it_ := ForgetPlayerRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.player_id = W.text(from_.get("playerId", from_.get("player_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if player_id != "":
			out_["playerId"] = player_id
		return out_


## What was erased.
class ForgetPlayerResponse:
	extends Message
	## Whether the world held anything of the player.
	var was_known: bool = false
	## Records of the log that were erased; they keep their position.
	var records: int = 0
	## Stored prompts that were erased beside those of the records: characters who had met the
	## player may have had the player's words in them.
	var prompts: int = 0
	## Other rows: turns under way, jobs, answers of repeated requests, affordance sets, accounts,
	## names of saves and timelines; and records that stay without the player.
	var others: int = 0

	static func from_dict(source: Variant) -> ForgetPlayerResponse:
		var it_ := ForgetPlayerResponse.new()
		var from_ := W.dictionary(source)
		it_.was_known = W.boolean(from_.get("wasKnown", from_.get("was_known")))
		it_.records = W.integer(from_.get("records"))
		it_.prompts = W.integer(from_.get("prompts"))
		it_.others = W.integer(from_.get("others"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if was_known != false:
			out_["wasKnown"] = was_known
		if records != 0:
			out_["records"] = str(records)
		if prompts != 0:
			out_["prompts"] = str(prompts)
		if others != 0:
			out_["others"] = str(others)
		return out_


## The player to export.
class ExportPlayerRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Id of the player.
	var player_id: String = ""
	## [code]next_line[/code] of the part before; 0 for the first.
	var first_line: int = 0

	static func from_dict(source: Variant) -> ExportPlayerRequest:
		var it_ := ExportPlayerRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.player_id = W.text(from_.get("playerId", from_.get("player_id")))
		it_.first_line = W.integer(from_.get("firstLine", from_.get("first_line")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if player_id != "":
			out_["playerId"] = player_id
		if first_line != 0:
			out_["firstLine"] = str(first_line)
		return out_


## A part of an export.
class ExportPlayerResponse:
	extends Message
	## One JSON object a line.
	var lines: String = ""
	## Where the next part begins; 0 after the last.
	var next_line: int = 0

	static func from_dict(source: Variant) -> ExportPlayerResponse:
		var it_ := ExportPlayerResponse.new()
		var from_ := W.dictionary(source)
		it_.lines = W.text(from_.get("lines"))
		it_.next_line = W.integer(from_.get("nextLine", from_.get("next_line")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if lines != "":
			out_["lines"] = lines
		if next_line != 0:
			out_["nextLine"] = str(next_line)
		return out_


## What to import.
class ImportPlayerRequest:
	extends Message
	## Makes the call safe to repeat; see [code]SayRequest.request_id[/code].
	var request_id: String = ""
	## Timeline whose characters are to know the player.
	var timeline_id: String = ""
	## Lines of an export, or of a part of one.
	var lines: String = ""

	static func from_dict(source: Variant) -> ImportPlayerRequest:
		var it_ := ImportPlayerRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.lines = W.text(from_.get("lines"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if lines != "":
			out_["lines"] = lines
		return out_


## What was imported.
class ImportPlayerResponse:
	extends Message
	## Records that were added. Those of characters whom the world does not have are left out.
	var records: int = 0

	static func from_dict(source: Variant) -> ImportPlayerResponse:
		var it_ := ImportPlayerResponse.new()
		var from_ := W.dictionary(source)
		it_.records = W.integer(from_.get("records"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if records != 0:
			out_["records"] = str(records)
		return out_
