// A run: who lived, what happened, and how it stood at any minute.

import { Track } from "./track.js";

export const FORMAT = "npcserver/run/1";
/** Minutes between two lines of a talk: people say them within seconds, which nobody could read. */
const TURN_MINUTES = 1;

/** Something wrong with a run; the message is for people. */
export class RunError extends Error {}

/**
 * @typedef {{t: number, kind: string, [field: string]: any}} Event
 * @typedef {{x: number, y: number, direction: number, isWalking: boolean, step: number, isOut?: boolean}} Stand
 * @typedef {{who: string, text: string, to: string[], talk: string, t: number}} Line
 */

/** One person, with all that they did. */
export class Person {
  /** @param {any} raw A person of `run.json`. @param {number} number */
  constructor(raw, number) {
    this.id = String(raw.id);
    this.name = String(raw.name || raw.id);
    this.number = number;
    this.sprite = Number(raw.sprite ?? number) || 0;
    this.age = raw.age ?? null;
    this.trade = raw.trade ?? "";
    this.home = raw.home ?? "";
    this.start = raw.start ?? [0, 0];
    this.isCrowd = Boolean(raw.is_crowd);
    this.isVisitor = false;
    /** @type {Track<any>} */
    this.walks = new Track();
    /** @type {Track<any>} */
    this.acts = new Track();
    /** @type {Track<Line>} */
    this.lines = new Track();
    /** @type {Track<Event>} */
    this.heard = new Track();
    /** @type {Track<Event>} */
    this.plans = new Track();
    /** @type {Track<Event>} */
    this.thoughts = new Track();
    /** @type {Track<Event>} */
    this.moods = new Track();
    /** @type {Track<boolean>} */
    this.presence = new Track();
    /** @type {Map<string, Track<Event>>} */
    this.relations = new Map();
  }

  /**
   * @param {number} t
   * @param {number} [least] Game minutes that a tile takes at least, so that it can be seen.
   * @returns {Stand} Where they are; the feet of a walk go on with `step`.
   */
  stand(t, least = 0) {
    const { walks } = this;
    const count = walks.count(t);
    if (!count) return { x: this.start[0], y: this.start[1], direction: 0, isWalking: false, step: 0 };
    const { path, pace, t: began, out } = walks.values[count - 1];
    const tiles = path.length - 1;
    const next = walks.times[count] ?? Infinity;
    let minutes = Math.max(tiles / (pace || 1), tiles * least);
    if (began + minutes > next) minutes = Math.max(next - began, 0.001);
    const gone = minutes > 0 ? ((t - began) / minutes) * tiles : tiles;
    const [x, y] = path[tiles];
    if (gone >= tiles) {
      const direction = tiles ? toward(path[tiles - 1], path[tiles]) : 0;
      return { x, y, direction, isWalking: false, step: 0, isOut: out };
    }
    const at = Math.floor(gone);
    const part = gone - at;
    const [from, to] = [path[at], path[at + 1]];
    return {
      x: from[0] + (to[0] - from[0]) * part,
      y: from[1] + (to[1] - from[1]) * part,
      direction: toward(from, to),
      isWalking: true,
      step: gone,
    };
  }

  /** @param {number} t @returns {any} What they do: the fields of `act`, or null for nothing. */
  act(t) {
    const act = this.acts.at(t);
    return act && t < act.until ? act : null;
  }

  /** @param {number} t */
  isHere(t) {
    return !this.isVisitor || this.presence.at(t) === true;
  }
}

/** @param {number[]} from @param {number[]} to @returns {number} 0 down, 1 left, 2 right, 3 up. */
function toward(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  if (Math.abs(dx) >= Math.abs(dy)) return dx < 0 ? 1 : dx > 0 ? 2 : 0;
  return dy < 0 ? 3 : 0;
}

/** Everything that is known of a run so far; more can be added at any time. */
export class Run extends EventTarget {
  /** @param {any} header What `run.json` says. */
  constructor(header) {
    super();
    if (!header || typeof header !== "object" || !Array.isArray(header.people))
      throw new RunError("noHeader");
    if (header.format !== FORMAT) throw Object.assign(new RunError("otherFormat"), { found: header.format });
    this.header = header;
    this.started = header.started;
    /** @type {Event[]} */
    this.events = [];
    this.end = 0;
    this.broken = 0;
    /** @type {Map<string, Person>} */
    this.people = new Map();
    for (const raw of header.people) this.join(raw);
    /** @type {Map<string, any>} */
    this.talks = new Map();
    /** @type {Map<string, any>} */
    this.facts = new Map();
    for (const fact of header.facts ?? [])
      this.facts.set(fact.id, { ...fact, knows: new Track(), who: new Map() });
    /** @type {Map<string, Track<Event>>} */
    this.things = new Map();
    /** @type {Track<Line>} */
    this.lines = new Track();
    /** @type {Track<Event>} */
    this.news = new Track();
    /** @type {Track<Event>} */
    this.ticks = new Track();
    /** @type {Track<Event>} */
    this.ties = new Track();
    this.acts = new Map();
  }

