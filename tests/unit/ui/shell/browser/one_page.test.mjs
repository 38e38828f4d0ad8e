/** What belongs to a page that was left: events that wait for a connection, and what the server sent for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isInBrowser, isOfAnotherPage, madeHere, pageIs, visitHere, visitOf,
} from "../../../../../voice_report/ui/shell/browser/one_page.js";
import { whenDropped } from "../../../../../voice_report/ui/kit/presses.js";

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

test("who pressed something is told when that is dropped; nobody hears of a load, of typing or of what is carried out", () => {
  const told = [];
  whenDropped(() => told.push("told"));
  const made = (type, name) => {
    globalThis.event = type && { type };
    return madeHere([{ name }])[0];
  };
  const page = (key) => pageIs({ pathname: NEW, search: `?draft=${key}`, key });
  page("a");
  const waiting = [
    made("click", "state.archive"), made("click", "state.on_load_internal"), made("input", "state.change_report"),
    made(undefined, "state.save"),
  ];
  globalThis.event = undefined;
  assert.equal(sent(waiting).length, 4);
  assert.deepEqual(told, []);
  page("b");
  assert.deepEqual(sent(waiting), []);
  assert.deepEqual(told, ["told"]);
  page("c");
  const others = [made("change", "state.choose"), made("submit", "state.move")];
  page("d");
  assert.deepEqual(sent(others), []);
  assert.deepEqual(told, ["told", "told", "told"]);
  globalThis.event = undefined;
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

/** A tab, in which the router's location changes before the server knows, as React does it: drawn, then on screen. */
class Tab {
  drawn = [];

  opens(pathname, search, key, hash = "") {
    const location = { pathname, search, hash, key };
    this.drawn.push(visitOf(location));
    pageIs(location);
    assert.equal(visitOf(location), this.drawn.at(-1), "also when it is drawn again");
    return visitHere(); // goes with the load
  }

  /** Whether what the server sent for the visit with this number is shown. */
  shows(visit) {
    return this.drawn.at(-1) === visit;
  }
}

test("what was loaded for a page is shown on no page that is opened after it", () => {
  const tab = new Tab();
  const steps = [
    [NEW, "?draft=a", "a"], ["/drafts", "", "l"], [NEW, "?draft=b", "b"], // forth by links
    ["/drafts", "", "l"], [NEW, "?draft=a", "a"], // back twice
    [NEW, "?draft=b", "m"], [NEW, "?draft=a", "a"], // another draft, and back
    [NEW, "", "n"], [NEW, "", "o"], [NEW, "", "p"], // new reports after each other
  ];
  const loaded = [0];
  for (const step of steps) {
    const visit = tab.opens(...step);
    assert.ok(!loaded.some((former) => tab.shows(former)), `${step}`);
    assert.ok(tab.shows(visit), `${step}`);
    loaded.push(visit);
  }
});

test("a place within a page, and the way back from it, is the same visit", () => {
  const tab = new Tab();
  const visit = tab.opens(NEW, "?draft=a", "a1");
  assert.equal(tab.opens(NEW, "?draft=a", "a2", "#inhoud"), visit);
  assert.equal(tab.opens(NEW, "?draft=a", "a1"), visit);
  assert.notEqual(tab.opens(NEW, "?draft=b", "b1", "#inhoud"), visit);
});

test("a page that is being left knows that the address is no longer its own", () => {
  globalThis.window = { history: { state: null } };
  const first = { pathname: NEW, search: "", key: "default" };
  assert.equal(isInBrowser(first), true);
  window.history.state = { key: "b1", idx: 1 };
  assert.equal(isInBrowser(first), false);
  assert.equal(isInBrowser({ ...first, key: "b1" }), true);
  delete globalThis.window;
});
