/** The pictures of numbers per week, from zero up; a week without a number is a gap. */
import { amounts, rounded } from "../../kit/axis.js";

const MARGIN = { left: 44, right: 8, top: 10, bottom: 28 };
const FULL = 0.62; // of a week's width that its bar takes
const LABEL = 34; // the width of a week's number, with what is free around it

/** Return {bars, lines, dot, grid, ticks} of `values` (numbers or null) of the weeks with these `numbers`. */
export function weeksOf(values, numbers, { width, height }) {
  const high = Math.max(...values.filter((value) => value !== null), 1);
  const inside = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const floor = height - MARGIN.bottom;
  const grid = amounts(0, high).filter(Number.isInteger);
  if (grid.at(-1) < high) grid.push(grid.at(-1) + (grid[1] ?? 1));
  const y = (amount) => rounded(floor - (inside.height * amount) / grid.at(-1));
  const each = inside.width / values.length;
  const x = (at) => rounded(MARGIN.left + each * (at + 0.5));
  const places = values.map((value, at) => (value === null ? null : { at, x: x(at), y: y(value) }));
  const every = Math.ceil((values.length * LABEL) / inside.width);
  return {
    bars: places.filter(Boolean).map((place) => ({ ...place, x: rounded(place.x - (each * FULL) / 2), width: rounded(each * FULL), height: rounded(floor - place.y) })),
    lines: runsOf(places).filter((run) => run.length > 1).map((run) => run.map((place) => `${place.x} ${place.y}`).join("L")),
    dots: runsOf(places).map((run) => run.at(-1)),
    grid: grid.map((amount) => ({ amount, y: y(amount) })),
    ticks: numbers.map((number, at) => ({ number, x: x(at) })).filter((_, at) => (values.length - 1 - at) % every === 0),
    left: MARGIN.left, right: width - MARGIN.right, floor,
  };
}

/* Neighbouring weeks that have a number. */
function runsOf(places) {
  const runs = [];
  places.forEach((place, at) => {
    if (place && at && places[at - 1]) runs.at(-1).push(place);
    else if (place) runs.push([place]);
  });
  return runs;
}

/** Return the sum of the weeks that have a number under `name`; null when none has. */
export function totalOf(weeks, name) {
  const given = weeks.map((week) => week[name]).filter((value) => value !== null);
  return given.length ? given.reduce((sum, value) => sum + value, 0) : null;
}

/** Return of how many weeks a sum is: '12 weken', or '9 van 12 weken'. */
export function givenOf(weeks, name) {
  const given = weeks.filter((week) => week[name] !== null).length;
  return given === weeks.length ? `${given} weken` : `${given} van ${weeks.length} weken`;
}

/** Return how many of 100 archived reports were signed off; null when it is not known. */
export const shareOf = ({ archived, checked }) => (archived ? Math.round((100 * checked) / archived) : null);

/** Return seconds as hours or minutes, as in ["74", "uur"]. */
export function spoken(seconds) {
  const hours = Math.round(seconds / 3600);
  if (hours > 1) return [number(hours), "uur"];
  const minutes = Math.round(seconds / 60);
  return [number(minutes), minutes === 1 ? "minuut" : "minuten"];
}

/** Return a number as it is written in Dutch. */
export const number = (amount) => amount.toLocaleString("nl-NL");
