// Errors as servers, proxies and networks write them.

import assert from "node:assert/strict";
import test from "node:test";

import { fromHttp, fromWritten, NpcError } from "../../../clients/web/npc-errors.js";

const WRITTEN = {
  code: "not_found",
  message: "there is no timeline tl_1",
  details: [
    {
      type: "google.rpc.ErrorInfo",
      value: "",
      debug: {
        reason: "TIMELINE_NOT_FOUND",
        domain: "npcserver",
        metadata: { timelineId: "tl_1" },
      },
    },
    { type: "google.rpc.RetryInfo", value: "", debug: { retryDelay: "1.5s" } },
  ],
};

test("a written error keeps code, reason, metadata and the time to return", () => {
  const error = fromWritten(WRITTEN);
  assert.equal(error.code, "not_found");
  assert.equal(error.reason, "TIMELINE_NOT_FOUND");
  assert.deepEqual(error.metadata, { timelineId: "tl_1" });
  assert.equal(error.retryAfterMs, 1500);
  assert.equal(error.isRetryable, false);
  assert.equal(error.sentence, "There is no timeline tl_1. Start a new game, or load a save.");
});

test("an error without details or message still says what it is", () => {
  const error = fromWritten({ code: "deadline_exceeded" });
  assert.equal(error.message, "deadline exceeded");
  assert.equal(error.reason, "");
  assert.match(error.nextStep, /more time/);
  assert.equal(fromWritten({}).code, "unknown");
});

test("an error in another language is a sentence, and is not ended twice", () => {
  assert.equal(
    fromWritten({ code: "not_found", message: "没有这个人。" }).sentence,
    "没有这个人。",
  );
});

for (const [status, code, isRetryable] of [
  [400, "internal", false],
  [401, "unauthenticated", false],
  [403, "permission_denied", false],
  [404, "unimplemented", false],
  [429, "unavailable", true],
  [500, "unknown", false],
  [502, "unavailable", true],
  [503, "unavailable", true],
  [504, "unavailable", true],
]) {
  test(`a page of a proxy with HTTP ${status} is ${code}`, () => {
    const error = fromHttp(status, "<html>sorry</html>");
    assert.ok(error instanceof NpcError);
    assert.equal(error.code, code);
    assert.equal(error.isRetryable, isRetryable);
    assert.ok(!error.message.includes("<html>"));
  });
}

test("whoever reached something else is told to look at the address", () => {
  assert.match(fromHttp(404, "<html>").sentence, /HTTP 404\. Look whether this is the address/);
  assert.match(fromHttp(502, "<html>").nextStep, /npcserver serve/);
  assert.match(fromHttp(407, "<html>").sentence, /A proxy wants you to log in first.*HTTP 407/);
  assert.match(fromHttp(401, "<html>").nextStep, /key/);
});

test("what the server itself wrote counts more than the status", () => {
  assert.equal(fromHttp(404, JSON.stringify(WRITTEN)).reason, "TIMELINE_NOT_FOUND");
  assert.equal(fromHttp(502, "null").code, "unavailable");
});
