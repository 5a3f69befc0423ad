// The scene: who is here, what is said, what goes on meanwhile.

import { clock } from "./clock.js";
import { announce, h, isOfInputMethod } from "./dom.js";
import { Log } from "./log.js";
import { Meanwhile } from "./meanwhile.js";
import { People } from "./people.js";
import { Saves } from "./saves.js";
import { Talk } from "./talk.js";
import { Why } from "./why.js";
import { listed } from "./words.js";

const PANES = [
  ["people", "People"],
  ["talk", "Talk"],
  ["news", "Meanwhile"],
];
const TAKEN =
  "Somebody loaded a save, and the game goes on from there. " +
  "Nobody knows of what is above and came after it.";

/** One game on the screen. Narrow screens show one pane at a time. */
export class Scene {
  /** @param {any} app @param {import("./game.js").Game} game */
  constructor(app, game) {
    this.game = game;
    this.why = new Why(app, game);
    this.log = new Log(game, this.why);
    this.talk = new Talk(app, game, this.log);
    this.saves = new Saves(app, game, this.log, this.talk);
    this.meanwhile = new Meanwhile(app, game, this.why);
    const people = new People(app, game);
    this.time = clock(app, game);
    this.element = h(
      "div.scene",
      { "data-pane": "talk" },
      h("a.skip", { href: "#words", onclick: (event) => this.skip(event) }, "Skip to the talk"),
      this.header(app),
      h(
        "nav.panes",
        { "aria-label": "Parts of the page" },
        ...PANES.map(([id, label]) => this.tab(id, label)),
      ),
      h(
        "main.columns",
        {},
        h("section.pane.people", { "aria-label": "People" }, people.element),
        h(
          "section.pane.talk",
          { "aria-label": "Talk" },
          h("h2.unseen", {}, "Talk"),
          this.log.element,
          this.talk.element,
        ),
        h("section.pane.news", { "aria-label": "Meanwhile" }, this.meanwhile.element),
        this.why.element,
      ),
      this.saves.element,
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    game.addEventListener("place", () => this.log.note(`You are ${at(game)} now.`));
    game.addEventListener("gone", (event) => this.gone(/** @type {CustomEvent} */ (event).detail));
    game.addEventListener("taken", () => this.log.undone(TAKEN));
    this.log.earlier(game.earlier);
    this.log.note(
      `You are ${game.player.name}, ${at(game)}. Choose whom to talk with, and say something.`,
    );
  }

  shown() {
    this.log.toEnd();
    this.talk.focus();
  }

  close() {
    this.game.isLeft = true;
    document.removeEventListener("keydown", this.onKey);
    this.meanwhile.close();
    void this.talk.interrupt();
  }

  /** Says who does not talk with the player any more. @param {import("./game.js").Person} one */
  gone(one) {
    const to = one.placeId ? `to ${this.game.placeName(one.placeId)}` : "away";
    const left = [...this.game.partners].map((id) => this.game.nameOf(id));
    const rest = left.length ? ` You talk with ${listed(left)} now.` : "";
    this.log.note(`${one.name} has gone ${to}.${rest}`);
    announce(`${one.name} has gone ${to}.${rest}`);
  }

  /** @param {any} app */
  header(app) {
    return h(
      "header.top",
      {},
      h("h1", {}, this.game.world.name),
      this.time,
      h(
        "div.tools",
        {},
        h("button.small", { type: "button", onclick: () => void this.saves.open() }, "Save & load"),
        h("button.small.quiet", { type: "button", onclick: () => app.enter() }, "Leave"),
      ),
    );
  }

  /** @param {string} id @param {string} label */
  tab(id, label) {
    const onclick = () => this.turnTo(id);
    return h(
      "button",
      { type: "button", "data-pane": id, "aria-pressed": String(id === "talk"), onclick },
      label,
    );
  }

  /** @param {string} id Of the pane to show where the screen is narrow. */
  turnTo(id) {
    this.element.dataset.pane = id;
    for (const tab of this.element.querySelectorAll("nav.panes button")) {
      tab.setAttribute("aria-pressed", String(tab.dataset.pane === id));
    }
  }

  /** Goes to the field for words, or to the log while it takes none. @param {Event} event */
  skip(event) {
    event.preventDefault();
    this.turnTo("talk");
    if (this.talk.words.disabled) this.log.element.focus();
    else this.talk.focus();
  }

  /**
   * Esc closes the panel that the keyboard is in, cuts off who speaks, or else closes the panel.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.key !== "Escape" || isOfInputMethod(event) || this.saves.element.open) return;
    const isInPanel = this.why.element.contains(document.activeElement);
    if (this.talk.isSpeaking && !isInPanel) void this.talk.interrupt();
    else this.why.close();
  }
}

/** @param {import("./game.js").Game} game */
function at(game) {
  return game.placeId ? `at ${game.placeName(game.placeId)}` : "nowhere in particular";
}
