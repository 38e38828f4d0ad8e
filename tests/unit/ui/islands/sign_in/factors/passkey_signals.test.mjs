/** What authenticators are told about passkeys, where the browser can; elsewhere, and when it fails, nothing happens. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { forgetUnknown, keepAccepted } from "../../../../../../voice_report/ui/islands/sign_in/factors/passkey_signals.js";

const SIGNALS = {
  rpId: "rapport.example",
  userId: "bm9vcg",
  name: "noor@zorg.example",
  displayName: "Noor Jansen",
  allAcceptedCredentialIds: ["AAAA"],
};
const said = [];
const note = (name) => async (content) => said.push([name, content]);

afterEach(() => {
  delete globalThis.PublicKeyCredential;
  said.length = 0;
});

test("a browser without passkeys, or without these signals, is left alone", async () => {
  await forgetUnknown("rapport.example", "AAAA");
  globalThis.PublicKeyCredential = class {};
  await keepAccepted(SIGNALS);
  assert.deepEqual(said, []);
});

test("an unknown passkey is named alone", async () => {
  globalThis.PublicKeyCredential = { signalUnknownCredential: note("unknown") };
  await forgetUnknown("rapport.example", "AAAA");
  assert.deepEqual(said, [["unknown", { rpId: "rapport.example", credentialId: "AAAA" }]]);
});

test("the passkeys that count are told with whose they are", async () => {
  const names = ["signalAllAcceptedCredentials", "signalCurrentUserDetails"];
  globalThis.PublicKeyCredential = Object.fromEntries(names.map((name) => [name, note(name)]));
  await keepAccepted(SIGNALS);
  const { rpId, userId, name, displayName, allAcceptedCredentialIds } = SIGNALS;
  assert.deepEqual(said, [
    [names[0], { rpId, userId, allAcceptedCredentialIds }],
    [names[1], { rpId, userId, name, displayName }],
  ]);
});

test("who never made a passkey has nothing to tell", async () => {
  globalThis.PublicKeyCredential = { signalAllAcceptedCredentials: note("all") };
  await keepAccepted(null);
  await keepAccepted(undefined);
  assert.deepEqual(said, []);
});

test("a refusal is silent, and the next signal goes on", async () => {
  const refuse = async () => {
    throw new DOMException("no", "SecurityError");
  };
  globalThis.PublicKeyCredential = { signalAllAcceptedCredentials: refuse, signalCurrentUserDetails: note("user") };
  await keepAccepted(SIGNALS);
  assert.equal(said.length, 1);
});
