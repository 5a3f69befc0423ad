// What tests/engines/test_web_types.py compiles: uses of every call of npc.js.
import { NpcAdmin } from "../../../clients/web/npc-admin.js";
import { newRequestId, NpcClient, NpcError } from "../../../clients/web/npc.js";

const npc = new NpcClient({ url: "http://127.0.0.1:50052", turnMs: 30_000 });
const { timeline } = await npc.call("TimelineService/StartTimeline", {
  requestId: newRequestId(),
  worldId: "farrowhithe",
});
const ann = { id: "ann", name: "Ann" };
const turn = npc.say({
  timelineId: timeline.timelineId,
  characterId: "hester",
  speaker: ann,
  text: "Good evening!",
});
try {
  for await (const event of turn) {
    if (event.line) console.log(event.line.text, event.line.emotion?.label);
    if (event.intent && timeline.timelineId) {
      await npc.reportOutcome({
        timelineId: timeline.timelineId,
        turnId: turn.turnId,
        intentId: event.intent.intentId,
        status: "OUTCOME_STATUS_COMPLETED",
      });
    }
  }
  for await (const event of npc.watch({ timelineId: timeline.timelineId ?? "", afterSeq: 0 })) {
    console.log(event.seq ?? 0, event.worldTime);
  }
} catch (error) {
  if (error instanceof NpcError && error.isRetryable) console.log(error.sentence, error.reason);
}
for await (const event of npc.sayInCircle({ timelineId: timeline.timelineId, circleId: "c" })) {
  console.log(event.turn?.line?.text ?? "");
}
const player = new NpcClient({ token: async () => "a token from the game's server" });
console.log(player.tokens?.token, new Date(player.tokens?.endsAt ?? 0));
player.tokens?.refuse();
console.log(npc.tokens === null);
const admin = new NpcAdmin(npc);
const { worlds } = await admin.call("WorldService/ListWorlds", {});
console.log(worlds?.map((world) => world.name));
for await (const { passage } of admin.stream("LoreService/Ask", { question: "Who rang?" })) {
  console.log(passage?.text);
}
