extends Node
## Plays the nodes of the add-on against a real server for tests/engines/test_godot_nodes.py, and
## prints what a game sees of them: `--case=NAME --server=URL`.

const Messages := preload("res://addons/npc_dialogue/messages.gd")

var _given := {}


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=", true, 1)
		_given[parts[0]] = parts[1]
	NpcDialogue.configure(_given["server"], _given.get("key", ""))
	await NpcDialogue.start_timeline("farrowhithe")
	await call("_" + _given["case"])
	get_tree().quit()


# Two characters answer the player in turn; then one is interrupted, and the circle is freed while
# another speaks.
func _circle() -> void:
	for id: String in ["hester", "linnet"]:
		NpcDialogue.move(id, "taproom")
	var circle := NpcCircle.new()
	circle.character_ids = ["hester", "linnet"]
	circle.place_id = "taproom"
	circle.speaker_name = "the visitor"
	circle.most_turns = 2
	add_child(circle)
	var tokens := {}
	circle.heard.connect(func(_to: Array[String]) -> void: print("HEARD"))
	circle.token.connect(
		func(id: String, text: String) -> void: tokens[id] = tokens.get(id, "") + text
	)
	circle.line_finished.connect(
		func(id: String, line: Messages.Line) -> void: print("LINE %s: %s" % [id, line.text])
	)
	circle.turn_finished.connect(
		func(id: String, finished: Messages.TurnFinished) -> void:
			print("DONE %s %d" % [id, finished.outcome])
	)
	circle.quiet.connect(func(awaited: String) -> void: print("QUIET ", awaited))
	circle.failed.connect(func(error: RefCounted) -> void: print("FAILED ", error))
	var result := await circle.say("Good evening to you both!")
	print("SAID %s %s" % [result.is_ok(), circle.circle_id != ""])
	print("TOKENS ", JSON.stringify(tokens))
	circle.token.connect(
		func(_id: String, _text: String) -> void: circle.interrupt(), CONNECT_ONE_SHOT
	)
	result = await circle.say("Tell me the whole story, Hester.", ["hester"])
	print("INTERRUPTED ", result.error.code)
	result = await circle.leave("linnet")
	print("MEMBERS ", result.value.members.size())
	circle.token.connect(
		func(_id: String, _text: String) -> void: circle.queue_free(), CONNECT_ONE_SHOT
	)
	result = await circle.say("Tell me the whole story, Hester.")
	print("FREED ", result.error.code)
