// Where one comes in: who are you, which world, a new game or an old one; and what is in the way.

import { NpcAdmin } from "../npc-admin.js";
import { NpcError } from "../npc.js";
import { showTrouble } from "./banner.js";
import { fill, h } from "./dom.js";
import { everything, Game } from "./game.js";
import { lastPlayed, savedName, saveName } from "./store.js";
import { moment, realMoment } from "./words.js";

const RETRY_MS = 2_000;
const IMPORT = "npcserver import my-world.yaml";
const SAMPLE = "npcserver play --say /quit";

/** The first view. It looks again by itself as long as there is nothing to choose from. */
export class Entrance {
  /** @param {any} app @param {import("../npc.js").NpcError} [error] */
  constructor(app, error) {
    this.app = app;
    this.npc = app.npc;
    this.controller = new AbortController();
    this.timer = 0;
    this.title = h("h1", { tabindex: "-1" }, "Playtest");
    this.shown = () => this.title.focus({ preventScroll: true });
    this.body = h("div.entrance-body", { "aria-live": "polite" });
    this.element = h(
      "main.entrance",
      {},
      h(
        "header",
        {},
        h("p.kicker", {}, "npcserver"),
        this.title,
        h(
          "p.soft",
          {},
          "Walk into a world, talk with who lives there, and see why they say what they say.",
        ),
      ),
      this.body,
    );
    if (error?.code === "unauthenticated") this.askForKey(error);
    else void this.look();
  }

  close() {
    window.clearTimeout(this.timer);
    this.controller.abort();
  }

  /** Looks which worlds there are; shows them, or what is in the way. */
  async look() {
    if (!this.body.hasChildNodes()) fill(this.body, h("p.soft", {}, "Looking for worlds …"));
    try {
      const options = { signal: this.controller.signal };
      const admin = new NpcAdmin(this.npc);
      const worlds = await everything(admin, "WorldService/ListWorlds", {}, "worlds", options);
      if (worlds.length) return await this.choose(worlds);
      this.tellNothing();
    } catch (error) {
      if (!(error instanceof NpcError)) throw error;
      if (error.isCanceled) return undefined;
      if (error.code === "unauthenticated") return this.askForKey(error);
      this.tellNobody(error);
    }
    return this.lookAgain();
  }

  lookAgain() {
    this.timer = window.setTimeout(() => void this.look(), RETRY_MS);
  }

  /** @param {import("../npc.js").NpcError} error */
  tellNobody(error) {
    const words = error.isRetryable ? "Nobody answers at" : "Something is wrong at";
    this.tell(
      "nobody",
      words,
      this.npc.url,
      error.isRetryable
        ? h(
            "p",
            {},
            "Start the server on that machine, and leave this page open; it goes on by itself.",
          )
        : h("p", {}, error.sentence),
      error.isRetryable && h("pre", {}, "npcserver serve"),
    );
  }

  tellNothing() {
    this.tell(
      "nothing",
      "No world is here yet",
      "",
      h("p", {}, "Import a world file on the server's machine; this page sees it by itself."),
      h("pre", {}, IMPORT),
      h("p", {}, "Or bring in the sample world that came with the server:"),
      h("pre", {}, SAMPLE),
    );
  }

  /** @param {string} id @param {string} title @param {string} where @param {...any} more */
  tell(id, title, where, ...more) {
    if (this.body.querySelector(`#${id} h2`)?.textContent.startsWith(title)) return; // said, and so
    fill(
      this.body,
      h(
        "section.card.trouble",
        { id },
        h("h2", {}, title, where && " ", where && h("code", {}, where)),
        ...more,
        h("p.soft.row", {}, h("span.spinner", { "aria-hidden": "true" }), "Looking again …"),
      ),
    );
  }

  /** @param {import("../npc.js").NpcError} error */
  askForKey(error) {
    const input = h("input", { id: "key", type: "password", autocomplete: "off", required: true });
    const given = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.app.useKey(input.value.trim());
    };
    const was = this.npc.key ? "That key does not fit." : "This server asks for a key.";
    fill(
      this.body,
      h(
        "form.card.trouble",
        { id: "ask-key", onsubmit: given },
        h("h2", {}, was),
        h("p", {}, error.nextStep),
        h("label", { for: "key" }, "Key"),
        h("div.row", {}, input, h("button.main", { type: "submit" }, "Use it")),
        h(
          "p.soft.small",
          {},
          "It is kept only as long as this tab is open. A link may carry it: ",
          h("code", {}, "#key=…"),
        ),
      ),
    );
    this.shown = () => input.focus();
    this.shown();
  }

  /** @param {any[]} worlds */
  async choose(worlds) {
    const name = h("input", {
      id: "name",
      value: savedName() || "Visitor",
      maxlength: 80,
      required: true,
      autocomplete: "off",
    });
    const cards = await Promise.all(worlds.map((world) => this.worldCard(world, name)));
    fill(
      this.body,
      h(
        "div.card.who",
        {},
        h("label", { for: "name" }, "Who are you?"),
        name,
        h("p.soft.small", {}, "Characters call you by this name and will recognise it next time."),
      ),
      h("h2.unseen", {}, "Worlds"),
      ...cards,
    );
  }

  /** @param {any} world @param {HTMLInputElement} name */
  async worldCard(world, name) {
    const options = { signal: this.controller.signal };
    const request = { worldId: world.worldId };
    const timelines = await everything(
      this.npc,
      "TimelineService/ListTimelines",
      request,
      "timelines",
      options,
    );
    const games = timelines.filter((one) => one.parentId);
    games.sort((a, b) => (b.createTime ?? "").localeCompare(a.createTime ?? ""));
    const last = games.find((one) => one.timelineId === lastPlayed(world.worldId)?.timelineId);
    const begin = (timeline) => () => void this.begin(world, timeline, name);
    return h(
      "section.card.world",
      { "aria-label": world.name },
      h("h2", {}, world.name),
      h("p", {}, world.description ?? ""),
      h(
        "div.row",
        {},
        last && h("button.main", { type: "button", onclick: begin(last) }, "Go on"),
        h(
          "button",
          { type: "button", class: last ? "" : "main", onclick: begin(null) },
          "Begin a new game",
        ),
        last && h("span.soft.small", {}, `where it is ${moment(last.worldTime)}`),
      ),
      games.length > (last ? 1 : 0) &&
        olderGames(games.filter((one) => one !== last).slice(0, 20), begin),
    );
  }

  /** @param {any} world @param {any} timeline Null for a new one. @param {HTMLInputElement} name */
  async begin(world, timeline, name) {
    if (!name.reportValidity() || !name.value.trim()) return name.focus();
    saveName(name.value.trim());
    for (const button of this.element.querySelectorAll("button")) button.disabled = true;
    try {
      this.app.play(await Game.open(this.npc, world, timeline, name.value.trim()));
    } catch (error) {
      for (const button of this.element.querySelectorAll("button")) button.disabled = false;
      if (error instanceof NpcError) this.app.fail(error);
      else showTrouble(error.message);
    }
    return undefined;
  }
}

/** @param {any[]} games @param {(timeline: any) => () => void} begin */
function olderGames(games, begin) {
  const rows = games.map((one) =>
    h(
      "li",
      {},
      h(
        "button.link",
        { type: "button", onclick: begin(one) },
        one.label || "A game without a name",
      ),
      h("span.soft.small", {}, ` ${moment(one.worldTime)} · begun ${realMoment(one.createTime)}`),
    ),
  );
  return h(
    "details",
    {},
    h("summary", {}, `Other games (${games.length})`),
    h("ul.plain", {}, ...rows),
  );
}
