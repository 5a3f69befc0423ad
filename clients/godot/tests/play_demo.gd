extends Node
## Plays the demo, or the example `--scene=PATH --server=URL`, for tests/engines/test_godot_web.py,
## and prints what its words are whenever they change.

const DEMO := "res://demo/tavern.tscn"

var _words: RichTextLabel
var _printed := ""


func _ready() -> void:
	# a browser that draws without a graphics card, on a busy machine, shows a frame now and then
	NpcDialogue.endpoint.call_timeout_ms = 60000
	var given := {}
	for argument in OS.get_cmdline_user_args():
		given[argument.get_slice("=", 0)] = argument.get_slice("=", 1)
	if given.has("--scene"):
		NpcDialogue.configure(given["--server"])
	var scene: Node = (load(given.get("--scene", DEMO)) as PackedScene).instantiate()
	add_child(scene)
	_words = scene.find_child("Words")
	var balloon: NpcBalloon = scene.get_node_or_null("NpcBalloon")
	if balloon != null:
		balloon.visibility_changed.connect(func() -> void: print("OPEN ", balloon.visible))
		print("CLOSED")


func _process(_delta: float) -> void:
	var shown := _words.get_parsed_text()
	if _words.visible_characters >= 0:
		shown = shown.left(_words.visible_characters)
	if shown != _printed:
		_printed = shown
		print("WORDS ", JSON.stringify(shown))
