@tool
@icon("res://addons/npc_dialogue/icon.svg")
## What [NpcCharacter] and [NpcCircle] have in common: who speaks to them, what they may do, and
## reports of it. Add one of those to your scene.
class_name NpcTalk
extends Node

const Affordance = preload("npc_affordance.gd")
const Answer = preload("answer.gd")
const Failure = preload("error.gd")
const Messages = preload("messages.gd")
const Result = preload("result.gd")

# of so many intents it is known to which turn they belong, whatever was reported of them: a load
# may bring back the moment before
const _INTENTS_KEPT := 256

## Id of the speaker: the id that the game gives a player.
@export var speaker_id := "player":
	set(value):
		speaker_id = value
		update_configuration_warnings()
## Name by which the character knows the speaker.
@export var speaker_name := "Player":
	set(value):
		speaker_name = value
		update_configuration_warnings()
## Language in which the speaker speaks, such as [code]pt-BR[/code]; empty for that of the timeline.
@export var language := ""
## What the characters may do.
@export var affordances: Array[Affordance] = []:
	set(value):
		affordances = value
		update_configuration_warnings()
## Name of a set that your game's server has registered with [code]PutAffordanceSet[/code], which is
## offered in place of [member affordances] and [member entities]. A player's token can declare none
## of these: with one, only the set counts, this or else [code]NpcDialogue.affordance_set[/code].
@export var affordance_set := "":
	set(value):
		affordance_set = value
		update_configuration_warnings()
## Where its affordances and entities come from: without any of its own, from the world.
@export var affordance_source := Messages.AffordanceSource.UNSPECIFIED
## Whether sentences come letter by letter.
@export var stream_tokens := true
## After so many milliseconds without a word [signal waiting] comes, 0 to 60,000; below 0 the server
## decides.
@export_range(-1, 60000) var first_beat_ms := -1
## For how long the player can wait for the whole turn, in milliseconds, up to 120,000; below 1 the
## server decides.
@export_range(-1, 120000) var total_ms := -1

## Live things that arguments may name; set them before [method say].
var entities: Array[Messages.Entity] = []
## The client; found by itself where the autoload is called [code]NpcDialogue[/code].
var client: Node:
	get:
		if client == null and is_inside_tree():
			client = get_tree().root.get_node_or_null(^"NpcDialogue")
		return client
# turn and timeline of each intent, by its id, oldest first
var _wishes := {}
# what callers wait for
var _answers: Array[Answer] = []


## Reports the outcome of an intent: a status of [code]NpcMessages.OutcomeStatus[/code], and
## what happened, as the character would remember it. After a load the outcome goes to the timeline
## that is played, if that one has the turn; otherwise the intent is dropped, and the error says so.
func report_outcome(intent: Messages.ActionIntent, status: int, detail := "") -> Result:
	var answer := Messages.ReportOutcomeResponse.new()
	if client == null or not _wishes.has(intent.intent_id):
		var words := "this intent does not come from here, or long ago"
		return Result.new(answer, Failure.make(Failure.INVALID_ARGUMENT, words))
	var request := Messages.ReportOutcomeRequest.new()
	request.turn_id = _wishes[intent.intent_id][0]
	request.timeline_id = _wishes[intent.intent_id][1]
	request.intent_id = intent.intent_id
	request.status = status
	request.detail = detail
	var result := await _answer_to(
		func(then: Callable) -> void: client.report_then(request, then), answer
	)
	var reason := result.error.reason
	if reason == "INTENT_TIMELINE_LEFT" or reason == "TIMELINE_NOT_FOUND":
		_wishes.erase(intent.intent_id)
	elif _wishes.has(intent.intent_id):
		_wishes[intent.intent_id][1] = request.timeline_id
	return result


## Offers a live thing that arguments may name.
func add_entity(id: String, of_name: String, kind := "") -> void:
	var entity := Messages.Entity.new()
	entity.id = id
	entity.name = of_name
	entity.kind = kind
	entities.append(entity)


## Returns the arguments of an intent by name: texts, whole numbers, numbers, true and false.
static func arguments(intent: Messages.ActionIntent) -> Dictionary:
	var found := {}
	for argument in intent.arguments:
		var which := argument.which_value()
		if which != "":
			found[argument.name] = argument.get(which)
	return found


func _get_configuration_warnings() -> PackedStringArray:
	var warnings := PackedStringArray()
	if speaker_id == "":
		warnings.append("Set speaker_id: the id that your game gives the player, such as player.")
	if speaker_name == "":
		warnings.append("Set speaker_name: the name by which characters know the player.")
	for affordance in affordances:
		if affordance == null:
			warnings.append(
				"Fill the empty entry of affordances with an NpcAffordance, or remove it."
			)
		elif affordance.name == "" or affordance.description == "":
			warnings.append(
				"Give each affordance a name and a description: a character is offered it by these."
			)
	if affordance_set != "" and not affordances.is_empty():
		warnings.append("affordance_set is offered in place of affordances: clear one of the two.")
	if not ProjectSettings.has_setting("autoload/NpcDialogue"):
		(
			warnings
			. append(
				"There is no autoload NpcDialogue: enable the add-on in Project > Project Settings > Plugins."
			)
		)
	return warnings


# Why nothing can be said; none when it can.
func _obstacle() -> Failure:
	if client == null:
		var words := "there is no autoload NpcDialogue: enable the add-on, or set the node's client"
		return Failure.make(Failure.FAILED_PRECONDITION, words)
	if client.timeline_id == "":
		var words := "nothing is played yet: await NpcDialogue.start_timeline(world_id) first"
		return Failure.make(Failure.FAILED_PRECONDITION, words)
	return Failure.new()


# Fills in what requests of characters and of circles have in common.
func _fill(request: RefCounted) -> void:
	request.timeline_id = client.timeline_id
	request.language = language
	request.affordance_source = affordance_source
	request.stream_deltas = stream_tokens
	if first_beat_ms >= 0:
		request.first_beat_ms = first_beat_ms
	if total_ms > 0:
		request.total_ms = total_ms
	request.affordance_set = _named_set()
	if request.affordance_set == "" and not client.shows_tokens:
		request.entities = entities.duplicate()
		for affordance in affordances:
			if affordance != null:
				request.affordances.append(affordance.to_message())


# Returns the name of the set that is offered; empty for what is declared here, or the world's.
func _named_set() -> String:
	var declares := not (affordances.is_empty() and entities.is_empty())
	if affordance_set == "" and (client.shows_tokens or not declares):
		return client.affordance_set
	return affordance_set


func _show_disclosure(to: Signal, disclosure: Messages.Disclosure) -> void:
	to.emit(disclosure)
	if to.get_connections().is_empty():
		client.show_disclosure(disclosure.text)


func _remember(intent_id: String, turn_id: String, timeline_id: String) -> void:
	_wishes[intent_id] = [turn_id, timeline_id]
	if _wishes.size() > _INTENTS_KEPT:
		_wishes.erase(_wishes.keys()[0])


# Makes a call that takes what to do then, and waits for its answer or for this node's end.
func _answer_to(begin: Callable, empty: RefCounted) -> Result:
	var waited_for := Answer.new(empty)
	_answers.append(waited_for)
	begin.call(waited_for.take)
	if waited_for.result == null:
		await waited_for.finished
	_answers.erase(waited_for)
	return waited_for.result


func _leave_answers() -> void:
	for waited_for: Answer in _answers.duplicate():
		waited_for.leave()
