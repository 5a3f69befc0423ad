@tool
@icon("res://addons/npc_dialogue/icons/circle.svg")
## Several characters and the player in one conversation: all hear what is said, and the server
## decides who speaks next. Freed, or outside the tree when the frame ends, it interrupts the turn.
class_name NpcCircle
extends NpcTalk

## The words were heard; an earlier talk in the circle is over.
signal heard(to_ids: Array[String])
## A character begins to speak.
signal turn_started(character_id: String, turn_id: String)
## The first word takes long: play a gesture until a line comes.
signal waiting(character_id: String)
## The player talks with a language model for the first time: show the text, as the law asks. Where
## nothing is connected, [code]NpcDialogue[/code] shows it.
signal disclosed(disclosure: Messages.Disclosure)
## A few more letters of the sentence that is spoken; only with [member stream_tokens].
signal token(character_id: String, text: String)
## A whole sentence was spoken.
signal line_finished(character_id: String, line: Messages.Line)
## A character wants to do something. Decide, do it, and report it with [method report_outcome].
signal action_requested(character_id: String, intent: Messages.ActionIntent)
## A character is done; another may speak next.
signal turn_finished(character_id: String, finished: Messages.TurnFinished)
## No turn follows for now. [param awaited_id] is the member whose answer is awaited, such as the
## player; empty for none.
signal quiet(awaited_id: String)
## The talk failed; the error says what to do. Not emitted for what the game itself ended.
signal failed(error: Failure)

const Stream = preload("stream.gd")
const Turn = preload("turn.gd")
const W = preload("wire.gd")

const SAY := "npcserver.v1.PlayService/SayInCircle"
# what the server takes where most_turns is 0
const _USUAL_TURNS := 3

## Ids of the characters of the circle, 1 to 19; the player is a member too.
@export var character_ids: Array[String] = []:
	set(value):
		character_ids = value
		update_configuration_warnings()
## Where they talk; empty for the place of the first character.
@export var place_id := ""
## How many turns the characters take at most after words, 1 to 20; 0 for three.
@export_range(0, 20) var most_turns := 0
## For how many seconds of game time after a question characters wait for the player's answer, 0 to
## 86,400; below 0 until others are asked.
@export_range(-1, 86400) var wait_seconds := -1

## Id of the circle; empty before [method open].
var circle_id := ""
## Who speaks; empty for nobody.
var speaking_id := ""
## Whether a talk is under way.
var is_talking: bool:
	get:
		return _stream != null and not _stream.is_over

var _stream: Stream = null
var _turn_id := ""
var _is_interrupted := false


## Reads what the server sends, and tokens as one object.
class Event:
	static func from_dict(source: Variant) -> RefCounted:
		var turn: Variant = W.dictionary(source).get("turn")
		if turn is Dictionary:
			return Turn.Answer.event_of(turn)
		return Messages.SayInCircleResponse.from_dict(source)


## Opens the circle with its characters and the player, as [method say] does by itself. The value
## is a [code]Circle[/code].
func open() -> Result:
	var obstacle := _obstacle()
	if not obstacle.is_none():
		return Result.new(Messages.Circle.new(), obstacle)
	var request := Messages.OpenCircleRequest.new()
	request.timeline_id = client.timeline_id
	request.place_id = place_id
	var player := Messages.Speaker.new()
	player.id = speaker_id
	player.name = speaker_name
	request.members.append(player)
	for id in character_ids:
		request.members.append(_character(id))
	return await _ask("OpenCircle", request)


## Lets another character join. The value is a [code]Circle[/code].
func join(id: String) -> Result:
	var request := Messages.JoinCircleRequest.new()
	request.timeline_id = client.timeline_id
	request.circle_id = circle_id
	request.member = _character(id)
	return await _ask("JoinCircle", request)


## Lets a member leave, such as the player by [member speaker_id]. The value is a
## [code]Circle[/code].
func leave(id: String) -> Result:
	var request := Messages.LeaveCircleRequest.new()
	request.timeline_id = client.timeline_id
	request.circle_id = circle_id
	request.member_id = id
	return await _ask("LeaveCircle", request)


