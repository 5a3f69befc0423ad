@tool
## One exchange with the server: a request goes out, one answer or a stream of them comes back.
## Moves only when it is polled, and never waits inside; so it works where there are no threads.
extends RefCounted

## A message of a stream came.
signal received(message: RefCounted)
## The exchange is over; see [member error]. Comes once, and never while it is being begun.
signal finished

const Endpoint = preload("endpoint.gd")
const Envelope = preload("envelope.gd")
const Failure = preload("error.gd")
const Incoming = preload("incoming.gd")
const Json = preload("json.gd")
const WebAbort = preload("web_abort.gd")

const _STRANGER := "what answers at %s is no npcserver: it does not %s"
const _OLD := (
	"the server is older than this add-on (%s), which cannot read its answers; update the server to"
	+ " 0.3.0 or later"
)
const _NO_ANSWER := (
	"before an answer; the server may have stopped, or something answers there that speaks another"
	+ " protocol: HTTP listens at http://host:port (50052, or what the server printed as it began),"
	+ " gRPC at a port of its own (50051), and a server with TLS wants https"
)

## Why it failed; none while it runs, and when it went well.
var error := Failure.new()
## The answer, or the last message of a stream; null before it came.
var reply: RefCounted = null
var is_over := false
## Whether any message of the server was understood.
var has_heard := false
## Whether it streams.
var streams := false
## Whether it has been begun; before that it waits for its place, and its deadline may pass.
var is_begun := false
## Whether it goes before others, as an interruption does.
var is_urgent := false
## The connection, when the exchange went well and another may follow on it; or null.
var reusable: HTTPClient = null
## Path of the method, such as [code]npcserver.v1.PlayService/Say[/code].
var path := ""
## What must not be freed while this runs.
var keeps: RefCounted = null

var _endpoint: Endpoint
var _message := {}
var _answer_type: Variant
var _client: HTTPClient
var _is_kept := false
var _is_sent := false
# the engine forgets these together with the connection
var _has_answer := false
var _status := 0
var _headers := PackedStringArray()
var _bytes := PackedByteArray()
# none before it is begun
var _incoming: Incoming = null
# whether the server said that a stream ended
var _has_last_words := false
# in milliseconds of Time.get_ticks_msec(); 0 for none
var _deadline := 0
var _connect_by := 0
var _number := 0


func _init(
	to: Endpoint, of_path: String, message: Dictionary, answer: Variant, is_stream: bool, until: int
) -> void:
	_endpoint = to
	path = of_path
	streams = is_stream
	_message = message
	_answer_type = answer
	_deadline = until


## Begins on a connection that was kept, or on a new one.
func begin(kept: HTTPClient) -> void:
	is_begun = true
	_incoming = Incoming.new(_answer_type)
	_is_kept = kept != null
	_is_sent = false
	_client = kept
	if _is_kept:
		# at once, which spares a frame; a failure here only makes it begin anew
		_send()
	elif _endpoint.problem == "":
		_client = HTTPClient.new()
		_connect_by = Time.get_ticks_msec() + _endpoint.connect_timeout_ms
		# a failure shows in the status, at the next poll
		_client.connect_to_host(_endpoint.host, _endpoint.port, _endpoint.tls())


## Ends it here; the server notices that the client has hung up.
func cancel() -> void:
	_fail(Failure.CANCELED, "the call was canceled")


## Ends it with an error of the client's own.
func fail(of_error: Failure) -> void:
	if not is_over:
		_finish(of_error)


## Goes on as far as it can without waiting, and no longer than until then (microseconds of
## [method Time.get_ticks_usec]).
func poll(until: int) -> void:
	if is_over:
		return
	if _endpoint.problem != "":
		_fail(Failure.INVALID_ARGUMENT, _endpoint.problem)
		return
	if not is_begun:
		_check_deadline()
		return
	_deliver(until)
	# a whole message that still waits means that the time was used up, or that it is being read
	while not is_over and (_incoming.is_idle or not _incoming.is_waiting()):
		var before := _client.get_status()
		if before != HTTPClient.STATUS_CONNECTED or _is_sent:
			_client.poll()
		if not _step(_client.get_status(), until):
			break
		if not is_over and _client.get_status() == before:
			break
	_check_deadline()


