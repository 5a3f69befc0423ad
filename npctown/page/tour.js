// A tour for who only looks: the view glides to where people talk, until it is moved by hand.

const STAY_MS = 9_000;
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
    if (!this.isOn || app.chosen || !player.isPlaying) return;
    if (now - this.since > STAY_MS || !scene.find(this.who)) {
      const lines = run.lines.last(player.t, 4).filter((/** @type {any} */ one) => player.t - one.t < 12);
      const next = lines.find((/** @type {any} */ one) => one.who !== this.who && scene.find(one.who));
      if (!next) return;
      this.who = next.who;
      this.since = now;
    }
    const one = scene.find(this.who);
    scene.camera.toward((one.x + 0.5) * map.tile, (one.y - 1) * map.tile, GLIDE);
  }
}
