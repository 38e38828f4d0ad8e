/** The keys that press a button of the page: what is shown of them, and which press means which. */

/** `target`: the class of the button that it presses; `withControl`: with Ctrl, or Cmd on a Mac. */
export const SHORTCUTS = [
  { target: "key-talk", key: " ", keys: ["Spatie"], does: "Opname starten, pauzeren en hervatten" },
  { target: "key-make", key: "enter", withControl: true, keys: ["Ctrl", "Enter"], does: "Concept maken" },
  { target: "key-copy", key: "c", withControl: true, withShift: true, keys: ["Ctrl", "Shift", "C"], does: "Kopiëren" },
  { target: "", key: "?", keys: ["?"], does: "Deze lijst" },
];

const FIELDS = "input, textarea, select, [contenteditable]";
/** Elements that have a meaning of their own for the space bar. */
const PRESSED = "button, a, summary, label, audio, video, [role=button], [role=tab], [role=option], [role=switch]";

/**
 * Return the shortcut that a `keydown` means, or undefined. A key without Ctrl belongs to the field or the button that
 * has the focus; a key that is held down, or that writes a letter with other keys, means nothing.
 */
export function shortcutOf(event) {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, defaultPrevented, target } = event;
  if (repeat || isComposing || defaultPrevented || altKey) return undefined;
  const found = SHORTCUTS.find((one) => one.key === key.toLowerCase());
  if (!found || (ctrlKey || metaKey) !== Boolean(found.withControl)) return undefined;
  if (found.key !== "?" && shiftKey !== Boolean(found.withShift)) return undefined; // '?' is typed with Shift
  if (!found.withControl && target.closest(FIELDS)) return undefined;
  if (found.key === " " && target.closest(PRESSED)) return undefined;
  return found;
}
