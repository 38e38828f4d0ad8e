/**
 * Whether what was pressed last may be lost. It is, when its connection ended before the server was heard again, or when
 * the server ended it because the state of open pages was away (store_watch.py). The person is told once the page is
 * connected again: only then it shows what was done, and what is pressed again arrives.
 *
 * The framework's script calls these functions (rxconfig.py).
 */
const PRESSES = ["click", "submit", "change"]; // keys press buttons by a click as well
const LOADS = /\.(hydrate_and_load|on_load_internal)$/; // React loads a page within the click on its link

const ANSWERED_WITHIN = 60_000; // milliseconds that an event may wait on the server before it is given up

const presses = new WeakSet(); // the events that a person made by pressing something
let tell = () => {}; // that a press was dropped or lost
let sent = -Infinity; // when a press was sent last, in milliseconds since the page was opened
let isAnswered = true; // the server was heard since
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
  if (!presses.has(event)) return;
  sent = performance.now();
  isAnswered = false;
}

/** Something came from the server. */
export function heard() {
  isAnswered = true;
}

/** The server has lost an event of this page. */
export function eventLost() {
  isLost ||= performance.now() - sent < ANSWERED_WITHIN;
}

/** The connection ended: `isAway` while the state was away, `byPage` on purpose. */
export function connectionEnded(isAway, byPage) {
  if (isAway || (!isAnswered && !byPage)) eventLost();
}

/** There is a connection again. */
export function connected() {
  if (isLost) tell(true);
  isLost = false;
  sent = -Infinity;
  isAnswered = true;
}
