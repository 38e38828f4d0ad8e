import { call } from "$/public/external/voice_report/ui/components/api.js";
import { showToast } from "$/public/external/voice_report/ui/components/toast.jsx";

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("signed-out");

const recordings = () => import("$/public/external/voice_report/ui/recorder/store.js");

/** Whether this user still has unsent audio on this device, which signing out would delete. When the store's script
    cannot be loaded, any stored dictations count as unsent. */
export async function hasUnsentSound(userKey) {
  try {
    const dictations = await (await recordings()).list(userKey);
    return dictations.some(({ segments }) => segments.some(({ hasSound }) => hasSound));
  } catch {
    const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
    return databases.some(({ name }) => name === "dictations");
  }
}

/** Sign out on the server first, so that nobody believes they are signed out when the connection failed; then delete
    this device's data: the key of unsent audio (security.md S22) and sessionStorage; then load a new page: that of the
    organization's identity provider if it opened the session, to sign out there too. */
export async function logOut(userKey) {
  const { answer, status } = await call("POST", "/api/auth/logout");
  if (!answer && status !== 401) {
    showToast("Fout", "Uitloggen is niet gelukt. Controleer je verbinding en probeer het opnieuw.", true);
    return;
  }
  channel?.postMessage(userKey);
  try {
    await (await recordings()).forgetEverything(userKey);
  } catch {
    indexedDB.deleteDatabase("dictations");
    indexedDB.deleteDatabase("kept-sound");
  }
  sessionStorage.clear();
  window.location.assign(answer?.providerUrl || "/");
}

/** Close this page when its user signs out in another tab, or when the browser restores it from the back/forward cache
    after that: its content is removed at once. Returns the function that stops listening. */
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
