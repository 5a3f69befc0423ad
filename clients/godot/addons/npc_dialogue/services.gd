# Generated from proto/npcserver/v1 by proto/generate_gdscript.py; do not edit.
## One class for each service, one method for each call.
extends RefCounted

const M = preload("messages.gd")
const Service = preload("service.gd")
const Stream = preload("stream.gd")
const Result = preload("result.gd")

## By path: class of the request, class of the answer, whether answers are streamed.
const METHODS := {
	"npcserver.v1.AccessService/CreateKey":
	[M.CreateKeyRequest, M.CreateKeyResponse, false],
	"npcserver.v1.AccessService/ListKeys":
	[M.ListKeysRequest, M.ListKeysResponse, false],
	"npcserver.v1.AccessService/RotateKey":
	[M.RotateKeyRequest, M.RotateKeyResponse, false],
	"npcserver.v1.AccessService/RevokeKey":
	[M.RevokeKeyRequest, M.RevokeKeyResponse, false],
	"npcserver.v1.AccessService/MintPlayerToken":
	[M.MintPlayerTokenRequest, M.MintPlayerTokenResponse, false],
	"npcserver.v1.CharacterService/CreateCharacter":
	[M.CreateCharacterRequest, M.CreateCharacterResponse, false],
	"npcserver.v1.CharacterService/GetCharacter":
	[M.GetCharacterRequest, M.GetCharacterResponse, false],
	"npcserver.v1.CharacterService/ListCharacters":
	[M.ListCharactersRequest, M.ListCharactersResponse, false],
	"npcserver.v1.CharacterService/UpdateCharacter":
	[M.UpdateCharacterRequest, M.UpdateCharacterResponse, false],
	"npcserver.v1.CharacterService/DeleteCharacter":
	[M.DeleteCharacterRequest, M.DeleteCharacterResponse, false],
	"npcserver.v1.CharacterService/ListPersonaVersions":
	[M.ListPersonaVersionsRequest, M.ListPersonaVersionsResponse, false],
	"npcserver.v1.CharacterService/Whisper":
	[M.WhisperRequest, M.WhisperResponse, false],
	"npcserver.v1.CharacterService/GetMind":
	[M.GetMindRequest, M.GetMindResponse, false],
	"npcserver.v1.CharacterService/Interview":
	[M.InterviewRequest, M.InterviewResponse, false],
	"npcserver.v1.GroupChatService/OpenGroupChat":
	[M.OpenGroupChatRequest, M.OpenGroupChatResponse, false],
	"npcserver.v1.GroupChatService/GetGroupChat":
	[M.GetGroupChatRequest, M.GetGroupChatResponse, false],
	"npcserver.v1.GroupChatService/ListGroupChats":
	[M.ListGroupChatsRequest, M.ListGroupChatsResponse, false],
	"npcserver.v1.GroupChatService/WatchGroupChat":
	[M.WatchGroupChatRequest, M.WatchGroupChatResponse, true],
	"npcserver.v1.GroupChatService/AdvanceGroupChat":
	[M.AdvanceGroupChatRequest, M.AdvanceGroupChatResponse, false],
	"npcserver.v1.GroupChatService/TakeSeat":
	[M.TakeSeatRequest, M.TakeSeatResponse, false],
	"npcserver.v1.GroupChatService/LeaveSeat":
	[M.LeaveSeatRequest, M.LeaveSeatResponse, false],
	"npcserver.v1.GroupChatService/SpeakInGroupChat":
	[M.SpeakInGroupChatRequest, M.SpeakInGroupChatResponse, false],
	"npcserver.v1.GroupChatService/ChoosePartner":
	[M.ChoosePartnerRequest, M.ChoosePartnerResponse, false],
	"npcserver.v1.GroupChatService/CastVote":
	[M.CastVoteRequest, M.CastVoteResponse, false],
	"npcserver.v1.GroupChatService/CloseGroupChat":
	[M.CloseGroupChatRequest, M.CloseGroupChatResponse, false],
	"npcserver.v1.GroupChatService/GetGroupChatResult":
	[M.GetGroupChatResultRequest, M.GetGroupChatResultResponse, false],
	"npcserver.v1.LoreService/PutBook":
	[M.PutBookRequest, M.PutBookResponse, false],
	"npcserver.v1.LoreService/GetBook":
	[M.GetBookRequest, M.GetBookResponse, false],
	"npcserver.v1.LoreService/ListBooks":
	[M.ListBooksRequest, M.ListBooksResponse, false],
	"npcserver.v1.LoreService/DeleteBook":
	[M.DeleteBookRequest, M.DeleteBookResponse, false],
	"npcserver.v1.LoreService/Ask":
	[M.AskRequest, M.AskResponse, true],
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
	"npcserver.v1.PlayService/JoinCircle":
	[M.JoinCircleRequest, M.JoinCircleResponse, false],
	"npcserver.v1.PlayService/LeaveCircle":
	[M.LeaveCircleRequest, M.LeaveCircleResponse, false],
	"npcserver.v1.PlayService/SayInCircle":
	[M.SayInCircleRequest, M.SayInCircleResponse, true],
	"npcserver.v1.PlayService/PutAffordanceSet":
	[M.PutAffordanceSetRequest, M.PutAffordanceSetResponse, false],
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
	"npcserver.v1.MemoryService/ListMemories":
	[M.ListMemoriesRequest, M.ListMemoriesResponse, false],
	"npcserver.v1.MemoryService/Recall":
	[M.RecallRequest, M.RecallResponse, false],
	"npcserver.v1.MemoryService/Explain":
	[M.ExplainRequest, M.ExplainResponse, false],
	"npcserver.v1.MemoryService/GetReflectionTree":
	[M.GetReflectionTreeRequest, M.GetReflectionTreeResponse, false],
	"npcserver.v1.MemoryService/TraceMemory":
	[M.TraceMemoryRequest, M.TraceMemoryResponse, false],
	"npcserver.v1.MemoryService/WhoKnows":
	[M.WhoKnowsRequest, M.WhoKnowsResponse, false],
	"npcserver.v1.MemoryService/PinMemory":
	[M.PinMemoryRequest, M.PinMemoryResponse, false],
	"npcserver.v1.MemoryService/ReportMemories":
	[M.ReportMemoriesRequest, M.ReportMemoriesResponse, false],
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
	"npcserver.v1.TimelineService/Diff":
	[M.DiffRequest, M.DiffResponse, false],
	"npcserver.v1.TimelineService/DeleteSave":
	[M.DeleteSaveRequest, M.DeleteSaveResponse, false],
	"npcserver.v1.TimelineService/DeleteTimeline":
	[M.DeleteTimelineRequest, M.DeleteTimelineResponse, false],
	"npcserver.v1.WorldService/CreateWorld":
	[M.CreateWorldRequest, M.CreateWorldResponse, false],
	"npcserver.v1.WorldService/GetWorld":
	[M.GetWorldRequest, M.GetWorldResponse, false],
	"npcserver.v1.WorldService/ListWorlds":
	[M.ListWorldsRequest, M.ListWorldsResponse, false],
	"npcserver.v1.WorldService/UpdateWorld":
	[M.UpdateWorldRequest, M.UpdateWorldResponse, false],
	"npcserver.v1.WorldService/DeleteWorld":
	[M.DeleteWorldRequest, M.DeleteWorldResponse, false],
	"npcserver.v1.WorldService/CreatePlace":
	[M.CreatePlaceRequest, M.CreatePlaceResponse, false],
	"npcserver.v1.WorldService/GetPlace":
	[M.GetPlaceRequest, M.GetPlaceResponse, false],
	"npcserver.v1.WorldService/ListPlaces":
	[M.ListPlacesRequest, M.ListPlacesResponse, false],
	"npcserver.v1.WorldService/UpdatePlace":
	[M.UpdatePlaceRequest, M.UpdatePlaceResponse, false],
	"npcserver.v1.WorldService/DeletePlace":
	[M.DeletePlaceRequest, M.DeletePlaceResponse, false],
	"npcserver.v1.WorldService/SetObjectState":
	[M.SetObjectStateRequest, M.SetObjectStateResponse, false],
	"npcserver.v1.WorldService/ListObjectStates":
	[M.ListObjectStatesRequest, M.ListObjectStatesResponse, false],
	"npcserver.v1.WorldService/SetSpendingLimit":
	[M.SetSpendingLimitRequest, M.SetSpendingLimitResponse, false],
	"npcserver.v1.WorldService/ListSpending":
	[M.ListSpendingRequest, M.ListSpendingResponse, false],
}


