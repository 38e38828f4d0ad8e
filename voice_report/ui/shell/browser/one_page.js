/**
 * What was done on a page acts on that page alone. Without a connection the framework keeps the events of a page in a
 * queue, also when another page is opened meanwhile, and sends them with the address of the page that is open by then:
 * a press on one draft would be carried out on another. So would what a pause in the typing holds back.
 *
 * And what was loaded for a page is shown on that page alone (keep_step.jsx): the browser numbers its visits, the number
 * goes to the server with the load, and the server's state has it from then on (page_state.py).
 *
 * The framework's script calls these functions (rxconfig.py). What is dropped is not lost: a typed text is on the device
 * (use_kept_text.js), recorded sound too (islands/recorder/device/store.js). Of a press that is dropped, or lost on the
 * server, its person hears (toast.jsx).
 */
import { pageOpened } from "./new_version.js";

const PRESSES = ["click", "submit", "change"]; // keys press buttons by a click as well
const LOADS = /\.(hydrate_and_load|on_load_internal)$/;

let shown; // the router's location with which the visit on screen began; its key is that of the entry in the history
const visits = new WeakMap(); // the number of each visit, by that location, which is another object each time
const pages = new WeakMap(); // the key of the page on which each event was made
const presses = new WeakSet(); // the events that a person made by pressing something
let tell = () => {}; // that a press was dropped or lost
let pressed = -Infinity; // when something was pressed last, in milliseconds since the page was opened

const ANSWERED_WITHIN = 60_000; // milliseconds that an event may wait on the server before it is given up

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
  const isPress = PRESSES.includes(globalThis.event?.type);
  for (const event of events) {
    pages.set(event, shown?.key);
    if (!isPress || LOADS.test(event.name)) continue; // React loads a page within the click on its link
    presses.add(event);
    pressed = performance.now();
  }
  return events;
}

/** From now on call `told(isLost)` when a press is dropped, or when it may be lost. */
export function whenDropped(told) {
  tell = told;
}

/** Return whether an event was made on a page that is not on screen now. The server's own are of no page. */
export function isOfAnotherPage(event) {
  const page = pages.get(event);
  const isOther = page !== undefined && page !== shown.key;
  if (isOther && presses.has(event)) tell(false);
  return isOther;
}

/** The server has lost an event of this page. */
export function eventLost() {
  if (performance.now() - pressed < ANSWERED_WITHIN) tell(true);
  pressed = -Infinity;
}
