// The client against a server made of a function: retries, deadlines, interruption, resuming.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";

import { NpcAdmin } from "../../../clients/web/npc-admin.js";
import { enveloped, newRequestId, NpcClient } from "../../../clients/web/npc.js";
import { pause } from "../../../clients/web/npc-pause.js";

const END = 2;

/**
 * An answer that streams these messages; `end` is an error to end with, or "cut" for a lost line.
 */
function streamed(messages, { end = {}, signal, open = false } = {}) {
  const body = new ReadableStream({
    start(controller) {
      signal?.addEventListener("abort", () => controller.error(signal.reason));
      for (const message of messages) controller.enqueue(enveloped(message));
      if (open) return;
      if (end !== "cut") {
        const last = enveloped(end);
        last[0] = END;
        controller.enqueue(last);
      }
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "application/connect+json" } });
}

/** A client of a server that is one function of (method, request, init). */
function clientOf(serve, { saysWire = true, ...settings } = {}) {
  const fetch = async (url, init) => {
    const bytes =
      typeof init.body === "string" ? init.body : new TextDecoder().decode(init.body.subarray(5));
    const response = await serve(url.split("/").slice(-2).join("/"), JSON.parse(bytes), init);
    if (saysWire) response?.headers.set("npc-server", "wire/2");
    return response;
  };
  return new NpcClient({ url: "http://there/", pauseMs: 1, fetch, random: () => 0.5, ...settings });
}

const never = (init) =>
  new Promise((_, reject) => {
    if (init.signal.aborted) reject(init.signal.reason);
    init.signal.addEventListener("abort", () => reject(init.signal.reason));
  });

async function all(events) {
  const found = [];
  for await (const event of events) found.push(event);
  return found;
}

test("each call says its wire, and a server that does not is told to be updated", async () => {
  let said = "";
  const serve = (method, request, init) => {
    said = init.headers["npc-client"];
    return method.endsWith("/Say") ? streamed([{ event: { turnId: "t" } }]) : Response.json({});
  };
  const client = clientOf(serve, { saysWire: false });
  const refused = { reason: "WIRE_NOT_SERVED", code: "failed_precondition" };

  await assert.rejects(client.call("PlayService/Observe", {}), refused);
  await assert.rejects(all(client.say({ text: "Hi" })), (error) => {
    assert.match(error.sentence, /older than this client .* Update the server to 0\.3\.0 or later\./);
    return error.reason === "WIRE_NOT_SERVED";
  });
  assert.match(said, /^web\/\d+\.\d+\.\d+ wire\/2$/);
});

test("each call names its world and timeline for balancers, in letters of a header", async () => {
  const sent = [];
  const serve = (method, request, init) => {
    const headers = new Headers(init.headers); // throws where fetch would
    sent.push([headers.get("x-npc-world"), headers.get("x-npc-timeline")]);
    return method.endsWith("/Say") ? streamed([{ event: { turnId: "t" } }]) : Response.json({});
  };
  const client = clientOf(serve);

  await client.call("WorldService/GetWorld", { worldId: "alte mühle" });
  await all(client.stream("PlayService/Say", { timelineId: "tl_1" }));
  await client.call("ServerService/GetServer", {});
  assert.deepEqual(sent, [["alte%20m%C3%BChle", null], [null, "tl_1"], [null, null]]);
});

test("a call about a timeline or save names its world, once an answer told it", async () => {
  const sent = [];
  const timeline = { timelineId: "tl_known", worldId: "harbour" };
  const save = { saveId: "sav_known", worldId: "mill" };
  const client = clientOf((method, request, init) => {
    sent.push(new Headers(init.headers).get("x-npc-world"));
    return Response.json(method.endsWith("/Save") ? { save } : { timeline });
  });

  await client.call("TimelineService/StartTimeline", { worldId: "harbour" });
  await client.call("PlayService/Observe", { timelineId: "tl_known" });
  await client.call("TimelineService/Save", { timelineId: "tl_other" });
  await client.call("TimelineService/Load", { saveId: "sav_known" });
  assert.deepEqual(sent, ["harbour", "harbour", null, "mill"]);
});

