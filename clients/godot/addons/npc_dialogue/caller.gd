## Makes all calls of a client: moves them on in each frame for no longer than a budget, keeps
## connections for the next call, and tries again when nobody was there to hear.
extends RefCounted

const Call = preload("call.gd")
const Endpoint = preload("endpoint.gd")
const Failure = preload("error.gd")
const Log = preload("log.gd")
const Pause = preload("pause.gd")
const Result = preload("result.gd")

## A browser opens six connections to a host: streams take no more than these, so that an
## interruption always finds one.
const STREAMS_ON_WEB := 4
const MOST_KEPT := 8
## So many streams are begun in one frame; where a crowd begins to talk at once, the others follow
## in the next frames.
const BEGUN_PER_FRAME := 16
# shorter than servers and proxies keep a connection that nobody uses
const KEPT_FOR_MS := 4000

var endpoint: Endpoint = Endpoint.new()
var log := Log.new()
## Time that all calls together may take of one frame, in microseconds.
var budget_usec := 2000
## How many streams may be open at once; the others wait. 0 for any number.
var most_streams := STREAMS_ON_WEB if OS.has_feature("web") else 0
var is_closed := false

# calls and pauses that run; streams that wait for a place
var _work: Array[RefCounted] = []
var _waiting: Array[Call] = []
# kept connections, with the time when each was last used
var _kept: Array[Array] = []
var _turn := 0
var _begun := 0


## Calls and returns the answer as [param answer_type]; repeats the call while the server is away.
func call_unary(path: String, message: Dictionary, answer_type: Variant, timeout_ms: int) -> Result:
	var until := Time.get_ticks_msec() + timeout_ms
	var error := Failure.make(Failure.CANCELED, "the client is closed")
	var attempt := 1
	while not is_closed:
		var made := Call.new(endpoint, path, message, false, until)
		begin(made)
		await made.finished
		error = made.error
		if error.is_none():
			return Result.new(answer_type.from_dict(made.reply))
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
	if error.code != Failure.UNAVAILABLE or attempt >= endpoint.attempts or is_closed:
		return -1
	var pause := endpoint.pause_after(attempt, error.retry_after_ms)
	return -1 if until > 0 and Time.get_ticks_msec() + pause >= until else pause


## Begins a call; a stream as soon as there is a place for it.
func begin(call_made: Call) -> void:
	if call_made.streams and (not _waiting.is_empty() or not _has_place()):
		_waiting.append(call_made)
	else:
		_start(call_made)


## Begins a wait.
func wait(for_ms: int) -> Pause:
	var pause := Pause.new(for_ms)
	_work.append(pause)
	return pause


## Moves everything on; to be called once in each frame.
func poll() -> void:
	var until := Time.get_ticks_usec() + budget_usec
	_begun = 0
	var work := _work.duplicate()
	var any_over := false
	for step in work.size():
		var one: RefCounted = work[(_turn + step) % work.size()]
		one.poll(until)
		any_over = any_over or one.is_over
		if Time.get_ticks_usec() >= until:
			_turn = (_turn + step + 1) % work.size()
			break
	if any_over:
		_clear_up()
	for waiting: Call in _waiting.duplicate():
		# a deadline passes while one waits, too
		waiting.poll_waiting()
	_waiting = _waiting.filter(func(one: Call) -> bool: return not one.is_over)
	while not _waiting.is_empty() and _has_place():
		_start(_waiting.pop_front())


## Ends everything; who waits is told that it was canceled.
func close() -> void:
	is_closed = true
	while not _work.is_empty() or not _waiting.is_empty():
		var all: Array = _work + _waiting
		_work.clear()
		_waiting.clear()
		for one: RefCounted in all:
			one.cancel()
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


func _start(call_made: Call) -> void:
	if call_made.streams:
		_begun += 1
	call_made.begin(_take_kept())
	_work.append(call_made)


func _has_place() -> bool:
	if _begun >= BEGUN_PER_FRAME:
		return false
	if most_streams == 0:
		return true
	var count := 0
	for one in _work:
		if one.streams and not one.is_over:
			count += 1
	return count < most_streams


func _clear_up() -> void:
	var still: Array[RefCounted] = []
	for one in _work:
		if not one.is_over:
			still.append(one)
		elif one is Call and one.reusable != null:
			_keep(one)
	_work = still


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
