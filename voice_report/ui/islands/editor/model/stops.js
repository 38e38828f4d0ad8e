/** The keys that go along things that are one tab stop together. */

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Return the stop that a key press leads to from `from`, one of `stops`; undefined when the key leads nowhere. */
export function stopAfter(stops, from, { key, ctrlKey, metaKey, altKey, shiftKey }) {
  const at = stops.indexOf(from);
  if (at < 0 || ctrlKey || metaKey || altKey || shiftKey) return undefined;
  if (key === "Home") return stops[0];
  if (key === "End") return stops.at(-1);
  return stops[at + STEPS[key]];
}
