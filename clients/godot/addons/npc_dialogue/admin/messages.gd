# Generated from proto/npcserver/admin/v1 by proto/generate_gdscript.py; do not edit.
## All messages and enums of npcserver/admin/v1, as `NpcAdminMessages.GetWorldRequest`.
class_name NpcAdminMessages
extends RefCounted

const _AccessService = preload("messages/access_service.gd")
const _AuditService = preload("messages/audit_service.gd")
const _CorrectionService = preload("messages/correction_service.gd")
const _LoreService = preload("messages/lore_service.gd")
const _Recollection = preload("messages/recollection.gd")
const _PersonaService = preload("messages/persona_service.gd")
const _DraftService = preload("messages/draft_service.gd")
const _MemoryService = preload("messages/memory_service.gd")
const _PlayerService = preload("messages/player_service.gd")
const _SceneService = preload("messages/scene_service.gd")
const _SpendingService = preload("messages/spending_service.gd")
const _WorldService = preload("messages/world_service.gd")

# npcserver/admin/v1/access_service.proto
const Role = _AccessService.Role
const AccessKey = _AccessService.AccessKey
const CreateKeyRequest = _AccessService.CreateKeyRequest
const CreateKeyResponse = _AccessService.CreateKeyResponse
const ListKeysRequest = _AccessService.ListKeysRequest
const ListKeysResponse = _AccessService.ListKeysResponse
const RotateKeyRequest = _AccessService.RotateKeyRequest
const RotateKeyResponse = _AccessService.RotateKeyResponse
const RevokeKeyRequest = _AccessService.RevokeKeyRequest
const RevokeKeyResponse = _AccessService.RevokeKeyResponse
const MintPlayerTokenRequest = _AccessService.MintPlayerTokenRequest
const MintPlayerTokenResponse = _AccessService.MintPlayerTokenResponse
const AffordanceSet = _AccessService.AffordanceSet
const PutAffordanceSetRequest = _AccessService.PutAffordanceSetRequest
const PutAffordanceSetResponse = _AccessService.PutAffordanceSetResponse
const ListAffordanceSetsRequest = _AccessService.ListAffordanceSetsRequest
const ListAffordanceSetsResponse = _AccessService.ListAffordanceSetsResponse

# npcserver/admin/v1/audit_service.proto
const AuditKind = _AuditService.AuditKind
const AuditEntry = _AuditService.AuditEntry
const ListAuditEntriesRequest = _AuditService.ListAuditEntriesRequest
const ListAuditEntriesResponse = _AuditService.ListAuditEntriesResponse
const ExportAuditRequest = _AuditService.ExportAuditRequest
const ExportAuditResponse = _AuditService.ExportAuditResponse
const GetAuditHeadRequest = _AuditService.GetAuditHeadRequest
const GetAuditHeadResponse = _AuditService.GetAuditHeadResponse

# npcserver/admin/v1/correction_service.proto
const DependentChoice = _CorrectionService.DependentChoice
const DependentKind = _CorrectionService.DependentKind
const Dependent = _CorrectionService.Dependent
const PreviewCorrectionRequest = _CorrectionService.PreviewCorrectionRequest
const PreviewCorrectionResponse = _CorrectionService.PreviewCorrectionResponse
const ChosenDependent = _CorrectionService.ChosenDependent
const CorrectMemoryRequest = _CorrectionService.CorrectMemoryRequest
const CorrectMemoryResponse = _CorrectionService.CorrectMemoryResponse
const AddMemoryRequest = _CorrectionService.AddMemoryRequest
const AddMemoryResponse = _CorrectionService.AddMemoryResponse
const MoodSetting = _CorrectionService.MoodSetting
const BeliefSetting = _CorrectionService.BeliefSetting
const StandingSetting = _CorrectionService.StandingSetting
const PlaceSetting = _CorrectionService.PlaceSetting
const SetStateRequest = _CorrectionService.SetStateRequest
const SetStateResponse = _CorrectionService.SetStateResponse
const UndoCorrectionRequest = _CorrectionService.UndoCorrectionRequest
const UndoCorrectionResponse = _CorrectionService.UndoCorrectionResponse
const ListCorrectionsRequest = _CorrectionService.ListCorrectionsRequest
const CorrectedState = _CorrectionService.CorrectedState
const ListedCorrection = _CorrectionService.ListedCorrection
const ListCorrectionsResponse = _CorrectionService.ListCorrectionsResponse

