// Watching a timeline across lost connections and tokens that end: from the last position on, with
// nothing missed.

import { NpcError } from "./npc-errors.js";
import { pause } from "./npc-pause.js";

/** Codes after which a retry may help: the server is away, stops, or had to drop a watcher. */
const PASSING = new Set([
  "unavailable",
  "deadline_exceeded",
  "resource_exhausted",
  "internal",
  "unknown",
]);

/** How long a watch lasts where a proxy keeps back what it brings until it has ended. */
const HELD_MS = 5_000;
const HELD =
  "If it runs, a proxy keeps back what it says: turn buffering off there. Until then news is late.";

/**
 * See `NpcClient.watch`. A proxy that hands a stream on only once it is over is asked for short
 * ones, until one comes through at once.
 * @param {import("./npc.js").NpcClient} client
 * @param {{timelineId: string, afterSeq?: number, characterIds?: string[]}} request
 * @param {{signal?: AbortSignal, stallMs?: number,
 *   onState?: (state: "live"|"lost", error: NpcError|null) => void}} options
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* watching(client, request, options) {
  const { signal, stallMs = 35_000, onState = () => {} } = options;
  let afterSeq = request.afterSeq;
  let attempt = 0;
  let isLost = false;
  let isHeld = false;
  while (!signal?.aborted) {
    const line = new Line(signal, stallMs);
    let hasBegun = false;
    let wasBounded = false;
    try {
      if (afterSeq === undefined || isLost) {
        // "From now on" must be a number before a connection is lost, or there would be a gap; and
        // a quiet timeline sends nothing for 10 seconds, too late a sign that the server is back.
        const newest = await head(client, request.timelineId, line.signal);
        afterSeq ??= newest;
        if (isLost) onState("live", null);
        isLost = false;
      }
      const asked = { ...request, afterSeq };
      const timeoutMs = Math.min(HELD_MS, stallMs / 2);
      const bounds = isHeld ? { timeoutMs, graceMs: stallMs } : {};
      const opened = client.stream("PlayService/Watch", asked, { signal: line.signal, ...bounds });
      const endsAt = performance.now() + timeoutMs;
      wasBounded = isHeld;
      for await (const event of line.live(opened)) {
        hasBegun = true;
        isHeld &&= performance.now() >= endsAt;
        attempt = 0;
        afterSeq = Math.max(afterSeq, event.seq ?? 0);
        if (event.checkpoint) continue;
        yield event;
        if (event.left) return;
      }
      throw new NpcError("unavailable", "the server ended the stream");
    } catch (caught) {
      if (signal?.aborted) return;
      // The token of a stream that had begun has ended; `stream` itself renews one before that.
      if (hasBegun && client.isStale(/** @type {NpcError} */ (caught))) {
        client.tokens?.refuse();
        continue;
      }
      let error = /** @type {NpcError} */ (caught);
      if (wasBounded && error.code === "deadline_exceeded") continue;
      if (line.hasStalled) {
        isHeld = !hasBegun;
        error = silence(isHeld);
      }
      if (!PASSING.has(error.code)) throw error;
      attempt += 1;
      isLost = true;
      onState("lost", error);
      await pause(error.retryAfterMs || client.backOff(attempt), signal);
    } finally {
      line.close();
    }
  }
}

/**
 * @param {import("./npc.js").NpcClient} client
 * @param {string} timelineId @param {AbortSignal} signal
 * @returns {Promise<number>} The newest position of the timeline.
 */
async function head(client, timelineId, signal) {
  const { timeline } = await client.call("TimelineService/GetTimeline", { timelineId }, { signal });
  return timeline.headSeq ?? 0;
}

/**
 * @param {boolean} isHeld Whether nothing came at all, not even a checkpoint.
 * @returns {NpcError} What a connection on which nothing comes any more has ended with.
 */
function silence(isHeld) {
  return new NpcError("unavailable", "the server has been silent for too long", {
    nextStep: isHeld ? HELD : undefined,
  });
}

/** One connection of many: given up by the caller, or when it has been silent for too long. */
class Line {
  /** @param {AbortSignal|undefined} outer @param {number} stallMs */
  constructor(outer, stallMs) {
    this.outer = outer;
    this.stallMs = stallMs;
    this.controller = new AbortController();
    this.hasStalled = false;
    this.onOuter = () => this.controller.abort();
    outer?.addEventListener("abort", this.onOuter);
  }

  get signal() {
    return this.controller.signal;
  }

  /** @template T @param {AsyncIterable<T>} events @returns {AsyncGenerator<T, void, void>} */
  async *live(events) {
    this.expectNews();
    for await (const event of events) {
      clearTimeout(this.timer); // a slow reader of an event is no stalled connection
      yield event;
      this.expectNews();
    }
  }

  expectNews() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.hasStalled = true;
      this.controller.abort();
    }, this.stallMs);
  }

  close() {
    clearTimeout(this.timer);
    this.outer?.removeEventListener("abort", this.onOuter);
    this.controller.abort();
  }
}
