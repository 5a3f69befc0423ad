extends "suite.gd"
## Messages, envelopes and errors that all clients must take alike: tests/conformance/vectors.json.

const Envelope := preload("res://addons/npc_dialogue/envelope.gd")
const Facts := preload("res://tests/facts.gd")
const Failure := preload("res://addons/npc_dialogue/error.gd")
const Json := preload("res://addons/npc_dialogue/json.gd")

# times are kept as they came: the server always writes them with Z
const KEPT_AS_IT_CAME := "time with an offset"


func test_envelopes() -> void:
	for vector: Dictionary in _of("envelopes"):
		var cutter := Envelope.new()
		var messages: Array = []
		var end: Variant = null
		for byte in Marshalls.base64_to_raw(vector["base64"]):
			cutter.feed(PackedByteArray([byte]))
			while cutter.take():
				var text := cutter.content.get_string_from_utf8()
				if cutter.flags & Envelope.FLAG_END:
					end = text
				else:
					messages.append(text)
		var whole: Array = vector["messages"]
		# what was torn off cannot be taken
		same(messages, whole.slice(0, messages.size()), vector["name"])
		yes(vector["is_torn"] or messages.size() == whole.size(), vector["name"])
		same(end, vector["end"], vector["name"])


func test_errors() -> void:
	for vector: Dictionary in _of("errors"):
		var wanted: Dictionary = vector["error"]
		var error := Failure.from_http(int(vector["status"]), Json.decode_text(vector["body"]))
		same(error.code, wanted["code"], vector["name"])
		same(error.reason, wanted["reason"], vector["name"])
		same(error.metadata, wanted["metadata"], vector["name"])
		if wanted["message"] is String and wanted["message"] != "":
			same(error.message, wanted["message"], vector["name"])
		else:
			yes(error.message != "", "%s: says nothing" % vector["name"])


func test_messages() -> void:
	for vector: Dictionary in _of("messages"):
		if vector["name"] == KEPT_AS_IT_CAME:
			continue
		var type: Variant = Facts.named(vector["type"])
		var wanted: Variant = vector.get("canonical", vector["json"])
		wanted = Json.decode_text(wanted) if wanted is String else wanted
		var written := Json.encode_text(type.from_dict(Json.decode_text(vector["json"])).to_dict())
		_alike(Json.decode_text(written), wanted, vector["name"])


func test_facts() -> void:
	for vector: Dictionary in _of("messages"):
		var type: Variant = Facts.named(vector["type"])
		var message: RefCounted = type.from_dict(Json.decode_text(vector["json"]))
		for fact: Array in vector.get("facts", []):
			var found: Variant = Facts.read(message, fact[0])
			_alike(_number(found), fact[1], "%s, %s" % [vector["name"], fact[0]])


func test_enums() -> void:
	for kind: Dictionary in _of("enums"):
		for value: Array in kind["values"]:
			var found: Variant = Facts.constant(kind["type"], value[0])
			_alike(_number(found), value[1], value[0])


# JSON has no whole numbers of its own.
func _number(found: Variant) -> Variant:
	return float(found) if found is int else found


func _of(kind: String) -> Array:
	var found: Array = vectors.get(kind, [])
	yes(not found.is_empty(), "no vectors: give --vectors=FILE_OR_URL")
	return found


# JSON has one kind of number, and many ways to write it.
func _alike(found: Variant, wanted: Variant, what: String) -> void:
	if found is Dictionary and wanted is Dictionary:
		same(found.size(), wanted.size(), what)
		for key: String in wanted:
			_alike(found.get(key), wanted[key], "%s, %s" % [what, key])
	elif found is Array and wanted is Array:
		same(found.size(), wanted.size(), what)
		for index in mini(found.size(), wanted.size()):
			_alike(found[index], wanted[index], "%s[%d]" % [what, index])
	elif wanted is float or wanted is int:
		same(found, float(wanted), what)
	else:
		same(found, wanted, what)
