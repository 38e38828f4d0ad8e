import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { shareText, useShareText } from "$/public/external/voice_report/ui/kit/text/open_text.js";
import { TextField } from "$/public/external/voice_report/ui/kit/text/text_field.js";
import { TextMarks } from "$/public/external/voice_report/ui/kit/text/text_marks.jsx";
import { replaced } from "$/public/external/voice_report/ui/kit/text/text_sync.js";
import { useKeptText } from "$/public/external/voice_report/ui/kit/text/use_kept_text.js";

const countWords = (text) => text.split(/\s+/).filter(Boolean).length;

/**
 * A textarea that does not lose text (use_kept_text.js), with the number of words and the time of the last save. Its
 * children come above it and reach its text through `TextField`.
 *
 * `preview` is the text that the server is about to return, else null. It is shown read-only; meanwhile the field's own
 * text is not compared with the server's, restored or changed.
 */
export function TextEditor({ field, label, showCount, autoFocus, savedLabel, children, preview = null, fresh, ...kept }) {
  const { text: own, change, saveUnsaved } = useKeptText({ field, fresh: fresh && preview === null, ...kept });
  const text = preview ?? own;
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

  const edit = useCallback(function edit(words) {
    latest.current = words;
    change(words);
    shareText(field, words, edit);
  }, [field, change]);
  useShareText(field, text, edit);
  const replace = (place, words) => {
    const { selectionStart, selectionEnd } = area.current;
    const moved = (at) => replaced(latest.current, place, words, at).caret;
    caret.current = [moved(selectionStart), moved(selectionEnd)];
    edit(replaced(latest.current, place, words, 0).text);
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
              ref={area} aria-label={label} name={field} spellCheck="true" value={text}
              readOnly={preview !== null} autoFocus={autoFocus} data-begins={autoFocus || undefined}
              placeholder={autoFocus ? "Typ of plak hier…" : undefined}
              onChange={(event) => edit(event.target.value)}
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
