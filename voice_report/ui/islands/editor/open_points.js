/** How many points of a draft's report are open, as its paper last counted them: for the pages that have no paper. */
import { useSyncExternalStore } from "react";
import { createStore } from "../../kit/external_store.js";

const store = createStore({ draftId: "", number: 0 });

export const noteOpenPoints = (draftId, number) => store.set({ draftId, number });

/** Return the number of open points of this draft; 0 when its paper was not on screen. */
export function useOpenPoints(draftId) {
  const known = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  return known.draftId === draftId ? known.number : 0;
}
