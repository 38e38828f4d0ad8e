/** On pages of members: who may record on this device without a network, and the worker that shows them where. */
import { dropUnusedKey, keyOf } from "../islands/recorder/device/device.js";
import { forget, note } from "../islands/recorder/device/person.js";
import { isSignedOut } from "../shell/browser/tabs/signed_out.js";

/** Make the user's key, note whose device this is, and register the worker. A browser without all that does without, and
 * a page whose user has just signed out does nothing, and takes back what it did meanwhile: it may take a while to close. */
export async function prepare({ user, initials }) {
  if (!navigator.serviceWorker || isSignedOut(user) || !(await keyOf(user))) return;
  await note({ user, initials });
  if (isSignedOut(user)) {
    await forget(user);
    await dropUnusedKey(user);
    return;
  }
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
}
