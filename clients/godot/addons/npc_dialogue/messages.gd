# Generated from proto/npcserver/v1 by proto/generate_gdscript.py; do not edit.
## All messages and enums of npcserver, as `NpcMessages.SayRequest`.
class_name NpcMessages
extends RefCounted

const _AccessPolicy = preload("messages/access_policy.gd")
const _AccessService = preload("messages/access_service.gd")
const _Origin = preload("messages/origin.gd")
const _Affordance = preload("messages/affordance.gd")
const _Budget = preload("messages/budget.gd")
const _Secret = preload("messages/secret.gd")
const _Memory = preload("messages/memory.gd")
const _Mind = preload("messages/mind.gd")
const _Turn = preload("messages/turn.gd")
const _CharacterService = preload("messages/character_service.gd")
const _ErrorReason = preload("messages/error_reason.gd")
const _GroupChatService = preload("messages/group_chat_service.gd")
const _LoreService = preload("messages/lore_service.gd")
const _PlayService = preload("messages/play_service.gd")
const _MemoryService = preload("messages/memory_service.gd")
const _ServerService = preload("messages/server_service.gd")
const _TimelineService = preload("messages/timeline_service.gd")
const _WorldService = preload("messages/world_service.gd")

# npcserver/v1/access_policy.proto
const Verb = _AccessPolicy.Verb
const MethodAccess = _AccessPolicy.MethodAccess

# npcserver/v1/access_service.proto
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

# npcserver/v1/origin.proto
const OriginKind = _Origin.OriginKind
const Origin = _Origin.Origin

# npcserver/v1/affordance.proto
const ParameterType = _Affordance.ParameterType
const AffordanceSource = _Affordance.AffordanceSource
const Parameter = _Affordance.Parameter
const Affordance = _Affordance.Affordance
const Entity = _Affordance.Entity
const Argument = _Affordance.Argument
const ActionIntent = _Affordance.ActionIntent

# npcserver/v1/budget.proto
const BudgetScope = _Budget.BudgetScope
const SpendingLimit = _Budget.SpendingLimit
const SpendingAccount = _Budget.SpendingAccount
const BudgetReached = _Budget.BudgetReached

# npcserver/v1/secret.proto
const Secret = _Secret.Secret

# npcserver/v1/memory.proto
const MemoryKind = _Memory.MemoryKind
const MemorySource = _Memory.MemorySource
const Memory = _Memory.Memory
const Recollection = _Memory.Recollection
const RelevanceColumn = _Memory.RelevanceColumn

# npcserver/v1/mind.proto
const Attention = _Mind.Attention
const ActCause = _Mind.ActCause
const Purpose = _Mind.Purpose
const Verdict = _Mind.Verdict
const CommitmentStatus = _Mind.CommitmentStatus
const AttentionChange = _Mind.AttentionChange
const Act = _Mind.Act
const Step = _Mind.Step
const Block = _Mind.Block
const DayPlan = _Mind.DayPlan
const Mood = _Mind.Mood
const Standing = _Mind.Standing
const Belief = _Mind.Belief
const Conversation = _Mind.Conversation
const ObjectState = _Mind.ObjectState
const Thought = _Mind.Thought
const Spending = _Mind.Spending
const PurposeSpending = _Mind.PurposeSpending
const Commitment = _Mind.Commitment
const Mind = _Mind.Mind
const PurposeLateness = _Mind.PurposeLateness
const Lateness = _Mind.Lateness

# npcserver/v1/turn.proto
const TurnOutcome = _Turn.TurnOutcome
const TurnReason = _Turn.TurnReason
const Rung = _Turn.Rung
const Emotion = _Turn.Emotion
const TurnStarted = _Turn.TurnStarted
const TurnWaiting = _Turn.TurnWaiting
const LineDelta = _Turn.LineDelta
const Line = _Turn.Line
const TurnFinished = _Turn.TurnFinished
const TurnEvent = _Turn.TurnEvent

