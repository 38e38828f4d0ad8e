/**
 * Dictations that the server does not have yet, in IndexedDB, encrypted (vault.js).
 *
 *   keys        user        -> CryptoKey (non-extractable)
 *   dictations  id          -> {id, user, draftId, startedAt, state: "open" | "stopped" | "finished", finishedAt, base}
 *   segments    id, number  -> {dictation, number, type, ms, text}     text: sealed, once the server has answered
 *   chunks      id, number, seq -> {dictation, number, seq, sealed}    append-only, one per second of sound
 *   texts       user, name  -> {user, name, at, version, sealed}       typed text not saved yet (unsaved.js)
 *
 * A segment's chunks are deleted in the same transaction that stores the server's text. Signing out deletes the
 * dictation and the key; after that nothing can be written for it, not from another tab either.
 */
import { newKey, seal, sealText, unseal, unsealText } from "./vault.js";

const NAME = "dictations";
const VERSION = 1;
const DURABLE = { durability: "strict" };

let opening;

function database() {
  opening ??= open().catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("keys");
      request.result.createObjectStore("dictations", { keyPath: "id" });
      request.result.createObjectStore("segments", { keyPath: ["dictation", "number"] });
      request.result.createObjectStore("chunks", { keyPath: ["dictation", "number", "seq"] });
      request.result.createObjectStore("texts", { keyPath: ["user", "name"] });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const db = request.result;
      const forget = () => {
        opening = undefined;
      };
      db.onclose = forget;
      db.onversionchange = () => {
        forget();
        db.close();
      };
      resolve(db);
    };
  });
}

export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Run `work` in a single transaction and resolve with its result once that transaction is on disk. */
export async function transaction(stores, mode, work) {
  const db = await database();
  const tx = db.transaction(stores, mode, DURABLE);
  const finished = new Promise((resolve, reject) => {
    tx.oncomplete = resolve;
    tx.onabort = () => reject(tx.error ?? new Error("the transaction was aborted"));
  });
  finished.catch(() => {});
  let result;
  try {
    result = await work(...stores.map((name) => tx.objectStore(name)));
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // The transaction has already ended.
    }
    throw error;
  }
  await finished;
  return result;
}

export const within = (...key) => IDBKeyRange.bound(key, [...key, []]);

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

/** Users whose key this page has used: if such a key is missing, a sign-out has deleted it, in this tab or another. */
const had = new Set();

/** Return the user's key, created on first use; null without a user and after sign-out: then nothing is written. */
export async function keyOf(user) {
  if (!user) return null;
  const fresh = await newKey();
  return transaction(["keys"], "readwrite", async (keys) => {
    const present = await done(keys.get(user));
    if (!present && had.has(user)) return null;
    had.add(user);
    if (!present) keys.put(fresh, user);
    return present ?? fresh;
  });
}

export async function begin({ id, user, draftId, startedAt, base }) {
  const sealed = await sealText(await keyOf(user), `${id}/base`, base);
  await transaction(["dictations"], "readwrite", (dictations) => {
    dictations.put({ id, user, draftId, startedAt, state: "open", finishedAt: null, base: sealed });
  });
  navigator.storage?.persist?.().catch(() => {});
}

export function addSegment(id, number, type) {
  return putWhileKept("segments", { dictation: id, number, type, ms: 0, text: null });
}

/** Write a chunk; `ms` is the segment's duration so far, for the text of the recovery notice. */
export async function addChunk(id, number, seq, blob, ms) {
  const { key } = await opened(id);
  const sealed = await seal(key, `${id}/${number}/${seq}`, await blob.arrayBuffer());
  await transaction(["dictations", "segments", "chunks"], "readwrite", async (dictations, segments, chunks) => {
    const [dictation, segment] = [await done(dictations.get(id)), await done(segments.get([id, number]))];
    if (!dictation || !segment) throw new Error("this dictation is no longer on the device");
    segments.put({ ...segment, ms });
    chunks.put({ dictation: id, number, seq, sealed });
  });
}

/** Store the server's text of a segment and delete its audio. */
export async function answer(id, number, text, draftId) {
  const { dictation, key } = await opened(id);
  const sealed = await sealText(key, `${id}/${number}/text`, text);
  await transaction(["dictations", "segments", "chunks"], "readwrite", async (dictations, segments, chunks) => {
    const segment = await done(segments.get([id, number]));
    if (segment) segments.put({ ...segment, text: sealed });
    if (draftId && draftId !== dictation.draftId) dictations.put({ ...dictation, draftId });
    chunks.delete(within(id, number));
  });
}

export function setState(id, state) {
  return change(id, { state, finishedAt: state === "finished" ? Date.now() : null });
}

/** Return the segment's audio as one decrypted file; a segment cut off by a crash ends with its last chunk. */
export async function sound(id, number) {
  const { key } = await opened(id);
  const [segment, chunks] = await transaction(["segments", "chunks"], "readonly", async (segments, all) =>
    Promise.all([done(segments.get([id, number])), done(all.getAll(within(id, number)))]),
  );
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

/** At sign-out: delete the key first, then every dictation of this user (of all users, when no user is given). */
export async function forgetEverything(user) {
  const stores = ["keys", "dictations", "segments", "chunks", "texts"];
  await transaction(stores, "readwrite", async (keys, dictations, segments, chunks, texts) => {
    if (!user) {
      for (const store of [keys, dictations, segments, chunks, texts]) store.clear();
      return;
    }
    keys.delete(user);
    texts.delete(within(user));
    for (const { id } of (await done(dictations.getAll())).filter((row) => row.user === user)) {
      dictations.delete(id);
      segments.delete(within(id));
      chunks.delete(within(id));
    }
  });
}
