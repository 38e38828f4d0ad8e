/** Encryption of what the device stores (S22). */
import assert from "node:assert/strict";
import { test } from "node:test";

import { newKey, seal, sealText, unseal, unsealText } from "../../../../../../voice_report/ui/islands/recorder/device/vault.js";

test("a text comes back with its key and its label only", async () => {
  const [key, other] = [await newKey(), await newKey()];
  const sealed = await sealText(key, "d1/0/text", "Mevrouw sliep goed.");
  assert.equal(await unsealText(key, "d1/0/text", sealed), "Mevrouw sliep goed.");
  await assert.rejects(unsealText(other, "d1/0/text", sealed), { name: "OperationError" });
  await assert.rejects(unsealText(key, "d1/1/text", sealed), { name: "OperationError" }, "a swapped record");
  new Uint8Array(sealed.data)[0] ^= 1;
  await assert.rejects(unsealText(key, "d1/0/text", sealed), { name: "OperationError" });
});

test("the key cannot be taken out of the browser, and no two records look alike", async () => {
  const key = await newKey();
  await assert.rejects(crypto.subtle.exportKey("raw", key));
  const sound = new Uint8Array([1, 2, 3]);
  const [one, two] = [await seal(key, "d1/0/0", sound), await seal(key, "d1/0/0", sound)];
  assert.notDeepEqual(new Uint8Array(one.data), new Uint8Array(two.data));
  assert.deepEqual(new Uint8Array(await unseal(key, "d1/0/0", one)), sound);
});
