extends "suite.gd"
## Values and messages: what is missing, null or of another kind becomes the default.

const Json := preload("res://addons/npc_dialogue/json.gd")
const AdminMessages := preload("res://addons/npc_dialogue/admin/messages.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const Wire := preload("res://addons/npc_dialogue/wire.gd")

const ODD: Array = [null, true, 7, 7.5, "text", [], {}, [null], {"a": 1}, NAN, INF]


func test_whole_numbers() -> void:
	same(Wire.integer(7.0), 7)
	same(Wire.integer("7"), 7)
	same(Wire.integer("-9007199254740993"), -9007199254740993)
	same(Wire.integer(1e3), 1000)
	same(Wire.integer(7.5), 0, "a fraction is no whole number")
	same(Wire.integer(NAN), 0)
	same(Wire.integer(-INF), 0)
	same(Wire.integer(1e300), 0)
	same(Wire.integer("seven"), 0)
	same(Wire.integer(true), 0)


func test_numbers() -> void:
	same(Wire.number(5), 5.0)
	same(Wire.number("0.5"), 0.5)
	same(Wire.number("-Infinity"), -INF)
	yes(is_nan(Wire.number("NaN")), "NaN")
	same(Wire.number_out(INF), "Infinity")
	same(Wire.number_out(NAN), "NaN")
	same(Wire.number([]), 0.0)
	same(Wire.number("5e-324"), 5e-300 * 1e-24)


func test_bytes() -> void:
	same(Wire.bytes("AAECAw=="), PackedByteArray([0, 1, 2, 3]))
	same(Wire.bytes("-_8"), PackedByteArray([251, 255]), "without padding, safe for addresses")
	same(Wire.bytes("no base64!"), PackedByteArray())
	same(Wire.bytes(3), PackedByteArray())


func test_enums() -> void:
	var names := {"A_UNSPECIFIED": 0, "A_ONE": 1}
	same(Wire.enumeration("A_ONE", names), 1)
	same(Wire.enumeration("A_FROM_TOMORROW", names), 0)
	same(Wire.enumeration(99.0, names), 99)
	same(Wire.enumeration_out(1, names), "A_ONE")
	same(Wire.enumeration_out(99, names), 99)
	same(Wire.enumerations(["A_ONE", "A_FROM_TOMORROW", 5.0], names), [1, 5] as Array[int])


func test_field_masks() -> void:
	var paths: Array[String] = ["persona.fallback_lines", "place_id"]
	same(Wire.mask_out(paths), "persona.fallbackLines,placeId")
	same(Wire.mask("persona.fallbackLines,placeId"), paths)
	same(Wire.mask(null), [] as Array[String])


func test_no_message_fails_on_odd_values() -> void:
	var constants: Dictionary = (Messages as GDScript).get_script_constant_map()
	constants = constants.merged((AdminMessages as GDScript).get_script_constant_map())
	var count := 0
	for name: String in constants:
		if not constants[name] is GDScript or name.begins_with("_"):
			continue
		var type: Variant = constants[name]
		for odd: Variant in ODD:
			yes(type.from_dict(odd) != null, "%s of %s" % [name, odd])
			var of_fields := {}
			for property in type.new().get_property_list():
				if property["usage"] & PROPERTY_USAGE_SCRIPT_VARIABLE:
					of_fields[property["name"]] = odd
			var message: RefCounted = type.from_dict(of_fields)
			yes(message.to_dict() is Dictionary, "%s of fields that are %s" % [name, odd])
		count += 1
	yes(count > 250, "all messages were tried, not %d" % count)


func test_absent_messages_are_there_to_read() -> void:
	var taken := Messages.TurnFinished.from_dict({})
	same(taken.outcome, Messages.TurnOutcome.UNSPECIFIED)
	var request := Messages.SayRequest.from_dict(null)
	same(request.speaker.name, "")
	same(request.has_speaker(), false, "reading sets nothing")
	same(request.to_dict(), {})
	request.speaker.name = "Ann"
	same(request.has_speaker(), true, "writing does")
	same(request.to_dict(), {"speaker": {"name": "Ann"}})


func test_one_of_several() -> void:
	var event := Messages.TurnEvent.new()
	same(event.which_event(), "")
	same(event.line.text, "")
	event.delta = Messages.LineDelta.from_dict({"text": "a"})
	event.line = Messages.Line.from_dict({"text": "b"})
	same(event.which_event(), "line", "the last one counts")
	same(event.has_delta(), false)
	same(event.to_dict(), {"line": {"text": "b"}})
	event.line = null
	same(event.which_event(), "")


func test_presence() -> void:
	var request := Messages.WatchRequest.new()
	same(request.has_after_seq(), false)
	request.after_seq = 0
	same(request.to_dict(), {"afterSeq": 0})
	request.clear_after_seq()
	same(request.to_dict(), {})


func test_both_names_of_a_field() -> void:
	same(Messages.SayRequest.from_dict({"characterId": "a"}).character_id, "a")
	same(Messages.SayRequest.from_dict({"character_id": "b"}).character_id, "b")


func test_json_is_strict() -> void:
	same(
		Json.encode_text({"a": "\u000b \u0001 \\v \u001f"}), '{"a":"\\u000b \\u0001 \\\\v \\u001f"}'
	)
	same(Json.encode_text({"a": 0.1, "b": 2147483647}), '{"a":0.1,"b":2147483647}')
	same(Json.decode_text('{"a":"\\ud83d\\ude00"}'), {"a": "😀"})
	same(Json.decode_text("<html>"), null)
	same(Json.decode_text(""), null)
	same(
		Json.decode_text('{"a":"1e-310, \\"2e-310","b":5e-324}'),
		{"a": '1e-310, "2e-310', "b": "5e-324"}
	)
