import { useMemo } from "react";
import { LEFT, PER_HEADING, fields, isOver, lengthOf } from "./fields.js";

/* How a sample (`markdown`, under `headings`: [title, ...], with the measured `values`) is copied with a profile: its
   fields, with their lengths. */
export function FieldPreview({ markdown, headings, values, profile }) {
  const all = useMemo(() => {
    const titles = headings.map(([title]) => title);
    return fields(markdown, titles, profile.fields?.length ? profile : PER_HEADING, values);
  }, [markdown, headings, values, profile]);
  return (
    <ol className="copy-rows copy-preview">
      {all.map((field) => (
        <li key={field.id} className={field.text ? undefined : "not-said"}>
          <h3>{field.name}</h3>
          {field.text && <p className="text"><span>{field.text}</span></p>}
          <p className={isOver(field) ? "count num over" : "count num"}>{field.text ? lengthOf(field) : "Niet besproken"}</p>
        </li>
      ))}
      {profile.fields?.length > 0 && all.at(-1)?.name !== LEFT.label && (
        <li className="not-said">
          <h3>{LEFT.label}</h3>
          <p className="count">Niets. Alle koppen hebben een plek.</p>
        </li>
      )}
    </ol>
  );
}
