// Plays a case in the words of a game with what npc.js gives to games: turns, watches, reports.

import { NpcAdmin } from "./npc-admin.js";
import { NpcClient, newRequestId } from "./npc.js";

const PATIENCE_MS = 15_000;

export async function playGame(program, { name, steps }) {
  const game = new Game(program);
  for (const step of steps) await game.step(step);
  game.close();
  return { name, told: game.told, asked: game.asked };
}

class Game {
  constructor(program) {
    this.program = program;
    this.npc = new NpcClient({ url: program.http, key: program.key });
    this.told = {};
    this.asked = [];
    this.characters = new Map();
    this.watches = new Map();
    this.kept = new Map();
    this.timelineId = "";
  }

  async step(step) {
    try {
      await this[`do_${step.do}`](step);
    } catch (error) {
      if (!error.code) throw error; // not an NpcError: npc.js or this player is broken
      this.tell("game", "failed", error.reason);
    }
  }

  close() {
    for (const controller of this.watches.values()) controller.abort();
    for (const one of this.characters.values()) one.controller?.abort();
  }

  tell(who, ...what) {
    (this.told[who] ??= []).push(what);
  }

  count(who) {
    return (this.told[who] ?? []).filter(([what]) => what === "line" || what === "failed").length;
  }

  async until(isSo, step) {
    const end = performance.now() + PATIENCE_MS;
    while (!isSo()) {
      if (performance.now() > end) {
        this.tell("game", "waits in vain", step.do);
        return false;
      }
      await new Promise((done) => setTimeout(done, 5));
    }
    return true;
  }

  async do_start({ world, label, as, language = "" }) {
    const request = { requestId: newRequestId(), worldId: world, label, language };
    const { timeline } = await this.npc.call("TimelineService/StartTimeline", request);
    this.timelineId = timeline.timelineId;
    this.kept.set(`timeline ${as}`, this.timelineId);
  }

  do_play({ as }) {
    this.timelineId = this.kept.get(`timeline ${as}`);
    this.tell("game", "played");
  }

  do_key({ key }) {
    this.npc = new NpcClient({ url: this.program.http, key: key ?? this.program.key });
  }

  do_through({ url }) {
    this.npc = new NpcClient({ url, key: this.program.key });
  }

  async do_register({ set, offers, things, of = "" }) {
    const request = {
      timelineId: this.timelineId,
      name: set,
      affordances: offers ?? [],
      entities: things ?? [],
      playerId: of,
    };
    await this.server().call("AccessService/PutAffordanceSet", request);
  }

  async do_token({ id, name }) {
    const request = { timelineId: this.timelineId, playerId: id, playerName: name };
    const { token } = await this.server().call("AccessService/MintPlayerToken", request);
    this.npc = new NpcClient({ url: this.program.http, token: () => token });
  }

  /** What the game's server calls with its key. */
  server() {
    return new NpcAdmin(new NpcClient({ url: this.program.http, key: this.program.key }));
  }

  async do_say(step) {
    const who = step.to;
    const words = this.count(who);
    const one = this.characters.get(who) ?? { wishes: [], waiting: 0, turn: null };
    this.characters.set(who, one);
    if (one.turn && !one.turn.isOver) void one.turn.interrupt();
    one.tellsWaiting = step.waits ?? false;
    one.controller = new AbortController();
    const speaker = step.speaker ?? { id: "guest-1", name: "Guest" };
    const request = {
      ...this.words(step),
      characterId: who,
      speaker: { ...speaker, isCharacter: step.as_character ?? false },
      isPrivate: step.private ?? false,
      ...(step.loudness && { loudness: `LOUDNESS_${step.loudness}` }),
    };
    one.turn = this.npc.say(request, { signal: one.controller.signal });
    const over = this.listen(who, one, one.turn, this.timelineId);
    if (step.until === "line") await this.until(() => this.count(who) > words, step);
    else await over;
  }

  /** What a game sets for words of either kind. */
  words(step) {
    this.npc.affordanceSource = step.client_source ? `AFFORDANCE_SOURCE_${step.client_source}` : "";
    return {
      timelineId: this.timelineId,
      text: step.text ?? "",
      affordances: step.offers ?? [],
      entities: step.things ?? [],
      ...(step.source && { affordanceSource: `AFFORDANCE_SOURCE_${step.source}` }),
      affordanceSet: step.set ?? "",
      streamDeltas: step.letters ?? false,
      firstBeatMs: step.first_beat_ms,
      totalMs: step.total_ms,
      language: step.language ?? "",
    };
  }

  async do_circle({ members, place }) {
    const { timelineId } = this;
    const request = { requestId: newRequestId(), timelineId, members, placeId: place };
    const { circle } = await this.npc.call("PlayService/OpenCircle", request);
    this.kept.set("circle", circle.circleId);
  }

  async do_circle_say(step) {
    const talk = this.npc.sayInCircle({
      ...this.words(step),
      circleId: this.kept.get("circle"),
      speakerId: step.who ?? "",
      toIds: step.to ?? [],
      isWhisper: step.private ?? false,
      mostTurns: step.most_turns ?? 0,
      waitSeconds: step.wait_seconds,
    });
    for await (const { floor, turn, quiet } of talk) {
      if (floor) this.tell("circle", "floor", floor.characterId);
      if (turn?.line) this.tell("circle", "line", turn.line.text);
      if (turn?.waiting && step.waits) this.tell("circle's gestures", "waiting");
      if (turn?.finished) this.tell("circle", "finished", outcome(turn.finished));
      if (quiet) this.tell("circle", "quiet");
    }
  }

