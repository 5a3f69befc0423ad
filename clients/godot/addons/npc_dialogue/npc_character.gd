@icon("res://addons/npc_dialogue/icon.svg")
## A character to talk with. Put it below the node of its body. It may be moved within the tree
## while it speaks; freed, or outside the tree when the frame ends, it interrupts its turn.
class_name NpcCharacter
extends Node

## The character begins to answer.
signal turn_started(turn_id: String)
## The first word takes long: play a gesture until a line comes. At most once in a turn.
signal waiting
## The player talks with a language model for the first time: show the text, as the law asks. Where
## nothing is connected, [code]NpcDialogue[/code] shows it.
signal disclosed(disclosure: Messages.Disclosure)
## A few more letters of the sentence that is spoken; only with [member stream_tokens].
signal token(text: String)
## A whole sentence was spoken.
signal line_finished(line: Messages.Line)
## The character feels otherwise than in the sentence before.
signal mood_changed(emotion: Messages.Emotion)
## The character wants to do something. Decide, do it, and report it with [method report_outcome].
signal action_requested(intent: Messages.ActionIntent)
## The turn is over: it was spoken, or interrupted. Each turn ends with this or
## with [signal failed], but for one that was interrupted by the next [method say].
signal turn_finished(finished: Messages.TurnFinished)
## The turn failed; the error says what to do. Not emitted for what the game itself ended.
signal failed(error: Failure)

const Affordance = preload("npc_affordance.gd")
const Answer = preload("answer.gd")
const Failure = preload("error.gd")
const Messages = preload("messages.gd")
const Result = preload("result.gd")
const Turn = preload("turn.gd")

# of so many intents it is known to which turn they belong, whatever was reported of them: a load
# may bring back the moment before
const _INTENTS_KEPT := 256

## Id of the character in its world.
@export var character_id := ""
## Id of the speaker: the id that the game gives a player.
@export var speaker_id := "player"
## Name by which the character knows the speaker.
@export var speaker_name := "Player"
## Language in which the speaker speaks, such as [code]pt-BR[/code]; empty for that of the timeline.
@export var language := ""
## What the character may do.
@export var affordances: Array[Affordance] = []
## Name of a set that your game's server has registered with [code]PutAffordanceSet[/code], which is
## offered in place of [member affordances] and [member entities]. A player's token can declare none
## of these: with one, only the set counts, this or else [code]NpcDialogue.affordance_set[/code].
@export var affordance_set := ""
## Where its affordances and entities come from: without any of its own, from the world.
@export var affordance_source := Messages.AffordanceSource.UNSPECIFIED
## Whether sentences come letter by letter.
@export var stream_tokens := true
## Whether nobody else hears what is said.
@export var is_private := false
## After so many milliseconds without a word [signal waiting] comes, 0 to 60,000; below 0 the server
## decides.
@export_range(-1, 60000) var first_beat_ms := -1
## For how long the player can wait for the whole turn, in milliseconds, up to 120,000; below 1 the
## server decides.
@export_range(-1, 120000) var total_ms := -1

## Live things that arguments may name; set them before [method say].
var entities: Array[Messages.Entity] = []
## The client; found by itself where the autoload is called [code]NpcDialogue[/code].
var client: Node:
	get:
		if client == null and is_inside_tree():
			client = get_tree().root.get_node_or_null(^"NpcDialogue")
		return client
## Whether the character speaks.
var is_speaking: bool:
	get:
		return _turn != null and not _turn.is_over

var _turn: Turn
# what callers wait for: turns, those that were interrupted too, and answers to reports
var _turns: Array[Turn] = []
var _answers: Array[Answer] = []
var _mood := ""
# turn and timeline of each intent, by its id, oldest first
var _wishes := {}
var _is_freed := false


## Says something to the character and waits for the end of its turn; its words come by the signals
## meanwhile. Saying something while it speaks interrupts it. The value is a
## [code]TurnFinished[/code].
func say(text: String) -> Result:
	interrupt()
	if _is_freed:
		var words := "the character is being freed and cannot be talked with"
		return Result.new(Messages.TurnFinished.new(), Failure.make(Failure.CANCELED, words))
	if client == null:
		var words := "there is no autoload NpcDialogue: enable the add-on, or set the character's client"
		return _refused(Failure.make(Failure.FAILED_PRECONDITION, words))
	if client.timeline_id == "":
		var words := "nothing is played yet: await NpcDialogue.start_timeline(world_id) first"
		return _refused(Failure.make(Failure.FAILED_PRECONDITION, words))
	var turn := Turn.new(client, _request(text))
	_turn = turn
	turn.started.connect(_on_started)
	turn.token.connect(_on_token)
	turn.event.connect(_on_event)
	_turns.append(turn)
	turn.begin()
	await turn.finished
	_turns.erase(turn)
	if turn.error.is_none():
		if turn == _turn:
			turn_finished.emit(turn.outcome)
	elif turn.error.code != Failure.CANCELED:
		failed.emit(turn.error)
	elif turn == _turn:
		var interrupted := Messages.TurnFinished.new()
		interrupted.outcome = Messages.TurnOutcome.INTERRUPTED
		turn_finished.emit(interrupted)
	return Result.new(turn.outcome, turn.error)


## Interrupts the character. It remembers only what it said until now.
func interrupt() -> void:
	if _turn != null:
		_turn.interrupt()