# npcserver/admin/v1/lore_service.proto
const Chapter = _LoreService.Chapter
const Book = _LoreService.Book
const Passage = _LoreService.Passage
const PutBookRequest = _LoreService.PutBookRequest
const PutBookResponse = _LoreService.PutBookResponse
const GetBookRequest = _LoreService.GetBookRequest
const GetBookResponse = _LoreService.GetBookResponse
const ListBooksRequest = _LoreService.ListBooksRequest
const ListBooksResponse = _LoreService.ListBooksResponse
const ListPassagesRequest = _LoreService.ListPassagesRequest
const ListPassagesResponse = _LoreService.ListPassagesResponse
const DeleteBookRequest = _LoreService.DeleteBookRequest
const DeleteBookResponse = _LoreService.DeleteBookResponse
const AskRequest = _LoreService.AskRequest
const AskResponse = _LoreService.AskResponse

# npcserver/admin/v1/recollection.proto
const Recollection = _Recollection.Recollection
const RelevanceColumn = _Recollection.RelevanceColumn

# npcserver/admin/v1/persona_service.proto
const Ablation = _PersonaService.Ablation
const Relation = _PersonaService.Relation
const FallbackLine = _PersonaService.FallbackLine
const Beat = _PersonaService.Beat
const Persona = _PersonaService.Persona
const Character = _PersonaService.Character
const GetCharacterRequest = _PersonaService.GetCharacterRequest
const GetCharacterResponse = _PersonaService.GetCharacterResponse
const ListCharactersRequest = _PersonaService.ListCharactersRequest
const ListCharactersResponse = _PersonaService.ListCharactersResponse
const SeedMemory = _PersonaService.SeedMemory
const PersonaVersion = _PersonaService.PersonaVersion
const CreateCharacterRequest = _PersonaService.CreateCharacterRequest
const CreateCharacterResponse = _PersonaService.CreateCharacterResponse
const UpdateCharacterRequest = _PersonaService.UpdateCharacterRequest
const UpdateCharacterResponse = _PersonaService.UpdateCharacterResponse
const DeleteCharacterRequest = _PersonaService.DeleteCharacterRequest
const DeleteCharacterResponse = _PersonaService.DeleteCharacterResponse
const ListPersonaVersionsRequest = _PersonaService.ListPersonaVersionsRequest
const ListPersonaVersionsResponse = _PersonaService.ListPersonaVersionsResponse
const InterviewRequest = _PersonaService.InterviewRequest
const InterviewResponse = _PersonaService.InterviewResponse
const ListSeedMemoriesRequest = _PersonaService.ListSeedMemoriesRequest
const ListSeedMemoriesResponse = _PersonaService.ListSeedMemoriesResponse
const UpdateSeedMemoriesRequest = _PersonaService.UpdateSeedMemoriesRequest
const UpdateSeedMemoriesResponse = _PersonaService.UpdateSeedMemoriesResponse
const WhisperRequest = _PersonaService.WhisperRequest
const WhisperResponse = _PersonaService.WhisperResponse
const MoveStandingRequest = _PersonaService.MoveStandingRequest
const MoveStandingResponse = _PersonaService.MoveStandingResponse

# npcserver/admin/v1/draft_service.proto
const DraftedPersona = _DraftService.DraftedPersona
const UpdateDraftRequest = _DraftService.UpdateDraftRequest
const UpdateDraftResponse = _DraftService.UpdateDraftResponse
const GetDraftRequest = _DraftService.GetDraftRequest
const GetDraftResponse = _DraftService.GetDraftResponse
const ListDraftsRequest = _DraftService.ListDraftsRequest
const ListDraftsResponse = _DraftService.ListDraftsResponse
const DiscardDraftRequest = _DraftService.DiscardDraftRequest
const DiscardDraftResponse = _DraftService.DiscardDraftResponse
const PreviewPublicationRequest = _DraftService.PreviewPublicationRequest
const PreviewPublicationResponse = _DraftService.PreviewPublicationResponse
const PublishDraftRequest = _DraftService.PublishDraftRequest
const PublishDraftResponse = _DraftService.PublishDraftResponse
const ExportDraftsRequest = _DraftService.ExportDraftsRequest
const ExportDraftsResponse = _DraftService.ExportDraftsResponse
const ImportDraftsRequest = _DraftService.ImportDraftsRequest
const ImportDraftsResponse = _DraftService.ImportDraftsResponse

