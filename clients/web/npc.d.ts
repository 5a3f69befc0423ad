// Generated from proto/npcserver by proto/generate_typescript.py; do not edit.

/** How one call is made; all times in milliseconds. */
export interface CallOptions {
  /** Deadline, retries included; 0 for none. */
  timeoutMs?: number;
  /** Gives the call up. */
  signal?: AbortSignal;
}

export interface WatchOptions {
  signal?: AbortSignal;
  /** How long a silent connection is believed in. */
  stallMs?: number;
  onState?: (state: "live" | "lost", error: NpcError | null) => void;
}

export interface NpcClientSettings {
  /** Address of the server; by default that of the page. */
  url?: string;
  /** One of the server's keys, where it has any. */
  key?: string;
  /** In the client of a player, in place of a key: gets a token from the game's server. */
  token?: () => string | Promise<string>;
  /** Bounds a unary call with its retries. */
  callMs?: number;
  /** Bounds a whole turn. */
  turnMs?: number;
  attempts?: number;
  /** Pause before the first retry; doubles with each. */
  pauseMs?: number;
  /** Source of offers of each turn whose request has none. */
  affordanceSource?: AffordanceSource | "";
  fetch?: typeof fetch;
  random?: () => number;
}

/** Gets tokens of a player from the game's server: at first, before one ends, and when refused. */
export interface TokenKeeper {
  /** The token that calls show now; "" before the first. */
  readonly token: string;
  /** When it ends, in milliseconds since 1970; Infinity where it does not say. */
  readonly endsAt: number;
  /** Returns a token that counts for 30 seconds or more, and gets one where needed. */
  shown(): Promise<string>;
  /** Gets another in place of one that was refused. */
  renewed(refused: string): Promise<string>;
  /** Notes that the token that is there does not count any more. */
  refuse(): void;
}

/** Calls an npcserver. One client makes any number of calls at once. */
export class NpcClient {
  constructor(settings?: NpcClientSettings);
  url: string;
  key: string;
  /** Null for a client that shows a key, or nothing. */
  readonly tokens: TokenKeeper | null;
  callMs: number;
  turnMs: number;
  attempts: number;
  pauseMs: number;
  affordanceSource: AffordanceSource | "";
  /** Makes a unary call, again while nobody answers. Throws an `NpcError`. */
  call<M extends keyof UnaryMethods>(
    method: M,
    request: UnaryMethods[M]["request"],
    options?: CallOptions,
  ): Promise<UnaryMethods[M]["response"]>;
  /** Opens a server stream and yields its messages. Leaving the loop hangs up. */
  stream<M extends keyof StreamMethods>(
    method: M,
    request: StreamMethods[M]["request"],
    options?: CallOptions,
  ): AsyncGenerator<StreamMethods[M]["response"], void, void>;
  /** Says something to a character; iterate over the turn's events. */
  say(request: SayRequest, options?: CallOptions): Turn<TurnEvent>;
  /** Says something in a circle; iterate over what happens. */
  sayInCircle(request: SayInCircleRequest, options?: CallOptions): Turn<SayInCircleResponse>;
  /** Reports what the game made of an intent, also after a load; throws an `NpcError`. */
  reportOutcome(
    request: ReportOutcomeRequest & { timelineId: string },
    playedId?: string,
    options?: CallOptions,
  ): Promise<ReportOutcomeResponse & { timelineId: string }>;
  /** Watches a timeline and resumes by itself, without a gap and with nothing twice. */
  watch(
    request: WatchRequest & { timelineId: string },
    options?: WatchOptions,
  ): AsyncGenerator<WatchResponse, void, void>;
}

/** A turn that is being spoken. Iterate over it once; leaving the loop interrupts the character. */
export class Turn<Event = TurnEvent> implements AsyncIterable<Event> {
  private constructor();
  /** Turn of who speaks now or spoke last; empty until somebody does. */
  readonly turnId: string;
  readonly isOver: boolean;
  readonly wasInterrupted: boolean;
  /** Cuts off who is speaking; returns whether there was something to interrupt. */
  interrupt(): Promise<boolean>;
  [Symbol.asyncIterator](): AsyncGenerator<Event, void, void>;
}

/** Codes as Connect writes them. */
export type Code =
  | "canceled" | "unknown" | "invalid_argument" | "deadline_exceeded" | "not_found"
  | "already_exists" | "permission_denied" | "resource_exhausted" | "failed_precondition"
  | "aborted" | "out_of_range" | "unimplemented" | "internal" | "unavailable" | "data_loss"
  | "unauthenticated";

/** The one error that calls end with. */
export class NpcError extends Error {
  private constructor();
  readonly code: Code;
  /** Name of an `ErrorReason` without its prefix; "" when the server gave none. */
  readonly reason: string;
  /** What to do next. */
  readonly nextStep: string;
  readonly metadata: Record<string, string>;
  /** 0 unless the server named a time. */
  readonly retryAfterMs: number;
  readonly isRetryable: boolean;
  readonly isCanceled: boolean;
  /** Message and next step, for people. */
  readonly sentence: string;
}

/** Returns an id under which a call may be repeated without being done twice. */
export function newRequestId(): string;

export interface UnaryMethods {
  /** Makes a key. Its secret is in the answer and can be read nowhere else. */
  "admin.AccessService/CreateKey": { request: CreateKeyRequest; response: CreateKeyResponse };
  /**
   * Lists all keys, those that no longer count included, newest first, without secrets. Keys of the
   * server's settings are not among them.
   */
  "admin.AccessService/ListKeys": { request: ListKeysRequest; response: ListKeysResponse };
  /** Gives a key a new secret. The one before counts on for `overlap_seconds`; an earlier one ends. */
  "admin.AccessService/RotateKey": { request: RotateKeyRequest; response: RotateKeyResponse };
  /**
   * Revokes a key, and with it all tokens that were made for it. Every server of the database refuses
   * them within a few seconds, and ends their streams before the next message. Revoking again changes
   * nothing.
   */
  "admin.AccessService/RevokeKey": { request: RevokeKeyRequest; response: RevokeKeyResponse };
  /**
   * Stores what characters may do in turns of players, under a name that a player's request then
   * refers to; a set of that name is replaced. It goes with the timeline; a timeline that is loaded
   * from a save has none yet.
   */
  "admin.AccessService/PutAffordanceSet": { request: PutAffordanceSetRequest; response: PutAffordanceSetResponse };
  /** Lists what `PutAffordanceSet` has stored for a timeline, by name. */
  "admin.AccessService/ListAffordanceSets": { request: ListAffordanceSetsRequest; response: ListAffordanceSetsResponse };
  /**
   * Makes a token with which the client of one player may speak for that player in one timeline, and
   * for nobody else.
   */
  "admin.AccessService/MintPlayerToken": { request: MintPlayerTokenRequest; response: MintPlayerTokenResponse };
  /**
   * Stores a book, replaces the one with the same id, and cuts it into passages. Idempotent by
   * `request_id`.
   */
  "admin.LoreService/PutBook": { request: PutBookRequest; response: PutBookResponse };
  /** Returns a book. */
  "admin.LoreService/GetBook": { request: GetBookRequest; response: GetBookResponse };
  /** Lists the books of a world by id, without their chapters' texts. */
  "admin.LoreService/ListBooks": { request: ListBooksRequest; response: ListBooksResponse };
  /** Lists the passages of a book in order, as it was cut. */
  "admin.LoreService/ListPassages": { request: ListPassagesRequest; response: ListPassagesResponse };
  /** Deletes a book. Receipts that cite it keep the ids of its passages. Idempotent by `request_id`. */
  "admin.LoreService/DeleteBook": { request: DeleteBookRequest; response: DeleteBookResponse };
  /**
   * Sends characters a batch of observations, which is stored as a whole. Returns when it is
   * durable. Never waits for a model. Idempotent by `request_id`.
   */
  "PlayService/Observe": { request: ObserveRequest; response: ObserveResponse };
  /**
   * Interrupts a turn that is being spoken, for engines that cannot cancel a call. The turn ends
   * with `TURN_OUTCOME_INTERRUPTED`.
   */
  "PlayService/Interrupt": { request: InterruptRequest; response: InterruptResponse };
  /**
   * Opens a circle: characters and players who talk with each other, hear each other, and are heard
   * by nobody else. Idempotent by `request_id`.
   */
  "PlayService/OpenCircle": { request: OpenCircleRequest; response: OpenCircleResponse };
  /** Returns a circle. */
  "PlayService/GetCircle": { request: GetCircleRequest; response: GetCircleResponse };
  /** Lists the circles of a timeline that have not broken up, by id. */
  "PlayService/ListCircles": { request: ListCirclesRequest; response: ListCirclesResponse };
  /**
   * Adds a member to a circle; it has not heard what was said before. A member of another circle
   * leaves that one. Idempotent by `request_id`.
   */
  "PlayService/JoinCircle": { request: JoinCircleRequest; response: JoinCircleResponse };
  /**
   * Removes a member from a circle; it does not hear what is said after that. A member that moves
   * to another place leaves the circle too, as soon as the circle is read or spoken in. A circle of
   * fewer than two, or of players alone, breaks up. Idempotent by `request_id`.
   */
  "PlayService/LeaveCircle": { request: LeaveCircleRequest; response: LeaveCircleResponse };
  /**
   * Reports the outcome of an intent. A completed intent is remembered as a deed; a refused or
   * failed one is remembered as something that did not happen. One final status counts, with or
   * without `ACCEPTED` before it; accepting again changes nothing. An intent proposed before the
   * game left the timeline by a load is `INTENT_TIMELINE_LEFT`, which names the timeline to report
   * it in, if there is one. Idempotent by `request_id`.
   */
  "PlayService/ReportOutcome": { request: ReportOutcomeRequest; response: ReportOutcomeResponse };
  /**
   * Moves game time forward, and with `wait_for` lets characters catch up. Idempotent by
   * `request_id`; moving backwards is `CLOCK_MOVED_BACKWARDS`: load a save instead. A move of six
   * hours or more leaves each character a few dated memories of the time that was skipped.
   */
  "PlayService/AdvanceClock": { request: AdvanceClockRequest; response: AdvanceClockResponse };
  /**
   * Reports that a promise was kept, broken or withdrawn, where the game knows better than talk and
   * clock. Both sides remember it. Idempotent by `request_id`.
   */
  "PlayService/SettleCommitment": { request: SettleCommitmentRequest; response: SettleCommitmentResponse };
  /**
   * Returns lines that a player may try first with a character which speaks without a model: each is
   * answered from what the world says. None where a model speaks, which answers more than these.
   */
  "PlayService/SuggestLines": { request: SuggestLinesRequest; response: SuggestLinesResponse };
  /**
   * Sets how finely characters think, such as when players come near them or leave. Idempotent by
   * `request_id`.
   */
  "PlayService/SetAttention": { request: SetAttentionRequest; response: SetAttentionResponse };
  /** Lists a character's memories as one vantage sees them, newest first. */
  "admin.MemoryService/ListMemories": { request: ListMemoriesRequest; response: ListMemoriesResponse };
  /**
   * Returns the memories that a character would recall at some words, with the scores. Does not
   * count as an access.
   */
  "admin.MemoryService/Recall": { request: RecallRequest; response: RecallResponse };
  /**
   * Returns the receipt of a turn, of a move of a scene, or of the thought that left a memory:
   * what it was made from, and with `rendered_prompt` the prompt itself.
   */
  "admin.MemoryService/Explain": { request: ExplainRequest; response: ExplainResponse };
  /**
   * Returns what a character inferred, and from what: a tree whose leaves are original observations
   * (Generative Agents, figure 7).
   */
  "admin.MemoryService/GetReflectionTree": { request: GetReflectionTreeRequest; response: GetReflectionTreeResponse };
  /**
   * Returns the whole path of a memory: who witnessed it, who told whom, in which turn, when, and in
   * what words.
   */
  "admin.MemoryService/TraceMemory": { request: TraceMemoryRequest; response: TraceMemoryResponse };
  /** Lists the characters who have a visible memory of a fact, and the source of each. */
  "admin.MemoryService/WhoKnows": { request: WhoKnowsRequest; response: WhoKnowsResponse };
  /** Pins a memory, so that it is recalled in every turn, or unpins it. Idempotent by `request_id`. */
  "admin.MemoryService/PinMemory": { request: PinMemoryRequest; response: PinMemoryResponse };
  /**
   * Reports how useful the memories of a character are: duplicates, contradictions, leftovers, and
   * the share that is junk.
   */
  "admin.MemoryService/ReportMemories": { request: ReportMemoriesRequest; response: ReportMemoriesResponse };
  /**
   * Compares two moments: what each character remembers, believes, feels and plans in one and not
   * in the other. Calls no model and leaves no trace.
   */
  "admin.MemoryService/Diff": { request: DiffRequest; response: DiffResponse };
  /**
   * Creates a character with its persona and seed memories. Timelines that were started before do
   * not have its seed memories. Idempotent by `request_id`.
   */
  "admin.PersonaService/CreateCharacter": { request: CreateCharacterRequest; response: CreateCharacterResponse };
  /** Returns a character with its present persona. */
  "admin.PersonaService/GetCharacter": { request: GetCharacterRequest; response: GetCharacterResponse };
  /** Lists the characters of a world, ordered by id. */
  "admin.PersonaService/ListCharacters": { request: ListCharactersRequest; response: ListCharactersResponse };
  /**
   * Changes fields of a character. A changed persona becomes a new version and is in force from
   * the next turn on. Idempotent by `request_id`.
   */
  "admin.PersonaService/UpdateCharacter": { request: UpdateCharacterRequest; response: UpdateCharacterResponse };
  /** Deletes a character. Its records stay in the timelines. Idempotent by `request_id`. */
  "admin.PersonaService/DeleteCharacter": { request: DeleteCharacterRequest; response: DeleteCharacterResponse };
  /** Lists the versions of a persona, newest first. */
  "admin.PersonaService/ListPersonaVersions": { request: ListPersonaVersionsRequest; response: ListPersonaVersionsResponse };
  /** Lists what a character knows from the start, in the order in which it happened. */
  "admin.PersonaService/ListSeedMemories": { request: ListSeedMemoriesRequest; response: ListSeedMemoriesResponse };
  /**
   * Replaces what a character knows from the start. Timelines that were started before keep what
   * they had. Idempotent by `request_id`.
   */
  "admin.PersonaService/UpdateSeedMemories": { request: UpdateSeedMemoriesRequest; response: UpdateSeedMemoriesResponse };
  /**
   * Asks a character a question, which it answers from memory and forgets: the interview leaves no
   * trace in memories, timeline or access times. Waits for a model.
   */
  "admin.PersonaService/Interview": { request: InterviewRequest; response: InterviewResponse };
  /**
   * Gives a character an inner voice: a memory that it takes for its own thought, and an order for
   * its plans. Idempotent by `request_id`.
   */
  "admin.PersonaService/Whisper": { request: WhisperRequest; response: WhisperResponse };
  /**
   * Opens a scene from a scene file. It waits to be advanced. A scene file with mistakes is
   * refused with all of them, by line and field. A server without a language model fails with
   * FAILED_PRECONDITION and the reason MODEL_UNAVAILABLE. Idempotent by `request_id`.
   */
  "admin.SceneService/OpenScene": { request: OpenSceneRequest; response: OpenSceneResponse };
  /** Returns the stage of a scene, the state of its members, and whom it waits for. */
  "admin.SceneService/GetScene": { request: GetSceneRequest; response: GetSceneResponse };
  /** Lists the scenes of a timeline, oldest first. */
  "admin.SceneService/ListScenes": { request: ListScenesRequest; response: ListScenesResponse };
  /**
   * Lets a scene run by itself, up to a point. Returns at once; watch the events. A server
   * without a language model fails as in `OpenScene`. Idempotent by `request_id`.
   */
  "admin.SceneService/AdvanceScene": { request: AdvanceSceneRequest; response: AdvanceSceneResponse };
  /**
   * Lets a person speak and decide for a member from now on; the scene waits for them whenever
   * it is that member's turn. Idempotent by `request_id`.
   */
  "admin.SceneService/TakeSeat": { request: TakeSeatRequest; response: TakeSeatResponse };
  /** Gives a seat back: the member speaks and decides for itself again. Idempotent by `request_id`. */
  "admin.SceneService/LeaveSeat": { request: LeaveSeatRequest; response: LeaveSeatResponse };
  /**
   * Speaks: from a seat when it is that member's turn, or from the audience, before all, at any time
   * until it is closed. Idempotent by `request_id`.
   */
  "admin.SceneService/SpeakInScene": { request: SpeakInSceneRequest; response: SpeakInSceneResponse };
  /** Chooses, from a seat, whom to talk with. Idempotent by `request_id`. */
  "admin.SceneService/ChoosePartner": { request: ChoosePartnerRequest; response: ChoosePartnerResponse };
  /** Votes, from a seat. Idempotent by `request_id`. */
  "admin.SceneService/CastVote": { request: CastVoteRequest; response: CastVoteResponse };
  /**
   * Ends a scene early: nobody wins. Closing one that is over changes nothing. Idempotent by
   * `request_id`.
   */
  "admin.SceneService/CloseScene": { request: CloseSceneRequest; response: CloseSceneResponse };
  /**
   * Returns the result of a scene so far: votes, winner, the relations of members, what was
   * said, and how rich its language is.
   */
  "admin.SceneService/GetSceneResult": { request: GetSceneResultRequest; response: GetSceneResultResponse };
  /**
   * Sets or removes a limit on what models may cost in a calendar day; in force at once here, and
   * within seconds on other servers of the database. For administrators: it decides about money.
   */
  "admin.SpendingService/SetSpendingLimit": { request: SetSpendingLimitRequest; response: SetSpendingLimitResponse };
  /** Returns what the models of a timeline have cost in its present game day. */
  "admin.SpendingService/GetDaySpending": { request: GetDaySpendingRequest; response: GetDaySpendingResponse };
  /** Lists the limits of a world and what was spent on a day: the world first, then by scope and id. */
  "admin.SpendingService/ListSpending": { request: ListSpendingRequest; response: ListSpendingResponse };
  /** Creates a world. Idempotent by `request_id`. */
  "admin.WorldService/CreateWorld": { request: CreateWorldRequest; response: CreateWorldResponse };
  /** Returns a world. */
  "admin.WorldService/GetWorld": { request: GetWorldRequest; response: GetWorldResponse };
  /** Lists worlds, ordered by id. */
  "admin.WorldService/ListWorlds": { request: ListWorldsRequest; response: ListWorldsResponse };
  /** Changes fields of a world. Idempotent by `request_id`. */
  "admin.WorldService/UpdateWorld": { request: UpdateWorldRequest; response: UpdateWorldResponse };
  /** Deletes a world with its places, characters, timelines and saves. Idempotent by `request_id`. */
  "admin.WorldService/DeleteWorld": { request: DeleteWorldRequest; response: DeleteWorldResponse };
  /**
   * Imports a world file: creates the world, or changes what the file names and leaves all else. Says
   * what it would do with `validate_only`. Idempotent by `request_id`.
   */
  "admin.WorldService/ImportWorld": { request: ImportWorldRequest; response: ImportWorldResponse };
  /** Returns a world as a world file. */
  "admin.WorldService/ExportWorld": { request: ExportWorldRequest; response: ExportWorldResponse };
  /** Creates a place. Idempotent by `request_id`. */
  "admin.WorldService/CreatePlace": { request: CreatePlaceRequest; response: CreatePlaceResponse };
  /** Returns a place. */
  "admin.WorldService/GetPlace": { request: GetPlaceRequest; response: GetPlaceResponse };
  /** Lists the places of a world, ordered by id. */
  "admin.WorldService/ListPlaces": { request: ListPlacesRequest; response: ListPlacesResponse };
  /** Changes fields of a place. Idempotent by `request_id`. */
  "admin.WorldService/UpdatePlace": { request: UpdatePlaceRequest; response: UpdatePlaceResponse };
  /** Deletes a place that has no parts and no residents. Idempotent by `request_id`. */
  "admin.WorldService/DeletePlace": { request: DeletePlaceRequest; response: DeletePlaceResponse };
  /**
   * Lists the characters of a world by id: what a game shows of them. Personas are read in
   * `PersonaService`.
   */
  "CharacterService/ListCast": { request: ListCastRequest; response: ListCastResponse };
  /**
   * Returns the state of a character as one vantage sees it: its act and plans, mood, and standings
   * with others. Calls no model and leaves no trace.
   */
  "CharacterService/GetMind": { request: GetMindRequest; response: GetMindResponse };
  /**
   * Returns versions, limits and languages of the server; callers with a key also get its features
   * and models.
   */
  "ServerService/GetServer": { request: GetServerRequest; response: GetServerResponse };
  /**
   * Starts a new timeline of a world; its characters begin with their seed memories. Idempotent by
   * `request_id`.
   */
  "TimelineService/StartTimeline": { request: StartTimelineRequest; response: StartTimelineResponse };
  /** Returns a timeline with its present head and game time. */
  "TimelineService/GetTimeline": { request: GetTimelineRequest; response: GetTimelineResponse };
  /**
   * Gives a name to a moment of a timeline, to return to it with `Load`. Idempotent by
   * `request_id`.
   */
  "TimelineService/Save": { request: SaveRequest; response: SaveResponse };
  /**
   * Starts a new timeline that sees everything up to a save and nothing after it. The timeline that
   * was saved stays as it is and can be played on. Idempotent by `request_id`.
   */
  "TimelineService/Load": { request: LoadRequest; response: LoadResponse };
  /** Lists the saves of a world, oldest id first. */
  "TimelineService/ListSaves": { request: ListSavesRequest; response: ListSavesResponse };
  /** Lists the timelines of a world, by id. Deleted ones are not among them. */
  "TimelineService/ListTimelines": { request: ListTimelinesRequest; response: ListTimelinesResponse };
  /** Deletes a save. What nothing else needs is freed in the background. Idempotent by `request_id`. */
  "TimelineService/DeleteSave": { request: DeleteSaveRequest; response: DeleteSaveResponse };
  /**
   * Deletes a timeline: it can be neither played nor read any more. Saves made on it and timelines
   * forked from it stay, and keep what they see of it; the rest is freed in the background.
   * Idempotent by `request_id`. The genesis of a world is `STILL_IN_USE`.
   */
  "TimelineService/DeleteTimeline": { request: DeleteTimelineRequest; response: DeleteTimelineResponse };
  /**
   * Says that a character is present, absent or dead in a timeline from now on; each may follow each.
   * One that is not present is at no place: nobody hears, sees or visits it, speaks with it or waits
   * for it, it does and thinks nothing, and talks, circles and scenes that it is in end or go on
   * without it. To say something to it, or let it speak, is `CHARACTER_UNAVAILABLE`. Promises from
   * and to the dead lapse. Those who see it happen know it from then on. What others remember stays,
   * and one that is present again goes on where it was. Idempotent by `request_id`.
   */
  "TimelineService/SetAvailability": { request: SetAvailabilityRequest; response: SetAvailabilityResponse };
  /** Lists the things of a timeline's world and their states, ordered by place and name. */
  "TimelineService/ListObjectStates": { request: ListObjectStatesRequest; response: ListObjectStatesResponse };
}

