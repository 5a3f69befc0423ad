extends Node
## Drives the editor's dock against a real server for tests/engines/test_godot_nodes.py, and prints
## what it shows: `--server=URL --key=KEY [--shots=FOLDER]`.

const Dock := preload("res://addons/npc_dialogue/dock/npc_dock.gd")

var _given := {}
var _dock := Dock.new()


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=", true, 1)
		_given[parts[0]] = parts[1]
	OS.low_processor_usage_mode = false

	add_child(_dock)
	_dock.set_anchors_preset(Control.PRESET_FULL_RECT)
	_dock._address.text = "http://127.0.0.1:1"
	await _dock.connect_to_server()
	print("NOBODY ", _line(_dock._status.text))
	await _shown("nobody")
	_dock._address.text = _given["server"]
	_dock._key.text = "wrong"
	await _dock.connect_to_server()
	print("WRONG ", _line(_dock._status.text))
	_dock._key.text = _given.get("key", "")
	await _dock.connect_to_server()
	print("STATUS ", _line(_dock._status.text))
	print("WORLD ", _dock._world.text)
	await _shown("connected")
	print("PEOPLE ", _dock._people.item_count)
	await _drag()
	if _dock._people.item_count > 0:
		await _talk()
	get_tree().quit()


# A person is dragged into a scene, and added by the button.
func _drag() -> void:
	_dock.current_tab = 1
	await _shown("people")
	if _dock._people.item_count == 0:
		return
	var data: Dictionary = _dock.drag_data("hester")
	var scene: PackedScene = load(data["files"][0])
	var person: NpcCharacter = scene.instantiate()
	print("DRAGGED %s %s %s" % [data["type"], person.name, person.character_id])
	person.free()
	_dock.add_requested.connect(
		func(id: String, of_name: String) -> void: print("ADD ", id, of_name)
	)
	_dock._people.select(0)
	_dock._on_add()


func _talk() -> void:
	_dock.current_tab = 2
	for index in _dock._whom.item_count:
		if _dock._whom.get_item_metadata(index) == "hester":
			_dock._whom.select(index)
	await _dock.say("Tell me the whole story.")
	print("TALK ", _line(_dock._talk.get_parsed_text()))
	print("RECEIPT ", _line(_dock._receipt.get_parsed_text()))
	await _shown("talk")
	_dock.client.observe("A gull lands on the sill.", "", ["hester"] as Array[String], 3)
	_dock.client.observations.send_now()
	var end := Time.get_ticks_msec() + 30000
	while "gull lands" not in _dock._log.get_parsed_text() and Time.get_ticks_msec() < end:
		await get_tree().process_frame
	_dock.current_tab = 3
	print("LOG ", _line(_dock._log.get_parsed_text()))
	await _shown("log")
	_dock.current_tab = 4
	_dock._save_name.text = "before the storm"
	await _dock.save(false)
	print("SAVED %d %s" % [_dock._saves.item_count, _line(_dock._save_status.text)])
	await _dock.save(true)
	print("OVERWRITTEN %d %s" % [_dock._saves.item_count, _line(_dock._save_status.text)])
	var before := _dock.client.timeline_id
	if _dock._saves.item_count > 0:
		_dock._saves.select(0)
	await _dock.load_chosen()
	var is_other: bool = _dock.client.timeline_id != before
	print("LOADED %s %s" % [is_other, _line(_dock._save_status.text)])
	await _shown("saves")


func _line(text: String) -> String:
	return text.replace("\n", " | ")


func _shown(what: String) -> void:
	if _given.has("shots"):
		await get_tree().create_timer(0.3).timeout
		await RenderingServer.frame_post_draw
		get_viewport().get_texture().get_image().save_png(_given["shots"].path_join(what + ".png"))
