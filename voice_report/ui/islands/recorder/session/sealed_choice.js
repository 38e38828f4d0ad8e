/** What was chosen for a dictation before it had a draft: sealed with its user's key while they are signed out. */
import { keyOf } from "../device/device.js";
import { sealText, unsealText } from "../device/vault.js";

const label = (id) => `${id}/chosen`;
let sealed = null; // {id, user, chosen: promise}; in memory only: after a reload the dictation is an unsent one

export function sealChosen({ id, user }, chosen) {
  sealed = { id, user, chosen: seal(id, user, JSON.stringify(chosen)) };
  sealed.chosen.catch(() => {}); // a device that cannot store has no key either: the person chooses again
}

async function seal(id, user, text) {
  return sealText(await keyOf(user), label(id), text);
}

/** Resolves with what was sealed for this dictation, or with {}. */
export async function openChosen({ id, user }) {
  const found = sealed;
  if (found?.id !== id || found.user !== user) return {};
  try {
    return JSON.parse(await unsealText(await keyOf(user), label(id), await found.chosen));
  } catch {
    return {};
  }
}
