// What was said, as it comes.

import { announce, h } from "./dom.js";
import { intentCard } from "./intent.js";
import { chip, face } from "./people.js";
import { enumWord, feeling, inLanguage, intentText } from "./words.js";

const NEAR = 80; // pixels from the end within which the log follows what is said
const ENDS = {
  TURN_OUTCOME_INTERRUPTED: "interrupted; only this much was heard, and is remembered",
  TURN_OUTCOME_FALLBACK: "no model spoke in time; this is an authored or offline line",
  TURN_OUTCOME_CUT_SHORT: "the model failed in the middle",
  TURN_OUTCOME_LEFT: "a save was loaded meanwhile",
};

/** The log of a talk. */
export class Log {
  /** @param {import("./game.js").Game} game @param {import("./why.js").Why} why */
  constructor(game, why) {
    this.game = game;
    this.why = why;
    /**
     * What each person felt last, by id: it is shown where it changes.
     * @type {Map<string, string>}
     */
    this.felt = new Map();
    this.element = h("div.log", {
      role: "log",
      "aria-live": "off",
      "aria-label": "What was said",
      tabindex: "0",
    });
  }

  /** @param {string} text */
  note(text) {
    this.add(h("p.note", {}, text));
  }

  /** @param {string} text What the player says. */
  mine(text) {
    this.add(h("article.entry.mine", {}, h("p.said", inLanguage(text), text)));
  }

  /** @param {string} characterId @returns {Entry} An answer that grows. */
  theirs(characterId) {
    const entry = new Entry(this, characterId);
    this.add(entry.element);
    return entry;
  }

  /** What was said before the page was opened. @param {any[]} turns Oldest first. */
  earlier(turns) {
    let [who, heard] = ["", ""];
    for (const { characterId, turn } of turns) {
      const isSameWords = turn.heard === heard && characterId !== who; // a circle answers
      [who, heard] = [characterId, turn.heard];
      if (turn.heard && !isSameWords) this.mine(turn.heard);
      this.theirs(characterId).whole(turn);
    }
    if (turns.length) this.add(h("p.divider", {}, "You left off here"));
  }

  /** What was said after a save is undone by loading it. @param {string} text */
  undone(text) {
    for (const entry of this.element.querySelectorAll(".entry")) entry.classList.add("undone");
    this.add(h("p.divider", {}, text));
    announce(text);
  }

  /** @param {import("../npc.js").NpcError} error @param {() => void} again */
  failed(error, again) {
    const retry = () => (card.remove(), again());
    const card = h(
      "div.fault",
      { role: "alert" },
      h("p", {}, error.sentence),
      h("button.small", { type: "button", onclick: retry }, "Say it again"),
    );
    this.add(card);
  }

  /** @param {HTMLElement} element */
  add(element) {
    this.following(() => this.element.append(element));
  }

  toEnd() {
    this.element.scrollTop = this.element.scrollHeight;
  }

  /** Changes the log, and stays at its end if it was there. @param {() => void} change */
  following(change) {
    const { element } = this;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    change();
    if (isAtEnd) this.toEnd();
  }
}

/** One turn of a character. */
export class Entry {
  /** @param {Log} log @param {string} characterId */
  constructor(log, characterId) {
    this.log = log;
    /** @type {{id?: string, name: string, index: number, language?: string}} */
    this.person = log.game.people.get(characterId) ?? {
      id: characterId,
      name: characterId,
      index: 0,
    };
    this.lines = h("div.lines");
    this.foot = h("footer");
    this.growing = null;
    this.waiting = h("p.waiting", { "aria-hidden": "true" }, h("span"), h("span"), h("span"));
    this.lines.append(this.waiting);
    this.element = h(
      "article.entry.theirs",
      { "aria-label": this.person.name },
      face(this.person),
      h("div.body", {}, h("h3", {}, this.person.name), this.lines, this.foot),
    );
  }

  /** The first word takes long. */
  thinks() {
    this.waiting.classList.add("long");
    announce(`${this.person.name} is thinking`);
  }

  /** @param {string} text A few more characters of the sentence. */
  delta(text) {
    this.log.following(() => {
      this.waiting.remove();
      this.growing ??= this.lines.appendChild(h("p.said.growing", { dir: "auto" }));
      this.growing.append(text);
    });
  }

  /** @param {any} turn One that is over: a `TurnTaken`. */
  whole(turn) {
    for (const line of turn.lines ?? []) this.sentence(line);
    for (const intent of turn.intents ?? []) {
      const words = `wanted to ${intentText(intent, this.log.game.entityNames)}`;
      this.lines.append(h("p.soft.small", {}, words));
    }
    this.finish(turn.turnId, turn);
  }

  /** @param {{text?: string, emotion?: any}} line A whole sentence, as it is spoken. */
  line(line) {
    this.sentence(line);
    const who = [this.person.name, feeling(line.emotion)].filter(Boolean).join(", ");
    announce(`${who}: ${line.text ?? ""}`);
  }

  /** @param {{text?: string, emotion?: any}} line Takes the place of what grew. */
  sentence(line) {
    const now = feeling(line.emotion);
    const isNew = now && now !== (this.log.felt.get(this.person.id ?? "") ?? "neutral");
    if (now) this.log.felt.set(this.person.id ?? "", now);
    const felt = isNew ? [" ", chip(line.emotion)] : [];
    const text = line.text ?? "";
    const whole = h("p.said", {}, h("span", inLanguage(text, this.person.language), text), ...felt);
    this.log.following(() => {
      this.waiting.remove();
      if (this.growing) this.growing.replaceWith(whole);
      else this.lines.append(whole);
      this.growing = null;
    });
  }

  /**
   * @param {{timelineId: string, turnId: string}} turn @param {any} intent
   * @param {(error: unknown) => void} fail
   */
  intent(turn, intent, fail) {
    this.log.following(() =>
      this.lines.append(intentCard(this.log.game, this.person.name, turn, intent, fail)),
    );
    announce(`${this.person.name} wants to do something.`);
  }

  /** @param {string} turnId @param {{outcome?: string, notKept?: boolean}} finished */
  finish(turnId, finished) {
    const end = finished.notKept
      ? "this could not be stored, and will not be remembered"
      : (ENDS[finished.outcome ?? ""] ?? "");
    const ask = () => void this.log.why.show({ turnId }, this.person.name);
    this.log.following(() => {
      this.stop();
      this.foot.append(
        h("button.link.small", { type: "button", onclick: ask }, `Why did ${this.first} say that?`),
        end &&
          h(
            "span.soft.small.ending",
            { "data-outcome": enumWord(finished.outcome, "TURN_OUTCOME_") },
            end,
          ),
      );
    });
  }

  /** The turn is over, one way or the other: nothing grows any more. */
  stop() {
    this.waiting.remove();
    this.growing?.classList.remove("growing");
    if (!this.lines.hasChildNodes()) this.lines.append(h("p.said.soft", {}, "…"));
  }

  get first() {
    return this.person.name.split(" ")[0];
  }
}
