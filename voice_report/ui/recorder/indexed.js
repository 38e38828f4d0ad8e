/** IndexedDB with promises: a connection per database, opened at first use and again after it was closed. */
const DURABLE = { durability: "strict" };

export const within = (...key) => IDBKeyRange.bound(key, [...key, []]);

export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Return `transaction(stores, mode, work)` for a database; `create(db)` makes its stores when it is new. */
export function database(name, version, create) {
  let opening;

  function open() {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = () => create(request.result);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const db = request.result;
        const forget = () => {
          opening = undefined;
        };
        db.onclose = forget;
        db.onversionchange = () => {
          forget();
          db.close();
        };
        resolve(db);
      };
    });
  }

  function opened() {
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  /** Run `work` in a single transaction and resolve with its result once that transaction is on disk. */
  return async function transaction(stores, mode, work) {
    const db = await opened();
    const tx = db.transaction(stores, mode, DURABLE);
    const finished = new Promise((resolve, reject) => {
      tx.oncomplete = resolve;
      tx.onabort = () => reject(tx.error ?? new Error("the transaction was aborted"));
    });
    finished.catch(() => {});
    let result;
    try {
      result = await work(...stores.map((name) => tx.objectStore(name)));
    } catch (error) {
      try {
        tx.abort();
      } catch {
        // The transaction has already ended.
      }
      throw error;
    }
    await finished;
    return result;
  };
}
