/** The database with what the server does not have yet (its stores: store.js), and the keys of this device's users. */
import { database, done } from "./indexed.js";
import { newKey } from "./vault.js";

export const transaction = database("dictations", 1, (db) => {
  db.createObjectStore("keys");
  db.createObjectStore("dictations", { keyPath: "id" });
  db.createObjectStore("segments", { keyPath: ["dictation", "number"] });
  db.createObjectStore("chunks", { keyPath: ["dictation", "number", "seq"] });
  db.createObjectStore("texts", { keyPath: ["user", "name"] });
});

/** Users whose key this page has used: if such a key is missing, a sign-out has deleted it, in this tab or another. */
const had = new Set();

/** Return the user's key, created on first use; null without a user and after sign-out: then nothing is written. */
export async function keyOf(user) {
  if (!user) return null;
  const fresh = await newKey();
  const key = await transaction(["keys"], "readwrite", async (keys) => {
    const present = await done(keys.get(user));
    if (!present && had.has(user)) return null;
    if (!present) keys.put(fresh, user);
    return present ?? fresh;
  });
  if (key) had.add(user);
  return key;
}

/** Delete the key of a user who has signed out, unless a recording stayed, which only that key opens. */
export function dropUnusedKey(user) {
  return transaction(["keys", "dictations"], "readwrite", async (keys, dictations) => {
    const all = await done(dictations.getAll());
    if (all.every((row) => row.user !== user)) keys.delete(user);
  });
}

/** Return whether a dictation of this user is on the device, in whatever state. */
export function hasDictation(user) {
  return transaction(["dictations"], "readonly", async (dictations) => {
    const all = await done(dictations.getAll());
    return all.some((row) => row.user === user);
  });
}

/** Return the user's key, or undefined: it is not created. */
export function presentKeyOf(user) {
  return transaction(["keys"], "readonly", (keys) => done(keys.get(user)));
}
