@tool
## One turn of a character while it is spoken: reads its stream, and can interrupt it.
extends RefCounted

## The character begins to answer.
signal started(turn: RefCounted)
## A few more letters of a sentence.
signal token(turn: RefCounted, text: String)
## Another event of the turn.
signal event(turn: RefCounted, turn_event: RefCounted)
## It is over; see [member error] and [member outcome].
signal finished

const Failure = preload("error.gd")
const Messages = preload("messages.gd")
const Stream = preload("stream.gd")
const W = preload("wire.gd")

const SAY := "npcserver.v1.PlayService/Say"
## How long an interrupted turn may take to end by itself, so that its outcome is known.
const GRACE_MS := 1500

## Id of the turn; empty before the server named it.
var turn_id := ""
## Timeline in which it is taken.
var timeline_id: String:
	get:
		return _request.timeline_id
## How it ended; empty until it has.
var outcome: Messages.TurnFinished:
	get:
		if outcome == null:
			outcome = Messages.TurnFinished.new()
		return outcome
## Why it failed; null until it is over.
var error: Failure = null
var is_over := false

var _client: Node
var _request: Messages.SayRequest
# null before there was time to begin it
var _stream: Stream = null
var _is_interrupted := false
var _has_finished := false


## Reads what the server sends: one object for a token, which comes often, where the messages of the
## wire would be three.
class Answer:
	static func from_dict(source: Variant) -> RefCounted:
		return event_of(W.dictionary(source).get("event"))

	static func event_of(source: Variant) -> RefCounted:
		var delta: Variant = W.dictionary(source).get("delta")
		if delta is Dictionary:
			return Messages.LineDelta.from_dict(delta)
		return Messages.TurnEvent.from_dict(source)


func _init(client: Node, request: Messages.SayRequest) -> void:
	_client = client
	_request = request


## Begins as soon as the client has time for it.
func begin() -> void:
	_client.when_there_is_time(_open)


## Asks the server to end the turn. What was said is kept, and is all that the character remembers.
func interrupt() -> void:
	if is_over or _is_interrupted:
		return
	_is_interrupted = true
	if turn_id != "":
		_send_interruption()
	var grace: RefCounted = _client.wait(GRACE_MS)
	grace.keeps = self
	grace.finished.connect(hang_up)


## Ends the turn at once, and tells the server, which may not notice a dropped connection.
func leave() -> void:
	if is_over:
		return
	if turn_id != "" and not _is_interrupted:
		_send_interruption()
	_is_interrupted = true
	hang_up()


## Ends the stream.
func hang_up() -> void:
	if is_over:
		return
	if _stream != null:
		_stream.cancel()
	else:
		_on_finished(Failure.make(Failure.CANCELED, "the turn was canceled before it began"))


func _open() -> void:
	if is_over:
		return
	_stream = _client.stream(SAY, _request, -1, Answer)
	_stream.message_received.connect(_on_message)
	_stream.finished.connect(_on_finished)


func _send_interruption() -> void:
	var request := Messages.InterruptRequest.new()
	request.turn_id = turn_id
	if is_instance_valid(_client):  # or it went first, and every connection with it
		_client.play.interrupt(request)


func _on_message(answer: RefCounted) -> void:
	if answer is Messages.LineDelta:
		token.emit(self, answer.text)
		return
	var turn_event: Messages.TurnEvent = answer
	if turn_id == "" and turn_event.turn_id != "":
		turn_id = turn_event.turn_id
		started.emit(self)
		if _is_interrupted:
			_send_interruption()
	if turn_event.has_finished():
		outcome = turn_event.finished
		_has_finished = true
	event.emit(self, turn_event)


func _on_finished(with: Failure) -> void:
	is_over = true
	error = Failure.new() if _has_finished else with
	if error.is_none() and not _has_finished:
		error = Failure.make(Failure.UNAVAILABLE, "the turn ended without a last word")
	finished.emit()