test("a key that is not all ASCII goes as bytes that any header may hold", async () => {
  let sent = "";
  const serve = (method, request, init) => {
    sent = new Headers(init.headers).get("authorization"); // throws where fetch would
    return Response.json({});
  };
  await clientOf(serve, { key: "schlüssel 🗝" }).call("ServerService/GetServer", {});
  const bytes = Uint8Array.from(sent, (letter) => letter.charCodeAt(0));
  assert.equal(new TextDecoder().decode(bytes), "Bearer schlüssel 🗝");
});

test("a call carries key, version and deadline, and returns what was answered", async () => {
  let seen;
  const npc = clientOf(
    (method, request, init) => {
      seen = { method, request, headers: init.headers };
      return Response.json({ seq: 7, text: "你好" });
    },
    { key: "k" },
  );
  assert.deepEqual(await npc.call("PlayService/Observe", { timelineId: "t" }), {
    seq: 7,
    text: "你好",
  });
  assert.equal(seen.method, "npcserver.v1.PlayService/Observe");
  assert.deepEqual(seen.request, { timelineId: "t" });
  assert.equal(seen.headers.authorization, "Bearer k");
  assert.equal(seen.headers["connect-protocol-version"], "1");
  assert.ok(Number(seen.headers["connect-timeout-ms"]) <= 10_000);
});

test("what authors call is of a module and a package of its own", async () => {
  const methods = [];
  const serve = (method) => (methods.push(method), Response.json({}, { status: 404 }));
  const admin = new NpcAdmin(clientOf(serve));
  await assert.rejects(admin.call("WorldService/GetWorld", {}), { code: "unimplemented" });
  await assert.rejects(admin.stream("LoreService/Ask", {}).next(), { code: "unimplemented" });
  const wanted = ["WorldService/GetWorld", "LoreService/Ask"];
  assert.deepEqual(methods, wanted.map((name) => `npcserver.admin.v1.${name}`));
});

test("a call is tried again while nobody answers, and not when it is refused", async () => {
  let calls = 0;
  const npc = clientOf(() => {
    calls += 1;
    if (calls < 3) throw new TypeError("fetch failed");
    return Response.json({});
  });
  assert.deepEqual(await npc.call("ServerService/GetServer", {}), {});
  assert.equal(calls, 3);
  const refusing = clientOf(
    () => ((calls += 1), Response.json({ code: "not_found" }, { status: 404 })),
  );
  await assert.rejects(refusing.call("TimelineService/GetTimeline", {}), { code: "not_found" });
  assert.equal(calls, 4);
});

test("nobody there is `unavailable`, after as many attempts as were asked for", async () => {
  let calls = 0;
  const npc = clientOf(
    () => {
      calls += 1;
      throw new TypeError("fetch failed");
    },
    { attempts: 2 },
  );
  await assert.rejects(npc.call("ServerService/GetServer", {}), {
    code: "unavailable",
    isRetryable: true,
  });
  assert.equal(calls, 2);
});