# npcserver/v1/character_service.proto
const Ablation = _CharacterService.Ablation
const Relation = _CharacterService.Relation
const FallbackLine = _CharacterService.FallbackLine
const Persona = _CharacterService.Persona
const Character = _CharacterService.Character
const SeedMemory = _CharacterService.SeedMemory
const PersonaVersion = _CharacterService.PersonaVersion
const CreateCharacterRequest = _CharacterService.CreateCharacterRequest
const CreateCharacterResponse = _CharacterService.CreateCharacterResponse
const GetCharacterRequest = _CharacterService.GetCharacterRequest
const GetCharacterResponse = _CharacterService.GetCharacterResponse
const ListCharactersRequest = _CharacterService.ListCharactersRequest
const ListCharactersResponse = _CharacterService.ListCharactersResponse
const UpdateCharacterRequest = _CharacterService.UpdateCharacterRequest
const UpdateCharacterResponse = _CharacterService.UpdateCharacterResponse
const DeleteCharacterRequest = _CharacterService.DeleteCharacterRequest
const DeleteCharacterResponse = _CharacterService.DeleteCharacterResponse
const ListPersonaVersionsRequest = _CharacterService.ListPersonaVersionsRequest
const ListPersonaVersionsResponse = _CharacterService.ListPersonaVersionsResponse
const WhisperRequest = _CharacterService.WhisperRequest
const WhisperResponse = _CharacterService.WhisperResponse
const GetMindRequest = _CharacterService.GetMindRequest
const GetMindResponse = _CharacterService.GetMindResponse
const InterviewRequest = _CharacterService.InterviewRequest
const InterviewResponse = _CharacterService.InterviewResponse

# npcserver/v1/error_reason.proto
const ErrorReason = _ErrorReason.ErrorReason

# npcserver/v1/group_chat_service.proto
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

# npcserver/v1/lore_service.proto
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

# npcserver/v1/play_service.proto
const ObservationChannel = _PlayService.ObservationChannel
const ObservationRange = _PlayService.ObservationRange
const FloorReason = _PlayService.FloorReason
const OutcomeStatus = _PlayService.OutcomeStatus
const Speaker = _PlayService.Speaker
const Observation = _PlayService.Observation
const ObjectChange = _PlayService.ObjectChange
const StoryFlag = _PlayService.StoryFlag
const Movement = _PlayService.Movement
const ObserveRequest = _PlayService.ObserveRequest
const ObserveResponse = _PlayService.ObserveResponse
const SayRequest = _PlayService.SayRequest
const SayResponse = _PlayService.SayResponse
const PutAffordanceSetRequest = _PlayService.PutAffordanceSetRequest
const PutAffordanceSetResponse = _PlayService.PutAffordanceSetResponse
const Circle = _PlayService.Circle
const OpenCircleRequest = _PlayService.OpenCircleRequest
const OpenCircleResponse = _PlayService.OpenCircleResponse
const GetCircleRequest = _PlayService.GetCircleRequest
const GetCircleResponse = _PlayService.GetCircleResponse
const JoinCircleRequest = _PlayService.JoinCircleRequest
const JoinCircleResponse = _PlayService.JoinCircleResponse
const LeaveCircleRequest = _PlayService.LeaveCircleRequest
const LeaveCircleResponse = _PlayService.LeaveCircleResponse
const SayInCircleRequest = _PlayService.SayInCircleRequest
const CircleHeard = _PlayService.CircleHeard
const CircleFloor = _PlayService.CircleFloor
const CircleQuiet = _PlayService.CircleQuiet
const SayInCircleResponse = _PlayService.SayInCircleResponse
const InterruptRequest = _PlayService.InterruptRequest
const InterruptResponse = _PlayService.InterruptResponse
const ReportOutcomeRequest = _PlayService.ReportOutcomeRequest
const ReportOutcomeResponse = _PlayService.ReportOutcomeResponse
const AdvanceClockRequest = _PlayService.AdvanceClockRequest
const AdvanceClockResponse = _PlayService.AdvanceClockResponse
const SettleCommitmentRequest = _PlayService.SettleCommitmentRequest
const SettleCommitmentResponse = _PlayService.SettleCommitmentResponse
const SuggestLinesRequest = _PlayService.SuggestLinesRequest
const SuggestLinesResponse = _PlayService.SuggestLinesResponse
const SetAttentionRequest = _PlayService.SetAttentionRequest
const SetAttentionResponse = _PlayService.SetAttentionResponse
const WatchRequest = _PlayService.WatchRequest
const WatchResponse = _PlayService.WatchResponse
const TimelineLeft = _PlayService.TimelineLeft
const Checkpoint = _PlayService.Checkpoint
const TurnTaken = _PlayService.TurnTaken
const ClockMoved = _PlayService.ClockMoved
const OutcomeReported = _PlayService.OutcomeReported
const PlayRequest = _PlayService.PlayRequest
const PlayOpen = _PlayService.PlayOpen
const PlayResponse = _PlayService.PlayResponse
const PlayOpened = _PlayService.PlayOpened
const PlayFailure = _PlayService.PlayFailure

