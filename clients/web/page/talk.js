// What the player says, and the turns that answer it.

import { NpcError } from "../npc.js";
import { showDisclosure } from "./banner.js";
import { fill, h, isOfInputMethod } from "./dom.js";
import { Suggestions } from "./suggestions.js";
import { listed } from "./words.js";

const LONGEST = 2_000;
const GONE = new Set(["CIRCLE_NOT_FOUND", "NOT_IN_CIRCLE"]);
const FLOOR = {
  FLOOR_REASON_STAKE: "because it concerns them",
  FLOOR_REASON_SILENCE: "who has been silent longest",
};

/** The field for words, and who is answering. */
export class Talk {
  /** @param {any} app @param {import("./game.js").Game} game @param {import("./log.js").Log} log */
  constructor(app, game, log) {
    this.app = app;
    this.game = game;
    this.log = log;
    /** @type {import("../npc.js").Turn|null} */
    this.turn = null;
    /** @type {Promise<void>} */
    this.over = Promise.resolve();
    /** Whatever is to be said, one after the other. @type {Promise<void>} */
    this.queue = Promise.resolve();
    this.label = h("label", { for: "words" });
    this.words = h("textarea", {
      id: "words",
      rows: 2,
      maxlength: LONGEST,
      onkeydown: (event) => this.key(event),
      oninput: () => this.tellWhetherFull(),
    });
    this.full = h("div.soft.small", { role: "status", hidden: true });
    this.buttons = h("div.row");
    this.suggestions = new Suggestions(game, (line) => (this.focus(), this.say(line)));
    this.element = h(
      "form.composer",
      { onsubmit: (event) => (event.preventDefault(), this.sendWords()) },
      this.suggestions.element,
      this.label,
      this.words,
      this.full,
      this.buttons,
    );
    game.addEventListener("partners", () => this.show());
    this.show();
    void this.suggestions.show();
  }

  get isSpeaking() {
    return this.turn !== null;
  }

  get isCircle() {
    return this.game.partners.size > 1;
  }

  focus() {
    this.words.focus({ preventScroll: true });
  }

  show() {
    const names = [...this.game.partners].map((id) => this.game.nameOf(id));
    const [isAlone, isSpeaking] = [names.length === 0, this.isSpeaking];
    const hadFocus = this.buttons.contains(document.activeElement);
    fill(this.label, isAlone ? "Choose somebody to talk with" : `To ${listed(names)}`);
    const wasTyping = document.activeElement === this.words;
    this.words.disabled = isAlone;
    if (wasTyping && isAlone) this.log.element.focus({ preventScroll: true }); // it tells who went
    fill(
      this.buttons,
      h("button.main", { type: "submit", disabled: isAlone }, "Say"),
      this.isCircle &&
        h(
          "button",
          { type: "button", disabled: isSpeaking, onclick: () => this.say("") },
          "Let them talk",
        ),
      isSpeaking &&
        h(
          "button.stop",
          { type: "button", onclick: () => void this.interrupt() },
          "Interrupt ",
          h("kbd", {}, "Esc"),
        ),
    );
    if (hadFocus) this.focus(); // the button that had it is gone
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    // Enter ends a word in an input method, and only then says it.
    if (event.key !== "Enter" || event.shiftKey || isOfInputMethod(event)) return;
    event.preventDefault();
    this.sendWords();
  }

  sendWords() {
    const text = this.words.value.trim();
    if (!text || this.game.partners.size === 0) return;
    this.words.value = "";
    this.tellWhetherFull();
    this.say(text);
  }

  /** Browsers cut what is pasted without a word. */
  tellWhetherFull() {
    const isFull = this.words.value.length >= LONGEST;
    this.full.hidden = !isFull;
    fill(this.full, isFull && "No more than 2,000 characters fit; what came after is left out.");
  }

  /** Cuts off who speaks, and waits until the turn has ended. */
  async interrupt() {
    await this.turn?.interrupt();
    await this.over.catch(() => {}); // told already
  }

  /** Says something; a character that is speaking is cut off by it. @param {string} text */
  say(text) {
    this.next(() => {
      if (text) this.log.mine(text);
      this.suggestions.close();
      return this.isCircle ? this.inCircle(text) : this.alone(text);
    });
  }

