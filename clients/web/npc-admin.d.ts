// Generated from proto/npcserver by proto/generate_typescript.py; do not edit.

import type {
  Act,
  ActionIntent,
  Affordance,
  Belief,
  BudgetScope,
  CallOptions,
  Commitment,
  DayPlan,
  Entity,
  Line,
  Memory,
  MemoryKind,
  Mood,
  NpcClient,
  ObjectState,
  Origin,
  OutcomeReported,
  Purpose,
  Rung,
  Secret,
  Standing,
  TurnOutcome,
  Verb,
  Verdict,
} from "./npc.js";

/** What authors, operators and a game's own server call; a player's game leaves it out. */
export class NpcAdmin {
  /** Makes its calls through a client. */
  constructor(npc: NpcClient);
  readonly npc: NpcClient;
  /** Makes a unary call, as `NpcClient.call` does. Throws an `NpcError`. */
  call<M extends keyof UnaryMethods>(
    method: M,
    request: UnaryMethods[M]["request"],
    options?: CallOptions,
  ): Promise<UnaryMethods[M]["response"]>;
  /** Opens a server stream, as `NpcClient.stream` does. */
  stream<M extends keyof StreamMethods>(
    method: M,
    request: StreamMethods[M]["request"],
    options?: CallOptions,
  ): AsyncGenerator<StreamMethods[M]["response"], void, void>;
}

