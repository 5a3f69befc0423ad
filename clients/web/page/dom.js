// Elements, made without any markup: text is always text, never markup.

/**
 * @typedef {Node|string|number|null|undefined|false} Child
 */

/**
 * Makes an element. Names that begin with "on" add listeners; booleans set or leave out attributes;
 * `text` children become text nodes.
 * @param {string} tag Such as "p" or "p.class.other".
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  /** @type {any} */
  const element = document.createElement(name);
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value") element.value = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(key, value);
  }
  element.append(...kept(children));
  return element;
}

/**
 * Fills an element anew.
 * @template {Element} T
 * @param {T} element @param {...Child} children @returns {T}
 */
export function fill(element, ...children) {
  element.replaceChildren(...kept(children));
  return element;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} Whether the key is for an input method. In Safari the key that ends a word
 *   comes after the word has ended, and only its code tells.
 */
export function isOfInputMethod(event) {
  return event.isComposing || event.keyCode === 229;
}

/** Says something to who listens instead of looking. @param {string} text */
export function announce(text) {
  const place = byId("spoken");
  place.append(h("p", {}, text));
  while (place.children.length > 5) place.firstElementChild?.remove();
}

/** @param {Child[]} children @returns {(Node|string)[]} */
function kept(children) {
  const there = children.filter(
    (child) => child !== null && child !== undefined && child !== false,
  );
  return there.map((child) => (child instanceof Node ? child : String(child)));
}
