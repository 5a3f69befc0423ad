// Why did she say that: what a turn, or a memory, was made from.

import { NpcAdmin } from "../npc-admin.js";
import { fill, h } from "./dom.js";
import { part, prompt } from "./prompt.js";
import { recollections } from "./recollections.js";
import { enumWord, intentText } from "./words.js";

/** The panel on the side. */
export class Why {
  /** @param {any} app @param {import("./game.js").Game} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    /** @type {Element|null} */
    this.cameFrom = null;
    /** @type {{turnId?: string, memoryId?: string}|undefined} */
    this.wanted = undefined;
    this.asked = {};
    this.title = h("h2", { tabindex: "-1" });
    this.body = h("div.why-body", { id: "why-body", role: "tabpanel" });
    this.tabs = [this.tab("receipt", "Receipt"), this.tab("prompt", "Prompt")];
    this.element = h(
      "aside.why",
      { "aria-label": "Why", hidden: true },
      h(
        "div.row.spread",
        {},
        this.title,
        h(
          "button.quiet",
          { type: "button", onclick: () => this.close(), "aria-label": "Close" },
          "✕",
        ),
      ),
      h(
        "div.tabs",
        { role: "tablist", "aria-label": "What to show", onkeydown: (event) => this.step(event) },
        ...this.tabs,
      ),
      this.body,
    );
  }

  /** @param {string} id @param {string} label @returns {HTMLElement} */
  tab(id, label) {
    return h(
      "button.tab",
      {
        type: "button",
        role: "tab",
        id: `why-${id}`,
        "aria-controls": "why-body",
        onclick: () => this.turn(id),
      },
      label,
    );
  }

  /** Goes from tab to tab by the arrow keys. @param {KeyboardEvent} event */
  step(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = this.tabs.find((one) => one.getAttribute("aria-selected") !== "true");
    other?.focus();
    other?.click();
  }

  /** @param {string} id Of the tab that is chosen: `receipt` or `prompt`. */
  choose(id) {
    for (const one of this.tabs) {
      const isChosen = one.id === `why-${id}`;
      one.setAttribute("aria-selected", String(isChosen));
      one.tabIndex = isChosen ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", `why-${id}`);
  }

  /** Shows the other side of what was asked last. @param {string} id */
  async turn(id) {
    this.choose(id);
    await this.load(id);
  }

  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    const from = this.cameFrom?.isConnected ? this.cameFrom : document.getElementById("words");
    if (from instanceof HTMLElement) from.focus();
  }

  /** @param {{turnId?: string, memoryId?: string}|undefined} asked @param {string} name */
  async show(asked, name) {
    this.wanted = asked;
    this.cameFrom = document.activeElement;
    this.element.hidden = false;
    fill(this.title, asked?.turnId ? `Why ${name} said that` : `Where ${name} has this from`);
    this.choose("receipt");
    this.title.focus({ preventScroll: true });
    await this.load("receipt");
  }

  /** @param {string} id */
  async load(id) {
    const turn = (this.asked = {}); // a later question's answer stays, whichever comes first
    fill(this.body, h("p.soft", {}, "Looking …"));
    try {
      const request = {
        timelineId: this.game.timelineId,
        ...this.wanted,
        withPrompt: id === "prompt",
      };
      const admin = new NpcAdmin(this.game.npc);
      const answer = await admin.call("MemoryService/Explain", request);
      if (this.asked !== turn) return;
      if (id === "prompt") fill(this.body, ...prompt(answer.renderedPrompt));
      else if (answer.receipt) fill(this.body, ...this.receipt(answer.receipt));
      else if (answer.thought) fill(this.body, ...this.thought(answer.thought));
      else fill(this.body, h("p", {}, "Neither a turn nor a thought left it."));
    } catch (error) {
      if (error.code === "unauthenticated") this.app.fail(error);
      else if (this.asked === turn) fill(this.body, h("p", {}, error.sentence));
    }
  }

  /** @param {any} it A `Receipt`. */
  receipt(it) {
    const lines = (it.lines ?? []).map((line) => line.text).join(" ");
    return [
      it.reason?.sentence && h("p.reason", {}, it.reason.sentence),
      quoted(it.speakerName, it.heard),
      quoted(this.game.nameOf(it.characterId), lines),
      ...keptBack(it),
      ...this.deeds(it),
      ...context(it),
      made([
        ["Model", it.model || "none"],
        ["Ended", enumWord(it.outcome, "TURN_OUTCOME_")],
        ["Spoken by", enumWord(it.rung, "RUNG_")],
        ["First words", ms(it.firstWordMs)],
        ["Whole turn", ms(it.finishedMs)],
        ["Tokens", `${it.promptTokens ?? 0} asked, ${it.completionTokens ?? 0} answered`],
        ["By part", (it.promptParts ?? []).map(part).join(", ") || "not noted down"],
        ["Seed", it.seed],
        ["Persona", `version ${it.personaVersion ?? 0}`],
        ["Template", it.template],
      ]),
      it.rawAnswer &&
        h("details", {}, h("summary", {}, "The model's own words"), h("pre", {}, it.rawAnswer)),
    ];
  }

  /** @param {any} it A `Receipt`. @returns {any[]} What was wanted, and what came of it. */
  deeds(it) {
    const names = this.game.entityNames;
    return [
      ...(it.intents ?? []).map((intent) =>
        h("p", {}, "Wanted to ", h("b", {}, intentText(intent, names))),
      ),
      ...(it.outcomes ?? []).map((one) =>
        fact("Came of it", enumWord(one.status, "OUTCOME_STATUS_"), one.detail),
      ),
      ...(it.droppedIntents ?? []).map((one) =>
        fact("Refused at once", `${one.affordance}: ${one.why}`),
      ),
      ...(it.commitments ?? []).map((one) =>
        fact("Promised", `${one.byName} to ${one.toName}: ${one.what}`),
      ),
      it.relation &&
        fact(
          `What they make of ${it.relation.otherName || it.speakerName}`,
          it.relation.view || "nothing yet",
          `affinity ${it.relation.affinity ?? 0}, trust ${it.relation.trust ?? 0}`,
        ),
    ];
  }

  /** @param {any} it A `ThoughtReceipt`. */
  thought(it) {
    return [
      ...(it.left ?? []).map((one) => quoted(this.game.nameOf(it.characterId), one.text)),
      h("h3", {}, "What came to mind"),
      recollections(it.recollections ?? []),
      ...section(
        "Went wrong on the way",
        (it.faults ?? []).map((one) => h("p", {}, one)),
      ),
      made([
        ["Thought for", enumWord(it.purpose, "PURPOSE_")],
        ["Model", it.model || "none"],
        ["Answer", enumWord(it.verdict, "VERDICT_")],
        ["Calls", String(it.calls ?? 0)],
        ["Template", it.template],
      ]),
    ];
  }
}

