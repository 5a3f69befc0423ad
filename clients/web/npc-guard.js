// How long a call may take, and who may give it up.

import { NpcError } from "./npc-errors.js";
import { pause } from "./npc-pause.js";

/** A deadline and a caller's signal in one, which knows afterwards which of them it was. */
export class Guard {
  /**
   * @param {number} timeoutMs 0 for none. @param {AbortSignal} [outer]
   * @param {number} [graceMs] How much later than the server this side gives up.
   */
  constructor(timeoutMs, outer, graceMs = 0) {
    this.controller = new AbortController();
    this.endsAt = timeoutMs > 0 ? performance.now() + timeoutMs : Infinity;
    this.isLate = false;
    this.outer = outer;
    this.onOuter = () => this.controller.abort();
    if (outer?.aborted) this.onOuter();
    outer?.addEventListener("abort", this.onOuter);
    const giveUpMs = timeoutMs + graceMs;
    this.timer = timeoutMs > 0 ? setTimeout(() => this.expire(), giveUpMs) : undefined;
  }

  get signal() {
    return this.controller.signal;
  }

  expire() {
    this.isLate = true;
    this.controller.abort();
  }

  /** @returns {number|null} Whole milliseconds until the deadline, at least 1; null for none. */
  left() {
    return this.endsAt === Infinity
      ? null
      : Math.max(1, Math.floor(this.endsAt - performance.now()));
  }

  /** @param {unknown} caught @returns {NpcError} What a fault of `fetch` means. */
  named(caught) {
    if (this.isLate) return new NpcError("deadline_exceeded", "no answer within the time allowed");
    if (this.signal.aborted) return new NpcError("canceled", "the call was given up");
    if (caught instanceof NpcError) return caught;
    return new NpcError("unavailable", "the server does not answer", { cause: caught });
  }

  /** @param {number} ms Waits, unless it is over before; then throws. @returns {Promise<void>} */
  async pause(ms) {
    await pause(ms, this.signal);
    if (this.signal.aborted) throw this.named(null);
  }

  close() {
    clearTimeout(this.timer);
    this.outer?.removeEventListener("abort", this.onOuter);
  }

  abort() {
    this.close();
    this.controller.abort();
  }
}