export interface StreamMethods {
  /**
   * Streams the passages that answer a question or may answer it, best first, then ends. Nothing is
   * made up: each tells its `confidence`, and with `min_confidence` 0.5 the stream is empty where no
   * passage answers. Calls no model.
   */
  "admin.LoreService/Ask": { request: AskRequest; response: AskResponse };
  /**
   * Says something to a character and streams back its turn. Cancelling the call interrupts the
   * character; it then remembers only what was delivered. A repeat with the same `request_id`
   * replays the stored turn. If the server died during the turn, what had been delivered is sent
   * again first, and the turn goes on if the model begins with the same words; otherwise it ends
   * with `TURN_OUTCOME_INTERRUPTED`. If the connection broke before anything was delivered, the
   * repeat has the whole answer.
   */
  "PlayService/Say": { request: SayRequest; response: SayResponse };
  /**
   * Says something in a circle, or lets the characters talk among themselves, and streams back who
   * has the floor and what they say, one after the other, until nobody has anything to add, a
   * player is asked, or `most_turns` are over. Rules decide who speaks next, without a model. New
   * words in a circle end what an earlier call still streams: a character finishes its turn, unless
   * the new words address it; then it is interrupted. Cancelling the call interrupts too, and an
   * `Interrupt` of a turn ends what follows it. A repeat with the same `request_id` says nothing
   * twice and streams what is left to say.
   */
  "PlayService/SayInCircle": { request: SayInCircleRequest; response: SayInCircleResponse };
  /**
   * Streams events of a timeline, and what characters do and think, from a position on. A
   * checkpoint is sent when nothing happens for a while, so that a client can resume from it. Ends
   * after `left`, with `SHUTTING_DOWN`, with `TIMELINE_NOT_FOUND` when the timeline is deleted, or
   * when the client cancels or reads nothing for 5 seconds (`OVER_LIMIT`).
   */
  "PlayService/Watch": { request: WatchRequest; response: WatchResponse };
  /**
   * Streams the events of a scene, from a position on: all of them, or what one member or the
   * audience may know, when they may know it. An event that becomes known later is at the position
   * by which it became known. Ends after `closed`, and when the game leaves the timeline.
   */
  "admin.SceneService/WatchScene": { request: WatchSceneRequest; response: WatchSceneResponse };
}

/**
 * What a call does, as far as permission is concerned. A role is a set of these; so is a player's
 * token. More may be added.
 */
export type Verb =
  /** Not set; refused. */
  | "VERB_UNSPECIFIED"
  /** Reads what authors wrote: worlds, places, personas, books. */
  | "VERB_READ_WORLD"
  /** Writes it. */
  | "VERB_AUTHOR"
  /** Deletes a world with everything in it. */
  | "VERB_DELETE_WORLD"
  /** Reads the course of play: timelines, saves, states of things, circles, scenes, all events. */
  | "VERB_READ_PLAY"
  /** Plays as the game: observations, outcomes, clock, saves, circles, whispers. */
  | "VERB_PLAY"
  /** Deletes saves and timelines. */
  | "VERB_DELETE_PLAY"
  /** Reads what goes on in characters: memories, receipts, minds. */
  | "VERB_READ_MINDS"
  /** Asks a model outside of play: interviews, and questions about books. */
  | "VERB_ASK"
  /** Says something to a character, as a player. */
  | "VERB_SAY"
  /** Watches events. */
  | "VERB_WATCH"
  /** Interrupts a turn. */
  | "VERB_INTERRUPT"
  /** Makes tokens for players. */
  | "VERB_MINT"
  /** Makes, lists, rotates and revokes keys. */
  | "VERB_KEYS"
  /** Lists the services of the server, by reflection. */
  | "VERB_REFLECT"
  /** Says something to a character that nobody else hears, as a player. */
  | "VERB_SAY_PRIVATELY"
  /** Limits what models may cost. */
  | "VERB_SET_BUDGET"
  /**
   * Reads figures of worlds and characters: what was spent, and how many memories there are. They
   * hold no words of players, characters or models.
   */
  | "VERB_READ_FIGURES"
  /** Asks what the server is. Every key and token may, and a token is told less. */
  | "VERB_READ_SERVER";

/** Who may call a method. */
export interface MethodAccess {
  /** What a call of it does. */
  verb?: Verb;
  /**
   * Paths of the fields of the request that name what the call is about; the last part of a path says
   * what it names: `world_id`, `timeline_id`, `leaving_timeline_id` or `save_id`. A key that is
   * limited to worlds must name one of them, and nothing of another.
   */
  of?: string[];
  /** Whether the token of a player may call it, for itself. */
  players?: boolean;
  /** Whether the method itself leaves out what the caller may not see, and `of` is empty. */
  filtered?: boolean;
  /** Whether a call has no end of its own. It is ended soon after its key or token stops to count. */
  endless?: boolean;
}

/** Who made words, or an intent. More may be added. */
export type OriginKind =
  /** Unknown; never sent. */
  | "ORIGIN_KIND_UNSPECIFIED"
  /** A language model. Rules may have left out or shortened what it wrote. */
  | "ORIGIN_KIND_MODEL"
  /** Rules: the actor without a model, or a fact that the server added to a model's answer. */
  | "ORIGIN_KIND_RULE"
  /** An author: a line of the persona, or one that the server comes with. */
  | "ORIGIN_KIND_AUTHOR";

/** Who made words, or an intent. */
export interface Origin {
  /** Kind. */
  kind?: OriginKind;
  /** Name of the model; set with `ORIGIN_KIND_MODEL` alone. */
  model?: string;
}

/** What an argument of an affordance may be. More types may be added. */
export type ParameterType =
  /** Not set; refused. */
  | "PARAMETER_TYPE_UNSPECIFIED"
  /** Text; `minimum` and `maximum` bound its length in characters. */
  | "PARAMETER_TYPE_STRING"
  /** A whole number; `minimum` and `maximum` bound it, both inclusive. */
  | "PARAMETER_TYPE_INTEGER"
  /** A finite number; `minimum` and `maximum` bound it, both inclusive. */
  | "PARAMETER_TYPE_NUMBER"
  /** True or false. */
  | "PARAMETER_TYPE_BOOLEAN"
  /** One of `options`. */
  | "PARAMETER_TYPE_CHOICE"
  /** The id of one of the turn's entities, of a kind in `entity_kinds` when that is not empty. */
  | "PARAMETER_TYPE_ENTITY";

/**
 * Where the affordances and entities of a turn come from. More may be added; a server takes a value
 * that it does not know as unset.
 */
export type AffordanceSource =
  /**
   * Those that the request declares. Where it declares no affordance, the world's: with the entities
   * that it declares or, where it declares none either, with the world's.
   */
  | "AFFORDANCE_SOURCE_UNSPECIFIED"
  /** Those that the request declares and no others, also where it declares none. */
  | "AFFORDANCE_SOURCE_DECLARED_ONLY";

/** One argument of an affordance. */
export interface Parameter {
  /** Name, `[a-z][a-z0-9_]*`, at most 63 characters, unique within its affordance. */
  name?: string;
  /** What the argument may be. */
  type?: ParameterType;
  /** What it means, for the character; at most 500 characters. */
  description?: string;
  /** Whether it may be left out. */
  isOptional?: boolean;
  /** Least value, or least length of text. Absent: no bound. */
  minimum?: number;
  /** Greatest value, or greatest length of text. Absent: no bound. */
  maximum?: number;
  /** Allowed values of a choice, 1 to 64, each at most 80 characters; empty for other types. */
  options?: string[];
  /** Kinds of entity allowed, at most 64; empty allows all. */
  entityKinds?: string[];
}

/** An action the game offers. A character can do nothing that was not offered. */
export interface Affordance {
  /** Name, `[a-z][a-z0-9_]*`, at most 63 characters, unique within the request. */
  name?: string;
  /**
   * When and why to use it, for the character; at most 4,000 characters, all of which the model
   * reads.
   */
  description?: string;
  /** Arguments, at most 16. */
  parameters?: Parameter[];
  /** How often it may be used in one turn, 1 to 16; 0 means 1. */
  maxUses?: number;
}

/** A live thing or person of the game that arguments may name. */
export interface Entity {
  /** Id that the game gives it; 1 to 120 characters, unique within the request. */
  id?: string;
  /** Name; 1 to 80 characters. */
  name?: string;
  /** Kind, such as `item` or `door`; at most 40 characters. */
  kind?: string;
}

/** One argument of an intent, already checked against its parameter. */
export interface Argument {
  /** Name of the parameter. */
  name?: string;
  /** Text, a choice or the id of an entity. */
  text?: string;
  /** A whole number of 32 bits; a larger one comes as `number`. */
  integer?: number;
  /** A number. */
  number?: number;
  /** True or false. */
  boolean?: boolean;
}

/**
 * A character's wish to use an affordance. The game decides, and reports the outcome with
 * `ReportOutcome`.
 */
export interface ActionIntent {
  /** Id of the intent. */
  intentId?: string;
  /** Name of the affordance, always one that was declared for this turn. */
  affordance?: string;
  /** Arguments, in the order in which they were declared. */
  arguments?: Argument[];
  /** Who decided on it. Not set for intents that were stored by an earlier version. */
  origin?: Origin;
}

/** What a key is for. More may be added. */
export type Role =
  /** Not set; refused. */
  | "ROLE_UNSPECIFIED"
  /** May call everything. */
  | "ROLE_ADMIN"
  /** Writes worlds, plays them and looks into characters. Deletes no worlds and no play. */
  | "ROLE_DESIGNER"
  /** Plays: a game's own server. Makes tokens for players. */
  | "ROLE_GAME_SERVER"
  /** Reads everything, and asks models outside of play. */
  | "ROLE_TOOLS"
  /** Reads everything, words of players and secrets included, and calls no model. */
  | "ROLE_READ_ONLY"
  /** Reads figures alone, and no words: what models cost, and counts of memories. */
  | "ROLE_FIGURES";

/** A key, without its secret. */
export interface AccessKey {
  /** Id of the key. */
  keyId?: string;
  /** First characters of its secret, to know it by. */
  prefix?: string;
  /** Name, such as `build farm`. */
  name?: string;
  /** What it may do. */
  role?: Role;
  /** Worlds that it is limited to; empty for all, and for the server itself. */
  worldIds?: string[];
  /** When it was made. */
  createTime?: string;
  /** When it ends; absent: never. */
  expireTime?: string;
  /** When it was revoked; absent: it was not. */
  revokeTime?: string;
  /** When it was last used, to within a few minutes; absent: never. */
  lastUseTime?: string;
}

/** The key to make. */
export interface CreateKeyRequest {
  /** Name; 1 to 80 characters. */
  name?: string;
  /** What it may do. */
  role?: Role;
  /** Worlds that it is limited to, at most 100; empty for all. They need not exist yet. */
  worldIds?: string[];
  /** Seconds until it ends, at most ten years; 0: it does not. */
  lifetimeSeconds?: number;
}

/** The new key. */
export interface CreateKeyResponse {
  /** Key. */
  key: AccessKey;
  /** What callers send, as `authorization: Bearer SECRET`. It is not kept. */
  secret?: string;
}

