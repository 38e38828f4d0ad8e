/* Who is signed in, announced by every page of a signed-in user to the other tabs of this browser: all share one session, and a
   tab that was signed out has no other way to know that somebody signed in elsewhere. */
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("signed-in");

export function announceUser(userKey) {
  if (userKey) channel?.postMessage(userKey);
}

/** Call `listener(userKey)` when another tab shows a page of this user. Returns the function that stops it. */
export function onArrival(listener) {
  const hear = ({ data }) => listener(data);
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}
