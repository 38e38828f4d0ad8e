import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

/* The label, hint and error message around a control, for components in JavaScript. */
export function FieldBox({ id, label, hint, error, children }) {
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/* What is wrong with a field, read out when it appears; nothing without an error. */
export function FieldError({ id, error }) {
  if (!error) return null;
  return (
    <p className="error" role="alert" id={id}>
      <Icon name="alert" />
      {error}
    </p>
  );
}

/* The aria attributes that link a control to its hint and error; `also` is the id of an additional description. */
export const described = (id, hint, error, also) => ({
  "aria-invalid": error ? "true" : undefined,
  "aria-describedby": [hint && `${id}-hint`, also, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
});
