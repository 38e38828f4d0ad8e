/** IndexedDB with promises: a connection per database, opened at first use and again after it was closed. */
import { atMost } from "../../../kit/at_most.js";

const DURABLE = { durability: "strict" };
const OPENS_WITHIN_MS = 5000;
const ENDS_WITHIN_MS = 15_000;
const SILENT = "the database does not answer";
/** What a transaction fails with when the browser has lost the database: Safari after a while in the background. */
const LOST = ["InvalidStateError", "UnknownError"];

export const within = (...key) => IDBKeyRange.bound(key, [...key, []]);

export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Return `transaction(stores, mode, work)` for a database; `create(db)` makes its stores when it is new. */
export function database(name, version, create) {
  let opening; // a promise of the connection
  let connection;
  let stuck = null; // the transaction that did not end in time

  /** Open it. While a browser does not answer, who asks later has failed at once. */
  function open() {
    let isLate = false;
    const opened = new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version);
      const timer = setTimeout(() => {
        isLate = true;
        reject(new Error("the database does not open"));
      }, OPENS_WITHIN_MS);
      request.onupgradeneeded = () => create(request.result);
      request.onerror = () => {
        clearTimeout(timer);
        opening = undefined;
        reject(request.error);
      };
      request.onsuccess = () => {
        clearTimeout(timer);
        const db = request.result;
        connection = db;
        opening = Promise.resolve(db);
        db.onclose = () => forget(db);
        db.onversionchange = () => {
          forget(db);
          db.close();
        };
        resolve(db);
      };
    });
    opened.catch(() => {
      if (!isLate) opening = undefined;
    });
    return opened;
  }

  function forget(db) {
    if (connection !== db) return;
    opening = undefined;
    connection = undefined;
  }

  const connected = () => (opening ??= open());

  /** Run `work` in a single transaction and resolve with its result once that transaction is on disk. Where the browser
   * has lost the database, nothing of it was written: it is done again on a new connection, once. While a transaction
   * does not end, who asks later has failed at once. */
  return async function transaction(...transacted) {
    const db = await connected();
    try {
      return await run(db, ...transacted);
    } catch (error) {
      if (!LOST.includes(error?.name)) throw error;
      forget(db);
      return run(await connected(), ...transacted);
    }
  };

  async function run(db, stores, mode, work) {
    if (stuck) throw new Error(SILENT);
    const tx = db.transaction(stores, mode, DURABLE);
    const finished = new Promise((resolve, reject) => {
      tx.oncomplete = resolve;
      tx.onabort = () => reject(tx.error ?? new Error("the transaction was aborted"));
    });
    const answers = () => {
      if (stuck === tx) stuck = null;
    };
    finished.then(answers, answers);
    const ended = (async () => {
      const result = await work(...stores.map((name) => tx.objectStore(name)));
      await finished;
      return { result };
    })();
    try {
      const answer = await atMost(ENDS_WITHIN_MS, ended);
      if (answer) return answer.result;
      stuck = tx;
      throw new Error(SILENT);
    } catch (error) {
      try {
        tx.abort();
      } catch {
        // The transaction has already ended.
      }
      throw error;
    }
  }
}
