## One exchange with the server: a request goes out, one answer or a stream of them comes back.
## Moves only when it is polled, and never waits inside; so it works where there are no threads.
extends RefCounted

## A message of a stream came.
signal received(message: Dictionary)
## The exchange is over; see [member error]. Comes once, and never while it is being begun.
signal finished

const Endpoint = preload("endpoint.gd")
const Envelope = preload("envelope.gd")
const Failure = preload("error.gd")
const Json = preload("json.gd")
const WebAbort = preload("web_abort.gd")

## Why it failed; none while it runs, and when it went well.
var error := Failure.new()
## The answer of a call that is not a stream.
var reply := {}
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
var _client: HTTPClient
var _is_kept := false
var _is_sent := false
# the engine forgets it together with the connection
var _has_answer := false
var _bytes := PackedByteArray()
# none before it is begun
var _envelope: Envelope = null
var _ended_with: Variant = null
# in milliseconds of Time.get_ticks_msec(); 0 for none
var _deadline := 0
var _connect_by := 0
var _number := 0


func _init(
	endpoint: Endpoint, of_path: String, message: Dictionary, is_stream: bool, deadline: int
) -> void:
	_endpoint = endpoint
	path = of_path
	streams = is_stream
	_message = message
	_deadline = deadline


## Begins on a connection that was kept, or on a new one.
func begin(kept: HTTPClient) -> void:
	is_begun = true
	_envelope = Envelope.new()
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


## Ends it here; the server notices that nobody listens any more.
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
	# a whole message that still waits means that the time was used up
	while not is_over and not _envelope.is_ready():
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
			_has_answer = true
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
			elif _has_answer:
				_lose("the connection was closed within the answer")
			else:
				_lose("the connection was closed before an answer; is http instead of https right?")
		_:
			if _has_answer:
				_lose("the connection broke")
			else:
				_lose("the connection broke before an answer; is http instead of https right?")
	return false


func _send() -> void:
	var kind := "application/connect+json" if streams else "application/json"
	var headers := PackedStringArray(["Content-Type: " + kind, "Connect-Protocol-Version: 1"])
	if _endpoint.key != "":
		headers.append("Authorization: Bearer " + _endpoint.key)
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


func _read(until: int) -> void:
	while _client.get_status() == HTTPClient.STATUS_BODY:
		var chunk := _client.read_response_body_chunk()
		if chunk.is_empty():
			return
		if streams and _client.get_response_code() == 200:
			_envelope.feed(chunk)
			_deliver(until)
		else:
			_bytes.append_array(chunk)
		if is_over or Time.get_ticks_usec() >= until:
			return


# Hands on whole messages, as many as there is time for.
func _deliver(until: int) -> void:
	while not is_over and _ended_with == null and _envelope.take():
		if _envelope.flags & Envelope.FLAG_COMPRESSED:
			_fail(Failure.INTERNAL, "the server sent compressed messages unasked")
			return
		var json: Variant = {} if _envelope.content.is_empty() else Json.decode(_envelope.content)
		if not json is Dictionary:
			_fail(Failure.INTERNAL, "the server sent a message that is not JSON")
		elif _envelope.flags & Envelope.FLAG_END:
			_ended_with = json
			# a connection may be kept only when the body was read to its very end
			if _client.get_status() == HTTPClient.STATUS_BODY:
				_client.read_response_body_chunk()
			_complete()
		else:
			has_heard = true
			received.emit(json)
		if Time.get_ticks_usec() >= until:
			break
	if _envelope.is_broken:
		_fail(Failure.INTERNAL, "what answers at %s is no npcserver" % _endpoint.describe())


# The body is over.
func _complete() -> void:
	var status := _client.get_response_code()
	if streams and status == 200:
		# what waits for the next frame is handed on before the end
		if _ended_with != null or not _envelope.is_ready():
			_complete_stream()
		return
	var json: Variant = Json.decode(_bytes)
	if status != 200:
		_finish(_as_told(Failure.from_http(status, json)))
	elif json is Dictionary:
		has_heard = true
		reply = json
		_finish(Failure.new())
	elif _is_cut():
		_lose("the connection was closed within the answer")
	else:
		var where := _endpoint.describe()
		_fail(Failure.UNKNOWN, "what answers at %s is no npcserver: it does not send JSON" % where)


func _complete_stream() -> void:
	if _ended_with == null and not has_heard and not Envelope.are_announced_by(_client):
		var where := _endpoint.describe()
		_fail(Failure.UNKNOWN, "what answers at %s is no npcserver: it does not stream" % where)
	elif _ended_with == null:
		_lose("the connection was closed in mid-stream")
	elif _ended_with.has("error"):
		_finish(_as_told(Failure.from_json(_ended_with["error"])))
	else:
		_finish(Failure.new())


# Who cancels a call hears nothing more of it. So where the server says that it was canceled, it was
# the server that gave it up, as when it is stopped.
func _as_told(told: Failure) -> Failure:
	if told.code == Failure.CANCELED:
		told.code = Failure.UNAVAILABLE
		told.message = "%s gave up the call; is it being stopped?" % _endpoint.describe()
	return told


func _is_cut() -> bool:
	return _bytes.is_empty() or _bytes.size() < _client.get_response_body_length()


# The server cannot be reached any more. A connection that had been kept may have been closed by
# either side or by a proxy while nobody used it, which says nothing about the server; but once an
# answer began, it would be heard twice.
func _lose(why: String) -> void:
	if _is_kept and not _has_answer:
		_client.close()
		begin(null)
		return
	_fail(Failure.UNAVAILABLE, "cannot reach %s: %s" % [_endpoint.describe(), why])


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
