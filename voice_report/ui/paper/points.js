/** The points to check in a report: sentences that differ from what was said, and were not answered with 'Klopt'. */

const AT_ONCE = 5;
/** What was compared, and no more: who did what, and whether it has happened already, a person reads. */
const NO_DIFFERENCE = "Geen verschil in getallen, medicijnen, namen en ontkenningen";
const ORDER = { red: 0, amber: 1 };

/** @returns {{index: number, level: "red" | "amber", flags: object[]}[]} red first, then in the order of the report */
export function openPoints(sentences) {
  return sentences
    .map(({ own, settled, flags }, index) => ({ index, flags: own || settled ? [] : flags.filter(({ level }) => level in ORDER) }))
    .filter(({ flags }) => flags.length > 0)
    .map((point) => ({ ...point, level: point.flags.some(({ level }) => level === "red") ? "red" : "amber" }))
    .sort((one, other) => ORDER[one.level] - ORDER[other.level] || one.index - other.index);
}

/** The points that are marked on the paper: no more at once than a person can keep in mind. */
export const shownPoints = (points) => points.slice(0, AT_ONCE);

/** Return the point after the sentence `index`, in the order in which they are shown; the first after the last. */
export function pointAfter(points, index) {
  const at = points.findIndex((point) => point.index === index);
  return points[(at + 1) % points.length] ?? null;
}

/** How many spoken sentences with a number or a medicine the report does not have: these are points too. */
export const missingIn = ({ leftOut }) => leftOut.filter(({ level }) => level === "red").length;

/** What stands above the paper: a line and a quieter one. */
export function summary(review, points) {
  const { sentences, leftOut } = review;
  const count = points.length + missingIn(review);
  const unsaid = sentences.some((one) => one.unsaid.length > 0) ? "Een dunne streep: dat woord zei je niet." : "";
  if (count > 0) {
    const more = points.length > AT_ONCE ? `Je ziet er ${AT_ONCE} tegelijk, de belangrijkste eerst.` : "";
    return [count === 1 ? "1 punt om na te kijken" : `${count} punten om na te kijken`, [more, unsaid].filter(Boolean).join(" ")];
  }
  const own = sentences.filter(({ own: isOwn }) => isOwn).length;
  const left = leftOut.length;
  const isSettled = sentences.some(({ settled, flags }) => settled && flags.length > 0);
  return [
    isSettled ? "Alle punten zijn nagekeken" : NO_DIFFERENCE,
    [
      unsaid,
      own ? (own === 1 ? "1 zin is eigen tekst." : `${own} zinnen zijn eigen tekst.`) : "",
      left === 1 ? "1 zin uit je dictaat staat er niet in." : left ? `${left} zinnen uit je dictaat staan er niet in.` : "",
    ]
      .filter(Boolean)
      .join(" "),
  ];
}
