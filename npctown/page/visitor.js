// You, in the town: walking by keys and talking to who is near.

import { announce, fill, h } from "./dom.js";
import { words } from "./words.js";

const NEAR = 9; // tiles at which one is heard in the same place
const TILES_A_SECOND = 7;
const KEYS = /** @type {Record<string, number[]>} */ ({
  arrowup: [0, -1],
  arrowdown: [0, 1],
  arrowleft: [-1, 0],
  arrowright: [1, 0],
  w: [0, -1],
  s: [0, 1],
  a: [-1, 0],
  d: [1, 0],
});

export class Visitor {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.id = "";
    this.name = "";
    /** @type {number[][]} Tiles still to be walked, the first of them where one is. */
    this.path = [];
    this.gone = 0;
    this.held = "";
    this.isAsking = false;
    this.hint = h("span");
    this.input = h("input", { autocomplete: "off", maxlength: 500, "aria-label": words.say });
    this.answer = h("p.answer", { "aria-live": "polite" });
    this.near = "";
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void app.try(this.say());
    };
    const leave = h("button.small.quiet", { type: "button", onclick: () => app.try(this.leave()) }, words.leave);
    this.button = h("button.small.main", { type: "submit" }, words.say);
    this.element = h(
      "form.guest",
      { onsubmit, hidden: true },
      h("div.row.spread", {}, h("b.hint", {}, this.hint), leave),
      this.answer,
      h("div.row", {}, this.input, this.button),
    );
  }

  /** @param {string} name @returns {Promise<HTMLElement>} The map, which has the keys from now on. */
  async enter(name) {
    const { app } = this;
    app.player.goLive();
    const at = this.entrance();
    const said = await app.source.act("visit", { name, at });
    this.id = said.who;
    this.name = name;
    this.path = [said.at ?? at];
    this.gone = 0;
    this.element.hidden = false;
    fill(this.hint, words.visiting(name));
    fill(this.answer);
    app.follow(this.id, true);
    app.scene.show(this.id);
    return app.scene.canvas;
  }

  /** @returns {number[]} A tile on which one can stand: that of a person near the middle of the view. */
  entrance() {
    const { camera, seen } = this.app.scene;
    const { tile } = this.app.map;
    const far = (/** @type {any} */ one) => Math.hypot((one.x + 0.5) * tile - camera.x, (one.y + 0.5) * tile - camera.y);
    const nearest = [...seen].sort((a, b) => far(a) - far(b))[0];
    return nearest ? [Math.round(nearest.x), Math.round(nearest.y)] : [0, 0];
  }

  async leave() {
    const { id } = this;
    this.id = "";
    this.element.hidden = true;
    this.app.scene.own = null;
    this.app.follow("", false);
    if (id) await this.app.source.act("leave", { who: id });
  }

  /** @param {KeyboardEvent} event @returns {boolean} Whether the key was for walking or talking. */
  press(event) {
    if (!this.id) return false;
    const key = event.key.toLowerCase();
    if (key === "enter" && !this.isIn(event)) {
      this.input.focus();
      return true;
    }
    if (!KEYS[key] || this.isIn(event)) return false;
    this.held = key;
    void this.walk();
    return true;
  }

  /** @param {KeyboardEvent} event */
  release(event) {
    if (event.key.toLowerCase() === this.held) this.held = "";
  }

  /** @param {Event} event @returns {boolean} Whether something is being written. */
  isIn(event) {
    return /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(/** @type {any} */ (event.target).tagName);
  }

  /** Goes on by a tile, and by one more as long as a key is held. */
  async walk() {
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.held && this.id) {
      const [dx, dy] = KEYS[this.held];
      const [x, y] = /** @type {number[]} */ (this.path.at(-1));
      await this.go([x + dx, y + dy]);
      await this.settled();
    }
    this.isAsking = false;
  }

  /** @param {number[]} to */
  async go(to) {
    try {
      const said = await this.app.source.act("walk", { who: this.id, to });
      const here = /** @type {number[]} */ (this.path.at(-1));
      this.path = [here, ...(said.path ?? [to]).filter((/** @type {number[]} */ one, /** @type {number} */ at) => at > 0 || String(one) !== String(here))];
      this.gone = 0;
    } catch {
      this.held = ""; // a wall
    }
  }

  /** Waits until most of what was asked for is walked. */
  async settled() {
    while (this.id && this.path.length > 1) await new Promise(requestAnimationFrame);
  }

  /** Moves by real time, whatever the clock of the town does. @param {number} seconds */
  tick(seconds) {
    const { app, path } = this;
    if (!this.id) return;
    this.gone += seconds * TILES_A_SECOND;
    const tiles = path.length - 1;
    if (this.gone >= tiles) {
      this.path = [path[tiles]];
      this.gone = 0;
    }
    const at = Math.floor(this.gone);
    const [from, to] = [this.path[at], this.path[at + 1] ?? this.path[at]];
    const part = this.gone - at;
    const isWalking = from !== to;
    const direction = to[0] < from[0] ? 1 : to[0] > from[0] ? 2 : to[1] < from[1] ? 3 : 0;
    app.scene.own = {
      id: this.id,
      x: from[0] + (to[0] - from[0]) * part,
      y: from[1] + (to[1] - from[1]) * part,
      direction: isWalking ? direction : (app.scene.own?.direction ?? 0),
      isWalking,
      step: this.gone,
    };
    this.look();
  }

  /** Finds who is nearest. */
  look() {
    const { app } = this;
    const own = app.scene.own;
    const { map, scene } = app;
    const place = (/** @type {any} */ { x, y }) => map.placeAt((x + 0.5) * map.tile, (y + 0.5) * map.tile);
    const here = place(own);
    let [near, away] = ["", NEAR];
    for (const one of scene.seen) {
      const far = Math.hypot(one.x - own.x, one.y - own.y);
      if (one.person.id === this.id || far >= away || place(one) !== here) continue;
      [near, away] = [one.person.id, far];
    }
    if (near === this.near && this.input.placeholder) return;
    this.near = near;
    const text = near ? words.sayTo(app.run.name(near)) : words.nobodyNear;
    this.input.placeholder = text;
    this.input.setAttribute("aria-label", text);
  }

  async say() {
    const { app, near } = this;
    const text = this.input.value.trim();
    if (!near || !text) {
      fill(this.answer, words.nobodyNear);
      return;
    }
    this.button.disabled = true;
    fill(this.answer, h("span.soft", {}, `${app.run.name(near)} …`));
    this.input.value = "";
    try {
      const said = await app.source.act("say", { who: this.id, to: near, text });
      const lines = (said.lines ?? []).join(" ");
      fill(this.answer, h("b", {}, app.run.name(near)), ` ${lines || said.outcome || "…"}`);
      announce(`${app.run.name(near)}: ${lines}`);
    } catch (error) {
      fill(this.answer);
      this.input.value = text;
      throw error;
    } finally {
      this.button.disabled = false;
    }
  }
}
