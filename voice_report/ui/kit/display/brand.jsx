const MARK = ["M4 13v6M10 6.5v19M16 10.5v11", "M22 9.5h7M22 16h7M22 22.5h3.5"]; // markup.py

/* The mark and the name, for what has no page of the framework around it. */
export function Brand({ name }) {
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="strokes" strokeWidth="3.2">
        <path className="mark-voice" d={MARK[0]} />
        <path className="mark-text" d={MARK[1]} />
      </svg>
      <span>{name}</span>
    </span>
  );
}
