@tool
@icon("res://addons/npc_dialogue/icons/character.svg")
## A character to talk with. Put it below the node of its body. It may be moved within the tree
## while it speaks; freed, or outside the tree when the frame ends, it interrupts its turn.
class_name NpcCharacter
extends NpcTalk

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

const Turn = preload("turn.gd")

## Id of the character in its world.
@export var character_id := "":
	set(value):
		character_id = value
		update_configuration_warnings()
## Whether nobody else hears what is said.
@export var is_private := false
## How loud the player speaks.
@export var loudness := Messages.Loudness.UNSPECIFIED
## Whether the character speaks.
var is_speaking: bool:
	get:
		return _turn != null and not _turn.is_over

var _turn: Turn
# what callers wait for, those that were interrupted too
var _turns: Array[Turn] = []
var _mood := ""
var _is_freed := false


## Says something to the character and waits for the end of its turn; its words come by the signals
## meanwhile. Saying something while it speaks interrupts it. The value is a
## [code]TurnFinished[/code].
func say(text: String) -> Result:
	interrupt()
	if _is_freed:
		var words := "the character is being freed and cannot be talked with"
		return Result.new(Messages.TurnFinished.new(), Failure.make(Failure.CANCELED, words))
	var obstacle := _obstacle()
	if not obstacle.is_none():
		return _refused(obstacle)
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


func _get_configuration_warnings() -> PackedStringArray:
	var warnings := super()
	if character_id == "":
		warnings.append(
			"Set character_id: the id of the character in its world file, such as hester."
		)
	return warnings


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
	_leave_answers()


# Nodes that are freed together with this one are not called any more: they are outside the tree,
# and what they would do there fails.
func _forget_outsiders() -> void:
	for connection in turn_finished.get_connections():
		var listener: Object = connection["callable"].get_object()
		if listener is Node and not listener.is_inside_tree():
			turn_finished.disconnect(connection["callable"])


func _request(text: String) -> Messages.SayRequest:
	var request := Messages.SayRequest.new()
	_fill(request)
	request.character_id = character_id
	request.speaker.id = speaker_id
	request.speaker.name = speaker_name
	request.text = text
	request.is_private = is_private
	request.loudness = loudness
	return request


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
			_show_disclosure(disclosed, turn_event.disclosure)
		"line":
			_on_line(turn_event.line)
		"intent":
			_remember(turn_event.intent.intent_id, turn.turn_id, turn.timeline_id)
			action_requested.emit(turn_event.intent)


func _on_token(turn: Turn, text: String) -> void:
	if turn == _turn:
		token.emit(text)


func _on_line(line: Messages.Line) -> void:
	line_finished.emit(line)
	if line.emotion.label != "" and line.emotion.label != _mood:
		_mood = line.emotion.label
		mood_changed.emit(line.emotion)


func _refused(error: Failure) -> Result:
	failed.emit(error)
	return Result.new(Messages.TurnFinished.new(), error)
