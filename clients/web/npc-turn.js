// A turn that is being spoken: iterate over it, or interrupt it.

import { NpcError } from "./npc-errors.js";
import { pause } from "./npc-pause.js";

/** How long the stream of an interrupted turn may take to end by itself, in milliseconds. */
const GRACE_MS = 1_500;

/** @returns {string} An id under which a call may be repeated without being done twice. */
export function newRequestId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Streams the events of `Say`, or of `SayInCircle`.
 *
 * Iterate over it once. It is tried again, under the same request id, only while nothing has come
 * yet. `turnId` is that of the turn spoken now or last, empty before the first. Leaving the
 * loop, or aborting the `signal`, interrupts the character too.
 */
export class Turn {
  /**
   * @param {import("./npc.js").NpcClient} client
   * @param {string} method @param {object} request @param {import("./npc.js").CallOptions} options
   * @param {boolean} hasMany Whether several may speak, one after the other.
   */
  constructor(client, method, request, options, hasMany) {
    this.client = client;
    this.method = method;
    this.request = { requestId: newRequestId(), ...request };
    this.hasMany = hasMany;
    this.timeoutMs = options.timeoutMs ?? client.turnMs;
    this.outer = options.signal;
    this.controller = new AbortController();
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.grace = undefined;
    this.turnId = "";
    this.isOver = false;
    this.wasInterrupted = false;
  }

  async *[Symbol.asyncIterator]() {
    const hangUp = () => void this.giveUp();
    this.outer?.addEventListener("abort", hangUp, { once: true });
    if (this.outer?.aborted) hangUp();
    try {
      yield* this.events();
      this.isOver = true;
    } catch (error) {
      // What was interrupted ends as it was meant to, even if the connection had to be cut for it.
      this.isOver = true;
      if (!(this.wasInterrupted && error instanceof NpcError && error.isCanceled)) throw error;
    } finally {
      this.outer?.removeEventListener("abort", hangUp);
      if (!this.isOver) void this.giveUp();
      clearTimeout(this.grace);
    }
  }

  /**
   * Interrupts the speaker; the stream then ends by itself, with `finished`. May be called at any
   * time; does nothing once the turn is over.
   * @returns {Promise<boolean>} Whether there was something to interrupt. Never throws.
   */
  async interrupt() {
    if (this.isOver) return false;
    this.wasInterrupted = true;
    if (!this.turnId) {
      this.controller.abort(); // no turn yet: only hanging up is possible
      return true;
    }
    this.grace ??= setTimeout(() => this.controller.abort(), GRACE_MS);
    const wasSpeaking = await this.interruptThere();
    // Between two turns of a circle hanging up keeps the next one from beginning.
    // A turn of one has ended just then, and its end is on the way.
    if (!wasSpeaking && this.hasMany && !this.isOver) this.controller.abort();
    return wasSpeaking;
  }

  /** Hangs up and tells the server, which may not notice: a proxy may keep the connection open. */
  async giveUp() {
    if (this.isOver) return;
    this.isOver = true;
    this.controller.abort();
    if (this.turnId) await this.interruptThere();
  }

  /** @returns {Promise<boolean>} */
  async interruptThere() {
    try {
      const answer = await this.client.call("PlayService/Interrupt", { turnId: this.turnId });
      return answer.wasSpeaking ?? false;
    } catch {
      this.controller.abort(); // the server is gone or refuses; hanging up interrupts as well
      return false;
    }
  }

  /** @returns {AsyncGenerator<any, void, void>} */
  async *events() {
    const endsAt = performance.now() + this.timeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      let hasBegun = false;
      try {
        for await (const message of this.opened(endsAt)) {
          hasBegun = true;
          const event = "event" in message ? message.event : message;
          this.turnId = (event.turn ?? event).turnId ?? this.turnId;
          yield event;
        }
        return;
      } catch (caught) {
        const error = /** @type {NpcError} */ (caught);
        if (hasBegun || !error.isRetryable || attempt >= this.client.attempts) throw error;
        const ms = error.retryAfterMs || this.client.backOff(attempt);
        await pause(Math.min(ms, endsAt - performance.now()), this.controller.signal);
      }
    }
  }

  /** @param {number} endsAt @returns {AsyncGenerator<any, void, void>} */
  opened(endsAt) {
    const timeoutMs = Math.max(1, endsAt - performance.now());
    return this.client.stream(this.method, this.request, {
      timeoutMs,
      signal: this.controller.signal,
    });
  }
}
