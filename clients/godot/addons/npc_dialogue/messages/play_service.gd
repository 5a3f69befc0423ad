# Generated from proto/npcserver/v1/play_service.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")
const _Affordance = preload("affordance.gd")
const _Budget = preload("budget.gd")
const _Memory = preload("memory.gd")
const _Mind = preload("mind.gd")
const _Secret = preload("secret.gd")
const _Turn = preload("turn.gd")

## By which sense an observation is perceived. More may be added.
enum ObservationChannel {
	## By either: those who can see or hear perceive it.
	UNSPECIFIED = 0,
	## Only by those who can see.
	SIGHT = 1,
	## Only by those who can hear.
	SOUND = 2,
}
const OBSERVATION_CHANNEL_NAMES := {
	"OBSERVATION_CHANNEL_UNSPECIFIED": 0,
	"OBSERVATION_CHANNEL_SIGHT": 1,
	"OBSERVATION_CHANNEL_SOUND": 2,
}

## From how far an observation is perceived. More may be added.
enum ObservationRange {
	## As [code]PLACE[/code].
	UNSPECIFIED = 0,
	## At the place itself.
	PLACE = 1,
	## In the place that this place is a part of, and in all its parts.
	NEARBY = 2,
	## Everywhere in the world.
	WORLD = 3,
}
const OBSERVATION_RANGE_NAMES := {
	"OBSERVATION_RANGE_UNSPECIFIED": 0,
	"OBSERVATION_RANGE_PLACE": 1,
	"OBSERVATION_RANGE_NEARBY": 2,
	"OBSERVATION_RANGE_WORLD": 3,
}

## How loud a voice is. More may be added.
enum Loudness {
	## As [code]TALK[/code].
	UNSPECIFIED = 0,
	## Heard whole by those to whom it is said. Characters at the same [code]Movement.spot[/code]
	## catch a word or two; where the game names no spots, nobody does.
	WHISPER = 1,
	## Heard at the place: whole at the same spot, half at others.
	TALK = 2,
	## Heard whole at the place, in the place that it is a part of and in the parts of that, and
	## half one place further; [code]Place.walls[/code] says what walls let through.
	SHOUT = 3,
}
const LOUDNESS_NAMES := {
	"LOUDNESS_UNSPECIFIED": 0,
	"LOUDNESS_WHISPER": 1,
	"LOUDNESS_TALK": 2,
	"LOUDNESS_SHOUT": 3,
}

## Why a character has the floor. More may be added.
enum FloorReason {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## The words addressed it.
	ADDRESSED = 1,
	## The words concern it most.
	STAKE = 2,
	## It has been silent longest of those who have something to say.
	SILENCE = 3,
}
const FLOOR_REASON_NAMES := {
	"FLOOR_REASON_UNSPECIFIED": 0,
	"FLOOR_REASON_ADDRESSED": 1,
	"FLOOR_REASON_STAKE": 2,
	"FLOOR_REASON_SILENCE": 3,
}

## How far the game has carried out an intent. More may be added.
enum OutcomeStatus {
	## Not set; refused.
	UNSPECIFIED = 0,
	## The game allows it; a final status follows. Leaves no memory.
	ACCEPTED = 1,
	## The game does not allow it. Final.
	REFUSED = 2,
	## It was tried and failed. Final.
	FAILED = 3,
	## It happened. Final; keeps an open promise whose words it matches.
	COMPLETED = 4,
}
const OUTCOME_STATUS_NAMES := {
	"OUTCOME_STATUS_UNSPECIFIED": 0,
	"OUTCOME_STATUS_ACCEPTED": 1,
	"OUTCOME_STATUS_REFUSED": 2,
	"OUTCOME_STATUS_FAILED": 3,
	"OUTCOME_STATUS_COMPLETED": 4,
}

## What a move of the clock waits for.
enum ClockWait {
	## Nothing: characters catch up while the game goes on.
	UNSPECIFIED = 0,
	## Acts that are due have begun, and reactions are decided.
	ACTS = 1,
	## No thought of the timeline is due. One that waits for a lull, as a summary of a talk that
	## may go on, is not.
	THOUGHTS = 2,
}
const CLOCK_WAIT_NAMES := {
	"CLOCK_WAIT_UNSPECIFIED": 0,
	"CLOCK_WAIT_ACTS": 1,
	"CLOCK_WAIT_THOUGHTS": 2,
}


