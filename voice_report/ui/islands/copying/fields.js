/** A report as the fields that are copied one by one, for a record system that has one field per heading, or as its
    organization's field profile says. */
import { copied } from "../../kit/text/copied.js";
import { escape } from "../../kit/text/markdown.js";
import { fieldText, sections } from "../editor/model/sections.js";
import { fingerprint } from "./fingerprint.js";
import { MOST_PARTS, count, parts } from "./parts.js";

const UNTITLED = "Tekst";
const NOT_DISCUSSED = "Niet besproken";
/** The field of what a profile does not name. */
export const LEFT = { label: "Niet in dit profiel", headings: true, limit: null };
const NUMBER = new Intl.NumberFormat("nl-NL");

/**
 * @typedef {{id: string, name: string, empty: "weglaten" | "tonen", enter: 1 | 2, fields: {label: string, sections:
 *   string[], headings: boolean, limit: number | null, measurements?: "all" | string[]}[]}} Profile
 *   (services/drafts/profiles.py): a section is known by its title; a field without sections has all that no field
 *   names, or those `measurements`. Without fields: a field for each heading.
 * @typedef {{id: string, name: string, of: string[], text: string, html: string, digest: string, limit: number | null,
 *   enter: 1 | 2, parts: Field[], isMeasured: boolean, asked: number}} Field: `text` is what is shown and copied, ''
 *   when nothing was said; `html` the same blocks; `of` are the titles of its sections. `id` tells the fields of a report
 *   apart, also after a change of their texts; it has no word of the report. `digest` is that of the text. A text over
 *   the `limit` has `parts`. With `isMeasured` it is no part of the report, and `asked` counts the values that are not
 *   in it because they still ask something.
 */

/** Where no profile was made or chosen: a field for each heading, in the order of the report. */
export const PER_HEADING = { id: "per-kop", name: "Per kop", empty: "weglaten", enter: 1, fields: [] };

/** Return the fields of a report, of which `titles` are the headings of its template: every section with text is in
    exactly one; what the profile does not name comes last. `values` are the rows of its measured values. */
export function fields(markdown, titles, profile = PER_HEADING, values = []) {
  const found = sections(markdown, titles).filter(({ title, isEmpty }) => title || !isEmpty);
  const filled = profile.fields.length ? byProfile(found, profile, values) : found.map(ofItself);
  const counts = new Map();
  return filled.map(({ key, ...field }) => {
    const mark = fingerprint(key);
    const number = counts.get(mark) ?? 0;
    counts.set(mark, number + 1);
    return finished({ ...field, id: `${mark}.${number}` }, profile);
  });
}

/** Return the length of a text as a field with a maximum counts it: '1.240 van 1.000 tekens, 240 te veel'. */
export function lengthOf({ text, limit = null, enter = 1 }) {
  const length = count(text, enter);
  const unit = (limit ?? length) === 1 ? "teken" : "tekens";
  if (limit === null) return `${NUMBER.format(length)} ${unit}`;
  const more = length > limit ? `, ${NUMBER.format(length - limit)} te veel` : "";
  return `${NUMBER.format(length)} van ${NUMBER.format(limit)} ${unit}${more}`;
}

/** Return whether the text of a field is longer than its record system takes. */
export const isOver = ({ text, limit, enter }) => limit !== null && count(text, enter) > limit;

/** Return the rows of measured values that no field of the profile has. */
export const withoutField = (values, { fields: all }) => values.filter(({ kind }) => !all.some((field) => hasKind(field, kind, all)));

const hasValues = ({ measurements = [] }) => measurements.length > 0;
const names = ({ measurements = [] }, kind) => measurements !== "all" && measurements.includes(kind);
const hasKind = (field, kind, all) => names(field, kind) || (field.measurements === "all" && !all.some((other) => names(other, kind)));

const ofItself = (section) => ({ key: section.title.toLowerCase(), label: section.title || UNTITLED, headings: false, limit: null, sections: [section] });

function byProfile(found, profile, values) {
  const places = new Map();
  for (const [at, { sections: titles }] of profile.fields.entries()) {
    for (const title of titles) if (!places.has(title.toLowerCase())) places.set(title.toLowerCase(), at);
  }
  const rest = profile.fields.findIndex((field) => field.sections.length === 0 && !hasValues(field));
  const placeOf = ({ title }) => places.get(title.toLowerCase()) ?? rest;
  const inField = (at) => found.filter((section) => placeOf(section) === at);
  const valuesOf = (field) => (hasValues(field) ? values.filter(({ kind }) => hasKind(field, kind, profile.fields)) : undefined);
  const named = profile.fields.map((field, at) => ({
    ...field, key: `${profile.id}\n${field.label.toLowerCase()}`, sections: inField(at), values: valuesOf(field),
  }));
  const left = { ...LEFT, key: `${profile.id}\n`, sections: inField(-1).filter(({ isEmpty }) => !isEmpty) };
  return [...named, left].filter((field) => field.sections.length || field.values);
}

function finished(field, profile) {
  return field.values ? measured(field, profile) : ofSections(field, profile);
}

/* Measured values in one line. One that is too long for its field is cut between values, where one fits. */
function measured({ id, label, limit, values }, { enter }) {
  const told = values.filter(({ group }) => group === "measured");
  const lines = told.map(({ line }, at) => (at < told.length - 1 ? `${line},` : line));
  const text = lines.join(" ");
  const field = {
    id, name: label, of: [...new Set(told.map((one) => one.label))], text, html: copied(escape(text)).html, digest: fingerprint(text), limit, enter,
    isMeasured: true, asked: values.filter(({ group }) => group === "asked").length,
  };
  const cut = !isOver(field) ? [] : lines.every((line) => line.length <= limit) ? packed(lines, limit) : parts(text, limit, enter);
  return { ...field, parts: cut.map((words, at) => partOf(field, words, at + 1)) };
}

function packed(lines, limit) {
  const found = [];
  for (const line of lines) {
    const longer = `${found.at(-1)} ${line}`;
    if (found.length && longer.length <= limit) found[found.length - 1] = longer;
    else found.push(line);
  }
  return found.length <= MOST_PARTS ? found : [];
}

function ofSections({ id, label, headings, limit, sections: own }, { empty, enter, fields: profiled }) {
  const shown = own.filter(({ isEmpty }) => !isEmpty || (profiled.length && empty === "tonen"));
  const text = shown.map((section) => [...headOf(section, headings), fieldText(section) || NOT_DISCUSSED].join("\n")).join("\n\n");
  const html = shown.map((section) => copied(markdownOf(section, headings)).html).join("\n");
  const field = { id, name: label, of: own.map(({ title }) => title || UNTITLED), text, html, digest: fingerprint(text), limit, enter, isMeasured: false, asked: 0 };
  const cut = isOver(field) ? parts(text, limit, enter) : [];
  return { ...field, parts: cut.map((words, at) => partOf(field, words, at + 1)) };
}

const headOf = ({ title }, headings) => (headings && title ? [title] : []);

const markdownOf = ({ title, body, isEmpty }, headings) =>
  [...headOf({ title }, headings).map((words) => `## ${escape(words)}\n`), isEmpty ? NOT_DISCUSSED : body].join("\n");

const partOf = ({ id, name, enter, isMeasured }, text, number) => ({
  id: `${fingerprint(`${id} ${number}`)}.0`, name: `${name}, deel ${number}`, of: [], text, html: "", digest: fingerprint(text), limit: null, enter, parts: [],
  isMeasured, asked: 0,
});
