// Pictures of people, and the small things drawn above their heads; each made once and kept.

import { s } from "./dom.js";
import { canvas } from "./map.js";

const FRAMES = [0, 1, 0, 2]; // of three: stands, one foot, stands, the other
const MOST_KEPT = 600;
const COATS = ["#4f7cac", "#b5555a", "#5d8f62", "#a07a3c", "#7d62a8", "#c27ba0", "#4c8f8b", "#6b6f7a"];
const HAIR = ["#5b3a1e", "#2c2320", "#b98a4a", "#8c8680", "#93452c"];

/** The sheet of people: blocks of rows for the directions and columns for the steps. */
export class Sheet {
  /** @param {any} picture @param {import("./map.js").TownMap["people"]} layout */
  constructor(picture, layout) {
    this.picture = picture;
    this.width = layout.width;
    this.height = layout.height;
    this.columns = layout.columns;
    this.order = layout.directions;
    this.across = layout.across || Math.max(1, Math.floor(picture.width / (this.width * this.columns)));
    const rows = Math.floor(picture.height / (this.height * this.order.length));
    this.count = layout.count || this.across * rows;
    this.rows = ["down", "left", "right", "up"].map((one) => Math.max(0, this.order.indexOf(one)));
    /** @type {Map<string, HTMLCanvasElement>} */
    this.tinted = new Map();
    /** @type {Map<number, string>} */
    this.faces = new Map();
  }

  /** @returns {Sheet} One drawn here, for a map that brings none. */
  static plain() {
    const count = COATS.length;
    const picture = canvas(16 * 3, 24 * 4 * count);
    const onto = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
    for (let row = 0; row < 4 * count; row += 1)
      for (let step = 0; step < 3; step += 1) {
        const dot = (/** @type {string} */ colour, /** @type {number[]} */ [x, y, w, h]) => {
          onto.fillStyle = colour;
          onto.fillRect(step * 16 + x, row * 24 + y, w, h);
        };
        const hair = HAIR[Math.floor(row / 4) % HAIR.length];
        dot("#e8bd95", [4, 4, 8, 8]);
        dot(hair, [4, 2, 8, row % 4 === 3 ? 9 : 3]);
        if (row % 4 === 0) [6, 9].forEach((x) => dot("#3b2a22", [x, 7, 1, 2]));
        if (row % 4 === 1) dot("#3b2a22", [5, 7, 1, 2]);
        if (row % 4 === 2) dot("#3b2a22", [10, 7, 1, 2]);
        dot(COATS[Math.floor(row / 4)], [4, 12, 8, 7]);
        dot("#4a4350", [5, 19, 2, step === 1 ? 2 : 4]);
        dot("#4a4350", [9, 19, 2, step === 2 ? 2 : 4]);
      }
    const directions = ["down", "left", "right", "up"];
    return new Sheet(picture, { image: "", width: 16, height: 24, columns: 3, across: 1, count, directions });
  }

  /** @param {number} sprite @returns {string} The address of a picture of a head and shoulders. */
  face(sprite) {
    const number = sprite % this.count;
    if (!this.faces.has(number)) this.faces.set(number, this.portrait(number, 2, true).toDataURL());
    return /** @type {string} */ (this.faces.get(number));
  }

  /** @param {number} sprite @param {number} direction @param {number} step @returns {[number, number]} */
  frame(sprite, direction, step) {
    const number = sprite % this.count;
    const column = this.columns === 3 ? FRAMES[Math.floor(step * 2) % 4] : Math.floor(step * 2) % this.columns;
    const x = ((number % this.across) * this.columns + column) * this.width;
    const row = Math.floor(number / this.across) * this.order.length + this.rows[direction];
    return [x, row * this.height];
  }

  /** @param {string} colour A colour that all is multiplied with. @returns {HTMLCanvasElement} */
  in(colour) {
    const known = this.tinted.get(colour);
    if (known) return known;
    if (this.tinted.size > 8) this.tinted.clear();
    const made = canvas(this.picture.width, this.picture.height);
    const onto = /** @type {CanvasRenderingContext2D} */ (made.getContext("2d"));
    onto.drawImage(this.picture, 0, 0);
    onto.globalCompositeOperation = "multiply";
    onto.fillStyle = colour;
    onto.fillRect(0, 0, made.width, made.height);
    onto.globalCompositeOperation = "destination-in";
    onto.drawImage(this.picture, 0, 0);
    this.tinted.set(colour, made);
    return made;
  }

  /**
   * @param {number} sprite @param {number} scale @param {boolean} [isBust] Without the legs.
   * @returns {HTMLCanvasElement} A person who faces the reader.
   */
  portrait(sprite, scale, isBust = false) {
    const height = isBust ? Math.min(this.height, this.width + 2) : this.height;
    const made = canvas(this.width * scale, height * scale);
    const onto = /** @type {CanvasRenderingContext2D} */ (made.getContext("2d"));
    onto.imageSmoothingEnabled = false;
    const [x, y] = this.frame(sprite, 0, 0);
    onto.drawImage(this.picture, x, y, this.width, height, 0, 0, made.width, made.height);
    made.setAttribute("aria-hidden", "true");
    return made;
  }
}

/**
 * A person in a drawing: a button with a face.
 * @param {any} app @param {any} person @param {string} label @param {number} x @param {number} y
 * @param {Record<string, any>} [more] @param {...any} children
 */
