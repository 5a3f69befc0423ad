// Plays a program with npc.js, in a page that has it beside itself; see ../README.md.
// `program.streams` names the methods that stream, which npc.js leaves to its caller to know.

import { NpcClient } from "./npc.js";
import { NpcAdmin } from "./npc-admin.js";
import { playGame } from "./game.mjs";
import { Kept } from "./kept.mjs";

const GENEROUS_MS = 60_000;
const GAME = "npcserver.v1.";
const ADMIN = "npcserver.admin.v1.";

export async function play(program, say) {
  const player = new Player(program);
  for (const one of program.cases) await say(`CASE ${JSON.stringify(await player.play(one))}`);
  await say("DONE");
}

class Player {
  constructor(program) {
    this.program = program;
    this.streams = new Set(program.streams);
  }

  async play({ name, steps }) {
    if (steps[0].do) return playGame(this.program, { name, steps });
    const kept = new Kept();
    const results = [];
    for (const step of steps) results.push(await this.step(step, kept));
    return { name, steps: results };
  }

  async step(step, kept) {
    if (step.pauseMs) await new Promise((done) => setTimeout(done, step.pauseMs));
    const result = { id: step.id, messages: [], error: null };
    const request = kept.filled(step.request);
    const took = (message) => {
      result.messages.push(message);
      kept.keep(step.keep ?? {}, message);
    };
    const play = this.streams.has(step.method) ? this.streamed : this.answered;
    try {
      await play.call(this, step, request, took, result, kept);
    } catch (error) {
      const { code, reason, message, metadata } = error;
      if (!code) throw error; // not an NpcError: npc.js or this player is broken
      result.error = { code, reason, message, metadata };
    }
    return result;
  }

  async answered(step, request, took, result) {
    if (step.method.endsWith("/Interrupt")) result.askedAtMs = Date.now();
    took(await this.client(step).call(...made(step, request)));
  }

  async streamed(step, request, took, result, kept) {
    for await (const message of this.client(step).stream(...made(step, request))) {
      took(message);
      const count = result.messages.length;
      if (count === step.stopAfter) {
        result.askedAtMs = Date.now();
        return; // leaving the loop hangs up
      }
      if (count === step.during?.after) result.during = await this.step(step.during.step, kept);
    }
  }

  // One attempt only: what a case is about must not be hidden by a second.
  client(step) {
    const { http: url, key } = this.program;
    const npc = new NpcClient({ url, key: step.key ?? key, attempts: 1 });
    return step.method.startsWith(ADMIN) ? new NpcAdmin(npc) : npc;
  }
}

function made(step, request) {
  const timeoutMs = step.timeoutMs ?? GENEROUS_MS;
  return [step.method.replace(ADMIN, "").replace(GAME, ""), request, { timeoutMs }];
}
