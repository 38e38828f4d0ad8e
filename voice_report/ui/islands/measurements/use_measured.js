import { useState } from "react";
import { noteCopied, useMeasurements } from "./use_measurements.js";

/**
 * The measured values on the paper, with the one whose words are shown: {found, trouble, asked, chosen, choose(key |
 * null), edit(key), answer, close, again, noteCopied}. `asked` is how many ask something. `chosen` is what 'Wat je zei'
 * shows: {row, isEditing, sources, turn}, or null.
 */
export function useMeasured({ draftId, isClosed, transcript, sheet }) {
  const { found, trouble, answer, again } = useMeasurements({ id: draftId, isArchived: isClosed, transcript });
  const [{ key, isEditing, turn }, set] = useState({ key: null, isEditing: false, turn: 0 });
  const choose = (one, isEdited = false) => set((before) => ({ key: one, isEditing: isEdited, turn: before.turn + 1 }));
  const row = key && found.rows.find((one) => one.key === key && one.group !== "left_out");
  const buttonOf = (one) => sheet.current?.querySelector(`[data-measured="${one}"]`);
  const close = () => {
    choose(null);
    buttonOf(key)?.focus({ preventScroll: true });
  };
  const put = async (one, said, parts) => {
    const error = await answer(one, said, parts);
    if (!error) set((before) => (before.key === one ? { ...before, isEditing: false } : before));
    return error;
  };
  return {
    found,
    trouble,
    again,
    asked: found.rows.filter(({ group }) => group === "asked").length,
    chosen: row ? { row, isEditing, sources: [row.sentence], flags: [], turn: `measured ${turn}` } : null,
    choose,
    edit: (one) => choose(one, true),
    setEditing: (isEdited) => set((before) => ({ ...before, isEditing: isEdited })),
    answer: put,
    close,
    noteCopied: () => !isClosed && noteCopied(draftId),
  };
}
