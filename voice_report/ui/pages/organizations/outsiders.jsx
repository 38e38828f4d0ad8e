import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { Notice } from "$/public/external/voice_report/ui/kit/form/form.jsx";

/* Asks whether to do what shuts members out. `refused.error` names them; `refused.problem` is why it failed after all. */
export function MembersOutside({ title, action, refused, onGoOn, onClose }) {
  return (
    <Dialog open={Boolean(refused)} alert title={title} text={refused?.error} onClose={onClose}>
      {refused?.problem && <Notice tone="coral" text={refused.problem} />}
      <div className="row">
        <button type="button" className="button secondary" onClick={onClose}>
          Annuleren
        </button>
        <button type="button" className="button danger" onClick={onGoOn}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
