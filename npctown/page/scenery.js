// The map as it is seen now, in its light: drawn anew only when the view or the light changes.

import { canvas } from "./map.js";

const MARGIN = 160; // pixels around what is seen, so that a walk needs no new picture at each frame

export class Scenery {
  /** @param {import("./map.js").TownMap} map */
  constructor(map) {
    this.map = map;
    this.below = canvas(1, 1);
    this.above = map.above ? canvas(1, 1) : null;
    this.key = "";
    this.left = 0;
    this.top = 0;
  }

  /**
   * @param {import("./camera.js").Camera} camera
   * @param {string} light @param {string} lamp @param {number} dark @param {Set<string>} lit
   * @param {string} around Colour outside of the map.
   */
  prepare(camera, light, lamp, dark, lit, around) {
    const [x, y] = camera.origin;
    const width = camera.width + MARGIN * 2;
    const height = camera.height + MARGIN * 2;
    const isNear = Math.abs(x - this.left) <= MARGIN && Math.abs(y - this.top) <= MARGIN;
    const key = [camera.zoom, width, height, light, dark > 0.05 ? [...lit].sort().join() : "", around].join("|");
    if (key === this.key && isNear) return;
    this.key = key;
    this.left = x;
    this.top = y;
    for (const made of [this.below, this.above]) {
      if (!made) continue;
      const source = made === this.below ? this.map.below : this.map.above;
      const ground = made === this.below ? around : "";
      this.paint(made, /** @type {HTMLCanvasElement} */ (source), camera.zoom, width, height, ground);
      this.shade(made, camera.zoom, light, lamp, dark, lit);
    }
  }

  /** @param {HTMLCanvasElement} made @returns {CanvasRenderingContext2D} */
  onto(made) {
    return /** @type {CanvasRenderingContext2D} */ (made.getContext("2d"));
  }

  /** @param {HTMLCanvasElement} made @param {HTMLCanvasElement} source @param {number} zoom @param {number} width @param {number} height @param {string} [ground] */
  paint(made, source, zoom, width, height, ground) {
    if (made.width !== width || made.height !== height) {
      made.width = width;
      made.height = height;
    }
    const onto = this.onto(made);
    onto.setTransform(1, 0, 0, 1, 0, 0);
    onto.globalCompositeOperation = "source-over";
    onto.clearRect(0, 0, width, height);
    onto.fillStyle = ground || "transparent";
    onto.fillRect(0, 0, width, height);
    onto.imageSmoothingEnabled = zoom < 1;
    const [x, y] = [MARGIN + this.left, MARGIN + this.top];
    // only the part that is seen: a browser without a graphics card walks over all it is given
    const fromX = Math.max(0, Math.floor(-x / zoom));
    const fromY = Math.max(0, Math.floor(-y / zoom));
    const toX = Math.min(source.width, Math.ceil((width - x) / zoom));
    const toY = Math.min(source.height, Math.ceil((height - y) / zoom));
    const [w, h] = [toX - fromX, toY - fromY];
    if (w <= 0 || h <= 0) return;
    onto.drawImage(source, fromX, fromY, w, h, x + fromX * zoom, y + fromY * zoom, w * zoom, h * zoom);
  }

  /** @param {HTMLCanvasElement} made @param {number} zoom @param {string} light @param {string} lamp @param {number} dark @param {Set<string>} lit */
  shade(made, zoom, light, lamp, dark, lit) {
    if (light === "rgb(255, 255, 255)") return;
    const onto = this.onto(made);
    const mask = canvas(made.width, made.height);
    const tint = this.onto(mask);
    tint.fillStyle = light;
    tint.fillRect(0, 0, mask.width, mask.height);
    tint.translate(MARGIN + this.left, MARGIN + this.top);
    tint.scale(zoom, zoom);
    tint.fillStyle = lamp;
    if (dark > 0.05) for (const one of this.map.places) if (lit.has(one.name)) trace(tint, one);
    if (dark > 0.05) for (const one of this.map.lamps) glow(tint, one.x, one.y, dark);
    onto.globalCompositeOperation = "multiply";
    onto.drawImage(mask, 0, 0);
    if (made === this.above) {
      // what is multiplied is drawn where there was nothing, too
      onto.globalCompositeOperation = "destination-in";
      this.cut(onto, zoom);
    }
    onto.globalCompositeOperation = "source-over";
  }

  /** @param {CanvasRenderingContext2D} onto @param {number} zoom */
  cut(onto, zoom) {
    const again = canvas(onto.canvas.width, onto.canvas.height);
    const source = /** @type {HTMLCanvasElement} */ (this.map.above);
    this.paint(again, source, zoom, again.width, again.height);
    onto.drawImage(again, 0, 0);
  }

  /**
   * @param {CanvasRenderingContext2D} onto @param {HTMLCanvasElement} made
   * @param {import("./camera.js").Camera} camera
   */
  put(onto, made, camera) {
    const [x, y] = camera.origin;
    const [left, top] = [MARGIN - (x - this.left), MARGIN - (y - this.top)];
    const { width, height } = camera;
    onto.drawImage(made, left, top, width, height, 0, 0, width, height);
  }
}

/** @param {CanvasRenderingContext2D} onto @param {import("./map.js").Region} region */
function trace(onto, { x, y, width, height, polygon }) {
  if (!polygon) {
    onto.fillRect(x, y, width, height);
    return;
  }
  onto.beginPath();
  for (const point of polygon) onto.lineTo(point.x + x, point.y + y);
  onto.fill();
}

/** @param {CanvasRenderingContext2D} onto @param {number} x @param {number} y @param {number} dark */
function glow(onto, x, y, dark) {
  const light = onto.createRadialGradient(x, y, 2, x, y, 44);
  light.addColorStop(0, `rgba(255, 228, 180, ${0.75 * dark})`);
  light.addColorStop(1, "rgba(255, 228, 180, 0)");
  onto.fillStyle = light;
  onto.fillRect(x - 44, y - 44, 88, 88);
}