/** @param {any} it A `Receipt`. @returns {any[]} What the answer was made from. */
function context(it) {
  const lore = (one) => h("p", {}, h("b", {}, one.title || one.passageId), " ", one.text);
  return [
    h("h3", {}, "What came to mind"),
    recollections(it.recollections ?? []),
    ...section("Lore", (it.lore ?? []).map(lore)),
    ...section(
      "Went wrong on the way",
      (it.faults ?? []).map((one) => h("p", {}, one)),
    ),
  ];
}

/** @param {any} it A `Receipt`. @returns {any[]} What came to mind and was not told. */
function keptBack(it) {
  const texts = (it.withheld ?? []).map((one) => one.text);
  const passages = (it.withheldPassageIds ?? []).map((one) => `the passage ${one}`);
  return section(
    "Kept back",
    [...texts, ...passages].map((one) => h("p", {}, one)),
  );
}

/** @param {string} name @param {string} text */
function quoted(name, text) {
  return text && h("blockquote", {}, h("b", {}, name), " ", text);
}

/** @param {string} name @param {string} text @param {string} [more] */
function fact(name, text, more) {
  return h(
    "p.fact",
    {},
    h("span.soft", {}, name),
    h("span", {}, text),
    more && h("span.soft.small", {}, more),
  );
}

/** @param {string} title @param {any[]} parts */
function section(title, parts) {
  return parts.length ? [h("h3", {}, title), ...parts] : [];
}

/** @param {[string, string|undefined][]} facts */
function made(facts) {
  const rows = facts
    .filter(([, value]) => value)
    .map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);
  return h("dl.made", {}, ...rows.flat());
}

/** @param {number|undefined} value @returns {string} */
function ms(value) {
  return value ? `${Math.round(value)} ms` : "";
}
