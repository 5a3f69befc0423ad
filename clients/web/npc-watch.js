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

/**
 * See `NpcClient.watch`.
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
  while (!signal?.aborted) {
    const line = new Line(signal, stallMs);
    let hasBegun = false;
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
      const opened = client.stream("PlayService/Watch", asked, { signal: line.signal });
      for await (const event of line.live(opened)) {
        hasBegun = true;
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
      const error = line.hasStalled ? silence() : /** @type {NpcError} */ (caught);
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

/** @returns {NpcError} What a connection on which nothing comes any more has ended with. */
function silence() {
  return new NpcError("unavailable", "the server has been silent for too long");
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
