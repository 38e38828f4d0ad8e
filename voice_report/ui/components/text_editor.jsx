import { useShareText } from "$/public/external/voice_report/ui/components/open_text.js";
import { useKeptText } from "$/public/external/voice_report/ui/components/use_kept_text.js";

const countWords = (text) => text.split(/\s+/).filter(Boolean).length;

/** A textarea that does not lose text (use_kept_text.js), with the number of words and the time of the last save. */
export function TextEditor({ field, label, showCount, autoFocus, savedLabel, ...kept }) {
  const { text, change, saveUnsaved } = useKeptText({ field, ...kept });
  useShareText(field, text, change);
  const words = countWords(text);
  return (
    <div className="sheet">
      <textarea
        aria-label={label} name={field} spellCheck="true" value={text} autoFocus={autoFocus}
        onChange={(event) => change(event.target.value, Date.now())}
        onBlur={saveUnsaved}
      />
      <p className="sheet-foot num">
        <span>{showCount ? `${words} ${words === 1 ? "woord" : "woorden"}` : ""}</span>
        <span role="status">{savedLabel}</span>
      </p>
    </div>
  );
}
