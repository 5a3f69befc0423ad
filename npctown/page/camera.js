// What part of the map is seen, and how large.

const STEPS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];

/** In pixels of the map; `zoom` is how many pixels of the screen one of them has. */
export class Camera {
  /** @param {{width: number, height: number}} map */
  constructor(map) {
    this.map = map;
    this.x = map.width / 2;
    this.y = map.height / 2;
    this.zoom = 1;
    this.width = 1;
    this.height = 1;
    this.isWhole = true;
  }

  /** @param {number} width @param {number} height Of the canvas, in its pixels. */
  resize(width, height) {
    this.width = width;
    this.height = height;
    if (this.isWhole) this.fit();
    else this.keepIn();
  }

  /** Shows the whole map. */
  fit() {
    const { map, width, height } = this;
    this.zoom = Math.min(width / map.width, height / map.height);
    this.x = map.width / 2;
    this.y = map.height / 2;
    this.isWhole = true;
  }

  /**
   * Fills the view, near enough to tell people apart, around where most of them are.
   * @param {number} ratio Pixels of the screen in one of the page. @param {number} x @param {number} y
   */
  begin(ratio, x, y) {
    const { map, width, height } = this;
    const filled = Math.max(width / map.width, height / map.height);
    this.zoom = Math.max(Math.ceil(filled * 4) / 4, (width < 600 * ratio ? 1.5 : 2) * ratio);
    this.x = x;
    this.y = y;
    this.isWhole = false;
    this.keepIn();
  }

  /** @param {number} by Steps in or out. @param {number} [x] Where the pointer is. @param {number} [y] */
  step(by, x = this.width / 2, y = this.height / 2) {
    const least = Math.min(this.width / this.map.width, this.height / this.map.height, 1);
    const steps = [least, ...STEPS.filter((one) => one > least * 1.05)];
    const next =
      by > 0
        ? steps.find((one) => one > this.zoom * 1.01)
        : steps.findLast((one) => one < this.zoom * 0.99);
    if (next) this.zoomTo(next, x, y);
  }

  /** @param {number} zoom @param {number} x @param {number} y What stays where it is. */
  zoomTo(zoom, x, y) {
    const [mapX, mapY] = this.toMap(x, y);
    this.zoom = Math.max(0.1, Math.min(12, zoom));
    this.x = mapX - (x - this.width / 2) / this.zoom;
    this.y = mapY - (y - this.height / 2) / this.zoom;
    this.isWhole = false;
    this.keepIn();
  }

  /** @param {number} dx @param {number} dy In pixels of the canvas. */
  pan(dx, dy) {
    this.x -= dx / this.zoom;
    this.y -= dy / this.zoom;
    this.isWhole = false;
    this.keepIn();
  }

  /** @param {number} x @param {number} y @param {number} part How far to go there at once. */
  toward(x, y, part) {
    this.x += (x - this.x) * part;
    this.y += (y - this.y) * part;
    this.isWhole = false;
    this.keepIn();
  }

  keepIn() {
    const { map } = this;
    const [w, h] = [this.width / this.zoom / 2, this.height / this.zoom / 2];
    this.x = w * 2 >= map.width ? map.width / 2 : Math.max(w, Math.min(map.width - w, this.x));
    this.y = h * 2 >= map.height ? map.height / 2 : Math.max(h, Math.min(map.height - h, this.y));
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  toMap(x, y) {
    return [this.x + (x - this.width / 2) / this.zoom, this.y + (y - this.height / 2) / this.zoom];
  }

  /** Where the map's corner lies on the canvas, on a whole pixel. @returns {[number, number]} */
  get origin() {
    return [
      Math.round(this.width / 2 - this.x * this.zoom),
      Math.round(this.height / 2 - this.y * this.zoom),
    ];
  }
}
