extends Node
## Presses what there is to press in the demo, for tests/engines/test_godot_demo.py: each thing that
## a guest can do, then *Save*, some talk, and *Load*. Prints what is seen of it.

const Counter := preload("res://demo/counter.gd")
const Stage := preload("res://demo/stage.gd")
const Tavern := preload("res://demo/tavern.tscn")

const PATIENCE_MS := 60000

var _tavern := Tavern.instantiate()
var _most_open := 0.0
var _most_swing := 0.0
var _most_light := 0.0


func _ready() -> void:
	DirAccess.remove_absolute("user://tavern.json")
	add_child(_tavern)
	await _until(_notes.bind("Connected"))
	await _press_load("There is no saved game yet")
	await _ask("%Guests/Linnet", "Please open the door.", "opened the front door")
	await _ask("%Guests/Hester", "Would you ring the bell?", "rang the hand bell 3 times")
	await _ask("%Guests/Orrel", "What happened to the light?", "pointed at the lighthouse")
	var seen: Array[bool] = [_most_open > 0.9, _most_swing > 0.3, _most_light > 0.9]
	print("SEEN door %s, bell %s, light %s" % seen)
	var before: String = NpcDialogue.timeline_id
	_press("%Save")
	await _until(_notes.bind("Saved"))
	await _ask("%Guests/Hester", "Could I have something warm, please?", "poured the visitor")
	# else its report may come after the load, and be refused as one of the timeline that was left
	await get_tree().create_timer(1.0).timeout
	await _press_load("Loaded")
	var words: RichTextLabel = _tavern.get_node("%Words")
	var is_other: bool = NpcDialogue.timeline_id != before
	print("LOADED %s, words %d" % [is_other, words.get_parsed_text().length()])
	await _ask("%Guests/Linnet", "Please open the door.", "opened the front door")
	print("PLAYED ON")
	get_tree().quit()


func _process(_delta: float) -> void:
	var stage: Stage = _tavern.get_node("Room/Stage")
	var counter: Counter = _tavern.get_node("Room/Counter")
	_most_open = maxf(_most_open, stage.door_open)
	_most_light = maxf(_most_light, stage.pointed_light)
	_most_swing = maxf(_most_swing, absf(counter.bell_swing))


func _ask(guest: String, words: String, deed: String) -> void:
	_press(guest)
	var input: LineEdit = _tavern.get_node("%Input")
	input.text = words
	_press("%Say")
	var shown: RichTextLabel = _tavern.get_node("%Words")
	await _until(func() -> bool: return deed in shown.get_parsed_text())
	var say: Button = _tavern.get_node("%Say")
	await _until(func() -> bool: return not say.disabled)
	print("DID ", deed)


func _press_load(note: String) -> void:
	_press("%Load")
	await _until(_notes.bind(note))
	print("NOTE ", note)


func _press(path: String) -> void:
	(_tavern.get_node(path) as Button).pressed.emit()


func _notes(text: String) -> bool:
	return (_tavern.get_node("%Note") as Label).text.begins_with(text)


func _until(is_so: Callable) -> void:
	var until := Time.get_ticks_msec() + PATIENCE_MS
	while not is_so.call():
		if Time.get_ticks_msec() > until:
			print("TOO LATE ", (_tavern.get_node("%Words") as RichTextLabel).get_parsed_text())
			get_tree().quit(1)
			await tree_exited
		await get_tree().process_frame
