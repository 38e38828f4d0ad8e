import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useShareText } from "$/public/external/voice_report/ui/components/open_text.js";
import { TextField } from "$/public/external/voice_report/ui/components/text_field.js";
import { TextMarks } from "$/public/external/voice_report/ui/components/text_marks.jsx";
import { replaced } from "$/public/external/voice_report/ui/components/text_sync.js";
import { useKeptText } from "$/public/external/voice_report/ui/components/use_kept_text.js";

const countWords = (text) => text.split(/\s+/).filter(Boolean).length;

/**
 * A textarea that does not lose text (use_kept_text.js), with the number of words and the time of the last save. Its
 * children come above it and reach its text through `TextField`.
 *
 * `ahead` is a text that the server's is about to be, null when there is none: it is only shown. Meanwhile nothing is
 * read, kept or sent, and nobody can type.
 */
export function TextEditor({ field, label, showCount, autoFocus, savedLabel, children, ahead = null, fresh, ...kept }) {
  const { text: known, change, saveUnsaved } = useKeptText({ field, fresh: fresh && ahead === null, ...kept });
  const text = ahead ?? known;
  const [marks, setMarks] = useState([]);
  const area = useRef(null);
  const onTap = useRef(null);
  const caret = useRef(null);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useLayoutEffect(() => {
    if (caret.current) area.current.setSelectionRange(...caret.current);
    caret.current = null;
  }, [text]);

  const edit = useCallback((words, at) => {
    latest.current = words;
    change(words, at);
  }, [change]);
  useShareText(field, text, edit);
  const replace = (place, words) => {
    const { selectionStart, selectionEnd } = area.current;
    const moved = (at) => replaced(latest.current, place, words, at).caret;
    caret.current = [moved(selectionStart), moved(selectionEnd)];
    edit(replaced(latest.current, place, words, 0).text, Date.now());
    saveUnsaved();
  };
  const shared = useMemo(() => ({ text, latest: () => latest.current, replace, setMarks, onTap }), [text]);
  const tap = ({ currentTarget: { selectionStart, selectionEnd } }) =>
    selectionStart === selectionEnd && onTap.current?.(selectionStart);

  const words = countWords(text);
  return (
    <TextField.Provider value={shared}>
      <div className="editor">
        {children}
        <div className="sheet">
          <div className="written">
            <TextMarks text={text} marks={marks} area={area} />
            <textarea
              ref={area} aria-label={label} name={field} spellCheck="true" value={text} readOnly={ahead !== null} autoFocus={autoFocus}
              onChange={(event) => edit(event.target.value, Date.now())}
              onBlur={saveUnsaved} onClick={tap}
            />
          </div>
          <p className="sheet-foot num">
            <span>{showCount ? `${words} ${words === 1 ? "woord" : "woorden"}` : ""}</span>
            <span role="status">{savedLabel}</span>
          </p>
        </div>
      </div>
    </TextField.Provider>
  );
}
