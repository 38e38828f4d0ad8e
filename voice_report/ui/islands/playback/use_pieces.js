import { useCallback, useEffect, useState } from "react";

import { list } from "../recorder/device/playback_cache.js";
import { written } from "../recorder/device/writes.js";

const EVERY_MS = 60_000;

/**
 * The kept pieces of this draft, the function that reads them again (an hour or another window takes them away), and
 * whether they have been read.
 */
export function usePieces(userKey, draftId) {
  const [{ of, pieces }, setFound] = useState({ of: null, pieces: [] });
  const owner = `${userKey}/${draftId}`;
  const read = useCallback(async () => {
    await written(); // the last piece may have been transcribed just now
    const found = await list(userKey, draftId).catch(() => []);
    setFound((before) => ({ of: owner, pieces: same(before.pieces, found) ? before.pieces : found }));
  }, [userKey, draftId]);
  useEffect(() => {
    read();
    const timer = setInterval(read, EVERY_MS);
    window.addEventListener("focus", read);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", read);
    };
  }, [read]);
  return [pieces, read, of === owner];
}

const same = (one, other) =>
  one.length === other.length &&
  one.every(({ dictation, number, again }, index) => {
    const beside = other[index];
    return dictation === beside.dictation && number === beside.number && again?.text === beside.again?.text;
  });