test("a deadline and giving up are told apart", async () => {
  const npc = clientOf((_, __, init) => never(init));
  await assert.rejects(npc.call("X/Y", {}, { timeoutMs: 5 }), { code: "deadline_exceeded" });
  const controller = new AbortController();
  const call = npc.call("X/Y", {}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(call, { code: "canceled" });
  await assert.rejects(npc.call("X/Y", {}, { signal: controller.signal }), { code: "canceled" });
});

test("a stream yields its messages in order and ends with its error", async () => {
  const npc = clientOf(() =>
    streamed([{ a: 1 }, { a: 2 }], { end: { error: { code: "aborted" } } }),
  );
  const seen = [];
  await assert.rejects(
    async () => {
      for await (const message of npc.stream("X/Y", {})) seen.push(message.a);
    },
    { code: "aborted" },
  );
  assert.deepEqual(seen, [1, 2]);
});

test("a stream that is cut off in the middle is `unavailable`", async () => {
  const npc = clientOf(() => streamed([{ a: 1 }], { end: "cut" }));
  await assert.rejects(all(npc.stream("X/Y", {})), { code: "unavailable" });
});

test("a turn is tried again under the same id, but only before its first event", async () => {
  const ids = [];
  const npc = clientOf((_, request) => {
    ids.push(request.requestId);
    if (ids.length === 1) throw new TypeError("fetch failed");
    return streamed([{ event: { turnId: "t1", started: {} } }], { end: "cut" });
  });
  await assert.rejects(all(npc.say({ text: "hi" })), { code: "unavailable" });
  assert.equal(ids.length, 2);
  assert.equal(ids[0], ids[1]);
  assert.match(ids[0], /^[0-9a-f]{32}$/);
});

test("an interrupted turn is interrupted there, and its end is still read", async () => {
  let finish;
  const interrupts = [];
  const npc = clientOf((method, request, init) => {
    if (method.endsWith("/Interrupt")) {
      interrupts.push(request.turnId);
      finish();
      return Response.json({ wasSpeaking: true });
    }
    const body = new ReadableStream({
      start(controller) {
        init.signal.addEventListener("abort", () => controller.error(init.signal.reason));
        controller.enqueue(enveloped({ event: { turnId: "t1", started: {} } }));
        finish = () => {
          controller.enqueue(
            enveloped({ event: { turnId: "t1", sequence: 1, finished: { outcome: "I" } } }),
          );
          controller.enqueue(Uint8Array.of(END, 0, 0, 0, 0));
          controller.close();
        };
      },
    });
    return new Response(body);
  });
  const turn = npc.say({ text: "hi" });
  const seen = [];
  for await (const event of turn) {
    seen.push(Object.keys(event).at(-1));
    if (event.started) assert.equal(await turn.interrupt(), true);
  }
  assert.deepEqual(seen, ["started", "finished"]);
  assert.deepEqual(interrupts, ["t1"]);
  assert.equal(await turn.interrupt(), false);
});

test("what a turn offers comes from where the client or the request says", async () => {
  const asked = [];
  const serve = (method, request) => {
    if (method.endsWith("/Interrupt")) return Response.json({});
    asked.push(request.affordanceSource ?? "unset");
    return streamed([{ event: { turnId: "t1", started: {} } }]);
  };
  const own = clientOf(serve, { affordanceSource: "AFFORDANCE_SOURCE_DECLARED_ONLY" });
  const said = [
    clientOf(serve).say({ text: "hi" }),
    own.say({ text: "hi" }),
    own.sayInCircle({ text: "hi" }),
    own.say({ text: "hi", affordanceSource: "AFFORDANCE_SOURCE_UNSPECIFIED" }),
  ];
  for (const turn of said) for await (const _ of turn) break;

  const declaredOnly = "AFFORDANCE_SOURCE_DECLARED_ONLY";
  assert.deepEqual(asked, ["unset", declaredOnly, declaredOnly, "AFFORDANCE_SOURCE_UNSPECIFIED"]);
});

test("an interruption that comes too late loses nothing of the turn's end", async () => {
  const finish = deferred();
  const npc = clientOf((method) => {
    if (method.endsWith("/Interrupt")) return Response.json({});
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(enveloped({ event: { turnId: "t1", started: {} } }));
        await finish.promise;
        controller.enqueue(enveloped({ event: { turnId: "t1", finished: {} } }));
        controller.enqueue(Uint8Array.of(END, 0, 0, 0, 0));
        controller.close();
      },
    });
    return new Response(body);
  });
  const turn = npc.say({ text: "hi" });
  const seen = [];
  for await (const event of turn) {
    seen.push(Object.keys(event).at(-1));
    if (event.started) {
      assert.equal(await turn.interrupt(), false);
      finish.resolve();
    }
  }
  assert.deepEqual(seen, ["started", "finished"]);
});

