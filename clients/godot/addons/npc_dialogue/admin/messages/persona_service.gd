# Generated from proto/npcserver/admin/v1/persona_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _Mind = preload("../../messages/mind.gd")
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


## A character's relation to another person, as its author wrote it.
class Relation:
	extends Message
	## Name of the other person, for display; 1 to 80 characters. Where [code]to_id[/code] is
	## empty, the id or name of a character of the world sets it; a name that several characters
	## have is refused.
	var to: String = ""
	## Its view of them, in a sentence; at most 500 characters.
	var view: String = ""
	## From -100 (hatred) to 100 (devotion).
	var affinity: int = 0
	## Id of the character, or of the player, it is to; empty for a person who is neither, and
	## cannot be met in play. A player is never found by name.
	var to_id: String = ""

	static func from_dict(source: Variant) -> Relation:
		var it_ := Relation.new()
		var from_ := W.dictionary(source)
		it_.to = W.text(from_.get("to"))
		it_.view = W.text(from_.get("view"))
		it_.affinity = W.integer(from_.get("affinity"))
		it_.to_id = W.text(from_.get("toId", from_.get("to_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if to != "":
			out_["to"] = to
		if view != "":
			out_["view"] = view
		if affinity != 0:
			out_["affinity"] = affinity
		if to_id != "":
			out_["toId"] = to_id
		return out_


## A line that an author wrote for moments when no model can speak.
class FallbackLine:
	extends Message
	## Line; 1 to 2,000 characters.
	var text: String = ""
	## Label of its emotion; empty means neutral. Labels: see [code]Emotion[/code].
	var emotion: String = ""

	static func from_dict(source: Variant) -> FallbackLine:
		var it_ := FallbackLine.new()
		var from_ := W.dictionary(source)
		it_.text = W.text(from_.get("text"))
		it_.emotion = W.text(from_.get("emotion"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if text != "":
			out_["text"] = text
		if emotion != "":
			out_["emotion"] = emotion
		return out_


## A fact that a character must tell once a story flag is set, and not before.
class Beat:
	extends Message
	## Names it among the beats of the character; 1 to 80 characters.
	var key: String = ""
	## What it tells, in its own words; 1 to 500 characters.
	var fact: String = ""
	## Story flag from which on it is told; see [code]ObserveRequest.flags[/code].
	var flag: String = ""
	## Line that is said where none of its answers told it; 1 to 2,000 characters.
	var line: String = ""
	## Within how many of its answers it must be told, 1 to 20; 0 means 3.
	var within: int = 0

	static func from_dict(source: Variant) -> Beat:
		var it_ := Beat.new()
		var from_ := W.dictionary(source)
		it_.key = W.text(from_.get("key"))
		it_.fact = W.text(from_.get("fact"))
		it_.flag = W.text(from_.get("flag"))
		it_.line = W.text(from_.get("line"))
		it_.within = W.integer(from_.get("within"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if key != "":
			out_["key"] = key
		if fact != "":
			out_["fact"] = fact
		if flag != "":
			out_["flag"] = flag
		if line != "":
			out_["line"] = line
		if within != 0:
			out_["within"] = within
		return out_


## Who a character is.
class Persona:
	extends Message
	## Name; 1 to 80 characters.
	var name: String = ""
	## Age in years, 0 to 100,000; absent when unknown.
	var age: int = 0:
		set(value):
			age = value
			_has_age = true
	var _has_age := false

	func has_age() -> bool:
		return _has_age

	func clear_age() -> void:
		age = 0
		_has_age = false

	## Inborn traits, such as [code]friendly, outgoing[/code]; at most 4,000 characters, as all
	## texts below.
	var traits: String = ""
	## Background: who the character is and was.
	var background: String = ""
	## What occupies the character at present.
	var currently: String = ""
	## Habits: when it sleeps, wakes and eats.
	var lifestyle: String = ""
	## How it speaks.
	var voice: String = ""
	## What it wants; at most 20 texts of at most 500 characters.
	var goals: Array[String] = []
	## Its relations to others, at most 200, each person once.
	var relations: Array[Relation] = []
	## Lines to greet with, at most 50 of at most 2,000 characters.
	var greetings: Array[String] = []
	## Lines for moments when no model can speak, at most 50.
	var fallback_lines: Array[FallbackLine] = []
	## What its days must hold.
	var daily_plan: String = ""
	## Language it speaks, a tag such as [code]en[/code] or [code]zh[/code]; empty means the
	## world's.
	var language: String = ""
	## Whether it hears nothing.
	var is_deaf: bool = false
	## Whether it sees nothing.
	var is_blind: bool = false
	## What it must tell in the story, at most 20.
	var beats: Array[Beat] = []

	static func from_dict(source: Variant) -> Persona:
		var it_ := Persona.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		var age_: Variant = from_.get("age")
		if age_ != null:
			it_.age = W.integer(age_)
		it_.traits = W.text(from_.get("traits"))
		it_.background = W.text(from_.get("background"))
		it_.currently = W.text(from_.get("currently"))
		it_.lifestyle = W.text(from_.get("lifestyle"))
		it_.voice = W.text(from_.get("voice"))
		for entry_: Variant in W.list(from_.get("goals")):
			it_.goals.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("relations")):
			it_.relations.append(Relation.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("greetings")):
			it_.greetings.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("fallbackLines", from_.get("fallback_lines"))):
			it_.fallback_lines.append(FallbackLine.from_dict(entry_))
		it_.daily_plan = W.text(from_.get("dailyPlan", from_.get("daily_plan")))
		it_.language = W.text(from_.get("language"))
		it_.is_deaf = W.boolean(from_.get("isDeaf", from_.get("is_deaf")))
		it_.is_blind = W.boolean(from_.get("isBlind", from_.get("is_blind")))
		for entry_: Variant in W.list(from_.get("beats")):
			it_.beats.append(Beat.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if _has_age:
			out_["age"] = age
		if traits != "":
			out_["traits"] = traits
		if background != "":
			out_["background"] = background
		if currently != "":
			out_["currently"] = currently
		if lifestyle != "":
			out_["lifestyle"] = lifestyle
		if voice != "":
			out_["voice"] = voice
		if not goals.is_empty():
			out_["goals"] = goals.duplicate()
		if not relations.is_empty():
			var list_ := []
			for entry_ in relations:
				list_.append(entry_.to_dict())
			out_["relations"] = list_
		if not greetings.is_empty():
			out_["greetings"] = greetings.duplicate()
		if not fallback_lines.is_empty():
			var list_ := []
			for entry_ in fallback_lines:
				list_.append(entry_.to_dict())
			out_["fallbackLines"] = list_
		if daily_plan != "":
			out_["dailyPlan"] = daily_plan
		if language != "":
			out_["language"] = language
		if is_deaf != false:
			out_["isDeaf"] = is_deaf
		if is_blind != false:
			out_["isBlind"] = is_blind
		if not beats.is_empty():
			var list_ := []
			for entry_ in beats:
				list_.append(entry_.to_dict())
			out_["beats"] = list_
		return out_


## A character of a world.
class Character:
	extends Message
	## Id, [code][lb]a-z0-9][lb]a-z0-9_-]*[/code], at most 63 characters, unique within its world.
	## Empty on creation: made from the name.
	var character_id: String = ""
	## World.
	var world_id: String = ""
	## Persona as it is now.
	var persona: Persona:
		get:
			if _persona == null:
				_persona = Persona.new()
			return _persona
		set(value):
			_persona = value
			_has_persona = value != null
	var _persona: Persona
	var _has_persona := false

	func has_persona() -> bool:
		return _has_persona or (_persona != null and not _persona.is_empty())

	## Number of that persona's version, from 1. Output only.
	var persona_version: int = 0
	## Place where the character is at the start; empty when unknown.
	var place_id: String = ""
	## Changes with every update. Output only.
	var etag: String = ""
	## Real time of creation. Output only.
	var create_time: String = ""
	## Real time of the last update. Output only.
	var update_time: String = ""
	## Places it knows of at the start, with all their parts, at most 5,000; empty means every
	## place. It gets to know others by being there.
	var known_place_ids: Array[String] = []

	static func from_dict(source: Variant) -> Character:
		var it_ := Character.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		var persona_: Variant = from_.get("persona")
		if persona_ != null:
			it_.persona = Persona.from_dict(persona_)
		it_.persona_version = W.integer(from_.get("personaVersion", from_.get("persona_version")))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.etag = W.text(from_.get("etag"))
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		it_.update_time = W.text(from_.get("updateTime", from_.get("update_time")))
		for entry_: Variant in W.list(from_.get("knownPlaceIds", from_.get("known_place_ids"))):
			it_.known_place_ids.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if world_id != "":
			out_["worldId"] = world_id
		if has_persona():
			out_["persona"] = _persona.to_dict()
		if persona_version != 0:
			out_["personaVersion"] = persona_version
		if place_id != "":
			out_["placeId"] = place_id
		if etag != "":
			out_["etag"] = etag
		if create_time != "":
			out_["createTime"] = create_time
		if update_time != "":
			out_["updateTime"] = update_time
		if not known_place_ids.is_empty():
			out_["knownPlaceIds"] = known_place_ids.duplicate()
		return out_


## Which character.
class GetCharacterRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Character.
	var character_id: String = ""

	static func from_dict(source: Variant) -> GetCharacterRequest:
		var it_ := GetCharacterRequest.new()
		var from_ := W.dictionary(source)
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_id != "":
			out_["worldId"] = world_id
		if character_id != "":
			out_["characterId"] = character_id
		return out_


## The character.
class GetCharacterResponse:
	extends Message
	## Character.
	var character: Character:
		get:
			if _character == null:
				_character = Character.new()
			return _character
		set(value):
			_character = value
			_has_character = value != null
	var _character: Character
	var _has_character := false

	func has_character() -> bool:
		return _has_character or (_character != null and not _character.is_empty())


	static func from_dict(source: Variant) -> GetCharacterResponse:
		var it_ := GetCharacterResponse.new()
		var from_ := W.dictionary(source)
		var character_: Variant = from_.get("character")
		if character_ != null:
			it_.character = Character.from_dict(character_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_character():
			out_["character"] = _character.to_dict()
		return out_


## Which page of a world's characters.
class ListCharactersRequest:
	extends Message
	## World.
	var world_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListCharactersRequest:
		var it_ := ListCharactersRequest.new()
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


## A page of characters.
class ListCharactersResponse:
	extends Message
	## Characters.
	var characters: Array[Character] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListCharactersResponse:
		var it_ := ListCharactersResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("characters")):
			it_.characters.append(Character.from_dict(entry_))
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
	var persona: Persona:
		get:
			if _persona == null:
				_persona = Persona.new()
			return _persona
		set(value):
			_persona = value
			_has_persona = value != null
	var _persona: Persona
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
			it_.persona = Persona.from_dict(persona_)
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
	var character: Character:
		get:
			if _character == null:
				_character = Character.new()
			return _character
		set(value):
			_character = value
			_has_character = value != null
	var _character: Character
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
			it_.character = Character.from_dict(character_)
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
	var character: Character:
		get:
			if _character == null:
				_character = Character.new()
			return _character
		set(value):
			_character = value
			_has_character = value != null
	var _character: Character
	var _has_character := false

	func has_character() -> bool:
		return _has_character or (_character != null and not _character.is_empty())


	static func from_dict(source: Variant) -> CreateCharacterResponse:
		var it_ := CreateCharacterResponse.new()
		var from_ := W.dictionary(source)
		var character_: Variant = from_.get("character")
		if character_ != null:
			it_.character = Character.from_dict(character_)
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
	var character: Character:
		get:
			if _character == null:
				_character = Character.new()
			return _character
		set(value):
			_character = value
			_has_character = value != null
	var _character: Character
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
			it_.character = Character.from_dict(character_)
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
	var character: Character:
		get:
			if _character == null:
				_character = Character.new()
			return _character
		set(value):
			_character = value
			_has_character = value != null
	var _character: Character
	var _has_character := false

	func has_character() -> bool:
		return _has_character or (_character != null and not _character.is_empty())


	static func from_dict(source: Variant) -> UpdateCharacterResponse:
		var it_ := UpdateCharacterResponse.new()
		var from_ := W.dictionary(source)
		var character_: Variant = from_.get("character")
		if character_ != null:
			it_.character = Character.from_dict(character_)
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


## Whose seed memories to list.
class ListSeedMemoriesRequest:
	extends Message
	## World.
	var world_id: String = ""
	## Character.
	var character_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListSeedMemoriesRequest:
		var it_ := ListSeedMemoriesRequest.new()
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


## A page of seed memories.
class ListSeedMemoriesResponse:
	extends Message
	## Seed memories.
	var seed_memories: Array[SeedMemory] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""
	## Stands for all seed memories of the character; see
	## [code]UpdateSeedMemoriesRequest.etag[/code].
	var etag: String = ""

	static func from_dict(source: Variant) -> ListSeedMemoriesResponse:
		var it_ := ListSeedMemoriesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("seedMemories", from_.get("seed_memories"))):
			it_.seed_memories.append(SeedMemory.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		it_.etag = W.text(from_.get("etag"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not seed_memories.is_empty():
			var list_ := []
			for entry_ in seed_memories:
				list_.append(entry_.to_dict())
			out_["seedMemories"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		if etag != "":
			out_["etag"] = etag
		return out_


## What a character is to know from the start.
class UpdateSeedMemoriesRequest:
	extends Message
	## Makes a retry safe; see [code]CreateCharacterRequest.request_id[/code].
	var request_id: String = ""
	## World.
	var world_id: String = ""
	## Character.
	var character_id: String = ""
	## All its seed memories in the order in which they happened, at most 2,000; none removes all.
	var seed_memories: Array[SeedMemory] = []
	## When set, replaces only this state of them; another is [code]ETAG_MISMATCH[/code].
	var etag: String = ""

	static func from_dict(source: Variant) -> UpdateSeedMemoriesRequest:
		var it_ := UpdateSeedMemoriesRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.world_id = W.text(from_.get("worldId", from_.get("world_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		for entry_: Variant in W.list(from_.get("seedMemories", from_.get("seed_memories"))):
			it_.seed_memories.append(SeedMemory.from_dict(entry_))
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
		if not seed_memories.is_empty():
			var list_ := []
			for entry_ in seed_memories:
				list_.append(entry_.to_dict())
			out_["seedMemories"] = list_
		if etag != "":
			out_["etag"] = etag
		return out_


## The seed memories are stored.
class UpdateSeedMemoriesResponse:
	extends Message
	## Stands for them.
	var etag: String = ""
	## Whether one was changed or removed, and not only added: timelines that begin from now on
	## have the new ones.
	var has_new_genesis: bool = false

	static func from_dict(source: Variant) -> UpdateSeedMemoriesResponse:
		var it_ := UpdateSeedMemoriesResponse.new()
		var from_ := W.dictionary(source)
		it_.etag = W.text(from_.get("etag"))
		it_.has_new_genesis = W.boolean(from_.get("hasNewGenesis", from_.get("has_new_genesis")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if etag != "":
			out_["etag"] = etag
		if has_new_genesis != false:
			out_["hasNewGenesis"] = has_new_genesis
		return out_


## What the inner voice says, and to whom.
class WhisperRequest:
	extends Message
	## Makes a retry safe; see [code]CreateCharacterRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Character.
	var character_id: String = ""
	## Words; 1 to 4,000 characters.
	var text: String = ""

	static func from_dict(source: Variant) -> WhisperRequest:
		var it_ := WhisperRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.text = W.text(from_.get("text"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if text != "":
			out_["text"] = text
		return out_


## The memory that the whisper left.
class WhisperResponse:
	extends Message
	## Id of the memory.
	var memory_id: String = ""

	static func from_dict(source: Variant) -> WhisperResponse:
		var it_ := WhisperResponse.new()
		var from_ := W.dictionary(source)
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if memory_id != "":
			out_["memoryId"] = memory_id
		return out_


## By how much a standing moves; each number ends at the bounds of its scale.
class MoveStandingRequest:
	extends Message
	## Makes a retry safe; see [code]CreateCharacterRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Character whose standing it is.
	var character_id: String = ""
	## Character or player to whom it stands so.
	var other_id: String = ""
	## Change of affinity, -200 to 200.
	var affinity: int = 0
	## Change of trust, -100 to 100.
	var trust: int = 0
	## Change of familiarity, -100 to 100.
	var familiarity: int = 0
	## Changes on axes of the world ([code]World.axes[/code]), by name.
	var axes: Dictionary = {}

	static func from_dict(source: Variant) -> MoveStandingRequest:
		var it_ := MoveStandingRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.other_id = W.text(from_.get("otherId", from_.get("other_id")))
		it_.affinity = W.integer(from_.get("affinity"))
		it_.trust = W.integer(from_.get("trust"))
		it_.familiarity = W.integer(from_.get("familiarity"))
		var axes_ := W.dictionary(from_.get("axes"))
		for key_: Variant in axes_:
			var one_ := W.text(key_)
			it_.axes[one_] = W.integer(axes_[key_])
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if other_id != "":
			out_["otherId"] = other_id
		if affinity != 0:
			out_["affinity"] = affinity
		if trust != 0:
			out_["trust"] = trust
		if familiarity != 0:
			out_["familiarity"] = familiarity
		if not axes.is_empty():
			var map_ := {}
			for key_: Variant in axes:
				map_[str(key_)] = axes[key_]
			out_["axes"] = map_
		return out_


## The standing after that.
class MoveStandingResponse:
	extends Message
	## Standing, with the thresholds that it crossed, and without [code]evidence_ids[/code].
	var standing: _Mind.Standing:
		get:
			if _standing == null:
				_standing = _Mind.Standing.new()
			return _standing
		set(value):
			_standing = value
			_has_standing = value != null
	var _standing: _Mind.Standing
	var _has_standing := false

	func has_standing() -> bool:
		return _has_standing or (_standing != null and not _standing.is_empty())


	static func from_dict(source: Variant) -> MoveStandingResponse:
		var it_ := MoveStandingResponse.new()
		var from_ := W.dictionary(source)
		var standing_: Variant = from_.get("standing")
		if standing_ != null:
			it_.standing = _Mind.Standing.from_dict(standing_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_standing():
			out_["standing"] = _standing.to_dict()
		return out_
