// Memories that came to mind, with how they came and their scores.

import { h } from "./dom.js";
import { hour } from "./words.js";

const HOW = {
  MEMORY_SOURCE_WITNESSED: "was there",
  MEMORY_SOURCE_TOLD: "was told",
  MEMORY_SOURCE_OVERHEARD: "overheard it",
  MEMORY_SOURCE_READ: "read it",
  MEMORY_SOURCE_INNER_VOICE: "an inner voice",
  MEMORY_SOURCE_AUTHORED: "knew it from the start",
  MEMORY_SOURCE_INFERRED: "concluded it",
  MEMORY_SOURCE_OWN: "said or did it",
};

/** @param {any[]} found Each a `Recollection`. @returns {HTMLElement} */
export function recollections(found) {
  if (!found.length) return h("p.soft", {}, "Nothing.");
  return h(
    "ol.plain.recollections",
    {},
    ...found.map(({ memory, ...scores }) =>
      h(
        "li",
        {},
        h("p", {}, memory?.text ?? ""),
        h(
          "p.soft.small",
          {},
          [
            HOW[memory?.source] ?? "",
            memory?.speakerName,
            hour(memory?.worldCreateTime),
            scores.isPinned ? "pinned" : "",
          ]
            .filter(Boolean)
            .join(" · "),
        ),
        h(
          "div.scores",
          {},
          ...["relevance", "importance", "recency"].map((term) => score(term, scores[term] ?? 0)),
        ),
      ),
    ),
  );
}

/** @param {string} term @param {number} value 0 to 1. */
function score(term, value) {
  const rounded = value.toFixed(2);
  return h(
    "label",
    {},
    term,
    h("meter", { min: 0, max: 1, value: rounded }, rounded),
    h("span.number", {}, rounded),
  );
}
