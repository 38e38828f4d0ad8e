import { useEffect, useRef, useState } from "react";
import { usePressBefore } from "$/public/external/voice_report/ui/kit/form/early_press.js";
import { described, FieldBox } from "$/public/external/voice_report/ui/kit/form/field_box.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

/* Forms that call the API by themselves: their state, messages, button and fields. */

/**
 * A form that validates, then sends; typed text stays. `check` returns {field: sentence}, in the order of the fields;
 * the first wrong field gets the focus. `send(fields, form)` returns an error message, or '' on success.
 */
export function useForm(check, send) {
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [problems, setProblems] = useState({});
  useEffect(() => setReady(true), []);

  const onSubmit = async (event) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form));
    const wrong = Object.fromEntries(Object.entries(check(fields)).filter(([, sentence]) => sentence));
    setProblems(wrong);
    setError("");
    const [first] = Object.keys(wrong);
    if (first) {
      form.elements[first]?.focus();
      return;
    }
    setBusy(true);
    try {
      setError((await send(fields, form)) || "");
    } finally {
      setBusy(false);
    }
  };
  const onInput = ({ target }) => {
    if (problems[target.name]) setProblems({ ...problems, [target.name]: "" });
  };
  const form = { onSubmit, onInput, noValidate: true, method: "post", className: "form" };
  return { form, ready, busy, error, problems };
}

/** The form's error message and its only button. */
export function Submit(props) {
  return (
    <>
      <FormError state={props.state} />
      <SubmitButton {...props} />
    </>
  );
}

export function FormError({ state }) {
  return state.error && <Notice tone="coral" text={state.error} />;
}

/** Disabled until the scripts have run: the browser itself must never send the fields. A press before is carried out then. */
export function SubmitButton({ state, words, icon, disabled, look = "primary big full wrap" }) {
  const isOff = Boolean(!state.ready || state.busy || disabled);
  const own = useRef(null);
  usePressBefore(own, isOff);
  return (
    <button
      ref={own}
      type="submit"
      className={`button ${look}`}
      disabled={isOff}
      data-waiting={state.ready ? undefined : ""}
      aria-busy={state.busy || undefined}
    >
      {icon && !state.busy && <Icon name={icon} />}
      <span>{state.busy ? "Laden..." : words}</span>
    </button>
  );
}

/** The buttons at the end of a form in a dialog. */
export function DialogButtons({ state, words, look = "primary", onClose }) {
  return (
    <div className="row">
      <button type="button" className="button secondary" onClick={onClose}>
        Annuleren
      </button>
      <SubmitButton state={state} words={words} look={look} />
    </div>
  );
}

export function Notice({ tone, title, text, icon = "mail", children }) {
  return (
    <div className={`notice ${tone}`} role={tone === "coral" ? "alert" : "status"}>
      <Icon name={tone === "coral" ? "alert" : icon} />
      <div>
        {title && <b className="label">{title}</b>}
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}

export function TextField({ label, name, error, hint, ...props }) {
  const id = `field-${name}`;
  return (
    <FieldBox id={id} label={label} hint={hint} error={error}>
      <input className="input" id={id} name={name} required {...described(id, hint, error)} {...props} />
    </FieldBox>
  );
}
