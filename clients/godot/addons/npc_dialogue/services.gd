# Generated from proto/npcserver/v1 by proto/generate_gdscript.py; do not edit.
## One class for each service, one method for each call.
extends RefCounted

const M = preload("messages.gd")
const Service = preload("service.gd")
const Stream = preload("stream.gd")
const Result = preload("result.gd")

## By path: class of the request, class of the answer, whether answers are streamed.
const METHODS := {
	"npcserver.v1.PlayService/Observe":
	[M.ObserveRequest, M.ObserveResponse, false],
	"npcserver.v1.PlayService/Say":
	[M.SayRequest, M.SayResponse, true],
	"npcserver.v1.PlayService/Interrupt":
	[M.InterruptRequest, M.InterruptResponse, false],
	"npcserver.v1.PlayService/OpenCircle":
	[M.OpenCircleRequest, M.OpenCircleResponse, false],
	"npcserver.v1.PlayService/GetCircle":
	[M.GetCircleRequest, M.GetCircleResponse, false],
	"npcserver.v1.PlayService/ListCircles":
	[M.ListCirclesRequest, M.ListCirclesResponse, false],
	"npcserver.v1.PlayService/JoinCircle":
	[M.JoinCircleRequest, M.JoinCircleResponse, false],
	"npcserver.v1.PlayService/LeaveCircle":
	[M.LeaveCircleRequest, M.LeaveCircleResponse, false],
	"npcserver.v1.PlayService/SayInCircle":
	[M.SayInCircleRequest, M.SayInCircleResponse, true],
	"npcserver.v1.PlayService/ReportOutcome":
	[M.ReportOutcomeRequest, M.ReportOutcomeResponse, false],
	"npcserver.v1.PlayService/AdvanceClock":
	[M.AdvanceClockRequest, M.AdvanceClockResponse, false],
	"npcserver.v1.PlayService/SettleCommitment":
	[M.SettleCommitmentRequest, M.SettleCommitmentResponse, false],
	"npcserver.v1.PlayService/SuggestLines":
	[M.SuggestLinesRequest, M.SuggestLinesResponse, false],
	"npcserver.v1.PlayService/SetAttention":
	[M.SetAttentionRequest, M.SetAttentionResponse, false],
	"npcserver.v1.PlayService/Watch":
	[M.WatchRequest, M.WatchResponse, true],
	"npcserver.v1.CharacterService/ListCast":
	[M.ListCastRequest, M.ListCastResponse, false],
	"npcserver.v1.CharacterService/GetMind":
	[M.GetMindRequest, M.GetMindResponse, false],
	"npcserver.v1.ServerService/GetServer":
	[M.GetServerRequest, M.GetServerResponse, false],
	"npcserver.v1.TimelineService/StartTimeline":
	[M.StartTimelineRequest, M.StartTimelineResponse, false],
	"npcserver.v1.TimelineService/GetTimeline":
	[M.GetTimelineRequest, M.GetTimelineResponse, false],
	"npcserver.v1.TimelineService/Save":
	[M.SaveRequest, M.SaveResponse, false],
	"npcserver.v1.TimelineService/Load":
	[M.LoadRequest, M.LoadResponse, false],
	"npcserver.v1.TimelineService/ListSaves":
	[M.ListSavesRequest, M.ListSavesResponse, false],
	"npcserver.v1.TimelineService/ListTimelines":
	[M.ListTimelinesRequest, M.ListTimelinesResponse, false],
	"npcserver.v1.TimelineService/DeleteSave":
	[M.DeleteSaveRequest, M.DeleteSaveResponse, false],
	"npcserver.v1.TimelineService/DeleteTimeline":
	[M.DeleteTimelineRequest, M.DeleteTimelineResponse, false],
	"npcserver.v1.TimelineService/SetAvailability":
	[M.SetAvailabilityRequest, M.SetAvailabilityResponse, false],
	"npcserver.v1.TimelineService/ListObjectStates":
	[M.ListObjectStatesRequest, M.ListObjectStatesResponse, false],
}


