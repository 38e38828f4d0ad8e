/** The markdown of the report that is being edited on this page: it goes into a copy before the server has it. */
let live = null;

/** Set the text; returns the function that ends it. */
export function showLive(text) {
  live = text;
  return () => { live = null; };
}

export const liveText = () => live;
