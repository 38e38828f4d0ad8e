/**
 * A report as sections, each the text under one heading, and the changes that a person makes in one of them. The rest
 * of the markdown stays as it is, character by character.
 */
import { cleaned } from "../../../kit/text/characters.js";
import { escape, fromPlainText, placedBlocks, plainText, wordsOf } from "../../../kit/text/markdown.js";
import { places } from "./sentences.js";

const NOT_DISCUSSED = "Niet besproken";
const SILENT = /^niet besproken\.?$/i;
const MARKER = /^\s*(?:[-*]|[0-9]+\.)\s+/;

/**
 * @typedef {{title: string, first: number | null, end: number, body: string, blocks: object[], isEmpty: boolean}}
 *   Section: lines `first` up to `end` of the cleaned markdown are below its heading; `first` is null when the report
 *   does not have the heading. `blocks` are those of the body, with their lines counted in the whole report.
 */

/** Return the report's sections in order, then those of `headings` that it does not have. */
export function sections(markdown, headings) {
  const lines = cleaned(markdown).split("\n");
  const found = [];
  for (const block of placedBlocks(markdown)) {
    if (block.kind === "heading" && block.level <= 2) {
      if (found.length) found.at(-1).end = block.first;
      found.push({ title: wordsOf(block).replaceAll("\n", " "), first: block.last + 1, end: lines.length, blocks: [] });
    } else {
      if (!found.length) found.push({ title: "", first: 0, end: lines.length, blocks: [] });
      found.at(-1).blocks.push(block);
    }
  }
  const titles = new Set(found.map(({ title }) => title.toLowerCase()));
  const missing = headings.filter((title) => !titles.has(title.toLowerCase()));
  return [
    ...found.map((section) => ({ ...section, body: lines.slice(section.first, section.end).join("\n"), isEmpty: isSilent(section.blocks) })),
    ...missing.map((title) => ({ title, first: null, end: 0, body: "", blocks: [], isEmpty: true })),
  ];
}

const isSilent = (blocks) => blocks.length === 0 || (blocks.length === 1 && SILENT.test(wordsOf(blocks[0]).trim()));

/** Return a section's text as it is typed: without markup, items after a dash. */
export const fieldText = ({ isEmpty, body }) => (isEmpty ? "" : plainText(body).trimEnd());

/**
 * Return the report with what was typed in a section's field; an empty field becomes 'Niet besproken'. In a section
 * that is a list ('lijst') every line is an item.
 */
export function typed(markdown, section, text, form) {
  const lines = text.replace(/\s+$/, "").split("\n");
  const items = lines.map((line) => (/^\S/.test(line) && !MARKER.test(line) ? `- ${line}` : line));
  return withBody(markdown, section, text.trim() ? fromPlainText((form === "lijst" ? items : lines).join("\n")) : NOT_DISCUSSED);
}

/** Return the report with `body` (markdown) as the text of a section. */
export function withBody(markdown, { title, first, end }, body) {
  const lines = cleaned(markdown).split("\n");
  const own = body.trim() ? body.replace(/^\n+|\s+$/g, "").split("\n") : [NOT_DISCUSSED];
  if (first === null) return finished([cleaned(markdown).trimEnd(), "", `## ${escape(title)}`, "", ...own]);
  return finished([...lines.slice(0, first), ...(first ? [""] : []), ...own, "", ...lines.slice(end)]);
}

const finished = (lines) => `${lines.join("\n").replace(/^\n+|\n+$/g, "")}\n`;

/** Return the report with a sentence at the end of a section; `form` is that of the section: 'zinnen' or 'lijst'. */
export function withSentence(markdown, section, sentence, form) {
  const words = sentence.replace(/\s+/g, " ").trim();
  const asItem = section.isEmpty ? form === "lijst" : section.blocks.at(-1).kind === "item";
  if (section.isEmpty) return withBody(markdown, section, (asItem ? "- " : "") + escape(words, { lineStart: true }));
  const body = section.body.replace(/\s+$/, "");
  return withBody(markdown, section, asItem ? `${body}\n- ${escape(words, { lineStart: true })}` : `${body} ${escape(words)}`);
}

/**
 * Return the report with the words from `start` to `end` of a section's block replaced by `text`; without text they
 * are removed. The block loses its bold and italic.
 */
export function replaced(markdown, section, { block, start, end }, text) {
  const lines = cleaned(markdown).split("\n");
  const words = wordsOf(block);
  const before = text ? words.slice(0, start) : words.slice(0, start).replace(/[ \t]+$/, "");
  const now = `${before}${text}${words.slice(end)}`.trim();
  const marker = block.kind === "item" ? lines[block.first].match(MARKER)[0] : "";
  const shown = now.split("\n").map((line, at) => (at ? " ".repeat(marker.length) : marker) + escape(line, { lineStart: true }));
  const left = [...lines.slice(0, block.first), ...(now ? shown : []), ...lines.slice(block.last + 1)];
  const body = left.slice(section.first, section.end + left.length - lines.length).join("\n");
  return withBody(markdown, section, body);
}

/** Where a sentence of the comparison is: {section, block, start, end}, or null when it is not on the paper. */
export function placeOf(parts, located, index) {
  for (const [at, section] of parts.entries()) {
    for (const [number, own] of located[at].entries()) {
      const found = own.find((one) => one.index === index);
      if (found) return { section, block: section.blocks[number], start: found.start, end: found.end };
    }
  }
  return null;
}

const VALUES = ["number", "unit", "time", "date", "drug", "side"];

/**
 * Return a sentence with only its wrong values replaced by those that were said; null when that cannot be done without
 * doubt: a flag of another kind, or a value that is not there exactly once.
 */
export function withValues(sentence, flags) {
  const changes = [];
  for (const { kind, here, said } of flags) {
    const found = VALUES.includes(kind) && here && said ? places(sentence, here, 0, sentence.length) : [];
    if (found.length !== 1) return null;
    if (!changes.some(({ start }) => start === found[0][0])) changes.push({ start: found[0][0], end: found[0][1], said });
  }
  changes.sort((one, other) => one.start - other.start);
  if (!changes.length || changes.some(({ start }, at) => at > 0 && start < changes[at - 1].end)) return null;
  return changes.reduceRight((words, { start, end, said }) => {
    const isFirst = start === 0 && /^\p{Lu}/u.test(words);
    return words.slice(0, start) + (isFirst ? said[0].toUpperCase() + said.slice(1) : said) + words.slice(end);
  }, sentence);
}

/** Return the report without a sentence. */
export const withoutSentence = (markdown, { section, block, start, end }) => replaced(markdown, section, { block, start, end }, "");
