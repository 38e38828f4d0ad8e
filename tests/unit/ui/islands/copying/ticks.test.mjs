/** Ticks: of this tab at once, and on the server as soon as it can be reached. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { stateOf, tick, tickDraft, ticks } from "../../../../../voice_report/ui/islands/copying/ticks.js";

const field = (id, digest = "d1") => ({ id, digest, text: "woorden" });

let calls = [];
let answer;

beforeEach(() => {
  calls = [];
  answer = ({ fields }) => ({ ok: true, fields });
  globalThis.fetch = async (path, { method, body, keepalive }) => {
    calls.push([method, path, JSON.parse(body).fields, keepalive]);
    const given = answer(JSON.parse(body));
    if (!given) throw new TypeError("no network");
    return { status: given.status ?? 200, text: async () => JSON.stringify(given), headers: new Map() };
  };
});

test("a tick is there at once; a text that changed since has none, and says so", () => {
  tick("r1", [field("a")]);
  const { own } = ticks.of("r1");
  assert.equal(stateOf(field("a"), own), "copied");
  assert.equal(stateOf(field("a", "d2"), own), "changed");
  assert.equal(stateOf(field("a", "d2"), own, { a: "d2" }), "copied"); // on the other device
  assert.equal(stateOf(field("b"), own), "");
  assert.equal(stateOf({ ...field("a"), text: "" }, own), "");
  assert.deepEqual(ticks.of("r2").own, {});
  assert.deepEqual(calls, []);
});

test("those of a draft are on the server too, and its answer brings those of other devices", async () => {
  answer = () => ({ fields: { a: "d1", z: "d9" } });
  await tickDraft("d", [field("a")]);
  assert.deepEqual(calls, [["PUT", "/api/drafts/d/copied", { a: "d1" }, true]]);
  assert.equal(stateOf(field("z", "d9"), ticks.of("d").own, ticks.of("d").stored), "copied");
});

test("what did not arrive goes with the next; what was refused does not", async () => {
  answer = () => null;
  await tickDraft("e", [field("a")]);
  answer = ({ fields }) => ({ fields });
  await tickDraft("e", [field("b")]);
  assert.deepEqual(calls.at(-1)[2], { a: "d1", b: "d1" });
  answer = () => ({ status: 404, message: "Draft niet gevonden" });
  await tickDraft("e", [field("c")]);
  await tickDraft("e", [field("d")]);
  assert.deepEqual(calls.at(-1)[2], { d: "d1" });
  assert.equal(stateOf(field("c"), ticks.of("e").own), "copied");
});

test("one call has no more than the server takes", async () => {
  await tickDraft("f", Array.from({ length: 300 }, (_, at) => field(`f${at}`)));
  assert.equal(Object.keys(calls[0][2]).length, 100);
  assert.equal(Object.keys(ticks.of("f").own).length, 300);
});

test("a field is copied when all its parts are, and changed when one of them is another text", () => {
  const both = { ...field("long"), parts: [field("long.1"), field("long.2", "d2")] };
  assert.equal(stateOf(both, { "long.1": "d1" }), "");
  assert.equal(stateOf(both, { "long.1": "d1", "long.2": "d2" }), "copied");
  assert.equal(stateOf(both, { "long.1": "d1", "long.2": "d3" }), "changed");
  assert.equal(stateOf(both, { long: "d1" }), "copied");
  assert.equal(stateOf(both, { long: "d0" }), "changed");
});
