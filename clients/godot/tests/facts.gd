extends RefCounted
## What a game reads of a message by its members, and of enums by their constants, for the facts of
## tests/conformance/vectors.json.

const AdminMessages := preload("res://addons/npc_dialogue/admin/messages.gd")
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


## Returns the message or enum of a name on the wire, such as [code]npcserver.v1.SayRequest[/code].
static func named(full: String) -> Variant:
	var index: Variant = AdminMessages if full.contains(".admin.") else Messages
	return index.get(_last(full))


## Returns the number of a constant such as [code]RUNG_PRIMARY[/code], as a game writes it:
## [code]Rung.PRIMARY[/code].
static func constant(of_enum: String, wire_name: String) -> Variant:
	var constants: Dictionary = named(of_enum)
	return constants.get(
		wire_name.trim_prefix(_last(of_enum).to_snake_case().to_upper() + "_"), null
	)


static func _last(full: String) -> String:
	return full.get_slice(".", full.get_slice_count(".") - 1)
