# Generated from proto/npcserver/admin/v1 by proto/generate_gdscript.py; do not edit.
## All messages and enums of npcserver/admin/v1, as `NpcAdminMessages.GetWorldRequest`.
class_name NpcAdminMessages
extends RefCounted

const _AccessService = preload("messages/access_service.gd")
const _GroupChatService = preload("messages/group_chat_service.gd")
const _LoreService = preload("messages/lore_service.gd")
const _Recollection = preload("messages/recollection.gd")
const _MemoryService = preload("messages/memory_service.gd")
const _PersonaService = preload("messages/persona_service.gd")
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

# npcserver/admin/v1/group_chat_service.proto
const GroupStage = _GroupChatService.GroupStage
const SeatTask = _GroupChatService.SeatTask
const VoteRule = _GroupChatService.VoteRule
const GroupPoint = _GroupChatService.GroupPoint
const GroupRelation = _GroupChatService.GroupRelation
const GroupMember = _GroupChatService.GroupMember
const GroupCandidate = _GroupChatService.GroupCandidate
const AwaitedSeat = _GroupChatService.AwaitedSeat
const GroupChat = _GroupChatService.GroupChat
const OpenGroupChatRequest = _GroupChatService.OpenGroupChatRequest
const OpenGroupChatResponse = _GroupChatService.OpenGroupChatResponse
const GetGroupChatRequest = _GroupChatService.GetGroupChatRequest
const GetGroupChatResponse = _GroupChatService.GetGroupChatResponse
const ListGroupChatsRequest = _GroupChatService.ListGroupChatsRequest
const ListGroupChatsResponse = _GroupChatService.ListGroupChatsResponse
const WatchGroupChatRequest = _GroupChatService.WatchGroupChatRequest
const GroupStageBegan = _GroupChatService.GroupStageBegan
const GroupPartnerChosen = _GroupChatService.GroupPartnerChosen
const GroupMeeting = _GroupChatService.GroupMeeting
const GroupLine = _GroupChatService.GroupLine
const GroupUpdate = _GroupChatService.GroupUpdate
const GroupVote = _GroupChatService.GroupVote
const GroupSeat = _GroupChatService.GroupSeat
const GroupChatClosed = _GroupChatService.GroupChatClosed
const WatchGroupChatResponse = _GroupChatService.WatchGroupChatResponse
const GroupPaused = _GroupChatService.GroupPaused
const AdvanceGroupChatRequest = _GroupChatService.AdvanceGroupChatRequest
const AdvanceGroupChatResponse = _GroupChatService.AdvanceGroupChatResponse
const TakeSeatRequest = _GroupChatService.TakeSeatRequest
const TakeSeatResponse = _GroupChatService.TakeSeatResponse
const LeaveSeatRequest = _GroupChatService.LeaveSeatRequest
const LeaveSeatResponse = _GroupChatService.LeaveSeatResponse
const SpeakInGroupChatRequest = _GroupChatService.SpeakInGroupChatRequest
const SpeakInGroupChatResponse = _GroupChatService.SpeakInGroupChatResponse
const ChoosePartnerRequest = _GroupChatService.ChoosePartnerRequest
const ChoosePartnerResponse = _GroupChatService.ChoosePartnerResponse
const CastVoteRequest = _GroupChatService.CastVoteRequest
const CastVoteResponse = _GroupChatService.CastVoteResponse
const CloseGroupChatRequest = _GroupChatService.CloseGroupChatRequest
const CloseGroupChatResponse = _GroupChatService.CloseGroupChatResponse
const GetGroupChatResultRequest = _GroupChatService.GetGroupChatResultRequest
const GroupTally = _GroupChatService.GroupTally
const GroupLanguage = _GroupChatService.GroupLanguage
const GetGroupChatResultResponse = _GroupChatService.GetGroupChatResultResponse

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
const DeleteBookRequest = _LoreService.DeleteBookRequest
const DeleteBookResponse = _LoreService.DeleteBookResponse
const AskRequest = _LoreService.AskRequest
const AskResponse = _LoreService.AskResponse

# npcserver/admin/v1/recollection.proto
const Recollection = _Recollection.Recollection
const RelevanceColumn = _Recollection.RelevanceColumn

# npcserver/admin/v1/memory_service.proto
const PromptStatus = _MemoryService.PromptStatus
const ConditionKind = _MemoryService.ConditionKind
const MemoryFault = _MemoryService.MemoryFault
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

# npcserver/admin/v1/persona_service.proto
const Ablation = _PersonaService.Ablation
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

# npcserver/admin/v1/spending_service.proto
const SpendingLimit = _SpendingService.SpendingLimit
const SpendingAccount = _SpendingService.SpendingAccount
const SetSpendingLimitRequest = _SpendingService.SetSpendingLimitRequest
const SetSpendingLimitResponse = _SpendingService.SetSpendingLimitResponse
const ListSpendingRequest = _SpendingService.ListSpendingRequest
const ListSpendingResponse = _SpendingService.ListSpendingResponse

# npcserver/admin/v1/world_service.proto
const World = _WorldService.World
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
