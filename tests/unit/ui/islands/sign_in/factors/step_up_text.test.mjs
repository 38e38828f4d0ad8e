/** What the dialog for a second factor promises about the page behind it: only what is so. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { stays } from "../../../../../../voice_report/ui/islands/sign_in/factors/step_up_text.js";

/** Something that was pressed, in a form with fields of these values; without values it is in no form. */
const pressed = (tag, values, { isConnected = true } = {}) => ({
  isConnected,
  matches: (selector) => selector === tag,
  closest: () => (values ? { querySelectorAll: () => values.map((value) => ({ value })) } : null),
});

test("opening a page, or a page that was left, keeps nothing", () => {
  assert.equal(stays(null), "");
  assert.equal(stays(pressed("button", ["Noor"], { isConnected: false })), "");
});

test("what was filled in stays", () => {
  assert.equal(stays(pressed("button", ["", "noor@zorg.example"])), "Wat je invulde, blijft staan.");
});

test("where nothing was filled in, nothing is said to stay", () => {
  assert.equal(stays(pressed("button", ["", "  "])), "");
  assert.equal(stays(pressed("button", null)), "");
});

test("a download begins by itself", () => {
  assert.equal(stays(pressed("a", [""])), "Het downloaden begint daarna vanzelf.");
  assert.equal(stays(pressed("a", ["C-1"])), "Wat je invulde, blijft staan en het downloaden begint vanzelf.");
});
