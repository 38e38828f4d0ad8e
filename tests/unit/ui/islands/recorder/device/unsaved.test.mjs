/** Typed text that stays on the device until the server has saved it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { nextChange } from "../../../../../../voice_report/ui/kit/text/changes.js";
import * as store from "../../../../../../voice_report/ui/islands/recorder/device/store.js";
import { dropText, dropTexts, keepText, readText } from "../../../../../../voice_report/ui/islands/recorder/device/unsaved.js";
import "../memory_database.mjs";

const NAME = "c1/transcript";
const DAYS = 24 * 3600 * 1000;

/** A user who is signed in on this device. */
async function signedIn(user) {
  await store.begin({ id: `dictation-of-${user}`, user, draftId: null, startedAt: 1, base: "" });
  return user;
}

const keep = (user, text, change = nextChange()) => keepText(user, NAME, { text, change, version: 3 });
const left = async (user) => (await readText(user, NAME))?.text ?? null;

test("what is typed after the clock was set back takes the place of what was typed before", async (t) => {
  const user = await signedIn("anna");
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 3 * DAYS });
  await keep(user, "Mevrouw");
  t.mock.timers.setTime(Date.now() - 6 * DAYS);
  await keep(user, "Mevrouw is gevallen.");
  assert.deepEqual(await readText(user, NAME), { text: "Mevrouw is gevallen.", version: 3 });
});

test("only what was saved is dropped", async () => {
  const user = await signedIn("bert");
  const first = nextChange();
  await keep(user, "Meneer", first);
  const second = nextChange();
  await keep(user, "Meneer at.", second);
  await dropText(user, NAME, first);
  assert.equal(await left(user), "Meneer at.");
  await dropText(user, NAME, second);
  assert.equal(await left(user), null);
});

test("what another page typed is not dropped when this page's text is saved", async () => {
  const user = await signedIn("carla");
  await keep(user, "In een ander venster.", 5);
  await dropText(user, NAME, nextChange());
  assert.equal(await left(user), "In een ander venster.");
  await dropText(user, NAME);
  assert.equal(await left(user), null);
});

test("texts with a term go by the time at which they were kept", async (t) => {
  const user = await signedIn("dirk");
  t.mock.timers.enable({ apis: ["Date"], now: 10 * DAYS });
  await keepText(user, "c1/geschiedenis/zorg", { text: "[]" });
  await dropTexts(user, "/geschiedenis/", 10 * DAYS);
  assert.notEqual(await readText(user, "c1/geschiedenis/zorg"), null);
  await dropTexts(user, "/geschiedenis/", 10 * DAYS + 1);
  assert.equal(await readText(user, "c1/geschiedenis/zorg"), null);
});
