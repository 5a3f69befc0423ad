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
