// Lines to try first with a character that speaks without a model.

import { NpcError } from "../npc.js";
import { fill, h } from "./dom.js";
import { inLanguage } from "./words.js";

/** Buttons that say a line, as long as nothing was said to the one who is talked with. */
export class Suggestions {
  /** @param {import("./game.js").Game} game @param {(text: string) => void} say */
  constructor(game, say) {
    this.game = game;
    this.say = say;
    /** @type {Set<string>} */
    this.spokenWith = new Set();
    this.wanted = "";
    const about = { role: "group", "aria-label": "Lines to try", hidden: true };
    this.element = h("div.suggestions.row", about);
    game.addEventListener("partners", () => void this.show());
  }

  /** Which game and whom the lines are for; empty where there are none to try. */
  get talk() {
    const [characterId, ...others] = this.game.partners;
    if (!characterId || others.length || this.spokenWith.has(this.key(characterId))) return "";
    return this.key(characterId);
  }

  /** @param {string} characterId */
  key(characterId) {
    return `${this.game.timelineId} ${characterId}`;
  }

  /** Something is said to all partners, who need no first line any more. */
  close() {
    for (const id of this.game.partners) this.spokenWith.add(this.key(id));
    void this.show();
  }

  async show() {
    const { talk } = this;
    if (talk === this.wanted) return;
    this.wanted = talk;
    this.element.hidden = true;
    if (!talk) return;
    const { game } = this;
    const [characterId] = game.partners;
    const request = { timelineId: game.timelineId, characterId, speaker: game.player };
    let found = {};
    try {
      found = await game.npc.call("PlayService/SuggestLines", request);
    } catch (error) {
      if (!(error instanceof NpcError)) throw error; // one can talk without them
    }
    if (talk !== this.wanted) return; // the partner has changed meanwhile
    const { language } = /** @type {any} */ (game.people.get(characterId));
    const lines = (found.lines ?? []).map((line) =>
      h(
        "button.small",
        { type: "button", onclick: () => this.say(line), ...inLanguage(line, language) },
        line,
      ),
    );
    fill(this.element, h("span.soft.small", { "aria-hidden": "true" }, "Try"), ...lines);
    this.element.hidden = lines.length === 0;
  }
}
