// A talk with one character as a state to show, for React, elements or anything else.

/**
 * What a page shows: the lines so far, how far the next one has come, and what else is to be told.
 * @typedef {{lines: {who: string, text: string, emotion?: string}[], growing: string,
 *   isBusy: boolean, notice: string, error: string}} TalkState
 */

const SIGNED_OUT = "You are no longer signed in. Please sign in again and go on.";

/** Says things to a character one after the other; "change" is dispatched with each new state. */
export class Talk extends EventTarget {
  /**
   * @param {import("../npc.js").NpcClient} npc
   * @param {{timelineId: string, characterId: string, speaker: {id: string, name: string}}} who
   * @param {(intent: object, turnId: string) => void} [onIntent] Does what the character wants.
   */
  constructor(npc, who, onIntent = () => {}) {
    super();
    this.npc = npc;
    this.who = who;
    this.onIntent = onIntent;
    /** @type {TalkState} */
    this.state = { lines: [], growing: "", isBusy: false, notice: "", error: "" };
    this.turn = null;
    this.said = "";
  }

  /** @param {string} text New words interrupt the answer to the last. @returns {Promise<void>} */
  async say(text) {
    await this.interrupt();
    const turn = this.npc.say({ ...this.who, text, streamDeltas: true });
    this.turn = turn;
    this.said = text;
    this.add({ who: this.who.speaker.name, text }, { isBusy: true, error: "" });
    try {
      for await (const event of turn) this.take(event, turn.turnId);
    } catch (error) {
      const isSignedOut = error.code === "unauthenticated" && this.npc.tokens;
      this.change({ error: isSignedOut ? SIGNED_OUT : error.sentence });
    } finally {
      if (this.turn === turn) this.change({ isBusy: false, growing: "" });
    }
  }

  take(event, turnId) {
    if (event.disclosure) this.change({ notice: event.disclosure.text });
    if (event.delta) this.change({ growing: this.state.growing + event.delta.text });
    if (event.intent) this.onIntent(event.intent, turnId);
    if (!event.line) return;
    const { text, emotion } = event.line;
    this.add({ who: this.who.characterId, text, emotion: emotion?.label }, { growing: "" });
  }

  /** Cuts the character off; it remembers what was heard. */
  async interrupt() {
    await this.turn?.interrupt();
  }

  add(line, more) {
    this.change({ ...more, lines: [...this.state.lines, line] });
  }

  change(part) {
    this.state = { ...this.state, ...part };
    this.dispatchEvent(new Event("change"));
  }
}
