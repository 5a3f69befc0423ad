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
  /**
   * Whether it was half heard: its text only hints at what was said, and the character does not know
   * it.
   */
  isHalfHeard?: boolean;
  /**
   * Whether a line, or words heard, tell otherwise what their speaker remembers, as far as the
   * words showed when they were said.
   */
  isDistorted?: boolean;
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
  | "ATTENTION_DORMANT"
  /**
   * An extra: it lives by a plan that it shares with others, which costs nothing while nobody looks,
   * and becomes a whole mind when it is spoken to.
   */
  | "ATTENTION_CROWD";

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
  /** Whether an author set it, and nothing moved it since. */
  isAuthored?: boolean;
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
  /** Scores on the axes that the world declares (`World.axes`), by name. */
  axes?: Record<string, number>;
  /** Names of the thresholds of these axes that hold. */
  thresholds?: string[];
  /**
   * Names of those that began to hold with this change. Each is told once, until it has let go; only
   * in `Watch`.
   */
  crossed?: string[];
  /** Names of those that let go with this change; only in `Watch`. */
  left?: string[];
  /** Whether an author set it, and nothing moved it since. */
  isAuthored?: boolean;
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
  /** Whether an author set it, and nothing moved it since. */
  isAuthored?: boolean;
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

/** How loud a voice is. More may be added. */
export type Loudness =
  /** As `TALK`. */
  | "LOUDNESS_UNSPECIFIED"
  /**
   * Heard whole by those to whom it is said. Characters at the same `Movement.spot` catch a word or
   * two; where the game names no spots, nobody does.
   */
  | "LOUDNESS_WHISPER"
  /** Heard at the place: whole at the same spot, half at others. */
  | "LOUDNESS_TALK"
  /**
   * Heard whole at the place, in the place that it is a part of and in the parts of that, and half
   * one place further; `Place.walls` says what walls let through.
   */
  | "LOUDNESS_SHOUT";

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
  /**
   * How loud it is, where it can be heard. A shout without `witness_ids` reaches others than those
   * within `range`, too; of a whisper those next to `witness_ids` catch a word or two.
   */
  loudness?: Loudness;
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
  /**
   * Where in the place, by a name that the game chooses, such as `corner table`; at most 80
   * characters. People at one spot hear each other whole, and those at another half. Holds until
   * the next movement; empty means at no spot.
   */
  spot?: string;
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
  /** How loud the words are. A whisper is answered by a whisper. */
  loudness?: Loudness;
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
  /** False when the turn was already over. */
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
  /** What it does now in that timeline; not set where it does nothing, or the request names none. */
  step?: Step;
  /** Place where it is now in that timeline; empty when it is nowhere, or the request names none. */
  currentPlaceId?: string;
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
  | "ERROR_REASON_CHARACTER_UNAVAILABLE"
  /**
   * The world is served by another shard, or is being moved there at this moment; `shard` names it.
   * Repeat the call under the same request id: the balancer sends it to the right one. One that is
   * in an archive is back when its operator restores it.
   *
   * {
   * "reason": "WORLD_MOVED",
   * "domain": "npcserver",
   * "metadata": { "worldId": "harbour", "shard": "shard2" }
   * }
   */
  | "ERROR_REASON_WORLD_MOVED";

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
