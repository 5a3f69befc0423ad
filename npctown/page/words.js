// Everything the page says, in one place. Another language is another object of the same names.

const DAY = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
const SHORT = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const days = new Intl.DateTimeFormat("en-GB", /** @type {any} */ (DAY));
const moments = new Intl.DateTimeFormat("en-GB", /** @type {any} */ ({ ...SHORT, timeZone: "UTC" }));

/** @param {string} started Game time at which `t` is 0. @param {number} t Game minutes. */
const date = (started, t) => new Date(new Date(started).getTime() + t * 60_000);

/** @param {string} started @param {number} t @returns {number} Hours since midnight. */
export function hourOfDay(started, t) {
  const at = date(started, t);
  return at.getUTCHours() + at.getUTCMinutes() / 60;
}

/** @param {string} started @param {number} t @returns {string} Such as "Mon 14:05". */
export function moment(started, t) {
  const at = date(started, t);
  return Number.isNaN(at.getTime()) ? "" : moments.format(at).replace(",", "");
}

/** @param {string} started @param {number} t @returns {string} Such as "Monday 6 June". */
export function day(started, t) {
  const at = date(started, t);
  return Number.isNaN(at.getTime()) ? "" : days.format(at).replace(",", "");
}

/** @param {string} started @param {number} t @returns {string} Such as "14:05". */
export const hour = (started, t) => moment(started, t).split(" ").pop() ?? "";

/** @param {number} n @param {string} one @param {string} many */
const count = (n, one, many) => `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`;

