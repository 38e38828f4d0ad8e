/* The text in parts, [part, found]: found parts are occurrences of one of the words, whatever their capitals and accents,
   as the search of the archive compares them (word_match.py). */
export function marked(text, words) {
  const terms = (words || "").split(/\s+/).filter(Boolean).slice(0, 8).map(letters).filter(Boolean);
  if (!terms.length) return [[text, false]];
  const either = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).sort((a, b) => b.length - a.length);
  const { letters: bared, at } = plain(text);
  const parts = [];
  let done = 0;
  for (const { index, 0: found } of bared.matchAll(new RegExp(either.join("|"), "g"))) {
    const [start, end] = [at[index], at[index + found.length]];
    parts.push([text.slice(done, start), false], [text.slice(start, end), true]);
    done = end;
  }
  return [...parts, [text.slice(done), false]].filter(([part]) => part);
}

/* The letters of a word that count in a search. */
function letters(word) {
  return plain(word).letters.slice(0, 40);
}

/* The text without capitals and accents, and the place in the text of each of its letters and of its end. */
function plain(text) {
  let letters = "";
  const at = [];
  for (let place = 0; place < text.length; place += 1) {
    const letter = bare(text[place]);
    letters += letter;
    if (letter) at.push(place);
  }
  return { letters, at: [...at, text.length] };
}

const WIDE = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/;
const UNSEEN = /[\u0300-\u036f\u00ad\u034f\u200b-\u200f\u2060-\u2064\ufeff'’‘‛`´ʹʼˈ′]/g;

/* A letter without accent in lower case; nothing for what is not seen by itself. */
function bare(letter) {
  const found = letter.replace(WIDE, (wide) => wide.normalize("NFKC")).normalize("NFD").replace(UNSEEN, "");
  const lower = [found.toUpperCase().toLowerCase(), found.toLowerCase()].find(({ length }) => length <= 1);
  return found.length > 1 ? letter : (lower ?? letter);
}
