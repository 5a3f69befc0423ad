// One person: what they do, plan, think, say; who they know and what they have heard.

import { fill, h, s } from "./dom.js";
import { askFor, whisper } from "./deeds.js";
import { hour, moment, words } from "./words.js";

const MOST_THOUGHTS = 6;
const MOST_LINES = 6;
const MOST_HEARD = 3;
const MOST_FRIENDS = 14;

/** @param {any} app @returns {{element: HTMLElement, update: () => void}} */
export function person(app) {
  const element = h("div.one");
  let shown = "";
  const update = () => {
    const one = app.run.people.get(app.chosen);
    if (!one) {
      if (shown !== "nobody") fill(element, h("p.soft.hint", {}, words.choose));
      shown = "nobody";
      return;
    }
    const t = app.player.t;
    const key = [
      one.id, app.isFollowing, app.source.state.can.length, app.doing(one), one.plans.count(t), current(one, t),
      one.thoughts.count(t), one.moods.count(t), one.lines.count(t), one.heard.count(t),
      app.run.ties.count(t), [...app.run.facts.values()].map((fact) => fact.knows.count(t)).join(),
    ].join("|"); // prettier-ignore
    if (key === shown) return;
    const isNew = !shown.startsWith(`${one.id}|`);
    shown = key;
    const open = new Set([...element.querySelectorAll("details[open]")].map((each) => each.dataset.part));
    fill(element, ...parts(app, one, t));
    for (const each of element.querySelectorAll("details"))
      if (open.has(each.dataset.part)) each.open = true;
    if (isNew) element.parentElement?.scrollTo(0, 0);
  };
  return { element, update };
}

/** @param {any} one @param {number} t @returns {number} Which part of the plan it is time for. */
function current(one, t) {
  const blocks = one.plans.at(t)?.blocks ?? [];
  return blocks.findLastIndex((/** @type {any} */ block) => block.t <= t);
}

/** @param {any} app @param {any} one @param {number} t */
function parts(app, one, t) {
  const { run } = app;
  const mood = one.moods.at(t);
  const facts = [
    one.trade,
    one.age !== null && words.yearsOld(one.age),
    one.home && words.livesAt(app.map.title(one.home)),
    one.isCrowd && words.crowd,
  ].filter(Boolean);
  const follow = h(
    "button.small",
    { type: "button", "aria-pressed": String(app.isFollowing), onclick: () => app.follow() },
    app.isFollowing ? words.following : words.follow,
  );
  const head = h(
    "header.who",
    {},
    app.sheet.portrait(one.sprite, 4),
    h("div", {}, h("h2", {}, one.name), h("p.soft.small", {}, facts.join(" · "))),
  );
  return [
    head,
    h("p.now", {}, h("b", {}, app.doing(one)), mood && chip(mood)),
    h("div.row", {}, follow, whisper(app, one), askFor(app, one)),
    section(words.planOfDay, plan(app, one, t)),
    section(words.thoughts, thoughts(app, one, t)),
    section(words.knowsPeople, friends(app, one, t)),
    section(words.said, lines(app, one, t)),
    section(words.heardBits, heard(app, one, t)),
    section(words.knowsThat, knows(run, one, t)),
  ];
}

/** @param {any} mood */
function chip(mood) {
  const kind = mood.valence > 0.15 ? "pleasant" : mood.valence < -0.15 ? "unpleasant" : "even";
  return h(`span.chip.${kind}`, {}, mood.text);
}

/** @param {string} title @param {any} content */
function section(title, content) {
  return content && h("section", {}, h("h3", {}, title), content);
}

/** @param {any} app @param {any} one @param {number} t */
function plan(app, one, t) {
  const blocks = one.plans.at(t)?.blocks ?? [];
  if (!blocks.length) return h("p.soft", {}, words.noPlan);
  const now = current(one, t);
  const items = blocks.map((/** @type {any} */ block, /** @type {number} */ at) =>
    h(
      at === now ? "li.now" : at < now ? "li.past" : "li",
      { "aria-current": at === now ? "time" : null },
      h("time", {}, hour(app.run.started, block.t)),
      h("span", {}, block.text, block.place && h("span.soft", {}, ` · ${app.map.title(block.place)}`)),
    ),
  );
  const over = items.splice(0, Math.max(0, now - 1));
  return h(
    "div",
    {},
    over.length > 0 &&
      h("details", { "data-part": "plan" }, h("summary", {}, words.earlier(over.length)), h("ol.plain.plan", {}, ...over)),
    h("ol.plain.plan", {}, ...items),
  );
}

