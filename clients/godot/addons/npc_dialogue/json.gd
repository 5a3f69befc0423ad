@tool
## JSON in UTF-8, as strict as the protocol wants it.
extends RefCounted

static var _raw_controls := RegEx.create_from_string("[\\x01-\\x1f]")
# Godot writes a vertical tab as \v, which JSON does not know.
static var _vertical_tab := RegEx.create_from_string("(?<!\\\\)((?:\\\\\\\\)*)\\\\v")
# Godot reads numbers as small as these as 0. Texts are matched too, so as to pass over them.
static var _tiny := RegEx.create_from_string('"(?:[^"\\\\]++|\\\\.)*+"|-?[0-9.]+[eE]-3[0-9]{2}')


static func encode(value: Dictionary) -> PackedByteArray:
	return encode_text(value).to_utf8_buffer()


static func encode_text(value: Variant) -> String:
	var text := JSON.stringify(value, "", false, true)
	if text.contains("\\v"):
		text = _vertical_tab.sub(text, "$1\\u000b", true)
	if _raw_controls.search(text) != null:
		for code in range(1, 32):
			text = text.replace(char(code), "\\u%04x" % code)
	return text


## Returns the value, or null when the bytes are no JSON. A caller that reads many gives a parser,
## which spares an object each time; only one thread may use it.
static func decode(bytes: PackedByteArray, parser := JSON.new()) -> Variant:
	return decode_text(bytes.get_string_from_utf8(), parser)


static func decode_text(text: String, parser := JSON.new()) -> Variant:
	if text.containsn("e-3"):
		text = _quote_tiny(text)
	return parser.data if text != "" and parser.parse(text) == OK else null


# Writes tiny numbers as texts, which is allowed for every number; see Wire.number.
static func _quote_tiny(text: String) -> String:
	var quoted := ""
	var at := 0
	for found in _tiny.search_all(text):
		if not found.get_string().begins_with('"'):
			quoted += text.substr(at, found.get_start() - at) + '"%s"' % found.get_string()
			at = found.get_end()
	return quoted + text.substr(at)
