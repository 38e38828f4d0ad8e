import { showToast } from "$/public/external/voice_report/ui/components/toast.jsx";

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("signed-out");

const recordings = () => import("$/public/external/voice_report/ui/recorder/store.js");

/** Whether this person still has sound on this device that the server has not heard: signing out would delete it. When
    that cannot be told, because a script was lost on the way, there may be. */
export async function hasUnsentSound(userKey) {
  try {
    const dictations = await (await recordings()).list(userKey);
    return dictations.some(({ segments }) => segments.some(({ hasSound }) => hasSound));
  } catch {
    const kept = (await indexedDB.databases?.().catch(() => [])) ?? [];
    return kept.some(({ name }) => name === "dictations");
  }
}

/** First the server, so that nobody believes to be signed out when the connection failed; then what this device keeps:
    the key of unsent sound (security.md S22) and the tab's own memory; then a fresh page. */
export async function logOut(userKey) {
  try {
    const response = await fetch("/api/auth/logout", { method: "POST", credentials: "same-origin" });
    if (!response.ok && response.status !== 401) throw new Error(String(response.status));
  } catch {
    showToast("Fout", "Uitloggen is niet gelukt. Controleer je verbinding en probeer het opnieuw.", true);
    return;
  }
  channel?.postMessage(userKey);
  try {
    await (await recordings()).forgetEverything(userKey);
  } catch {
    indexedDB.deleteDatabase("dictations");
  }
  sessionStorage.clear();
  window.location.assign("/");
}

/** Close this page when its person signs out in another tab, or when the browser puts it back from its memory after
    that: what it shows goes at once. Returns how to stop listening. */
export function closeWhenSignedOut(userKey) {
  const close = ({ data }) => {
    if (data !== userKey) return;
    document.body.hidden = true;
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
