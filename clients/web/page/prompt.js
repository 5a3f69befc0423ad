// The prompt that was sent: whether it is as it was, and its parts with their tokens.

import { h } from "./dom.js";

const STANDS = {
  PROMPT_STATUS_AS_SENT: "The prompt as it was sent",
  PROMPT_STATUS_NOT_AS_SENT: "Not the prompt as it was sent",
  PROMPT_STATUS_NOT_ASKED: "There was no prompt",
  PROMPT_STATUS_NOT_RECORDED: "The prompt is not stored",
};
const OPEN = new Set(["heard", "talk", "memories", "asked", "event"]);

/**
 * @param {any} it A `RenderedPrompt`, or nothing where there is no receipt.
 * @returns {any[]}
 */
export function prompt(it) {
  if (!it) return [h("p", {}, "Neither a turn nor a thought left it, so there was no prompt.")];
  const isSent = it.status === "PROMPT_STATUS_AS_SENT";
  const sections = it.sections ?? [];
  const missing = it.missingSections ?? 0;
  return [
    h(`p.stands${isSent ? "" : ".warn"}`, {}, h("b", {}, STANDS[it.status] ?? "Not known here")),
    it.why && h("p", {}, `${it.why[0].toUpperCase()}${it.why.slice(1)}.`),
    missing > 0 &&
      h("p", {}, `${missing} of its parts cannot be shown. What follows is as it was sent.`),
    sections.length > 0 && total(it),
    ...(it.leftOut ?? []).map((one) => h("p.soft", {}, `Left out: ${one.count} of ${one.part}`)),
    ...messages(sections),
    it.digest && h("p.soft.small.digest", {}, `SHA-256 ${it.digest}`),
  ];
}

/** @param {any} it */
function total(it) {
  const budget = it.budgetTokens ? ` of ${number(it.budgetTokens)}` : "";
  const tokens = `About ${number(it.tokens ?? 0)}${budget} tokens`;
  return h("p.soft", {}, `${tokens}, template ${it.template}`);
}

/** @param {any[]} sections @returns {any[]} */
function messages(sections) {
  const most = Math.max(1, ...sections.map((one) => one.tokens ?? 0));
  let role = "";
  return sections.flatMap((one) => {
    const heading = one.role === role ? [] : [h("h3", {}, one.role)];
    role = one.role;
    return [...heading, section(one, most)];
  });
}

/** @param {any} it A `PromptSection`. @param {number} most */
function section(it, most) {
  const tokens = it.tokens ?? 0;
  const name = it.name || "other words";
  return h(
    "details.part",
    { open: OPEN.has(it.name) },
    h(
      "summary",
      {},
      h("span", {}, name),
      h("span.soft.small", {}, number(tokens), h("span.unseen", {}, " tokens")),
      h("meter", { min: 0, max: most, value: tokens, "aria-hidden": "true" }),
    ),
    h("pre", {}, it.text ?? ""),
  );
}

/** @param {number} value @returns {string} */
function number(value) {
  return value.toLocaleString("en");
}

/** @param {any} it A `PromptPart`. @returns {string} Its tokens, and what did not fit. */
export function part(it) {
  const missing = [
    it.leftOut ? `${it.leftOut} left out` : "",
    it.cut ? `${it.cut} cut` : "",
  ].filter(Boolean);
  return `${it.part} ${it.tokens ?? 0}${missing.length ? ` (${missing.join(", ")})` : ""}`;
}
