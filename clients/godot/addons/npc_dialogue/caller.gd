@tool
## Makes all calls of a client: begins them and moves them on in each frame for no longer than a
## budget, in turn, so that none is left out; keeps connections for the next call, and tries again
## when there was no connection.
extends RefCounted

const Call = preload("call.gd")
const Endpoint = preload("endpoint.gd")
const Failure = preload("error.gd")
const Log = preload("log.gd")
const Pause = preload("pause.gd")
const Reading = preload("reading.gd")
const Result = preload("result.gd")

## A browser opens six connections to a host: streams take no more than these, so that an
## interruption always finds one.
const STREAMS_ON_WEB := 4
const MOST_KEPT := 8
## Calls that go before all others.
const URGENT: Array[String] = ["npcserver.v1.PlayService/Interrupt"]
# shorter than servers and proxies keep a connection that is not in use
const KEPT_FOR_MS := 4000

var endpoint: Endpoint = Endpoint.new()
var log := Log.new()
## Time that all calls together may take of one frame, in microseconds.
var budget_usec := 2000
## How many streams may be open at once; the others wait. 0 for any number.
var most_streams := STREAMS_ON_WEB if OS.has_feature("web") else 0
var is_closed := false

# calls and pauses that run or wait; those that had no time in the last frame come first
var _work: Array[RefCounted] = []
# the same for what is urgent
var _urgent: Array[RefCounted] = []
# what is to be called when there is time, in order
var _later: Array[Callable] = []
# calls that wait to be begun, in order; one list for each kind, so that none holds up another
var _urgent_starts: Array[Call] = []
var _call_starts: Array[Call] = []
var _stream_starts: Array[Call] = []
# kept connections, with the time when each was last used
var _kept: Array[Array] = []
# time taken by the last poll, and since then for calls that were begun at once
var _polled_usec := 0
var _taken_usec := 0


## Calls and returns the answer as [param answer_type]; repeats the call while the server is away.
func call_unary(path: String, message: Dictionary, answer_type: Variant, timeout_ms: int) -> Result:
	var until := Time.get_ticks_msec() + timeout_ms
	var error := Failure.make(Failure.CANCELED, "the client is closed")
	var attempt := 1
	while true:
		await endpoint.be_ready()
		if is_closed:
			break
		var made := Call.new(endpoint, path, message, answer_type, false, until)
		begin(made)
		await made.finished
		error = made.error
		if error.is_none():
			return Result.new(made.reply)
		var pause := pause_before_retry(error, attempt, until)
		if pause < 0:
			break
		log.info("%s: %s; trying again in %d ms" % [path, error, pause])
		await wait(pause).finished
		attempt += 1
	if error.code != Failure.CANCELED:
		log.warning("%s failed: %s" % [path, error])
	return Result.new(answer_type.from_dict({}), error)


## How long to wait before a call may be made again, in milliseconds; -1 when it must not be.
func pause_before_retry(error: Failure, attempt: int, until: int) -> int:
	if error.code == Failure.UNAUTHENTICATED and attempt == 1 and not is_closed:
		return 0 if endpoint.renew() else -1
	if error.code != Failure.UNAVAILABLE or attempt >= endpoint.attempts or is_closed:
		return -1
	var pause := endpoint.pause_after(attempt, error.retry_after_ms)
	return -1 if until > 0 and Time.get_ticks_msec() + pause >= until else pause


## Begins a call: at once where the frame has time for it, or else as soon as one has; a stream not
## before there is a place for it.
func begin(call_made: Call) -> void:
	call_made.is_urgent = call_made.path in URGENT
	(_urgent if call_made.is_urgent else _work).append(call_made)
	var starts := _starts_of(call_made)
	starts.append(call_made)
	if starts.size() == 1 and _has_time():
		var began := Time.get_ticks_usec()
		_start_next_of(starts)
		_taken_usec += Time.get_ticks_usec() - began


## Calls that at once where the frame has time for it, or else as soon as one has.
func when_there_is_time(start: Callable) -> void:
	if _later.is_empty() and _has_time():
		var began := Time.get_ticks_usec()
		start.call()
		_taken_usec += Time.get_ticks_usec() - began
	else:
		_later.append(start)


## Begins a wait.
func wait(for_ms: int) -> Pause:
	var pause := Pause.new(for_ms)
	_work.append(pause)
	return pause


