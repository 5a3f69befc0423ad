@tool
## Sends the server observations, in batches: what a game sees ten times a second goes out a few
## times a second, in order, and is sent again under the same id until the server has it.
extends RefCounted

## A batch is durable.
signal stored(response: RefCounted)
## The server refused something that was observed; it will not be sent again.
signal refused(error: Failure, request: RefCounted)
## More came than can wait; the oldest were given up.
signal dropped(count: int)

const Failure = preload("error.gd")
const Messages = preload("messages.gd")
const RequestId = preload("request_id.gd")
const Result = preload("result.gd")

const OBSERVE := "npcserver.v1.PlayService/Observe"
## Kinds in the order in which the server takes them within a batch.
const KINDS: Array[String] = ["flags", "movements", "objects", "observations"]

const MOST_REFUSALS := 6

## How long the first of a batch waits for others, in milliseconds.
var batch_ms := 250
## A batch of so many is sent at once.
var batch_size := 50
## So many may wait for a server that is away.
var most_waiting := 2000
## Longest pause between attempts, in milliseconds.
var longest_pause_ms := 5000

# not held: the client holds this
var _client: Node
# batches in order; the first may be under way
var _batches: Array[Messages.ObserveRequest] = []
var _first_at := 0
var _is_sending := false
var _is_closed := false
var _last_error := Failure.new()


func _init(client: Node) -> void:
	_client = client


func add_observation(observation: Messages.Observation) -> void:
	_batch_for(3).observations.append(observation)
	_added()


func add_movement(movement: Messages.Movement) -> void:
	_batch_for(1).movements.append(movement)
	_added()


func add_object(change: Messages.ObjectChange) -> void:
	_batch_for(2).objects.append(change)
	_added()


func add_flag(flag: Messages.StoryFlag) -> void:
	_batch_for(0).flags.append(flag)
	_added()


## How many wait or are under way.
func waiting() -> int:
	var count := 0
	for batch in _batches:
		count += _size(batch)
	return count


## Sends what waits without waiting for more of it.
func send_now() -> void:
	_first_at = 0
	poll()


## Waits until everything that was observed so far is durable, as long as a call may take.
func flush() -> Result:
	var until: int = Time.get_ticks_msec() + _client.endpoint.call_timeout_ms
	var last: Messages.ObserveRequest = _batches.back() if not _batches.is_empty() else null
	while last != null and _batches.has(last):
		if _client.timeline_id == "" and last.timeline_id == "":
			return _failed(
				Failure.FAILED_PRECONDITION, "start a timeline before anything is stored"
			)
		if Time.get_ticks_msec() >= until:
			return _failed(
				Failure.UNAVAILABLE, "what was observed is not stored yet: %s" % _last_error.message
			)
		send_now()
		await _client.wait(20).finished
		if _is_closed:
			return _failed(Failure.CANCELED, "the client is closed")
	return Result.new(Messages.ObserveResponse.new())


## Begins to send when it is time; called in each frame.
func poll() -> void:
	if _is_sending or _is_closed or _batches.is_empty():
		return
	if _batches[0].timeline_id == "" and _client.timeline_id == "":
		return
	var is_due := _batches.size() > 1 or _size(_batches[0]) >= batch_size
	if is_due or Time.get_ticks_msec() - _first_at >= batch_ms:
		_send(_batches[0])


func close() -> void:
	_is_closed = true


func reopen() -> void:
	_is_closed = false


func _send(batch: Messages.ObserveRequest) -> void:
	_is_sending = true
	RequestId.give(batch)
	if batch.timeline_id == "":
		batch.timeline_id = _client.timeline_id
	var attempt := 1
	while not _is_closed and _batches.has(batch):
		var result: Result = await _client.call_unary(OBSERVE, batch)
		_last_error = result.error
		if result.is_ok():
			_batches.erase(batch)
			stored.emit(result.value)
		elif _is_closed:
			break
		elif result.error.is_retryable and not _is_hopeless(result.error, attempt):
			var pause: int = _client.endpoint.pause_after(attempt, result.error.retry_after_ms)
			await _client.wait(mini(pause, longest_pause_ms)).finished
			attempt += 1
		else:
			_refuse(batch, result.error)
	_is_sending = false
	_first_at = Time.get_ticks_msec()


# A server that stays over its limit however long one waits finds the batch itself too large.
func _is_hopeless(error: Failure, attempt: int) -> bool:
	return error.code == Failure.RESOURCE_EXHAUSTED and attempt >= MOST_REFUSALS


# The server stores a batch as a whole. Where it names the one that it cannot take, the others are
# sent again without it, under an id of their own.
func _refuse(batch: Messages.ObserveRequest, error: Failure) -> void:
	var alone := Messages.ObserveRequest.new()
	alone.timeline_id = batch.timeline_id
	var field: String = error.metadata.get("field", "")
	var kind := field.get_slice("[", 0)
	var index := field.get_slice("[", 1).get_slice("]", 0)
	if kind in KINDS and index.is_valid_int() and index.to_int() < batch.get(kind).size():
		alone.get(kind).append(batch.get(kind)[index.to_int()])
		batch.get(kind).remove_at(index.to_int())
		batch.request_id = RequestId.fresh()
	else:
		alone = batch
	if alone == batch or _size(batch) == 0:
		_batches.erase(batch)
	_client.log.error("something observed was refused: %s" % error)
	refused.emit(error, alone)


# The batch that takes one more of a kind; a new one where the order would be lost.
func _batch_for(kind: int) -> Messages.ObserveRequest:
	_make_room()
	if not _batches.is_empty() and not (_is_sending and _batches.size() == 1):
		var last := _batches[-1]
		var is_same: bool = last.timeline_id == _client.timeline_id or last.timeline_id == ""
		if is_same and _size(last) < batch_size and not _has_later(last, kind):
			return last
	var batch := Messages.ObserveRequest.new()
	batch.timeline_id = _client.timeline_id
	if _batches.is_empty():
		_first_at = Time.get_ticks_msec()
	_batches.append(batch)
	return batch


func _has_later(batch: Messages.ObserveRequest, kind: int) -> bool:
	for later in range(kind + 1, KINDS.size()):
		if not batch.get(KINDS[later]).is_empty():
			return true
	return false


func _make_room() -> void:
	if waiting() < most_waiting:
		return
	# the first may have reached the server already, so the one after it goes
	var index := 1 if _is_sending and _batches.size() > 1 else 0
	var given_up := _size(_batches[index])
	_batches.remove_at(index)
	_client.log.warning("%d observations were given up: too many wait for the server" % given_up)
	dropped.emit(given_up)


func _size(batch: Messages.ObserveRequest) -> int:
	var sizes := batch.flags.size() + batch.movements.size()
	return sizes + batch.objects.size() + batch.observations.size()


func _added() -> void:
	_client.log.debug("%d observations wait" % waiting())


func _failed(code: String, message: String) -> Result:
	return Result.new(Messages.ObserveResponse.new(), Failure.make(code, message))
