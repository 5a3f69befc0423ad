# Generated from proto/npcserver/v1 by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")
const _Secret = preload("secret.gd")

## What kind of memory it is. More kinds may be added.
enum MemoryKind {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## Something perceived, or authored as known from the start.
	OBSERVATION = 1,
	## Words the character heard.
	UTTERANCE = 2,
	## Words the character said.
	LINE = 3,
	## An inner voice, given by the game.
	WHISPER = 4,
	## Something inferred from other memories.
	REFLECTION = 5,
	## Something the character means to do.
	PLAN = 6,
}
const MEMORY_KIND_NAMES := {
	"MEMORY_KIND_UNSPECIFIED": 0,
	"MEMORY_KIND_OBSERVATION": 1,
	"MEMORY_KIND_UTTERANCE": 2,
	"MEMORY_KIND_LINE": 3,
	"MEMORY_KIND_WHISPER": 4,
	"MEMORY_KIND_REFLECTION": 5,
	"MEMORY_KIND_PLAN": 6,
}

## How the character came by a memory. More may be added.
enum MemorySource {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## Perceived first-hand.
	WITNESSED = 1,
	## Told by [code]told_by[/code].
	TOLD = 2,
	## Overheard: said to another character or player.
	OVERHEARD = 3,
	## Read.
	READ = 4,
	## An inner voice.
	INNER_VOICE = 5,
	## Known from the start, as its author wrote it.
	AUTHORED = 6,
	## Inferred from [code]evidence[/code].
	INFERRED = 7,
	## Said or done by the character itself.
	OWN = 8,
}
const MEMORY_SOURCE_NAMES := {
	"MEMORY_SOURCE_UNSPECIFIED": 0,
	"MEMORY_SOURCE_WITNESSED": 1,
	"MEMORY_SOURCE_TOLD": 2,
	"MEMORY_SOURCE_OVERHEARD": 3,
	"MEMORY_SOURCE_READ": 4,
	"MEMORY_SOURCE_INNER_VOICE": 5,
	"MEMORY_SOURCE_AUTHORED": 6,
	"MEMORY_SOURCE_INFERRED": 7,
	"MEMORY_SOURCE_OWN": 8,
}


## A memory as seen from one vantage.
class Memory:
	extends Message
	## Id: the same in every answer, from every timeline that sees the memory.
	var memory_id: String = ""
	## Position in its timeline.
	var seq: int = 0
	## Kind.
	var kind: int = 0
	## What is remembered.
	var text: String = ""
	## Game time when the memory was made.
	var create_time: String = ""
	## Game time when it was last recalled; [code]create_time[/code] until then.
	var last_access_time: String = ""
	## Importance, 1 to 10; a neutral 4 until it is rated.
	var importance: int = 0
	## Whether it was rated.
	var is_rated: bool = false
	## Source.
	var source: int = 0
	## Id of the character or player who told it; empty when it was not told.
	var told_by: String = ""
	## Name of the speaker, for utterances and lines.
	var speaker: String = ""
	## Turn that left it; empty when none did.
	var turn_id: String = ""
	## Place where it happened; empty when unknown.
	var place_id: String = ""
	## Ids of the memories it rests on, as [code]ListMemories[/code] shows them.
	var evidence_ids: Array[String] = []
	## How far the character believes it, 0 to 100. An inference is trusted as its weakest
	## evidence.
	var trust: int = 0
	## 0 for what was perceived; for an inference one more than the deepest of its evidence.
	var depth: int = 0
	## Players from whom it stems.
	var player_ids: Array[String] = []
	## Whether it is a fact that holds, and not an event.
	var is_standing: bool = false
	## Ids of characters, players and things it is about.
	var about_ids: Array[String] = []
	## Secrets that it carries; empty when everyone may be told.
	var secrets: Array[_Secret.Secret] = []

	static func from_dict(source: Variant) -> Memory:
		var it_ := Memory.new()
		var from_ := W.dictionary(source)
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		it_.seq = W.integer(from_.get("seq"))
		it_.kind = W.enumeration(from_.get("kind"), MEMORY_KIND_NAMES)
		it_.text = W.text(from_.get("text"))
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		it_.last_access_time = W.text(from_.get("lastAccessTime", from_.get("last_access_time")))
		it_.importance = W.integer(from_.get("importance"))
		it_.is_rated = W.boolean(from_.get("isRated", from_.get("is_rated")))
		it_.source = W.enumeration(from_.get("source"), MEMORY_SOURCE_NAMES)
		it_.told_by = W.text(from_.get("toldBy", from_.get("told_by")))
		it_.speaker = W.text(from_.get("speaker"))
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		for entry_: Variant in W.list(from_.get("evidenceIds", from_.get("evidence_ids"))):
			it_.evidence_ids.append(W.text(entry_))
		it_.trust = W.integer(from_.get("trust"))
		it_.depth = W.integer(from_.get("depth"))
		for entry_: Variant in W.list(from_.get("playerIds", from_.get("player_ids"))):
			it_.player_ids.append(W.text(entry_))
		it_.is_standing = W.boolean(from_.get("isStanding", from_.get("is_standing")))
		for entry_: Variant in W.list(from_.get("aboutIds", from_.get("about_ids"))):
			it_.about_ids.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("secrets")):
			it_.secrets.append(_Secret.Secret.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if memory_id != "":
			out_["memoryId"] = memory_id
		if seq != 0:
			out_["seq"] = seq
		if kind != 0:
			out_["kind"] = W.enumeration_out(kind, MEMORY_KIND_NAMES)
		if text != "":
			out_["text"] = text
		if create_time != "":
			out_["createTime"] = create_time
		if last_access_time != "":
			out_["lastAccessTime"] = last_access_time
		if importance != 0:
			out_["importance"] = importance
		if is_rated != false:
			out_["isRated"] = is_rated
		if source != 0:
			out_["source"] = W.enumeration_out(source, MEMORY_SOURCE_NAMES)
		if told_by != "":
			out_["toldBy"] = told_by
		if speaker != "":
			out_["speaker"] = speaker
		if turn_id != "":
			out_["turnId"] = turn_id
		if place_id != "":
			out_["placeId"] = place_id
		if not evidence_ids.is_empty():
			out_["evidenceIds"] = evidence_ids.duplicate()
		if trust != 0:
			out_["trust"] = trust
		if depth != 0:
			out_["depth"] = depth
		if not player_ids.is_empty():
			out_["playerIds"] = player_ids.duplicate()
		if is_standing != false:
			out_["isStanding"] = is_standing
		if not about_ids.is_empty():
			out_["aboutIds"] = about_ids.duplicate()
		if not secrets.is_empty():
			var list_ := []
			for entry_ in secrets:
				list_.append(entry_.to_dict())
			out_["secrets"] = list_
		return out_


## A recalled memory, and its scores.
class Recollection:
	extends Message
	## The memory.
	var memory: Memory:
		get:
			if _memory == null:
				_memory = Memory.new()
			return _memory
		set(value):
			_memory = value
			_has_memory = value != null
	var _memory: Memory
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
	var superseded: Array[Memory] = []
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
			it_.memory = Memory.from_dict(memory_)
		it_.score = W.number(from_.get("score"))
		it_.recency = W.number(from_.get("recency"))
		it_.importance = W.number(from_.get("importance"))
		it_.relevance = W.number(from_.get("relevance"))
		it_.times = W.integer(from_.get("times"))
		for entry_: Variant in W.list(from_.get("superseded")):
			it_.superseded.append(Memory.from_dict(entry_))
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
