/** Whether the server is there, and not something in between. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { reachOf, watchConnection } from "../../../../voice_report/ui/offline/connection.js";

test("only the server's own answer says that it is there", () => {
  assert.equal(reachOf({ answer: { status: "ok" }, status: 200 }, 80), "there");
  assert.equal(reachOf({ answer: { status: "ok" }, status: 200 }, 6000), "slow");
  assert.equal(reachOf({ answer: {}, status: 200 }, 80), "none", "a hotspot's page");
  assert.equal(reachOf({ error: "...", status: 503 }, 80), "away");
  assert.equal(reachOf({ error: "...", status: 404 }, 80), "none");
  assert.equal(reachOf({ error: "...", code: "offline" }, 80), "none");
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A page that looks; returns {heard, asked(), passes(ms), window}. */
function watching(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.window = new EventTarget();
  globalThis.document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const fetch = t.mock.method(globalThis, "fetch", async () => new Response('{"status": "ok"}'));
  const heard = [];
  const watch = watchConnection((reach) => heard.push(reach));
  const passes = async (ms) => {
    t.mock.timers.tick(ms);
    await settled();
  };
  return { heard, watch, passes, asked: () => fetch.mock.callCount() };
}

test("it asks again after 5 seconds, then ever later, and at once when the browser says that something changed", async (t) => {
  const { heard, asked, passes, watch } = watching(t);
  await settled();
  assert.deepEqual([heard, asked()], [["there"], 1]);
  for (const [ms, count] of [[4999, 1], [1, 2], [9999, 2], [1, 3], [20_000, 4], [40_000, 5], [60_000, 6], [60_000, 7]]) {
    await passes(ms);
    assert.equal(asked(), count);
  }
  window.dispatchEvent(new Event("online"));
  await settled();
  assert.equal(asked(), 8);
  await passes(5000);
  assert.equal(asked(), 9);
  watch.stop();
  window.dispatchEvent(new Event("focus"));
  await passes(120_000);
  assert.equal(asked(), 9);
});

test("a browser without a network says so at once, also wrongly; an answer from before that says nothing", async (t) => {
  const { heard, asked, passes } = watching(t);
  window.dispatchEvent(new Event("offline"));
  await settled();
  assert.deepEqual(heard, ["none"]);
  await passes(999);
  assert.equal(asked(), 1);
  await passes(1);
  assert.deepEqual([heard, asked()], [["none", "there"], 2]);
  window.dispatchEvent(new Event("online"));
  await settled();
  assert.deepEqual([heard.length, asked()], [3, 3]);
});

test("what is sent and does not arrive is no network, and is asked again soon, and less soon each time", async (t) => {
  const { heard, passes, watch } = watching(t);
  await settled();
  const losses = [1000, 2000, 4000, 5000, 5000];
  for (const ms of losses) {
    watch.lost();
    await passes(ms - 1);
    assert.equal(heard.at(-1), "none");
    await passes(1);
    assert.equal(heard.at(-1), "there");
  }
  assert.equal(heard.length, 1 + 2 * losses.length);
});
