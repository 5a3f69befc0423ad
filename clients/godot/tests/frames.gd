extends Node
## Lets many characters talk at once and measures what the client takes of each frame, for
## tests/benchmarks/godot_frames.py: `--server=URL --key=KEY --world=ID --characters=N --turns=N`.
## Measured are the thread's own time on a processor, where Linux tells, and the time that passed.

## Steps of a piece of work that is measured like the client's, and about as long: what it takes
## beyond its usual time is the machine's doing.
const CONTROL_STEPS := 50000
# reading it lets the kernel bring the time of the thread that reads up to date
const UP_TO_DATE := "/proc/self/stat"
const SCHEDULE := "/proc/thread-self/schedstat"


## Notes when the client's work of a frame begins, or ends.
class Probe:
	extends Node
	var usec := 0
	var cpu := 0

	func _init(priority := 0) -> void:
		process_priority = priority

	func _process(_delta: float) -> void:
		note()

	func note() -> void:
		usec = Time.get_ticks_usec()
		cpu = cpu_usec()

	## What passed from another to this: time, and the thread's time on a processor.
	func since(other: Probe) -> PackedInt32Array:
		return [usec - other.usec, (cpu - other.cpu) if cpu >= 0 else usec - other.usec]

	static func cpu_usec() -> int:
		var all := FileAccess.open(UP_TO_DATE, FileAccess.READ)
		if all != null:
			all.get_line()
		var file := FileAccess.open(SCHEDULE, FileAccess.READ)
		return file.get_line().get_slice(" ", 0).to_int() / 1000 if file != null else -1


# of each frame, in microseconds: time that passed, and time on a processor
var _walls := PackedInt32Array()
var _cpus := PackedInt32Array()
# the same for calling `say`, and for the control
var _asked_walls := PackedInt32Array()
var _asked_cpus := PackedInt32Array()
var _control_walls := PackedInt32Array()
var _control_cpus := PackedInt32Array()
# around the client, whose priority is -1000
var _before := Probe.new(-1001)
var _after := Probe.new(-999)
# around what this node does
var _begun := Probe.new()
var _ended := Probe.new()
var _tokens := 0
var _turns_left := 0
var _failed := {}
var _most_speaking := 0
var _characters: Array[NpcCharacter] = []
# turns that are left for each, and who is to be spoken to in this frame
var _turns_of := {}
var _silent: Array[NpcCharacter] = []


func _ready() -> void:
	# after everything else of the frame
	process_priority = 1000
	set_process(false)
	var given := {}
	for argument in OS.get_cmdline_user_args():
		given[argument.get_slice("=", 0).trim_prefix("--")] = argument.get_slice("=", 1)
	NpcDialogue.configure(given["server"], given.get("key", ""))
	var started := await NpcDialogue.start_timeline(given["world"])
	if not started.is_ok():
		print("NO START ", started.error)
		get_tree().quit(1)
		return
	add_child(_before)
	add_child(_after)
	for number in int(given["characters"]):
		_add("villager-%d" % number)
	_turns_left = _characters.size() * int(given["turns"])
	for character in _characters:
		_turns_of[character] = int(given["turns"])
	_silent.assign(_characters)
	set_process(true)


# After the client's own work of the frame. All who are silent are spoken to, as a game would do it.
func _process(_delta: float) -> void:
	var took := _after.since(_before)
	_begun.note()
	for character in _silent:
		_say(character)
	_ended.note()
	var asked := _ended.since(_begun) if not _silent.is_empty() else PackedInt32Array([0, 0])
	_silent.clear()
	_asked_walls.append(asked[0])
	_asked_cpus.append(asked[1])
	_walls.append(took[0] + asked[0])
	_cpus.append(took[1] + asked[1])
	_control()
	var speaking := 0
	for character in _characters:
		speaking += 1 if character.is_speaking else 0
	_most_speaking = maxi(_most_speaking, speaking)
	if _turns_left == 0:
		set_process(false)
		_report()


func _control() -> void:
	_begun.note()
	var sum := 0
	for step in CONTROL_STEPS:
		sum += step
	_ended.note()
	var took := _ended.since(_begun)
	_control_walls.append(took[0])
	_control_cpus.append(took[1])


func _add(id: String) -> void:
	var character := NpcCharacter.new()
	character.character_id = id
	character.speaker_name = "the visitor"
	character.token.connect(func(_text: String) -> void: _tokens += 1)
	add_child(character)
	_characters.append(character)


func _say(character: NpcCharacter) -> void:
	_turns_of[character] -= 1
	var result := await character.say("Turn %d: how is your day?" % _turns_of[character])
	_turns_left -= 1
	if not result.is_ok():
		_failed[result.error.message] = _failed.get(result.error.message, 0) + 1
	if _turns_of[character] > 0:
		_silent.append(character)


func _report() -> void:
	var seen := {
		"cpus": Array(_cpus),
		"walls": Array(_walls),
		"asked_cpus": Array(_asked_cpus),
		"asked_walls": Array(_asked_walls),
		"control_cpus": Array(_control_cpus),
		"control_walls": Array(_control_walls),
		"tokens": _tokens,
		"failed": _failed,
		"most_speaking": _most_speaking,
		"engine": Engine.get_version_info()["string"],
	}
	print("SEEN ", JSON.stringify(seen))
	get_tree().quit()
