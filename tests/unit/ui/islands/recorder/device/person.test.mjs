/** Whose device it is, for a recording without a network (security.md S86). */
import assert from "node:assert/strict";
import { test } from "node:test";

import "../../../unreferenced_channel.mjs";
import { forget, forgetOthers, LASTS_MS, note, noted } from "../../../../../../voice_report/ui/islands/recorder/device/person.js";
import { begin, forgetEverything } from "../../../../../../voice_report/ui/islands/recorder/device/store.js";
import { announceSignedOut } from "../../../../../../voice_report/ui/shell/browser/tabs/signed_out.js";
import { prepare } from "../../../../../../voice_report/ui/offline/prepare.js";
import { keyOf, presentKeyOf } from "../../../../../../voice_report/ui/islands/recorder/device/device.js";
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

test("S86: a page of another user ends the note of the former one, and that of the same user keeps it", async () => {
  await note(ANNA);
  await forgetOthers(ANNA.user);
  assert.equal((await noted()).user, ANNA.user);
  await forgetOthers(BAS.user);
  assert.equal(await noted(), null);
});

test("S22: a browser that never lists its databases keeps no key and no note at sign-out", async (t) => {
  const who = { user: "who-leaves-safari", initials: "WL" };
  await keyOf(who.user);
  await note(who);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let isAsked;
  const asked = new Promise((resolve) => (isAsked = resolve));
  indexedDB.databases = () => {
    isAsked();
    return new Promise(() => {});
  };
  t.after(() => delete indexedDB.databases);
  const gone = forgetEverything(who.user);
  await asked;
  assert.equal(await presentKeyOf(who.user), undefined);
  await new Promise(setImmediate);
  t.mock.timers.tick(3000);
  await gone;
  delete indexedDB.databases;
  assert.equal(await noted(), null);
});

test("S86: a page whose user has signed out makes no key and no note before it closes", async (t) => {
  Object.defineProperty(navigator, "serviceWorker", { value: { register: t.mock.fn() }, configurable: true });
  t.after(() => delete navigator.serviceWorker);
  const who = { user: "who-signs-out-at-once", initials: "WS" };
  announceSignedOut(who.user);
  await prepare(who);
  assert.equal(await noted(), null);
  assert.ok(!(await presentKeyOf(who.user)));
  assert.equal(navigator.serviceWorker.register.mock.callCount(), 0);
});

for (const isKept of [false, true]) {
  test(`S86: signed out while it makes them, a page takes note and key back${isKept ? ", but not the key of what stayed, sealed" : ""}`, async (t) => {
    const register = t.mock.fn(async () => {});
    Object.defineProperty(navigator, "serviceWorker", { value: { register }, configurable: true });
    t.after(() => delete navigator.serviceWorker);
    const who = { user: `who-signs-out-meanwhile-${isKept}`, initials: "WM" };
    if (isKept) await begin({ id: "stays", user: who.user, draftId: null, startedAt: Date.now(), base: "" });
    const preparing = prepare(who);
    announceSignedOut(who.user);
    await preparing;
    assert.equal(await noted(), null);
    assert.equal(Boolean(await presentKeyOf(who.user)), isKept);
    assert.equal(register.mock.callCount(), 0);
    await forgetEverything(who.user);
  });
}

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
