// Generated from proto/npcserver by proto/generate_csharp.py; do not edit.
using System;
using System.Threading;
using System.Threading.Tasks;
using NpcDialogue.Admin;
using NpcDialogue.Admin.V1;
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Conformance
{
    /// <summary>Every message and every call by its name on the wire.</summary>
    internal static class Registry
    {
        public static Message NewMessage(string name)
        {
            switch (name)
            {
                case "npcserver.v1.MethodAccess": return new MethodAccess();
                case "npcserver.v1.Origin": return new Origin();
                case "npcserver.v1.Parameter": return new Parameter();
                case "npcserver.v1.Affordance": return new Affordance();
                case "npcserver.v1.Entity": return new Entity();
                case "npcserver.v1.Argument": return new Argument();
                case "npcserver.v1.ActionIntent": return new ActionIntent();
                case "npcserver.admin.v1.AccessKey": return new AccessKey();
                case "npcserver.admin.v1.CreateKeyRequest": return new CreateKeyRequest();
                case "npcserver.admin.v1.CreateKeyResponse": return new CreateKeyResponse();
                case "npcserver.admin.v1.ListKeysRequest": return new ListKeysRequest();
                case "npcserver.admin.v1.ListKeysResponse": return new ListKeysResponse();
                case "npcserver.admin.v1.RotateKeyRequest": return new RotateKeyRequest();
                case "npcserver.admin.v1.RotateKeyResponse": return new RotateKeyResponse();
                case "npcserver.admin.v1.RevokeKeyRequest": return new RevokeKeyRequest();
                case "npcserver.admin.v1.RevokeKeyResponse": return new RevokeKeyResponse();
                case "npcserver.admin.v1.MintPlayerTokenRequest": return new MintPlayerTokenRequest();
                case "npcserver.admin.v1.MintPlayerTokenResponse": return new MintPlayerTokenResponse();
                case "npcserver.admin.v1.AffordanceSet": return new AffordanceSet();
                case "npcserver.admin.v1.PutAffordanceSetRequest": return new PutAffordanceSetRequest();
                case "npcserver.admin.v1.PutAffordanceSetResponse": return new PutAffordanceSetResponse();
                case "npcserver.admin.v1.ListAffordanceSetsRequest": return new ListAffordanceSetsRequest();
                case "npcserver.admin.v1.ListAffordanceSetsResponse": return new ListAffordanceSetsResponse();
                case "npcserver.admin.v1.AuditEntry": return new AuditEntry();
                case "npcserver.admin.v1.ListAuditEntriesRequest": return new ListAuditEntriesRequest();
                case "npcserver.admin.v1.ListAuditEntriesResponse": return new ListAuditEntriesResponse();
                case "npcserver.admin.v1.ExportAuditRequest": return new ExportAuditRequest();
                case "npcserver.admin.v1.ExportAuditResponse": return new ExportAuditResponse();
                case "npcserver.admin.v1.GetAuditHeadRequest": return new GetAuditHeadRequest();
                case "npcserver.admin.v1.GetAuditHeadResponse": return new GetAuditHeadResponse();
                case "npcserver.v1.Secret": return new Secret();
                case "npcserver.v1.Memory": return new Memory();
                case "npcserver.v1.AttentionChange": return new AttentionChange();
                case "npcserver.v1.Act": return new Act();
                case "npcserver.v1.Step": return new Step();
                case "npcserver.v1.Block": return new Block();
                case "npcserver.v1.DayPlan": return new DayPlan();
                case "npcserver.v1.Mood": return new Mood();
                case "npcserver.v1.Standing": return new Standing();
                case "npcserver.v1.Belief": return new Belief();
                case "npcserver.v1.Conversation": return new Conversation();
                case "npcserver.v1.ObjectState": return new ObjectState();
                case "npcserver.v1.Thought": return new Thought();
                case "npcserver.v1.Commitment": return new Commitment();
                case "npcserver.v1.Mind": return new Mind();
                case "npcserver.v1.PurposeLateness": return new PurposeLateness();
                case "npcserver.v1.Lateness": return new Lateness();
                case "npcserver.admin.v1.Dependent": return new Dependent();
                case "npcserver.admin.v1.PreviewCorrectionRequest": return new PreviewCorrectionRequest();
                case "npcserver.admin.v1.PreviewCorrectionResponse": return new PreviewCorrectionResponse();
                case "npcserver.admin.v1.ChosenDependent": return new ChosenDependent();
                case "npcserver.admin.v1.CorrectMemoryRequest": return new CorrectMemoryRequest();
                case "npcserver.admin.v1.CorrectMemoryResponse": return new CorrectMemoryResponse();
                case "npcserver.admin.v1.AddMemoryRequest": return new AddMemoryRequest();
                case "npcserver.admin.v1.AddMemoryResponse": return new AddMemoryResponse();
                case "npcserver.admin.v1.MoodSetting": return new MoodSetting();
                case "npcserver.admin.v1.BeliefSetting": return new BeliefSetting();
                case "npcserver.admin.v1.StandingSetting": return new StandingSetting();
                case "npcserver.admin.v1.PlaceSetting": return new PlaceSetting();
                case "npcserver.admin.v1.SetStateRequest": return new SetStateRequest();
                case "npcserver.admin.v1.SetStateResponse": return new SetStateResponse();
                case "npcserver.admin.v1.UndoCorrectionRequest": return new UndoCorrectionRequest();
                case "npcserver.admin.v1.UndoCorrectionResponse": return new UndoCorrectionResponse();
                case "npcserver.admin.v1.ListCorrectionsRequest": return new ListCorrectionsRequest();
                case "npcserver.admin.v1.CorrectedState": return new CorrectedState();
                case "npcserver.admin.v1.ListedCorrection": return new ListedCorrection();
                case "npcserver.admin.v1.ListCorrectionsResponse": return new ListCorrectionsResponse();
                case "npcserver.admin.v1.Chapter": return new Chapter();
                case "npcserver.admin.v1.Book": return new Book();
                case "npcserver.admin.v1.Passage": return new Passage();
                case "npcserver.admin.v1.PutBookRequest": return new PutBookRequest();
                case "npcserver.admin.v1.PutBookResponse": return new PutBookResponse();
                case "npcserver.admin.v1.GetBookRequest": return new GetBookRequest();
                case "npcserver.admin.v1.GetBookResponse": return new GetBookResponse();
                case "npcserver.admin.v1.ListBooksRequest": return new ListBooksRequest();
                case "npcserver.admin.v1.ListBooksResponse": return new ListBooksResponse();
                case "npcserver.admin.v1.ListPassagesRequest": return new ListPassagesRequest();
                case "npcserver.admin.v1.ListPassagesResponse": return new ListPassagesResponse();
                case "npcserver.admin.v1.DeleteBookRequest": return new DeleteBookRequest();
                case "npcserver.admin.v1.DeleteBookResponse": return new DeleteBookResponse();
                case "npcserver.admin.v1.AskRequest": return new AskRequest();
                case "npcserver.admin.v1.AskResponse": return new AskResponse();
                case "npcserver.admin.v1.Recollection": return new Recollection();
                case "npcserver.admin.v1.RelevanceColumn": return new RelevanceColumn();
                case "npcserver.v1.BudgetReached": return new BudgetReached();
                case "npcserver.v1.Emotion": return new Emotion();
                case "npcserver.v1.TurnStarted": return new TurnStarted();
                case "npcserver.v1.TurnWaiting": return new TurnWaiting();
                case "npcserver.v1.LineDelta": return new LineDelta();
                case "npcserver.v1.Line": return new Line();
                case "npcserver.v1.Disclosure": return new Disclosure();
                case "npcserver.v1.TurnFinished": return new TurnFinished();
                case "npcserver.v1.TurnEvent": return new TurnEvent();
                case "npcserver.admin.v1.Relation": return new Relation();
                case "npcserver.admin.v1.FallbackLine": return new FallbackLine();
                case "npcserver.admin.v1.Beat": return new Beat();
                case "npcserver.admin.v1.Persona": return new Persona();
                case "npcserver.admin.v1.Character": return new Character();
                case "npcserver.admin.v1.GetCharacterRequest": return new GetCharacterRequest();
                case "npcserver.admin.v1.GetCharacterResponse": return new GetCharacterResponse();
                case "npcserver.admin.v1.ListCharactersRequest": return new ListCharactersRequest();
                case "npcserver.admin.v1.ListCharactersResponse": return new ListCharactersResponse();
                case "npcserver.admin.v1.SeedMemory": return new SeedMemory();
                case "npcserver.admin.v1.PersonaVersion": return new PersonaVersion();
                case "npcserver.admin.v1.CreateCharacterRequest": return new CreateCharacterRequest();
                case "npcserver.admin.v1.CreateCharacterResponse": return new CreateCharacterResponse();
                case "npcserver.admin.v1.UpdateCharacterRequest": return new UpdateCharacterRequest();
                case "npcserver.admin.v1.UpdateCharacterResponse": return new UpdateCharacterResponse();
                case "npcserver.admin.v1.DeleteCharacterRequest": return new DeleteCharacterRequest();
                case "npcserver.admin.v1.DeleteCharacterResponse": return new DeleteCharacterResponse();
                case "npcserver.admin.v1.ListPersonaVersionsRequest": return new ListPersonaVersionsRequest();
                case "npcserver.admin.v1.ListPersonaVersionsResponse": return new ListPersonaVersionsResponse();
                case "npcserver.admin.v1.InterviewRequest": return new InterviewRequest();
                case "npcserver.admin.v1.InterviewResponse": return new InterviewResponse();
                case "npcserver.admin.v1.ListSeedMemoriesRequest": return new ListSeedMemoriesRequest();
                case "npcserver.admin.v1.ListSeedMemoriesResponse": return new ListSeedMemoriesResponse();
                case "npcserver.admin.v1.UpdateSeedMemoriesRequest": return new UpdateSeedMemoriesRequest();
                case "npcserver.admin.v1.UpdateSeedMemoriesResponse": return new UpdateSeedMemoriesResponse();
                case "npcserver.admin.v1.WhisperRequest": return new WhisperRequest();
                case "npcserver.admin.v1.WhisperResponse": return new WhisperResponse();
                case "npcserver.admin.v1.MoveStandingRequest": return new MoveStandingRequest();
                case "npcserver.admin.v1.MoveStandingResponse": return new MoveStandingResponse();
                case "npcserver.admin.v1.DraftedPersona": return new DraftedPersona();
                case "npcserver.admin.v1.UpdateDraftRequest": return new UpdateDraftRequest();
                case "npcserver.admin.v1.UpdateDraftResponse": return new UpdateDraftResponse();
                case "npcserver.admin.v1.GetDraftRequest": return new GetDraftRequest();
                case "npcserver.admin.v1.GetDraftResponse": return new GetDraftResponse();
                case "npcserver.admin.v1.ListDraftsRequest": return new ListDraftsRequest();
                case "npcserver.admin.v1.ListDraftsResponse": return new ListDraftsResponse();
                case "npcserver.admin.v1.DiscardDraftRequest": return new DiscardDraftRequest();
                case "npcserver.admin.v1.DiscardDraftResponse": return new DiscardDraftResponse();
                case "npcserver.admin.v1.PreviewPublicationRequest": return new PreviewPublicationRequest();
                case "npcserver.admin.v1.PreviewPublicationResponse": return new PreviewPublicationResponse();
                case "npcserver.admin.v1.PublishDraftRequest": return new PublishDraftRequest();
                case "npcserver.admin.v1.PublishDraftResponse": return new PublishDraftResponse();
                case "npcserver.admin.v1.ExportDraftsRequest": return new ExportDraftsRequest();
                case "npcserver.admin.v1.ExportDraftsResponse": return new ExportDraftsResponse();
                case "npcserver.admin.v1.ImportDraftsRequest": return new ImportDraftsRequest();
                case "npcserver.admin.v1.ImportDraftsResponse": return new ImportDraftsResponse();
                case "npcserver.v1.Speaker": return new Speaker();
                case "npcserver.v1.Observation": return new Observation();
                case "npcserver.v1.ObjectChange": return new ObjectChange();
                case "npcserver.v1.StoryFlag": return new StoryFlag();
                case "npcserver.v1.Movement": return new Movement();
                case "npcserver.v1.ObserveRequest": return new ObserveRequest();
                case "npcserver.v1.ObserveResponse": return new ObserveResponse();
                case "npcserver.v1.SayRequest": return new SayRequest();
                case "npcserver.v1.SayResponse": return new SayResponse();
                case "npcserver.v1.Circle": return new Circle();
                case "npcserver.v1.OpenCircleRequest": return new OpenCircleRequest();
                case "npcserver.v1.OpenCircleResponse": return new OpenCircleResponse();
                case "npcserver.v1.GetCircleRequest": return new GetCircleRequest();
                case "npcserver.v1.GetCircleResponse": return new GetCircleResponse();
                case "npcserver.v1.ListCirclesRequest": return new ListCirclesRequest();
                case "npcserver.v1.ListCirclesResponse": return new ListCirclesResponse();
                case "npcserver.v1.JoinCircleRequest": return new JoinCircleRequest();
                case "npcserver.v1.JoinCircleResponse": return new JoinCircleResponse();
                case "npcserver.v1.LeaveCircleRequest": return new LeaveCircleRequest();
                case "npcserver.v1.LeaveCircleResponse": return new LeaveCircleResponse();
                case "npcserver.v1.SayInCircleRequest": return new SayInCircleRequest();
                case "npcserver.v1.CircleHeard": return new CircleHeard();
                case "npcserver.v1.CircleFloor": return new CircleFloor();
                case "npcserver.v1.CircleQuiet": return new CircleQuiet();
                case "npcserver.v1.SayInCircleResponse": return new SayInCircleResponse();
                case "npcserver.v1.InterruptRequest": return new InterruptRequest();
                case "npcserver.v1.InterruptResponse": return new InterruptResponse();
                case "npcserver.v1.ReportOutcomeRequest": return new ReportOutcomeRequest();
                case "npcserver.v1.ReportOutcomeResponse": return new ReportOutcomeResponse();
                case "npcserver.v1.AdvanceClockRequest": return new AdvanceClockRequest();
                case "npcserver.v1.AdvanceClockResponse": return new AdvanceClockResponse();
                case "npcserver.v1.SettleCommitmentRequest": return new SettleCommitmentRequest();
                case "npcserver.v1.SettleCommitmentResponse": return new SettleCommitmentResponse();
                case "npcserver.v1.SuggestLinesRequest": return new SuggestLinesRequest();
                case "npcserver.v1.SuggestLinesResponse": return new SuggestLinesResponse();
                case "npcserver.v1.SetAttentionRequest": return new SetAttentionRequest();
                case "npcserver.v1.SetAttentionResponse": return new SetAttentionResponse();
                case "npcserver.v1.WatchRequest": return new WatchRequest();
                case "npcserver.v1.WatchResponse": return new WatchResponse();
                case "npcserver.v1.TimelineLeft": return new TimelineLeft();
                case "npcserver.v1.Checkpoint": return new Checkpoint();
                case "npcserver.v1.TurnTaken": return new TurnTaken();
                case "npcserver.v1.ClockMoved": return new ClockMoved();
                case "npcserver.v1.OutcomeReported": return new OutcomeReported();
                case "npcserver.admin.v1.ExportIncidentRequest": return new ExportIncidentRequest();
                case "npcserver.admin.v1.ExportIncidentResponse": return new ExportIncidentResponse();
                case "npcserver.admin.v1.ListMemoriesRequest": return new ListMemoriesRequest();
                case "npcserver.admin.v1.ListMemoriesResponse": return new ListMemoriesResponse();
                case "npcserver.admin.v1.RecallRequest": return new RecallRequest();
                case "npcserver.admin.v1.RecallResponse": return new RecallResponse();
                case "npcserver.admin.v1.ExplainRequest": return new ExplainRequest();
                case "npcserver.admin.v1.PromptMessage": return new PromptMessage();
                case "npcserver.admin.v1.PromptSection": return new PromptSection();
                case "npcserver.admin.v1.PromptLeftOut": return new PromptLeftOut();
                case "npcserver.admin.v1.RenderedPrompt": return new RenderedPrompt();
                case "npcserver.admin.v1.DroppedIntent": return new DroppedIntent();
                case "npcserver.admin.v1.UnmetCondition": return new UnmetCondition();
                case "npcserver.admin.v1.KeptBack": return new KeptBack();
                case "npcserver.admin.v1.LineReason": return new LineReason();
                case "npcserver.admin.v1.Receipt": return new Receipt();
                case "npcserver.admin.v1.PromptPart": return new PromptPart();
                case "npcserver.admin.v1.CitedPassage": return new CitedPassage();
                case "npcserver.admin.v1.ThoughtReceipt": return new ThoughtReceipt();
                case "npcserver.admin.v1.ExplainResponse": return new ExplainResponse();
                case "npcserver.admin.v1.GetReflectionTreeRequest": return new GetReflectionTreeRequest();
                case "npcserver.admin.v1.ReflectionNode": return new ReflectionNode();
                case "npcserver.admin.v1.GetReflectionTreeResponse": return new GetReflectionTreeResponse();
                case "npcserver.admin.v1.TraceMemoryRequest": return new TraceMemoryRequest();
                case "npcserver.admin.v1.KnowledgeHop": return new KnowledgeHop();
                case "npcserver.admin.v1.TraceMemoryResponse": return new TraceMemoryResponse();
                case "npcserver.admin.v1.WhoKnowsRequest": return new WhoKnowsRequest();
                case "npcserver.admin.v1.Knower": return new Knower();
                case "npcserver.admin.v1.WhoKnowsResponse": return new WhoKnowsResponse();
                case "npcserver.admin.v1.PinMemoryRequest": return new PinMemoryRequest();
                case "npcserver.admin.v1.PinMemoryResponse": return new PinMemoryResponse();
                case "npcserver.admin.v1.ReportMemoriesRequest": return new ReportMemoriesRequest();
                case "npcserver.admin.v1.FaultyMemory": return new FaultyMemory();
                case "npcserver.admin.v1.MemoryReport": return new MemoryReport();
                case "npcserver.admin.v1.ReportMemoriesResponse": return new ReportMemoriesResponse();
                case "npcserver.admin.v1.Moment": return new Moment();
                case "npcserver.admin.v1.DiffRequest": return new DiffRequest();
                case "npcserver.admin.v1.MindSide": return new MindSide();
                case "npcserver.admin.v1.MindDiff": return new MindDiff();
                case "npcserver.admin.v1.DiffResponse": return new DiffResponse();
                case "npcserver.admin.v1.ForgetPlayerRequest": return new ForgetPlayerRequest();
                case "npcserver.admin.v1.ForgetPlayerResponse": return new ForgetPlayerResponse();
                case "npcserver.admin.v1.ExportPlayerRequest": return new ExportPlayerRequest();
                case "npcserver.admin.v1.ExportPlayerResponse": return new ExportPlayerResponse();
                case "npcserver.admin.v1.ImportPlayerRequest": return new ImportPlayerRequest();
                case "npcserver.admin.v1.ImportPlayerResponse": return new ImportPlayerResponse();
                case "npcserver.admin.v1.SceneRelation": return new SceneRelation();
                case "npcserver.admin.v1.SceneMember": return new SceneMember();
                case "npcserver.admin.v1.SceneCandidate": return new SceneCandidate();
                case "npcserver.admin.v1.AwaitedSeat": return new AwaitedSeat();
                case "npcserver.admin.v1.Scene": return new Scene();
                case "npcserver.admin.v1.OpenSceneRequest": return new OpenSceneRequest();
                case "npcserver.admin.v1.OpenSceneResponse": return new OpenSceneResponse();
                case "npcserver.admin.v1.GetSceneRequest": return new GetSceneRequest();
                case "npcserver.admin.v1.GetSceneResponse": return new GetSceneResponse();
                case "npcserver.admin.v1.ListScenesRequest": return new ListScenesRequest();
                case "npcserver.admin.v1.ListScenesResponse": return new ListScenesResponse();
                case "npcserver.admin.v1.WatchSceneRequest": return new WatchSceneRequest();
                case "npcserver.admin.v1.SceneStageBegan": return new SceneStageBegan();
                case "npcserver.admin.v1.ScenePartnerChosen": return new ScenePartnerChosen();
                case "npcserver.admin.v1.SceneMeeting": return new SceneMeeting();
                case "npcserver.admin.v1.SceneLine": return new SceneLine();
                case "npcserver.admin.v1.SceneUpdate": return new SceneUpdate();
                case "npcserver.admin.v1.SceneVote": return new SceneVote();
                case "npcserver.admin.v1.SceneSeat": return new SceneSeat();
                case "npcserver.admin.v1.SceneClosed": return new SceneClosed();
                case "npcserver.admin.v1.WatchSceneResponse": return new WatchSceneResponse();
                case "npcserver.admin.v1.ScenePaused": return new ScenePaused();
                case "npcserver.admin.v1.AdvanceSceneRequest": return new AdvanceSceneRequest();
                case "npcserver.admin.v1.AdvanceSceneResponse": return new AdvanceSceneResponse();
                case "npcserver.admin.v1.TakeSeatRequest": return new TakeSeatRequest();
                case "npcserver.admin.v1.TakeSeatResponse": return new TakeSeatResponse();
                case "npcserver.admin.v1.LeaveSeatRequest": return new LeaveSeatRequest();
                case "npcserver.admin.v1.LeaveSeatResponse": return new LeaveSeatResponse();
                case "npcserver.admin.v1.SpeakInSceneRequest": return new SpeakInSceneRequest();
                case "npcserver.admin.v1.SpeakInSceneResponse": return new SpeakInSceneResponse();
                case "npcserver.admin.v1.ChoosePartnerRequest": return new ChoosePartnerRequest();
                case "npcserver.admin.v1.ChoosePartnerResponse": return new ChoosePartnerResponse();
                case "npcserver.admin.v1.CastVoteRequest": return new CastVoteRequest();
                case "npcserver.admin.v1.CastVoteResponse": return new CastVoteResponse();
                case "npcserver.admin.v1.CloseSceneRequest": return new CloseSceneRequest();
                case "npcserver.admin.v1.CloseSceneResponse": return new CloseSceneResponse();
                case "npcserver.admin.v1.GetSceneResultRequest": return new GetSceneResultRequest();
                case "npcserver.admin.v1.SceneTally": return new SceneTally();
                case "npcserver.admin.v1.SceneLanguage": return new SceneLanguage();
                case "npcserver.admin.v1.GetSceneResultResponse": return new GetSceneResultResponse();
                case "npcserver.admin.v1.SpendingLimit": return new SpendingLimit();
                case "npcserver.admin.v1.SpendingAccount": return new SpendingAccount();
                case "npcserver.admin.v1.SetSpendingLimitRequest": return new SetSpendingLimitRequest();
                case "npcserver.admin.v1.SetSpendingLimitResponse": return new SetSpendingLimitResponse();
                case "npcserver.admin.v1.ListSpendingRequest": return new ListSpendingRequest();
                case "npcserver.admin.v1.ListSpendingResponse": return new ListSpendingResponse();
                case "npcserver.admin.v1.Spending": return new Spending();
                case "npcserver.admin.v1.PurposeSpending": return new PurposeSpending();
                case "npcserver.admin.v1.GetDaySpendingRequest": return new GetDaySpendingRequest();
                case "npcserver.admin.v1.GetDaySpendingResponse": return new GetDaySpendingResponse();
                case "npcserver.admin.v1.World": return new World();
                case "npcserver.admin.v1.RelationAxis": return new RelationAxis();
                case "npcserver.admin.v1.RelationThreshold": return new RelationThreshold();
                case "npcserver.admin.v1.Calendar": return new Calendar();
                case "npcserver.admin.v1.Era": return new Era();
                case "npcserver.admin.v1.LocalText": return new LocalText();
                case "npcserver.admin.v1.Budget": return new Budget();
                case "npcserver.admin.v1.Place": return new Place();
                case "npcserver.admin.v1.Price": return new Price();
                case "npcserver.admin.v1.OpeningHours": return new OpeningHours();
                case "npcserver.admin.v1.CreateWorldRequest": return new CreateWorldRequest();
                case "npcserver.admin.v1.CreateWorldResponse": return new CreateWorldResponse();
                case "npcserver.admin.v1.GetWorldRequest": return new GetWorldRequest();
                case "npcserver.admin.v1.GetWorldResponse": return new GetWorldResponse();
                case "npcserver.admin.v1.ListWorldsRequest": return new ListWorldsRequest();
                case "npcserver.admin.v1.ListWorldsResponse": return new ListWorldsResponse();
                case "npcserver.admin.v1.UpdateWorldRequest": return new UpdateWorldRequest();
                case "npcserver.admin.v1.UpdateWorldResponse": return new UpdateWorldResponse();
                case "npcserver.admin.v1.DeleteWorldRequest": return new DeleteWorldRequest();
                case "npcserver.admin.v1.DeleteWorldResponse": return new DeleteWorldResponse();
                case "npcserver.admin.v1.CreatePlaceRequest": return new CreatePlaceRequest();
                case "npcserver.admin.v1.CreatePlaceResponse": return new CreatePlaceResponse();
                case "npcserver.admin.v1.GetPlaceRequest": return new GetPlaceRequest();
                case "npcserver.admin.v1.GetPlaceResponse": return new GetPlaceResponse();
                case "npcserver.admin.v1.ListPlacesRequest": return new ListPlacesRequest();
                case "npcserver.admin.v1.ListPlacesResponse": return new ListPlacesResponse();
                case "npcserver.admin.v1.UpdatePlaceRequest": return new UpdatePlaceRequest();
                case "npcserver.admin.v1.UpdatePlaceResponse": return new UpdatePlaceResponse();
                case "npcserver.admin.v1.DeletePlaceRequest": return new DeletePlaceRequest();
                case "npcserver.admin.v1.DeletePlaceResponse": return new DeletePlaceResponse();
                case "npcserver.admin.v1.ImportWorldRequest": return new ImportWorldRequest();
                case "npcserver.admin.v1.ImportWorldResponse": return new ImportWorldResponse();
                case "npcserver.admin.v1.ImportChange": return new ImportChange();
                case "npcserver.admin.v1.FileProblem": return new FileProblem();
                case "npcserver.admin.v1.ExportWorldRequest": return new ExportWorldRequest();
                case "npcserver.admin.v1.ExportWorldResponse": return new ExportWorldResponse();
                case "npcserver.v1.GetMindRequest": return new GetMindRequest();
                case "npcserver.v1.GetMindResponse": return new GetMindResponse();
                case "npcserver.v1.CastMember": return new CastMember();
                case "npcserver.v1.ListCastRequest": return new ListCastRequest();
                case "npcserver.v1.ListCastResponse": return new ListCastResponse();
                case "npcserver.v1.GetServerRequest": return new GetServerRequest();
                case "npcserver.v1.GetServerResponse": return new GetServerResponse();
                case "npcserver.v1.Server": return new Server();
                case "npcserver.v1.ServerLimits": return new ServerLimits();
                case "npcserver.v1.ServedModel": return new ServedModel();
                case "npcserver.v1.ServedLanguage": return new ServedLanguage();
                case "npcserver.v1.Timeline": return new Timeline();
                case "npcserver.v1.SaveSlot": return new SaveSlot();
                case "npcserver.v1.StartTimelineRequest": return new StartTimelineRequest();
                case "npcserver.v1.StartTimelineResponse": return new StartTimelineResponse();
                case "npcserver.v1.GetTimelineRequest": return new GetTimelineRequest();
                case "npcserver.v1.GetTimelineResponse": return new GetTimelineResponse();
                case "npcserver.v1.SaveRequest": return new SaveRequest();
                case "npcserver.v1.SaveResponse": return new SaveResponse();
                case "npcserver.v1.LoadRequest": return new LoadRequest();
                case "npcserver.v1.LoadResponse": return new LoadResponse();
                case "npcserver.v1.ListSavesRequest": return new ListSavesRequest();
                case "npcserver.v1.ListSavesResponse": return new ListSavesResponse();
                case "npcserver.v1.ListTimelinesRequest": return new ListTimelinesRequest();
                case "npcserver.v1.ListTimelinesResponse": return new ListTimelinesResponse();
                case "npcserver.v1.DeleteSaveRequest": return new DeleteSaveRequest();
                case "npcserver.v1.DeleteSaveResponse": return new DeleteSaveResponse();
                case "npcserver.v1.DeleteTimelineRequest": return new DeleteTimelineRequest();
                case "npcserver.v1.DeleteTimelineResponse": return new DeleteTimelineResponse();
                case "npcserver.v1.SetAvailabilityRequest": return new SetAvailabilityRequest();
                case "npcserver.v1.SetAvailabilityResponse": return new SetAvailabilityResponse();
                case "npcserver.v1.ListObjectStatesRequest": return new ListObjectStatesRequest();
                case "npcserver.v1.ListObjectStatesResponse": return new ListObjectStatesResponse();
                default: throw new ArgumentException("no message " + name);
            }
        }

        private static async Task Once<T>(Task<T> call, Action<Message> onMessage)
            where T : Message
        {
            onMessage(await call);
        }

        public static Message NewRequest(string method)
        {
            switch (method)
            {
                case "npcserver.admin.v1.AccessService/CreateKey":
                    return new CreateKeyRequest();
                case "npcserver.admin.v1.AccessService/ListKeys":
                    return new ListKeysRequest();
                case "npcserver.admin.v1.AccessService/RotateKey":
                    return new RotateKeyRequest();
                case "npcserver.admin.v1.AccessService/RevokeKey":
                    return new RevokeKeyRequest();
                case "npcserver.admin.v1.AccessService/PutAffordanceSet":
                    return new PutAffordanceSetRequest();
                case "npcserver.admin.v1.AccessService/ListAffordanceSets":
                    return new ListAffordanceSetsRequest();
                case "npcserver.admin.v1.AccessService/MintPlayerToken":
                    return new MintPlayerTokenRequest();
                case "npcserver.admin.v1.AuditService/ListAuditEntries":
                    return new ListAuditEntriesRequest();
                case "npcserver.admin.v1.AuditService/ExportAudit":
                    return new ExportAuditRequest();
                case "npcserver.admin.v1.AuditService/GetAuditHead":
                    return new GetAuditHeadRequest();
                case "npcserver.admin.v1.CorrectionService/PreviewCorrection":
                    return new PreviewCorrectionRequest();
                case "npcserver.admin.v1.CorrectionService/CorrectMemory":
                    return new CorrectMemoryRequest();
                case "npcserver.admin.v1.CorrectionService/AddMemory":
                    return new AddMemoryRequest();
                case "npcserver.admin.v1.CorrectionService/SetState":
                    return new SetStateRequest();
                case "npcserver.admin.v1.CorrectionService/UndoCorrection":
                    return new UndoCorrectionRequest();
                case "npcserver.admin.v1.CorrectionService/ListCorrections":
                    return new ListCorrectionsRequest();
                case "npcserver.admin.v1.LoreService/PutBook":
                    return new PutBookRequest();
                case "npcserver.admin.v1.LoreService/GetBook":
                    return new GetBookRequest();
                case "npcserver.admin.v1.LoreService/ListBooks":
                    return new ListBooksRequest();
                case "npcserver.admin.v1.LoreService/ListPassages":
                    return new ListPassagesRequest();
                case "npcserver.admin.v1.LoreService/DeleteBook":
                    return new DeleteBookRequest();
                case "npcserver.admin.v1.LoreService/Ask":
                    return new AskRequest();
                case "npcserver.admin.v1.PersonaService/CreateCharacter":
                    return new CreateCharacterRequest();
                case "npcserver.admin.v1.PersonaService/GetCharacter":
                    return new GetCharacterRequest();
                case "npcserver.admin.v1.PersonaService/ListCharacters":
                    return new ListCharactersRequest();
                case "npcserver.admin.v1.PersonaService/UpdateCharacter":
                    return new UpdateCharacterRequest();
                case "npcserver.admin.v1.PersonaService/DeleteCharacter":
                    return new DeleteCharacterRequest();
                case "npcserver.admin.v1.PersonaService/ListPersonaVersions":
                    return new ListPersonaVersionsRequest();
                case "npcserver.admin.v1.PersonaService/ListSeedMemories":
                    return new ListSeedMemoriesRequest();
                case "npcserver.admin.v1.PersonaService/UpdateSeedMemories":
                    return new UpdateSeedMemoriesRequest();
                case "npcserver.admin.v1.PersonaService/Interview":
                    return new InterviewRequest();
                case "npcserver.admin.v1.PersonaService/Whisper":
                    return new WhisperRequest();
                case "npcserver.admin.v1.PersonaService/MoveStanding":
                    return new MoveStandingRequest();
                case "npcserver.admin.v1.DraftService/UpdateDraft":
                    return new UpdateDraftRequest();
                case "npcserver.admin.v1.DraftService/GetDraft":
                    return new GetDraftRequest();
                case "npcserver.admin.v1.DraftService/ListDrafts":
                    return new ListDraftsRequest();
                case "npcserver.admin.v1.DraftService/DiscardDraft":
                    return new DiscardDraftRequest();
                case "npcserver.admin.v1.DraftService/PreviewPublication":
                    return new PreviewPublicationRequest();
                case "npcserver.admin.v1.DraftService/PublishDraft":
                    return new PublishDraftRequest();
                case "npcserver.admin.v1.DraftService/ExportDrafts":
                    return new ExportDraftsRequest();
                case "npcserver.admin.v1.DraftService/ImportDrafts":
                    return new ImportDraftsRequest();
                case "npcserver.v1.PlayService/Observe":
                    return new ObserveRequest();
                case "npcserver.v1.PlayService/Say":
                    return new SayRequest();
                case "npcserver.v1.PlayService/Interrupt":
                    return new InterruptRequest();
                case "npcserver.v1.PlayService/OpenCircle":
                    return new OpenCircleRequest();
                case "npcserver.v1.PlayService/GetCircle":
                    return new GetCircleRequest();
                case "npcserver.v1.PlayService/ListCircles":
                    return new ListCirclesRequest();
                case "npcserver.v1.PlayService/JoinCircle":
                    return new JoinCircleRequest();
                case "npcserver.v1.PlayService/LeaveCircle":
                    return new LeaveCircleRequest();
                case "npcserver.v1.PlayService/SayInCircle":
                    return new SayInCircleRequest();
                case "npcserver.v1.PlayService/ReportOutcome":
                    return new ReportOutcomeRequest();
                case "npcserver.v1.PlayService/AdvanceClock":
                    return new AdvanceClockRequest();
                case "npcserver.v1.PlayService/SettleCommitment":
                    return new SettleCommitmentRequest();
                case "npcserver.v1.PlayService/SuggestLines":
                    return new SuggestLinesRequest();
                case "npcserver.v1.PlayService/SetAttention":
                    return new SetAttentionRequest();
                case "npcserver.v1.PlayService/Watch":
                    return new WatchRequest();
                case "npcserver.admin.v1.MemoryService/ListMemories":
                    return new ListMemoriesRequest();
                case "npcserver.admin.v1.MemoryService/Recall":
                    return new RecallRequest();
                case "npcserver.admin.v1.MemoryService/Explain":
                    return new ExplainRequest();
                case "npcserver.admin.v1.MemoryService/GetReflectionTree":
                    return new GetReflectionTreeRequest();
                case "npcserver.admin.v1.MemoryService/TraceMemory":
                    return new TraceMemoryRequest();
                case "npcserver.admin.v1.MemoryService/WhoKnows":
                    return new WhoKnowsRequest();
                case "npcserver.admin.v1.MemoryService/PinMemory":
                    return new PinMemoryRequest();
                case "npcserver.admin.v1.MemoryService/ReportMemories":
                    return new ReportMemoriesRequest();
                case "npcserver.admin.v1.MemoryService/Diff":
                    return new DiffRequest();
                case "npcserver.admin.v1.MemoryService/ExportIncident":
                    return new ExportIncidentRequest();
                case "npcserver.admin.v1.PlayerService/ForgetPlayer":
                    return new ForgetPlayerRequest();
                case "npcserver.admin.v1.PlayerService/ExportPlayer":
                    return new ExportPlayerRequest();
                case "npcserver.admin.v1.PlayerService/ImportPlayer":
                    return new ImportPlayerRequest();
                case "npcserver.admin.v1.SceneService/OpenScene":
                    return new OpenSceneRequest();
                case "npcserver.admin.v1.SceneService/GetScene":
                    return new GetSceneRequest();
                case "npcserver.admin.v1.SceneService/ListScenes":
                    return new ListScenesRequest();
                case "npcserver.admin.v1.SceneService/WatchScene":
                    return new WatchSceneRequest();
                case "npcserver.admin.v1.SceneService/AdvanceScene":
                    return new AdvanceSceneRequest();
                case "npcserver.admin.v1.SceneService/TakeSeat":
                    return new TakeSeatRequest();
                case "npcserver.admin.v1.SceneService/LeaveSeat":
                    return new LeaveSeatRequest();
                case "npcserver.admin.v1.SceneService/SpeakInScene":
                    return new SpeakInSceneRequest();
                case "npcserver.admin.v1.SceneService/ChoosePartner":
                    return new ChoosePartnerRequest();
                case "npcserver.admin.v1.SceneService/CastVote":
                    return new CastVoteRequest();
                case "npcserver.admin.v1.SceneService/CloseScene":
                    return new CloseSceneRequest();
                case "npcserver.admin.v1.SceneService/GetSceneResult":
                    return new GetSceneResultRequest();
                case "npcserver.admin.v1.SpendingService/SetSpendingLimit":
                    return new SetSpendingLimitRequest();
                case "npcserver.admin.v1.SpendingService/GetDaySpending":
                    return new GetDaySpendingRequest();
                case "npcserver.admin.v1.SpendingService/ListSpending":
                    return new ListSpendingRequest();
                case "npcserver.admin.v1.WorldService/CreateWorld":
                    return new CreateWorldRequest();
                case "npcserver.admin.v1.WorldService/GetWorld":
                    return new GetWorldRequest();
                case "npcserver.admin.v1.WorldService/ListWorlds":
                    return new ListWorldsRequest();
                case "npcserver.admin.v1.WorldService/UpdateWorld":
                    return new UpdateWorldRequest();
                case "npcserver.admin.v1.WorldService/DeleteWorld":
                    return new DeleteWorldRequest();
                case "npcserver.admin.v1.WorldService/ImportWorld":
                    return new ImportWorldRequest();
                case "npcserver.admin.v1.WorldService/ExportWorld":
                    return new ExportWorldRequest();
                case "npcserver.admin.v1.WorldService/CreatePlace":
                    return new CreatePlaceRequest();
                case "npcserver.admin.v1.WorldService/GetPlace":
                    return new GetPlaceRequest();
                case "npcserver.admin.v1.WorldService/ListPlaces":
                    return new ListPlacesRequest();
                case "npcserver.admin.v1.WorldService/UpdatePlace":
                    return new UpdatePlaceRequest();
                case "npcserver.admin.v1.WorldService/DeletePlace":
                    return new DeletePlaceRequest();
                case "npcserver.v1.CharacterService/ListCast":
                    return new ListCastRequest();
                case "npcserver.v1.CharacterService/GetMind":
                    return new GetMindRequest();
                case "npcserver.v1.ServerService/GetServer":
                    return new GetServerRequest();
                case "npcserver.v1.TimelineService/StartTimeline":
                    return new StartTimelineRequest();
                case "npcserver.v1.TimelineService/GetTimeline":
                    return new GetTimelineRequest();
                case "npcserver.v1.TimelineService/Save":
                    return new SaveRequest();
                case "npcserver.v1.TimelineService/Load":
                    return new LoadRequest();
                case "npcserver.v1.TimelineService/ListSaves":
                    return new ListSavesRequest();
                case "npcserver.v1.TimelineService/ListTimelines":
                    return new ListTimelinesRequest();
                case "npcserver.v1.TimelineService/DeleteSave":
                    return new DeleteSaveRequest();
                case "npcserver.v1.TimelineService/DeleteTimeline":
                    return new DeleteTimelineRequest();
                case "npcserver.v1.TimelineService/SetAvailability":
                    return new SetAvailabilityRequest();
                case "npcserver.v1.TimelineService/ListObjectStates":
                    return new ListObjectStatesRequest();
                default: return new Checkpoint();
            }
        }

        public static Task Call(NpcClient client, string method, Message request, Action<Message> onMessage, NpcCallOptions options, CancellationToken cancel)
        {
            switch (method)
            {
                case "npcserver.admin.v1.AccessService/CreateKey":
                    return Once(new NpcAdmin(client).Access.CreateKeyAsync((CreateKeyRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.AccessService/ListKeys":
                    return Once(new NpcAdmin(client).Access.ListKeysAsync((ListKeysRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.AccessService/RotateKey":
                    return Once(new NpcAdmin(client).Access.RotateKeyAsync((RotateKeyRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.AccessService/RevokeKey":
                    return Once(new NpcAdmin(client).Access.RevokeKeyAsync((RevokeKeyRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.AccessService/PutAffordanceSet":
                    return Once(new NpcAdmin(client).Access.PutAffordanceSetAsync((PutAffordanceSetRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.AccessService/ListAffordanceSets":
                    return Once(new NpcAdmin(client).Access.ListAffordanceSetsAsync((ListAffordanceSetsRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.AccessService/MintPlayerToken":
                    return Once(new NpcAdmin(client).Access.MintPlayerTokenAsync((MintPlayerTokenRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.AuditService/ListAuditEntries":
                    return Once(new NpcAdmin(client).Audits.ListAuditEntriesAsync((ListAuditEntriesRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.AuditService/ExportAudit":
                    return Once(new NpcAdmin(client).Audits.ExportAuditAsync((ExportAuditRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.AuditService/GetAuditHead":
                    return Once(new NpcAdmin(client).Audits.GetAuditHeadAsync((GetAuditHeadRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.CorrectionService/PreviewCorrection":
                    return Once(new NpcAdmin(client).Corrections.PreviewCorrectionAsync((PreviewCorrectionRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.CorrectionService/CorrectMemory":
                    return Once(new NpcAdmin(client).Corrections.CorrectMemoryAsync((CorrectMemoryRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.CorrectionService/AddMemory":
                    return Once(new NpcAdmin(client).Corrections.AddMemoryAsync((AddMemoryRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.CorrectionService/SetState":
                    return Once(new NpcAdmin(client).Corrections.SetStateAsync((SetStateRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.CorrectionService/UndoCorrection":
                    return Once(new NpcAdmin(client).Corrections.UndoCorrectionAsync((UndoCorrectionRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.CorrectionService/ListCorrections":
                    return Once(new NpcAdmin(client).Corrections.ListCorrectionsAsync((ListCorrectionsRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.LoreService/PutBook":
                    return Once(new NpcAdmin(client).Lore.PutBookAsync((PutBookRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.LoreService/GetBook":
                    return Once(new NpcAdmin(client).Lore.GetBookAsync((GetBookRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.LoreService/ListBooks":
                    return Once(new NpcAdmin(client).Lore.ListBooksAsync((ListBooksRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.LoreService/ListPassages":
                    return Once(new NpcAdmin(client).Lore.ListPassagesAsync((ListPassagesRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.LoreService/DeleteBook":
                    return Once(new NpcAdmin(client).Lore.DeleteBookAsync((DeleteBookRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.LoreService/Ask":
                    return new NpcAdmin(client).Lore.AskAsync((AskRequest)request, m => onMessage(m), options, cancel);
                case "npcserver.admin.v1.PersonaService/CreateCharacter":
                    return Once(new NpcAdmin(client).Personas.CreateCharacterAsync((CreateCharacterRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/GetCharacter":
                    return Once(new NpcAdmin(client).Personas.GetCharacterAsync((GetCharacterRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/ListCharacters":
                    return Once(new NpcAdmin(client).Personas.ListCharactersAsync((ListCharactersRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/UpdateCharacter":
                    return Once(new NpcAdmin(client).Personas.UpdateCharacterAsync((UpdateCharacterRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/DeleteCharacter":
                    return Once(new NpcAdmin(client).Personas.DeleteCharacterAsync((DeleteCharacterRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/ListPersonaVersions":
                    return Once(new NpcAdmin(client).Personas.ListPersonaVersionsAsync((ListPersonaVersionsRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/ListSeedMemories":
                    return Once(new NpcAdmin(client).Personas.ListSeedMemoriesAsync((ListSeedMemoriesRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/UpdateSeedMemories":
                    return Once(new NpcAdmin(client).Personas.UpdateSeedMemoriesAsync((UpdateSeedMemoriesRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/Interview":
                    return Once(new NpcAdmin(client).Personas.InterviewAsync((InterviewRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/Whisper":
                    return Once(new NpcAdmin(client).Personas.WhisperAsync((WhisperRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PersonaService/MoveStanding":
                    return Once(new NpcAdmin(client).Personas.MoveStandingAsync((MoveStandingRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.DraftService/UpdateDraft":
                    return Once(new NpcAdmin(client).Drafts.UpdateDraftAsync((UpdateDraftRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.DraftService/GetDraft":
                    return Once(new NpcAdmin(client).Drafts.GetDraftAsync((GetDraftRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.DraftService/ListDrafts":
                    return Once(new NpcAdmin(client).Drafts.ListDraftsAsync((ListDraftsRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.DraftService/DiscardDraft":
                    return Once(new NpcAdmin(client).Drafts.DiscardDraftAsync((DiscardDraftRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.DraftService/PreviewPublication":
                    return Once(new NpcAdmin(client).Drafts.PreviewPublicationAsync((PreviewPublicationRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.DraftService/PublishDraft":
                    return Once(new NpcAdmin(client).Drafts.PublishDraftAsync((PublishDraftRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.DraftService/ExportDrafts":
                    return Once(new NpcAdmin(client).Drafts.ExportDraftsAsync((ExportDraftsRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.DraftService/ImportDrafts":
                    return Once(new NpcAdmin(client).Drafts.ImportDraftsAsync((ImportDraftsRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/Observe":
                    return Once(client.Play.ObserveAsync((ObserveRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/Say":
                    return client.Play.SayAsync((SayRequest)request, m => onMessage(m), options, cancel);
                case "npcserver.v1.PlayService/Interrupt":
                    return Once(client.Play.InterruptAsync((InterruptRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/OpenCircle":
                    return Once(client.Play.OpenCircleAsync((OpenCircleRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/GetCircle":
                    return Once(client.Play.GetCircleAsync((GetCircleRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/ListCircles":
                    return Once(client.Play.ListCirclesAsync((ListCirclesRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/JoinCircle":
                    return Once(client.Play.JoinCircleAsync((JoinCircleRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/LeaveCircle":
                    return Once(client.Play.LeaveCircleAsync((LeaveCircleRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/SayInCircle":
                    return client.Play.SayInCircleAsync((SayInCircleRequest)request, m => onMessage(m), options, cancel);
                case "npcserver.v1.PlayService/ReportOutcome":
                    return Once(client.Play.ReportOutcomeAsync((ReportOutcomeRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/AdvanceClock":
                    return Once(client.Play.AdvanceClockAsync((AdvanceClockRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/SettleCommitment":
                    return Once(client.Play.SettleCommitmentAsync((SettleCommitmentRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/SuggestLines":
                    return Once(client.Play.SuggestLinesAsync((SuggestLinesRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/SetAttention":
                    return Once(client.Play.SetAttentionAsync((SetAttentionRequest)request, options, cancel), onMessage);
                case "npcserver.v1.PlayService/Watch":
                    return client.Play.WatchAsync((WatchRequest)request, m => onMessage(m), options, cancel);
                case "npcserver.admin.v1.MemoryService/ListMemories":
                    return Once(new NpcAdmin(client).Memories.ListMemoriesAsync((ListMemoriesRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.MemoryService/Recall":
                    return Once(new NpcAdmin(client).Memories.RecallAsync((RecallRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.MemoryService/Explain":
                    return Once(new NpcAdmin(client).Memories.ExplainAsync((ExplainRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.MemoryService/GetReflectionTree":
                    return Once(new NpcAdmin(client).Memories.GetReflectionTreeAsync((GetReflectionTreeRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.MemoryService/TraceMemory":
                    return Once(new NpcAdmin(client).Memories.TraceMemoryAsync((TraceMemoryRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.MemoryService/WhoKnows":
                    return Once(new NpcAdmin(client).Memories.WhoKnowsAsync((WhoKnowsRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.MemoryService/PinMemory":
                    return Once(new NpcAdmin(client).Memories.PinMemoryAsync((PinMemoryRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.MemoryService/ReportMemories":
                    return Once(new NpcAdmin(client).Memories.ReportMemoriesAsync((ReportMemoriesRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.MemoryService/Diff":
                    return Once(new NpcAdmin(client).Memories.DiffAsync((DiffRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.MemoryService/ExportIncident":
                    return Once(new NpcAdmin(client).Memories.ExportIncidentAsync((ExportIncidentRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PlayerService/ForgetPlayer":
                    return Once(new NpcAdmin(client).Players.ForgetPlayerAsync((ForgetPlayerRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PlayerService/ExportPlayer":
                    return Once(new NpcAdmin(client).Players.ExportPlayerAsync((ExportPlayerRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.PlayerService/ImportPlayer":
                    return Once(new NpcAdmin(client).Players.ImportPlayerAsync((ImportPlayerRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/OpenScene":
                    return Once(new NpcAdmin(client).Scenes.OpenSceneAsync((OpenSceneRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/GetScene":
                    return Once(new NpcAdmin(client).Scenes.GetSceneAsync((GetSceneRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/ListScenes":
                    return Once(new NpcAdmin(client).Scenes.ListScenesAsync((ListScenesRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/WatchScene":
                    return new NpcAdmin(client).Scenes.WatchSceneAsync((WatchSceneRequest)request, m => onMessage(m), options, cancel);
                case "npcserver.admin.v1.SceneService/AdvanceScene":
                    return Once(new NpcAdmin(client).Scenes.AdvanceSceneAsync((AdvanceSceneRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/TakeSeat":
                    return Once(new NpcAdmin(client).Scenes.TakeSeatAsync((TakeSeatRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/LeaveSeat":
                    return Once(new NpcAdmin(client).Scenes.LeaveSeatAsync((LeaveSeatRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/SpeakInScene":
                    return Once(new NpcAdmin(client).Scenes.SpeakInSceneAsync((SpeakInSceneRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/ChoosePartner":
                    return Once(new NpcAdmin(client).Scenes.ChoosePartnerAsync((ChoosePartnerRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/CastVote":
                    return Once(new NpcAdmin(client).Scenes.CastVoteAsync((CastVoteRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/CloseScene":
                    return Once(new NpcAdmin(client).Scenes.CloseSceneAsync((CloseSceneRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SceneService/GetSceneResult":
                    return Once(new NpcAdmin(client).Scenes.GetSceneResultAsync((GetSceneResultRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SpendingService/SetSpendingLimit":
                    return Once(new NpcAdmin(client).Spending.SetSpendingLimitAsync((SetSpendingLimitRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SpendingService/GetDaySpending":
                    return Once(new NpcAdmin(client).Spending.GetDaySpendingAsync((GetDaySpendingRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.SpendingService/ListSpending":
                    return Once(new NpcAdmin(client).Spending.ListSpendingAsync((ListSpendingRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/CreateWorld":
                    return Once(new NpcAdmin(client).Worlds.CreateWorldAsync((CreateWorldRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/GetWorld":
                    return Once(new NpcAdmin(client).Worlds.GetWorldAsync((GetWorldRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/ListWorlds":
                    return Once(new NpcAdmin(client).Worlds.ListWorldsAsync((ListWorldsRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/UpdateWorld":
                    return Once(new NpcAdmin(client).Worlds.UpdateWorldAsync((UpdateWorldRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/DeleteWorld":
                    return Once(new NpcAdmin(client).Worlds.DeleteWorldAsync((DeleteWorldRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/ImportWorld":
                    return Once(new NpcAdmin(client).Worlds.ImportWorldAsync((ImportWorldRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/ExportWorld":
                    return Once(new NpcAdmin(client).Worlds.ExportWorldAsync((ExportWorldRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/CreatePlace":
                    return Once(new NpcAdmin(client).Worlds.CreatePlaceAsync((CreatePlaceRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/GetPlace":
                    return Once(new NpcAdmin(client).Worlds.GetPlaceAsync((GetPlaceRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/ListPlaces":
                    return Once(new NpcAdmin(client).Worlds.ListPlacesAsync((ListPlacesRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/UpdatePlace":
                    return Once(new NpcAdmin(client).Worlds.UpdatePlaceAsync((UpdatePlaceRequest)request, options, cancel), onMessage);
                case "npcserver.admin.v1.WorldService/DeletePlace":
                    return Once(new NpcAdmin(client).Worlds.DeletePlaceAsync((DeletePlaceRequest)request, options, cancel), onMessage);
                case "npcserver.v1.CharacterService/ListCast":
                    return Once(client.Characters.ListCastAsync((ListCastRequest)request, options, cancel), onMessage);
                case "npcserver.v1.CharacterService/GetMind":
                    return Once(client.Characters.GetMindAsync((GetMindRequest)request, options, cancel), onMessage);
                case "npcserver.v1.ServerService/GetServer":
                    return Once(client.Server.GetServerAsync((GetServerRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/StartTimeline":
                    return Once(client.Timelines.StartTimelineAsync((StartTimelineRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/GetTimeline":
                    return Once(client.Timelines.GetTimelineAsync((GetTimelineRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/Save":
                    return Once(client.Timelines.SaveAsync((SaveRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/Load":
                    return Once(client.Timelines.LoadAsync((LoadRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/ListSaves":
                    return Once(client.Timelines.ListSavesAsync((ListSavesRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/ListTimelines":
                    return Once(client.Timelines.ListTimelinesAsync((ListTimelinesRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/DeleteSave":
                    return Once(client.Timelines.DeleteSaveAsync((DeleteSaveRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/DeleteTimeline":
                    return Once(client.Timelines.DeleteTimelineAsync((DeleteTimelineRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/SetAvailability":
                    return Once(client.Timelines.SetAvailabilityAsync((SetAvailabilityRequest)request, options, cancel), onMessage);
                case "npcserver.v1.TimelineService/ListObjectStates":
                    return Once(client.Timelines.ListObjectStatesAsync((ListObjectStatesRequest)request, options, cancel), onMessage);
                default: return Once(client.Channel.UnaryAsync(method, request, () => new Checkpoint(), options, cancel), onMessage);
            }
        }
    }
}
