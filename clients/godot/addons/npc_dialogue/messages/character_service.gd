# Generated from proto/npcserver/v1/character_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")
const _Mind = preload("mind.gd")


## Which character, seen from where.
class GetMindRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Character.
	var character_id: String = ""
	## Position to look from; absent means the head.
	var seq: int = 0:
		set(value):
			seq = value
			_has_seq = true
	var _has_seq := false

	func has_seq() -> bool:
		return _has_seq

	func clear_seq() -> void:
		seq = 0
		_has_seq = false


	static func from_dict(source: Variant) -> GetMindRequest:
		var it_ := GetMindRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _has_seq:
			out_["seq"] = seq
		return out_


## The state of the character.
class GetMindResponse:
	extends Message
	## State.
	var mind: _Mind.Mind:
		get:
			if _mind == null:
				_mind = _Mind.Mind.new()
			return _mind
		set(value):
			_mind = value
			_has_mind = value != null
	var _mind: _Mind.Mind
	var _has_mind := false

	func has_mind() -> bool:
		return _has_mind or (_mind != null and not _mind.is_empty())


	static func from_dict(source: Variant) -> GetMindResponse:
		var it_ := GetMindResponse.new()
		var from_ := W.dictionary(source)
		var mind_: Variant = from_.get("mind")
		if mind_ != null:
			it_.mind = _Mind.Mind.from_dict(mind_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_mind():
			out_["mind"] = _mind.to_dict()
		return out_


## A character, as a game shows it.
class CastMember:
	extends Message
	## Id, unique within its world.
	var character_id: String = ""
	## Name.
	var name: String = ""
	## Place where the character is at the start; empty when unknown.
	var place_id: String = ""
	## Language it speaks, a tag such as [code]en[/code] or [code]zh[/code]; empty means the
	## world's.
	var language: String = ""
	## Whether it takes part in the timeline that the request names; not set where it names none.
	var availability: int = 0
	## What it does now in that timeline; not set where it does nothing, or the request names none.
	var step: _Mind.Step:
		get:
			if _step == null:
				_step = _Mind.Step.new()
			return _step
		set(value):
			_step = value
			_has_step = value != null
	var _step: _Mind.Step
	var _has_step := false

	func has_step() -> bool:
		return _has_step or (_step != null and not _step.is_empty())

	## Place where it is now in that timeline; empty when it is nowhere, or the request names none.
	var current_place_id: String = ""

	static func from_dict(source: Variant) -> CastMember:
		var it_ := CastMember.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.name = W.text(from_.get("name"))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.language = W.text(from_.get("language"))
		it_.availability = W.enumeration(from_.get("availability"), _Mind.AVAILABILITY_NAMES)
		var step_: Variant = from_.get("step")
		if step_ != null:
			it_.step = _Mind.Step.from_dict(step_)
		it_.current_place_id = W.text(from_.get("currentPlaceId", from_.get("current_place_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if name != "":
			out_["name"] = name
		if place_id != "":
			out_["placeId"] = place_id
		if language != "":
			out_["language"] = language
		if availability != 0:
			out_["availability"] = W.enumeration_out(availability, _Mind.AVAILABILITY_NAMES)
		if has_step():
			out_["step"] = _step.to_dict()
		if current_place_id != "":
			out_["currentPlaceId"] = current_place_id
		return out_


## Which page of a world's characters.
class ListCastRequest:
	extends Message
	## World.
	var world_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""
	## Timeline in which to look whether they take part; empty for none.
	var timeline_id: String = ""

	static func from_dict(source: Variant) -> ListCastRequest:
		var it_ := ListCastRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		return out_


## A page of characters.
class ListCastResponse:
	extends Message
	## Characters.
	var characters: Array[CastMember] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListCastResponse:
		var it_ := ListCastResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("characters")):
			it_.characters.append(CastMember.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not characters.is_empty():
			var list_ := []
			for entry_ in characters:
				list_.append(entry_.to_dict())
			out_["characters"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_
