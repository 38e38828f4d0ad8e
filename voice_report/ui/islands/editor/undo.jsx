import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { useUndo } from "./use_history.js";

/* 'Ongedaan maken' and 'Opnieuw doen' for the report on screen; also by Ctrl+Z and Ctrl+Y on the paper. */
export function UndoButtons() {
  const { canUndo, canRedo, move } = useUndo();
  return (
    <span className="undo" role="group" aria-label="Wijzigingen">
      <button type="button" className="icon-button" aria-label="Ongedaan maken" disabled={!canUndo} onClick={() => move(-1)}>
        <Icon name="undo" />
      </button>
      <button type="button" className="icon-button" aria-label="Opnieuw doen" disabled={!canRedo} onClick={() => move(1)}>
        <Icon name="redo" />
      </button>
    </span>
  );
}

/* Returns the step (-1 undo, 1 redo) that a key press asks for, or 0. */
export function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  if (!(ctrlKey || metaKey) || altKey) return 0;
  if (key.toLowerCase() === "z") return shiftKey ? 1 : -1;
  return key.toLowerCase() === "y" && !metaKey ? 1 : 0;
}
