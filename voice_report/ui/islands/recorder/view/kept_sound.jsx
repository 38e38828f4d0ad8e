/** Parts of a page that show nothing and delete the kept sound in time (playback_cache.js). */
import { useEffect } from "react";

import { DATABASE, drop, sweep } from "../device/playback_cache.js";
import { dropMade, watchMade } from "../sending/concept_poll.js";
import { written } from "../device/writes.js";

const EVERY_MS = 60_000;

const ignored = () => {}; // a browser without IndexedDB has kept nothing

async function hasKept() {
  const databases = await indexedDB.databases?.(); // it is not created on a visitor's device
  return !databases?.every(({ name }) => name !== DATABASE);
}

/**
 * On every page: what has been kept for an hour goes, and what belongs to others than `userKey` ('': no user yet), or to a
 * draft whose concept has been made.
 */
export function KeptSoundWatch({ userKey = "" }) {
  useEffect(() => {
    const look = async (user) => void ((await hasKept()) && (await sweep(user)));
    const lookNow = () => void look("").catch(ignored);
    // Once: another user may sign in while this page is open, and theirs is not this page's to delete.
    void look(userKey).catch(ignored);
    const timer = setInterval(lookNow, EVERY_MS);
    document.addEventListener("visibilitychange", lookNow);
    const lookAtMade = async () => void ((await hasKept()) && (await dropMade(userKey)));
    const stop = userKey && watchMade(() => void lookAtMade().catch(ignored));
    return () => {
      if (stop) stop();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookNow);
    };
  }, [userKey]);
  return null;
}

/**
 * The sound of this draft goes once its text `isDone`: its concept has been made, or it was deleted. A dictation that is
 * `adopted` later may leave it done ('Aanvullen'), and has sound of its own, which may still be on its way to the device.
 */
export function KeptSoundEnd({ userKey = "", draftId = "", isDone = false, adopted = "" }) {
  useEffect(() => {
    if (userKey && draftId && isDone) written().then(() => drop(userKey, draftId)).catch(ignored);
  }, [userKey, draftId, isDone, adopted]);
  return null;
}
