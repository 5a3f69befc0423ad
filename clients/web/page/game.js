// A game under way: which timeline, who you are, who is where, and with whom you talk.

import { NpcAdmin } from "../npc-admin.js";
import { newRequestId } from "../npc.js";
import { earlierTurns } from "./earlier.js";
import { lastPlayed, savePlayed } from "./store.js";
import { hour, ownLanguage, playerId, shortened, useCalendar } from "./words.js";

/** Minds that are asked for at once; browsers open few connections to one server. */
const AT_ONCE = 3;

/**
 * Reads all pages of a list.
 * @param {import("../npc.js").NpcClient|NpcAdmin} npc
 * @param {string} method @param {object} request @param {string} field
 * @param {import("../npc.js").CallOptions} [options]
 * @returns {Promise<any[]>}
 */
export async function everything(npc, method, request, field, options) {
  const found = [];
  for (let pageToken = ""; ;) {
    const page = await npc.call(method, { pageSize: 500, pageToken, ...request }, options);
    found.push(...(page[field] ?? []));
    pageToken = page.nextPageToken ?? "";
    if (!pageToken) return found;
  }
}

/**
 * Someone as the page knows them.
 * @typedef {{id: string, name: string, language: string, index: number, placeId: string, mood: any,
 *   act: any}} Person
 */

/**
 * State, and the calls that change it. Listeners hear of "people", "place", "time", "partners",
 * "gone" (a partner who went elsewhere), "timeline" and, when another client has loaded a save,
 * "taken".
 */
export class Game extends EventTarget {
  /** @param {import("../npc.js").NpcClient} npc @param {any} world @param {string} name */
  constructor(npc, world, name) {
    super();
    this.npc = npc;
    this.world = world;
    useCalendar(world.calendar);
    this.player = { id: playerId(name), name };
    this.timelineId = "";
    this.worldTime = world.worldStartTime ?? "";
    this.headSeq = 0;
    this.newsAt = 0; // when it was last heard of, in milliseconds since the page was opened
    this.placeId = "";
    this.circleId = "";
    /** @type {Map<string, Person>} */
    this.people = new Map();
    /** @type {Map<string, any>} */
    this.places = new Map();
    /** @type {Set<string>} */
    this.partners = new Set();
    /** @type {Set<string>} Turns that this page has shown itself. */
    this.ownTurns = new Set();
    /** @type {Set<string>} Talks among characters whose begin or end was told. */
    this.toldTalks = new Set();
    /** @type {any[]} Turns from before, oldest first. */
    this.earlier = [];
    this.isLoading = false; // a save, by this page
    this.isLeft = false; // by the player: whatever is under way must not show up any more
    this.entityNames = new Map((world.entities ?? []).map((one) => [one.id, one.name]));
  }

  /**
   * Begins a game, or goes on with one.
   * @param {import("../npc.js").NpcClient} npc @param {any} world @param {any} timeline Null for
   * a new one.
   * @param {string} name
   * @returns {Promise<Game>}
   */
  static async open(npc, world, timeline, name) {
    const game = new Game(npc, world, name);
    const { worldId } = world;
    const admin = new NpcAdmin(npc);
    const [full, characters, places] = await Promise.all([
      admin.call("WorldService/GetWorld", { worldId }),
      everything(npc, "CharacterService/ListCast", { worldId }, "characters"),
      everything(admin, "WorldService/ListPlaces", { worldId }, "places"),
    ]);
    game.world = full.world;
    if (!characters.length)
      throw new Error(`Nobody lives in ${world.name}. Import a world file with characters.`);
    for (const place of places) game.places.set(place.placeId, place);
    const isFirst = (one) => Number(one.characterId === full.world.firstCharacterId);
    characters.sort((a, b) => isFirst(b) - isFirst(a)); // whom newcomers meet, then by id
    characters.forEach((one, index) => game.people.set(one.characterId, person(one, index)));
    const begun = timeline ?? (await game.begun());
    await game.goOn(begun, lastPlayed(worldId)?.placeId ?? "");
    if (timeline) game.earlier = await earlierTurns(game);
    return game;
  }

  /** @returns {Promise<any>} A new timeline. */
  async begun() {
    const request = {
      requestId: newRequestId(),
      worldId: this.world.worldId,
      label: shortened(`${this.player.name}'s game`),
      language: ownLanguage(),
    };
    return (await this.npc.call("TimelineService/StartTimeline", request)).timeline;
  }

  /**
   * Plays in a timeline from now on.
   * @param {any} timeline
   * @param {string} placeId Where to stand.
   */
  async goOn(timeline, placeId) {
    this.timelineId = timeline.timelineId;
    this.worldTime = timeline.worldTime ?? this.worldTime;
    this.headSeq = timeline.headSeq ?? 0;
    this.newsAt = 0;
    this.circleId = "";
    this.partners = new Set(); // being elsewhere in this timeline is not going there now
    await this.lookAtMinds();
    const known = placeId === "" ? undefined : this.here(placeId).length > 0;
    const [first] = this.people.values();
    await this.goTo(known ? placeId : first?.placeId || busiest(this.people.values()));
    this.tell("timeline");
    this.tell("time");
  }

