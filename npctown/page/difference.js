// Where two runs of one town part, and what made them.

/** What a machine numbers anew in each run says nothing of the town. */
const CHANCE = new Set(["id", "memory", "turn", "talk", "n", "calls", "open"]);
const IGNORED = new Set(["tick", "note"]);
/** Of what happens at the same minute, that comes first which can be the cause of the rest. */
const CAUSES = ["visitor", "thing", "thought", "line", "heard", "knows", "plan", "relation", "mood", "act", "act_end", "talk", "walk"]; // prettier-ignore

/**
 * @param {any[]} events Of the one run. @param {any[]} others Of the other.
 * @param {number} from Game minute at which one left the other.
 * @param {number} [until] How far both have come.
 * @returns {{t: number, event: any, other: any, side: "event"|"other"}|null} The first thing that
 *   is in one and not in the other, with what happened there instead if anything did; null as
 *   long as both are the same.
 */
export function firstCause(events, others, from, until = Infinity) {
  const mine = counted(events, from, until);
  const theirs = counted(others, from, until);
  const onlyMine = missing(mine, theirs);
  const onlyTheirs = missing(theirs, mine);
  const first = [...onlyMine, ...onlyTheirs].sort(byCause)[0];
  if (!first) return null;
  const isMine = onlyMine.includes(first);
  // the same person at the same time in the other town
  const instead = (isMine ? onlyTheirs : onlyMine).find(
    (one) => one.kind === first.kind && one.who === first.who && Math.abs(one.t - first.t) < 15,
  );
  return {
    t: first.t,
    event: isMine ? first : (instead ?? null),
    other: isMine ? (instead ?? null) : first,
    side: isMine ? "event" : "other",
  };
}

/** @param {any[]} events @param {number} from @param {number} until @returns {Map<string, any[]>} */
function counted(events, from, until) {
  const found = new Map();
  for (const event of events) {
    if (event.t < from || event.t > until || IGNORED.has(event.kind)) continue;
    const key = JSON.stringify(Object.entries(event).filter(([name]) => !CHANCE.has(name)).sort());
    const same = found.get(key);
    if (same) same.push(event);
    else found.set(key, [event]);
  }
  return found;
}

/** @param {Map<string, any[]>} one @param {Map<string, any[]>} other */
function missing(one, other) {
  return [...one].flatMap(([key, same]) => same.slice(other.get(key)?.length ?? 0));
}

/** @param {any} a @param {any} b */
function byCause(a, b) {
  return a.t - b.t || CAUSES.indexOf(a.kind) - CAUSES.indexOf(b.kind);
}