/** @param {any} app @param {any} one @param {number} t */
function thoughts(app, one, t) {
  const last = one.thoughts.last(t, MOST_THOUGHTS);
  if (!last.length) return h("p.soft", {}, words.noThoughts);
  const items = last.map((/** @type {any} */ event) =>
    h("li", {}, h("time", {}, moment(app.run.started, event.t)), h("p", {}, event.text)),
  );
  return h("ul.plain.thoughts", {}, ...items);
}

/** @param {any} app @param {any} one @param {number} t */
function lines(app, one, t) {
  const last = one.lines.last(t, MOST_LINES);
  if (!last.length) return h("p.soft", {}, words.nothingSaid);
  const items = last.map((/** @type {any} */ line) => {
    const to = line.to.map((/** @type {string} */ id) => app.run.name(id)).join(", ");
    return h(
      "li",
      {},
      h("time", {}, moment(app.run.started, line.t), to && ` ${words.to(to)}`),
      h("button.link", { type: "button", onclick: () => app.openTalk(line) }, `“${line.text}”`),
    );
  });
  return h("ul.plain.said", {}, ...items);
}

/** @param {any} app @param {any} one @param {number} t */
function heard(app, one, t) {
  const last = one.heard.last(t, MOST_HEARD);
  const items = last.map((/** @type {any} */ event) =>
    h("li", {}, h("time", {}, moment(app.run.started, event.t)), ` ${app.run.name(event.by)}: “${event.text}”`),
  );
  return items.length ? h("ul.plain.knows", {}, ...items) : null;
}

/** @param {any} app @param {any} one @param {number} t */
function friends(app, one, t) {
  const known = [];
  for (const [to, track] of one.relations) {
    const now = track.at(t);
    if (now) known.push({ to, now, track });
  }
  if (!known.length) return h("p.soft", {}, words.knowsNobody);
  known.sort((a, b) => b.now.affinity - a.now.affinity);
  const items = known.slice(0, MOST_FRIENDS).map(({ to, now, track }) =>
    h(
      "li",
      {},
      h("button.link", { type: "button", onclick: () => app.choose(to, true), title: now.view }, app.run.name(to)),
      bar(now.affinity),
      course(track, t, app.run.end),
    ),
  );
  return h("ul.plain.friends", {}, ...items);
}

/** @param {number} affinity -100 to 100. */
function bar(affinity) {
  const wide = Math.min(100, Math.abs(affinity)) / 2;
  const left = affinity < 0 ? 50 - wide : 50;
  const fill = affinity < 0 ? "bad" : "good";
  return s(
    "svg.affinity",
    { viewBox: "0 0 100 10", role: "img", "aria-label": words.affinity(affinity), preserveAspectRatio: "none" },
    s("rect.back", { x: 0, y: 3, width: 100, height: 4, rx: 2 }),
    s(`rect.${fill}`, { x: left, y: 2, width: Math.max(1, wide), height: 6, rx: 2 }),
    s("rect.middle", { x: 49.5, y: 0, width: 1, height: 10 }),
  );
}

/** How an opinion changed over the run. @param {any} track @param {number} t @param {number} end */
function course(track, t, end) {
  const points = [];
  let before = 0;
  for (let at = 0; at < track.count(t); at += 1) {
    const x = (track.times[at] / Math.max(end, 1)) * 60;
    points.push(`${x},${10 - before / 10}`, `${x},${10 - track.values[at].affinity / 10}`);
    before = track.values[at].affinity;
  }
  points.push(`${(t / Math.max(end, 1)) * 60},${10 - before / 10}`);
  return s("svg.course", { viewBox: "0 0 60 20", "aria-hidden": "true" }, s("polyline", { points: points.join(" ") }));
}

/** @param {any} run @param {any} one @param {number} t */
function knows(run, one, t) {
  const items = [];
  for (const fact of run.facts.values()) {
    const event = fact.who.get(one.id);
    if (!event || event.t > t) continue;
    const how = words.learned(event.by && run.name(event.by), moment(run.started, event.t));
    const odd = event.distorted && `, ${words.distorted}`;
    items.push(h("li", {}, fact.text, h("span.soft", {}, ` ${how}`, odd)));
  }
  return items.length ? h("ul.plain.knows", {}, ...items) : null;
}