export interface UnaryMethods {
  /** Makes a key. Its secret is in the answer and can be read nowhere else. */
  "AccessService/CreateKey": { request: CreateKeyRequest; response: CreateKeyResponse };
  /**
   * Lists all keys, those that no longer count included, newest first, without secrets. Keys of the
   * server's settings are not among them.
   */
  "AccessService/ListKeys": { request: ListKeysRequest; response: ListKeysResponse };
  /** Gives a key a new secret. The one before counts on for `overlap_seconds`; an earlier one ends. */
  "AccessService/RotateKey": { request: RotateKeyRequest; response: RotateKeyResponse };
  /**
   * Revokes a key, and with it all tokens that were made for it. Every server of the database refuses
   * them within a few seconds, and ends their streams before the next message. Revoking again changes
   * nothing.
   */
  "AccessService/RevokeKey": { request: RevokeKeyRequest; response: RevokeKeyResponse };
  /**
   * Stores what characters may do in turns of players, under a name that a player's request then
   * refers to; a set of that name is replaced. It goes with the timeline; a timeline that is loaded
   * from a save has none yet.
   */
  "AccessService/PutAffordanceSet": { request: PutAffordanceSetRequest; response: PutAffordanceSetResponse };
  /** Lists what `PutAffordanceSet` has stored for a timeline, by name. */
  "AccessService/ListAffordanceSets": { request: ListAffordanceSetsRequest; response: ListAffordanceSetsResponse };
  /**
   * Makes a token with which the client of one player may speak for that player in one timeline, and
   * for nobody else.
   */
  "AccessService/MintPlayerToken": { request: MintPlayerTokenRequest; response: MintPlayerTokenResponse };
  /** Lists the entries of a world, oldest first. */
  "AuditService/ListAuditEntries": { request: ListAuditEntriesRequest; response: ListAuditEntriesResponse };
  /**
   * Exports up to 5,000 entries as lines of JSON for `npcserver audit verify`, and after the last one
   * the signed heads.
   */
  "AuditService/ExportAudit": { request: ExportAuditRequest; response: ExportAuditResponse };
  /** Signs the present head, and returns it: that the log has so many entries, and the last link. */
  "AuditService/GetAuditHead": { request: GetAuditHeadRequest; response: GetAuditHeadResponse };
  /**
   * Shows what rests on a memory before it is corrected: what was inferred from it, said because of
   * it, heard by others and planned, over any number of hops, in all timelines that see it.
   */
  "CorrectionService/PreviewCorrection": { request: PreviewCorrectionRequest; response: PreviewCorrectionResponse };
  /**
   * Gives a memory other words, withdraws it or locks it, and treats what rests on it as chosen.
   * Idempotent by `request_id`.
   */
  "CorrectionService/CorrectMemory": { request: CorrectMemoryRequest; response: CorrectMemoryResponse };
  /** Gives a character a memory of something that it has always known. Idempotent by `request_id`. */
  "CorrectionService/AddMemory": { request: AddMemoryRequest; response: AddMemoryResponse };
  /**
   * Sets the mood, a belief, a standing or the place of a character; play moves it on from there. No
   * record names such a state as what it rests on, so what was said and thought before stays.
   * Idempotent by `request_id`.
   */
  "CorrectionService/SetState": { request: SetStateRequest; response: SetStateResponse };
  /**
   * Takes a correction back: what it withdrew exists again, and what it added does not. A state that
   * has changed since stays. Idempotent by `request_id`.
   */
  "CorrectionService/UndoCorrection": { request: UndoCorrectionRequest; response: UndoCorrectionResponse };
  /** Lists the corrections of a timeline, newest first, those that were taken back included. */
  "CorrectionService/ListCorrections": { request: ListCorrectionsRequest; response: ListCorrectionsResponse };
  /**
   * Stores a book, replaces the one with the same id, and cuts it into passages. Idempotent by
   * `request_id`.
   */
  "LoreService/PutBook": { request: PutBookRequest; response: PutBookResponse };
  /** Returns a book. */
  "LoreService/GetBook": { request: GetBookRequest; response: GetBookResponse };
  /** Lists the books of a world by id, without their chapters' texts. */
  "LoreService/ListBooks": { request: ListBooksRequest; response: ListBooksResponse };
  /** Lists the passages of a book in order, as it was cut. */
  "LoreService/ListPassages": { request: ListPassagesRequest; response: ListPassagesResponse };
  /** Deletes a book. Receipts that cite it keep the ids of its passages. Idempotent by `request_id`. */
  "LoreService/DeleteBook": { request: DeleteBookRequest; response: DeleteBookResponse };
  /**
   * Creates a character with its persona and seed memories. Timelines that were started before do
   * not have its seed memories. Idempotent by `request_id`.
   */
  "PersonaService/CreateCharacter": { request: CreateCharacterRequest; response: CreateCharacterResponse };
  /** Returns a character with its present persona. */
  "PersonaService/GetCharacter": { request: GetCharacterRequest; response: GetCharacterResponse };
  /** Lists the characters of a world, ordered by id. */
  "PersonaService/ListCharacters": { request: ListCharactersRequest; response: ListCharactersResponse };
  /**
   * Changes fields of a character. A changed persona becomes a new version and is in force from
   * the next turn on. Idempotent by `request_id`.
   */
  "PersonaService/UpdateCharacter": { request: UpdateCharacterRequest; response: UpdateCharacterResponse };
  /** Deletes a character. Its records stay in the timelines. Idempotent by `request_id`. */
  "PersonaService/DeleteCharacter": { request: DeleteCharacterRequest; response: DeleteCharacterResponse };
  /** Lists the versions of a persona, newest first. */
  "PersonaService/ListPersonaVersions": { request: ListPersonaVersionsRequest; response: ListPersonaVersionsResponse };
  /** Lists what a character knows from the start, in the order in which it happened. */
  "PersonaService/ListSeedMemories": { request: ListSeedMemoriesRequest; response: ListSeedMemoriesResponse };
  /**
   * Replaces what a character knows from the start. Timelines that were started before keep what
   * they had. Idempotent by `request_id`.
   */
  "PersonaService/UpdateSeedMemories": { request: UpdateSeedMemoriesRequest; response: UpdateSeedMemoriesResponse };
  /**
   * Asks a character a question, which it answers from memory and forgets: the interview leaves no
   * trace in memories, timeline or access times. Waits for a model.
   */
  "PersonaService/Interview": { request: InterviewRequest; response: InterviewResponse };
  /**
   * Gives a character an inner voice: a memory that it takes for its own thought, and an order for
   * its plans. Idempotent by `request_id`.
   */
  "PersonaService/Whisper": { request: WhisperRequest; response: WhisperResponse };
  /**
   * Moves how a character stands to another in a timeline, as a quest or a deed that only the game
   * knows of does. Idempotent by `request_id`.
   */
  "PersonaService/MoveStanding": { request: MoveStandingRequest; response: MoveStandingResponse };
  /** Writes a draft, in place of the one that holds. Idempotent by `request_id`. */
  "DraftService/UpdateDraft": { request: UpdateDraftRequest; response: UpdateDraftResponse };
  /** Returns a draft beside what is published, with the fields that differ. */
  "DraftService/GetDraft": { request: GetDraftRequest; response: GetDraftResponse };
  /** Lists the drafts that hold in a timeline: of characters, books and affordances, each by id. */
  "DraftService/ListDrafts": { request: ListDraftsRequest; response: ListDraftsResponse };
  /**
   * Ends a draft: its timeline uses what is published from then on. Timelines that were forked
   * while it held keep it. Idempotent by `request_id`.
   */
  "DraftService/DiscardDraft": { request: DiscardDraftRequest; response: DiscardDraftResponse };
  /** Shows which timelines and players a publication would reach. */
  "DraftService/PreviewPublication": { request: PreviewPublicationRequest; response: PreviewPublicationResponse };
  /**
   * Makes a draft what is published, in force from the next turn on in all timelines without
   * another draft of it. Refused with `ETAG_MISMATCH` if it was published anew since the draft was
   * begun; then nothing is changed. Idempotent by `request_id`.
   */
  "DraftService/PublishDraft": { request: PublishDraftRequest; response: PublishDraftResponse };
  /** Returns what drafts change, as the text of a file. */
  "DraftService/ExportDrafts": { request: ExportDraftsRequest; response: ExportDraftsResponse };
  /**
   * Drafts what a file says, upon the drafts that hold; fields that it does not name stay as they
   * are. Refused with all problems of the file, each with its line. Idempotent by `request_id`.
   */
  "DraftService/ImportDrafts": { request: ImportDraftsRequest; response: ImportDraftsResponse };
  /** Lists a character's memories as one vantage sees them, newest first. */
  "MemoryService/ListMemories": { request: ListMemoriesRequest; response: ListMemoriesResponse };
  /**
   * Returns the memories that a character would recall at some words, with the scores. Does not
   * count as an access.
   */
  "MemoryService/Recall": { request: RecallRequest; response: RecallResponse };
  /**
   * Returns the receipt of a turn, of a move of a scene, or of the thought that left a memory:
   * what it was made from, and with `rendered_prompt` the prompt itself.
   */
  "MemoryService/Explain": { request: ExplainRequest; response: ExplainResponse };
  /**
   * Returns what a character inferred, and from what: a tree whose leaves are original observations
   * (Generative Agents, figure 7).
   */
  "MemoryService/GetReflectionTree": { request: GetReflectionTreeRequest; response: GetReflectionTreeResponse };
  /**
   * Returns the whole path of a memory: who witnessed it, who told whom, in which turn, when, and in
   * what words.
   */
  "MemoryService/TraceMemory": { request: TraceMemoryRequest; response: TraceMemoryResponse };
  /** Lists the characters who have a visible memory of a fact, and the source of each. */
  "MemoryService/WhoKnows": { request: WhoKnowsRequest; response: WhoKnowsResponse };
  /** Pins a memory, so that it is recalled in every turn, or unpins it. Idempotent by `request_id`. */
  "MemoryService/PinMemory": { request: PinMemoryRequest; response: PinMemoryResponse };
  /**
   * Reports how useful the memories of a character are: duplicates, contradictions, leftovers, and
   * the share that is junk.
   */
  "MemoryService/ReportMemories": { request: ReportMemoriesRequest; response: ReportMemoriesResponse };
  /**
   * Compares two moments: what each character remembers, believes, feels and plans in one and not
   * in the other. Calls no model and leaves no trace.
   */
  "MemoryService/Diff": { request: DiffRequest; response: DiffResponse };
  /**
   * Returns one turn as a file: its receipt, its prompt, its answer and the records that these are
   * made from, without words and names of other players. `npcserver incident` opens it.
   */
  "MemoryService/ExportIncident": { request: ExportIncidentRequest; response: ExportIncidentResponse };
  /**
   * Erases a player from a world: words, names, and what characters derived from them, in all
   * timelines and saves. Turns that answer the player end; what is under way is erased as it is
   * stored, for a minute. Nothing that other players said is changed, unless it names the player.
   * Forgetting again, or a player of whom nothing is stored, is no error.
   */
  "PlayerService/ForgetPlayer": { request: ForgetPlayerRequest; response: ForgetPlayerResponse };
  /**
   * Exports what the log of a world holds of a player, as lines of JSON: a first line that says what
   * it is, and each record that is tied to the player's id. Large exports come in parts.
   */
  "PlayerService/ExportPlayer": { request: ExportPlayerRequest; response: ExportPlayerResponse };
  /**
   * Gives the characters of a timeline the memories and relations of an export, so that they know the
   * player there. A repeat with the same `request_id` changes nothing.
   */
  "PlayerService/ImportPlayer": { request: ImportPlayerRequest; response: ImportPlayerResponse };
  /**
   * Opens a scene from a scene file. It waits to be advanced. A scene file with mistakes is
   * refused with all of them, by line and field. A server without a language model fails with
   * FAILED_PRECONDITION and the reason MODEL_UNAVAILABLE. Idempotent by `request_id`.
   */
  "SceneService/OpenScene": { request: OpenSceneRequest; response: OpenSceneResponse };
  /** Returns the stage of a scene, the state of its members, and whom it waits for. */
  "SceneService/GetScene": { request: GetSceneRequest; response: GetSceneResponse };
  /** Lists the scenes of a timeline, oldest first. */
  "SceneService/ListScenes": { request: ListScenesRequest; response: ListScenesResponse };
  /**
   * Lets a scene run by itself, up to a point. Returns at once; watch the events. A server
   * without a language model fails as in `OpenScene`. Idempotent by `request_id`.
   */
  "SceneService/AdvanceScene": { request: AdvanceSceneRequest; response: AdvanceSceneResponse };
  /**
   * Lets a person speak and decide for a member from now on; the scene waits for them whenever
   * it is that member's turn. Idempotent by `request_id`.
   */
  "SceneService/TakeSeat": { request: TakeSeatRequest; response: TakeSeatResponse };
  /** Gives a seat back: the member speaks and decides for itself again. Idempotent by `request_id`. */
  "SceneService/LeaveSeat": { request: LeaveSeatRequest; response: LeaveSeatResponse };
  /**
   * Speaks: from a seat when it is that member's turn, or from the audience, before all, at any time
   * until it is closed. Idempotent by `request_id`.
   */
  "SceneService/SpeakInScene": { request: SpeakInSceneRequest; response: SpeakInSceneResponse };
  /** Chooses, from a seat, whom to talk with. Idempotent by `request_id`. */
  "SceneService/ChoosePartner": { request: ChoosePartnerRequest; response: ChoosePartnerResponse };
  /** Votes, from a seat. Idempotent by `request_id`. */
  "SceneService/CastVote": { request: CastVoteRequest; response: CastVoteResponse };
  /**
   * Ends a scene early: nobody wins. Closing one that is over changes nothing. Idempotent by
   * `request_id`.
   */
  "SceneService/CloseScene": { request: CloseSceneRequest; response: CloseSceneResponse };
  /**
   * Returns the result of a scene so far: votes, winner, the relations of members, what was
   * said, and how rich its language is.
   */
  "SceneService/GetSceneResult": { request: GetSceneResultRequest; response: GetSceneResultResponse };
  /**
   * Sets or removes a limit on what models may cost in a calendar day; in force at once here, and
   * within seconds on other servers of the database. For administrators: it decides about money.
   */
  "SpendingService/SetSpendingLimit": { request: SetSpendingLimitRequest; response: SetSpendingLimitResponse };
  /** Returns what the models of a timeline have cost in its present game day. */
  "SpendingService/GetDaySpending": { request: GetDaySpendingRequest; response: GetDaySpendingResponse };
  /** Lists the limits of a world and what was spent on a day: the world first, then by scope and id. */
  "SpendingService/ListSpending": { request: ListSpendingRequest; response: ListSpendingResponse };
  /** Creates a world. Idempotent by `request_id`. */
  "WorldService/CreateWorld": { request: CreateWorldRequest; response: CreateWorldResponse };
  /** Returns a world. */
  "WorldService/GetWorld": { request: GetWorldRequest; response: GetWorldResponse };
  /** Lists worlds, ordered by id. */
  "WorldService/ListWorlds": { request: ListWorldsRequest; response: ListWorldsResponse };
  /** Changes fields of a world. Idempotent by `request_id`. */
  "WorldService/UpdateWorld": { request: UpdateWorldRequest; response: UpdateWorldResponse };
  /** Deletes a world with its places, characters, timelines and saves. Idempotent by `request_id`. */
  "WorldService/DeleteWorld": { request: DeleteWorldRequest; response: DeleteWorldResponse };
  /**
   * Imports a world file: creates the world, or changes what the file names and leaves all else. Says
   * what it would do with `validate_only`. Idempotent by `request_id`.
   */
  "WorldService/ImportWorld": { request: ImportWorldRequest; response: ImportWorldResponse };
  /** Returns a world as a world file. */
  "WorldService/ExportWorld": { request: ExportWorldRequest; response: ExportWorldResponse };
  /** Creates a place. Idempotent by `request_id`. */
  "WorldService/CreatePlace": { request: CreatePlaceRequest; response: CreatePlaceResponse };
  /** Returns a place. */
  "WorldService/GetPlace": { request: GetPlaceRequest; response: GetPlaceResponse };
  /** Lists the places of a world, ordered by id. */
  "WorldService/ListPlaces": { request: ListPlacesRequest; response: ListPlacesResponse };
  /** Changes fields of a place. Idempotent by `request_id`. */
  "WorldService/UpdatePlace": { request: UpdatePlaceRequest; response: UpdatePlaceResponse };
  /** Deletes a place that has no parts and no residents. Idempotent by `request_id`. */
  "WorldService/DeletePlace": { request: DeletePlaceRequest; response: DeletePlaceResponse };
}

