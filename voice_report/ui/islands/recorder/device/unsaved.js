/**
 * Typed text that the server has not saved yet, encrypted like the audio (vault.js), one record per text field.
 *
 * A text is kept until its owner drops it; signing out deletes it with the key (store.js, forgetEverything).
 */
import { isOwn } from "../../../kit/text/changes.js";
import { keyOf, transaction } from "./device.js";
import { done } from "./indexed.js";
import { sealText, unsealText } from "./vault.js";

const label = (user, name) => `${user}/${name}/typed`;

const waiting = new Map(); // label -> the newest change not yet written

/**
 * Store `text` under `name`; `change` is its number (changes.js) and `version` the saved version it is based on. Only the
 * newest change is written: on a slow device it does not wait for earlier ones. `at` (ms) is only for `dropTexts`: a
 * clock may be set, so it says nothing about which of two texts is the newer.
 */
export async function keepText(user, name, change) {
  const own = label(user, name);
  const isWriting = waiting.has(own);
  waiting.set(own, change);
  if (isWriting) return;
  let written;
  try {
    while (written !== waiting.get(own)) {
      written = waiting.get(own);
      await write(user, name, written);
    }
  } finally {
    waiting.delete(own);
  }
}

async function write(user, name, { text, change = 0, version = 0 }) {
  const key = await keyOf(user);
  if (!key) return;
  const sealed = await sealText(key, label(user, name), text);
  await transaction(["texts", "keys"], "readwrite", async (texts, keys) => {
    if (await done(keys.get(user))) texts.put({ user, name, at: Date.now(), change, version, sealed });
  });
}

/** @returns {Promise<{text: string, version: number} | null>} */
export async function readText(user, name) {
  const [key, kept] = await transaction(["keys", "texts"], "readonly", (keys, texts) =>
    Promise.all([done(keys.get(user)), done(texts.get([user, name]))]),
  );
  if (!key || !kept) return null;
  return { text: await unsealText(key, label(user, name), kept.sealed), version: kept.version };
}

/** Delete the user's texts with `part` in their name that were last changed before `before` (ms). */
export async function dropTexts(user, part, before) {
  await transaction(["texts"], "readwrite", async (texts) => {
    for (const one of await done(texts.getAll())) {
      if (one.user === user && one.name.includes(part) && one.at < before) texts.delete([one.user, one.name]);
    }
  });
}

/** Delete the text under `name`; with `upTo` only when it is that change of this page, or an earlier one. */
export async function dropText(user, name, upTo = Infinity) {
  await transaction(["texts"], "readwrite", async (texts) => {
    const present = await done(texts.get([user, name]));
    if (present && (upTo === Infinity || (isOwn(present.change) && present.change <= upTo))) texts.delete([user, name]);
  });
}
