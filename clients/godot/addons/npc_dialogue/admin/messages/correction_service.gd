# Generated from proto/npcserver/admin/v1/correction_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../../message.gd")
const W = preload("../../wire.gd")
const _Memory = preload("../../messages/memory.gd")
const _Mind = preload("../../messages/mind.gd")
const _Secret = preload("../../messages/secret.gd")

## What becomes of a record that rests on a corrected memory.
enum DependentChoice {
	## The choice for the others of the request; for those, to leave it.
	UNSPECIFIED = 0,
	## It stays as it is.
	LEAVE = 1,
	## A memory stays, and its character hardly believes it. States and own lines stay as they are.
	DOUBT = 2,
	## It is gone. Inferences and plans are made anew; of a state what rested on the memory is
	## taken off. A line stays said, and its speaker and hearers do not remember it.
	MAKE_ANEW = 3,
}
const DEPENDENT_CHOICE_NAMES := {
	"DEPENDENT_CHOICE_UNSPECIFIED": 0,
	"DEPENDENT_CHOICE_LEAVE": 1,
	"DEPENDENT_CHOICE_DOUBT": 2,
	"DEPENDENT_CHOICE_MAKE_ANEW": 3,
}

## What kind of record rests on a memory. More may be added.
enum DependentKind {
	## Not set.
	UNSPECIFIED = 0,
	## Something perceived or known.
	OBSERVATION = 1,
	## Words that a character heard.
	UTTERANCE = 2,
	## Words that a character said.
	LINE = 3,
	## An inner voice.
	WHISPER = 4,
	## An inference.
	REFLECTION = 5,
	## Something the character means to do.
	PLAN = 6,
	## The plan for a day.
	DAY = 7,
	## What a character does.
	ACT = 8,
	## A relation to another person.
	RELATION = 9,
	## A belief.
	BELIEF = 10,
	## A mood.
	MOOD = 11,
	## A promise.
	COMMITMENT = 12,
}
const DEPENDENT_KIND_NAMES := {
	"DEPENDENT_KIND_UNSPECIFIED": 0,
	"DEPENDENT_KIND_OBSERVATION": 1,
	"DEPENDENT_KIND_UTTERANCE": 2,
	"DEPENDENT_KIND_LINE": 3,
	"DEPENDENT_KIND_WHISPER": 4,
	"DEPENDENT_KIND_REFLECTION": 5,
	"DEPENDENT_KIND_PLAN": 6,
	"DEPENDENT_KIND_DAY": 7,
	"DEPENDENT_KIND_ACT": 8,
	"DEPENDENT_KIND_RELATION": 9,
	"DEPENDENT_KIND_BELIEF": 10,
	"DEPENDENT_KIND_MOOD": 11,
	"DEPENDENT_KIND_COMMITMENT": 12,
}


