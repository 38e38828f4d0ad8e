/** What stays on the device of a dictation: written-out sound and signing out in another tab (security.md S22). */
import assert from "node:assert/strict";
import { test } from "node:test";

import { hasDictation } from "../../../../../../voice_report/ui/islands/recorder/device/device.js";
import * as kept from "../../../../../../voice_report/ui/islands/recorder/device/playback_cache.js";
import * as store from "../../../../../../voice_report/ui/islands/recorder/device/store.js";
import { rowsOf } from "../memory_database.mjs";

/** A dictation with one segment of sound, of a user of this name. */
async function dictated(user) {
  const id = `dictation-of-${user}`;
  await store.begin({ id, user, draftId: null, startedAt: 1, base: "" });
  await store.addSegment(id, 0, "audio/webm");
  await store.addChunk(id, 0, 0, new Blob(["klank"]), 1000);
  return id;
}

const answer = (id) => store.answer(id, 0, "Goed geslapen.", "c1");
const pieces = (user) => rowsOf("kept-sound", "pieces").filter((piece) => piece.user === user).length;
const text = async (user) => (await store.list(user))[0].segments[0].text;

test("whether anybody's sound waits: not before it was stored, nor after its answer or once it is finished", async () => {
  for (const { id } of rowsOf("dictations", "dictations")) await store.remove(id); // of the tests before
  assert.equal(await store.isAnyWaiting(), false);
  const id = await dictated("willem");
  assert.equal(await store.isAnyWaiting(), true);
  await store.setState(id, "finished");
  assert.equal(await store.isAnyWaiting(), false);
  await store.setState(id, "open");
  await answer(id);
  assert.equal(await store.isAnyWaiting(), false);
  await kept.forget("willem");
});

test("whether a user has a dictation here: in whatever state, and not another's", async () => {
  const id = await dictated("zoe");
  await store.setState(id, "finished");
  assert.deepEqual([await hasDictation("zoe"), await hasDictation("ab")], [true, false]);
  await store.remove(id);
  assert.equal(await hasDictation("zoe"), false);
});

test("the browser is asked to keep what is stored once a dictation is stopped, and not while somebody begins to talk", async (t) => {
  const persist = t.mock.fn(async () => true);
  Object.defineProperty(navigator, "storage", { value: { persist }, configurable: true });
  t.after(() => delete navigator.storage);
  const id = await dictated("yvonne");
  await store.setState(id, "open");
  assert.equal(persist.mock.callCount(), 0);
  await store.setState(id, "stopped");
  await store.setState(id, "finished");
  assert.equal(persist.mock.callCount(), 1);
  persist.mock.mockImplementation(() => Promise.reject(new TypeError("not here")));
  await store.setState(id, "stopped");
  await store.remove(id);
});

test("a device on which nothing was ever stored is asked nothing, so that no database comes there", async () => {
  indexedDB.databases = async () => [];
  const id = await dictated("xandra");
  assert.equal(await store.isAnyWaiting(), false);
  indexedDB.databases = async () => [{ name: "dictations" }];
  assert.equal(await store.isAnyWaiting(), true);
  delete indexedDB.databases;
  await store.remove(id);
});

test("the sound of an answer is kept, with its words", async () => {
  await answer(await dictated("anna"));
  const [piece] = await kept.list("anna", "c1");
  assert.equal(piece.text, "Goed geslapen.");
  assert.equal(await (await kept.sound(piece)).text(), "klank");
  assert.equal((await store.list("anna"))[0].draftId, "c1");
});

test("S22: an answer that waits while its user signs out in another tab leaves no sound, and keeps its text", async () => {
  const id = await dictated("bert");
  await store.forgetEverything("bert", [id]);
  await answer(id);
  assert.equal(pieces("bert"), 0);
  assert.equal(await text("bert"), "Goed geslapen.");
});

test("S22: signing out in another tab while sound is being kept leaves none of it", async (t) => {
  const id = await dictated("carla");
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  let ended = 0;
  t.mock.method(crypto.subtle, "encrypt", async (parameters, ...rest) => {
    if (new TextDecoder().decode(parameters.additionalData).endsWith("/heard")) {
      ended += 1;
      await store.forgetEverything("carla", [id]);
    }
    return encrypt(parameters, ...rest);
  });
  await answer(id);
  assert.equal(ended, 1);
  assert.equal(pieces("carla"), 0);
  assert.equal(await text("carla"), "Goed geslapen.");
});

test("a dictation that its owner takes up after signing in again keeps sound as always", async () => {
  const id = await dictated("dirk");
  await store.forgetEverything("dirk", [id]);
  await store.takeUp(id);
  await answer(id);
  assert.equal(pieces("dirk"), 1);
});

test("an answer does not bring back a dictation that was removed meanwhile", async (t) => {
  const id = await dictated("els");
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  t.mock.method(crypto.subtle, "encrypt", async (parameters, ...rest) => {
    await store.remove(id);
    return encrypt(parameters, ...rest);
  });
  await answer(id);
  assert.deepEqual(await store.list("els"), []);
});