# npcserver/v1/memory_service.proto
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

# npcserver/v1/server_service.proto
const Feature = _ServerService.Feature
const GetServerRequest = _ServerService.GetServerRequest
const GetServerResponse = _ServerService.GetServerResponse
const Server = _ServerService.Server
const ServerLimits = _ServerService.ServerLimits
const ServedModel = _ServerService.ServedModel
const ServedLanguage = _ServerService.ServedLanguage

# npcserver/v1/timeline_service.proto
const Timeline = _TimelineService.Timeline
const SaveSlot = _TimelineService.SaveSlot
const StartTimelineRequest = _TimelineService.StartTimelineRequest
const StartTimelineResponse = _TimelineService.StartTimelineResponse
const GetTimelineRequest = _TimelineService.GetTimelineRequest
const GetTimelineResponse = _TimelineService.GetTimelineResponse
const SaveRequest = _TimelineService.SaveRequest
const SaveResponse = _TimelineService.SaveResponse
const LoadRequest = _TimelineService.LoadRequest
const LoadResponse = _TimelineService.LoadResponse
const ListSavesRequest = _TimelineService.ListSavesRequest
const ListSavesResponse = _TimelineService.ListSavesResponse
const ListTimelinesRequest = _TimelineService.ListTimelinesRequest
const ListTimelinesResponse = _TimelineService.ListTimelinesResponse
const Moment = _TimelineService.Moment
const DiffRequest = _TimelineService.DiffRequest
const MindSide = _TimelineService.MindSide
const MindDiff = _TimelineService.MindDiff
const DiffResponse = _TimelineService.DiffResponse
const DeleteSaveRequest = _TimelineService.DeleteSaveRequest
const DeleteSaveResponse = _TimelineService.DeleteSaveResponse
const DeleteTimelineRequest = _TimelineService.DeleteTimelineRequest
const DeleteTimelineResponse = _TimelineService.DeleteTimelineResponse

# npcserver/v1/world_service.proto
const World = _WorldService.World
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
const SetObjectStateRequest = _WorldService.SetObjectStateRequest
const SetObjectStateResponse = _WorldService.SetObjectStateResponse
const ListObjectStatesRequest = _WorldService.ListObjectStatesRequest
const ListObjectStatesResponse = _WorldService.ListObjectStatesResponse
const SetSpendingLimitRequest = _WorldService.SetSpendingLimitRequest
const SetSpendingLimitResponse = _WorldService.SetSpendingLimitResponse
const ListSpendingRequest = _WorldService.ListSpendingRequest
const ListSpendingResponse = _WorldService.ListSpendingResponse