test("between two turns of a circle an interruption hangs up", async () => {
  let hungUp = false;
  const npc = clientOf((method, _, init) => {
    if (method.endsWith("/Interrupt")) return Response.json({});
    init.signal.addEventListener("abort", () => (hungUp = true));
    const messages = [{ turn: { turnId: "t1", finished: {} } }];
    return streamed(messages, { open: true, signal: init.signal });
  });
  const turn = npc.sayInCircle({ text: "hi" });
  for await (const event of turn) if (event.turn) await turn.interrupt();
  assert.equal(hungUp, true);
});

test("waiting ends at once when it is given up, and leaves no listener behind", async () => {
  const controller = new AbortController();
  await Promise.all([pause(1, controller.signal), pause(2, controller.signal)]);
  assert.equal(getEventListeners(controller.signal, "abort").length, 0);
  const waiting = pause(2 ** 30, controller.signal);
  controller.abort();
  await waiting;
  await pause(2 ** 30, controller.signal);
  assert.equal(getEventListeners(controller.signal, "abort").length, 0);
});

test("a watch of a server that stays away leaves no listeners behind", async () => {
  const controller = new AbortController();
  let lost = 0;
  const npc = clientOf(() => {
    throw new TypeError("fetch failed");
  });
  const onState = () => {
    lost += 1;
    if (lost === 8) controller.abort();
    assert.ok(getEventListeners(controller.signal, "abort").length <= 1);
  };
  const request = { timelineId: "t", afterSeq: 0 };
  await all(npc.watch(request, { signal: controller.signal, onState }));
  assert.equal(lost, 8);
  assert.equal(getEventListeners(controller.signal, "abort").length, 0);
});

test("interrupting before anybody speaks hangs up and ends the turn without an error", async () => {
  let wasAborted = false;
  const npc = clientOf((_, __, init) => {
    init.signal.addEventListener("abort", () => (wasAborted = true));
    return never(init);
  });
  const turn = npc.say({ text: "hi" });
  const listening = all(turn);
  await turn.interrupt();
  assert.deepEqual(await listening, []);
  assert.equal(wasAborted, true);
});

test("leaving the loop interrupts too", async () => {
  const interrupted = deferred();
  const npc = clientOf((method, request, init) => {
    if (method.endsWith("/Interrupt")) interrupted.resolve(request.turnId);
    else
      return streamed([{ event: { turnId: "t9", started: {} } }], {
        open: true,
        signal: init.signal,
      });
    return Response.json({});
  });
  for await (const event of npc.say({ text: "hi" })) if (event.started) break;
  assert.equal(await interrupted.promise, "t9");
});

function deferred() {
  const made = {};
  made.promise = new Promise((resolve) => (made.resolve = resolve));
  return made;
}

test("a watch resumes after the last position, without a gap and with nothing twice", async () => {
  const asked = [];
  const states = [];
  const npc = clientOf((method, request, init) => {
    if (method.endsWith("/GetTimeline")) return Response.json({ timeline: { headSeq: 3 } });
    asked.push(request.afterSeq);
    if (asked.length === 1)
      return streamed(
        [
          { seq: 4, act: {} },
          { seq: 5, checkpoint: {} },
        ],
        { end: "cut" },
      );
    if (asked.length === 2) throw new TypeError("fetch failed");
    return streamed(
      [
        { seq: 6, mood: {} },
        { seq: 7, left: {} },
      ],
      { open: true, signal: init.signal },
    );
  });
  const onState = (state) => states.push(state);
  const seen = await all(npc.watch({ timelineId: "t" }, { onState }));
  assert.deepEqual(
    seen.map((event) => event.seq),
    [4, 6, 7],
  );
  assert.deepEqual(asked, [3, 5, 5]);
  assert.deepEqual(states, ["lost", "live", "lost", "live"]);
});

test("a watch ends with what no waiting mends", async () => {
  const error = { code: "not_found", details: [] };
  const npc = clientOf(() => Response.json(error, { status: 404 }));
  await assert.rejects(all(npc.watch({ timelineId: "t" })), { code: "not_found" });
});

