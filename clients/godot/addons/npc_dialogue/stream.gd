@tool
## Answers that come one after the other. Either connect [signal message_received] at once, or take
## them with [code]await stream.next()[/code]; messages wait until one of them is used.
class_name NpcStream
extends RefCounted

## A message came.
signal message_received(message: RefCounted)
## It is over. The error's [code]code[/code] is empty when it ended well.
signal finished(error: Failure)

## Something came, or nothing more will; for [method next].
signal moved

const Call = preload("call.gd")
const Caller = preload("caller.gd")
const Failure = preload("error.gd")
const Lifetime = preload("lifetime.gd")
const Result = preload("result.gd")

## Whether nothing more comes.
var is_over := false
## Why it ended; none while it runs, and when it ended well.
var error: Failure = Failure.new()
## How many messages came.
var count := 0

var _caller: Caller
var _call: Call
var _path := ""
var _message := {}
var _answer_type: Variant
# in milliseconds of Time.get_ticks_msec(); 0 for none
var _deadline := 0
var _attempt := 1
var _queue: Array[RefCounted] = []
var _owners: Array[Lifetime] = []
var _is_canceled := false


func _init(caller: Caller, path: String, message: Dictionary, answer_type: Variant) -> void:
	_caller = caller
	_path = path
	_message = message
	_answer_type = answer_type


## Begins; 0 milliseconds wait for ever.
func begin(timeout_ms: int) -> void:
	_deadline = Time.get_ticks_msec() + timeout_ms if timeout_ms > 0 else 0
	_begin()


## Ends before it began, with an error of the client's own.
func fail(with: Failure) -> void:
	_finish.call_deferred(with)


## Waits for the next message. At the end the result's [code]is_end[/code] is true; it is also not
## ok when the stream failed.
func next() -> Result:
	while _queue.is_empty() and not is_over:
		await moved
	if not _queue.is_empty():
		return Result.new(_queue.pop_front())
	var result := Result.new(_answer_type.from_dict({}), error)
	result.is_end = true
	return result


## Hangs up. The server notices, also from a web export.
func cancel() -> void:
	_is_canceled = true
	if is_over:
		return
	if _call != null and not _call.is_over:
		_call.cancel()
	else:
		_finish(Failure.make(Failure.CANCELED, "the call was canceled"))


## Hangs up when a node leaves the tree for good, and returns the stream.
func owned_by(node: Node) -> RefCounted:
	_owners.append(Lifetime.new(node, cancel))
	return self


func _begin() -> void:
	await _caller.endpoint.be_ready()
	if is_over or _caller.is_closed:
		_finish_unless_over()
		return
	_call = Call.new(_caller.endpoint, _path, _message, _answer_type, true, _deadline)
	_call.received.connect(_on_received)
	_call.finished.connect(_on_finished)
	_call.keeps = self
	_caller.begin(_call)


func _on_received(message: RefCounted) -> void:
	count += 1
	if message_received.get_connections().is_empty():
		_queue.append(message)
		moved.emit()
	else:
		message_received.emit(message)


func _on_finished() -> void:
	var failed := _call.error
	var pause := -1
	if count == 0 and not _is_canceled:
		pause = _caller.pause_before_retry(failed, _attempt, _deadline)
	if pause < 0:
		_finish(failed)
		return
	_attempt += 1
	_caller.log.info("%s: %s; trying again in %d ms" % [_path, failed, pause])
	var wait := _caller.wait(pause)
	wait.keeps = self
	wait.finished.connect(_on_waited)


func _on_waited() -> void:
	_begin()


func _finish_unless_over() -> void:
	if not is_over:
		_finish(Failure.make(Failure.CANCELED, "the client is closed"))


func _finish(with: Failure) -> void:
	is_over = true
	error = with
	if not error.is_none() and error.code != Failure.CANCELED:
		_caller.log.warning("%s failed: %s" % [_path, error])
	moved.emit()
	finished.emit(error)
