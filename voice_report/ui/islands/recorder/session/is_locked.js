/**
 * Whether the cover hides the page (lock_screen.jsx). A module of its own, because the page reads it, and the page is rendered
 * on the server, where session.js cannot run.
 */
let isCovered = false;
const watchers = new Set();

export function setCovered(next) {
  isCovered = next;
  for (const watcher of [...watchers]) watcher();
}

export const snapshot = () => isCovered;

export function subscribe(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
