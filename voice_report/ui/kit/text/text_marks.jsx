import { useEffect, useRef } from "react";

/** The text once more under a textarea, invisible except for its marks: a textarea itself has no parts to mark. */
export function TextMarks({ text, marks, area }) {
  const layer = useRef(null);
  const scrolled = useRef(0); // the field's scrollTop at its last scroll event: reading it now forces a layout
  // Not a layout effect: the textarea after this one is not there yet.
  useEffect(() => {
    const field = area.current;
    scrolled.current = 0; // a newly shown field starts at its top
    const follow = () => {
      scrolled.current = field.scrollTop;
      layer.current.scrollTop = scrolled.current;
    };
    field.addEventListener("scroll", follow, { passive: true });
    return () => field.removeEventListener("scroll", follow);
  }, []);
  useEffect(() => {
    if (scrolled.current) layer.current.scrollTop = scrolled.current;
  }, [text, marks]);
  return (
    <div ref={layer} className="text-marks" aria-hidden="true">
      {parts(text, marks).map(([part, className], index) =>
        <span key={index} className={className}>{part}</span>,
      )}
      <span>{"\n"}</span>
    </div>
  );
}

function parts(text, marks) {
  const found = [];
  let done = 0;
  for (const { start, end, className } of marks) {
    if (start < done || end > text.length) continue; // of a text that has changed since
    found.push([text.slice(done, start)], [text.slice(start, end), className]);
    done = end;
  }
  return [...found, [text.slice(done)]];
}