export const words = {
  loading: "The town wakes up …",
  people: "People",
  search: "Find a person",
  nobodyFound: "Nobody of that name lives here.",
  /** @param {number} n */
  more: (n) => `and ${count(n, "more", "more")}: type a name`,
  /** @param {number} n */
  inTown: (n) => count(n, "person", "people"),
  crowd: "of the crowd",
  person: "Person",
  rumours: "Rumours",
  ties: "Ties",
  lately: "Lately",
  choose: "Choose a person in the list or on the map to see their plan, their thoughts and friends.",
  follow: "Follow",
  following: "Following",
  close: "Close",
  yearsOld: (/** @type {number} */ n) => `${n} years old`,
  livesAt: (/** @type {string} */ home) => `lives at ${home}`,
  planOfDay: "Plan of the day",
  earlier: (/** @type {number} */ n) => `earlier today: ${n}`,
  noPlan: "No plan of this day yet.",
  thoughts: "Last thoughts",
  noThoughts: "Nothing that was put into words yet.",
  said: "Said",
  nothingSaid: "Has said nothing yet.",
  heardBits: "Overheard",
  knowsPeople: "Who they know",
  knowsNobody: "Has an opinion of nobody yet.",
  knowsThat: "What they have heard",
  learned: (/** @type {string} */ by, /** @type {string} */ at) =>
    by ? `from ${by}, ${at}` : `at first hand, ${at}`,
  distorted: "not quite as it was told",
  affinity: (/** @type {number} */ n) => `affinity ${n > 0 ? "+" : ""}${n}`,
  asleep: "is asleep",
  walking: "is on the way",
  idle: "is about",
  to: (/** @type {string} */ who) => `to ${who}`,
  talkOf: (/** @type {string} */ who) => `Talk of ${who}`,
  talkAt: (/** @type {string} */ where, /** @type {string} */ when) =>
    where ? `${where}, ${when}` : when,
  back: "Back",
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  time: "Time of the run",
  nextMoment: "Next talk",
  goLive: "Go to now",
  live: "live",
  recorded: "recorded",
  tour: "Go where people talk",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show the whole town",
  map: (/** @type {string} */ town, /** @type {number} */ n) =>
    `Map of ${town} with ${count(n, "person", "people")}. Arrow keys move the view, plus and minus zoom.`,
  facts: "Which rumour",
  noFacts: "No rumour is followed in this run.",
  knowers: (/** @type {number} */ n, /** @type {number} */ all) =>
    `${n} of ${all} know (${all ? Math.round((100 * n) / all) : 0} %)`,
  firstHand: "knew it first",
  distortedEdges: "A dashed line: what was passed on was no longer quite the same.",
  density: (/** @type {number} */ percent) => `${percent} % of all pairs know each other`,
  tiesHint: "Green is liking, red is dislike; a wider line is stronger.",
  changes: "What changed",
  noTies: "Nobody thinks anything of anybody yet.",
  nothingYet: "Nothing has happened yet.",
  begins: (/** @type {string} */ who, /** @type {string} */ what) => `${who} ${what}`,
  thingIs: (/** @type {string} */ thing, /** @type {string} */ state, /** @type {string} */ place) =>
    `${thing} ${place ? `(${place}) ` : ""}is ${state}`,
  came: (/** @type {string} */ who) => `${who} comes to town`,
  went: (/** @type {string} */ who) => `${who} leaves town`,
  thinks: (/** @type {string} */ who) => `${who} thinks`,
  heardOf: (/** @type {string} */ who, /** @type {string} */ fact) => `${who} hears: ${fact}`,
  calls: (/** @type {number} */ calls) => `${count(calls, "call", "calls")} of the model so far`,
  open: (/** @type {number} */ n) => `${count(n, "thought", "thoughts")} still open`,
  ask: "Ask",
  askOf: (/** @type {string} */ who) => `Ask ${who}`,
  askHint: "As in an interview: they will not remember it.",
  question: "Your question",
  whisperWho: "Whisper to",
  orFire: "Or set on fire",
  whisper: "Whisper",
  whisperTo: (/** @type {string} */ who) => `Whisper to ${who}`,
  whisperHint: "They take it for a thought of their own.",
  send: "Send",
  sent: "Done. Watch what comes of it.",
  fire: "Set on fire",
  fireHint: "Choose what burns",
  visit: "Walk in",
  visitName: "Your name",
  visiting: (/** @type {string} */ name) => `You are ${name}. Arrow keys or WASD walk; Enter talks.`,
  leave: "Leave town",
  sayTo: (/** @type {string} */ who) => `Say to ${who}`,
  nobodyNear: "Nobody is near enough to hear you.",
  say: "Say",
  branch: "Branch here",
  branchHint: "Two towns from this moment on: do something in the second, and see where they part.",
  branchOf: "This town",
  branchNew: "The other town",
  compare: "Compare with …",
  unbranch: "Close the other town",
  same: "Both towns are the same so far.",
  parted: (/** @type {string} */ when) => `They part at ${when}`,
  cause: "First cause",
  only: (/** @type {string} */ side, /** @type {string} */ what) => `only in ${side}: ${what}`,
  lost: "The town does not answer. This page goes on by itself once it is back.",
  back2: "The town is back. Nothing was missed.",
  help: "Keys",
  keys: [
    ["Space", "play or pause"],
    [", and .", "five minutes back or on"],
    ["N", "next talk"],
    ["arrow keys", "move the view"],
    ["+ − 0", "zoom in, out, whole town"],
    ["F", "follow the chosen person, or let go"],
    ["/", "find a person"],
    ["Esc", "close what is open"],
  ],
  whyNot: "This run cannot be shown",
  otherFormat: (/** @type {string} */ found, /** @type {string} */ reads) =>
    `It is of the format “${found}”; this page reads “${reads}”. Open it with the version of npctown that wrote it, or play the town again.`,
  noHeader: "Its run.json is no description of a run. It may have been cut off while it was copied; copy it again.",
  noMap: (/** @type {string} */ why) => `Its map cannot be drawn: ${why}.`,
  halfEvents: (/** @type {number} */ n) =>
    `${count(n, "line", "lines")} of the run could not be read and ${n === 1 ? "was" : "were"} left out.`,
  noEvents: "Nothing has happened in this run so far.",
  cannotUnpack: "This browser cannot unpack the run. Any browser of 2023 or newer can.",
  meter: (/** @type {number} */ fps, /** @type {number} */ ms, /** @type {number} */ worst) =>
    `${fps} frames a second · ${ms.toFixed(1)} ms each, ${worst.toFixed(1)} at most`,
};
