// What a character wants to do: the player plays the game's part, and lets it happen or not.

import { announce, fill, h } from "./dom.js";
import { intentText } from "./words.js";

const WORDS = {
  OUTCOME_STATUS_COMPLETED: "It happened.",
  OUTCOME_STATUS_REFUSED: "You did not let it happen.",
};
const DROPPED = "It was dropped: the game went back to before it was wanted.";

/**
 * @param {import("./game.js").Game} game
 * @param {string} name Who wants it.
 * @param {{timelineId: string, turnId: string}} turn In which it was wanted.
 * @param {any} intent @param {(error: unknown) => void} fail
 * @returns {HTMLElement}
 */
export function intentCard(game, name, turn, intent, fail) {
  const buttons = h("div.row");
  const settle = async (/** @type {string} */ status, /** @type {HTMLElement} */ pressed) => {
    const had = buttons.contains(document.activeElement); // what is disabled loses the focus
    for (const button of buttons.children) button.disabled = true;
    try {
      const words = await settled(game, { ...turn, intentId: intent.intentId, status });
      const stored = words === WORDS[status] && status;
      const end = h("span.settled", { "data-status": stored, tabindex: "-1" }, words);
      fill(buttons, end);
      if (had) end.focus({ preventScroll: true }); // or the next Tab would begin at the page's top
      announce(words);
    } catch (error) {
      for (const button of buttons.children) button.disabled = false;
      if (had) pressed.focus({ preventScroll: true });
      fail(error);
    }
  };
  const button = (kind, status, label) => {
    const onclick = (event) => void settle(status, event.currentTarget);
    return h(`button.small${kind}`, { type: "button", onclick }, label);
  };
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
 * @param {import("./game.js").Game} game @param {{timelineId: string, status: string}} wish
 * @returns {Promise<string>} What became of it, in words.
 */
async function settled(game, wish) {
  try {
    await game.npc.reportOutcome(wish, game.timelineId);
    return WORDS[wish.status];
  } catch (error) {
    if (error.reason === "INTENT_ALREADY_SETTLED") return "It was settled before.";
    const isDeleted = error.reason === "TIMELINE_NOT_FOUND" && wish.timelineId !== game.timelineId;
    if (error.reason === "INTENT_TIMELINE_LEFT" || isDeleted) return DROPPED;
    throw error;
  }
}
