extends Node
## Plays a case of tests/conformance in the words of a game: nodes of the add-on in a scene, and
## what their signals tell, by who tells it. See tests/conformance/README.md.

const Json := preload("res://addons/npc_dialogue/json.gd")
const AdminMessages := preload("res://addons/npc_dialogue/admin/messages.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const OneAffordance := preload("res://addons/npc_dialogue/npc_affordance.gd")
const OneParameter := preload("res://addons/npc_dialogue/npc_parameter.gd")
const Result := preload("res://addons/npc_dialogue/result.gd")
const Stream := preload("res://addons/npc_dialogue/stream.gd")

const PATIENCE_MS := 15000

var _http := ""
var _key := ""
var _told := {}
var _asked := []
# by the id of the character: its node, how many calls of say() wait, its wishes, and its letters
var _circle: NpcCircle
var _characters := {}
var _waiting := {}
var _wishes := {}
var _words := {}
var _kept := {}
var _watches := {}


func play(case: Dictionary, http: String, key: String) -> Dictionary:
	_http = http
	_key = key
	NpcDialogue.configure(http, key)
	NpcDialogue.timeline_id = ""
	NpcDialogue.observations.refused.connect(_on_refused)
	for step: Dictionary in case["steps"]:
		@warning_ignore("redundant_await")
		await call("_do_" + step["do"], step)
	NpcDialogue.observations.refused.disconnect(_on_refused)
	for watch: Node in _watches.values():
		watch.queue_free()
	return {"name": case["name"], "told": _told, "asked": _asked}


func _do_start(step: Dictionary) -> void:
	_is_ok(await NpcDialogue.start_timeline(step["world"], step["label"], step.get("language", "")))
	_kept["timeline %s" % step.get("as", "")] = NpcDialogue.timeline_id


func _do_play(step: Dictionary) -> void:
	if _is_ok(await NpcDialogue.continue_timeline(_kept["timeline %s" % step["as"]])):
		_tell("game", ["played"])


func _do_key(step: Dictionary) -> void:
	NpcDialogue.configure(_http, step.get("key", _key))


func _do_through(step: Dictionary) -> void:
	NpcDialogue.configure(step["url"], _key)


func _do_register(step: Dictionary) -> void:
	var request := (
		AdminMessages
		. PutAffordanceSetRequest
		. from_dict(
			{
				"timelineId": NpcDialogue.timeline_id,
				"name": step["set"],
				"affordances": step.get("offers", []),
				"entities": step.get("things", []),
				"playerId": step.get("of", ""),
			}
		)
	)
	_is_ok(await NpcAdmin.new(NpcDialogue).access.put_affordance_set(request))


func _do_token(step: Dictionary) -> void:
	var request := AdminMessages.MintPlayerTokenRequest.new()
	request.timeline_id = NpcDialogue.timeline_id
	request.player_id = step["id"]
	request.player_name = step["name"]
	var minted: Result = await NpcAdmin.new(NpcDialogue).access.mint_player_token(request)
	if _is_ok(minted):
		NpcDialogue.use_tokens(func() -> String: return minted.value.token)


func _do_say(step: Dictionary) -> void:
	var id: String = step["to"]
	var character := _character(id)
	_set_options(character, step)
	var speaker: Dictionary = step.get("speaker", {"id": "guest-1", "name": "Guest"})
	character.speaker_id = speaker["id"]
	character.speaker_name = speaker["name"]
	character.is_private = step.get("private", false)
	character.loudness = Messages.Loudness[step.get("loudness", "UNSPECIFIED")]
	character.set_meta("moods", step.get("moods", false))
	var lines := _count(id)
	_say(id, character, step["text"])
	if step.get("until", "") == "line":
		await _until(func() -> bool: return _count(id) > lines, step)
	else:
		await _until(func() -> bool: return _waiting[id] == 0, step)


func _do_circle(step: Dictionary) -> void:
	_circle = NpcCircle.new()
	_circle.place_id = step["place"]
	for member: Dictionary in step["members"]:
		if member.get("isCharacter", false):
			_circle.character_ids.append(member["id"])
		else:
			_circle.speaker_id = member["id"]
			_circle.speaker_name = member["name"]
	_circle.turn_started.connect(
		func(id: String, _turn_id: String) -> void: _tell("circle", ["floor", id])
	)
	_circle.waiting.connect(
		func(_id: String) -> void:
			if _circle.get_meta("waits"):
				_tell("circle's gestures", ["waiting"])
	)
	_circle.line_finished.connect(
		func(_id: String, line: Messages.Line) -> void: _tell("circle", ["line", line.text])
	)
	_circle.turn_finished.connect(
		func(_id: String, finished: Messages.TurnFinished) -> void:
			_tell("circle", ["finished", Messages.TurnOutcome.find_key(finished.outcome)])
	)
	_circle.quiet.connect(func(_awaited_id: String) -> void: _tell("circle", ["quiet"]))
	_circle.failed.connect(func(error: NpcError) -> void: _tell("circle", ["failed", error.reason]))
	add_child(_circle)
	_is_ok(await _circle.open())


func _do_circle_say(step: Dictionary) -> void:
	_set_options(_circle, step)
	_circle.most_turns = step.get("most_turns", 0)
	_circle.wait_seconds = step.get("wait_seconds", -1)
	var to: Array[String] = []
	to.assign(step.get("to", []))
	await _circle.say(step.get("text", ""), to, step.get("private", false))


# Sets what counts for words to one and in a circle.
func _set_options(talk: NpcTalk, step: Dictionary) -> void:
	talk.stream_tokens = step.get("letters", false)
	talk.affordances.assign(step.get("offers", []).map(_affordance))
	talk.entities.assign(step.get("things", []).map(Messages.Entity.from_dict))
	talk.affordance_source = Messages.AffordanceSource[step.get("source", "UNSPECIFIED")]
	talk.affordance_set = step.get("set", "")
	NpcDialogue.affordance_set = step.get("client_set", "")
	talk.language = step.get("language", "")
	talk.first_beat_ms = step.get("first_beat_ms", -1)
	talk.total_ms = step.get("total_ms", -1)
	talk.set_meta("waits", step.get("waits", false))


func _do_interrupt(step: Dictionary) -> void:
	_asked.append(_now())
	_characters[step["who"]].interrupt()


func _do_end(step: Dictionary) -> void:
	if await _until(func() -> bool: return _waiting[step["who"]] == 0, step):
		_tell(step["who"], ["returned"])


func _do_leave(step: Dictionary) -> void:
	_asked.append(_now())
	_tell(step["who"], ["left"])
	remove_child(_characters[step["who"]])


func _do_free(step: Dictionary) -> void:
	_asked.append(_now())
	_free.call_deferred(step["who"])


# At the end of the frame, when no other node is processed before it is gone: until then it may
# still be told a line.
func _free(id: String) -> void:
	_tell(id, ["freed"])
	_characters[id].queue_free()
	_characters.erase(id)


func _do_reparent(step: Dictionary) -> void:
	var elsewhere := Node.new()
	add_child(elsewhere)
	_characters[step["who"]].reparent(elsewhere)


func _do_report(step: Dictionary) -> void:
	var id: String = step["who"]
	var status: int = Messages.OutcomeStatus[step["status"]]
	var result: Result = await _characters[id].report_outcome(
		_wishes[id][-1], status, step.get("detail", "")
	)
	var reason: String = result.error.reason
	_tell(id, ["reported", step["status"]] if result.is_ok() else ["refused", reason])


func _do_observe(step: Dictionary) -> void:
	var witnesses: Array[String] = []
	witnesses.assign(step["witnesses"])
	NpcDialogue.observe(step["text"], "", witnesses)


func _do_go(step: Dictionary) -> void:
	NpcDialogue.move(step["id"], step["place"], "Guest")


func _do_put(step: Dictionary) -> void:
	if step.has("observations"):
		NpcDialogue.observations.add_observation(
			Messages.Observation.from_dict(step["observations"])
		)
	elif step.has("movements"):
		NpcDialogue.observations.add_movement(Messages.Movement.from_dict(step["movements"]))
	elif step.has("objects"):
		NpcDialogue.observations.add_object(Messages.ObjectChange.from_dict(step["objects"]))
	else:
		NpcDialogue.observations.add_flag(Messages.StoryFlag.from_dict(step["flags"]))


func _do_flush(_step: Dictionary) -> void:
	if _is_ok(await NpcDialogue.observations.flush()):
		_tell("game", ["stored"])


func _do_save(step: Dictionary) -> void:
	var binding: RefCounted = NpcDialogue.save_binding()
	_kept[step["as"]] = JSON.stringify(
		await binding.to_save(step["as"], step.get("overwrite", false))
	)
	if _is_ok(Result.new(null, binding.last_error)):
		_tell("game", ["saved"])


func _do_load(step: Dictionary) -> void:
	var saved: Variant = JSON.parse_string(_kept.get(step["as"], "null"))
	if step.has("save_id"):
		saved = {"save_id": step["save_id"]}
	if _is_ok(await NpcDialogue.save_binding().from_save(saved, step.get("label", ""))):
		_tell("game", ["loaded"])


func _do_watch(step: Dictionary) -> void:
	var of: Array[String] = []
	of.assign(step.get("of", []))
	var watch: Node = NpcDialogue.watch(int(step["after"]), null, of)
	watch.event.connect(
		func(event: Messages.WatchResponse) -> void:
			if event.which_event() in step["kinds"]:
				_tell(step["as"], _watched(event))
	)
	_watches[step["as"]] = watch


func _do_unwatch(step: Dictionary) -> void:
	_watches[step["as"]].queue_free()
	_watches.erase(step["as"])


func _do_seen(step: Dictionary) -> void:
	await _until(func() -> bool: return _told.get(step["by"], []).size() >= step["times"], step)


func _do_turns(step: Dictionary) -> void:
	var request := Messages.WatchRequest.new()
	request.timeline_id = NpcDialogue.timeline_id
	request.after_seq = 0
	var stream: Stream = NpcDialogue.stream("npcserver.v1.PlayService/Watch", request, PATIENCE_MS)
	var left: int = step["count"]
	while left > 0:
		var answer: Result = await stream.next()
		if answer.is_end:
			_tell("game", ["waits in vain", step["do"]])
			return
		if answer.value.has_turn():
			_tell("server", _watched(answer.value))
			left -= 1
	stream.cancel()


func _do_remembers(step: Dictionary) -> void:
	var request := AdminMessages.ListMemoriesRequest.new()
	request.timeline_id = NpcDialogue.timeline_id
	request.character_id = step["who"]
	var result: Result = await NpcAdmin.new(NpcDialogue).memories.list_memories(request)
	var texts: Array = result.value.memories.map(func(one: RefCounted) -> String: return one.text)
	_tell("server", ["remembers", texts.count(step["text"])])


func _character(id: String) -> NpcCharacter:
	if _characters.has(id):
		return _characters[id]
	var character := NpcCharacter.new()
	character.character_id = id
	character.speaker_id = "guest-1"
	character.speaker_name = "Guest"
	character.waiting.connect(
		func() -> void:
			if character.get_meta("waits", false):
				_tell(id + "'s gestures", ["waiting"])
	)
	character.disclosed.connect(
		func(disclosure: Messages.Disclosure) -> void: _tell(id, ["disclosed", disclosure.text])
	)
	character.token.connect(func(text: String) -> void: _words[id] = _words.get(id, "") + text)
	character.line_finished.connect(
		func(line: Messages.Line) -> void:
			if _words.get(id, "") != "":
				_tell(id, ["words", _words[id].strip_edges()])
			_words[id] = ""
			_tell(id, ["line", line.text])
	)
	character.mood_changed.connect(
		func(emotion: Messages.Emotion) -> void:
			if character.get_meta("moods", false):
				_tell(id + "'s moods", [emotion.label])
	)
	character.action_requested.connect(_on_wish.bind(id))
	character.turn_finished.connect(
		func(finished: Messages.TurnFinished) -> void:
			_tell(id, ["finished", Messages.TurnOutcome.find_key(finished.outcome)])
	)
	character.failed.connect(func(error: NpcError) -> void: _tell(id, ["failed", error.reason]))
	add_child(character)
	_characters[id] = character
	_wishes[id] = []
	return character


func _say(id: String, character: NpcCharacter, text: String) -> void:
	_waiting[id] = _waiting.get(id, 0) + 1
	await character.say(text)
	_waiting[id] -= 1


func _on_wish(intent: Messages.ActionIntent, id: String) -> void:
	_wishes[id].append(intent)
	_tell(id, ["wants", intent.affordance, NpcCharacter.arguments(intent)])


func _on_refused(error: NpcError, _request: RefCounted) -> void:
	_tell("game", ["refused", error.reason])


func _affordance(offer: Dictionary) -> Resource:
	var parameters: Array[OneParameter] = []
	for one: Dictionary in offer.get("parameters", []):
		var parameter := OneParameter.new()
		parameter.name = one["name"]
		parameter.type = int(one["type"]) as OneParameter.Type
		parameter.description = one.get("description", "")
		parameter.is_optional = one.get("isOptional", false)
		parameter.has_minimum = one.has("minimum")
		parameter.minimum = one.get("minimum", 0.0)
		parameter.has_maximum = one.has("maximum")
		parameter.maximum = one.get("maximum", 0.0)
		parameter.options.assign(one.get("options", []))
		parameter.entity_kinds.assign(one.get("entityKinds", []))
		parameters.append(parameter)
	var affordance: Resource = OneAffordance.make(offer["name"], offer["description"], parameters)
	affordance.max_uses = offer.get("maxUses", 1)
	return affordance


func _watched(event: Messages.WatchResponse) -> Array:
	match event.which_event():
		"memory":
			return ["memory", event.memory.text]
		"movement":
			return ["movement", event.movement.place_id]
		"turn":
			return ["turn", Messages.TurnOutcome.find_key(event.turn.outcome)]
	return [event.which_event()]


func _tell(who: String, what: Array) -> void:
	if not _told.has(who):
		_told[who] = []
	_told[who].append(what)


func _is_ok(result: Result) -> bool:
	if not result.is_ok():
		_tell("game", ["failed", result.error.reason])
	return result.is_ok()


# How many lines and failures were told.
func _count(id: String) -> int:
	return (
		_told
		. get(id, [])
		. filter(func(one: Array) -> bool: return one[0] in ["line", "failed"])
		. size()
	)


func _until(is_so: Callable, step: Dictionary) -> bool:
	var end := Time.get_ticks_msec() + PATIENCE_MS
	while not is_so.call():
		if Time.get_ticks_msec() > end:
			_tell("game", ["waits in vain", step["do"]])
			return false
		await get_tree().process_frame
	return true


func _now() -> float:
	return Time.get_unix_time_from_system() * 1000.0