export interface StreamMethods {
  /**
   * Streams the passages that answer a question or may answer it, best first, then ends. Nothing is
   * made up: each tells its `confidence`, and with `min_confidence` 0.5 the stream is empty where no
   * passage answers. Calls no model.
   */
  "LoreService/Ask": { request: AskRequest; response: AskResponse };
  /**
   * Streams the events of a scene, from a position on: all of them, or what one member or the
   * audience may know, when they may know it. An event that becomes known later is at the position
   * by which it became known. Ends after `closed`, and when the game leaves the timeline.
   */
  "SceneService/WatchScene": { request: WatchSceneRequest; response: WatchSceneResponse };
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

/** What an entry says of a record. More may be added. */
export type AuditKind =
  /** Not set. */
  | "AUDIT_KIND_UNSPECIFIED"
  /** A model was asked, and the record holds what came of it. */
  | "AUDIT_KIND_ASKED"
  /** A player who is only named in the record was forgotten; the digest is the new one. */
  | "AUDIT_KIND_CHANGED"
  /** The record was of a player who was forgotten. */
  | "AUDIT_KIND_FORGOTTEN"
  /** The timeline was deleted. */
  | "AUDIT_KIND_DELETED"
  /** An author corrected what a character remembers, and the record is a part of that. */
  | "AUDIT_KIND_CORRECTED"
  /** The deleted timeline was brought back from an archive, as its entries prove. */
  | "AUDIT_KIND_RESTORED"
  /** An author drafted something for the timeline, or published or discarded the draft. */
  | "AUDIT_KIND_DRAFTED";

/** One entry. */
export interface AuditEntry {
  /** Its number, from 1. */
  number?: string;
  /** What it says. */
  kind?: AuditKind;
  /** Timeline of the record. */
  timelineId?: string;
  /** Position of the record; 0 for a whole timeline. */
  seq?: string;
  /** When it was written. */
  writeTime?: string;
  /** HMAC-SHA256 over the record, in hex, under a key that only the database has; empty for none. */
  digest?: string;
  /** SHA-256 over the link before and this entry, in hex. */
  link?: string;
}

/** Which entries to list. */
export interface ListAuditEntriesRequest {
  /** World. */
  worldId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** From the page before; empty for the first. */
  pageToken?: string;
}

/** A page of entries. */
export interface ListAuditEntriesResponse {
  /** Entries. */
  entries?: AuditEntry[];
  /** For the next page; empty after the last. */
  nextPageToken?: string;
}

/** Which log to export. */
export interface ExportAuditRequest {
  /** World. */
  worldId?: string;
  /** Number after which to go on; 0 for all. */
  afterNumber?: string;
}

/** An export. */
export interface ExportAuditResponse {
  /** One JSON object a line. */
  lines?: string;
  /** Number to go on after; 0 at the end. */
  nextNumber?: string;
}

/** Whose head to sign. */
export interface GetAuditHeadRequest {
  /** World. */
  worldId?: string;
}

/** A signed head. */
export interface GetAuditHeadResponse {
  /** How many entries the log has. */
  number?: string;
  /** A C2SP signed note; empty while the log has no entry. */
  note?: string;
  /** Public half of the key, as verifiers of such notes take it. */
  verifierKey?: string;
}

/** What becomes of a record that rests on a corrected memory. */
export type DependentChoice =
  /** The choice for the others of the request; for those, to leave it. */
  | "DEPENDENT_CHOICE_UNSPECIFIED"
  /** It stays as it is. */
  | "DEPENDENT_CHOICE_LEAVE"
  /** A memory stays, and its character hardly believes it. States and own lines stay as they are. */
  | "DEPENDENT_CHOICE_DOUBT"
  /**
   * It is gone. Inferences and plans are made anew; of a state what rested on the memory is taken
   * off. A line stays said, and its speaker and hearers do not remember it.
   */
  | "DEPENDENT_CHOICE_MAKE_ANEW";

/** What kind of record rests on a memory. More may be added. */
export type DependentKind =
  /** Not set. */
  | "DEPENDENT_KIND_UNSPECIFIED"
  /** Something perceived or known. */
  | "DEPENDENT_KIND_OBSERVATION"
  /** Words that a character heard. */
  | "DEPENDENT_KIND_UTTERANCE"
  /** Words that a character said. */
  | "DEPENDENT_KIND_LINE"
  /** An inner voice. */
  | "DEPENDENT_KIND_WHISPER"
  /** An inference. */
  | "DEPENDENT_KIND_REFLECTION"
  /** Something the character means to do. */
  | "DEPENDENT_KIND_PLAN"
  /** The plan for a day. */
  | "DEPENDENT_KIND_DAY"
  /** What a character does. */
  | "DEPENDENT_KIND_ACT"
  /** A relation to another person. */
  | "DEPENDENT_KIND_RELATION"
  /** A belief. */
  | "DEPENDENT_KIND_BELIEF"
  /** A mood. */
  | "DEPENDENT_KIND_MOOD"
  /** A promise. */
  | "DEPENDENT_KIND_COMMITMENT";

/** A record that rests on a memory. */
export interface Dependent {
  /** Timeline that owns it. */
  timelineId?: string;
  /** Position. */
  seq?: number;
  /** Kind. */
  kind?: DependentKind;
  /** Character that has it. */
  characterId?: string;
  /** Name of the character. */
  characterName?: string;
  /** Id of the memory; empty for a state, such as a relation. */
  memoryId?: string;
  /** Its words. */
  text?: string;
  /** Those of its words that show that it rests on the memory. */
  words?: string;
  /** Inferences and retellings between: 1 for what rests on the memory directly. */
  hops?: number;
  /** Positions of what it directly rests on. */
  fromSeqs?: number[];
}

/** The memory that is to be corrected. */
export interface PreviewCorrectionRequest {
  /** Timeline. */
  timelineId?: string;
  /** Id of the memory, as `ListMemories` shows it. */
  memoryId?: string;
}

/** What rests on a memory. */
export interface PreviewCorrectionResponse {
  /** Timelines that see the memory, the named one first; at most 200 are searched. */
  timelineIds?: string[];
  /** What rests on it, by position; a record that several timelines see stands there once. */
  dependents?: Dependent[];
}

/** The choice for one record. */
export interface ChosenDependent {
  /** Position of the record. */
  seq?: number;
  /** What becomes of it. */
  choice?: DependentChoice;
}

/** A correction. */
export interface CorrectMemoryRequest {
  /** Makes the call safe to repeat; see `SayRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Id of the memory, as `ListMemories` shows it. */
  memoryId?: string;
  /**
   * The words it is to have. For words that were heard or said: what the character is to know
   * instead.
   */
  text?: string;
  /** The character is to have no such memory. */
  withdraw?: boolean;
  /** To whom it may be told from now on. */
  lock?: Secret;
  /** What becomes of all that rests on it and is not in `choices`. */
  others?: DependentChoice;
  /** What becomes of single records, at most 2,000. */
  choices?: ChosenDependent[];
  /** Why, for those who read the list of corrections; at most 500 characters. */
  why?: string;
}

/** A correction that was made. */
export interface CorrectMemoryResponse {
  /** Its id, for `UndoCorrection`. */
  correctionId?: string;
  /** Its position: it holds from here on. */
  seq?: number;
  /** Id of the memory that stands in for the old one; empty if it was withdrawn. */
  memoryId?: string;
  /** Positions of what rested on it and was changed. */
  changed?: number[];
  /** Positions of what rested on it and was left. */
  left?: number[];
}

/** A memory to add. */
export interface AddMemoryRequest {
  /** Makes the call safe to repeat; see `SayRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** What it knows, at most 4,000 characters. */
  text?: string;
  /** Importance, 1 to 10; not set: it is rated. */
  importance?: number;
  /** To whom it may be told; not set: everyone. */
  secret?: Secret;
  /** Why, at most 500 characters. */
  why?: string;
}

/** The memory that was added. */
export interface AddMemoryResponse {
  /** Id of the correction, for `UndoCorrection`. */
  correctionId?: string;
  /** Its position. */
  seq?: number;
  /** Id of the memory. */
  memoryId?: string;
}

/** A mood to set; 0 and 0 is calm. */
export interface MoodSetting {
  /** From -1 (unpleasant) to 1 (pleasant). */
  valence?: number;
  /** From -1 (drowsy) to 1 (excited). */
  arousal?: number;
  /** Why, in a few words that prompts show; at most 500 characters. */
  why?: string;
}

/** A belief to set. */
export interface BeliefSetting {
  /** Topic of a belief that the character has, as `GetMind` shows it; empty: made from `text`. */
  topic?: string;
  /** Statement, at most 500 characters; empty: that of the topic. */
  text?: string;
  /** From 0 (surely not) to 100 (surely). */
  score?: number;
}

/** A standing to set; what is not set stays as it is. */
export interface StandingSetting {
  /** Character or player to whom it stands so; must be set. */
  otherId?: string;
  /** From -100 (hatred) to 100 (devotion). */
  affinity?: number;
  /** From 0 to 100. */
  trust?: number;
  /** From 0 to 100. */
  familiarity?: number;
  /** Its view of them, in a sentence; at most 500 characters; empty: it stays. */
  view?: string;
  /** Scores on axes that the world declares, by name. */
  axes?: Record<string, number>;
}

/** Where a character is to be. Its plan, or your game, moves it on. */
export interface PlaceSetting {
  /** Place; must be set. */
  placeId?: string;
  /** Where in the place, at most 80 characters; see `Movement.spot`. */
  spot?: string;
}

/** A state to set. */
export interface SetStateRequest {
  /** Makes the call safe to repeat; see `SayRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Character. */
  characterId?: string;
  /** Its mood. */
  mood?: MoodSetting;
  /** One of its beliefs. */
  belief?: BeliefSetting;
  /** Its standing to another. */
  standing?: StandingSetting;
  /** Where it is; of a character that is absent or dead, see `TimelineService.SetAvailability`. */
  place?: PlaceSetting;
  /** Why, at most 500 characters. */
  why?: string;
}

/** The correction that set it. */
export interface SetStateResponse {
  /** Id of the correction, for `UndoCorrection`. */
  correctionId?: string;
  /** Its position: it holds from here on. */
  seq?: number;
}

/** The correction to take back. */
export interface UndoCorrectionRequest {
  /** Makes the call safe to repeat; see `SayRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Id of the correction; one that took another back can be taken back, too. */
  correctionId?: string;
  /** Why, at most 500 characters. */
  why?: string;
}

/** What took it back. */
export interface UndoCorrectionResponse {
  /** Id of this correction. */
  correctionId?: string;
  /** Its position. */
  seq?: number;
}

/** Whose corrections to list. */
export interface ListCorrectionsRequest {
  /** Timeline. */
  timelineId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** From the page before; empty for the first. */
  pageToken?: string;
}

/** A state that a correction set. */
export interface CorrectedState {
  /** Character. */
  characterId?: string;
  /** Its mood. */
  mood?: Mood;
  /** A belief. */
  belief?: Belief;
  /** A standing. */
  standing?: Standing;
  /** Where it is. */
  placeId?: string;
}

/** A correction in the list. */
export interface ListedCorrection {
  /** Id. */
  correctionId?: string;
  /** Position from which it holds. */
  seq?: number;
  /** When it was made. */
  createTime?: string;
  /** Id of the key with which it was made. */
  authorId?: string;
  /** Why. */
  why?: string;
  /** Id of the correction that it takes back; empty for none. */
  undoes?: string;
  /** Whether it was taken back. */
  isUndone?: boolean;
  /** Memories that it withdrew, as they were. */
  withdrawn?: Memory[];
  /** Memories that it added, or brought back. */
  added?: Memory[];
  /** Moods, beliefs, standings and places that it set; not plans and promises. */
  states?: CorrectedState[];
}

/** A page of corrections. */
export interface ListCorrectionsResponse {
  /** Corrections. */
  corrections?: ListedCorrection[];
  /** For the next page; empty after the last. */
  nextPageToken?: string;
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
  /**
   * Timeline whose story flags unlock passages, and whose drafts stand in place of books; empty: secret
   * passages stay locked.
   */
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

/** A fact that a character must tell once a story flag is set, and not before. */
export interface Beat {
  /** Names it among the beats of the character; 1 to 80 characters. */
  key?: string;
  /** What it tells, in its own words; 1 to 500 characters. */
  fact?: string;
  /** Story flag from which on it is told; see `ObserveRequest.flags`. */
  flag?: string;
  /** Line that is said where none of its answers told it; 1 to 2,000 characters. */
  line?: string;
  /** Within how many of its answers it must be told, 1 to 20; 0 means 3. */
  within?: number;
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
  /** What it must tell in the story, at most 20. */
  beats?: Beat[];
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

/** By how much a standing moves; each number ends at the bounds of its scale. */
export interface MoveStandingRequest {
  /** Makes a retry safe; see `CreateCharacterRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Character whose standing it is. */
  characterId?: string;
  /** Character or player to whom it stands so. */
  otherId?: string;
  /** Change of affinity, -200 to 200. */
  affinity?: number;
  /** Change of trust, -100 to 100. */
  trust?: number;
  /** Change of familiarity, -100 to 100. */
  familiarity?: number;
  /** Changes on axes of the world (`World.axes`), by name. */
  axes?: Record<string, number>;
}

/** The standing after that. */
export interface MoveStandingResponse {
  /** Standing, with the thresholds that it crossed, and without `evidence_ids`. */
  standing: Standing;
}

/** A draft: of a persona, a book, or an affordance of the world's catalogue. */
export interface DraftedPersona {
  /** Timeline in which it was looked for. */
  timelineId?: string;
  /** Character; empty for a draft of something else. */
  characterId?: string;
  /** Position from which it holds; in the lineage of the timeline, so perhaps before its fork. */
  seq?: number;
  /** What it says of the character. */
  persona?: Persona;
  /** What was published when it was begun. */
  base?: Persona;
  /** Number of that version. */
  baseVersion?: number;
  /** What is published now; unset if it was deleted. */
  published?: Persona;
  /** Number of that version. */
  publishedVersion?: number;
  /** Fields in which the draft differs from what is published, such as `voice`. */
  changed?: string[];
  /**
   * Fields that were published anew since the draft was begun; while there are any it cannot be
   * published. Updating the draft with `rebase` settles them.
   */
  contested?: string[];
  /** When it was written. */
  createTime?: string;
  /** Id of the key with which it was written. */
  authorId?: string;
  /** Why. */
  why?: string;
  /** Whether what was published when it was begun was deleted since. */
  isDeleted?: boolean;
  /** Book; empty for a draft of something else. */
  bookId?: string;
  /** What the draft says of the book. */
  book?: Book;
  /** The book that was published when it was begun; unset for a new one. */
  baseBook?: Book;
  /** The book that is published now. */
  publishedBook?: Book;
  /** Affordance; empty for a draft of something else. */
  affordanceName?: string;
  /** What the draft says of the affordance. */
  affordance?: Affordance;
  /** The affordance that was published when it was begun. */
  baseAffordance?: Affordance;
  /** The affordance that is published now. */
  publishedAffordance?: Affordance;
  /** In place of `base_version` for a book or an affordance. */
  baseEtag?: string;
  /** In place of `published_version` for a book or an affordance. */
  publishedEtag?: string;
}

/** What to draft. */
export interface UpdateDraftRequest {
  /** Makes the call safe to repeat; see `SayRequest.request_id`. */
  requestId?: string;
  /** Timeline; not where the world begins. */
  timelineId?: string;
  /** Character; empty where something else is meant. */
  characterId?: string;
  /** Persona with the new values; the others stay as in the draft, or as published. */
  persona?: Persona;
  /** Fields to change, such as `voice`; absent means those that are set. */
  updateMask?: string;
  /** When set, replaces only the draft at that position, or with 0 only where there is none. */
  ifSeq?: number;
  /** Whether the draft counts as begun from what is published now. */
  rebase?: boolean;
  /** Why, for those who read the list of drafts; at most 500 characters. */
  why?: string;
  /** Book with the new values, by its `book_id`, which may be new; of `update_mask` its fields. */
  book?: Book;
  /** Affordance with the new values, by its `name`, which is in the world's catalogue. */
  affordance?: Affordance;
}

/** The draft as it holds now. */
export interface UpdateDraftResponse {
  /** Draft. */
  draft: DraftedPersona;
}

/** Whose draft. */
export interface GetDraftRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character; empty where something else is meant. */
  characterId?: string;
  /** Book. */
  bookId?: string;
  /** Affordance. */
  affordanceName?: string;
}

/** The draft. */
export interface GetDraftResponse {
  /** Draft. */
  draft: DraftedPersona;
}

/** Whose drafts to list. */
export interface ListDraftsRequest {
  /** Timeline. */
  timelineId?: string;
  /** How many at most: 0 means 50, more than 500 means 500. */
  pageSize?: number;
  /** From the page before; empty for the first. */
  pageToken?: string;
}

/** A page of drafts. */
export interface ListDraftsResponse {
  /** Drafts. */
  drafts?: DraftedPersona[];
  /** For the next page; empty after the last. */
  nextPageToken?: string;
}

/** The draft to end. */
export interface DiscardDraftRequest {
  /** Makes the call safe to repeat; see `SayRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Character; empty where something else is meant. */
  characterId?: string;
  /** When set, ends only the draft at that position. */
  ifSeq?: number;
  /** Why, at most 500 characters. */
  why?: string;
  /** Book. */
  bookId?: string;
  /** Affordance. */
  affordanceName?: string;
}

/** The draft is over. */
export interface DiscardDraftResponse {
}

/** The draft to publish. */
export interface PreviewPublicationRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character; empty where something else is meant. */
  characterId?: string;
  /** Book. */
  bookId?: string;
  /** Affordance. */
  affordanceName?: string;
}

/** Whom it would reach. */
export interface PreviewPublicationResponse {
  /** Draft. */
  draft: DraftedPersona;
  /** Timelines that would use it. */
  timelineIds?: string[];
  /** Timelines that have another draft of the character, and keep it. */
  draftedIds?: string[];
  /** Players who play in the first. */
  playerIds?: string[];
}

/** The draft to publish. */
export interface PublishDraftRequest {
  /** Makes the call safe to repeat; see `SayRequest.request_id`. */
  requestId?: string;
  /** Timeline. */
  timelineId?: string;
  /** Character; empty where something else is meant. */
  characterId?: string;
  /** When set, publishes only the draft at that position. */
  ifSeq?: number;
  /** Why, at most 500 characters. */
  why?: string;
  /** Book. */
  bookId?: string;
  /** Affordance. */
  affordanceName?: string;
}

/** What became of the draft. */
export interface PublishDraftResponse {
  /** Number of the version of the persona; 0 for something else. */
  version?: number;
  /** Timelines in which the draft held, and is over. */
  timelineIds?: string[];
  /** Etag of the book, or what stands for the affordance as it is now. */
  etag?: string;
}

/** The drafts to export. */
export interface ExportDraftsRequest {
  /** Timeline. */
  timelineId?: string;
  /** Character; empty for all that is drafted, or where something else is meant. */
  characterId?: string;
  /** Book. */
  bookId?: string;
  /** Affordance. */
  affordanceName?: string;
}

/** The drafts as a file. */
export interface ExportDraftsResponse {
  /** The file, YAML. */
  yaml?: string;
}

/** The file to import. */
export interface ImportDraftsRequest {
  /** Makes the call safe to repeat; see `SayRequest.request_id`. */
  requestId?: string;
  /** Timeline; not where the world begins. */
  timelineId?: string;
  /** The file, YAML; at most 16 MiB. */
  yaml?: string;
  /** Whether to say what the import would do, and change nothing. */
  validateOnly?: boolean;
  /** Why, at most 500 characters. */
  why?: string;
}

/** What the import did, or with `validate_only` would do. */
export interface ImportDraftsResponse {
  /** The drafts as they hold now, or would; in the second case their `seq` is 0. */
  drafts?: DraftedPersona[];
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

/** Which turn to export. */
export interface ExportIncidentRequest {
  /** Timeline. */
  timelineId?: string;
  /** Turn. */
  turnId?: string;
}

/** A turn as a file. */
export interface ExportIncidentResponse {
  /** Name that the file may have. */
  name?: string;
  /** Its content: lines of JSON. */
  text?: string;
}

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
   * Profile that weighs the three terms: `default`, our newest, also by its name `default_v3`;
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
  /** Position of the draft whose persona was used in place of that version; 0 for none. */
  draftSeq?: number;
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
  /** Position of the draft whose persona was used in place of that version; 0 for none. */
  draftSeq?: number;
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
  /**
   * Those of `from_ids` that it tells otherwise: denied, of another person, with another number, or
   * the other way round.
   */
  distortedIds?: string[];
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
  /** Shortest path of the first of them to where it began; `TraceMemory` shows other beginnings. */
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

/** The player to forget. */
export interface ForgetPlayerRequest {
  /** World. */
  worldId?: string;
  /** Id of the player, as in `Speaker.id` and in tokens. */
  playerId?: string;
}

/** What was erased. */
export interface ForgetPlayerResponse {
  /** Whether the world held anything of the player. */
  wasKnown?: boolean;
  /** Records of the log that were erased; they keep their position. */
  records?: string;
  /**
   * Stored prompts that were erased beside those of the records: characters who had met the player
   * may have had the player's words in them.
   */
  prompts?: string;
  /**
   * Other rows: turns under way, jobs, answers of repeated requests, affordance sets, accounts, names
   * of saves and timelines; and records that stay without the player.
   */
  others?: string;
}

/** The player to export. */
export interface ExportPlayerRequest {
  /** World. */
  worldId?: string;
  /** Id of the player. */
  playerId?: string;
  /** `next_line` of the part before; 0 for the first. */
  firstLine?: string;
}

/** A part of an export. */
export interface ExportPlayerResponse {
  /** One JSON object a line. */
  lines?: string;
  /** Where the next part begins; 0 after the last. */
  nextLine?: string;
}

/** What to import. */
export interface ImportPlayerRequest {
  /** Makes the call safe to repeat; see `SayRequest.request_id`. */
  requestId?: string;
  /** Timeline whose characters are to know the player. */
  timelineId?: string;
  /** Lines of an export, or of a part of one. */
  lines?: string;
}

/** What was imported. */
export interface ImportPlayerResponse {
  /** Records that were added. Those of characters whom the world does not have are left out. */
  records?: string;
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

/** What lies around a place. More may be added. */
export type Walls =
  /** Not set. */
  | "WALLS_UNSPECIFIED"
  /** Nothing: it is outdoors, or a corner of another place. */
  | "WALLS_OPEN"
  /** Walls through which a shout is heard whole. */
  | "WALLS_THIN"
  /** Walls through which it is heard half, and no further than next to it. */
  | "WALLS_THICK";

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
  /**
   * Axes along which its characters stand to others, beside affinity, trust and familiarity; at most
   * 12, each with a name of its own.
   */
  axes?: RelationAxis[];
}

/** An axis along which characters stand to others, such as respect, fear or debt. */
export interface RelationAxis {
  /** Name, as prompts and the game call it: letters, digits, blanks, `-` and `_`, at most 40. */
  name?: string;
  /** Lowest score, from -10,000; -100 where it is absent. */
  low?: number;
  /** Highest score, to 10,000; 100 where it is absent. */
  high?: number;
  /** Score of those between whom nothing has happened. */
  start?: number;
  /** Score towards which it fades. */
  toward?: number;
  /** By how much it fades in a game day, 0 to 10,000; with 0 it does not. */
  perDay?: number;
  /** Game days without a change of the standing after which it begins to fade, 0 to 36,500. */
  afterDays?: number;
  /** Scores of which `Watch` tells, at most 10. */
  thresholds?: RelationThreshold[];
}

/** A score of which `Watch` tells when it is crossed. Has `above` or `below`, and not both. */
export interface RelationThreshold {
  /** Name, with which `Standing.crossed` tells of it; as that of an axis. */
  name?: string;
  /** It holds from a score above this one on. */
  above?: number;
  /** It holds from a score below this one on. */
  below?: number;
  /** How far the score has to come back before it lets go, 0 to 10,000; 5 where it is absent. */
  margin?: number;
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
  /**
   * What its walls let through of a shout; not set: open where its name says that it is outdoors,
   * such as a square, else thin.
   */
  walls?: Walls;
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
   * The file, as `docs/world-files.md` describes it, without other files. It may name places and
   * characters that the world has already. The request has at most `request_bytes` of `GetServer`,
   * 1 MiB: send a larger world in parts one after the other, or import it beside the server with
   * `npcserver import FILE`.
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
