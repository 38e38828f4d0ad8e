/** Whose device it is, for a recording without a network (security.md S86). */
import assert from "node:assert/strict";
import { test } from "node:test";

import { forget, LASTS_MS, note, noted } from "../../../../../../voice_report/ui/islands/recorder/device/person.js";
import { forgetEverything } from "../../../../../../voice_report/ui/islands/recorder/device/store.js";
import { prepare } from "../../../../../../voice_report/ui/offline/prepare.js";
import { rowsOf } from "../memory_database.mjs";

const ANNA = { user: "anna-of-the-device", initials: "AB" };
const BAS = { user: "bas-of-the-device", initials: "BC" };

test("S86: the last user of a device is known for thirty days, whichever way its clock went", async () => {
  await forget();
  assert.equal(await noted(), null);
  await note(ANNA);
  await note(BAS);
  const { at, ...person } = await noted();
  assert.deepEqual(person, BAS);
  for (const now of [at, at + LASTS_MS, at - LASTS_MS]) assert.ok(await noted(now));
  for (const now of [at + LASTS_MS + 1, at - LASTS_MS - 1]) assert.equal(await noted(now), null);
});

test("S86: signing out makes it forget that user, and no other", async () => {
  await note(ANNA);
  await forgetEverything(BAS.user);
  assert.equal((await noted()).user, ANNA.user);
  await forgetEverything(ANNA.user);
  assert.equal(await noted(), null);
  await note(ANNA);
  await forget("");
  assert.equal(await noted(), null);
});

test("a device that never noted anybody gets no database by looking", async (t) => {
  t.mock.method(indexedDB, "open", () => assert.fail("it would be made"));
  indexedDB.databases = async () => [{ name: "dictations" }];
  t.after(() => delete indexedDB.databases);
  assert.equal(await noted(), null);
  await forget(ANNA.user);
});

test("a member's page makes the key, notes who it is and registers the worker; without workers it leaves no trace", async (t) => {
  const register = t.mock.fn(async () => {});
  const before = rowsOf("dictations", "keys").length;
  await prepare(ANNA);
  assert.equal(await noted(), null);
  Object.defineProperty(navigator, "serviceWorker", { value: { register }, configurable: true });
  t.after(() => delete navigator.serviceWorker);
  await prepare(ANNA);
  assert.equal((await noted()).user, ANNA.user);
  assert.equal(rowsOf("dictations", "keys").length, before + 1);
  assert.deepEqual(register.mock.calls[0].arguments, ["/sw.js", { updateViaCache: "none" }]);
  await forgetEverything(ANNA.user);
  await prepare(ANNA); // a page that was still open when another one signed out
  assert.deepEqual([await noted(), register.mock.callCount()], [null, 1]);
});
