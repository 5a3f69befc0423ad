# Generated from proto/npcserver/v1/memory.proto by proto/generate_gdscript.py; do not edit.
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
	## Told by [code]told_by_id[/code].
	TOLD = 2,
	## Overheard: said to another character or player.
	OVERHEARD = 3,
	## Read.
	READ = 4,
	## An inner voice.
	INNER_VOICE = 5,
	## Known from the start, as its author wrote it.
	AUTHORED = 6,
	## Inferred from [code]evidence_ids[/code].
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
	var world_create_time: String = ""
	## Game time when it was last recalled; [code]world_create_time[/code] until then.
	var world_last_access_time: String = ""
	## Importance, 1 to 10; a neutral 4 until it is rated.
	var importance: int = 0
	## Whether it was rated.
	var is_rated: bool = false
	## Source.
	var source: int = 0
	## Id of the character or player who told it; empty when it was not told.
	var told_by_id: String = ""
	## Name of the speaker, for utterances and lines.
	var speaker_name: String = ""
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
	## Whether it was half heard: its text only hints at what was said, and the character does not
	## know it.
	var is_half_heard: bool = false
	## Whether a line, or words heard, tell otherwise what their speaker remembers, as far as the
	## words showed when they were said.
	var is_distorted: bool = false

	static func from_dict(source: Variant) -> Memory:
		var it_ := Memory.new()
		var from_ := W.dictionary(source)
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		it_.seq = W.integer(from_.get("seq"))
		it_.kind = W.enumeration(from_.get("kind"), MEMORY_KIND_NAMES)
		it_.text = W.text(from_.get("text"))
		it_.world_create_time = W.text(from_.get("worldCreateTime", from_.get("world_create_time")))
		it_.world_last_access_time = W.text(from_.get("worldLastAccessTime", from_.get("world_last_access_time")))
		it_.importance = W.integer(from_.get("importance"))
		it_.is_rated = W.boolean(from_.get("isRated", from_.get("is_rated")))
		it_.source = W.enumeration(from_.get("source"), MEMORY_SOURCE_NAMES)
		it_.told_by_id = W.text(from_.get("toldById", from_.get("told_by_id")))
		it_.speaker_name = W.text(from_.get("speakerName", from_.get("speaker_name")))
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
		it_.is_half_heard = W.boolean(from_.get("isHalfHeard", from_.get("is_half_heard")))
		it_.is_distorted = W.boolean(from_.get("isDistorted", from_.get("is_distorted")))
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
		if world_create_time != "":
			out_["worldCreateTime"] = world_create_time
		if world_last_access_time != "":
			out_["worldLastAccessTime"] = world_last_access_time
		if importance != 0:
			out_["importance"] = importance
		if is_rated != false:
			out_["isRated"] = is_rated
		if source != 0:
			out_["source"] = W.enumeration_out(source, MEMORY_SOURCE_NAMES)
		if told_by_id != "":
			out_["toldById"] = told_by_id
		if speaker_name != "":
			out_["speakerName"] = speaker_name
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
		if is_half_heard != false:
			out_["isHalfHeard"] = is_half_heard
		if is_distorted != false:
			out_["isDistorted"] = is_distorted
		return out_
