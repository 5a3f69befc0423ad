@tool
## The client of npcserver: the autoload [code]NpcDialogue[/code]. Every call can be awaited and
## returns an [NpcResult], never null. Works on while the game is paused.
extends Node

## The game plays in another timeline from now on.
signal timeline_changed(timeline_id: String)

const Caller = preload("caller.gd")
const Disclosure = preload("disclosure.gd")
const Endpoint = preload("endpoint.gd")
const Failure = preload("error.gd")
const Log = preload("log.gd")
const Messages = preload("messages.gd")
const Observations = preload("observations.gd")
const RequestId = preload("request_id.gd")
const Result = preload("result.gd")
const SaveBinding = preload("save_binding.gd")
const Services = preload("services.gd")
const Settings = preload("settings.gd")
const Stream = preload("stream.gd")
const Tokens = preload("tokens.gd")
const Watch = preload("watch.gd")

const REPORT_OUTCOME := "npcserver.v1.PlayService/ReportOutcome"

## World in which the game plays; empty before a timeline is started.
var world_id := ""
## Timeline in which the game plays; empty before one is started.
var timeline_id := ""
## Name of the set that characters are offered which name none and declare nothing of their own; see
## [member NpcCharacter.affordance_set].
var affordance_set := ""
## Whether calls show tokens of a player, which can declare neither affordances nor entities.
var shows_tokens: bool:
	get:
		return endpoint.tokens != null
## Messages for the developer.
var log: Log:
	get:
		return _caller.log
## Where the server is and how long things may take; changed by [method configure].
var endpoint: Endpoint:
	get:
		return _caller.endpoint
## Time that the client takes of each frame at most, in microseconds.
var budget_usec: int:
	get:
		return _caller.budget_usec
	set(value):
		_caller.budget_usec = value
## Time that the client took of the last frame, with what was connected to its signals, in
## microseconds.
var frame_usec := 0

## Every call of the game at run time, such as [code]play.open_circle(request)[/code].
var play := Services.PlayService.new(self)
## Starting, saving and loading timelines.
var timelines := Services.TimelineService.new(self)
## Characters and their state.
var characters := Services.CharacterService.new(self)
## What the server is: versions, limits, languages.
var server := Services.ServerService.new(self)
## Observations of characters, sent in batches.
var observations := Observations.new(self)

var _caller := Caller.new()
var _methods: Dictionary = Services.METHODS.duplicate()


func _init() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	# before the game looks at what came
	process_priority = -1000
	Settings.apply(_caller)


func _process(_delta: float) -> void:
	var began := Time.get_ticks_usec()
	observations.poll()
	_caller.poll()
	frame_usec = Time.get_ticks_usec() - began


func _notification(what: int) -> void:
	match what:
		NOTIFICATION_APPLICATION_PAUSED:
			observations.send_now()
		NOTIFICATION_EXIT_TREE:
			# a node that is only moved is back in the tree before the frame ends
			_close_if_outside.call_deferred()
		NOTIFICATION_PREDELETE:
			_close()
		NOTIFICATION_ENTER_TREE:
			_caller.is_closed = false
			observations.reopen()


func _close_if_outside() -> void:
	if not is_inside_tree():
		_close()


func _close() -> void:
	observations.close()
	_caller.close()


## Tells the player, above the game, that a language model speaks. Characters call it where nothing
## is connected to their signal [code]disclosed[/code].
func show_disclosure(text: String) -> void:
	var shown := Disclosure.new()
	shown.text = text
	add_child(shown)


## Speaks with that server from now on. Certificates and times stay as they are.
func configure(server_url: String, key := "") -> void:
	var to := Endpoint.new(server_url, key)
	to.take_over(_caller.endpoint)
	_caller.set_endpoint(to)
	if to.problem != "":
		log.error(to.problem)


## Shows tokens of a player from now on, in place of a key. [param supplier] gets one from your
## game's server and returns it, and may [code]await[/code] it: at first, 30 seconds before one
## ends, and once where one is refused. A token that could not be got is an empty text. It must
## come back in the end, since all calls wait for it: give its request a timeout.
func use_tokens(supplier: Callable) -> void:
	var to := Endpoint.new(endpoint.url)
	to.take_over(endpoint)
	to.tokens = Tokens.new(supplier)
	_caller.set_endpoint(to)


