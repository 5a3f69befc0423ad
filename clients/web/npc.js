// A client for npcserver in plain JavaScript: Connect with JSON over fetch, without dependencies.
// Works in every browser of the last years, in workers, and in Node from 20 on.
//
//     import { NpcClient } from "./npc.js";
//     const npc = new NpcClient({ url: "http://127.0.0.1:50052" });
//     const world = { worldId: "farrowhithe" };
//     const { timeline } = await npc.call("TimelineService/StartTimeline", world);
//     const turn = npc.say({ timelineId: timeline.timelineId, characterId: "hester",
//       speaker: { id: "ann", name: "Ann" }, text: "Good evening!" });
//     for await (const event of turn) if (event.line) console.log(event.line.text);
//
// Fields with default values are left out of JSON: read `event.seq ?? 0`.

import { enveloped, EnvelopeCutter, learnWorld, routing } from "./npc-envelopes.js";
import { fromHttp, fromOther, fromWritten, jsonOrNull, NpcError } from "./npc-errors.js";
import { Guard } from "./npc-guard.js";
import { TokenKeeper } from "./npc-token.js";
import { newRequestId, Turn } from "./npc-turn.js";
import { watching } from "./npc-watch.js";

export { EnvelopeCutter, enveloped, newRequestId, NpcError, Turn };

/** Methods of games are named without their package; `npc-admin.js` names its own. */
const PACKAGE = "npcserver.v1.";
/** The version of this client, and the wire that it speaks. */
const CLIENT = "web/0.3.0 wire/2";
/** Why an intent may be void: its timeline was left, or deleted. */
const VOID = new Set(["INTENT_TIMELINE_LEFT", "TIMELINE_NOT_FOUND"]);

/**
 * How one call is made; all times in milliseconds.
 * @typedef {object} CallOptions
 * @property {number} [timeoutMs] Deadline, retries included; 0 for none.
 * @property {number} [graceMs] How long the end of a stream may take to arrive after its deadline.
 * @property {AbortSignal} [signal] Gives the call up.
 */

/** Calls an npcserver. One client makes any number of calls at once. */
export class NpcClient {
  /**
   * @param {{url?: string, key?: string, token?: () => string|Promise<string>, callMs?: number,
   *   turnMs?: number, attempts?: number, pauseMs?: number, affordanceSource?: string,
   *   fetch?: typeof fetch, random?: () => number}} [settings] `token` is given in the place of a
   *   key in the client of a player, and gets a token from the game's server when one is needed;
   *   `callMs` bounds a unary call with its retries, `turnMs` a whole turn; `pauseMs` is the pause
   *   before the first retry, and doubles with each; `affordanceSource` is that of each turn whose
   *   request has none, such as "AFFORDANCE_SOURCE_DECLARED_ONLY".
   */
  constructor(settings = {}) {
    this.url = (settings.url ?? globalThis.location?.origin ?? "").replace(/\/+$/, "");
    this.key = settings.key ?? "";
    this.tokens = settings.token ? new TokenKeeper(settings.token) : null;
    this.callMs = settings.callMs ?? 10_000;
    this.turnMs = settings.turnMs ?? 60_000;
    this.attempts = settings.attempts ?? 4;
    this.pauseMs = settings.pauseMs ?? 250;
    this.affordanceSource = settings.affordanceSource ?? "";
    this.fetch = settings.fetch ?? globalThis.fetch.bind(globalThis);
    this.random = settings.random ?? Math.random;
  }