test("a watch that is given up ends quietly", async () => {
  const controller = new AbortController();
  const npc = clientOf((_, __, init) =>
    streamed([{ seq: 1, act: {} }], { open: true, signal: init.signal }),
  );
  const seen = [];
  for await (const event of npc.watch(
    { timelineId: "t", afterSeq: 0 },
    { signal: controller.signal },
  )) {
    seen.push(event.seq);
    controller.abort();
  }
  assert.deepEqual(seen, [1]);
});

test("a connection that has gone silent is given up and opened anew", async () => {
  let opened = 0;
  const npc = clientOf((method, _, init) => {
    if (method.endsWith("/GetTimeline")) return Response.json({ timeline: {} });
    opened += 1;
    if (opened === 1) return streamed([], { open: true, signal: init.signal });
    return streamed([{ seq: 1, left: {} }]);
  });
  const told = [];
  const onState = (state, error) => error && told.push(`${error.code}: ${error.message}`);
  const seen = await all(npc.watch({ timelineId: "t", afterSeq: 0 }, { stallMs: 5, onState }));
  assert.deepEqual(told, ["unavailable: the server has been silent for too long"]);
  assert.deepEqual(
    seen.map((event) => event.seq),
    [1],
  );
});

test("pauses double, are spread by chance, and have an end", () => {
  const npc = new NpcClient({ url: "", pauseMs: 100, random: () => 1, fetch: () => {} });
  assert.deepEqual(
    [1, 2, 3, 20].map((attempt) => npc.backOff(attempt)),
    [100, 200, 400, 5000],
  );
  npc.random = () => 0;
  assert.equal(npc.backOff(2), 100);
});

test("request ids are not repeated and fit into what the server takes", () => {
  const ids = new Set(Array.from({ length: 1000 }, newRequestId));
  assert.equal(ids.size, 1000);
  assert.ok([...ids].every((id) => id.length <= 36));
});

/** A server that refuses reports by timeline: an error's reason and metadata, or null to take it. */
function reporting(refusals) {
  const asked = [];
  const npc = clientOf((_method, { timelineId, requestId }) => {
    asked.push({ timelineId, requestId });
    const refusal = refusals[timelineId];
    if (!refusal) return Response.json({ seq: 7 });
    const [reason, metadata = {}] = refusal;
    const debug = { reason, domain: "npcserver", metadata };
    const details = [{ type: "google.rpc.ErrorInfo", value: "", debug }];
    const body = { code: "failed_precondition", message: reason, details };
    return Response.json(body, { status: 400 });
  });
  return { npc, timelines: () => asked.map((one) => one.timelineId), asked };
}

const WISH = { timelineId: "left", turnId: "t", intentId: "i", status: "OUTCOME_STATUS_COMPLETED" };

test("an outcome of a left timeline is reported where the server says", async () => {
  const metadata = { playedTimelineId: "b", reportTo: "b" };
  const { npc, asked } = reporting({ left: ["INTENT_TIMELINE_LEFT", metadata] });
  assert.deepEqual(await npc.reportOutcome(WISH, "c"), { seq: 7, timelineId: "b" });
  assert.deepEqual(
    asked.map((one) => one.timelineId),
    ["left", "b"],
  );
  assert.notEqual(asked[0].requestId, asked[1].requestId);
});

test("an outcome that the played timeline has no turn of is dropped", async () => {
  const refusal = ["INTENT_TIMELINE_LEFT", { playedTimelineId: "b" }];
  const { npc, timelines } = reporting({ left: refusal });
  await assert.rejects(npc.reportOutcome(WISH, "b"), { reason: "INTENT_TIMELINE_LEFT" });
  assert.deepEqual(timelines(), ["left"]);
});

test("where the server does not know what is played, the game does", async () => {
  for (const reason of ["INTENT_TIMELINE_LEFT", "TIMELINE_NOT_FOUND"]) {
    const { npc } = reporting({ left: [reason] });
    assert.equal((await npc.reportOutcome(WISH, "c")).timelineId, "c");
    await assert.rejects(npc.reportOutcome(WISH), { reason });
    await assert.rejects(npc.reportOutcome(WISH, "left"), { reason });
    const lost = reporting({ left: [reason], c: ["TURN_NOT_FOUND"] });
    await assert.rejects(lost.npc.reportOutcome(WISH, "c"), { reason });
    const settled = reporting({ left: [reason], c: ["INTENT_ALREADY_SETTLED"] });
    await assert.rejects(settled.npc.reportOutcome(WISH, "c"), {
      reason: "INTENT_ALREADY_SETTLED",
    });
  }
});

