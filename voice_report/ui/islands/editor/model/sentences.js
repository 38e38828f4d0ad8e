/** The sentences that were compared with the dictation, found back in the report that is on screen. */
import { wordsOf } from "../../../kit/text/markdown.js";

/**
 * Return for each block of each section its sentences, as [{index, start, end}] in the words of the block. `sentences`
 * ({text, section}) are in the order of the report, with single spaces. The report may have been changed since they
 * were compared: what is not found is left out.
 */
export function located(sections, sentences) {
  let next = 0;
  return sections.map(({ title, blocks, isEmpty }) => {
    const titles = new Set([title, ...blocks.filter(({ kind }) => kind === "heading").map(wordsOf)].map(plain));
    return blocks.map((block) => {
      if (isEmpty || block.kind === "heading") return [];
      const { text, positions } = collapsed(wordsOf(block));
      const found = [];
      let from = 0;
      for (let index = next; index < sentences.length && from < text.length; index += 1) {
        if (!titles.has(plain(sentences[index].section))) continue;
        const at = text.indexOf(sentences[index].text, from);
        if (at < 0) continue;
        from = at + sentences[index].text.length;
        next = index + 1;
        found.push({ index, start: positions[at], end: positions[from - 1] + 1 });
      }
      return found;
    });
  });
}

const plain = (title) => title.replace(/\s+/g, " ").trim().toLowerCase();

/**
 * Return where `piece` is in `words` between `from` and `to`, as whole words or a whole number: [[start, end], ...].
 * '2,5 mg' is not in '12,5 mg'.
 */
export function places(words, piece, from, to) {
  const found = [];
  for (let at = words.indexOf(piece, from); at >= 0 && at + piece.length <= to; at = words.indexOf(piece, at + 1)) {
    const isWhole = !/[\p{L}\p{N}]$|[\p{N}][.,:]$/u.test(words.slice(0, at)) && !/^(?:[\p{L}\p{N}]|[.,:]\p{N})/u.test(words.slice(at + piece.length));
    if (isWhole) found.push([at, at + piece.length]);
  }
  return found;
}

/** Collapse white space to single spaces; `positions` are the places of the characters in `words`. */
function collapsed(words) {
  const positions = [];
  let text = "";
  for (let at = 0; at < words.length; at += 1) {
    const isSpace = /\s/.test(words[at]);
    if (isSpace && (text === "" || text.endsWith(" "))) continue;
    text += isSpace ? " " : words[at];
    positions.push(at);
  }
  return { text, positions };
}

/**
 * Cut a block's lines of runs at the sentences and, within these, at `marks` ([{start, end, level}] in the words of the
 * block). Returns pieces in order, [{index, runs: [{text, style, level}]}]; `index` is null for what is no sentence.
 */
export function pieces(block, sentences, marks) {
  const found = [];
  let at = 0;
  const add = (text, style) => {
    for (const part of cut(text, at, [...sentences, ...marks])) {
      const index = sentences.find(({ start, end }) => start <= at && at < end)?.index ?? null;
      const level = marks.find(({ start, end }) => start <= at && at < end)?.level ?? "";
      if (found.at(-1)?.index !== index) found.push({ index, runs: [] });
      found.at(-1).runs.push({ text: part, style, level });
      at += part.length;
    }
  };
  block.lines.forEach((line, number) => {
    if (number) add("\n", "");
    for (const [text, style] of line) add(text, style);
  });
  return found;
}

/** Cut a text that begins at `from` at every start and end that lies within it. */
function cut(text, from, ranges) {
  const edges = ranges.flatMap(({ start, end }) => [start - from, end - from]);
  const inside = [...new Set(edges.filter((edge) => edge > 0 && edge < text.length))].sort((a, b) => a - b);
  return [0, ...inside].map((edge, at) => text.slice(edge, inside[at] ?? text.length)).filter(Boolean);
}
