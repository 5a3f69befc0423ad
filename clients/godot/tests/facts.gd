extends RefCounted
## What a game reads of a message by its members, and of enums by their constants, for the facts of
## tests/conformance/vectors.json.

const Messages := preload("res://addons/npc_dialogue/messages.gd")


## Returns what lies at a path such as [code]lines.0.text[/code]; a oneof is the name of its arm.
static func read(message: RefCounted, path: String) -> Variant:
	var value: Variant = message
	for part in path.split("."):
		if value is Array:
			value = value[part.to_int()]
		elif value is Dictionary:
			value = value[part]
		elif value.has_method("which_" + part):
			value = value.call("which_" + part)
		else:
			value = value.get(part)
	return value


## Returns the number of a constant such as [code]RUNG_PRIMARY[/code], as a game writes it:
## [code]Rung.PRIMARY[/code].
static func constant(of_enum: String, wire_name: String) -> Variant:
	var constants: Dictionary = (Messages as Variant).get(of_enum)
	return constants.get(wire_name.trim_prefix(of_enum.to_snake_case().to_upper() + "_"), null)
