/**
 * What a browser tells the user's authenticators about passkeys (WebAuthn Signal API, level 3), so that they stop offering
 * one that was removed. Not every browser can: a signal is a courtesy, and its failure is silent.
 */

/** This passkey is in no account. */
export const forgetUnknown = (rpId, credentialId) => signal("signalUnknownCredential", { rpId, credentialId });

/** These passkeys of the user count, and no others; and this is what the user is called. `signals` is null without any. */
export async function keepAccepted(signals) {
  if (!signals) return;
  const { rpId, userId, name, displayName, allAcceptedCredentialIds } = signals;
  await signal("signalAllAcceptedCredentials", { rpId, userId, allAcceptedCredentialIds });
  await signal("signalCurrentUserDetails", { rpId, userId, name, displayName });
}

async function signal(name, content) {
  try {
    await globalThis.PublicKeyCredential?.[name]?.(content);
  } catch {
    // an address without TLS, or an authenticator that refuses
  }
}
