/**
 * Parses the report's small markdown dialect for the screen. voice_report/reporting/markdown.py describes the dialect and parses
 * it in the same way for copies and downloads; tests/unit/markdown.json has the test vectors that both must pass.
 *
 * A run is [text, style]; style is "", "b" (bold), "i" (italic) or "bi".
 */
import { cleaned } from "./characters.js";

const HEADING = /^(#{1,6})(?=\s|$)/;
const UNDERLINE = /^(?:={3,}|-{3,})$/;
const RULE = /^([-*_])(?:\s*\1){2,}$/;
const ITEM = /^(?:[-*]|(0|[1-9][0-9]{0,8})\.)\s+/;
const DEEPEST = 5;

const MARK = /\\([!-/:-@[-`{-~])|(\*+|_+)/g;
const TO_ESCAPE = /[\\`*[\]_]/g;
const BEGINS_IN_WORD = /^[\p{L}\p{N}]/u;
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const LINE_START = /^(?:[0-9]+(?=[.)](?:\s|$))|(?=[#>+~=-]))/;

/**
 * @returns {({kind: "heading", level: number, lines: Run[][]} | {kind: "text", lines: Run[][]}
 *   | {kind: "item", depth: number, number: number | null, lines: Run[][]})[]}
 */
export function blocks(markdown) {
  return placedBlocks(markdown).map(({ first, last, ...block }) => block);
}

/** Return the blocks, each with its `first` and `last` line in `cleaned(markdown)`, counted from 0. */
export function placedBlocks(markdown) {
  const found = [];
  let growing = null;
  let indents = []; // of the items that may be parents of the next item
  const add = (at, block) => found.push({ first: at, last: at, ...block }) && found.at(-1);
  for (const [at, raw] of cleaned(markdown).split("\n").entries()) {
    const line = raw.trim();
    const heading = line.match(HEADING);
    const item = line.match(ITEM);
    if (!line) {
      growing = null;
    } else if (growing?.kind === "text" && growing.lines.length === 1 && UNDERLINE.test(line)) {
      Object.assign(growing, { kind: "heading", level: line[0] === "=" ? 1 : 2, last: at });
      growing = null;
    } else if (RULE.test(line)) {
      [growing, indents] = [null, []];
    } else if (heading) {
      add(at, { kind: "heading", level: heading[1].length, lines: title(line.slice(heading[0].length)) });
      [growing, indents] = [null, []];
    } else if (item) {
      const number = item[1] === undefined ? null : Number(item[1]);
      const lines = [runs(line.slice(item[0].length))];
      growing = add(at, { kind: "item", depth: depthOf(indents, columns(raw)), number, lines });
    } else if (growing && (growing.kind === "text" || /^\s/.test(raw))) {
      growing.lines.push(runs(line));
      growing.last = at;
    } else {
      growing = add(at, { kind: "text", lines: [runs(line)] });
      indents = [];
    }
  }
  return found;
}

const SILENT = /^niet besproken\.?$/i;

/** Whether a block says that its section was not discussed. */
export const isSilent = ({ kind, lines }) =>
  kind === "text" && lines.length === 1 && SILENT.test(lines[0].map(([text]) => text).join(""));

/** Return the words as they are copied and downloaded: items after a dash or their number. */
export const plainText = (markdown) => plainOf(placedBlocks(markdown));

/** Return the words of placed blocks: a heading directly above its text, and one blank line above a heading. */
export function plainOf(blocks) {
  const lines = [];
  let above = null;
  for (const block of blocks) {
    if (!block.lines.length) continue; // an empty heading
    const isApart = block.kind === "heading" || (above?.kind !== "heading" && block.first > above?.last + 1);
    if (above && isApart) lines.push("");
    lines.push(...plainLines(block));
    above = block;
  }
  return lines.length ? `${lines.join("\n")}\n` : "";
}

/** Return the words of a block, its lines separated by line breaks. */
export const wordsOf = ({ lines }) => lines.map((line) => line.map(([text]) => text).join("")).join("\n");

/** Items at the depth of the first item, with their children; a change between numbers and bullets starts a new list. */
export function listsOf(items) {
  const lists = [];
  for (const item of items) {
    const list = lists.at(-1);
    if (list && item.depth > items[0].depth) list.items.at(-1).below.push(item);
    else if (list && (list.number === null) === (item.number === null)) list.items.push({ item, below: [] });
    else lists.push({ number: item.number, items: [{ item, below: [] }] });
  }
  return lists;
}

/** Convert typed text to markdown that renders as exactly that text; a line with a marker is an item of a list. */
export function fromPlainText(text) {
  return cleaned(text).replace(/\n$/, "").split("\n").map((raw) => asMarkdown(raw, raw.trim())).join("\n");
}

function plainLines(block) {
  const [first, ...others] = wordsOf(block).split("\n");
  if (block.kind !== "item") return [first, ...others];
  const margin = "  ".repeat(block.depth);
  return [`${margin}${block.number === null ? "-" : `${block.number}.`} ${first}`, ...others.map((line) => `${margin}  ${line}`)];
}

function title(rest) {
  let words = rest.trim();
  let end = words.length;
  while (words[end - 1] === "#") end -= 1;
  if (end === 0 || /\s/.test(words[end - 1])) words = words.slice(0, end).trim();
  return words ? [runs(words)] : [];
}

function columns(raw) {
  let count = 0;
  for (const space of raw.slice(0, raw.length - raw.trimStart().length)) count += space === "\t" ? 4 - (count % 4) : 1;
  return count;
}

function depthOf(indents, indent) {
  while (indents.at(-1) > indent) indents.pop();
  if (!indents.length || indent >= indents.at(-1) + 2) indents.push(indent);
  return Math.min(indents.length - 1, DEEPEST);
}

function runs(line) {
  const { pieces, spans } = cut(line);
  const bold = pieces.map(() => 0);
  const italic = pieces.map(() => 0);
  for (const [first, last, markLength] of spans) {
    for (const levels of [[italic], [bold], [bold, italic]][markLength - 1]) {
      levels[first] += 1;
      levels[last] -= 1;
    }
  }
  const found = [];
  let [boldLevel, italicLevel] = [0, 0];
  pieces.forEach((piece, at) => {
    boldLevel += bold[at];
    italicLevel += italic[at];
    const style = (boldLevel ? "b" : "") + (italicLevel ? "i" : "");
    if (found.at(-1)?.[1] === style) found.at(-1)[0] += piece;
    else if (piece) found.push([piece, style]);
  });
  return found;
}

/** Split a line at its emphasis marks and escapes. The piece of a matched mark is empty. */
function cut(line) {
  const pieces = [];
  const spans = []; // [first piece, last piece, length of the mark]
  const waiting = []; // marks that may still be closed, with the index of their piece
  const count = new Map(); // number of waiting marks, by mark
  const add = (mark, change) => count.set(mark, (count.get(mark) ?? 0) + change);
  let end = 0;
  for (const found of line.matchAll(MARK)) {
    pieces.push(line.slice(end, found.index));
    end = found.index + found[0].length;
    let mark = found[2];
    if (mark === undefined) {
      pieces.push(found[1]);
      continue;
    }
    const { opens, closes } = flanks(line.slice(Math.max(0, found.index - 2), found.index), line.slice(end, end + 2));
    if (closes && count.get(mark)) {
      let other, first;
      do {
        [other, first] = waiting.pop();
        add(other, -1);
      } while (other !== mark);
      spans.push([first, pieces.length, mark.length]);
      pieces[first] = mark = "";
    } else if (opens && mark.length <= 3) {
      waiting.push([mark, pieces.length]);
      add(mark, 1);
    }
    pieces.push(mark);
  }
  pieces.push(line.slice(end));
  return { pieces, spans };
}

function flanks(before, after) {
  return {
    opens: /^\S/.test(after) && !ENDS_IN_WORD.test(before),
    closes: /\S$/.test(before) && !BEGINS_IN_WORD.test(after),
  };
}

function asMarkdown(raw, line) {
  if (!line) return "";
  const margin = raw.slice(0, raw.length - raw.trimStart().length);
  const marker = RULE.test(line) ? "" : (line.match(ITEM)?.[0] ?? "");
  return margin + marker + escape(line.slice(marker.length), { lineStart: true });
}

/** Return one line of text as markdown that shows it; `lineStart` when it begins a line. */
export function escape(text, { lineStart } = {}) {
  const words = text.replace(TO_ESCAPE, escaped);
  const start = lineStart && words.match(LINE_START);
  return start ? `${words.slice(0, start[0].length)}\\${words.slice(start[0].length)}` : words;
}

/** Within a word '_' is a literal underscore. */
function escaped(mark, at, line) {
  const isInWord = ENDS_IN_WORD.test(line.slice(Math.max(0, at - 2), at)) && BEGINS_IN_WORD.test(line.slice(at + 1, at + 3));
  return mark === "_" && isInWord ? mark : `\\${mark}`;
}
