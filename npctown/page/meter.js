// How many pictures a second the page makes, and what each costs. Seen with `?meter`.

import { h } from "./dom.js";
import { words } from "./words.js";

const KEPT = 600;

export class Meter {
  constructor() {
    /** @type {number[]} */
    this.costs = [];
    /** @type {number[]} */
    this.gaps = [];
    this.last = 0;
    this.shownAt = 0;
    this.element = h("output.meter", { id: "meter" });
  }

  /** @param {number} now When the picture was begun. @param {number} cost Milliseconds that it took. */
  take(now, cost) {
    if (this.last) this.gaps.push(now - this.last);
    this.last = now;
    this.costs.push(cost);
    if (this.costs.length > KEPT) {
      this.costs.shift();
      this.gaps.shift();
    }
    if (now - this.shownAt < 500) return;
    this.shownAt = now;
    const second = this.gaps.slice(-60);
    const fps = Math.round((1000 * second.length) / second.reduce((sum, one) => sum + one, 0.001));
    const sorted = [...this.costs].sort((a, b) => a - b);
    const at = (/** @type {number} */ part) => sorted[Math.floor((sorted.length - 1) * part)];
    Object.assign(this.element.dataset, { fps, median: at(0.5).toFixed(2), p95: at(0.95).toFixed(2), frames: this.costs.length });
    this.element.textContent = words.meter(fps, at(0.5), at(0.95));
  }
}
