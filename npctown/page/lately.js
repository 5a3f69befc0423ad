// What was said and what happened lately, as text; and one talk from its beginning.

import { fill, h } from "./dom.js";
import { moment, words } from "./words.js";

const MOST = 40;

/** @param {any} app @returns {{element: HTMLElement, update: () => void}} */
export function lately(app) {
  const { run } = app;
  const feed = h("ol.plain.feed");
  const spent = h("p.soft.small");
  const element = h("div.lately", {}, spent, feed);
  let shown = "";
  const update = () => {
    const { t } = app.player;
    const key = `${run.lines.count(t)} ${run.news.count(t)}`;
    if (key === shown) return;
    shown = key;
    const tick = run.ticks.at(t);
    const parts = [tick?.calls && words.calls(tick.calls), tick?.open && words.open(tick.open)];
    fill(spent, parts.filter(Boolean).join(" · "));
    const lines = run.lines.last(t, MOST).map((/** @type {any} */ line) => ({ ...line, kind: "line" }));
    const all = [...lines, ...run.news.last(t, MOST)].sort((a, b) => b.t - a.t).slice(0, MOST);
    fill(feed, ...(all.length ? all.map((one) => entry(app, one)) : [h("li.soft", {}, words.nothingYet)]));
  };
  return { element, update };
}

/** @param {any} app @param {any} event */
function entry(app, event) {
  const when = h("time", {}, moment(app.run.started, event.t));
  if (event.kind === "line") {
    const onclick = () => app.openTalk(event);
    const to = event.to.map((/** @type {string} */ id) => app.run.name(id)).join(", ");
    const who = h("b", {}, app.run.name(event.who));
    const said = h("button.link.quote", { type: "button", onclick }, `“${event.text}”`);
    return h("li", {}, when, h("p", {}, who, to && h("span.soft", {}, ` ${words.to(to)}`), h("br"), said));
  }
  return h(`li.${event.kind}`, {}, when, h("p", {}, tell(app, event)));
}

/** @param {any} app @param {any} event @returns {string} What happened, as a sentence. */
export function tell(app, event) {
  const { run, map } = app;
  const who = run.name(event.who);
  switch (event.kind) {
    case "note":
      return event.text;
    case "thing":
      return words.thingIs(event.thing, event.state, map.title(event.place));
    case "visitor":
      return event.is_here ? words.came(event.name || who) : words.went(event.name || who);
    case "knows":
      return words.heardOf(who, run.facts.get(event.fact)?.text ?? event.fact);
    case "thought":
      return `${words.thinks(who)}: ${event.text}`;
    case "talk":
      return words.talkOf(event.who.map((/** @type {string} */ id) => run.name(id)).join(" & "));
    case "line":
      return `${who}: “${event.text}”`;
    case "walk":
      return `${who} ${words.walking}`;
    case "plan":
      return `${who}: ${words.planOfDay}, ${event.blocks?.[0]?.text ?? ""}`;
    case "relation":
      return `${who} → ${run.name(event.to)}: ${words.affinity(event.affinity)}`;
    case "act_end":
      return `${who}: ${event.outcome} ${event.detail ?? ""}`.trim();
    default:
      return words.begins(who, event.text ?? "");
  }
}

/** Shows one talk whole. @param {any} app @param {any} line @returns {HTMLElement} */
export function talk(app, line) {
  const { run } = app;
  const found = run.talks.get(line.talk);
  const said = found?.lines ?? run.lines.values.filter((/** @type {any} */ one) => one === line);
  const who = (found?.who ?? [line.who, ...line.to]).map((/** @type {string} */ id) => run.name(id));
  const where = found?.place ? app.map.title(found.place) : "";
  const close = h("button.small", { type: "button", onclick: () => app.closeTalk() }, words.back);
  return h(
    "div.talk",
    {},
    h("div.row.spread", {}, h("h2", { tabindex: -1 }, words.talkOf(who.join(" & "))), close),
    h("p.soft.small", {}, words.talkAt(where, moment(run.started, found?.t ?? line.t))),
    h(
      "ol.plain.lines",
      {},
      ...said.map((/** @type {any} */ one) =>
        h(
          one.t === line.t && one.who === line.who ? "li.here" : "li",
          {},
          app.sheet.portrait(run.people.get(one.who)?.sprite ?? 0, 2, true),
          h("div", {}, h("b", {}, run.name(one.who)), h("p", {}, one.text)),
        ),
      ),
    ),
  );
}
