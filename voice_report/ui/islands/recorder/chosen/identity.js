/** Which recording a file is, the same whenever its owner chooses it: the server goes on with what it has of it. */
const NAMESPACE = "6f0c1c1e-6a5b-5d0e-9a57-0c7b8f1d2a40"; // the server's too (services/dictation/recordings.py)

/** Resolve with the UUIDv5 of the user's key and the file's SHA-256. Rejects when the file cannot be read. */
export async function recordingId(userKey, file) {
  const content = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return uuid5(NAMESPACE, `${userKey}:${hex(content)}`);
}

async function uuid5(namespace, name) {
  const space = Uint8Array.from(namespace.replaceAll("-", "").match(/../g), (byte) => Number.parseInt(byte, 16));
  const both = new Uint8Array([...space, ...new TextEncoder().encode(name)]);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-1", both)).slice(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
