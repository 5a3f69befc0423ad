// What others do meanwhile: the timeline's own stream, told in sentences.

import { showBack, showLost } from "./banner.js";
import { fill, h } from "./dom.js";
import { told } from "./news.js";
import { hour } from "./words.js";

const MOST = 200;

/** Watches the timeline that is played, across lost connections, and keeps the page up to date. */
export class Meanwhile {
  /** @param {any} app @param {import("./game.js").Game} game @param {import("./why.js").Why} why */
  constructor(app, game, why) {
    this.app = app;
    this.game = game;
    this.why = why;
    this.controller = new AbortController();
    this.list = h("ol.plain.feed");
    this.empty = h("p.soft.small", {}, "Nothing yet. Let time pass, and see what everybody does.");
    this.element = h("div.meanwhile", {}, h("h2", {}, "Meanwhile"), this.empty, this.list);
    this.afterSeq = game.headSeq;
    this.onTimeline = () => (this.clear(), this.restart(game.headSeq));
    game.addEventListener("timeline", this.onTimeline);
    // A browser opens six connections to one server: a tab that nobody sees must not hold one.
    this.onVisibility = () =>
      document.hidden ? this.controller.abort() : this.restart(this.afterSeq);
    document.addEventListener("visibilitychange", this.onVisibility);
    void this.watch();
  }

  close() {
    this.controller.abort();
    this.game.removeEventListener("timeline", this.onTimeline);
    document.removeEventListener("visibilitychange", this.onVisibility);
  }

  /** @param {number} afterSeq */
  restart(afterSeq) {
    this.controller.abort();
    this.controller = new AbortController();
    this.afterSeq = afterSeq;
    void this.watch();
  }

  async watch() {
    const { signal } = this.controller;
    const { timelineId } = this.game;
    const onState = (state, error) => (state === "live" ? showBack() : showLost(error));
    try {
      const request = { timelineId, afterSeq: this.afterSeq };
      for await (const event of this.game.npc.watch(request, { signal, onState })) {
        if (signal.aborted) return;
        this.afterSeq = event.seq ?? this.afterSeq;
        this.take(event);
      }
    } catch (error) {
      if (!signal.aborted) this.app.fail(error);
    }
  }

  /** @param {any} event */
  take(event) {
    const { game } = this;
    game.newsAt = performance.now();
    game.setTime(event.worldTime);
    const one = game.people.get(event.characterId ?? "");
    if (event.movement) game.moved(event.movement.id, event.movement.placeId ?? "");
    if (one && (event.mood || event.act)) {
      Object.assign(one, event.mood ? { mood: event.mood } : { act: event.act });
      game.tell("people");
    }
    if (event.left) void this.follow(event.left);
    const news = told(event, game);
    if (news) this.show(event, news);
  }

  /** Another client loaded a save: the game is elsewhere now. @param {any} left */
  async follow(left) {
    const { game } = this;
    const wasHere = game.timelineId;
    if (game.isLoading) return; // this page itself, which goes there when it is told where
    try {
      const request = { timelineId: left.toTimelineId };
      const { timeline } = await game.npc.call("TimelineService/GetTimeline", request);
      if (game.timelineId !== wasHere || game.isLeft) return;
      await game.goOn(timeline, game.placeId);
      game.tell("taken");
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** @param {any} event @param {import("./news.js").News} news */
  show(event, news) {
    const ask = () => void this.why.show(news.ask, news.name);
    this.empty.remove();
    this.list.append(
      h(
        `li.${news.kind}`,
        {},
        h("time.soft", {}, hour(event.worldTime)),
        h(
          "p",
          {},
          ...news.parts,
          " ",
          news.ask &&
            h(
              "button.link.small",
              { type: "button", onclick: ask, "aria-label": `Why? ${news.name}` },
              "Why?",
            ),
        ),
      ),
    );
    while (this.list.children.length > MOST) this.list.firstElementChild.remove();
    this.element.parentElement?.scrollTo(0, this.element.scrollHeight);
  }

  /** What happened in a timeline that was left has not happened here. */
  clear() {
    fill(this.list);
    this.list.before(this.empty);
  }
}