/** Which page of keys. */
export interface ListKeysRequest {
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of keys. */
export interface ListKeysResponse {
  /** Keys. */
  keys?: AccessKey[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** The key to rotate. */
export interface RotateKeyRequest {
  /** Key. */
  keyId?: string;
  /** For how long the secret before counts on, at most 30 days; 0: it ends at once. */
  overlapSeconds?: number;
}

/** The key with its new secret. */
export interface RotateKeyResponse {
  /** Key. */
  key: AccessKey;
  /** What callers send from now on. It is not kept. */
  secret?: string;
}

/** The key to revoke. */
export interface RevokeKeyRequest {
  /** Key. */
  keyId?: string;
}

/** The revoked key. */
export interface RevokeKeyResponse {
  /** Key. */
  key: AccessKey;
}

/** The player. */
export interface MintPlayerTokenRequest {
  /** Timeline that the player plays. */
  timelineId?: string;
  /** Id that the game gives the player; 1 to 120 characters, no character's id. */
  playerId?: string;
  /** Name by which characters know the player; 1 to 80 characters. */
  playerName?: string;
  /**
   * What the player may do, of `VERB_SAY`, `VERB_SAY_PRIVATELY`, `VERB_INTERRUPT` and `VERB_WATCH`;
   * empty: all but `VERB_SAY_PRIVATELY`.
   */
  verbs?: Verb[];
  /** Seconds until it ends, 30 to 3,600; 0 means 900. */
  lifetimeSeconds?: number;
}

/** The token. */
export interface MintPlayerTokenResponse {
  /** What the player's client sends, as `authorization: Bearer TOKEN`. */
  token?: string;
  /** When it ends; get another before. */
  expireTime: string;
}

/** What characters may do in turns of players that name it. */
export interface AffordanceSet {
  /** Name. */
  name?: string;
  /** The only player who may refer to it; empty for every player of the timeline. */
  playerId?: string;
  /** What characters may do. */
  affordances?: Affordance[];
  /** Live entities that arguments may name. */
  entities?: Entity[];
}

/** A set of affordances and entities. */
export interface PutAffordanceSetRequest {
  /** Timeline. */
  timelineId?: string;
  /** Name, such as `at-the-bar`; 1 to 80 characters. */
  name?: string;
  /** What characters may do, at most 64; empty for nothing. */
  affordances?: Affordance[];
  /** Live entities that arguments may name, at most 500. */
  entities?: Entity[];
  /** The only player who may refer to it; empty for every player of the timeline. */
  playerId?: string;
}

/** The set is stored. */
export interface PutAffordanceSetResponse {
}

/** Whose sets to list. */
export interface ListAffordanceSetsRequest {
  /** Timeline. */
  timelineId?: string;
  /** Only sets that this player may refer to: its own, and those of all; empty for all sets. */
  playerId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of sets. */
export interface ListAffordanceSetsResponse {
  /** Sets. */
  affordanceSets?: AffordanceSet[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/**
 * Who may be told something, and from when on. Everything that is set must hold; with nothing set,
 * nobody is ever told. What a person present may not be told never enters a prompt, and the secret
 * travels with the words to those who were told.
 */
export interface Secret {
  /** Name for reports, such as `the-key`; at most 80 characters. Empty: made by the server. */
  key?: string;
  /**
   * Ids of characters and players who may be told at all, at most 50; empty means all who meet the
   * other conditions. The name of a character becomes its id when the call is read; a name that
   * several have is refused. A text that is no character's id or name is the id of a player,
   * without blanks.
   */
  to?: string[];
  /** Least affinity of its holder for the listener, -100 to 100. */
  affinity?: number;
  /** Least trust of its holder in the listener, 0 to 100. */
  trust?: number;
  /** Story flag that must be set; see `ObserveRequest.flags`. */
  flag?: string;
}

/** A chapter of a book. */
export interface Chapter {
  /** Title; at most 80 characters. */
  title?: string;
  /** Text; at most 200,000 characters. */
  text?: string;
  /** Who may be told of it; absent means everyone. */
  secret?: Secret;
}

/** A book of a world. */
export interface Book {
  /**
   * Id, `[a-z0-9][a-z0-9_-]*`, at most 63 characters, unique within its world. Empty on creation:
   * made from the title.
   */
  bookId?: string;
  /** World. */
  worldId?: string;
  /** Title; 1 to 80 characters. */
  title?: string;
  /** Author; at most 80 characters. */
  author?: string;
  /** Shelf, a word to narrow a search by; at most 80 characters. */
  shelf?: string;
  /** Characters who have read it, at most 500; empty means all. */
  readerIds?: string[];
  /** Chapters, 1 to 200. */
  chapters?: Chapter[];
  /** Changes with every update. Output only. */
  etag?: string;
}

/** A few sentences of a chapter that can be cited. */
export interface Passage {
  /** Id, `book/chapter/number`; the numbers count from 1. */
  passageId?: string;
  /** Book. */
  bookId?: string;
  /** Title of the book. */
  title?: string;
  /** Number of the chapter, from 1. */
  chapter?: number;
  /** Title of the chapter. */
  chapterTitle?: string;
  /** Text. */
  text?: string;
  /** Where it begins in the text of the chapter, in characters. */
  start?: number;
  /** Where it ends. */
  end?: number;
}

/** The book to store. */
export interface PutBookRequest {
  /**
   * Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
   * most 36 ASCII characters, kept for at least 24 hours.
   */
  requestId?: string;
  /** Book. An `etag` that is set and does not match is `ETAG_MISMATCH`. */
  book?: Book;
}

/** The book as stored. */
export interface PutBookResponse {
  /** Book. */
  book: Book;
  /** How many passages it has. */
  passages?: number;
}

/** Which book. */
export interface GetBookRequest {
  /** World. */
  worldId?: string;
  /** Book. */
  bookId?: string;
}

/** The book. */
export interface GetBookResponse {
  /** Book. */
  book: Book;
}

/** Which page of a world's books. */
export interface ListBooksRequest {
  /** World. */
  worldId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of books. */
export interface ListBooksResponse {
  /** Books, without the texts of their chapters. */
  books?: Book[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** Which passages to list. */
export interface ListPassagesRequest {
  /** World. */
  worldId?: string;
  /** Book. */
  bookId?: string;
  /** Only passages of the chapter of this number, from 1; 0 for all. */
  chapter?: number;
  /**
   * Only passages in which all these words stand, in any case; at most 2,000 characters. Empty for
   * all.
   */
  text?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of passages. */
export interface ListPassagesResponse {
  /** Passages. */
  passages?: Passage[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** Which book to delete. */
export interface DeleteBookRequest {
  /** Makes a retry safe; see `PutBookRequest.request_id`. */
  requestId?: string;
  /** World. */
  worldId?: string;
  /** Book. */
  bookId?: string;
  /** When set, deletes only this state of it. */
  etag?: string;
}

/** The book is gone. */
export interface DeleteBookResponse {
}

/** What to ask, and in which books. */
export interface AskRequest {
  /** World. */
  worldId?: string;
  /** Question; 1 to 2,000 characters. */
  question?: string;
  /** Only books on this shelf; empty means all. */
  shelf?: string;
  /** Only books that this character has read; empty means all books. */
  readerId?: string;
  /** How many passages at most, 1 to 50; 0 means 5. */
  limit?: number;
  /** Timeline whose story flags unlock passages; empty: secret passages stay locked. */
  timelineId?: string;
  /**
   * Only passages with at least this `confidence`, 0 to 1; 0 ranks all that have something in common
   * with the question.
   */
  minConfidence?: number;
}

/** A passage that answers, or may answer. */
export interface AskResponse {
  /** Passage. */
  passage: Passage;
  /** How near it is to the question, 0 to 1; the passages are ranked by it. */
  score?: number;
  /** Where the sentence that answers best begins, in characters of the passage. */
  highlightStart?: number;
  /** Where it ends. */
  highlightEnd?: number;
  /**
   * How surely it answers, 0 to 1. Below 0.5 read it as "I do not know, but see here"; characters
   * draw on no such passage.
   */
  confidence?: number;
}

/** What kind of memory it is. More kinds may be added. */
export type MemoryKind =
  /** Not set; never sent. */
  | "MEMORY_KIND_UNSPECIFIED"
  /** Something perceived, or authored as known from the start. */
  | "MEMORY_KIND_OBSERVATION"
  /** Words the character heard. */
  | "MEMORY_KIND_UTTERANCE"
  /** Words the character said. */
  | "MEMORY_KIND_LINE"
  /** An inner voice, given by the game. */
  | "MEMORY_KIND_WHISPER"
  /** Something inferred from other memories. */
  | "MEMORY_KIND_REFLECTION"
  /** Something the character means to do. */
  | "MEMORY_KIND_PLAN";

/** How the character came by a memory. More may be added. */
export type MemorySource =
  /** Not set; never sent. */
  | "MEMORY_SOURCE_UNSPECIFIED"
  /** Perceived first-hand. */
  | "MEMORY_SOURCE_WITNESSED"
  /** Told by `told_by_id`. */
  | "MEMORY_SOURCE_TOLD"
  /** Overheard: said to another character or player. */
  | "MEMORY_SOURCE_OVERHEARD"
  /** Read. */
  | "MEMORY_SOURCE_READ"
  /** An inner voice. */
  | "MEMORY_SOURCE_INNER_VOICE"
  /** Known from the start, as its author wrote it. */
  | "MEMORY_SOURCE_AUTHORED"
  /** Inferred from `evidence_ids`. */
  | "MEMORY_SOURCE_INFERRED"
  /** Said or done by the character itself. */
  | "MEMORY_SOURCE_OWN";

/** A memory as seen from one vantage. */
export interface Memory {
  /** Id: the same in every answer, from every timeline that sees the memory. */
  memoryId?: string;
  /** Position in its timeline. */
  seq?: number;
  /** Kind. */
  kind?: MemoryKind;
  /** What is remembered. */
  text?: string;
  /** Game time when the memory was made. */
  worldCreateTime?: string;
  /** Game time when it was last recalled; `world_create_time` until then. */
  worldLastAccessTime?: string;
  /** Importance, 1 to 10; a neutral 4 until it is rated. */
  importance?: number;
  /** Whether it was rated. */
  isRated?: boolean;
  /** Source. */
  source?: MemorySource;
  /** Id of the character or player who told it; empty when it was not told. */
  toldById?: string;
  /** Name of the speaker, for utterances and lines. */
  speakerName?: string;
  /** Turn that left it; empty when none did. */
  turnId?: string;
  /** Place where it happened; empty when unknown. */
  placeId?: string;
  /** Ids of the memories it rests on, as `ListMemories` shows them. */
  evidenceIds?: string[];
  /** How far the character believes it, 0 to 100. An inference is trusted as its weakest evidence. */
  trust?: number;
  /** 0 for what was perceived; for an inference one more than the deepest of its evidence. */
  depth?: number;
  /** Players from whom it stems. */
  playerIds?: string[];
  /** Whether it is a fact that holds, and not an event. */
  isStanding?: boolean;
  /** Ids of characters, players and things it is about. */
  aboutIds?: string[];
  /** Secrets that it carries; empty when everyone may be told. */
  secrets?: Secret[];
}

/** A recalled memory, and its scores. */
export interface Recollection {
  /** The memory. */
  memory?: Memory;
  /** Combined score; comparable only within one answer. */
  score?: number;
  /** Recency, scaled to 0..1 over all memories that can be seen, before its weight. */
  recency?: number;
  /** Importance, scaled likewise. */
  importance?: number;
  /** Relevance to the question, scaled likewise. */
  relevance?: number;
  /** How often the character has it: memories that say the same were merged. At least 1. */
  times?: number;
  /** Older memories that it contradicts, newest first. The newer one is used. */
  superseded?: Memory[];
  /** Whether it is pinned, and recalled whatever its score. */
  isPinned?: boolean;
  /**
   * What its relevance is made of: columns whose weighted sum it is, scaled to 0..1. Empty under
   * profiles without columns, and in receipts.
   */
  columns?: RelevanceColumn[];
}

/** One of the columns that relevance is made of; the page on retrieval describes each. */
export interface RelevanceColumn {
  /** Its name. */
  name?: string;
  /** Its value, scaled to 0..1 over all memories that can be seen, before its weight. */
  value?: number;
  /** Its weight; negative where it counts against a memory. */
  weight?: number;
}

/** How finely a character thinks, as the game decides. More tiers may be added. */
export type Attention =
  /** Not set; refused. */
  | "ATTENTION_UNSPECIFIED"
  /**
   * For characters that players may see. It plans in steps of minutes and reacts with a model's
   * help; the game carries out its acts and reports where it goes.
   */
  | "ATTENTION_FOREGROUND"
  /**
   * For characters that nobody watches. It plans by the hour and reacts by rules; the server itself
   * moves it and lets others perceive its acts.
   */
  | "ATTENTION_BACKGROUND"
  /** It stores observations, remembers and reflects, and does nothing by itself. */
  | "ATTENTION_DORMANT";

/** Whether a character takes part in a timeline. */
export type Availability =
  /** Not set; never sent where a state is told. */
  | "AVAILABILITY_UNSPECIFIED"
  /** It takes part. */
  | "AVAILABILITY_PRESENT"
  /** It is away, or out of the game for a while. */
  | "AVAILABILITY_ABSENT"
  /** It is dead. */
  | "AVAILABILITY_DEAD";

/** Why a character does what it does. More may be added. */
export type ActCause =
  /** Not set; never sent. */
  | "ACT_CAUSE_UNSPECIFIED"
  /** Its plan for the day. */
  | "ACT_CAUSE_PLAN"
  /** It reacts to something it perceived: `Act.because_memory_id`. */
  | "ACT_CAUSE_REACTION"
  /** It talks with another character or a player. */
  | "ACT_CAUSE_TALK"
  /** It waits: for a place that is full or closed, or for another. */
  | "ACT_CAUSE_WAIT"
  /** It sleeps, and perceives nothing meanwhile. */
  | "ACT_CAUSE_SLEEP";

/** What a model is called for; calls are counted and limited by it. More may be added. */
export type Purpose =
  /** Not set; never sent. */
  | "PURPOSE_UNSPECIFIED"
  /** A line for a player. */
  | "PURPOSE_REPLY"
  /** The importance of what was perceived. */
  | "PURPOSE_RATE"
  /** Questions for a reflection, and insights. */
  | "PURPOSE_REFLECT"
  /** A plan for a day. */
  | "PURPOSE_PLAN"
  /** A block of a plan, step by step. */
  | "PURPOSE_DECOMPOSE"
  /** What to do about something perceived. */
  | "PURPOSE_REACT"
  /** A line for another character. */
  | "PURPOSE_CONVERSE"
  /** A summary of a conversation. */
  | "PURPOSE_SUMMARISE"
  /** A revised view of another character or player. */
  | "PURPOSE_RELATE"
  /** An answer to an interview, which leaves no trace. */
  | "PURPOSE_INTERVIEW"
  /** The choice of a partner in a scene. */
  | "PURPOSE_CHOOSE"
  /** A line in a scene. */
  | "PURPOSE_SPEAK"
  /** What a round of a scene changes. */
  | "PURPOSE_UPDATE"
  /** A vote in a scene. */
  | "PURPOSE_VOTE"
  /** A summary of a scene. */
  | "PURPOSE_CHRONICLE"
  /** The beginning of a line's prompt, read by a local model before the words are known. */
  | "PURPOSE_READ_AHEAD";

/** How a model's answer could be used. More may be added. */
export type Verdict =
  /** Not set; never sent. */
  | "VERDICT_UNSPECIFIED"
  /** It could be read. */
  | "VERDICT_ANSWERED"
  /** It could not be used as it came, but when asked for again, or mended by rule. */
  | "VERDICT_REPAIRED"
  /** It could not be read twice, or no model could be called; a default took its place. */
  | "VERDICT_DEFAULTED";

/** What ended a talk between two characters. More may be added. */
export type ConversationEnd =
  /** Not set: it lasts. */
  | "CONVERSATION_END_UNSPECIFIED"
  /** They said goodbye. */
  | "CONVERSATION_END_GOODBYE"
  /** Neither had anything to add. */
  | "CONVERSATION_END_SILENCE"
  /** It had as many lines as it may have. */
  | "CONVERSATION_END_LIMIT"
  /** Something else needed one of them. */
  | "CONVERSATION_END_INTERRUPTION"
  /** One of them went away. */
  | "CONVERSATION_END_ABSENCE"
  /** One of them died. */
  | "CONVERSATION_END_DEATH";

/** The status of a promise. More may be added. */
export type CommitmentStatus =
  /** Not set; refused. */
  | "COMMITMENT_STATUS_UNSPECIFIED"
  /** It is open. */
  | "COMMITMENT_STATUS_OPEN"
  /** It was kept. */
  | "COMMITMENT_STATUS_KEPT"
  /** Its time has passed, or what was promised came to nothing. */
  | "COMMITMENT_STATUS_BROKEN"
  /** It was taken back. */
  | "COMMITMENT_STATUS_WITHDRAWN"
  /** One of the two died. Neither remembers that as an end of the promise. */
  | "COMMITMENT_STATUS_LAPSED";

/** The new attention tier of one character. */
export interface AttentionChange {
  /** Character. */
  characterId?: string;
  /** Tier. */
  attention?: Attention;
}

/** What a character does, from `world_start_time` until `world_end_time` or its next act. */
export interface Act {
  /** What it does, such as `kneading the dough`. */
  activity?: string;
  /** An emoji for it. */
  emoji?: string;
  /** Place; empty when that does not matter. */
  placeId?: string;
  /** Thing at the place that it uses; empty when none. */
  objectName?: string;
  /** State of that thing meanwhile. */
  objectState?: string;
  /** Game time when it began. */
  worldStartTime?: string;
  /** Game time when it will end. */
  worldEndTime?: string;
  /** Reason. */
  cause?: ActCause;
  /** Memory it reacts to; empty when there is none. */
  becauseMemoryId?: string;
  /** Where it would be if a norm of that place (its capacity, hours or owners) did not keep it out. */
  wantedPlaceId?: string;
}

/** One thing to do in a day. */
export interface Step {
  /** Game time when it begins. */
  worldStartTime?: string;
  /** How long it takes. */
  minutes?: number;
  /** What is done. */
  activity?: string;
  /** Place; empty when that does not matter. */
  placeId?: string;
  /** Thing at the place that is used; empty when none. */
  objectName?: string;
  /** State of that thing meanwhile. */
  objectState?: string;
  /** An emoji for it. */
  emoji?: string;
}

/** A stretch of a day with one purpose. */
export interface Block {
  /** Game time when it begins. */
  worldStartTime?: string;
  /** How long it takes. */
  minutes?: number;
  /** What is done. */
  activity?: string;
  /** Place; empty when that does not matter. */
  placeId?: string;
  /** An emoji for it. */
  emoji?: string;
  /** Steps that fill it exactly; empty until shortly before it begins. */
  steps?: Step[];
}

/** What a character means to do from waking to sleeping. */
export interface DayPlan {
  /** Day in game time, `YYYY-MM-DD`. */
  worldDay?: string;
  /** Game time when it wakes. */
  worldWakeTime?: string;
  /** Game time when it goes to sleep. */
  worldSleepTime?: string;
  /** The character's present situation, in its own view. */
  currently?: string;
  /** The day in broad strokes. */
  outline?: string[];
  /** Blocks in order; they touch each other and fill the time from waking to sleeping. */
  blocks?: Block[];
  /** Whether a default replaced the model's plan. */
  isDefault?: boolean;
}

/** How a character feels; fades with game time towards calm. */
export interface Mood {
  /** From -1 (unpleasant) to 1 (pleasant). */
  valence?: number;
  /** From -1 (drowsy) to 1 (excited). */
  arousal?: number;
  /** Nearest emotion; labels: see `Emotion`. */
  label?: string;
  /** Why, in a few words. */
  why?: string;
}

/** A character's standing with one other person, in its own view. */
export interface Standing {
  /** Character or player. Empty for a person its author named who is no character of the world. */
  otherId?: string;
  /** Name. */
  otherName?: string;
  /** From -100 (hatred) to 100 (devotion). */
  affinity?: number;
  /** From 0 to 100; a stranger has 50. */
  trust?: number;
  /** From 0 (never met) to 100. */
  familiarity?: number;
  /** Its view of them, in a sentence. */
  view?: string;
  /** Ids of the memories that moved it last; empty while it is as its author wrote it. */
  evidenceIds?: string[];
}

/** How far a character holds a statement true or right. */
export interface Belief {
  /** Short key, such as `tom-should-be-mayor`. */
  topic?: string;
  /** Statement. */
  text?: string;
  /** From 0 (surely not) to 100 (surely). */
  score?: number;
  /** Ids of the memories that moved it last. */
  evidenceIds?: string[];
}

/** A talk between two characters, in the view of one of them. */
export interface Conversation {
  /** Conversation; the same for both. */
  conversationId?: string;
  /** Id of the other character. */
  withId?: string;
  /** Name of the other character. */
  withName?: string;
  /** Reason for which it began. */
  about?: string;
  /** Whether it is over. */
  isOver?: boolean;
  /** How many lines both said; counted at its end. */
  lines?: number;
  /** What ended it; not set while it lasts. */
  endedBy?: ConversationEnd;
}

/** The state of a thing in play. */
export interface ObjectState {
  /** Place. */
  placeId?: string;
  /** Thing at that place. */
  objectName?: string;
  /** State, such as `burning`; `idle` when nobody uses it. */
  state?: string;
  /** Character or player who caused it; empty for the game or a designer. */
  byId?: string;
  /**
   * Game time since when; absent for a thing never changed, and where the event around it has the
   * time.
   */
  worldStartTime?: string;
}

/** A use of a model, and its result. */
export interface Thought {
  /** Purpose. */
  purpose?: Purpose;
  /** How the answer could be used. */
  verdict?: Verdict;
  /** Model that answered, `provider:model`; empty when none did. */
  model?: string;
  /** Number of calls. */
  calls?: number;
  /** Tokens of the prompts. */
  promptTokens?: number;
  /** Tokens of the answers. */
  completionTokens?: number;
  /** Position it was based on. */
  vantageSeq?: number;
}

/** A promise from one character or player to another. */
export interface Commitment {
  /** Id; the same for both. */
  commitmentId?: string;
  /** Character or player who promised. */
  byId?: string;
  /** Their name. */
  byName?: string;
  /** Character or player it was made to. */
  toId?: string;
  /** Their name. */
  toName?: string;
  /** What was promised, in a few words. */
  what?: string;
  /** Game time by when; absent where none was named. Then only the game, or talk, settles it. */
  worldDueTime?: string;
  /** Status. */
  status?: CommitmentStatus;
  /** Turn in which it was promised; empty when the game reported it. */
  turnId?: string;
  /** What settled it, in words; empty while it is open. */
  because?: string;
}

/** The state of a character as one vantage sees it. */
export interface Mind {
  /** Character. */
  characterId?: string;
  /** Position it is seen from. */
  seq?: number;
  /** Game time there. */
  worldTime?: string;
  /** Attention tier. */
  attention?: Attention;
  /** Place; empty if unknown. */
  placeId?: string;
  /** What it does; absent when it does nothing by itself. */
  act?: Act;
  /** What it means to do next; absent when it has no plan, or its day is done. */
  next?: Step;
  /** Its latest plan, of whatever day; absent before the first. */
  dayPlan?: DayPlan;
  /** How it feels now. */
  mood?: Mood;
  /** Its standings with all it knows of, the most familiar first. */
  relations?: Standing[];
  /** What it believes, the strongest first. */
  beliefs?: Belief[];
  /** Conversation that is under way with another character; absent when none is. */
  conversation?: Conversation;
  /** What it knows of the world's places, as it last saw them, a sentence for each; at most 500. */
  surroundings?: string[];
  /**
   * Promises that it made or was given: the open ones first, then the newest of the others; at most
   * 100.
   */
  commitments?: Commitment[];
  /** Whether it takes part in the timeline. One that does not has no place. */
  availability?: Availability;
}

/** Thoughts of one purpose that are due and not done. */
export interface PurposeLateness {
  /** What they are for; unspecified for the effects of the clock. */
  purpose?: Purpose;
  /** How many there are. */
  waiting?: number;
  /** Seconds of real time since the first of them was due. */
  oldestSeconds?: number;
  /** Game minutes since they were due: the median. */
  medianMinutes?: number;
  /** Game minutes that 19 in 20 of them have not exceeded. */
  p95Minutes?: number;
  /** Game minutes since the oldest was due. */
  oldestMinutes?: number;
}

/** How far the thoughts of a timeline are behind its clock. */
export interface Lateness {
  /** Game minutes since the oldest thought was due; 0 when none is late. */
  minutes?: number;
  /** By purpose, the latest first. */
  byPurpose?: PurposeLateness[];
}

/** What a limit on spending is for, within a world. More may be added. */
export type BudgetScope =
  /** Not set; refused. */
  | "BUDGET_SCOPE_UNSPECIFIED"
  /** The world as a whole. */
  | "BUDGET_SCOPE_WORLD"
  /** A timeline, or each of them. */
  | "BUDGET_SCOPE_TIMELINE"
  /** The talk with a player, or with each of them. */
  | "BUDGET_SCOPE_PLAYER"
  /** A purpose of model calls, such as `plan`. */
  | "BUDGET_SCOPE_PURPOSE";

/** A budget is used up, or the part of it for thoughts is. */
export interface BudgetReached {
  /** What it is of. */
  scope?: BudgetScope;
  /** Player, timeline or purpose; empty for the world. */
  subjectId?: string;
  /** Whether only the part for thoughts is used up, and talk with players goes on. */
  isOfThoughts?: boolean;
  /** When the next day begins, and with it the next budget. */
  renewTime?: string;
}

/** How a turn ended. More outcomes may be added. */
export type TurnOutcome =
  /** Not set; never sent. */
  | "TURN_OUTCOME_UNSPECIFIED"
  /** The model answered to the end. */
  | "TURN_OUTCOME_COMPLETED"
  /** The model gave nothing usable in time; the offline actor or an authored line spoke instead. */
  | "TURN_OUTCOME_FALLBACK"
  /** The turn was interrupted; the character remembers only what was delivered. */
  | "TURN_OUTCOME_INTERRUPTED"
  /** The model failed after its first sentence; what was said is kept. */
  | "TURN_OUTCOME_CUT_SHORT"
  /**
   * The game loaded a save meanwhile and left this timeline; in that timeline the character
   * remembers only what was delivered.
   */
  | "TURN_OUTCOME_LEFT"
  /**
   * The character said an authored line at once, without recalling anything and without a model;
   * `TurnFinished.reason` says why.
   */
  | "TURN_OUTCOME_SHED"
  /**
   * A budget of the day is used up (`TurnFinished.budget`): no model was called, and the character
   * said an authored line.
   */
  | "TURN_OUTCOME_OVER_BUDGET";

/** Why a turn was answered without recall and model, or was not stored. More may be added. */
export type TurnReason =
  /** Not set; the turn was answered as usual. */
  | "TURN_REASON_UNSPECIFIED"
  /** The server has as many turns as it takes at one time. */
  | "TURN_REASON_OVERLOADED"
  /** The player or the world has had as many turns as it may have for now. */
  | "TURN_REASON_RATE_LIMITED"
  /** The time for the turn was over before the model could be asked. */
  | "TURN_REASON_OUT_OF_TIME"
  /**
   * The database does not answer. The character answers from what the server has in memory, or with
   * an authored line; see `not_kept`.
   */
  | "TURN_REASON_STORAGE_UNAVAILABLE";

/** Which fallback spoke, if any. More may be added. */
export type Rung =
  /** Not set; never sent. */
  | "RUNG_UNSPECIFIED"
  /** The model, at its first try. */
  | "RUNG_PRIMARY"
  /** The model, tried again before a word was out. */
  | "RUNG_RETRY"
  /** The offline actor, from memories and authored lines. */
  | "RUNG_OFFLINE"
  /** One of the persona's authored fallback lines. */
  | "RUNG_AUTHORED"
  /** The model of `model.fallback`, after the first one had failed. */
  | "RUNG_FALLBACK_MODEL";

/** How a line feels. */
export interface Emotion {
  /**
   * Label: neutral, joy, amusement, affection, pride, relief, calm, hope, curiosity, surprise,
   * confusion, boredom, sadness, shame, worry, fear, suspicion, annoyance, anger or disgust. More
   * may be added.
   */
  label?: string;
  /**
   * From -1 (unpleasant) to 1 (pleasant). Lines carry the usual numbers of their label, since they
   * are sent before the model has written its own; those move the mood at the end of the turn.
   */
  valence?: number;
  /** From -1 (drowsy) to 1 (excited). */
  arousal?: number;
}

/** The character begins to answer. Keep the turn id: `Interrupt` and `Explain` take it. */
export interface TurnStarted {
  /** Character who answers. */
  characterId?: string;
}

/** The first word is late. Play a gesture, such as a glance or a hum, until a line comes. */
export interface TurnWaiting {
}

/**
 * A few more characters of the sentence being spoken. Sent only on request; the whole sentence
 * follows as a `Line`.
 */
export interface LineDelta {
  /** New characters. */
  text?: string;
}

/** One whole sentence. */
export interface Line {
  /** What the character says. */
  text?: string;
  /** Its emotion, from the first sentence of an answer on. Not set where no emotion is known. */
  emotion?: Emotion;
  /**
   * Who made the words; each line of a turn says so for itself, since an authored line may go on
   * where a model failed. Not set for lines that were stored by an earlier version.
   */
  origin?: Origin;
}

/**
 * The player talks with a language model for the first time. Show the text: the EU's AI Act asks for
 * it (Article 50). Comes before the first words of a model in any turn of a player of a world, once;
 * a repeat of the request and a server that died may send it again.
 */
export interface Disclosure {
  /** What to show, as the world's author or the server words it. */
  text?: string;
  /** Language of the text, such as `en`; empty where it is in none. */
  language?: string;
}

/** The turn is over and stored, unless `seq` is 0. */
export interface TurnFinished {
  /** How the turn ended. */
  outcome?: TurnOutcome;
  /** Which fallback spoke, if any. */
  rung?: Rung;
  /** Id of the receipt, for `MemoryService.Explain`; equal to the turn id. */
  receiptId?: string;
  /** Tokens of the prompt; 0 when no model was called. */
  promptTokens?: number;
  /** Tokens of the answer. */
  completionTokens?: number;
  /** Whether the tokens were estimated, because the endpoint does not report them. */
  tokensEstimated?: boolean;
  /**
   * Position of the turn in its timeline. 0 where it is not stored yet, because the server is busy,
   * or not at all (`not_kept`).
   */
  seq?: number;
  /** Why neither recall nor model was used, or why the turn is not stored; not set for other turns. */
  reason?: TurnReason;
  /** Whether the character will not remember this turn: it could not be stored. */
  notKept?: boolean;
  /** The budget that is used up; set with `TURN_OUTCOME_OVER_BUDGET` alone. */
  budget?: BudgetReached;
}

/**
 * One event of a character's turn.
 *
 * A turn is `started`, then any mix of `line`, `delta` and `intent`, then exactly one `finished`.
 * A `disclosure` comes before what a model makes of it.
 * Where the first of these takes long, one `waiting` comes before it.
 * A stream that ends without it failed; see its status.
 */
export interface TurnEvent {
  /** Turn this event belongs to. */
  turnId?: string;
  /** Position within the turn, from 0, without gaps. */
  sequence?: number;
  /** The character begins to answer. */
  started?: TurnStarted;
  /** The character speaks one sentence. */
  line?: Line;
  /** More characters of the sentence. */
  delta?: LineDelta;
  /** The character wants to do something the game offered. */
  intent?: ActionIntent;
  /** The turn is over. */
  finished?: TurnFinished;
  /** The first word takes long; sent once, after the server's `dialogue.waiting_seconds`. */
  waiting?: TurnWaiting;
  /** The player is told that a model speaks; once a player. */
  disclosure?: Disclosure;
}

/** By which sense an observation is perceived. More may be added. */
export type ObservationChannel =
  /** By either: those who can see or hear perceive it. */
  | "OBSERVATION_CHANNEL_UNSPECIFIED"
  /** Only by those who can see. */
  | "OBSERVATION_CHANNEL_SIGHT"
  /** Only by those who can hear. */
  | "OBSERVATION_CHANNEL_SOUND";

/** From how far an observation is perceived. More may be added. */
export type ObservationRange =
  /** As `PLACE`. */
  | "OBSERVATION_RANGE_UNSPECIFIED"
  /** At the place itself. */
  | "OBSERVATION_RANGE_PLACE"
  /** In the place that this place is a part of, and in all its parts. */
  | "OBSERVATION_RANGE_NEARBY"
  /** Everywhere in the world. */
  | "OBSERVATION_RANGE_WORLD";

/** Why a character has the floor. More may be added. */
export type FloorReason =
  /** Not set; never sent. */
  | "FLOOR_REASON_UNSPECIFIED"
  /** The words addressed it. */
  | "FLOOR_REASON_ADDRESSED"
  /** The words concern it most. */
  | "FLOOR_REASON_STAKE"
  /** It has been silent longest of those who have something to say. */
  | "FLOOR_REASON_SILENCE";

/** How far the game has carried out an intent. More may be added. */
export type OutcomeStatus =
  /** Not set; refused. */
  | "OUTCOME_STATUS_UNSPECIFIED"
  /** The game allows it; a final status follows. Leaves no memory. */
  | "OUTCOME_STATUS_ACCEPTED"
  /** The game does not allow it. Final. */
  | "OUTCOME_STATUS_REFUSED"
  /** It was tried and failed. Final. */
  | "OUTCOME_STATUS_FAILED"
  /** It happened. Final; keeps an open promise whose words it matches. */
  | "OUTCOME_STATUS_COMPLETED";

/** What a move of the clock waits for. */
export type ClockWait =
  /** Nothing: characters catch up while the game goes on. */
  | "CLOCK_WAIT_UNSPECIFIED"
  /** Acts that are due have begun, and reactions are decided. */
  | "CLOCK_WAIT_ACTS"
  /**
   * No thought of the timeline is due. One that waits for a lull, as a summary of a talk that may
   * go on, is not.
   */
  | "CLOCK_WAIT_THOUGHTS";

/** A speaker. */
export interface Speaker {
  /** Id that the game gives a player, or a character's id; 1 to 120 characters. */
  id?: string;
  /**
   * Name by which the character knows the speaker; 1 to 80 characters. A character needs none as
   * a member of a circle, where it always has its own.
   */
  name?: string;
  /** Whether this is one of the world's characters and not a player. */
  isCharacter?: boolean;
}

/** Something that happened. */
export interface Observation {
  /** What happened, in the third person; 1 to 4,000 characters. */
  text?: string;
  /**
   * Characters who perceived it, at most 500; the dead among them do not, and the absent do, as by a
   * letter. Empty means all who are within `range` of `place_id`,
   * have the sense for it, and are awake; a sound of importance 8 or more wakes those asleep there.
   */
  witnessIds?: string[];
  /**
   * Place where it happened. Without it, `witness_ids` must not be empty or `range` must be the
   * world.
   */
  placeId?: string;
  /** Game time when it happened; absent means now. May be in the past, not in the future. */
  worldTime?: string;
  /** Importance, 1 to 10, if the game knows it; absent to have it rated. */
  importance?: number;
  /** Ids of characters, players and things it is about, at most 20. */
  aboutIds?: string[];
  /** By which sense it is perceived. */
  channel?: ObservationChannel;
  /** From how far it is perceived, where `witness_ids` is empty. */
  range?: ObservationRange;
  /**
   * Whether it is a fact that holds, such as `the bed is made`, and not an event. A character that
   * knows it already keeps no second memory of it.
   */
  isStanding?: boolean;
  /** Who may be told of it; absent means everyone. */
  secret?: Secret;
}

/** The new state of a thing. */
export interface ObjectChange {
  /** Place. */
  placeId?: string;
  /** Thing at that place, one of `Place.objects`. */
  objectName?: string;
  /**
   * Its new state, such as `burning`; 1 to 80 characters. `idle` means nothing special, and leaves
   * no memory.
   */
  state?: string;
  /** Character or player who caused it; empty where none did. */
  byId?: string;
}

/** A story flag is set or unset. Secrets may depend on one. */
export interface StoryFlag {
  /** Name, `[a-z][a-z0-9_.-]*`, at most 63 characters. */
  name?: string;
  /** Whether it is unset instead. */
  unset?: boolean;
}

/** The new place of a character or player. */
export interface Movement {
  /** Character or player who moved. */
  id?: string;
  /** Name, for players; characters have theirs. At most 80 characters. */
  name?: string;
  /**
   * Place; empty means outside the world. For a character that is absent or dead: where it will be
   * once it is present again.
   */
  placeId?: string;
  /**
   * Whether a character takes part in the timeline from now on; set in what is watched, and ignored
   * in requests: see `TimelineService.SetAvailability`.
   */
  availability?: Availability;
}

/** What happened. */
export interface ObserveRequest {
  /**
   * Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
   * most 36 ASCII characters, kept for at least 24 hours.
   */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Who moved where, before the observations are witnessed; at most 500. */
  movements?: Movement[];
  /** What happened, in order; at most 500. */
  observations?: Observation[];
  /**
   * New states of things, after the movements and before the observations; at most 500. Those who
   * perceive them may react.
   */
  objects?: ObjectChange[];
  /** Which story flags are set or unset, before everything else; at most 100. */
  flags?: StoryFlag[];
}

/** What was stored. */
export interface ObserveResponse {
  /** Position of the first record that was stored; records are numbered without gaps. */
  firstSeq?: number;
  /** Position of the last; one less than `first_seq` when nobody perceived anything. */
  lastSeq?: number;
  /** How many memories this left, of all characters together. */
  memories?: number;
  /**
   * How many memories this did not leave, because the character knew it already, or the thing is
   * idle.
   */
  coalesced?: number;
}

/** What is said, and what the game offers in this moment. */
export interface SayRequest {
  /** Makes a retry safe; see `ObserveRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Character that is spoken to. */
  characterId?: string;
  /** Speaker. */
  speaker?: Speaker;
  /** Words; 1 to 2,000 characters. */
  text?: string;
  /**
   * What the character may do in this turn, at most 64; where it is empty, the world's affordances,
   * unless `affordance_source` says otherwise.
   */
  affordances?: Affordance[];
  /** Live entities that arguments may name, at most 500. */
  entities?: Entity[];
  /** Whether to send `LineDelta`s. */
  streamDeltas?: boolean;
  /** Whether nobody else hears the words and the answer. */
  isPrivate?: boolean;
  /** Where affordances and entities come from. */
  affordanceSource?: AffordanceSource;
  /**
   * Name of a set that `PutAffordanceSet` has stored for the timeline, in place of `affordances` and
   * `entities`. A player can declare none of its own.
   */
  affordanceSet?: string;
  /**
   * For how long the player can wait for a sign of being heard, in milliseconds, 0 to 60,000: a
   * `waiting` event comes by then if no word has. Not set: the server's `dialogue.waiting_seconds`.
   */
  firstBeatMs?: number;
  /**
   * For how long the player can wait for the whole turn, in milliseconds, 1 to 120,000, counted
   * from the arrival of the request. It bounds the server's own limit, `dialogue.total_seconds`; a
   * deadline of the call does too. A repeat of the request may say otherwise.
   */
  totalMs?: number;
  /**
   * Language in which the player speaks: a BCP 47 tag such as `en` or `pt-BR`, at most 35
   * characters. Empty: that of the timeline. A character whose persona has a language speaks that
   * one; another answers in this.
   */
  language?: string;
}

/** One event of the turn. */
export interface SayResponse {
  /** Event. */
  event: TurnEvent;
}

/** A group of people who talk. */
export interface Circle {
  /** Id. */
  circleId?: string;
  /** Place where they are; empty if unknown. */
  placeId?: string;
  /** Members; empty once it has broken up. */
  members?: Speaker[];
}

/** The circle to open. */
export interface OpenCircleRequest {
  /** Makes a retry safe; see `ObserveRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Place; empty takes the place of the first character among the members. */
  placeId?: string;
  /** Members, 2 to 20, at least one of them a character. */
  members?: Speaker[];
}

/** The circle. */
export interface OpenCircleResponse {
  /** Circle. */
  circle: Circle;
  /** Position of the record. */
  seq?: number;
}

/** Which circle. */
export interface GetCircleRequest {
  /** Timeline. */
  timelineId?: string;
  /** Circle. */
  circleId?: string;
}

/** The circle. */
export interface GetCircleResponse {
  /** Circle as it is now. */
  circle: Circle;
}

/** Which circles to list. */
export interface ListCirclesRequest {
  /** Timeline. */
  timelineId?: string;
  /** Only circles at this place; empty for all. */
  placeId?: string;
  /** Only circles with this character or player among the members; empty for all. */
  memberId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of circles. */
export interface ListCirclesResponse {
  /** Circles as they are now. */
  circles?: Circle[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** The member to add. */
export interface JoinCircleRequest {
  /** Makes a retry safe; see `ObserveRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Circle. */
  circleId?: string;
  /** New member. */
  member?: Speaker;
}

/** The circle with the new member. */
export interface JoinCircleResponse {
  /** Circle. */
  circle: Circle;
  /** Position of the record. */
  seq?: number;
}

/** The member to remove. */
export interface LeaveCircleRequest {
  /** Makes a retry safe; see `ObserveRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Circle. */
  circleId?: string;
  /** Member. */
  memberId?: string;
}

/** The circle without the member. */
export interface LeaveCircleResponse {
  /** Circle. */
  circle: Circle;
  /** Position of the record. */
  seq?: number;
}

/** What is said in a circle, and what the game offers in this moment. */
export interface SayInCircleRequest {
  /** Makes a retry safe; see `ObserveRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Circle. */
  circleId?: string;
  /** Member who speaks; may stay empty where `text` is empty. */
  speakerId?: string;
  /** Words, at most 2,000 characters; empty lets the characters talk among themselves. */
  text?: string;
  /**
   * Members whom the words address, where the game knows, such as the one the player looks at;
   * empty finds it out from the words.
   */
  toIds?: string[];
  /** Whether only `to_ids` hear it. The answer is whispered too. */
  isWhisper?: boolean;
  /**
   * What the characters may do in their turns, at most 64; where it is empty, the world's
   * affordances, unless `affordance_source` says otherwise.
   */
  affordances?: Affordance[];
  /** Live entities that arguments may name, at most 500. */
  entities?: Entity[];
  /** Whether to send `LineDelta`s. */
  streamDeltas?: boolean;
  /** How many turns the characters take at most, 1 to 20; 0 means 3. */
  mostTurns?: number;
  /** Where affordances and entities come from. */
  affordanceSource?: AffordanceSource;
  /**
   * For how many seconds of game time after a question characters wait for a player who was asked,
   * 0 to 86,400; 0 waits for no player. Not set: until something is asked of all or of another
   * member, which ends the waiting in any case.
   */
  waitSeconds?: number;
  /** Name of a set; see `SayRequest.affordance_set`. */
  affordanceSet?: string;
  /**
   * For how long the player can wait for a sign of a character, in milliseconds, 0 to 60,000: a
   * `waiting` event comes by then if no word of the first turn has. For further turns the time
   * counts from their beginning. Not set: the server's `dialogue.waiting_seconds`.
   */
  firstBeatMs?: number;
  /**
   * For how long the player can wait for all turns together, in milliseconds, 1 to 120,000, counted
   * from the arrival of the request. No turn begins after it. It bounds the server's own limit for
   * each turn, `dialogue.total_seconds`; a deadline of the call does too. A repeat of the request
   * may say otherwise.
   */
  totalMs?: number;
  /** Language of the speaker; see `SayRequest.language`. */
  language?: string;
}

/** The words are stored, and all who were to hear them have heard them. */
export interface CircleHeard {
  /** Position of the first record; 0 where nothing was said. */
  seq?: number;
  /** Members whom they address; empty for all. */
  toIds?: string[];
}

/** A character has the floor; its turn follows. */
export interface CircleFloor {
  /** Character. */
  characterId?: string;
  /** Reason. */
  reason?: FloorReason;
}

/** Nobody speaks any more for now. */
export interface CircleQuiet {
  /**
   * Member whose answer is awaited, such as a player who was asked something; empty if none is. See
   * `SayInCircleRequest.wait_seconds`.
   */
  awaitedId?: string;
  /** Whether another call spoke meanwhile and took the circle over. */
  wasOvertaken?: boolean;
}

/** One event in the circle. */
export interface SayInCircleResponse {
  /** The words were heard; sent first. */
  heard?: CircleHeard;
  /** A character has the floor. */
  floor?: CircleFloor;
  /** An event of its turn. */
  turn?: TurnEvent;
  /** Nobody speaks any more; sent last. */
  quiet?: CircleQuiet;
}

/** Which turn to interrupt. */
export interface InterruptRequest {
  /** Turn. */
  turnId?: string;
}

/** Whether there was something to interrupt. */
export interface InterruptResponse {
  /** False when the turn was already over, or is not known to this server. */
  wasSpeaking?: boolean;
}

/** The outcome of an intent. */
export interface ReportOutcomeRequest {
  /** Makes a retry safe; see `ObserveRequest.request_id`. */
  requestId?: string;
  /** Timeline in which the turn was taken, or one that sees it. */
  timelineId?: string;
  /** Turn that proposed the intent. */
  turnId?: string;
  /** Intent. */
  intentId?: string;
  /** Status. */
  status?: OutcomeStatus;
  /**
   * What happened, as the character would remember its deed, or why it did not happen; at most
   * 4,000 characters. Without it a deed is remembered by its affordance and arguments.
   */
  detail?: string;
}

/** The outcome is stored. */
export interface ReportOutcomeResponse {
  /** Position of the record. */
  seq?: number;
}

/** The new game time. */
export interface AdvanceClockRequest {
  /** Makes a retry safe; see `ObserveRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** New game time; not before the present one. The present one again only waits. */
  worldTime?: string;
  /** What is waited for before the answer. A repeat may change it. */
  waitFor?: ClockWait;
  /** Longest wait, in milliseconds; 1 to 50,000, 10,000 when not set. A repeat may change it. */
  waitMs?: number;
}

/** Game time has moved. */
export interface AdvanceClockResponse {
  /** Game time now. */
  worldTime: string;
  /** Position of the record. */
  seq?: number;
  /**
   * Acts and thoughts that are still due after the wait; not set where nothing was waited for. If
   * any are, wait again with another `request_id`, or go on.
   */
  openThoughts?: number;
}

/** How a promise is settled. */
export interface SettleCommitmentRequest {
  /** Makes a retry safe; see `ObserveRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Promise; from `Mind.commitments` or `WatchResponse.commitment`. */
  commitmentId?: string;
  /** New status; not `OPEN`. */
  status?: CommitmentStatus;
  /** What happened, as those concerned would perceive it; at most 4,000 characters. */
  detail?: string;
}

/** The promise is settled. */
export interface SettleCommitmentResponse {
  /** Position of the record. */
  seq?: number;
}

/** Who would speak, and with whom. */
export interface SuggestLinesRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** Who would say the lines. */
  speaker?: Speaker;
}

/** Lines to try. */
export interface SuggestLinesResponse {
  /** At most 3, in the language of the character. */
  lines?: string[];
}

/** New attention tiers of characters. */
export interface SetAttentionRequest {
  /** Makes a retry safe; see `ObserveRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Changes, 1 to 500, each character once. */
  changes?: AttentionChange[];
}

/** The tiers are in force. */
export interface SetAttentionResponse {
  /** Position of the last record. */
  seq?: number;
}

/** What to watch. */
export interface WatchRequest {
  /** Timeline. */
  timelineId?: string;
  /** Position after which to begin; absent means after the head. */
  afterSeq?: number;
  /** Characters to watch, at most 1,000; empty means all. */
  characterIds?: string[];
}

/** One event of the timeline. */
export interface WatchResponse {
  /** Position; resume with `after_seq` set to the last one received. */
  seq?: number;
  /** Game time. */
  worldTime: string;
  /** Character it concerns; empty for the timeline itself. */
  characterId?: string;
  /** No event; everything up to `seq` has been sent. */
  checkpoint?: Checkpoint;
  /** A character has a new memory. */
  memory?: Memory;
  /** A character has taken a turn. */
  turn?: TurnTaken;
  /** A character or player moved. */
  movement?: Movement;
  /** Game time moved. */
  clock?: ClockMoved;
  /** The game settled an intent. */
  outcome?: OutcomeReported;
  /** A character begins an act. The game carries it out if the character is in the foreground. */
  act?: Act;
  /** A character has a new plan, or a changed one. */
  dayPlan?: DayPlan;
  /** A character's mood changed. */
  mood?: Mood;
  /** A character's standing with another changed. */
  relation?: Standing;
  /** A character's belief changed. */
  belief?: Belief;
  /** A thing has a new state. */
  objectState?: ObjectState;
  /** A character has a new attention tier. */
  attention?: AttentionChange;
  /** A conversation with another character begins or ends. */
  conversation?: Conversation;
  /** A thought called a model or decided something. */
  thought?: Thought;
  /** The game loaded a save and plays on in another timeline. The stream ends after it. */
  left?: TimelineLeft;
  /** A story flag was set, or unset. */
  flag?: StoryFlag;
  /** A promise was made, or has a new status. */
  commitment?: Commitment;
  /** A circle was opened, or a member joined or left. */
  circle?: Circle;
  /** A budget of the day is used up. Sent once in a timeline for each budget and day, by each server. */
  budget?: BudgetReached;
  /**
   * Thoughts have fallen behind the clock by an hour, four hours or a day of game time, or have
   * caught up. It is no record: a client that resumes gets the present state again.
   */
  lateness?: Lateness;
}

/** The game loaded a save and plays on in another timeline. */
export interface TimelineLeft {
  /** Save that was loaded. */
  saveId?: string;
  /** Timeline in which play goes on. */
  toTimelineId?: string;
}

/** No event for a while. */
export interface Checkpoint {
}

/** A character has taken a turn. */
export interface TurnTaken {
  /** Turn. */
  turnId?: string;
  /** Id of the speaker who was answered. */
  speakerId?: string;
  /** Words that were heard. */
  heard?: string;
  /** Lines that were delivered. */
  lines?: Line[];
  /** Intents that were proposed. */
  intents?: ActionIntent[];
  /** How the turn ended. */
  outcome?: TurnOutcome;
}

/** Game time moved; the new time is that of the event. */
export interface ClockMoved {
}

/** The game settled an intent. */
export interface OutcomeReported {
  /** Turn. */
  turnId?: string;
  /** Intent. */
  intentId?: string;
  /** Outcome. */
  status?: OutcomeStatus;
  /** What happened, or why it did not happen. */
  detail?: string;
}

/** Whether the prompt behind a receipt can be shown. */
export type PromptStatus =
  /** Not used. */
  | "PROMPT_STATUS_UNSPECIFIED"
  /** It is shown as it was sent: its digest is that of the receipt. */
  | "PROMPT_STATUS_AS_SENT"
  /** Not used by servers from 0.3 on, which store prompts. */
  | "PROMPT_STATUS_NOT_AS_SENT"
  /** No model was called. */
  | "PROMPT_STATUS_NOT_ASKED"
  /** It is stored no longer, or never was. */
  | "PROMPT_STATUS_NOT_RECORDED";

/** What a secret asks for before it may be told. */
export type ConditionKind =
  /** Unknown. */
  | "CONDITION_KIND_UNSPECIFIED"
  /** Nobody may be told. */
  | "CONDITION_KIND_NEVER"
  /** Only people that it names may be told. */
  | "CONDITION_KIND_PERSON"
  /** The character must like the person enough. */
  | "CONDITION_KIND_AFFINITY"
  /** The character must trust the person enough. */
  | "CONDITION_KIND_TRUST"
  /** A story flag must be set. */
  | "CONDITION_KIND_FLAG";

/** Why a memory is junk, or may be. More may be added. */
export type MemoryFault =
  /** Not set; never sent. */
  | "MEMORY_FAULT_UNSPECIFIED"
  /** It says what another says; only one of them is recalled. */
  | "MEMORY_FAULT_DUPLICATE"
  /** It repeats what the character itself said or concluded before. */
  | "MEMORY_FAULT_ECHO"
  /** It is a placeholder text of a program or model. */
  | "MEMORY_FAULT_LEFTOVER"
  /** A newer memory contradicts it. Kept with its date; no junk. */
  | "MEMORY_FAULT_SUPERSEDED";

/** Whose memories to list. */
export interface ListMemoriesRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** Position to look from; absent means the head. */
  seq?: number;
  /** Kinds to list; empty means all. */
  kinds?: MemoryKind[];
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
  /** Only memories made at this game time or later. */
  worldStartTime?: string;
  /** Only memories made before this game time. */
  worldEndTime?: string;
  /** Only memories of what happened at this place; empty means everywhere. */
  placeId?: string;
  /** Only memories that a character or player told, or that are about it; empty means all. */
  personId?: string;
  /**
   * Only memories whose text or speaker's name has these words in it, whatever their case; at most
   * 2,000 characters.
   */
  text?: string;
}

/** A page of memories. */
export interface ListMemoriesResponse {
  /** Memories, newest first. */
  memories?: Memory[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** What to recall. */
export interface RecallRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** Words to recall memories by; 1 to 2,000 characters. */
  text?: string;
  /** How many memories at most, 1 to 100; 0 means 10. */
  limit?: number;
  /**
   * Profile that weighs the three terms: `default`, the newest of `default_v3` to `default_v1`;
   * `paper_v1`, `paper_v2` or `reference_code`; empty means the server's.
   */
  profile?: string;
  /** Position to look from; absent means the head. */
  seq?: number;
  /**
   * Id of the person whose words they are; empty for nobody. What was told by or to that person
   * comes to mind first where the words are about themselves ("what did I tell you?").
   */
  askerId?: string;
}

/** Recalled memories. */
export interface RecallResponse {
  /** Recollections, best first. */
  recollections?: Recollection[];
  /** Profile that was used. */
  profile?: string;
}

/** What to explain. */
export interface ExplainRequest {
  /** Timeline. */
  timelineId?: string;
  /** Turn. */
  turnId?: string;
  /** Memory that a turn or a thought left. */
  memoryId?: string;
  /** Position of a turn, a thought, or a move of a scene. */
  seq?: number;
  /**
   * Whether to show the prompt that was sent last. It contains everything that the
   * character knew, secrets too, and the rules for the model: show it to authors, not to players.
   */
  withPrompt?: boolean;
}

/** One message of a prompt. */
export interface PromptMessage {
  /** `system`, `user` or `assistant`. */
  role?: string;
  /** Its text. */
  text?: string;
}

/** A section of a message: under one heading, or between one pair of marks. */
export interface PromptSection {
  /** Role of its message. */
  role?: string;
  /** The heading, or the word in the marks; empty for text under neither. */
  name?: string;
  /** Its text; those of a message joined by line breaks are the message. */
  text?: string;
  /** Its tokens, estimated. */
  tokens?: number;
}

/** What did not fit into a prompt. */
export interface PromptLeftOut {
  /** Part of the prompt. */
  part?: string;
  /** How many entries of it were left out. */
  count?: number;
}

/** The prompt that was sent last for a turn, a thought or a move of a scene. */
export interface RenderedPrompt {
  /** Whether it can be shown. */
  status?: PromptStatus;
  /** Why it cannot, in words for a reader; empty for `PROMPT_STATUS_AS_SENT`. */
  why?: string;
  /** The messages; only for `PROMPT_STATUS_AS_SENT`. */
  messages?: PromptMessage[];
  /** Its sections, in order. */
  sections?: PromptSection[];
  /** Not used by servers from 0.3 on; 0. */
  missingSections?: number;
  /** What did not fit. */
  leftOut?: PromptLeftOut[];
  /** Estimated tokens of the sections that are there. */
  tokens?: number;
  /** How many tokens it could have, estimated; 0 where that was not recorded. */
  budgetTokens?: number;
  /** SHA-256 of the prompt that was sent, in hexadecimal. */
  digest?: string;
  /** Prompt template. */
  template?: string;
  /** SHA-256 of the template, in hexadecimal. */
  templateDigest?: string;
}

/** An intent that was refused before it reached the game. */
export interface DroppedIntent {
  /** Affordance that was named. */
  affordance?: string;
  /** Why it was refused. */
  why?: string;
}

/** Why a person who was there could not be told. */
export interface UnmetCondition {
  /** What is asked for. */
  kind?: ConditionKind;
  /** Id of the person. */
  personId?: string;
  /** Name of the person. */
  personName?: string;
  /** The affinity (-100 to 100) or trust (0 to 100) that is needed; 0 for other kinds. */
  needed?: number;
  /** The affinity or trust that there was. */
  present?: number;
  /** The flag that is not set; empty for other kinds. */
  flag?: string;
}

/** A memory that came to mind and was kept back. */
export interface KeptBack {
  /** Memory. */
  memory?: Memory;
  /** What kept it from whom; empty in receipts that did not record it. */
  conditions?: UnmetCondition[];
}

/** Why a line was said. */
export interface LineReason {
  /** Who made the words, by the rung that spoke; single lines of the turn may have another origin. */
  origin?: Origin;
  /** Who made them, why these, and what was kept back, in plain English. */
  sentence?: string;
  /** What came to mind first of what may be told; absent if nothing did. */
  best?: Recollection;
  /** What came to mind and was kept back. */
  keptBack?: KeptBack[];
}

/** What a turn was made from. */
export interface Receipt {
  /** Turn. */
  turnId?: string;
  /** Character who spoke. */
  characterId?: string;
  /** Id of the speaker who was answered. */
  speakerId?: string;
  /** Name of the speaker who was answered. */
  speakerName?: string;
  /** Words that were heard. */
  heard?: string;
  /** Lines that were delivered; one that was cut off while its deltas went out ends in a dash. */
  lines?: Line[];
  /** Intents that were proposed. */
  intents?: ActionIntent[];
  /** Recalled memories, best first, with their scores at that moment. */
  recollections?: Recollection[];
  /** Intents that were refused, and why. */
  droppedIntents?: DroppedIntent[];
  /** Number of the persona's version. */
  personaVersion?: number;
  /** Retrieval profile. */
  profile?: string;
  /** Prompt template. */
  template?: string;
  /** SHA-256 of the template, in hexadecimal. */
  templateDigest?: string;
  /** Model that answered, `provider:model`. */
  model?: string;
  /** Seed of the turn; decimal digits. */
  seed?: string;
  /** How the turn ended. */
  outcome?: TurnOutcome;
  /** Which fallback spoke, if any. */
  rung?: Rung;
  /** Tokens of the prompt. */
  promptTokens?: number;
  /** Tokens of the answer. */
  completionTokens?: number;
  /** Milliseconds until memories were recalled. */
  recalledMs?: number;
  /** Milliseconds until the first words. */
  firstWordMs?: number;
  /** Milliseconds until the end. */
  finishedMs?: number;
  /** The model's answer as it came. */
  rawAnswer?: string;
  /** What went wrong, in order; empty when nothing did. */
  faults?: string[];
  /** Position that the turn was based on. */
  vantageSeq?: number;
  /** Game time of the turn. */
  worldTime?: string;
  /** The character's standing with the speaker it answered. */
  relation?: Standing;
  /** Passages of lore in the prompt, best first. */
  lore?: CitedPassage[];
  /** Memories that were recalled and withheld, since a person present may not be told. */
  withheld?: Memory[];
  /** Ids of passages that were withheld likewise. */
  withheldPassageIds?: string[];
  /** Secrets that its words may carry, since all who were there may be told. */
  secrets?: Secret[];
  /** SHA-256 of the prompt, in hexadecimal; a replay compares it. */
  promptDigest?: string;
  /** Outcomes of its intents so far, oldest first. */
  outcomes?: OutcomeReported[];
  /**
   * What the model was called for: `PURPOSE_REPLY`, or `PURPOSE_CONVERSE` for a line among
   * characters.
   */
  purpose?: Purpose;
  /** Promises that were made in it. */
  commitments?: Commitment[];
  /** Tokens of the prompt that the model's server had in its cache; 0 where it does not report that. */
  cachedTokens?: number;
  /** How many tokens the prompt could have, by estimate; 0 where that was not recorded. */
  promptBudget?: number;
  /** The prompt part by part, in order; empty where that was not recorded. */
  promptParts?: PromptPart[];
  /**
   * Profile of the prompt: `full`, `short` for models of less than a billion weights, or `guarded`
   * for those of less than 3.5 billion.
   */
  promptProfile?: string;
  /** Why the line was said. */
  reason?: LineReason;
  /**
   * Context in tokens for which some of the prompt was left out, although more was known: the
   * endpoint refused or cut longer prompts. 0 for none.
   */
  contextTokens?: number;
  /** The same in a sentence, with the reason; empty for none. */
  contextNote?: string;
}

/** The size of one part of a prompt. */
export interface PromptPart {
  /** Part, such as `talk`, `memories` or `affordances`. */
  part?: string;
  /** Its tokens, by estimate. */
  tokens?: number;
  /** How many of its entries were shown. */
  shown?: number;
  /** How many of its entries were left out. */
  leftOut?: number;
  /** How many of those shown were cut short. */
  cut?: number;
}

/** A passage of lore in a prompt. */
export interface CitedPassage {
  /** Passage. */
  passageId?: string;
  /** How well it answered, 0 to 1. */
  score?: number;
  /** Title of its book; empty when the book is gone. */
  title?: string;
  /** Its text; empty when the book is gone. */
  text?: string;
}

/** What a thought was made from, and what it produced. */
export interface ThoughtReceipt {
  /** Character whose thought it was. */
  characterId?: string;
  /** Purpose. */
  purpose?: Purpose;
  /** How the answer could be used. */
  verdict?: Verdict;
  /** Position of its record. */
  seq?: number;
  /** Position that it was based on. */
  vantageSeq?: number;
  /** Game time. */
  worldTime?: string;
  /** Number of the persona's version. */
  personaVersion?: number;
  /** Prompt template. */
  template?: string;
  /** SHA-256 of the template, in hexadecimal. */
  templateDigest?: string;
  /** Model that answered, `provider:model`; empty when none did. */
  model?: string;
  /** Seed; decimal digits. */
  seed?: string;
  /** Number of model calls. */
  calls?: number;
  /** Tokens of the prompts. */
  promptTokens?: number;
  /** Tokens of the answers. */
  completionTokens?: number;
  /** What the model wrote, in order. */
  rawAnswers?: string[];
  /** Recalled memories, best first. */
  recollections?: Recollection[];
  /** What went wrong. */
  faults?: string[];
  /** Memories that it produced. */
  left?: Memory[];
  /** SHA-256 of the prompt that was sent last, in hexadecimal; empty when none was. */
  promptDigest?: string;
  /**
   * Tokens of the prompts that the model's server had in its cache; 0 where it does not report
   * that.
   */
  cachedTokens?: number;
  /** How many tokens a prompt could have, by estimate; 0 where that was not recorded. */
  promptBudget?: number;
  /** Memories, or lines of talk, that were left out of the prompt. */
  leftOut?: number;
}

/** The receipt: of a turn or of a thought. */
export interface ExplainResponse {
  /** Receipt of a turn. */
  receipt?: Receipt;
  /** Receipt of a thought or of a move of a scene. */
  thought?: ThoughtReceipt;
  /** The prompt, if it was requested and there is a receipt. */
  renderedPrompt: RenderedPrompt;
}

/** Which tree, seen from where. */
export interface GetReflectionTreeRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** Position to look from; absent means the head. */
  seq?: number;
  /**
   * Memory to begin at; empty means all reflections that are evidence for no other, newest first,
   * at most 50.
   */
  memoryId?: string;
  /** How many levels to show, 1 to 16; 0 means 12. */
  maxDepth?: number;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** One memory of a reflection tree. */
export interface ReflectionNode {
  /** The memory. */
  memory?: Memory;
  /** How many levels below the beginning of the tree it is, from 0. */
  level?: number;
  /**
   * Memories among the nodes that it rests on, oldest first: what it was inferred from, and what
   * confirmed it since. Empty for what was perceived, and at `max_depth`.
   */
  childIds?: string[];
}

/** The tree. */
export interface GetReflectionTreeResponse {
  /** Nodes, each once, those of level 0 first. */
  nodes?: ReflectionNode[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** Which memory to trace, seen from where. */
export interface TraceMemoryRequest {
  /** Timeline. */
  timelineId?: string;
  /** Memory. */
  memoryId?: string;
  /** Position to look from; absent means the head. */
  seq?: number;
}

/** One hop of a fact. */
export interface KnowledgeHop {
  /** Memory at this hop, as its holder has it: its time, source and words. */
  memory?: Memory;
  /** Character who holds it. */
  holderId?: string;
  /** Its name. */
  holderName?: string;
  /** Id of the character or player who told it; empty when it was not told. */
  toldById?: string;
  /** Name of that character or player. */
  toldByName?: string;
  /** Turn in which it was told; empty when it was not told. */
  turnId?: string;
  /** Words in which it was told; empty when it was not told. */
  words?: string;
  /**
   * Ids of the memories, among the hops, that it rests on: what the speaker passed on, or what it
   * was inferred from. Empty where the path begins.
   */
  fromIds?: string[];
}

/** The whole path, from the memory back to where it began. */
export interface TraceMemoryResponse {
  /** Hops, each once, the memory that was asked for first. */
  hops?: KnowledgeHop[];
}

/** Which fact, seen from where. */
export interface WhoKnowsRequest {
  /** Timeline. */
  timelineId?: string;
  /** Memory that states the fact. */
  memoryId?: string;
  /** Fact in words; 1 to 2,000 characters. */
  text?: string;
  /** Position to look from; absent means the head. */
  seq?: number;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A character who knows. */
export interface Knower {
  /** Character. */
  characterId?: string;
  /** Its name. */
  name?: string;
  /** Memories of the fact, the earliest first; at most 20. */
  memories?: Memory[];
  /** Path of the first of them. */
  hops?: KnowledgeHop[];
}

/** The characters who know. */
export interface WhoKnowsResponse {
  /** Characters who know, in the order in which they learned it. */
  knowers?: Knower[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** Which memory to pin. */
export interface PinMemoryRequest {
  /**
   * Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
   * most 36 ASCII characters, kept for at least 24 hours.
   */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Memory. */
  memoryId?: string;
  /** Whether it is unpinned instead. */
  unpin?: boolean;
}

/** The memory is pinned, or no longer. */
export interface PinMemoryResponse {
  /** Position of the record. */
  seq?: number;
}

/** Whose memories to report on. */
export interface ReportMemoriesRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character; empty means all of the world. */
  characterId?: string;
  /** Position to look from; absent means the head. */
  seq?: number;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A memory with a problem. */
export interface FaultyMemory {
  /** Memory. */
  memory?: Memory;
  /** Problem. */
  fault?: MemoryFault;
  /** Memory that it repeats, or that contradicts it; empty for leftovers. */
  ofId?: string;
}

/** How useful the memories of a character are. */
export interface MemoryReport {
  /** Character. */
  characterId?: string;
  /** Its name. */
  name?: string;
  /** Visible memories. */
  total?: number;
  /** Memories that say what another says. */
  duplicates?: number;
  /** Memories that repeat the character's own words or conclusions. */
  echoes?: number;
  /** Memories that are placeholder texts. */
  leftovers?: number;
  /** Memories that a newer one contradicts. */
  superseded?: number;
  /** Memories that are pinned. */
  pinned?: number;
  /** Memories that were never recalled in a turn. */
  neverRecalled?: number;
  /** Share that is junk, 0 to 1: duplicates, echoes and leftovers. */
  junk?: number;
  /** Examples, at most 20. None for a key that may not read memories. */
  examples?: FaultyMemory[];
}

/** The reports. */
export interface ReportMemoriesResponse {
  /** Reports, by character id. */
  reports?: MemoryReport[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** A moment of play: a save, or a position of a timeline. */
export interface Moment {
  /** Save. */
  saveId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Position in the timeline; absent means its head. Not for saves, which have one. */
  seq?: number;
}

/** Which two moments to compare. */
export interface DiffRequest {
  /** One moment. */
  a?: Moment;
  /** The other; of the same world. */
  b?: Moment;
  /** Characters to compare, at most 500; empty means all. */
  characterIds?: string[];
  /**
   * How many memories to show of each character and side, 1 to 500; 0 means 50. The newest are
   * shown; `MindSide.memory_count` counts all.
   */
  memoryLimit?: number;
  /** How many characters at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/**
 * What one of two moments has of a character and the other has not. Memories are only on one side.
 * State that differs is on both sides, each as of its moment; what is absent does not differ, or is
 * not known on that side.
 */
export interface MindSide {
  /** Memories that only this moment has, newest first. */
  memories?: Memory[];
  /** How many there are. */
  memoryCount?: number;
  /** Beliefs that differ. */
  beliefs?: Belief[];
  /** Relations that differ. */
  relations?: Standing[];
  /** Mood, where it differs. */
  mood?: Mood;
  /** Plan for the day, where it differs. */
  dayPlan?: DayPlan;
  /** Act, where it differs. */
  act?: Act;
  /** Place, where it differs. */
  placeId?: string;
  /** Promises that differ. */
  commitments?: Commitment[];
}

/** How a character differs between two moments. */
export interface MindDiff {
  /** Character. */
  characterId?: string;
  /** Its name. */
  name?: string;
  /** At the first moment. */
  a?: MindSide;
  /** At the second moment. */
  b?: MindSide;
}

/** What differs. */
export interface DiffResponse {
  /** Timeline of the last record that both see; empty when they share none. */
  commonTimelineId?: string;
  /** Its position. */
  commonSeq?: number;
  /** Game time of the first moment. */
  worldTimeA: string;
  /** Game time of the second. */
  worldTimeB: string;
  /** Characters that differ, by id. */
  minds?: MindDiff[];
  /** Things that differ, at the first moment. */
  objectsA?: ObjectState[];
  /** The same things, at the second moment. */
  objectsB?: ObjectState[];
  /** Story flags that only the first moment has set. */
  flagsA?: string[];
  /** Story flags that only the second moment has set. */
  flagsB?: string[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/**
 * What to leave out before a character is asked (Generative Agents, section 6.1). More may be
 * added.
 */
export type Ablation =
  /** Not set; refused. */
  | "ABLATION_UNSPECIFIED"
  /** What it perceived, heard and said, and what it knew from the start. */
  | "ABLATION_OBSERVATIONS"
  /** What it inferred, and its standings with others. */
  | "ABLATION_REFLECTIONS"
  /** Its plans and act, and its present situation in its own view. */
  | "ABLATION_PLANS";

/** A character's relation to another person, as its author wrote it. */
export interface Relation {
  /**
   * Name of the other person, for display; 1 to 80 characters. Where `to_id` is empty, the id or
   * name of a character of the world sets it; a name that several characters have is refused.
   */
  to?: string;
  /** Its view of them, in a sentence; at most 500 characters. */
  view?: string;
  /** From -100 (hatred) to 100 (devotion). */
  affinity?: number;
  /**
   * Id of the character, or of the player, it is to; empty for a person who is neither, and cannot
   * be met in play. A player is never found by name.
   */
  toId?: string;
}

/** A line that an author wrote for moments when no model can speak. */
export interface FallbackLine {
  /** Line; 1 to 2,000 characters. */
  text?: string;
  /** Label of its emotion; empty means neutral. Labels: see `Emotion`. */
  emotion?: string;
}

/** Who a character is. */
export interface Persona {
  /** Name; 1 to 80 characters. */
  name?: string;
  /** Age in years, 0 to 100,000; absent when unknown. */
  age?: number;
  /** Inborn traits, such as `friendly, outgoing`; at most 4,000 characters, as all texts below. */
  traits?: string;
  /** Background: who the character is and was. */
  background?: string;
  /** What occupies the character at present. */
  currently?: string;
  /** Habits: when it sleeps, wakes and eats. */
  lifestyle?: string;
  /** How it speaks. */
  voice?: string;
  /** What it wants; at most 20 texts of at most 500 characters. */
  goals?: string[];
  /** Its relations to others, at most 200, each person once. */
  relations?: Relation[];
  /** Lines to greet with, at most 50 of at most 2,000 characters. */
  greetings?: string[];
  /** Lines for moments when no model can speak, at most 50. */
  fallbackLines?: FallbackLine[];
  /** What its days must hold. */
  dailyPlan?: string;
  /** Language it speaks, a tag such as `en` or `zh`; empty means the world's. */
  language?: string;
  /** Whether it hears nothing. */
  isDeaf?: boolean;
  /** Whether it sees nothing. */
  isBlind?: boolean;
}

/** A character of a world. */
export interface Character {
  /**
   * Id, `[a-z0-9][a-z0-9_-]*`, at most 63 characters, unique within its world. Empty on creation:
   * made from the name.
   */
  characterId?: string;
  /** World. */
  worldId?: string;
  /** Persona as it is now. */
  persona?: Persona;
  /** Number of that persona's version, from 1. Output only. */
  personaVersion?: number;
  /** Place where the character is at the start; empty when unknown. */
  placeId?: string;
  /** Changes with every update. Output only. */
  etag?: string;
  /** Real time of creation. Output only. */
  createTime?: string;
  /** Real time of the last update. Output only. */
  updateTime?: string;
  /**
   * Places it knows of at the start, with all their parts, at most 5,000; empty means every place.
   * It gets to know others by being there.
   */
  knownPlaceIds?: string[];
}

/** Which character. */
export interface GetCharacterRequest {
  /** World. */
  worldId?: string;
  /** Character. */
  characterId?: string;
}

/** The character. */
export interface GetCharacterResponse {
  /** Character. */
  character: Character;
}

/** Which page of a world's characters. */
export interface ListCharactersRequest {
  /** World. */
  worldId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of characters. */
export interface ListCharactersResponse {
  /** Characters. */
  characters?: Character[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** Something a character knows from the start. */
export interface SeedMemory {
  /** What it knows; 1 to 4,000 characters. */
  text?: string;
  /** Importance, 1 to 10; absent to have it rated. */
  importance?: number;
  /** Who may be told of it; absent means everyone. */
  secret?: Secret;
}

/** One version of a persona. */
export interface PersonaVersion {
  /** Number, from 1. */
  version?: number;
  /** Persona. */
  persona?: Persona;
  /** Real time when it was stored. */
  createTime?: string;
}

/** The character to create. */
export interface CreateCharacterRequest {
  /**
   * Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
   * most 36 ASCII characters, kept for at least 24 hours.
   */
  requestId?: string;
  /** Character. */
  character?: Character;
  /** What it knows from the start, at most 2,000. */
  seedMemories?: SeedMemory[];
}

/** The character as created. */
export interface CreateCharacterResponse {
  /** Character. */
  character: Character;
}

/** What to change in a character. */
export interface UpdateCharacterRequest {
  /** Makes a retry safe; see `CreateCharacterRequest.request_id`. */
  requestId?: string;
  /** Character with the new values. An `etag` that is set and does not match is `ETAG_MISMATCH`. */
  character?: Character;
  /** Fields to change, such as `persona.voice`; absent means those that are set in `character`. */
  updateMask?: string;
}

/** The character as changed. */
export interface UpdateCharacterResponse {
  /** Character. */
  character: Character;
}

/** Which character to delete. */
export interface DeleteCharacterRequest {
  /** Makes a retry safe; see `CreateCharacterRequest.request_id`. */
  requestId?: string;
  /** World. */
  worldId?: string;
  /** Character. */
  characterId?: string;
  /** When set, deletes only this state of it. */
  etag?: string;
}

/** The character is gone. */
export interface DeleteCharacterResponse {
}

/** Whose persona versions to list. */
export interface ListPersonaVersionsRequest {
  /** World. */
  worldId?: string;
  /** Character. */
  characterId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of persona versions. */
export interface ListPersonaVersionsResponse {
  /** Versions, newest first. */
  versions?: PersonaVersion[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** What to ask, and which character. */
export interface InterviewRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** Question; 1 to 2,000 characters. */
  question?: string;
  /** Position to look from; absent means the head. */
  seq?: number;
  /** What the character is to answer without, each once. */
  ablations?: Ablation[];
}

/** The answer. */
export interface InterviewResponse {
  /** What the character says. */
  answer?: string;
  /** Recalled memories, best first. */
  recollections?: Recollection[];
  /** Model that answered, `provider:model`. */
  model?: string;
  /** Tokens of the prompt; 0 when no model was called. */
  promptTokens?: number;
  /** Tokens of the answer. */
  completionTokens?: number;
  /** Which fallback spoke: the model, or, where it could not, an authored line. */
  rung?: Rung;
}

/** Whose seed memories to list. */
export interface ListSeedMemoriesRequest {
  /** World. */
  worldId?: string;
  /** Character. */
  characterId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of seed memories. */
export interface ListSeedMemoriesResponse {
  /** Seed memories. */
  seedMemories?: SeedMemory[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
  /** Stands for all seed memories of the character; see `UpdateSeedMemoriesRequest.etag`. */
  etag?: string;
}

/** What a character is to know from the start. */
export interface UpdateSeedMemoriesRequest {
  /** Makes a retry safe; see `CreateCharacterRequest.request_id`. */
  requestId?: string;
  /** World. */
  worldId?: string;
  /** Character. */
  characterId?: string;
  /** All its seed memories in the order in which they happened, at most 2,000; none removes all. */
  seedMemories?: SeedMemory[];
  /** When set, replaces only this state of them; another is `ETAG_MISMATCH`. */
  etag?: string;
}

/** The seed memories are stored. */
export interface UpdateSeedMemoriesResponse {
  /** Stands for them. */
  etag?: string;
  /**
   * Whether one was changed or removed, and not only added: timelines that begin from now on have
   * the new ones.
   */
  hasNewGenesis?: boolean;
}

/** What the inner voice says, and to whom. */
export interface WhisperRequest {
  /** Makes a retry safe; see `CreateCharacterRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** Words; 1 to 4,000 characters. */
  text?: string;
}

/** The memory that the whisper left. */
export interface WhisperResponse {
  /** Id of the memory. */
  memoryId?: string;
}

/** The stage of a scene. More may be added. */
export type SceneStage =
  /** Not set; nothing has begun. */
  | "SCENE_STAGE_UNSPECIFIED"
  /** Principals each talk with one member; the others do not learn of it. */
  | "SCENE_STAGE_PRIVATE_CHAT"
  /** Principals each talk with one member; the others learn who met whom, and no more. */
  | "SCENE_STAGE_CONFIDENTIAL_MEETING"
  /** All speak before all; the words are heard when the chat round is over. */
  | "SCENE_STAGE_GROUP_CHAT"
  /** All revise their views, each for itself. */
  | "SCENE_STAGE_UPDATE"
  /** All say their last words and vote. */
  | "SCENE_STAGE_SETTLEMENT";

/** What a scene waits for from a person in a seat. More may be added. */
export type SeatTask =
  /** Not set; never sent. */
  | "SEAT_TASK_UNSPECIFIED"
  /** To choose whom to talk with. */
  | "SEAT_TASK_CHOOSE"
  /** To say a line; an empty one passes. */
  | "SEAT_TASK_SPEAK"
  /** To vote. */
  | "SEAT_TASK_VOTE";

/** The four ways of voting. */
export type VoteRule =
  /** Not set; never sent. */
  | "VOTE_RULE_UNSPECIFIED"
  /** By what the voter knows; for any candidate. */
  | "VOTE_RULE_OWN"
  /** By what the voter knows; for any candidate but oneself. */
  | "VOTE_RULE_OWN_NOT_SELF"
  /** By what all know together; for any candidate. */
  | "VOTE_RULE_ALL"
  /** By what all know together; for any candidate but oneself. */
  | "VOTE_RULE_ALL_NOT_SELF";

/** How far to run. More may be added. */
export type ScenePoint =
  /** As `END`. */
  | "SCENE_POINT_UNSPECIFIED"
  /** To the end of the current stage, or of the next. */
  | "SCENE_POINT_STAGE"
  /** To the end of the round. */
  | "SCENE_POINT_ROUND"
  /** To the settlement and the end. */
  | "SCENE_POINT_END";

/** One member's relation to another, as a fact or as a member believes it. */
export interface SceneRelation {
  /** Member who has the feeling. */
  ofId?: string;
  /** Member whom it is about. */
  toId?: string;
  /** From 0 to 100; strangers have 10. */
  score?: number;
  /** Member who believes it; empty where it is a fact. */
  inferredById?: string;
}

/** A member of a scene, as it is now. */
export interface SceneMember {
  /** Id within the scene. */
  memberId?: string;
  /** Name. */
  name?: string;
  /** Whether it may start talks. */
  isPrincipal?: boolean;
  /** Camp, by id; empty for none. */
  camp?: string;
  /** Character of the world who plays it; empty for a member of the scene alone. */
  characterId?: string;
  /** Impact of what it and its supporters own. */
  influence?: number;
  /** Principal whom it backs; empty for none. */
  backsId?: string;
  /** What it believes, with scores from 0 to 100. */
  beliefs?: Belief[];
  /** Id of the person who sits in its seat; empty where it speaks for itself. */
  personId?: string;
}

/** A candidate of the vote. */
export interface SceneCandidate {
  /** Id. */
  candidateId?: string;
  /** Name. */
  name?: string;
  /** Camp that wins with it. */
  camp?: string;
}

/** A member whom a scene waits for. */
export interface AwaitedSeat {
  /** Member. */
  memberId?: string;
  /** What for. */
  task?: SeatTask;
  /** Members it would speak to or may choose; empty means all. */
  partnerIds?: string[];
}

/** The state of a scene. */
export interface Scene {
  /** Id. */
  sceneId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Title of the scene. */
  title?: string;
  /** What it is about. */
  premise?: string;
  /** Round, from 1; 0 before anything began. */
  round?: number;
  /** Stage. */
  stage?: SceneStage;
  /** Chat round within the stage, from 1; 0 where there is none. */
  chatRound?: number;
  /** Members, in the order of the scene. */
  members?: SceneMember[];
  /** Relations that differ from the start, facts and beliefs. */
  relations?: SceneRelation[];
  /** Question of the vote. */
  question?: string;
  /** Candidates. */
  candidates?: SceneCandidate[];
  /** Members it waits for. */
  awaited?: AwaitedSeat[];
  /** Whether it waits to be advanced. */
  isPaused?: boolean;
  /** Whether it is over. */
  isClosed?: boolean;
  /** Model calls so far. */
  calls?: number;
  /** Position of its newest move. */
  seq?: number;
}

/** Which scene to open, and where. */
export interface OpenSceneRequest {
  /**
   * Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
   * most 36 ASCII characters, kept for at least 24 hours.
   */
  requestId?: string;
  /** Timeline it is played in. */
  timelineId?: string;
  /** Text of a scene file, as docs/scenes.md describes it; at most 1 MiB. */
  fileText?: string;
  /** Name of the file in messages; empty means `scene.yaml`. */
  fileName?: string;
  /** Seed of all random choices. */
  seed?: number;
}

/** The scene is open. */
export interface OpenSceneResponse {
  /** Scene; it waits. */
  scene: Scene;
}

/** Which scene. */
export interface GetSceneRequest {
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
}

/** The scene. */
export interface GetSceneResponse {
  /** Scene as it is now. */
  scene: Scene;
}

/** Whose scenes. */
export interface ListScenesRequest {
  /** Timeline. */
  timelineId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** The scenes. */
export interface ListScenesResponse {
  /** Scenes, oldest first. */
  scenes?: Scene[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** What to watch. */
export interface WatchSceneRequest {
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
  /** Position after which to begin: 0 for all that happened; absent for what happens from now on. */
  afterSeq?: number;
  /**
   * The `part` of the last one received, at that same position: other events that became known by
   * it are sent first. Not set, all of that position counts as received.
   */
  afterPart?: number;
  /** That of a member: what it did, and what it may know of the rest. */
  memberId?: string;
  /** That of the audience: what is said before all. Set to true. */
  asAudience?: boolean;
}

/** A stage begins. */
export interface SceneStageBegan {
  /** Members in the order in which they take their turns: by influence. */
  order?: string[];
}

/** A principal chose whom to talk with. Visible only to that principal, or to a watch of everything. */
export interface ScenePartnerChosen {
  /** Who chose. */
  memberId?: string;
  /** Member who was chosen; empty for none. */
  partnerId?: string;
  /** Its view of its situation. */
  situation?: string;
  /** Its intention. */
  strategy?: string;
  /** What it wants to talk about. */
  topics?: string[];
}

/** Two members met; nothing else is known of it. */
export interface SceneMeeting {
  /** Member who asked for the talk. */
  firstId?: string;
  /** Member who was asked. */
  secondId?: string;
}

/** A line. */
export interface SceneLine {
  /** Speaker; empty for the audience. */
  memberId?: string;
  /** Person who said it, from a seat or the audience; empty for a member by itself. */
  personName?: string;
  /** Member who was addressed; empty for all. */
  toId?: string;
  /** Words; empty where the speaker passed. */
  text?: string;
  /** Chat round, from 1. */
  chatRound?: number;
  /** Member who began the talk it belongs to; empty before all. */
  talkId?: string;
  /**
   * Who made the words; not set for those of a person, for none, and for lines that were stored by
   * an earlier version.
   */
  origin?: Origin;
}

/**
 * A member revised its views after a round. Visible only to that member, or to a watch of
 * everything.
 */
export interface SceneUpdate {
  /** Member. */
  memberId?: string;
  /** Its summary of the round. */
  summary?: string;
  /** Its conclusion. */
  reflection?: string;
  /** Its relations to others that changed, and what it believes of them. */
  relations?: SceneRelation[];
  /** Its beliefs that changed. */
  beliefs?: Belief[];
}

/** A vote, and last words. */
export interface SceneVote {
  /** Voter. */
  memberId?: string;
  /** Whose knowledge: `VOTE_RULE_OWN` or `VOTE_RULE_ALL`. */
  knowledge?: VoteRule;
  /** Candidate; empty for none. */
  candidateId?: string;
  /** Candidate other than itself; empty for none. */
  otherCandidateId?: string;
  /** Candidate that the voter expects to win. */
  guessId?: string;
  /** Last words. */
  statement?: string;
  /** Whether there was no usable answer, and a default took its place. */
  isDefault?: boolean;
}

/** A seat was taken or given back. */
export interface SceneSeat {
  /** Member. */
  memberId?: string;
  /** Person; empty where it was given back. */
  personId?: string;
  /** Name of the person. */
  personName?: string;
}

/** The scene is over. */
export interface SceneClosed {
  /** Whether it was settled, and not ended early. */
  isSettled?: boolean;
  /** Candidates who won. */
  winnerIds?: string[];
  /** Rule whose votes decided. */
  because?: string;
  /** What happened, in a few sentences. */
  summary?: string;
}

/** One event of a scene. */
export interface WatchSceneResponse {
  /**
   * Position; resume with `after_seq` and `after_part` set to those of the last one received:
   * nothing is missed, and nothing is repeated.
   */
  seq?: number;
  /** Number among the events that became known at the same position, from 0. */
  part?: number;
  /** Round, from 1. */
  round?: number;
  /** Stage. */
  stage?: SceneStage;
  /** A stage begins. */
  began?: SceneStageBegan;
  /** A principal chose whom to talk with. */
  chosen?: ScenePartnerChosen;
  /** Two members met. */
  met?: SceneMeeting;
  /** A member or a person spoke. */
  line?: SceneLine;
  /** A member revised its views. */
  updated?: SceneUpdate;
  /** A member voted. */
  voted?: SceneVote;
  /** A seat was taken or given back. */
  seat?: SceneSeat;
  /** It waits for a person; sent once for each time. */
  awaited?: AwaitedSeat;
  /** It is over. */
  closed?: SceneClosed;
  /** It is at the point up to which it was advanced. */
  paused?: ScenePaused;
}

/** It waits to be advanced. */
export interface ScenePaused {
}

/** How far to run. */
export interface AdvanceSceneRequest {
  /** Makes a retry safe; see `OpenSceneRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
  /** Up to where. */
  until?: ScenePoint;
}

/** It runs. */
export interface AdvanceSceneResponse {
  /** Position of the request. */
  seq?: number;
}

/** Which person takes which seat. */
export interface TakeSeatRequest {
  /** Makes a retry safe; see `OpenSceneRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
  /** Member to speak for. */
  memberId?: string;
  /** Id that the game gives the person; 1 to 120 characters. */
  personId?: string;
  /** Name of the person; 1 to 80 characters. */
  personName?: string;
}

/** The seat is taken. */
export interface TakeSeatResponse {
  /** Position of the move. */
  seq?: number;
}

/** Which seat is given back. */
export interface LeaveSeatRequest {
  /** Makes a retry safe; see `OpenSceneRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
  /** Member. */
  memberId?: string;
}

/** The seat is free. */
export interface LeaveSeatResponse {
  /** Position of the move. */
  seq?: number;
}

/** What is said. */
export interface SpeakInSceneRequest {
  /** Makes a retry safe; see `OpenSceneRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
  /** Member whose seat is used; empty for the audience. */
  memberId?: string;
  /** Person who speaks from the audience; from a seat it may stay empty. */
  personId?: string;
  /** Name of that person. */
  personName?: string;
  /** Words, at most 2,000 characters; empty, from a seat, passes. */
  text?: string;
  /** From a seat: whether the member has nothing to add in this talk. */
  ends?: boolean;
}

/** It was said. */
export interface SpeakInSceneResponse {
  /** Position of the move. */
  seq?: number;
}

/** Whom to talk with. */
export interface ChoosePartnerRequest {
  /** Makes a retry safe; see `OpenSceneRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
  /** Member whose seat it is. */
  memberId?: string;
  /** Member to talk with; empty for none. */
  partnerId?: string;
  /** First words, at most 2,000 characters. */
  text?: string;
}

/** It is chosen. */
export interface ChoosePartnerResponse {
  /** Position of the move. */
  seq?: number;
}

/** A vote. */
export interface CastVoteRequest {
  /** Makes a retry safe; see `OpenSceneRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
  /** Member whose seat it is. */
  memberId?: string;
  /** Candidate; empty for none. */
  candidateId?: string;
  /** Candidate other than the member; needed where `candidate_id` is the member itself. */
  otherCandidateId?: string;
  /** Last words, at most 2,000 characters. */
  statement?: string;
}

/** The vote is cast. */
export interface CastVoteResponse {
  /** Position of the move. */
  seq?: number;
}

/** Which scene to end. */
export interface CloseSceneRequest {
  /** Makes a retry safe; see `OpenSceneRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
}

/** It is over. */
export interface CloseSceneResponse {
  /** Position of its last move. */
  seq?: number;
}

/** Of which scene. */
export interface GetSceneResultRequest {
  /** Timeline. */
  timelineId?: string;
  /** Scene. */
  sceneId?: string;
}

/** The votes under one rule. */
export interface SceneTally {
  /** Rule. */
  rule?: VoteRule;
  /** Votes by member; without members who did not vote. */
  votes?: Record<string, string>;
  /** How many votes each candidate got. */
  counts?: Record<string, number>;
  /** Members who were asked and voted for none. */
  abstainedIds?: string[];
  /** Members without a usable answer; defaults took the place of their votes. */
  defaultIds?: string[];
}

/** How rich the language of some lines is. Figures that need more lines are absent. */
export interface SceneLanguage {
  /** Whose lines, or of which round: `all`, a member's id, or `round 1`. */
  scope?: string;
  /** How many lines. */
  lines?: number;
  /** How many words. */
  words?: number;
  /**
   * Entropy of pairs of characters in nats, over the lines with their speakers' names, as the
   * released code of the paper computes it. Grows with length; for comparison with the paper only.
   */
  agcChar2Nats?: number;
  /** Entropy of single words in bits, over equal samples. */
  wordEntropyBits?: number;
  /** The same as a share of what that many words could have at most. */
  wordEntropyShare?: number;
  /** Share of pairs of words that occur for the first time, over equal samples. */
  distinct2?: number;
}

/** The result so far. */
export interface GetSceneResultResponse {
  /** State of the scene. */
  scene: Scene;
  /** Candidates who won; several where there is a tie. */
  winnerIds?: string[];
  /** Camp that won; empty for none. */
  winnerCamp?: string;
  /** Rule whose votes decided. */
  because?: string;
  /** What happened, in a few sentences. */
  summary?: string;
  /** Votes, by rule. */
  tallies?: SceneTally[];
  /** All of its moves, oldest first. */
  transcript?: WatchSceneResponse[];
  /** How rich its language is: of all, by member, by round. */
  language?: SceneLanguage[];
  /** Answers that could not be read and were asked for again. */
  repaired?: number;
  /** Answers that were replaced by a default. */
  defaulted?: number;
  /** The whole result as JSON, in the form that `npcserver scene run --json` prints. */
  json?: string;
  /** Answers that were requested; `defaulted` are among them. */
  answers?: number;
  /**
   * Whether most answers are defaults. Show this first: the outcome then says little about the
   * members.
   */
  isMostlyDefault?: boolean;
}

/** A group of purposes that can have models of its own in the settings. More may be added. */
export type PurposeGroup =
  /** Not set; never sent. */
  | "PURPOSE_GROUP_UNSPECIFIED"
  /** Lines for players. */
  | "PURPOSE_GROUP_DIALOGUE"
  /** What characters think, and lines for each other. */
  | "PURPOSE_GROUP_THOUGHTS"
  /** Ratings of importance. */
  | "PURPOSE_GROUP_RATINGS"
  /** Scenes. */
  | "PURPOSE_GROUP_SCENES";

/**
 * Limits of a calendar day (UTC), talk with players included. At the limit no model is called:
 * characters say an authored line, and thoughts are left out.
 */
export interface SpendingLimit {
  /** Tokens of prompts and answers, at most 1,000,000,000; not set for no limit, 0 allows none. */
  tokens?: string;
  /**
   * Money, in millionths of the unit of the prices that the server was set up with; at most 10^15.
   * Not set for no limit, 0 allows none.
   */
  moneyMicros?: string;
  /** How much of it thoughts may take, 0 to 100; not set for what the server was set up with. */
  thoughtsPercent?: number;
}

/** What was spent on a day, beside its limit. */
export interface SpendingAccount {
  /** What it is of. */
  scope?: BudgetScope;
  /** Player, timeline or purpose; `*` for each that has no limit of its own, empty for the world. */
  subjectId?: string;
  /** Whether it is of the thoughts of the subject alone. */
  isOfThoughts?: boolean;
  /** The limit in force; empty if there is none. */
  limit?: SpendingLimit;
  /** Whether the limit is that of each, and none that was set for this subject. */
  isDefault?: boolean;
  /** Calls of models. */
  calls?: number;
  /** Tokens of prompts and answers. */
  tokens?: string;
  /** Money, in millionths of a unit. */
  moneyMicros?: string;
  /** Tokens that servers have reserved beside that; not spent yet, or given back later. */
  tokensReserved?: string;
  /** Money that servers have reserved beside that, in millionths of a unit. */
  moneyReservedMicros?: string;
}

/** The limit to set. */
export interface SetSpendingLimitRequest {
  /** World. */
  worldId?: string;
  /** What it is for. */
  scope?: BudgetScope;
  /**
   * Player, timeline or purpose. `*` sets the limit of each player or timeline that has none of its
   * own. Empty for the world.
   */
  subjectId?: string;
  /**
   * Limit; not set removes it, and what holds for each, or the server's own, applies again. Without
   * tokens and money nothing is limited.
   */
  limit?: SpendingLimit;
}

/** The limit is set. */
export interface SetSpendingLimitResponse {
}

/** What to list. */
export interface ListSpendingRequest {
  /** World. */
  worldId?: string;
  /** Day as YYYY-MM-DD; empty for today, in UTC. Days are kept for 90 days. */
  day?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of accounts. */
export interface ListSpendingResponse {
  /** Accounts. */
  accounts?: SpendingAccount[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/**
 * What a game day of a timeline has cost so far, for all characters together. Turns with players
 * are counted from the log. Thoughts are too where a limit is set; without any limit the log keeps
 * no account of them, so those of the answering process are counted, since it started. Seen from an
 * earlier position than the head: what was in the log by then.
 */
export interface Spending {
  /** Day in game time, `YYYY-MM-DD`. */
  worldDay?: string;
  /** Calls of models, those under way included. */
  calls?: number;
  /** Tokens, those reserved for calls under way included. */
  tokens?: string;
  /** Money, in millionths of the unit of the prices that the server was set up with. */
  moneyMicros?: string;
  /**
   * The same for each purpose that can have a model of its own, in alphabetical order; without
   * those that cost nothing. What servers recorded before there were purposes is in the sums above
   * alone.
   */
  byPurpose?: PurposeSpending[];
}

/** What the models for one group of purposes cost. */
export interface PurposeSpending {
  /** Group. */
  group?: PurposeGroup;
  /** Calls of models, those under way included. */
  calls?: number;
  /** Tokens, those reserved for calls under way included. */
  tokens?: string;
  /** Money, in millionths of the unit of the prices that the server was set up with. */
  moneyMicros?: string;
}

/** Whose day, seen from where. */
export interface GetDaySpendingRequest {
  /** Timeline. */
  timelineId?: string;
  /** Position to look from; absent means the head, with calls that are under way. */
  seq?: number;
}

/** What the day has cost. */
export interface GetDaySpendingResponse {
  /** Spending; absent when the day cost nothing yet. */
  spending: Spending;
}

/** Kinds of things in a world file. More may be added. */
export type ImportedKind =
  /** Not set; never sent. */
  | "IMPORTED_KIND_UNSPECIFIED"
  /** The world itself, with its affordances and entities. */
  | "IMPORTED_KIND_WORLD"
  /** A place. */
  | "IMPORTED_KIND_PLACE"
  /** A character with its seed memories. */
  | "IMPORTED_KIND_CHARACTER"
  /** A book. */
  | "IMPORTED_KIND_BOOK";

/** What an import does to a thing. */
export type ImportEffect =
  /** Not set; never sent. */
  | "IMPORT_EFFECT_UNSPECIFIED"
  /** It was not there. */
  | "IMPORT_EFFECT_CREATED"
  /** It was there and is another now. */
  | "IMPORT_EFFECT_CHANGED"
  /** It was there as it is. */
  | "IMPORT_EFFECT_UNCHANGED";

/** A world. */
export interface World {
  /** Id, `[a-z0-9][a-z0-9_-]*`, at most 63 characters. Empty on creation: made from the name. */
  worldId?: string;
  /** Name; 1 to 80 characters. */
  name?: string;
  /** What all its characters know about it; at most 4,000 characters. */
  description?: string;
  /** Game time at which every timeline of the world begins. Default 2000-01-01T08:00:00Z. */
  worldStartTime?: string;
  /**
   * Language its characters speak unless their persona says otherwise: a tag such as `en` (the
   * default) or `zh`. A language without templates gets English prompts.
   */
  language?: string;
  /** Changes with every update; see `UpdateWorldRequest`. Output only. */
  etag?: string;
  /** Real time of creation. Output only. */
  createTime?: string;
  /** Real time of the last update. Output only. */
  updateTime?: string;
  /**
   * What its author lets characters do, at most 64: offered in a turn whose request declares no
   * affordance, unless its `affordance_source` is `DECLARED_ONLY`.
   */
  affordances?: Affordance[];
  /**
   * Entities that arguments of `affordances` may name, at most 500, where the request declares no
   * entity either.
   */
  entities?: Entity[];
  /**
   * What its thoughts may cost in a game day, in each timeline. Where a limit is 0 the server's own
   * applies. It never refuses talk with players, but that counts.
   */
  budget?: Budget;
  /**
   * Character that newcomers meet: the first of the world's file, or the one that was created first;
   * empty in a world without any. Output only.
   */
  firstCharacterId?: string;
  /**
   * Whether characters may tell others what was said to them in private. Without it, private words
   * stay between the two, and so does what is derived from them.
   */
  hasGossip?: boolean;
  /**
   * What players are told before a language model speaks to them for the first time, at most 50
   * languages. In a language without a text: the server's own where it has one, else that of the
   * world's language.
   */
  disclosures?: LocalText[];
  /** What it calls months, days and years, and how it divides a day; absent for the usual calendar. */
  calendar?: Calendar;
}

/**
 * A world's own names of months, days and eras, and into how many hours it divides a day. The clock
 * stays as it is: twelve months, weeks of seven days, and times of day such as `14:05`.
 */
export interface Calendar {
  /** Names of the months, from January on: 12, or none for the usual ones; each 1 to 80 characters. */
  months?: string[];
  /** Names of the days of the week, from Monday on: 7, or none for the usual ones. */
  weekdays?: string[];
  /** Eras by which years are counted, at most 50, none of them beginning in the same year. */
  eras?: Era[];
  /** Hours of a day, 1 to 100; 0 means 24. */
  hoursInDay?: number;
}

/** Years that are counted from a year of the clock. */
export interface Era {
  /** Name, such as `the Long Thaw`; 1 to 80 characters. */
  name?: string;
  /** Year of the clock that is its year 1, 1 to 9,999; 0 means 1. */
  firstYear?: number;
}

/** A text in one language. */
export interface LocalText {
  /** Language: a tag such as `en`. */
  language?: string;
  /** Text; 1 to 500 characters. */
  text?: string;
}

/**
 * Limits of one game day; 0 means none. As a day's budget is used up, thoughts are left out: first
 * the steps of plans, last of all plans for days.
 */
export interface Budget {
  /** Calls of models, at most 1,000,000,000. */
  calls?: number;
  /** Tokens of prompts and answers, at most 1,000,000,000. */
  tokens?: string;
  /** Money, in millionths of the unit of the prices that the server was set up with; at most 10^15. */
  moneyMicros?: string;
}

/** A part of the place tree. */
export interface Place {
  /** Id, as for worlds; unique within its world. */
  placeId?: string;
  /** World. */
  worldId?: string;
  /** Place it is a part of; empty at the top level. */
  parentId?: string;
  /** Name; 1 to 80 characters. */
  name?: string;
  /** What it looks like; at most 4,000 characters. */
  description?: string;
  /** When it is open; absent means always. */
  hours?: OpeningHours;
  /** How many people it holds, 1 to 100,000; absent means any number. */
  capacity?: number;
  /** Things in it, at most 200 names of at most 80 characters. */
  objects?: string[];
  /** Changes with every update. Output only. */
  etag?: string;
  /**
   * Characters it belongs to, at most 100: others enter it only while one of them is in it. Without
   * any it is open to all. Its parts belong to them too.
   */
  ownerIds?: string[];
  /** What things cost there, at most 200, each ware once. */
  prices?: Price[];
}

/** What a ware costs. */
export interface Price {
  /** Ware; 1 to 80 characters. */
  ware?: string;
  /** What it costs, as characters say it: "threepence"; 1 to 80 characters. */
  price?: string;
}

/** Opening hours, in game time of day. */
export interface OpeningHours {
  /** `HH:MM`. */
  opens?: string;
  /** `HH:MM`, other than `opens`; before it means past midnight. */
  closes?: string;
}

/** The world to create. */
export interface CreateWorldRequest {
  /**
   * Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
   * most 36 ASCII characters, kept for at least 24 hours.
   */
  requestId?: string;
  /** World. */
  world?: World;
}

/** The world as created. */
export interface CreateWorldResponse {
  /** World. */
  world: World;
}

/** Which world. */
export interface GetWorldRequest {
  /** World. */
  worldId?: string;
}

/** The world. */
export interface GetWorldResponse {
  /** World. */
  world: World;
}

/** Which page of worlds. */
export interface ListWorldsRequest {
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of worlds. */
export interface ListWorldsResponse {
  /** Worlds. */
  worlds?: World[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** What to change in a world. */
export interface UpdateWorldRequest {
  /** Makes a retry safe; see `CreateWorldRequest.request_id`. */
  requestId?: string;
  /** World with the new values. An `etag` that is set and does not match is `ETAG_MISMATCH`. */
  world?: World;
  /** Fields to change; absent means those that are set in `world`. */
  updateMask?: string;
}

/** The world as changed. */
export interface UpdateWorldResponse {
  /** World. */
  world: World;
}

/** Which world to delete. */
export interface DeleteWorldRequest {
  /** Makes a retry safe; see `CreateWorldRequest.request_id`. */
  requestId?: string;
  /** World. */
  worldId?: string;
  /** When set, deletes only this state of it. */
  etag?: string;
}

/** The world is gone. */
export interface DeleteWorldResponse {
}

/** The place to create. */
export interface CreatePlaceRequest {
  /** Makes a retry safe; see `CreateWorldRequest.request_id`. */
  requestId?: string;
  /** Place. */
  place?: Place;
}

/** The place as created. */
export interface CreatePlaceResponse {
  /** Place. */
  place: Place;
}

/** Which place. */
export interface GetPlaceRequest {
  /** World. */
  worldId?: string;
  /** Place. */
  placeId?: string;
}

/** The place. */
export interface GetPlaceResponse {
  /** Place. */
  place: Place;
}

/** Which page of a world's places. */
export interface ListPlacesRequest {
  /** World. */
  worldId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of places. */
export interface ListPlacesResponse {
  /** Places. */
  places?: Place[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** What to change in a place. */
export interface UpdatePlaceRequest {
  /** Makes a retry safe; see `CreateWorldRequest.request_id`. */
  requestId?: string;
  /** Place with the new values. An `etag` that is set and does not match is `ETAG_MISMATCH`. */
  place?: Place;
  /** Fields to change; absent means those that are set in `place`. */
  updateMask?: string;
}

/** The place as changed. */
export interface UpdatePlaceResponse {
  /** Place. */
  place: Place;
}

/** Which place to delete. */
export interface DeletePlaceRequest {
  /** Makes a retry safe; see `CreateWorldRequest.request_id`. */
  requestId?: string;
  /** World. */
  worldId?: string;
  /** Place. */
  placeId?: string;
  /** When set, deletes only this state of it. */
  etag?: string;
}

/** The place is gone. */
export interface DeletePlaceResponse {
}

/** A world file to import. */
export interface ImportWorldRequest {
  /** Makes a retry safe; see `CreateWorldRequest.request_id`. */
  requestId?: string;
  /** World; the file has to be of it. */
  worldId?: string;
  /**
   * The file, as `docs/world-files.md` describes it. Chapters of books have to be in it, and not in
   * files of their own. The request has at most `request_bytes` of `GetServer`, 1 MiB: import a
   * larger file beside the server with `npcserver import FILE`, or leave its books out and store
   * each with `PutBook`.
   */
  yaml?: string;
  /** Whether nothing is stored: the answer says what would change, and what is wrong with the file. */
  validateOnly?: boolean;
  /**
   * Whether what is there already may be changed. Without it and an `etag`, a file that would change
   * something is refused with `ALREADY_EXISTS`; what is new is created in any case.
   */
  overwrite?: boolean;
  /**
   * `etag` of `ExportWorld`: what is there may be changed if it is still as exported, and the import
   * is refused with `ETAG_MISMATCH` if it is not.
   */
  etag?: string;
}

/** What the import did, or with `validate_only` would do. */
export interface ImportWorldResponse {
  /** World. */
  worldId?: string;
  /** Its name. */
  name?: string;
  /** What the file names, in its order. */
  changes?: ImportChange[];
  /** How many seed memories are new. */
  memories?: number;
  /**
   * Whether seed memories were changed or removed: timelines that begin from now on have the new
   * ones, all others keep theirs.
   */
  hasNewGenesis?: boolean;
  /** What its author should look at, each with the line. */
  warnings?: string[];
  /**
   * What is wrong with the file; only with `validate_only`, and nothing else is set then. Without
   * it such a file is refused, with the same problems in the error.
   */
  problems?: FileProblem[];
  /**
   * Whether the import needs `overwrite` or an `etag`, since it changes what is there; only with
   * `validate_only`.
   */
  needsOverwrite?: boolean;
}

/** What an import did to one thing. */
export interface ImportChange {
  /** What it is. */
  kind?: ImportedKind;
  /** Its id. */
  id?: string;
  /** What happened to it. */
  effect?: ImportEffect;
  /** Fields of a character that changed, such as `goals`; `memories` for its seed memories. */
  fields?: string[];
}

/** A problem of a file. */
export interface FileProblem {
  /** Line, from 1; 0 where it is unknown. */
  line?: number;
  /** Column at which the field begins, from 1; 0 where it is unknown. */
  column?: number;
  /** Path of the field, such as `characters[2].place`; empty for the file as a whole. */
  path?: string;
  /** What is wrong, and what to write. */
  problem?: string;
}

/** Which world to export. */
export interface ExportWorldRequest {
  /** World. */
  worldId?: string;
}

/** The world as a file. */
export interface ExportWorldResponse {
  /** The file; importing it again changes nothing. */
  yaml?: string;
  /** Stands for all that the file has; see `ImportWorldRequest.etag`. */
  etag?: string;
}

/** Which character, seen from where. */
export interface GetMindRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** Position to look from; absent means the head. */
  seq?: number;
}

/** The state of the character. */
export interface GetMindResponse {
  /** State. */
  mind: Mind;
}

/** A character, as a game shows it. */
export interface CastMember {
  /** Id, unique within its world. */
  characterId?: string;
  /** Name. */
  name?: string;
  /** Place where the character is at the start; empty when unknown. */
  placeId?: string;
  /** Language it speaks, a tag such as `en` or `zh`; empty means the world's. */
  language?: string;
  /** Whether it takes part in the timeline that the request names; not set where it names none. */
  availability?: Availability;
}

/** Which page of a world's characters. */
export interface ListCastRequest {
  /** World. */
  worldId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
  /** Timeline in which to look whether they take part; empty for none. */
  timelineId?: string;
}

/** A page of characters. */
export interface ListCastResponse {
  /** Characters. */
  characters?: CastMember[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/**
 * Why a call was refused. Every error carries a `google.rpc.ErrorInfo` with the name of one of these,
 * without the prefix, as its `reason`, and `npcserver` as its `domain`. More may be added.
 */
export type ErrorReason =
  /** Not set; never sent. */
  | "ERROR_REASON_UNSPECIFIED"
  /**
   * A field of the request is missing, malformed or out of range; `field` names it.
   *
   * {
   * "reason": "INVALID_FIELD",
   * "domain": "npcserver",
   * "metadata": { "field": "affordances[2].name" }
   * }
   */
  | "ERROR_REASON_INVALID_FIELD"
  /**
   * The request id was used before with another body. Choose a new id.
   *
   * {
   * "reason": "REQUEST_ID_REUSED",
   * "domain": "npcserver",
   * "metadata": { "field": "request_id" }
   * }
   */
  | "ERROR_REASON_REQUEST_ID_REUSED"
  /**
   * The page token does not come from this list. Begin with an empty one.
   *
   * {
   * "reason": "PAGE_TOKEN_INVALID",
   * "domain": "npcserver",
   * "metadata": { "field": "page_token" }
   * }
   */
  | "ERROR_REASON_PAGE_TOKEN_INVALID"
  /**
   * There is no such world. Create or import it first.
   *
   * {
   * "reason": "WORLD_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "worldId": "harbour" }
   * }
   */
  | "ERROR_REASON_WORLD_NOT_FOUND"
  /**
   * There is no such place in that world.
   *
   * {
   * "reason": "PLACE_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "placeId": "inn" }
   * }
   */
  | "ERROR_REASON_PLACE_NOT_FOUND"
  /**
   * There is no such character in that world.
   *
   * {
   * "reason": "CHARACTER_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "characterId": "mira" }
   * }
   */
  | "ERROR_REASON_CHARACTER_NOT_FOUND"
  /**
   * There is no such timeline. Start one.
   *
   * {
   * "reason": "TIMELINE_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "timelineId": "tl_4f…" }
   * }
   */
  | "ERROR_REASON_TIMELINE_NOT_FOUND"
  /**
   * There is no such save.
   *
   * {
   * "reason": "SAVE_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "saveId": "sav_4f…" }
   * }
   */
  | "ERROR_REASON_SAVE_NOT_FOUND"
  /**
   * There is no such turn in what this timeline can see.
   *
   * {
   * "reason": "TURN_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "turnId": "trn_4f…" }
   * }
   */
  | "ERROR_REASON_TURN_NOT_FOUND"
  /**
   * The turn proposed no such intent.
   *
   * {
   * "reason": "INTENT_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "intentId": "int_4f…" }
   * }
   */
  | "ERROR_REASON_INTENT_NOT_FOUND"
  /**
   * The id is taken. Choose another, or update what is there.
   *
   * {
   * "reason": "ALREADY_EXISTS",
   * "domain": "npcserver",
   * "metadata": { "kind": "world", "identifier": "harbour" }
   * }
   */
  | "ERROR_REASON_ALREADY_EXISTS"
  /**
   * It was changed since it was read. Read it again and decide again.
   *
   * {
   * "reason": "ETAG_MISMATCH",
   * "domain": "npcserver",
   * "metadata": { "kind": "world" }
   * }
   */
  | "ERROR_REASON_ETAG_MISMATCH"
  /**
   * The timeline has new records since it was read. Read it again and decide again.
   *
   * {
   * "reason": "TIMELINE_MOVED",
   * "domain": "npcserver",
   * "metadata": { "timelineId": "tl_4f…" }
   * }
   */
  | "ERROR_REASON_TIMELINE_MOVED"
  /**
   * The character is answering and too many calls wait already. Try again soon.
   *
   * {
   * "reason": "CHARACTER_BUSY",
   * "domain": "npcserver",
   * "metadata": { "characterId": "mira" }
   * }
   */
  | "ERROR_REASON_CHARACTER_BUSY"
  /**
   * Game time cannot run backwards in a timeline. Load a save instead.
   *
   * {
   * "reason": "CLOCK_MOVED_BACKWARDS",
   * "domain": "npcserver",
   * "metadata": { "now": "2023-02-13T09:00:00Z" }
   * }
   */
  | "ERROR_REASON_CLOCK_MOVED_BACKWARDS"
  /**
   * The intent has its final outcome already.
   *
   * {
   * "reason": "INTENT_ALREADY_SETTLED",
   * "domain": "npcserver",
   * "metadata": { "intentId": "int_4f…" }
   * }
   */
  | "ERROR_REASON_INTENT_ALREADY_SETTLED"
  /**
   * It cannot be deleted while others depend on it; `by` names them.
   *
   * {
   * "reason": "STILL_IN_USE",
   * "domain": "npcserver",
   * "metadata": { "by": "character mira" }
   * }
   */
  | "ERROR_REASON_STILL_IN_USE"
  /**
   * The position is beyond the head of the timeline. Resume from an earlier one.
   *
   * {
   * "reason": "CURSOR_TOO_NEW",
   * "domain": "npcserver",
   * "metadata": { "head": "41" }
   * }
   */
  | "ERROR_REASON_CURSOR_TOO_NEW"
  /**
   * Too much at once: a rate, a size or a queue is at its limit.
   *
   * {
   * "reason": "OVER_LIMIT",
   * "domain": "npcserver",
   * "metadata": { "limit": "500" }
   * }
   */
  | "ERROR_REASON_OVER_LIMIT"
  /**
   * The disk is full; nothing was written. Free some space.
   *
   * {
   * "reason": "STORAGE_FULL",
   * "domain": "npcserver",
   * "metadata": {}
   * }
   */
  | "ERROR_REASON_STORAGE_FULL"
  /**
   * The database does not answer. Try again later.
   *
   * {
   * "reason": "STORAGE_UNAVAILABLE",
   * "domain": "npcserver",
   * "metadata": {}
   * }
   */
  | "ERROR_REASON_STORAGE_UNAVAILABLE"
  /**
   * The language model does not answer, or there is none, and there is no fallback for the call.
   *
   * {
   * "reason": "MODEL_UNAVAILABLE",
   * "domain": "npcserver",
   * "metadata": {}
   * }
   */
  | "ERROR_REASON_MODEL_UNAVAILABLE"
  /**
   * The embedder does not answer. Try again later.
   *
   * {
   * "reason": "EMBEDDER_UNAVAILABLE",
   * "domain": "npcserver",
   * "metadata": {}
   * }
   */
  | "ERROR_REASON_EMBEDDER_UNAVAILABLE"
  /**
   * The call took longer than its deadline.
   *
   * {
   * "reason": "DEADLINE_EXCEEDED",
   * "domain": "npcserver",
   * "metadata": {}
   * }
   */
  | "ERROR_REASON_DEADLINE_EXCEEDED"
  /**
   * An error in the server; the log has it under the request id in the trailer.
   *
   * {
   * "reason": "INTERNAL",
   * "domain": "npcserver",
   * "metadata": {}
   * }
   */
  | "ERROR_REASON_INTERNAL"
  /**
   * The server is shutting down and ends its streams. Connect again and resume from the last
   * position received.
   *
   * {
   * "reason": "SHUTTING_DOWN",
   * "domain": "npcserver",
   * "metadata": {}
   * }
   */
  | "ERROR_REASON_SHUTTING_DOWN"
  /**
   * A character's state changed during a thought, so the thought was dropped; it is repeated by
   * itself. Callers rarely see this; try again.
   *
   * {
   * "reason": "MIND_MOVED",
   * "domain": "npcserver",
   * "metadata": { "characterId": "mira" }
   * }
   */
  | "ERROR_REASON_MIND_MOVED"
  /**
   * The character has no such memory that is visible from there.
   *
   * {
   * "reason": "MEMORY_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "memoryId": "tl_4f….12" }
   * }
   */
  | "ERROR_REASON_MEMORY_NOT_FOUND"
  /**
   * The game left this timeline by loading a save, and the result of a thought or a turn in it came
   * too late. Callers rarely see this; play on in the new timeline, or say it again here.
   *
   * {
   * "reason": "TIMELINE_LEFT",
   * "domain": "npcserver",
   * "metadata": { "timelineId": "tl_4f…" }
   * }
   */
  | "ERROR_REASON_TIMELINE_LEFT"
  /**
   * No such promise is visible from there in the timeline.
   *
   * {
   * "reason": "COMMITMENT_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "commitmentId": "com_4f…" }
   * }
   */
  | "ERROR_REASON_COMMITMENT_NOT_FOUND"
  /**
   * The promise was kept, broken or withdrawn before.
   *
   * {
   * "reason": "COMMITMENT_ALREADY_SETTLED",
   * "domain": "npcserver",
   * "metadata": { "commitmentId": "com_4f…" }
   * }
   */
  | "ERROR_REASON_COMMITMENT_ALREADY_SETTLED"
  /**
   * There is no such book in this world. List the books, or store it first.
   *
   * {
   * "reason": "BOOK_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "bookId": "tide-tables" }
   * }
   */
  | "ERROR_REASON_BOOK_NOT_FOUND"
  /**
   * No such scene is visible from there in the timeline.
   *
   * {
   * "reason": "SCENE_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "sceneId": "gc_4f…" }
   * }
   */
  | "ERROR_REASON_SCENE_NOT_FOUND"
  /**
   * The scene is over.
   *
   * {
   * "reason": "SCENE_CLOSED",
   * "domain": "npcserver",
   * "metadata": { "sceneId": "gc_4f…" }
   * }
   */
  | "ERROR_REASON_SCENE_CLOSED"
  /**
   * The scene does not wait for this from that member now. Get it to see whom it waits for.
   *
   * {
   * "reason": "NOT_YOUR_TURN",
   * "domain": "npcserver",
   * "metadata": { "sceneId": "gc_4f…", "memberId": "sian" }
   * }
   */
  | "ERROR_REASON_NOT_YOUR_TURN"
  /**
   * Another person has that seat.
   *
   * {
   * "reason": "SEAT_TAKEN",
   * "domain": "npcserver",
   * "metadata": { "sceneId": "gc_4f…", "memberId": "sian" }
   * }
   */
  | "ERROR_REASON_SEAT_TAKEN"
  /**
   * No such circle is visible from there in the timeline, or it has broken up.
   *
   * {
   * "reason": "CIRCLE_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "circleId": "cir_4f…" }
   * }
   */
  | "ERROR_REASON_CIRCLE_NOT_FOUND"
  /**
   * The speaker or an addressee is not in the circle.
   *
   * {
   * "reason": "NOT_IN_CIRCLE",
   * "domain": "npcserver",
   * "metadata": { "circleId": "cir_4f…", "memberId": "tom" }
   * }
   */
  | "ERROR_REASON_NOT_IN_CIRCLE"
  /**
   * The call carried no key or token, or one that this server does not accept, such as a token that
   * has ended. Send `authorization: Bearer KEY`; a client with a token gets a new one.
   *
   * {
   * "reason": "UNAUTHENTICATED",
   * "domain": "npcserver",
   * "metadata": {}
   * }
   */
  | "ERROR_REASON_UNAUTHENTICATED"
  /**
   * The game left the timeline by loading a save after the intent was proposed there. `reportTo` is
   * the timeline to report it in; without it the timeline that is played (`playedTimelineId`,
   * missing if it was deleted) does not have the turn: drop the intent.
   *
   * {
   * "reason": "INTENT_TIMELINE_LEFT",
   * "domain": "npcserver",
   * "metadata": {
   * "intentId": "int_4f…", "timelineId": "tl_4f…",
   * "playedTimelineId": "tl_9k…", "reportTo": "tl_9k…"
   * }
   * }
   */
  | "ERROR_REASON_INTENT_TIMELINE_LEFT"
  /**
   * The server has as many calls of this class as it takes at one time, and the call would have
   * waited too long. Try again after the delay of `RetryInfo`. Turns are not refused: the character
   * says an authored line, and the turn ends with `TURN_OUTCOME_SHED`.
   *
   * {
   * "reason": "OVERLOADED",
   * "domain": "npcserver",
   * "metadata": { "callClass": "writes" }
   * }
   */
  | "ERROR_REASON_OVERLOADED"
  /**
   * The key calls more often than the server's settings allow. Try again after the delay of
   * `RetryInfo`.
   *
   * {
   * "reason": "RATE_LIMITED",
   * "domain": "npcserver",
   * "metadata": { "limit": "key" }
   * }
   */
  | "ERROR_REASON_RATE_LIMITED"
  /**
   * The key or token is not for this call, or not for what the call names, whether that exists or
   * not. Use another key, or ask an administrator for one; trying again does not help.
   *
   * {
   * "reason": "PERMISSION_DENIED",
   * "domain": "npcserver",
   * "metadata": { "verb": "delete_world" }
   * }
   */
  | "ERROR_REASON_PERMISSION_DENIED"
  /**
   * There is no such key. List the keys first.
   *
   * {
   * "reason": "KEY_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "keyId": "key_4f…" }
   * }
   */
  | "ERROR_REASON_KEY_NOT_FOUND"
  /**
   * No affordances are stored under that name for the timeline. The game's server stores them first,
   * with `PutAffordanceSet`.
   *
   * {
   * "reason": "AFFORDANCE_SET_NOT_FOUND",
   * "domain": "npcserver",
   * "metadata": { "affordanceSetId": "at-the-bar" }
   * }
   */
  | "ERROR_REASON_AFFORDANCE_SET_NOT_FOUND"
  /**
   * The client speaks a version of the wire that this server does not serve, or does not say which.
   * `update` says which of the two to update: `client` or `server`. Trying again does not help.
   *
   * {
   * "reason": "WIRE_NOT_SERVED",
   * "domain": "npcserver",
   * "metadata": { "update": "client", "wireVersion": "2", "oldestWireVersion": "2" }
   * }
   */
  | "ERROR_REASON_WIRE_NOT_SERVED"
  /**
   * A character that is to speak, listen, or join is absent or dead in this timeline; `availability`
   * says which. Leave it out, or bring it back with `TimelineService.SetAvailability`.
   *
   * {
   * "reason": "CHARACTER_UNAVAILABLE",
   * "domain": "npcserver",
   * "metadata": { "characterId": "mira", "availability": "dead" }
   * }
   */
  | "ERROR_REASON_CHARACTER_UNAVAILABLE";

/** A switch of the server. More may be added. */
export type Feature =
  /** Not set; never sent. */
  | "FEATURE_UNSPECIFIED"
  /** A language model answers players; without it the offline actor does. */
  | "FEATURE_LANGUAGE_MODEL"
  /** A second model answers players while the first one fails. */
  | "FEATURE_FALLBACK_MODEL"
  /** The model reads prompts before a player has spoken. */
  | "FEATURE_READ_AHEAD"
  /** The server listens for HTTP, too. */
  | "FEATURE_HTTP"
  /** Services can be listed by reflection. */
  | "FEATURE_REFLECTION"
  /** Connections are encrypted by the server itself. */
  | "FEATURE_TLS"
  /** Figures are served to Prometheus. */
  | "FEATURE_METRICS"
  /** Turns are traced. */
  | "FEATURE_TRACES"
  /** Players are told that a language model speaks; see `World.disclosures`. */
  | "FEATURE_DISCLOSURE";

/** Nothing needs to be said. */
export interface GetServerRequest {
}

/** The server. */
export interface GetServerResponse {
  /** Server. */
  server: Server;
}

/**
 * A server. A player's token sees `wire_version`, `oldest_wire_version`, `oldest_client_version`,
 * `limits` and `languages`: what a shipped game needs to refuse a wrong version, to size its input
 * fields and to offer languages. All else tells an attacker where to begin, and is left out.
 */
export interface Server {
  /** Version of the server, such as `0.3.0`. */
  version?: string;
  /** Wire that it speaks; see `docs/releases.md`. */
  wireVersion?: number;
  /** Oldest wire that it serves. */
  oldestWireVersion?: number;
  /** First release of the clients that speak `oldest_wire_version`, such as `0.3.0`. */
  oldestClientVersion?: string;
  /** Limits of requests. */
  limits?: ServerLimits;
  /** Switches that are on. */
  features?: Feature[];
  /** Models in use, the one that answers players first. */
  models?: ServedModel[];
  /** Embedder of memories, as `provider:model`. */
  embedder?: string;
  /** Languages that the server has words and prompts for, English first. */
  languages?: ServedLanguage[];
}

/** Limits of requests; lengths are in characters. */
export interface ServerLimits {
  /** Bytes of one request. */
  requestBytes?: number;
  /** Longest utterance. */
  utteranceLength?: number;
  /** Longest name of a player, world, place or save. */
  nameLength?: number;
  /** Longest observation, whisper or seed memory. */
  memoryLength?: number;
  /** Observations in one request. */
  observations?: number;
  /** Affordances of one turn. */
  affordances?: number;
  /** Entities of one turn. */
  entities?: number;
  /** Members of a circle. */
  circleMembers?: number;
  /** Items on one page of a list. */
  pageSize?: number;
}

/** A model in use. */
export interface ServedModel {
  /** Name, as in receipts. */
  name?: string;
  /** What it is called for. */
  purposes?: Purpose[];
  /** Whether it answers only while another one fails. */
  isFallback?: boolean;
}

/** A language that the server has a folder for. */
export interface ServedLanguage {
  /** Tag, such as `zh`. Tags with a region, such as `zh-Hant`, are served by it. */
  code?: string;
  /** Name in the language itself. */
  name?: string;
}

/** One line of play in a world. */
export interface Timeline {
  /** Id. */
  timelineId?: string;
  /** World it is played in. */
  worldId?: string;
  /** Timeline it was forked from; empty for a world's genesis. */
  parentId?: string;
  /** Last position of the parent that it sees. */
  forkSeq?: number;
  /** Position of its newest record. */
  headSeq?: number;
  /** Game time at its head. Game time has no zone and is written as UTC. */
  worldTime?: string;
  /** Label for people. */
  label?: string;
  /** Real time when it was started. */
  createTime?: string;
  /**
   * How many thoughts were still running when the game left it by loading a save. Their results
   * were refused.
   */
  lateResults?: number;
  /** How far thoughts are behind; only in the answer of `GetTimeline`. */
  lateness?: Lateness;
  /** Language of its players where their words do not say another; empty for that of the world. */
  language?: string;
}

/** A named moment of a timeline. */
export interface SaveSlot {
  /** Id; keep it in the game's own save file. */
  saveId?: string;
  /** World. */
  worldId?: string;
  /** Timeline of its position. */
  timelineId?: string;
  /** Position. */
  seq?: number;
  /** Name for people. */
  name?: string;
  /** Game time at that moment. */
  worldTime?: string;
  /** Real time when it was made. */
  createTime?: string;
}

/** Which world to play in. */
export interface StartTimelineRequest {
  /**
   * Makes a retry safe: the same id with the same body gets the first answer again. Optional, at
   * most 36 ASCII characters, kept for at least 24 hours.
   */
  requestId?: string;
  /** World. */
  worldId?: string;
  /** Label for people; at most 80 characters. */
  label?: string;
  /**
   * Language of its players where their words do not say another: a BCP 47 tag such as `en` or
   * `pt-BR`. Empty: that of the world. Timelines that are loaded from its saves keep it.
   */
  language?: string;
}

/** The new timeline. */
export interface StartTimelineResponse {
  /** Timeline, ready to be played. */
  timeline: Timeline;
}

/** Which timeline. */
export interface GetTimelineRequest {
  /** Timeline. */
  timelineId?: string;
}

/** The timeline. */
export interface GetTimelineResponse {
  /** Timeline as it is now. */
  timeline: Timeline;
}

/** Which moment to save. */
export interface SaveRequest {
  /** Makes a retry safe; see `StartTimelineRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Name for people; at most 80 characters. */
  name?: string;
  /**
   * Position to save; absent means the head. What was stored together, such as a turn, is saved as
   * a whole: a position inside it is moved to its end.
   */
  seq?: number;
  /**
   * Whether the save takes the place of those of the same name in this playthrough: in the timeline,
   * and in all that came from the same `StartTimeline` by loads. They are deleted as `DeleteSave`
   * does; needs a `name`.
   */
  overwrite?: boolean;
}

/** The save. */
export interface SaveResponse {
  /** Save. */
  save: SaveSlot;
  /**
   * Whether the save is after the position that was asked for, at the end of what was stored
   * together with it; `save.seq` is the position.
   */
  moved?: boolean;
}

/** Which save to play on from. */
export interface LoadRequest {
  /** Makes a retry safe; see `StartTimelineRequest.request_id`. */
  requestId?: string;
  /** Save. */
  saveId?: string;
  /** Label of the new timeline; at most 80 characters. */
  label?: string;
  /**
   * Timeline that the game leaves by loading, if it does: turns that are spoken there end with
   * `TURN_OUTCOME_LEFT`, its watchers get `TimelineLeft` and end, and results of
   * thoughts still running there are refused. It can be played on nevertheless. Empty: both
   * timelines are played.
   */
  leavingTimelineId?: string;
}

/** The new timeline. */
export interface LoadResponse {
  /** Timeline that continues from the save. */
  timeline: Timeline;
}

/** Whose saves to list. */
export interface ListSavesRequest {
  /** World. */
  worldId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of saves. */
export interface ListSavesResponse {
  /** Saves. */
  saves?: SaveSlot[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** Whose timelines to list. */
export interface ListTimelinesRequest {
  /** World. */
  worldId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
}

/** A page of timelines. */
export interface ListTimelinesResponse {
  /** Timelines. */
  timelines?: Timeline[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}

/** Which save to delete. */
export interface DeleteSaveRequest {
  /** Makes a retry safe; see `StartTimelineRequest.request_id`. */
  requestId?: string;
  /** Save. */
  saveId?: string;
}

/** The save is gone. */
export interface DeleteSaveResponse {
}

/** Which timeline to delete. */
export interface DeleteTimelineRequest {
  /** Makes a retry safe; see `StartTimelineRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Whether saves made on it go as well. */
  deleteSaves?: boolean;
}

/** The timeline is gone. */
export interface DeleteTimelineResponse {
}

/** Whether a character takes part in a timeline from now on. */
export interface SetAvailabilityRequest {
  /** Makes a retry safe; see `StartTimelineRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** New state. The one that it has already changes nothing. */
  availability?: Availability;
  /**
   * What those perceive who are awake at its place, in the third person, such as `Mira falls from
   * the roof and is dead.`; at most 4,000 characters. Empty: a sentence of the server's.
   */
  text?: string;
  /** Whether nobody perceives it. Others learn of it as of anything else: by `Observe`, or in talk. */
  isUnnoticed?: boolean;
}

/** The state is stored. */
export interface SetAvailabilityResponse {
  /** Position of the last record that was stored; that of the head where nothing changed. */
  seq?: number;
}

/** Whose things to list. */
export interface ListObjectStatesRequest {
  /** Timeline. */
  timelineId?: string;
  /** Position to look from; absent means the head. */
  seq?: number;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** `next_page_token` of the page before; empty for the first. */
  pageToken?: string;
  /** Whether to list only things whose state was ever set; all others are idle. */
  onlyTouched?: boolean;
}

/** A page of states. */
export interface ListObjectStatesResponse {
  /** States. */
  objectStates?: ObjectState[];
  /** Token of the next page; empty when this is the last. */
  nextPageToken?: string;
}
