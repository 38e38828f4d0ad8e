/** A text in parts that each fit in a field of a record system. Nothing is lost: only white space where it was cut. */

/** More parts than these are not offered. */
export const MOST_PARTS = 20;

const segmenter = (granularity) => (Intl.Segmenter ? new Intl.Segmenter("nl", { granularity }) : null);
const [SENTENCES, CHARACTERS] = [segmenter("sentence"), segmenter("grapheme")];

/** Return the length of a text in UTF-16 units, as `maxlength` counts it; a line break counts as `enter` of them. */
export function count(text, enter = 1) {
  return enter === 1 ? text.length : text.length + (enter - 1) * (text.split("\n").length - 1);
}

/** Return the parts of a text, each of at most `limit` by `count`, cut between sentences, else between words, else
    between characters; [] for more than `MOST_PARTS`. */
export function parts(text, limit, enter = 1) {
  const found = [];
  let rest = text;
  while (count(rest, enter) > limit) {
    if (found.length === MOST_PARTS - 1) return [];
    const most = fitting(rest, limit, enter);
    const at = lastStart(SENTENCES, rest, most) || lastSpace(rest, most) || lastStart(CHARACTERS, rest, most) || firstLength(rest, most);
    const part = rest.slice(0, at).trimEnd();
    if (part) found.push(part);
    rest = rest.slice(at).trimStart();
  }
  return rest ? [...found, rest] : found;
}

/* How many units from the start fit; white space behind them does too, because it goes at a cut. */
function fitting(text, limit, enter) {
  let [at, length] = [0, 0];
  for (; at < text.length; at += 1) {
    length += text[at] === "\n" ? enter : 1;
    if (length > limit) break;
  }
  while (at < text.length && /\s/.test(text[at])) at += 1;
  return at;
}

/* Where the last segment begins that begins at or before `most`; 0 when that is the first, or nothing can tell. */
function lastStart(kind, text, most) {
  let last = 0;
  for (const { index } of kind?.segment(text.slice(0, most + 2)) ?? []) if (index <= most) last = index;
  return last;
}

function lastSpace(text, most) {
  let at = most;
  while (at > 0 && !/\s/.test(text[at - 1]) && !/\s/.test(text[at])) at -= 1;
  return at;
}

/* The length of the first character, which may be more than fits; without a segmenter no pair of units is cut. */
function firstLength(text, most) {
  const [first] = CHARACTERS?.segment(text.slice(0, 100)) ?? [];
  if (first) return first.segment.length;
  const isPair = text.codePointAt(Math.max(0, most - 1)) > 0xffff;
  return Math.max(isPair ? most - 1 : most, text.codePointAt(0) > 0xffff ? 2 : 1);
}
