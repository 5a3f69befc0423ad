// What a call may end with instead of an answer, as one type with a reason and a next step.

/**
 * Codes as Connect writes them.
 * @typedef {"canceled"|"unknown"|"invalid_argument"|"deadline_exceeded"|"not_found"
 *   |"already_exists"|"permission_denied"|"resource_exhausted"|"failed_precondition"|"aborted"
 *   |"out_of_range"|"unimplemented"|"internal"|"unavailable"|"data_loss"|"unauthenticated"} Code
 */

/** What to do next, by the server's reason. */
const BY_REASON = {
  UNAUTHENTICATED: "Enter the key that the server was started with (its setting server.keys).",
  TIMELINE_NOT_FOUND: "Start a new game, or load a save.",
  TIMELINE_LEFT: "Go on in the timeline that was loaded.",
  WORLD_NOT_FOUND: "Import the world with `npcserver import FILE`, or choose another.",
  CHARACTER_NOT_FOUND: "Load the scene again; somebody changed the world file.",
  CHARACTER_BUSY: "Wait until the character has answered, then say it again.",
  CIRCLE_NOT_FOUND: "Gather the circle again.",
  NOT_IN_CIRCLE: "Gather the circle again.",
  CLOCK_MOVED_BACKWARDS: "Load a save to go back in time.",
  INTENT_ALREADY_SETTLED: "Nothing; it was settled before.",
  SAVE_NOT_FOUND: "Look at the list of saves again.",
  SHUTTING_DOWN: "Wait until the server is back.",
  WIRE_NOT_SERVED: "Load the page again once it is done.",
  STORAGE_FULL: "Make room on the server's disk.",
  MODEL_UNAVAILABLE: "Try again soon; the server's log says which model is away.",
};

/** What to do next, by the code, where the reason says nothing. */
const BY_CODE = {
  unavailable: "Look whether `npcserver serve` is running at this address, and try again.",
  unauthenticated: BY_REASON.UNAUTHENTICATED,
  deadline_exceeded: "Try again, or allow more time.",
  resource_exhausted: "Wait a moment, and try again.",
  aborted: "Read it again, and decide again.",
  unimplemented: "Update the server; it is older than this page.",
  internal: "Look into the server's log; it says what broke.",
};

/** What to do next where something else answered than an npcserver. */
export const NO_NPCSERVER = "Look whether this is the address of an npcserver.";
const LOG_IN = "Log in to your network's proxy in this browser, and try again.";

/** HTTP statuses of answers that are not the server's own, such as a proxy's. */
const BY_STATUS = new Map([
  [400, "internal"],
  [401, "unauthenticated"],
  [403, "permission_denied"],
  [404, "unimplemented"],
  [407, "unavailable"],
  [429, "unavailable"],
  [502, "unavailable"],
  [503, "unavailable"],
  [504, "unavailable"],
  [511, "unavailable"],
]);

/** Where the status says that it was a proxy, and which step helps. */
const BY_PROXY = new Map([
  [407, ["a proxy wants you to log in first", LOG_IN]],
  [502, ["a proxy answered that it does not reach the server", undefined]],
  [504, ["a proxy answered that the server was too slow", undefined]],
  [511, ["the network wants you to log in first", LOG_IN]],
]);

/**
 * The one error that calls end with.
 *
 * `code` is the status, `reason` the name of an `ErrorReason` without its prefix ("" when the
 * server gave none, as when it cannot be reached), `message` says what is wrong, `nextStep` what to
 * do, `metadata` holds what the message mentions; `retryAfterMs` is 0 unless the server named a
 * time.
 */
export class NpcError extends Error {
  /**
   * @param {Code} code
   * @param {string} message
   * @param {{reason?: string, metadata?: Record<string, string>, retryAfterMs?: number,
   *   nextStep?: string, cause?: unknown}} [more]
   */
  constructor(code, message, more = {}) {
    super(message, { cause: more.cause });
    this.name = "NpcError";
    this.code = code;
    this.reason = more.reason ?? "";
    this.metadata = more.metadata ?? {};
    this.retryAfterMs = more.retryAfterMs ?? 0;
    /** What to do next; empty when the message has said it. */
    this.nextStep = more.nextStep ?? BY_REASON[this.reason] ?? BY_CODE[code] ?? "";
  }

  /** @returns {boolean} Whether the same call may succeed later without any change. */
  get isRetryable() {
    return this.code === "unavailable";
  }

  /** @returns {boolean} Whether the call was given up by its caller, and nothing is wrong. */
  get isCanceled() {
    return this.code === "canceled";
  }

  /** @returns {string} Message and next step, as sentences for people. */
  get sentence() {
    return [this.message, this.nextStep].filter(Boolean).map(asSentence).join(" ");
  }
}

/**
 * Reads an error as Connect writes it, in a body or at the end of a stream.
 * @param {{code?: string, message?: string, details?: {type?: string, debug?: any}[]}} written
 * @returns {NpcError}
 */
export function fromWritten(written) {
  const details = Array.isArray(written.details) ? written.details : [];
  const info = detail(details, "google.rpc.ErrorInfo");
  const retry = detail(details, "google.rpc.RetryInfo");
  const code = /** @type {Code} */ (written.code ?? "unknown");
  return new NpcError(code, written.message || code.replaceAll("_", " "), {
    reason: info.reason ?? "",
    metadata: info.metadata ?? {},
    retryAfterMs: seconds(retry.retryDelay) * 1000,
  });
}

/**
 * Makes an error of an HTTP answer that is no success.
 * @param {number} status
 * @param {string} body
 * @returns {NpcError}
 */
export function fromHttp(status, body) {
  const written = jsonOrNull(body);
  if (written !== null && typeof written === "object" && typeof written.code === "string") {
    return fromWritten(written);
  }
  const code = /** @type {Code} */ (BY_STATUS.get(status) ?? "unknown");
  // A proxy that cannot reach the server, or asks for the key itself, is on the way to one.
  const isOnTheWay = code === "unavailable" || code === "unauthenticated";
  const [problem, nextStep] = BY_PROXY.get(status) ?? [
    "something else than an npcserver answered",
    isOnTheWay ? undefined : NO_NPCSERVER,
  ];
  return new NpcError(code, `${problem}, with HTTP ${status}`, { nextStep });
}

/**
 * @param {Response} response
 * @returns {NpcError} For an answer that succeeded and is none of a server.
 */
export function fromOther(response) {
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (!isPage) return new NpcError("internal", "the answer is no JSON", { nextStep: NO_NPCSERVER });
  return new NpcError("internal", "a page of HTML came in the place of an answer", {
    nextStep: `Your network may want you to log in: open the address in a tab. ${NO_NPCSERVER}`,
  });
}

/**
 * @param {string} text
 * @returns {any} What the text says, or null where it is no JSON.
 */
export function jsonOrNull(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {{type?: string, debug?: any}[]} details @param {string} type @returns {any} */
function detail(details, type) {
  return details.find((one) => one.type === type)?.debug ?? {};
}

/** @param {unknown} duration Such as "1.5s". @returns {number} */
function seconds(duration) {
  return typeof duration === "string" ? Number.parseFloat(duration) || 0 : 0;
}

/** @param {string} text @returns {string} */
function asSentence(text) {
  const ends = /[.!?。！？)]$/u.test(text);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${ends ? "" : "."}`;
}
