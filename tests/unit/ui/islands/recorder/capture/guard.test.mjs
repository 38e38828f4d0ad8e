/** What a phone does to the screen and the page while somebody records: no wake lock, a locked screen, another app. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../../../settled.mjs";
import { guardPage } from "../../../../../../voice_report/ui/islands/recorder/capture/watchdog.js";

/** A guarded page: the screen locks that were asked for, and how often it was hidden. `request` answers for the device. */
function guard(request) {
  globalThis.window = new EventTarget();
  globalThis.document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const page = { asked: 0, released: 0, hidden: 0 };
  const lock = { release: async () => (page.released += 1) };
  const ask = () => {
    page.asked += 1;
    return request(lock);
  };
  Object.defineProperty(navigator, "wakeLock", { value: request && { request: ask }, configurable: true });
  const becomes = (state) => {
    document.visibilityState = state;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const end = guardPage({ onHidden: () => (page.hidden += 1), onLeave() {} });
  return { page, becomes, end };
}

const grants = async (lock) => lock;

test("a browser without a wake lock records all the same, and the sound is written when the screen goes off", async () => {
  const { page, becomes, end } = guard(undefined);
  becomes("hidden");
  becomes("visible");
  await settled();
  end();
  assert.deepEqual(page, { asked: 0, released: 0, hidden: 1 });
});

test("a phone that refuses to keep the screen on, with a low battery, is asked again when the page is back", async () => {
  const { page, becomes, end } = guard(async () => {
    throw new DOMException("low battery", "NotAllowedError");
  });
  await settled();
  becomes("hidden");
  becomes("visible");
  await settled();
  end();
  assert.deepEqual(page, { asked: 2, released: 0, hidden: 1 });
});

test("a locked screen takes the lock away: it is asked for again afterwards, and let go of when recording ends", async () => {
  const { page, becomes, end } = guard(grants);
  await settled();
  becomes("hidden");
  becomes("visible");
  await settled();
  end();
  becomes("visible");
  await settled();
  assert.deepEqual(page, { asked: 2, released: 1, hidden: 1 });
});

test("a lock that comes when recording has ended is let go of", async () => {
  let give;
  const { page, end } = guard((lock) => new Promise((resolve) => (give = () => resolve(lock))));
  end();
  give();
  await settled();
  assert.equal(page.released, 1);
});

test("a page that a phone puts away writes its sound, and writes nothing once recording has ended", () => {
  const { page, end } = guard(grants);
  window.dispatchEvent(new Event("pagehide"));
  end();
  window.dispatchEvent(new Event("pagehide"));
  assert.equal(page.hidden, 1);
});