  /**
   * Makes a unary call, repeats it while the server is away, and returns the answer. Give a call
   * that changes something a `requestId`, so that a repeat is not done twice; see `newRequestId`.
   * @param {string} method Such as "PlayService/Observe"; see `npc-admin.js` for the others.
   * @param {object} request Proto JSON, lowerCamelCase.
   * @param {CallOptions} [options]
   * @returns {Promise<any>} Throws an `NpcError`.
   */
  async call(method, request, options = {}) {
    const guard = new Guard(options.timeoutMs ?? this.callMs, options.signal);
    let isRenewed = false;
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await this.once(method, request, guard);
        } catch (caught) {
          const error = guard.named(caught);
          if (this.isStale(error) && !isRenewed) {
            isRenewed = true;
            await this.tokens?.renewed(this.tokens.token);
            continue;
          }
          if (!error.isRetryable || attempt >= this.attempts) throw error;
          await guard.pause(error.retryAfterMs || this.backOff(attempt));
        }
      }
    } finally {
      guard.close();
    }
  }

  /**
   * Opens a server stream and yields its messages. Leaving the loop hangs up.
   * @param {string} method Such as "PlayService/Watch".
   * @param {object} request
   * @param {CallOptions} [options] `timeoutMs` is none unless it is given.
   * @returns {AsyncGenerator<any, void, void>} Throws an `NpcError`.
   */
  async *stream(method, request, options = {}) {
    const guard = new Guard(options.timeoutMs ?? 0, options.signal, options.graceMs);
    try {
      yield* this.opened(method, request, guard);
    } catch (caught) {
      throw guard.named(caught);
    } finally {
      guard.abort();
    }
  }

  /**
   * Opens a stream, once more with another token where the first is refused, before any message.
   * @param {string} method @param {object} request @param {Guard} guard
   * @returns {AsyncGenerator<any, void, void>}
   */
  async *opened(method, request, guard) {
    for (let isRenewed = false; ; isRenewed = true) {
      let hasBegun = false;
      try {
        const response = await this.post(method, "application/connect+json", request, guard);
        if (!response.ok) throw fromHttp(response.status, await response.text());
        if (response.headers.get("content-type")?.startsWith("text/")) throw fromOther(response);
        for await (const message of messages(response)) {
          requireServer(response);
          hasBegun = true;
          yield message;
        }
        return;
      } catch (caught) {
        const error = guard.named(caught);
        if (hasBegun || isRenewed || !this.isStale(error)) throw error;
        await this.tokens?.renewed(this.tokens.token);
      }
    }
  }

  /** @param {NpcError} error @returns {boolean} Whether another token may help. */
  isStale(error) {
    return this.tokens !== null && error.code === "unauthenticated";
  }

  /**
   * Says something to a character; iterate over the turn's events. `text`, `characterId` and so on
   * as in `SayRequest`; without a `requestId` it gets one.
   * @param {object} request
   * @param {CallOptions} [options]
   * @returns {Turn}
   */
  say(request, options = {}) {
    return new Turn(this, "PlayService/Say", this.offering(request), options, false);
  }

  /**
   * Says something in a circle; iterate over what happens (`heard`, `floor`, `turn`, `quiet`).
   * @param {object} request As `SayInCircleRequest`.
   * @param {CallOptions} [options]
   * @returns {Turn}
   */
  sayInCircle(request, options = {}) {
    return new Turn(this, "PlayService/SayInCircle", this.offering(request), options, true);
  }

  /** @param {object} request @returns {object} The request of a turn, with its source of offers */
  offering(request) {
    const { affordanceSource } = this;
    return affordanceSource ? { affordanceSource, ...request } : request;
  }

  /**
   * Reports the outcome of an intent, in the timeline of its turn. Where the game left that
   * one by a load, the outcome goes to the timeline that is played, if that one has the turn;
   * otherwise the intent is void: the error's `reason` is INTENT_TIMELINE_LEFT, or
   * TIMELINE_NOT_FOUND where its timeline was deleted.
   * @param {object} request As `ReportOutcomeRequest`; without a `requestId` it gets one.
   * @param {string} [playedId] Timeline that the game plays; the server does not know it where one
   *   between was deleted.
   * @param {CallOptions} [options]
   * @returns {Promise<{seq?: number, timelineId: string}>} Where it was stored. Throws an
   *   `NpcError`.
   */
  async reportOutcome(request, playedId = "", options = {}) {
    const report = async (/** @type {string} */ timelineId) => {
      const whole = { requestId: newRequestId(), ...request, timelineId };
      return { ...(await this.call("PlayService/ReportOutcome", whole, options)), timelineId };
    };
    const { timelineId } = /** @type {{timelineId: string}} */ (request);
    try {
      return await report(timelineId);
    } catch (refusal) {
      if (!VOID.has(refusal.reason)) throw refusal;
      const { reportTo, playedTimelineId } = refusal.metadata;
      const to = reportTo ?? (playedTimelineId ? "" : playedId);
      if (!to || to === timelineId) throw refusal;
      return await report(to).catch((error) => {
        throw error.reason === "TURN_NOT_FOUND" ? refusal : error;
      });
    }
  }

  /**
   * Watches a timeline and resumes by itself, without a gap and with nothing twice, when the
   * connection or the server goes away. Ends after `left`; throws what no waiting mends.
   * @param {{timelineId: string, afterSeq?: number, characterIds?: string[]}} request
   * @param {{signal?: AbortSignal, stallMs?: number,
   *   onState?: (state: "live"|"lost", error: NpcError|null) => void}} [options] `stallMs` is how
   *   long a silent connection is believed in.
   * @returns {AsyncGenerator<any, void, void>}
   */
  watch(request, options = {}) {
    return watching(this, request, options);
  }

  /**
   * @param {number} attempt From 1.
   * @param {number} [longest] In milliseconds.
   * @returns {number} How long to wait before the next attempt, in milliseconds: doubled each time,
   *   half of it by chance.
   */
  backOff(attempt, longest = 5_000) {
    const whole = Math.min(longest, this.pauseMs * 2 ** (attempt - 1));
    return whole / 2 + (this.random() * whole) / 2;
  }

  /** @param {string} method @param {object} request @param {Guard} guard @returns {Promise<any>} */
  async once(method, request, guard) {
    const response = await this.post(method, "application/json", request, guard);
    const body = await response.text();
    if (!response.ok) throw fromHttp(response.status, body);
    const answer = jsonOrNull(body);
    if (answer === null) throw fromOther(response);
    requireServer(response);
    learnWorld(answer);
    return answer;
  }

  /**
   * @param {string} method @param {string} type @param {object} request @param {Guard} guard
   * @returns {Promise<Response>}
   */
  async post(method, type, request, guard) {
    const headers = {
      "content-type": type,
      "connect-protocol-version": "1",
      "npc-client": CLIENT,
      ...routing(request),
    };
    const left = guard.left();
    if (left !== null) headers["connect-timeout-ms"] = String(left);
    const shown = this.tokens ? await this.tokens.shown() : this.key;
    if (shown) headers.authorization = `Bearer ${inBytes(shown)}`;
    const path = method.startsWith("npcserver.") ? method : PACKAGE + method;
    const body = type === "application/json" ? JSON.stringify(request) : enveloped(request);
    const init = { method: "POST", headers, body, signal: guard.signal, cache: "no-store" };
    return this.fetch(`${this.url}/${path}`, /** @type {RequestInit} */ (init));
  }
}

/**
 * A server before 0.3.0 does not say which wire it speaks; a later one refuses a client that it
 * cannot serve itself.
 * @param {Response} response
 */
function requireServer(response) {
  if (response.headers.has("npc-server")) return;
  const problem = `the server is older than this client (${CLIENT}), which cannot read its answers`;
  throw new NpcError("failed_precondition", problem, {
    reason: "WIRE_NOT_SERVED",
    metadata: { update: "server" },
    nextStep: "Update the server to 0.3.0 or later.",
  });
}

/**
 * Headers hold bytes: a key that is not all ASCII goes as UTF-8, and then fits or does not.
 * @param {string} text
 * @returns {string}
 */
function inBytes(text) {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/**
 * @param {Response} response
 * @returns {AsyncGenerator<any, void, void>} The messages of a streamed answer.
 */
async function* messages(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const cutter = new EnvelopeCutter();
  for (;;) {
    const { done, value } = await reader.read();
    if (done)
      throw new NpcError("unavailable", "the connection was lost in the middle of an answer");
    for (const { isEnd, message } of cutter.push(value)) {
      if (!isEnd) yield message;
      else if (message.error) throw fromWritten(message.error);
      else return;
    }
  }
}
