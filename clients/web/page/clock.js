// Game time: what it is, and moving it forward.

import { newRequestId } from "../npc.js";
import { announce, fill, h } from "./dom.js";
import { day, hour, hourOfDay, later } from "./words.js";

const STEP_MINUTES = 15; // who jumps over an hour has not lived it
const QUIET_MS = 400; // silence after which everybody has done what there was to do
const PATIENCE_MS = 4_000;
const SPANS = [
  [15, "+15 min"],
  [60, "+1 h"],
  [240, "+4 h"],
];

/** @param {any} app @param {import("./game.js").Game} game @returns {HTMLElement} */
export function clock(app, game) {
  const shown = h("time");
  const buttons = h("span.spans", { role: "group", "aria-label": "Let time pass" });
  const show = () => {
    const date = h("span.soft", {}, day(game.worldTime));
    const own = hourOfDay(game.worldTime);
    const parts = [date, " ", h("b", {}, hour(game.worldTime))];
    fill(shown, ...parts, ...(own ? [" ", h("span.soft", {}, own)] : []));
    shown.setAttribute("datetime", game.worldTime);
  };
  const pass = async (/** @type {number} */ minutes, /** @type {HTMLElement} */ pressed) => {
    const had = document.activeElement === pressed; // what is disabled loses the focus
    for (const button of buttons.children) button.disabled = true;
    try {
      for (let left = minutes; left > 0 && !game.isLeft; left -= STEP_MINUTES) {
        await step(game);
        await quiet(game);
      }
      if (!game.isLeft) announce(`It is ${hour(game.worldTime)}.`);
    } catch (error) {
      if (!game.isLeft) app.fail(error);
    }
    for (const button of buttons.children) button.disabled = false;
    if (had && document.activeElement === document.body) pressed.focus({ preventScroll: true });
  };
  for (const [minutes, label] of SPANS) {
    const onclick = (/** @type {any} */ event) => void pass(Number(minutes), event.currentTarget);
    buttons.append(h("button.small", { type: "button", onclick }, label));
  }
  game.addEventListener("time", show);
  show();
  return h("div.clock", {}, shown, buttons);
}

/** @param {import("./game.js").Game} game */
async function step(game) {
  const worldTime = later(game.worldTime, STEP_MINUTES);
  const request = { requestId: newRequestId(), timelineId: game.timelineId, worldTime };
  game.setTime((await game.npc.call("PlayService/AdvanceClock", request)).worldTime);
}

/** @param {import("./game.js").Game} game */
async function quiet(game) {
  const endsAt = performance.now() + PATIENCE_MS;
  game.newsAt = performance.now();
  while (performance.now() < endsAt && performance.now() - game.newsAt < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 4));
  }
}
