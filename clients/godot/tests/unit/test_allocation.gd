extends "suite.gd"
## What a token costs: objects that are made, and memory that a game holds which keeps it.

const Envelope := preload("res://addons/npc_dialogue/envelope.gd")
const Incoming := preload("res://addons/npc_dialogue/incoming.gd")
const Json := preload("res://addons/npc_dialogue/json.gd")
const Turn := preload("res://addons/npc_dialogue/turn.gd")

const TOKENS := 1000
const TURN_ID := "0192d3f0-6a6e-7c6b-9a53-0d8f8f1f2a4b"
const HEAD := (
	"HTTP/1.1 200 OK\r\nContent-Type: application/connect+json\r\n"
	+ "Npc-Server: wire/2\r\nContent-Length: %d\r\n\r\n"
)
# what a turn costs beside its tokens
const OBJECTS_OF_A_TURN := 60

var _server := TCPServer.new()
var _peer: StreamPeerTCP
var _left := PackedByteArray()


func test_a_token_is_one_object_of_less_than_a_kilobyte() -> void:
	var incoming := Incoming.new(Turn.Answer)
	incoming.feed(_envelope({"delta": {"text": "warm "}}))
	incoming.take()
	for number in TOKENS:
		incoming.feed(_envelope({"delta": {"text": "spoken "}}))
	var kept: Array[RefCounted] = []
	kept.resize(TOKENS)
	var memory := OS.get_static_memory_usage()
	var objects := int(Performance.get_monitor(Performance.OBJECT_COUNT))
	var made := _made_so_far()
	var began := Time.get_ticks_usec()
	for number in TOKENS:
		incoming.take()
		kept[number] = incoming.message
	var took := Time.get_ticks_usec() - began
	made = _made_so_far() - made - 1
	objects = int(Performance.get_monitor(Performance.OBJECT_COUNT)) - objects
	memory = OS.get_static_memory_usage() - memory
	var cost := [_each(objects), _each(made), _each(memory), _each(took)]
	print("A TOKEN %.2f objects, %.2f made, %.0f bytes, %.0f µs" % cost)
	yes(objects <= TOKENS, "held: %.2f objects a token" % _each(objects))
	yes(made <= TOKENS, "made: %.2f objects a token" % _each(made))
	yes(memory <= TOKENS * 1024, "held: %.0f bytes a token" % _each(memory))


func test_a_turn_makes_one_object_a_token() -> void:
	_server.listen(0, "127.0.0.1")
	var client: Node = preload("res://addons/npc_dialogue/npc_dialogue.gd").new()
	host.add_child(client)
	client.configure("http://127.0.0.1:%d" % _server.get_local_port())
	client.timeline_id = "t"
	var character := NpcCharacter.new()
	character.client = client
	var heard: Array[int] = [0, 0]
	character.token.connect(
		func(_text: String) -> void:
			heard[0] += 1
			if heard[0] == 1:
				heard[1] = _made_so_far()
	)
	host.add_child(character)
	_left = _envelope({"started": {"characterId": "hester"}})
	for number in TOKENS:
		_left += _envelope({"delta": {"text": "spoken "}})
	_left += _envelope({"finished": {"outcome": "TURN_OUTCOME_COMPLETED"}})
	var end := Envelope.wrap("{}".to_utf8_buffer())
	end[0] = Envelope.FLAG_END
	_left += end
	_left = (HEAD % _left.size()).to_utf8_buffer() + _left
	character.say("Good evening!")
	await until(_is_served.bind(character), "spoken")
	var made := _made_so_far() - heard[1]
	same(heard[0], TOKENS)
	yes(made <= TOKENS + OBJECTS_OF_A_TURN, "%.2f objects a token" % _each(made))
	_server.stop()
	character.queue_free()
	client.queue_free()


func _is_served(character: NpcCharacter) -> bool:
	if _server.is_connection_available():
		_peer = _server.take_connection()
	if _peer != null and not _left.is_empty():
		_peer.poll()
		_left = _left.slice(_peer.put_partial_data(_left)[1])
	return _left.is_empty() and not character.is_speaking


func _envelope(turn_event: Dictionary) -> PackedByteArray:
	turn_event["turnId"] = TURN_ID
	turn_event["sequence"] = 7
	return Envelope.wrap(Json.encode({"event": turn_event}))


# The engine numbers the objects of a program: above the 24 bits of the place, below the mark of
# those that count their references.
func _made_so_far() -> int:
	return (RefCounted.new().get_instance_id() >> 24) & ((1 << 39) - 1)


func _each(sum: int) -> float:
	return float(sum) / TOKENS
