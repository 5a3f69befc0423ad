// What the browser keeps between visits: who you are and where you played. The key is kept only as
// long as the tab is open.

const PLAYED = "npcserver.played";
const NAME = "npcserver.name";
const KEY = "npcserver.key";

/** @returns {string} The name that was given last. */
export const savedName = () => read(() => localStorage.getItem(NAME)) ?? "";
/** @param {string} name */
export const saveName = (name) => read(() => localStorage.setItem(NAME, name));

/** @returns {string} The key from the address (`#key=…`), or the one typed in this tab. */
export function currentKey() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given !== null) {
    saveKey(given);
    // Out of the address bar: it is shown, copied and kept in the history.
    history.replaceState(null, "", location.pathname + location.search);
    return given;
  }
  return read(() => sessionStorage.getItem(KEY)) ?? "";
}

/** @param {string} key */
export const saveKey = (key) => read(() => sessionStorage.setItem(KEY, key));

/**
 * @typedef {{timelineId: string, placeId: string}} Played
 */

/** @param {string} worldId @returns {Played|null} Where this browser played last in a world. */
export function lastPlayed(worldId) {
  return all()[worldId] ?? null;
}

/** @param {string} worldId @param {Played} played */
export function savePlayed(worldId, played) {
  read(() => localStorage.setItem(PLAYED, JSON.stringify({ ...all(), [worldId]: played })));
}

/** @returns {Record<string, Played>} */
function all() {
  return read(() => JSON.parse(localStorage.getItem(PLAYED) ?? "{}")) ?? {};
}

/**
 * Browsers may refuse to keep anything; then nothing is kept.
 * @param {() => any} use
 * @returns {any}
 */
function read(use) {
  try {
    return use();
  } catch {
    return null;
  }
}
