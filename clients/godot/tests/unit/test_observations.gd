extends "suite.gd"
## What is observed goes out in batches, in order, and again until the server has it.

const Endpoint := preload("res://addons/npc_dialogue/endpoint.gd")
const Failure := preload("res://addons/npc_dialogue/error.gd")
const Log := preload("res://addons/npc_dialogue/log.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const Observations := preload("res://addons/npc_dialogue/observations.gd")
const Pause := preload("res://addons/npc_dialogue/pause.gd")
const Result := preload("res://addons/npc_dialogue/result.gd")


## Stands in for the client: answers as it was told to, and remembers what it was sent.
class FakeClient:
	extends Node
	var timeline_id := "tl"
	var endpoint := Endpoint.new()
	var log := Log.new()
	var answers: Array[Failure] = []
	var sent: Array[Dictionary] = []
	var pauses: Array[Pause] = []

	func _init() -> void:
		endpoint.pause_ms = 1
		log.level = Log.Level.SILENT

	func _process(_delta: float) -> void:
		for pause in pauses:
			pause.poll(0)

	func call_unary(_path: String, request: RefCounted, _timeout_ms := -1) -> Result:
		sent.append(request.to_dict())
		await get_tree().process_frame
		var error: Failure = answers.pop_front() if not answers.is_empty() else Failure.new()
		return Result.new(Messages.ObserveResponse.new(), error)

	func wait(for_ms: int) -> Pause:
		pauses.append(Pause.new(for_ms))
		return pauses[-1]


func test_a_batch_waits_for_others() -> void:
	var client := _client()
	var queue := Observations.new(client)
	queue.batch_ms = 60000
	for number in 49:
		queue.add_observation(_seen("%d" % number))
	queue.poll()
	same(client.sent.size(), 0, "not yet")
	queue.add_observation(_seen("49"))
	queue.poll()
	await until(func() -> bool: return queue.waiting() == 0, "stored")
	same(client.sent.size(), 1)
	same(client.sent[0]["observations"].size(), 50)
	same(client.sent[0]["timelineId"], "tl")
	client.queue_free()


func test_a_batch_goes_out_when_its_time_is_over() -> void:
	var client := _client()
	var queue := Observations.new(client)
	queue.batch_ms = 0
	queue.add_observation(_seen("a"))
	queue.poll()
	same(client.sent.size(), 1)
	await until(func() -> bool: return queue.waiting() == 0, "stored")
	client.queue_free()


func test_again_under_the_same_id() -> void:
	var client := _client()
	client.answers = [Failure.make("unavailable", ""), Failure.make("deadline_exceeded", "")]
	var queue := Observations.new(client)
	queue.add_observation(_seen("a"))
	queue.send_now()
	await until(func() -> bool: return queue.waiting() == 0, "stored")
	same(client.sent.size(), 3)
	same(client.sent[0], client.sent[2])
	same(client.sent[0]["requestId"].length(), 32)
	client.queue_free()


func test_order_is_kept_where_a_batch_would_change_it() -> void:
	var client := _client()
	var queue := Observations.new(client)
	queue.add_movement(_moved("a"))
	queue.add_observation(_seen("a falls"))
	queue.add_movement(_moved("b"))
	queue.add_flag(Messages.StoryFlag.new())
	queue.add_observation(_seen("the end"))
	var kinds: Array = []
	var result: Result = await queue.flush()
	same(result.is_ok(), true)
	for request in client.sent:
		kinds.append(
			request.keys().filter(func(key: String) -> bool: return key in Observations.KINDS)
		)
	same(kinds, [["movements", "observations"], ["movements"], ["observations", "flags"]])
	client.queue_free()


func test_one_that_is_refused_does_not_take_the_others_along() -> void:
	var client := _client()
	var refusal := Failure.make("invalid_argument", "text is empty")
	refusal.metadata = {"field": "observations[1].text"}
	client.answers = [refusal]
	var queue := Observations.new(client)
	var refused: Array[String] = []
	queue.refused.connect(
		func(_error: Failure, request: RefCounted) -> void:
			for one: Messages.Observation in request.observations:
				refused.append(one.text)
	)
	for text: String in ["a", "bad", "c"]:
		queue.add_observation(_seen(text))
	await queue.flush()
	same(refused, ["bad"] as Array[String])
	same(client.sent[1]["observations"], [{"text": "a"}, {"text": "c"}])
	yes(client.sent[0]["requestId"] != client.sent[1]["requestId"], "another body, another id")
	client.queue_free()


func test_a_batch_that_is_too_large_does_not_block_the_next() -> void:
	var client := _client()
	for attempt in Observations.MOST_REFUSALS:
		client.answers.append(Failure.make("resource_exhausted", "too large"))
	var queue := Observations.new(client)
	queue.longest_pause_ms = 1
	queue.add_observation(_seen("huge"))
	queue.send_now()
	queue.add_observation(_seen("next"))
	await until(func() -> bool: return queue.waiting() == 1, "given up")
	await queue.flush()
	same(client.sent[-1]["observations"], [{"text": "next"}])
	client.queue_free()


func test_what_waits_is_bounded() -> void:
	var client := _client()
	client.timeline_id = ""
	var queue := Observations.new(client)
	var dropped: Array[int] = []
	queue.dropped.connect(func(count: int) -> void: dropped.append(count))
	for number in 10000:
		queue.add_observation(_seen("%d" % number))
		queue.poll()
	yes(queue.waiting() <= queue.most_waiting, "%d wait" % queue.waiting())
	same(queue.waiting() + dropped.reduce(func(a: int, b: int) -> int: return a + b), 10000)
	var early: Result = await queue.flush()
	same(early.error.code, "failed_precondition")
	client.timeline_id = "later"
	await queue.flush()
	same(client.sent[-1]["observations"][-1]["text"], "9999", "the newest are kept")
	same(client.sent[0]["timelineId"], "later")
	client.queue_free()


func _client() -> FakeClient:
	var client := FakeClient.new()
	host.add_child(client)
	return client


func _seen(text: String) -> Messages.Observation:
	return Messages.Observation.from_dict({"text": text})


func _moved(id: String) -> Messages.Movement:
	return Messages.Movement.from_dict({"id": id})
