// Who is here, and who is elsewhere: with mood, and what they are doing.

import { fill, h } from "./dom.js";
import { feeling, initials, tone } from "./words.js";

/** The list of people. Who is ticked is talked with; several make a circle. */
export class People {
  /** @param {any} app @param {import("./game.js").Game} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    this.element = h("div.people-list");
    for (const news of ["people", "partners"]) game.addEventListener(news, () => this.show());
    this.show();
  }

  show() {
    const { game } = this;
    const hadFocus = this.element.contains(document.activeElement);
    const focused = document.activeElement?.id ?? "";
    const here = game.here();
    const others = new Map();
    for (const one of game.people.values()) {
      if (one.placeId !== game.placeId)
        others.set(one.placeId, [...(others.get(one.placeId) ?? []), one]);
    }
    fill(
      this.element,
      h("h2", { tabindex: "-1" }, game.placeName(game.placeId)),
      h("p.soft.small", {}, game.places.get(game.placeId)?.description ?? ""),
      here.length
        ? h("ul.plain", {}, ...here.map((one) => this.row(one)))
        : h("p.soft", {}, "Nobody is here."),
      here.length > 1 && h("p.soft.small.hint", {}, "Tick several to stand with them in a circle."),
      others.size > 0 && h("h2", {}, "Elsewhere"),
      ...[...others].map(([placeId, those]) => this.elsewhere(placeId, those)),
    );
    if (hadFocus) this.stay(focused);
  }

  /** Keeps the focus in the list, where it was or as near as may be. @param {string} id */
  stay(id) {
    const [same, called] = [id, id.replace(/^call-/, "with-")].map((one) =>
      one ? document.getElementById(one) : null,
    );
    (same ?? called ?? this.element.querySelector("h2"))?.focus({ preventScroll: true });
  }

  /** @param {import("./game.js").Person} one */
  row(one) {
    const id = `with-${one.id}`;
    const change = (/** @type {any} */ event) => this.game.setPartner(one.id, event.target.checked);
    return h(
      "li",
      {},
      h(
        "label.person",
        { for: id },
        h("input", {
          type: "checkbox",
          id,
          checked: this.game.partners.has(one.id),
          onchange: change,
        }),
        face(one),
        h("span.about", {}, h("span.name", {}, one.name), " ", mood(one), doing(one)),
      ),
    );
  }

  /**
   * @param {string} id @param {string} label @param {string} spoken Whom or what it is for.
   * @param {() => Promise<void>} act
   */
  button(id, label, spoken, act) {
    const onclick = () => void act().catch((error) => this.app.fail(error));
    const whom = h("span.unseen", {}, spoken); // after what is seen, for voice control
    return h("button.small.quiet", { type: "button", id, onclick }, label, whom);
  }

  /** @param {string} placeId @param {import("./game.js").Person[]} those */
  elsewhere(placeId, those) {
    const name = this.game.placeName(placeId);
    const come = (one) =>
      this.button(`call-${one.id}`, "Call here", one.name, () =>
        this.game.callHere(one.id),
      );
    return h(
      "div.elsewhere",
      {},
      h(
        "div.row.spread",
        {},
        h("h3", {}, name),
        placeId &&
          this.button(`go-${placeId}`, "Go there", name, () => this.game.goTo(placeId)),
      ),
      h(
        "ul.plain.small",
        {},
        ...those.map((one) =>
          h(
            "li",
            {},
            face(one),
            h("span.about", {}, h("span.name", {}, one.name), " ", mood(one), doing(one)),
            this.game.placeId && come(one),
          ),
        ),
      ),
    );
  }
}

/**
 * @param {{id?: string, name: string, index: number}} one
 * @returns {HTMLElement} A round with letters: pictures are the game's affair.
 */
export function face(one) {
  return h(`span.face.c${one.index % 8}`, { "aria-hidden": "true" }, initials(one.name));
}

/** @param {{label?: string, valence?: number}|undefined} emotion @returns {HTMLElement} */
export function chip(emotion) {
  return h(`span.chip.${tone(emotion)}`, {}, feeling(emotion));
}

/** @param {import("./game.js").Person} one */
function mood(one) {
  return (
    one.mood &&
    !["", "neutral"].includes(feeling(one.mood)) &&
    h(`span.chip.${tone(one.mood)}`, { title: one.mood.why || false }, feeling(one.mood))
  );
}

/** @param {import("./game.js").Person} one */
function doing(one) {
  return one.act?.activity && h("span.doing", {}, one.act.activity);
}
