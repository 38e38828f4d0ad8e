/* The text in parts, [part, found]: found parts are occurrences of one of the words, in capitals or not, as the search
   of the archive compares them (services/reports/search.py). */
export function marked(text, words) {
  const terms = (words || "").split(/\s+/).filter(Boolean).slice(0, 8);
  if (!terms.length) return [[text, false]];
  const either = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).sort((a, b) => b.length - a.length);
  return text
    .split(new RegExp(`(${either.join("|")})`, "gi"))
    .map((part, index) => [part, index % 2 === 1])
    .filter(([part]) => part);
}
