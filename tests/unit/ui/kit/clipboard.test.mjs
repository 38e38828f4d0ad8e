/** Copying, in a browser that knows HTML, one that does not, one that refuses and one that does not answer. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { copy } from "../../../../voice_report/ui/kit/clipboard.js";

let written = [];

function browser(clipboard, item) {
  written = [];
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  globalThis.ClipboardItem = item;
}

const working = {
  writeText: async (text) => written.push(text),
  write: async ([item]) => written.push(item),
};
const item = class {
  constructor(forms) {
    Object.assign(this, forms);
  }
};

afterEach(() => delete globalThis.ClipboardItem);

test("a report is copied as text and as HTML, where the browser knows both", async () => {
  browser(working, item);
  await copy("Goed geslapen.", "<p>Goed geslapen.</p>");
  const [forms] = written;
  assert.equal(await forms["text/plain"].text(), "Goed geslapen.");
  assert.equal(await forms["text/html"].text(), "<p>Goed geslapen.</p>");
  browser(working, undefined);
  await copy("Goed geslapen.", "<p>Goed geslapen.</p>");
  await copy("sleutel");
  assert.deepEqual(written, ["Goed geslapen.", "sleutel"]);
});

test("a clipboard that is not there, refuses or does not answer within fifteen seconds is a failure", async (t) => {
  browser(undefined, item);
  await assert.rejects(copy("sleutel"));
  browser({ writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) }, item);
  await assert.rejects(copy("sleutel"), { name: "NotAllowedError" });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  browser({ writeText: () => new Promise(() => {}) }, item);
  const copying = assert.rejects(copy("sleutel"), /does not answer/);
  await new Promise(setImmediate);
  t.mock.timers.tick(15_000);
  await copying;
});
