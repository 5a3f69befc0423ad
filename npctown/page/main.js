// Opens a run and shows it; tells kindly what is wrong where it cannot.

import { App } from "./app.js";
import { byId, fill, h } from "./dom.js";
import { FORMAT, RunError } from "./run.js";
import { PackedSource, ServedSource } from "./source.js";
import { Sheet } from "./sprites.js";
import { words } from "./words.js";

async function open() {
  const place = byId("app");
  fill(place, h("p.loading", {}, h("span.spinner", { "aria-hidden": "true" }), words.loading));
  const packed = byId("run");
  const source = packed ? new PackedSource(packed) : new ServedSource();
  const run = await source.run();
  const map = await source.map(run);
  const { image } = map.people;
  const sheet = image ? new Sheet(await source.image(source.folder + image), map.people) : Sheet.plain();
  const app = new App(source, run, map, sheet);
  fill(place, app.element);
  app.start();
  /** @type {any} */ (window).town = app; // for who looks into the page, such as a test
}

/** @param {any} error */
function refuse(error) {
  /** @type {Record<string, () => string>} */
  const known = {
    otherFormat: () => words.otherFormat(String(error.found), FORMAT),
    noHeader: () => words.noHeader,
    noMap: () => words.noMap(error.why),
    cannotUnpack: () => words.cannotUnpack,
  };
  const text = error instanceof RunError ? (known[error.message]?.() ?? error.message) : String(error);
  if (!(error instanceof RunError)) console.error(error);
  fill(byId("app"), h("main.card.refused", { role: "alert" }, h("h1", {}, words.whyNot), h("p", {}, text)));
}

open().catch(refuse);
