// The page as a whole: the town in the middle, panels around it, and one clock for all.

import { bar, clock } from "./bar.js";
import { deeds } from "./deeds.js";
import { announce, byId, fill, h } from "./dom.js";
import { lately, talk } from "./lately.js";
import { Meter } from "./meter.js";
import { Other } from "./other.js";
import { people } from "./people.js";
import { person } from "./person.js";
import { Player } from "./player.js";
import { listen, moveByKey } from "./pointer.js";
import { rumours } from "./rumour.js";
import { Scene, isAsleep } from "./scene.js";
import { ServedSource } from "./source.js";
import { ties } from "./ties.js";
import { Tour } from "./tour.js";
import { Visitor } from "./visitor.js";
import { day, hour, words } from "./words.js";

const PANEL_MS = 250; // how often text is looked at again; the map is drawn at each frame
const BANNER_MS = 5_000;
const TABS = ["person", "rumours", "ties", "lately"];

export class App {
  /**
   * @param {any} source @param {import("./run.js").Run} run
   * @param {import("./map.js").TownMap} map @param {import("./sprites.js").Sheet} sheet
   */
  constructor(source, run, map, sheet) {
    this.source = source;
    this.run = run;
    this.map = map;
    this.sheet = sheet;
    this.player = new Player(run, source);
    this.chosen = "";
    this.isFollowing = false;
    /** @type {Other|null} */
    this.other = null;
    this.scene = new Scene(run, map, sheet, {
      onchoose: (id) => this.choose(id, false),
      ontalk: (line) => this.openTalk(line),
    });
    this.visitor = new Visitor(this);
    this.tour = new Tour(this);
    this.meter = new URLSearchParams(location.search).has("meter") ? new Meter() : null;
    this.night = matchMedia("(prefers-color-scheme: dark)");
    this.bar = bar(this);
    this.clock = clock(this);
    this.people = people(this);
    /** @type {Record<string, {element: HTMLElement, update: () => void}>} */
    this.parts = { person: person(this), rumours: rumours(this), ties: ties(this), lately: lately(this) };
    this.tab = "lately";
    this.updatedAt = -Infinity;
    this.drawnAt = 0;
    this.build();
  }

  build() {
    this.tip = h("div.tip", { hidden: true });
    this.head = h("span.deeds");
    this.kind = h("span.chip");
    this.stage = h("div.stage", {}, h("div.town", {}, this.scene.canvas), this.tip, this.zooms(), this.meter?.element);
    this.cause = h("div.causes", { hidden: true });
    this.tabs = h("div.tabs", { role: "tablist" });
    for (const tab of ["people", ...TABS]) {
      const onclick = () => this.show(tab);
      const attributes = { type: "button", role: "tab", id: `tab-${tab}`, "data-tab": tab, onclick };
      this.tabs.append(h("button.tab", attributes, /** @type {any} */ (words)[tab]));
    }
    this.body = h("div.panel-body", { role: "tabpanel", id: "panel" });
    this.element = h(
      "main.shell",
      {},
      h(
        "header.top",
        {},
        h("h1", {}, this.run.header.town),
        this.clock.element,
        this.kind,
        this.branches(),
        this.head,
        h("button.small.quiet", { type: "button", onclick: () => this.help() }, words.help),
      ),
      this.people.element,
      h("section.middle", {}, this.cause, this.stage, this.visitor.element),
      h("aside.panel", {}, this.tabs, this.body),
      this.bar.element,
    );
    listen(this.scene, this.tip, () => this.letGo());
    this.show("lately");
  }

  start() {
    const { source, run } = this;
    source.addEventListener("state", () => this.offer());
    source.addEventListener("lost", () => this.banner(words.lost, true));
    source.addEventListener("back", () => this.banner(words.back2));
    this.offer();
    document.title = `${run.header.town} · npctown`;
    window.addEventListener("keydown", (event) => this.press(event));
    window.addEventListener("keyup", (event) => this.visitor.release(event));
    window.addEventListener("hashchange", () => this.readAddress());
    this.scene.resize();
    this.scene.begin(this.player.t);
    const look = () => {
      this.scene.begin(this.player.t);
      if (run.broken) this.banner(words.halfEvents(run.broken));
      this.readAddress();
    };
    if (run.events.length) look();
    else run.addEventListener("more", look, { once: true });
    source.addEventListener("over", () => !run.events.length && this.banner(words.noEvents, true));
    source.listen(run);
    requestAnimationFrame((now) => this.frame(now));
  }

