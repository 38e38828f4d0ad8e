/**
 * What was done on a page acts on that page alone. Without a connection the framework keeps the events of a page in a
 * queue, also when another page is opened meanwhile, and sends them with the address of the page that is open by then:
 * a press on one draft would be carried out on another. So would what a pause in the typing holds back.
 *
 * And what was loaded for a page is shown on that page alone (keep_step.jsx): the browser numbers its visits, the number
 * goes to the server with the load, and the server's state has it from then on (page_state.py).
 *
 * The framework's script calls these functions (rxconfig.py). What is dropped is not lost: a typed text is on the device
 * (use_kept_text.js), recorded sound too (islands/recorder/device/store.js). Of a press that is dropped its person hears
 * (presses.js).
 */
import { pageOpened } from "./new_version.js";
import { dropped, made } from "../../kit/presses.js";

let shown; // the router's location with which the visit on screen began; its key is that of the entry in the history
const visits = new WeakMap(); // the number of each visit, by that location, which is another object each time
const pages = new WeakMap(); // the key of the page on which each event was made

/** Return whether the router's location is another visit than that of before: the framework loads its page again. */
export function isOtherVisit(location, before) {
  const isWithin = location.hash && location.pathname === before.pathname && location.search === before.search;
  return location.key !== before.key && !isWithin;
}

/** This location of the router is on screen. */
export function pageIs(location) {
  const isOther = !shown || isOtherVisit(location, shown);
  if (isOther && shown) pageOpened();
  if (isOther) shown = location;
}

/** Return the number of the visit that this location of the router begins, or is a place within; never 0. */
export function visitOf(location) {
  const first = shown && !isOtherVisit(location, shown) ? shown : location;
  if (!visits.has(first)) visits.set(first, 1 + Math.floor(Math.random() * 2 ** 31));
  return visits.get(first);
}

/** Return the number of the visit of the page on screen. The server gets it with the load, and its state then has it. */
export const visitHere = () => visitOf(shown);

/** Return whether this location of the router is the browser's too, and not that of a page which is being left. */
export const isInBrowser = (location) => (window.history.state?.key ?? "default") === location.key;

/** Note that these events are made on the page on screen, and return them. */
export function madeHere(events) {
  for (const event of events) pages.set(event, shown?.key);
  made(events);
  return events;
}

/** Return whether an event was made on a page that is not on screen now. The server's own are of no page. */
export function isOfAnotherPage(event) {
  const page = pages.get(event);
  const isOther = page !== undefined && page !== shown.key;
  if (isOther) dropped(event);
  return isOther;
}
