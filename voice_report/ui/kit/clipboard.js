import { atMost } from "./at_most.js";

const ANSWERS_WITHIN_MS = 15_000;

/** Copy, from the handler of a press. As HTML next to plain text where that is given, so that a word processor gets
 * headings and lists; older browsers get the plain text. Rejects when the browser refuses, or does not answer. */
export async function copy(plain, html) {
  const isCopied = await atMost(ANSWERS_WITHIN_MS, written(plain, html).then(() => true));
  if (!isCopied) throw new Error("the clipboard does not answer");
}

async function written(plain, html) {
  if (!html || typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(plain);
  const forms = { "text/plain": plain, "text/html": html };
  const blobs = Object.entries(forms).map(([type, text]) => [type, new Blob([text], { type })]);
  return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
}
