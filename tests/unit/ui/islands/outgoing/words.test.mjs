/* What the sheet says about what leaves, and what its author may choose there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changedSince,
  mayStay,
  reasonOf,
  replacing,
  staying,
  summaryOf,
  titleOf,
  unitsOf,
} from "../../../../../voice_report/ui/islands/outgoing/words.js";

const NAME = { sent: "[NAAM-1]", said: "Zwofflon", kind: "NAAM", reason: "unusual", mayKeep: true };
const PIECES = [{ sent: "Bij ", said: "" }, NAME, { sent: ", Ursula’s duwtje.\nZe at.", said: "" }];

test("the units of a text are all of it, in order, with its words apart", () => {
  const units = unitsOf(PIECES);
  assert.equal(units.map(({ sent }) => sent).join(""), PIECES.map(({ sent }) => sent).join(""));
  const pressed = units.filter(({ isMask, isWord }) => isMask || isWord).map(({ sent }) => sent);
  assert.deepEqual(pressed, ["Bij", "[NAAM-1]", "Ursula’s", "duwtje", "Ze", "at"]);
  assert.deepEqual(units.map(({ at }) => at), [...units.keys()]);
});

test("how much is replaced is said in words", () => {
  const of = (counts, form = "pseudonymised") => summaryOf({ form, counts });
  assert.equal(of({ NAAM: 1 }), "1 gegeven vervangen. De rest gaat zoals het hier staat.");
  assert.equal(of({ NAAM: 7, BSN: 1 }), "8 gegevens vervangen. De rest gaat zoals het hier staat.");
  assert.equal(of({}), "Er hoeft niets te worden vervangen.");
  assert.equal(of({}, "plain"), "Alles gaat zoals het hier staat.");
});

test("the title names who gets it, and when it was sent", () => {
  const found = { party: "Taaldienst", form: "pseudonymised", refusal: "" };
  assert.equal(titleOf(undefined), "Wat er wordt verstuurd");
  assert.equal(titleOf({ ...found, refusal: "case" }), "Wat er wordt verstuurd");
  assert.equal(titleOf(found), "Dit gaat naar Taaldienst");
  const sent = { ...found, sentAt: "2026-11-28T13:03:00Z", sameAsSent: true };
  assert.equal(titleOf(sent), "Dit is verstuurd naar Taaldienst, 14.03 uur");
  assert.equal(titleOf({ ...sent, sameAsSent: false }), "Dit gaat naar Taaldienst");
});

test("what changed since is said, and only then", () => {
  const sentAt = "2026-11-28T13:03:00Z";
  assert.equal(changedSince({ sentAt: null }), "");
  assert.equal(changedSince({ sentAt, sameText: true, sameAsSent: true }), "");
  const names = "Sindsdien is de lijst met namen veranderd: zo zou het nu gaan.";
  assert.equal(changedSince({ sentAt, sameText: true, sameAsSent: false }), names);
  assert.match(changedSince({ sentAt, sameText: false, sameAsSent: false }), /^Sindsdien is je tekst veranderd/);
  assert.match(changedSince({ sentAt, sameText: true, sameAsSent: null }), /^Er is tekst verstuurd\. Welke tekst/);
  const now = { refusal: "policy", form: "here" };
  assert.match(changedSince({ sentAt, sameText: false, sameAsSent: false, ...now }), /: wat er is verstuurd, is niet meer/);
});

test("why something is replaced", () => {
  assert.equal(reasonOf(NAME), "Geen gewoon woord");
  assert.equal(reasonOf({ reason: "shape", kind: "TELEFOON" }), "Telefoonnummer");
  assert.equal(reasonOf({ reason: "shape", kind: "DATUM" }), "Datum");
  assert.equal(reasonOf({ reason: "shape", kind: "NUMMER" }), "Nummer");
  assert.equal(reasonOf({ reason: "known", kind: "PERSOON" }), "Cliënt van jullie");
});

test("choices of a draft: a word is in one list, and goes out of the other", () => {
  const none = { replace: [], keep: [] };
  assert.deepEqual(replacing(none, "Duwtje"), { replace: ["Duwtje"], keep: [] });
  assert.deepEqual(replacing({ replace: ["duwtje"], keep: ["DUWTJE"] }, "Duwtje"), { replace: ["Duwtje"], keep: [] });
  assert.deepEqual(staying(none, "Zwofflon"), { replace: [], keep: ["Zwofflon"] });
  assert.deepEqual(staying({ replace: ["duwtje"], keep: [] }, "Duwtje"), none);
  assert.equal(mayStay(none, NAME), true);
  assert.equal(mayStay(none, { ...NAME, mayKeep: false }), false);
  assert.equal(mayStay({ replace: ["zwofflon"], keep: [] }, { ...NAME, mayKeep: false }), true);
});
