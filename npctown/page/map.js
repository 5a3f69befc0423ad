// A map of Tiled, drawn once; regions and objects of it by name.

import { RunError } from "./run.js";

const FLIPPED_ACROSS = 0x80000000;
const FLIPPED_DOWN = 0x40000000;
const FLIPPED_DIAGONALLY = 0x20000000;
const NUMBER = 0x0fffffff;
const MOST_PIXELS = 64_000_000; // a canvas of more is refused by some browsers
/** How a layer is drawn whose tiles have no pictures. @type {Record<string, string>} */
const PLAIN = { ground: "#8fb573", walls: "#8d6e5a", things: "#b08a5c" };
const ABOVE = /^(over|above|roof|foreground)/i;

/**
 * @typedef {{name: string, title: string, x: number, y: number, width: number, height: number,
 *   isOutdoors: boolean, polygon: {x: number, y: number}[]|null}} Region
 * @typedef {(name: string) => Promise<any>} Fetch Gives a file beside the map: JSON, or an image.
 */

/** The map of a run. Positions of people are in tiles, all others in pixels of the map. */
export class TownMap {
  /**
   * @param {any} tiled What the map's file says. @param {Fetch} json @param {Fetch} image
   * @returns {Promise<TownMap>}
   */
  static async load(tiled, json, image) {
    if (!Array.isArray(tiled?.layers) || !(tiled.width > 0) || !(tiled.height > 0))
      throw new RunError("it is no map of Tiled in JSON");
    if (tiled.orientation && tiled.orientation !== "orthogonal")
      throw new RunError(`it is ${tiled.orientation}, and only maps of squares can be drawn`);
    const sets = await Promise.all(
      (tiled.tilesets ?? []).map(async (/** @type {any} */ one) => {
        const set = one.source ? { ...(await json(one.source)), firstgid: one.firstgid } : one;
        return { ...set, picture: set.image ? await image(set.image) : null };
      }),
    );
    return new TownMap(tiled, sets);
  }

  /**
   * @param {import("./run.js").Run} run @returns {TownMap} For a town that has no map: a meadow, and
   *   people who stand on it in rows.
   */
  static meadow(run) {
    const people = [...run.people.values()];
    const width = Math.max(12, Math.ceil(Math.sqrt(people.length * 1.6)) * 3);
    const height = Math.max(8, Math.ceil((people.length * 3) / width + 1) * 3);
    people.forEach((one, at) => {
      one.start = [((at * 3) % width) + 1, Math.floor((at * 3) / width) * 3 + 2];
    });
    const ground = { type: "tilelayer", name: "ground", data: new Array(width * height).fill(1) };
    return new TownMap({ width, height, tilewidth: 16, tileheight: 16, layers: [ground] }, []);
  }

  /** @param {any} tiled @param {any[]} sets */
  constructor(tiled, sets) {
    this.tile = tiled.tilewidth;
    const own = properties(tiled);
    /** How the sheet of people is laid out. */
    this.people = {
      image: String(own.people_image ?? ""),
      width: Number(own.people_width ?? 16),
      height: Number(own.people_height ?? 16),
      columns: Number(own.people_columns ?? 3),
      across: Number(own.people_across ?? 0),
      count: Number(own.people_count ?? 0),
      directions: String(own.people_directions ?? "down,left,right,up").split(","),
    };
    this.columns = tiled.width;
    this.rows = tiled.height;
    this.width = tiled.width * tiled.tilewidth;
    this.height = tiled.height * tiled.tileheight;
    if (this.width * this.height > MOST_PIXELS) throw new RunError("it is too large for a browser");
    this.sets = [...sets].sort((a, b) => b.firstgid - a.firstgid);
    /** @type {Region[]} */
    this.places = [];
    /** @type {Map<string, Region>} */
    this.objects = new Map();
    /** @type {{x: number, y: number}[]} */
    this.lamps = [];
    this.below = canvas(this.width, this.height);
    /** @type {HTMLCanvasElement|null} */
    this.above = null;
    for (const layer of flat(tiled.layers)) this.take(layer);
    // the smallest region around a point is the one that is meant
    this.places.sort((a, b) => a.width * a.height - b.width * b.height);
  }

  /** @param {any} layer */
  take(layer) {
    if (layer.type === "objectgroup") for (const one of layer.objects ?? []) this.note(layer, one);
    else if (layer.type === "tilelayer" && layer.visible !== false) {
      const isAbove = ABOVE.test(layer.name);
      if (isAbove) this.above ??= canvas(this.width, this.height);
      this.draw(layer, /** @type {any} */ (isAbove ? this.above : this.below).getContext("2d"));
    }
  }

