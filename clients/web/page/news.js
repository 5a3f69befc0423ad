// One event of a timeline as a sentence; most of what happens in a mind is not told.

import { h } from "./dom.js";
import { enumWord } from "./words.js";

/**
 * @typedef {{kind: string, name: string, parts: any[], ask?: {turnId?: string, memoryId?:
 * string}}} News
 */

/**
 * @param {any} event A `WatchResponse`.
 * @param {import("./game.js").Game} game
 * @returns {News|null} Null for what nobody would see or hear, and for the player's own talk.
 */
export function told(event, game) {
  const name = game.nameOf(event.characterId ?? "");
  const who = h("b", {}, name);
  if (event.act) return act(event.act, name, who, game);
  if (event.movement) return movement(event.movement, game);
  if (event.memory) return memory(event.memory, name, who, game);
  if (event.mood)
    return {
      kind: "mood",
      name,
      parts: [who, " feels ", event.mood.label || "calm", because(event.mood.why)],
    };
  if (event.belief)
    return {
      kind: "mind",
      name,
      parts: [who, " believes: ", event.belief.text, ` (${event.belief.score ?? 0} of 100)`],
    };
  if (event.relation) return relation(event.relation, name, who);
  if (event.conversation) return conversation(event.conversation, name, who, game);
  if (event.objectState) return thing(event.objectState, game);
  if (event.commitment) return commitment(event.commitment);
  if (event.flag)
    return {
      kind: "thing",
      name: "",
      parts: [`The story flag ${event.flag.name} is ${event.flag.unset ? "unset" : "set"}.`],
    };
  if (event.lateness) return lateness(event.lateness);
  return null;
}

/** @param {any} it A `Lateness`. @returns {News} */
function lateness(it) {
  const minutes = Math.round(it.minutes ?? 0);
  const of = (it.byPurpose ?? []).map(
    (one) => `${one.waiting} × ${enumWord(one.purpose, "PURPOSE_") || "what the clock does"}`,
  );
  const behind = `Thoughts are ${minutes} minutes behind (${of.join(", ")}).`;
  const parts = minutes ? [`${behind} Let time pass more slowly.`] : ["Thoughts have caught up."];
  return { kind: "mind", name: "", parts };
}

/** @param {any} it @param {string} name @param {Node} who @param {any} game @returns {News} */
function act(it, name, who, game) {
  const where = it.placeId ? ` (${game.placeName(it.placeId)})` : "";
  return { kind: "act", name, parts: [who, ` is ${it.activity}${where}.`] };
}

/** @param {any} it @param {any} game @returns {News|null} */
function movement(it, game) {
  if (it.id === game.player.id) return null;
  const name = it.name || game.nameOf(it.id);
  return {
    kind: "act",
    name,
    parts: [
      h("b", {}, name),
      it.placeId ? ` goes to ${game.placeName(it.placeId)}.` : " goes away.",
    ],
  };
}

/** @param {any} it @param {string} name @param {Node} who @param {any} game @returns {News|null} */
function memory(it, name, who, game) {
  const ask = { memoryId: it.memoryId };
  if (it.kind === "MEMORY_KIND_REFLECTION")
    return { kind: "mind", name, parts: [who, " concludes: ", it.text], ask };
  const isTold = it.kind === "MEMORY_KIND_LINE" && !game.ownTurns.has(it.turnId);
  return isTold ? { kind: "line", name, parts: [who, ": ", h("q", {}, it.text)], ask } : null;
}

/** @param {any} it @param {string} name @param {Node} who @returns {News} */
function relation(it, name, who) {
  const numbers = ` (affinity ${it.affinity ?? 0}, trust ${it.trust ?? 0})`;
  return {
    kind: "mind",
    name,
    parts: [who, ` thinks of ${it.otherName || it.otherId}: ${it.view ?? ""}${numbers}`],
  };
}

/** @param {any} it @param {string} name @param {Node} who @param {any} game @returns {News|null} */
function conversation(it, name, who, game) {
  const once = `${it.conversationId} ${it.isOver ?? false}`;
  if (game.toldTalks.has(once)) return null; // both of them have it in mind; one is enough
  game.toldTalks.add(once);
  const begins = ` begins to talk with ${it.withName}${it.about ? ` about ${it.about}` : ""}.`;
  return {
    kind: "act",
    name,
    parts: [who, it.isOver ? ` and ${it.withName} have talked.` : begins],
  };
}

/** @param {any} it @param {any} game @returns {News} */
function thing(it, game) {
  return {
    kind: "thing",
    name: "",
    parts: [`The ${it.objectName} is ${it.state} (${game.placeName(it.placeId)}).`],
  };
}

/** @param {any} it @returns {News} */
function commitment(it) {
  const status = enumWord(it.status, "COMMITMENT_STATUS_");
  const end = status === "open" ? "" : ` (${status})`;
  const words = `${it.byName} promised ${it.toName}: ${it.what}${end}`;
  return {
    kind: "mind",
    name: it.byName ?? "",
    parts: [words],
    ask: it.turnId ? { turnId: it.turnId } : undefined,
  };
}

/** @param {string|undefined} why @returns {string} */
function because(why) {
  return why ? `: ${why}` : ".";
}
