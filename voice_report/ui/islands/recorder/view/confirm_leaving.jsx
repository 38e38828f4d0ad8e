/** The question before the page is left on which something would be lost. */
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";

/** Ask whether to leave; Escape stays. ``words`` are the dialog's title and text. */
export function ConfirmLeaving({ isAsked, words, leaving = "secondary", onStay, onLeave }) {
  return (
    <Dialog alert open={isAsked} {...words} onClose={onStay}>
      <div className="row">
        <button className="button primary" type="button" onClick={onStay}>
          Blijven
        </button>
        <button className={`button ${leaving}`} type="button" onClick={onLeave}>
          Verlaten
        </button>
      </div>
    </Dialog>
  );
}
