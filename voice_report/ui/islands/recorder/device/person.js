/**
 * Who used this device last, for the page that records without a network (ui/offline): a database of its own, because an
 * upgrade of the other would close it under a recording. Signing out deletes it (store.js, forgetEverything).
 */
import { atMost } from "../../../kit/at_most.js";
import { database, done } from "./indexed.js";

const NAME = "device";
const LAST = "last";
const ANSWERS_WITHIN_MS = 3000; // Safari may never list its databases
export const LASTS_MS = 30 * 24 * 3600 * 1000;

const transaction = database(NAME, 1, (db) => {
  db.createObjectStore("person");
});

/** Note that this user has a page open here now. */
export function note({ user, initials }) {
  return transaction(["person"], "readwrite", (person) => void person.put({ user, initials, at: Date.now() }, LAST));
}

/** Return {user, initials, at} of the user of the last 30 days, or null. A clock may have been set back since. */
export async function noted(now = Date.now()) {
  if (await isAbsent()) return null;
  const found = await transaction(["person"], "readonly", (person) => done(person.get(LAST)));
  return found && Math.abs(now - found.at) <= LASTS_MS ? found : null;
}

/** Forget this user, or whoever it is. */
export const forget = (user) => forgetIf((found) => !user || found === user);

/** This user is here now: whoever was before is not. */
export const forgetOthers = (user) => forgetIf((found) => found !== user);

async function forgetIf(condition) {
  if (await isAbsent()) return;
  await transaction(["person"], "readwrite", async (person) => {
    const found = await done(person.get(LAST));
    if (found && condition(found.user)) person.delete(LAST);
  });
}

/** Opening it would make it. */
async function isAbsent() {
  const databases = await atMost(ANSWERS_WITHIN_MS, indexedDB.databases?.());
  return databases !== undefined && !databases.some(({ name }) => name === NAME);
}
