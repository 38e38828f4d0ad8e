/**
 * What was done on a page acts on that page alone. Without a connection the framework keeps the events of a page in a
 * queue, also when another page is opened meanwhile, and sends them with the address of the page that is open by then:
 * a press on one draft would be carried out on another. So would what a pause in the typing holds back.
 *
 * The framework's script calls these functions (rxconfig.py). What is dropped is not lost: a typed text is on the device
 * (use_kept_text.js), recorded sound too (recorder/store.js).
 */
let shown; // the router's location of the page on screen; its key is another one for each visit
const pages = new WeakMap(); // the key of the page on which each event was made

/** Return whether the router's location is another visit than that of before: the framework loads its page anew. */
export function isOtherVisit(location, before) {
  const isWithin = location.hash && location.pathname === before.pathname && location.search === before.search;
  return location.key !== before.key && !isWithin;
}

/** This location of the router is on screen. */
export function pageIs(location) {
  if (!shown || isOtherVisit(location, shown)) shown = location;
}

/** Note that these events are made on the page on screen, and return them. */
export function madeHere(events) {
  for (const event of events) pages.set(event, shown?.key);
  return events;
}

/** Return whether an event was made on a page that is not on screen now. The server's own are of no page. */
export function isOfAnotherPage(event) {
  const page = pages.get(event);
  return page !== undefined && page !== shown.key;
}
