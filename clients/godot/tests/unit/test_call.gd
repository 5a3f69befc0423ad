extends "suite.gd"
## One exchange over a connection that was used before, with a server that breaks off.

const Call := preload("res://addons/npc_dialogue/call.gd")
const Caller := preload("res://addons/npc_dialogue/caller.gd")
const Endpoint := preload("res://addons/npc_dialogue/endpoint.gd")
const Envelope := preload("res://addons/npc_dialogue/envelope.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")

const SAY := "npcserver.v1.PlayService/Say"
const SAVE := "npcserver.v1.TimelineService/Save"
const OLD_HEAD := "HTTP/1.1 200 OK\r\nContent-Type: application/connect+json\r\n"
const HEAD := OLD_HEAD + "Npc-Server: wire/2\r\n"

const BREAKS_OFF := "breaks off"
const RESETS := "resets"
const SAYS_AND_BREAKS_OFF := "breaks off together with what it says"

var _server := TCPServer.new()
var _peers: Array[StreamPeerTCP] = []
var _read := 0
# what was sent last
var _answer := PackedByteArray()


func test_an_answer_that_began_is_not_asked_for_again() -> void:
	var piece := Envelope.wrap('{"event": {"turnId": "t"}}'.to_utf8_buffer())
	var whole := HEAD + "Content-Length: 500\r\n\r\n"
	var chunked := HEAD + "Transfer-Encoding: chunked\r\n\r\n%x\r\n" % piece.size()
	for how: String in [BREAKS_OFF, RESETS, SAYS_AND_BREAKS_OFF]:
		await _is_lost(whole.to_utf8_buffer() + piece, how)
		await _is_lost(chunked.to_utf8_buffer() + piece + "\r\n".to_utf8_buffer(), how)


func test_an_answer_is_whole_where_the_connection_is_closed_behind_it() -> void:
	var body := '{"save": {"saveId": "s"}}'
	var kinds := "Content-Type: application/json\r\nNpc-Server: wire/2\r\nConnection: close\r\n"
	var chunked := (
		"HTTP/1.1 200 OK\r\n%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n"
		% [kinds, body.length(), body]
	)
	# with the last chunk of length 0, and cut off before it
	for end: String in ["0\r\n\r\n", "0\r\n", ""]:
		var asked := await _exchange((chunked + end).to_utf8_buffer(), SAYS_AND_BREAKS_OFF, SAVE)
		await until(_is_over.bind(asked), "an end")
		same(asked.error.code, "", var_to_str(end) + asked.error.message)
		same(asked.reply.save.save_id if asked.reply != null else "", "s", var_to_str(end))


func test_a_call_after_a_stream_that_ended_early_gets_its_own_answer() -> void:
	var piece := Envelope.wrap('{"event": {"turnId": "t"}}'.to_utf8_buffer())
	var last := Envelope.wrap("{}".to_utf8_buffer())
	last[0] = Envelope.FLAG_END
	# how much of the end of the chunked answer has come; only a whole one leaves the connection free
	for rest: String in ["hang up", "", "0", "0\r\n", "0\r\n\r\n"]:
		_peers.clear()
		_server.listen(0, "127.0.0.1")
		var caller := Caller.new()
		caller.set_endpoint(Endpoint.new("http://127.0.0.1:%d" % _server.get_local_port()))
		var said := Call.new(caller.endpoint, SAY, {}, Messages.SayResponse, true, 0)
		caller.begin(said)
		var sent := piece if rest == "hang up" else piece + last
		var head := HEAD + "Transfer-Encoding: chunked\r\n\r\n%x\r\n" % sent.size()
		var end := ("\r\n" + rest.trim_prefix("hang up")).to_utf8_buffer()
		await until(_is_served.bind(caller, head.to_utf8_buffer() + sent + end), "asked")
		await until(func() -> bool: return _polled(caller) and said.has_heard, "heard")
		if rest == "hang up":
			said.cancel()
		await until(func() -> bool: return _polled(caller) and said.is_over, "an end")
		# what the server had still to send
		_peers[0].put_data("0\r\n\r\n".trim_prefix(rest).to_utf8_buffer())
		var saved := Call.new(caller.endpoint, SAVE, {}, Messages.SaveResponse, false, 0)
		caller.begin(saved)
		var body := '{"save": {"saveId": "s"}}'
		var kinds := "Content-Type: application/json\r\nNpc-Server: wire/2\r\n"
		head = "HTTP/1.1 200 OK\r\n%sContent-Length: %d\r\n\r\n" % [kinds, body.length()]
		await until(_is_served.bind(caller, (head + body).to_utf8_buffer()), "asked again")
		await until(func() -> bool: return _polled(caller) and saved.is_over, "an answer")
		var what := var_to_str(rest)
		same(saved.reply.save.save_id if saved.reply != null else saved.error.message, "s", what)
		same(_peers.size(), 1 if rest == "0\r\n\r\n" else 2, "connections: " + what)
		caller.close()
		_server.stop()


