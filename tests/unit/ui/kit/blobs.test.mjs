/** What is in the page's memory, and its address. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { letGo, saveAs } from "../../../../voice_report/ui/kit/blobs.js";

test("a player stops loading before the address of its sound goes", (t) => {
  const did = [];
  t.mock.method(URL, "revokeObjectURL", (address) => did.push(`revoked ${address}`));
  const player = {
    src: "blob:sound",
    removeAttribute: (name) => did.push(`without ${name}`),
    load: () => did.push("nothing to load"),
  };
  letGo(player);
  assert.deepEqual(did, ["without src", "nothing to load", "revoked blob:sound"]);
});

test("a file keeps its address until a slow browser has read it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const did = [];
  t.mock.method(URL, "createObjectURL", () => "blob:file");
  t.mock.method(URL, "revokeObjectURL", (address) => did.push(`revoked ${address}`));
  const link = { click: () => did.push(`saved ${link.href} as ${link.download}`) };
  globalThis.document = { createElement: () => link };
  t.after(() => delete globalThis.document);
  saveAs("codes.txt", "een", "text/plain");
  t.mock.timers.tick(5_000);
  assert.deepEqual(did, ["saved blob:file as codes.txt"]);
  t.mock.timers.tick(5_000);
  assert.deepEqual(did, ["saved blob:file as codes.txt", "revoked blob:file"]);
});