## Trusts servers with a certificate of this authority: a path of a PEM file, or its text. Returns
## false when that is no certificate.
func trust_certificate(path_or_pem: String) -> bool:
	var options := Settings.options_from(path_or_pem)
	if options != null:
		set_tls_options(options)
	return options != null


## Judges servers' certificates by these options from now on.
func set_tls_options(options: TLSOptions) -> void:
	var to := Endpoint.new(endpoint.url, endpoint.key)
	to.take_over(endpoint)
	to.tls_options = options
	_caller.set_endpoint(to)


## Starts a new timeline of a world, and plays in it. The value is a [code]Timeline[/code].
func start_timeline(of_world_id: String, label := "", language := "") -> Result:
	var request := Messages.StartTimelineRequest.new()
	request.world_id = of_world_id
	request.label = label
	request.language = language
	return _enter(await timelines.start_timeline(request))


## Goes on in a timeline that was played before, as it is now. The value is a
## [code]Timeline[/code].
func continue_timeline(of_timeline_id: String) -> Result:
	var request := Messages.GetTimelineRequest.new()
	request.timeline_id = of_timeline_id
	return _enter(await timelines.get_timeline(request))


## Saves this moment, after everything that was observed. The value is a [code]SaveSlot[/code];
## keep its [code]save_id[/code] in the game's own save.
func save_game(save_name := "", overwrite := false) -> Result:
	var stored: Result = await observations.flush()
	if not stored.is_ok():
		return Result.new(Messages.SaveSlot.new(), stored.error)
	var request := Messages.SaveRequest.new()
	request.timeline_id = timeline_id
	request.name = save_name
	request.overwrite = overwrite
	var result: Result = await timelines.save(request)
	return Result.new(result.value.save, result.error)


## Goes back to a save, and plays on from there in a new timeline. The value is a
## [code]Timeline[/code].
func load_game(save_id: String, label := "") -> Result:
	var request := Messages.LoadRequest.new()
	request.save_id = save_id
	request.label = label
	request.leaving_timeline_id = timeline_id
	return _enter(await timelines.load(request))


## Returns a binding that stores npcserver saves within the game's own.
func save_binding() -> SaveBinding:
	return SaveBinding.new(self)


## Watches the timeline: what happens after a position, or from now on where it is negative. The
## watch resumes by itself; it ends when it is freed, or when [param owner_node] leaves the tree for
## good.
func watch(after_seq := -1, owner_node: Node = null, character_ids: Array[String] = []) -> Watch:
	var watching := Watch.new()
	watching.begin(self, timeline_id, after_seq, character_ids)
	add_child(watching)
	if owner_node != null:
		watching.owned_by(owner_node)
	return watching


## Sends characters an observation. Queued, and sent in batches; returns at once. Those at the place
## perceive it, or else only the witnesses. Importance is 1 to 10, or 0 to have it rated.
func observe(
	text: String, place_id := "", witness_ids: Array[String] = [], importance := 0
) -> void:
	var observation := Messages.Observation.new()
	observation.text = text
	observation.place_id = place_id
	observation.witness_ids = witness_ids
	if importance > 0:
		observation.importance = importance
	observations.add_observation(observation)


## Moves a character or player to a place. Queued like [method observe], and in order with it.
func move(id: String, place_id: String, of_name := "") -> void:
	var movement := Messages.Movement.new()
	movement.id = id
	movement.place_id = place_id
	movement.name = of_name
	observations.add_movement(movement)


## Reports the outcome of an intent, in the timeline in which its turn was taken. Where the
## game left that one by a load, the outcome goes to the timeline that is played, if that one has
## the turn, and the request's [code]timeline_id[/code] is changed to it; otherwise the intent is
## dropped: the error's reason is [code]INTENT_TIMELINE_LEFT[/code] or
## [code]TIMELINE_NOT_FOUND[/code]. The value is a [code]ReportOutcomeResponse[/code].
func report_outcome(request: Messages.ReportOutcomeRequest) -> Result:
	var result := await call_unary(REPORT_OUTCOME, request)
	if not result.error.reason in ["INTENT_TIMELINE_LEFT", "TIMELINE_NOT_FOUND"]:
		return result
	var refusal := result.error
	var played: String = refusal.metadata.get("reportTo", "")
	# the server does not know what is played in place of a deleted timeline; the game does
	if played == "" and not refusal.metadata.has("playedTimelineId"):
		played = timeline_id
	if played != "" and played != request.timeline_id:
		var again := Messages.ReportOutcomeRequest.from_dict(request.to_dict())
		again.timeline_id = played
		result = await call_unary(REPORT_OUTCOME, again)
		if result.error.reason != "TURN_NOT_FOUND":
			request.timeline_id = played
			return result
	log.warning("an intent is dropped: %s" % refusal.message)
	return Result.new(Messages.ReportOutcomeResponse.new(), refusal)


