/** What the page sees of a file before it is sent. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { look } from "../../../../../../voice_report/ui/islands/recorder/chosen/choice.js";

/** Let the browser say that a sound lasts so many seconds, or (null) that it cannot read it. */
function lasts(duration) {
  globalThis.Audio = class {
    duration = duration;
    set src(address) {
      this.address = address;
      setImmediate(() => (duration === null ? this.onerror() : this.onloadedmetadata()));
    }
    get src() {
      return this.address;
    }
    removeAttribute() {}
    load() {}
  };
}

const file = ({ name = "memo.m4a", type = "audio/x-m4a", size = 1000 } = {}) =>
  Object.defineProperty(new File(["klank"], name, { type }), "size", { value: size });

test("a sound file is taken, with the seconds that the browser reads", async () => {
  lasts(1864);
  assert.deepEqual(await look(file()), { seconds: 1864 });
});

test("what the browser cannot read is for the server to judge", async () => {
  lasts(null);
  assert.deepEqual(await look(file({ name: "memo.ogg", type: "" })), { seconds: null });
  lasts(Infinity);
  assert.deepEqual(await look(file({ type: "video/webm" })), { seconds: null });
});

test("its size, its kind and its length are limits", async () => {
  lasts(60 * 60);
  assert.deepEqual(await look(file({ size: 64 * 1024 * 1024 })), { seconds: 3600 });
  assert.deepEqual(await look(file({ size: 64 * 1024 * 1024 + 1 })), { problem: "too_large" });
  assert.deepEqual(await look(file({ size: 0 })), { problem: "empty_audio" });
  assert.deepEqual(await look(file({ name: "brief.pdf", type: "application/pdf" })), { problem: "wrong_media" });
  lasts(61 * 60);
  assert.deepEqual(await look(file()), { problem: "too_long" });
});
