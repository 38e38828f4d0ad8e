/** Work that no page needs. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { atRest } from "../../../../voice_report/ui/offline/at_rest.js";

/** A page; `idle(work, options)` is its requestIdleCallback. Returns the work done and the page's window. */
function page({ readyState = "complete", idle } = {}) {
  globalThis.window = Object.assign(new EventTarget(), { requestIdleCallback: idle });
  globalThis.document = { readyState };
  const done = [];
  return { done, work: () => done.push("done") };
}

test("a page that is never idle does it after ten seconds", () => {
  const asked = [];
  const { done, work } = page({ idle: (...given) => asked.push(given) });
  atRest(work);
  const [[begin, options]] = asked;
  assert.deepEqual(options, { timeout: 10_000 });
  begin();
  assert.deepEqual(done, ["done"]);
});

test("it waits until the page has loaded, and can be called off", () => {
  const { done, work } = page({ readyState: "loading", idle: (begin) => begin() });
  atRest(work);
  const callOff = atRest(work);
  assert.deepEqual(done, []);
  callOff();
  window.dispatchEvent(new Event("load"));
  assert.deepEqual(done, ["done"]);
});

test("a browser that does not say when it is idle does it too", async () => {
  page();
  await new Promise((resolve) => atRest(resolve));
  assert.equal(window.requestIdleCallback, undefined);
});
