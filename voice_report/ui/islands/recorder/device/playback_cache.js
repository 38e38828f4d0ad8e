/**
 * The sound of segments that have been transcribed, kept on this device to listen to again: until the concept is made,
 * and an hour at most (security.md S22).
 *
 *   pieces   dictation, number -> {dictation, number, user, draftId, startedAt, at, ms, type, bytes, sealed}
 *   chunks   dictation, number, seq -> {dictation, number, seq, sealed}    as store.js had sealed them
 *
 * `sealed` is what was heard, {text, words, again}; `again` is what was heard when it was sent once more, also {text,
 * words}. `at` (ms) is when it was written out. The database is not that of unsent sound (store.js):
 * that one then needs no upgrade, which would close it under another tab that records.
 */
import { presentKeyOf } from "./device.js";
import { database, done, within } from "./indexed.js";
import { sealText, unseal, unsealText } from "./vault.js";

export const DATABASE = "kept-sound";
const BOTH = ["pieces", "chunks"];
const HOUR_MS = 3_600_000;
const SKEW_MS = 60_000; // a clock that was set back further than this makes nothing last longer
const MOST_BYTES = 32 * 2 ** 20; // an hour and a half at 48 kbit/s

const transaction = database(DATABASE, 1, (db) => {
  db.createObjectStore("pieces", { keyPath: ["dictation", "number"] });
  db.createObjectStore("chunks", { keyPath: ["dictation", "number", "seq"] });
});

const label = ({ dictation, number }) => `${dictation}/${number}/heard`;

function isOver({ at }, now = Date.now()) {
  return now - at >= HOUR_MS || at - now > SKEW_MS;
}

/** Keep a segment of `dictation` (a record of store.js) with its sealed chunks; the oldest make room for it. */
export async function put(key, { dictation: { id, user, startedAt }, segment, chunks, draftId, heard }) {
  const { number, type, ms } = segment;
  const sealed = await sealText(key, label({ dictation: id, number }), JSON.stringify(heard));
  const bytes = chunks.reduce((total, chunk) => total + chunk.sealed.data.byteLength, 0);
  const piece = { dictation: id, number, user, draftId, startedAt, at: Date.now(), ms, type, bytes, sealed };
  await transaction(BOTH, "readwrite", async (pieces, all) => {
    for (const chunk of chunks) all.put(chunk);
    pieces.put(piece);
    const oldestFirst = (await done(pieces.getAll())).sort((one, other) => one.at - other.at);
    let total = oldestFirst.reduce((sum, one) => sum + one.bytes, 0);
    for (const one of oldestFirst) {
      if (total <= MOST_BYTES) break;
      remove(pieces, all, one);
      total -= one.bytes;
    }
  });
}

function remove(pieces, chunks, { dictation, number }) {
  pieces.delete([dictation, number]);
  chunks.delete(within(dictation, number));
}

/** Return the user's pieces of a draft in the order in which they were spoken, each with the text and words heard. */
export async function list(user, draftId) {
  const key = user && draftId && (await presentKeyOf(user));
  if (!key) return [];
  const rows = await transaction(["pieces"], "readonly", (pieces) => done(pieces.getAll()));
  const own = rows.filter((piece) => piece.user === user && piece.draftId === draftId && !isOver(piece));
  const read = await Promise.allSettled(
    own.map(async ({ sealed, ...piece }) => ({ ...piece, ...JSON.parse(await unsealText(key, label(piece), sealed)) })),
  );
  const readable = read.filter(({ status }) => status === "fulfilled").map(({ value }) => value);
  return readable.sort(
    (one, other) =>
      one.startedAt - other.startedAt || one.dictation.localeCompare(other.dictation) || one.number - other.number,
  );
}

/** Return the piece as it is now, after adding what was heard the second time, if given; null when it is gone. */
export async function remember({ dictation, number }, again = null) {
  const read = (pieces) => done(pieces.get([dictation, number]));
  const row = await transaction(["pieces"], "readonly", read);
  const key = row && !isOver(row) && (await presentKeyOf(row.user));
  if (!key) return null;
  const { sealed, ...piece } = row;
  const heard = JSON.parse(await unsealText(key, label(piece), sealed));
  if (!again) return { ...piece, ...heard };
  const resealed = await sealText(key, label(piece), JSON.stringify({ ...heard, again }));
  await transaction(["pieces"], "readwrite", async (pieces) => {
    if (await read(pieces)) pieces.put({ ...row, sealed: resealed });
  });
  return { ...piece, ...heard, again };
}

/** Return a piece's sound as one decrypted file; null when it is gone. */
export async function sound({ dictation, number }) {
  const [piece, chunks] = await transaction(BOTH, "readonly", (pieces, all) =>
    Promise.all([done(pieces.get([dictation, number])), done(all.getAll(within(dictation, number)))]),
  );
  const key = piece && !isOver(piece) && (await presentKeyOf(piece.user));
  if (!key || !chunks.length) return null;
  const parts = await Promise.all(chunks.map(({ seq, sealed }) => unseal(key, `${dictation}/${number}/${seq}`, sealed)));
  return new Blob(parts, { type: piece.type });
}

/** Delete what has been kept for an hour and, once a user is signed in, what belongs to others. */
export function sweep(user) {
  const now = Date.now();
  return removeWhere((piece) => isOver(piece, now) || (user && piece.user !== user));
}

/** Delete the sound of a draft whose concept has been made, or that was deleted; what is kept since `before` (ms) stays. */
export function drop(user, draftId, before = Infinity) {
  return removeWhere((piece) => piece.user === user && piece.draftId === draftId && piece.at < before);
}

/** Return the ids of the user's drafts that have sound here. */
export async function draftsOf(user) {
  const rows = await transaction(["pieces"], "readonly", (pieces) => done(pieces.getAll()));
  return [...new Set(rows.filter((piece) => piece.user === user).map(({ draftId }) => draftId))];
}

/** At sign-out: delete what belongs to this user (to all users, when no user is given). */
export function forget(user) {
  return removeWhere((piece) => !user || piece.user === user);
}

/** Delete the pieces for which `isGone`; resolves with their number. */
function removeWhere(isGone) {
  return transaction(BOTH, "readwrite", async (pieces, chunks) => {
    const gone = (await done(pieces.getAll())).filter(isGone);
    for (const piece of gone) remove(pieces, chunks, piece);
    return gone.length;
  });
}
