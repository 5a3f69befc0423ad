// Connect's envelopes: a byte of flags, four of length (big-endian), and that many of JSON.

import { NO_NPCSERVER, NpcError } from "./npc-errors.js";

const HEAD = 5;
const COMPRESSED = 1;
const END = 2;
/** Longest message that is taken, in bytes; a longer one is a fault, and would only eat memory. */
export const LONGEST = 16 * 1024 * 1024;

/**
 * Puts a message into an envelope.
 * @param {unknown} message
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function enveloped(message) {
  const body = new TextEncoder().encode(JSON.stringify(message));
  const whole = new Uint8Array(HEAD + body.length);
  new DataView(whole.buffer).setUint32(1, body.length);
  whole.set(body, HEAD);
  return whole;
}

/**
 * Cuts a stream of bytes into messages, wherever the network split it: inside of a head, of a
 * message, or of a character.
 */
export class EnvelopeCutter {
  constructor() {
    /** @type {Uint8Array} */
    this.buffer = new Uint8Array(1024);
    this.filled = 0;
  }

  /**
   * Takes the next bytes, and returns what has become whole by them.
   * @param {Uint8Array} bytes
   * @returns {{isEnd: boolean, message: any}[]}
   */
  push(bytes) {
    this.keep(bytes);
    const found = [];
    let start = 0;
    while (this.filled - start >= HEAD) {
      const length = this.lengthAt(start);
      if (this.filled - start < HEAD + length) break;
      found.push(opened(this.buffer.subarray(start, start + HEAD + length)));
      start += HEAD + length;
    }
    this.buffer.copyWithin(0, start, this.filled);
    this.filled -= start;
    return found;
  }

  /** @returns {boolean} Whether nothing is left over. */
  get isEmpty() {
    return this.filled === 0;
  }

  /** @param {Uint8Array} bytes */
  keep(bytes) {
    const needed = this.filled + bytes.length;
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2));
      larger.set(this.buffer.subarray(0, this.filled));
      this.buffer = larger;
    }
    this.buffer.set(bytes, this.filled);
    this.filled = needed;
  }

  /** @param {number} start @returns {number} */
  lengthAt(start) {
    const length = new DataView(this.buffer.buffer, start + 1, 4).getUint32(0);
    if (length > LONGEST) {
      throw new NpcError("internal", `a message of ${length} bytes was announced`, {
        nextStep: NO_NPCSERVER,
      });
    }
    return length;
  }
}

/** @param {Uint8Array} envelope @returns {{isEnd: boolean, message: any}} */
function opened(envelope) {
  const flags = envelope[0];
  if (flags & COMPRESSED) {
    throw new NpcError("internal", "a compressed message came, though none was asked for");
  }
  return { isEnd: (flags & END) !== 0, message: parsed(envelope.subarray(HEAD)) };
}

/** @param {Uint8Array} bytes @returns {any} The object that they say; empty for no bytes. */
function parsed(bytes) {
  if (!bytes.length) return {};
  try {
    return Object(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch (cause) {
    throw new NpcError("internal", "a message came that is no JSON", { cause });
  }
}

const MOST_KNOWN = 10_000;
/**
 * The world of each timeline and save that an answer told; the oldest first.
 * @type {Map<string, string>}
 */
const worlds = new Map();

/**
 * Notes the world of the timeline or save in an answer, for later calls that name it alone.
 * @param {{timeline?: any, save?: any}} answer
 */
export function learnWorld({ timeline, save }) {
  const id = timeline?.timelineId ?? save?.saveId;
  const worldId = timeline?.worldId ?? save?.worldId;
  if (!id || !worldId) return;
  worlds.set(id, worldId);
  for (const oldest of worlds.keys()) {
    if (worlds.size <= MOST_KNOWN) break;
    worlds.delete(oldest);
  }
}

/**
 * Headers by which a balancer may choose a server; an id may have letters that no header can carry.
 * @param {{worldId?: string, timelineId?: string, saveId?: string}} request
 * @returns {Record<string, string>}
 */
export function routing({ worldId: named, timelineId, saveId }) {
  /** @type {Record<string, string>} */
  const headers = {};
  const worldId = named || worlds.get(timelineId || saveId || "");
  if (worldId) headers["x-npc-world"] = encodeURIComponent(worldId);
  if (timelineId) headers["x-npc-timeline"] = encodeURIComponent(timelineId);
  return headers;
}
