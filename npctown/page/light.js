// Day and night: a colour that the town is multiplied with, and the windows that are lit.

/** Hours and the light at them; between two it changes evenly. @type {[number, number[]][]} */
const LIGHT = [
  [0, [92, 104, 168]],
  [4.5, [92, 104, 168]],
  [6, [214, 176, 178]],
  [7.5, [255, 244, 226]],
  [9, [255, 255, 255]],
  [16.5, [255, 255, 255]],
  [18.5, [255, 232, 196]],
  [20, [232, 170, 150]],
  [21.5, [116, 118, 172]],
  [24, [92, 104, 168]],
];
const LAMP = [255, 226, 168];
const STEP_HOURS = 1 / 6; // the eye sees no smaller one, and each costs a new picture of the map

/** @param {number} hour @returns {string} A colour. */
export function lightAt(hour) {
  const { r, g, b } = colourAt(Math.round(hour / STEP_HOURS) * STEP_HOURS);
  return `rgb(${r}, ${g}, ${b})`;
}

/** @param {number} hour @returns {string} The colour of a place whose lamp is lit. */
export function lampAt(hour) {
  const { r, g, b } = colourAt(Math.round(hour / STEP_HOURS) * STEP_HOURS);
  const part = darkness(hour);
  const [red, green, blue] = LAMP.map((one, at) => Math.round(one * part + [r, g, b][at] * (1 - part)));
  return `rgb(${red}, ${green}, ${blue})`;
}

/** @param {number} hour @returns {number} 0 by day to 1 at night. */
export function darkness(hour) {
  const { g } = colourAt(hour);
  return Math.max(0, Math.min(1, (232 - g) / (232 - 118)));
}

/** @param {number} hour */
function colourAt(hour) {
  const after = Math.max(1, LIGHT.findIndex(([at]) => at >= hour));
  const [from, start] = LIGHT[after - 1];
  const [to, end] = LIGHT[after];
  const part = Math.max(0, Math.min(1, (hour - from) / (to - from)));
  const [r, g, b] = start.map((one, at) => Math.round(one + (end[at] - one) * part));
  return { r, g, b };
}