export function node(app, person, label, x, y, more = {}, ...children) {
  const onclick = () => app.choose(person.id, true);
  const onkeydown = (/** @type {KeyboardEvent} */ key) => key.key === "Enter" && onclick();
  const side = 19;
  return s(
    "g.node",
    { transform: `translate(${x} ${y})`, tabindex: 0, role: "button", "aria-label": label, "data-who": person.id, onclick, onkeydown, ...more },
    s("title", {}, label),
    s("circle", { r: 12 }),
    s("image", { href: app.sheet.face(person.sprite), x: -side / 2, y: -side / 2 - 1, width: side, height: side }),
    ...children,
  );
}

/** Makes and keeps what is drawn again and again: labels, signs and bubbles. */
export class Stamps {
  /** @param {number} ratio Pixels of the screen in one of the page. */
  constructor(ratio) {
    this.ratio = ratio;
    /** @type {Map<string, HTMLCanvasElement>} */
    this.kept = new Map();
    this.measure = /** @type {CanvasRenderingContext2D} */ (canvas(1, 1).getContext("2d"));
  }

  /** @param {string} key @param {() => HTMLCanvasElement} make @returns {HTMLCanvasElement} */
  of(key, make) {
    const known = this.kept.get(key);
    if (known) return known;
    if (this.kept.size > MOST_KEPT) this.kept.clear();
    const made = make();
    this.kept.set(key, made);
    return made;
  }

  /** @param {number} width @param {number} height @returns {[HTMLCanvasElement, CanvasRenderingContext2D]} */
  sheet(width, height) {
    const made = canvas(Math.ceil(width * this.ratio), Math.ceil(height * this.ratio));
    const onto = /** @type {CanvasRenderingContext2D} */ (made.getContext("2d"));
    onto.scale(this.ratio, this.ratio);
    return [made, onto];
  }

  /** @param {string} text @param {number} size @returns {HTMLCanvasElement} An emoji on a small plate. */
  sign(text, size) {
    return this.of(`sign ${size} ${text}`, () => {
      const side = size + 7;
      const [made, onto] = this.sheet(side, side + 4);
      plate(onto, 0.5, 0.5, side - 1, side - 1, side / 3, side / 2);
      onto.font = `${size}px "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif`;
      onto.textAlign = "center";
      onto.textBaseline = "middle";
      onto.fillStyle = "#222";
      onto.fillText(text, side / 2, side / 2 + size * 0.06);
      return made;
    });
  }

  /** @param {string} text @param {boolean} isChosen @returns {HTMLCanvasElement} A name. */
  label(text, isChosen) {
    return this.of(`label ${isChosen} ${text}`, () => {
      const font = `${isChosen ? 700 : 600} 11px system-ui, "Liberation Sans", "DejaVu Sans", sans-serif`;
      this.measure.font = font;
      const width = this.measure.measureText(text).width + 10;
      const [made, onto] = this.sheet(width, 15);
      onto.fillStyle = isChosen ? "#9a3412" : "rgba(30, 26, 20, 0.62)";
      onto.beginPath();
      onto.roundRect(0, 0, width, 15, 7.5);
      onto.fill();
      onto.font = font;
      onto.fillStyle = "#fff";
      onto.textAlign = "center";
      onto.textBaseline = "middle";
      onto.fillText(text, width / 2, 8);
      return made;
    });
  }

  /** @param {string} text @returns {HTMLCanvasElement} What is said, cut after three lines. */
  bubble(text) {
    return this.of(`bubble ${text}`, () => {
      const font = '13px Georgia, "Palatino Linotype", "DejaVu Serif", serif';
      this.measure.font = font;
      const lines = wrapped(this.measure, text, 190, 3);
      const width = Math.max(...lines.map((line) => this.measure.measureText(line).width)) + 20;
      const height = lines.length * 17 + 12;
      const [made, onto] = this.sheet(width + 2, height + 9);
      plate(onto, 1, 1, width, height, 10, width / 2);
      onto.font = font;
      onto.fillStyle = "#1d1b18";
      onto.textBaseline = "middle";
      lines.forEach((line, at) => onto.fillText(line, 11, 16 + at * 17));
      return made;
    });
  }
}

/** @param {CanvasRenderingContext2D} onto @param {number} x @param {number} y @param {number} w @param {number} h @param {number} round @param {number} tip */
function plate(onto, x, y, w, h, round, tip) {
  onto.beginPath();
  onto.roundRect(x, y, w, h, round);
  onto.moveTo(tip - 4, y + h - 0.5);
  onto.lineTo(tip, y + h + 5);
  onto.lineTo(tip + 4, y + h - 0.5);
  onto.fillStyle = "rgba(255, 253, 248, 0.96)";
  onto.strokeStyle = "rgba(60, 48, 30, 0.28)";
  onto.lineWidth = 1;
  onto.stroke();
  onto.fill();
}

/** @param {CanvasRenderingContext2D} measure @param {string} text @param {number} width @param {number} most */
function wrapped(measure, text, width, most) {
  /** @type {string[]} */
  const lines = [];
  // languages without blanks break anywhere
  const parts = text.match(/[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*/g) ?? [text];
  let line = "";
  for (const part of parts) {
    if (line && measure.measureText(line + part.trimEnd()).width > width) {
      lines.push(line.trimEnd());
      line = "";
      if (lines.length === most) {
        lines[most - 1] = `${lines[most - 1].replace(/[\s,;:.!?]+$/, "")} …`;
        return lines;
      }
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}
