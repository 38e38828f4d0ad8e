/** A report as the fields that are copied one by one, for a record system that has one field per heading. */
import { copied } from "../../kit/text/copied.js";
import { fieldText, sections } from "../editor/model/sections.js";
import { fingerprint } from "./fingerprint.js";

const UNTITLED = "Tekst";
const NUMBER = new Intl.NumberFormat("nl-NL");

/**
 * @typedef {{id: string, name: string, text: string, html: string, digest: string}} Field: `text` is what is shown and
 *   copied, '' when nothing was said; `html` the same blocks. `id` tells the fields of a report apart, also after a
 *   change of their texts; it has no word of the report. `digest` is that of the text.
 */

/** Return a field for each heading of a report, and of its template (`titles`): every section is in exactly one. */
export function fields(markdown, titles) {
  const counts = new Map();
  return sections(markdown, titles)
    .filter(({ title, isEmpty }) => title || !isEmpty)
    .map((section) => {
      const heading = fingerprint(section.title.toLowerCase());
      const number = counts.get(heading) ?? 0;
      counts.set(heading, number + 1);
      const text = fieldText(section);
      const html = text && copied(section.body).html;
      return { id: `${heading}.${number}`, name: section.title || UNTITLED, text, html, digest: fingerprint(text) };
    });
}

/** Return the length of a text as the `maxlength` of a field counts it: '1.240 tekens'. */
export const lengthOf = ({ text }) => `${NUMBER.format(text.length)} ${text.length === 1 ? "teken" : "tekens"}`;