  /** Moves the player, so that those who are there can tell. @param {string} placeId */
  async goTo(placeId) {
    const { player, timelineId } = this;
    if (placeId) await this.move({ id: player.id, name: player.name, placeId });
    const wasAt = this.placeId;
    this.placeId = placeId;
    if (wasAt && wasAt !== placeId) this.tell("place");
    this.circleId = "";
    savePlayed(this.world.worldId, { timelineId, placeId });
    this.partners = new Set(
      this.here()
        .slice(0, 1)
        .map((one) => one.id),
    );
    this.tell("people");
    this.tell("partners");
  }

  /** Has a character come to where the player is, as a game may. @param {string} id */
  async callHere(id) {
    await this.move({ id, placeId: this.placeId });
    this.moved(id, this.placeId);
  }

  /** @param {{id: string, name?: string, placeId: string}} movement */
  async move(movement) {
    const request = {
      requestId: newRequestId(),
      timelineId: this.timelineId,
      movements: [movement],
    };
    await this.npc.call("PlayService/Observe", request);
  }

  /** @param {string} [placeId] @returns {Person[]} Who is at a place. */
  here(placeId = this.placeId) {
    return [...this.people.values()].filter((one) => one.placeId === placeId);
  }

  /** @param {string} id @returns {string} */
  placeName(id) {
    return this.places.get(id)?.name ?? (id || "nowhere in particular");
  }

  /** @param {string} id @returns {string} */
  nameOf(id) {
    return id === this.player.id ? this.player.name : (this.people.get(id)?.name ?? id);
  }

  /** @param {string} id @param {boolean} isOne Whether the player talks with them. */
  setPartner(id, isOne) {
    if (isOne) this.partners.add(id);
    else this.partners.delete(id);
    this.circleId = ""; // others stand together now: gathered anew with the next words
    this.tell("partners");
  }

  /**
   * @returns {Promise<string>} The circle of the player and those talked with; opened if need be.
   */
  async circle() {
    if (this.circleId) return this.circleId;
    const { timelineId, placeId } = this;
    const others = [...this.partners].map((id) => ({ id, isCharacter: true }));
    const request = {
      requestId: newRequestId(),
      timelineId,
      placeId,
      members: [this.player, ...others],
    };
    const { circle } = await this.npc.call("PlayService/OpenCircle", request);
    this.circleId = circle.circleId;
    return this.circleId;
  }

  /** Leaves the circle, if there is one; one that has broken up is left already. */
  async leaveCircle() {
    const { circleId, timelineId } = this;
    this.circleId = "";
    if (!circleId) return;
    const request = { requestId: newRequestId(), timelineId, circleId, memberId: this.player.id };
    await this.npc.call("PlayService/LeaveCircle", request).catch(() => {});
  }

  /**
   * A character is elsewhere; one that went away is no longer a partner.
   * @param {string} id
   * @param {string} placeId
   */
  moved(id, placeId) {
    const one = this.people.get(id);
    if (!one || one.placeId === placeId) return;
    one.placeId = placeId;
    if (placeId !== this.placeId && this.partners.delete(id)) {
      this.circleId = "";
      this.tell("partners");
      this.dispatchEvent(new CustomEvent("gone", { detail: one }));
    }
    this.tell("people");
  }

  /** Reads how everybody stands, a few at a time. */
  async lookAtMinds() {
    const waiting = [...this.people.keys()];
    const look = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        await this.lookAtMind(id);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, look));
    this.tell("people");
  }

  /** @param {string} characterId */
  async lookAtMind(characterId) {
    const request = { timelineId: this.timelineId, characterId };
    const { mind } = await this.npc.call("CharacterService/GetMind", request);
    const one = /** @type {Person} */ (this.people.get(characterId));
    Object.assign(one, { mood: mind.mood, act: mind.act });
    this.moved(characterId, mind.placeId ?? "");
  }

  /** @param {string} time */
  setTime(time) {
    if (!time || hour(time) === "" || Date.parse(time) < Date.parse(this.worldTime)) return;
    this.worldTime = time;
    this.tell("time");
  }

  /** @param {string} what */
  tell(what) {
    this.dispatchEvent(new Event(what));
  }
}

/** @param {any} character @param {number} index @returns {Person} */
function person(character, index) {
  const { characterId: id, placeId = "", name = id, language = "" } = character;
  return { id, name, language, index, placeId, mood: null, act: null };
}

/** @param {Iterable<Person>} people @returns {string} Where most of them are. */
function busiest(people) {
  const counts = new Map();
  for (const one of people)
    if (one.placeId) counts.set(one.placeId, (counts.get(one.placeId) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}