## Moves everything on; to be called once in each frame. Whatever the time, one of each kind is
## begun and one moved on.
func poll() -> void:
	var now := Time.get_ticks_usec()
	Reading.tidy()
	var until := now + budget_usec - mini(_taken_usec, budget_usec / 4)
	_taken_usec = 0
	while _start_next_of(_urgent_starts) and Time.get_ticks_usec() < until:
		pass
	_urgent = _moved_on(_urgent, until)
	# what runs keeps half of the time at least
	_call_later(now + budget_usec / 4)
	_start_waiting(now + budget_usec / 2)
	_work = _moved_on(_work, until)
	_polled_usec = Time.get_ticks_usec() - now


## Ends everything; what waits gets the error that it was canceled.
func close() -> void:
	is_closed = true
	while not (_later.is_empty() and _work.is_empty() and _urgent.is_empty()):
		# a caller also waits for the end of what was not begun yet
		_call_later(Time.get_ticks_usec() + 1000000)
		var all := _urgent + _work
		for list: Array in [_work, _urgent, _urgent_starts, _call_starts, _stream_starts]:
			list.clear()
		for one in all:
			one.cancel()
	Reading.wait_for_all()
	_forget_kept()


## Closes connections that are kept, as when the server is another one from now on.
func _forget_kept() -> void:
	for entry in _kept:
		entry[0].close()
	_kept.clear()


## Speaks with another server from now on. Calls that run go on with the one before.
func set_endpoint(to: Endpoint) -> void:
	endpoint = to
	_forget_kept()


func _starts_of(call_made: Call) -> Array[Call]:
	if call_made.is_urgent:
		return _urgent_starts
	return _stream_starts if call_made.streams else _call_starts


# Whether something more may be begun outside of the poll: up to a quarter of the budget, and less
# in a frame whose poll took long.
func _has_time() -> bool:
	return _taken_usec < budget_usec / 4 and _polled_usec + _taken_usec < budget_usec / 2


func _call_later(until: int) -> void:
	var called := 0
	for start in _later:
		called += 1
		if start.is_valid():
			start.call()
		if Time.get_ticks_usec() >= until:
			break
	_later = _later.slice(called)


# Begins what waits, calls and streams in turn, while there is time.
func _start_waiting(until: int) -> void:
	var has_more := true
	while has_more:
		has_more = _start_next_of(_call_starts)
		has_more = _start_next_of(_stream_starts) or has_more
		if Time.get_ticks_usec() >= until:
			return


# Returns whether one was begun.
func _start_next_of(starts: Array[Call]) -> bool:
	while not starts.is_empty() and starts[0].is_over:
		starts.pop_front()
	if starts.is_empty() or (starts[0].streams and not _has_place()):
		return false
	var next: Call = starts.pop_front()
	next.begin(_take_kept())
	return true


func _has_place() -> bool:
	if most_streams == 0:
		return true
	var count := 0
	for one in _work:
		if one.streams and one.is_begun and not one.is_over:
			count += 1
	return count < most_streams


# Moves on what is in a list, while there is time, and returns what is to come in the next frame.
func _moved_on(list: Array[RefCounted], until: int) -> Array[RefCounted]:
	var moved := 0
	var any_over := false
	# new ones may be added meanwhile, at the end
	var count := list.size()
	while moved < count and moved < list.size():
		var one := list[moved]
		one.poll(until)
		moved += 1
		any_over = any_over or one.is_over
		if Time.get_ticks_usec() >= until:
			break
	if moved < list.size() and moved < count:
		list = list.slice(moved) + list.slice(0, moved)
	return _without_ended(list) if any_over else list


func _without_ended(list: Array[RefCounted]) -> Array[RefCounted]:
	var still: Array[RefCounted] = []
	for one in list:
		if not one.is_over:
			still.append(one)
		elif one is Call and one.reusable != null:
			_keep(one)
	return still


func _keep(from: Call) -> void:
	if from.belongs_to(endpoint) and _kept.size() < MOST_KEPT:
		_kept.append([from.reusable, Time.get_ticks_msec()])
	else:
		from.reusable.close()
	from.reusable = null


func _take_kept() -> HTTPClient:
	while not _kept.is_empty():
		var entry: Array = _kept.pop_back()
		var client: HTTPClient = entry[0]
		client.poll()
		var is_fresh: bool = Time.get_ticks_msec() - entry[1] < KEPT_FOR_MS
		if is_fresh and client.get_status() == HTTPClient.STATUS_CONNECTED:
			return client
		client.close()
	return null
