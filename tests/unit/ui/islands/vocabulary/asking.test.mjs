/** Which corrections the server is asked about: each once, unless it did not answer. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createAsking } from "../../../../../voice_report/ui/islands/vocabulary/asking.js";

const ONE = { heard: "metropolol", word: "metoprolol" };
const OTHER = { heard: "Janssen", word: "Jansen" };

/** What asks, with a server that gives these answers one by one. */
function asking(...answers) {
  const asked = [];
  const ask = async (found) => {
    asked.push(found.word);
    return answers.shift();
  };
  return { asked, ...createAsking(ask) };
}

test("a correction is asked about once", async () => {
  const { asked, isWorth } = asking({ ask: true }, { ask: false });
  assert.deepEqual([await isWorth(ONE), await isWorth(ONE), await isWorth(OTHER)], [true, false, false]);
  assert.deepEqual(asked, ["metoprolol", "Jansen"]);
});

test("a question that was not answered is asked again", async () => {
  const { asked, isWorth } = asking(undefined, { ask: true });
  assert.deepEqual([await isWorth(ONE), await isWorth(ONE), await isWorth(ONE)], [false, true, false]);
  assert.equal(asked.length, 2);
});

test("nothing of what was said stays once it is forgotten, an answer on its way neither", async () => {
  const { asked, isWorth, forget } = asking({ ask: true }, { ask: true }, { ask: true });
  await isWorth(ONE);
  forget();
  const late = isWorth(ONE);
  forget();
  assert.equal(await late, false);
  assert.equal(await isWorth(ONE), true);
  assert.equal(asked.length, 3);
});
