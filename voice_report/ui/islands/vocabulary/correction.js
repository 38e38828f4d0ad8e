/** Pure functions about words in a text: which one was corrected, and where a replaced one still stands. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}\p{M}]+)*/gu;
const EDGE = /[\p{L}\p{N}\p{M}'’.-]/u;
const IN_WORD = /[\p{L}\p{N}]/u;
const FEWEST = 3; // letters
const MOST_HEARD = 3; // words that become one: engines cut a name in pieces
const LONGEST = 60; // characters

/**
 * Return {heard, word} when the texts differ in one place, where one word took the place of one that sounds like it (or
 * of at most three that it was cut into); else null.
 */
export function correction(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  while (start > 0 && EDGE.test(before[start - 1])) start -= 1;
  while (end > 0 && EDGE.test(before[before.length - end])) end -= 1;
  if (Math.max(before.length, after.length) - start - end > 2 * LONGEST) return null;
  const heard = trimmed(before.slice(start, before.length - end));
  const word = trimmed(after.slice(start, after.length - end));
  const heardWords = heard.match(WORD) ?? [];
  const words = word.match(WORD) ?? [];
  const fits = words.length === 1 && heardWords.length >= 1 && heardWords.length <= MOST_HEARD;
  if (!fits || word !== words[0] || !isOneRun(heard, heardWords)) return null;
  if (Math.min(heard.length, word.length) < FEWEST || Math.max(heard.length, word.length) > LONGEST) return null;
  if (!isAlike(heard, word, isSentenceStart(before, start))) return null;
  const isOfSentence = isSentenceStart(before, start) && !hasCapitalInside(before, [heard, word]);
  return isOfSentence ? { heard: uncapitalized(heard), word: uncapitalized(word) } : { heard, word };
}

const trimmed = (piece) => piece.replace(/^[\s.,;:!?"“”()'’-]+|[\s.,;:!?"“”()'’-]+$/gu, "");
const isOneRun = (text, words) => words.join(" ") === text.replace(/[\s-]+/gu, " ");
const isSentenceStart = (text, at) => /(^|[.!?…]\s+|\n\s*)$/u.test(text.slice(0, at));

/** Return whether one of these stands with its capital inside a sentence too: then it is a name. */
function hasCapitalInside(text, names) {
  return names.some((name) => places(text, name).some((at) => /^\p{Lu}/u.test(name) && !isSentenceStart(text, at)));
}

/** 'Katheter' is 'katheter' without the capital of its sentence; 'EMDR' and 'OxyContin' keep theirs. */
const uncapitalized = (text) =>
  text.replace(/^(?:IJ|\p{Lu})(?=[^\p{Lu}]*$)/u, (capital) => capital.toLowerCase());

/** Return whether one may be the other misheard: at most two of five letters differ. Another capital is a correction,
 * unless it is that of a sentence. */
function isAlike(heard, word, startsSentence) {
  const [one, other] = [heard, word].map((text) => text.toLowerCase().replace(/[\s-]+/gu, ""));
  if (one === other) return !startsSentence && heard !== word;
  return distance(one, other) <= Math.max(1, Math.floor(0.4 * Math.max(one.length, other.length)));
}

/** Return how many letters have to be added, dropped or replaced. */
export function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row.at(-1);
}

/**
 * Return those of `replaced` ({word, heard, before, after}, in order) that still stand in the text between the words
 * that they were dictated between, with their place `at`, in the order of the text. One that was dictated without a
 * word next to it is found only where no other place can be meant.
 */
export function standing(text, replaced) {
  const found = new Map(); // by place
  const alone = [];
  let from = 0;
  for (const one of replaced) {
    if (!one.before && !one.after) {
      alone.push(one);
      continue;
    }
    const at = place(text, one, from, found);
    if (at < 0) continue;
    found.set(at, { ...one, at });
    from = at + one.word.length;
  }
  for (const word of new Set(alone.map((one) => one.word))) {
    const same = alone.filter((one) => one.word === word);
    const free = places(text, word).filter((at) => !found.has(at));
    if (free.length <= same.length) free.forEach((at, index) => found.set(at, { ...same[index], at }));
  }
  return [...found.values()].sort((one, other) => one.at - other.at);
}

/** The places of a word in a text, not in another word. */
function places(text, word) {
  const found = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!IN_WORD.test(text[at - 1] ?? " ") && !IN_WORD.test(text[at + word.length] ?? " ")) found.push(at);
  }
  return found;
}

/**
 * Where all sides are as they were dictated, after the one before or else before it: what was heard late stands later.
 * Else where one of two sides is: the other may have been edited.
 */
function place(text, { word, before, after }, from, taken) {
  const free = places(text, word).filter((at) => !taken.has(at));
  const inOrder = [...free.filter((at) => at >= from), ...free.filter((at) => at < from)];
  const begins = (at) => text.slice(0, at).endsWith(before);
  const ends = (at) => text.slice(at + word.length).startsWith(after);
  const both = inOrder.find((at) => begins(at) && ends(at));
  if (both !== undefined || !before || !after) return both ?? -1;
  return inOrder.find((at) => at >= from && (begins(at) || ends(at))) ?? -1;
}

/** Return the text with what was heard in place of a replaced word. */
export const putBack = (text, { at, word, heard }) => text.slice(0, at) + heard + text.slice(at + word.length);
