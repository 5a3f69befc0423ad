# Generated from proto/npcserver/v1/mind.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")

## How finely a character thinks, as the game decides. More tiers may be added.
enum Attention {
	## Not set; refused.
	UNSPECIFIED = 0,
	## For characters that players may see. It plans in steps of minutes and reacts with a model's
	## help; the game carries out its acts and reports where it goes.
	FOREGROUND = 1,
	## For characters that nobody watches. It plans by the hour and reacts by rules; the server
	## itself moves it and lets others perceive its acts.
	BACKGROUND = 2,
	## It stores observations, remembers and reflects, and does nothing by itself.
	DORMANT = 3,
	## An extra: it lives by a plan that it shares with others, which costs nothing while nobody
	## looks, and becomes a whole mind when it is spoken to.
	CROWD = 4,
}
const ATTENTION_NAMES := {
	"ATTENTION_UNSPECIFIED": 0,
	"ATTENTION_FOREGROUND": 1,
	"ATTENTION_BACKGROUND": 2,
	"ATTENTION_DORMANT": 3,
	"ATTENTION_CROWD": 4,
}

## Whether a character takes part in a timeline.
enum Availability {
	## Not set; never sent where a state is told.
	UNSPECIFIED = 0,
	## It takes part.
	PRESENT = 1,
	## It is away, or out of the game for a while.
	ABSENT = 2,
	## It is dead.
	DEAD = 3,
}
const AVAILABILITY_NAMES := {
	"AVAILABILITY_UNSPECIFIED": 0,
	"AVAILABILITY_PRESENT": 1,
	"AVAILABILITY_ABSENT": 2,
	"AVAILABILITY_DEAD": 3,
}

## Why a character does what it does. More may be added.
enum ActCause {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## Its plan for the day.
	PLAN = 1,
	## It reacts to something it perceived: [code]Act.because_memory_id[/code].
	REACTION = 2,
	## It talks with another character or a player.
	TALK = 3,
	## It waits: for a place that is full or closed, or for another.
	WAIT = 4,
	## It sleeps, and perceives nothing meanwhile.
	SLEEP = 5,
}
const ACT_CAUSE_NAMES := {
	"ACT_CAUSE_UNSPECIFIED": 0,
	"ACT_CAUSE_PLAN": 1,
	"ACT_CAUSE_REACTION": 2,
	"ACT_CAUSE_TALK": 3,
	"ACT_CAUSE_WAIT": 4,
	"ACT_CAUSE_SLEEP": 5,
}

## What a model is called for; calls are counted and limited by it. More may be added.
enum Purpose {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## A line for a player.
	REPLY = 1,
	## The importance of what was perceived.
	RATE = 2,
	## Questions for a reflection, and insights.
	REFLECT = 3,
	## A plan for a day.
	PLAN = 4,
	## A block of a plan, step by step.
	DECOMPOSE = 5,
	## What to do about something perceived.
	REACT = 6,
	## A line for another character.
	CONVERSE = 7,
	## A summary of a conversation.
	SUMMARISE = 8,
	## A revised view of another character or player.
	RELATE = 9,
	## An answer to an interview, which leaves no trace.
	INTERVIEW = 10,
	## The choice of a partner in a scene.
	CHOOSE = 11,
	## A line in a scene.
	SPEAK = 12,
	## What a round of a scene changes.
	UPDATE = 13,
	## A vote in a scene.
	VOTE = 14,
	## A summary of a scene.
	CHRONICLE = 15,
	## The beginning of a line's prompt, read by a local model before the words are known.
	READ_AHEAD = 16,
}
const PURPOSE_NAMES := {
	"PURPOSE_UNSPECIFIED": 0,
	"PURPOSE_REPLY": 1,
	"PURPOSE_RATE": 2,
	"PURPOSE_REFLECT": 3,
	"PURPOSE_PLAN": 4,
	"PURPOSE_DECOMPOSE": 5,
	"PURPOSE_REACT": 6,
	"PURPOSE_CONVERSE": 7,
	"PURPOSE_SUMMARISE": 8,
	"PURPOSE_RELATE": 9,
	"PURPOSE_INTERVIEW": 10,
	"PURPOSE_CHOOSE": 11,
	"PURPOSE_SPEAK": 12,
	"PURPOSE_UPDATE": 13,
	"PURPOSE_VOTE": 14,
	"PURPOSE_CHRONICLE": 15,
	"PURPOSE_READ_AHEAD": 16,
}