func _check_deadline() -> void:
	if not is_over and _deadline > 0 and Time.get_ticks_msec() >= _deadline:
		_fail(Failure.DEADLINE_EXCEEDED, "%s took longer than its deadline" % path)


## Whether it goes to that server, with that key.
func belongs_to(endpoint: Endpoint) -> bool:
	return endpoint == _endpoint


# Does what the connection's state allows. Returns whether looking again at once may help.
func _step(status: HTTPClient.Status, until: int) -> bool:
	match status:
		HTTPClient.STATUS_RESOLVING, HTTPClient.STATUS_CONNECTING:
			if Time.get_ticks_msec() >= _connect_by:
				_lose("no connection came about in %d ms" % _endpoint.connect_timeout_ms)
			return true
		HTTPClient.STATUS_CONNECTED:
			if _is_sent:
				_complete()
				return false
			_send()
			return true
		HTTPClient.STATUS_REQUESTING:
			return false
		HTTPClient.STATUS_BODY:
			_note_answer()
			_read(until)
			return not is_over and _client.get_status() != HTTPClient.STATUS_BODY
		HTTPClient.STATUS_CANT_RESOLVE:
			_lose("its name is not known")
		HTTPClient.STATUS_CANT_CONNECT:
			_lose("nobody answers there; is it running, with its HTTP listener on?")
		HTTPClient.STATUS_TLS_HANDSHAKE_ERROR:
			_lose("no TLS connection came about; is its certificate trusted, and https right?")
		HTTPClient.STATUS_DISCONNECTED:
			if _is_sent and _client.has_response():
				_complete()
			else:
				_break_off("was closed")
		_:
			_break_off("broke")
	return false


func _send() -> void:
	var headers := _endpoint.headers(streams, _message)
	if _deadline > 0:
		headers.append("Connect-Timeout-Ms: %d" % maxi(1, _deadline - Time.get_ticks_msec()))
	var numbered := WebAbort.header_for_next()
	if numbered != "":
		_number = WebAbort.number_in(numbered)
		headers.append(numbered)
	var body := Json.encode(_message)
	if streams:
		body = Envelope.wrap(body)
	var address := _endpoint.prefix + "/" + path
	_is_sent = true
	if _client.request_raw(HTTPClient.METHOD_POST, address, headers, body) != OK:
		_lose("the request could not be sent")


func _note_answer() -> void:
	if not _has_answer:
		_has_answer = true
		_status = _client.get_response_code()
		_headers = _client.get_response_headers()


func _read(until: int) -> void:
	while _client.get_status() == HTTPClient.STATUS_BODY:
		var chunk := _client.read_response_body_chunk()
		if chunk.is_empty():
			return
		if streams and _client.get_response_code() == 200:
			_incoming.feed(chunk)
			_deliver(until)
		else:
			_bytes.append_array(chunk)
		if is_over or Time.get_ticks_usec() >= until:
			return


# Hands on whole messages, as many as there is time for.
func _deliver(until: int) -> void:
	while not (_incoming.is_idle or is_over or _has_last_words) and _take(_incoming.take()):
		if Time.get_ticks_usec() >= until:
			break


# Takes what was found. Returns whether there was anything.
func _take(found: Incoming.Found) -> bool:
	match found:
		Incoming.Found.MESSAGE:
			if not _is_understood():
				return true
			has_heard = true
			reply = _incoming.message
			if streams:
				received.emit(reply)
			else:
				Endpoint.learn_world(reply)
				_finish(Failure.new())
		Incoming.Found.END:
			_has_last_words = true
			# a connection may be kept only when the body was read to its very end: the engine reads
			# the last chunk, which is empty, and what follows it one after the other
			for part in 2:
				if _client.get_status() == HTTPClient.STATUS_BODY:
					_client.read_response_body_chunk()
			_complete()
		Incoming.Found.FAULT:
			_refuse()
	return found != Incoming.Found.NOTHING


