/** The decisions of the text editor about texts that differ: the field's, the server's and the device's. */
import { cleaned } from "./characters.js";

/**
 * What to do with the server's text `value`. `text` is the field's text, `changedAt` the number of its last change (0:
 * none), `restoredAt` that of the change that was restored from the device, and `savedAt` that of the newest change that
 * the server has saved.
 *
 * "same"; "take" the server's; "send" ours, which is newer; or "arrived": the restored text is part of the server's, so
 * the page's last change did reach it: take the server's and drop the copy on the device.
 */
export function compareWithServer({ text, changedAt, restoredAt }, value, savedAt) {
  if (value === text) return "same";
  if (changedAt > 0 && changedAt === restoredAt && value.includes(text.trim())) return "arrived";
  return changedAt <= savedAt ? "take" : "send";
}

/**
 * What to do with a text that a crash left on this device: "drop" it when the server's text `value` contains it,
 * "restore" it when it belongs to this version of the draft or continues it, else show it as a "leftover".
 */
export function compareWithDevice(stored, value, version) {
  if (value.includes(cleaned(stored.text).trim())) return "drop"; // the server keeps texts cleaned
  return stored.version === version || stored.text.startsWith(value) ? "restore" : "leftover";
}

/** Return the text with the words in this place, and the place of the caret after it. */
export function replaced(text, { start, end }, words, caret) {
  const moved = caret >= end ? caret + words.length - (end - start) : Math.min(caret, start + words.length);
  return { text: text.slice(0, start) + words + text.slice(end), caret: caret <= start ? caret : moved };
}
