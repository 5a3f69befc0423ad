extends Node
## Plays the balloon with a player's keys for tests/engines/test_godot_nodes.py, and prints what is
## shown: `--server=URL --world=ID --character=ID --language=TAG --say=TEXT [--shots=FOLDER]`.

const Balloon := preload("res://addons/npc_dialogue/balloon/npc_balloon.tscn")

const PATIENCE_MS := 60000

var _given := {}
var _balloon: NpcBalloon = Balloon.instantiate()


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=", true, 1)
		_given[parts[0]] = parts[1]
	# frames are drawn whether anything moves or not
	OS.low_processor_usage_mode = false
	TranslationServer.set_locale(_given["language"])
	NpcDialogue.configure(_given["server"], _given.get("key", ""))
	await NpcDialogue.start_timeline(_given["world"])
	var character := NpcCharacter.new()
	character.character_id = _given["character"]
	add_child(character)
	_balloon.character = character
	_balloon.display_name = _given.get("name", "")
	_balloon.choices = _given.get("choices", "").split("|", false)
	_balloon.portraits = {"neutral": _picture()}
	# words that are slow enough to be seen on their way
	_balloon.letters_per_second = 60.0
	add_child(_balloon)
	await _shown("empty")
	_type(_given["say"])
	await _until(func() -> bool: return _words().length() > 20)
	await _shown("speaking")
	print("HALF ", _words().length() < _balloon._text.length())
	_press("ui_accept")
	var disclosure := NpcMessages.Disclosure.new()
	disclosure.text = _given["disclosure"]
	character.disclosed.emit(disclosure)
	await _until(func() -> bool: return not _balloon.is_busy)
	print("WORDS ", JSON.stringify(_words()))
	print("NAME ", (_balloon.get_node("%Name") as Label).text)
	print("MOOD ", (_balloon.get_node("%Mood") as Label).text)
	print("DISCLOSED ", (_balloon.get_node("%DisclosureText") as Label).text)
	var focus := get_viewport().gui_get_focus_owner()
	print("FOCUS ", focus.name if focus != null else &"")
	if (_balloon.get_node("%Disclosure") as Control).visible:
		await _shown("disclosure")
		_press("ui_accept")
		await get_tree().process_frame
	await _shown("choices")
	_type(_given["say"])
	await _until(func() -> bool: return _words().length() > 5)
	_press("ui_cancel")
	await _until(func() -> bool: return not _balloon.is_busy)
	print("INTERRUPTED ", _words().length())
	character.affordance_set = "gone"
	_type(_given["say"])
	await _until(func() -> bool: return not _balloon.is_busy)
	print("GONE ", _words())
	NpcDialogue.configure("http://127.0.0.1:1")
	NpcDialogue.endpoint.attempts = 1
	_type(_given["say"])
	await _until(func() -> bool: return not _balloon.is_busy)
	print("ERROR ", JSON.stringify(_words()))
	print("KEPT ", (_balloon.get_node("%Input") as LineEdit).text)
	await _shown("error")
	_press("ui_cancel")
	await get_tree().process_frame
	print("VISIBLE ", _balloon.visible)
	NpcDialogue.configure(_given["server"], _given.get("key", ""))
	character.affordance_set = ""
	_balloon.open()
	_type(_given["say"])
	await _until(func() -> bool: return _words().length() > 5)
	character.free()
	await get_tree().create_timer(0.5).timeout
	_balloon.show_all()
	print("LEFT ", _balloon.is_busy)
	_type("Are you still there?")
	print("NOBODY ", _words())
	_press("ui_cancel")
	await get_tree().process_frame
	print("CLOSED ", not _balloon.visible)
	get_tree().quit()


func _words() -> String:
	var words: RichTextLabel = _balloon.get_node("%Words")
	var text := words.get_parsed_text()
	return text if words.visible_characters < 0 else text.left(words.visible_characters)


func _type(text: String) -> void:
	(_balloon.get_node("%Input") as LineEdit).text = text
	_press("ui_text_submit")


# As a key or button of a pad would do it.
func _press(action: String) -> void:
	if action == "ui_text_submit":
		var input: LineEdit = _balloon.get_node("%Input")
		input.text_submitted.emit(input.text)
		return
	for pressed: bool in [true, false]:
		var event := InputEventAction.new()
		event.action = action
		event.pressed = pressed
		Input.parse_input_event(event)


func _picture() -> Texture2D:
	var gradient := GradientTexture2D.new()
	gradient.gradient = Gradient.new()
	gradient.gradient.colors = [Color("e0a06c"), Color("5a3a2c")]
	gradient.fill = GradientTexture2D.FILL_RADIAL
	gradient.fill_from = Vector2(0.5, 0.4)
	return gradient


func _shown(what: String) -> void:
	if _given.has("shots"):
		await get_tree().create_timer(0.3).timeout
		await RenderingServer.frame_post_draw
		get_viewport().get_texture().get_image().save_png(_given["shots"].path_join(what + ".png"))


func _until(is_so: Callable) -> void:
	var end := Time.get_ticks_msec() + PATIENCE_MS
	while not is_so.call():
		if Time.get_ticks_msec() > end:
			print("TOO LATE ", _words())
			get_tree().quit(1)
			await tree_exited
		await get_tree().process_frame
