import { announceSignedOut } from "./tabs/signed_out.js";
import { atMost } from "$/public/external/voice_report/ui/kit/at_most.js";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";

const recordings = () => import("$/public/external/voice_report/ui/islands/recorder/device/store.js");
const recovery = () => import("$/public/external/voice_report/ui/islands/recorder/device/recovery.js");

const LONGEST_END_MS = 3000;
const LOST = "Er staat nog een niet-verzonden opname op dit toestel. Als je uitlogt, wordt die verwijderd.";
const STOPS =
  "In een ander venster loopt nog een opname. Als je uitlogt, stopt die; hij blijft versleuteld op dit toestel tot je weer inlogt.";

/** What signing out does to this user's unsent audio on this device; '' when there is none. When the store's script
    cannot be loaded, any stored dictations count as unsent. */
export async function questionBefore(userKey) {
  try {
    const running = await runningElsewhere(userKey);
    const others = (await (await recordings()).list(userKey)).filter(({ id }) => !running.includes(id));
    const isLost = others.some(({ segments }) => segments.some(({ hasSound }) => hasSound));
    return [running.length > 0 && STOPS, isLost && LOST].filter(Boolean).join(" ");
  } catch {
    const databases = (await atMost(LONGEST_END_MS, indexedDB.databases?.()).catch(() => [])) ?? [];
    return databases.some(({ name }) => name === "dictations") ? LOST : "";
  }
}

const runningElsewhere = async (userKey) => (await recovery()).runningElsewhere(userKey);

/** Sign out on the server first, so that no user believes they are signed out when the connection failed; then delete
    this device's data: the key of unsent audio (security.md S22) and sessionStorage; then load a new page: that of the
    organization's identity provider if it opened the session, to sign out there too. A recording that another page is
    making stops and stays, sealed (S47): who signs out here may not know that it runs. */
export async function logOut(userKey) {
  const running = await runningElsewhere(userKey).catch(() => []); // before the other pages hear of it and stop
  const { answer, status } = await call("POST", "/api/auth/logout");
  if (!answer && status !== 401) {
    showToast("Fout", "Uitloggen is niet gelukt. Controleer je verbinding en probeer het opnieuw.", true);
    return;
  }
  announceSignedOut(userKey);
  try {
    await (await recordings()).forgetEverything(userKey, running);
  } catch {
    indexedDB.deleteDatabase("dictations");
    indexedDB.deleteDatabase("kept-sound");
    indexedDB.deleteDatabase("device");
  }
  sessionStorage.clear();
  window.location.assign(answer?.providerUrl || "/");
}
