extends Node
## Plays the demo for tests/engines/test_godot_web.py, and prints what its words are whenever they
## change.

const Tavern := preload("res://demo/tavern.tscn")

var _words: RichTextLabel
var _printed := ""


func _ready() -> void:
	# a browser that draws without a graphics card, on a busy machine, shows a frame now and then
	NpcDialogue.endpoint.call_timeout_ms = 60000
	var tavern := Tavern.instantiate()
	add_child(tavern)
	_words = tavern.find_child("Words")


func _process(_delta: float) -> void:
	var shown := _words.get_parsed_text()
	if shown != _printed:
		_printed = shown
		print("WORDS ", JSON.stringify(shown))
