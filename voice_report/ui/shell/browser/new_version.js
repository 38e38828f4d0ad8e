/**
 * The server runs another version of the product than this page. The page works on: a dictation needs the API alone,
 * which stays compatible. `serverChanged` takes the place of the framework's reload, which would end a recording
 * (rxconfig.py, web/reflex/new_version.py).
 *
 * The page loads itself again where that takes nothing from the user: before it was touched, and once a dictation is in
 * its draft. Otherwise it happens when another page is opened, or when the user presses the button of the notice
 * (connection_notice.jsx). Only once by itself for each version: where that was not enough, several versions run
 * behind one address.
 *
 * After a roll-back a server may not understand what this page says, and closes each connection: that is another
 * version too, though it cannot tell which.
 */
import { createStore } from "../../kit/external_store.js";

const LOADED_FOR = "loaded-for-version"; // in the session storage
const REFUSED = "refused"; // stands for the version of a server that does not understand this page
const TOUCHES = ["pointerdown", "keydown", "click", "input"];

let version = null; // the server's, where it is not this page's
let isTouched = false;

let dictation = "idle";
let isSending = false;

/** {isNew: the server has another version, isRefused: it does not even talk to this page, phase: the dictation's
    (islands/recorder/session/state.js), or "sending" while a chosen file goes up}. */
const { snapshot, subscribe, set } = createStore({ isNew: false, isRefused: false, phase: "idle" });
export { snapshot, subscribe };

const change = (edit) => set({ ...snapshot(), ...edit });

/** The framework calls this at each connection with a server of another version. */
export function serverChanged(found) {
  version = found;
  if (!snapshot().isNew) change({ isNew: true });
  loadAgain(() => !isTouched);
}

/** The framework calls this when the server closes a connection because it does not understand how the page connects. */
export function serverRefused() {
  version = REFUSED;
  if (!snapshot().isRefused) change({ isNew: true, isRefused: true });
  loadAgain(() => !isTouched);
}

/** The framework calls this when the server has accepted a connection. */
export function serverAccepted() {
  if (snapshot().isRefused) change({ isNew: false, isRefused: false }); // if it has another version still, it says so next
}

/** Another page is on screen, other than by a link: with Back, or because the server sent the browser there. */
export function pageOpened() {
  if (snapshot().isNew) loadAgain(() => true, { isOnce: false });
}

/** The dictation on this page is in this phase now. */
export function dictationIs(phase) {
  dictation = phase;
  note();
}

/** Whether a chosen file is on its way: it is in this page alone. */
export function fileIsSent(isUnderWay) {
  isSending = isUnderWay;
  note();
}

function note() {
  const phase = isSending ? "sending" : dictation;
  if (phase !== snapshot().phase) change({ phase });
}

/** The dictation is in its draft: nothing is in this page alone. */
export function dictationAdopted() {
  if (snapshot().isNew) loadAgain(() => true);
}

/** Load the page again while `isWelcome()`, unless that was done for this version (`isOnce`), or the server does not
    answer. */
async function loadAgain(isWelcome, { isOnce = true } = {}) {
  const isDone = () => isOnce && sessionStorage.getItem(LOADED_FOR) === version;
  const may = () => isWelcome() && snapshot().phase === "idle" && !isDone();
  if (!may()) return;
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || !may()) return;
  sessionStorage.setItem(LOADED_FOR, version);
  window.location.reload();
}

/** Follow a link within the product with a full load: the scripts of this page's version may be gone. */
function follow(event) {
  if (!snapshot().isNew || snapshot().phase !== "idle" || event.button || event.defaultPrevented) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return; // another tab
  const link = event.target.closest?.("a[href]");
  if (!link || link.target || link.hasAttribute("download") || link.dataset.reason) return; // a reason: step_up.jsx asks first
  const { origin, pathname, href } = new URL(link.href);
  const isPage = origin === window.location.origin && !pathname.startsWith("/api/");
  if (!isPage || pathname === window.location.pathname) return;
  event.preventDefault();
  event.stopPropagation();
  window.location.assign(href);
}

if (typeof window !== "undefined") {
  const touched = () => {
    isTouched = true;
  };
  for (const name of TOUCHES) window.addEventListener(name, touched, { capture: true, once: true });
  window.document?.addEventListener("click", follow, true);
}
