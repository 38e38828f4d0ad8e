/** On the steps without a recorder: this draft has unsent audio on this device, so its text is incomplete. */
import { useEffect, useState } from "react";

import { unfinished } from "./recovery.js";
import { howLong, moment } from "./texts.js";
import { Notice } from "./view.jsx";

export function Unsent({ userKey = "", draftId = "", onGo }) {
  const [dictation, setDictation] = useState(null);
  useEffect(() => {
    let isGone = false;
    const belongs = (one) => one.draftId === draftId && one.hasSound && !one.isFinished;
    setDictation(null);
    if (userKey && draftId) {
      unfinished(userKey)
        .then((list) => isGone || setDictation(list.find(belongs) ?? null))
        .catch(() => {}); // a browser without IndexedDB has stored nothing either
    }
    return () => {
      isGone = true;
    };
  }, [userKey, draftId]);
  if (!dictation) return null;
  return (
    <Notice
      tone="petrol" icon="mic" what={`Niet-verzonden opname van ${moment(dictation.startedAt)}, ${howLong(dictation.ms)}`}
      text="Hij hoort bij dit concept en staat nog veilig op dit toestel."
      actions={[{ label: "Naar de opname", onClick: () => onGo() }]}
    />
  );
}
