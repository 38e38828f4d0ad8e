/**
 * Whether what was pressed last may be lost: when its connection ended before its answer, or when the server ended it
 * because the state of open pages was away (store_watch.py). A notice follows once the page is connected again: only
 * then it shows what was done, and what is pressed again arrives.
 *
 * The server answers events in their order, without a name, and some not at all. An answer counts as that of the event
 * that waits longest, and of all that wait for more than ten seconds.
 *
 * The framework's script calls these functions (rxconfig.py).
 */
/* Keys press buttons by a click as well; a choice in a list comes by a key, a tab and an item of a menu (Radix) by these. */
const PRESSES = ["click", "submit", "change", "keydown", "mousedown", "menu.itemSelect"];
const LOADS = /\.(hydrate_and_load|on_load_internal)$/; // React loads a page within the click on its link

const IN_ORDER_WITHIN = 10_000; // milliseconds
const ANSWERED_WITHIN = 60_000; // milliseconds that an event may wait on the server before it is given up

const presses = new WeakSet(); // the events that a person made by pressing something
let tell = () => {}; // that a press was dropped or lost
let sent = -Infinity; // when a press was sent last, in milliseconds since the page was opened
let waiting = []; // of each event that was sent and not answered: whether it is a press, and when it was sent
let isLost = false;

/** Note these events, which are being made. */
export function made(events) {
  if (!PRESSES.includes(globalThis.event?.type)) return;
  for (const event of events) if (!LOADS.test(event.name)) presses.add(event);
}

/** From now on call `told(isLost)` when a press is dropped, or when it may be lost. */
export function whenDropped(told) {
  tell = told;
}

/** This event is not carried out: its page is no longer on screen. */
export function dropped(event) {
  if (presses.has(event)) tell(false);
}

/** This event goes to the server now. */
export function sending(event) {
  const isPress = presses.has(event);
  waiting.push({ isPress, at: performance.now() });
  if (isPress) sent = performance.now();
}

/** An answer came from the server. */
export function heard() {
  waiting = waiting.slice(1).filter(({ at }) => performance.now() - at < IN_ORDER_WITHIN);
}

/** The server has lost an event of this page. */
export function eventLost() {
  isLost ||= performance.now() - sent < ANSWERED_WITHIN;
}

/** The connection ended; `isAway`: because the state was away. */
export function connectionEnded(isAway) {
  if (isAway || waiting.some(({ isPress }) => isPress)) eventLost();
}

/** There is a connection again. */
export function connected() {
  if (isLost) tell(true);
  isLost = false;
  sent = -Infinity;
  waiting = [];
}
