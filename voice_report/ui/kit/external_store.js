/** A value outside React that components follow with `useSyncExternalStore(subscribe, snapshot)`. */
export function createStore(value) {
  const watchers = new Set();
  return {
    snapshot: () => value,
    set(next) {
      value = next;
      for (const watcher of [...watchers]) watcher();
    },
    /** Call `watcher()` at each change; returns how to end that. */
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
