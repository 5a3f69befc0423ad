extends Node
## Opens each example and does what its player would, for tests/engines/test_godot_nodes.py:
## `--server=URL [--shots=FOLDER]`.

const SAVES := preload("res://examples/save_game/save_game.tscn")
const TALK_2D := preload("res://examples/talk_2d/talk_2d.tscn")
const TALK_3D := preload("res://examples/talk_3d/talk_3d.tscn")

var _given := {}


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=", true, 1)
		_given[parts[0]] = parts[1]
	OS.low_processor_usage_mode = false
	NpcDialogue.configure(_given["server"])
	await _walk()
	await _talk()
	await _save()
	get_tree().quit()


func _walk() -> void:
	var example: Node = await _open(TALK_2D)
	Input.action_press("ui_right")
	await _until(func() -> bool: return example.get_node("NpcBalloon").visible)
	Input.action_release("ui_right")
	var balloon: NpcBalloon = example.get_node("NpcBalloon")
	balloon.say("Tell me the whole story.")
	await _until(func() -> bool: return not balloon.is_busy)
	print("WALKED ", (balloon.get_node("%Words") as RichTextLabel).get_parsed_text().length() > 20)
	await _shown(example, "talk_2d")


func _talk() -> void:
	var example: Node = await _open(TALK_3D)
	(example.get_node("Input") as LineEdit).text_submitted.emit("What happened to the light?")
	var orrel: NpcCharacter = example.get_node("Orrel/NpcCharacter")
	await orrel.turn_finished
	print("TALKED ", (example.get_node("Orrel/Words") as Label3D).text.length() > 20)
	await _shown(example, "talk_3d")


func _save() -> void:
	DirAccess.remove_absolute("user://save_game.json")
	var example: Node = await _open(SAVES)
	await example.load_game()
	print("NONE ", (example.get_node("%Told") as Label).text)
	example.spend()
	await example.save_game()
	example.spend()
	var before: String = NpcDialogue.timeline_id
	await example.load_game()
	print("LOADED %d %s" % [example.coins, NpcDialogue.timeline_id != before])
	await _shown(example, "save_game")


func _open(scene: PackedScene) -> Node:
	NpcDialogue.timeline_id = ""
	var example := scene.instantiate()
	add_child(example)
	await _until(func() -> bool: return NpcDialogue.timeline_id != "")
	return example


func _shown(example: Node, what: String) -> void:
	if _given.has("shots"):
		await get_tree().create_timer(0.3).timeout
		await RenderingServer.frame_post_draw
		get_viewport().get_texture().get_image().save_png(_given["shots"].path_join(what + ".png"))
	example.queue_free()
	await get_tree().process_frame


func _until(is_so: Callable) -> void:
	var end := Time.get_ticks_msec() + 60000
	while not is_so.call():
		if Time.get_ticks_msec() > end:
			print("TOO LATE")
			get_tree().quit(1)
			await tree_exited
		await get_tree().process_frame
