/** The points to check in a report: sentences that differ from what was said, and were not answered with 'Klopt'. */

const AT_ONCE = 5;
/** What was compared, and no more: who did what, and whether it has happened already, a person reads. */
const NO_DIFFERENCE = "Geen verschil in getallen, medicijnen, namen en ontkenningen";
const ORDER = { red: 0, amber: 1, unsure: 2 };
export const isUnsure = ({ kind }) => kind === "unsure";

/** @returns {{index: number, level: "red" | "amber" | "unsure", flags: object[]}[]} red first, unsure words last */
export function openPoints(sentences) {
  return sentences
    .map(({ own, settled, flags }, index) => ({ index, flags: own || settled ? [] : flags.filter(({ level }) => level in ORDER) }))
    .filter(({ flags }) => flags.length > 0)
    .map((point) => ({ ...point, level: levelOf(point.flags) }))
    .sort((one, other) => ORDER[one.level] - ORDER[other.level] || one.index - other.index);
}

const levelOf = (flags) => {
  if (flags.every(isUnsure)) return "unsure";
  return flags.some(({ level }) => level === "red") ? "red" : "amber";
};

/** The points that are marked on the paper: no more at once than a person can keep in mind, and every unsure word. */
export const shownPoints = (points) => points.filter(({ level }, at) => at < AT_ONCE || level === "unsure");

/** Return the point after the sentence `index`, in the order in which they are shown; the first after the last. */
export function pointAfter(points, index) {
  const at = points.findIndex((point) => point.index === index);
  return points[(at + 1) % points.length] ?? null;
}

/** How many spoken sentences with a number or a medicine the report does not have: these are points too. */
export const missingIn = ({ leftOut }) => leftOut.filter(({ level }) => level === "red").length;

/** What stands above the paper: a line and a quieter one; `asked` measured values are points too, and block nothing. */
export function summary(review, points, asked = 0) {
  const { sentences, leftOut } = review;
  const unsure = points.flatMap(({ flags }) => flags).filter(isUnsure).length;
  const words = unsure === 1 ? "1 woord onzeker verstaan" : `${unsure} woorden onzeker verstaan`;
  const differing = points.filter(({ level }) => level !== "unsure").length;
  const count = differing + missingIn(review) + asked;
  const unsaid = sentences.some((one) => one.unsaid.length > 0) ? "Een dunne streep: dat woord zei je niet." : "";
  if (count > 0) {
    const more = differing > AT_ONCE ? `Je ziet er ${AT_ONCE} tegelijk, de belangrijkste eerst.` : "";
    return [
      count === 1 ? "1 punt om na te kijken" : `${count} punten om na te kijken`,
      [unsure ? `${words}.` : "", more, unsaid].filter(Boolean).join(" "),
    ];
  }
  if (unsure) return [words, "Ze hebben een stippellijn. Tik erop om ze na te kijken."];
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
