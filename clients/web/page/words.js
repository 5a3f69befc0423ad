// How things are put for people: game time, enum names, arguments, feelings.

const DAY = { weekday: "short", day: "numeric", month: "long", year: "numeric" };
const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
// Game time has no zone and is written as UTC.
const days = new Intl.DateTimeFormat("en-GB", /** @type {any} */ ({ ...DAY, timeZone: "UTC" }));
const hours = new Intl.DateTimeFormat("en-GB", /** @type {any} */ ({ ...HOUR, timeZone: "UTC" }));
const real = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** @param {string|undefined} time RFC 3339. @returns {string} Such as "16:30". */
export const hour = (time) => format(hours, time);
/** How the world that is played calls its days; null for the usual names. @type {any} */
let calendar = null;

/** @param {any} own The calendar of the world that is played. */
export function useCalendar(own) {
  calendar = own ?? null;
}

/** @param {string|undefined} time @returns {string} Such as "Mon 14 March 1904". */
export function day(time) {
  const date = new Date(time ?? "");
  if (!calendar || Number.isNaN(date.getTime())) return format(days, time).replace(",", "");
  const parts = days.formatToParts(date).map(({ type, value }) => [type, value]);
  const usual = Object.fromEntries(parts);
  const weekday = calendar.weekdays?.[(date.getUTCDay() + 6) % 7] ?? usual.weekday;
  const month = calendar.months?.[date.getUTCMonth()] ?? usual.month;
  return `${weekday} ${date.getUTCDate()} ${month} ${year(date.getUTCFullYear())}`;
}

/** @param {number} clock The year of the clock. @returns {string} Such as "12 the Long Thaw". */
function year(clock) {
  const begun = (calendar.eras ?? []).filter((/** @type {any} */ era) => firstYear(era) <= clock);
  begun.sort((/** @type {any} */ a, /** @type {any} */ b) => firstYear(b) - firstYear(a));
  const era = begun[0];
  return era ? `${clock - firstYear(era) + 1} ${era.name}` : `${clock}`;
}

/** @param {any} era */
const firstYear = (era) => era.firstYear ?? 1;

/** @param {string|undefined} time @returns {string} Such as "hour 12 of 20"; empty for 24 hours. */
export function hourOfDay(time) {
  const date = new Date(time ?? "");
  const hours = calendar?.hoursInDay ?? 24;
  if (hours === 24 || Number.isNaN(date.getTime())) return "";
  const minutes = date.getUTCHours() * 60 + date.getUTCMinutes();
  return `hour ${Math.floor((minutes * hours) / (24 * 60)) + 1} of ${hours}`;
}

/** @param {string|undefined} time @returns {string} */
export const moment = (time) => (time ? `${day(time)}, ${hour(time)}` : "");
/** @param {string|undefined} time Real time. @returns {string} As the reader writes times. */
export const realMoment = (time) => format(real, time);

/** @param {Intl.DateTimeFormat} formatter @param {string|undefined} time @returns {string} */
function format(formatter, time) {
  const date = new Date(time ?? "");
  return Number.isNaN(date.getTime()) ? "" : formatter.format(date);
}

/** @param {string} time @param {number} minutes @returns {string} */
export function later(time, minutes) {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString();
}

/**
 * @param {string|undefined} name Such as TURN_OUTCOME_CUT_SHORT.
 * @param {string} prefix
 * @returns {string}
 */
export function enumWord(name, prefix) {
  return (name ?? "").replace(prefix, "").replaceAll("_", " ").toLowerCase();
}

const PLEASANT = "joy amusement affection pride relief calm hope curiosity";
const UNPLEASANT =
  "confusion boredom sadness shame worry fear suspicion annoyance anger disgust";
const TONES = new Map([
  ...PLEASANT.split(" ").map((label) => [label, "pleasant"]),
  ...UNPLEASANT.split(" ").map((label) => [label, "unpleasant"]),
  ["", "even"],
  ["neutral", "even"],
  ["surprise", "even"],
]);

