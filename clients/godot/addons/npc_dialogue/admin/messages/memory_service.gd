# Generated from proto/npcserver/admin/v1/memory_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _Affordance = preload("../../messages/affordance.gd")
const _Memory = preload("../../messages/memory.gd")
const _Mind = preload("../../messages/mind.gd")
const _Origin = preload("../../messages/origin.gd")
const _PlayService = preload("../../messages/play_service.gd")
const _Recollection = preload("recollection.gd")
const _Secret = preload("../../messages/secret.gd")
const _Turn = preload("../../messages/turn.gd")

## Whether the prompt behind a receipt can be shown.
enum PromptStatus {
	## Not used.
	UNSPECIFIED = 0,
	## It is shown as it was sent: its digest is that of the receipt.
	AS_SENT = 1,
	## Not used by servers from 0.3 on, which store prompts.
	NOT_AS_SENT = 2,
	## No model was called.
	NOT_ASKED = 3,
	## It is stored no longer, or never was.
	NOT_RECORDED = 4,
}
const PROMPT_STATUS_NAMES := {
	"PROMPT_STATUS_UNSPECIFIED": 0,
	"PROMPT_STATUS_AS_SENT": 1,
	"PROMPT_STATUS_NOT_AS_SENT": 2,
	"PROMPT_STATUS_NOT_ASKED": 3,
	"PROMPT_STATUS_NOT_RECORDED": 4,
}

## What a secret asks for before it may be told.
enum ConditionKind {
	## Unknown.
	UNSPECIFIED = 0,
	## Nobody may be told.
	NEVER = 1,
	## Only people that it names may be told.
	PERSON = 2,
	## The character must like the person enough.
	AFFINITY = 3,
	## The character must trust the person enough.
	TRUST = 4,
	## A story flag must be set.
	FLAG = 5,
}
const CONDITION_KIND_NAMES := {
	"CONDITION_KIND_UNSPECIFIED": 0,
	"CONDITION_KIND_NEVER": 1,
	"CONDITION_KIND_PERSON": 2,
	"CONDITION_KIND_AFFINITY": 3,
	"CONDITION_KIND_TRUST": 4,
	"CONDITION_KIND_FLAG": 5,
}

## Why a memory is junk, or may be. More may be added.
enum MemoryFault {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## It says what another says; only one of them is recalled.
	DUPLICATE = 1,
	## It repeats what the character itself said or concluded before.
	ECHO = 2,
	## It is a placeholder text of a program or model.
	LEFTOVER = 3,
	## A newer memory contradicts it. Kept with its date; no junk.
	SUPERSEDED = 4,
}
const MEMORY_FAULT_NAMES := {
	"MEMORY_FAULT_UNSPECIFIED": 0,
	"MEMORY_FAULT_DUPLICATE": 1,
	"MEMORY_FAULT_ECHO": 2,
	"MEMORY_FAULT_LEFTOVER": 3,
	"MEMORY_FAULT_SUPERSEDED": 4,
}


## Which turn to export.
class ExportIncidentRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Turn.
	var turn_id: String = ""

	static func from_dict(source: Variant) -> ExportIncidentRequest:
		var it_ := ExportIncidentRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if turn_id != "":
			out_["turnId"] = turn_id
		return out_


