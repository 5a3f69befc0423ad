@tool
## Game time and real time as the wire writes them: [code]1904-03-14T16:30:00Z[/code]; an empty text
## where there is none.
class_name NpcTime
extends RefCounted


## Returns seconds since 1970, negative before; 0 for what is no time.
static func to_unix(text: String) -> float:
	var found := _form().search(text.strip_edges())
	if found == null:
		return 0.0
	var seconds := float(Time.get_unix_time_from_datetime_string(found.get_string(1)))
	if found.get_string(2) != "":
		seconds += ("0" + found.get_string(2)).to_float()
	if found.get_string(3) != "":
		var offset := found.get_string(4).to_int() * 3600 + found.get_string(5).to_int() * 60
		seconds += -offset if found.get_string(3) == "+" else offset
	return seconds


## Writes seconds since 1970, to the millisecond.
static func from_unix(seconds: float) -> String:
	var millis := roundi(seconds * 1000.0)
	var whole := floori(millis / 1000.0)
	var text := Time.get_datetime_string_from_unix_time(whole)
	var rest := millis - whole * 1000
	return text + ("Z" if rest == 0 else ".%03dZ" % rest)


## Returns the time so many seconds after another, such as for moving the clock.
static func after(text: String, seconds: float) -> String:
	return from_unix(to_unix(text) + seconds)


static func _form() -> RegEx:
	return RegEx.create_from_string(
		"^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?(?:[Zz]|([+-])(\\d\\d):(\\d\\d))$"
	)
