extends Node
## Plays one fault after the other for tests/engines/test_godot_faults.py, and prints what the game
## sees of it: `--case=NAME --server=URL [--key=KEY] [--certificate=FILE] [--count=N]`.

const Failure := preload("res://addons/npc_dialogue/error.gd")
const AdminMessages := preload("res://addons/npc_dialogue/admin/messages.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const Result := preload("res://addons/npc_dialogue/result.gd")
const Watch := preload("res://addons/npc_dialogue/watch.gd")

const WORLD := "farrowhithe"
const PATIENCE_MS := 60000

var _given := {}


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		_given[argument.get_slice("=", 0).trim_prefix("--")] = argument.substr(
			argument.find("=") + 1
		)
	NpcDialogue.configure(_given.get("server", ""), _given.get("key", ""))
	if _given.has("certificate"):
		print("TRUSTS ", NpcDialogue.trust_certificate(_given["certificate"]))
	await call("_" + _given["case"])
	get_tree().quit()


# A call and a turn, to a server that may not be there or may not want us.
func _refused() -> void:
	# four tries and the pauses between them, on a busy machine too
	NpcDialogue.endpoint.call_timeout_ms = PATIENCE_MS
	_tell("START", await NpcDialogue.start_timeline(WORLD))
	var character := _character()
	character.failed.connect(func(error: Failure) -> void: print("FAILED ", error.code))
	_tell("SAY", await character.say("Good evening!"))


# A watch through whatever happens to the server: every observation comes, each once.
func _watch() -> void:
	await NpcDialogue.start_timeline(WORLD)
	var count := int(_given.get("count", "20"))
	var heard: Array[String] = []
	var watch: Watch = NpcDialogue.watch(-1, self)
	watch.interrupted.connect(func(error: Failure) -> void: print("LOST ", error.code))
	watch.resumed.connect(func(after: int) -> void: print("RESUMED ", after))
	watch.event.connect(
		func(response: Messages.WatchResponse) -> void:
			if response.has_memory() and response.character_id == "hester":
				heard.append(response.memory.text)
				print("EVENT %d %s" % [response.seq, response.memory.text])
	)
	await _until(func() -> bool: return watch.seq >= 0)
	for number in count:
		NpcDialogue.observe("Gull number %d lands." % number, "", ["hester"] as Array[String], 3)
		NpcDialogue.observations.send_now()
		await get_tree().create_timer(0.1).timeout
	await _until(func() -> bool: return heard.size() >= count)
	# what comes twice would come soon
	await get_tree().create_timer(0.5).timeout
	print("HEARD ", JSON.stringify(heard))


# The client of a player, whose tokens come over HTTP and end soon: it watches, and talks.
func _tokens() -> void:
	var http := HTTPRequest.new()
	http.timeout = 10.0
	add_child(http)
	NpcDialogue.use_tokens(
		func() -> String:
			http.request(_given["tokens"])
			var answer: Array = await http.request_completed
			return answer[3].get_string_from_utf8() if answer[1] == 200 else ""
	)
	NpcDialogue.timeline_id = _given["timeline"]
	var struck: Array[int] = []
	var watch: Watch = NpcDialogue.watch(0, self)
	watch.interrupted.connect(func(error: Failure) -> void: print("LOST ", error.code))
	watch.stopped.connect(func(error: Failure) -> void: print("STOPPED ", error.code))
	watch.event.connect(
		func(response: Messages.WatchResponse) -> void:
			if response.has_clock():
				struck.append(response.seq)
				print("STRUCK ", response.world_time.substr(11, 2))
	)
	print("WATCHING")
	var character := _character()
	for number in int(_given["count"]):
		await _until(func() -> bool: return struck.size() > number or watch.is_stopped)
		if watch.is_stopped:
			return
		_tell("SAY", await character.say("Good evening!"))
		await get_tree().create_timer(3.1).timeout
		print("ENDED")
	watch.queue_free()


# Calls with long pauses between them, over connections that are cut meanwhile.
func _pauses() -> void:
	_tell("START", await NpcDialogue.start_timeline(WORLD))
	for number in 3:
		await get_tree().create_timer(1.0).timeout
		_tell("SAVE", await NpcDialogue.save_game("pause %d" % number))


# Ten observations a second for an hour, as fast as the server takes them.
func _observations() -> void:
	# three hundred of them are stored in one call, on a busy machine too
	NpcDialogue.endpoint.call_timeout_ms = PATIENCE_MS
	_tell("START", await NpcDialogue.start_timeline(WORLD))
	var count := int(_given["count"])
	var counts := {"stored": 0, "dropped": 0}
	NpcDialogue.observations.stored.connect(
		func(response: Messages.ObserveResponse) -> void:
			counts["stored"] += response.memories + response.coalesced
	)
	NpcDialogue.observations.dropped.connect(
		func(dropped: int) -> void: counts["dropped"] += dropped
	)
	for number in count:
		var text := "The tide board shows %d." % number
		NpcDialogue.observe(text, "", ["hester"] as Array[String], 2)
		if number % 50 == 49:
			# a frame passes, or more where many wait
			await _until(func() -> bool: return NpcDialogue.observations.waiting() < 500)
		if number % (count / 10) == count / 10 - 1:
			_tell("FLUSH", await NpcDialogue.observations.flush())
			_measure()
	print("COUNTS ", JSON.stringify(counts))


func _measure() -> void:
	var seen := {
		"objects": int(Performance.get_monitor(Performance.OBJECT_COUNT)),
		"nodes": int(Performance.get_monitor(Performance.OBJECT_NODE_COUNT)),
		"memory": OS.get_static_memory_usage(),
	}
	print("MEASURED ", JSON.stringify(seen))


# The character is freed while it speaks, with a caller waiting for the end of its turn.
func _freed() -> void:
	await NpcDialogue.start_timeline(WORLD)
	var watch: Watch = NpcDialogue.watch(-1, self)
	var outcomes: Array[int] = []
	watch.event.connect(
		func(response: Messages.WatchResponse) -> void:
			if response.has_turn():
				outcomes.append(response.turn.outcome)
	)
	await _until(func() -> bool: return watch.seq >= 0)
	var scene := Node.new()
	add_child(scene)
	var character := _character(scene)
	var tokens: Array[String] = []
	character.token.connect(func(text: String) -> void: tokens.append(text))
	character.say("Tell me the whole story.")
	await _until(func() -> bool: return tokens.size() > 3)
	scene.queue_free()
	await scene.tree_exited
	var heard_then := tokens.size()
	await _until(func() -> bool: return not outcomes.is_empty())
	print("AFTER ", tokens.size() - heard_then)
	print("OUTCOME ", outcomes[0])


# The character is moved to another parent while it speaks, then taken out of the tree.
func _moved() -> void:
	await NpcDialogue.start_timeline(WORLD)
	var other := Node.new()
	add_child(other)
	var character := _character()
	var lines: Array[String] = []
	character.line_finished.connect(func(line: Messages.Line) -> void: lines.append(line.text))
	character.turn_finished.connect(
		func(finished: Messages.TurnFinished) -> void: print("OUTCOME ", finished.outcome)
	)
	var move := func(_text: String) -> void: character.reparent.call_deferred(other)
	character.token.connect(move, CONNECT_ONE_SHOT)
	_tell("SAY", await character.say("Tell me the whole story."))
	print("LINES ", JSON.stringify(" ".join(lines)))
	var carry_off := func(_text: String) -> void: other.remove_child.call_deferred(character)
	character.token.connect(carry_off, CONNECT_ONE_SHOT)
	_tell("SAY", await character.say("Tell me the whole story."))
	character.queue_free()


# Intents from before and after a save, reported after loads.
func _loaded() -> void:
	await NpcDialogue.start_timeline(WORLD)
	var character := _character()
	var strokes := NpcParameter.new()
	strokes.name = "strokes"
	strokes.type = NpcParameter.Type.INTEGER
	character.affordances = [
		NpcAffordance.make("ring_handbell", "Ring it.", [strokes] as Array[NpcParameter])
	]
	var wishes: Array[Messages.ActionIntent] = []
	character.action_requested.connect(
		func(intent: Messages.ActionIntent) -> void: wishes.append(intent)
	)
	var done := Messages.OutcomeStatus.COMPLETED
	await character.say("Ring the bell!")
	_tell("REPORT", await character.report_outcome(wishes[0], Messages.OutcomeStatus.ACCEPTED))
	var saved := await NpcDialogue.save_binding().to_save("the bell")
	await character.say("Ring the bell!")
	await NpcDialogue.save_binding().from_save(saved)
	_tell("REPORT", await character.report_outcome(wishes[0], done, "Hester rang the bell."))
	_tell("REPORT", await character.report_outcome(wishes[0], done))
	_tell("REPORT", await character.report_outcome(wishes[1], done, "Hester rang once more."))
	_tell("REPORT", await character.report_outcome(wishes[1], done))
	await character.say("Ring the bell!")
	saved = await NpcDialogue.save_binding().to_save("the bell, again")
	var left := Messages.DeleteTimelineRequest.new()
	left.timeline_id = NpcDialogue.timeline_id
	await NpcDialogue.save_binding().from_save(saved)
	await NpcDialogue.timelines.delete_timeline(left)
	_tell("REPORT", await character.report_outcome(wishes[2], done, "Hester rang at last."))
	var request := AdminMessages.ListMemoriesRequest.new()
	request.timeline_id = NpcDialogue.timeline_id
	request.character_id = character.character_id
	var found := await NpcAdmin.new(NpcDialogue).memories.list_memories(request)
	var deeds: Array[String] = []
	for memory: Messages.Memory in found.value.memories:
		if memory.text.begins_with("Hester rang"):
			deeds.append(memory.text)
	print("DEEDS ", JSON.stringify(deeds))


# The game is paused while a character speaks; the turn goes on, and nothing is lost.
func _paused() -> void:
	await NpcDialogue.start_timeline(WORLD)
	var character := _character()
	var tokens: Array[String] = []
	var lines: Array[String] = []
	character.token.connect(func(text: String) -> void: tokens.append(text))
	character.line_finished.connect(func(line: Messages.Line) -> void: lines.append(line.text))
	character.turn_finished.connect(
		func(finished: Messages.TurnFinished) -> void: print("OUTCOME ", finished.outcome)
	)
	var paused := func() -> void: get_tree().paused = true
	character.token.connect(func(_text: String) -> void: paused.call(), CONNECT_ONE_SHOT)
	_tell("SAY", await character.say("Tell me the whole story."))
	print("PAUSED ", get_tree().paused)
	get_tree().paused = false
	print("TOKENS ", JSON.stringify("".join(tokens)))
	print("LINES ", JSON.stringify(" ".join(lines)))


# A turn whose server goes away, before or after the first word.
func _say() -> void:
	_tell("START", await NpcDialogue.start_timeline(WORLD))
	if _given.get("wait") == "yes":
		print("WAITING")
		await _until(func() -> bool: return FileAccess.file_exists(_given["go"]))
	var character := _character()
	var tokens: Array[String] = []
	character.token.connect(
		func(text: String) -> void:
			tokens.append(text)
			if tokens.size() == 3:
				print("SPEAKING")
	)
	character.failed.connect(func(error: Failure) -> void: print("FAILED ", error.code))
	var result: Result = await character.say("Tell me the whole story.")
	print("TOKENS ", tokens.size())
	_tell("SAY", result)


func _character(parent: Node = self) -> NpcCharacter:
	var character := NpcCharacter.new()
	character.character_id = "hester"
	character.speaker_id = "player"
	character.speaker_name = "the visitor"
	character.stream_tokens = true
	parent.add_child(character)
	return character


func _tell(what: String, result: Result) -> void:
	var told := {"ok": result.is_ok(), "code": result.error.code, "reason": result.error.reason}
	told["message"] = result.error.message
	told["value"] = result.value != null
	print("%s %s" % [what, JSON.stringify(told)])


func _until(is_so: Callable) -> void:
	var until := Time.get_ticks_msec() + PATIENCE_MS
	while not is_so.call():
		if Time.get_ticks_msec() > until:
			print("TOO LATE")
			get_tree().quit(1)
			return
		await get_tree().process_frame
