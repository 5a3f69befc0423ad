// Where a run comes from: out of this page, from the town that serves it, or from files beside it.

import { TownMap } from "./map.js";
import { Run, RunError } from "./run.js";

const RETRY_MS = 1_500;

/** A run and its map, and what can be done in it. */
export class Source extends EventTarget {
  /** @param {string} [run] The name of a branch; empty for the run itself. */
  constructor(run = "") {
    super();
    this.name = run;
    /** @type {any} */
    this.state = { t: 0, speed: 0, is_paused: true, is_live: false, is_over: true, can: [] };
    this.isLost = false;
    /** Whether all that there is so far was loaded. */
    this.isWhole = false;
    this.addEventListener("over", () => (this.isWhole = true));
  }

  /** @param {string} action @returns {boolean} */
  can(action) {
    return this.state.can.includes(action);
  }

  /** @param {string} action @param {Record<string, any>} [fields] @returns {Promise<any>} */
  async act(action, fields) {
    throw new Error(`nothing can be done here: ${action} ${fields}`);
  }

  /** @param {Run} run @returns {Promise<TownMap>} */
  async map(run) {
    const path = run.header.map;
    if (!path) return TownMap.meadow(run);
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    try {
      const json = (/** @type {string} */ name) => this.json(folder + name);
      const image = (/** @type {string} */ name) => this.image(folder + name);
      this.folder = folder;
      return await TownMap.load(await this.json(path), json, image);
    } catch (error) {
      throw Object.assign(new RunError("noMap"), { why: /** @type {any} */ (error).message });
    }
  }

  /** @param {string} _name @returns {Promise<any>} */
  async json(_name) {
    return null;
  }

  /** @param {string} name @returns {Promise<any>} */
  async image(name) {
    const picture = new Image();
    picture.src = this.address(name);
    await picture.decode().catch(() => {
      throw new RunError(`there is no picture ${name}`);
    });
    return picture;
  }

  /** @param {string} name @returns {string} */
  address(name) {
    return name;
  }

  /** Takes in what happens from now on, where there is anything. @param {Run} _run */
  listen(_run) {
    this.dispatchEvent(new Event("over"));
  }

  /** @param {any} state */
  take(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}

/** A run that lies in the page itself, packed. */
export class PackedSource extends Source {
  /** @param {HTMLElement} element */
  constructor(element) {
    super();
    this.element = element;
  }

  /** @param {string} [name] Of a branch that lies in the page, too. */
  async run(name = "") {
    await this.unpack();
    const { header, events } = name ? this.held.branches[name] : this.held;
    const run = new Run(header);
    if (name) run.add(this.held.events.filter((/** @type {any} */ one) => one.t < header.branch_t));
    run.add(name ? events.filter((/** @type {any} */ one) => one.t >= header.branch_t) : events);
    return run;
  }

  async branches() {
    return Object.keys(this.held.branches ?? {});
  }

  async unpack() {
    if (this.held) return;
    /** @type {any} */
    let held;
    try {
      const bytes = Uint8Array.from(atob((this.element.textContent ?? "").trim()), (one) => one.charCodeAt(0));
      const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      held = JSON.parse(await new Response(plain).text());
    } catch {
      throw new RunError("DecompressionStream" in window ? "noHeader" : "cannotUnpack");
    }
    this.held = held;
  }

  /** @param {string} name */
  async json(name) {
    if (!(name in this.held.files)) throw new RunError(`there is no file ${name}`);
    return this.held.files[name];
  }

  /** @param {string} name */
  address(name) {
    return this.held.files[name] ?? "data:,";
  }
}

/** A run that a town serves: all that happened, and what happens from now on. */
export class ServedSource extends Source {
  /** @param {any[]} [before] Of a branch: what happened in the run that it left. */
  async run(before) {
    const run = new Run(await this.json("run.json"));
    this.from = before ? run.header.branch_t : -Infinity;
    if (before) run.add(before.filter((one) => one.t < this.from));
    return run;
  }

  /** @param {Run} run @param {number} [after] */
  listen(run, after = 0) {
    let count = after;
    this.stream?.close();
    const stream = new EventSource(this.address(`events?after=${after}`));
    this.stream = stream;
    stream.onmessage = (message) => {
      count = Number(message.lastEventId) || count;
      const events = JSON.parse(message.data);
      run.add(this.from > 0 ? events.filter((/** @type {any} */ one) => !(one.t < this.from)) : events);
    };
    stream.onopen = () => this.lose(false);
    stream.addEventListener("state", (message) => this.take(JSON.parse(/** @type {any} */ (message).data)));
    stream.addEventListener("over", () => {
      stream.close();
      this.take({ ...this.state, is_over: true });
      this.dispatchEvent(new Event("over"));
    });
    stream.onerror = () => {
      this.lose(true);
      stream.close(); // it would ask again by itself, but not where a server was away for long
      window.setTimeout(() => this.stream === stream && this.listen(run, count), RETRY_MS);
    };
  }

  async branches() {
    return (await this.json("runs.json")).map((/** @type {any} */ one) => one.run).filter(Boolean);
  }

  close() {
    this.stream?.close();
    this.stream = undefined;
  }

  /** @param {boolean} isLost */
  lose(isLost) {
    if (this.isLost === isLost) return;
    this.isLost = isLost;
    this.dispatchEvent(new Event(isLost ? "lost" : "back"));
  }

  /** @param {string} name */
  address(name) {
    return this.name ? `${name}${name.includes("?") ? "&" : "?"}run=${encodeURIComponent(this.name)}` : name;
  }

  /** @param {string} name */
  async json(name) {
    const answer = await fetch(this.address(name));
    if (!answer.ok) throw new RunError(`there is no file ${name}`);
    return answer.json();
  }

  /** @param {string} action @param {Record<string, any>} [fields] */
  async act(action, fields = {}) {
    const body = JSON.stringify({ ...fields, do: action, ...(this.name ? { run: this.name } : {}) });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("do", { method: "POST", headers, body });
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(said.error ?? answer.statusText);
    return said;
  }
}
