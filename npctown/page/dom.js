// Elements, made without any markup: what people of the town say is always text, never markup.

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * Makes an element. Names that begin with "on" add listeners; booleans set or leave out attributes.
 * @param {string} tag Such as "p" or "p.class.other".
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag.split(".")[0]), tag, attributes, children);
}

/**
 * Makes an element of a drawing.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag.split(".")[0]);
  return dressed(element, tag, attributes, children);
}

/** @template {Element} T @param {T} element @param {...Child} children @returns {T} */
export function fill(element, ...children) {
  element.replaceChildren(...kept(children));
  return element;
}

/** @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/** Says something to who listens instead of looking. @param {string} text */
export function announce(text) {
  const place = byId("spoken");
  place.append(h("p", {}, text));
  while (place.children.length > 5) place.firstElementChild?.remove();
}

/** @param {Element} element @param {string} tag @param {Record<string, any>} attributes @param {Child[]} children */
function dressed(element, tag, attributes, children) {
  const classes = tag.split(".").slice(1);
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "style") Object.assign(/** @type {any} */ (element).style, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(key, value);
  }
  element.append(...kept(children));
  return element;
}

/** @param {Child[]} children @returns {(Node|string)[]} */
function kept(children) {
  const there = children.filter((one) => one !== null && one !== undefined && one !== false);
  return there.map((one) => (one instanceof Node ? one : String(one)));
}
