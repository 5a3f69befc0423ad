extends Node
## Lets many characters talk at once and measures what the client takes of each frame, for
## tests/benchmarks/godot_frames.py: `--server=URL --key=KEY --world=ID --characters=N --turns=N`.

var _frames := PackedInt32Array()
# what calling `say` took of this frame, in microseconds
var _asking := 0
var _tokens := 0
var _turns_left := 0
var _failed := 0
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
	for number in int(given["characters"]):
		_add("villager-%d" % number)
	_turns_left = _characters.size() * int(given["turns"])
	set_process(true)
	for character in _characters:
		_talk(character, int(given["turns"]))


func _process(_delta: float) -> void:
	_frames.append(NpcDialogue.frame_usec + _asking)
	_asking = 0
	var speaking := 0
	for character in _characters:
		speaking += 1 if character.is_speaking else 0
	_most_speaking = maxi(_most_speaking, speaking)
	if _turns_left == 0:
		set_process(false)
		_report()


func _add(id: String) -> void:
	var character := NpcCharacter.new()
	character.character_id = id
	character.speaker_name = "the visitor"
	character.token.connect(func(_text: String) -> void: _tokens += 1)
	add_child(character)
	_characters.append(character)


func _talk(character: NpcCharacter, turns: int) -> void:
	var began := Time.get_ticks_usec()
	_say(character, turns)
	_asking += Time.get_ticks_usec() - began


func _say(character: NpcCharacter, turns: int) -> void:
	var result := await character.say("Turn %d: how is the day with you?" % turns)
	_turns_left -= 1
	if not result.is_ok():
		_failed += 1
	if turns > 1:
		# not within the client's own time, which is measured already
		_talk.call_deferred(character, turns - 1)


func _report() -> void:
	var seen := {
		"frames": Array(_frames),
		"tokens": _tokens,
		"failed": _failed,
		"most_speaking": _most_speaking,
		"engine": Engine.get_version_info()["string"],
	}
	print("SEEN ", JSON.stringify(seen))
	get_tree().quit()
