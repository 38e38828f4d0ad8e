/** What stays in the page of a sound that was listened to (security.md S22), with an audio context that counts. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import * as player from "../../../../../voice_report/ui/islands/playback/player.js";
import * as kept from "../../../../../voice_report/ui/islands/recorder/device/playback_cache.js";
import * as store from "../../../../../voice_report/ui/islands/recorder/device/store.js";
import "../recorder/memory_database.mjs";

let decoded = 0;
let hold = () => {};
let resumed;
globalThis.AudioContext = class {
  destination = null;
  resume = () => resumed;
  async decodeAudioData() {
    decoded += 1;
    await hold();
    return { duration: 1 };
  }
};
globalThis.AudioBufferSourceNode = class {
  connect() {}
  start() {}
  stop() {}
};

async function piece() {
  if (!(await kept.list("frank", "c1")).length) {
    const dictation = { id: "heard", user: "frank", draftId: null, startedAt: 1, base: "" };
    await store.begin(dictation);
    await store.addSegment("heard", 0, "audio/webm");
    await store.addChunk("heard", 0, 0, new Blob(["klank"]), 1000);
    await store.answer("heard", 0, "Goed geslapen.", "c1");
  }
  return (await kept.list("frank", "c1"))[0];
}

beforeEach(() => {
  decoded = 0;
  hold = () => {};
  resumed = Promise.resolve();
});

test("listening twice decodes once", async () => {
  const one = await piece();
  for (const id of ["a", "b"]) assert.equal(await player.play(id, one), true);
  assert.equal(decoded, 1);
  player.keepOnly([one]);
  assert.equal(player.snapshot(), "b");
  await player.play("c", one);
  assert.equal(decoded, 1);
});

test("S22: no sound stays decoded once its page is left or covered, or its piece is no longer kept", async () => {
  const one = await piece();
  player.forget();
  await player.play("a", one);
  player.forget();
  assert.equal(player.snapshot(), null);
  await player.play("a", one);
  player.keepOnly([]);
  assert.equal(player.snapshot(), null);
  await player.play("a", one);
  assert.equal(decoded, 3);
});

test("S22: what was still being decoded then does not stay either", async () => {
  const one = await piece();
  player.forget();
  const { promise, resolve } = Promise.withResolvers();
  const decoding = Promise.withResolvers();
  hold = () => (decoding.resolve(), promise);
  const playing = player.play("a", one);
  await decoding.promise;
  player.forget();
  resolve();
  await playing;
  assert.equal(player.snapshot(), null);
  await player.play("a", one);
  assert.equal(decoded, 2);
});

test("a device that does not begin to play is not waited for, and may be asked again", async (t) => {
  const one = await piece();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  resumed = new Promise(() => {});
  const playing = player.play("a", one);
  t.mock.timers.tick(15_000);
  assert.equal(await playing, null);
  assert.equal(player.snapshot(), null);
  resumed = Promise.resolve();
  assert.equal(await player.play("b", one), true);
});
