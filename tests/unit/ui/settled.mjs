/** Waiting for what a script has begun, however busy the machine is. */
const TURNS = 50;

let working = 0; // in other threads: encryption, hashes, reading a file

function watched(owner, name) {
  const original = owner[name];
  owner[name] = function (...all) {
    working += 1;
    return original.apply(this, all).finally(() => { working -= 1; });
  };
}

for (const name of ["encrypt", "decrypt", "digest", "generateKey", "importKey", "exportKey", "deriveKey", "wrapKey", "unwrapKey"])
  watched(SubtleCrypto.prototype, name);
for (const name of ["arrayBuffer", "text"]) watched(Blob.prototype, name);

/** Resolve when no thread has been at work for fifty turns of the event loop. */
export async function settled() {
  for (let turn = 0; turn < TURNS; turn = working ? 0 : turn + 1) await new Promise(setImmediate);
}
