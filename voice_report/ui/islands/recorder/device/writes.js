/** This page's writes to the device, one after another. A module of its own: kept_sound.jsx is on pages without a recorder. */
let last = Promise.resolve();

/** Do `write()` after those before it; resolves once it is done, or `onFailure()` has been called. */
export function inOrder(write, onFailure) {
  last = last.then(write).catch(onFailure);
  return last;
}

/** Resolves once all that was asked for until now is done. */
export const written = () => last;
