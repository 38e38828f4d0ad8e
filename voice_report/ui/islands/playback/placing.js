/**
 * Where the words of the kept sound stand in a text that has been edited since: pure functions.
 *
 * What was heard is compared with the text word by word, so a mark survives typing around it, a reload and a change in
 * another window, and is gone once its word is changed.
 */
export const MISSED = "[onverstaanbaar]";
const DOUBTED = "[onzeker]";
const TOKEN = /\[onverstaanbaar\]|\[onzeker\]|(?:(?!\[onverstaanbaar\]|\[onzeker\])\S)+/g;
const CORE = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;
const MOST_CELLS = 250_000; // of the table in `longest`

/** Return the words of a text with their place in it: {core, start, end}, without the punctuation around them. */
export function tokens(text) {
  return [...text.matchAll(TOKEN)].map(({ 0: whole, index }) => {
    if (whole === MISSED || whole === DOUBTED) return { core: whole, start: index, end: index + whole.length };
    const found = whole.match(CORE);
    const [core, start] = found ? [found[0], index + found.index] : [whole, index];
    return { core, start, end: start + core.length };
  });
}

/** Return for each word of `one` its index in `other`, or -1: the words both have, in the same order. */
export function align(one, other) {
  const found = new Int32Array(one.length).fill(-1);
  const work = [[0, one.length, 0, other.length]];
  while (work.length) {
    let [a, aEnd, b, bEnd] = work.pop();
    while (a < aEnd && b < bEnd && one[a] === other[b]) found[a++] = b++;
    while (a < aEnd && b < bEnd && one[aEnd - 1] === other[bEnd - 1]) found[--aEnd] = --bEnd;
    if (a === aEnd || b === bEnd) continue;
    const anchors = rising(onceInBoth(one, a, aEnd, other, b, bEnd));
    if (!anchors.length) {
      if ((aEnd - a) * (bEnd - b) <= MOST_CELLS) longest(found, one, a, aEnd, other, b, bEnd);
      continue;
    }
    for (const [x, y] of anchors) {
      found[x] = y;
      work.push([a, x, b, y]);
      [a, b] = [x + 1, y + 1];
    }
    work.push([a, aEnd, b, bEnd]);
  }
  return found;
}

/** Return [index in one, index in other] of the words that both stretches have exactly once. */
function onceInBoth(one, a, aEnd, other, b, bEnd) {
  const once = (words, from, to) => {
    const places = new Map();
    for (let at = from; at < to; at += 1) places.set(words[at], places.has(words[at]) ? -1 : at);
    return places;
  };
  const there = once(other, b, bEnd);
  const pairs = [...once(one, a, aEnd)].map(([word, at]) => [at, there.get(word) ?? -1]);
  return pairs.filter(([x, y]) => x >= 0 && y >= 0).sort(([x], [y]) => x - y);
}

/** Return the longest part of these pairs in which the second numbers rise too. */
function rising(pairs) {
  const ends = []; // per length: the index of the pair with the lowest end
  const before = new Int32Array(pairs.length);
  pairs.forEach(([, y], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]][1] < y) low = middle + 1;
      else high = middle;
    }
    before[index] = low ? ends[low - 1] : -1;
    ends[low] = index;
  });
  const kept = [];
  for (let at = ends.length ? ends.at(-1) : -1; at >= 0; at = before[at]) kept.push(pairs[at]);
  return kept.reverse();
}

/** Fill in the longest common sequence of two short stretches. */
function longest(found, one, a, aEnd, other, b, bEnd) {
  const width = bEnd - b + 1;
  const lengths = new Uint16Array((aEnd - a + 1) * width);
  for (let x = aEnd - 1; x >= a; x -= 1) {
    for (let y = bEnd - 1; y >= b; y -= 1) {
      const at = (x - a) * width + (y - b);
      lengths[at] = one[x] === other[y] ? lengths[at + width + 1] + 1 : Math.max(lengths[at + width], lengths[at + 1]);
    }
  }
  for (let [x, y] = [a, b]; x < aEnd && y < bEnd; ) {
    const at = (x - a) * width + (y - b);
    if (one[x] === other[y]) found[x++] = y++;
    else if (lengths[at + width] >= lengths[at + 1]) x += 1;
    else y += 1;
  }
}

/**
 * Return the words of one answer with their moments, as {core, piece, from, to, isUnsure}; times in ms. A word that was
 * written for others, which the engine heard, has their time and is as unsure as they were.
 */
function heardWords(piece, { text, words = [] }) {
  const own = tokens(text);
  const said = words.map(({ word }) => tokens(word)[0]?.core ?? word);
  const moments = new Array(own.length);
  let [word, at] = [0, 0];
  const places = align(said, own.map(({ core }) => core));
  for (let next = 0; next <= words.length; next += 1) {
    if (next < words.length && places[next] < 0) continue;
    const place = next < words.length ? places[next] : own.length;
    if (next > word) moments.fill(spanOf(words.slice(word, next)), at, place);
    if (next < words.length) moments[place] = words[next];
    [word, at] = [next + 1, place + 1];
  }
  return own.map(({ core }, index) => {
    const isMark = core === MISSED || core === DOUBTED;
    const { start = 0, end = piece.ms, unsure = false } = (!isMark && moments[index]) || {};
    return { core, piece, from: start, to: end, isUnsure: unsure || core === DOUBTED };
  });
}

const spanOf = (words) => ({
  start: words[0].start,
  end: words.at(-1).end,
  unsure: words.some(({ unsure }) => unsure),
});

/**
 * Return what of a text can be listened to: {missed, unsure}, in the order of the text.
 *
 * `missed`: every mark of what was not understood, {start, end, piece, canRetry}; `piece` is null when its sound is
 * gone, and only a mark that stands for a whole piece can be asked again. `unsure`: {start, end, word, piece, from, to}.
 */
export function look(text, pieces) {
  const own = tokens(text);
  const heard = pieces.flatMap((piece) => [
    ...heardWords(piece, piece),
    ...(piece.again ? heardWords(piece, piece.again) : []),
  ]);
  const owners = new Array(own.length);
  const places = align(heard.map(({ core }) => core), own.map(({ core }) => core));
  places.forEach((at, index) => {
    if (at >= 0) owners[at] = heard[index];
  });
  const missed = [];
  const unsure = [];
  own.forEach(({ core, start, end }, index) => {
    const owner = owners[index];
    if (core === MISSED) {
      const piece = owner?.piece ?? null;
      missed.push({ start, end, piece, canRetry: piece?.text.trim() === MISSED });
    } else if (owner?.isUnsure) {
      unsure.push({ start, end, word: core, piece: owner.piece, from: owner.from, to: owner.to });
    }
  });
  return { missed, unsure };
}

/** 'En nog 3 plekken.' of the places that are not listed; null when all are. */
export function unlisted(count, most) {
  const more = count - most;
  if (more <= 0) return null;
  return more === 1 ? "En nog 1 plek verderop in je tekst." : `En nog ${more} plekken verderop in je tekst.`;
}

const AROUND = 32;

/** Return the words just before and after a place, as they stand in the text. */
export function around(text, { start, end }) {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return [
    start > AROUND ? `…${before.replace(/^\S*\s/, "")}` : before,
    end + AROUND < text.length ? `${after.replace(/\s\S*$/, "")}…` : after,
  ];
}