## How a model's answer could be used. More may be added.
enum Verdict {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## It could be read.
	ANSWERED = 1,
	## It could not be used as it came, but when asked for again, or mended by rule.
	REPAIRED = 2,
	## It could not be read twice, or no model could be called; a default took its place.
	DEFAULTED = 3,
}
const VERDICT_NAMES := {
	"VERDICT_UNSPECIFIED": 0,
	"VERDICT_ANSWERED": 1,
	"VERDICT_REPAIRED": 2,
	"VERDICT_DEFAULTED": 3,
}

## What ended a talk between two characters. More may be added.
enum ConversationEnd {
	## Not set: it lasts.
	UNSPECIFIED = 0,
	## They said goodbye.
	GOODBYE = 1,
	## Neither had anything to add.
	SILENCE = 2,
	## It had as many lines as it may have.
	LIMIT = 3,
	## Something else needed one of them.
	INTERRUPTION = 4,
	## One of them went away.
	ABSENCE = 5,
	## One of them died.
	DEATH = 6,
}
const CONVERSATION_END_NAMES := {
	"CONVERSATION_END_UNSPECIFIED": 0,
	"CONVERSATION_END_GOODBYE": 1,
	"CONVERSATION_END_SILENCE": 2,
	"CONVERSATION_END_LIMIT": 3,
	"CONVERSATION_END_INTERRUPTION": 4,
	"CONVERSATION_END_ABSENCE": 5,
	"CONVERSATION_END_DEATH": 6,
}

## The status of a promise. More may be added.
enum CommitmentStatus {
	## Not set; refused.
	UNSPECIFIED = 0,
	## It is open.
	OPEN = 1,
	## It was kept.
	KEPT = 2,
	## Its time has passed, or what was promised came to nothing.
	BROKEN = 3,
	## It was taken back.
	WITHDRAWN = 4,
	## One of the two died. Neither remembers that as an end of the promise.
	LAPSED = 5,
}
const COMMITMENT_STATUS_NAMES := {
	"COMMITMENT_STATUS_UNSPECIFIED": 0,
	"COMMITMENT_STATUS_OPEN": 1,
	"COMMITMENT_STATUS_KEPT": 2,
	"COMMITMENT_STATUS_BROKEN": 3,
	"COMMITMENT_STATUS_WITHDRAWN": 4,
	"COMMITMENT_STATUS_LAPSED": 5,
}


