extends Node
## Interrupts a character that would speak for ever, for tests/engines/test_godot_web.py:
## `--server=URL --key=KEY --character=ID`.

const Messages := preload("res://addons/npc_dialogue/messages.gd")

var _has_asked := false


func _ready() -> void:
	var given := {}
	for argument in OS.get_cmdline_user_args():
		given[argument.get_slice("=", 0).trim_prefix("--")] = argument.get_slice("=", 1)
	NpcDialogue.configure(given["server"], given["key"])
	NpcDialogue.endpoint.call_timeout_ms = 60000
	var started := await NpcDialogue.start_timeline("quay")
	if not started.is_ok():
		print("NO START ", started.error)
		get_tree().quit(1)
		return
	var character := NpcCharacter.new()
	character.character_id = given["character"]
	character.speaker_name = "the visitor"
	add_child(character)
	character.token.connect(_on_token.bind(character))
	var result := await character.say("Tell me something endless.")
	print("OUTCOME ", result.value.outcome)
	get_tree().quit(0 if result.is_ok() else 1)


func _on_token(_text: String, character: NpcCharacter) -> void:
	if not _has_asked:
		_has_asked = true
		print("ASKED ", Time.get_unix_time_from_system() * 1000.0)
		character.interrupt()
