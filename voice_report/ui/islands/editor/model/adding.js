/** What stood under a heading when a recording for it began ('Aanvullen'), until its page is back. */
let begun = null;

/** Note it: `body` is the markdown under the heading. */
export const noteAdding = (draftId, { title, body }) => {
  begun = { draftId, title, body };
};

/** Return {title, body} of the recording that began on this draft's paper, once; null when there is none. */
export function takeAdding(draftId) {
  const found = begun?.draftId === draftId ? begun : null;
  begun = null;
  return found;
}
