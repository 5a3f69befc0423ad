@tool
## The details that a server sends with an error: as JSON where it sends that, or else from the
## binary form that it always sends.
extends RefCounted

const Wire = preload("wire.gd")

const ERROR_INFO := "google.rpc.ErrorInfo"
const RETRY_INFO := "google.rpc.RetryInfo"
const VARINT := 0
const BYTES := 2
const FIXED_SIZES := {1: 8, 5: 4}

var reason := ""
var metadata := {}
var retry_after_ms := 0


## Reads the list called [code]details[/code] of an error.
func read(details: Variant) -> void:
	for entry: Variant in Wire.list(details):
		var detail := Wire.dictionary(entry)
		var debug: Variant = detail.get("debug")
		var value := Wire.bytes(detail.get("value"))
		match Wire.text(detail.get("type")).get_slice(
			"/", 1 if "/" in str(detail.get("type")) else 0
		):
			ERROR_INFO:
				_read_info(debug, value)
			RETRY_INFO:
				_read_retry(debug, value)


func _read_info(debug: Variant, value: PackedByteArray) -> void:
	if debug is Dictionary and debug.has("reason"):
		reason = Wire.text(debug["reason"])
		var named := Wire.dictionary(debug.get("metadata"))
		for key: Variant in named:
			metadata[str(key)] = Wire.text(named[key])
		return
	for field in fields(value):
		if field[0] == 1 and field[1] is PackedByteArray:
			reason = field[1].get_string_from_utf8()
		elif field[0] == 3 and field[1] is PackedByteArray:
			var pair := {1: "", 2: ""}
			for part in fields(field[1]):
				if part[1] is PackedByteArray:
					pair[part[0]] = part[1].get_string_from_utf8()
			metadata[pair[1]] = pair[2]


func _read_retry(debug: Variant, value: PackedByteArray) -> void:
	if debug is Dictionary and debug.has("retryDelay"):
		retry_after_ms = int(Wire.text(debug["retryDelay"]).trim_suffix("s").to_float() * 1000.0)
		return
	for field in fields(value):
		if field[0] == 1 and field[1] is PackedByteArray:
			for part in fields(field[1]):
				if part[1] is int:
					retry_after_ms += part[1] * 1000 if part[0] == 1 else part[1] / 1000000


## Cuts a binary message into [code][number, value][/code] pairs; stops where it is broken.
static func fields(value: PackedByteArray) -> Array[Array]:
	var found: Array[Array] = []
	var at := 0
	while at < value.size():
		var tag := _varint(value, at)
		at = tag[1]
		var kind := tag[0] & 7
		var content := PackedInt64Array([0, at])
		if kind == VARINT or kind == BYTES:
			content = _varint(value, at)
			at = content[1]
		var size: int = content[0] if kind == BYTES else FIXED_SIZES.get(kind, 0)
		var is_broken := not kind in [VARINT, BYTES] and not FIXED_SIZES.has(kind)
		if at < 0 or is_broken or size < 0 or at + size > value.size():
			break
		var bytes: Variant = value.slice(at, at + size)
		found.append([tag[0] >> 3, content[0] if kind == VARINT else bytes])
		at += size
	return found


## Returns the number at a position and the position after it, or -1 where it does not end.
static func _varint(value: PackedByteArray, start: int) -> PackedInt64Array:
	var number := 0
	if start < 0:
		return [0, -1]
	for index in range(start, mini(start + 10, value.size())):
		number |= (value[index] & 0x7f) << (7 * (index - start))
		if value[index] < 0x80:
			return [number, index + 1]
	return [0, -1]
