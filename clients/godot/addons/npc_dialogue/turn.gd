## One turn of a character while it is spoken: reads its stream, and can interrupt it.
extends RefCounted

## The character begins to answer.
signal started(turn: RefCounted)
## One event of the turn.
signal event(turn: RefCounted, turn_event: RefCounted)
## It is over; see [member error] and [member outcome].
signal finished

const Failure = preload("error.gd")
const Messages = preload("messages.gd")
const Stream = preload("stream.gd")

## How long an interrupted turn may take to end by itself, so that its outcome is known.
const GRACE_MS := 1500

## Id of the turn; empty before the server named it.
var turn_id := ""
## How it ended; empty until it has.
var outcome := Messages.TurnFinished.new()
var error := Failure.new()
var is_over := false

var _client: Node
var _stream: Stream
var _is_interrupted := false
var _has_finished := false


func _init(client: Node, stream: Stream) -> void:
	_client = client
	_stream = stream
	_stream.message_received.connect(_on_message)
	_stream.finished.connect(_on_finished)


## Asks the server to end the turn. What was said stands, and is all that the character remembers.
func interrupt() -> void:
	if is_over or _is_interrupted:
		return
	_is_interrupted = true
	if turn_id != "":
		_send_interruption()
	var grace: RefCounted = _client.wait(GRACE_MS)
	grace.keeps = self
	grace.finished.connect(hang_up)


## Ends the turn here and now; tells the server too, which a dropped connection alone may not.
func leave() -> void:
	if is_over:
		return
	if turn_id != "" and not _is_interrupted:
		_send_interruption()
	_is_interrupted = true
	hang_up()


## Ends the stream.
func hang_up() -> void:
	if not is_over:
		_stream.cancel()


func _send_interruption() -> void:
	var request := Messages.InterruptRequest.new()
	request.turn_id = turn_id
	_client.play.interrupt(request)


func _on_message(response: Messages.SayResponse) -> void:
	var turn_event := response.event
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
	if not _has_finished:
		error = with
		if error.is_none():
			error = Failure.make(Failure.UNAVAILABLE, "the turn ended without a last word")
	finished.emit()
