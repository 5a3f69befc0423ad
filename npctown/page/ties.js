// Who thinks what of whom: everybody in a ring, with lines that come, grow and change their colour.

import { fill, h, s } from "./dom.js";
import { node } from "./sprites.js";
import { moment, words } from "./words.js";

const MOST = 40;
const SIZE = 330;
const MOST_CHANGES = 12;
const POINTS = 80;

/** @param {any} app @returns {{element: HTMLElement, update: () => void}} */
export function ties(app) {
  const { run } = app;
  const density = h("p.count", { role: "status" });
  const ring = h("div.ring");
  const course = h("div");
  const changes = h("ul.plain.changes");
  const element = h(
    "div.ties",
    {},
    density,
    course,
    ring,
    h("p.soft.small", {}, words.tiesHint),
    h("h2.part", {}, words.changes),
    changes,
  );
  let shown = "";
  /** @type {Map<string, {x: number, y: number}>} */
  let places = new Map();
  const update = () => {
    const { t } = app.player;
    const key = `${run.ties.count(t)} ${app.chosen} ${run.people.size} ${run.ties.length}`;
    if (key === shown) return;
    shown = key;
    const people = membersOf(run);
    places = ringOf(people);
    const now = pairs(run, people, t);
    const all = (people.length * (people.length - 1)) / 2;
    fill(density, words.density(all ? Math.round((100 * now.size) / all) : 0));
    fill(course, growth(run, people, all, t));
    fill(ring, drawing(app, people, places, now));
    const last = run.ties.last(t, MOST_CHANGES);
    fill(changes, ...(last.length ? last.map((one) => change(app, one)) : [h("li.soft", {}, words.noTies)]));
  };
  return { element, update };
}

/** @param {any} run @returns {any[]} Everybody with a mind, those with most to do with others first. */
function membersOf(run) {
  const minds = [...run.people.values()].filter((one) => !one.isVisitor && !one.isCrowd);
  if (minds.length <= MOST) return minds;
  return minds.sort((a, b) => b.relations.size - a.relations.size).slice(0, MOST);
}

/** @param {any[]} people */
function ringOf(people) {
  const radius = SIZE / 2 - 24;
  const spots = people.map((one, at) => {
    const angle = (at / people.length) * Math.PI * 2 - Math.PI / 2;
    return [one.id, { x: SIZE / 2 + Math.cos(angle) * radius, y: SIZE / 2 + Math.sin(angle) * radius }];
  });
  return new Map(/** @type {any} */ (spots));
}

/** @param {any} run @param {any[]} people @param {number} t @returns {Map<string, {one: string, other: string, affinity: number}>} */
function pairs(run, people, t) {
  const ids = new Set(people.map((one) => one.id));
  const found = new Map();
  for (const person of people)
    for (const [to, track] of person.relations) {
      const now = ids.has(to) && track.at(t);
      if (!now) continue;
      const [one, other] = [person.id, to].sort();
      const known = found.get(`${one} ${other}`);
      const affinity = known ? (known.affinity + now.affinity) / 2 : now.affinity;
      found.set(`${one} ${other}`, { one, other, affinity });
    }
  return found;
}

/** @param {any} app @param {any[]} people @param {Map<string, any>} places @param {Map<string, any>} now */
function drawing(app, people, places, now) {
  const middle = SIZE / 2;
  const lines = [...now.values()].map(({ one, other, affinity }) => {
    const [a, b] = [places.get(one), places.get(other)];
    const isHis = one === app.chosen || other === app.chosen;
    const kind = affinity < 0 ? "bad" : "good";
    return s(`path.tie.${kind}${isHis ? ".chosen" : app.chosen ? ".aside" : ""}`, {
      d: `M${a.x},${a.y} Q${middle},${middle} ${b.x},${b.y}`,
      "stroke-width": 0.6 + Math.abs(affinity) / 30,
    });
  });
  const nodes = people.map((person) => {
    const { x, y } = places.get(person.id);
    const made = node(app, person, person.name, x, y);
    made.classList.toggle("chosen", person.id === app.chosen);
    return made;
  });
  return s("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "group", "aria-label": words.ties }, ...lines, ...nodes);
}

/** How many pairs knew each other over the run. @param {any} run @param {any[]} people @param {number} all @param {number} t */
function growth(run, people, all, t) {
  if (!all || !run.end) return null;
  const ids = new Set(people.map((one) => one.id));
  const known = new Set();
  /** @type {number[]} */
  const counts = new Array(POINTS + 1).fill(0);
  run.ties.values.forEach((/** @type {any} */ tie, /** @type {number} */ at) => {
    if (ids.has(tie.who) && ids.has(tie.to)) known.add([tie.who, tie.to].sort().join(" "));
    counts[Math.min(POINTS, Math.ceil((run.ties.times[at] / run.end) * POINTS))] = known.size;
  });
  for (let at = 1; at <= POINTS; at += 1) counts[at] = Math.max(counts[at], counts[at - 1]);
  const points = counts.map((n, at) => `${(at / POINTS) * 300},${40 - (n / all) * 38}`).join(" ");
  const x = (t / run.end) * 300;
  return s(
    "svg.growth",
    { viewBox: "0 0 300 42", "aria-hidden": "true" },
    s("polyline", { points }),
    s("line", { x1: x, x2: x, y1: 0, y2: 42 }),
  );
}

/** @param {any} app @param {any} tie */
function change(app, tie) {
  const { run } = app;
  const by = tie.affinity - tie.before;
  const mark = by > 0 ? `+${by}` : `${by}`;
  return h(
    "li",
    {},
    h("time", {}, moment(run.started, tie.t)),
    h(
      "span",
      {},
      `${run.name(tie.who)} → ${run.name(tie.to)} `,
      h(by < 0 ? "b.bad" : "b.good", {}, mark),
      tie.view && h("span.soft", {}, ` ${tie.view}`),
    ),
  );
}