## Keys of services and people of the studio, and tokens of players.
class AccessService:
	extends Service

	## Makes a key. Its secret is in the answer and can be read nowhere else.
	##
	## The value is a CreateKeyResponse.
	func create_key(
		request: M.CreateKeyRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.AccessService/CreateKey", request, timeout_ms)

	## Lists all keys, those that no longer count included, newest first, without secrets. Keys of
	## the server's settings are not among them.
	##
	## The value is a ListKeysResponse.
	func list_keys(
		request: M.ListKeysRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.AccessService/ListKeys", request, timeout_ms)

	## Gives a key a new secret. The one before counts on for [code]overlap_seconds[/code]; an
	## earlier one ends.
	##
	## The value is a RotateKeyResponse.
	func rotate_key(
		request: M.RotateKeyRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.AccessService/RotateKey", request, timeout_ms)

	## Revokes a key, and with it all tokens that were made for it. Every server of the database
	## refuses them within a few seconds, and ends their streams before the next message. Revoking
	## again changes nothing.
	##
	## The value is a RevokeKeyResponse.
	func revoke_key(
		request: M.RevokeKeyRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.AccessService/RevokeKey", request, timeout_ms)

	## Makes a token with which the client of one player may speak for that player in one timeline,
	## and for nobody else.
	##
	## The value is a MintPlayerTokenResponse.
	func mint_player_token(
		request: M.MintPlayerTokenRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.AccessService/MintPlayerToken", request, timeout_ms)


## Manages characters and the versions of their personas, shows their state, and gives them
## orders as an inner voice.
class CharacterService:
	extends Service

	## Creates a character with its persona and seed memories. Timelines that were started before
	## do not have its seed memories. Idempotent by [code]request_id[/code].
	##
	## The value is a CreateCharacterResponse.
	func create_character(
		request: M.CreateCharacterRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/CreateCharacter", request, timeout_ms)

	## Returns a character with its present persona.
	##
	## The value is a GetCharacterResponse.
	func get_character(
		request: M.GetCharacterRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/GetCharacter", request, timeout_ms)

	## Lists the characters of a world, ordered by id.
	##
	## The value is a ListCharactersResponse.
	func list_characters(
		request: M.ListCharactersRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/ListCharacters", request, timeout_ms)

	## Changes fields of a character. A changed persona becomes a new version and is in force from
	## the next turn on. Idempotent by [code]request_id[/code].
	##
	## The value is an UpdateCharacterResponse.
	func update_character(
		request: M.UpdateCharacterRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/UpdateCharacter", request, timeout_ms)

	## Deletes a character. Its records stay in the timelines. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a DeleteCharacterResponse.
	func delete_character(
		request: M.DeleteCharacterRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/DeleteCharacter", request, timeout_ms)

	## Lists the versions of a persona, newest first.
	##
	## The value is a ListPersonaVersionsResponse.
	func list_persona_versions(
		request: M.ListPersonaVersionsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/ListPersonaVersions", request, timeout_ms)

	## Gives a character an inner voice: a memory that it takes for its own thought, and an order
	## for its plans. Idempotent by [code]request_id[/code].
	##
	## The value is a WhisperResponse.
	func whisper(
		request: M.WhisperRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/Whisper", request, timeout_ms)

	## Returns the state of a character as one vantage sees it: its act and plans, mood, and
	## standings with others. Calls no model and leaves no trace.
	##
	## The value is a GetMindResponse.
	func get_mind(
		request: M.GetMindRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/GetMind", request, timeout_ms)

	## Asks a character a question, which it answers from memory and forgets: the interview leaves
	## no trace in memories, timeline or access times. Waits for a model.
	##
	## The value is an InterviewResponse.
	func interview(
		request: M.InterviewRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.CharacterService/Interview", request, timeout_ms)


## Runs scenes after AgentGroupChat (arXiv 2403.13433): members with goals and resources talk
## in private, meet, debate before all, revise their views, and vote.
##
## A group chat is part of a timeline: it is saved and loaded with it, and continues where it
## was when the server starts again.
class GroupChatService:
	extends Service

	## Opens a group chat from a scene file. It waits to be advanced. A scene file with mistakes is
	## refused with all of them, by line and field. A server without a language model fails with
	## FAILED_PRECONDITION and the reason MODEL_UNAVAILABLE. Idempotent by [code]request_id[/code].
	##
	## The value is an OpenGroupChatResponse.
	func open_group_chat(
		request: M.OpenGroupChatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/OpenGroupChat", request, timeout_ms)

	## Returns the stage of a group chat, the state of its members, and whom it waits for.
	##
	## The value is a GetGroupChatResponse.
	func get_group_chat(
		request: M.GetGroupChatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/GetGroupChat", request, timeout_ms)

	## Lists the group chats of a timeline, oldest first.
	##
	## The value is a ListGroupChatsResponse.
	func list_group_chats(
		request: M.ListGroupChatsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/ListGroupChats", request, timeout_ms)

	## Streams the events of a group chat, from a position on: all of them, or what one member or
	## the audience may know, when they may know it. An event that becomes known later is at the
	## position by which it became known. Ends after [code]closed[/code], and when the game leaves
	## the timeline.
	##
	## Each message is a WatchGroupChatResponse.
	func watch_group_chat(
		request: M.WatchGroupChatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Stream:
		return _client.stream("npcserver.v1.GroupChatService/WatchGroupChat", request, timeout_ms)

	## Lets a group chat run by itself, up to a point. Returns at once; watch the events. A server
	## without a language model fails as in [code]OpenGroupChat[/code]. Idempotent by
	## [code]request_id[/code].
	##
	## The value is an AdvanceGroupChatResponse.
	func advance_group_chat(
		request: M.AdvanceGroupChatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/AdvanceGroupChat", request, timeout_ms)

	## Lets a person speak and decide for a member from now on; the group chat waits for them
	## whenever it is that member's turn. Idempotent by [code]request_id[/code].
	##
	## The value is a TakeSeatResponse.
	func take_seat(
		request: M.TakeSeatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/TakeSeat", request, timeout_ms)

	## Gives a seat back: the member speaks and decides for itself again. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a LeaveSeatResponse.
	func leave_seat(
		request: M.LeaveSeatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/LeaveSeat", request, timeout_ms)

	## Speaks: from a seat when it is that member's turn, or from the audience, before all, at any
	## time until it is closed. Idempotent by [code]request_id[/code].
	##
	## The value is a SpeakInGroupChatResponse.
	func speak_in_group_chat(
		request: M.SpeakInGroupChatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/SpeakInGroupChat", request, timeout_ms)

	## Chooses, from a seat, whom to talk with. Idempotent by [code]request_id[/code].
	##
	## The value is a ChoosePartnerResponse.
	func choose_partner(
		request: M.ChoosePartnerRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/ChoosePartner", request, timeout_ms)

	## Votes, from a seat. Idempotent by [code]request_id[/code].
	##
	## The value is a CastVoteResponse.
	func cast_vote(
		request: M.CastVoteRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/CastVote", request, timeout_ms)

	## Ends a group chat early: nobody wins. Closing one that is over changes nothing. Idempotent
	## by [code]request_id[/code].
	##
	## The value is a CloseGroupChatResponse.
	func close_group_chat(
		request: M.CloseGroupChatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/CloseGroupChat", request, timeout_ms)

	## Returns the result of a group chat so far: votes, winner, the relations of members, what was
	## said, and how rich its language is.
	##
	## The value is a GetGroupChatResultResponse.
	func get_group_chat_result(
		request: M.GetGroupChatResultRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.GroupChatService/GetGroupChatResult", request, timeout_ms)


## Stores the books of worlds and answers from them with cited passages. Characters use the
## books they have read.
class LoreService:
	extends Service

	## Stores a book, replaces the one with the same id, and cuts it into passages. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a PutBookResponse.
	func put_book(
		request: M.PutBookRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.LoreService/PutBook", request, timeout_ms)

	## Returns a book.
	##
	## The value is a GetBookResponse.
	func get_book(
		request: M.GetBookRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.LoreService/GetBook", request, timeout_ms)

	## Lists the books of a world by id, without their chapters' texts.
	##
	## The value is a ListBooksResponse.
	func list_books(
		request: M.ListBooksRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.LoreService/ListBooks", request, timeout_ms)

	## Deletes a book. Receipts that cite it keep the ids of its passages. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a DeleteBookResponse.
	func delete_book(
		request: M.DeleteBookRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.LoreService/DeleteBook", request, timeout_ms)

	## Streams the passages that answer a question or may answer it, best first, then ends. Nothing
	## is made up: each tells its [code]confidence[/code], and with [code]min_confidence[/code] 0.5
	## the stream is empty where no passage answers. Calls no model.
	##
	## Each message is an AskResponse.
	func ask(
		request: M.AskRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Stream:
		return _client.stream("npcserver.v1.LoreService/Ask", request, timeout_ms)


## The game at run time: observations and utterances go in; lines and intents come out.
##
## Everything in [code]Play[/code] is also reachable by the other methods, for engines without
## HTTP/2.
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
	## same words; otherwise it ends with [code]TURN_OUTCOME_INTERRUPTED[/code].
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

	## Stores what characters may do in turns of players, under a name that a player's request then
	## refers to; a set of that name is replaced. It goes with the timeline; a timeline that is
	## loaded from a save has none yet.
	##
	## The value is a PutAffordanceSetResponse.
	func put_affordance_set(
		request: M.PutAffordanceSetRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.PlayService/PutAffordanceSet", request, timeout_ms)

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

	## Moves game time forward. Idempotent by [code]request_id[/code]; moving backwards is
	## [code]CLOCK_MOVED_BACKWARDS[/code]: load a save instead. A move of six hours or more leaves
	## each character a few dated memories of the time that was skipped.
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


## Shows what characters remember and why they said what they said. Nothing here changes what a
## character knows.
class MemoryService:
	extends Service

	## Lists a character's memories as one vantage sees them, newest first.
	##
	## The value is a ListMemoriesResponse.
	func list_memories(
		request: M.ListMemoriesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.MemoryService/ListMemories", request, timeout_ms)

	## Returns the memories that a character would recall at some words, with the scores. Does not
	## count as an access.
	##
	## The value is a RecallResponse.
	func recall(
		request: M.RecallRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.MemoryService/Recall", request, timeout_ms)

	## Returns the receipt of a turn, of a move of a group chat, or of the thought that left a
	## memory: what it was made from, and with [code]rendered_prompt[/code] the prompt itself.
	##
	## The value is an ExplainResponse.
	func explain(
		request: M.ExplainRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.MemoryService/Explain", request, timeout_ms)

	## Returns what a character inferred, and from what: a tree whose leaves are original
	## observations (Generative Agents, figure 7).
	##
	## The value is a GetReflectionTreeResponse.
	func get_reflection_tree(
		request: M.GetReflectionTreeRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.MemoryService/GetReflectionTree", request, timeout_ms)

	## Returns the whole path of a memory: who witnessed it, who told whom, in which turn, when,
	## and in what words.
	##
	## The value is a TraceMemoryResponse.
	func trace_memory(
		request: M.TraceMemoryRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.MemoryService/TraceMemory", request, timeout_ms)

	## Lists the characters who have a visible memory of a fact, and the source of each.
	##
	## The value is a WhoKnowsResponse.
	func who_knows(
		request: M.WhoKnowsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.MemoryService/WhoKnows", request, timeout_ms)

	## Pins a memory, so that it is recalled in every turn, or unpins it. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a PinMemoryResponse.
	func pin_memory(
		request: M.PinMemoryRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.MemoryService/PinMemory", request, timeout_ms)

	## Reports how useful the memories of a character are: duplicates, contradictions, leftovers,
	## and the share that is junk.
	##
	## The value is a ReportMemoriesResponse.
	func report_memories(
		request: M.ReportMemoriesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.MemoryService/ReportMemories", request, timeout_ms)


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

	## Compares two moments: what each character remembers, believes, feels and plans in one and
	## not in the other. Calls no model and leaves no trace.
	##
	## The value is a DiffResponse.
	func diff(
		request: M.DiffRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.TimelineService/Diff", request, timeout_ms)

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


## Manages what authors write about worlds and their places.
class WorldService:
	extends Service

	## Creates a world. Idempotent by [code]request_id[/code].
	##
	## The value is a CreateWorldResponse.
	func create_world(
		request: M.CreateWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/CreateWorld", request, timeout_ms)

	## Returns a world.
	##
	## The value is a GetWorldResponse.
	func get_world(
		request: M.GetWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/GetWorld", request, timeout_ms)

	## Lists worlds, ordered by id.
	##
	## The value is a ListWorldsResponse.
	func list_worlds(
		request: M.ListWorldsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/ListWorlds", request, timeout_ms)

	## Changes fields of a world. Idempotent by [code]request_id[/code].
	##
	## The value is an UpdateWorldResponse.
	func update_world(
		request: M.UpdateWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/UpdateWorld", request, timeout_ms)

	## Deletes a world with its places, characters, timelines and saves. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a DeleteWorldResponse.
	func delete_world(
		request: M.DeleteWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/DeleteWorld", request, timeout_ms)

	## Creates a place. Idempotent by [code]request_id[/code].
	##
	## The value is a CreatePlaceResponse.
	func create_place(
		request: M.CreatePlaceRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/CreatePlace", request, timeout_ms)

	## Returns a place.
	##
	## The value is a GetPlaceResponse.
	func get_place(
		request: M.GetPlaceRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/GetPlace", request, timeout_ms)

	## Lists the places of a world, ordered by id.
	##
	## The value is a ListPlacesResponse.
	func list_places(
		request: M.ListPlacesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/ListPlaces", request, timeout_ms)

	## Changes fields of a place. Idempotent by [code]request_id[/code].
	##
	## The value is an UpdatePlaceResponse.
	func update_place(
		request: M.UpdatePlaceRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/UpdatePlace", request, timeout_ms)

	## Deletes a place that has no parts and no residents. Idempotent by [code]request_id[/code].
	##
	## The value is a DeletePlaceResponse.
	func delete_place(
		request: M.DeletePlaceRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/DeletePlace", request, timeout_ms)

	## Sets the state of a thing in a timeline, as a designer may. Those who are there and awake
	## perceive it, and may react. Idempotent by [code]request_id[/code].
	##
	## The value is a SetObjectStateResponse.
	func set_object_state(
		request: M.SetObjectStateRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/SetObjectState", request, timeout_ms)

	## Lists the things of a timeline's world and their states, ordered by place and name.
	##
	## The value is a ListObjectStatesResponse.
	func list_object_states(
		request: M.ListObjectStatesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/ListObjectStates", request, timeout_ms)

	## Sets or removes a limit on what models may cost in a calendar day; in force at once here,
	## and within seconds on other servers of the database. For administrators: it decides about
	## money.
	##
	## The value is a SetSpendingLimitResponse.
	func set_spending_limit(
		request: M.SetSpendingLimitRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/SetSpendingLimit", request, timeout_ms)

	## Lists the limits of a world and what was spent on a day: the world first, then by scope and
	## id.
	##
	## The value is a ListSpendingResponse.
	func list_spending(
		request: M.ListSpendingRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.v1.WorldService/ListSpending", request, timeout_ms)
