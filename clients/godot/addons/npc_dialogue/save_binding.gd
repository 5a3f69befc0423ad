@tool
## Stores npcserver saves within the game's own: put what [method to_save] returns into the save
## file, and give it to [method from_save] when the file is loaded.
class_name NpcSaveBinding
extends RefCounted

const Failure = preload("error.gd")
const Messages = preload("messages.gd")
const Result = preload("result.gd")

const VERSION := 1

## Why the server made no save at the last [method to_save]; none when it did.
var last_error := Failure.new()

var _client: Node


func _init(client: Node) -> void:
	_client = client


## Saves the timeline, and returns a small dictionary of plain values, good for JSON, for
## [code]ConfigFile[/code] and for [code]store_var[/code]. Where the server is away it still names
## the timeline, so that the game can be saved; [member last_error] says why.
## With [param overwrite] the save takes the place of those of that name in this playthrough.
func to_save(save_name := "", overwrite := false) -> Dictionary:
	var result: Result = await _client.save_game(save_name, overwrite)
	last_error = result.error
	return {
		"version": VERSION,
		"world_id": _client.world_id,
		"timeline_id": _client.timeline_id,
		"save_id": result.value.save_id,
	}


## Goes back to where a dictionary of [method to_save] was made. Where the server could make no save
## then, goes on in its timeline as that is now. [param label] names the new timeline, for people.
## The value is a [code]Timeline[/code].
func from_save(saved: Variant, label := "") -> Result:
	var from: Dictionary = saved if saved is Dictionary else {}
	var save_id := _text(from, "save_id")
	var timeline_id := _text(from, "timeline_id")
	if save_id != "":
		return await _client.load_game(save_id, label)
	if timeline_id != "":
		return await _client.continue_timeline(timeline_id)
	var words := "the save holds nothing of to_save(); start a timeline instead"
	return Result.new(Messages.Timeline.new(), Failure.make(Failure.INVALID_ARGUMENT, words))


func _text(from: Dictionary, of_name: String) -> String:
	var value: Variant = from.get(of_name)
	return value if value is String else ""
