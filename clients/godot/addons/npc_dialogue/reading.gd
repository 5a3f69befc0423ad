@tool
## Reads one large message away from the frame: on another thread where the engine has threads, or
## else in two steps, one in each frame. Small messages are read at once, with [method read].
extends RefCounted

const Json = preload("json.gd")

## Messages of so many bytes are large; reading one takes more of a frame than handing it on later.
const LARGE := 8192

## Whether large messages are read on another thread; a web export may have none.
static var has_threads := OS.has_feature("threads")
# what threads work on must not be freed before they are done
static var _running: Array[RefCounted] = []

## The message; null before it is read, and where the bytes are none.
var message: RefCounted = null
var is_done := false

var _bytes: PackedByteArray
var _answer_type: Variant
# what was parsed, where it is read in steps
var _json: Variant = null
var _has_parsed := false
var _task := -1


## Begins to read.
func _init(bytes: PackedByteArray, answer_type: Variant) -> void:
	_bytes = bytes
	_answer_type = answer_type
	if has_threads:
		_running.append(self)
		# goes before what a game lets the pool do in the background
		_task = WorkerThreadPool.add_task(_read_whole, true, "npcserver message")


static func is_large(bytes: PackedByteArray) -> bool:
	return bytes.size() >= LARGE


## Reads a message at once, with a parser of [method Json.decode]; null where the bytes are none.
static func read(bytes: PackedByteArray, answer_type: Variant, parser: JSON) -> RefCounted:
	var json: Variant = Json.decode(bytes, parser)
	return answer_type.from_dict(json) if json is Dictionary else null


## Frees what is no longer needed, as when its call was canceled.
static func tidy() -> void:
	for one in _running.duplicate():
		one.go_on()


## Waits until no thread reads any more, as before the engine ends.
static func wait_for_all() -> void:
	for one in _running.duplicate():
		one._end_task()


## Goes on, without waiting for a thread. Returns whether it is done.
func go_on() -> bool:
	if is_done:
		pass
	elif _task >= 0:
		if WorkerThreadPool.is_task_completed(_task):
			_end_task()
	elif not _has_parsed:
		_has_parsed = true
		_json = Json.decode(_bytes)
	else:
		message = _answer_type.from_dict(_json) if _json is Dictionary else null
		is_done = true
	return is_done


func _end_task() -> void:
	# tasks must be waited for, even those that are completed
	WorkerThreadPool.wait_for_task_completion(_task)
	_running.erase(self)
	is_done = true


# On another thread; what is left behind is freed there too.
func _read_whole() -> void:
	message = read(_bytes, _answer_type, JSON.new())
