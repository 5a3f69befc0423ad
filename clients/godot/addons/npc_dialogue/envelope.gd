@tool
## Cuts a stream of bytes into the protocol's envelopes: one byte of flags, four of length (highest
## first), then so many bytes. Bytes may come in pieces of any size.
extends RefCounted

const HEAD := 5
const FLAG_COMPRESSED := 1
const FLAG_END := 2
## No message of npcserver comes near; a length beyond it means that this is another protocol.
const MOST_BYTES := 64 * 1024 * 1024
# below it the buffer is left as it is, for moving bytes costs more than it frees
const _COMPACT_FROM := 65536

## Flags of the envelope that was taken last.
var flags := 0
## Content of the envelope that was taken last.
var content := PackedByteArray()
## Whether the bytes cannot be an envelope; nothing more is taken.
var is_broken := false

var _buffer := PackedByteArray()
var _at := 0


## Whether the answer that a connection has got announces envelopes.
static func are_announced_by(client: HTTPClient) -> bool:
	for header in client.get_response_headers():
		if header.to_lower().begins_with("content-type:") and "connect+json" in header.to_lower():
			return true
	return false


## Adds bytes as they came.
func feed(bytes: PackedByteArray) -> void:
	_buffer.append_array(bytes)


## Takes the next whole envelope into [member flags] and [member content]; false when there is none
## yet.
func take() -> bool:
	if is_broken or pending() < HEAD:
		return false
	var size := _size()
	if size > MOST_BYTES:
		is_broken = true
		return false
	if pending() < HEAD + size:
		return false
	flags = _buffer[_at]
	content = _buffer.slice(_at + HEAD, _at + HEAD + size)
	_at += HEAD + size
	if _at == _buffer.size():
		_buffer.clear()
		_at = 0
	elif _at >= _COMPACT_FROM:
		_buffer = _buffer.slice(_at)
		_at = 0
	return true


## Whether there is a whole envelope to take.
func is_ready() -> bool:
	var there := _buffer.size() - _at
	return not is_broken and there >= HEAD and there >= HEAD + _size()


## How many bytes wait to be taken.
func pending() -> int:
	return _buffer.size() - _at


## Returns a message in an envelope.
static func wrap(message: PackedByteArray) -> PackedByteArray:
	var size := message.size()
	var wrapped := PackedByteArray(
		[0, (size >> 24) & 0xff, (size >> 16) & 0xff, (size >> 8) & 0xff, size & 0xff]
	)
	wrapped.append_array(message)
	return wrapped


func _size() -> int:
	return (
		(_buffer[_at + 1] << 24)
		| (_buffer[_at + 2] << 16)
		| (_buffer[_at + 3] << 8)
		| _buffer[_at + 4]
	)
