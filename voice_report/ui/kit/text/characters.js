/**
 * Cleans text from outside: what is invisible is left out, what looks the same is written one way. The server does the
 * same (voice_report/dutch/characters.py); tests/unit/characters.json has the test vectors that both must pass.
 */
const LINE_BREAK = /\r\n|[\r\v\f\x85\u2028\u2029]/g;
const SEPARATOR = /[\x1c-\x1f]/g;
const CONTROL = /[\x80-\x9f]/g;
/** The characters that Windows-1252 has for these numbers, from 0x80 on; a space where it has none. */
const WINDOWS = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

const EMOJI = "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2900-\u297f\u2b00-\u2bff\u{1f000}-\u{1faff}]";
const STYLED = `${EMOJI}[\ufe0e\ufe0f]?(?:[\u{1f3fb}-\u{1f3ff}]\ufe0f?)?`;
const KEPT = `(\u{1f3f4}[\u{e0020}-\u{e007e}]{2,8}\u{e007f}|${STYLED}(?:\u200d${STYLED})*|[0-9#*]\ufe0f\u20e3)`;
const UNSEEN =
  "[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f" +
  "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\\ud800-\\udfff" +
  "\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]+";
const LEFT_OUT = new RegExp(`${KEPT}|${UNSEEN}`, "gu");

const SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const HYPHEN = /[\u2010\u2011]/g;
const SHAPED =
  /[\u0132\u0133\u2126\u212a\u212b\ufb00-\ufb06\uff05\uff07\uff0c\uff0e\uff0f\uff10-\uff1a\uff21-\uff3a\uff41-\uff5a\u{1d7ce}-\u{1d7ff}]/gu;
const APOSTROPHE = /(\p{L})[\u0060\u00b4\u02b9\u02bc\u02c8\u201b\u2032](?=\p{L})/gu;
const ACCENTED = /\p{L}[\u0300-\u036f]{1,4}(?![\u0300-\u036f])/gu;

export function cleaned(text) {
  return text
    .replace(LINE_BREAK, "\n")
    .replace(SEPARATOR, " ")
    .replace(CONTROL, (found) => WINDOWS[found.charCodeAt(0) - 0x80].trim())
    .replace(LEFT_OUT, "$1")
    .replace(SPACE, " ")
    .replace(HYPHEN, "-")
    .replace(SHAPED, (found) => found.normalize("NFKC"))
    .replace(ACCENTED, (found) => found.normalize("NFC"))
    .replace(APOSTROPHE, "$1'");
}