## The game at run time: observations and utterances go in; lines and intents come out.
class PlayService:
	extends Service

	## Sends characters a batch of observations, which is stored as a whole. Returns when it is
	## durable. Never waits for a model. Idempotent by [code]request_id[/code].
	##
	## The value is an ObserveResponse.
	func observe(
		request: M.ObserveRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/Observe", request, timeout_ms)

	## Says something to a character and streams back its turn. Cancelling the call interrupts the
	## character; it then remembers only what was delivered. A repeat with the same
	## [code]request_id[/code] replays the stored turn. If the server died during the turn, what
	## had been delivered is sent again first, and the turn goes on if the model begins with the
	## same words; otherwise it ends with [code]TURN_OUTCOME_INTERRUPTED[/code]. If the connection
	## broke before anything was delivered, the repeat has the whole answer.
	##
	## Each message is a SayResponse.
	func say(
		request: M.SayRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Stream:
		return _client.stream("npcserver.v1.PlayService/Say", request, timeout_ms)

	## Interrupts a turn that is being spoken, for engines that cannot cancel a call. The turn ends
	## with [code]TURN_OUTCOME_INTERRUPTED[/code].
	##
	## The value is an InterruptResponse.
	func interrupt(
		request: M.InterruptRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/Interrupt", request, timeout_ms)

	## Opens a circle: characters and players who talk with each other, hear each other, and are
	## heard by nobody else. Idempotent by [code]request_id[/code].
	##
	## The value is an OpenCircleResponse.
	func open_circle(
		request: M.OpenCircleRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/OpenCircle", request, timeout_ms)

	## Returns a circle.
	##
	## The value is a GetCircleResponse.
	func get_circle(
		request: M.GetCircleRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/GetCircle", request, timeout_ms)

	## Lists the circles of a timeline that have not broken up, by id.
	##
	## The value is a ListCirclesResponse.
	func list_circles(
		request: M.ListCirclesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/ListCircles", request, timeout_ms)

	## Adds a member to a circle; it has not heard what was said before. A member of another circle
	## leaves that one. Idempotent by [code]request_id[/code].
	##
	## The value is a JoinCircleResponse.
	func join_circle(
		request: M.JoinCircleRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/JoinCircle", request, timeout_ms)

	## Removes a member from a circle; it does not hear what is said after that. A member that
	## moves to another place leaves the circle too, as soon as the circle is read or spoken in. A
	## circle of fewer than two, or of players alone, breaks up. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a LeaveCircleResponse.
	func leave_circle(
		request: M.LeaveCircleRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/LeaveCircle", request, timeout_ms)

	## Says something in a circle, or lets the characters talk among themselves, and streams back
	## who has the floor and what they say, one after the other, until nobody has anything to add,
	## a player is asked, or [code]most_turns[/code] are over. Rules decide who speaks next,
	## without a model. New words in a circle end what an earlier call still streams: a character
	## finishes its turn, unless the new words address it; then it is interrupted. Cancelling the
	## call interrupts too, and an [code]Interrupt[/code] of a turn ends what follows it. A repeat
	## with the same [code]request_id[/code] says nothing twice and streams what is left to say.
	##
	## Each message is a SayInCircleResponse.
	func say_in_circle(
		request: M.SayInCircleRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Stream:
		return _client.stream("npcserver.v1.PlayService/SayInCircle", request, timeout_ms)

	## Reports the outcome of an intent. A completed intent is remembered as a deed; a refused or
	## failed one is remembered as something that did not happen. One final status counts, with or
	## without [code]ACCEPTED[/code] before it; accepting again changes nothing. An intent proposed
	## before the game left the timeline by a load is [code]INTENT_TIMELINE_LEFT[/code], which
	## names the timeline to report it in, if there is one. Idempotent by [code]request_id[/code].
	##
	## The value is a ReportOutcomeResponse.
	func report_outcome(
		request: M.ReportOutcomeRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/ReportOutcome", request, timeout_ms)

	## Moves game time forward, and with [code]wait_for[/code] lets characters catch up. Idempotent
	## by [code]request_id[/code]; moving backwards is [code]CLOCK_MOVED_BACKWARDS[/code]: load a
	## save instead. A move of six hours or more leaves each character a few dated memories of the
	## time that was skipped.
	##
	## The value is an AdvanceClockResponse.
	func advance_clock(
		request: M.AdvanceClockRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/AdvanceClock", request, timeout_ms)

	## Reports that a promise was kept, broken or withdrawn, where the game knows better than talk
	## and clock. Both sides remember it. Idempotent by [code]request_id[/code].
	##
	## The value is a SettleCommitmentResponse.
	func settle_commitment(
		request: M.SettleCommitmentRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/SettleCommitment", request, timeout_ms)

	## Returns lines that a player may try first with a character which speaks without a model:
	## each is answered from what the world says. None where a model speaks, which answers more
	## than these.
	##
	## The value is a SuggestLinesResponse.
	func suggest_lines(
		request: M.SuggestLinesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/SuggestLines", request, timeout_ms)

	## Sets how finely characters think, such as when players come near them or leave. Idempotent
	## by [code]request_id[/code].
	##
	## The value is a SetAttentionResponse.
	func set_attention(
		request: M.SetAttentionRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/SetAttention", request, timeout_ms)

	## Streams events of a timeline, and what characters do and think, from a position on. A
	## checkpoint is sent when nothing happens for a while, so that a client can resume from it.
	## Ends after [code]left[/code], with [code]SHUTTING_DOWN[/code], with
	## [code]TIMELINE_NOT_FOUND[/code] when the timeline is deleted, or when the client cancels or
	## reads nothing for 5 seconds ([code]OVER_LIMIT[/code]).
	##
	## Each message is a WatchResponse.
	func watch(
		request: M.WatchRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Stream:
		return _client.stream("npcserver.v1.PlayService/Watch", request, timeout_ms)


## The characters of a world as a game sees them, and their state.
class CharacterService:
	extends Service

	## Lists the characters of a world by id: what a game shows of them. Personas are read in
	## [code]PersonaService[/code].
	##
	## The value is a ListCastResponse.
	func list_cast(
		request: M.ListCastRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/ListCast", request, timeout_ms)

	## Returns the state of a character as one vantage sees it: its act and plans, mood, and
	## standings with others. Calls no model and leaves no trace.
	##
	## The value is a GetMindResponse.
	func get_mind(
		request: M.GetMindRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/GetMind", request, timeout_ms)


## Says what server a client talks to.
class ServerService:
	extends Service

	## Returns versions, limits and languages of the server; callers with a key also get its
	## features and models.
	##
	## The value is a GetServerResponse.
	func get_server(
		request: M.GetServerRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.ServerService/GetServer", request, timeout_ms)


## Starts, saves and loads timelines. Saving and loading copy nothing.
class TimelineService:
	extends Service

	## Starts a new timeline of a world; its characters begin with their seed memories. Idempotent
	## by [code]request_id[/code].
	##
	## The value is a StartTimelineResponse.
	func start_timeline(
		request: M.StartTimelineRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/StartTimeline", request, timeout_ms)

	## Returns a timeline with its present head and game time.
	##
	## The value is a GetTimelineResponse.
	func get_timeline(
		request: M.GetTimelineRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/GetTimeline", request, timeout_ms)

	## Gives a name to a moment of a timeline, to return to it with [code]Load[/code]. Idempotent
	## by [code]request_id[/code].
	##
	## The value is a SaveResponse.
	func save(
		request: M.SaveRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/Save", request, timeout_ms)

	## Starts a new timeline that sees everything up to a save and nothing after it. The timeline
	## that was saved stays as it is and can be played on. Idempotent by [code]request_id[/code].
	##
	## The value is a LoadResponse.
	func load(
		request: M.LoadRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/Load", request, timeout_ms)

	## Lists the saves of a world, oldest id first.
	##
	## The value is a ListSavesResponse.
	func list_saves(
		request: M.ListSavesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/ListSaves", request, timeout_ms)

	## Lists the timelines of a world, by id. Deleted ones are not among them.
	##
	## The value is a ListTimelinesResponse.
	func list_timelines(
		request: M.ListTimelinesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/ListTimelines", request, timeout_ms)

	## Deletes a save. What nothing else needs is freed in the background. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a DeleteSaveResponse.
	func delete_save(
		request: M.DeleteSaveRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/DeleteSave", request, timeout_ms)

	## Deletes a timeline: it can be neither played nor read any more. Saves made on it and
	## timelines forked from it stay, and keep what they see of it; the rest is freed in the
	## background. Idempotent by [code]request_id[/code]. The genesis of a world is
	## [code]STILL_IN_USE[/code].
	##
	## The value is a DeleteTimelineResponse.
	func delete_timeline(
		request: M.DeleteTimelineRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/DeleteTimeline", request, timeout_ms)

	## Says that a character is present, absent or dead in a timeline from now on; each may follow
	## each. One that is not present is at no place: nobody hears, sees or visits it, speaks with
	## it or waits for it, it does and thinks nothing, and talks, circles and scenes that it is in
	## end or go on without it. To say something to it, or let it speak, is
	## [code]CHARACTER_UNAVAILABLE[/code]. Promises from and to the dead lapse. Those who see it
	## happen know it from then on. What others remember stays, and one that is present again goes
	## on where it was. Idempotent by [code]request_id[/code].
	##
	## The value is a SetAvailabilityResponse.
	func set_availability(
		request: M.SetAvailabilityRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/SetAvailability", request, timeout_ms)

	## Lists the things of a timeline's world and their states, ordered by place and name.
	##
	## The value is a ListObjectStatesResponse.
	func list_object_states(
		request: M.ListObjectStatesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/ListObjectStates", request, timeout_ms)