## Reports the outcome of an intent: a status of [code]NpcMessages.OutcomeStatus[/code], and
## what happened, as the character would remember it. After a load the outcome goes to the timeline
## that is played, if that one has the turn; otherwise the intent is dropped, and the error says so.
func report_outcome(intent: Messages.ActionIntent, status: int, detail := "") -> Result:
	var answer := Messages.ReportOutcomeResponse.new()
	if client == null or not _wishes.has(intent.intent_id):
		var words := "this intent does not come from this character, or long ago"
		return Result.new(answer, Failure.make(Failure.INVALID_ARGUMENT, words))
	var request := Messages.ReportOutcomeRequest.new()
	request.turn_id = _wishes[intent.intent_id][0]
	request.timeline_id = _wishes[intent.intent_id][1]
	request.intent_id = intent.intent_id
	request.status = status
	request.detail = detail
	var waited_for := Answer.new()
	_answers.append(waited_for)
	client.report_then(request, waited_for.take)
	if waited_for.result == null:
		await waited_for.finished
	_answers.erase(waited_for)
	var reason := waited_for.result.error.reason
	if reason == "INTENT_TIMELINE_LEFT" or reason == "TIMELINE_NOT_FOUND":
		_wishes.erase(intent.intent_id)
	elif _wishes.has(intent.intent_id):
		_wishes[intent.intent_id][1] = request.timeline_id
	return waited_for.result


## Offers a live thing that arguments may name.
func add_entity(id: String, of_name: String, kind := "") -> void:
	var entity := Messages.Entity.new()
	entity.id = id
	entity.name = of_name
	entity.kind = kind
	entities.append(entity)


## Returns the arguments of an intent by name: texts, whole numbers, numbers, true and false.
static func arguments(intent: Messages.ActionIntent) -> Dictionary:
	var found := {}
	for argument in intent.arguments:
		var which := argument.which_value()
		if which != "":
			found[argument.name] = argument.get(which)
	return found


func _notification(what: int) -> void:
	match what:
		NOTIFICATION_EXIT_TREE:
			# a node that is only moved is back in the tree before the frame ends, and speaks on
			_leave_if_outside.call_deferred()
		NOTIFICATION_PREDELETE:
			_is_freed = true
			_forget_outsiders()
			_leave()


func _leave_if_outside() -> void:
	if not is_inside_tree():
		_leave()


func _leave() -> void:
	for turn: Turn in _turns.duplicate():
		turn.leave()
	for waited_for: Answer in _answers.duplicate():
		waited_for.leave(Messages.ReportOutcomeResponse.new())


# Nodes that are freed together with this one are not called any more: they are outside the tree,
# and what they would do there fails.
func _forget_outsiders() -> void:
	for connection in turn_finished.get_connections():
		var listener: Object = connection["callable"].get_object()
		if listener is Node and not listener.is_inside_tree():
			turn_finished.disconnect(connection["callable"])


func _request(text: String) -> Messages.SayRequest:
	var request := Messages.SayRequest.new()
	request.timeline_id = client.timeline_id
	request.character_id = character_id
	request.speaker.id = speaker_id
	request.speaker.name = speaker_name
	request.text = text
	request.language = language
	request.affordance_source = affordance_source
	request.stream_deltas = stream_tokens
	request.is_private = is_private
	if first_beat_ms >= 0:
		request.first_beat_ms = first_beat_ms
	if total_ms > 0:
		request.total_ms = total_ms
	request.affordance_set = _named_set()
	if request.affordance_set == "" and not client.shows_tokens:
		request.entities = entities.duplicate()
		for affordance in affordances:
			if affordance != null:
				request.affordances.append(affordance.to_message())
	return request


# Returns the name of the set that is offered; empty for what is declared here, or the world's.
func _named_set() -> String:
	var declares := not (affordances.is_empty() and entities.is_empty())
	if affordance_set == "" and (client.shows_tokens or not declares):
		return client.affordance_set
	return affordance_set


func _on_started(turn: Turn) -> void:
	if turn == _turn:
		turn_started.emit(turn.turn_id)


func _on_event(turn: Turn, turn_event: Messages.TurnEvent) -> void:
	if turn != _turn:
		return
	match turn_event.which_event():
		"waiting":
			waiting.emit()
		"disclosure":
			_on_disclosure(turn_event.disclosure)
		"line":
			_on_line(turn_event.line)
		"intent":
			_remember(turn_event.intent.intent_id, turn)
			action_requested.emit(turn_event.intent)


func _on_token(turn: Turn, text: String) -> void:
	if turn == _turn:
		token.emit(text)


func _on_disclosure(disclosure: Messages.Disclosure) -> void:
	disclosed.emit(disclosure)
	if disclosed.get_connections().is_empty():
		client.show_disclosure(disclosure.text)


func _on_line(line: Messages.Line) -> void:
	line_finished.emit(line)
	if line.emotion.label != "" and line.emotion.label != _mood:
		_mood = line.emotion.label
		mood_changed.emit(line.emotion)


func _remember(intent_id: String, turn: Turn) -> void:
	_wishes[intent_id] = [turn.turn_id, turn.timeline_id]
	if _wishes.size() > _INTENTS_KEPT:
		_wishes.erase(_wishes.keys()[0])


func _refused(error: Failure) -> Result:
	failed.emit(error)
	return Result.new(Messages.TurnFinished.new(), error)
