/** Read what the browser would: a line of JSON {text} in, a line [blocks, markdown] out (test_markdown.py). */
import { createInterface } from "node:readline";

import { blocks, fromPlainText } from "../../../voice_report/ui/kit/text/markdown.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { text } = JSON.parse(line);
  console.log(JSON.stringify([blocks(text), fromPlainText(text)]));
}
