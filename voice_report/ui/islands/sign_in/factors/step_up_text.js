/** What the dialog for a second factor says about the page behind it. */

/** What a person presses: a file that asks first is a link with the reason why. */
export const PRESSED = "button, a[download][data-reason], label:has(input[type=radio])";

const WRITTEN = "textarea, input:not([type=radio], [type=checkbox], [type=hidden], [type=file])";

/** What stays, and continues by itself, after `pressed` was pressed; "" where nothing was filled in: opening a page. */
export function stays(pressed) {
  if (!pressed?.isConnected) return "";
  const fields = [...(pressed.closest("form, dialog")?.querySelectorAll(WRITTEN) ?? [])];
  const kept = fields.some(({ value }) => value.trim());
  if (!pressed.matches("a")) return kept ? "Wat je invulde, blijft staan." : "";
  return kept ? "Wat je invulde, blijft staan en het downloaden begint vanzelf." : "Het downloaden begint daarna vanzelf.";
}