  /** @param {any} raw @returns {Person} */
  join(raw) {
    const person = new Person(raw, this.people.size);
    this.people.set(person.id, person);
    return person;
  }

  /** @param {string} id @returns {string} */
  name(id) {
    return this.people.get(id)?.name ?? String(id ?? "");
  }

  /** @param {Iterable<any>} events Some more of what happened; unknown kinds are passed over. */
  add(events) {
    for (const event of events) {
      if (typeof event?.t !== "number" || typeof event.kind !== "string") {
        this.broken += 1;
        continue;
      }
      this.events.push(event);
      this.end = Math.max(this.end, event.t);
      const take = TAKE[event.kind];
      try {
        take?.(this, event, this.people.get(event.who));
      } catch {
        this.broken += 1; // a field that is not there, in a run that someone wrote by hand
      }
    }
    this.dispatchEvent(new Event("more"));
  }

  /** @param {number} t @returns {number} When the next talk begins; the end if there is none. */
  nextTalk(t) {
    let next = this.end;
    for (const talk of this.talks.values()) if (talk.t > t + 0.5 && talk.t < next) next = talk.t;
    return next;
  }

  /** @param {number} t @returns {Event[]} What burns at a minute. */
  fires(t) {
    const burning = [];
    for (const track of this.things.values()) {
      const thing = track.at(t);
      if (thing && /burn|fire/i.test(thing.state)) burning.push(thing);
    }
    return burning;
  }
}

/** What an event of each kind leaves. @type {Record<string, (run: Run, event: Event, person?: Person) => void>} */
const TAKE = {
  tick: (run, event) => run.ticks.add(event.t, event),
  walk: (run, event, person) => {
    if (!event.path.length) return;
    if (person?.isVisitor && !person.walks.length) person.start = event.path[0];
    person?.walks.add(event.t, event);
  },
  act: (run, event, person) => {
    const act = { ...event, until: event.t + (event.minutes || Infinity), outcome: "", detail: "" };
    if (event.id) run.acts.set(event.id, act);
    person?.acts.add(event.t, act);
  },
  act_end: (run, event, person) => {
    const act = run.acts.get(event.id) ?? person?.acts.at(event.t);
    if (!act) return;
    Object.assign(act, { until: event.t, outcome: event.outcome ?? "", detail: event.detail ?? "" });
    if (event.outcome === "failed") run.news.add(event.t, event);
  },
  talk: (run, event) => {
    const known = run.talks.get(event.id);
    if (known) known.until = event.is_over ? event.t : known.until;
    else if (!event.is_over)
      run.talks.set(event.id, { ...event, until: Infinity, lines: [], shown: -Infinity });
    if (!event.is_over && !known) run.news.add(event.t, event);
  },
  line: (run, event, person) => {
    const talk = run.talks.get(event.talk);
    const t = talk ? Math.max(event.t, talk.shown + TURN_MINUTES) : event.t;
    const to = [event.to ?? []].flat();
    const line = { who: event.who, text: String(event.text), to, talk: event.talk ?? "", t };
    if (talk) {
      talk.lines.push(line);
      talk.shown = t;
    }
    person?.lines.add(t, line);
    run.lines.add(t, line);
  },
  heard: (run, event, person) => person?.heard.add(event.t, event),
  plan: (run, event, person) => person?.plans.add(event.t, event),
  thought: (run, event, person) => {
    person?.thoughts.add(event.t, event);
    if (event.of === "whisper") run.news.add(event.t, event);
  },
  mood: (run, event, person) => person?.moods.add(event.t, event),
  knows: (run, event) => {
    const fact = run.facts.get(event.fact);
    if (!fact || fact.who.has(event.who)) return;
    fact.who.set(event.who, event);
    fact.knows.add(event.t, event);
    run.news.add(event.t, event);
  },
  relation: (run, event, person) => {
    if (!person) return;
    const track = person.relations.get(event.to) ?? new Track();
    const before = track.at(event.t)?.affinity ?? 0;
    person.relations.set(event.to, track);
    track.add(event.t, event);
    run.ties.add(event.t, { ...event, before });
  },
  thing: (run, event) => {
    const key = `${event.place}/${event.thing}`;
    const track = run.things.get(key) ?? new Track();
    run.things.set(key, track);
    track.add(event.t, event);
    run.news.add(event.t, event);
  },
  visitor: (run, event) => {
    const person = run.people.get(event.who) ?? run.join({ id: event.who, name: event.name });
    person.isVisitor = true;
    if (event.at) person.start = event.at;
    person.presence.add(event.t, Boolean(event.is_here));
    run.news.add(event.t, event);
  },
  note: (run, event) => run.news.add(event.t, event),
};
