# Generated from proto/npcserver/admin/v1/recollection.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _Memory = preload("../../messages/memory.gd")


## A recalled memory, and its scores.
class Recollection:
	extends Message
	## The memory.
	var memory: _Memory.Memory:
		get:
			if _memory == null:
				_memory = _Memory.Memory.new()
			return _memory
		set(value):
			_memory = value
			_has_memory = value != null
	var _memory: _Memory.Memory
	var _has_memory := false

	func has_memory() -> bool:
		return _has_memory or (_memory != null and not _memory.is_empty())

	## Combined score; comparable only within one answer.
	var score: float = 0.0
	## Recency, scaled to 0..1 over all memories that can be seen, before its weight.
	var recency: float = 0.0
	## Importance, scaled likewise.
	var importance: float = 0.0
	## Relevance to the question, scaled likewise.
	var relevance: float = 0.0
	## How often the character has it: memories that say the same were merged. At least 1.
	var times: int = 0
	## Older memories that it contradicts, newest first. The newer one is used.
	var superseded: Array[_Memory.Memory] = []
	## Whether it is pinned, and recalled whatever its score.
	var is_pinned: bool = false
	## What its relevance is made of: columns whose weighted sum it is, scaled to 0..1. Empty under
	## profiles without columns, and in receipts.
	var columns: Array[RelevanceColumn] = []

	static func from_dict(source: Variant) -> Recollection:
		var it_ := Recollection.new()
		var from_ := W.dictionary(source)
		var memory_: Variant = from_.get("memory")
		if memory_ != null:
			it_.memory = _Memory.Memory.from_dict(memory_)
		it_.score = W.number(from_.get("score"))
		it_.recency = W.number(from_.get("recency"))
		it_.importance = W.number(from_.get("importance"))
		it_.relevance = W.number(from_.get("relevance"))
		it_.times = W.integer(from_.get("times"))
		for entry_: Variant in W.list(from_.get("superseded")):
			it_.superseded.append(_Memory.Memory.from_dict(entry_))
		it_.is_pinned = W.boolean(from_.get("isPinned", from_.get("is_pinned")))
		for entry_: Variant in W.list(from_.get("columns")):
			it_.columns.append(RelevanceColumn.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_memory():
			out_["memory"] = _memory.to_dict()
		if score != 0.0:
			out_["score"] = W.number_out(score)
		if recency != 0.0:
			out_["recency"] = W.number_out(recency)
		if importance != 0.0:
			out_["importance"] = W.number_out(importance)
		if relevance != 0.0:
			out_["relevance"] = W.number_out(relevance)
		if times != 0:
			out_["times"] = times
		if not superseded.is_empty():
			var list_ := []
			for entry_ in superseded:
				list_.append(entry_.to_dict())
			out_["superseded"] = list_
		if is_pinned != false:
			out_["isPinned"] = is_pinned
		if not columns.is_empty():
			var list_ := []
			for entry_ in columns:
				list_.append(entry_.to_dict())
			out_["columns"] = list_
		return out_


## One of the columns that relevance is made of; the page on retrieval describes each.
class RelevanceColumn:
	extends Message
	## Its name.
	var name: String = ""
	## Its value, scaled to 0..1 over all memories that can be seen, before its weight.
	var value: float = 0.0
	## Its weight; negative where it counts against a memory.
	var weight: float = 0.0

	static func from_dict(source: Variant) -> RelevanceColumn:
		var it_ := RelevanceColumn.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		it_.value = W.number(from_.get("value"))
		it_.weight = W.number(from_.get("weight"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if value != 0.0:
			out_["value"] = W.number_out(value)
		if weight != 0.0:
			out_["weight"] = W.number_out(weight)
		return out_
