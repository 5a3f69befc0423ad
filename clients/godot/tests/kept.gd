extends RefCounted
## Values that one step of a conformance case keeps for those after it.

var _values := {}


## Keeps what a message has under the paths that are asked for.
func keep(asked: Dictionary, message: Dictionary) -> void:
	for name: String in asked:
		var found: Variant = message
		for part in asked[name].split("."):
			if found is Dictionary and found.has(part):
				found = found[part]
			elif found is Array and part.is_valid_int() and part.to_int() < found.size():
				found = found[part.to_int()]
			else:
				found = null
				break
		if found != null:
			_values[name] = found


## Returns a request with `${name}` replaced in every text; a text that is nothing else becomes the
## value itself.
func filled(request: Variant) -> Variant:
	if request is Dictionary:
		var whole := {}
		for key: String in request:
			whole[key] = filled(request[key])
		return whole
	if request is Array:
		return request.map(filled)
	return _filled_text(request) if request is String else request


func _filled_text(text: String) -> Variant:
	for name: String in _values:
		var hole := "${%s}" % name
		if text == hole:
			return _values[name]
		text = text.replace(hole, str(_values[name]))
	return text
