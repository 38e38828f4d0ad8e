/**
 * Dictations that the server does not have yet, in IndexedDB, encrypted (vault.js).
 *
 *   keys        user        -> CryptoKey (non-extractable)
 *   dictations  id          -> {id, user, draftId, startedAt, state: "open" | "stopped" | "finished", finishedAt, base,
 *                               signedOut}   its user has signed out since it was begun or taken up
 *   segments    id, number  -> {dictation, number, type, ms, text}     text: sealed, once the server has answered
 *   chunks      id, number, seq -> {dictation, number, seq, sealed}    append-only, one per second of sound
 *   texts       user, name  -> {user, name, at, version, sealed}       typed text not saved yet (unsaved.js)
 *
 * A segment's chunks are deleted in the same transaction that stores the server's text; those of a segment with words
 * are in playback_cache.js then. Signing out deletes the dictation and the key; after that nothing can be written for it, not from
 * another tab either.
 */
import { keyOf, transaction } from "./device.js";
import { done, within } from "./indexed.js";
import { forget as forgetPerson } from "./person.js";
import * as kept from "./playback_cache.js";
import { seal, sealText, unseal, unsealText } from "./vault.js";

/** Return the dictation and its user's key; rejects when it is gone (signed out, removed). */
async function opened(id) {
  return transaction(["dictations", "keys"], "readonly", async (dictations, keys) => {
    const dictation = await done(dictations.get(id));
    const key = dictation && (await done(keys.get(dictation.user)));
    if (!key) throw new Error("this dictation is no longer on the device");
    return { dictation, key };
  });
}

/** Put `record` in `store`; rejects when its dictation has been deleted in the meantime. */
function putWhileKept(store, record) {
  return transaction(["dictations", store], "readwrite", async (dictations, target) => {
    if (!(await done(dictations.get(record.dictation)))) throw new Error("this dictation is no longer on the device");
    target.put(record);
  });
}

async function change(id, edit) {
  await transaction(["dictations"], "readwrite", async (dictations) => {
    const dictation = await done(dictations.get(id));
    if (dictation) dictations.put({ ...dictation, ...edit });
  });
}

export async function begin({ id, user, draftId, startedAt, base }) {
  const sealed = await sealText(await keyOf(user), `${id}/base`, base);
  await transaction(["dictations"], "readwrite", (dictations) => {
    dictations.put({ id, user, draftId, startedAt, state: "open", finishedAt: null, base: sealed });
  });
}

export function addSegment(id, number, type) {
  return putWhileKept("segments", { dictation: id, number, type, ms: 0, text: null });
}

/** Write a chunk; `ms` is the segment's duration so far, for the text of the recovery notice. */
export async function addChunk(id, number, seq, blob, ms) {
  const { key } = await opened(id);
  const sealed = await seal(key, `${id}/${number}/${seq}`, await blob.arrayBuffer());
  const write = () =>
    transaction(["dictations", "segments", "chunks"], "readwrite", async (dictations, segments, chunks) => {
      const [dictation, segment] = [await done(dictations.get(id)), await done(segments.get([id, number]))];
      if (!dictation || !segment) throw new Error("this dictation is no longer on the device");
      segments.put({ ...segment, ms });
      chunks.put({ dictation: id, number, seq, sealed });
    });
  await write().catch(async (error) => {
    // Sound that has been written out makes room for sound that has not.
    if (error?.name !== "QuotaExceededError" || !(await kept.forget().catch(() => 0))) throw error;
    await write();
  });
}

/** Store the server's text of a segment. Its audio is no longer unsent: it is kept when there are words in it. */
export async function answer(id, number, text, draftId, words = []) {
  const { dictation, key } = await opened(id);
  const sealed = await sealText(key, `${id}/${number}/text`, text);
  const target = draftId || dictation.draftId;
  if (target && text.trim()) await keepSound(key, dictation, number, target, { text, words }).catch(() => {});
  await transaction(["dictations", "segments", "chunks"], "readwrite", async (dictations, segments, chunks) => {
    const segment = await done(segments.get([id, number]));
    if (segment) segments.put({ ...segment, text: sealed });
    const present = await done(dictations.get(id));
    if (present && draftId && draftId !== present.draftId) dictations.put({ ...present, draftId });
    chunks.delete(within(id, number));
  });
}

/** Without it the words are there all the same: a device that is full keeps nothing to listen to. */
async function keepSound(key, dictation, number, draftId, heard) {
  const [segment, chunks] = await rowsOf(dictation.id, number);
  if (!segment || !chunks.length || (await hasSignedOut(dictation))) return;
  await kept.put(key, { dictation, segment, chunks, draftId, heard });
  if (await hasSignedOut(dictation)) await kept.forget(dictation.user); // meanwhile, in another tab
}

/** Return whether its user has signed out: the key is gone, or only stays for this dictation. */
function hasSignedOut({ id, user }) {
  return transaction(["dictations", "keys"], "readonly", async (dictations, keys) => {
    const [dictation, key] = [await done(dictations.get(id)), await done(keys.get(user))];
    return !key || Boolean(dictation?.signedOut);
  });
}

function rowsOf(id, number) {
  return transaction(["segments", "chunks"], "readonly", (segments, chunks) =>
    Promise.all([done(segments.get([id, number])), done(chunks.getAll(within(id, number)))]),
  );
}