## Makes a report as [method report_outcome] does, and hands its result to a method, as
## [method call_then] does.
func report_then(request: Messages.ReportOutcomeRequest, then: Callable) -> void:
	var result := await report_outcome(request)
	if then.is_valid():
		then.call(result)


## Lets [method call_unary] and [method stream] make more calls, by path: class of the request,
## class of the answer, whether answers are streamed.
func add_methods(methods: Dictionary) -> void:
	_methods.merge(methods)


## Makes a call by its path, such as [code]npcserver.v1.PlayService/Observe[/code]. The value is the
## answer's message. A request that has a [code]request_id[/code] is given one.
func call_unary(path: String, request: RefCounted, timeout_ms := -1) -> Result:
	var types: Array = _methods.get(path.trim_prefix("/"), [])
	if types.is_empty() or types[2]:
		return Result.new(request, _no_such_call(path, "call_unary"))
	if not is_inside_tree():
		return Result.new(types[1].from_dict({}), _outside())
	RequestId.give(request)
	var patience := timeout_ms if timeout_ms > 0 else endpoint.call_timeout_ms
	var whole := path.trim_prefix("/")
	return await _caller.call_unary(whole, request.to_dict(), types[1], patience)


## Makes a call as [method call_unary] does, and hands its result to a method instead of having it
## awaited. The method is not called if its object was freed meanwhile.
func call_then(path: String, request: RefCounted, then: Callable) -> void:
	var result := await call_unary(path, request)
	if then.is_valid():
		then.call(result)


## Makes a call as [method call_then] does, once everything that was observed before is stored, such
## as movements of those whom it concerns.
func call_when_stored(path: String, request: RefCounted, then: Callable) -> void:
	var stored: Result = await observations.flush()
	if stored.is_ok():
		call_then(path, request, then)
	elif then.is_valid():
		then.call(stored)


## Opens a stream by its path, such as [code]npcserver.v1.PlayService/Say[/code]. Its messages are
## of the call's class, or what [param reader]'s [code]from_dict[/code] makes of their JSON.
func stream(path: String, request: RefCounted, timeout_ms := -1, reader: Variant = null) -> Stream:
	var whole := path.trim_prefix("/")
	var types: Array = _methods.get(whole, [])
	var is_stream: bool = not types.is_empty() and types[2]
	RequestId.give(request)
	if reader == null:
		reader = types[1] if is_stream else Messages.SayResponse
	var opened := Stream.new(_caller, whole, request.to_dict(), reader)
	if not is_stream:
		opened.fail(_no_such_call(path, "stream"))
	elif not is_inside_tree():
		opened.fail(_outside())
	else:
		opened.begin(timeout_ms if timeout_ms >= 0 else endpoint.turn_timeout_ms)
	return opened


## Calls that as soon as the client has time for it, at once or in one of the next frames; never
## where its object is freed before. So it costs next to nothing to speak to a crowd in one frame.
func when_there_is_time(start: Callable) -> void:
	_caller.when_there_is_time(start)


## Waits, also while the game is paused. Ends early when the client leaves the tree.
func wait(for_ms: int) -> Caller.Pause:
	return _caller.wait(for_ms)


func _enter(result: Result) -> Result:
	if result.is_ok():
		world_id = result.value.timeline.world_id
		timeline_id = result.value.timeline.timeline_id
		timeline_changed.emit(timeline_id)
	return Result.new(result.value.timeline, result.error)


func _no_such_call(path: String, by: String) -> Failure:
	var words := '%s knows no call "%s"; write it as npcserver.v1.PlayService/Say' % [by, path]
	return Failure.make(Failure.UNIMPLEMENTED, words)


func _outside() -> Failure:
	var words := "NpcDialogue is not in the scene tree; add it before it is used"
	return Failure.make(Failure.FAILED_PRECONDITION, words)
