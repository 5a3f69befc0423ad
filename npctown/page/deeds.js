// What a reader may do in a town that lives: whisper, ask, set on fire, walk in, branch.

import { fill, h } from "./dom.js";
import { words } from "./words.js";

/**
 * Opens a question on top of the page.
 * @param {string} title @param {any[]} fields @param {string} label
 * @param {() => Promise<any>|any} send Called with what was filled in; the question closes after it.
 * Where it returns an element, that one has the keys then, and not what opened the question.
 */
export function ask(title, fields, label, send) {
  const wrong = h("p.wrong", { role: "alert" });
  const button = h("button.main", { type: "submit" }, label);
  const cancel = h("button.quiet", { type: "button", onclick: () => box.close() }, words.close);
  const onsubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    button.disabled = true;
    fill(wrong);
    try {
      const next = await send();
      box.close();
      if (next instanceof HTMLElement) next.focus();
    } catch (error) {
      fill(wrong, /** @type {any} */ (error).message);
    }
    button.disabled = false;
  };
  const box = h(
    "dialog.ask",
    { onclose: () => box.remove(), "aria-label": title },
    h("form", { onsubmit }, h("h2", {}, title), ...fields, wrong, h("div.row", {}, button, cancel)),
  );
  document.body.append(box);
  box.showModal();
  box.querySelector("input, textarea, select")?.focus();
}

/** @param {string} label @param {Record<string, any>} [attributes] */
export function field(label, attributes = {}) {
  const input = h(attributes.rows ? "textarea" : "input", { required: true, maxlength: 500, ...attributes });
  return { input, element: h("label.field", {}, label, input) };
}

/** @param {any} app @param {any} one @returns {HTMLElement|false} */
export function whisper(app, one) {
  if (!app.source.can("whisper") || one.isVisitor) return false;
  const onclick = () => {
    const text = field(words.whisperTo(one.name), { rows: 3 });
    const send = () => app.act("whisper", { who: one.id, text: text.input.value });
    ask(words.whisper, [text.element, h("p.soft.small", {}, words.whisperHint)], words.send, send);
  };
  return h("button.small", { type: "button", onclick }, words.whisper);
}

/** @param {any} app @param {any} one @returns {HTMLElement|false} */
export function askFor(app, one) {
  if (!app.source.can("ask_mind") || one.isVisitor) return false;
  const onclick = () => {
    const text = field(words.question);
    const answer = h("blockquote", { "aria-live": "polite" });
    const send = async () => {
      const said = await app.source.act("ask_mind", { who: one.id, question: text.input.value });
      fill(answer, said.text);
      throw new Error(""); // the question stays open under its answer
    };
    ask(words.askOf(one.name), [text.element, h("p.soft.small", {}, words.askHint), answer], words.ask, send);
  };
  return h("button.small", { type: "button", onclick }, words.ask);
}

/** @param {any} app @param {boolean} [mayBeNone] @returns {any} Everything on the map that may burn. */
function things(app, mayBeNone) {
  const select = h("select", { required: !mayBeNone });
  if (mayBeNone) select.append(h("option", { value: "" }, "—"));
  for (const [key, one] of app.map.objects)
    select.append(h("option", { value: key }, `${one.title} · ${app.map.title(one.name)}`));
  return select;
}

/** @param {string} key */
const split = (key) => ({ place: key.slice(0, key.indexOf("/")), thing: key.slice(key.indexOf("/") + 1) });

/** @param {any} app @returns {HTMLElement[]} What is offered in the head of the page. */
export function deeds(app) {
  const { source } = app;
  const button = (/** @type {string} */ label, /** @type {string} */ can, /** @type {() => void} */ onclick) =>
    source.can(can) && h("button.small", { type: "button", onclick }, label);
  return [
    button(words.visit, "visit", () => {
      const name = field(words.visitName, { maxlength: 60, autocomplete: "off", value: app.visitor.name });
      ask(words.visit, [name.element], words.visit, () => app.visitor.enter(name.input.value));
    }),
    button(words.fire, "fire", () => {
      const select = things(app);
      const fields = [h("label.field", {}, words.fireHint, select)];
      ask(words.fire, fields, words.fire, () => app.act("fire", split(select.value)));
    }),
    button(words.branch, "branch", () => branch(app)),
  ].filter(Boolean);
}

/** @param {any} app */
function branch(app) {
  const who = h("select");
  who.append(h("option", { value: "" }, "—"));
  for (const one of app.run.people.values())
    if (!one.isCrowd && !one.isVisitor) who.append(h("option", { value: one.id }, one.name));
  if (app.chosen) who.value = app.chosen;
  const text = field(words.whisper, { required: false });
  const burning = things(app, true);
  const send = () => {
    /** @type {Record<string, any>} */
    const fields = { t: app.player.t };
    if (burning.value) fields.change = { do: "fire", ...split(burning.value) };
    else if (who.value && text.input.value)
      fields.change = { do: "whisper", who: who.value, text: text.input.value };
    return app.branch(fields);
  };
  const fields = [
    h("p.soft", {}, words.branchHint),
    h("label.field", {}, words.whisperWho, who),
    text.element,
    h("label.field", {}, words.orFire, burning),
  ];
  ask(words.branch, fields, words.branch, send);
}
