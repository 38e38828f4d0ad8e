/** What is said of a chosen recording. */
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  haltedWords, problemWords, progressWords, sentWords, sizeWords, waitsWords,
} from "../../../../../../voice_report/ui/islands/recorder/chosen/words.js";

test("progress in whole minutes, of a short one in seconds", () => {
  assert.equal(progressWords({ done: 0, total: 0 }), "De opname wordt gelezen...");
  assert.equal(progressWords({ done: 779, total: 1864 }), "12 van 31 minuten uitgeschreven");
  assert.equal(progressWords({ done: 1864, total: 1864 }), "31 van 31 minuten uitgeschreven");
  assert.equal(progressWords({ done: 12.7, total: 40.2 }), "12 van 40 seconden uitgeschreven");
  assert.equal(sentWords(0.427), "42 procent verstuurd");
  assert.equal(sentWords(1), "De opname wordt gelezen...");
});

test("a size is said with its length where that is known", () => {
  assert.equal(sizeWords({ seconds: 1864, size: 14.3 * 1024 * 1024 }), "31 minuten, 14 MB");
  assert.equal(sizeWords({ seconds: 42, size: 400_000 }), "42 seconden, 0,4 MB");
  assert.equal(sizeWords({ seconds: null, size: 300 }), "0,1 MB");
});

test("our own words for what we know, the server's for the rest", () => {
  assert.equal(problemWords({ code: "unreadable_audio", sentence: "Beveiligd." })[0], "Beveiligd.");
  assert.equal(problemWords({ code: "wrong_media", sentence: "x" })[0], "Dit bestand is geen geluidsopname.");
  assert.deepEqual(problemWords({ code: "new", sentence: "Dat gaat niet." }), ["Dat gaat niet.", ""]);
  assert.deepEqual(problemWords({}), ["De server neemt dit bestand niet aan.", ""]);
});

test("a wait says how long, and what happens by itself", () => {
  const [what, text] = waitsWords({ kind: "crowded", sentence: "Er zijn al twee opnames bezig.", seconds: 40 }, false);
  assert.equal(what, "Er zijn al twee opnames bezig.");
  assert.equal(text, "Over ongeveer een halve minuut proberen we het vanzelf opnieuw. Laat deze pagina open.");
  assert.notDeepEqual(waitsWords({ kind: "offline" }, true), waitsWords({ kind: "offline" }, false));
});

test("a recording of which the server has a part says which", () => {
  const sentence = "Opname voor 12 van 31 minuten verwerkt. Kies het bestand opnieuw om verder te gaan.";
  assert.deepEqual(haltedWords({ code: "", sentence }), ["Je opname", sentence]);
  assert.equal(haltedWords({ code: "too_long" })[0], "Deze opname is te lang.");
});
