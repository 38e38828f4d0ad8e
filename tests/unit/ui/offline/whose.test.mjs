/** Whose device it is, where the browser takes its time (security.md S86). */
import assert from "node:assert/strict";
import { test } from "node:test";

import "../islands/recorder/memory_database.mjs";
import { keyOf } from "../../../../voice_report/ui/islands/recorder/device/device.js";
import { forget, note } from "../../../../voice_report/ui/islands/recorder/device/person.js";
import { findPerson } from "../../../../voice_report/ui/offline/whose.js";

const DORA = { user: "dora-of-a-busy-device", initials: "DE" };

/** A key is made in another thread: it takes as long as it takes. */
async function until(condition) {
  while (!condition()) await new Promise(setImmediate);
}

/** A device with a user; returns {looks(): {found, stop}, passes(ms)}. */
async function device(t) {
  await keyOf(DORA.user);
  await note(DORA);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => {
    delete indexedDB.databases;
    return forget();
  });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  return {
    async looks() {
      const found = [];
      const stop = findPerson((person, isUnreadable) => found.push(isUnreadable ? "unreadable" : (person?.user ?? null)));
      await settled();
      return { found, stop };
    },
    async passes(ms) {
      t.mock.timers.tick(ms);
      await settled();
    },
  };
}

test("S86: a busy device, whose database does not answer at first, is still its user's", { timeout: 60_000 }, async (t) => {
  const { looks, passes } = await device(t);
  indexedDB.databases = async () => assert.fail("it does not answer");
  const { found } = await looks();
  assert.deepEqual(found, ["unreadable"], "not nobody, who would have to sign in");
  await passes(1000);
  assert.deepEqual(found, ["unreadable", "unreadable"]);
  delete indexedDB.databases;
  await passes(1999);
  assert.equal(found.length, 2);
  await passes(1);
  await until(() => found.length === 3);
  assert.equal(found[2], DORA.user);
  await passes(60_000);
  assert.equal(found.length, 3, "it is not asked again");
});

test("S86: a page that has stopped asking is told nothing more", async (t) => {
  const { looks, passes } = await device(t);
  indexedDB.databases = async () => assert.fail("it does not answer");
  const { found, stop } = await looks();
  stop();
  delete indexedDB.databases;
  await passes(60_000);
  assert.deepEqual(found, ["unreadable"]);
});

test("S86: nobody is nobody: a device that forgot its user is not asked again", async (t) => {
  const { looks, passes } = await device(t);
  await forget();
  const { found } = await looks();
  await note(DORA);
  await passes(60_000);
  assert.deepEqual(found, [null]);
});
