/** Events that wait for a connection: which are sent once it is there, and which belong to a page that was left. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfAnotherPage, madeHere, pageIs } from "../../../../voice_report/ui/components/one_page.js";

const NEW = "/new-report";

/** What waits and is still to be sent on the page that is open now. */
const sent = (waiting) => waiting.filter((event) => !isOfAnotherPage(event)).map(({ name }) => name);

test("what was pressed on a page is sent from that page, and from no other", () => {
  pageIs({ pathname: NEW, search: "?draft=a", key: "a" });
  const waiting = madeHere([{ name: "archive" }, { name: "choose" }]);
  assert.deepEqual(sent(waiting), ["archive", "choose"]);
  pageIs({ pathname: NEW, search: "?draft=b", key: "b" });
  waiting.push(...madeHere([{ name: "load" }]));
  assert.deepEqual(sent(waiting), ["load"]);
  pageIs({ pathname: "/drafts", search: "", key: "c" });
  assert.deepEqual(sent(waiting), []);
});

test("who goes back is on the page of the press again", () => {
  pageIs({ pathname: NEW, search: "?draft=a", key: "a" });
  const waiting = madeHere([{ name: "archive" }]);
  pageIs({ pathname: NEW, search: "?draft=b", key: "b" });
  pageIs({ pathname: NEW, search: "?draft=a", key: "a" });
  assert.deepEqual(sent(waiting), ["archive"]);
});

test("the next new report has the address of the former, and not its presses", () => {
  pageIs({ pathname: NEW, search: "", key: "default" });
  const waiting = madeHere([{ name: "type_instead" }]);
  pageIs({ pathname: NEW, search: "", key: "d" });
  assert.deepEqual(sent(waiting), []);
});

test("what the server sends is of no page", () => {
  pageIs({ pathname: NEW, search: "", key: "e" });
  assert.deepEqual(sent([{ name: "_redirect" }]), ["_redirect"]);
});

test("a place within a page is the same page", () => {
  pageIs({ pathname: NEW, search: "?draft=a", hash: "", key: "f" });
  const waiting = madeHere([{ name: "archive" }]);
  pageIs({ pathname: NEW, search: "?draft=a", hash: "#inhoud", key: "g" });
  assert.deepEqual(sent(waiting), ["archive"]);
  pageIs({ pathname: NEW, search: "?draft=b", hash: "#inhoud", key: "h" });
  assert.deepEqual(sent(waiting), []);
});
