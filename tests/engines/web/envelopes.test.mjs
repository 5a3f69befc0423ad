// The cutter of envelopes, fed as a network may feed it.

import assert from "node:assert/strict";
import test from "node:test";

import { enveloped, EnvelopeCutter, LONGEST } from "../../../clients/web/npc-envelopes.js";
import { NpcError } from "../../../clients/web/npc-errors.js";

const MESSAGES = [{ event: { delta: { text: "Grüß 你好 👩‍🚀" } } }, {}, { text: "é".repeat(7e4) }];

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

function cut(bytes, size) {
  const cutter = new EnvelopeCutter();
  const found = [];
  for (let at = 0; at < bytes.length; at += size)
    found.push(...cutter.push(bytes.subarray(at, at + size)));
  assert.equal(cutter.isEmpty, true);
  return found;
}

for (const size of [1, 2, 3, 5, 7, 1024, 1 << 20]) {
  test(`messages are whole when bytes come in pieces of ${size}`, () => {
    const found = cut(joined(MESSAGES.map(enveloped)), size);
    assert.deepEqual(
      found.map((one) => one.message),
      MESSAGES,
    );
    assert.ok(found.every((one) => !one.isEnd));
  });
}

test("nothing is given out before its last byte, and what is left over is known", () => {
  const cutter = new EnvelopeCutter();
  const bytes = enveloped({ text: "ü" });
  for (const byte of bytes.subarray(0, -1)) assert.deepEqual(cutter.push(Uint8Array.of(byte)), []);
  assert.equal(cutter.isEmpty, false);
  assert.equal(cutter.push(bytes.subarray(-1)).length, 1);
});

test("the end of a stream is marked, and may be empty", () => {
  const end = joined([Uint8Array.of(2, 0, 0, 0, 2), new TextEncoder().encode("{}")]);
  assert.deepEqual(cut(end, 1), [{ isEnd: true, message: {} }]);
  assert.deepEqual(cut(Uint8Array.of(2, 0, 0, 0, 0), 1), [{ isEnd: true, message: {} }]);
});

test("a buffer that a network card shares is not kept", () => {
  const cutter = new EnvelopeCutter();
  const bytes = enveloped({ text: "kept" });
  const shared = bytes.slice(0, 7);
  cutter.push(shared);
  shared.fill(0);
  assert.deepEqual(cutter.push(bytes.subarray(7))[0].message, { text: "kept" });
});

for (const [what, bytes] of [
  ["a compressed message", Uint8Array.of(1, 0, 0, 0, 0)],
  ["a message beyond all measure", Uint8Array.of(0, 0xff, 0xff, 0xff, 0xff)],
  ["a message with half a character", Uint8Array.of(0, 0, 0, 0, 3, 0x22, 0xe4, 0x22)],
  [
    "something that is no JSON",
    joined([Uint8Array.of(0, 0, 0, 0, 3), new TextEncoder().encode("<ht")]),
  ],
]) {
  test(`${what} is an error that says so`, () => {
    assert.throws(
      () => new EnvelopeCutter().push(bytes),
      (error) => {
        assert.ok(error instanceof NpcError);
        assert.equal(error.code, "internal");
        return true;
      },
    );
  });
}

test("the longest message that is taken is far above what a server sends", () => {
  assert.ok(LONGEST >= 4 * 1024 * 1024);
});