  /**
   * Has something said once the character that speaks has been cut off, in the order of the calls.
   * @param {() => Promise<void>} run
   */
  next(run) {
    this.queue = this.queue.then(async () => {
      await this.interrupt();
      if (!this.game.isLeft) this.over = run();
    });
  }

  /** @param {string} text @returns {Promise<void>} */
  async alone(text) {
    const { game } = this;
    const [characterId] = game.partners;
    await this.run(
      game.npc.say({ ...this.offered(), characterId, speaker: game.player, text }),
      () => this.alone(text),
    );
  }

  /** @param {string} text @returns {Promise<void>} */
  async inCircle(text) {
    const { game } = this;
    const again = () => this.inCircle(text);
    try {
      const circleId = await game.circle();
      const request = { ...this.offered(), circleId, speakerId: game.player.id, text };
      await this.run(game.npc.sayInCircle(request), again);
    } catch (error) {
      this.fail(error, again);
    }
  }

  /** @returns {object} What every turn is asked for with. */
  offered() {
    const { affordances = [], entities = [] } = this.game.world;
    return { timelineId: this.game.timelineId, affordances, entities, streamDeltas: true };
  }

  /** @param {import("../npc.js").Turn} turn @param {() => Promise<void>} again */
  async run(turn, again) {
    this.turn = turn;
    this.show();
    const shown = new Shown(this, turn.request.timelineId);
    try {
      for await (const event of turn) shown.take(event);
    } catch (error) {
      // The same request id: what was stored is played again, and nothing is said twice.
      const repeat = () => this.run(this.repeated(turn), again);
      this.fail(error, GONE.has(error.reason) ? again : repeat);
    } finally {
      shown.stop();
      if (this.turn === turn) this.turn = null;
      this.show();
    }
    await Promise.all([...shown.speakers].map((id) => this.game.lookAtMind(id))).catch(() => {});
    this.game.tell("people");
  }

  /** @param {import("../npc.js").Turn} turn @returns {import("../npc.js").Turn} */
  repeated(turn) {
    return "circleId" in turn.request
      ? this.game.npc.sayInCircle(turn.request)
      : this.game.npc.say(turn.request);
  }

  /** @param {any} error @param {() => Promise<void>} again */
  fail(error, again) {
    if (!(error instanceof NpcError)) throw error;
    if (error.isCanceled || this.game.isLeft) return;
    if (error.code === "unauthenticated" || error.reason === "TIMELINE_NOT_FOUND") {
      this.app.fail(error);
      return;
    }
    if (GONE.has(error.reason)) this.game.circleId = "";
    this.log.failed(error, () => (this.focus(), this.next(again)));
  }
}

/** The entries of what one call streams. */
class Shown {
  /** @param {Talk} talk @param {string} timelineId */
  constructor(talk, timelineId) {
    this.talk = talk;
    this.timelineId = timelineId;
    /** @type {Set<string>} */
    this.speakers = new Set();
    /** @type {import("./log.js").Entry|null} */
    this.entry = null;
  }

  /** @param {any} event One of `Say` or of `SayInCircle`. */
  take(event) {
    const { game, log } = this.talk;
    const why = FLOOR[event.floor?.reason];
    if (why) log.note(`${game.nameOf(event.floor.characterId)} has the floor, ${why}.`);
    if (event.quiet?.awaitedId === game.player.id) log.note("They wait for your answer.");
    const it = event.turn ?? event;
    if (it.started) this.begin(it);
    else if (it.waiting) this.entry?.thinks();
    else if (it.disclosure) showDisclosure(it.disclosure);
    else if (it.delta) this.entry?.delta(it.delta.text ?? "");
    else if (it.line) this.entry?.line(it.line);
    else if (it.intent)
      this.entry?.intent({ timelineId: this.timelineId, turnId: it.turnId }, it.intent, (error) =>
        this.talk.app.fail(error),
      );
    else if (it.finished) this.entry?.finish(it.turnId, it.finished);
  }

  /** @param {any} it */
  begin(it) {
    const characterId = it.started.characterId ?? "";
    this.talk.game.ownTurns.add(it.turnId);
    this.speakers.add(characterId);
    this.entry = this.talk.log.theirs(characterId);
  }

  stop() {
    this.entry?.stop();
  }
}
