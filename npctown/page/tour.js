// A tour for who only looks: the view glides to where people talk, until it is moved by hand.

const STAY_MS = 9_000; // with people who talk
const QUIET_MS = 3_000; // where nothing is said any more
const RECENT = 10; // game minutes for which a talk is worth going there
const GLIDE = 0.035; // of the way that is left, at each picture

export class Tour {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.isOn = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.who = "";
    this.since = -Infinity;
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.since = -Infinity;
  }

  /** @param {number} now */
  tick(now) {
    const { app } = this;
    const { scene, player, run, map } = app;
    if (!this.isOn || app.chosen || !player.isPlaying || player.wanted > player.t) return;
    const isNew = (/** @type {any} */ line) => player.t - line.t < RECENT && scene.find(line.who);
    const lines = run.lines.last(player.t, 6).filter(isNew);
    const isQuiet = !lines.some((/** @type {any} */ line) => line.who === this.who);
    if (now - this.since > (isQuiet ? QUIET_MS : STAY_MS) && lines.length) {
      // to another talk, if there is one
      const partners = lines.filter((/** @type {any} */ line) => line.who === this.who).flatMap((/** @type {any} */ line) => line.to);
      const others = lines.filter((/** @type {any} */ line) => line.who !== this.who && !partners.includes(line.who));
      this.who = (others[0] ?? lines[0]).who;
      this.since = now;
    }
    if (!scene.find(this.who)) return;
    const one = scene.find(this.who);
    scene.camera.toward((one.x + 0.5) * map.tile, (one.y - 1) * map.tile, GLIDE);
  }
}
