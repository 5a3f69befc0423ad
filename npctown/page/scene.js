// The town on a canvas: the map, the people on it, what they do and say.

import { Camera } from "./camera.js";
import { darkness, lampAt, lightAt } from "./light.js";
import { Scenery } from "./scenery.js";
import { Stamps } from "./sprites.js";
import { hourOfDay, words } from "./words.js";

const LEAST_SECONDS = 1 / 9; // what a tile takes on the screen at least, at any speed
const READ_SECONDS = 4; // how long a bubble stays at least
const MOST_BUBBLES = 14;
const NAMED = 60; // with more people than this only the chosen one has a name
const NEAR = 14; // pixels of the page around a pointer in which a person is meant
const CROWD_TILES = 14; // side of the squares in which it is counted where most people are
const LIT_MS = 1_500; // how often it is looked who is awake where

/** @typedef {import("./run.js").Person} Person */
/** @typedef {{person: Person, x: number, y: number, direction: number, isWalking: boolean, step: number, act: any}} Seen */

export class Scene {
  /**
   * @param {import("./run.js").Run} run @param {import("./map.js").TownMap} map
   * @param {import("./sprites.js").Sheet} sheet
   * @param {{onchoose: (id: string) => void, ontalk: (line: any) => void}} acts
   */
  constructor(run, map, sheet, acts) {
    this.run = run;
    this.map = map;
    this.sheet = sheet;
    this.acts = acts;
    this.camera = new Camera(map);
    this.scenery = new Scenery(map);
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", words.map(run.header.town, run.people.size));
    this.onto = /** @type {CanvasRenderingContext2D} */ (
      this.canvas.getContext("2d", { alpha: false })
    );
    this.ratio = 1;
    this.stamps = new Stamps(1);
    this.followed = "";
    this.isFollowing = false;
    this.hovered = "";
    /** @type {Set<string>} */
    this.lit = new Set();
    this.litAt = -Infinity;
    this.litT = NaN;
    /** @type {Seen[]} */
    this.seen = [];
    /** @type {{x: number, y: number, width: number, height: number, line: any}[]} */
    this.bubbles = [];
    /** @type {Map<string, number>} */
    this.lifts = new Map();
    this.around = "#222";
    /** Where the reader walks, ahead of what the town tells. @type {any} */
    this.own = null;
    this.night = matchMedia("(prefers-color-scheme: dark)");
    this.recolour = () => (this.around = this.night.matches ? "#191813" : "#dcd8c8");
    this.night.addEventListener("change", this.recolour);
    this.recolour();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.canvas);
  }

  close() {
    this.observer.disconnect();
    this.night.removeEventListener("change", this.recolour);
    this.canvas.remove();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    // more than two is not seen, and costs four times as much
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    if (ratio !== this.ratio) this.stamps = new Stamps((this.ratio = ratio));
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.camera.resize(this.canvas.width, this.canvas.height);
  }

  /** @param {number} t Game minutes. @param {number} speed Game seconds a second. @param {number} now */
  draw(t, speed, now) {
    const { onto, camera, scenery } = this;
    const hour = hourOfDay(this.run.started, t);
    const light = lightAt(hour);
    const dark = darkness(hour);
    this.see(t, (LEAST_SECONDS * speed) / 60);
    this.light(t, dark, now);
    const followed = this.isFollowing && this.seen.find(({ person }) => person.id === this.followed);
    if (followed) {
      const { tile } = this.map;
      camera.toward((followed.x + 0.5) * tile, (followed.y + 0.5) * tile, 0.12);
    }
    scenery.prepare(camera, light, lampAt(hour), dark, this.lit, this.around);
    scenery.put(onto, scenery.below, camera);
    this.drawPeople(light, lampAt(hour), dark);
    if (scenery.above) scenery.put(onto, scenery.above, camera);
    this.drawFires(t, now);
    this.drawSigns(t, speed);
  }

  /** Finds who stands where. @param {number} t @param {number} least */
  see(t, least) {
    const seen = [];
    for (const person of this.run.people.values()) {
      if (!person.isHere(t)) continue;
      const stand = this.own?.id === person.id ? this.own : person.stand(t, least);
      if (!stand.isOut) seen.push({ person, ...stand, act: stand.isWalking ? null : person.act(t) });
    }
    seen.sort((a, b) => a.y - b.y || a.person.number - b.person.number);
    this.seen = seen;
  }

  /** Lights the places in which anybody is awake. @param {number} t @param {number} dark @param {number} now */
  light(t, dark, now) {
    if (dark <= 0.05 || (now - this.litAt < LIT_MS && Math.abs(t - this.litT) < 60)) return;
    this.litAt = now;
    this.litT = t;
    this.lit = new Set();
    for (const { act, x, y } of this.seen) {
      if (act && isAsleep(act)) continue;
      const place = this.map.placeAt((x + 0.5) * this.map.tile, (y + 0.5) * this.map.tile);
      if (place && !place.isOutdoors) this.lit.add(place.name);
    }
  }

  /** @param {string} light @param {string} lamp @param {number} dark */
  drawPeople(light, lamp, dark) {
    const { onto, sheet, map } = this;
    const { zoom, width, height } = this.camera;
    const [left, top] = this.camera.origin;
    const outside = sheet.in(light);
    const inside = dark > 0.05 && this.lit.size ? sheet.in(lamp) : outside;
    const [w, h] = [sheet.width * zoom, sheet.height * zoom];
    onto.imageSmoothingEnabled = false;
    for (const one of this.seen) {
      const { person } = one;
      // those on one tile stand beside each other
      const aside = ((person.number * 7) % 5) - 2;
      const x = Math.round(left + (one.x * map.tile + (map.tile - sheet.width) / 2 + aside) * zoom);
      const y = Math.round(top + ((one.y + 1) * map.tile - sheet.height - 1) * zoom);
      if (x < -w || y < -h || x > width || y > height) continue;
      if (person.id === this.followed || person.id === this.hovered) this.ring(x, y, w, h, person.id);
      const place = inside !== outside && map.placeAt((one.x + 0.5) * map.tile, (one.y + 0.5) * map.tile);
      const picture = place && this.lit.has(place.name) ? inside : outside;
      const [fromX, fromY] = sheet.frame(person.sprite, one.direction, one.step);
      onto.drawImage(picture, fromX, fromY, sheet.width, sheet.height, x, y, w, h);
    }
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h @param {string} id */
  ring(x, y, w, h, id) {
    const { onto } = this;
    onto.beginPath();
    onto.ellipse(x + w / 2, y + h - w * 0.07, w * 0.45, w * 0.22, 0, 0, Math.PI * 2);
    onto.fillStyle = id === this.followed ? "rgba(251, 146, 60, 0.75)" : "rgba(255, 255, 255, 0.55)";
    onto.fill();
  }

  /** @param {number} t @param {number} now */
  drawFires(t, now) {
    const { onto, map } = this;
    for (const { place, thing } of this.run.fires(t)) {
      const at = map.where(place, thing);
      if (!at) continue;
      const [left, top] = this.camera.origin;
      const { zoom } = this.camera;
      const x = left + (at.x + at.width / 2) * zoom;
      const y = top + (at.y + at.height / 2) * zoom;
      const flicker = 1 + Math.sin(now / 90) * 0.06 + Math.sin(now / 37) * 0.04;
      const reach = 46 * zoom * flicker;
      const glow = onto.createRadialGradient(x, y, 2, x, y, reach);
      glow.addColorStop(0, "rgba(255, 150, 50, 0.55)");
      glow.addColorStop(1, "rgba(255, 120, 30, 0)");
      onto.fillStyle = glow;
      onto.fillRect(x - reach, y - reach, reach * 2, reach * 2);
      onto.font = `${Math.round(17 * zoom * flicker)}px "Noto Color Emoji", "Apple Color Emoji", sans-serif`;
      onto.textAlign = "center";
      onto.textBaseline = "alphabetic";
      onto.fillText("🔥", x, y + 7 * zoom);
    }
  }

  /** Names, signs of what is done, and bubbles. @param {number} t @param {number} speed */
  drawSigns(t, speed) {
    const { onto, stamps, map, ratio } = this;
    const { zoom, width, height } = this.camera;
    const [left, top] = this.camera.origin;
    const isNamed = this.run.people.size <= NAMED && zoom >= 1.5 * ratio;
    const isSigned = zoom >= ratio * (this.run.people.size <= NAMED ? 0.9 : 1.5);
    const said = this.saidAt(t, speed);
    const tall = this.sheet.height * zoom;
    this.bubbles = [];
    /** @type {number[][]} */
    const labels = [];
    for (const one of this.seen) {
      const { person } = one;
      const isChosen = person.id === this.followed || person.id === this.hovered;
      const x = Math.round(left + (one.x + 0.5) * map.tile * zoom);
      const y = Math.round(top + (one.y + 1) * map.tile * zoom - tall);
      if (x < -60 || y < -20 || x > width + 60 || y > height + 90) continue;
      if (isNamed || isChosen) {
        const label = stamps.label(isNamed && !isChosen ? person.name.split(" ")[0] : person.name, isChosen);
        const [left, top] = [Math.round(x - label.width / 2), Math.round(y + tall)];
        const isFree = labels.every(([l, t, w]) => left > l + w || l > left + label.width || Math.abs(top - t) > label.height);
        if (isFree || isChosen) onto.drawImage(label, left, top);
        if (isFree) labels.push([left, top, label.width]);
      }
      if (said.has(person.id)) continue;
      if ((isSigned || isChosen) && one.act?.emoji) {
        const sign = stamps.sign(one.act.emoji, zoom >= 2 * ratio ? 15 : 12);
        onto.drawImage(sign, Math.round(x - sign.width / 2), Math.round(y - sign.height + 2));
      }
    }
    for (const one of this.seen) {
      const line = said.get(one.person.id);
      if (!line) continue;
      const y = top + (one.y + 1) * map.tile * zoom - tall;
      this.drawBubble(line, left + (one.x + 0.5) * map.tile * zoom, y);
    }
  }

  /** @param {number} t @param {number} speed @returns {Map<string, any>} Who is just saying what. */
  saidAt(t, speed) {
    const stays = Math.max(1.2, (READ_SECONDS * Math.min(speed, 600)) / 60);
    /** @type {Map<string, any>} */
    const said = new Map();
    const { lines } = this.run;
    for (let at = lines.count(t) - 1; at >= 0 && t - lines.times[at] < stays; at -= 1) {
      const line = lines.values[at];
      if (!said.has(line.who)) said.set(line.who, line);
      if (said.size >= MOST_BUBBLES) break;
    }
    return said;
  }

  /** @param {any} line @param {number} x @param {number} y */
  drawBubble(line, x, y) {
    const stamp = this.stamps.bubble(line.text);
    const { width, height } = this.camera;
    if (x < -40 || x > width + 40 || y < -20 || y > height + 60) return;
    const [w, h] = [stamp.width, stamp.height];
    const left = Math.max(2, Math.min(width - w - 2, Math.round(x - w / 2)));
    // it goes up until it covers no other, and glides there
    let wanted = Math.round(y - h + 3);
    for (const other of [...this.bubbles].sort((a, b) => b.y - a.y)) {
      const isBeside = left + w < other.x || left > other.x + other.width;
      if (!isBeside && wanted + h > other.y && wanted < other.y + other.height) wanted = other.y - h + 4;
    }
    wanted = Math.max(2, wanted);
    const before = this.lifts.get(line.who) ?? 0;
    const lift = before + (wanted - y - before) * 0.25;
    this.lifts.set(line.who, Math.abs(wanted - y - lift) < 60 ? lift : wanted - y);
    const top = Math.round(y + (this.lifts.get(line.who) ?? 0));
    if (top + h < y - 6) this.string(left + w / 2, top + h - 4, x, y);
    this.onto.drawImage(stamp, left, top);
    this.bubbles.push({ x: left, y: top, width: w, height: h, line });
  }

  /** Ties a bubble that had to go up to who says it. @param {number} fromX @param {number} fromY @param {number} x @param {number} y */
  string(fromX, fromY, x, y) {
    const { onto } = this;
    onto.beginPath();
    onto.moveTo(fromX, fromY);
    onto.quadraticCurveTo(fromX, (fromY + y) / 2, x, y);
    onto.lineWidth = 1.5 * this.ratio;
    onto.strokeStyle = "rgba(255, 253, 248, 0.9)";
    onto.stroke();
  }

  /** @param {number} x @param {number} y In pixels of the page. @returns {{line?: any, person?: Person}} */
  at(x, y) {
    const [px, py] = [x * this.ratio, y * this.ratio];
    const bubble = this.bubbles.findLast(
      (one) => px >= one.x && px < one.x + one.width && py >= one.y && py < one.y + one.height,
    );
    if (bubble) return { line: bubble.line };
    const [mapX, mapY] = this.camera.toMap(px, py);
    let near = Math.max(this.map.tile * 0.7, (NEAR * this.ratio) / this.camera.zoom);
    let person;
    for (const one of this.seen) {
      const away = Math.hypot((one.x + 0.5) * this.map.tile - mapX, (one.y + 0.5) * this.map.tile - mapY);
      if (away < near) [near, person] = [away, one.person];
    }
    return { person };
  }

  /** @param {string} id @returns {Seen|undefined} */
  find(id) {
    return this.seen.find(({ person }) => person.id === id);
  }

  /** Looks at where most are near each other. @param {number} t */
  begin(t) {
    this.see(t, 0);
    const { tile } = this.map;
    const cells = new Map();
    for (const { x, y } of this.seen) {
      const key = `${Math.floor(x / CROWD_TILES)} ${Math.floor(y / CROWD_TILES)}`;
      cells.set(key, [...(cells.get(key) ?? []), [x, y]]);
    }
    const most = [...cells.values()].sort((a, b) => b.length - a.length)[0] ?? [[0, 0]];
    const mean = (/** @type {number} */ at) =>
      most.reduce((/** @type {number} */ sum, /** @type {number[]} */ one) => sum + one[at], 0) / most.length;
    this.camera.begin(this.ratio, mean(0) * tile, mean(1) * tile);
  }

  /** Goes to a person, near enough to see them. @param {string} id */
  show(id) {
    const one = this.find(id);
    if (!one) return;
    const { tile } = this.map;
    const near = 2.5 * this.ratio;
    if (this.camera.zoom < near) this.camera.zoom = near;
    this.camera.toward((one.x + 0.5) * tile, (one.y + 0.5) * tile, 1);
  }
}

/** @param {any} act */
export function isAsleep(act) {
  return /💤|😴|🛌|🛏/u.test(act.emoji ?? "") || /\b(asleep|sleep)/i.test(act.text ?? "");
}