  /** Reads `#t=600&who=ada`. */
  readAddress() {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (asked.has("t")) this.player.seek(Number(asked.get("t")) || 0);
    const who = asked.get("who") ?? "";
    if (this.run.people.has(who)) this.choose(who, true);
    if (TABS.includes(asked.get("tab") ?? "")) this.show(/** @type {string} */ (asked.get("tab")));
  }

  /** @param {number} now */
  frame(now) {
    const began = performance.now();
    const seconds = this.drawnAt ? (now - this.drawnAt) / 1000 : 0;
    this.drawnAt = now;
    const { player, scene } = this;
    player.tick(seconds);
    this.visitor.tick(seconds);
    scene.followed = this.chosen;
    scene.isFollowing = this.isFollowing;
    scene.draw(player.t, player.speed, now);
    this.tour.tick(now);
    this.other?.draw(player.t, player.speed, now);
    this.meter?.take(began, performance.now() - began);
    if (now - this.updatedAt >= PANEL_MS) {
      this.updatedAt = now;
      this.update(now);
    }
    requestAnimationFrame((next) => this.frame(next));
  }

  /** @param {number} now */
  update(now) {
    this.clock.update();
    this.bar.update(now);
    this.people.update();
    if (!this.opened) this.parts[this.tab]?.update();
  }

  /** @param {string} tab */
  show(tab) {
    this.opened = null;
    this.element.dataset.tab = tab;
    if (tab !== "people") this.tab = tab;
    for (const button of this.tabs.children)
      button.setAttribute("aria-selected", String(button.dataset.tab === tab));
    const part = this.parts[this.tab];
    this.body.setAttribute("aria-labelledby", `tab-${this.tab}`);
    fill(this.body, part.element);
    part.update();
  }

  /** @param {string} id @param {boolean} isToBeSeen Whether the view goes there. */
  choose(id, isToBeSeen) {
    this.chosen = id;
    if (isToBeSeen) {
      this.scene.see(this.player.t, 0);
      this.scene.show(id);
      this.isFollowing = true;
    }
    this.show("person");
    this.people.update();
  }

  /** @param {string} [id] @param {boolean} [isFollowing] */
  follow(id = this.chosen, isFollowing = !this.isFollowing) {
    this.chosen = id;
    this.isFollowing = Boolean(id) && isFollowing;
    if (this.isFollowing) this.scene.show(id);
    this.update(this.drawnAt);
  }

  letGo() {
    this.isFollowing = false;
    this.tour.turn(false);
    this.showTour();
  }

  showTour() {
    for (const button of this.element.querySelectorAll(".tour"))
      button.setAttribute("aria-pressed", String(this.tour.isOn));
  }

  /** @param {any} person @returns {string} What they do, in words. */
  doing(person) {
    const { t } = this.player;
    if (person.stand(t).isWalking) return words.walking;
    const act = person.act(t);
    if (!act) return words.idle;
    return isAsleep(act) ? words.asleep : act.text;
  }

  /** @returns {string} Day and hour, with a bar between them. */
  when() {
    const { started } = this.run;
    return `${day(started, this.player.t)}|${hour(started, this.player.t)}`;
  }

  isDark() {
    return this.night.matches;
  }

  nextTalk() {
    this.player.seek(this.run.nextTalk(this.player.t));
  }

  /** @param {any} line */
  openTalk(line) {
    this.show("lately");
    this.opened = line;
    const shown = talk(this, line);
    fill(this.body, shown);
    shown.querySelector("h2")?.focus({ preventScroll: true });
    shown.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  }

  closeTalk() {
    this.show("lately");
  }

  /** Shows what can be done now. */
  offer() {
    const { state } = this.source;
    fill(this.head, ...deeds(this));
    fill(this.kind, state.is_over ? words.recorded : words.live);
    this.kind.classList.toggle("pleasant", !state.is_over);
    this.update(this.drawnAt);
  }

  /** Does something in the town, now. @param {string} action @param {Record<string, any>} fields */
  async act(action, fields) {
    this.player.goLive();
    const said = await this.source.act(action, fields);
    this.banner(words.sent);
    return said;
  }

  /** @param {Promise<any>} doing Something that may go wrong, which is told. */
  async try(doing) {
    try {
      await doing;
    } catch (error) {
      this.banner(/** @type {any} */ (error).message);
    }
  }

