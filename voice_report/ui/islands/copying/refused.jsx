import { useEffect, useRef } from "react";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";

/**
 * The clipboard was refused: the text stands here, selected, to be copied by hand. `refused` is {name, plain}, or null;
 * `onCopied` says that all of it was copied by hand, `onAgain` that the person tries again.
 */
export function Refused({ refused, onAgain, onCopied, onClose }) {
  const text = useRef(null);
  useEffect(() => {
    if (!refused) return;
    text.current.focus(); // after the dialog, which has opened
    text.current.select();
  }, [refused]);
  const copied = ({ target }) => target.selectionEnd - target.selectionStart === target.value.length && onCopied();
  return (
    <Dialog open={Boolean(refused)} title="Kopiëren mislukt" fromBelow onClose={onClose}>
      <p className="soft">
        {"Je browser liet het klembord niet toe. De tekst staat hieronder geselecteerd: "}
        <b>Kopieer met Ctrl+C</b>, of houd hem ingedrukt op je telefoon.
      </p>
      <textarea ref={text} className="selected-text" readOnly rows={5} aria-label={refused?.name} value={refused?.plain ?? ""} onCopy={copied} />
      <div className="row">
        <button type="button" className="button plain" onClick={onClose}>Sluiten</button>
        <button type="button" className="button primary" onClick={onAgain}>Opnieuw proberen</button>
      </div>
    </Dialog>
  );
}
