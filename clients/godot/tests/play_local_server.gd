extends Node
## Starts the server that ships with a game for tests/engines/test_local_servers.py, and prints what
## becomes of it: `--folder=PATH --data=PATH --world=PATH --case=talk|killed|wrong`.

var _given := {}
var _server := NpcLocalServer.new()


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=", true, 1)
		_given[parts[0]] = parts[1]
	add_child(_server)
	_server.folder = _given["folder"]
	_server.data = _given["data"]
	_server.world = _given["world"]
	_server.options = ["--model", "offline"]
	_server.ended.connect(func(error: NpcError) -> void: print("ENDED ", _line(error)))
	var started := await _server.start()
	print("STARTED ", started.value if started.is_ok() else _line(started.error))
	match _given["case"]:
		"talk":
			await _talk()
			_server.queue_free()
			await get_tree().process_frame
			await _again()
		"wrong":
			_server.folder = _given["other"]
			_server.world = "no such world.yaml"
			print("AGAIN ", _line((await _server.start()).error))
			_server.world = ""
			_server.options = ["--no-such-option"]
			print("AGAIN ", _line((await _server.start()).error))
		"killed":
			await get_tree().create_timer(600).timeout
	get_tree().quit()


func _talk() -> void:
	print("TWICE ", _line((await _server.start()).error))
	await NpcDialogue.start_timeline("farrowhithe")
	var hester := NpcCharacter.new()
	hester.character_id = "hester"
	hester.speaker_name = "the visitor"
	hester.line_finished.connect(func(line: NpcMessages.Line) -> void: print("LINE ", line.text))
	add_child(hester)
	await hester.say("Good evening!")


# A game that is started anew at once finds its data, and goes on.
func _again() -> void:
	var server := NpcLocalServer.new()
	server.folder = _given["folder"]
	server.data = _given["data"]
	server.world = _given["world"]
	server.options = ["--model", "offline"]
	add_child(server)
	var started := await server.start()
	print("AGAIN ", "" if started.is_ok() else _line(started.error))
	var timeline := await NpcDialogue.continue_timeline(NpcDialogue.timeline_id)
	print("KEPT ", timeline.is_ok())
	server.ended.connect(func(error: NpcError) -> void: print("ENDED ", _line(error)))
	OS.execute("kill", ["-KILL", str(server._pid)])  # `OS.kill` also takes its exit code
	await server.ended
	print("RUNS ", server.is_running, server.url)


func _line(error: NpcError) -> String:
	return error.code + " " + error.message.replace("\n", " / ")
