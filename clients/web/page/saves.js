// Saves: a name for this moment, and the way back to it.

import { newRequestId } from "../npc.js";
import { announce, fill, h } from "./dom.js";
import { everything } from "./game.js";
import { moment, realMoment, shortened } from "./words.js";

/** The dialog of saves. The browser keeps the focus in it, and Esc closes it. */
export class Saves {
  /** @param {any} app @param {any} game @param {any} log @param {any} talk */
  constructor(app, game, log, talk) {
    this.app = app;
    this.game = game;
    this.log = log;
    this.talk = talk;
    this.name = h("input", { id: "save-name", maxlength: 80, required: true, autocomplete: "off" });
    this.list = h("div");
    const save = (/** @type {Event} */ event) => (event.preventDefault(), void this.save());
    this.element = h(
      "dialog.saves",
      { "aria-labelledby": "saves-title" },
      h(
        "div.row.spread",
        {},
        h("h2", { id: "saves-title" }, "Save & load"),
        h(
          "button.quiet",
          { type: "button", onclick: () => this.element.close(), "aria-label": "Close" },
          "✕",
        ),
      ),
      h(
        "form",
        { onsubmit: save },
        h("label", { for: "save-name" }, "Name this moment"),
        h("div.row", {}, this.name, h("button.main", { type: "submit" }, "Save")),
      ),
      h(
        "p.soft.small",
        {},
        "Loading goes back to that moment in every mind. ",
        "What came after it stays on the server as a branch of its own.",
      ),
      this.list,
    );
  }

  async open() {
    this.name.value = "";
    fill(this.list, h("p.soft", {}, "Looking …"));
    this.element.showModal();
    await this.attempt(() => this.show());
  }

  async show() {
    const worldId = this.game.world.worldId;
    const saves = await everything(
      this.game.npc,
      "TimelineService/ListSaves",
      { worldId },
      "saves",
    );
    saves.sort((a, b) => (b.createTime ?? "").localeCompare(a.createTime ?? ""));
    fill(
      this.list,
      saves.length
        ? h("ul.plain", {}, ...saves.map((one) => this.row(one)))
        : h("p.soft", {}, "No saves yet."),
    );
  }

  /** @param {any} save */
  row(save) {
    const name = save.name || "without a name";
    const remove = async () => {
      await this.game.npc.call("TimelineService/DeleteSave", {
        requestId: newRequestId(),
        saveId: save.saveId,
      });
      await this.show();
      this.name.focus(); // the button that had the focus is gone
    };
    const button = (kind, label, act) =>
      h(
        `button.small${kind}`,
        {
          type: "button",
          "aria-label": `${label} “${name}”`,
          onclick: () => void this.attempt(act),
        },
        label,
      );
    return h(
      "li.save",
      {},
      h(
        "div",
        {},
        h("b", {}, name),
        h("div.soft.small", {}, `${moment(save.worldTime)} · saved `, realMoment(save.createTime)),
      ),
      h(
        "div.row",
        {},
        button(".main", "Load", () => this.load(save)),
        button(".quiet", "Delete", remove),
      ),
    );
  }

  async save() {
    const { timelineId } = this.game;
    const name = this.name.value.trim();
    await this.attempt(async () => {
      await this.game.npc.call("TimelineService/Save", {
        requestId: newRequestId(),
        timelineId,
        name,
      });
      this.log.note(`Saved as “${name}”.`);
      announce(`Saved as ${name}.`);
      this.name.value = "";
      await this.show();
    });
  }

  /** Goes back to a save; a character that is speaking stops there. @param {any} save */
  async load(save) {
    const { game } = this;
    await this.talk.interrupt();
    const request = {
      requestId: newRequestId(),
      saveId: save.saveId,
      leavingTimelineId: game.timelineId,
      label: shortened(`${game.player.name}'s game, from “${save.name ?? ""}”`),
    };
    game.isLoading = true;
    const loading = game.npc.call("TimelineService/Load", request);
    const { timeline } = await loading.finally(() => (game.isLoading = false));
    this.element.close();
    this.log.undone(
      `Back at “${save.name ?? ""}”, ${moment(timeline.worldTime)}. ` +
        "Nobody knows of what is above and came after it.",
    );
    await game.goOn(timeline, game.placeId);
    this.talk.focus();
  }

  /** @param {() => Promise<void>} act */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.element.close(); // or it would lie above what says what went wrong
      this.app.fail(error);
    }
  }
}
