// A second town beside the first, on one clock, and the first cause of their difference.

import { fill, h } from "./dom.js";
import { firstCause } from "./difference.js";
import { tell } from "./lately.js";
import { Scene } from "./scene.js";
import { moment, words } from "./words.js";

const LOOK_MS = 2_000;

export class Other {
  /** @param {any} app @param {import("./source.js").Source} source @param {import("./run.js").Run} run */
  constructor(app, source, run) {
    this.app = app;
    this.source = source;
    this.run = run;
    this.scene = new Scene(run, app.map, app.sheet, {
      onchoose: (id) => app.choose(id, false),
      ontalk: () => {},
    });
    this.scene.camera = app.scene.camera;
    this.cause = h("p.cause", { role: "status" });
    this.lookedAt = -Infinity;
    this.found = null;
    this.isFinal = false;
    const close = h("button.small", { type: "button", onclick: () => app.closeOther() }, words.unbranch);
    this.caption = h("div.row.spread", {}, this.cause, close);
  }

  /** @param {number} t @param {number} speed @param {number} now */
  draw(t, speed, now) {
    this.scene.followed = this.app.scene.followed;
    this.scene.draw(t, speed, now);
    if (now - this.lookedAt < LOOK_MS) return;
    this.lookedAt = now;
    void this.look();
  }

  /** Looks for the first cause, once both have come as far. */
  async look() {
    const { app, run } = this;
    const from = run.header.branch_t ?? 0;
    // as long as the branch is written, an earlier difference may still come
    if (!this.found || !this.isFinal) {
      this.isFinal = this.source.isWhole;
      this.found = (await this.asked()) ?? this.read(from, Math.min(run.end, app.run.end));
    }
    const { found } = this;
    if (!found) {
      fill(this.cause, words.same);
      return;
    }
    const where = h("button.link", { type: "button", onclick: () => app.player.seek(found.t - 1) }, words.parted(moment(run.started, found.t)));
    fill(this.cause, where, " ", h("b", {}, `${words.cause}: `), found.text);
  }

  /** @returns {Promise<any>} What the town itself says of it. */
  async asked() {
    if (!this.app.source.can("compare")) return null;
    try {
      const said = await this.app.source.act("compare", { run: this.source.name });
      return typeof said.t === "number" ? said : null;
    } catch {
      return null; // not yet
    }
  }

  /** @param {number} from @param {number} until */
  read(from, until) {
    const { app, run } = this;
    const found = firstCause(app.run.events, run.events, from, until);
    if (!found) return null;
    const isMine = found.side === "event";
    const what = tell(isMine ? app : { ...app, run, map: app.map }, isMine ? found.event : found.other);
    return { ...found, text: words.only(isMine ? words.branchOf : words.branchNew, what) };
  }

  close() {
    this.scene.close();
    if (this.source !== this.app.source) /** @type {any} */ (this.source).close();
  }
}
