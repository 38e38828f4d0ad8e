/** What becomes of 'Voortaan zo schrijven': pressed twice, refused, or answered when the text has changed. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { afterwards, createRemembering } from "../../../voice_report/ui/words/remembering.js";

const ASKED = { heard: "metropolol", word: "metoprolol" };
const DONE = { told: "Onthouden.", isDone: true };
const FAILED = { told: "Geen verbinding.", isDone: false };

test("a second press before the answer asks nothing", async () => {
  const { promise, resolve } = Promise.withResolvers();
  const sent = [];
  const remember = createRemembering((json) => {
    sent.push(json);
    return promise;
  });
  const first = remember(ASKED, "mine");
  assert.equal(await remember(ASKED, "mine"), null);
  assert.equal(await remember(ASKED, "organization"), null);
  resolve({ answer: { word: { status: "actief" } } });
  assert.deepEqual(await first, DONE);
  assert.deepEqual(sent, [{ ...ASKED, scope: "mine" }]);
});

test("a failure says why and may be tried again", async () => {
  const answers = [{ error: "Geen verbinding." }, { answer: { word: { status: "voorstel" } } }];
  const remember = createRemembering(async () => answers.shift());
  assert.deepEqual(await remember(ASKED, "organization"), FAILED);
  assert.deepEqual(await remember(ASKED, "organization"), { told: "Voorgesteld.", isDone: true });
});

test("the offer stays when it failed, goes when it is done, and never comes back", () => {
  const now = { asked: ASKED, told: "" };
  assert.deepEqual(afterwards(now, ASKED, FAILED), { asked: ASKED, told: "Geen verbinding." });
  assert.deepEqual(afterwards(now, ASKED, DONE), { asked: null, told: "Onthouden." });
  const gone = { asked: null, told: "" };
  assert.deepEqual(afterwards(gone, ASKED, FAILED), gone);
  assert.deepEqual(afterwards(gone, ASKED, DONE), { asked: null, told: "Onthouden." });
  const other = { asked: { heard: "Janssen", word: "Jansen" }, told: "" };
  assert.equal(afterwards(other, ASKED, DONE), other);
});