/** @param {{label?: string}|undefined} emotion @returns {string} Empty where none is known. */
export const feeling = (emotion) => emotion?.label ?? "";

/**
 * @param {{label?: string, valence?: number}|undefined} emotion
 * @returns {string} A class: how pleasant the word for it is; one that is not known here goes by
 *   its valence.
 */
export function tone(emotion) {
  const known = TONES.get(feeling(emotion));
  if (known) return known;
  const valence = emotion?.valence ?? 0;
  if (valence > 0.15) return "pleasant";
  return valence < -0.15 ? "unpleasant" : "even";
}

// Scripts with the languages written in them: the first where the speaker's own is none of them.
const SCRIPTS = [
  [/[\u3040-\u30ff]/u, ["ja"]],
  [/\p{Script=Hangul}/u, ["ko"]],
  [/\p{Script=Han}/u, ["zh", "ja", "yue"]],
  [/\p{Script=Cyrillic}/u, ["ru", "uk", "bg", "sr", "be", "kk", "mk", "mn"]],
  [/\p{Script=Arabic}/u, ["ar", "fa", "ur", "ku", "ps"]],
  [/\p{Script=Hebrew}/u, ["he", "yi"]],
  [/\p{Script=Devanagari}/u, ["hi", "mr", "ne", "sa"]],
  [/\p{Script=Thai}/u, ["th"]],
  [/\p{Script=Greek}/u, ["el"]],
];

/**
 * @param {string} text
 * @param {string} [own] Language of who says it, such as "zh" or "pt-BR".
 * @returns {{lang: string|false, dir: string}} Attributes of an element that holds only this text.
 */
export function inLanguage(text, own = "") {
  const code = own.split("-")[0].toLowerCase();
  const found = SCRIPTS.find(([script]) => /** @type {RegExp} */ (script).test(text));
  if (!found) {
    const isLatin = !SCRIPTS.some(([, codes]) => codes.includes(code));
    return { lang: (isLatin && own) || false, dir: "auto" };
  }
  const codes = /** @type {string[]} */ (found[1]);
  return { lang: codes.includes(code) ? own : codes[0], dir: "auto" };
}

/** @param {any} argument @param {Map<string, string>} names Of entities by id. @returns {string} */
export function argumentValue(argument, names) {
  if ("text" in argument) return names.get(argument.text) ?? argument.text;
  const value = argument.integer ?? argument.number ?? argument.boolean ?? "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/**
 * @param {any} intent
 * @param {Map<string, string>} names
 * @returns {string} Such as "pour drink (ale)".
 */
export function intentText(intent, names) {
  const given = (intent.arguments ?? []).map(
    (one) => `${plain(one.name)}: ${argumentValue(one, names)}`,
  );
  return `${plain(intent.affordance)}${given.length ? ` (${given.join(", ")})` : ""}`;
}

/** @param {string} identifier @returns {string} */
export const plain = (identifier) => (identifier ?? "").replaceAll("_", " ");

/** @param {string[]} names @returns {string} Such as "Ann, Bo and Cy". */
export function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** @param {string} name @returns {string} Up to two letters that stand for a name. */
export function initials(name) {
  const parts = name
    .trim()
    .split(/[\s-]+/u)
    .filter((part) => /^\p{L}/u.test(part));
  const ends = parts.length > 1 ? [parts[0], parts[parts.length - 1]] : parts;
  return (
    ends
      .map((part) => [...part][0])
      .join("")
      .toUpperCase() || "?"
  );
}

/** @returns {string} The reader's language, such as "pt-BR"; empty for one of another form. */
export function ownLanguage() {
  const tag = navigator.language ?? "";
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) ? tag : "";
}

/** @param {string} name @returns {string} An id of a player: the same each time they come. */
export function playerId(name) {
  const kept = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return shortened(`player-${kept || "unnamed"}`);
}

/** @param {string} text @returns {string} As much of it as the server takes for a name or an id. */
export function shortened(text) {
  return [...text].slice(0, 80).join(""); // by characters: half of one is none
}