## Says something in the circle, opening it where that was not done, and waits until nobody speaks
## any more. Without words the characters talk among themselves. [param to_ids] are those whom the
## words address; a whisper is heard by them alone. Saying something while they talk interrupts who
## speaks. The value is a [code]CircleQuiet[/code].
func say(text: String, to_ids: Array[String] = [], is_whisper := false) -> Result:
	interrupt()
	var none := Messages.CircleQuiet.new()
	var obstacle := _obstacle()
	if obstacle.is_none() and circle_id == "":
		obstacle = (await open()).error
	if not obstacle.is_none():
		failed.emit(obstacle)
		return Result.new(none, obstacle)
	var request := Messages.SayInCircleRequest.new()
	_fill(request)
	request.circle_id = circle_id
	request.speaker_id = speaker_id if text != "" else ""
	request.text = text
	request.to_ids = to_ids
	request.is_whisper = is_whisper
	request.most_turns = most_turns
	if wait_seconds >= 0:
		request.wait_seconds = wait_seconds
	return await _follow(request)


## Interrupts who speaks, and no other follows. The character remembers only what it said until now.
func interrupt() -> void:
	if not is_talking or _is_interrupted or not is_instance_valid(client):
		return
	_is_interrupted = true
	if _turn_id == "":
		_stream.cancel()
		return
	var request := Messages.InterruptRequest.new()
	request.turn_id = _turn_id
	client.play.interrupt(request)
	var grace: RefCounted = client.wait(Turn.GRACE_MS)
	grace.keeps = _stream
	grace.finished.connect(_stream.cancel)


func _get_configuration_warnings() -> PackedStringArray:
	var warnings := super()
	if character_ids.is_empty() or "" in character_ids:
		warnings.append("Set character_ids: the ids of the characters that talk, such as hester.")
	elif character_ids.size() > 19:
		warnings.append("A circle has 20 members at most, the player among them: remove some ids.")
	return warnings


func _notification(what: int) -> void:
	match what:
		NOTIFICATION_EXIT_TREE:
			_leave_if_outside.call_deferred()
		NOTIFICATION_PREDELETE:
			_leave()


func _leave_if_outside() -> void:
	if not is_inside_tree():
		_leave()


func _leave() -> void:
	interrupt()
	if is_talking:
		_stream.cancel()
	_leave_answers()


func _follow(request: Messages.SayInCircleRequest) -> Result:
	var turns := most_turns if most_turns > 0 else _USUAL_TURNS
	var stream: Stream = client.stream(SAY, request, client.endpoint.turn_timeout_ms * turns, Event)
	_stream = stream
	_turn_id = ""
	_is_interrupted = false
	var last := Messages.CircleQuiet.new()
	while true:
		var result := await stream.next()
		if result.is_end:
			if stream == _stream:
				speaking_id = ""
			if not result.is_ok() and result.error.code != Failure.CANCELED:
				failed.emit(result.error)
			return Result.new(last, result.error)
		if result.value is Messages.SayInCircleResponse and result.value.has_quiet():
			last = result.value.quiet
		if stream == _stream:
			_take(result.value, request.timeline_id)
	return null


func _take(message: RefCounted, timeline_id: String) -> void:
	if message is Messages.LineDelta:
		token.emit(speaking_id, message.text)
	elif message is Messages.TurnEvent:
		_take_turn(message, timeline_id)
	else:
		match message.which_event():
			"heard":
				heard.emit(message.heard.to_ids)
			"floor":
				speaking_id = message.floor.character_id
			"quiet":
				speaking_id = ""
				quiet.emit(message.quiet.awaited_id)


func _take_turn(turn_event: Messages.TurnEvent, timeline_id: String) -> void:
	_turn_id = turn_event.turn_id
	match turn_event.which_event():
		"started":
			speaking_id = turn_event.started.character_id
			turn_started.emit(speaking_id, _turn_id)
		"waiting":
			waiting.emit(speaking_id)
		"disclosure":
			_show_disclosure(disclosed, turn_event.disclosure)
		"line":
			line_finished.emit(speaking_id, turn_event.line)
		"intent":
			_remember(turn_event.intent.intent_id, _turn_id, timeline_id)
			action_requested.emit(speaking_id, turn_event.intent)
		"finished":
			turn_finished.emit(speaking_id, turn_event.finished)


func _character(id: String) -> Messages.Speaker:
	var member := Messages.Speaker.new()
	member.id = id
	member.is_character = true
	return member


func _ask(method: String, request: RefCounted) -> Result:
	var path := "npcserver.v1.PlayService/" + method
	var empty := Messages.OpenCircleResponse.new()
	var result := await _answer_to(
		func(then: Callable) -> void: client.call_when_stored(path, request, then), empty
	)
	if not result.is_ok():
		return Result.new(Messages.Circle.new(), result.error)
	circle_id = result.value.circle.circle_id
	return Result.new(result.value.circle)
