@tool
## Reads single values of the wire's JSON, and writes them. Whatever comes, a value of the promised
## type is returned: what is missing, null or of another kind becomes the default.
extends RefCounted

# as floats that are exact: every float strictly between them fits into an int
const INT64_BOUND := 9223372036854775808.0


static func dictionary(value: Variant) -> Dictionary:
	return value if value is Dictionary else {}


static func list(value: Variant) -> Array:
	return value if value is Array else []


static func text(value: Variant) -> String:
	return value if value is String else ""


static func boolean(value: Variant) -> bool:
	return value if value is bool else false


## A number; the words that JSON has for what is no number are understood as well.
static func number(value: Variant) -> float:
	if value is float or value is int:
		return float(value)
	if value is String:
		match value:
			"NaN":
				return NAN
			"Infinity":
				return INF
			"-Infinity":
				return -INF
		return _float_of(value) if value.is_valid_float() else 0.0
	return 0.0


## JSON has no numbers without end, so those are written as words.
static func number_out(value: float) -> Variant:
	if is_nan(value):
		return "NaN"
	if is_inf(value):
		return "Infinity" if value > 0 else "-Infinity"
	return value


## A whole number. Those of 64 bits travel as text, because a JSON number would lose digits.
static func integer(value: Variant) -> int:
	if value is int:
		return value
	if value is String:
		if value.is_valid_int():
			return value.to_int()
		value = value.to_float() if value.is_valid_float() else 0.0
	if value is float and absf(value) < INT64_BOUND:
		return int(value) if floorf(value) == value else 0
	return 0


static func bytes(value: Variant) -> PackedByteArray:
	if not value is String or value == "":
		return PackedByteArray()
	var plain: String = value.replace("-", "+").replace("_", "/").rstrip("=")
	if plain.length() % 4 == 1 or not _is_base64(plain):
		return PackedByteArray()
	return Marshalls.base64_to_raw(plain + "=".repeat((4 - plain.length() % 4) % 4))


## An enum's number. A name that is not known becomes 0; a number that is not known is kept.
static func enumeration(value: Variant, names: Dictionary) -> int:
	return names.get(value, 0) if value is String else integer(value)


## The numbers of a list of enum values, without names that are not known.
static func enumerations(value: Variant, names: Dictionary) -> Array[int]:
	var found: Array[int] = []
	for entry: Variant in list(value):
		if not entry is String or names.has(entry):
			found.append(enumeration(entry, names))
	return found


## An enum's name on the wire; its number where it has no name.
static func enumeration_out(value: int, names: Dictionary) -> Variant:
	var name: Variant = names.find_key(value)
	return value if name == null else name


## Paths of a field mask, in snake_case.
static func mask(value: Variant) -> Array[String]:
	var paths: Array[String] = []
	for path in text(value).split(",", false):
		var parts := PackedStringArray()
		for part in path.split("."):
			parts.append(part.to_snake_case())
		paths.append(".".join(parts))
	return paths


static func mask_out(paths: Array[String]) -> String:
	var written := PackedStringArray()
	for path in paths:
		var parts := PackedStringArray()
		for part in path.split("."):
			parts.append(part.to_camel_case())
		written.append(".".join(parts))
	return ",".join(written)


# Godot's own reading ends at 1e-300.
static func _float_of(value: String) -> float:
	var exponent := value.to_lower().get_slice("e", 1).to_int() if "e" in value.to_lower() else 0
	if exponent > -300:
		return value.to_float()
	var head := value.to_lower().get_slice("e", 0).to_float()
	return head * 1e-300 * pow(10.0, exponent + 300)


static func _is_base64(plain: String) -> bool:
	for index in plain.length():
		var letter := plain.unicode_at(index)
		var is_letter := (letter | 32) >= 97 and (letter | 32) <= 122
		if not is_letter and not (letter >= 48 and letter <= 57) and letter != 43 and letter != 47:
			return false
	return true
