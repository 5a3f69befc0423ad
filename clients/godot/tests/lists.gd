extends Node
## Asks for large lists and measures what the client takes of each frame meanwhile, for
## tests/benchmarks/godot_frames.py: `--server=URL --world=ID --memories=N --lists=N`.
## Measured is as in frames.gd, and beside it what the same answer takes when it is read at once.

const Frames := preload("res://tests/frames.gd")
const Json := preload("res://addons/npc_dialogue/json.gd")
const AdminMessages := preload("res://addons/npc_dialogue/admin/messages.gd")
const Reading := preload("res://addons/npc_dialogue/reading.gd")
const Result := preload("res://addons/npc_dialogue/result.gd")

const WHO := "villager-0"

var _walls := PackedInt32Array()
var _cpus := PackedInt32Array()
# of each answer, when it is read at once
var _at_once_cpus := PackedInt32Array()
var _bytes := 0
# around the client, whose priority is -1000
var _before := Frames.Probe.new(-1001)
var _after := Frames.Probe.new(-999)


func _ready() -> void:
	# after everything else of the frame
	process_priority = 1000
	set_process(false)
	var given := {}
	for argument in OS.get_cmdline_user_args():
		given[argument.get_slice("=", 0).trim_prefix("--")] = argument.get_slice("=", 1)
	NpcDialogue.configure(given["server"])
	add_child(_before)
	add_child(_after)
	var problem := await _fill(given["world"], int(given["memories"]))
	for number in int(given["lists"]):
		set_process(true)
		var result := await _list(int(given["memories"]))
		problem = result.error.message if not result.is_ok() else problem
		# the answer came within a frame, which counts too
		await get_tree().process_frame
		set_process(false)
		_read_at_once(result.value)
	_report(problem)
	get_tree().quit()


# After the client's own work of the frame.
func _process(_delta: float) -> void:
	var took := _after.since(_before)
	_walls.append(took[0])
	_cpus.append(took[1])


# Lets a character remember so much. Returns what went wrong.
func _fill(world: String, memories: int) -> String:
	var started: Result = await NpcDialogue.start_timeline(world)
	if not started.is_ok():
		return started.error.message
	for number in memories:
		var text := "Somebody carried crate number %d over the square and set it down." % number
		NpcDialogue.observe(text, "", [WHO] as Array[String], 3)
		if number % 200 == 199:
			await NpcDialogue.observations.flush()
	var stored: Result = await NpcDialogue.observations.flush()
	return stored.error.message


func _list(memories: int) -> Result:
	var request := AdminMessages.ListMemoriesRequest.new()
	request.timeline_id = NpcDialogue.timeline_id
	request.character_id = WHO
	request.page_size = memories
	return await NpcAdmin.new(NpcDialogue).memories.list_memories(request)


func _read_at_once(answer: AdminMessages.ListMemoriesResponse) -> void:
	var body := Json.encode(answer.to_dict())
	_bytes = body.size()
	_before.note()
	Reading.read(body, AdminMessages.ListMemoriesResponse, JSON.new())
	_after.note()
	_at_once_cpus.append(_after.since(_before)[1])


func _report(problem: String) -> void:
	var seen := {
		"walls": Array(_walls),
		"cpus": Array(_cpus),
		"at_once_cpus": Array(_at_once_cpus),
		"bytes": _bytes,
		"problem": problem,
	}
	print("SEEN ", JSON.stringify(seen))
