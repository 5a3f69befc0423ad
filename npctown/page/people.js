// The list of all people, with a search.

import { fill, h } from "./dom.js";
import { words } from "./words.js";

const MOST = 80;

/** @param {any} app @returns {{element: HTMLElement, update: () => void, focus: () => void}} */
export function people(app) {
  const { run } = app;
  const input = h("input", {
    type: "search",
    placeholder: words.search,
    "aria-label": words.search,
    oninput: () => list(),
  });
  const found = h("ul.plain.people-list");
  const more = h("p.soft.small", { role: "status" });
  const count = h("span.soft.small");
  const element = h(
    "aside.people",
    { "aria-label": words.people },
    h("div.row.spread", {}, h("h2", {}, words.people), count),
    input,
    found,
    more,
  );
  /** @type {{person: any, button: HTMLElement, doing: HTMLElement}[]} */
  let rows = [];
  let known = 0;
  const list = () => {
    known = run.people.size;
    const text = input.value.trim().toLowerCase();
    const all = [...run.people.values()].filter((one) =>
      `${one.name} ${one.trade}`.toLowerCase().includes(text),
    );
    rows = all.slice(0, MOST).map((person) => row(app, person));
    fill(found, ...rows.map(({ button }) => h("li", {}, button)));
    const left = all.length - rows.length;
    fill(more, all.length === 0 ? words.nobodyFound : left > 0 && words.more(left));
    fill(count, words.inTown(known));
    update();
  };
  const update = () => {
    if (known !== run.people.size) list();
    for (const { person, button, doing } of rows) {
      const text = app.doing(person);
      if (doing.textContent !== text) doing.textContent = text;
      button.setAttribute("aria-pressed", String(app.chosen === person.id));
      button.classList.toggle("away", !person.isHere(app.player.t));
    }
  };
  list();
  return { element, update, focus: () => input.focus() };
}

/** @param {any} app @param {any} person */
function row(app, person) {
  const doing = h("span.doing");
  const name = h("span.name", {}, person.name);
  const about = h("span.about", {}, name, doing);
  const onclick = () => app.choose(person.id, true);
  const portrait = app.sheet.portrait(person.sprite, 2, true);
  const button = h("button.person", { type: "button", onclick }, portrait, about);
  return { person, button, doing };
}
