/** What becomes of 'Voortaan zo schrijven': pressed twice, refused, or answered when the text has changed. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { afterwards, alsoAsked, createRemembering, NOTHING, shownBeside } from "../../../../../voice_report/ui/islands/vocabulary/remembering.js";

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

const TEXT = "metoprolol van Jansen";

test("the offer stays when it failed, goes when it is done, and never comes back", () => {
  const now = alsoAsked(NOTHING, ASKED);
  assert.deepEqual(shownBeside(afterwards(now, ASKED, FAILED, TEXT), TEXT), { asked: ASKED, told: "Geen verbinding." });
  assert.deepEqual(shownBeside(afterwards(now, ASKED, DONE, TEXT), TEXT), { asked: null, told: "Onthouden." });
  assert.deepEqual(afterwards(NOTHING, ASKED, FAILED, TEXT), NOTHING);
  assert.deepEqual(afterwards(NOTHING, ASKED, DONE, TEXT), { waiting: [], told: "Onthouden.", text: TEXT });
});

test("another correction waits until the first is answered", () => {
  const both = alsoAsked(alsoAsked(NOTHING, ASKED), OTHER);
  assert.equal(shownBeside(both, TEXT).asked, ASKED);
  assert.deepEqual(shownBeside(afterwards(both, ASKED, DONE, TEXT), TEXT), { asked: OTHER, told: "Onthouden." });
});

test("what became of one is told until the text changes", () => {
  const done = afterwards(alsoAsked(NOTHING, ASKED), ASKED, DONE, TEXT);
  assert.equal(shownBeside(done, `${TEXT}.`).told, "");
  assert.equal(shownBeside(alsoAsked(done, OTHER), TEXT).told, "Onthouden.");
});

test("a word that is gone from the text is not asked about any more", () => {
  const both = alsoAsked(alsoAsked(NOTHING, ASKED), OTHER);
  assert.equal(shownBeside(both, "van Jansen").asked, OTHER);
  assert.equal(shownBeside(both, "Metoprolol gegeven").asked, ASKED);
  assert.equal(shownBeside(both, undefined).asked, null);
});

test("no more than five wait", () => {
  const words = Array.from({ length: 7 }, (_, at) => ({ heard: "x", word: `woord${at}` }));
  assert.deepEqual(words.reduce(alsoAsked, NOTHING).waiting, words.slice(2));
});