  /** @param {any} layer @param {any} one */
  note(layer, one) {
    const own = properties(one);
    const name = String(own.place_id ?? one.name ?? "");
    const title = String(one.name || name);
    const { x = 0, y = 0, width = 0, height = 0, polygon = null } = one;
    const isOutdoors = Boolean(own.is_outdoors);
    /** @type {Region} */
    const region = { name, title, x, y, width, height, polygon, isOutdoors };
    if (layer.name === "places") this.places.push(region);
    else if (layer.name === "objects") {
      const thing = String(own.object ?? one.name);
      this.objects.set(`${name}/${thing}`, { ...region, title: thing });
      if (/\blamp|\blantern/i.test(thing)) this.lamps.push({ x: x + width / 2, y: y + height / 3 });
    }
  }

  /** @param {any} layer @param {CanvasRenderingContext2D} onto */
  draw(layer, onto) {
    const numbers = tilesOf(layer);
    onto.globalAlpha = layer.opacity ?? 1;
    for (let at = 0; at < numbers.length; at += 1) {
      const raw = numbers[at] >>> 0;
      if (!raw) continue;
      const set = this.sets.find((one) => one.firstgid <= (raw & NUMBER));
      const x = (at % this.columns) * this.tile;
      const y = Math.floor(at / this.columns) * this.tile;
      if (set?.picture) this.stamp(onto, set, raw, x, y);
      else {
        onto.fillStyle = PLAIN[layer.name] ?? "transparent";
        onto.fillRect(x, y, this.tile, this.tile);
      }
    }
    onto.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} onto @param {any} set @param {number} raw @param {number} x @param {number} y */
  stamp(onto, set, raw, x, y) {
    const number = (raw & NUMBER) - set.firstgid;
    const { tilewidth: w, tileheight: h, margin = 0, spacing = 0 } = set;
    const columns = set.columns || Math.floor(set.picture.width / w);
    const left = margin + (number % columns) * (w + spacing);
    const top = margin + Math.floor(number / columns) * (h + spacing);
    const facts = set.tiles?.find?.((/** @type {any} */ tile) => tile.id === number)?.properties;
    if (facts?.some((/** @type {any} */ one) => /light|lamp|window/i.test(one.name) && one.value))
      this.lamps.push({ x: x + w / 2, y: y + h / 2 });
    y -= h - this.tile; // tall tiles stand on their square
    if (!(raw & (FLIPPED_ACROSS | FLIPPED_DOWN | FLIPPED_DIAGONALLY))) {
      onto.drawImage(set.picture, left, top, w, h, x, y, w, h);
      return;
    }
    onto.save();
    onto.translate(x + w / 2, y + h / 2);
    if (raw & FLIPPED_ACROSS) onto.scale(-1, 1);
    if (raw & FLIPPED_DOWN) onto.scale(1, -1);
    if (raw & FLIPPED_DIAGONALLY) onto.transform(0, 1, 1, 0, 0, 0);
    onto.drawImage(set.picture, left, top, w, h, -w / 2, -h / 2, w, h);
    onto.restore();
  }

  /** @param {number} x @param {number} y @returns {Region|undefined} The smallest place there. */
  placeAt(x, y) {
    return this.places.find((one) => isInside(one, x, y));
  }

  /** @param {string} name @returns {string} How a place is called. */
  title(name) {
    return this.places.find((one) => one.name === name)?.title ?? name ?? "";
  }

  /** @param {string} place @param {string} thing @returns {Region|undefined} */
  where(place, thing) {
    return (
      this.objects.get(`${place}/${thing}`) ?? this.places.find((one) => one.name === place)
    );
  }
}

/** @param {any} one Of a map, or the map itself. @returns {Record<string, any>} */
function properties(one) {
  const all = (one.properties ?? []).map((/** @type {any} */ { name, value }) => [name, value]);
  return Object.fromEntries(all);
}

/** @param {number} width @param {number} height @returns {HTMLCanvasElement} */
export function canvas(width, height) {
  const made = document.createElement("canvas");
  made.width = Math.max(1, Math.round(width));
  made.height = Math.max(1, Math.round(height));
  return made;
}

/** @param {any[]} layers @returns {any[]} Layers of groups among the others. */
function flat(layers) {
  return layers.flatMap((one) => (one.type === "group" ? flat(one.layers ?? []) : [one]));
}

/** @param {any} layer @returns {ArrayLike<number>} */
function tilesOf(layer) {
  if (Array.isArray(layer.data)) return layer.data;
  if (typeof layer.data === "string" && layer.encoding === "base64" && !layer.compression) {
    const bytes = Uint8Array.from(atob(layer.data.trim()), (one) => one.charCodeAt(0));
    return new Uint32Array(bytes.buffer);
  }
  throw new RunError(`its layer “${layer.name}” is packed; save the map with its layers as CSV`);
}

/** @param {Region} region @param {number} x @param {number} y */
function isInside({ x: left, y: top, width, height, polygon }, x, y) {
  if (!polygon) return x >= left && y >= top && x < left + width && y < top + height;
  let isIn = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
    const [a, b] = [polygon[i], polygon[j]];
    const [ax, ay, bx, by] = [a.x + left, a.y + top, b.x + left, b.y + top];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}
