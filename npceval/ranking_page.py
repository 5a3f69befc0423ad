"""The page on which people rank answers: one HTML file that opens alone and saves a file."""

import json
from collections.abc import Sequence

from npceval.interviews import Item, blinded

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rank the answers</title><style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
fieldset { margin: 1.2rem 0; border: 1px solid; border-radius: 6px; }
label { display: block; margin: .5rem 0; } select { font: inherit; margin-right: .6rem; }
details { margin: .5rem 0; } button, input { font: inherit; padding: .3rem .8rem; }
</style></head><body><main><h1>Rank the answers</h1>
<p>Each person below was asked a question. Give each answer a rank: 1 is the one that this person
would most likely have given. Equal ranks are allowed. Leave out what you cannot judge. Then save,
and send the file to whom you have this page from.</p>
<p><label>Your name or a sign: <input id="rater" maxlength="40"></label></p>
<div id="items"></div>
<p><button id="save">Save my rankings</button> <span id="told"></span></p></main>
<script type="application/json" id="data">DATA</script>
<script>
"use strict";
const items = JSON.parse(document.getElementById("data").textContent);
const make = (name, text, parent) => {
  const one = document.createElement(name);
  one.textContent = text;
  parent.append(one);
  return one;
};
for (const item of items) {
  const box = make("fieldset", "", document.getElementById("items"));
  make("legend", item.question, box);
  make("p", item.about, box);
  const more = make("details", "", box);
  make("summary", "What the person remembers of it", more);
  for (const memory of item.memories) make("p", memory, more);
  for (const [letter, answer] of Object.entries(item.answers)) {
    const label = make("label", "", box);
    const rank = make("select", "", label);
    rank.dataset.item = item.id;
    rank.dataset.letter = letter;
    make("option", "", rank);
    for (let n = 1; n <= Object.keys(item.answers).length; n++) make("option", String(n), rank);
    label.append(`${letter}: ${answer}`);
  }
}
document.getElementById("save").addEventListener("click", () => {
  const rankings = {};
  for (const rank of document.querySelectorAll("select[data-item]"))
    if (rank.value) (rankings[rank.dataset.item] ??= {})[rank.dataset.letter] = Number(rank.value);
  for (const item of items) {
    const given = rankings[item.id];
    if (given && Object.keys(given).length < Object.keys(item.answers).length)
      delete rankings[item.id];
  }
  const count = Object.keys(rankings).length;
  const rater = document.getElementById("rater").value.trim() || "unnamed";
  document.getElementById("told").textContent =
    `${count} of ${items.length} questions have a rank for each answer.`;
  const text = JSON.stringify({ rater, rankings }, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "rankings.json";
  link.click();
});
</script></body></html>
"""


def ranking_page(items: Sequence[Item], seed: int) -> str:
    """Return the page. It names no condition: answers have letters, shuffled for each question."""
    shown = [
        {
            "id": item.id,
            "question": item.question.text,
            "about": item.about,
            "memories": item.memories,
            "answers": {letter: item.answers[name] for letter, name in blinded(item, seed).items()},
        }
        for item in items
    ]
    # In a script's text nothing is unescaped; `<` would end it.
    data = json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
    return _PAGE.replace("DATA", data)
