/** What becomes of 'Voortaan zo schrijven': pressed twice, refused, or answered when the text has changed. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { afterwards, alsoAsked, createRemembering, NOTHING, standingIn } from "../../../../../voice_report/ui/islands/vocabulary/remembering.js";

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

const OTHER = { heard: "Janssen", word: "Jansen" };

test("the offer stays when it failed, goes when it is done, and never comes back", () => {
  const now = alsoAsked(NOTHING, ASKED);
  assert.deepEqual(afterwards(now, ASKED, FAILED), { waiting: [ASKED], told: "Geen verbinding." });
  assert.deepEqual(afterwards(now, ASKED, DONE), { waiting: [], told: "Onthouden." });
  assert.deepEqual(afterwards(NOTHING, ASKED, FAILED), NOTHING);
  assert.deepEqual(afterwards(NOTHING, ASKED, DONE), { waiting: [], told: "Onthouden." });
});

test("another correction waits until the first is answered", () => {
  const both = alsoAsked(standingIn(alsoAsked(NOTHING, ASKED), "metoprolol van Jansen"), OTHER);
  assert.deepEqual(both.waiting, [ASKED, OTHER]);
  assert.deepEqual(afterwards(both, ASKED, DONE), { waiting: [OTHER], told: "Onthouden." });
});

test("a word that is gone from the text is not asked about any more", () => {
  const both = alsoAsked(alsoAsked(NOTHING, ASKED), OTHER);
  assert.deepEqual(standingIn(both, "van Jansen").waiting, [OTHER]);
  assert.deepEqual(standingIn(both, "Metoprolol gegeven").waiting, [ASKED]);
});

test("no more than five wait", () => {
  const words = Array.from({ length: 7 }, (_, at) => ({ heard: "x", word: `woord${at}` }));
  assert.deepEqual(words.reduce(alsoAsked, NOTHING).waiting, words.slice(2));
});
