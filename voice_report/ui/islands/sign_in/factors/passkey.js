import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { forgetUnknown } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey_signals.js";

/** The browser's passkeys (WebAuthn): asking for one, and making one. */

const FAILED = "De toegangssleutel werkte niet. Probeer het opnieuw.";
const REFUSED = {
  InvalidStateError: "Dit toestel heeft al een toegangssleutel voor je account.",
  SecurityError: "Toegangssleutels werken niet op dit adres.",
  NotSupportedError: "Dit toestel kan geen toegangssleutel maken.",
  ConstraintError: "Stel op dit toestel eerst een pincode, vinger of gezicht in.",
};
const CANCELLED = ["NotAllowedError", "AbortError"]; // by the person, or by ourselves

/** Whether this browser knows passkeys; it does not on an address without TLS. */
export const knowsPasskeys = () => typeof PublicKeyCredential === "function" && Boolean(navigator.credentials?.get);

/** Whether this browser offers passkeys in a form's field. */
export async function offersPasskeys() {
  try {
    return knowsPasskeys() && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.());
  } catch {
    return false;
  }
}

/**
 * Ask for a passkey and send it to `path`; the options come from `path`/options. Resolves with {answer}, with {error,
 * code}, or with {} when the person closed the browser's dialog. `conditional`: the browser offers it in a field and
 * waits, and says nothing when it cannot; `signal` ends that.
 */
export async function givePasskey(path, { conditional, signal } = {}) {
  const { answer, ...refusal } = await call("POST", `${path}/options`, { fallback: FAILED });
  if (!answer) return conditional ? {} : refusal;
  if (signal?.aborted) return {};
  const publicKey = parsed("parseRequestOptionsFromJSON", answer.options);
  const mediation = conditional ? "conditional" : undefined;
  const { credential, error } = await from(() => navigator.credentials.get({ publicKey, mediation, signal }));
  if (!credential) return error && !conditional ? { error } : {};
  const outcome = await call("POST", path, { json: { credential: written(credential) }, fallback: FAILED });
  if (outcome.code === "unknown_passkey") forgetUnknown(answer.options.rpId, credential.id);
  return outcome;
}

/** Make a passkey by these options. Resolves with {credential}, with {error}, or with {} when the person cancelled. */
export async function makePasskey(options) {
  const publicKey = parsed("parseCreationOptionsFromJSON", options);
  const { credential, error } = await from(() => navigator.credentials.create({ publicKey }));
  return credential ? { credential: written(credential) } : { error };
}

async function from(ask) {
  try {
    return { credential: await ask() };
  } catch ({ name }) {
    return CANCELLED.includes(name) ? {} : { error: REFUSED[name] ?? FAILED };
  }
}

/* Browsers before 2025 have neither of these two. */
function parsed(name, options) {
  if (PublicKeyCredential[name]) return PublicKeyCredential[name](options);
  const known = (list) => list?.map((one) => ({ ...one, id: bytes(one.id) }));
  return {
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
    ...(options.allowCredentials && { allowCredentials: known(options.allowCredentials) }),
    ...(options.excludeCredentials && { excludeCredentials: known(options.excludeCredentials) }),
  };
}

function written(credential) {
  const { id, type, response } = typeof credential.toJSON === "function" ? credential.toJSON() : byHand(credential);
  return { id, rawId: id, type, response };
}

function byHand({ id, type, response }) {
  const members = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const found = members.filter((name) => response[name]?.byteLength);
  return {
    id,
    type,
    response: {
      ...Object.fromEntries(found.map((name) => [name, text(response[name])])),
      ...(response.getTransports && { transports: response.getTransports() }),
    },
  };
}

export function bytes(base64url) {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export function text(buffer) {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