/** A token that ends in so many milliseconds, and says nothing else. */
function tokenFor(ms, name) {
  const claims = Buffer.from(JSON.stringify({ exp: (Date.now() + ms) / 1000, name }));
  return `h.${claims.toString("base64url")}.s`;
}

const refusal = { code: "unauthenticated", message: "this token has ended" };
const shownBy = (init) => init.headers.authorization?.replace("Bearer ", "");

test("a token is used until shortly before its end, by all calls at once", async () => {
  let supplied = 0;
  const lives = [20_000, 3_600_000];
  const token = async () => tokenFor(lives[Math.min(supplied, 1)], String((supplied += 1)));
  const seen = [];
  const client = clientOf((_method, _request, init) => {
    seen.push(shownBy(init));
    return new Response("{}");
  }, { token });

  await client.call("PlayService/Observe", {});
  await Promise.all([1, 2, 3].map(() => client.call("PlayService/Observe", {})));
  await client.call("PlayService/Observe", {});

  assert.equal(supplied, 2);
  assert.equal(new Set(seen).size, 2);
  assert.equal(new Set(seen.slice(1)).size, 1);
});

test("a token that is refused is replaced once, and then the caller is told", async () => {
  let supplied = 0;
  const token = () => tokenFor(3_600_000, String((supplied += 1)));
  let refusals = 1;
  const answer = () =>
    (refusals -= 1) >= 0
      ? new Response(JSON.stringify(refusal), { status: 401 })
      : new Response("{}");
  const client = clientOf(answer, { token });

  await client.call("PlayService/Observe", {});
  assert.equal(supplied, 2);

  refusals = 9;
  await assert.rejects(client.call("PlayService/Observe", {}), { code: "unauthenticated" });
  assert.equal(supplied, 3);
});

test("a stream begins again with another token, unless it has begun", async () => {
  let supplied = 0;
  const token = () => tokenFor(3_600_000, String((supplied += 1)));
  const answers = [
    () => streamed([], { end: { error: refusal } }),
    () => streamed([{ seq: 1 }], {}),
    () => streamed([{ seq: 2 }], { end: { error: refusal } }),
  ];
  const client = clientOf(() => answers.shift()(), { token });

  assert.deepEqual(await all(client.stream("PlayService/Watch", {})), [{ seq: 1 }]);
  assert.equal(supplied, 2);
  await assert.rejects(all(client.stream("PlayService/Watch", {})), { code: "unauthenticated" });
});

test("a watch whose token ends goes on with another, and is not told to the page", async () => {
  let supplied = 0;
  const token = () => tokenFor(3_600_000, String((supplied += 1)));
  const seen = [];
  const answers = [
    () => streamed([{ seq: 5 }], { end: { error: refusal } }),
    () => streamed([{ seq: 6, left: {} }], {}),
  ];
  const client = clientOf((_method, request, init) => {
    seen.push([request.afterSeq, shownBy(init)]);
    return answers.shift()();
  }, { token });
  const states = [];
  const onState = (state) => states.push(state);

  const events = await all(client.watch({ timelineId: "t", afterSeq: 4 }, { onState }));

  assert.deepEqual(events.map((event) => event.seq), [5, 6]);
  assert.deepEqual(seen.map(([after]) => after), [4, 5]);
  assert.equal(new Set(seen.map(([, shown]) => shown)).size, 2);
  assert.deepEqual(states, []);
});

test("a watch ends when another token is refused, too", async () => {
  const token = () => tokenFor(3_600_000, "a");
  const ended = () => streamed([], { end: { error: refusal } });
  const client = clientOf(ended, { token });

  const watch = client.watch({ timelineId: "t", afterSeq: 4 });
  await assert.rejects(all(watch), { code: "unauthenticated" });
});
