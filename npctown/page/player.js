// The clock of the page: what minute is shown, how fast it goes on, and whether that is now.

export const SPEEDS = [1, 10, 60, 180, 600];
const BEHIND = 30; // game minutes behind the town after which the page hurries
const LONGEST_FRAME = 0.25; // seconds; a page that slept does not jump

export class Player extends EventTarget {
  /** @param {import("./run.js").Run} run @param {import("./source.js").Source} source */
  constructor(run, source) {
    super();
    this.run = run;
    this.source = source;
    this.speed = 60;
    this.isPlaying = true;
    this.isLive = false;
    this.t = 0;
    /** Until anybody has chosen a minute it is the one that is worth most, of what is loaded. */
    this.isFresh = true;
    this.begin();
    /** A minute that was asked for before it was loaded. */
    this.wanted = -1;
    run.addEventListener("more", () => {
      this.begin();
      if (this.wanted > this.t) this.t = Math.min(this.wanted, run.end);
    });
    source.addEventListener("over", () => (this.wanted = -1));
    source.addEventListener("state", () => {
      if (this.isFresh) this.begin();
      this.take();
    });
  }

  begin() {
    if (!this.isFresh) return;
    this.isLive = !this.source.state.is_over;
    this.t = this.isLive ? this.run.end : firstMoment(this.run);
    this.isFresh = this.isLive ? this.run.end < this.source.state.t - 1 : this.t === 0;
  }

  /** Takes over what the town says of its own clock. */
  take() {
    const { state } = this.source;
    if (state.is_over && this.isLive) this.isLive = false;
    if (!this.isLive) return;
    if (SPEEDS.includes(state.speed) || state.speed > 0) this.speed = state.speed;
    this.isPlaying = !state.is_paused;
    this.tell();
  }

  /** @param {number} seconds Since the last picture. */
  tick(seconds) {
    if (!this.isPlaying || this.isFresh || this.wanted > this.t) return;
    const end = this.run.end;
    let step = (Math.min(seconds, LONGEST_FRAME) * this.speed) / 60;
    if (this.isLive && end - this.t > BEHIND) step *= 1 + (end - this.t - BEHIND) / BEHIND;
    this.t = Math.min(end, this.t + step);
    if (this.t >= end && this.source.state.is_over) {
      this.isPlaying = false;
      this.tell();
    }
  }

  /** @param {number} t */
  seek(t) {
    this.t = Math.max(0, Math.min(this.run.end, t));
    this.wanted = this.source.isWhole ? -1 : t;
    this.isLive = false;
    this.isFresh = false;
    this.tell();
  }

  goLive() {
    this.isLive = !this.source.state.is_over;
    this.t = this.run.end;
    this.wanted = -1;
    this.isPlaying = true;
    this.take();
    this.tell();
  }

  async toggle() {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.t >= this.run.end && this.source.state.is_over) this.t = 0;
    this.tell();
    const action = this.isPlaying ? "play" : "pause";
    if (this.isLive && this.source.can(action)) await this.source.act(action);
  }

  /** @param {number} speed */
  async setSpeed(speed) {
    this.speed = speed;
    this.isPlaying = true;
    this.tell();
    if (this.isLive && this.source.can("speed")) await this.source.act("speed", { value: speed });
  }

  tell() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {import("./run.js").Run} run @returns {number} Shortly before anybody gets up. */
function firstMoment(run) {
  let first = run.end;
  for (const person of run.people.values()) first = Math.min(first, person.walks.times[0] ?? first);
  return first >= run.end ? 0 : Math.max(0, first - 2);
}