  async listen(who, one, turn, timelineId) {
    one.waiting += 1;
    let words = "";
    try {
      for await (const event of turn) {
        if (one.turn === null) break; // it left the scene
        if (one.turn !== turn) continue; // it was spoken to again
        if (event.delta) words += event.delta.text ?? "";
        if (event.line && words) this.tell(who, "words", words.trim());
        if (event.line) words = "";
        if (event.intent) one.wishes.push({ timelineId, turnId: turn.turnId, ...event.intent });
        if (event.waiting && one.tellsWaiting) this.tell(`${who}'s gestures`, "waiting");
        this.take(who, event);
      }
    } catch (error) {
      if (!error.isCanceled) this.tell(who, "failed", error.reason);
    } finally {
      one.waiting -= 1;
    }
  }

  take(who, { disclosure, line, intent, finished }) {
    if (disclosure) this.tell(who, "disclosed", disclosure.text);
    if (line) this.tell(who, "line", line.text);
    if (finished) this.tell(who, "finished", outcome(finished));
    if (!intent) return;
    const values = (intent.arguments ?? []).map(({ name, ...value }) => [name, Object.values(value)[0]]);
    this.tell(who, "wants", intent.affordance, Object.fromEntries(values));
  }

  async do_interrupt({ who }) {
    this.asked.push(Date.now());
    await this.characters.get(who).turn.interrupt();
  }

  async do_end(step) {
    const one = this.characters.get(step.who);
    if (await this.until(() => one.waiting === 0, step)) this.tell(step.who, "returned");
  }

  do_leave({ who }) {
    this.asked.push(Date.now());
    this.tell(who, "left");
    this.characters.get(who).turn = null; // the loop over its events ends with the next of them
  }

  do_free({ who }) {
    this.asked.push(Date.now());
    this.tell(who, "freed");
    this.characters.get(who).controller.abort();
  }

  async do_report({ who, status, detail }) {
    const { timelineId, turnId, intentId } = this.characters.get(who).wishes.at(-1);
    const request = { timelineId, turnId, intentId, status: `OUTCOME_STATUS_${status}`, detail };
    try {
      await this.npc.reportOutcome(request, this.timelineId);
      this.tell(who, "reported", status);
    } catch (error) {
      if (!error.code) throw error;
      this.tell(who, "refused", error.reason);
    }
  }

  async do_observe({ text, witnesses }) {
    await this.observe({ observations: [{ text, witnessIds: witnesses }] });
  }

  async do_go({ id, place }) {
    await this.observe({ movements: [{ id, name: "Guest", placeId: place }] });
  }

  async do_put(step) {
    for (const kind of ["observations", "movements", "objects", "flags"])
      if (step[kind]) await this.observe({ [kind]: [step[kind]] });
  }

  async observe(what) {
    try {
      const request = { requestId: newRequestId(), timelineId: this.timelineId, ...what };
      await this.npc.call("PlayService/Observe", request);
    } catch (error) {
      this.tell("game", "refused", error.reason);
    }
  }

  do_flush() {
    this.tell("game", "stored"); // each call was awaited
  }

  async do_save({ as, at, overwrite = false }) {
    const request = { requestId: newRequestId(), timelineId: this.timelineId, name: as, seq: at, overwrite };
    const { save } = await this.npc.call("TimelineService/Save", request);
    this.kept.set(as, JSON.stringify(save));
    this.tell("game", "saved");
  }

  async do_load({ as, save_id, label = "" }) {
    const saveId = save_id ?? JSON.parse(this.kept.get(as)).saveId;
    const requestId = newRequestId();
    const request = { requestId, saveId, label, leavingTimelineId: this.timelineId };
    const { timeline } = await this.npc.call("TimelineService/Load", request);
    this.timelineId = timeline.timelineId;
    this.tell("game", "loaded");
  }

  do_watch({ as, after, kinds, of }) {
    const controller = new AbortController();
    this.watches.set(as, controller);
    const request = { timelineId: this.timelineId, afterSeq: after, characterIds: of ?? [] };
    void this.watch(as, request, controller.signal, kinds);
  }

  async watch(as, request, signal, kinds) {
    for await (const event of this.npc.watch(request, { signal })) {
      const kind = kinds.find((one) => one in event);
      if (kind) this.tell(as, ...watched(kind, event[kind]));
    }
  }

  do_unwatch({ as }) {
    this.watches.get(as).abort();
  }

  async do_seen(step) {
    await this.until(() => (this.told[step.by]?.length ?? 0) >= step.times, step);
  }

  async do_turns({ count }) {
    const request = { timelineId: this.timelineId, afterSeq: 0 };
    let left = count;
    for await (const event of this.npc.watch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })) {
      if (!event.turn) continue;
      this.tell("server", ...watched("turn", event.turn));
      left -= 1;
      if (left === 0) return;
    }
    this.tell("game", "waits in vain", "turns");
  }

  async do_remembers({ who, text }) {
    const request = { timelineId: this.timelineId, characterId: who };
    const { memories = [] } = await new NpcAdmin(this.npc).call("MemoryService/ListMemories", request);
    this.tell("server", "remembers", memories.filter((one) => one.text === text).length);
  }
}

function watched(kind, value) {
  if (kind === "memory") return [kind, value.text];
  if (kind === "movement") return [kind, value.placeId];
  return kind === "turn" ? [kind, outcome(value)] : [kind];
}

function outcome({ outcome: name = "TURN_OUTCOME_UNSPECIFIED" }) {
  return name.replace("TURN_OUTCOME_", "");
}
