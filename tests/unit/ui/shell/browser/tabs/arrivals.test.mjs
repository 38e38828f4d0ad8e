/** The news of who is signed in, from tab to tab. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";

import { Channel } from "../../../unreferenced_channel.mjs";
import { announceUser, onArrival } from "../../../../../../voice_report/ui/shell/browser/tabs/arrivals.js";

const next = (channel) => once(channel, "message").then(([{ data }]) => data);

test("a page tells the other tabs who is signed in, and nobody is no news", async (t) => {
  const other = new Channel("signed-in");
  t.after(() => other.close());
  const heard = next(other);
  announceUser("");
  announceUser("u1");
  assert.equal(await heard, "u1");
});

test("a page hears of others until it stops listening, and not of itself", async (t) => {
  const other = new Channel("signed-in");
  t.after(() => other.close());
  const heard = [];
  const stop = onArrival((user) => heard.push(user));
  announceUser("u1");
  other.postMessage("u2");
  while (!heard.length) await new Promise(setImmediate);
  stop();
  other.postMessage("u3");
  announceUser("u1"); // after u3: once it has come, u3 has come too
  await next(other);
  assert.deepEqual(heard, ["u2"]);
});
