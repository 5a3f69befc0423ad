// What a character wants to do: the player plays the game's part, and lets it happen or not.

import { newRequestId } from "../npc.js";
import { announce, fill, h } from "./dom.js";
import { intentText } from "./words.js";

const WORDS = {
  OUTCOME_STATUS_COMPLETED: "It happened.",
  OUTCOME_STATUS_REFUSED: "You did not let it happen.",
};

/**
 * @param {import("./game.js").Game} game
 * @param {string} name Who wants it.
 * @param {string} turnId @param {any} intent @param {(error: unknown) => void} fail
 * @returns {HTMLElement}
 */
export function intentCard(game, name, turnId, intent, fail) {
  const { timelineId } = game; // it stays with the timeline in which it was wanted
  const buttons = h("div.row");
  const settle = async (/** @type {string} */ status) => {
    for (const button of buttons.children) button.disabled = true;
    try {
      const wish = { timelineId, turnId, intentId: intent.intentId, status };
      const words = await settled(game, wish);
      const had = buttons.contains(document.activeElement);
      const end = h("span.settled", { "data-status": status, tabindex: "-1" }, words);
      fill(buttons, end);
      if (had) end.focus({ preventScroll: true }); // or the next Tab would begin at the page's top
      announce(words);
    } catch (error) {
      for (const button of buttons.children) button.disabled = false;
      fail(error);
    }
  };
  const button = (kind, status, label) =>
    h(`button.small${kind}`, { type: "button", onclick: () => void settle(status) }, label);
  buttons.append(
    button(".main", "OUTCOME_STATUS_COMPLETED", "Let it happen"),
    button("", "OUTCOME_STATUS_REFUSED", "Refuse"),
  );
  const wanted = h("strong", {}, intentText(intent, game.entityNames));
  return h(
    "div.intent",
    { role: "group", "aria-label": `What ${name} wants to do` },
    h("p", {}, h("span.soft", {}, `${name} wants to `), wanted),
    buttons,
  );
}

/**
 * @param {import("./game.js").Game} game @param {{status: string}} wish
 * @returns {Promise<string>} What became of it, in words.
 */
async function settled(game, wish) {
  try {
    const request = { requestId: newRequestId(), ...wish };
    await game.npc.call("PlayService/ReportOutcome", request);
    return WORDS[wish.status];
  } catch (error) {
    if (error.reason !== "INTENT_ALREADY_SETTLED") throw error;
    return "It was settled before.";
  }
}
