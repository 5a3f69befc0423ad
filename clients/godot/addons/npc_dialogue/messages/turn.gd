# Generated from proto/npcserver/v1/turn.proto by proto/generate_gdscript.py; do not edit.
extends RefCounted

const Message = preload("../message.gd")
const W = preload("../wire.gd")
const _Affordance = preload("affordance.gd")
const _Budget = preload("budget.gd")
const _Origin = preload("origin.gd")

## How a turn ended. More outcomes may be added.
enum TurnOutcome {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## The model answered to the end.
	COMPLETED = 1,
	## The model gave nothing usable in time; the offline actor or an authored line spoke instead.
	FALLBACK = 2,
	## The turn was interrupted; the character remembers only what was delivered.
	INTERRUPTED = 3,
	## The model failed after its first sentence; what was said is kept.
	CUT_SHORT = 4,
	## The game loaded a save meanwhile and left this timeline; in that timeline the character
	## remembers only what was delivered.
	LEFT = 5,
	## The character said an authored line at once, without recalling anything and without a model;
	## [code]TurnFinished.reason[/code] says why.
	SHED = 6,
	## A budget of the day is used up ([code]TurnFinished.budget[/code]): no model was called, and
	## the character said an authored line.
	OVER_BUDGET = 7,
}
const TURN_OUTCOME_NAMES := {
	"TURN_OUTCOME_UNSPECIFIED": 0,
	"TURN_OUTCOME_COMPLETED": 1,
	"TURN_OUTCOME_FALLBACK": 2,
	"TURN_OUTCOME_INTERRUPTED": 3,
	"TURN_OUTCOME_CUT_SHORT": 4,
	"TURN_OUTCOME_LEFT": 5,
	"TURN_OUTCOME_SHED": 6,
	"TURN_OUTCOME_OVER_BUDGET": 7,
}

## Why a turn was answered without recall and model, or was not stored. More may be added.
enum TurnReason {
	## Not set; the turn was answered as usual.
	UNSPECIFIED = 0,
	## The server has as many turns as it takes at one time.
	OVERLOADED = 1,
	## The player or the world has had as many turns as it may have for now.
	RATE_LIMITED = 2,
	## The time for the turn was over before the model could be asked.
	OUT_OF_TIME = 3,
	## The database does not answer. The character answers from what the server has in memory, or
	## with an authored line; see [code]not_kept[/code].
	STORAGE_UNAVAILABLE = 4,
}
const TURN_REASON_NAMES := {
	"TURN_REASON_UNSPECIFIED": 0,
	"TURN_REASON_OVERLOADED": 1,
	"TURN_REASON_RATE_LIMITED": 2,
	"TURN_REASON_OUT_OF_TIME": 3,
	"TURN_REASON_STORAGE_UNAVAILABLE": 4,
}

## Which fallback spoke, if any. More may be added.
enum Rung {
	## Not set; never sent.
	UNSPECIFIED = 0,
	## The model, at its first try.
	PRIMARY = 1,
	## The model, tried again before a word was out.
	RETRY = 2,
	## The offline actor, from memories and authored lines.
	OFFLINE = 3,
	## One of the persona's authored fallback lines.
	AUTHORED = 4,
	## The model of [code]model.fallback[/code], after the first one had failed.
	FALLBACK_MODEL = 5,
}
const RUNG_NAMES := {
	"RUNG_UNSPECIFIED": 0,
	"RUNG_PRIMARY": 1,
	"RUNG_RETRY": 2,
	"RUNG_OFFLINE": 3,
	"RUNG_AUTHORED": 4,
	"RUNG_FALLBACK_MODEL": 5,
}


