extends Node
## Lets many characters talk at once and measures what the client takes of each frame, for
## tests/benchmarks/godot_frames.py: `--server=URL --key=KEY --world=ID --characters=N --turns=N`.
## Where Linux tells, time in which the game waited for a processor is not counted.

## Steps of a piece of work that is measured like the client's, about as long: what it takes beyond
## its usual time is the machine's doing.
const CONTROL_STEPS := 20000
const SCHEDULE := "/proc/thread-self/schedstat"


## Notes when the client's work of a frame begins, or ends.
class Probe:
	extends Node
	var usec := 0
	var waited := 0

	func _init(priority: int) -> void:
		process_priority = priority

	func _process(_delta: float) -> void:
		note()

	func note() -> void:
		waited = waited_usec()
		usec = Time.get_ticks_usec()

	static func waited_usec() -> int:
		var file := FileAccess.open(SCHEDULE, FileAccess.READ)
		return file.get_line().get_slice(" ", 1).to_int() / 1000 if file != null else 0


var _frames := PackedInt32Array()
# the same with the time in which others had the processor
var _walls := PackedInt32Array()
# what calling `say` took of each
var _asked := PackedInt32Array()
# around the client, whose priority is -1000
var _before := Probe.new(-1001)
var _after := Probe.new(-999)
# what calling `say` took of this frame, in microseconds
var _asking := 0
var _controls := PackedInt32Array()
var _tokens := 0
var _turns_left := 0
var _failed := {}
var _most_speaking := 0
var _characters: Array[NpcCharacter] = []


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
	set_process(true)
	for character in _characters:
		_talk(character, int(given["turns"]))


func _process(_delta: float) -> void:
	var wall := _after.usec - _before.usec
	_walls.append(wall + _asking)
	_asked.append(_asking)
	_frames.append(maxi(0, wall - (_after.waited - _before.waited)) + _asking)
	_asking = 0
	_controls.append(_control())
	var speaking := 0
	for character in _characters:
		speaking += 1 if character.is_speaking else 0
	_most_speaking = maxi(_most_speaking, speaking)
	if _turns_left == 0:
		set_process(false)
		_report()


func _control() -> int:
	var waited := Probe.waited_usec()
	var began := Time.get_ticks_usec()
	var sum := 0
	for step in CONTROL_STEPS:
		sum += step
	return maxi(0, Time.get_ticks_usec() - began - (Probe.waited_usec() - waited))


func _add(id: String) -> void:
	var character := NpcCharacter.new()
	character.character_id = id
	character.speaker_name = "the visitor"
	character.token.connect(func(_text: String) -> void: _tokens += 1)
	add_child(character)
	_characters.append(character)


func _talk(character: NpcCharacter, turns: int) -> void:
	var waited := Probe.waited_usec()
	var began := Time.get_ticks_usec()
	_say(character, turns)
	var took := Time.get_ticks_usec() - began
	_asking += maxi(0, took - (Probe.waited_usec() - waited))


func _say(character: NpcCharacter, turns: int) -> void:
	var result := await character.say("Turn %d: how is the day with you?" % turns)
	_turns_left -= 1
	if not result.is_ok():
		_failed[result.error.message] = _failed.get(result.error.message, 0) + 1
	if turns > 1:
		# not within the client's own time, which is measured already
		_talk.call_deferred(character, turns - 1)


func _report() -> void:
	var seen := {
		"frames": Array(_frames),
		"walls": Array(_walls),
		"asked": Array(_asked),
		"controls": Array(_controls),
		"tokens": _tokens,
		"failed": _failed,
		"most_speaking": _most_speaking,
		"engine": Engine.get_version_info()["string"],
	}
	print("SEEN ", JSON.stringify(seen))
	get_tree().quit()