# npcserver/admin/v1/memory_service.proto
const PromptStatus = _MemoryService.PromptStatus
const ConditionKind = _MemoryService.ConditionKind
const MemoryFault = _MemoryService.MemoryFault
const ExportIncidentRequest = _MemoryService.ExportIncidentRequest
const ExportIncidentResponse = _MemoryService.ExportIncidentResponse
const ListMemoriesRequest = _MemoryService.ListMemoriesRequest
const ListMemoriesResponse = _MemoryService.ListMemoriesResponse
const RecallRequest = _MemoryService.RecallRequest
const RecallResponse = _MemoryService.RecallResponse
const ExplainRequest = _MemoryService.ExplainRequest
const PromptMessage = _MemoryService.PromptMessage
const PromptSection = _MemoryService.PromptSection
const PromptLeftOut = _MemoryService.PromptLeftOut
const RenderedPrompt = _MemoryService.RenderedPrompt
const DroppedIntent = _MemoryService.DroppedIntent
const UnmetCondition = _MemoryService.UnmetCondition
const KeptBack = _MemoryService.KeptBack
const LineReason = _MemoryService.LineReason
const Receipt = _MemoryService.Receipt
const PromptPart = _MemoryService.PromptPart
const CitedPassage = _MemoryService.CitedPassage
const ThoughtReceipt = _MemoryService.ThoughtReceipt
const ExplainResponse = _MemoryService.ExplainResponse
const GetReflectionTreeRequest = _MemoryService.GetReflectionTreeRequest
const ReflectionNode = _MemoryService.ReflectionNode
const GetReflectionTreeResponse = _MemoryService.GetReflectionTreeResponse
const TraceMemoryRequest = _MemoryService.TraceMemoryRequest
const KnowledgeHop = _MemoryService.KnowledgeHop
const TraceMemoryResponse = _MemoryService.TraceMemoryResponse
const WhoKnowsRequest = _MemoryService.WhoKnowsRequest
const Knower = _MemoryService.Knower
const WhoKnowsResponse = _MemoryService.WhoKnowsResponse
const PinMemoryRequest = _MemoryService.PinMemoryRequest
const PinMemoryResponse = _MemoryService.PinMemoryResponse
const ReportMemoriesRequest = _MemoryService.ReportMemoriesRequest
const FaultyMemory = _MemoryService.FaultyMemory
const MemoryReport = _MemoryService.MemoryReport
const ReportMemoriesResponse = _MemoryService.ReportMemoriesResponse
const Moment = _MemoryService.Moment
const DiffRequest = _MemoryService.DiffRequest
const MindSide = _MemoryService.MindSide
const MindDiff = _MemoryService.MindDiff
const DiffResponse = _MemoryService.DiffResponse

# npcserver/admin/v1/player_service.proto
const ForgetPlayerRequest = _PlayerService.ForgetPlayerRequest
const ForgetPlayerResponse = _PlayerService.ForgetPlayerResponse
const ExportPlayerRequest = _PlayerService.ExportPlayerRequest
const ExportPlayerResponse = _PlayerService.ExportPlayerResponse
const ImportPlayerRequest = _PlayerService.ImportPlayerRequest
const ImportPlayerResponse = _PlayerService.ImportPlayerResponse

# npcserver/admin/v1/scene_service.proto
const SceneStage = _SceneService.SceneStage
const SeatTask = _SceneService.SeatTask
const VoteRule = _SceneService.VoteRule
const ScenePoint = _SceneService.ScenePoint
const SceneRelation = _SceneService.SceneRelation
const SceneMember = _SceneService.SceneMember
const SceneCandidate = _SceneService.SceneCandidate
const AwaitedSeat = _SceneService.AwaitedSeat
const Scene = _SceneService.Scene
const OpenSceneRequest = _SceneService.OpenSceneRequest
const OpenSceneResponse = _SceneService.OpenSceneResponse
const GetSceneRequest = _SceneService.GetSceneRequest
const GetSceneResponse = _SceneService.GetSceneResponse
const ListScenesRequest = _SceneService.ListScenesRequest
const ListScenesResponse = _SceneService.ListScenesResponse
const WatchSceneRequest = _SceneService.WatchSceneRequest
const SceneStageBegan = _SceneService.SceneStageBegan
const ScenePartnerChosen = _SceneService.ScenePartnerChosen
const SceneMeeting = _SceneService.SceneMeeting
const SceneLine = _SceneService.SceneLine
const SceneUpdate = _SceneService.SceneUpdate
const SceneVote = _SceneService.SceneVote
const SceneSeat = _SceneService.SceneSeat
const SceneClosed = _SceneService.SceneClosed
const WatchSceneResponse = _SceneService.WatchSceneResponse
const ScenePaused = _SceneService.ScenePaused
const AdvanceSceneRequest = _SceneService.AdvanceSceneRequest
const AdvanceSceneResponse = _SceneService.AdvanceSceneResponse
const TakeSeatRequest = _SceneService.TakeSeatRequest
const TakeSeatResponse = _SceneService.TakeSeatResponse
const LeaveSeatRequest = _SceneService.LeaveSeatRequest
const LeaveSeatResponse = _SceneService.LeaveSeatResponse
const SpeakInSceneRequest = _SceneService.SpeakInSceneRequest
const SpeakInSceneResponse = _SceneService.SpeakInSceneResponse
const ChoosePartnerRequest = _SceneService.ChoosePartnerRequest
const ChoosePartnerResponse = _SceneService.ChoosePartnerResponse
const CastVoteRequest = _SceneService.CastVoteRequest
const CastVoteResponse = _SceneService.CastVoteResponse
const CloseSceneRequest = _SceneService.CloseSceneRequest
const CloseSceneResponse = _SceneService.CloseSceneResponse
const GetSceneResultRequest = _SceneService.GetSceneResultRequest
const SceneTally = _SceneService.SceneTally
const SceneLanguage = _SceneService.SceneLanguage
const GetSceneResultResponse = _SceneService.GetSceneResultResponse

