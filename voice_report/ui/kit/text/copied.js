import { isSilent, listsOf, placedBlocks, plainOf } from "./markdown.js";

/* What goes onto the clipboard: {plain, html}. With `empty: false` sections without content are left out. */
export function copied(markdown, { empty = true } = {}) {
  const all = placedBlocks(markdown);
  const found = empty ? all : withContent(all);
  return { plain: plainOf(found), html: htmlOf(found) };
}

/* The HTML in an element that says to programs how the report came to be: `mark` has the names and values of its data
   attributes (services/processing/provenance.py). Without a mark the HTML stays as it is. */
export function withMark(html, mark) {
  const { line: _, ...named } = mark ?? {};
  const attributes = Object.entries(named).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return html && attributes.length ? `<div${attributes.join("")}>${html}</div>` : html;
}

/* The plain text with its `line` of how the report came to be as the last one, where the organization wants that. */
export const withLine = (plain, mark) => (plain && mark?.line ? `${plain}\n${mark.line}\n` : plain);

/* The blocks without the headings (and their 'Niet besproken') that have nothing else below them. */
function withContent(blocks) {
  return blocks.filter((block, at) => {
    if (block.kind !== "heading") return !isSilent(block) || hasOthers(blocks, at);
    const next = blocks.findIndex(({ kind, level }, index) => index > at && kind === "heading" && level <= block.level);
    return blocks.slice(at + 1, next < 0 ? undefined : next).some((one) => one.kind !== "heading" && !isSilent(one));
  });
}

/* Whether the part between two headings that this block is in has other content. */
function hasOthers(blocks, at) {
  const isHeading = ({ kind }) => kind === "heading";
  const first = blocks.slice(0, at).findLastIndex(isHeading) + 1;
  const length = blocks.slice(at).findIndex(isHeading);
  return blocks.slice(first, length < 0 ? undefined : at + length).some((block) => !isSilent(block));
}

function htmlOf(blocks) {
  const parts = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const { kind, level, lines } = blocks[at];
    if (kind === "item") {
      const end = blocks.findIndex((block, index) => index > at && block.kind !== "item");
      const items = blocks.slice(at, end < 0 ? undefined : end);
      parts.push(htmlOfItems(items));
      at += items.length - 1;
    } else if (lines.length) {
      parts.push(element(kind === "text" ? "p" : level > 2 ? "h4" : "h3", wordsOf(lines)));
    }
  }
  return parts.join("\n");
}

function htmlOfItems(items) {
  return listsOf(items)
    .map(({ number, items: own }) => {
      const inside = own.map(({ item, below }) => {
        const value = item.number === null ? "" : ` value="${item.number}"`;
        return `<li${value}>${wordsOf(item.lines)}${below.length ? htmlOfItems(below) : ""}</li>`;
      });
      return element(number === null ? "ul" : "ol", inside.join(""));
    })
    .join("\n");
}

const STYLES = { b: "strong", i: "em" };
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const element = (name, inside) => `<${name}>${inside}</${name}>`;
const escaped = (text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]);
const styled = ([text, style]) => [...style].reduceRight((words, one) => element(STYLES[one], words), escaped(text));
const NOT_LAST_SPACE = / (?=(?:<[^>]*>)* )/g; // of several, HTML shows one
const wordsOf = (lines) => lines.map((runs) => runs.map(styled).join("").replace(NOT_LAST_SPACE, "&nbsp;")).join("<br>");
