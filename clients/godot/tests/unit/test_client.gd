extends "suite.gd"
## The client where there is no server: an answer always comes, and it is an error that helps.

const Affordance := preload("res://addons/npc_dialogue/npc_affordance.gd")
const Character := preload("res://addons/npc_dialogue/npc_character.gd")
const Client := preload("res://addons/npc_dialogue/npc_dialogue.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const Parameter := preload("res://addons/npc_dialogue/npc_parameter.gd")
const Result := preload("res://addons/npc_dialogue/result.gd")
const Stream := preload("res://addons/npc_dialogue/stream.gd")

# reserved, and nobody listens there
const NOBODY := "http://127.0.0.1:1"


func test_nobody_is_there() -> void:
	var client := _client()
	client.endpoint.attempts = 2
	client.endpoint.pause_ms = 1
	var result: Result = await client.start_timeline("w")
	same(result.error.code, "unavailable")
	same(result.value.timeline_id, "")
	same(client.timeline_id, "")
	yes(result.error.message.contains("127.0.0.1:1"), "the error says where")
	client.queue_free()


func test_what_nobody_shows_of_models_is_shown_above_the_game() -> void:
	var client := _client()
	var character := Character.new()
	character.client = client
	var event := Messages.TurnEvent.new()
	event.disclosure = Messages.Disclosure.new()
	event.disclosure.text = "An AI speaks."
	character._on_event(null, event)
	var labels := client.find_children("*", "Label", true, false)
	same(labels.map(func(label: Label) -> String: return label.text), ["An AI speaks."])
	var button: Button = client.find_children("*", "Button", true, false)[0]
	button.pressed.emit()
	await client.get_tree().process_frame
	same(client.find_children("*", "Label", true, false), [] as Array[Node], "the player closed it")

	var told: Array[String] = []
	character.disclosed.connect(func(one: Messages.Disclosure) -> void: told.append(one.text))
	character._on_event(null, event)
	same(told, ["An AI speaks."] as Array[String])
	same(client.find_children("*", "Label", true, false), [] as Array[Node], "the game shows it")
	character.free()
	client.queue_free()


func test_a_stream_to_nobody() -> void:
	var client := _client()
	client.endpoint.attempts = 2
	client.endpoint.pause_ms = 1
	var stream: Stream = client.play.say(Messages.SayRequest.new())
	var step: Result = await stream.next()
	same(step.is_end, true)
	same(step.error.code, "unavailable")
	step = await stream.next()
	same(step.is_end, true, "again, and not for ever")
	client.queue_free()


func test_calls_that_nobody_knows() -> void:
	var client := _client()
	var result: Result = await client.call_unary("Play.Say", Messages.SayRequest.new())
	same(result.error.code, "unimplemented")
	var stream: Stream = client.stream(
		"npcserver.v1.PlayService/Observe", Messages.SayRequest.new()
	)
	var step: Result = await stream.next()
	same(step.error.code, "unimplemented")
	client.queue_free()


func test_an_address_that_is_none() -> void:
	var client := _client()
	client.configure("npc.example:50052")
	var result: Result = await client.start_timeline("w")
	same(result.error.code, "invalid_argument")
	client.queue_free()


func test_the_client_leaves_while_somebody_waits() -> void:
	var client := _client()
	client.endpoint.pause_ms = 60000
	client.endpoint.call_timeout_ms = 600000
	var codes: Array[String] = []
	var ask := func() -> void:
		var result: Result = await client.start_timeline("w")
		codes.append(result.error.code)
	ask.call()
	await host.get_tree().process_frame
	client.free()
	same(codes.size(), 1, "who waits is told at once")


func test_a_client_outside_the_tree() -> void:
	var client := Client.new()
	var result: Result = await client.start_timeline("w")
	same(result.error.code, "failed_precondition")
	client.free()


func test_a_request_is_given_an_id() -> void:
	var client := _client()
	client.endpoint.attempts = 1
	var request := Messages.SaveRequest.new()
	await client.timelines.save(request)
	same(request.request_id.length(), 32)
	request.request_id = "mine"
	await client.timelines.save(request)
	same(request.request_id, "mine")
	client.queue_free()


func test_a_character_before_the_game_began() -> void:
	var client := _client()
	var character := Character.new()
	character.client = client
	host.add_child(character)
	var failures: Array[String] = []
	character.failed.connect(func(error: RefCounted) -> void: failures.append(error.code))
	var result: Result = await character.say("Hello")
	same(result.error.code, "failed_precondition")
	same(failures, ["failed_precondition"] as Array[String])
	result = await character.report_outcome(Messages.ActionIntent.new(), 4)
	same(result.error.code, "invalid_argument")
	character.interrupt()
	character.free()
	client.queue_free()


func test_a_character_leaves_while_it_is_spoken_to() -> void:
	var client := _client()
	client.endpoint.pause_ms = 60000
	client.timeline_id = "tl"
	var character := Character.new()
	character.client = client
	host.add_child(character)
	var codes: Array[String] = []
	var ask := func() -> void:
		var result: Result = await character.say("Hello")
		codes.append(result.error.code)
	ask.call()
	await host.get_tree().process_frame
	character.free()
	same(codes, ["canceled"] as Array[String])
	client.queue_free()


func test_a_character_leaves_while_an_interrupted_turn_ends() -> void:
	var client := _client()
	client.endpoint.pause_ms = 60000
	client.timeline_id = "tl"
	var character := Character.new()
	character.client = client
	host.add_child(character)
	var codes: Array[String] = []
	var ask := func(words: String) -> void:
		var result: Result = await character.say(words)
		codes.append(result.error.code)
	ask.call("Hello")
	ask.call("And another thing")
	character.free()
	same(codes, ["canceled", "canceled"] as Array[String], "nobody is left waiting")
	client.queue_free()


func test_a_character_leaves_while_it_reports() -> void:
	var client := _client()
	client.endpoint.attempts = 2
	client.endpoint.pause_ms = 50
	var character := Character.new()
	character.client = client
	host.add_child(character)
	character._wishes["i"] = ["t", "tl"]
	var intent := Messages.ActionIntent.from_dict({"intentId": "i"})
	var codes: Array[String] = []
	var report := func() -> void:
		var result: Result = await character.report_outcome(intent, 1)
		codes.append(result.error.code)
		yes(result.value is Messages.ReportOutcomeResponse, "a value of the promised type")
	report.call()
	same(codes.size(), 0)
	character.free()
	same(codes, ["canceled"] as Array[String], "who waits is told at once")
	client.queue_free()


func test_a_watch_is_freed_before_it_knows_where_it_is() -> void:
	var client := _client()
	client.endpoint.attempts = 2
	client.endpoint.pause_ms = 50
	client.timeline_id = "tl"
	var owner_node := Node.new()
	host.add_child(owner_node)
	var watching: Node = client.watch(-1, owner_node)
	await host.get_tree().process_frame
	yes(watching._is_asking, "it asks")
	var id := watching.get_instance_id()
	owner_node.free()
	await until(func() -> bool: return not is_instance_id_valid(id), "freed")
	await until(func() -> bool: return client._caller._work.is_empty(), "the call is over")
	client.queue_free()


func test_affordances() -> void:
	var item := Parameter.new()
	item.name = "item"
	item.type = Parameter.Type.ENTITY
	item.entity_kinds = ["item"]
	var give: Affordance = Affordance.make("give", "Give something.", [item] as Array[Parameter])
	same(
		give.to_message().to_dict(),
		{
			"name": "give",
			"description": "Give something.",
			"parameters":
			[{"name": "item", "type": "PARAMETER_TYPE_ENTITY", "entityKinds": ["item"]}],
			"maxUses": 1,
		}
	)


func test_where_affordances_come_from() -> void:
	var client := _client()
	var npc := Character.new()
	npc.client = client
	same(npc._request("Hi").to_dict().has("affordanceSource"), false)
	npc.affordance_source = Messages.AffordanceSource.DECLARED_ONLY
	same(npc._request("Hi").to_dict()["affordanceSource"], "AFFORDANCE_SOURCE_DECLARED_ONLY")
	npc.free()
	client.queue_free()


func test_arguments_of_an_intent() -> void:
	var intent := Messages.ActionIntent.from_dict(
		{"arguments": [{"name": "a", "text": "x"}, {"name": "b", "integer": 0}, {"name": "c"}]}
	)
	same(Character.arguments(intent), {"a": "x", "b": 0})


func test_saves_of_the_game_that_hold_nothing() -> void:
	var client := _client()
	for odd: Variant in [null, 3, [], {}, {"save_id": 5}]:
		var result: Result = await client.save_binding().from_save(odd)
		same(result.error.code, "invalid_argument", "from %s" % [odd])
	client.queue_free()


func _client() -> Client:
	var client := Client.new()
	client.log.level = client.log.Level.SILENT
	client.configure(NOBODY)
	host.add_child(client)
	return client
