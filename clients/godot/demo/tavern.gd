extends Control
## A playable taproom: three guests, and things that they can do.

const Counter := preload("res://demo/counter.gd")
const Deeds := preload("res://demo/deeds.gd")
const Failure := preload("res://addons/npc_dialogue/error.gd")
const Figure := preload("res://demo/figure.gd")
const Hud := preload("res://demo/hud.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const Stage := preload("res://demo/stage.gd")
const Words := preload("res://addons/npc_dialogue/balloon/words.gd")

const WORLD := "farrowhithe"
const PLACE := "taproom"
const SAVE_FILE := "user://tavern.json"

var _index := 0
var _figures: Array[Figure] = []
var _minds: Array[NpcCharacter] = []
var _deeds := Deeds.new()
var _has_begun := false
var _watch: NpcWatch = null

@onready var _stage: Stage = $Room/Stage
@onready var _counter: Counter = $Room/Counter
@onready var _hud: Hud = $Hud


func _ready() -> void:
	_read_arguments()
	_deeds.stage = _stage
	_deeds.counter = _counter
	add_child(_deeds)
	_figures = [$Room/Hester, $Room/Linnet, $Room/Orrel]
	_minds = [$HesterMind, $LinnetMind, $OrrelMind]
	for index in _minds.size():
		_listen_to(index)
	_hud.said.connect(_on_said)
	_hud.interrupted.connect(func() -> void: _minds[_index].interrupt())
	_hud.saved.connect(_on_saved)
	_hud.loaded.connect(_on_loaded)
	_hud.chosen.connect(_choose)
	_choose(0)
	_begin()


# `-- --server=URL --key=KEY` come before the project settings. In place of a key, a player's game
# has `--tokens=URL --timeline=ID --set=NAME`: where its tokens come from, and what the game's
# server has begun and registered.
func _read_arguments() -> void:
	var given := {}
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=", true, 1)
		given[parts[0]] = parts[1] if parts.size() > 1 else ""
	if given.has("server"):
		NpcDialogue.configure(given["server"], given.get("key", ""))
	if given.has("tokens"):
		NpcDialogue.use_tokens(_token_from.bind(given["tokens"]))
		NpcDialogue.timeline_id = given["timeline"]
		NpcDialogue.affordance_set = given.get("set", "")
		_hud.hide_saves()


# Returns a token of the game's server; empty where none comes.
func _token_from(url: String) -> String:
	var http := HTTPRequest.new()
	http.timeout = 10.0
	add_child(http)
	var text := ""
	if http.request(url) == OK:
		var answer: Array = await http.request_completed
		text = answer[3].get_string_from_utf8() if answer[1] == 200 else ""
	http.queue_free()
	return text


func _listen_to(index: int) -> void:
	var mind := _minds[index]
	for thing: Array in [
		["gull_front_door", "the front door of the Gull", "door"],
		["lantern_head", "the lighthouse on Lantern Head", "place"],
		["driftwood_fire", "the driftwood fire", "item"],
		["handbell", "the hand bell on the counter", "item"],
	]:
		mind.add_entity(thing[0], thing[1], thing[2])
	mind.token.connect(_hud.add_words)
	mind.line_finished.connect(func(_line: Messages.Line) -> void: _hud.add_words(" "))
	mind.mood_changed.connect(_on_mood.bind(index))
	mind.action_requested.connect(_on_wish.bind(index))
	mind.failed.connect(_on_failed)


# Begins anew, or plays what the game's server has begun; tries until it succeeds.
func _begin() -> void:
	_hud.show_note("Looking for the server …", false)
	while is_inside_tree() and not _has_begun:
		var result: NpcResult
		if NpcDialogue.shows_tokens:
			result = await NpcDialogue.continue_timeline(NpcDialogue.timeline_id)
		else:
			result = await NpcDialogue.start_timeline(WORLD, "The Patient Gull")
		_has_begun = result.is_ok()
		if not _has_begun:
			_hud.show_note("No server yet: %s" % result.error.message, false)
			await NpcDialogue.wait(2000).finished
	if is_inside_tree():
		_come_together()


# All characters of the demo are in the taproom, with the player.
func _come_together() -> void:
	if not NpcDialogue.shows_tokens:
		for mind in _minds:
			NpcDialogue.move(mind.character_id, PLACE)
		NpcDialogue.move("player", PLACE, "the visitor")
	_watch_after(-1)
	_hud.show_note("Connected", true)
	print("READY")


func _watch_after(seq: int) -> void:
	if _watch != null:
		_watch.queue_free()
	_watch = NpcDialogue.watch(seq, self)
	_watch.interrupted.connect(
		func(_error: Failure) -> void:
			_hud.show_note("The connection was lost; trying to get it back …", false)
	)
	_watch.resumed.connect(
		func(_seq: int) -> void: _hud.show_note("Connected again; nothing was missed", true)
	)
	_watch.stopped.connect(
		func(error: Failure) -> void:
			if not error.code in ["", Failure.CANCELED]:
				_hud.show_note(Words.of(Words.key_of(error)), false)
	)


func _choose(index: int) -> void:
	if _minds[_index].is_speaking:
		_minds[_index].interrupt()
	_index = index
	for other in _figures.size():
		_figures[other].is_chosen = other == index
	_hud.show_guest(index, _figures[index].shown_name)
	_hud.show_mood(_figures[index].mood)


func _on_said(text: String) -> void:
	if not _has_begun:
		return
	var index := _index
	_hud.begin_answer(text)
	_hud.set_speaking(true)
	_figures[index].is_speaking = true
	var result := await _minds[index].say(text)
	_figures[index].is_speaking = false
	_hud.set_speaking(_minds[_index].is_speaking)
	if result.is_ok():
		print("TURN ", result.value.outcome)
		# a token came after all
		if _watch.is_stopped:
			_watch_after(_watch.seq)
			_hud.show_note("Connected again; nothing was missed", true)
	elif result.error.code != Failure.CANCELED:
		_hud.give_back(text)
	if result.is_ok() and result.value.outcome == Messages.TurnOutcome.INTERRUPTED:
		_hud.add_remark("%s falls silent." % _figures[index].shown_name)


func _on_mood(emotion: Messages.Emotion, index: int) -> void:
	_figures[index].mood = emotion.label
	_figures[index].valence = emotion.valence
	_figures[index].arousal = emotion.arousal
	if index == _index:
		_hud.show_mood(emotion.label)


# The game decides: here, whatever was offered may happen, and is seen to happen.
func _on_wish(intent: Messages.ActionIntent, index: int) -> void:
	var outcome := await _deeds.perform(intent, _figures[index])
	if outcome.remark != "":
		_hud.add_remark(outcome.remark)
	# the game's server learns of it from its own watch, and reports it
	if NpcDialogue.shows_tokens:
		print("DEED %s seen" % intent.affordance)
		return
	var status := Messages.OutcomeStatus.COMPLETED
	if not outcome.is_done:
		status = Messages.OutcomeStatus.REFUSED
	var result := await _minds[index].report_outcome(intent, status, outcome.detail)
	print("DEED %s %s" % [intent.affordance, "reported" if result.is_ok() else result.error.code])


func _on_failed(error: Failure) -> void:
	_hud.add_remark(Words.of(Words.key_of(error)))
	_hud.show_note("Something went wrong: %s" % error.code, false)


func _on_saved() -> void:
	var saved := await NpcDialogue.save_binding().to_save("The Patient Gull")
	var file := FileAccess.open(SAVE_FILE, FileAccess.WRITE)
	if file == null:
		_hud.show_note("The game could not be written to %s" % SAVE_FILE, false)
		return
	file.store_string(JSON.stringify(saved))
	file.close()
	_hud.show_note("Saved", true)
	print("SAVED")


func _on_loaded() -> void:
	if not FileAccess.file_exists(SAVE_FILE):
		_hud.show_note("There is no saved game yet", false)
		return
	var saved: Variant = JSON.parse_string(FileAccess.get_file_as_string(SAVE_FILE))
	var result := await NpcDialogue.save_binding().from_save(saved)
	if not result.is_ok():
		_hud.show_note("The saved game could not be loaded: %s" % result.error.message, false)
		return
	_has_begun = true
	_hud.clear()
	_come_together()
	_hud.show_note("Loaded: nobody remembers what came after", true)
	print("LOADED")
