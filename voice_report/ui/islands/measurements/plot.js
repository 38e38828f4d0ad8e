import { amounts, rounded } from "../../kit/axis.js";

/**
 * The picture of a client's values of one kind over time: where each mark is, and nothing about what it means (S92).
 *
 * Heights follow from the values' own lowest and highest alone, so that the picture stays the same when a constant is
 * added to all values; the numbers at the axis are the only thing that tells how high they are.
 */
const MARGIN = { left: 40, right: 12, top: 12, bottom: 30 };
const DAY = 86_400_000;
const GAP = 30 * DAY; // without a value for longer, the line is broken

/** Return {marks, lines, grid, ticks, gaps} of values ({at, row: {parts, about, isTyped}}) in a width and height. */
export function plotOf(values, { width, height, from, to }) {
  const shown = [...values].map((value) => ({ value, at: Date.parse(value.at), spread: spreadOf(value.row) })).sort((one, other) => one.at - other.at);
  if (!shown.length) return { marks: [], lines: [], grid: [], ticks: [], gaps: [] };
  const low = Math.min(...shown.map(({ spread }) => spread[0]));
  const high = Math.max(...shown.map(({ spread }) => spread[1]));
  const first = Math.min(from ?? shown[0].at, shown[0].at);
  const last = Math.max(to ?? shown.at(-1).at, shown.at(-1).at);
  const inside = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const y = (amount) => rounded(MARGIN.top + inside.height * (high === low ? 0.5 : 0.92 - (0.84 * (amount - low)) / (high - low)));
  const x = (at) => rounded(MARGIN.left + inside.width * (last === first ? 0.5 : 0.02 + (0.96 * (at - first)) / (last - first)));
  const marks = shown.map(({ value, at, spread }) => ({
    value, x: x(at), top: y(spread[1]), bottom: y(spread[0]), isSpread: spread[0] !== spread[1],
    isPair: "systolic" in value.row.parts && "diastolic" in value.row.parts, form: formOf(value.row),
  }));
  const runs = runsOf(shown);
  return {
    marks,
    lines: marks.some(({ isSpread }) => isSpread) ? [] : runs.map((run) => run.map((at) => `${marks[at].x} ${marks[at].top}`).join("L")).filter((path) => path.includes("L")),
    grid: amounts(low, high).map((amount) => ({ amount, y: y(amount) })),
    ticks: ticksOf(first, last).map((at) => ({ at, x: x(at) })),
    gaps: runs.slice(1).map((run, at) => [shown[runs[at].at(-1)].at, shown[run[0]].at]),
    left: MARGIN.left, right: width - MARGIN.right, floor: height - MARGIN.bottom,
  };
}

const formOf = ({ about, isTyped }) => (isTyped ? "typed" : about ? "about" : "said");

/* The lowest and the highest of a value: of a pressure both parts, of a size its length. */
function spreadOf({ parts }) {
  const pair = [parts.systolic, parts.diastolic].filter(Boolean);
  const amounts = pair.length ? pair.flat() : Object.values(parts)[0];
  return [Math.min(...amounts), Math.max(...amounts)];
}

function runsOf(shown) {
  const runs = [];
  shown.forEach(({ at }, index) => {
    if (index && at - shown[index - 1].at <= GAP) runs.at(-1).push(index);
    else runs.push([index]);
  });
  return runs;
}

/* Four days, evenly spread; one when all is on one day. */
function ticksOf(first, last) {
  if (last - first < DAY) return [first];
  const count = Math.min(4, Math.floor((last - first) / DAY) + 1);
  return Array.from({ length: count }, (_, at) => first + ((last - first) * (at + 0.5)) / count);
}
