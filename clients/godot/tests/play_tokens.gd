extends Node
## Plays the demo or an example with tokens of a player for tests/engines/test_tokens.py: one ends
## while a long answer comes, then none is given for a while:
## `--scene=PATH --server=URL --tokens=URL --timeline=ID --set=NAME`.

const PATIENCE_MS := 60000

var _given := {}
var _scene: Node


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=", true, 1)
		_given[parts[0]] = parts[1]
	NpcDialogue.configure(_given["server"])
	NpcDialogue.use_tokens(_fetch.bind(_given["tokens"]))
	NpcDialogue.timeline_id = _given["timeline"]
	NpcDialogue.affordance_set = _given["set"]
	_scene = (load(_given["scene"]) as PackedScene).instantiate()
	add_child(_scene)
	if _scene.has_node("NpcBalloon"):
		_scene.get_node("NpcBalloon").open()
	if _scene.has_node("%Note"):
		await _until(func() -> bool: return _scene.get_node("%Note").text == "Connected")
	await _say("Tell me the whole story.")
	await _until(func() -> bool: return "was not there." in _words())
	print("ENDED ", Time.get_unix_time_from_system() > NpcDialogue.endpoint.tokens._ends_at)
	await _fetch(_given["tokens"].replace("/token", "/refuse"))
	await _say("Could I have something warm, please?")
	await _until(func() -> bool: return "signed in" in _words() and _field().text != "")
	print("TOLD ", JSON.stringify(_words()))
	print("KEPT ", _field().text)
	if "_watch" in _scene:
		await _until(func() -> bool: return _scene._watch.is_stopped)
	await _fetch(_given["tokens"].replace("/token", "/give"))
	await _say(_field().text)
	await _until(func() -> bool: return "nothing but your news." in _words())
	if _scene.has_node("%Note"):
		await _until(func() -> bool: return "poured the visitor" in _words())
		await _until(func() -> bool: return "Connected again" in _scene.get_node("%Note").text)
	print("WENT ON")
	get_tree().quit()


func _fetch(url: String) -> String:
	var http := HTTPRequest.new()
	add_child(http)
	http.request(url)
	var answer: Array = await http.request_completed
	http.queue_free()
	return answer[3].get_string_from_utf8()


# Says something once the turn before is over.
func _say(text: String) -> void:
	await _until(_is_quiet)
	_field().text = text
	_field().text_submitted.emit(text)


func _is_quiet() -> bool:
	if _scene.has_node("NpcBalloon"):
		return not _scene.get_node("NpcBalloon").is_busy
	if _scene.has_node("%Say"):
		return not _scene.get_node("%Say").disabled
	return not _scene.get_node("Orrel/NpcCharacter").is_speaking


func _field() -> LineEdit:
	return _node(["NpcBalloon/%Input", "%Input", "Input"])


func _words() -> String:
	var shown := _node(["NpcBalloon/%Words", "%Words", "Orrel/Words"])
	return shown.get_parsed_text() if shown is RichTextLabel else shown.text


func _node(paths: Array[String]) -> Node:
	var path: String = paths.filter(_scene.has_node)[0]
	return _scene.get_node(path)


func _until(is_so: Callable) -> void:
	var end := Time.get_ticks_msec() + PATIENCE_MS
	while not is_so.call():
		if Time.get_ticks_msec() > end:
			print("TOO LATE ", _words())
			get_tree().quit(1)
			await tree_exited
		await get_tree().process_frame