func test_a_server_that_does_not_say_its_wire_is_to_be_updated() -> void:
	var piece := Envelope.wrap('{"event": {"turnId": "t"}}'.to_utf8_buffer())
	var asked := await _exchange(
		(OLD_HEAD + "Content-Length: 500\r\n\r\n").to_utf8_buffer() + piece
	)
	same(asked.error.code, "failed_precondition")
	same(asked.error.reason, "WIRE_NOT_SERVED")
	same("update the server to 0.3.0 or later" in asked.error.message, true, asked.error.message)


func test_what_nobody_heard_is_asked_for_again() -> void:
	var asked := await _exchange(PackedByteArray())
	same(_peers.size(), 2, "over a new connection")
	same(asked.is_over, false)
	asked.cancel()


func test_a_call_that_the_server_gives_up_is_no_cancelation_of_ours() -> void:
	var end := Envelope.wrap('{"error": {"code": "canceled", "message": "?"}}'.to_utf8_buffer())
	end[0] = Envelope.FLAG_END
	var head := HEAD + "Content-Length: %d\r\n\r\n" % end.size()
	var asked := await _exchange(head.to_utf8_buffer() + end, SAYS_AND_BREAKS_OFF)
	same(asked.error.code, "unavailable")
	yes(asked.error.message.contains("gave up"), asked.error.message)


# Moves a client on, and whether it was sent this answer to a request that is there whole.
func _is_served(caller: Caller, answer: PackedByteArray) -> bool:
	_polled(caller)
	for peer in _peers:
		var is_open := peer.get_status() == StreamPeerTCP.STATUS_CONNECTED
		if _answer != answer and is_open and peer.get_available_bytes() > 0:
			peer.get_data(peer.get_available_bytes())
			peer.put_data(answer)
			_answer = answer
	return _answer == answer


func _polled(caller: Caller) -> bool:
	_accept()
	caller.poll()
	return true


func _is_lost(answer: PackedByteArray, how: String) -> void:
	var what := "%s, %s" % [how, answer.slice(64).get_string_from_ascii()]
	var asked := await _exchange(answer, how)
	await until(_is_over.bind(asked), "an end")
	# the engine may lose what came together with the end
	yes(asked.has_heard or how == SAYS_AND_BREAKS_OFF, "heard: " + what)
	same(asked.error.code, "unavailable", what)
	same(_peers.size(), 1, "connections: " + what)


# Begins on a connection that is kept, and breaks off after an answer.
func _exchange(answer: PackedByteArray, how := BREAKS_OFF, path := SAY) -> Call:
	_peers.clear()
	_read = 0
	_server.listen(0, "127.0.0.1")
	var kept := HTTPClient.new()
	kept.connect_to_host("127.0.0.1", _server.get_local_port())
	await until(_is_connected.bind(kept), "connected")
	var to := Endpoint.new("http://127.0.0.1:%d" % _server.get_local_port())
	var answers: Variant = Messages.SayResponse if path == SAY else Messages.SaveResponse
	var asked := Call.new(to, path, {}, answers, path == SAY, 0)
	asked.begin(kept)
	await until(_is_asked.bind(asked, how == RESETS), "asked")
	_peers[0].put_data(answer)
	if not answer.is_empty() and how != SAYS_AND_BREAKS_OFF:
		await until(_has_heard.bind(asked), "heard")
	_peers[0].disconnect_from_host()
	await until(func() -> bool: return _is_over(asked) or _peers.size() > 1, "noticed")
	_server.stop()
	return asked


func _is_connected(kept: HTTPClient) -> bool:
	kept.poll()
	_accept()
	return kept.get_status() == HTTPClient.STATUS_CONNECTED and not _peers.is_empty()


func _is_asked(asked: Call, is_reset: bool) -> bool:
	_move_on(asked)
	if is_reset:
		# so it is when a connection is closed with something unread
		return _peers[0].get_available_bytes() > 0
	_read += _peers[0].get_data(_peers[0].get_available_bytes())[1].size()
	return _read > 0


func _has_heard(asked: Call) -> bool:
	_move_on(asked)
	return asked.has_heard or asked.is_over


func _is_over(asked: Call) -> bool:
	_move_on(asked)
	return asked.is_over


func _move_on(asked: Call) -> void:
	_accept()
	asked.poll(Time.get_ticks_usec() + 1000000)


func _accept() -> void:
	if _server.is_listening() and _server.is_connection_available():
		_peers.append(_server.take_connection())
	for peer in _peers:
		peer.poll()