## A speaker.
class Speaker:
	extends Message
	## Id that the game gives a player, or a character's id; 1 to 120 characters.
	var id: String = ""
	## Name by which the character knows the speaker; 1 to 80 characters. A character needs none as
	## a member of a circle, where it always has its own.
	var name: String = ""
	## Whether this is one of the world's characters and not a player.
	var is_character: bool = false

	static func from_dict(source: Variant) -> Speaker:
		var it_ := Speaker.new()
		var from_ := W.dictionary(source)
		it_.id = W.text(from_.get("id"))
		it_.name = W.text(from_.get("name"))
		it_.is_character = W.boolean(from_.get("isCharacter", from_.get("is_character")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if id != "":
			out_["id"] = id
		if name != "":
			out_["name"] = name
		if is_character != false:
			out_["isCharacter"] = is_character
		return out_


## Something that happened.
class Observation:
	extends Message
	## What happened, in the third person; 1 to 4,000 characters.
	var text: String = ""
	## Characters who perceived it, at most 500; the dead among them do not, and the absent do, as
	## by a letter. Empty means all who are within [code]range[/code] of [code]place_id[/code],
	## have the sense for it, and are awake; a sound of importance 8 or more wakes those asleep
	## there.
	var witness_ids: Array[String] = []
	## Place where it happened. Without it, [code]witness_ids[/code] must not be empty or
	## [code]range[/code] must be the world.
	var place_id: String = ""
	## Game time when it happened; absent means now. May be in the past, not in the future.
	var world_time: String = ""
	## Importance, 1 to 10, if the game knows it; absent to have it rated.
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

	## Ids of characters, players and things it is about, at most 20.
	var about_ids: Array[String] = []
	## By which sense it is perceived.
	var channel: int = 0
	## From how far it is perceived, where [code]witness_ids[/code] is empty.
	var range: int = 0
	## Whether it is a fact that holds, such as [code]the bed is made[/code], and not an event. A
	## character that knows it already keeps no second memory of it.
	var is_standing: bool = false
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

	## How loud it is, where it can be heard. A shout without [code]witness_ids[/code] reaches
	## others than those within [code]range[/code], too; of a whisper those next to
	## [code]witness_ids[/code] catch a word or two.
	var loudness: int = 0

	static func from_dict(source: Variant) -> Observation:
		var it_ := Observation.new()
		var from_ := W.dictionary(source)
		it_.text = W.text(from_.get("text"))
		for entry_: Variant in W.list(from_.get("witnessIds", from_.get("witness_ids"))):
			it_.witness_ids.append(W.text(entry_))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		var importance_: Variant = from_.get("importance")
		if importance_ != null:
			it_.importance = W.integer(importance_)
		for entry_: Variant in W.list(from_.get("aboutIds", from_.get("about_ids"))):
			it_.about_ids.append(W.text(entry_))
		it_.channel = W.enumeration(from_.get("channel"), OBSERVATION_CHANNEL_NAMES)
		it_.range = W.enumeration(from_.get("range"), OBSERVATION_RANGE_NAMES)
		it_.is_standing = W.boolean(from_.get("isStanding", from_.get("is_standing")))
		var secret_: Variant = from_.get("secret")
		if secret_ != null:
			it_.secret = _Secret.Secret.from_dict(secret_)
		it_.loudness = W.enumeration(from_.get("loudness"), LOUDNESS_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if text != "":
			out_["text"] = text
		if not witness_ids.is_empty():
			out_["witnessIds"] = witness_ids.duplicate()
		if place_id != "":
			out_["placeId"] = place_id
		if world_time != "":
			out_["worldTime"] = world_time
		if _has_importance:
			out_["importance"] = importance
		if not about_ids.is_empty():
			out_["aboutIds"] = about_ids.duplicate()
		if channel != 0:
			out_["channel"] = W.enumeration_out(channel, OBSERVATION_CHANNEL_NAMES)
		if range != 0:
			out_["range"] = W.enumeration_out(range, OBSERVATION_RANGE_NAMES)
		if is_standing != false:
			out_["isStanding"] = is_standing
		if has_secret():
			out_["secret"] = _secret.to_dict()
		if loudness != 0:
			out_["loudness"] = W.enumeration_out(loudness, LOUDNESS_NAMES)
		return out_


## The new state of a thing.
class ObjectChange:
	extends Message
	## Place.
	var place_id: String = ""
	## Thing at that place, one of [code]Place.objects[/code].
	var object_name: String = ""
	## Its new state, such as [code]burning[/code]; 1 to 80 characters. [code]idle[/code] means
	## nothing special, and leaves no memory.
	var state: String = ""
	## Character or player who caused it; empty where none did.
	var by_id: String = ""

	static func from_dict(source: Variant) -> ObjectChange:
		var it_ := ObjectChange.new()
		var from_ := W.dictionary(source)
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.object_name = W.text(from_.get("objectName", from_.get("object_name")))
		it_.state = W.text(from_.get("state"))
		it_.by_id = W.text(from_.get("byId", from_.get("by_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if place_id != "":
			out_["placeId"] = place_id
		if object_name != "":
			out_["objectName"] = object_name
		if state != "":
			out_["state"] = state
		if by_id != "":
			out_["byId"] = by_id
		return out_


## A story flag is set or unset. Secrets may depend on one.
class StoryFlag:
	extends Message
	## Name, [code][lb]a-z][lb]a-z0-9_.-]*[/code], at most 63 characters.
	var name: String = ""
	## Whether it is unset instead.
	var unset: bool = false

	static func from_dict(source: Variant) -> StoryFlag:
		var it_ := StoryFlag.new()
		var from_ := W.dictionary(source)
		it_.name = W.text(from_.get("name"))
		it_.unset = W.boolean(from_.get("unset"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if name != "":
			out_["name"] = name
		if unset != false:
			out_["unset"] = unset
		return out_


## The new place of a character or player.
class Movement:
	extends Message
	## Character or player who moved.
	var id: String = ""
	## Name, for players; characters have theirs. At most 80 characters.
	var name: String = ""
	## Place; empty means outside the world. For a character that is absent or dead: where it will
	## be once it is present again.
	var place_id: String = ""
	## Whether a character takes part in the timeline from now on; set in what is watched, and
	## ignored in requests: see [code]TimelineService.SetAvailability[/code].
	var availability: int = 0
	## Where in the place, by a name that the game chooses, such as [code]corner table[/code]; at
	## most 80 characters. People at one spot hear each other whole, and those at another half.
	## Holds until the next movement; empty means at no spot.
	var spot: String = ""

	static func from_dict(source: Variant) -> Movement:
		var it_ := Movement.new()
		var from_ := W.dictionary(source)
		it_.id = W.text(from_.get("id"))
		it_.name = W.text(from_.get("name"))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.availability = W.enumeration(from_.get("availability"), _Mind.AVAILABILITY_NAMES)
		it_.spot = W.text(from_.get("spot"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if id != "":
			out_["id"] = id
		if name != "":
			out_["name"] = name
		if place_id != "":
			out_["placeId"] = place_id
		if availability != 0:
			out_["availability"] = W.enumeration_out(availability, _Mind.AVAILABILITY_NAMES)
		if spot != "":
			out_["spot"] = spot
		return out_


## What happened.
class ObserveRequest:
	extends Message
	## Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
	## most 36 ASCII characters, kept for at least 24 hours.
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Who moved where, before the observations are witnessed; at most 500.
	var movements: Array[Movement] = []
	## What happened, in order; at most 500.
	var observations: Array[Observation] = []
	## New states of things, after the movements and before the observations; at most 500. Those
	## who perceive them may react.
	var objects: Array[ObjectChange] = []
	## Which story flags are set or unset, before everything else; at most 100.
	var flags: Array[StoryFlag] = []

	static func from_dict(source: Variant) -> ObserveRequest:
		var it_ := ObserveRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		for entry_: Variant in W.list(from_.get("movements")):
			it_.movements.append(Movement.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("observations")):
			it_.observations.append(Observation.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("objects")):
			it_.objects.append(ObjectChange.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("flags")):
			it_.flags.append(StoryFlag.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if not movements.is_empty():
			var list_ := []
			for entry_ in movements:
				list_.append(entry_.to_dict())
			out_["movements"] = list_
		if not observations.is_empty():
			var list_ := []
			for entry_ in observations:
				list_.append(entry_.to_dict())
			out_["observations"] = list_
		if not objects.is_empty():
			var list_ := []
			for entry_ in objects:
				list_.append(entry_.to_dict())
			out_["objects"] = list_
		if not flags.is_empty():
			var list_ := []
			for entry_ in flags:
				list_.append(entry_.to_dict())
			out_["flags"] = list_
		return out_


## What was stored.
class ObserveResponse:
	extends Message
	## Position of the first record that was stored; records are numbered without gaps.
	var first_seq: int = 0
	## Position of the last; one less than [code]first_seq[/code] when nobody perceived anything.
	var last_seq: int = 0
	## How many memories this left, of all characters together.
	var memories: int = 0
	## How many memories this did not leave, because the character knew it already, or the thing is
	## idle.
	var coalesced: int = 0

	static func from_dict(source: Variant) -> ObserveResponse:
		var it_ := ObserveResponse.new()
		var from_ := W.dictionary(source)
		it_.first_seq = W.integer(from_.get("firstSeq", from_.get("first_seq")))
		it_.last_seq = W.integer(from_.get("lastSeq", from_.get("last_seq")))
		it_.memories = W.integer(from_.get("memories"))
		it_.coalesced = W.integer(from_.get("coalesced"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if first_seq != 0:
			out_["firstSeq"] = first_seq
		if last_seq != 0:
			out_["lastSeq"] = last_seq
		if memories != 0:
			out_["memories"] = memories
		if coalesced != 0:
			out_["coalesced"] = coalesced
		return out_


## What is said, and what the game offers in this moment.
class SayRequest:
	extends Message
	## Makes a retry safe; see [code]ObserveRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Character that is spoken to.
	var character_id: String = ""
	## Speaker.
	var speaker: Speaker:
		get:
			if _speaker == null:
				_speaker = Speaker.new()
			return _speaker
		set(value):
			_speaker = value
			_has_speaker = value != null
	var _speaker: Speaker
	var _has_speaker := false

	func has_speaker() -> bool:
		return _has_speaker or (_speaker != null and not _speaker.is_empty())

	## Words; 1 to 2,000 characters.
	var text: String = ""
	## What the character may do in this turn, at most 64; where it is empty, the world's
	## affordances, unless [code]affordance_source[/code] says otherwise.
	var affordances: Array[_Affordance.Affordance] = []
	## Live entities that arguments may name, at most 500.
	var entities: Array[_Affordance.Entity] = []
	## Whether to send [code]LineDelta[/code]s.
	var stream_deltas: bool = false
	## Whether nobody else hears the words and the answer.
	var is_private: bool = false
	## Where affordances and entities come from.
	var affordance_source: int = 0
	## Name of a set that [code]PutAffordanceSet[/code] has stored for the timeline, in place of
	## [code]affordances[/code] and [code]entities[/code]. A player can declare none of its own.
	var affordance_set: String = ""
	## For how long the player can wait for a sign of being heard, in milliseconds, 0 to 60,000: a
	## [code]waiting[/code] event comes by then if no word has. Not set: the server's
	## [code]dialogue.waiting_seconds[/code].
	var first_beat_ms: int = 0:
		set(value):
			first_beat_ms = value
			_has_first_beat_ms = true
	var _has_first_beat_ms := false

	func has_first_beat_ms() -> bool:
		return _has_first_beat_ms

	func clear_first_beat_ms() -> void:
		first_beat_ms = 0
		_has_first_beat_ms = false

	## For how long the player can wait for the whole turn, in milliseconds, 1 to 120,000, counted
	## from the arrival of the request. It bounds the server's own limit,
	## [code]dialogue.total_seconds[/code]; a deadline of the call does too. A repeat of the
	## request may say otherwise.
	var total_ms: int = 0:
		set(value):
			total_ms = value
			_has_total_ms = true
	var _has_total_ms := false

	func has_total_ms() -> bool:
		return _has_total_ms

	func clear_total_ms() -> void:
		total_ms = 0
		_has_total_ms = false

	## Language in which the player speaks: a BCP 47 tag such as [code]en[/code] or [code]pt-
	## BR[/code], at most 35 characters. Empty: that of the timeline. A character whose persona has
	## a language speaks that one; another answers in this.
	var language: String = ""
	## How loud the words are. A whisper is answered by a whisper.
	var loudness: int = 0

	static func from_dict(source: Variant) -> SayRequest:
		var it_ := SayRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var speaker_: Variant = from_.get("speaker")
		if speaker_ != null:
			it_.speaker = Speaker.from_dict(speaker_)
		it_.text = W.text(from_.get("text"))
		for entry_: Variant in W.list(from_.get("affordances")):
			it_.affordances.append(_Affordance.Affordance.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("entities")):
			it_.entities.append(_Affordance.Entity.from_dict(entry_))
		it_.stream_deltas = W.boolean(from_.get("streamDeltas", from_.get("stream_deltas")))
		it_.is_private = W.boolean(from_.get("isPrivate", from_.get("is_private")))
		it_.affordance_source = W.enumeration(from_.get("affordanceSource", from_.get("affordance_source")), _Affordance.AFFORDANCE_SOURCE_NAMES)
		it_.affordance_set = W.text(from_.get("affordanceSet", from_.get("affordance_set")))
		var first_beat_ms_: Variant = from_.get("firstBeatMs", from_.get("first_beat_ms"))
		if first_beat_ms_ != null:
			it_.first_beat_ms = W.integer(first_beat_ms_)
		var total_ms_: Variant = from_.get("totalMs", from_.get("total_ms"))
		if total_ms_ != null:
			it_.total_ms = W.integer(total_ms_)
		it_.language = W.text(from_.get("language"))
		it_.loudness = W.enumeration(from_.get("loudness"), LOUDNESS_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if has_speaker():
			out_["speaker"] = _speaker.to_dict()
		if text != "":
			out_["text"] = text
		if not affordances.is_empty():
			var list_ := []
			for entry_ in affordances:
				list_.append(entry_.to_dict())
			out_["affordances"] = list_
		if not entities.is_empty():
			var list_ := []
			for entry_ in entities:
				list_.append(entry_.to_dict())
			out_["entities"] = list_
		if stream_deltas != false:
			out_["streamDeltas"] = stream_deltas
		if is_private != false:
			out_["isPrivate"] = is_private
		if affordance_source != 0:
			out_["affordanceSource"] = W.enumeration_out(affordance_source, _Affordance.AFFORDANCE_SOURCE_NAMES)
		if affordance_set != "":
			out_["affordanceSet"] = affordance_set
		if _has_first_beat_ms:
			out_["firstBeatMs"] = first_beat_ms
		if _has_total_ms:
			out_["totalMs"] = total_ms
		if language != "":
			out_["language"] = language
		if loudness != 0:
			out_["loudness"] = W.enumeration_out(loudness, LOUDNESS_NAMES)
		return out_


## One event of the turn.
class SayResponse:
	extends Message
	## Event.
	var event: _Turn.TurnEvent:
		get:
			if _event == null:
				_event = _Turn.TurnEvent.new()
			return _event
		set(value):
			_event = value
			_has_event = value != null
	var _event: _Turn.TurnEvent
	var _has_event := false

	func has_event() -> bool:
		return _has_event or (_event != null and not _event.is_empty())


	static func from_dict(source: Variant) -> SayResponse:
		var it_ := SayResponse.new()
		var from_ := W.dictionary(source)
		var event_: Variant = from_.get("event")
		if event_ != null:
			it_.event = _Turn.TurnEvent.from_dict(event_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_event():
			out_["event"] = _event.to_dict()
		return out_


## A group of people who talk.
class Circle:
	extends Message
	## Id.
	var circle_id: String = ""
	## Place where they are; empty if unknown.
	var place_id: String = ""
	## Members; empty once it has broken up.
	var members: Array[Speaker] = []

	static func from_dict(source: Variant) -> Circle:
		var it_ := Circle.new()
		var from_ := W.dictionary(source)
		it_.circle_id = W.text(from_.get("circleId", from_.get("circle_id")))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		for entry_: Variant in W.list(from_.get("members")):
			it_.members.append(Speaker.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if circle_id != "":
			out_["circleId"] = circle_id
		if place_id != "":
			out_["placeId"] = place_id
		if not members.is_empty():
			var list_ := []
			for entry_ in members:
				list_.append(entry_.to_dict())
			out_["members"] = list_
		return out_


## The circle to open.
class OpenCircleRequest:
	extends Message
	## Makes a retry safe; see [code]ObserveRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Place; empty takes the place of the first character among the members.
	var place_id: String = ""
	## Members, 2 to 20, at least one of them a character.
	var members: Array[Speaker] = []

	static func from_dict(source: Variant) -> OpenCircleRequest:
		var it_ := OpenCircleRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		for entry_: Variant in W.list(from_.get("members")):
			it_.members.append(Speaker.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if place_id != "":
			out_["placeId"] = place_id
		if not members.is_empty():
			var list_ := []
			for entry_ in members:
				list_.append(entry_.to_dict())
			out_["members"] = list_
		return out_


## The circle.
class OpenCircleResponse:
	extends Message
	## Circle.
	var circle: Circle:
		get:
			if _circle == null:
				_circle = Circle.new()
			return _circle
		set(value):
			_circle = value
			_has_circle = value != null
	var _circle: Circle
	var _has_circle := false

	func has_circle() -> bool:
		return _has_circle or (_circle != null and not _circle.is_empty())

	## Position of the record.
	var seq: int = 0

	static func from_dict(source: Variant) -> OpenCircleResponse:
		var it_ := OpenCircleResponse.new()
		var from_ := W.dictionary(source)
		var circle_: Variant = from_.get("circle")
		if circle_ != null:
			it_.circle = Circle.from_dict(circle_)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_circle():
			out_["circle"] = _circle.to_dict()
		if seq != 0:
			out_["seq"] = seq
		return out_


## Which circle.
class GetCircleRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Circle.
	var circle_id: String = ""

	static func from_dict(source: Variant) -> GetCircleRequest:
		var it_ := GetCircleRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.circle_id = W.text(from_.get("circleId", from_.get("circle_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if circle_id != "":
			out_["circleId"] = circle_id
		return out_


## The circle.
class GetCircleResponse:
	extends Message
	## Circle as it is now.
	var circle: Circle:
		get:
			if _circle == null:
				_circle = Circle.new()
			return _circle
		set(value):
			_circle = value
			_has_circle = value != null
	var _circle: Circle
	var _has_circle := false

	func has_circle() -> bool:
		return _has_circle or (_circle != null and not _circle.is_empty())


	static func from_dict(source: Variant) -> GetCircleResponse:
		var it_ := GetCircleResponse.new()
		var from_ := W.dictionary(source)
		var circle_: Variant = from_.get("circle")
		if circle_ != null:
			it_.circle = Circle.from_dict(circle_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_circle():
			out_["circle"] = _circle.to_dict()
		return out_


## Which circles to list.
class ListCirclesRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Only circles at this place; empty for all.
	var place_id: String = ""
	## Only circles with this character or player among the members; empty for all.
	var member_id: String = ""
	## How many at most: 0 means 50, more than 500 means 500.
	var page_size: int = 0
	## [code]next_page_token[/code] of the page before; empty for the first.
	var page_token: String = ""

	static func from_dict(source: Variant) -> ListCirclesRequest:
		var it_ := ListCirclesRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		it_.page_size = W.integer(from_.get("pageSize", from_.get("page_size")))
		it_.page_token = W.text(from_.get("pageToken", from_.get("page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if place_id != "":
			out_["placeId"] = place_id
		if member_id != "":
			out_["memberId"] = member_id
		if page_size != 0:
			out_["pageSize"] = page_size
		if page_token != "":
			out_["pageToken"] = page_token
		return out_


## A page of circles.
class ListCirclesResponse:
	extends Message
	## Circles as they are now.
	var circles: Array[Circle] = []
	## Token of the next page; empty when this is the last.
	var next_page_token: String = ""

	static func from_dict(source: Variant) -> ListCirclesResponse:
		var it_ := ListCirclesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("circles")):
			it_.circles.append(Circle.from_dict(entry_))
		it_.next_page_token = W.text(from_.get("nextPageToken", from_.get("next_page_token")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not circles.is_empty():
			var list_ := []
			for entry_ in circles:
				list_.append(entry_.to_dict())
			out_["circles"] = list_
		if next_page_token != "":
			out_["nextPageToken"] = next_page_token
		return out_


## The member to add.
class JoinCircleRequest:
	extends Message
	## Makes a retry safe; see [code]ObserveRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Circle.
	var circle_id: String = ""
	## New member.
	var member: Speaker:
		get:
			if _member == null:
				_member = Speaker.new()
			return _member
		set(value):
			_member = value
			_has_member = value != null
	var _member: Speaker
	var _has_member := false

	func has_member() -> bool:
		return _has_member or (_member != null and not _member.is_empty())


	static func from_dict(source: Variant) -> JoinCircleRequest:
		var it_ := JoinCircleRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.circle_id = W.text(from_.get("circleId", from_.get("circle_id")))
		var member_: Variant = from_.get("member")
		if member_ != null:
			it_.member = Speaker.from_dict(member_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if circle_id != "":
			out_["circleId"] = circle_id
		if has_member():
			out_["member"] = _member.to_dict()
		return out_


## The circle with the new member.
class JoinCircleResponse:
	extends Message
	## Circle.
	var circle: Circle:
		get:
			if _circle == null:
				_circle = Circle.new()
			return _circle
		set(value):
			_circle = value
			_has_circle = value != null
	var _circle: Circle
	var _has_circle := false

	func has_circle() -> bool:
		return _has_circle or (_circle != null and not _circle.is_empty())

	## Position of the record.
	var seq: int = 0

	static func from_dict(source: Variant) -> JoinCircleResponse:
		var it_ := JoinCircleResponse.new()
		var from_ := W.dictionary(source)
		var circle_: Variant = from_.get("circle")
		if circle_ != null:
			it_.circle = Circle.from_dict(circle_)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_circle():
			out_["circle"] = _circle.to_dict()
		if seq != 0:
			out_["seq"] = seq
		return out_


## The member to remove.
class LeaveCircleRequest:
	extends Message
	## Makes a retry safe; see [code]ObserveRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Circle.
	var circle_id: String = ""
	## Member.
	var member_id: String = ""

	static func from_dict(source: Variant) -> LeaveCircleRequest:
		var it_ := LeaveCircleRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.circle_id = W.text(from_.get("circleId", from_.get("circle_id")))
		it_.member_id = W.text(from_.get("memberId", from_.get("member_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if circle_id != "":
			out_["circleId"] = circle_id
		if member_id != "":
			out_["memberId"] = member_id
		return out_


## The circle without the member.
class LeaveCircleResponse:
	extends Message
	## Circle.
	var circle: Circle:
		get:
			if _circle == null:
				_circle = Circle.new()
			return _circle
		set(value):
			_circle = value
			_has_circle = value != null
	var _circle: Circle
	var _has_circle := false

	func has_circle() -> bool:
		return _has_circle or (_circle != null and not _circle.is_empty())

	## Position of the record.
	var seq: int = 0

	static func from_dict(source: Variant) -> LeaveCircleResponse:
		var it_ := LeaveCircleResponse.new()
		var from_ := W.dictionary(source)
		var circle_: Variant = from_.get("circle")
		if circle_ != null:
			it_.circle = Circle.from_dict(circle_)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if has_circle():
			out_["circle"] = _circle.to_dict()
		if seq != 0:
			out_["seq"] = seq
		return out_


## What is said in a circle, and what the game offers in this moment.
class SayInCircleRequest:
	extends Message
	## Makes a retry safe; see [code]ObserveRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Circle.
	var circle_id: String = ""
	## Member who speaks; may stay empty where [code]text[/code] is empty.
	var speaker_id: String = ""
	## Words, at most 2,000 characters; empty lets the characters talk among themselves.
	var text: String = ""
	## Members whom the words address, where the game knows, such as the one the player looks at;
	## empty finds it out from the words.
	var to_ids: Array[String] = []
	## Whether only [code]to_ids[/code] hear it. The answer is whispered too.
	var is_whisper: bool = false
	## What the characters may do in their turns, at most 64; where it is empty, the world's
	## affordances, unless [code]affordance_source[/code] says otherwise.
	var affordances: Array[_Affordance.Affordance] = []
	## Live entities that arguments may name, at most 500.
	var entities: Array[_Affordance.Entity] = []
	## Whether to send [code]LineDelta[/code]s.
	var stream_deltas: bool = false
	## How many turns the characters take at most, 1 to 20; 0 means 3.
	var most_turns: int = 0
	## Where affordances and entities come from.
	var affordance_source: int = 0
	## For how many seconds of game time after a question characters wait for a player who was
	## asked, 0 to 86,400; 0 waits for no player. Not set: until something is asked of all or of
	## another member, which ends the waiting in any case.
	var wait_seconds: int = 0:
		set(value):
			wait_seconds = value
			_has_wait_seconds = true
	var _has_wait_seconds := false

	func has_wait_seconds() -> bool:
		return _has_wait_seconds

	func clear_wait_seconds() -> void:
		wait_seconds = 0
		_has_wait_seconds = false

	## Name of a set; see [code]SayRequest.affordance_set[/code].
	var affordance_set: String = ""
	## For how long the player can wait for a sign of a character, in milliseconds, 0 to 60,000: a
	## [code]waiting[/code] event comes by then if no word of the first turn has. For further turns
	## the time counts from their beginning. Not set: the server's
	## [code]dialogue.waiting_seconds[/code].
	var first_beat_ms: int = 0:
		set(value):
			first_beat_ms = value
			_has_first_beat_ms = true
	var _has_first_beat_ms := false

	func has_first_beat_ms() -> bool:
		return _has_first_beat_ms

	func clear_first_beat_ms() -> void:
		first_beat_ms = 0
		_has_first_beat_ms = false

	## For how long the player can wait for all turns together, in milliseconds, 1 to 120,000,
	## counted from the arrival of the request. No turn begins after it. It bounds the server's own
	## limit for each turn, [code]dialogue.total_seconds[/code]; a deadline of the call does too. A
	## repeat of the request may say otherwise.
	var total_ms: int = 0:
		set(value):
			total_ms = value
			_has_total_ms = true
	var _has_total_ms := false

	func has_total_ms() -> bool:
		return _has_total_ms

	func clear_total_ms() -> void:
		total_ms = 0
		_has_total_ms = false

	## Language of the speaker; see [code]SayRequest.language[/code].
	var language: String = ""

	static func from_dict(source: Variant) -> SayInCircleRequest:
		var it_ := SayInCircleRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.circle_id = W.text(from_.get("circleId", from_.get("circle_id")))
		it_.speaker_id = W.text(from_.get("speakerId", from_.get("speaker_id")))
		it_.text = W.text(from_.get("text"))
		for entry_: Variant in W.list(from_.get("toIds", from_.get("to_ids"))):
			it_.to_ids.append(W.text(entry_))
		it_.is_whisper = W.boolean(from_.get("isWhisper", from_.get("is_whisper")))
		for entry_: Variant in W.list(from_.get("affordances")):
			it_.affordances.append(_Affordance.Affordance.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("entities")):
			it_.entities.append(_Affordance.Entity.from_dict(entry_))
		it_.stream_deltas = W.boolean(from_.get("streamDeltas", from_.get("stream_deltas")))
		it_.most_turns = W.integer(from_.get("mostTurns", from_.get("most_turns")))
		it_.affordance_source = W.enumeration(from_.get("affordanceSource", from_.get("affordance_source")), _Affordance.AFFORDANCE_SOURCE_NAMES)
		var wait_seconds_: Variant = from_.get("waitSeconds", from_.get("wait_seconds"))
		if wait_seconds_ != null:
			it_.wait_seconds = W.integer(wait_seconds_)
		it_.affordance_set = W.text(from_.get("affordanceSet", from_.get("affordance_set")))
		var first_beat_ms_: Variant = from_.get("firstBeatMs", from_.get("first_beat_ms"))
		if first_beat_ms_ != null:
			it_.first_beat_ms = W.integer(first_beat_ms_)
		var total_ms_: Variant = from_.get("totalMs", from_.get("total_ms"))
		if total_ms_ != null:
			it_.total_ms = W.integer(total_ms_)
		it_.language = W.text(from_.get("language"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if circle_id != "":
			out_["circleId"] = circle_id
		if speaker_id != "":
			out_["speakerId"] = speaker_id
		if text != "":
			out_["text"] = text
		if not to_ids.is_empty():
			out_["toIds"] = to_ids.duplicate()
		if is_whisper != false:
			out_["isWhisper"] = is_whisper
		if not affordances.is_empty():
			var list_ := []
			for entry_ in affordances:
				list_.append(entry_.to_dict())
			out_["affordances"] = list_
		if not entities.is_empty():
			var list_ := []
			for entry_ in entities:
				list_.append(entry_.to_dict())
			out_["entities"] = list_
		if stream_deltas != false:
			out_["streamDeltas"] = stream_deltas
		if most_turns != 0:
			out_["mostTurns"] = most_turns
		if affordance_source != 0:
			out_["affordanceSource"] = W.enumeration_out(affordance_source, _Affordance.AFFORDANCE_SOURCE_NAMES)
		if _has_wait_seconds:
			out_["waitSeconds"] = wait_seconds
		if affordance_set != "":
			out_["affordanceSet"] = affordance_set
		if _has_first_beat_ms:
			out_["firstBeatMs"] = first_beat_ms
		if _has_total_ms:
			out_["totalMs"] = total_ms
		if language != "":
			out_["language"] = language
		return out_


## The words are stored, and all who were to hear them have heard them.
class CircleHeard:
	extends Message
	## Position of the first record; 0 where nothing was said.
	var seq: int = 0
	## Members whom they address; empty for all.
	var to_ids: Array[String] = []

	static func from_dict(source: Variant) -> CircleHeard:
		var it_ := CircleHeard.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		for entry_: Variant in W.list(from_.get("toIds", from_.get("to_ids"))):
			it_.to_ids.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		if not to_ids.is_empty():
			out_["toIds"] = to_ids.duplicate()
		return out_


## A character has the floor; its turn follows.
class CircleFloor:
	extends Message
	## Character.
	var character_id: String = ""
	## Reason.
	var reason: int = 0

	static func from_dict(source: Variant) -> CircleFloor:
		var it_ := CircleFloor.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.reason = W.enumeration(from_.get("reason"), FLOOR_REASON_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if reason != 0:
			out_["reason"] = W.enumeration_out(reason, FLOOR_REASON_NAMES)
		return out_


## Nobody speaks any more for now.
class CircleQuiet:
	extends Message
	## Member whose answer is awaited, such as a player who was asked something; empty if none is.
	## See [code]SayInCircleRequest.wait_seconds[/code].
	var awaited_id: String = ""
	## Whether another call spoke meanwhile and took the circle over.
	var was_overtaken: bool = false

	static func from_dict(source: Variant) -> CircleQuiet:
		var it_ := CircleQuiet.new()
		var from_ := W.dictionary(source)
		it_.awaited_id = W.text(from_.get("awaitedId", from_.get("awaited_id")))
		it_.was_overtaken = W.boolean(from_.get("wasOvertaken", from_.get("was_overtaken")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if awaited_id != "":
			out_["awaitedId"] = awaited_id
		if was_overtaken != false:
			out_["wasOvertaken"] = was_overtaken
		return out_


## One event in the circle.
class SayInCircleResponse:
	extends Message
	var _event: Variant = null
	var _event_case := ""
	## The words were heard; sent first.
	var heard: CircleHeard:
		get:
			return _event if _event_case == "heard" else CircleHeard.new()
		set(value):
			_event = value
			_event_case = "heard" if value != null else ""

	func has_heard() -> bool:
		return _event_case == "heard"

	## A character has the floor.
	var floor: CircleFloor:
		get:
			return _event if _event_case == "floor" else CircleFloor.new()
		set(value):
			_event = value
			_event_case = "floor" if value != null else ""

	func has_floor() -> bool:
		return _event_case == "floor"

	## An event of its turn.
	var turn: _Turn.TurnEvent:
		get:
			return _event if _event_case == "turn" else _Turn.TurnEvent.new()
		set(value):
			_event = value
			_event_case = "turn" if value != null else ""

	func has_turn() -> bool:
		return _event_case == "turn"

	## Nobody speaks any more; sent last.
	var quiet: CircleQuiet:
		get:
			return _event if _event_case == "quiet" else CircleQuiet.new()
		set(value):
			_event = value
			_event_case = "quiet" if value != null else ""

	func has_quiet() -> bool:
		return _event_case == "quiet"


	## Which arm of `event` is set; empty for none, or one not known here.
	func which_event() -> String:
		return _event_case

	static func from_dict(source: Variant) -> SayInCircleResponse:
		var it_ := SayInCircleResponse.new()
		var from_ := W.dictionary(source)
		var heard_: Variant = from_.get("heard")
		if heard_ != null:
			it_.heard = CircleHeard.from_dict(heard_)
		var floor_: Variant = from_.get("floor")
		if floor_ != null:
			it_.floor = CircleFloor.from_dict(floor_)
		var turn_: Variant = from_.get("turn")
		if turn_ != null:
			it_.turn = _Turn.TurnEvent.from_dict(turn_)
		var quiet_: Variant = from_.get("quiet")
		if quiet_ != null:
			it_.quiet = CircleQuiet.from_dict(quiet_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if _event_case == "heard":
			out_["heard"] = _event.to_dict()
		if _event_case == "floor":
			out_["floor"] = _event.to_dict()
		if _event_case == "turn":
			out_["turn"] = _event.to_dict()
		if _event_case == "quiet":
			out_["quiet"] = _event.to_dict()
		return out_


## Which turn to interrupt.
class InterruptRequest:
	extends Message
	## Turn.
	var turn_id: String = ""

	static func from_dict(source: Variant) -> InterruptRequest:
		var it_ := InterruptRequest.new()
		var from_ := W.dictionary(source)
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if turn_id != "":
			out_["turnId"] = turn_id
		return out_


## Whether there was something to interrupt.
class InterruptResponse:
	extends Message
	## False when the turn was already over.
	var was_speaking: bool = false

	static func from_dict(source: Variant) -> InterruptResponse:
		var it_ := InterruptResponse.new()
		var from_ := W.dictionary(source)
		it_.was_speaking = W.boolean(from_.get("wasSpeaking", from_.get("was_speaking")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if was_speaking != false:
			out_["wasSpeaking"] = was_speaking
		return out_


## The outcome of an intent.
class ReportOutcomeRequest:
	extends Message
	## Makes a retry safe; see [code]ObserveRequest.request_id[/code].
	var request_id: String = ""
	## Timeline in which the turn was taken, or one that sees it.
	var timeline_id: String = ""
	## Turn that proposed the intent.
	var turn_id: String = ""
	## Intent.
	var intent_id: String = ""
	## Status.
	var status: int = 0
	## What happened, as the character would remember its deed, or why it did not happen; at most
	## 4,000 characters. Without it a deed is remembered by its affordance and arguments.
	var detail: String = ""

	static func from_dict(source: Variant) -> ReportOutcomeRequest:
		var it_ := ReportOutcomeRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		it_.intent_id = W.text(from_.get("intentId", from_.get("intent_id")))
		it_.status = W.enumeration(from_.get("status"), OUTCOME_STATUS_NAMES)
		it_.detail = W.text(from_.get("detail"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if turn_id != "":
			out_["turnId"] = turn_id
		if intent_id != "":
			out_["intentId"] = intent_id
		if status != 0:
			out_["status"] = W.enumeration_out(status, OUTCOME_STATUS_NAMES)
		if detail != "":
			out_["detail"] = detail
		return out_


## The outcome is stored.
class ReportOutcomeResponse:
	extends Message
	## Position of the record.
	var seq: int = 0

	static func from_dict(source: Variant) -> ReportOutcomeResponse:
		var it_ := ReportOutcomeResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## The new game time.
class AdvanceClockRequest:
	extends Message
	## Makes a retry safe; see [code]ObserveRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## New game time; not before the present one. The present one again only waits.
	var world_time: String = ""
	## What is waited for before the answer. A repeat may change it.
	var wait_for: int = 0
	## Longest wait, in milliseconds; 1 to 50,000, 10,000 when not set. A repeat may change it.
	var wait_ms: int = 0:
		set(value):
			wait_ms = value
			_has_wait_ms = true
	var _has_wait_ms := false

	func has_wait_ms() -> bool:
		return _has_wait_ms

	func clear_wait_ms() -> void:
		wait_ms = 0
		_has_wait_ms = false


	static func from_dict(source: Variant) -> AdvanceClockRequest:
		var it_ := AdvanceClockRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		it_.wait_for = W.enumeration(from_.get("waitFor", from_.get("wait_for")), CLOCK_WAIT_NAMES)
		var wait_ms_: Variant = from_.get("waitMs", from_.get("wait_ms"))
		if wait_ms_ != null:
			it_.wait_ms = W.integer(wait_ms_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if world_time != "":
			out_["worldTime"] = world_time
		if wait_for != 0:
			out_["waitFor"] = W.enumeration_out(wait_for, CLOCK_WAIT_NAMES)
		if _has_wait_ms:
			out_["waitMs"] = wait_ms
		return out_


## Game time has moved.
class AdvanceClockResponse:
	extends Message
	## Game time now.
	var world_time: String = ""
	## Position of the record.
	var seq: int = 0
	## Acts and thoughts that are still due after the wait; not set where nothing was waited for.
	## If any are, wait again with another [code]request_id[/code], or go on.
	var open_thoughts: int = 0:
		set(value):
			open_thoughts = value
			_has_open_thoughts = true
	var _has_open_thoughts := false

	func has_open_thoughts() -> bool:
		return _has_open_thoughts

	func clear_open_thoughts() -> void:
		open_thoughts = 0
		_has_open_thoughts = false


	static func from_dict(source: Variant) -> AdvanceClockResponse:
		var it_ := AdvanceClockResponse.new()
		var from_ := W.dictionary(source)
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		it_.seq = W.integer(from_.get("seq"))
		var open_thoughts_: Variant = from_.get("openThoughts", from_.get("open_thoughts"))
		if open_thoughts_ != null:
			it_.open_thoughts = W.integer(open_thoughts_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_time != "":
			out_["worldTime"] = world_time
		if seq != 0:
			out_["seq"] = seq
		if _has_open_thoughts:
			out_["openThoughts"] = open_thoughts
		return out_


## How a promise is settled.
class SettleCommitmentRequest:
	extends Message
	## Makes a retry safe; see [code]ObserveRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Promise; from [code]Mind.commitments[/code] or [code]WatchResponse.commitment[/code].
	var commitment_id: String = ""
	## New status; not [code]OPEN[/code].
	var status: int = 0
	## What happened, as those concerned would perceive it; at most 4,000 characters.
	var detail: String = ""

	static func from_dict(source: Variant) -> SettleCommitmentRequest:
		var it_ := SettleCommitmentRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.commitment_id = W.text(from_.get("commitmentId", from_.get("commitment_id")))
		it_.status = W.enumeration(from_.get("status"), _Mind.COMMITMENT_STATUS_NAMES)
		it_.detail = W.text(from_.get("detail"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if commitment_id != "":
			out_["commitmentId"] = commitment_id
		if status != 0:
			out_["status"] = W.enumeration_out(status, _Mind.COMMITMENT_STATUS_NAMES)
		if detail != "":
			out_["detail"] = detail
		return out_


## The promise is settled.
class SettleCommitmentResponse:
	extends Message
	## Position of the record.
	var seq: int = 0

	static func from_dict(source: Variant) -> SettleCommitmentResponse:
		var it_ := SettleCommitmentResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## Who would speak, and with whom.
class SuggestLinesRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Character.
	var character_id: String = ""
	## Who would say the lines.
	var speaker: Speaker:
		get:
			if _speaker == null:
				_speaker = Speaker.new()
			return _speaker
		set(value):
			_speaker = value
			_has_speaker = value != null
	var _speaker: Speaker
	var _has_speaker := false

	func has_speaker() -> bool:
		return _has_speaker or (_speaker != null and not _speaker.is_empty())


	static func from_dict(source: Variant) -> SuggestLinesRequest:
		var it_ := SuggestLinesRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var speaker_: Variant = from_.get("speaker")
		if speaker_ != null:
			it_.speaker = Speaker.from_dict(speaker_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if character_id != "":
			out_["characterId"] = character_id
		if has_speaker():
			out_["speaker"] = _speaker.to_dict()
		return out_


## Lines to try.
class SuggestLinesResponse:
	extends Message
	## At most 3, in the language of the character.
	var lines: Array[String] = []

	static func from_dict(source: Variant) -> SuggestLinesResponse:
		var it_ := SuggestLinesResponse.new()
		var from_ := W.dictionary(source)
		for entry_: Variant in W.list(from_.get("lines")):
			it_.lines.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if not lines.is_empty():
			out_["lines"] = lines.duplicate()
		return out_


## New attention tiers of characters.
class SetAttentionRequest:
	extends Message
	## Makes a retry safe; see [code]ObserveRequest.request_id[/code].
	var request_id: String = ""
	## Timeline.
	var timeline_id: String = ""
	## Changes, 1 to 500, each character once.
	var changes: Array[_Mind.AttentionChange] = []

	static func from_dict(source: Variant) -> SetAttentionRequest:
		var it_ := SetAttentionRequest.new()
		var from_ := W.dictionary(source)
		it_.request_id = W.text(from_.get("requestId", from_.get("request_id")))
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		for entry_: Variant in W.list(from_.get("changes")):
			it_.changes.append(_Mind.AttentionChange.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if request_id != "":
			out_["requestId"] = request_id
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if not changes.is_empty():
			var list_ := []
			for entry_ in changes:
				list_.append(entry_.to_dict())
			out_["changes"] = list_
		return out_


## The tiers are in force.
class SetAttentionResponse:
	extends Message
	## Position of the last record.
	var seq: int = 0

	static func from_dict(source: Variant) -> SetAttentionResponse:
		var it_ := SetAttentionResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		return out_


## What to watch.
class WatchRequest:
	extends Message
	## Timeline.
	var timeline_id: String = ""
	## Position after which to begin; absent means after the head.
	var after_seq: int = 0:
		set(value):
			after_seq = value
			_has_after_seq = true
	var _has_after_seq := false

	func has_after_seq() -> bool:
		return _has_after_seq

	func clear_after_seq() -> void:
		after_seq = 0
		_has_after_seq = false

	## Characters to watch, at most 1,000; empty means all.
	var character_ids: Array[String] = []

	static func from_dict(source: Variant) -> WatchRequest:
		var it_ := WatchRequest.new()
		var from_ := W.dictionary(source)
		it_.timeline_id = W.text(from_.get("timelineId", from_.get("timeline_id")))
		var after_seq_: Variant = from_.get("afterSeq", from_.get("after_seq"))
		if after_seq_ != null:
			it_.after_seq = W.integer(after_seq_)
		for entry_: Variant in W.list(from_.get("characterIds", from_.get("character_ids"))):
			it_.character_ids.append(W.text(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if timeline_id != "":
			out_["timelineId"] = timeline_id
		if _has_after_seq:
			out_["afterSeq"] = after_seq
		if not character_ids.is_empty():
			out_["characterIds"] = character_ids.duplicate()
		return out_


## One event of the timeline.
class WatchResponse:
	extends Message
	var _event: Variant = null
	var _event_case := ""
	## Position; resume with [code]after_seq[/code] set to the last one received.
	var seq: int = 0
	## Game time.
	var world_time: String = ""
	## Character it concerns; empty for the timeline itself.
	var character_id: String = ""
	## No event; everything up to [code]seq[/code] has been sent.
	var checkpoint: Checkpoint:
		get:
			return _event if _event_case == "checkpoint" else Checkpoint.new()
		set(value):
			_event = value
			_event_case = "checkpoint" if value != null else ""

	func has_checkpoint() -> bool:
		return _event_case == "checkpoint"

	## A character has a new memory.
	var memory: _Memory.Memory:
		get:
			return _event if _event_case == "memory" else _Memory.Memory.new()
		set(value):
			_event = value
			_event_case = "memory" if value != null else ""

	func has_memory() -> bool:
		return _event_case == "memory"

	## A character has taken a turn.
	var turn: TurnTaken:
		get:
			return _event if _event_case == "turn" else TurnTaken.new()
		set(value):
			_event = value
			_event_case = "turn" if value != null else ""

	func has_turn() -> bool:
		return _event_case == "turn"

	## A character or player moved.
	var movement: Movement:
		get:
			return _event if _event_case == "movement" else Movement.new()
		set(value):
			_event = value
			_event_case = "movement" if value != null else ""

	func has_movement() -> bool:
		return _event_case == "movement"

	## Game time moved.
	var clock: ClockMoved:
		get:
			return _event if _event_case == "clock" else ClockMoved.new()
		set(value):
			_event = value
			_event_case = "clock" if value != null else ""

	func has_clock() -> bool:
		return _event_case == "clock"

	## The game settled an intent.
	var outcome: OutcomeReported:
		get:
			return _event if _event_case == "outcome" else OutcomeReported.new()
		set(value):
			_event = value
			_event_case = "outcome" if value != null else ""

	func has_outcome() -> bool:
		return _event_case == "outcome"

	## A character begins an act. The game carries it out if the character is in the foreground.
	var act: _Mind.Act:
		get:
			return _event if _event_case == "act" else _Mind.Act.new()
		set(value):
			_event = value
			_event_case = "act" if value != null else ""

	func has_act() -> bool:
		return _event_case == "act"

	## A character has a new plan, or a changed one.
	var day_plan: _Mind.DayPlan:
		get:
			return _event if _event_case == "day_plan" else _Mind.DayPlan.new()
		set(value):
			_event = value
			_event_case = "day_plan" if value != null else ""

	func has_day_plan() -> bool:
		return _event_case == "day_plan"

	## A character's mood changed.
	var mood: _Mind.Mood:
		get:
			return _event if _event_case == "mood" else _Mind.Mood.new()
		set(value):
			_event = value
			_event_case = "mood" if value != null else ""

	func has_mood() -> bool:
		return _event_case == "mood"

	## A character's standing with another changed.
	var relation: _Mind.Standing:
		get:
			return _event if _event_case == "relation" else _Mind.Standing.new()
		set(value):
			_event = value
			_event_case = "relation" if value != null else ""

	func has_relation() -> bool:
		return _event_case == "relation"

	## A character's belief changed.
	var belief: _Mind.Belief:
		get:
			return _event if _event_case == "belief" else _Mind.Belief.new()
		set(value):
			_event = value
			_event_case = "belief" if value != null else ""

	func has_belief() -> bool:
		return _event_case == "belief"

	## A thing has a new state.
	var object_state: _Mind.ObjectState:
		get:
			return _event if _event_case == "object_state" else _Mind.ObjectState.new()
		set(value):
			_event = value
			_event_case = "object_state" if value != null else ""

	func has_object_state() -> bool:
		return _event_case == "object_state"

	## A character has a new attention tier.
	var attention: _Mind.AttentionChange:
		get:
			return _event if _event_case == "attention" else _Mind.AttentionChange.new()
		set(value):
			_event = value
			_event_case = "attention" if value != null else ""

	func has_attention() -> bool:
		return _event_case == "attention"

	## A conversation with another character begins or ends.
	var conversation: _Mind.Conversation:
		get:
			return _event if _event_case == "conversation" else _Mind.Conversation.new()
		set(value):
			_event = value
			_event_case = "conversation" if value != null else ""

	func has_conversation() -> bool:
		return _event_case == "conversation"

	## A thought called a model or decided something.
	var thought: _Mind.Thought:
		get:
			return _event if _event_case == "thought" else _Mind.Thought.new()
		set(value):
			_event = value
			_event_case = "thought" if value != null else ""

	func has_thought() -> bool:
		return _event_case == "thought"

	## The game loaded a save and plays on in another timeline. The stream ends after it.
	var left: TimelineLeft:
		get:
			return _event if _event_case == "left" else TimelineLeft.new()
		set(value):
			_event = value
			_event_case = "left" if value != null else ""

	func has_left() -> bool:
		return _event_case == "left"

	## A story flag was set, or unset.
	var flag: StoryFlag:
		get:
			return _event if _event_case == "flag" else StoryFlag.new()
		set(value):
			_event = value
			_event_case = "flag" if value != null else ""

	func has_flag() -> bool:
		return _event_case == "flag"

	## A promise was made, or has a new status.
	var commitment: _Mind.Commitment:
		get:
			return _event if _event_case == "commitment" else _Mind.Commitment.new()
		set(value):
			_event = value
			_event_case = "commitment" if value != null else ""

	func has_commitment() -> bool:
		return _event_case == "commitment"

	## A circle was opened, or a member joined or left.
	var circle: Circle:
		get:
			return _event if _event_case == "circle" else Circle.new()
		set(value):
			_event = value
			_event_case = "circle" if value != null else ""

	func has_circle() -> bool:
		return _event_case == "circle"

	## A budget of the day is used up. Sent once in a timeline for each budget and day, by each
	## server.
	var budget: _Budget.BudgetReached:
		get:
			return _event if _event_case == "budget" else _Budget.BudgetReached.new()
		set(value):
			_event = value
			_event_case = "budget" if value != null else ""

	func has_budget() -> bool:
		return _event_case == "budget"

	## Thoughts have fallen behind the clock by an hour, four hours or a day of game time, or have
	## caught up. It is no record: a client that resumes gets the present state again.
	var lateness: _Mind.Lateness:
		get:
			return _event if _event_case == "lateness" else _Mind.Lateness.new()
		set(value):
			_event = value
			_event_case = "lateness" if value != null else ""

	func has_lateness() -> bool:
		return _event_case == "lateness"


	## Which arm of `event` is set; empty for none, or one not known here.
	func which_event() -> String:
		return _event_case

	static func from_dict(source: Variant) -> WatchResponse:
		var it_ := WatchResponse.new()
		var from_ := W.dictionary(source)
		it_.seq = W.integer(from_.get("seq"))
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		var checkpoint_: Variant = from_.get("checkpoint")
		if checkpoint_ != null:
			it_.checkpoint = Checkpoint.from_dict(checkpoint_)
		var memory_: Variant = from_.get("memory")
		if memory_ != null:
			it_.memory = _Memory.Memory.from_dict(memory_)
		var turn_: Variant = from_.get("turn")
		if turn_ != null:
			it_.turn = TurnTaken.from_dict(turn_)
		var movement_: Variant = from_.get("movement")
		if movement_ != null:
			it_.movement = Movement.from_dict(movement_)
		var clock_: Variant = from_.get("clock")
		if clock_ != null:
			it_.clock = ClockMoved.from_dict(clock_)
		var outcome_: Variant = from_.get("outcome")
		if outcome_ != null:
			it_.outcome = OutcomeReported.from_dict(outcome_)
		var act_: Variant = from_.get("act")
		if act_ != null:
			it_.act = _Mind.Act.from_dict(act_)
		var day_plan_: Variant = from_.get("dayPlan", from_.get("day_plan"))
		if day_plan_ != null:
			it_.day_plan = _Mind.DayPlan.from_dict(day_plan_)
		var mood_: Variant = from_.get("mood")
		if mood_ != null:
			it_.mood = _Mind.Mood.from_dict(mood_)
		var relation_: Variant = from_.get("relation")
		if relation_ != null:
			it_.relation = _Mind.Standing.from_dict(relation_)
		var belief_: Variant = from_.get("belief")
		if belief_ != null:
			it_.belief = _Mind.Belief.from_dict(belief_)
		var object_state_: Variant = from_.get("objectState", from_.get("object_state"))
		if object_state_ != null:
			it_.object_state = _Mind.ObjectState.from_dict(object_state_)
		var attention_: Variant = from_.get("attention")
		if attention_ != null:
			it_.attention = _Mind.AttentionChange.from_dict(attention_)
		var conversation_: Variant = from_.get("conversation")
		if conversation_ != null:
			it_.conversation = _Mind.Conversation.from_dict(conversation_)
		var thought_: Variant = from_.get("thought")
		if thought_ != null:
			it_.thought = _Mind.Thought.from_dict(thought_)
		var left_: Variant = from_.get("left")
		if left_ != null:
			it_.left = TimelineLeft.from_dict(left_)
		var flag_: Variant = from_.get("flag")
		if flag_ != null:
			it_.flag = StoryFlag.from_dict(flag_)
		var commitment_: Variant = from_.get("commitment")
		if commitment_ != null:
			it_.commitment = _Mind.Commitment.from_dict(commitment_)
		var circle_: Variant = from_.get("circle")
		if circle_ != null:
			it_.circle = Circle.from_dict(circle_)
		var budget_: Variant = from_.get("budget")
		if budget_ != null:
			it_.budget = _Budget.BudgetReached.from_dict(budget_)
		var lateness_: Variant = from_.get("lateness")
		if lateness_ != null:
			it_.lateness = _Mind.Lateness.from_dict(lateness_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if seq != 0:
			out_["seq"] = seq
		if world_time != "":
			out_["worldTime"] = world_time
		if character_id != "":
			out_["characterId"] = character_id
		if _event_case == "checkpoint":
			out_["checkpoint"] = _event.to_dict()
		if _event_case == "memory":
			out_["memory"] = _event.to_dict()
		if _event_case == "turn":
			out_["turn"] = _event.to_dict()
		if _event_case == "movement":
			out_["movement"] = _event.to_dict()
		if _event_case == "clock":
			out_["clock"] = _event.to_dict()
		if _event_case == "outcome":
			out_["outcome"] = _event.to_dict()
		if _event_case == "act":
			out_["act"] = _event.to_dict()
		if _event_case == "day_plan":
			out_["dayPlan"] = _event.to_dict()
		if _event_case == "mood":
			out_["mood"] = _event.to_dict()
		if _event_case == "relation":
			out_["relation"] = _event.to_dict()
		if _event_case == "belief":
			out_["belief"] = _event.to_dict()
		if _event_case == "object_state":
			out_["objectState"] = _event.to_dict()
		if _event_case == "attention":
			out_["attention"] = _event.to_dict()
		if _event_case == "conversation":
			out_["conversation"] = _event.to_dict()
		if _event_case == "thought":
			out_["thought"] = _event.to_dict()
		if _event_case == "left":
			out_["left"] = _event.to_dict()
		if _event_case == "flag":
			out_["flag"] = _event.to_dict()
		if _event_case == "commitment":
			out_["commitment"] = _event.to_dict()
		if _event_case == "circle":
			out_["circle"] = _event.to_dict()
		if _event_case == "budget":
			out_["budget"] = _event.to_dict()
		if _event_case == "lateness":
			out_["lateness"] = _event.to_dict()
		return out_


## The game loaded a save and plays on in another timeline.
class TimelineLeft:
	extends Message
	## Save that was loaded.
	var save_id: String = ""
	## Timeline in which play goes on.
	var to_timeline_id: String = ""

	static func from_dict(source: Variant) -> TimelineLeft:
		var it_ := TimelineLeft.new()
		var from_ := W.dictionary(source)
		it_.save_id = W.text(from_.get("saveId", from_.get("save_id")))
		it_.to_timeline_id = W.text(from_.get("toTimelineId", from_.get("to_timeline_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if save_id != "":
			out_["saveId"] = save_id
		if to_timeline_id != "":
			out_["toTimelineId"] = to_timeline_id
		return out_


## No event for a while.
class Checkpoint:
	extends Message

	static func from_dict(source: Variant) -> Checkpoint:
		var it_ := Checkpoint.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## A character has taken a turn.
class TurnTaken:
	extends Message
	## Turn.
	var turn_id: String = ""
	## Id of the speaker who was answered.
	var speaker_id: String = ""
	## Words that were heard.
	var heard: String = ""
	## Lines that were delivered.
	var lines: Array[_Turn.Line] = []
	## Intents that were proposed.
	var intents: Array[_Affordance.ActionIntent] = []
	## How the turn ended.
	var outcome: int = 0

	static func from_dict(source: Variant) -> TurnTaken:
		var it_ := TurnTaken.new()
		var from_ := W.dictionary(source)
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		it_.speaker_id = W.text(from_.get("speakerId", from_.get("speaker_id")))
		it_.heard = W.text(from_.get("heard"))
		for entry_: Variant in W.list(from_.get("lines")):
			it_.lines.append(_Turn.Line.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("intents")):
			it_.intents.append(_Affordance.ActionIntent.from_dict(entry_))
		it_.outcome = W.enumeration(from_.get("outcome"), _Turn.TURN_OUTCOME_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if turn_id != "":
			out_["turnId"] = turn_id
		if speaker_id != "":
			out_["speakerId"] = speaker_id
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
		if outcome != 0:
			out_["outcome"] = W.enumeration_out(outcome, _Turn.TURN_OUTCOME_NAMES)
		return out_


## Game time moved; the new time is that of the event.
class ClockMoved:
	extends Message

	static func from_dict(source: Variant) -> ClockMoved:
		var it_ := ClockMoved.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## The game settled an intent.
class OutcomeReported:
	extends Message
	## Turn.
	var turn_id: String = ""
	## Intent.
	var intent_id: String = ""
	## Outcome.
	var status: int = 0
	## What happened, or why it did not happen.
	var detail: String = ""

	static func from_dict(source: Variant) -> OutcomeReported:
		var it_ := OutcomeReported.new()
		var from_ := W.dictionary(source)
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		it_.intent_id = W.text(from_.get("intentId", from_.get("intent_id")))
		it_.status = W.enumeration(from_.get("status"), OUTCOME_STATUS_NAMES)
		it_.detail = W.text(from_.get("detail"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if turn_id != "":
			out_["turnId"] = turn_id
		if intent_id != "":
			out_["intentId"] = intent_id
		if status != 0:
			out_["status"] = W.enumeration_out(status, OUTCOME_STATUS_NAMES)
		if detail != "":
			out_["detail"] = detail
		return out_
