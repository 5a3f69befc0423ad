// An element without a framework:
//
//     <script type="module" src="npc-talk.js"></script>
//     <npc-talk url="http://127.0.0.1:50052" timeline="tl_…" character="hester" player="Ann">
//     </npc-talk>
//
// A player's page sets its property `token`, as in `new NpcClient({ token })`, before it is added.
// Esc interrupts. Each intent is an event "npc-intent" with `intent` and `turnId` in `detail`.

import { NpcClient } from "../npc.js";
import { Talk } from "./talk.js";

class NpcTalk extends HTMLElement {
  connectedCallback() {
    if (this.talk) return;
    const player = this.getAttribute("player") ?? "Player";
    const who = {
      timelineId: this.getAttribute("timeline") ?? "",
      characterId: this.getAttribute("character") ?? "",
      speaker: { id: player.toLowerCase(), name: player },
    };
    const npc = new NpcClient({ url: this.getAttribute("url") ?? undefined, token: this.token });
    this.talk = new Talk(npc, who, (intent, turnId) => {
      const detail = { intent, turnId };
      this.dispatchEvent(new CustomEvent("npc-intent", { detail, bubbles: true, composed: true }));
    });
    this.lines = part("div", { role: "log", ariaLabel: "Talk" });
    this.notice = part("p", { role: "status" });
    this.error = part("p", { role: "alert" });
    this.words = part("input", { ariaLabel: "Say something", autocomplete: "off" });
    const form = part("form", {}, this.words, part("button", { textContent: "Say" }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.words.value.trim();
      if (text) void this.talk.say(text);
      this.words.value = "";
    });
    const root = this.attachShadow({ mode: "open" });
    root.append(this.notice, this.lines, this.error, form);
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") void this.talk.interrupt();
    });
    this.talk.addEventListener("change", () => this.show(this.talk.state));
  }

  disconnectedCallback() {
    void this.talk.interrupt();
  }

  /** @param {import("./talk.js").TalkState} state */
  show({ lines, growing, notice, error }) {
    const shown = growing ? [...lines, { who: this.talk.who.characterId, text: growing }] : lines;
    const written = shown.map(({ who, text }) => part("p", { textContent: `${who}: ${text}` }));
    this.lines.replaceChildren(...written);
    this.notice.textContent = notice;
    this.error.textContent = error;
    if (error) this.words.value ||= this.talk.said; // nothing that was typed is lost
  }
}

function part(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

customElements.define("npc-talk", NpcTalk);
