/**
 * Encryption of the data in IndexedDB (security.md S22): AES-GCM with a non-extractable key.
 *
 * The key is an object in IndexedDB, one per user; without it the stored audio and text are unreadable. `label` binds a
 * record to its location (additional authenticated data), so that records cannot be swapped.
 */
const IV_BYTES = 12;

export function newKey() {
  return crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** @returns {Promise<{iv: Uint8Array, data: ArrayBuffer}>} */
export async function seal(key, label, bytes) {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  return { iv, data: await crypto.subtle.encrypt(parameters(iv, label), key, bytes) };
}

/** @returns {Promise<ArrayBuffer>}; rejects when the key, label or content differs from the sealed one. */
export function unseal(key, label, sealed) {
  return crypto.subtle.decrypt(parameters(sealed.iv, label), key, sealed.data);
}

export function sealText(key, label, text) {
  return seal(key, label, new TextEncoder().encode(text));
}

export async function unsealText(key, label, sealed) {
  return new TextDecoder().decode(await unseal(key, label, sealed));
}

function parameters(iv, label) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(label) };
}
