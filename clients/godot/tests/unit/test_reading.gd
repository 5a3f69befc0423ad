extends "suite.gd"
## Large messages: read aside from the frame, in order, and for nobody where their call has ended.

const Call := preload("res://addons/npc_dialogue/call.gd")
const Caller := preload("res://addons/npc_dialogue/caller.gd")
const Endpoint := preload("res://addons/npc_dialogue/endpoint.gd")
const Envelope := preload("res://addons/npc_dialogue/envelope.gd")
const Incoming := preload("res://addons/npc_dialogue/incoming.gd")
const Json := preload("res://addons/npc_dialogue/json.gd")
const AdminMessages := preload("res://addons/npc_dialogue/admin/messages.gd")
const Reading := preload("res://addons/npc_dialogue/reading.gd")

const LIST := "npcserver.admin.v1.MemoryService/ListMemories"
const WITH_THREADS: Array[bool] = [true, false]

var _server := TCPServer.new()
var _peer: StreamPeerTCP
# what the server has not sent yet
var _left := PackedByteArray()


## Notes the thread on which it is read.
class Noted:
	extends RefCounted
	static var threads: Array[int] = []

	static func from_dict(_source: Variant) -> Noted:
		threads.append(OS.get_thread_caller_id())
		return Noted.new()


func test_a_large_message_is_not_read_in_the_frame() -> void:
	Noted.threads.clear()
	var incoming := Incoming.new(Noted)
	same(incoming.take_whole(_body(500)), Incoming.Found.NOTHING)
	yes(incoming.is_waiting(), "what comes after it waits")
	await _found(incoming, Incoming.Found.MESSAGE)
	same(Noted.threads.size(), 1, "read once")
	yes(Noted.threads[0] != OS.get_main_thread_id(), "on another thread")


func test_a_small_message_is_read_at_once() -> void:
	Noted.threads.clear()
	same(Incoming.new(Noted).take_whole(_body(1)), Incoming.Found.MESSAGE)
	same(Noted.threads, [OS.get_main_thread_id()] as Array[int])


func test_without_threads_it_is_read_in_two_frames() -> void:
	await _with_threads(false, _read_in_two_frames)


func test_what_is_read_either_way_is_the_same() -> void:
	for threads in WITH_THREADS:
		await _with_threads(threads, _read_whole)


func test_messages_keep_their_order() -> void:
	for threads in WITH_THREADS:
		await _with_threads(threads, _read_in_order)


func test_a_large_message_that_is_no_json() -> void:
	for threads in WITH_THREADS:
		await _with_threads(threads, _read_no_json)


func test_an_answer_is_read_while_frames_go_on() -> void:
	for threads in WITH_THREADS:
		await _with_threads(threads, _ask_for_much)


func test_a_call_that_is_canceled_while_it_is_read_leaves_nothing_behind() -> void:
	var caller := Caller.new()
	var asked := await _asked(caller, _body(3000))
	await until(_is_reading.bind(caller, asked), "reading")
	var ended: Array[String] = []
	var end := func() -> void: ended.append(asked.error.code)
	asked.finished.connect(end)
	asked.cancel()
	same(ended, ["canceled"] as Array[String])
	same(asked.reply, null)
	await until(_is_tidy.bind(caller), "nothing is left")
	same(ended.size(), 1, "no word afterwards")
	asked.finished.disconnect(end)
	caller.close()


func test_a_client_that_is_closed_waits_for_its_threads() -> void:
	var caller := Caller.new()
	var asked := await _asked(caller, _body(3000))
	await until(_is_reading.bind(caller, asked), "reading")
	caller.close()
	same(asked.error.code, "canceled")
	same(Reading._running.size(), 0)


func _read_in_two_frames() -> void:
	Noted.threads.clear()
	var incoming := Incoming.new(Noted)
	incoming.take_whole(_body(500))
	same(incoming.take(), Incoming.Found.NOTHING, "parsed")
	same(Noted.threads.size(), 0)
	same(incoming.take(), Incoming.Found.MESSAGE, "built")


