/** The sound of a draft goes once its concept has been made elsewhere, and only then (security.md S22). */
import assert from "node:assert/strict";
import { test } from "node:test";

import * as kept from "../../../../../../voice_report/ui/islands/recorder/device/playback_cache.js";
import { dropMade } from "../../../../../../voice_report/ui/islands/recorder/sending/concept_poll.js";
import * as store from "../../../../../../voice_report/ui/islands/recorder/device/store.js";
import "../memory_database.mjs";

async function dictated(user, draftId, number = 0) {
  const id = `dictation-of-${user}-for-${draftId}-${number}`;
  await store.begin({ id, user, draftId, startedAt: 1, base: "" });
  await store.addSegment(id, number, "audio/webm");
  await store.addChunk(id, number, 0, new Blob(["klank"]), 1000);
  await store.answer(id, number, "Goed geslapen.", draftId);
}

/** Answer as the server would: `{made}` by draft, or what `answers` itself returns for it. */
function server(t, answers) {
  const asked = [];
  t.mock.method(globalThis, "fetch", async (path) => {
    const draftId = path.split("/").at(-2);
    asked.push(draftId);
    const answer = answers[draftId];
    const content = typeof answer === "function" ? await answer() : answer;
    if (content === undefined) throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(content), { status: content.code ? 404 : 200 });
  });
  return asked;
}

const left = async (user, ...drafts) => {
  const lists = await Promise.all(drafts.map((draft) => kept.list(user, draft)));
  return lists.map(({ length }) => length);
};

test("S22: sound goes with a concept that was made, or a draft that is gone, and stays otherwise", async (t) => {
  for (const draft of ["made", "gone", "open", "unknown"]) await dictated("mia", draft);
  await dictated("other", "made");
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 1000 });
  const asked = server(t, { made: { made: true }, gone: { code: "not_found" }, open: { made: false } });
  await dropMade("mia");
  assert.deepEqual(asked.sort(), ["gone", "made", "open", "unknown"]);
  assert.deepEqual(await left("mia", "made", "gone", "open", "unknown"), [0, 0, 1, 1]);
  assert.deepEqual(await left("other", "made"), [1]);
});

test("S22: what is dictated to the draft while the server is asked stays", async (t) => {
  await dictated("noa", "grows");
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 1000 });
  const asked = server(t, {
    grows: async () => {
      await dictated("noa", "grows", 1);
      return { made: true };
    },
  });
  await dropMade("noa");
  assert.equal(asked.length, 1);
  const [piece, ...others] = await kept.list("noa", "grows");
  assert.deepEqual([piece.number, others.length], [1, 0]);
});

test("S22: a device without kept sound asks nothing", async (t) => {
  const asked = server(t, {});
  await dropMade("nobody");
  assert.deepEqual(asked, []);
});
