// The page for playtesters: an entrance, where a world is chosen, and the scene.

import { NpcClient, NpcError } from "../npc.js";
import { hide, showTrouble } from "./banner.js";
import { byId, fill } from "./dom.js";
import { Entrance } from "./entrance.js";
import { Game } from "./game.js";
import { Scene } from "./scene.js";
import { currentKey, saveKey } from "./store.js";

/** Whatever is shown, and the way from one to the other. */
class App {
  constructor() {
    const elsewhere = document.querySelector('meta[name="npcserver-url"]')?.getAttribute("content");
    this.npc = new NpcClient({ url: elsewhere || location.origin, key: currentKey() });
    /** @type {{element: Element, close: () => void}|null} */
    this.shown = null;
  }

  /** @param {NpcError} [error] Why the player is back here. */
  enter(error) {
    this.show(new Entrance(this, error));
  }

  /** @param {Game} game */
  play(game) {
    this.show(new Scene(this, game));
  }

  /** @param {string} key */
  useKey(key) {
    saveKey(key);
    this.npc.key = key;
    this.enter();
  }

  /**
   * Shows an error where it belongs: a key is asked for, everything else is told in words.
   * @param {unknown} error
   */
  fail(error) {
    if (!(error instanceof NpcError)) throw error;
    if (error.isCanceled) return;
    if (error.code === "unauthenticated") this.enter(error);
    else if (error.reason === "TIMELINE_NOT_FOUND") {
      showTrouble("This game is not on the server any more.", "Choose another", () => this.enter());
    } else showTrouble(error.sentence);
  }

  /** @param {{element: Element, close: () => void, shown?: () => void}} view */
  show(view) {
    this.shown?.close();
    this.shown = view;
    hide();
    fill(byId("app"), view.element);
    view.shown?.();
  }
}

new App().enter();
