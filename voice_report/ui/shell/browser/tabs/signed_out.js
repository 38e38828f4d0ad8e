/* Signing out in one tab ends the pages of the same user in the others. */
import { atMost } from "../../../kit/at_most.js";

const LONGEST_END_MS = 3000;
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("signed-out");

const endings = new Set();
let signedOut = null; // the user who was signed in here until now: this page is about to close

export function announceSignedOut(userKey) {
  signedOut = userKey;
  channel?.postMessage(userKey);
}

/** Return whether this user has signed out, here or in another tab, since this page was opened. */
export const isSignedOut = (userKey) => signedOut === userKey;

/** Call `end()` before this page closes because its user signed out in another tab; it may take three seconds. Returns
    the function that stops this. */
export function beforeClosing(end) {
  endings.add(end);
  return () => endings.delete(end);
}

/** Close this page when its user signs out in another tab, or when the browser restores it from the back/forward cache
    after that: its content is removed at once. Returns the function that stops listening. */
export function closeWhenSignedOut(userKey) {
  const close = async ({ data }) => {
    if (data !== userKey) return;
    signedOut = userKey;
    document.body.hidden = true;
    await atMost(LONGEST_END_MS, Promise.allSettled([...endings].map((end) => end())));
    sessionStorage.clear();
    window.location.replace("/login");
  };
  const lookAgain = ({ persisted }) => {
    if (!persisted) return;
    document.body.hidden = true;
    window.location.reload();
  };
  channel?.addEventListener("message", close);
  window.addEventListener("pageshow", lookAgain);
  return () => {
    channel?.removeEventListener("message", close);
    window.removeEventListener("pageshow", lookAgain);
  };
}
