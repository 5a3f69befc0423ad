# Generated from proto/npcserver/v1 by proto/generate_gdscript.py; do not edit.
## All messages and enums of npcserver/v1, as `NpcMessages.SayRequest`.
class_name NpcMessages
extends RefCounted

const _AccessPolicy = preload("messages/access_policy.gd")
const _Origin = preload("messages/origin.gd")
const _Affordance = preload("messages/affordance.gd")
const _Secret = preload("messages/secret.gd")
const _Memory = preload("messages/memory.gd")
const _Mind = preload("messages/mind.gd")
const _Budget = preload("messages/budget.gd")
const _Turn = preload("messages/turn.gd")
const _PlayService = preload("messages/play_service.gd")
const _CharacterService = preload("messages/character_service.gd")
const _ErrorReason = preload("messages/error_reason.gd")
const _ServerService = preload("messages/server_service.gd")
const _TimelineService = preload("messages/timeline_service.gd")

# npcserver/v1/access_policy.proto
const Verb = _AccessPolicy.Verb
const MethodAccess = _AccessPolicy.MethodAccess

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

# npcserver/v1/secret.proto
const Secret = _Secret.Secret

# npcserver/v1/memory.proto
const MemoryKind = _Memory.MemoryKind
const MemorySource = _Memory.MemorySource
const Memory = _Memory.Memory

# npcserver/v1/mind.proto
const Attention = _Mind.Attention
const Availability = _Mind.Availability
const ActCause = _Mind.ActCause
const Purpose = _Mind.Purpose
const Verdict = _Mind.Verdict
const ConversationEnd = _Mind.ConversationEnd
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
const Commitment = _Mind.Commitment
const Mind = _Mind.Mind
const PurposeLateness = _Mind.PurposeLateness
const Lateness = _Mind.Lateness

# npcserver/v1/budget.proto
const BudgetScope = _Budget.BudgetScope
const BudgetReached = _Budget.BudgetReached

# npcserver/v1/turn.proto
const TurnOutcome = _Turn.TurnOutcome
const TurnReason = _Turn.TurnReason
const Rung = _Turn.Rung
const Emotion = _Turn.Emotion
const TurnStarted = _Turn.TurnStarted
const TurnWaiting = _Turn.TurnWaiting
const LineDelta = _Turn.LineDelta
const Line = _Turn.Line
const Disclosure = _Turn.Disclosure
const TurnFinished = _Turn.TurnFinished
const TurnEvent = _Turn.TurnEvent

# npcserver/v1/play_service.proto
const ObservationChannel = _PlayService.ObservationChannel
const ObservationRange = _PlayService.ObservationRange
const Loudness = _PlayService.Loudness
const FloorReason = _PlayService.FloorReason
const OutcomeStatus = _PlayService.OutcomeStatus
const ClockWait = _PlayService.ClockWait
const Speaker = _PlayService.Speaker
const Observation = _PlayService.Observation
const ObjectChange = _PlayService.ObjectChange
const StoryFlag = _PlayService.StoryFlag
const Movement = _PlayService.Movement
const ObserveRequest = _PlayService.ObserveRequest
const ObserveResponse = _PlayService.ObserveResponse
const SayRequest = _PlayService.SayRequest
const SayResponse = _PlayService.SayResponse
const Circle = _PlayService.Circle
const OpenCircleRequest = _PlayService.OpenCircleRequest
const OpenCircleResponse = _PlayService.OpenCircleResponse
const GetCircleRequest = _PlayService.GetCircleRequest
const GetCircleResponse = _PlayService.GetCircleResponse
const ListCirclesRequest = _PlayService.ListCirclesRequest
const ListCirclesResponse = _PlayService.ListCirclesResponse
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

# npcserver/v1/character_service.proto
const GetMindRequest = _CharacterService.GetMindRequest
const GetMindResponse = _CharacterService.GetMindResponse
const CastMember = _CharacterService.CastMember
const ListCastRequest = _CharacterService.ListCastRequest
const ListCastResponse = _CharacterService.ListCastResponse

# npcserver/v1/error_reason.proto
const ErrorReason = _ErrorReason.ErrorReason

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
const DeleteSaveRequest = _TimelineService.DeleteSaveRequest
const DeleteSaveResponse = _TimelineService.DeleteSaveResponse
const DeleteTimelineRequest = _TimelineService.DeleteTimelineRequest
const DeleteTimelineResponse = _TimelineService.DeleteTimelineResponse
const SetAvailabilityRequest = _TimelineService.SetAvailabilityRequest
const SetAvailabilityResponse = _TimelineService.SetAvailabilityResponse
const ListObjectStatesRequest = _TimelineService.ListObjectStatesRequest
const ListObjectStatesResponse = _TimelineService.ListObjectStatesResponse
