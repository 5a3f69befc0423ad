// The line on top that tells how it stands with the server.

import { byId, fill, h } from "./dom.js";

const SHOWN_MS = 6_000;
let timer = 0;
/** What the player has not closed yet; it comes back after all else. @type {any} */
let disclosed = null;

/** @param {import("../npc.js").NpcError|null} error */
export function showLost(error) {
  const why =
    error?.reason === "SHUTTING_DOWN" ? "The server is stopping." : "The server does not answer.";
  show(
    "lost",
    h("span.spinner", { "aria-hidden": "true" }),
    `${why} This page goes on by itself once it is back.`,
  );
}

/** Says that all is well again, for a moment. */
export function showBack() {
  show("back", "The server is back. Nothing was missed.");
  timer = window.setTimeout(hide, SHOWN_MS);
}

/**
 * @param {string} text
 * @param {string} [label]
 * @param {() => void} [act] What a button beside it does.
 */
export function showTrouble(text, label, act) {
  const button =
    label && h("button.small", { type: "button", onclick: () => (hide(), act?.()) }, label);
  const close = h(
    "button.small.quiet",
    { type: "button", onclick: hide, "aria-label": "Close" },
    "✕",
  );
  show("trouble", h("span", {}, text), button, close);
}

/**
 * Says that a language model speaks, until it is closed.
 * @param {{text?: string, language?: string}} disclosure
 */
export function showDisclosure(disclosure) {
  const { text = "", language = "" } = (disclosed = disclosure);
  const accept = () => ((disclosed = null), hide());
  const close = h("button.small", { type: "button", onclick: accept }, "OK");
  show("disclosure", h("span", language ? { lang: language } : {}, text), close);
}

export function hide() {
  window.clearTimeout(timer);
  byId("banner").hidden = true;
  if (disclosed) showDisclosure(disclosed);
}

/** @param {string} kind @param {...any} children */
function show(kind, ...children) {
  window.clearTimeout(timer);
  const banner = byId("banner");
  banner.className = kind;
  banner.hidden = false;
  fill(banner, ...children);
}