## The new attention tier of one character.
class AttentionChange:
	extends Message
	## Character.
	var character_id: String = ""
	## Tier.
	var attention: int = 0

	static func from_dict(source: Variant) -> AttentionChange:
		var it_ := AttentionChange.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.attention = W.enumeration(from_.get("attention"), ATTENTION_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if attention != 0:
			out_["attention"] = W.enumeration_out(attention, ATTENTION_NAMES)
		return out_


## What a character does, from [code]world_start_time[/code] until [code]world_end_time[/code]
## or its next act.
class Act:
	extends Message
	## What it does, such as [code]kneading the dough[/code].
	var activity: String = ""
	## An emoji for it.
	var emoji: String = ""
	## Place; empty when that does not matter.
	var place_id: String = ""
	## Thing at the place that it uses; empty when none.
	var object_name: String = ""
	## State of that thing meanwhile.
	var object_state: String = ""
	## Game time when it began.
	var world_start_time: String = ""
	## Game time when it will end.
	var world_end_time: String = ""
	## Reason.
	var cause: int = 0
	## Memory it reacts to; empty when there is none.
	var because_memory_id: String = ""
	## Where it would be if a norm of that place (its capacity, hours or owners) did not keep it
	## out.
	var wanted_place_id: String = ""

	static func from_dict(source: Variant) -> Act:
		var it_ := Act.new()
		var from_ := W.dictionary(source)
		it_.activity = W.text(from_.get("activity"))
		it_.emoji = W.text(from_.get("emoji"))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.object_name = W.text(from_.get("objectName", from_.get("object_name")))
		it_.object_state = W.text(from_.get("objectState", from_.get("object_state")))
		it_.world_start_time = W.text(from_.get("worldStartTime", from_.get("world_start_time")))
		it_.world_end_time = W.text(from_.get("worldEndTime", from_.get("world_end_time")))
		it_.cause = W.enumeration(from_.get("cause"), ACT_CAUSE_NAMES)
		it_.because_memory_id = W.text(from_.get("becauseMemoryId", from_.get("because_memory_id")))
		it_.wanted_place_id = W.text(from_.get("wantedPlaceId", from_.get("wanted_place_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if activity != "":
			out_["activity"] = activity
		if emoji != "":
			out_["emoji"] = emoji
		if place_id != "":
			out_["placeId"] = place_id
		if object_name != "":
			out_["objectName"] = object_name
		if object_state != "":
			out_["objectState"] = object_state
		if world_start_time != "":
			out_["worldStartTime"] = world_start_time
		if world_end_time != "":
			out_["worldEndTime"] = world_end_time
		if cause != 0:
			out_["cause"] = W.enumeration_out(cause, ACT_CAUSE_NAMES)
		if because_memory_id != "":
			out_["becauseMemoryId"] = because_memory_id
		if wanted_place_id != "":
			out_["wantedPlaceId"] = wanted_place_id
		return out_


## One thing to do in a day.
class Step:
	extends Message
	## Game time when it begins.
	var world_start_time: String = ""
	## How long it takes.
	var minutes: int = 0
	## What is done.
	var activity: String = ""
	## Place; empty when that does not matter.
	var place_id: String = ""
	## Thing at the place that is used; empty when none.
	var object_name: String = ""
	## State of that thing meanwhile.
	var object_state: String = ""
	## An emoji for it.
	var emoji: String = ""

	static func from_dict(source: Variant) -> Step:
		var it_ := Step.new()
		var from_ := W.dictionary(source)
		it_.world_start_time = W.text(from_.get("worldStartTime", from_.get("world_start_time")))
		it_.minutes = W.integer(from_.get("minutes"))
		it_.activity = W.text(from_.get("activity"))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.object_name = W.text(from_.get("objectName", from_.get("object_name")))
		it_.object_state = W.text(from_.get("objectState", from_.get("object_state")))
		it_.emoji = W.text(from_.get("emoji"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_start_time != "":
			out_["worldStartTime"] = world_start_time
		if minutes != 0:
			out_["minutes"] = minutes
		if activity != "":
			out_["activity"] = activity
		if place_id != "":
			out_["placeId"] = place_id
		if object_name != "":
			out_["objectName"] = object_name
		if object_state != "":
			out_["objectState"] = object_state
		if emoji != "":
			out_["emoji"] = emoji
		return out_


## A stretch of a day with one purpose.
class Block:
	extends Message
	## Game time when it begins.
	var world_start_time: String = ""
	## How long it takes.
	var minutes: int = 0
	## What is done.
	var activity: String = ""
	## Place; empty when that does not matter.
	var place_id: String = ""
	## An emoji for it.
	var emoji: String = ""
	## Steps that fill it exactly; empty until shortly before it begins.
	var steps: Array[Step] = []

	static func from_dict(source: Variant) -> Block:
		var it_ := Block.new()
		var from_ := W.dictionary(source)
		it_.world_start_time = W.text(from_.get("worldStartTime", from_.get("world_start_time")))
		it_.minutes = W.integer(from_.get("minutes"))
		it_.activity = W.text(from_.get("activity"))
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.emoji = W.text(from_.get("emoji"))
		for entry_: Variant in W.list(from_.get("steps")):
			it_.steps.append(Step.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_start_time != "":
			out_["worldStartTime"] = world_start_time
		if minutes != 0:
			out_["minutes"] = minutes
		if activity != "":
			out_["activity"] = activity
		if place_id != "":
			out_["placeId"] = place_id
		if emoji != "":
			out_["emoji"] = emoji
		if not steps.is_empty():
			var list_ := []
			for entry_ in steps:
				list_.append(entry_.to_dict())
			out_["steps"] = list_
		return out_


## What a character means to do from waking to sleeping.
class DayPlan:
	extends Message
	## Day in game time, [code]YYYY-MM-DD[/code].
	var world_day: String = ""
	## Game time when it wakes.
	var world_wake_time: String = ""
	## Game time when it goes to sleep.
	var world_sleep_time: String = ""
	## The character's present situation, in its own view.
	var currently: String = ""
	## The day in broad strokes.
	var outline: Array[String] = []
	## Blocks in order; they touch each other and fill the time from waking to sleeping.
	var blocks: Array[Block] = []
	## Whether a default replaced the model's plan.
	var is_default: bool = false

	static func from_dict(source: Variant) -> DayPlan:
		var it_ := DayPlan.new()
		var from_ := W.dictionary(source)
		it_.world_day = W.text(from_.get("worldDay", from_.get("world_day")))
		it_.world_wake_time = W.text(from_.get("worldWakeTime", from_.get("world_wake_time")))
		it_.world_sleep_time = W.text(from_.get("worldSleepTime", from_.get("world_sleep_time")))
		it_.currently = W.text(from_.get("currently"))
		for entry_: Variant in W.list(from_.get("outline")):
			it_.outline.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("blocks")):
			it_.blocks.append(Block.from_dict(entry_))
		it_.is_default = W.boolean(from_.get("isDefault", from_.get("is_default")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if world_day != "":
			out_["worldDay"] = world_day
		if world_wake_time != "":
			out_["worldWakeTime"] = world_wake_time
		if world_sleep_time != "":
			out_["worldSleepTime"] = world_sleep_time
		if currently != "":
			out_["currently"] = currently
		if not outline.is_empty():
			out_["outline"] = outline.duplicate()
		if not blocks.is_empty():
			var list_ := []
			for entry_ in blocks:
				list_.append(entry_.to_dict())
			out_["blocks"] = list_
		if is_default != false:
			out_["isDefault"] = is_default
		return out_


## How a character feels; fades with game time towards calm.
class Mood:
	extends Message
	## From -1 (unpleasant) to 1 (pleasant).
	var valence: float = 0.0
	## From -1 (drowsy) to 1 (excited).
	var arousal: float = 0.0
	## Nearest emotion; labels: see [code]Emotion[/code].
	var label: String = ""
	## Why, in a few words.
	var why: String = ""
	## Whether an author set it, and nothing moved it since.
	var is_authored: bool = false

	static func from_dict(source: Variant) -> Mood:
		var it_ := Mood.new()
		var from_ := W.dictionary(source)
		it_.valence = W.number(from_.get("valence"))
		it_.arousal = W.number(from_.get("arousal"))
		it_.label = W.text(from_.get("label"))
		it_.why = W.text(from_.get("why"))
		it_.is_authored = W.boolean(from_.get("isAuthored", from_.get("is_authored")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if valence != 0.0:
			out_["valence"] = W.number_out(valence)
		if arousal != 0.0:
			out_["arousal"] = W.number_out(arousal)
		if label != "":
			out_["label"] = label
		if why != "":
			out_["why"] = why
		if is_authored != false:
			out_["isAuthored"] = is_authored
		return out_


## A character's standing with one other person, in its own view.
class Standing:
	extends Message
	## Character or player. Empty for a person its author named who is no character of the world.
	var other_id: String = ""
	## Name.
	var other_name: String = ""
	## From -100 (hatred) to 100 (devotion).
	var affinity: int = 0
	## From 0 to 100; a stranger has 50.
	var trust: int = 0
	## From 0 (never met) to 100.
	var familiarity: int = 0
	## Its view of them, in a sentence.
	var view: String = ""
	## Ids of the memories that moved it last; empty while it is as its author wrote it.
	var evidence_ids: Array[String] = []
	## Scores on the axes that the world declares ([code]World.axes[/code]), by name.
	var axes: Dictionary = {}
	## Names of the thresholds of these axes that hold.
	var thresholds: Array[String] = []
	## Names of those that began to hold with this change. Each is told once, until it has let go;
	## only in [code]Watch[/code].
	var crossed: Array[String] = []
	## Names of those that let go with this change; only in [code]Watch[/code].
	var left: Array[String] = []
	## Whether an author set it, and nothing moved it since.
	var is_authored: bool = false

	static func from_dict(source: Variant) -> Standing:
		var it_ := Standing.new()
		var from_ := W.dictionary(source)
		it_.other_id = W.text(from_.get("otherId", from_.get("other_id")))
		it_.other_name = W.text(from_.get("otherName", from_.get("other_name")))
		it_.affinity = W.integer(from_.get("affinity"))
		it_.trust = W.integer(from_.get("trust"))
		it_.familiarity = W.integer(from_.get("familiarity"))
		it_.view = W.text(from_.get("view"))
		for entry_: Variant in W.list(from_.get("evidenceIds", from_.get("evidence_ids"))):
			it_.evidence_ids.append(W.text(entry_))
		var axes_ := W.dictionary(from_.get("axes"))
		for key_: Variant in axes_:
			var one_ := W.text(key_)
			it_.axes[one_] = W.integer(axes_[key_])
		for entry_: Variant in W.list(from_.get("thresholds")):
			it_.thresholds.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("crossed")):
			it_.crossed.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("left")):
			it_.left.append(W.text(entry_))
		it_.is_authored = W.boolean(from_.get("isAuthored", from_.get("is_authored")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if other_id != "":
			out_["otherId"] = other_id
		if other_name != "":
			out_["otherName"] = other_name
		if affinity != 0:
			out_["affinity"] = affinity
		if trust != 0:
			out_["trust"] = trust
		if familiarity != 0:
			out_["familiarity"] = familiarity
		if view != "":
			out_["view"] = view
		if not evidence_ids.is_empty():
			out_["evidenceIds"] = evidence_ids.duplicate()
		if not axes.is_empty():
			var map_ := {}
			for key_: Variant in axes:
				map_[str(key_)] = axes[key_]
			out_["axes"] = map_
		if not thresholds.is_empty():
			out_["thresholds"] = thresholds.duplicate()
		if not crossed.is_empty():
			out_["crossed"] = crossed.duplicate()
		if not left.is_empty():
			out_["left"] = left.duplicate()
		if is_authored != false:
			out_["isAuthored"] = is_authored
		return out_


## How far a character holds a statement true or right.
class Belief:
	extends Message
	## Short key, such as [code]tom-should-be-mayor[/code].
	var topic: String = ""
	## Statement.
	var text: String = ""
	## From 0 (surely not) to 100 (surely).
	var score: int = 0
	## Ids of the memories that moved it last.
	var evidence_ids: Array[String] = []
	## Whether an author set it, and nothing moved it since.
	var is_authored: bool = false

	static func from_dict(source: Variant) -> Belief:
		var it_ := Belief.new()
		var from_ := W.dictionary(source)
		it_.topic = W.text(from_.get("topic"))
		it_.text = W.text(from_.get("text"))
		it_.score = W.integer(from_.get("score"))
		for entry_: Variant in W.list(from_.get("evidenceIds", from_.get("evidence_ids"))):
			it_.evidence_ids.append(W.text(entry_))
		it_.is_authored = W.boolean(from_.get("isAuthored", from_.get("is_authored")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if topic != "":
			out_["topic"] = topic
		if text != "":
			out_["text"] = text
		if score != 0:
			out_["score"] = score
		if not evidence_ids.is_empty():
			out_["evidenceIds"] = evidence_ids.duplicate()
		if is_authored != false:
			out_["isAuthored"] = is_authored
		return out_


## A talk between two characters, in the view of one of them.
class Conversation:
	extends Message
	## Conversation; the same for both.
	var conversation_id: String = ""
	## Id of the other character.
	var with_id: String = ""
	## Name of the other character.
	var with_name: String = ""
	## Reason for which it began.
	var about: String = ""
	## Whether it is over.
	var is_over: bool = false
	## How many lines both said; counted at its end.
	var lines: int = 0
	## What ended it; not set while it lasts.
	var ended_by: int = 0

	static func from_dict(source: Variant) -> Conversation:
		var it_ := Conversation.new()
		var from_ := W.dictionary(source)
		it_.conversation_id = W.text(from_.get("conversationId", from_.get("conversation_id")))
		it_.with_id = W.text(from_.get("withId", from_.get("with_id")))
		it_.with_name = W.text(from_.get("withName", from_.get("with_name")))
		it_.about = W.text(from_.get("about"))
		it_.is_over = W.boolean(from_.get("isOver", from_.get("is_over")))
		it_.lines = W.integer(from_.get("lines"))
		it_.ended_by = W.enumeration(from_.get("endedBy", from_.get("ended_by")), CONVERSATION_END_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if conversation_id != "":
			out_["conversationId"] = conversation_id
		if with_id != "":
			out_["withId"] = with_id
		if with_name != "":
			out_["withName"] = with_name
		if about != "":
			out_["about"] = about
		if is_over != false:
			out_["isOver"] = is_over
		if lines != 0:
			out_["lines"] = lines
		if ended_by != 0:
			out_["endedBy"] = W.enumeration_out(ended_by, CONVERSATION_END_NAMES)
		return out_


## The state of a thing in play.
class ObjectState:
	extends Message
	## Place.
	var place_id: String = ""
	## Thing at that place.
	var object_name: String = ""
	## State, such as [code]burning[/code]; [code]idle[/code] when nobody uses it.
	var state: String = ""
	## Character or player who caused it; empty for the game or a designer.
	var by_id: String = ""
	## Game time since when; absent for a thing never changed, and where the event around it has
	## the time.
	var world_start_time: String = ""

	static func from_dict(source: Variant) -> ObjectState:
		var it_ := ObjectState.new()
		var from_ := W.dictionary(source)
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		it_.object_name = W.text(from_.get("objectName", from_.get("object_name")))
		it_.state = W.text(from_.get("state"))
		it_.by_id = W.text(from_.get("byId", from_.get("by_id")))
		it_.world_start_time = W.text(from_.get("worldStartTime", from_.get("world_start_time")))
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
		if world_start_time != "":
			out_["worldStartTime"] = world_start_time
		return out_


## A use of a model, and its result.
class Thought:
	extends Message
	## Purpose.
	var purpose: int = 0
	## How the answer could be used.
	var verdict: int = 0
	## Model that answered, [code]provider:model[/code]; empty when none did.
	var model: String = ""
	## Number of calls.
	var calls: int = 0
	## Tokens of the prompts.
	var prompt_tokens: int = 0
	## Tokens of the answers.
	var completion_tokens: int = 0
	## Position it was based on.
	var vantage_seq: int = 0

	static func from_dict(source: Variant) -> Thought:
		var it_ := Thought.new()
		var from_ := W.dictionary(source)
		it_.purpose = W.enumeration(from_.get("purpose"), PURPOSE_NAMES)
		it_.verdict = W.enumeration(from_.get("verdict"), VERDICT_NAMES)
		it_.model = W.text(from_.get("model"))
		it_.calls = W.integer(from_.get("calls"))
		it_.prompt_tokens = W.integer(from_.get("promptTokens", from_.get("prompt_tokens")))
		it_.completion_tokens = W.integer(from_.get("completionTokens", from_.get("completion_tokens")))
		it_.vantage_seq = W.integer(from_.get("vantageSeq", from_.get("vantage_seq")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if purpose != 0:
			out_["purpose"] = W.enumeration_out(purpose, PURPOSE_NAMES)
		if verdict != 0:
			out_["verdict"] = W.enumeration_out(verdict, VERDICT_NAMES)
		if model != "":
			out_["model"] = model
		if calls != 0:
			out_["calls"] = calls
		if prompt_tokens != 0:
			out_["promptTokens"] = prompt_tokens
		if completion_tokens != 0:
			out_["completionTokens"] = completion_tokens
		if vantage_seq != 0:
			out_["vantageSeq"] = vantage_seq
		return out_


## A promise from one character or player to another.
class Commitment:
	extends Message
	## Id; the same for both.
	var commitment_id: String = ""
	## Character or player who promised.
	var by_id: String = ""
	## Their name.
	var by_name: String = ""
	## Character or player it was made to.
	var to_id: String = ""
	## Their name.
	var to_name: String = ""
	## What was promised, in a few words.
	var what: String = ""
	## Game time by when; absent where none was named. Then only the game, or talk, settles it.
	var world_due_time: String = ""
	## Status.
	var status: int = 0
	## Turn in which it was promised; empty when the game reported it.
	var turn_id: String = ""
	## What settled it, in words; empty while it is open.
	var because: String = ""

	static func from_dict(source: Variant) -> Commitment:
		var it_ := Commitment.new()
		var from_ := W.dictionary(source)
		it_.commitment_id = W.text(from_.get("commitmentId", from_.get("commitment_id")))
		it_.by_id = W.text(from_.get("byId", from_.get("by_id")))
		it_.by_name = W.text(from_.get("byName", from_.get("by_name")))
		it_.to_id = W.text(from_.get("toId", from_.get("to_id")))
		it_.to_name = W.text(from_.get("toName", from_.get("to_name")))
		it_.what = W.text(from_.get("what"))
		it_.world_due_time = W.text(from_.get("worldDueTime", from_.get("world_due_time")))
		it_.status = W.enumeration(from_.get("status"), COMMITMENT_STATUS_NAMES)
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		it_.because = W.text(from_.get("because"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if commitment_id != "":
			out_["commitmentId"] = commitment_id
		if by_id != "":
			out_["byId"] = by_id
		if by_name != "":
			out_["byName"] = by_name
		if to_id != "":
			out_["toId"] = to_id
		if to_name != "":
			out_["toName"] = to_name
		if what != "":
			out_["what"] = what
		if world_due_time != "":
			out_["worldDueTime"] = world_due_time
		if status != 0:
			out_["status"] = W.enumeration_out(status, COMMITMENT_STATUS_NAMES)
		if turn_id != "":
			out_["turnId"] = turn_id
		if because != "":
			out_["because"] = because
		return out_


## The state of a character as one vantage sees it.
class Mind:
	extends Message
	## Character.
	var character_id: String = ""
	## Position it is seen from.
	var seq: int = 0
	## Game time there.
	var world_time: String = ""
	## Attention tier.
	var attention: int = 0
	## Place; empty if unknown.
	var place_id: String = ""
	## What it does; absent when it does nothing by itself.
	var act: Act:
		get:
			if _act == null:
				_act = Act.new()
			return _act
		set(value):
			_act = value
			_has_act = value != null
	var _act: Act
	var _has_act := false

	func has_act() -> bool:
		return _has_act or (_act != null and not _act.is_empty())

	## What it means to do next; absent when it has no plan, or its day is done.
	var next: Step:
		get:
			if _next == null:
				_next = Step.new()
			return _next
		set(value):
			_next = value
			_has_next = value != null
	var _next: Step
	var _has_next := false

	func has_next() -> bool:
		return _has_next or (_next != null and not _next.is_empty())

	## Its latest plan, of whatever day; absent before the first.
	var day_plan: DayPlan:
		get:
			if _day_plan == null:
				_day_plan = DayPlan.new()
			return _day_plan
		set(value):
			_day_plan = value
			_has_day_plan = value != null
	var _day_plan: DayPlan
	var _has_day_plan := false

	func has_day_plan() -> bool:
		return _has_day_plan or (_day_plan != null and not _day_plan.is_empty())

	## How it feels now.
	var mood: Mood:
		get:
			if _mood == null:
				_mood = Mood.new()
			return _mood
		set(value):
			_mood = value
			_has_mood = value != null
	var _mood: Mood
	var _has_mood := false

	func has_mood() -> bool:
		return _has_mood or (_mood != null and not _mood.is_empty())

	## Its standings with all it knows of, the most familiar first.
	var relations: Array[Standing] = []
	## What it believes, the strongest first.
	var beliefs: Array[Belief] = []
	## Conversation that is under way with another character; absent when none is.
	var conversation: Conversation:
		get:
			if _conversation == null:
				_conversation = Conversation.new()
			return _conversation
		set(value):
			_conversation = value
			_has_conversation = value != null
	var _conversation: Conversation
	var _has_conversation := false

	func has_conversation() -> bool:
		return _has_conversation or (_conversation != null and not _conversation.is_empty())

	## What it knows of the world's places, as it last saw them, a sentence for each; at most 500.
	var surroundings: Array[String] = []
	## Promises that it made or was given: the open ones first, then the newest of the others; at
	## most 100.
	var commitments: Array[Commitment] = []
	## Whether it takes part in the timeline. One that does not has no place.
	var availability: int = 0

	static func from_dict(source: Variant) -> Mind:
		var it_ := Mind.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		it_.seq = W.integer(from_.get("seq"))
		it_.world_time = W.text(from_.get("worldTime", from_.get("world_time")))
		it_.attention = W.enumeration(from_.get("attention"), ATTENTION_NAMES)
		it_.place_id = W.text(from_.get("placeId", from_.get("place_id")))
		var act_: Variant = from_.get("act")
		if act_ != null:
			it_.act = Act.from_dict(act_)
		var next_: Variant = from_.get("next")
		if next_ != null:
			it_.next = Step.from_dict(next_)
		var day_plan_: Variant = from_.get("dayPlan", from_.get("day_plan"))
		if day_plan_ != null:
			it_.day_plan = DayPlan.from_dict(day_plan_)
		var mood_: Variant = from_.get("mood")
		if mood_ != null:
			it_.mood = Mood.from_dict(mood_)
		for entry_: Variant in W.list(from_.get("relations")):
			it_.relations.append(Standing.from_dict(entry_))
		for entry_: Variant in W.list(from_.get("beliefs")):
			it_.beliefs.append(Belief.from_dict(entry_))
		var conversation_: Variant = from_.get("conversation")
		if conversation_ != null:
			it_.conversation = Conversation.from_dict(conversation_)
		for entry_: Variant in W.list(from_.get("surroundings")):
			it_.surroundings.append(W.text(entry_))
		for entry_: Variant in W.list(from_.get("commitments")):
			it_.commitments.append(Commitment.from_dict(entry_))
		it_.availability = W.enumeration(from_.get("availability"), AVAILABILITY_NAMES)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		if seq != 0:
			out_["seq"] = seq
		if world_time != "":
			out_["worldTime"] = world_time
		if attention != 0:
			out_["attention"] = W.enumeration_out(attention, ATTENTION_NAMES)
		if place_id != "":
			out_["placeId"] = place_id
		if has_act():
			out_["act"] = _act.to_dict()
		if has_next():
			out_["next"] = _next.to_dict()
		if has_day_plan():
			out_["dayPlan"] = _day_plan.to_dict()
		if has_mood():
			out_["mood"] = _mood.to_dict()
		if not relations.is_empty():
			var list_ := []
			for entry_ in relations:
				list_.append(entry_.to_dict())
			out_["relations"] = list_
		if not beliefs.is_empty():
			var list_ := []
			for entry_ in beliefs:
				list_.append(entry_.to_dict())
			out_["beliefs"] = list_
		if has_conversation():
			out_["conversation"] = _conversation.to_dict()
		if not surroundings.is_empty():
			out_["surroundings"] = surroundings.duplicate()
		if not commitments.is_empty():
			var list_ := []
			for entry_ in commitments:
				list_.append(entry_.to_dict())
			out_["commitments"] = list_
		if availability != 0:
			out_["availability"] = W.enumeration_out(availability, AVAILABILITY_NAMES)
		return out_


## Thoughts of one purpose that are due and not done.
class PurposeLateness:
	extends Message
	## What they are for; unspecified for the effects of the clock.
	var purpose: int = 0
	## How many there are.
	var waiting: int = 0
	## Seconds of real time since the first of them was due.
	var oldest_seconds: float = 0.0
	## Game minutes since they were due: the median.
	var median_minutes: float = 0.0
	## Game minutes that 19 in 20 of them have not exceeded.
	var p95_minutes: float = 0.0
	## Game minutes since the oldest was due.
	var oldest_minutes: float = 0.0

	static func from_dict(source: Variant) -> PurposeLateness:
		var it_ := PurposeLateness.new()
		var from_ := W.dictionary(source)
		it_.purpose = W.enumeration(from_.get("purpose"), PURPOSE_NAMES)
		it_.waiting = W.integer(from_.get("waiting"))
		it_.oldest_seconds = W.number(from_.get("oldestSeconds", from_.get("oldest_seconds")))
		it_.median_minutes = W.number(from_.get("medianMinutes", from_.get("median_minutes")))
		it_.p95_minutes = W.number(from_.get("p95Minutes", from_.get("p95_minutes")))
		it_.oldest_minutes = W.number(from_.get("oldestMinutes", from_.get("oldest_minutes")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if purpose != 0:
			out_["purpose"] = W.enumeration_out(purpose, PURPOSE_NAMES)
		if waiting != 0:
			out_["waiting"] = waiting
		if oldest_seconds != 0.0:
			out_["oldestSeconds"] = W.number_out(oldest_seconds)
		if median_minutes != 0.0:
			out_["medianMinutes"] = W.number_out(median_minutes)
		if p95_minutes != 0.0:
			out_["p95Minutes"] = W.number_out(p95_minutes)
		if oldest_minutes != 0.0:
			out_["oldestMinutes"] = W.number_out(oldest_minutes)
		return out_


## How far the thoughts of a timeline are behind its clock.
class Lateness:
	extends Message
	## Game minutes since the oldest thought was due; 0 when none is late.
	var minutes: float = 0.0
	## By purpose, the latest first.
	var by_purpose: Array[PurposeLateness] = []

	static func from_dict(source: Variant) -> Lateness:
		var it_ := Lateness.new()
		var from_ := W.dictionary(source)
		it_.minutes = W.number(from_.get("minutes"))
		for entry_: Variant in W.list(from_.get("byPurpose", from_.get("by_purpose"))):
			it_.by_purpose.append(PurposeLateness.from_dict(entry_))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if minutes != 0.0:
			out_["minutes"] = W.number_out(minutes)
		if not by_purpose.is_empty():
			var list_ := []
			for entry_ in by_purpose:
				list_.append(entry_.to_dict())
			out_["byPurpose"] = list_
		return out_
