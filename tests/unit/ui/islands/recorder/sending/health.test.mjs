/** What the recording page finds out about the speech engine when it opens. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { watchEngine } from "../../../../../../voice_report/ui/islands/recorder/sending/health.js";

const settled = () => new Promise(setImmediate);
let answers;
let asked;
let told;

/** The health check gives `answers` one by one; null is no connection. */
function open(t, ...given) {
  answers = given;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(globalThis, "fetch", async (path) => {
    asked.push(path);
    const content = answers.shift();
    if (!content) throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(content), { status: content.status === "unavailable" ? 503 : 200 });
  });
  return watchEngine((engine) => told.push(engine && { ...engine }));
}

const later = async (t) => {
  await settled();
  t.mock.timers.tick(5000);
  await settled();
};

beforeEach(() => {
  [asked, told] = [[], []];
});

test("an engine that works is asked for once", async (t) => {
  open(t, { speech: "ready", speechStatus: "" });
  await later(t);
  assert.deepEqual([asked, told], [["/readyz"], [null]]);
});

test("a model that is loading is told with how far it is, until it is there", async (t) => {
  const loading = (percent) => ({ speech: "loading", speechStatus: `Spraakmodel wordt geladen${percent}` });
  open(t, loading(""), loading(" (42%)"), null, { speech: "ready" });
  await later(t);
  await later(t);
  await later(t);
  await later(t);
  assert.deepEqual(told, [{ kind: "loading", percent: undefined }, { kind: "loading", percent: "42%" }, null]);
  assert.equal(asked.length, 4);
});

test("a missing model is told; an answer that failed or a page that is left says nothing", async (t) => {
  const stop = open(t, { speech: "missing", speechStatus: "Vraag hulp." }, { speech: "missing" });
  await later(t);
  assert.deepEqual(told, [{ kind: "missing", percent: undefined }, { kind: "missing", percent: undefined }]);
  stop();
  await later(t);
  assert.equal(asked.length, 2);
});

test("a health check that fails is no news about speech", async (t) => {
  open(t, { status: "unavailable", speech: "missing" });
  await later(t);
  assert.deepEqual([asked.length, told], [1, []]);
});
