/** The headings of the report while a person talks: those the dictation came to are lit, the present one is marked. */
import { useEffect } from "react";

const MOST = 8000; // characters: what the server looks at

export function Covered({ guide, covered, segments, onSaid }) {
  const said = segments.map(({ text }) => text?.trim()).filter(Boolean).join(" ");
  const titles = guide.map(([title]) => title);
  useEffect(() => {
    if (said) onSaid?.(said.slice(-MOST));
  }, [said, titles.join()]);
  const lit = said ? covered : []; // those of an earlier dictation say nothing about this one
  return (
    <ol className="covered" aria-label="Koppen die aan bod kwamen">
      {titles.map((title) => (
        <li key={title} className={stateOf(title, lit)}>
          <i aria-hidden="true" />
          <span>
            <span>{title}</span>
            {lit.includes(title) && <span className="visually-hidden"> is aan bod gekomen</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function stateOf(title, lit) {
  if (title === lit.at(-1)) return "now";
  return lit.includes(title) ? "lit" : undefined;
}