# Whether the server speaks our wire. One before 0.3.0 does not say which it speaks; a later one
# refuses a client that it cannot serve itself.
func _is_understood() -> bool:
	for header in [] if _endpoint.is_known else _headers:
		if header.to_lower().begins_with("npc-server:"):
			_endpoint.is_known = true
	if not _endpoint.is_known:
		var error_of_ours := Failure.make(Failure.FAILED_PRECONDITION, _OLD % Endpoint.CLIENT)
		error_of_ours.reason = "WIRE_NOT_SERVED"
		error_of_ours.metadata = {"update": "server"}
		_finish(error_of_ours)
	return _endpoint.is_known


# What came is nothing that can be read.
func _refuse() -> void:
	if streams:
		_fail(Failure.INTERNAL, "%s (%s)" % [_incoming.fault, _endpoint.describe()])
	elif _bytes.is_empty() or _bytes.size() < _client.get_response_body_length():
		_break_off("was closed")
	else:
		_fail(Failure.UNKNOWN, _STRANGER % [_endpoint.describe(), "send JSON"])


# The body is over.
func _complete() -> void:
	_note_answer()
	if _status != 200:
		_finish(_as_told(Failure.from_http(_status, Json.decode(_bytes))))
	elif not streams:
		_take(_incoming.take_whole(_bytes))
	elif _has_last_words or not _incoming.is_waiting():  # what waits goes before the end
		_complete_stream()


func _complete_stream() -> void:
	if _has_last_words and _incoming.last_words.has("error"):
		_finish(_as_told(Failure.from_json(_incoming.last_words["error"])))
	elif _has_last_words:
		_finish(Failure.new())
	elif has_heard or Envelope.are_announced_by(_client):
		_lose("the connection was closed in mid-stream")
	else:
		_fail(Failure.UNKNOWN, _STRANGER % [_endpoint.describe(), "stream"])


# A caller that cancels gets no answer. So where the server says that a call was canceled, it ended
# the call itself, as when it is stopped.
func _as_told(told: Failure) -> Failure:
	if told.code == Failure.CANCELED:
		told.code = Failure.UNAVAILABLE
		told.message = "%s gave up the call; is it being stopped?" % _endpoint.describe()
	return told


# The server cannot be reached any more. A connection that had been kept may have been closed by
# either side or by a proxy while it was not in use, which says nothing about the server; but once
# an answer began, a repeat would deliver it twice.
func _lose(why: String) -> void:
	if _is_kept and not _has_answer:
		_client.close()
		begin(null)
		return
	_fail(Failure.UNAVAILABLE, "cannot reach %s: %s" % [_endpoint.describe(), why])


func _break_off(how: String) -> void:
	# who closes the connection after an answer may do so before the engine has read the body's end
	if _has_answer and not streams and Json.decode(_bytes) is Dictionary:
		_complete()
		return
	_lose("the connection %s %s" % [how, "within the answer" if _has_answer else _NO_ANSWER])


func _fail(code: String, message: String) -> void:
	fail(Failure.make(code, message))


func _finish(with: Failure) -> void:
	is_over = true
	error = with
	if error.code == Failure.CANCELED or error.code == Failure.DEADLINE_EXCEEDED:
		WebAbort.abort(_number)
	else:
		WebAbort.forget(_number)
	if _client != null:
		if _client.get_status() == HTTPClient.STATUS_CONNECTED and not OS.has_feature("web"):
			reusable = _client
		else:
			_client.close()
	_client = null
	finished.emit()
	keeps = null
