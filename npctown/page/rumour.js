// How something that was told went from one to the other: a graph that grows with the time.

import { fill, h, s } from "./dom.js";
import { node } from "./sprites.js";
import { moment, words } from "./words.js";

const COLUMN = 118;
const ROW = 34;
const RADIUS = 12; // of a face, as `node` draws it
const DENSE = 60; // from so many on, nodes have no names

/** @param {any} app @returns {{element: HTMLElement, update: () => void}} */
export function rumours(app) {
  const { run } = app;
  const select = h("select", { "aria-label": words.facts, onchange: () => (drawn = "") });
  const facts = [...run.facts.values()];
  for (const fact of facts) select.append(h("option", { value: fact.id }, fact.question || fact.text));
  const text = h("p.fact");
  const count = h("p.count", { role: "status" });
  const graph = h("div.graph");
  const told = h("ol.plain.told");
  const element = facts.length
    ? h("div.rumours", {}, select, text, count, graph, h("p.soft.small", {}, words.distortedEdges), told)
    : h("p.soft.hint", {}, words.noFacts);
  let drawn = "";
  let shown = "";
  const update = () => {
    const fact = run.facts.get(select.value);
    if (!fact) return;
    const key = `${fact.id} ${fact.knows.length}`;
    if (key !== drawn) {
      drawn = key;
      shown = "";
      fill(text, `“${fact.text}”`);
      fill(graph, fact.knows.length > 0 && drawing(app, fact));
      fill(told, ...fact.knows.values.map((/** @type {any} */ event) => item(app, event)));
    }
    const known = fact.knows.count(app.player.t);
    if (shown === `${known} ${app.chosen}`) return;
    shown = `${known} ${app.chosen}`;
    const all = [...run.people.values()].filter((one) => !one.isCrowd && !one.isVisitor).length;
    fill(count, words.knowers(known, Math.max(all, known)));
    for (const one of element.querySelectorAll("[data-at]")) {
      one.classList.toggle("later", Number(one.dataset.at) >= known);
      one.classList.toggle("chosen", one.dataset.who === app.chosen);
    }
  };
  return { element, update };
}

/** @param {any} app @param {any} event */
function item(app, event) {
  const { run } = app;
  const at = run.facts.get(event.fact).knows.values.indexOf(event);
  const who = run.name(event.who);
  const how = event.by ? words.learned(run.name(event.by), moment(run.started, event.t)) : words.firstHand;
  const open = h("button.link", { type: "button", onclick: () => app.choose(event.who, true) }, who);
  const odd = event.distorted && h("i", {}, ` (${words.distorted})`);
  return h("li", { "data-at": at, "data-who": event.who }, open, h("span.soft", {}, ` ${how}`, odd));
}

/**
 * Places everybody who knows: a column for each hop from who knew first, and in it a row each,
 * near the row of who told them.
 * @param {any} fact @returns {Map<string, {x: number, y: number, hop: number, at: number, event: any}>}
 */
export function layout(fact) {
  /** @type {Map<string, any>} */
  const nodes = new Map();
  /** @type {number[]} */
  const used = [];
  fact.knows.values.forEach((/** @type {any} */ event, /** @type {number} */ at) => {
    const teller = nodes.get(event.by);
    const hop = teller ? teller.hop + 1 : 0;
    const row = Math.max(used[hop] ?? 0, 0);
    used[hop] = row + 1;
    nodes.set(event.who, { hop, row, at, event, teller });
  });
  const tallest = Math.max(1, ...used);
  for (const node of nodes.values()) {
    const space = tallest / used[node.hop];
    node.x = RADIUS + 8 + node.hop * COLUMN;
    node.y = RADIUS + 8 + (node.row + 0.5) * space * ROW;
  }
  return nodes;
}

/** @param {any} app @param {any} fact */
function drawing(app, fact) {
  const nodes = layout(fact);
  const isDense = nodes.size > DENSE;
  const all = [...nodes.values()];
  const width = Math.max(...all.map((one) => one.x)) + (isDense ? 20 : 96);
  const height = Math.max(...all.map((one) => one.y)) + RADIUS + 12;
  const edges = all.map(({ x, y, at, event, teller }) => {
    if (!teller) return null;
    const middle = (x + teller.x) / 2;
    const d = `M${teller.x},${teller.y} C${middle},${teller.y} ${middle},${y} ${x},${y}`;
    return s(event.distorted ? "path.edge.odd" : "path.edge", { d, "data-at": at });
  });
  const marks = all.map(({ x, y, at, event }) => {
    const person = app.run.people.get(event.who) ?? { id: event.who, name: event.who, sprite: 0 };
    const when = `${person.name}, ${moment(app.run.started, event.t)}`;
    const name = !isDense && s("text.name", { x: RADIUS + 5, y: 4 }, person.name.split(" ")[0]);
    return node(app, person, when, x, y, { "data-at": at }, name);
  });
  const label = `${fact.text} ${words.knowers(nodes.size, app.run.people.size)}`;
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": label },
    ...edges,
    ...marks,
  );
}
