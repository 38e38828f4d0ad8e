/** Which key press means what: never while somebody types, and nothing that a browser or a button needs itself. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { shortcutOf } from "../../../../../voice_report/ui/shell/browser/shortcut_keys.js";

/** A key press on an element of this kind: its `closest` finds the selectors that name it. */
const press = (key, { on = "main", ...rest } = {}) => ({
  key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, isComposing: false,
  defaultPrevented: false, target: { closest: (selectors) => selectors.split(", ").includes(on) || null }, ...rest,
});
const target = (key, options) => shortcutOf(press(key, options))?.target;

test("each key has its button, on a Mac with Cmd", () => {
  assert.equal(target(" "), "key-talk");
  assert.equal(target("Enter", { ctrlKey: true }), "key-make");
  assert.equal(target("Enter", { metaKey: true }), "key-make");
  assert.equal(target("C", { ctrlKey: true, shiftKey: true }), "key-copy");
  assert.equal(target("?", { shiftKey: true }), "");
});

test("who types, writes: only a key with Ctrl works in a field", () => {
  for (const on of ["textarea", "input", "select", "[contenteditable]"]) {
    assert.equal(shortcutOf(press(" ", { on })), undefined);
    assert.equal(shortcutOf(press("?", { on, shiftKey: true })), undefined);
    assert.equal(target("Enter", { on, ctrlKey: true }), "key-make");
  }
  assert.equal(shortcutOf(press("?", { isComposing: true })), undefined);
});

test("the space bar presses the button that has the focus, and nothing else", () => {
  for (const on of ["button", "a", "summary", "[role=button]"]) assert.equal(shortcutOf(press(" ", { on })), undefined);
});

test("copying a word, scrolling back, a held key and what another handler took stay what they are", () => {
  assert.equal(shortcutOf(press("c", { ctrlKey: true })), undefined);
  assert.equal(shortcutOf(press(" ", { shiftKey: true })), undefined);
  assert.equal(shortcutOf(press("Enter")), undefined);
  assert.equal(shortcutOf(press("Enter", { ctrlKey: true, altKey: true })), undefined);
  assert.equal(shortcutOf(press(" ", { repeat: true })), undefined);
  assert.equal(shortcutOf(press(" ", { defaultPrevented: true })), undefined);
});