## A turn as a file.
class ExportIncidentResponse:
	extends Message
	## Name that the file may have.
	var name: String = ""
	## Its content: lines of JSON.
	var text: String = ""

	static func from_dict(source: Variant) -> ExportIncidentResponse:
		var it_ := ExportIncidentResponse.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		it_.text = W.text(from_.get("text"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if text != "":
			out_["text"] = text
		return out_


## Whose memories to list.
class ListMemoriesRequest:
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

	## Kinds to list; empty means all.
	var kinds: Array[int] = []
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""
	## Only memories made at this game time or later.
	var world_start_time: String = ""
	## Only memories made before this game time.
	var world_end_time: String = ""
	## Only memories of what happened at this place; empty means everywhere.
	var place_id: String = ""
	## Only memories that a character or player told, or that are about it; empty means all.
	var person_id: String = ""
	## Only memories whose text or speaker's name has these words in it, whatever their case; at
	## most 2,000 characters.
	var text: String = ""

	static func from_dict(source: Variant) -> ListMemoriesRequest:
		var it_ := ListMemoriesRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		it_.kinds = W.enumerations(from_.get("kinds"), _Memory.MEMORY_KIND_NAMES)
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		it_.world_start_time = W.text(from_.get("worldStartTime", from_.get("world_start_time")))
		it_.world_end_time = W.text(from_.get("worldEndTime", from_.get("world_end_time")))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.person_id = W.text(from_.get("personId", from_.get("person_id")))
		it_.text = W.text(from_.get("text"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _has_seq:
			out_["seq"] = seq
		if not kinds.is_empty():
			var list_ := []
			for entry_ in kinds:
				list_.append(W.enumeration_out(entry_, _Memory.MEMORY_KIND_NAMES))
			out_["kinds"] = list_
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		if world_start_time != "":
			out_["worldStartTime"] = world_start_time
		if world_end_time != "":
			out_["worldEndTime"] = world_end_time
		if place_id != "":
			out_["placeId"] = place_id
		if person_id != "":
			out_["personId"] = person_id
		if text != "":
			out_["text"] = text
		return out_


## A page of memories.
class ListMemoriesResponse:
	extends Message
	## Memories, newest first.
	var memories: Array[_Memory.Memory] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListMemoriesResponse:
		var it_ := ListMemoriesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("memories")):
			it_.memories.append(_Memory.Memory.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not memories.is_empty():
			var list_ := []
			for entry_ in memories:
				list_.append(entry_.to_dict())
			out_["memories"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## What to recall.
class RecallRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Character.
	var character_id: String = ""
	## Words to recall memories by; 1 to 2,000 characters.
	var text: String = ""
	## How many memories at most, 1 to 100; 0 means 10.
	var limit: int = 0
	## Profile that weighs the three terms: [code]default[/code], our newest, also by its name
	## [code]default_v3[/code]; [code]paper_v1[/code], [code]paper_v2[/code] or
	## [code]reference_code[/code]; empty means the server's.
	var profile: String = ""
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

	## Id of the person whose words they are; empty for nobody. What was told by or to that person
	## comes to mind first where the words are about themselves ("what did I tell you?").
	var asker_id: String = ""

	static func from_dict(source: Variant) -> RecallRequest:
		var it_ := RecallRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.text = W.text(from_.get("text"))
		it_.limit = W.integer(from_.get("limit"))
		it_.profile = W.text(from_.get("profile"))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		it_.asker_id = W.text(from_.get("askerId", from_.get("asker_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if text != "":
			out_["text"] = text
		if limit != 0:
			out_["limit"] = limit
		if profile != "":
			out_["profile"] = profile
		if _has_seq:
			out_["seq"] = seq
		if asker_id != "":
			out_["askerId"] = asker_id
		return out_


## Recalled memories.
class RecallResponse:
	extends Message
	## Recollections, best first.
	var recollections: Array[_Recollection.Recollection] = []
	## Profile that was used.
	var profile: String = ""

	static func from_dict(source: Variant) -> RecallResponse:
		var it_ := RecallResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("recollections")):
			it_.recollections.append(_Recollection.Recollection.from_dict(entry_))
		it_.profile = W.text(from_.get("profile"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not recollections.is_empty():
			var list_ := []
			for entry_ in recollections:
				list_.append(entry_.to_dict())
			out_["recollections"] = list_
		if profile != "":
			out_["profile"] = profile
		return out_


## What to explain.
class ExplainRequest:
	extends Message
	var _of: Variant = null
	var _of_case := ""
	## Timeline.
	var timeline_id: String = ""
	## Turn.
	var turn_id: String:
		get:
			return _of if _of_case == "turn_id" else ""
		set(value):
			_of = value
			_of_case = "turn_id"

	func has_turn_id() -> bool:
		return _of_case == "turn_id"

	## Memory that a turn or a thought left.
	var memory_id: String:
		get:
			return _of if _of_case == "memory_id" else ""
		set(value):
			_of = value
			_of_case = "memory_id"

	func has_memory_id() -> bool:
		return _of_case == "memory_id"

	## Position of a turn, a thought, or a move of a scene.
	var seq: int:
		get:
			return _of if _of_case == "seq" else 0
		set(value):
			_of = value
			_of_case = "seq"

	func has_seq() -> bool:
		return _of_case == "seq"

	## Whether to show the prompt that was sent last. It contains everything that the character
	## knew, secrets too, and the rules for the model: show it to authors, not to players.
	var with_prompt: bool = false

	## Which arm of `of` is set; empty for none, or one not known here.
	func which_of() -> String:
		return _of_case

	static func from_dict(source: Variant) -> ExplainRequest:
		var it_ := ExplainRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		var turn_id_: Variant = from_.get("turnId", from_.get("turn_id"))
		if turn_id_ != null:
			it_.turn_id = W.text(turn_id_)
		var memory_id_: Variant = from_.get("memoryId", from_.get("memory_id"))
		if memory_id_ != null:
			it_.memory_id = W.text(memory_id_)
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		it_.with_prompt = W.boolean(from_.get("withPrompt", from_.get("with_prompt")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if _of_case == "turn_id":
			out_["turnId"] = _of
		if _of_case == "memory_id":
			out_["memoryId"] = _of
		if _of_case == "seq":
			out_["seq"] = _of
		if with_prompt != false:
			out_["withPrompt"] = with_prompt
		return out_


## One message of a prompt.
class PromptMessage:
	extends Message
	## [code]system[/code], [code]user[/code] or [code]assistant[/code].
	var role: String = ""
	## Its text.
	var text: String = ""

	static func from_dict(source: Variant) -> PromptMessage:
		var it_ := PromptMessage.new()
		var from_ := W.dictionary(source)
		it_.role = W.text(from_.get("role"))
		it_.text = W.text(from_.get("text"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if role != "":
			out_["role"] = role
		if text != "":
			out_["text"] = text
		return out_


## A section of a message: under one heading, or between one pair of marks.
class PromptSection:
	extends Message
	## Role of its message.
	var role: String = ""
	## The heading, or the word in the marks; empty for text under neither.
	var name: String = ""
	## Its text; those of a message joined by line breaks are the message.
	var text: String = ""
	## Its tokens, estimated.
	var tokens: int = 0

	static func from_dict(source: Variant) -> PromptSection:
		var it_ := PromptSection.new()
		var from_ := W.dictionary(source)
		it_.role = W.text(from_.get("role"))
		it_.name = W.text(from_.get("name"))
		it_.text = W.text(from_.get("text"))
		it_.tokens = W.integer(from_.get("tokens"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if role != "":
			out_["role"] = role
		if name != "":
			out_["name"] = name
		if text != "":
			out_["text"] = text
		if tokens != 0:
			out_["tokens"] = tokens
		return out_


## What did not fit into a prompt.
class PromptLeftOut:
	extends Message
	## Part of the prompt.
	var part: String = ""
	## How many entries of it were left out.
	var count: int = 0

	static func from_dict(source: Variant) -> PromptLeftOut:
		var it_ := PromptLeftOut.new()
		var from_ := W.dictionary(source)
		it_.part = W.text(from_.get("part"))
		it_.count = W.integer(from_.get("count"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if part != "":
			out_["part"] = part
		if count != 0:
			out_["count"] = count
		return out_


## The prompt that was sent last for a turn, a thought or a move of a scene.
class RenderedPrompt:
	extends Message
	## Whether it can be shown.
	var status: int = 0
	## Why it cannot, in words for a reader; empty for [code]PROMPT_STATUS_AS_SENT[/code].
	var why: String = ""
	## The messages; only for [code]PROMPT_STATUS_AS_SENT[/code].
	var messages: Array[PromptMessage] = []
	## Its sections, in order.
	var sections: Array[PromptSection] = []
	## Not used by servers from 0.3 on; 0.
	var missing_sections: int = 0
	## What did not fit.
	var left_out: Array[PromptLeftOut] = []
	## Estimated tokens of the sections that are there.
	var tokens: int = 0
	## How many tokens it could have, estimated; 0 where that was not recorded.
	var budget_tokens: int = 0
	## SHA-256 of the prompt that was sent, in hexadecimal.
	var digest: String = ""
	## Prompt template.
	var template: String = ""
	## SHA-256 of the template, in hexadecimal.
	var template_digest: String = ""

	static func from_dict(source: Variant) -> RenderedPrompt:
		var it_ := RenderedPrompt.new()
		var from_ := W.dictionary(source)
		it_.status = W.enumeration(from_.get("status"), PROMPT_STATUS_NAMES)
		it_.why = W.text(from_.get("why"))
		for entry_: Variant in W.list(from_.get("messages")):
			it_.messages.append(PromptMessage.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("sections")):
			it_.sections.append(PromptSection.from_dict(entry_))
		it_.missing_sections = W.integer(from_.get("missingSections", from_.get("missing_sections")))
		for entry_: Variant in W.list(from_.get("leftOut", from_.get("left_out"))):
			it_.left_out.append(PromptLeftOut.from_dict(entry_))
		it_.tokens = W.integer(from_.get("tokens"))
		it_.budget_tokens = W.integer(from_.get("budgetTokens", from_.get("budget_tokens")))
		it_.digest = W.text(from_.get("digest"))
		it_.template = W.text(from_.get("template"))
		it_.template_digest = W.text(from_.get("templateDigest", from_.get("template_digest")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if status != 0:
			out_["status"] = W.enumeration_out(status, PROMPT_STATUS_NAMES)
		if why != "":
			out_["why"] = why
		if not messages.is_empty():
			var list_ := []
			for entry_ in messages:
				list_.append(entry_.to_dict())
			out_["messages"] = list_
		if not sections.is_empty():
			var list_ := []
			for entry_ in sections:
				list_.append(entry_.to_dict())
			out_["sections"] = list_
		if missing_sections != 0:
			out_["missingSections"] = missing_sections
		if not left_out.is_empty():
			var list_ := []
			for entry_ in left_out:
				list_.append(entry_.to_dict())
			out_["leftOut"] = list_
		if tokens != 0:
			out_["tokens"] = tokens
		if budget_tokens != 0:
			out_["budgetTokens"] = budget_tokens
		if digest != "":
			out_["digest"] = digest
		if template != "":
			out_["template"] = template
		if template_digest != "":
			out_["templateDigest"] = template_digest
		return out_


## An intent that was refused before it reached the game.
class DroppedIntent:
	extends Message
	## Affordance that was named.
	var affordance: String = ""
	## Why it was refused.
	var why: String = ""

	static func from_dict(source: Variant) -> DroppedIntent:
		var it_ := DroppedIntent.new()
		var from_ := W.dictionary(source)
		it_.affordance = W.text(from_.get("affordance"))
		it_.why = W.text(from_.get("why"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if affordance != "":
			out_["affordance"] = affordance
		if why != "":
			out_["why"] = why
		return out_


## Why a person who was there could not be told.
class UnmetCondition:
	extends Message
	## What is asked for.
	var kind: int = 0
	## Id of the person.
	var person_id: String = ""
	## Name of the person.
	var person_name: String = ""
	## The affinity (-100 to 100) or trust (0 to 100) that is needed; 0 for other kinds.
	var needed: int = 0
	## The affinity or trust that there was.
	var present: int = 0
	## The flag that is not set; empty for other kinds.
	var flag: String = ""

	static func from_dict(source: Variant) -> UnmetCondition:
		var it_ := UnmetCondition.new()
		var from_ := W.dictionary(source)
		it_.kind = W.enumeration(from_.get("kind"), CONDITION_KIND_NAMES)
		it_.person_id = W.text(from_.get("personId", from_.get("person_id")))
		it_.person_name = W.text(from_.get("personName", from_.get("person_name")))
		it_.needed = W.integer(from_.get("needed"))
		it_.present = W.integer(from_.get("present"))
		it_.flag = W.text(from_.get("flag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if kind != 0:
			out_["kind"] = W.enumeration_out(kind, CONDITION_KIND_NAMES)
		if person_id != "":
			out_["personId"] = person_id
		if person_name != "":
			out_["personName"] = person_name
		if needed != 0:
			out_["needed"] = needed
		if present != 0:
			out_["present"] = present
		if flag != "":
			out_["flag"] = flag
		return out_


## A memory that came to mind and was kept back.
class KeptBack:
	extends Message
	## Memory.
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

	## What kept it from whom; empty in receipts that did not record it.
	var conditions: Array[UnmetCondition] = []

	static func from_dict(source: Variant) -> KeptBack:
		var it_ := KeptBack.new()
		var from_ := W.dictionary(source)
		var memory_: Variant = from_.get("memory")
		if memory_ != null:
			it_.memory = _Memory.Memory.from_dict(memory_)
		for entry_: Variant in W.list(from_.get("conditions")):
			it_.conditions.append(UnmetCondition.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_memory():
			out_["memory"] = _memory.to_dict()
		if not conditions.is_empty():
			var list_ := []
			for entry_ in conditions:
				list_.append(entry_.to_dict())
			out_["conditions"] = list_
		return out_


## Why a line was said.
class LineReason:
	extends Message
	## Who made the words, by the rung that spoke; single lines of the turn may have another
	## origin.
	var origin: _Origin.Origin:
		get:
			if _origin == null:
				_origin = _Origin.Origin.new()
			return _origin
		set(value):
			_origin = value
			_has_origin = value != null
	var _origin: _Origin.Origin
	var _has_origin := false

	func has_origin() -> bool:
		return _has_origin or (_origin != null and not _origin.is_empty())

	## Who made them, why these, and what was kept back, in plain English.
	var sentence: String = ""
	## What came to mind first of what may be told; absent if nothing did.
	var best: _Recollection.Recollection:
		get:
			if _best == null:
				_best = _Recollection.Recollection.new()
			return _best
		set(value):
			_best = value
			_has_best = value != null
	var _best: _Recollection.Recollection
	var _has_best := false

	func has_best() -> bool:
		return _has_best or (_best != null and not _best.is_empty())

	## What came to mind and was kept back.
	var kept_back: Array[KeptBack] = []

	static func from_dict(source: Variant) -> LineReason:
		var it_ := LineReason.new()
		var from_ := W.dictionary(source)
		var origin_: Variant = from_.get("origin")
		if origin_ != null:
			it_.origin = _Origin.Origin.from_dict(origin_)
		it_.sentence = W.text(from_.get("sentence"))
		var best_: Variant = from_.get("best")
		if best_ != null:
			it_.best = _Recollection.Recollection.from_dict(best_)
		for entry_: Variant in W.list(from_.get("keptBack", from_.get("kept_back"))):
			it_.kept_back.append(KeptBack.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_origin():
			out_["origin"] = _origin.to_dict()
		if sentence != "":
			out_["sentence"] = sentence
		if has_best():
			out_["best"] = _best.to_dict()
		if not kept_back.is_empty():
			var list_ := []
			for entry_ in kept_back:
				list_.append(entry_.to_dict())
			out_["keptBack"] = list_
		return out_


## What a turn was made from.
class Receipt:
	extends Message
	## Turn.
	var turn_id: String = ""
	## Character who spoke.
	var character_id: String = ""
	## Id of the speaker who was answered.
	var speaker_id: String = ""
	## Name of the speaker who was answered.
	var speaker_name: String = ""
	## Words that were heard.
	var heard: String = ""
	## Lines that were delivered; one that was cut off while its deltas went out ends in a dash.
	var lines: Array[_Turn.Line] = []
	## Intents that were proposed.
	var intents: Array[_Affordance.ActionIntent] = []
	## Recalled memories, best first, with their scores at that moment.
	var recollections: Array[_Recollection.Recollection] = []
	## Intents that were refused, and why.
	var dropped_intents: Array[DroppedIntent] = []
	## Number of the persona's version.
	var persona_version: int = 0
	## Retrieval profile.
	var profile: String = ""
	## Prompt template.
	var template: String = ""
	## SHA-256 of the template, in hexadecimal.
	var template_digest: String = ""
	## Model that answered, [code]provider:model[/code].
	var model: String = ""
	## Seed of the turn; decimal digits.
	var seed: String = ""
	## How the turn ended.
	var outcome: int = 0
	## Which fallback spoke, if any.
	var rung: int = 0
	## Tokens of the prompt.
	var prompt_tokens: int = 0
	## Tokens of the answer.
	var completion_tokens: int = 0
	## Milliseconds until memories were recalled.
	var recalled_ms: float = 0.0
	## Milliseconds until the first words.
	var first_word_ms: float = 0.0
	## Milliseconds until the end.
	var finished_ms: float = 0.0
	## The model's answer as it came.
	var raw_answer: String = ""
	## What went wrong, in order; empty when nothing did.
	var faults: Array[String] = []
	## Position that the turn was based on.
	var vantage_seq: int = 0
	## Game time of the turn.
	var world_time: String = ""
	## The character's standing with the speaker it answered.
	var relation: _Mind.Standing:
		get:
			if _relation == null:
				_relation = _Mind.Standing.new()
			return _relation
		set(value):
			_relation = value
			_has_relation = value != null
	var _relation: _Mind.Standing
	var _has_relation := false

	func has_relation() -> bool:
		return _has_relation or (_relation != null and not _relation.is_empty())

	## Passages of lore in the prompt, best first.
	var lore: Array[CitedPassage] = []
	## Memories that were recalled and withheld, since a person present may not be told.
	var withheld: Array[_Memory.Memory] = []
	## Ids of passages that were withheld likewise.
	var withheld_passage_ids: Array[String] = []
	## Secrets that its words may carry, since all who were there may be told.
	var secrets: Array[_Secret.Secret] = []
	## SHA-256 of the prompt, in hexadecimal; a replay compares it.
	var prompt_digest: String = ""
	## Outcomes of its intents so far, oldest first.
	var outcomes: Array[_PlayService.OutcomeReported] = []
	## What the model was called for: [code]PURPOSE_REPLY[/code], or [code]PURPOSE_CONVERSE[/code]
	## for a line among characters.
	var purpose: int = 0
	## Promises that were made in it.
	var commitments: Array[_Mind.Commitment] = []
	## Tokens of the prompt that the model's server had in its cache; 0 where it does not report
	## that.
	var cached_tokens: int = 0
	## How many tokens the prompt could have, by estimate; 0 where that was not recorded.
	var prompt_budget: int = 0
	## The prompt part by part, in order; empty where that was not recorded.
	var prompt_parts: Array[PromptPart] = []
	## Profile of the prompt: [code]full[/code], [code]short[/code] for models of less than a
	## billion weights, or [code]guarded[/code] for those of less than 3.5 billion.
	var prompt_profile: String = ""
	## Why the line was said.
	var reason: LineReason:
		get:
			if _reason == null:
				_reason = LineReason.new()
			return _reason
		set(value):
			_reason = value
			_has_reason = value != null
	var _reason: LineReason
	var _has_reason := false

	func has_reason() -> bool:
		return _has_reason or (_reason != null and not _reason.is_empty())

	## Context in tokens for which some of the prompt was left out, although more was known: the
	## endpoint refused or cut longer prompts. 0 for none.
	var context_tokens: int = 0
	## The same in a sentence, with the reason; empty for none.
	var context_note: String = ""
	## Position of the draft whose persona was used in place of that version; 0 for none.
	var draft_seq: int = 0

	static func from_dict(source: Variant) -> Receipt:
		var it_ := Receipt.new()
		var from_ := W.dictionary(source)
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.speaker_id = W.text(from_.get("speakerId", from_.get("speaker_id")))
		it_.speaker_name = W.text(from_.get("speakerName", from_.get("speaker_name")))
		it_.heard = W.text(from_.get("heard"))
		for entry_: Variant in W.list(from_.get("lines")):
			it_.lines.append(_Turn.Line.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("intents")):
			it_.intents.append(_Affordance.ActionIntent.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("recollections")):
			it_.recollections.append(_Recollection.Recollection.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("droppedIntents", from_.get("dropped_intents"))):
			it_.dropped_intents.append(DroppedIntent.from_dict(entry_))
		it_.persona_version = W.integer(from_.get("personaVersion", from_.get("persona_version")))
		it_.profile = W.text(from_.get("profile"))
		it_.template = W.text(from_.get("template"))
		it_.template_digest = W.text(from_.get("templateDigest", from_.get("template_digest")))
		it_.model = W.text(from_.get("model"))
		it_.seed = W.text(from_.get("seed"))
		it_.outcome = W.enumeration(from_.get("outcome"), _Turn.TURN_OUTCOME_NAMES)
		it_.rung = W.enumeration(from_.get("rung"), _Turn.RUNG_NAMES)
		it_.prompt_tokens = W.integer(from_.get("promptTokens", from_.get("prompt_tokens")))
		it_.completion_tokens = W.integer(from_.get("completionTokens", from_.get("completion_tokens")))
		it_.recalled_ms = W.number(from_.get("recalledMs", from_.get("recalled_ms")))
		it_.first_word_ms = W.number(from_.get("firstWordMs", from_.get("first_word_ms")))
		it_.finished_ms = W.number(from_.get("finishedMs", from_.get("finished_ms")))
		it_.raw_answer = W.text(from_.get("rawAnswer", from_.get("raw_answer")))
		for entry_: Variant in W.list(from_.get("faults")):
			it_.faults.append(W.text(entry_))
		it_.vantage_seq = W.integer(from_.get("vantageSeq", from_.get("vantage_seq")))
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		var relation_: Variant = from_.get("relation")
		if relation_ != null:
			it_.relation = _Mind.Standing.from_dict(relation_)
		for entry_: Variant in W.list(from_.get("lore")):
			it_.lore.append(CitedPassage.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("withheld")):
			it_.withheld.append(_Memory.Memory.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("withheldPassageIds", from_.get("withheld_passage_ids"))):
			it_.withheld_passage_ids.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("secrets")):
			it_.secrets.append(_Secret.Secret.from_dict(entry_))
		it_.prompt_digest = W.text(from_.get("promptDigest", from_.get("prompt_digest")))
		for entry_: Variant in W.list(from_.get("outcomes")):
			it_.outcomes.append(_PlayService.OutcomeReported.from_dict(entry_))
		it_.purpose = W.enumeration(from_.get("purpose"), _Mind.PURPOSE_NAMES)
		for entry_: Variant in W.list(from_.get("commitments")):
			it_.commitments.append(_Mind.Commitment.from_dict(entry_))
		it_.cached_tokens = W.integer(from_.get("cachedTokens", from_.get("cached_tokens")))
		it_.prompt_budget = W.integer(from_.get("promptBudget", from_.get("prompt_budget")))
		for entry_: Variant in W.list(from_.get("promptParts", from_.get("prompt_parts"))):
			it_.prompt_parts.append(PromptPart.from_dict(entry_))
		it_.prompt_profile = W.text(from_.get("promptProfile", from_.get("prompt_profile")))
		var reason_: Variant = from_.get("reason")
		if reason_ != null:
			it_.reason = LineReason.from_dict(reason_)
		it_.context_tokens = W.integer(from_.get("contextTokens", from_.get("context_tokens")))
		it_.context_note = W.text(from_.get("contextNote", from_.get("context_note")))
		it_.draft_seq = W.integer(from_.get("draftSeq", from_.get("draft_seq")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if turn_id != "":
			out_["turnId"] = turn_id
		if character_id != "":
			out_["characterId"] = character_id
		if speaker_id != "":
			out_["speakerId"] = speaker_id
		if speaker_name != "":
			out_["speakerName"] = speaker_name
		if heard != "":
			out_["heard"] = heard
		if not lines.is_empty():
			var list_ := []
			for entry_ in lines:
				list_.append(entry_.to_dict())
			out_["lines"] = list_
		if not intents.is_empty():
			var list_ := []
			for entry_ in intents:
				list_.append(entry_.to_dict())
			out_["intents"] = list_
		if not recollections.is_empty():
			var list_ := []
			for entry_ in recollections:
				list_.append(entry_.to_dict())
			out_["recollections"] = list_
		if not dropped_intents.is_empty():
			var list_ := []
			for entry_ in dropped_intents:
				list_.append(entry_.to_dict())
			out_["droppedIntents"] = list_
		if persona_version != 0:
			out_["personaVersion"] = persona_version
		if profile != "":
			out_["profile"] = profile
		if template != "":
			out_["template"] = template
		if template_digest != "":
			out_["templateDigest"] = template_digest
		if model != "":
			out_["model"] = model
		if seed != "":
			out_["seed"] = seed
		if outcome != 0:
			out_["outcome"] = W.enumeration_out(outcome, _Turn.TURN_OUTCOME_NAMES)
		if rung != 0:
			out_["rung"] = W.enumeration_out(rung, _Turn.RUNG_NAMES)
		if prompt_tokens != 0:
			out_["promptTokens"] = prompt_tokens
		if completion_tokens != 0:
			out_["completionTokens"] = completion_tokens
		if recalled_ms != 0.0:
			out_["recalledMs"] = W.number_out(recalled_ms)
		if first_word_ms != 0.0:
			out_["firstWordMs"] = W.number_out(first_word_ms)
		if finished_ms != 0.0:
			out_["finishedMs"] = W.number_out(finished_ms)
		if raw_answer != "":
			out_["rawAnswer"] = raw_answer
		if not faults.is_empty():
			out_["faults"] = faults.duplicate()
		if vantage_seq != 0:
			out_["vantageSeq"] = vantage_seq
		if world_time != "":
			out_["worldTime"] = world_time
		if has_relation():
			out_["relation"] = _relation.to_dict()
		if not lore.is_empty():
			var list_ := []
			for entry_ in lore:
				list_.append(entry_.to_dict())
			out_["lore"] = list_
		if not withheld.is_empty():
			var list_ := []
			for entry_ in withheld:
				list_.append(entry_.to_dict())
			out_["withheld"] = list_
		if not withheld_passage_ids.is_empty():
			out_["withheldPassageIds"] = withheld_passage_ids.duplicate()
		if not secrets.is_empty():
			var list_ := []
			for entry_ in secrets:
				list_.append(entry_.to_dict())
			out_["secrets"] = list_
		if prompt_digest != "":
			out_["promptDigest"] = prompt_digest
		if not outcomes.is_empty():
			var list_ := []
			for entry_ in outcomes:
				list_.append(entry_.to_dict())
			out_["outcomes"] = list_
		if purpose != 0:
			out_["purpose"] = W.enumeration_out(purpose, _Mind.PURPOSE_NAMES)
		if not commitments.is_empty():
			var list_ := []
			for entry_ in commitments:
				list_.append(entry_.to_dict())
			out_["commitments"] = list_
		if cached_tokens != 0:
			out_["cachedTokens"] = cached_tokens
		if prompt_budget != 0:
			out_["promptBudget"] = prompt_budget
		if not prompt_parts.is_empty():
			var list_ := []
			for entry_ in prompt_parts:
				list_.append(entry_.to_dict())
			out_["promptParts"] = list_
		if prompt_profile != "":
			out_["promptProfile"] = prompt_profile
		if has_reason():
			out_["reason"] = _reason.to_dict()
		if context_tokens != 0:
			out_["contextTokens"] = context_tokens
		if context_note != "":
			out_["contextNote"] = context_note
		if draft_seq != 0:
			out_["draftSeq"] = draft_seq
		return out_


## The size of one part of a prompt.
class PromptPart:
	extends Message
	## Part, such as [code]talk[/code], [code]memories[/code] or [code]affordances[/code].
	var part: String = ""
	## Its tokens, by estimate.
	var tokens: int = 0
	## How many of its entries were shown.
	var shown: int = 0
	## How many of its entries were left out.
	var left_out: int = 0
	## How many of those shown were cut short.
	var cut: int = 0

	static func from_dict(source: Variant) -> PromptPart:
		var it_ := PromptPart.new()
		var from_ := W.dictionary(source)
		it_.part = W.text(from_.get("part"))
		it_.tokens = W.integer(from_.get("tokens"))
		it_.shown = W.integer(from_.get("shown"))
		it_.left_out = W.integer(from_.get("leftOut", from_.get("left_out")))
		it_.cut = W.integer(from_.get("cut"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if part != "":
			out_["part"] = part
		if tokens != 0:
			out_["tokens"] = tokens
		if shown != 0:
			out_["shown"] = shown
		if left_out != 0:
			out_["leftOut"] = left_out
		if cut != 0:
			out_["cut"] = cut
		return out_


## A passage of lore in a prompt.
class CitedPassage:
	extends Message
	## Passage.
	var passage_id: String = ""
	## How well it answered, 0 to 1.
	var score: float = 0.0
	## Title of its book; empty when the book is gone.
	var title: String = ""
	## Its text; empty when the book is gone.
	var text: String = ""

	static func from_dict(source: Variant) -> CitedPassage:
		var it_ := CitedPassage.new()
		var from_ := W.dictionary(source)
		it_.passage_id = W.text(from_.get("passageId", from_.get("passage_id")))
		it_.score = W.number(from_.get("score"))
		it_.title = W.text(from_.get("title"))
		it_.text = W.text(from_.get("text"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if passage_id != "":
			out_["passageId"] = passage_id
		if score != 0.0:
			out_["score"] = W.number_out(score)
		if title != "":
			out_["title"] = title
		if text != "":
			out_["text"] = text
		return out_


## What a thought was made from, and what it produced.
class ThoughtReceipt:
	extends Message
	## Character whose thought it was.
	var character_id: String = ""
	## Purpose.
	var purpose: int = 0
	## How the answer could be used.
	var verdict: int = 0
	## Position of its record.
	var seq: int = 0
	## Position that it was based on.
	var vantage_seq: int = 0
	## Game time.
	var world_time: String = ""
	## Number of the persona's version.
	var persona_version: int = 0
	## Prompt template.
	var template: String = ""
	## SHA-256 of the template, in hexadecimal.
	var template_digest: String = ""
	## Model that answered, [code]provider:model[/code]; empty when none did.
	var model: String = ""
	## Seed; decimal digits.
	var seed: String = ""
	## Number of model calls.
	var calls: int = 0
	## Tokens of the prompts.
	var prompt_tokens: int = 0
	## Tokens of the answers.
	var completion_tokens: int = 0
	## What the model wrote, in order.
	var raw_answers: Array[String] = []
	## Recalled memories, best first.
	var recollections: Array[_Recollection.Recollection] = []
	## What went wrong.
	var faults: Array[String] = []
	## Memories that it produced.
	var left: Array[_Memory.Memory] = []
	## SHA-256 of the prompt that was sent last, in hexadecimal; empty when none was.
	var prompt_digest: String = ""
	## Tokens of the prompts that the model's server had in its cache; 0 where it does not report
	## that.
	var cached_tokens: int = 0
	## How many tokens a prompt could have, by estimate; 0 where that was not recorded.
	var prompt_budget: int = 0
	## Memories, or lines of talk, that were left out of the prompt.
	var left_out: int = 0
	## Position of the draft whose persona was used in place of that version; 0 for none.
	var draft_seq: int = 0

	static func from_dict(source: Variant) -> ThoughtReceipt:
		var it_ := ThoughtReceipt.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.purpose = W.enumeration(from_.get("purpose"), _Mind.PURPOSE_NAMES)
		it_.verdict = W.enumeration(from_.get("verdict"), _Mind.VERDICT_NAMES)
		it_.seq = W.integer(from_.get("seq"))
		it_.vantage_seq = W.integer(from_.get("vantageSeq", from_.get("vantage_seq")))
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		it_.persona_version = W.integer(from_.get("personaVersion", from_.get("persona_version")))
		it_.template = W.text(from_.get("template"))
		it_.template_digest = W.text(from_.get("templateDigest", from_.get("template_digest")))
		it_.model = W.text(from_.get("model"))
		it_.seed = W.text(from_.get("seed"))
		it_.calls = W.integer(from_.get("calls"))
		it_.prompt_tokens = W.integer(from_.get("promptTokens", from_.get("prompt_tokens")))
		it_.completion_tokens = W.integer(from_.get("completionTokens", from_.get("completion_tokens")))
		for entry_: Variant in W.list(from_.get("rawAnswers", from_.get("raw_answers"))):
			it_.raw_answers.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("recollections")):
			it_.recollections.append(_Recollection.Recollection.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("faults")):
			it_.faults.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("left")):
			it_.left.append(_Memory.Memory.from_dict(entry_))
		it_.prompt_digest = W.text(from_.get("promptDigest", from_.get("prompt_digest")))
		it_.cached_tokens = W.integer(from_.get("cachedTokens", from_.get("cached_tokens")))
		it_.prompt_budget = W.integer(from_.get("promptBudget", from_.get("prompt_budget")))
		it_.left_out = W.integer(from_.get("leftOut", from_.get("left_out")))
		it_.draft_seq = W.integer(from_.get("draftSeq", from_.get("draft_seq")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if purpose != 0:
			out_["purpose"] = W.enumeration_out(purpose, _Mind.PURPOSE_NAMES)
		if verdict != 0:
			out_["verdict"] = W.enumeration_out(verdict, _Mind.VERDICT_NAMES)
		if seq != 0:
			out_["seq"] = seq
		if vantage_seq != 0:
			out_["vantageSeq"] = vantage_seq
		if world_time != "":
			out_["worldTime"] = world_time
		if persona_version != 0:
			out_["personaVersion"] = persona_version
		if template != "":
			out_["template"] = template
		if template_digest != "":
			out_["templateDigest"] = template_digest
		if model != "":
			out_["model"] = model
		if seed != "":
			out_["seed"] = seed
		if calls != 0:
			out_["calls"] = calls
		if prompt_tokens != 0:
			out_["promptTokens"] = prompt_tokens
		if completion_tokens != 0:
			out_["completionTokens"] = completion_tokens
		if not raw_answers.is_empty():
			out_["rawAnswers"] = raw_answers.duplicate()
		if not recollections.is_empty():
			var list_ := []
			for entry_ in recollections:
				list_.append(entry_.to_dict())
			out_["recollections"] = list_
		if not faults.is_empty():
			out_["faults"] = faults.duplicate()
		if not left.is_empty():
			var list_ := []
			for entry_ in left:
				list_.append(entry_.to_dict())
			out_["left"] = list_
		if prompt_digest != "":
			out_["promptDigest"] = prompt_digest
		if cached_tokens != 0:
			out_["cachedTokens"] = cached_tokens
		if prompt_budget != 0:
			out_["promptBudget"] = prompt_budget
		if left_out != 0:
			out_["leftOut"] = left_out
		if draft_seq != 0:
			out_["draftSeq"] = draft_seq
		return out_


## The receipt: of a turn or of a thought.
class ExplainResponse:
	extends Message
	var _of: Variant = null
	var _of_case := ""
	## Receipt of a turn.
	var receipt: Receipt:
		get:
			return _of if _of_case == "receipt" else Receipt.new()
		set(value):
			_of = value
			_of_case = "receipt" if value != null else ""

	func has_receipt() -> bool:
		return _of_case == "receipt"

	## Receipt of a thought or of a move of a scene.
	var thought: ThoughtReceipt:
		get:
			return _of if _of_case == "thought" else ThoughtReceipt.new()
		set(value):
			_of = value
			_of_case = "thought" if value != null else ""

	func has_thought() -> bool:
		return _of_case == "thought"

	## The prompt, if it was requested and there is a receipt.
	var rendered_prompt: RenderedPrompt:
		get:
			if _rendered_prompt == null:
				_rendered_prompt = RenderedPrompt.new()
			return _rendered_prompt
		set(value):
			_rendered_prompt = value
			_has_rendered_prompt = value != null
	var _rendered_prompt: RenderedPrompt
	var _has_rendered_prompt := false

	func has_rendered_prompt() -> bool:
		return _has_rendered_prompt or (_rendered_prompt != null and not _rendered_prompt.is_empty())


	## Which arm of `of` is set; empty for none, or one not known here.
	func which_of() -> String:
		return _of_case

	static func from_dict(source: Variant) -> ExplainResponse:
		var it_ := ExplainResponse.new()
		var from_ := W.dictionary(source)
		var receipt_: Variant = from_.get("receipt")
		if receipt_ != null:
			it_.receipt = Receipt.from_dict(receipt_)
		var thought_: Variant = from_.get("thought")
		if thought_ != null:
			it_.thought = ThoughtReceipt.from_dict(thought_)
		var rendered_prompt_: Variant = from_.get("renderedPrompt", from_.get("rendered_prompt"))
		if rendered_prompt_ != null:
			it_.rendered_prompt = RenderedPrompt.from_dict(rendered_prompt_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if _of_case == "receipt":
			out_["receipt"] = _of.to_dict()
		if _of_case == "thought":
			out_["thought"] = _of.to_dict()
		if has_rendered_prompt():
			out_["renderedPrompt"] = _rendered_prompt.to_dict()
		return out_


## Which tree, seen from where.
class GetReflectionTreeRequest:
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

	## Memory to begin at; empty means all reflections that are evidence for no other, newest
	## first, at most 50.
	var memory_id: String = ""
	## How many levels to show, 1 to 16; 0 means 12.
	var max_depth: int = 0
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> GetReflectionTreeRequest:
		var it_ := GetReflectionTreeRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		it_.max_depth = W.integer(from_.get("maxDepth", from_.get("max_depth")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _has_seq:
			out_["seq"] = seq
		if memory_id != "":
			out_["memoryId"] = memory_id
		if max_depth != 0:
			out_["maxDepth"] = max_depth
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## One memory of a reflection tree.
class ReflectionNode:
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

	## How many levels below the beginning of the tree it is, from 0.
	var level: int = 0
	## Memories among the nodes that it rests on, oldest first: what it was inferred from, and what
	## confirmed it since. Empty for what was perceived, and at [code]max_depth[/code].
	var child_ids: Array[String] = []

	static func from_dict(source: Variant) -> ReflectionNode:
		var it_ := ReflectionNode.new()
		var from_ := W.dictionary(source)
		var memory_: Variant = from_.get("memory")
		if memory_ != null:
			it_.memory = _Memory.Memory.from_dict(memory_)
		it_.level = W.integer(from_.get("level"))
		for entry_: Variant in W.list(from_.get("childIds", from_.get("child_ids"))):
			it_.child_ids.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_memory():
			out_["memory"] = _memory.to_dict()
		if level != 0:
			out_["level"] = level
		if not child_ids.is_empty():
			out_["childIds"] = child_ids.duplicate()
		return out_


## The tree.
class GetReflectionTreeResponse:
	extends Message
	## Nodes, each once, those of level 0 first.
	var nodes: Array[ReflectionNode] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> GetReflectionTreeResponse:
		var it_ := GetReflectionTreeResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("nodes")):
			it_.nodes.append(ReflectionNode.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not nodes.is_empty():
			var list_ := []
			for entry_ in nodes:
				list_.append(entry_.to_dict())
			out_["nodes"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## Which memory to trace, seen from where.
class TraceMemoryRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Memory.
	var memory_id: String = ""
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


	static func from_dict(source: Variant) -> TraceMemoryRequest:
		var it_ := TraceMemoryRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if memory_id != "":
			out_["memoryId"] = memory_id
		if _has_seq:
			out_["seq"] = seq
		return out_


## One hop of a fact.
class KnowledgeHop:
	extends Message
	## Memory at this hop, as its holder has it: its time, source and words.
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

	## Character who holds it.
	var holder_id: String = ""
	## Its name.
	var holder_name: String = ""
	## Id of the character or player who told it; empty when it was not told.
	var told_by_id: String = ""
	## Name of that character or player.
	var told_by_name: String = ""
	## Turn in which it was told; empty when it was not told.
	var turn_id: String = ""
	## Words in which it was told; empty when it was not told.
	var words: String = ""
	## Ids of the memories, among the hops, that it rests on: what the speaker passed on, or what
	## it was inferred from. Empty where the path begins.
	var from_ids: Array[String] = []
	## Those of [code]from_ids[/code] that it tells otherwise: denied, of another person, with
	## another number, or the other way round.
	var distorted_ids: Array[String] = []

	static func from_dict(source: Variant) -> KnowledgeHop:
		var it_ := KnowledgeHop.new()
		var from_ := W.dictionary(source)
		var memory_: Variant = from_.get("memory")
		if memory_ != null:
			it_.memory = _Memory.Memory.from_dict(memory_)
		it_.holder_id = W.text(from_.get("holderId", from_.get("holder_id")))
		it_.holder_name = W.text(from_.get("holderName", from_.get("holder_name")))
		it_.told_by_id = W.text(from_.get("toldById", from_.get("told_by_id")))
		it_.told_by_name = W.text(from_.get("toldByName", from_.get("told_by_name")))
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		it_.words = W.text(from_.get("words"))
		for entry_: Variant in W.list(from_.get("fromIds", from_.get("from_ids"))):
			it_.from_ids.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("distortedIds", from_.get("distorted_ids"))):
			it_.distorted_ids.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_memory():
			out_["memory"] = _memory.to_dict()
		if holder_id != "":
			out_["holderId"] = holder_id
		if holder_name != "":
			out_["holderName"] = holder_name
		if told_by_id != "":
			out_["toldById"] = told_by_id
		if told_by_name != "":
			out_["toldByName"] = told_by_name
		if turn_id != "":
			out_["turnId"] = turn_id
		if words != "":
			out_["words"] = words
		if not from_ids.is_empty():
			out_["fromIds"] = from_ids.duplicate()
		if not distorted_ids.is_empty():
			out_["distortedIds"] = distorted_ids.duplicate()
		return out_


## The whole path, from the memory back to where it began.
class TraceMemoryResponse:
	extends Message
	## Hops, each once, the memory that was asked for first.
	var hops: Array[KnowledgeHop] = []

	static func from_dict(source: Variant) -> TraceMemoryResponse:
		var it_ := TraceMemoryResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("hops")):
			it_.hops.append(KnowledgeHop.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not hops.is_empty():
			var list_ := []
			for entry_ in hops:
				list_.append(entry_.to_dict())
			out_["hops"] = list_
		return out_


## Which fact, seen from where.
class WhoKnowsRequest:
	extends Message
	var _fact: Variant = null
	var _fact_case := ""
	## Timeline.
	var timeline_id: String = ""
	## Memory that states the fact.
	var memory_id: String:
		get:
			return _fact if _fact_case == "memory_id" else ""
		set(value):
			_fact = value
			_fact_case = "memory_id"

	func has_memory_id() -> bool:
		return _fact_case == "memory_id"

	## Fact in words; 1 to 2,000 characters.
	var text: String:
		get:
			return _fact if _fact_case == "text" else ""
		set(value):
			_fact = value
			_fact_case = "text"

	func has_text() -> bool:
		return _fact_case == "text"

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

	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	## Which arm of `fact` is set; empty for none, or one not known here.
	func which_fact() -> String:
		return _fact_case

	static func from_dict(source: Variant) -> WhoKnowsRequest:
		var it_ := WhoKnowsRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		var memory_id_: Variant = from_.get("memoryId", from_.get("memory_id"))
		if memory_id_ != null:
			it_.memory_id = W.text(memory_id_)
		var text_: Variant = from_.get("text")
		if text_ != null:
			it_.text = W.text(text_)
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if _fact_case == "memory_id":
			out_["memoryId"] = _fact
		if _fact_case == "text":
			out_["text"] = _fact
		if _has_seq:
			out_["seq"] = seq
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A character who knows.
class Knower:
	extends Message
	## Character.
	var character_id: String = ""
	## Its name.
	var name: String = ""
	## Memories of the fact, the earliest first; at most 20.
	var memories: Array[_Memory.Memory] = []
	## Shortest path of the first of them to where it began; [code]TraceMemory[/code] shows other
	## beginnings.
	var hops: Array[KnowledgeHop] = []

	static func from_dict(source: Variant) -> Knower:
		var it_ := Knower.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.name = W.text(from_.get("name"))
		for entry_: Variant in W.list(from_.get("memories")):
			it_.memories.append(_Memory.Memory.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("hops")):
			it_.hops.append(KnowledgeHop.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if name != "":
			out_["name"] = name
		if not memories.is_empty():
			var list_ := []
			for entry_ in memories:
				list_.append(entry_.to_dict())
			out_["memories"] = list_
		if not hops.is_empty():
			var list_ := []
			for entry_ in hops:
				list_.append(entry_.to_dict())
			out_["hops"] = list_
		return out_


## The characters who know.
class WhoKnowsResponse:
	extends Message
	## Characters who know, in the order in which they learned it.
	var knowers: Array[Knower] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> WhoKnowsResponse:
		var it_ := WhoKnowsResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("knowers")):
			it_.knowers.append(Knower.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not knowers.is_empty():
			var list_ := []
			for entry_ in knowers:
				list_.append(entry_.to_dict())
			out_["knowers"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## Which memory to pin.
class PinMemoryRequest:
	extends Message
	## Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
	## most 36 ASCII characters, kept for at least 24 hours.
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Memory.
	var memory_id: String = ""
	## Whether it is unpinned instead.
	var unpin: bool = false

	static func from_dict(source: Variant) -> PinMemoryRequest:
		var it_ := PinMemoryRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		it_.unpin = W.boolean(from_.get("unpin"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if memory_id != "":
			out_["memoryId"] = memory_id
		if unpin != false:
			out_["unpin"] = unpin
		return out_


## The memory is pinned, or no longer.
class PinMemoryResponse:
	extends Message
	## Position of the record.
	var seq: int = 0

	static func from_dict(source: Variant) -> PinMemoryResponse:
		var it_ := PinMemoryResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## Whose memories to report on.
class ReportMemoriesRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Character; empty means all of the world.
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

	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ReportMemoriesRequest:
		var it_ := ReportMemoriesRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _has_seq:
			out_["seq"] = seq
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A memory with a problem.
class FaultyMemory:
	extends Message
	## Memory.
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

	## Problem.
	var fault: int = 0
	## Memory that it repeats, or that contradicts it; empty for leftovers.
	var of_id: String = ""

	static func from_dict(source: Variant) -> FaultyMemory:
		var it_ := FaultyMemory.new()
		var from_ := W.dictionary(source)
		var memory_: Variant = from_.get("memory")
		if memory_ != null:
			it_.memory = _Memory.Memory.from_dict(memory_)
		it_.fault = W.enumeration(from_.get("fault"), MEMORY_FAULT_NAMES)
		it_.of_id = W.text(from_.get("ofId", from_.get("of_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_memory():
			out_["memory"] = _memory.to_dict()
		if fault != 0:
			out_["fault"] = W.enumeration_out(fault, MEMORY_FAULT_NAMES)
		if of_id != "":
			out_["ofId"] = of_id
		return out_


## How useful the memories of a character are.
class MemoryReport:
	extends Message
	## Character.
	var character_id: String = ""
	## Its name.
	var name: String = ""
	## Visible memories.
	var total: int = 0
	## Memories that say what another says.
	var duplicates: int = 0
	## Memories that repeat the character's own words or conclusions.
	var echoes: int = 0
	## Memories that are placeholder texts.
	var leftovers: int = 0
	## Memories that a newer one contradicts.
	var superseded: int = 0
	## Memories that are pinned.
	var pinned: int = 0
	## Memories that were never recalled in a turn.
	var never_recalled: int = 0
	## Share that is junk, 0 to 1: duplicates, echoes and leftovers.
	var junk: float = 0.0
	## Examples, at most 20. None for a key that may not read memories.
	var examples: Array[FaultyMemory] = []

	static func from_dict(source: Variant) -> MemoryReport:
		var it_ := MemoryReport.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.name = W.text(from_.get("name"))
		it_.total = W.integer(from_.get("total"))
		it_.duplicates = W.integer(from_.get("duplicates"))
		it_.echoes = W.integer(from_.get("echoes"))
		it_.leftovers = W.integer(from_.get("leftovers"))
		it_.superseded = W.integer(from_.get("superseded"))
		it_.pinned = W.integer(from_.get("pinned"))
		it_.never_recalled = W.integer(from_.get("neverRecalled", from_.get("never_recalled")))
		it_.junk = W.number(from_.get("junk"))
		for entry_: Variant in W.list(from_.get("examples")):
			it_.examples.append(FaultyMemory.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if name != "":
			out_["name"] = name
		if total != 0:
			out_["total"] = total
		if duplicates != 0:
			out_["duplicates"] = duplicates
		if echoes != 0:
			out_["echoes"] = echoes
		if leftovers != 0:
			out_["leftovers"] = leftovers
		if superseded != 0:
			out_["superseded"] = superseded
		if pinned != 0:
			out_["pinned"] = pinned
		if never_recalled != 0:
			out_["neverRecalled"] = never_recalled
		if junk != 0.0:
			out_["junk"] = W.number_out(junk)
		if not examples.is_empty():
			var list_ := []
			for entry_ in examples:
				list_.append(entry_.to_dict())
			out_["examples"] = list_
		return out_


## The reports.
class ReportMemoriesResponse:
	extends Message
	## Reports, by character id.
	var reports: Array[MemoryReport] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ReportMemoriesResponse:
		var it_ := ReportMemoriesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("reports")):
			it_.reports.append(MemoryReport.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not reports.is_empty():
			var list_ := []
			for entry_ in reports:
				list_.append(entry_.to_dict())
			out_["reports"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## A moment of play: a save, or a position of a timeline.
class Moment:
	extends Message
	var _of: Variant = null
	var _of_case := ""
	## Save.
	var save_id: String:
		get:
			return _of if _of_case == "save_id" else ""
		set(value):
			_of = value
			_of_case = "save_id"

	func has_save_id() -> bool:
		return _of_case == "save_id"

	## Timeline.
	var timeline_id: String:
		get:
			return _of if _of_case == "timeline_id" else ""
		set(value):
			_of = value
			_of_case = "timeline_id"

	func has_timeline_id() -> bool:
		return _of_case == "timeline_id"

	## Position in the timeline; absent means its head. Not for saves, which have one.
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


	## Which arm of `of` is set; empty for none, or one not known here.
	func which_of() -> String:
		return _of_case

	static func from_dict(source: Variant) -> Moment:
		var it_ := Moment.new()
		var from_ := W.dictionary(source)
		var save_id_: Variant = from_.get("saveId", from_.get("save_id"))
		if save_id_ != null:
			it_.save_id = W.text(save_id_)
		var timeline_id_: Variant = from_.get("timelineId", from_.get("timeline_id"))
		if timeline_id_ != null:
			it_.timeline_id = W.text(timeline_id_)
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if _of_case == "save_id":
			out_["saveId"] = _of
		if _of_case == "timeline_id":
			out_["timelineId"] = _of
		if _has_seq:
			out_["seq"] = seq
		return out_


## Which two moments to compare.
class DiffRequest:
	extends Message
	## One moment.
	var a: Moment:
		get:
			if _a == null:
				_a = Moment.new()
			return _a
		set(value):
			_a = value
			_has_a = value != null
	var _a: Moment
	var _has_a := false

	func has_a() -> bool:
		return _has_a or (_a != null and not _a.is_empty())

	## The other; of the same world.
	var b: Moment:
		get:
			if _b == null:
				_b = Moment.new()
			return _b
		set(value):
			_b = value
			_has_b = value != null
	var _b: Moment
	var _has_b := false

	func has_b() -> bool:
		return _has_b or (_b != null and not _b.is_empty())

	## Characters to compare, at most 500; empty means all.
	var character_ids: Array[String] = []
	## How many memories to show of each character and side, 1 to 500; 0 means 50. The newest are
	## shown; [code]MindSide.memory_count[/code] counts all.
	var memory_limit: int = 0
	## How many characters at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> DiffRequest:
		var it_ := DiffRequest.new()
		var from_ := W.dictionary(source)
		var a_: Variant = from_.get("a")
		if a_ != null:
			it_.a = Moment.from_dict(a_)
		var b_: Variant = from_.get("b")
		if b_ != null:
			it_.b = Moment.from_dict(b_)
		for entry_: Variant in W.list(from_.get("characterIds", from_.get("character_ids"))):
			it_.character_ids.append(W.text(entry_))
		it_.memory_limit = W.integer(from_.get("memoryLimit", from_.get("memory_limit")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_a():
			out_["a"] = _a.to_dict()
		if has_b():
			out_["b"] = _b.to_dict()
		if not character_ids.is_empty():
			out_["characterIds"] = character_ids.duplicate()
		if memory_limit != 0:
			out_["memoryLimit"] = memory_limit
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## What one of two moments has of a character and the other has not. Memories are only on one
## side. State that differs is on both sides, each as of its moment; what is absent does not
## differ, or is not known on that side.
class MindSide:
	extends Message
	## Memories that only this moment has, newest first.
	var memories: Array[_Memory.Memory] = []
	## How many there are.
	var memory_count: int = 0
	## Beliefs that differ.
	var beliefs: Array[_Mind.Belief] = []
	## Relations that differ.
	var relations: Array[_Mind.Standing] = []
	## Mood, where it differs.
	var mood: _Mind.Mood:
		get:
			if _mood == null:
				_mood = _Mind.Mood.new()
			return _mood
		set(value):
			_mood = value
			_has_mood = value != null
	var _mood: _Mind.Mood
	var _has_mood := false

	func has_mood() -> bool:
		return _has_mood or (_mood != null and not _mood.is_empty())

	## Plan for the day, where it differs.
	var day_plan: _Mind.DayPlan:
		get:
			if _day_plan == null:
				_day_plan = _Mind.DayPlan.new()
			return _day_plan
		set(value):
			_day_plan = value
			_has_day_plan = value != null
	var _day_plan: _Mind.DayPlan
	var _has_day_plan := false

	func has_day_plan() -> bool:
		return _has_day_plan or (_day_plan != null and not _day_plan.is_empty())

	## Act, where it differs.
	var act: _Mind.Act:
		get:
			if _act == null:
				_act = _Mind.Act.new()
			return _act
		set(value):
			_act = value
			_has_act = value != null
	var _act: _Mind.Act
	var _has_act := false

	func has_act() -> bool:
		return _has_act or (_act != null and not _act.is_empty())

	## Place, where it differs.
	var place_id: String = ""
	## Promises that differ.
	var commitments: Array[_Mind.Commitment] = []

	static func from_dict(source: Variant) -> MindSide:
		var it_ := MindSide.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("memories")):
			it_.memories.append(_Memory.Memory.from_dict(entry_))
		it_.memory_count = W.integer(from_.get("memoryCount", from_.get("memory_count")))
		for entry_: Variant in W.list(from_.get("beliefs")):
			it_.beliefs.append(_Mind.Belief.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("relations")):
			it_.relations.append(_Mind.Standing.from_dict(entry_))
		var mood_: Variant = from_.get("mood")
		if mood_ != null:
			it_.mood = _Mind.Mood.from_dict(mood_)
		var day_plan_: Variant = from_.get("dayPlan", from_.get("day_plan"))
		if day_plan_ != null:
			it_.day_plan = _Mind.DayPlan.from_dict(day_plan_)
		var act_: Variant = from_.get("act")
		if act_ != null:
			it_.act = _Mind.Act.from_dict(act_)
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		for entry_: Variant in W.list(from_.get("commitments")):
			it_.commitments.append(_Mind.Commitment.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not memories.is_empty():
			var list_ := []
			for entry_ in memories:
				list_.append(entry_.to_dict())
			out_["memories"] = list_
		if memory_count != 0:
			out_["memoryCount"] = memory_count
		if not beliefs.is_empty():
			var list_ := []
			for entry_ in beliefs:
				list_.append(entry_.to_dict())
			out_["beliefs"] = list_
		if not relations.is_empty():
			var list_ := []
			for entry_ in relations:
				list_.append(entry_.to_dict())
			out_["relations"] = list_
		if has_mood():
			out_["mood"] = _mood.to_dict()
		if has_day_plan():
			out_["dayPlan"] = _day_plan.to_dict()
		if has_act():
			out_["act"] = _act.to_dict()
		if place_id != "":
			out_["placeId"] = place_id
		if not commitments.is_empty():
			var list_ := []
			for entry_ in commitments:
				list_.append(entry_.to_dict())
			out_["commitments"] = list_
		return out_


## How a character differs between two moments.
class MindDiff:
	extends Message
	## Character.
	var character_id: String = ""
	## Its name.
	var name: String = ""
	## At the first moment.
	var a: MindSide:
		get:
			if _a == null:
				_a = MindSide.new()
			return _a
		set(value):
			_a = value
			_has_a = value != null
	var _a: MindSide
	var _has_a := false

	func has_a() -> bool:
		return _has_a or (_a != null and not _a.is_empty())

	## At the second moment.
	var b: MindSide:
		get:
			if _b == null:
				_b = MindSide.new()
			return _b
		set(value):
			_b = value
			_has_b = value != null
	var _b: MindSide
	var _has_b := false

	func has_b() -> bool:
		return _has_b or (_b != null and not _b.is_empty())


	static func from_dict(source: Variant) -> MindDiff:
		var it_ := MindDiff.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.name = W.text(from_.get("name"))
		var a_: Variant = from_.get("a")
		if a_ != null:
			it_.a = MindSide.from_dict(a_)
		var b_: Variant = from_.get("b")
		if b_ != null:
			it_.b = MindSide.from_dict(b_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if name != "":
			out_["name"] = name
		if has_a():
			out_["a"] = _a.to_dict()
		if has_b():
			out_["b"] = _b.to_dict()
		return out_


## What differs.
class DiffResponse:
	extends Message
	## Timeline of the last record that both see; empty when they share none.
	var common_timeline_id: String = ""
	## Its position.
	var common_seq: int = 0
	## Game time of the first moment.
	var world_time_a: String = ""
	## Game time of the second.
	var world_time_b: String = ""
	## Characters that differ, by id.
	var minds: Array[MindDiff] = []
	## Things that differ, at the first moment.
	var objects_a: Array[_Mind.ObjectState] = []
	## The same things, at the second moment.
	var objects_b: Array[_Mind.ObjectState] = []
	## Story flags that only the first moment has set.
	var flags_a: Array[String] = []
	## Story flags that only the second moment has set.
	var flags_b: Array[String] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> DiffResponse:
		var it_ := DiffResponse.new()
		var from_ := W.dictionary(source)
		it_.common_timeline_id = W.text(from_.get("commonTimelineId", from_.get("common_timeline_id")))
		it_.common_seq = W.integer(from_.get("commonSeq", from_.get("common_seq")))
		it_.world_time_a = W.text(from_.get("worldTimeA", from_.get("world_time_a")))
		it_.world_time_b = W.text(from_.get("worldTimeB", from_.get("world_time_b")))
		for entry_: Variant in W.list(from_.get("minds")):
			it_.minds.append(MindDiff.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("objectsA", from_.get("objects_a"))):
			it_.objects_a.append(_Mind.ObjectState.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("objectsB", from_.get("objects_b"))):
			it_.objects_b.append(_Mind.ObjectState.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("flagsA", from_.get("flags_a"))):
			it_.flags_a.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("flagsB", from_.get("flags_b"))):
			it_.flags_b.append(W.text(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if common_timeline_id != "":
			out_["commonTimelineId"] = common_timeline_id
		if common_seq != 0:
			out_["commonSeq"] = common_seq
		if world_time_a != "":
			out_["worldTimeA"] = world_time_a
		if world_time_b != "":
			out_["worldTimeB"] = world_time_b
		if not minds.is_empty():
			var list_ := []
			for entry_ in minds:
				list_.append(entry_.to_dict())
			out_["minds"] = list_
		if not objects_a.is_empty():
			var list_ := []
			for entry_ in objects_a:
				list_.append(entry_.to_dict())
			out_["objectsA"] = list_
		if not objects_b.is_empty():
			var list_ := []
			for entry_ in objects_b:
				list_.append(entry_.to_dict())
			out_["objectsB"] = list_
		if not flags_a.is_empty():
			out_["flagsA"] = flags_a.duplicate()
		if not flags_b.is_empty():
			out_["flagsB"] = flags_b.duplicate()
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_
