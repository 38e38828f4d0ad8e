/**
 * IndexedDB in memory, as far as the recorder uses it: keys, ranges and requests as in a browser. It isolates and rolls
 * back nothing, so a test decides itself what comes between two transactions.
 */
const rank = (key) => (Array.isArray(key) ? 2 : Number(typeof key === "string"));

function compare(one, other) {
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  if (!Array.isArray(one)) return one < other ? -1 : Number(one > other);
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const difference = compare(one[at], other[at]);
    if (difference) return difference;
  }
  return one.length - other.length;
}

const isIn = (key, range) => !range || (compare(range.lower, key) <= 0 && compare(key, range.upper) <= 0);
const copy = (value) => (value?.constructor === Object ? { ...value } : value);

class Store {
  constructor(rows, keyPath, request) {
    Object.assign(this, { rows, keyPath, request });
  }

  find(key) {
    return this.rows.findIndex((row) => compare(row.key, key) === 0);
  }

  put(value, key = [this.keyPath].flat().map((name) => value[name])) {
    const own = Array.isArray(this.keyPath) ? key : [key].flat()[0];
    const at = this.find(own);
    this.rows.splice(at < 0 ? this.rows.length : at, Number(at >= 0), { key: own, value: copy(value) });
    this.rows.sort((one, other) => compare(one.key, other.key));
    return this.request(own);
  }

  delete(key) {
    const isGone = (row) => (key?.upper ? isIn(row.key, key) : compare(row.key, key) === 0);
    this.rows.splice(0, this.rows.length, ...this.rows.filter((row) => !isGone(row)));
    return this.request();
  }

  clear() {
    this.rows.length = 0;
    return this.request();
  }

  get(key) {
    return this.request(copy(this.rows[this.find(key)]?.value));
  }

  getAll(range) {
    return this.request(this.rows.filter(({ key }) => isIn(key, range)).map(({ value }) => copy(value)));
  }

  getAllKeys(range) {
    return this.request(this.rows.filter(({ key }) => isIn(key, range)).map(({ key }) => key));
  }
}

function transaction(tables) {
  let waiting = 1;
  const request = (result) => {
    const asked = { result };
    waiting += 1;
    queueMicrotask(() => {
      asked.onsuccess?.();
      setImmediate(end);
    });
    return asked;
  };
  const own = { objectStore: (name) => new Store(tables[name].rows, tables[name].keyPath, request), abort: () => own.onabort?.() };
  const end = () => --waiting || own.oncomplete?.();
  setImmediate(end);
  return own;
}

const databases = new Map();

globalThis.indexedDB = {
  open(name) {
    const asked = {};
    queueMicrotask(() => {
      const tables = databases.get(name) ?? {};
      asked.result = {
        createObjectStore: (table, { keyPath } = {}) => (tables[table] = { rows: [], keyPath }),
        transaction: () => transaction(tables),
      };
      if (!databases.has(name)) asked.onupgradeneeded();
      databases.set(name, tables);
      asked.onsuccess();
    });
    return asked;
  },
};
globalThis.IDBKeyRange = { bound: (lower, upper) => ({ lower, upper }) };

/** Return the rows of a store. */
export const rowsOf = (name, table) => (databases.get(name)?.[table].rows ?? []).map(({ value }) => value);