  /** @param {string} text @param {boolean} [isToStay] */
  banner(text, isToStay = false) {
    const banner = byId("banner");
    window.clearTimeout(this.bannerTimer);
    banner.hidden = false;
    fill(banner, text);
    if (!isToStay) this.bannerTimer = window.setTimeout(() => (banner.hidden = true), BANNER_MS);
  }

  branches() {
    const select = h("select.small", { "aria-label": words.branchNew, hidden: true });
    select.append(h("option", { value: "" }, words.compare));
    select.addEventListener("change", () => {
      if (select.value) void this.try(this.openOther(select.value));
      else this.closeOther();
    });
    this.branchSelect = select;
    void this.source.branches().then((/** @type {string[]} */ names) => {
      for (const name of names) select.append(h("option", { value: name }, name));
      select.hidden = names.length === 0;
    });
    return select;
  }

  /** @param {Record<string, any>} fields When, and what is done in the second town. */
  async branch(fields) {
    const { run } = await this.source.act("branch", fields);
    this.branchSelect.append(h("option", { value: run }, run));
    this.branchSelect.hidden = false;
    this.branchSelect.value = run;
    await this.openOther(run);
  }

  /** @param {string} name */
  async openOther(name) {
    this.closeOther();
    const isServed = this.source instanceof ServedSource;
    const source = isServed ? new ServedSource(name) : this.source;
    const run = await source.run(isServed ? this.run.events : name);
    if (isServed) source.listen(run);
    this.other = new Other(this, source, run);
    this.branchSelect.value = name;
    listen(this.other.scene, this.tip, () => this.letGo());
    const captioned = (/** @type {string} */ text, /** @type {any} */ scene) =>
      h("div.town", {}, h("span.caption", {}, text), scene.canvas);
    const both = [captioned(words.branchOf, this.scene), captioned(words.branchNew, this.other.scene)];
    fill(this.stage, ...both, this.tip, this.zooms(), this.meter?.element);
    this.cause.hidden = false;
    fill(this.cause, this.other.caption);
    announce(words.branchNew);
  }

  closeOther() {
    if (!this.other) return;
    this.other.close();
    this.other = null;
    this.branchSelect.value = "";
    this.cause.hidden = true;
    fill(this.stage, h("div.town", {}, this.scene.canvas), this.tip, this.zooms(), this.meter?.element);
  }

  zooms() {
    const button = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ onclick) =>
      h("button.small", { type: "button", "aria-label": label, title: label, onclick }, sign);
    const { camera } = this.scene;
    const tour = button(words.tour, "🎬", () => {
      this.tour.turn(!this.tour.isOn);
      if (this.tour.isOn && this.chosen) this.escape();
      this.showTour();
    });
    tour.classList.add("tour");
    tour.setAttribute("aria-pressed", String(this.tour.isOn));
    return h(
      "div.zooms",
      { role: "group" },
      tour,
      button(words.zoomIn, "+", () => camera.step(1)),
      button(words.zoomOut, "−", () => camera.step(-1)),
      button(words.fit, "▣", () => {
        this.letGo();
        camera.fit();
      }),
    );
  }

  help() {
    const keys = words.keys.map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)));
    const close = h("button.main", { type: "submit" }, words.close);
    const box = h(
      "dialog.ask",
      { onclose: () => box.remove(), "aria-label": words.help },
      h("form", { method: "dialog" }, h("h2", {}, words.help), h("dl.keys", {}, ...keys), close),
    );
    document.body.append(box);
    box.showModal();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (this.visitor.press(event)) return event.preventDefault();
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape") return this.escape();
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return undefined;
    if (event.key === " " && target.tagName === "BUTTON") return undefined;
    const { player } = this;
    /** @type {Record<string, () => any>} */
    const keys = {
      " ": () => this.try(player.toggle()),
      ",": () => player.seek(player.t - 5),
      ".": () => player.seek(player.t + 5),
      n: () => this.nextTalk(),
      f: () => this.follow(),
      "/": () => this.people.focus(),
    };
    const isOnMap = target === this.scene.canvas || target === document.body;
    if (keys[event.key]) keys[event.key]();
    else if (!isOnMap && event.key.startsWith("Arrow")) return undefined;
    else if (!moveByKey(this.scene, event.key)) return undefined;
    else this.letGo();
    return event.preventDefault();
  }

  escape() {
    if (this.opened) this.closeTalk();
    else if (this.chosen) {
      this.letGo();
      this.chosen = "";
      this.show("lately");
    }
    this.scene.canvas.focus({ preventScroll: true });
  }
}
