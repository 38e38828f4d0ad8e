/** Pictures of numbers per week: from zero up, with gaps where there is no number. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOf, shareOf, spoken, totalOf, weeksOf } from "../../../../../voice_report/ui/islands/insight/weeks.js";

const SIZE = { width: 540, height: 260 };
const of = (values, size = SIZE) => weeksOf(values, values.map((_, at) => 36 + at), size);

test("a bar stands on zero, and is twice as high for twice as many", () => {
  const { bars, floor, grid } = of([20, 40]);
  assert.equal(bars[1].height, 2 * bars[0].height);
  assert.deepEqual(bars.map(({ y, height }) => y + height), [floor, floor]);
  assert.deepEqual([grid[0].amount, grid[0].y], [0, floor]);
});

test("nothing sticks out: bars are within the axis, and the axis within the picture", () => {
  for (const values of [[0, 0], [1], [3, 7, null], [96, 58, 101], [12_345, 1], Array(52).fill(7)]) {
    const { bars, grid, left, right } = of(values);
    assert.ok(grid.at(-1).amount >= Math.max(...values));
    assert.ok(grid.every(({ amount, y }) => Number.isInteger(amount) && y >= 0));
    assert.ok(bars.every(({ x, y, width, height }) => x >= left && x + width <= right && y >= grid.at(-1).y && height >= 0));
  }
});

test("a week without a number is a gap, and no zero", () => {
  const { bars, lines, dots } = of([5, 6, null, 0, 2, null, 9]);
  assert.deepEqual(bars.map(({ at }) => at), [0, 1, 3, 4, 6]);
  assert.equal(lines.length, 2);
  assert.deepEqual(dots.map(({ at }) => at), [1, 4, 6]);
});

test("the numbers of weeks leave each other room, and the last one is there", () => {
  for (const width of [310, 540]) {
    const { ticks } = of(Array(52).fill(1), { ...SIZE, width });
    assert.equal(ticks.at(-1).number, 36 + 51);
    ticks.slice(1).forEach(({ x }, at) => assert.ok(x - ticks[at].x >= 30));
  }
  assert.equal(of(Array(12).fill(1)).ticks.length, 12);
});

test("sums and shares are of what is known", () => {
  assert.equal(totalOf([{ reports: 2 }, { reports: null }, { reports: 3 }], "reports"), 5);
  assert.equal(totalOf([{ reports: null }], "reports"), null);
  assert.equal(givenOf([{ reports: 2 }, { reports: null }], "reports"), "1 van 2 weken");
  assert.equal(givenOf([{ reports: 2 }, { reports: 0 }], "reports"), "2 weken");
  assert.equal(shareOf({ archived: null, checked: null }), null);
  assert.equal(shareOf({ archived: 8, checked: 7 }), 88);
});

test("time is said in minutes, and in hours from two on", () => {
  assert.deepEqual(spoken(60), ["1", "minuut"]);
  assert.deepEqual(spoken(5000), ["83", "minuten"]);
  assert.deepEqual(spoken(74 * 3600), ["74", "uur"]);
});
