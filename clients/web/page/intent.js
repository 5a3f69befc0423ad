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
    for (const button of buttons.querySelectorAll("button")) button.disabled = true;
    const request = {
      requestId: newRequestId(),
      timelineId,
      turnId,
      intentId: intent.intentId,
      status,
    };
    try {
      await game.npc.call("PlayService/ReportOutcome", request);
    } catch (error) {
      if (error.reason !== "INTENT_ALREADY_SETTLED") {
        for (const button of buttons.querySelectorAll("button")) button.disabled = false;
        fail(error);
        return;
      }
    }
    fill(buttons, h("span.settled", { "data-status": status }, WORDS[status]));
    announce(WORDS[status]);
  };
  const button = (kind, status, label) =>
    h(`button.small${kind}`, { type: "button", onclick: () => void settle(status) }, label);
  buttons.append(
    button(".main", "OUTCOME_STATUS_COMPLETED", "Let it happen"),
    button("", "OUTCOME_STATUS_REFUSED", "Refuse"),
  );
  return h(
    "div.intent",
    { role: "group", "aria-label": `What ${name} wants to do` },
    h(
      "p",
      {},
      h("span.soft", {}, `${name} wants to `),
      h("strong", {}, intentText(intent, game.entityNames)),
    ),
    buttons,
  );
}
