// Moving the view: by mouse, by fingers, by keys; and what lies under the pointer.

const KEY_STEP = 90; // pixels of the page that an arrow key moves the view
const CLICK = 5; // pixels that a pointer may move between down and up and still be a click

/**
 * @param {import("./scene.js").Scene} scene
 * @param {HTMLElement} tip Shows the whole of what lies under the pointer.
 * @param {() => void} letGo Is called when the view is moved by hand.
 */
export function listen(scene, tip, letGo) {
  const { canvas, camera } = scene;
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let moved = 0;
  let spread = 0;
  const place = (/** @type {MouseEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, place(event));
    [moved, spread] = [0, 0];
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = down.get(event.pointerId);
    if (!before) return hover(scene, tip, now);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    moved += Math.abs(dx) + Math.abs(dy);
    down.set(event.pointerId, now);
    if (moved <= CLICK) return undefined;
    letGo();
    tip.hidden = true;
    camera.pan((dx * scene.ratio) / down.size, (dy * scene.ratio) / down.size);
    if (down.size === 2) {
      const [one, other] = [...down.values()];
      const wide = Math.hypot(one.x - other.x, one.y - other.y);
      const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
      if (spread) camera.zoomTo((camera.zoom * wide) / spread, x * scene.ratio, y * scene.ratio);
      spread = wide;
    }
    return undefined;
  });
  const up = (/** @type {PointerEvent} */ event) => {
    const was = down.delete(event.pointerId);
    spread = 0;
    if (!was || moved > CLICK || event.type === "pointercancel") return;
    const { x, y } = place(event);
    const { line, person } = scene.at(x, y);
    if (line) scene.acts.ontalk(line);
    else if (person) scene.acts.onchoose(person.id);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => {
    scene.hovered = "";
    tip.hidden = true;
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = place(event);
      if (event.ctrlKey) {
        camera.zoomTo(camera.zoom * Math.exp(-event.deltaY / 100), x * scene.ratio, y * scene.ratio);
      } else wheel(event.deltaY, x, y);
    },
    { passive: false },
  );
  let turned = 0;
  const wheel = (/** @type {number} */ delta, /** @type {number} */ x, /** @type {number} */ y) => {
    turned += delta;
    if (Math.abs(turned) < 60) return; // a touchpad sends many small turns
    camera.step(turned < 0 ? 1 : -1, x * scene.ratio, y * scene.ratio);
    turned = 0;
  };
}

/** @param {import("./scene.js").Scene} scene @param {string} key @returns {boolean} Whether it was one. */
export function moveByKey(scene, key) {
  const { camera } = scene;
  const step = KEY_STEP * scene.ratio;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => camera.pan(step, 0),
    ArrowRight: () => camera.pan(-step, 0),
    ArrowUp: () => camera.pan(0, step),
    ArrowDown: () => camera.pan(0, -step),
    "+": () => camera.step(1),
    "=": () => camera.step(1),
    "-": () => camera.step(-1),
    0: () => camera.fit(),
  };
  if (!keys[key]) return false;
  keys[key]();
  return true;
}

/** @param {import("./scene.js").Scene} scene @param {HTMLElement} tip @param {{x: number, y: number}} at */
function hover(scene, tip, { x, y }) {
  const { line, person } = scene.at(x, y);
  scene.hovered = person?.id ?? line?.who ?? "";
  scene.canvas.style.cursor = line || person ? "pointer" : "grab";
  const shown = line ?? (person && scene.find(person.id)?.act);
  const text = shown?.text ?? "";
  const who = scene.run.name(line?.who ?? person?.id ?? "");
  tip.hidden = !line && !person;
  if (tip.hidden) return;
  const [name, words] = [document.createElement("b"), document.createElement("span")];
  name.textContent = who;
  words.textContent = line ? `“${text}”` : text;
  tip.replaceChildren(name, " ", words);
  const { clientWidth: width, clientHeight: height } = scene.canvas;
  tip.style.left = `${Math.max(6, Math.min(width - tip.offsetWidth - 6, x + 14))}px`;
  tip.style.top = `${y + 18 + tip.offsetHeight > height ? y - tip.offsetHeight - 12 : y + 18}px`;
}
