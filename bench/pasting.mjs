/** What the product puts on the clipboard: reports as JSON come in on stdin; a list of {plain, html} goes out, of each report
 * as a whole and of each of its fields. */
import { fields } from "../voice_report/ui/islands/copying/fields.js";
import { copied } from "../voice_report/ui/kit/text/copied.js";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const reports = JSON.parse(Buffer.concat(chunks));
const all = reports.flatMap((report) => [copied(report), ...fields(report, []).map(({ text, html }) => ({ plain: text, html }))]);
process.stdout.write(JSON.stringify(all.filter(({ plain }) => plain)));