# npcserver/admin/v1/spending_service.proto
const PurposeGroup = _SpendingService.PurposeGroup
const SpendingLimit = _SpendingService.SpendingLimit
const SpendingAccount = _SpendingService.SpendingAccount
const SetSpendingLimitRequest = _SpendingService.SetSpendingLimitRequest
const SetSpendingLimitResponse = _SpendingService.SetSpendingLimitResponse
const ListSpendingRequest = _SpendingService.ListSpendingRequest
const ListSpendingResponse = _SpendingService.ListSpendingResponse
const Spending = _SpendingService.Spending
const PurposeSpending = _SpendingService.PurposeSpending
const GetDaySpendingRequest = _SpendingService.GetDaySpendingRequest
const GetDaySpendingResponse = _SpendingService.GetDaySpendingResponse

# npcserver/admin/v1/world_service.proto
const Walls = _WorldService.Walls
const ImportedKind = _WorldService.ImportedKind
const ImportEffect = _WorldService.ImportEffect
const World = _WorldService.World
const RelationAxis = _WorldService.RelationAxis
const RelationThreshold = _WorldService.RelationThreshold
const Calendar = _WorldService.Calendar
const Era = _WorldService.Era
const LocalText = _WorldService.LocalText
const Budget = _WorldService.Budget
const Place = _WorldService.Place
const Price = _WorldService.Price
const OpeningHours = _WorldService.OpeningHours
const CreateWorldRequest = _WorldService.CreateWorldRequest
const CreateWorldResponse = _WorldService.CreateWorldResponse
const GetWorldRequest = _WorldService.GetWorldRequest
const GetWorldResponse = _WorldService.GetWorldResponse
const ListWorldsRequest = _WorldService.ListWorldsRequest
const ListWorldsResponse = _WorldService.ListWorldsResponse
const UpdateWorldRequest = _WorldService.UpdateWorldRequest
const UpdateWorldResponse = _WorldService.UpdateWorldResponse
const DeleteWorldRequest = _WorldService.DeleteWorldRequest
const DeleteWorldResponse = _WorldService.DeleteWorldResponse
const CreatePlaceRequest = _WorldService.CreatePlaceRequest
const CreatePlaceResponse = _WorldService.CreatePlaceResponse
const GetPlaceRequest = _WorldService.GetPlaceRequest
const GetPlaceResponse = _WorldService.GetPlaceResponse
const ListPlacesRequest = _WorldService.ListPlacesRequest
const ListPlacesResponse = _WorldService.ListPlacesResponse
const UpdatePlaceRequest = _WorldService.UpdatePlaceRequest
const UpdatePlaceResponse = _WorldService.UpdatePlaceResponse
const DeletePlaceRequest = _WorldService.DeletePlaceRequest
const DeletePlaceResponse = _WorldService.DeletePlaceResponse
const ImportWorldRequest = _WorldService.ImportWorldRequest
const ImportWorldResponse = _WorldService.ImportWorldResponse
const ImportChange = _WorldService.ImportChange
const FileProblem = _WorldService.FileProblem
const ExportWorldRequest = _WorldService.ExportWorldRequest
const ExportWorldResponse = _WorldService.ExportWorldResponse
