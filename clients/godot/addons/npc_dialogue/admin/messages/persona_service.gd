# Generated from proto/npcserver/admin/v1/persona_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _CharacterService = preload("../../messages/character_service.gd")
const _Recollection = preload("recollection.gd")
const _Secret = preload("../../messages/secret.gd")
const _Turn = preload("../../messages/turn.gd")

## What to leave out before a character is asked (Generative Agents, section 6.1). More may be
## added.
enum Ablation {
	## Not set; refused.
	UNSPECIFIED = 0,
	## What it perceived, heard and said, and what it knew from the start.
	OBSERVATIONS = 1,
	## What it inferred, and its standings with others.
	REFLECTIONS = 2,
	## Its plans and act, and its present situation in its own view.
	PLANS = 3,
}
const ABLATION_NAMES := {
	"ABLATION_UNSPECIFIED": 0,
	"ABLATION_OBSERVATIONS": 1,
	"ABLATION_REFLECTIONS": 2,
	"ABLATION_PLANS": 3,
}


## Something a character knows from the start.
class SeedMemory:
	extends Message
	## What it knows; 1 to 4,000 characters.
	var text: String = ""
	## Importance, 1 to 10; absent to have it rated.
	var importance: int = 0:
		set(value):
			importance = value
			_has_importance = true
	var _has_importance := false

	func has_importance() -> bool:
		return _has_importance

	func clear_importance() -> void:
		importance = 0
		_has_importance = false

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


	static func from_dict(source: Variant) -> SeedMemory:
		var it_ := SeedMemory.new()
		var from_ := W.dictionary(source)
		it_.text = W.text(from_.get("text"))
		var importance_: Variant = from_.get("importance")
		if importance_ != null:
			it_.importance = W.integer(importance_)
		var secret_: Variant = from_.get("secret")
		if secret_ != null:
			it_.secret = _Secret.Secret.from_dict(secret_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if text != "":
			out_["text"] = text
		if _has_importance:
			out_["importance"] = importance
		if has_secret():
			out_["secret"] = _secret.to_dict()
		return out_


## One version of a persona.
class PersonaVersion:
	extends Message
	## Number, from 1.
	var version: int = 0
	## Persona.
	var persona: _CharacterService.Persona:
		get:
			if _persona == null:
				_persona = _CharacterService.Persona.new()
			return _persona
		set(value):
			_persona = value
			_has_persona = value != null
	var _persona: _CharacterService.Persona
	var _has_persona := false

	func has_persona() -> bool:
		return _has_persona or (_persona != null and not _persona.is_empty())

	## Real time when it was stored.
	var create_time: String = ""

	static func from_dict(source: Variant) -> PersonaVersion:
		var it_ := PersonaVersion.new()
		var from_ := W.dictionary(source)
		it_.version = W.integer(from_.get("version"))
		var persona_: Variant = from_.get("persona")
		if persona_ != null:
			it_.persona = _CharacterService.Persona.from_dict(persona_)
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if version != 0:
			out_["version"] = version
		if has_persona():
			out_["persona"] = _persona.to_dict()
		if create_time != "":
			out_["createTime"] = create_time
		return out_


## The character to create.
class CreateCharacterRequest:
	extends Message
	## Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
	## most 36 ASCII characters, kept for at least 24 hours.
	var request_id: String = ""
	## Character.
	var character: _CharacterService.Character:
		get:
			if _character == null:
				_character = _CharacterService.Character.new()
			return _character
		set(value):
			_character = value
			_has_character = value != null
	var _character: _CharacterService.Character
	var _has_character := false

	func has_character() -> bool:
		return _has_character or (_character != null and not _character.is_empty())

	## What it knows from the start, at most 2,000.
	var seed_memories: Array[SeedMemory] = []

	static func from_dict(source: Variant) -> CreateCharacterRequest:
		var it_ := CreateCharacterRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		var character_: Variant = from_.get("character")
		if character_ != null:
			it_.character = _CharacterService.Character.from_dict(character_)
		for entry_: Variant in W.list(from_.get("seedMemories", from_.get("seed_memories"))):
			it_.seed_memories.append(SeedMemory.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if has_character():
			out_["character"] = _character.to_dict()
		if not seed_memories.is_empty():
			var list_ := []
			for entry_ in seed_memories:
				list_.append(entry_.to_dict())
			out_["seedMemories"] = list_
		return out_


## The character as created.
class CreateCharacterResponse:
	extends Message
	## Character.
	var character: _CharacterService.Character:
		get:
			if _character == null:
				_character = _CharacterService.Character.new()
			return _character
		set(value):
			_character = value
			_has_character = value != null
	var _character: _CharacterService.Character
	var _has_character := false

	func has_character() -> bool:
		return _has_character or (_character != null and not _character.is_empty())


	static func from_dict(source: Variant) -> CreateCharacterResponse:
		var it_ := CreateCharacterResponse.new()
		var from_ := W.dictionary(source)
		var character_: Variant = from_.get("character")
		if character_ != null:
			it_.character = _CharacterService.Character.from_dict(character_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_character():
			out_["character"] = _character.to_dict()
		return out_


## What to change in a character.
class UpdateCharacterRequest:
	extends Message
	## Makes a retry safe; see [code]CreateCharacterRequest.request_id[/code].
	var request_id: String = ""
	## Character with the new values. An [code]etag[/code] that is set and does not match is
	## [code]ETAG_MISMATCH[/code].
	var character: _CharacterService.Character:
		get:
			if _character == null:
				_character = _CharacterService.Character.new()
			return _character
		set(value):
			_character = value
			_has_character = value != null
	var _character: _CharacterService.Character
	var _has_character := false

	func has_character() -> bool:
		return _has_character or (_character != null and not _character.is_empty())

	## Fields to change, such as [code]persona.voice[/code]; absent means those that are set in
	## [code]character[/code].
	var update_mask: Array[String] = []

	static func from_dict(source: Variant) -> UpdateCharacterRequest:
		var it_ := UpdateCharacterRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		var character_: Variant = from_.get("character")
		if character_ != null:
			it_.character = _CharacterService.Character.from_dict(character_)
		it_.update_mask = W.mask(from_.get("updateMask", from_.get("update_mask")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if has_character():
			out_["character"] = _character.to_dict()
		if not update_mask.is_empty():
			out_["updateMask"] = W.mask_out(update_mask)
		return out_


## The character as changed.
class UpdateCharacterResponse:
	extends Message
	## Character.
	var character: _CharacterService.Character:
		get:
			if _character == null:
				_character = _CharacterService.Character.new()
			return _character
		set(value):
			_character = value
			_has_character = value != null
	var _character: _CharacterService.Character
	var _has_character := false

	func has_character() -> bool:
		return _has_character or (_character != null and not _character.is_empty())


	static func from_dict(source: Variant) -> UpdateCharacterResponse:
		var it_ := UpdateCharacterResponse.new()
		var from_ := W.dictionary(source)
		var character_: Variant = from_.get("character")
		if character_ != null:
			it_.character = _CharacterService.Character.from_dict(character_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_character():
			out_["character"] = _character.to_dict()
		return out_


## Which character to delete.
class DeleteCharacterRequest:
	extends Message
	## Makes a retry safe; see [code]CreateCharacterRequest.request_id[/code].
	var request_id: String = ""
	## World.
	var world_id: String = ""
	## Character.
	var character_id: String = ""
	## When set, deletes only this state of it.
	var etag: String = ""

	static func from_dict(source: Variant) -> DeleteCharacterRequest:
		var it_ := DeleteCharacterRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.etag = W.text(from_.get("etag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if world_id != "":
			out_["worldId"] = world_id
		if character_id != "":
			out_["characterId"] = character_id
		if etag != "":
			out_["etag"] = etag
		return out_


## The character is gone.
class DeleteCharacterResponse:
	extends Message

	static func from_dict(source: Variant) -> DeleteCharacterResponse:
		var it_ := DeleteCharacterResponse.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## Whose persona versions to list.
class ListPersonaVersionsRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Character.
	var character_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListPersonaVersionsRequest:
		var it_ := ListPersonaVersionsRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if character_id != "":
			out_["characterId"] = character_id
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A page of persona versions.
class ListPersonaVersionsResponse:
	extends Message
	## Versions, newest first.
	var versions: Array[PersonaVersion] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListPersonaVersionsResponse:
		var it_ := ListPersonaVersionsResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("versions")):
			it_.versions.append(PersonaVersion.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not versions.is_empty():
			var list_ := []
			for entry_ in versions:
				list_.append(entry_.to_dict())
			out_["versions"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## What to ask, and which character.
class InterviewRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Character.
	var character_id: String = ""
	## Question; 1 to 2,000 characters.
	var question: String = ""
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

	## What the character is to answer without, each once.
	var ablations: Array[int] = []

	static func from_dict(source: Variant) -> InterviewRequest:
		var it_ := InterviewRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.question = W.text(from_.get("question"))
		var seq_: Variant = from_.get("seq")
		if seq_ != null:
			it_.seq = W.integer(seq_)
		it_.ablations = W.enumerations(from_.get("ablations"), ABLATION_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if question != "":
			out_["question"] = question
		if _has_seq:
			out_["seq"] = seq
		if not ablations.is_empty():
			var list_ := []
			for entry_ in ablations:
				list_.append(W.enumeration_out(entry_, ABLATION_NAMES))
			out_["ablations"] = list_
		return out_


## The answer.
class InterviewResponse:
	extends Message
	## What the character says.
	var answer: String = ""
	## Recalled memories, best first.
	var recollections: Array[_Recollection.Recollection] = []
	## Model that answered, [code]provider:model[/code].
	var model: String = ""
	## Tokens of the prompt; 0 when no model was called.
	var prompt_tokens: int = 0
	## Tokens of the answer.
	var completion_tokens: int = 0
	## Which fallback spoke: the model, or, where it could not, an authored line.
	var rung: int = 0

	static func from_dict(source: Variant) -> InterviewResponse:
		var it_ := InterviewResponse.new()
		var from_ := W.dictionary(source)
		it_.answer = W.text(from_.get("answer"))
		for entry_: Variant in W.list(from_.get("recollections")):
			it_.recollections.append(_Recollection.Recollection.from_dict(entry_))
		it_.model = W.text(from_.get("model"))
		it_.prompt_tokens = W.integer(from_.get("promptTokens", from_.get("prompt_tokens")))
		it_.completion_tokens = W.integer(from_.get("completionTokens", from_.get("completion_tokens")))
		it_.rung = W.enumeration(from_.get("rung"), _Turn.RUNG_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if answer != "":
			out_["answer"] = answer
		if not recollections.is_empty():
			var list_ := []
			for entry_ in recollections:
				list_.append(entry_.to_dict())
			out_["recollections"] = list_
		if model != "":
			out_["model"] = model
		if prompt_tokens != 0:
			out_["promptTokens"] = prompt_tokens
		if completion_tokens != 0:
			out_["completionTokens"] = completion_tokens
		if rung != 0:
			out_["rung"] = W.enumeration_out(rung, _Turn.RUNG_NAMES)
		return out_
