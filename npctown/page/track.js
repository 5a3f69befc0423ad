// Things that happen one after the other, found by the minute.

/**
 * Values with the game minute at which each began, oldest first. What is asked for is mostly a
 * little later than what was asked for before, so that place is looked at first.
 * @template T
 */
export class Track {
  constructor() {
    /** @type {number[]} */
    this.times = [];
    /** @type {T[]} */
    this.values = [];
    this.hint = 0;
  }

  get length() {
    return this.times.length;
  }

  /** @param {number} t @param {T} value */
  add(t, value) {
    const at = t >= (this.times.at(-1) ?? -Infinity) ? this.length : this.count(t);
    this.times.splice(at, 0, t);
    this.values.splice(at, 0, value);
  }

  /** @param {number} t @returns {number} How many have begun at a minute. */
  count(t) {
    const { times, hint } = this;
    const isAfter = hint === 0 || (times[hint - 1] ?? Infinity) <= t;
    if (isAfter && !(times[hint] <= t)) return hint;
    if (isAfter && !(times[hint + 1] <= t)) return (this.hint = hint + 1);
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= t) low = middle + 1;
      else high = middle;
    }
    return (this.hint = low);
  }

  /** @param {number} t @returns {T|undefined} The newest at a minute. */
  at(t) {
    return this.values[this.count(t) - 1];
  }

  /** @param {number} t @param {number} most @returns {T[]} The newest at a minute, newest first. */
  last(t, most) {
    const end = this.count(t);
    return this.values.slice(Math.max(0, end - most), end).reverse();
  }
}
