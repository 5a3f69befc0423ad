@tool
## Watches a timeline for as long as the node is in the tree. When the connection is lost, or the
## token of a player has ended, it goes on after the last event: none is missed, none is repeated.
class_name NpcWatch
extends Node

## Something happened in the timeline.
signal event(response: RefCounted)
## The connection was lost; the watch tries again by itself.
signal interrupted(error: Failure)
## The connection is back, and events after this position follow.
signal resumed(after_seq: int)
## The game plays on in another timeline.
signal left(to_timeline_id: String)
## Nothing more comes. The error's [code]code[/code] is empty when the timeline was left.
signal stopped(error: Failure)

const Failure = preload("error.gd")
const Lifetime = preload("lifetime.gd")
const Messages = preload("messages.gd")
const Result = preload("result.gd")
const Stream = preload("stream.gd")

const GET_TIMELINE := "npcserver.v1.TimelineService/GetTimeline"
const WATCH := "npcserver.v1.PlayService/Watch"
# with these it will not be otherwise the next time
const FINAL: Array[String] = [
	Failure.NOT_FOUND,
	Failure.INVALID_ARGUMENT,
	Failure.UNAUTHENTICATED,
	Failure.PERMISSION_DENIED,
	Failure.OUT_OF_RANGE,
	Failure.UNIMPLEMENTED,
	Failure.FAILED_PRECONDITION,
]

## Position of the last event; negative before the first is known.
var seq := -1
## Pause before it comes back the first time; doubles each time, with jitter. In milliseconds.
var pause_ms := 250
## Longest pause, in milliseconds.
var longest_pause_ms := 10000
## A server that has been silent for so long is taken for lost, in milliseconds; it sends a
## checkpoint far more often.
var silence_ms := 60000
var is_stopped := false

var _client: Node
var _timeline_id := ""
var _character_ids: Array[String] = []
var _stream: Stream
var _owner_lifetime: Lifetime
var _attempt := 0
var _heard_at := 0
var _again_at := 0
var _is_asking := false


func _init() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS


## Ends the watch when a node leaves the tree for good.
func owned_by(node: Node) -> void:
	_owner_lifetime = Lifetime.new(node, queue_free)


## Says what to watch; before the node enters the tree.
func begin(client: Node, timeline_id: String, after_seq: int, ids: Array[String]) -> void:
	_client = client
	_timeline_id = timeline_id
	seq = after_seq
	_character_ids = ids


## Stops; [signal stopped] follows.
func stop() -> void:
	_end(Failure.make(Failure.CANCELED, "the watch was stopped"))


func _notification(what: int) -> void:
	match what:
		NOTIFICATION_EXIT_TREE:
			# a node that is only moved is back in the tree before the frame ends, and watches on
			_end_if_outside.call_deferred()
		NOTIFICATION_PREDELETE:
			is_stopped = true
			_hang_up()


func _end_if_outside() -> void:
	if not is_inside_tree():
		_end(Failure.make(Failure.CANCELED, "the watch left the tree"))


func _process(_delta: float) -> void:
	var now := Time.get_ticks_msec()
	if is_stopped or _is_asking:
		return
	if _stream == null:
		if now >= _again_at:
			_open()
	elif now - _heard_at >= silence_ms:
		_hang_up()
		_lost(Failure.make(Failure.UNAVAILABLE, "the server has been silent for too long"))


func _open() -> void:
	if seq < 0:
		_ask_head()
		return
	var request := Messages.WatchRequest.new()
	request.timeline_id = _timeline_id
	request.after_seq = seq
	request.character_ids = _character_ids
	_heard_at = Time.get_ticks_msec()
	_stream = _client.stream(WATCH, request, 0)
	_stream.message_received.connect(_on_event)
	_stream.finished.connect(_on_finished)


# Without a position nothing could be resumed if the connection were lost before the first event.
func _ask_head() -> void:
	_is_asking = true
	var request := Messages.GetTimelineRequest.new()
	request.timeline_id = _timeline_id
	_client.call_then(GET_TIMELINE, request, _on_head)


func _on_head(result: Result) -> void:
	_is_asking = false
	if is_stopped:
		return
	if result.is_ok():
		seq = result.value.timeline.head_seq
		_open()
	else:
		_lost(result.error)


func _on_event(response: Messages.WatchResponse) -> void:
	_heard_at = Time.get_ticks_msec()
	if _attempt > 0:
		_attempt = 0
		resumed.emit(seq)
	seq = maxi(seq, response.seq)
	event.emit(response)
	if response.has_left() and not is_stopped:
		left.emit(response.left.to_timeline_id)
		_end(Failure.new())


func _on_finished(error: Failure) -> void:
	var has_begun := _stream.count > 0
	_stream = null
	if is_stopped:
		return
	# The token of a stream that had begun has ended; the stream itself renews one before that.
	if has_begun and error.code == Failure.UNAUTHENTICATED and _client.endpoint.renew():
		_open()
	else:
		_lost(error)


func _lost(error: Failure) -> void:
	if error.code in FINAL:
		_end(error)
		return
	_attempt += 1
	var pause := mini(pause_ms << mini(_attempt - 1, 16), longest_pause_ms)
	_again_at = (
		Time.get_ticks_msec() + maxi(pause, error.retry_after_ms) + randi_range(0, pause / 2)
	)
	interrupted.emit(error)


func _end(error: Failure) -> void:
	if is_stopped:
		return
	is_stopped = true
	_hang_up()
	stopped.emit(error)


func _hang_up() -> void:
	if _stream != null:
		_stream.message_received.disconnect(_on_event)
		_stream.finished.disconnect(_on_finished)
		_stream.cancel()
		_stream = null
