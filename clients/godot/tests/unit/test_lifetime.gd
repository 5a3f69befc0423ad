extends "suite.gd"
## Nodes that are moved, taken out of the tree and freed while they wait for a server: who is moved
## goes on, and nobody is left without an end.

const Character := preload("res://addons/npc_dialogue/npc_character.gd")
const Client := preload("res://addons/npc_dialogue/npc_dialogue.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const Result := preload("res://addons/npc_dialogue/result.gd")
const Stream := preload("res://addons/npc_dialogue/stream.gd")

# reserved, and nobody listens there
const NOBODY := "http://127.0.0.1:1"
const INTERRUPTED := Messages.TurnOutcome.INTERRUPTED

var client: Client
var codes: Array[String] = []
var outcomes: Array[int] = []


func test_who_is_moved_speaks_on() -> void:
	var character := _speaking()
	var other := Node.new()
	host.add_child(other)
	character.reparent(other)
	await _frames()
	yes(character.is_speaking, "it speaks on")
	same([codes, outcomes], [[] as Array[String], [] as Array[int]])
	other.free()
	same([codes, outcomes], [["canceled"] as Array[String], [INTERRUPTED] as Array[int]])
	client.free()


func test_who_is_taken_out_of_the_tree_is_interrupted() -> void:
	var character := _speaking()
	host.remove_child(character)
	await _frames()
	yes(not character.is_speaking, "it is silent")
	same([codes, outcomes], [["canceled"] as Array[String], [INTERRUPTED] as Array[int]])
	character.free()
	same(outcomes.size(), 1, "told once")
	client.free()


func test_who_is_freed_tells_those_who_are_left() -> void:
	var character := _speaking()
	character.free()
	same([codes, outcomes], [["canceled"] as Array[String], [INTERRUPTED] as Array[int]])
	client.free()


func test_a_scene_that_is_freed_is_told_nothing_and_others_are() -> void:
	var character := _speaking()
	var scene := Node.new()
	var sibling := Listener.new()
	host.add_child(scene)
	# before and after the character, since children are freed from the last to the first
	scene.add_child(sibling)
	character.reparent(scene)
	character.turn_finished.connect(sibling.take)
	sibling.told = func() -> void: codes.append("sibling")
	scene.free()
	same([codes, outcomes], [["canceled"] as Array[String], [INTERRUPTED] as Array[int]])
	client.free()


func test_who_is_freed_cannot_be_spoken_to_again() -> void:
	var character := _speaking()
	var again: Array[String] = []
	character.turn_finished.connect(
		func(_finished: Messages.TurnFinished) -> void:
			var result: Result = await character.say("Wait!")
			again.append(result.error.code)
	)
	character.free()
	same(again, ["canceled"] as Array[String])
	client.free()


func test_a_turn_that_does_not_end_when_asked_is_finished_as_interrupted() -> void:
	var character := _speaking()
	character.interrupt()
	await until(func() -> bool: return not outcomes.is_empty(), "the turn is finished")
	same([codes, outcomes], [["canceled"] as Array[String], [INTERRUPTED] as Array[int]])
	character.free()
	client.free()


func test_a_watch_that_is_moved_watches_on() -> void:
	_open()
	var keeper := Node.new()
	var other := Node.new()
	host.add_child(keeper)
	host.add_child(other)
	var watching: Node = client.watch(7, keeper)
	watching.stopped.connect(func(error: RefCounted) -> void: codes.append(error.code))
	watching.reparent(other)
	keeper.reparent(other)
	await _frames()
	yes(not watching.is_stopped and not watching.is_queued_for_deletion(), "it watches on")
	other.remove_child(watching)
	await _frames()
	yes(watching.is_stopped, "it has ended")
	same(codes, ["canceled"] as Array[String], "and says so")
	other.free()
	await _frames()
	yes(not is_instance_valid(watching), "it goes with its owner")
	client.free()


func test_a_stream_whose_owner_is_moved_goes_on() -> void:
	_open()
	var keeper := Node.new()
	var other := Node.new()
	host.add_child(keeper)
	host.add_child(other)
	var stream: Stream = client.play.say(Messages.SayRequest.new())
	stream.owned_by(keeper)
	keeper.reparent(other)
	await _frames()
	yes(not stream.is_over, "it goes on")
	other.free()
	await _frames()
	same(stream.error.code, "canceled")
	client.free()


func test_all_that_a_node_owns_ends_with_it() -> void:
	_open()
	var keeper := Node.new()
	host.add_child(keeper)
	var watches: Array[Node] = [client.watch(7, keeper), client.watch(8, keeper)]
	var streams: Array[Stream] = []
	for number in 2:
		streams.append(client.play.say(Messages.SayRequest.new()))
		streams[number].owned_by(keeper)
	keeper.free()
	await _frames()
	for stream in streams:
		same(stream.error.code, "canceled")
	for watching in watches:
		yes(not is_instance_valid(watching), "it goes with its owner")
	client.free()


func test_a_client_that_is_moved_keeps_its_calls() -> void:
	var character := _speaking()
	var other := Node.new()
	host.add_child(other)
	client.reparent(other)
	await _frames()
	yes(character.is_speaking, "the turn goes on")
	other.remove_child(client)
	await _frames()
	same(outcomes, [INTERRUPTED] as Array[int], "it ends with the client")
	client.free()
	other.free()
	character.free()


func _open() -> void:
	client = Client.new()
	client.log.level = client.log.Level.SILENT
	client.configure(NOBODY)
	client.endpoint.pause_ms = 60000
	client.endpoint.turn_timeout_ms = 600000
	client.timeline_id = "tl"
	host.add_child(client)


# A character whose turn waits for a server that is not there.
func _speaking() -> Character:
	_open()
	var character := Character.new()
	character.client = client
	character.turn_finished.connect(
		func(finished: Messages.TurnFinished) -> void: outcomes.append(finished.outcome)
	)
	character.failed.connect(func(error: RefCounted) -> void: codes.append("failed " + error.code))
	host.add_child(character)
	var ask := func() -> void:
		var result: Result = await character.say("Hello")
		codes.append(result.error.code)
	ask.call()
	return character


func _frames() -> void:
	for _number in 3:
		await host.get_tree().process_frame


class Listener:
	extends Node

	var told := Callable()

	func take(_finished: Messages.TurnFinished) -> void:
		told.call()
