/** The numbers of the changes of a page. */
import assert from "node:assert/strict";
import { test } from "node:test";

const page = async (name) => import(`../../../../../voice_report/ui/kit/text/changes.js?${name}`);

test("a number is greater than the one before, though the clock was set back", async (t) => {
  const { nextChange } = await page("one");
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const numbers = [nextChange()];
  t.mock.timers.setTime(1000);
  numbers.push(nextChange(), nextChange());
  assert.ok(numbers[0] < numbers[1] && numbers[1] < numbers[2]);
  assert.ok(numbers.every(Number.isSafeInteger));
});

test("a page knows its own numbers, and none of another page", async () => {
  const [one, other] = [await page("a"), await page("b")];
  const [first, second] = [one.nextChange(), one.nextChange()];
  other.nextChange();
  assert.deepEqual([one.isOwn(first), one.isOwn(second), one.isOwn(second + 1), one.isOwn(0)], [true, true, false, false]);
  assert.equal(other.isOwn(first), false);
  assert.equal(one.isOwn(Date.now()), false);
});
