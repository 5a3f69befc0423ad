# Generated from proto/npcserver/admin/v1 by proto/generate_gdscript.py; do not edit.
## One class for each service, one method for each call.
extends RefCounted

const M = preload("messages.gd")
const Service = preload("../service.gd")
const Stream = preload("../stream.gd")
const Result = preload("../result.gd")

## By path: class of the request, class of the answer, whether answers are streamed.
const METHODS := {
	"npcserver.admin.v1.AccessService/CreateKey":
	[M.CreateKeyRequest, M.CreateKeyResponse, false],
	"npcserver.admin.v1.AccessService/ListKeys":
	[M.ListKeysRequest, M.ListKeysResponse, false],
	"npcserver.admin.v1.AccessService/RotateKey":
	[M.RotateKeyRequest, M.RotateKeyResponse, false],
	"npcserver.admin.v1.AccessService/RevokeKey":
	[M.RevokeKeyRequest, M.RevokeKeyResponse, false],
	"npcserver.admin.v1.AccessService/PutAffordanceSet":
	[M.PutAffordanceSetRequest, M.PutAffordanceSetResponse, false],
	"npcserver.admin.v1.AccessService/ListAffordanceSets":
	[M.ListAffordanceSetsRequest, M.ListAffordanceSetsResponse, false],
	"npcserver.admin.v1.AccessService/MintPlayerToken":
	[M.MintPlayerTokenRequest, M.MintPlayerTokenResponse, false],
	"npcserver.admin.v1.AuditService/ListAuditEntries":
	[M.ListAuditEntriesRequest, M.ListAuditEntriesResponse, false],
	"npcserver.admin.v1.AuditService/ExportAudit":
	[M.ExportAuditRequest, M.ExportAuditResponse, false],
	"npcserver.admin.v1.AuditService/GetAuditHead":
	[M.GetAuditHeadRequest, M.GetAuditHeadResponse, false],
	"npcserver.admin.v1.CorrectionService/PreviewCorrection":
	[M.PreviewCorrectionRequest, M.PreviewCorrectionResponse, false],
	"npcserver.admin.v1.CorrectionService/CorrectMemory":
	[M.CorrectMemoryRequest, M.CorrectMemoryResponse, false],
	"npcserver.admin.v1.CorrectionService/AddMemory":
	[M.AddMemoryRequest, M.AddMemoryResponse, false],
	"npcserver.admin.v1.CorrectionService/SetState":
	[M.SetStateRequest, M.SetStateResponse, false],
	"npcserver.admin.v1.CorrectionService/UndoCorrection":
	[M.UndoCorrectionRequest, M.UndoCorrectionResponse, false],
	"npcserver.admin.v1.CorrectionService/ListCorrections":
	[M.ListCorrectionsRequest, M.ListCorrectionsResponse, false],
	"npcserver.admin.v1.LoreService/PutBook":
	[M.PutBookRequest, M.PutBookResponse, false],
	"npcserver.admin.v1.LoreService/GetBook":
	[M.GetBookRequest, M.GetBookResponse, false],
	"npcserver.admin.v1.LoreService/ListBooks":
	[M.ListBooksRequest, M.ListBooksResponse, false],
	"npcserver.admin.v1.LoreService/ListPassages":
	[M.ListPassagesRequest, M.ListPassagesResponse, false],
	"npcserver.admin.v1.LoreService/DeleteBook":
	[M.DeleteBookRequest, M.DeleteBookResponse, false],
	"npcserver.admin.v1.LoreService/Ask":
	[M.AskRequest, M.AskResponse, true],
	"npcserver.admin.v1.PersonaService/CreateCharacter":
	[M.CreateCharacterRequest, M.CreateCharacterResponse, false],
	"npcserver.admin.v1.PersonaService/GetCharacter":
	[M.GetCharacterRequest, M.GetCharacterResponse, false],
	"npcserver.admin.v1.PersonaService/ListCharacters":
	[M.ListCharactersRequest, M.ListCharactersResponse, false],
	"npcserver.admin.v1.PersonaService/UpdateCharacter":
	[M.UpdateCharacterRequest, M.UpdateCharacterResponse, false],
	"npcserver.admin.v1.PersonaService/DeleteCharacter":
	[M.DeleteCharacterRequest, M.DeleteCharacterResponse, false],
	"npcserver.admin.v1.PersonaService/ListPersonaVersions":
	[M.ListPersonaVersionsRequest, M.ListPersonaVersionsResponse, false],
	"npcserver.admin.v1.PersonaService/ListSeedMemories":
	[M.ListSeedMemoriesRequest, M.ListSeedMemoriesResponse, false],
	"npcserver.admin.v1.PersonaService/UpdateSeedMemories":
	[M.UpdateSeedMemoriesRequest, M.UpdateSeedMemoriesResponse, false],
	"npcserver.admin.v1.PersonaService/Interview":
	[M.InterviewRequest, M.InterviewResponse, false],
	"npcserver.admin.v1.PersonaService/Whisper":
	[M.WhisperRequest, M.WhisperResponse, false],
	"npcserver.admin.v1.PersonaService/MoveStanding":
	[M.MoveStandingRequest, M.MoveStandingResponse, false],
	"npcserver.admin.v1.DraftService/UpdateDraft":
	[M.UpdateDraftRequest, M.UpdateDraftResponse, false],
	"npcserver.admin.v1.DraftService/GetDraft":
	[M.GetDraftRequest, M.GetDraftResponse, false],
	"npcserver.admin.v1.DraftService/ListDrafts":
	[M.ListDraftsRequest, M.ListDraftsResponse, false],
	"npcserver.admin.v1.DraftService/DiscardDraft":
	[M.DiscardDraftRequest, M.DiscardDraftResponse, false],
	"npcserver.admin.v1.DraftService/PreviewPublication":
	[M.PreviewPublicationRequest, M.PreviewPublicationResponse, false],
	"npcserver.admin.v1.DraftService/PublishDraft":
	[M.PublishDraftRequest, M.PublishDraftResponse, false],
	"npcserver.admin.v1.DraftService/ExportDrafts":
	[M.ExportDraftsRequest, M.ExportDraftsResponse, false],
	"npcserver.admin.v1.DraftService/ImportDrafts":
	[M.ImportDraftsRequest, M.ImportDraftsResponse, false],
	"npcserver.admin.v1.MemoryService/ListMemories":
	[M.ListMemoriesRequest, M.ListMemoriesResponse, false],
	"npcserver.admin.v1.MemoryService/Recall":
	[M.RecallRequest, M.RecallResponse, false],
	"npcserver.admin.v1.MemoryService/Explain":
	[M.ExplainRequest, M.ExplainResponse, false],
	"npcserver.admin.v1.MemoryService/GetReflectionTree":
	[M.GetReflectionTreeRequest, M.GetReflectionTreeResponse, false],
	"npcserver.admin.v1.MemoryService/TraceMemory":
	[M.TraceMemoryRequest, M.TraceMemoryResponse, false],
	"npcserver.admin.v1.MemoryService/WhoKnows":
	[M.WhoKnowsRequest, M.WhoKnowsResponse, false],
	"npcserver.admin.v1.MemoryService/PinMemory":
	[M.PinMemoryRequest, M.PinMemoryResponse, false],
	"npcserver.admin.v1.MemoryService/ReportMemories":
	[M.ReportMemoriesRequest, M.ReportMemoriesResponse, false],
	"npcserver.admin.v1.MemoryService/Diff":
	[M.DiffRequest, M.DiffResponse, false],
	"npcserver.admin.v1.MemoryService/ExportIncident":
	[M.ExportIncidentRequest, M.ExportIncidentResponse, false],
	"npcserver.admin.v1.PlayerService/ForgetPlayer":
	[M.ForgetPlayerRequest, M.ForgetPlayerResponse, false],
	"npcserver.admin.v1.PlayerService/ExportPlayer":
	[M.ExportPlayerRequest, M.ExportPlayerResponse, false],
	"npcserver.admin.v1.PlayerService/ImportPlayer":
	[M.ImportPlayerRequest, M.ImportPlayerResponse, false],
	"npcserver.admin.v1.SceneService/OpenScene":
	[M.OpenSceneRequest, M.OpenSceneResponse, false],
	"npcserver.admin.v1.SceneService/GetScene":
	[M.GetSceneRequest, M.GetSceneResponse, false],
	"npcserver.admin.v1.SceneService/ListScenes":
	[M.ListScenesRequest, M.ListScenesResponse, false],
	"npcserver.admin.v1.SceneService/WatchScene":
	[M.WatchSceneRequest, M.WatchSceneResponse, true],
	"npcserver.admin.v1.SceneService/AdvanceScene":
	[M.AdvanceSceneRequest, M.AdvanceSceneResponse, false],
	"npcserver.admin.v1.SceneService/TakeSeat":
	[M.TakeSeatRequest, M.TakeSeatResponse, false],
	"npcserver.admin.v1.SceneService/LeaveSeat":
	[M.LeaveSeatRequest, M.LeaveSeatResponse, false],
	"npcserver.admin.v1.SceneService/SpeakInScene":
	[M.SpeakInSceneRequest, M.SpeakInSceneResponse, false],
	"npcserver.admin.v1.SceneService/ChoosePartner":
	[M.ChoosePartnerRequest, M.ChoosePartnerResponse, false],
	"npcserver.admin.v1.SceneService/CastVote":
	[M.CastVoteRequest, M.CastVoteResponse, false],
	"npcserver.admin.v1.SceneService/CloseScene":
	[M.CloseSceneRequest, M.CloseSceneResponse, false],
	"npcserver.admin.v1.SceneService/GetSceneResult":
	[M.GetSceneResultRequest, M.GetSceneResultResponse, false],
	"npcserver.admin.v1.SpendingService/SetSpendingLimit":
	[M.SetSpendingLimitRequest, M.SetSpendingLimitResponse, false],
	"npcserver.admin.v1.SpendingService/GetDaySpending":
	[M.GetDaySpendingRequest, M.GetDaySpendingResponse, false],
	"npcserver.admin.v1.SpendingService/ListSpending":
	[M.ListSpendingRequest, M.ListSpendingResponse, false],
	"npcserver.admin.v1.WorldService/CreateWorld":
	[M.CreateWorldRequest, M.CreateWorldResponse, false],
	"npcserver.admin.v1.WorldService/GetWorld":
	[M.GetWorldRequest, M.GetWorldResponse, false],
	"npcserver.admin.v1.WorldService/ListWorlds":
	[M.ListWorldsRequest, M.ListWorldsResponse, false],
	"npcserver.admin.v1.WorldService/UpdateWorld":
	[M.UpdateWorldRequest, M.UpdateWorldResponse, false],
	"npcserver.admin.v1.WorldService/DeleteWorld":
	[M.DeleteWorldRequest, M.DeleteWorldResponse, false],
	"npcserver.admin.v1.WorldService/ImportWorld":
	[M.ImportWorldRequest, M.ImportWorldResponse, false],
	"npcserver.admin.v1.WorldService/ExportWorld":
	[M.ExportWorldRequest, M.ExportWorldResponse, false],
	"npcserver.admin.v1.WorldService/CreatePlace":
	[M.CreatePlaceRequest, M.CreatePlaceResponse, false],
	"npcserver.admin.v1.WorldService/GetPlace":
	[M.GetPlaceRequest, M.GetPlaceResponse, false],
	"npcserver.admin.v1.WorldService/ListPlaces":
	[M.ListPlacesRequest, M.ListPlacesResponse, false],
	"npcserver.admin.v1.WorldService/UpdatePlace":
	[M.UpdatePlaceRequest, M.UpdatePlaceResponse, false],
	"npcserver.admin.v1.WorldService/DeletePlace":
	[M.DeletePlaceRequest, M.DeletePlaceResponse, false],
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
		return await _client.call_unary("npcserver.admin.v1.AccessService/CreateKey", request, timeout_ms)

	## Lists all keys, those that no longer count included, newest first, without secrets. Keys of
	## the server's settings are not among them.
	##
	## The value is a ListKeysResponse.
	func list_keys(
		request: M.ListKeysRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.AccessService/ListKeys", request, timeout_ms)

	## Gives a key a new secret. The one before counts on for [code]overlap_seconds[/code]; an
	## earlier one ends.
	##
	## The value is a RotateKeyResponse.
	func rotate_key(
		request: M.RotateKeyRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.AccessService/RotateKey", request, timeout_ms)

	## Revokes a key, and with it all tokens that were made for it. Every server of the database
	## refuses them within a few seconds, and ends their streams before the next message. Revoking
	## again changes nothing.
	##
	## The value is a RevokeKeyResponse.
	func revoke_key(
		request: M.RevokeKeyRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.AccessService/RevokeKey", request, timeout_ms)

	## Stores what characters may do in turns of players, under a name that a player's request then
	## refers to; a set of that name is replaced. It goes with the timeline; a timeline that is
	## loaded from a save has none yet.
	##
	## The value is a PutAffordanceSetResponse.
	func put_affordance_set(
		request: M.PutAffordanceSetRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.AccessService/PutAffordanceSet", request, timeout_ms)

	## Lists what [code]PutAffordanceSet[/code] has stored for a timeline, by name.
	##
	## The value is a ListAffordanceSetsResponse.
	func list_affordance_sets(
		request: M.ListAffordanceSetsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.AccessService/ListAffordanceSets", request, timeout_ms)

	## Makes a token with which the client of one player may speak for that player in one timeline,
	## and for nobody else.
	##
	## The value is a MintPlayerTokenResponse.
	func mint_player_token(
		request: M.MintPlayerTokenRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.AccessService/MintPlayerToken", request, timeout_ms)


## The audit log of a world: that models were asked, and digests of what they were asked and
## answered. It holds no words. Empty while the setting [code]audit.enabled[/code] is off.
class AuditService:
	extends Service

	## Lists the entries of a world, oldest first.
	##
	## The value is a ListAuditEntriesResponse.
	func list_audit_entries(
		request: M.ListAuditEntriesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.AuditService/ListAuditEntries", request, timeout_ms)

	## Exports up to 5,000 entries as lines of JSON for [code]npcserver audit verify[/code], and
	## after the last one the signed heads.
	##
	## The value is an ExportAuditResponse.
	func export_audit(
		request: M.ExportAuditRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.AuditService/ExportAudit", request, timeout_ms)

	## Signs the present head, and returns it: that the log has so many entries, and the last link.
	##
	## The value is a GetAuditHeadResponse.
	func get_audit_head(
		request: M.GetAuditHeadRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.AuditService/GetAuditHead", request, timeout_ms)


## Corrections by authors: what characters remember and feel is changed in a timeline from now
## on. Saves and timelines from before keep it, and another correction takes it back.
class CorrectionService:
	extends Service

	## Shows what rests on a memory before it is corrected: what was inferred from it, said because
	## of it, heard by others and planned, over any number of hops, in all timelines that see it.
	##
	## The value is a PreviewCorrectionResponse.
	func preview_correction(
		request: M.PreviewCorrectionRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.CorrectionService/PreviewCorrection", request, timeout_ms)

	## Gives a memory other words, withdraws it or locks it, and treats what rests on it as chosen.
	## Idempotent by [code]request_id[/code].
	##
	## The value is a CorrectMemoryResponse.
	func correct_memory(
		request: M.CorrectMemoryRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.CorrectionService/CorrectMemory", request, timeout_ms)

	## Gives a character a memory of something that it has always known. Idempotent by
	## [code]request_id[/code].
	##
	## The value is an AddMemoryResponse.
	func add_memory(
		request: M.AddMemoryRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.CorrectionService/AddMemory", request, timeout_ms)

	## Sets the mood, a belief, a standing or the place of a character; play moves it on from
	## there. No record names such a state as what it rests on, so what was said and thought before
	## stays. Idempotent by [code]request_id[/code].
	##
	## The value is a SetStateResponse.
	func set_state(
		request: M.SetStateRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.CorrectionService/SetState", request, timeout_ms)

	## Takes a correction back: what it withdrew exists again, and what it added does not. A state
	## that has changed since stays. Idempotent by [code]request_id[/code].
	##
	## The value is an UndoCorrectionResponse.
	func undo_correction(
		request: M.UndoCorrectionRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.CorrectionService/UndoCorrection", request, timeout_ms)

	## Lists the corrections of a timeline, newest first, those that were taken back included.
	##
	## The value is a ListCorrectionsResponse.
	func list_corrections(
		request: M.ListCorrectionsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.CorrectionService/ListCorrections", request, timeout_ms)


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
		return await _client.call_unary("npcserver.admin.v1.LoreService/PutBook", request, timeout_ms)

	## Returns a book.
	##
	## The value is a GetBookResponse.
	func get_book(
		request: M.GetBookRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.LoreService/GetBook", request, timeout_ms)

	## Lists the books of a world by id, without their chapters' texts.
	##
	## The value is a ListBooksResponse.
	func list_books(
		request: M.ListBooksRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.LoreService/ListBooks", request, timeout_ms)

	## Lists the passages of a book in order, as it was cut.
	##
	## The value is a ListPassagesResponse.
	func list_passages(
		request: M.ListPassagesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.LoreService/ListPassages", request, timeout_ms)

	## Deletes a book. Receipts that cite it keep the ids of its passages. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a DeleteBookResponse.
	func delete_book(
		request: M.DeleteBookRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.LoreService/DeleteBook", request, timeout_ms)

	## Streams the passages that answer a question or may answer it, best first, then ends. Nothing
	## is made up: each tells its [code]confidence[/code], and with [code]min_confidence[/code] 0.5
	## the stream is empty where no passage answers. Calls no model.
	##
	## Each message is an AskResponse.
	func ask(
		request: M.AskRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Stream:
		return _client.stream("npcserver.admin.v1.LoreService/Ask", request, timeout_ms)


## Writes characters: their personas with versions, and their seed memories. Interviews them,
## and whispers to them.
class PersonaService:
	extends Service

	## Creates a character with its persona and seed memories. Timelines that were started before
	## do not have its seed memories. Idempotent by [code]request_id[/code].
	##
	## The value is a CreateCharacterResponse.
	func create_character(
		request: M.CreateCharacterRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/CreateCharacter", request, timeout_ms)

	## Returns a character with its present persona.
	##
	## The value is a GetCharacterResponse.
	func get_character(
		request: M.GetCharacterRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/GetCharacter", request, timeout_ms)

	## Lists the characters of a world, ordered by id.
	##
	## The value is a ListCharactersResponse.
	func list_characters(
		request: M.ListCharactersRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/ListCharacters", request, timeout_ms)

	## Changes fields of a character. A changed persona becomes a new version and is in force from
	## the next turn on. Idempotent by [code]request_id[/code].
	##
	## The value is an UpdateCharacterResponse.
	func update_character(
		request: M.UpdateCharacterRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/UpdateCharacter", request, timeout_ms)

	## Deletes a character. Its records stay in the timelines. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a DeleteCharacterResponse.
	func delete_character(
		request: M.DeleteCharacterRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/DeleteCharacter", request, timeout_ms)

	## Lists the versions of a persona, newest first.
	##
	## The value is a ListPersonaVersionsResponse.
	func list_persona_versions(
		request: M.ListPersonaVersionsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/ListPersonaVersions", request, timeout_ms)

	## Lists what a character knows from the start, in the order in which it happened.
	##
	## The value is a ListSeedMemoriesResponse.
	func list_seed_memories(
		request: M.ListSeedMemoriesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/ListSeedMemories", request, timeout_ms)

	## Replaces what a character knows from the start. Timelines that were started before keep what
	## they had. Idempotent by [code]request_id[/code].
	##
	## The value is an UpdateSeedMemoriesResponse.
	func update_seed_memories(
		request: M.UpdateSeedMemoriesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/UpdateSeedMemories", request, timeout_ms)

	## Asks a character a question, which it answers from memory and forgets: the interview leaves
	## no trace in memories, timeline or access times. Waits for a model.
	##
	## The value is an InterviewResponse.
	func interview(
		request: M.InterviewRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/Interview", request, timeout_ms)

	## Gives a character an inner voice: a memory that it takes for its own thought, and an order
	## for its plans. Idempotent by [code]request_id[/code].
	##
	## The value is a WhisperResponse.
	func whisper(
		request: M.WhisperRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/Whisper", request, timeout_ms)

	## Moves how a character stands to another in a timeline, as a quest or a deed that only the
	## game knows of does. Idempotent by [code]request_id[/code].
	##
	## The value is a MoveStandingResponse.
	func move_standing(
		request: M.MoveStandingRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PersonaService/MoveStanding", request, timeout_ms)


## Drafts: authors change a character, a book or an affordance of the world's catalogue for one
## timeline, try it there, and publish it for all. A draft holds from its position on, in its
## timeline and in those that are forked later.
class DraftService:
	extends Service

	## Writes a draft, in place of the one that holds. Idempotent by [code]request_id[/code].
	##
	## The value is an UpdateDraftResponse.
	func update_draft(
		request: M.UpdateDraftRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.DraftService/UpdateDraft", request, timeout_ms)

	## Returns a draft beside what is published, with the fields that differ.
	##
	## The value is a GetDraftResponse.
	func get_draft(
		request: M.GetDraftRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.DraftService/GetDraft", request, timeout_ms)

	## Lists the drafts that hold in a timeline: of characters, books and affordances, each by id.
	##
	## The value is a ListDraftsResponse.
	func list_drafts(
		request: M.ListDraftsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.DraftService/ListDrafts", request, timeout_ms)

	## Ends a draft: its timeline uses what is published from then on. Timelines that were forked
	## while it held keep it. Idempotent by [code]request_id[/code].
	##
	## The value is a DiscardDraftResponse.
	func discard_draft(
		request: M.DiscardDraftRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.DraftService/DiscardDraft", request, timeout_ms)

	## Shows which timelines and players a publication would reach.
	##
	## The value is a PreviewPublicationResponse.
	func preview_publication(
		request: M.PreviewPublicationRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.DraftService/PreviewPublication", request, timeout_ms)

	## Makes a draft what is published, in force from the next turn on in all timelines without
	## another draft of it. Refused with [code]ETAG_MISMATCH[/code] if it was published anew since
	## the draft was begun; then nothing is changed. Idempotent by [code]request_id[/code].
	##
	## The value is a PublishDraftResponse.
	func publish_draft(
		request: M.PublishDraftRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.DraftService/PublishDraft", request, timeout_ms)

	## Returns what drafts change, as the text of a file.
	##
	## The value is an ExportDraftsResponse.
	func export_drafts(
		request: M.ExportDraftsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.DraftService/ExportDrafts", request, timeout_ms)

	## Drafts what a file says, upon the drafts that hold; fields that it does not name stay as
	## they are. Refused with all problems of the file, each with its line. Idempotent by
	## [code]request_id[/code].
	##
	## The value is an ImportDraftsResponse.
	func import_drafts(
		request: M.ImportDraftsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.DraftService/ImportDrafts", request, timeout_ms)


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
		return await _client.call_unary("npcserver.admin.v1.MemoryService/ListMemories", request, timeout_ms)

	## Returns the memories that a character would recall at some words, with the scores. Does not
	## count as an access.
	##
	## The value is a RecallResponse.
	func recall(
		request: M.RecallRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.MemoryService/Recall", request, timeout_ms)

	## Returns the receipt of a turn, of a move of a scene, or of the thought that left a memory:
	## what it was made from, and with [code]rendered_prompt[/code] the prompt itself.
	##
	## The value is an ExplainResponse.
	func explain(
		request: M.ExplainRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.MemoryService/Explain", request, timeout_ms)

	## Returns what a character inferred, and from what: a tree whose leaves are original
	## observations (Generative Agents, figure 7).
	##
	## The value is a GetReflectionTreeResponse.
	func get_reflection_tree(
		request: M.GetReflectionTreeRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.MemoryService/GetReflectionTree", request, timeout_ms)

	## Returns the whole path of a memory: who witnessed it, who told whom, in which turn, when,
	## and in what words.
	##
	## The value is a TraceMemoryResponse.
	func trace_memory(
		request: M.TraceMemoryRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.MemoryService/TraceMemory", request, timeout_ms)

	## Lists the characters who have a visible memory of a fact, and the source of each.
	##
	## The value is a WhoKnowsResponse.
	func who_knows(
		request: M.WhoKnowsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.MemoryService/WhoKnows", request, timeout_ms)

	## Pins a memory, so that it is recalled in every turn, or unpins it. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a PinMemoryResponse.
	func pin_memory(
		request: M.PinMemoryRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.MemoryService/PinMemory", request, timeout_ms)

	## Reports how useful the memories of a character are: duplicates, contradictions, leftovers,
	## and the share that is junk.
	##
	## The value is a ReportMemoriesResponse.
	func report_memories(
		request: M.ReportMemoriesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.MemoryService/ReportMemories", request, timeout_ms)

	## Compares two moments: what each character remembers, believes, feels and plans in one and
	## not in the other. Calls no model and leaves no trace.
	##
	## The value is a DiffResponse.
	func diff(
		request: M.DiffRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.MemoryService/Diff", request, timeout_ms)

	## Returns one turn as a file: its receipt, its prompt, its answer and the records that these
	## are made from, without words and names of other players. [code]npcserver incident[/code]
	## opens it.
	##
	## The value is an ExportIncidentResponse.
	func export_incident(
		request: M.ExportIncidentRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.MemoryService/ExportIncident", request, timeout_ms)


## What is stored of players.
class PlayerService:
	extends Service

	## Erases a player from a world: words, names, and what characters derived from them, in all
	## timelines and saves. Turns that answer the player end; what is under way is erased as it is
	## stored, for a minute. Nothing that other players said is changed, unless it names the
	## player. Forgetting again, or a player of whom nothing is stored, is no error.
	##
	## The value is a ForgetPlayerResponse.
	func forget_player(
		request: M.ForgetPlayerRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PlayerService/ForgetPlayer", request, timeout_ms)

	## Exports what the log of a world holds of a player, as lines of JSON: a first line that says
	## what it is, and each record that is tied to the player's id. Large exports come in parts.
	##
	## The value is an ExportPlayerResponse.
	func export_player(
		request: M.ExportPlayerRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PlayerService/ExportPlayer", request, timeout_ms)

	## Gives the characters of a timeline the memories and relations of an export, so that they
	## know the player there. A repeat with the same [code]request_id[/code] changes nothing.
	##
	## The value is an ImportPlayerResponse.
	func import_player(
		request: M.ImportPlayerRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.PlayerService/ImportPlayer", request, timeout_ms)


## Runs scenes after AgentGroupChat (arXiv 2403.13433): members with goals and resources talk
## in private, meet, debate before all, revise their views, and vote.
##
## A scene is part of a timeline: it is saved and loaded with it, and continues where it was
## when the server starts again.
class SceneService:
	extends Service

	## Opens a scene from a scene file. It waits to be advanced. A scene file with mistakes is
	## refused with all of them, by line and field. A server without a language model fails with
	## FAILED_PRECONDITION and the reason MODEL_UNAVAILABLE. Idempotent by [code]request_id[/code].
	##
	## The value is an OpenSceneResponse.
	func open_scene(
		request: M.OpenSceneRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/OpenScene", request, timeout_ms)

	## Returns the stage of a scene, the state of its members, and whom it waits for.
	##
	## The value is a GetSceneResponse.
	func get_scene(
		request: M.GetSceneRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/GetScene", request, timeout_ms)

	## Lists the scenes of a timeline, oldest first.
	##
	## The value is a ListScenesResponse.
	func list_scenes(
		request: M.ListScenesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/ListScenes", request, timeout_ms)

	## Streams the events of a scene, from a position on: all of them, or what one member or the
	## audience may know, when they may know it. An event that becomes known later is at the
	## position by which it became known. Ends after [code]closed[/code], and when the game leaves
	## the timeline.
	##
	## Each message is a WatchSceneResponse.
	func watch_scene(
		request: M.WatchSceneRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Stream:
		return _client.stream("npcserver.admin.v1.SceneService/WatchScene", request, timeout_ms)

	## Lets a scene run by itself, up to a point. Returns at once; watch the events. A server
	## without a language model fails as in [code]OpenScene[/code]. Idempotent by
	## [code]request_id[/code].
	##
	## The value is an AdvanceSceneResponse.
	func advance_scene(
		request: M.AdvanceSceneRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/AdvanceScene", request, timeout_ms)

	## Lets a person speak and decide for a member from now on; the scene waits for them whenever
	## it is that member's turn. Idempotent by [code]request_id[/code].
	##
	## The value is a TakeSeatResponse.
	func take_seat(
		request: M.TakeSeatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/TakeSeat", request, timeout_ms)

	## Gives a seat back: the member speaks and decides for itself again. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a LeaveSeatResponse.
	func leave_seat(
		request: M.LeaveSeatRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/LeaveSeat", request, timeout_ms)

	## Speaks: from a seat when it is that member's turn, or from the audience, before all, at any
	## time until it is closed. Idempotent by [code]request_id[/code].
	##
	## The value is a SpeakInSceneResponse.
	func speak_in_scene(
		request: M.SpeakInSceneRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/SpeakInScene", request, timeout_ms)

	## Chooses, from a seat, whom to talk with. Idempotent by [code]request_id[/code].
	##
	## The value is a ChoosePartnerResponse.
	func choose_partner(
		request: M.ChoosePartnerRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/ChoosePartner", request, timeout_ms)

	## Votes, from a seat. Idempotent by [code]request_id[/code].
	##
	## The value is a CastVoteResponse.
	func cast_vote(
		request: M.CastVoteRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/CastVote", request, timeout_ms)

	## Ends a scene early: nobody wins. Closing one that is over changes nothing. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a CloseSceneResponse.
	func close_scene(
		request: M.CloseSceneRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/CloseScene", request, timeout_ms)

	## Returns the result of a scene so far: votes, winner, the relations of members, what was
	## said, and how rich its language is.
	##
	## The value is a GetSceneResultResponse.
	func get_scene_result(
		request: M.GetSceneResultRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SceneService/GetSceneResult", request, timeout_ms)


## Limits and accounts of what models cost in a calendar day.
class SpendingService:
	extends Service

	## Sets or removes a limit on what models may cost in a calendar day; in force at once here,
	## and within seconds on other servers of the database. For administrators: it decides about
	## money.
	##
	## The value is a SetSpendingLimitResponse.
	func set_spending_limit(
		request: M.SetSpendingLimitRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SpendingService/SetSpendingLimit", request, timeout_ms)

	## Returns what the models of a timeline have cost in its present game day.
	##
	## The value is a GetDaySpendingResponse.
	func get_day_spending(
		request: M.GetDaySpendingRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SpendingService/GetDaySpending", request, timeout_ms)

	## Lists the limits of a world and what was spent on a day: the world first, then by scope and
	## id.
	##
	## The value is a ListSpendingResponse.
	func list_spending(
		request: M.ListSpendingRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.SpendingService/ListSpending", request, timeout_ms)


## Manages what authors write about worlds and their places.
class WorldService:
	extends Service

	## Creates a world. Idempotent by [code]request_id[/code].
	##
	## The value is a CreateWorldResponse.
	func create_world(
		request: M.CreateWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/CreateWorld", request, timeout_ms)

	## Returns a world.
	##
	## The value is a GetWorldResponse.
	func get_world(
		request: M.GetWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/GetWorld", request, timeout_ms)

	## Lists worlds, ordered by id.
	##
	## The value is a ListWorldsResponse.
	func list_worlds(
		request: M.ListWorldsRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/ListWorlds", request, timeout_ms)

	## Changes fields of a world. Idempotent by [code]request_id[/code].
	##
	## The value is an UpdateWorldResponse.
	func update_world(
		request: M.UpdateWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/UpdateWorld", request, timeout_ms)

	## Deletes a world with its places, characters, timelines and saves. Idempotent by
	## [code]request_id[/code].
	##
	## The value is a DeleteWorldResponse.
	func delete_world(
		request: M.DeleteWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/DeleteWorld", request, timeout_ms)

	## Imports a world file: creates the world, or changes what the file names and leaves all else.
	## Says what it would do with [code]validate_only[/code]. Idempotent by
	## [code]request_id[/code].
	##
	## The value is an ImportWorldResponse.
	func import_world(
		request: M.ImportWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/ImportWorld", request, timeout_ms)

	## Returns a world as a world file.
	##
	## The value is an ExportWorldResponse.
	func export_world(
		request: M.ExportWorldRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/ExportWorld", request, timeout_ms)

	## Creates a place. Idempotent by [code]request_id[/code].
	##
	## The value is a CreatePlaceResponse.
	func create_place(
		request: M.CreatePlaceRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/CreatePlace", request, timeout_ms)

	## Returns a place.
	##
	## The value is a GetPlaceResponse.
	func get_place(
		request: M.GetPlaceRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/GetPlace", request, timeout_ms)

	## Lists the places of a world, ordered by id.
	##
	## The value is a ListPlacesResponse.
	func list_places(
		request: M.ListPlacesRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/ListPlaces", request, timeout_ms)

	## Changes fields of a place. Idempotent by [code]request_id[/code].
	##
	## The value is an UpdatePlaceResponse.
	func update_place(
		request: M.UpdatePlaceRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/UpdatePlace", request, timeout_ms)

	## Deletes a place that has no parts and no residents. Idempotent by [code]request_id[/code].
	##
	## The value is a DeletePlaceResponse.
	func delete_place(
		request: M.DeletePlaceRequest, timeout_ms: int = DEFAULT_TIMEOUT
	) -> Result:
		return await _client.call_unary("npcserver.admin.v1.WorldService/DeletePlace", request, timeout_ms)
