extends "suite.gd"
## Times as the wire writes them.

const NpcTimes := preload("res://addons/npc_dialogue/time.gd")


func test_there_and_back() -> void:
	for text: String in [
		"1904-03-14T16:30:00Z",
		"1970-01-01T00:00:00Z",
		"2026-11-22T12:13:16.919Z",
		"1969-12-31T23:59:59.250Z",
		"0001-01-01T00:00:00Z",
		"9999-12-31T23:59:59Z",
	]:
		same(NpcTimes.from_unix(NpcTimes.to_unix(text)), text, text)


func test_forms() -> void:
	same(NpcTimes.to_unix("1970-01-01T01:00:00+01:00"), 0.0)
	same(NpcTimes.to_unix("1970-01-01T00:00:00-00:30"), 1800.0)
	same(NpcTimes.to_unix("1970-01-01T00:00:01.500000000Z"), 1.5)
	for odd: String in ["", "now", "1970-01-01", "1970-01-01T00:00:00"]:
		same(NpcTimes.to_unix(odd), 0.0, odd)


func test_moving_on() -> void:
	same(NpcTimes.after("1904-02-29T23:00:00Z", 7200.0), "1904-03-01T01:00:00Z")