## A record that rests on a memory.
class Dependent:
	extends Message
	## Timeline that owns it.
	var timeline_id: String = ""
	## Position.
	var seq: int = 0
	## Kind.
	var kind: int = 0
	## Character that has it.
	var character_id: String = ""
	## Name of the character.
	var character_name: String = ""
	## Id of the memory; empty for a state, such as a relation.
	var memory_id: String = ""
	## Its words.
	var text: String = ""
	## Those of its words that show that it rests on the memory.
	var words: String = ""
	## Inferences and retellings between: 1 for what rests on the memory directly.
	var hops: int = 0
	## Positions of what it directly rests on.
	var from_seqs: Array[int] = []

	static func from_dict(source: Variant) -> Dependent:
		var it_ := Dependent.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.seq = W.integer(from_.get("seq"))
		it_.kind = W.enumeration(from_.get("kind"), DEPENDENT_KIND_NAMES)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.character_name = W.text(from_.get("characterName", from_.get("character_name")))
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		it_.text = W.text(from_.get("text"))
		it_.words = W.text(from_.get("words"))
		it_.hops = W.integer(from_.get("hops"))
		for entry_: Variant in W.list(from_.get("fromSeqs", from_.get("from_seqs"))):
			it_.from_seqs.append(W.integer(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if seq != 0:
			out_["seq"] = seq
		if kind != 0:
			out_["kind"] = W.enumeration_out(kind, DEPENDENT_KIND_NAMES)
		if character_id != "":
			out_["characterId"] = character_id
		if character_name != "":
			out_["characterName"] = character_name
		if memory_id != "":
			out_["memoryId"] = memory_id
		if text != "":
			out_["text"] = text
		if words != "":
			out_["words"] = words
		if hops != 0:
			out_["hops"] = hops
		if not from_seqs.is_empty():
			out_["fromSeqs"] = from_seqs.duplicate()
		return out_


## The memory that is to be corrected.
class PreviewCorrectionRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Id of the memory, as [code]ListMemories[/code] shows it.
	var memory_id: String = ""

	static func from_dict(source: Variant) -> PreviewCorrectionRequest:
		var it_ := PreviewCorrectionRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if memory_id != "":
			out_["memoryId"] = memory_id
		return out_


## What rests on a memory.
class PreviewCorrectionResponse:
	extends Message
	## Timelines that see the memory, the named one first; at most 200 are searched.
	var timeline_ids: Array[String] = []
	## What rests on it, by position; a record that several timelines see stands there once.
	var dependents: Array[Dependent] = []

	static func from_dict(source: Variant) -> PreviewCorrectionResponse:
		var it_ := PreviewCorrectionResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("timelineIds", from_.get("timeline_ids"))):
			it_.timeline_ids.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("dependents")):
			it_.dependents.append(Dependent.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not timeline_ids.is_empty():
			out_["timelineIds"] = timeline_ids.duplicate()
		if not dependents.is_empty():
			var list_ := []
			for entry_ in dependents:
				list_.append(entry_.to_dict())
			out_["dependents"] = list_
		return out_


## The choice for one record.
class ChosenDependent:
	extends Message
	## Position of the record.
	var seq: int = 0
	## What becomes of it.
	var choice: int = 0

	static func from_dict(source: Variant) -> ChosenDependent:
		var it_ := ChosenDependent.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		it_.choice = W.enumeration(from_.get("choice"), DEPENDENT_CHOICE_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		if choice != 0:
			out_["choice"] = W.enumeration_out(choice, DEPENDENT_CHOICE_NAMES)
		return out_


## A correction.
class CorrectMemoryRequest:
	extends Message
	var _change: Variant = null
	var _change_case := ""
	## Makes the call safe to repeat; see [code]SayRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Id of the memory, as [code]ListMemories[/code] shows it.
	var memory_id: String = ""
	## The words it is to have. For words that were heard or said: what the character is to know
	## instead.
	var text: String:
		get:
			return _change if _change_case == "text" else ""
		set(value):
			_change = value
			_change_case = "text"

	func has_text() -> bool:
		return _change_case == "text"

	## The character is to have no such memory.
	var withdraw: bool:
		get:
			return _change if _change_case == "withdraw" else false
		set(value):
			_change = value
			_change_case = "withdraw"

	func has_withdraw() -> bool:
		return _change_case == "withdraw"

	## To whom it may be told from now on.
	var lock: _Secret.Secret:
		get:
			return _change if _change_case == "lock" else _Secret.Secret.new()
		set(value):
			_change = value
			_change_case = "lock" if value != null else ""

	func has_lock() -> bool:
		return _change_case == "lock"

	## What becomes of all that rests on it and is not in [code]choices[/code].
	var others: int = 0
	## What becomes of single records, at most 2,000.
	var choices: Array[ChosenDependent] = []
	## Why, for those who read the list of corrections; at most 500 characters.
	var why: String = ""

	## Which arm of `change` is set; empty for none, or one not known here.
	func which_change() -> String:
		return _change_case

	static func from_dict(source: Variant) -> CorrectMemoryRequest:
		var it_ := CorrectMemoryRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		var text_: Variant = from_.get("text")
		if text_ != null:
			it_.text = W.text(text_)
		var withdraw_: Variant = from_.get("withdraw")
		if withdraw_ != null:
			it_.withdraw = W.boolean(withdraw_)
		var lock_: Variant = from_.get("lock")
		if lock_ != null:
			it_.lock = _Secret.Secret.from_dict(lock_)
		it_.others = W.enumeration(from_.get("others"), DEPENDENT_CHOICE_NAMES)
		for entry_: Variant in W.list(from_.get("choices")):
			it_.choices.append(ChosenDependent.from_dict(entry_))
		it_.why = W.text(from_.get("why"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if memory_id != "":
			out_["memoryId"] = memory_id
		if _change_case == "text":
			out_["text"] = _change
		if _change_case == "withdraw":
			out_["withdraw"] = _change
		if _change_case == "lock":
			out_["lock"] = _change.to_dict()
		if others != 0:
			out_["others"] = W.enumeration_out(others, DEPENDENT_CHOICE_NAMES)
		if not choices.is_empty():
			var list_ := []
			for entry_ in choices:
				list_.append(entry_.to_dict())
			out_["choices"] = list_
		if why != "":
			out_["why"] = why
		return out_


## A correction that was made.
class CorrectMemoryResponse:
	extends Message
	## Its id, for [code]UndoCorrection[/code].
	var correction_id: String = ""
	## Its position: it holds from here on.
	var seq: int = 0
	## Id of the memory that stands in for the old one; empty if it was withdrawn.
	var memory_id: String = ""
	## Positions of what rested on it and was changed.
	var changed: Array[int] = []
	## Positions of what rested on it and was left.
	var left: Array[int] = []

	static func from_dict(source: Variant) -> CorrectMemoryResponse:
		var it_ := CorrectMemoryResponse.new()
		var from_ := W.dictionary(source)
		it_.correction_id = W.text(from_.get("correctionId", from_.get("correction_id")))
		it_.seq = W.integer(from_.get("seq"))
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		for entry_: Variant in W.list(from_.get("changed")):
			it_.changed.append(W.integer(entry_))
		for entry_: Variant in W.list(from_.get("left")):
			it_.left.append(W.integer(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if correction_id != "":
			out_["correctionId"] = correction_id
		if seq != 0:
			out_["seq"] = seq
		if memory_id != "":
			out_["memoryId"] = memory_id
		if not changed.is_empty():
			out_["changed"] = changed.duplicate()
		if not left.is_empty():
			out_["left"] = left.duplicate()
		return out_


## A memory to add.
class AddMemoryRequest:
	extends Message
	## Makes the call safe to repeat; see [code]SayRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Character.
	var character_id: String = ""
	## What it knows, at most 4,000 characters.
	var text: String = ""
	## Importance, 1 to 10; not set: it is rated.
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

	## To whom it may be told; not set: everyone.
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

	## Why, at most 500 characters.
	var why: String = ""

	static func from_dict(source: Variant) -> AddMemoryRequest:
		var it_ := AddMemoryRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.text = W.text(from_.get("text"))
		var importance_: Variant = from_.get("importance")
		if importance_ != null:
			it_.importance = W.integer(importance_)
		var secret_: Variant = from_.get("secret")
		if secret_ != null:
			it_.secret = _Secret.Secret.from_dict(secret_)
		it_.why = W.text(from_.get("why"))
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
		if _has_importance:
			out_["importance"] = importance
		if has_secret():
			out_["secret"] = _secret.to_dict()
		if why != "":
			out_["why"] = why
		return out_


## The memory that was added.
class AddMemoryResponse:
	extends Message
	## Id of the correction, for [code]UndoCorrection[/code].
	var correction_id: String = ""
	## Its position.
	var seq: int = 0
	## Id of the memory.
	var memory_id: String = ""

	static func from_dict(source: Variant) -> AddMemoryResponse:
		var it_ := AddMemoryResponse.new()
		var from_ := W.dictionary(source)
		it_.correction_id = W.text(from_.get("correctionId", from_.get("correction_id")))
		it_.seq = W.integer(from_.get("seq"))
		it_.memory_id = W.text(from_.get("memoryId", from_.get("memory_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if correction_id != "":
			out_["correctionId"] = correction_id
		if seq != 0:
			out_["seq"] = seq
		if memory_id != "":
			out_["memoryId"] = memory_id
		return out_


## A mood to set; 0 and 0 is calm.
class MoodSetting:
	extends Message
	## From -1 (unpleasant) to 1 (pleasant).
	var valence: float = 0.0
	## From -1 (drowsy) to 1 (excited).
	var arousal: float = 0.0
	## Why, in a few words that prompts show; at most 500 characters.
	var why: String = ""

	static func from_dict(source: Variant) -> MoodSetting:
		var it_ := MoodSetting.new()
		var from_ := W.dictionary(source)
		it_.valence = W.number(from_.get("valence"))
		it_.arousal = W.number(from_.get("arousal"))
		it_.why = W.text(from_.get("why"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if valence != 0.0:
			out_["valence"] = W.number_out(valence)
		if arousal != 0.0:
			out_["arousal"] = W.number_out(arousal)
		if why != "":
			out_["why"] = why
		return out_


## A belief to set.
class BeliefSetting:
	extends Message
	## Topic of a belief that the character has, as [code]GetMind[/code] shows it; empty: made from
	## [code]text[/code].
	var topic: String = ""
	## Statement, at most 500 characters; empty: that of the topic.
	var text: String = ""
	## From 0 (surely not) to 100 (surely).
	var score: int = 0

	static func from_dict(source: Variant) -> BeliefSetting:
		var it_ := BeliefSetting.new()
		var from_ := W.dictionary(source)
		it_.topic = W.text(from_.get("topic"))
		it_.text = W.text(from_.get("text"))
		it_.score = W.integer(from_.get("score"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if topic != "":
			out_["topic"] = topic
		if text != "":
			out_["text"] = text
		if score != 0:
			out_["score"] = score
		return out_


## A standing to set; what is not set stays as it is.
class StandingSetting:
	extends Message
	## Character or player to whom it stands so; must be set.
	var other_id: String = ""
	## From -100 (hatred) to 100 (devotion).
	var affinity: int = 0:
		set(value):
			affinity = value
			_has_affinity = true
	var _has_affinity := false

	func has_affinity() -> bool:
		return _has_affinity

	func clear_affinity() -> void:
		affinity = 0
		_has_affinity = false

	## From 0 to 100.
	var trust: int = 0:
		set(value):
			trust = value
			_has_trust = true
	var _has_trust := false

	func has_trust() -> bool:
		return _has_trust

	func clear_trust() -> void:
		trust = 0
		_has_trust = false

	## From 0 to 100.
	var familiarity: int = 0:
		set(value):
			familiarity = value
			_has_familiarity = true
	var _has_familiarity := false

	func has_familiarity() -> bool:
		return _has_familiarity

	func clear_familiarity() -> void:
		familiarity = 0
		_has_familiarity = false

	## Its view of them, in a sentence; at most 500 characters; empty: it stays.
	var view: String = ""
	## Scores on axes that the world declares, by name.
	var axes: Dictionary = {}

	static func from_dict(source: Variant) -> StandingSetting:
		var it_ := StandingSetting.new()
		var from_ := W.dictionary(source)
		it_.other_id = W.text(from_.get("otherId", from_.get("other_id")))
		var affinity_: Variant = from_.get("affinity")
		if affinity_ != null:
			it_.affinity = W.integer(affinity_)
		var trust_: Variant = from_.get("trust")
		if trust_ != null:
			it_.trust = W.integer(trust_)
		var familiarity_: Variant = from_.get("familiarity")
		if familiarity_ != null:
			it_.familiarity = W.integer(familiarity_)
		it_.view = W.text(from_.get("view"))
		var axes_ := W.dictionary(from_.get("axes"))
		for key_: Variant in axes_:
			var one_ := W.text(key_)
			it_.axes[one_] = W.integer(axes_[key_])
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if other_id != "":
			out_["otherId"] = other_id
		if _has_affinity:
			out_["affinity"] = affinity
		if _has_trust:
			out_["trust"] = trust
		if _has_familiarity:
			out_["familiarity"] = familiarity
		if view != "":
			out_["view"] = view
		if not axes.is_empty():
			var map_ := {}
			for key_: Variant in axes:
				map_[str(key_)] = axes[key_]
			out_["axes"] = map_
		return out_


## Where a character is to be. Its plan, or your game, moves it on.
class PlaceSetting:
	extends Message
	## Place; must be set.
	var place_id: String = ""
	## Where in the place, at most 80 characters; see [code]Movement.spot[/code].
	var spot: String = ""

	static func from_dict(source: Variant) -> PlaceSetting:
		var it_ := PlaceSetting.new()
		var from_ := W.dictionary(source)
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.spot = W.text(from_.get("spot"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if place_id != "":
			out_["placeId"] = place_id
		if spot != "":
			out_["spot"] = spot
		return out_


## A state to set.
class SetStateRequest:
	extends Message
	var _state: Variant = null
	var _state_case := ""
	## Makes the call safe to repeat; see [code]SayRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Character.
	var character_id: String = ""
	## Its mood.
	var mood: MoodSetting:
		get:
			return _state if _state_case == "mood" else MoodSetting.new()
		set(value):
			_state = value
			_state_case = "mood" if value != null else ""

	func has_mood() -> bool:
		return _state_case == "mood"

	## One of its beliefs.
	var belief: BeliefSetting:
		get:
			return _state if _state_case == "belief" else BeliefSetting.new()
		set(value):
			_state = value
			_state_case = "belief" if value != null else ""

	func has_belief() -> bool:
		return _state_case == "belief"

	## Its standing to another.
	var standing: StandingSetting:
		get:
			return _state if _state_case == "standing" else StandingSetting.new()
		set(value):
			_state = value
			_state_case = "standing" if value != null else ""

	func has_standing() -> bool:
		return _state_case == "standing"

	## Where it is; of a character that is absent or dead, see
	## [code]TimelineService.SetAvailability[/code].
	var place: PlaceSetting:
		get:
			return _state if _state_case == "place" else PlaceSetting.new()
		set(value):
			_state = value
			_state_case = "place" if value != null else ""

	func has_place() -> bool:
		return _state_case == "place"

	## Why, at most 500 characters.
	var why: String = ""

	## Which arm of `state` is set; empty for none, or one not known here.
	func which_state() -> String:
		return _state_case

	static func from_dict(source: Variant) -> SetStateRequest:
		var it_ := SetStateRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var mood_: Variant = from_.get("mood")
		if mood_ != null:
			it_.mood = MoodSetting.from_dict(mood_)
		var belief_: Variant = from_.get("belief")
		if belief_ != null:
			it_.belief = BeliefSetting.from_dict(belief_)
		var standing_: Variant = from_.get("standing")
		if standing_ != null:
			it_.standing = StandingSetting.from_dict(standing_)
		var place_: Variant = from_.get("place")
		if place_ != null:
			it_.place = PlaceSetting.from_dict(place_)
		it_.why = W.text(from_.get("why"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if _state_case == "mood":
			out_["mood"] = _state.to_dict()
		if _state_case == "belief":
			out_["belief"] = _state.to_dict()
		if _state_case == "standing":
			out_["standing"] = _state.to_dict()
		if _state_case == "place":
			out_["place"] = _state.to_dict()
		if why != "":
			out_["why"] = why
		return out_


## The correction that set it.
class SetStateResponse:
	extends Message
	## Id of the correction, for [code]UndoCorrection[/code].
	var correction_id: String = ""
	## Its position: it holds from here on.
	var seq: int = 0

	static func from_dict(source: Variant) -> SetStateResponse:
		var it_ := SetStateResponse.new()
		var from_ := W.dictionary(source)
		it_.correction_id = W.text(from_.get("correctionId", from_.get("correction_id")))
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if correction_id != "":
			out_["correctionId"] = correction_id
		if seq != 0:
			out_["seq"] = seq
		return out_


## The correction to take back.
class UndoCorrectionRequest:
	extends Message
	## Makes the call safe to repeat; see [code]SayRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Id of the correction; one that took another back can be taken back, too.
	var correction_id: String = ""
	## Why, at most 500 characters.
	var why: String = ""

	static func from_dict(source: Variant) -> UndoCorrectionRequest:
		var it_ := UndoCorrectionRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.correction_id = W.text(from_.get("correctionId", from_.get("correction_id")))
		it_.why = W.text(from_.get("why"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if correction_id != "":
			out_["correctionId"] = correction_id
		if why != "":
			out_["why"] = why
		return out_


## What took it back.
class UndoCorrectionResponse:
	extends Message
	## Id of this correction.
	var correction_id: String = ""
	## Its position.
	var seq: int = 0

	static func from_dict(source: Variant) -> UndoCorrectionResponse:
		var it_ := UndoCorrectionResponse.new()
		var from_ := W.dictionary(source)
		it_.correction_id = W.text(from_.get("correctionId", from_.get("correction_id")))
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if correction_id != "":
			out_["correctionId"] = correction_id
		if seq != 0:
			out_["seq"] = seq
		return out_


## Whose corrections to list.
class ListCorrectionsRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## From the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListCorrectionsRequest:
		var it_ := ListCorrectionsRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A state that a correction set.
class CorrectedState:
	extends Message
	var _state: Variant = null
	var _state_case := ""
	## Character.
	var character_id: String = ""
	## Its mood.
	var mood: _Mind.Mood:
		get:
			return _state if _state_case == "mood" else _Mind.Mood.new()
		set(value):
			_state = value
			_state_case = "mood" if value != null else ""

	func has_mood() -> bool:
		return _state_case == "mood"

	## A belief.
	var belief: _Mind.Belief:
		get:
			return _state if _state_case == "belief" else _Mind.Belief.new()
		set(value):
			_state = value
			_state_case = "belief" if value != null else ""

	func has_belief() -> bool:
		return _state_case == "belief"

	## A standing.
	var standing: _Mind.Standing:
		get:
			return _state if _state_case == "standing" else _Mind.Standing.new()
		set(value):
			_state = value
			_state_case = "standing" if value != null else ""

	func has_standing() -> bool:
		return _state_case == "standing"

	## Where it is.
	var place_id: String:
		get:
			return _state if _state_case == "place_id" else ""
		set(value):
			_state = value
			_state_case = "place_id"

	func has_place_id() -> bool:
		return _state_case == "place_id"


	## Which arm of `state` is set; empty for none, or one not known here.
	func which_state() -> String:
		return _state_case

	static func from_dict(source: Variant) -> CorrectedState:
		var it_ := CorrectedState.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var mood_: Variant = from_.get("mood")
		if mood_ != null:
			it_.mood = _Mind.Mood.from_dict(mood_)
		var belief_: Variant = from_.get("belief")
		if belief_ != null:
			it_.belief = _Mind.Belief.from_dict(belief_)
		var standing_: Variant = from_.get("standing")
		if standing_ != null:
			it_.standing = _Mind.Standing.from_dict(standing_)
		var place_id_: Variant = from_.get("placeId", from_.get("place_id"))
		if place_id_ != null:
			it_.place_id = W.text(place_id_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if _state_case == "mood":
			out_["mood"] = _state.to_dict()
		if _state_case == "belief":
			out_["belief"] = _state.to_dict()
		if _state_case == "standing":
			out_["standing"] = _state.to_dict()
		if _state_case == "place_id":
			out_["placeId"] = _state
		return out_


## A correction in the list.
class ListedCorrection:
	extends Message
	## Id.
	var correction_id: String = ""
	## Position from which it holds.
	var seq: int = 0
	## When it was made.
	var create_time: String = ""
	## Id of the key with which it was made.
	var author_id: String = ""
	## Why.
	var why: String = ""
	## Id of the correction that it takes back; empty for none.
	var undoes: String = ""
	## Whether it was taken back.
	var is_undone: bool = false
	## Memories that it withdrew, as they were.
	var withdrawn: Array[_Memory.Memory] = []
	## Memories that it added, or brought back.
	var added: Array[_Memory.Memory] = []
	## Moods, beliefs, standings and places that it set; not plans and promises.
	var states: Array[CorrectedState] = []

	static func from_dict(source: Variant) -> ListedCorrection:
		var it_ := ListedCorrection.new()
		var from_ := W.dictionary(source)
		it_.correction_id = W.text(from_.get("correctionId", from_.get("correction_id")))
		it_.seq = W.integer(from_.get("seq"))
		it_.create_time = W.text(from_.get("createTime", from_.get("create_time")))
		it_.author_id = W.text(from_.get("authorId", from_.get("author_id")))
		it_.why = W.text(from_.get("why"))
		it_.undoes = W.text(from_.get("undoes"))
		it_.is_undone = W.boolean(from_.get("isUndone", from_.get("is_undone")))
		for entry_: Variant in W.list(from_.get("withdrawn")):
			it_.withdrawn.append(_Memory.Memory.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("added")):
			it_.added.append(_Memory.Memory.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("states")):
			it_.states.append(CorrectedState.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if correction_id != "":
			out_["correctionId"] = correction_id
		if seq != 0:
			out_["seq"] = seq
		if create_time != "":
			out_["createTime"] = create_time
		if author_id != "":
			out_["authorId"] = author_id
		if why != "":
			out_["why"] = why
		if undoes != "":
			out_["undoes"] = undoes
		if is_undone != false:
			out_["isUndone"] = is_undone
		if not withdrawn.is_empty():
			var list_ := []
			for entry_ in withdrawn:
				list_.append(entry_.to_dict())
			out_["withdrawn"] = list_
		if not added.is_empty():
			var list_ := []
			for entry_ in added:
				list_.append(entry_.to_dict())
			out_["added"] = list_
		if not states.is_empty():
			var list_ := []
			for entry_ in states:
				list_.append(entry_.to_dict())
			out_["states"] = list_
		return out_


## A page of corrections.
class ListCorrectionsResponse:
	extends Message
	## Corrections.
	var corrections: Array[ListedCorrection] = []
	## For the next page; empty after the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListCorrectionsResponse:
		var it_ := ListCorrectionsResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("corrections")):
			it_.corrections.append(ListedCorrection.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not corrections.is_empty():
			var list_ := []
			for entry_ in corrections:
				list_.append(entry_.to_dict())
			out_["corrections"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_
