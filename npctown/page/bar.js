// The lower edge of the page: play, speed, and the slider over the whole run.

import { announce, fill, h } from "./dom.js";
import { SPEEDS } from "./player.js";
import { canvas } from "./map.js";
import { hourOfDay, moment, words } from "./words.js";

const STRIP_MS = 1_000;
const BINS = 240;

/** @param {any} app @returns {{element: HTMLElement, update: (now: number) => void}} */
export function bar(app) {
  const { player, run } = app;
  const play = h("button.play", { type: "button", onclick: () => app.try(player.toggle()) });
  const speeds = h("span.speeds", { role: "group", "aria-label": words.speed });
  for (const speed of SPEEDS) {
    const onclick = () => app.try(player.setSpeed(speed));
    speeds.append(h("button.small", { type: "button", "data-speed": speed, onclick }, `${speed}×`));
  }
  const slider = h("input.slider", {
    type: "range",
    min: 0,
    step: 1,
    "aria-label": words.time,
    oninput: () => player.seek(Number(slider.value)),
  });
  const strip = h("canvas.strip", { "aria-hidden": "true" });
  const next = h("button.small", { type: "button", onclick: () => app.nextTalk() }, words.nextMoment);
  const now = h("button.small.live", { type: "button", onclick: () => player.goLive() }, words.goLive);
  const element = h(
    "footer.bar",
    {},
    h("div.row.controls", {}, play, speeds, next, now),
    h("div.times", {}, strip, slider),
  );
  const show = () => {
    const label = player.isPlaying ? words.pause : words.play;
    fill(play, player.isPlaying ? "❚❚" : "▶");
    play.setAttribute("aria-label", label);
    play.title = label;
    for (const button of speeds.children)
      button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === player.speed));
    now.hidden = player.isLive || player.source.state.is_over;
  };
  player.addEventListener("change", show);
  player.source.addEventListener("state", show);
  show();
  let stripAt = -Infinity;
  let stripKey = "";
  const update = (/** @type {number} */ at) => {
    slider.max = Math.ceil(run.end);
    if (document.activeElement !== slider || player.isPlaying) slider.value = player.t;
    slider.setAttribute("aria-valuetext", moment(run.started, player.t));
    if (at - stripAt < STRIP_MS) return;
    stripAt = at;
    const key = `${run.events.length} ${strip.clientWidth} ${app.isDark()}`;
    if (key === stripKey) return;
    stripKey = key;
    drawStrip(strip, run, getComputedStyle(element));
  };
  return { element, update };
}

/** Draws nights, how much is said, and what is remarkable. @param {HTMLCanvasElement} strip @param {any} run @param {CSSStyleDeclaration} style */
function drawStrip(strip, run, style) {
  const [width, height] = [strip.clientWidth, strip.clientHeight];
  const ratio = window.devicePixelRatio || 1;
  const made = canvas(width * ratio, height * ratio);
  const onto = /** @type {CanvasRenderingContext2D} */ (made.getContext("2d"));
  onto.scale(ratio, ratio);
  const end = Math.max(run.end, 1);
  const x = (/** @type {number} */ t) => (t / end) * width;
  for (let pixel = 0; pixel < width; pixel += 2) {
    const hour = hourOfDay(run.started, (pixel / width) * end);
    if (hour >= 6 && hour < 20.5) continue;
    onto.fillStyle = style.getPropertyValue("--night");
    onto.fillRect(pixel, 0, 2, height);
  }
  const bins = new Array(BINS).fill(0);
  for (const t of run.lines.times) bins[Math.min(BINS - 1, Math.floor((t / end) * BINS))] += 1;
  const most = Math.max(...bins, 1);
  onto.fillStyle = style.getPropertyValue("--accent");
  onto.globalAlpha = 0.55;
  bins.forEach((n, at) => {
    const tall = n ? 2 + (n / most) * (height - 6) : 0;
    onto.fillRect((at / BINS) * width, height - tall, Math.max(1, width / BINS - 0.5), tall);
  });
  onto.globalAlpha = 1;
  for (const event of run.news.values) {
    if (!["thing", "note", "visitor"].includes(event.kind)) continue;
    onto.fillStyle = style.getPropertyValue("--c3");
    onto.fillRect(x(event.t) - 1, 0, 2, 5);
  }
  [strip.width, strip.height] = [made.width, made.height];
  /** @type {CanvasRenderingContext2D} */ (strip.getContext("2d")).drawImage(made, 0, 0);
}

/** @param {any} app @returns {{element: HTMLElement, update: () => void}} Day and hour. */
export function clock(app) {
  const element = h("time.clock", { role: "timer", "aria-live": "off" });
  let shown = "";
  const update = () => {
    const text = app.when();
    if (text === shown) return;
    const day = text.split("|")[0];
    if (shown && day !== shown.split("|")[0]) announce(day);
    shown = text;
    fill(element, h("span.soft", {}, day), " ", h("b", {}, text.split("|")[1]));
  };
  return { element, update };
}
