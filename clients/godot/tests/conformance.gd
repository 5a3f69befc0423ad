extends Node
## Plays a program of tests/conformance with this client, natively or as a web export:
## `--program=FILE_OR_URL`. What it prints is described in tests/conformance/README.md.

const Facts := preload("res://tests/facts.gd")
const GameCases := preload("res://tests/game_cases.gd")
const Json := preload("res://addons/npc_dialogue/json.gd")
const Kept := preload("res://tests/kept.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const Result := preload("res://addons/npc_dialogue/result.gd")
const Services := preload("res://addons/npc_dialogue/services.gd")
const Stream := preload("res://addons/npc_dialogue/stream.gd")

const GENEROUS_MS := 60000

var _http := ""
var _admin := NpcAdmin.new(NpcDialogue)
var _methods: Dictionary = Services.METHODS.merged(NpcAdmin.Services.METHODS)
var _key := ""


func _ready() -> void:
	# nothing is shown, and a browser without a graphics card draws slowly
	RenderingServer.render_loop_enabled = false
	# only CASE and DONE are wanted on the console
	NpcDialogue.log.level = NpcDialogue.log.Level.SILENT
	var program: Variant = await _program()
	if not program is Dictionary:
		printerr("name a program that can be read: --program=FILE_OR_URL")
		get_tree().quit(2)
		return
	_http = program["http"]
	_key = program["key"]
	for case: Dictionary in program["cases"]:
		print("CASE ", _in_one_line(Json.encode_text(await _play(case))))
	print("DONE")
	get_tree().quit()


func _program() -> Variant:
	for argument in OS.get_cmdline_user_args():
		if argument.begins_with("--program="):
			var where := argument.trim_prefix("--program=")
			if not where.begins_with("http"):
				return Json.decode(FileAccess.get_file_as_bytes(where))
			var request := HTTPRequest.new()
			add_child(request)
			request.request(where)
			var answer: Array = await request.request_completed
			return Json.decode(answer[3])
	return null


func _play(case: Dictionary) -> Dictionary:
	if case["steps"][0].has("do"):
		var game := GameCases.new()
		add_child(game)
		var transcript := await game.play(case, _http, _key)
		game.queue_free()
		return transcript
	var kept := Kept.new()
	var steps := []
	for step: Dictionary in case["steps"]:
		steps.append(await _step(step, kept))
	return {"name": case["name"], "steps": steps}


func _step(step: Dictionary, kept: Kept) -> Dictionary:
	if step.has("pauseMs"):
		await get_tree().create_timer(step["pauseMs"] / 1000.0).timeout
	var result := {"id": step["id"], "messages": [], "error": null}
	if step.has("enum"):
		var named: String = step["enum"]
		result["facts"] = step["facts"].map(
			func(one: String) -> Variant: return Facts.constant(named, one)
		)
		return result
	if step.has("decode"):
		var type: Variant = Facts.named(step["decode"])
		var message: RefCounted = type.from_dict(Json.decode_text(step["json"]))
		result["messages"].append(message.to_dict())
		result["facts"] = step["facts"].map(
			func(path: String) -> Variant: return Facts.read(message, path)
		)
		return result
	var key: String = step.get("key", _key)
	if NpcDialogue.endpoint.url != _http or NpcDialogue.endpoint.key != key:
		NpcDialogue.configure(_http, key)
	if not _methods.has(step["method"]):
		await _call_unknown(step, result)
	elif _methods[step["method"]][2]:
		await _listen(step, kept, result)
	else:
		await _call(step, kept, result)
	return result


func _call(step: Dictionary, kept: Kept, result: Dictionary) -> void:
	var types: Array = _methods[step["method"]]
	var request: RefCounted = types[0].from_dict(kept.filled(step["request"]))
	if step["method"].ends_with("/Interrupt"):
		result["askedAtMs"] = _now()
	var answer: Result = await NpcDialogue.call_unary(step["method"], request, _patience(step))
	if answer.is_ok():
		_take(answer.value, step, kept, result)
	else:
		result["error"] = _told(answer.error)


func _call_unknown(step: Dictionary, result: Dictionary) -> void:
	var caller: RefCounted = NpcDialogue.get("_caller")
	var answer: Result = await caller.call_unary(
		step["method"], {}, Messages.Checkpoint, _patience(step)
	)
	if not answer.is_ok():
		result["error"] = _told(answer.error)


func _listen(step: Dictionary, kept: Kept, result: Dictionary) -> void:
	var types: Array = _methods[step["method"]]
	var request: RefCounted = types[0].from_dict(kept.filled(step["request"]))
	var stream: Stream = NpcDialogue.stream(step["method"], request, _patience(step))
	while true:
		var answer := await stream.next()
		if answer.is_end:
			result["error"] = null if answer.is_ok() else _told(answer.error)
			return
		_take(answer.value, step, kept, result)
		var count: int = result["messages"].size()
		if count == int(step.get("stopAfter", -1)):
			result["askedAtMs"] = _now()
			stream.cancel()
			return
		var during: Dictionary = step.get("during", {})
		if count == int(during.get("after", -1)):
			result["during"] = await _step(during["step"], kept)


func _take(message: RefCounted, step: Dictionary, kept: Kept, result: Dictionary) -> void:
	var shown: Dictionary = message.to_dict()
	result["messages"].append(shown)
	kept.keep(step.get("keep", {}), shown)


func _patience(step: Dictionary) -> int:
	return int(step.get("timeoutMs", GENEROUS_MS))


# Some readers take these for the end of a line.
func _in_one_line(text: String) -> String:
	for code: int in [0x85, 0x2028, 0x2029]:
		text = text.replace(char(code), "\\u%04x" % code)
	return text


func _now() -> float:
	return Time.get_unix_time_from_system() * 1000.0


func _told(error: RefCounted) -> Dictionary:
	return {
		"code": error.code,
		"reason": error.reason,
		"message": error.message,
		"metadata": error.metadata,
	}
