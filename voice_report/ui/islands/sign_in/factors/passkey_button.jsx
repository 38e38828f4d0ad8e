import { useEffect, useRef, useState } from "react";
import { usePressBefore } from "$/public/external/voice_report/ui/kit/form/early_press.js";
import { Notice } from "$/public/external/voice_report/ui/kit/form/form.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { givePasskey, knowsPasskeys } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey.js";

/* Asks for a passkey and sends it to `path`; `onDone` gets the answer, `onExpired` the sentence when a pending sign-in took
   too long. `onAsk` and `onAsked` come around it. With `takesFocus` it gets the focus as soon as it is ready. Not there in
   browsers without passkeys. */
export function PasskeyButton({ path, words, className, takesFocus, onAsk, onAsked, onExpired, onDone }) {
  const [state, setState] = useState({ ready: false });
  const button = useRef(null);
  useEffect(() => setState({ ready: true, unknown: !knowsPasskeys() }), []);
  useEffect(() => {
    if (takesFocus && state.ready) button.current?.focus();
  }, [state.ready]);
  usePressBefore(button, !state.ready || state.unknown);
  if (state.unknown) return null;
  const ask = async () => {
    setState({ ready: true, busy: true });
    onAsk?.();
    const { answer, error, code } = await givePasskey(path);
    const refusal = answer ? await onDone(answer) : error;
    setState({ ready: true, error: refusal });
    if (code === "sign_in_expired") onExpired?.(error);
    onAsked?.();
  };
  return (
    <>
      {state.error && <Notice tone="coral" text={state.error} />}
      <button
        ref={button}
        type="button"
        className={`button ${className} full wrap`}
        disabled={!state.ready || state.busy}
        data-waiting={state.ready ? undefined : ""}
        aria-busy={state.busy || undefined}
        onClick={ask}
      >
        <Icon name="key" />
        {state.busy ? "Laden..." : words}
      </button>
    </>
  );
}