## How a line feels.
class Emotion:
	extends Message
	## Label: neutral, joy, amusement, affection, pride, relief, calm, hope, curiosity, surprise,
	## confusion, boredom, sadness, shame, worry, fear, suspicion, annoyance, anger or disgust.
	## More may be added.
	var label: String = ""
	## From -1 (unpleasant) to 1 (pleasant). Lines carry the usual numbers of their label, since
	## they are sent before the model has written its own; those move the mood at the end of the
	## turn.
	var valence: float = 0.0
	## From -1 (drowsy) to 1 (excited).
	var arousal: float = 0.0

	static func from_dict(source: Variant) -> Emotion:
		var it_ := Emotion.new()
		var from_ := W.dictionary(source)
		it_.label = W.text(from_.get("label"))
		it_.valence = W.number(from_.get("valence"))
		it_.arousal = W.number(from_.get("arousal"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if label != "":
			out_["label"] = label
		if valence != 0.0:
			out_["valence"] = W.number_out(valence)
		if arousal != 0.0:
			out_["arousal"] = W.number_out(arousal)
		return out_


## The character begins to answer. Keep the turn id: [code]Interrupt[/code] and
## [code]Explain[/code] take it.
class TurnStarted:
	extends Message
	## Character who answers.
	var character_id: String = ""

	static func from_dict(source: Variant) -> TurnStarted:
		var it_ := TurnStarted.new()
		var from_ := W.dictionary(source)
		it_.character_id = W.text(from_.get("characterId", from_.get("character_id")))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if character_id != "":
			out_["characterId"] = character_id
		return out_


## The first word is late. Play a gesture, such as a glance or a hum, until a line comes.
class TurnWaiting:
	extends Message

	static func from_dict(source: Variant) -> TurnWaiting:
		var it_ := TurnWaiting.new()
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		return out_


## A few more characters of the sentence being spoken. Sent only on request; the whole sentence
## follows as a [code]Line[/code].
class LineDelta:
	extends Message
	## New characters.
	var text: String = ""

	static func from_dict(source: Variant) -> LineDelta:
		var it_ := LineDelta.new()
		var from_ := W.dictionary(source)
		it_.text = W.text(from_.get("text"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if text != "":
			out_["text"] = text
		return out_


## One whole sentence.
class Line:
	extends Message
	## What the character says.
	var text: String = ""
	## Its emotion, from the first sentence of an answer on. Not set where no emotion is known.
	var emotion: Emotion:
		get:
			if _emotion == null:
				_emotion = Emotion.new()
			return _emotion
		set(value):
			_emotion = value
			_has_emotion = value != null
	var _emotion: Emotion
	var _has_emotion := false

	func has_emotion() -> bool:
		return _has_emotion or (_emotion != null and not _emotion.is_empty())

	## Who made the words; each line of a turn says so for itself, since an authored line may go on
	## where a model failed. Not set for lines that were stored by an earlier version.
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


	static func from_dict(source: Variant) -> Line:
		var it_ := Line.new()
		var from_ := W.dictionary(source)
		it_.text = W.text(from_.get("text"))
		var emotion_: Variant = from_.get("emotion")
		if emotion_ != null:
			it_.emotion = Emotion.from_dict(emotion_)
		var origin_: Variant = from_.get("origin")
		if origin_ != null:
			it_.origin = _Origin.Origin.from_dict(origin_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if text != "":
			out_["text"] = text
		if has_emotion():
			out_["emotion"] = _emotion.to_dict()
		if has_origin():
			out_["origin"] = _origin.to_dict()
		return out_


## The player talks with a language model for the first time. Show the text: the EU's AI Act
## asks for it (Article 50). Comes before the first words of a model in any turn of a player of
## a world, once; a repeat of the request and a server that died may send it again.
class Disclosure:
	extends Message
	## What to show, as the world's author or the server words it.
	var text: String = ""
	## Language of the text, such as [code]en[/code]; empty where it is in none.
	var language: String = ""

	static func from_dict(source: Variant) -> Disclosure:
		var it_ := Disclosure.new()
		var from_ := W.dictionary(source)
		it_.text = W.text(from_.get("text"))
		it_.language = W.text(from_.get("language"))
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if text != "":
			out_["text"] = text
		if language != "":
			out_["language"] = language
		return out_


## The turn is over and stored, unless [code]seq[/code] is 0.
class TurnFinished:
	extends Message
	## How the turn ended.
	var outcome: int = 0
	## Which fallback spoke, if any.
	var rung: int = 0
	## Id of the receipt, for [code]MemoryService.Explain[/code]; equal to the turn id.
	var receipt_id: String = ""
	## Tokens of the prompt; 0 when no model was called.
	var prompt_tokens: int = 0
	## Tokens of the answer.
	var completion_tokens: int = 0
	## Whether the tokens were estimated, because the endpoint does not report them.
	var tokens_estimated: bool = false
	## Position of the turn in its timeline. 0 where it is not stored yet, because the server is
	## busy, or not at all ([code]not_kept[/code]).
	var seq: int = 0
	## Why neither recall nor model was used, or why the turn is not stored; not set for other
	## turns.
	var reason: int = 0
	## Whether the character will not remember this turn: it could not be stored.
	var not_kept: bool = false
	## The budget that is used up; set with [code]TURN_OUTCOME_OVER_BUDGET[/code] alone.
	var budget: _Budget.BudgetReached:
		get:
			if _budget == null:
				_budget = _Budget.BudgetReached.new()
			return _budget
		set(value):
			_budget = value
			_has_budget = value != null
	var _budget: _Budget.BudgetReached
	var _has_budget := false

	func has_budget() -> bool:
		return _has_budget or (_budget != null and not _budget.is_empty())


	static func from_dict(source: Variant) -> TurnFinished:
		var it_ := TurnFinished.new()
		var from_ := W.dictionary(source)
		it_.outcome = W.enumeration(from_.get("outcome"), TURN_OUTCOME_NAMES)
		it_.rung = W.enumeration(from_.get("rung"), RUNG_NAMES)
		it_.receipt_id = W.text(from_.get("receiptId", from_.get("receipt_id")))
		it_.prompt_tokens = W.integer(from_.get("promptTokens", from_.get("prompt_tokens")))
		it_.completion_tokens = W.integer(from_.get("completionTokens", from_.get("completion_tokens")))
		it_.tokens_estimated = W.boolean(from_.get("tokensEstimated", from_.get("tokens_estimated")))
		it_.seq = W.integer(from_.get("seq"))
		it_.reason = W.enumeration(from_.get("reason"), TURN_REASON_NAMES)
		it_.not_kept = W.boolean(from_.get("notKept", from_.get("not_kept")))
		var budget_: Variant = from_.get("budget")
		if budget_ != null:
			it_.budget = _Budget.BudgetReached.from_dict(budget_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if outcome != 0:
			out_["outcome"] = W.enumeration_out(outcome, TURN_OUTCOME_NAMES)
		if rung != 0:
			out_["rung"] = W.enumeration_out(rung, RUNG_NAMES)
		if receipt_id != "":
			out_["receiptId"] = receipt_id
		if prompt_tokens != 0:
			out_["promptTokens"] = prompt_tokens
		if completion_tokens != 0:
			out_["completionTokens"] = completion_tokens
		if tokens_estimated != false:
			out_["tokensEstimated"] = tokens_estimated
		if seq != 0:
			out_["seq"] = seq
		if reason != 0:
			out_["reason"] = W.enumeration_out(reason, TURN_REASON_NAMES)
		if not_kept != false:
			out_["notKept"] = not_kept
		if has_budget():
			out_["budget"] = _budget.to_dict()
		return out_


## One event of a character's turn.
##
## A turn is [code]started[/code], then any mix of [code]line[/code], [code]delta[/code] and
## [code]intent[/code], then exactly one [code]finished[/code]. A [code]disclosure[/code] comes
## before what a model makes of it. Where the first of these takes long, one
## [code]waiting[/code] comes before it. A stream that ends without it failed; see its status.
class TurnEvent:
	extends Message
	var _event: Variant = null
	var _event_case := ""
	## Turn this event belongs to.
	var turn_id: String = ""
	## Position within the turn, from 0, without gaps.
	var sequence: int = 0
	## The character begins to answer.
	var started: TurnStarted:
		get:
			return _event if _event_case == "started" else TurnStarted.new()
		set(value):
			_event = value
			_event_case = "started" if value != null else ""

	func has_started() -> bool:
		return _event_case == "started"

	## The character speaks one sentence.
	var line: Line:
		get:
			return _event if _event_case == "line" else Line.new()
		set(value):
			_event = value
			_event_case = "line" if value != null else ""

	func has_line() -> bool:
		return _event_case == "line"

	## More characters of the sentence.
	var delta: LineDelta:
		get:
			return _event if _event_case == "delta" else LineDelta.new()
		set(value):
			_event = value
			_event_case = "delta" if value != null else ""

	func has_delta() -> bool:
		return _event_case == "delta"

	## The character wants to do something the game offered.
	var intent: _Affordance.ActionIntent:
		get:
			return _event if _event_case == "intent" else _Affordance.ActionIntent.new()
		set(value):
			_event = value
			_event_case = "intent" if value != null else ""

	func has_intent() -> bool:
		return _event_case == "intent"

	## The turn is over.
	var finished: TurnFinished:
		get:
			return _event if _event_case == "finished" else TurnFinished.new()
		set(value):
			_event = value
			_event_case = "finished" if value != null else ""

	func has_finished() -> bool:
		return _event_case == "finished"

	## The first word takes long; sent once, after the server's
	## [code]dialogue.waiting_seconds[/code].
	var waiting: TurnWaiting:
		get:
			return _event if _event_case == "waiting" else TurnWaiting.new()
		set(value):
			_event = value
			_event_case = "waiting" if value != null else ""

	func has_waiting() -> bool:
		return _event_case == "waiting"

	## The player is told that a model speaks; once a player.
	var disclosure: Disclosure:
		get:
			return _event if _event_case == "disclosure" else Disclosure.new()
		set(value):
			_event = value
			_event_case = "disclosure" if value != null else ""

	func has_disclosure() -> bool:
		return _event_case == "disclosure"


	## Which arm of `event` is set; empty for none, or one not known here.
	func which_event() -> String:
		return _event_case

	static func from_dict(source: Variant) -> TurnEvent:
		var it_ := TurnEvent.new()
		var from_ := W.dictionary(source)
		it_.turn_id = W.text(from_.get("turnId", from_.get("turn_id")))
		it_.sequence = W.integer(from_.get("sequence"))
		var started_: Variant = from_.get("started")
		if started_ != null:
			it_.started = TurnStarted.from_dict(started_)
		var line_: Variant = from_.get("line")
		if line_ != null:
			it_.line = Line.from_dict(line_)
		var delta_: Variant = from_.get("delta")
		if delta_ != null:
			it_.delta = LineDelta.from_dict(delta_)
		var intent_: Variant = from_.get("intent")
		if intent_ != null:
			it_.intent = _Affordance.ActionIntent.from_dict(intent_)
		var finished_: Variant = from_.get("finished")
		if finished_ != null:
			it_.finished = TurnFinished.from_dict(finished_)
		var waiting_: Variant = from_.get("waiting")
		if waiting_ != null:
			it_.waiting = TurnWaiting.from_dict(waiting_)
		var disclosure_: Variant = from_.get("disclosure")
		if disclosure_ != null:
			it_.disclosure = Disclosure.from_dict(disclosure_)
		return it_

	func to_dict() -> Dictionary:
		var out_ := {}
		if turn_id != "":
			out_["turnId"] = turn_id
		if sequence != 0:
			out_["sequence"] = sequence
		if _event_case == "started":
			out_["started"] = _event.to_dict()
		if _event_case == "line":
			out_["line"] = _event.to_dict()
		if _event_case == "delta":
			out_["delta"] = _event.to_dict()
		if _event_case == "intent":
			out_["intent"] = _event.to_dict()
		if _event_case == "finished":
			out_["finished"] = _event.to_dict()
		if _event_case == "waiting":
			out_["waiting"] = _event.to_dict()
		if _event_case == "disclosure":
			out_["disclosure"] = _event.to_dict()
		return out_
