@tool
## What comes back from the server: takes bytes as they come, in pieces of any size, and gives the
## messages in them, in order. A large message is read aside, and what follows waits for it.
extends RefCounted

## What [method take] found.
enum Found { NOTHING, MESSAGE, END, FAULT }

const Envelope = preload("envelope.gd")
const Json = preload("json.gd")
const Reading = preload("reading.gd")

## The message that was found last.
var message: RefCounted = null
## What the server said at the end of a stream.
var last_words := {}
## Why the bytes are no answer.
var fault := ""
## Whether nothing came since all was taken, as it is for most calls in most frames.
var is_idle := true

var _answer_type: Variant
var _envelope := Envelope.new()
var _parser := JSON.new()
# a large message that is being read
var _reading: Reading = null


func _init(answer_type: Variant) -> void:
	_answer_type = answer_type


## Adds bytes of a stream.
func feed(bytes: PackedByteArray) -> void:
	is_idle = false
	_envelope.feed(bytes)


## Whether something whole is there that was not taken yet.
func is_waiting() -> bool:
	return not is_idle and (_reading != null or _envelope.is_ready())


## Takes what comes next.
func take() -> Found:
	if _reading != null:
		return _take_reading()
	if _envelope.take():
		return _take_envelope()
	if _envelope.is_broken:
		return _failed("what answers is no npcserver")
	is_idle = true
	return Found.NOTHING


## Takes bytes that are one message; where these are many, it is given by [method take] later on.
func take_whole(bytes: PackedByteArray) -> Found:
	if Reading.is_large(bytes):
		is_idle = false
		_reading = Reading.new(bytes, _answer_type)
		return Found.NOTHING
	return _found(Reading.read(bytes, _answer_type, _parser))


func _take_reading() -> Found:
	if not _reading.go_on():
		return Found.NOTHING
	var read := _reading.message
	_reading = null
	return _found(read)


func _take_envelope() -> Found:
	var content := _envelope.content
	if _envelope.flags & Envelope.FLAG_COMPRESSED:
		return _failed("the server sent compressed messages unasked")
	if not _envelope.flags & Envelope.FLAG_END:
		if not content.is_empty():
			return take_whole(content)
		return _found(_answer_type.from_dict({}))
	var json: Variant = {} if content.is_empty() else Json.decode(content)
	if not json is Dictionary:
		return _failed("the server sent what is not JSON")
	last_words = json
	return Found.END


func _found(read: RefCounted) -> Found:
	message = read
	return Found.MESSAGE if read != null else _failed("the server sent what is not JSON")


func _failed(why: String) -> Found:
	fault = why
	return Found.FAULT
