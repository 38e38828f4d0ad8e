/** The example on the landing page: when each word is shown. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { wordsBy } from "../../../../voice_report/ui/pages/public/example_times.js";

test("words share the time of their sentence by their length, and begin where the sentence before ends", () => {
  const words = wordsBy([{ text: "ab cd", until: 5 }, { text: "e", until: 6 }]);
  assert.deepEqual(words, [{ word: "ab", from: 0 }, { word: "cd", from: 3 }, { word: "e", from: 5 }]);
});
