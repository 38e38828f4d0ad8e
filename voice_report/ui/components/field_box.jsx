import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";

/* What stands around a control of a local part: its label, its hint, and the sentence that says what is wrong. */
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
      {error && (
        <p className="error" role="alert" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}

/* The attributes that tie a control to these; `also` is the id of a further description. */
export const described = (id, hint, error, also) => ({
  "aria-invalid": error ? "true" : undefined,
  "aria-describedby": [hint && `${id}-hint`, also, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
});