/** Note what becomes of a dictation. Once one is stopped, ask the browser to keep what this site stores: some browsers
 * ask the person, who is about to talk when a dictation begins. */
export function setState(id, state) {
  if (state === "stopped") navigator.storage?.persist?.().catch(() => {});
  return change(id, { state, finishedAt: state === "finished" ? Date.now() : null });
}

/** Its owner continues with an earlier dictation, and so is signed in again. */
export function takeUp(id) {
  return change(id, { signedOut: false });
}

/** Return the segment's audio as one decrypted file; a segment cut off by a crash ends with its last chunk. */
export async function sound(id, number) {
  const { key } = await opened(id);
  const [segment, chunks] = await rowsOf(id, number);
  if (!chunks.length) throw new Error("this segment was never stored");
  const parts = await Promise.all(chunks.map(({ seq, sealed }) => unseal(key, `${id}/${number}/${seq}`, sealed)));
  return new Blob(parts, { type: segment?.type ?? "" });
}

/** List a user's dictations, oldest first, with decrypted texts and for each segment whether audio is left. */
export async function list(user) {
  const stores = ["dictations", "segments", "chunks", "keys"];
  const rows = await transaction(stores, "readonly", async (dictations, segments, chunks, keys) => {
    const key = await done(keys.get(user));
    const mine = (await done(dictations.getAll())).filter((row) => row.user === user);
    return Promise.all(
      mine.map(async (dictation) => {
        const [parts, sounds] = await Promise.all([
          done(segments.getAll(within(dictation.id))),
          done(chunks.getAllKeys(within(dictation.id))),
        ]);
        return { key, dictation, parts, numbers: new Set(sounds.map(([, number]) => number)) };
      }),
    );
  });
  // An unreadable record must not hide the others.
  const readings = await Promise.allSettled(rows.filter(({ key }) => key).map(read));
  const readable = readings.filter(({ status }) => status === "fulfilled").map(({ value }) => value);
  return readable.sort((one, other) => one.startedAt - other.startedAt);
}

/** Return whether there is sound of any user on this device that waits for its owner; does not say whose. */
export async function isAnyWaiting() {
  const databases = await indexedDB.databases?.();
  if (databases && !databases.some(({ name }) => name === "dictations")) return false; // opening it would make it
  return transaction(["dictations", "chunks", "keys"], "readonly", async (dictations, chunks, keys) => {
    const open = (await done(dictations.getAll())).filter(({ state }) => state !== "finished");
    const waiting = await Promise.all(
      open.map(async ({ id, user }) => {
        const [key, sounds] = await Promise.all([done(keys.get(user)), done(chunks.getAllKeys(within(id)))]);
        return Boolean(key) && sounds.length > 0;
      }),
    );
    return waiting.includes(true);
  });
}

async function read({ key, dictation, parts, numbers }) {
  const segments = await Promise.all(
    parts.map(async ({ number, type, ms, text }) => ({
      number,
      type,
      ms,
      text: text && (await unsealText(key, `${dictation.id}/${number}/text`, text)),
      hasSound: numbers.has(number),
    })),
  );
  return { ...dictation, base: await unsealText(key, `${dictation.id}/base`, dictation.base), segments };
}

export function remove(id) {
  return removeIf(id, () => true);
}

/** Delete a dictation that the page has adopted; a dictation with segments still waiting for a response stays. */
export function removeFinished(id) {
  return removeIf(id, (dictation) => dictation.state === "finished");
}

function removeIf(id, condition) {
  return transaction(["dictations", "segments", "chunks"], "readwrite", async (dictations, segments, chunks) => {
    const dictation = await done(dictations.get(id));
    if (!dictation || !condition(dictation)) return;
    dictations.delete(id);
    segments.delete(within(id));
    chunks.delete(within(id));
  });
}

/** Discard a segment that the user gave up: its audio is deleted, its record stays, without text. */
export function dropSegment(id, number) {
  return answer(id, number, "", null);
}

/**
 * At sign-out: delete the key and every dictation of this user (of all users, when no user is given). Those that are
 * `running` in another tab (ids) stay, and with them the key; their written-out sound goes, also what comes later. Nobody
 * records without a network for this user from then on.
 */
export async function forgetEverything(user, running = []) {
  await forgetUnsent(user, running);
  await kept.forget(user);
  await forgetPerson(user); // last: without the key no recording for this user can begin
}

async function forgetUnsent(user, running) {
  const stores = ["keys", "dictations", "segments", "chunks", "texts"];
  await transaction(stores, "readwrite", async (keys, dictations, segments, chunks, texts) => {
    if (!user) {
      for (const store of [keys, dictations, segments, chunks, texts]) store.clear();
      return;
    }
    const mine = (await done(dictations.getAll())).filter((row) => row.user === user);
    const isRunning = ({ id }) => running.includes(id);
    if (!mine.some(isRunning)) keys.delete(user);
    texts.delete(within(user));
    for (const row of mine.filter(isRunning)) dictations.put({ ...row, signedOut: true }); // first: see keepSound
    for (const { id } of mine.filter((row) => !isRunning(row))) {
      dictations.delete(id);
      segments.delete(within(id));
      chunks.delete(within(id));
    }
  });
}