func _read_whole() -> void:
	var incoming := Incoming.new(AdminMessages.ListMemoriesResponse)
	var body := _body(500)
	incoming.take_whole(body)
	await _found(incoming, Incoming.Found.MESSAGE)
	var at_once := AdminMessages.ListMemoriesResponse.from_dict(Json.decode(body))
	yes(incoming.message.to_dict() == at_once.to_dict(), "the same as at once")


func _read_in_order() -> void:
	var incoming := Incoming.new(AdminMessages.ListMemoriesResponse)
	var seen: Array[int] = []
	for count: int in [1, 400, 2, 300, 3]:
		incoming.feed(Envelope.wrap(_body(count)))
	var end := Envelope.wrap("{}".to_utf8_buffer())
	end[0] = Envelope.FLAG_END
	incoming.feed(end)
	for number in 5:
		await _found(incoming, Incoming.Found.MESSAGE)
		seen.append(incoming.message.memories.size())
	await _found(incoming, Incoming.Found.END)
	same(seen, [1, 400, 2, 300, 3] as Array[int])


func _read_no_json() -> void:
	var incoming := Incoming.new(AdminMessages.ListMemoriesResponse)
	incoming.take_whole("<p>".repeat(5000).to_utf8_buffer())
	await _found(incoming, Incoming.Found.FAULT)
	same(incoming.is_waiting(), false)


func _ask_for_much() -> void:
	var caller := Caller.new()
	var asked := await _asked(caller, _body(1000))
	await until(
		func() -> bool:
			_move_on(caller)
			return asked.is_over,
		"answered"
	)
	same(asked.error.code, "")
	same(asked.reply.memories.size(), 1000)
	same(asked.reply.memories[999].seq, 999)
	caller.close()


# Takes what comes next, in whichever frame that is.
func _found(incoming: Incoming, wanted: Incoming.Found) -> void:
	var found: Array[int] = []
	var take := func() -> bool:
		if found.is_empty():
			found.append(incoming.take())
			if found[0] == Incoming.Found.NOTHING:
				found.clear()
		return not found.is_empty()
	await until(take, "something is found")
	same(found, [wanted] as Array[int])


# Begins a call to a server that answers it with these bytes.
func _asked(caller: Caller, body: PackedByteArray) -> Call:
	_server.listen(0, "127.0.0.1")
	caller.endpoint = Endpoint.new("http://127.0.0.1:%d" % _server.get_local_port())
	var asked := Call.new(caller.endpoint, LIST, {}, AdminMessages.ListMemoriesResponse, false, 0)
	caller.begin(asked)
	await until(_is_asked.bind(caller), "asked")
	var head := "HTTP/1.1 200 OK\r\nNpc-Server: wire/2\r\nContent-Length: %d\r\n\r\n"
	_peer.put_data((head % body.size()).to_utf8_buffer())
	_left = body
	_server.stop()
	return asked


# Sends as much as the connection takes.
func _move_on(caller: Caller) -> void:
	if not _left.is_empty():
		_left = _left.slice(_peer.put_partial_data(_left)[1])
	caller.poll()


func _is_asked(caller: Caller) -> bool:
	caller.poll()
	if _server.is_connection_available():
		_peer = _server.take_connection()
	if _peer == null:
		return false
	_peer.poll()
	return _peer.get_available_bytes() > 0


func _is_reading(caller: Caller, asked: Call) -> bool:
	_move_on(caller)
	return asked._incoming.is_waiting()


func _is_tidy(caller: Caller) -> bool:
	caller.poll()
	return Reading._running.is_empty()


func _with_threads(threads: bool, test: Callable) -> void:
	Reading.has_threads = threads
	@warning_ignore("redundant_await")
	await test.call()
	Reading.has_threads = OS.has_feature("threads")


func _body(count: int) -> PackedByteArray:
	var memories := []
	for number in count:
		var text := "The tide board showed %d, and nobody spoke of it." % number
		memories.append({"memoryId": "m%d" % number, "seq": number, "text": text})
	return Json.encode({"memories": memories})
