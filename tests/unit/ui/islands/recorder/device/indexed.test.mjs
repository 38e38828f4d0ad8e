/** A database that the browser lost, or does not open: who asks learns it, and gets it when it is there again. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { settled } from "../../../settled.mjs";
import "../memory_database.mjs";
import { database, done } from "../../../../../../voice_report/ui/islands/recorder/device/indexed.js";

const create = (db) => db.createObjectStore("rows");
const real = indexedDB.open;

afterEach(() => {
  indexedDB.open = real;
});

/** Open a database of which the browser loses the first connection: `lose(transaction)` is what becomes of its first use. */
function losing(name, lose) {
  let connections = 0;
  indexedDB.open = (...args) => {
    const asked = real(...args);
    connections += 1;
    if (connections > 1) return asked;
    let result;
    const set = (db) => {
      result = { ...db, transaction: (...stores) => lose(db.transaction(...stores)) };
    };
    Object.defineProperty(asked, "result", { get: () => result, set });
    return asked;
  };
  return { transaction: database(name, 1, create), connections: () => connections };
}

for (const name of ["InvalidStateError", "UnknownError"]) {
  test(`${name} when a transaction begins: a new connection does it`, async () => {
    const { transaction, connections } = losing(`begins-${name}`, () => {
      throw new DOMException("Connection to Indexed Database server lost", name);
    });
    await transaction(["rows"], "readwrite", (rows) => rows.put("een", 1));
    assert.equal(await transaction(["rows"], "readonly", (rows) => done(rows.get(1))), "een");
    assert.equal(connections(), 2);
  });

  test(`${name} when a transaction ends: it is done again`, async () => {
    const { transaction, connections } = losing(`ends-${name}`, (tx) => {
      const lost = { objectStore: tx.objectStore, error: new DOMException("Connection lost", name) };
      setImmediate(() => lost.onabort());
      return lost;
    });
    await transaction(["rows"], "readwrite", (rows) => rows.put("een", 1));
    assert.equal(await transaction(["rows"], "readonly", (rows) => done(rows.get(1))), "een");
    assert.equal(connections(), 2);
  });
}

test("any other failure is not tried again", async () => {
  const { transaction, connections } = losing("full", () => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await assert.rejects(transaction(["rows"], "readwrite", () => {}), { name: "QuotaExceededError" });
  assert.equal(connections(), 1);
});

test("a database that does not open fails after five seconds, at once after that, and works when it opens late", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let answer;
  let asks = 0;
  indexedDB.open = (...args) => {
    asks += 1;
    const silent = {};
    answer = () => {
      const asked = real(...args);
      asked.onupgradeneeded = () => Object.assign(silent, { result: asked.result }).onupgradeneeded();
      asked.onsuccess = () => Object.assign(silent, { result: asked.result }).onsuccess();
    };
    return silent;
  };
  const transaction = database("silent", 1, create);
  const refusals = [];
  const ask = () => transaction(["rows"], "readwrite", (rows) => rows.put("een", 1)).catch((error) => refusals.push(error.message));
  ask();
  await settled();
  assert.deepEqual(refusals, []);
  t.mock.timers.tick(5000);
  await settled();
  ask();
  await settled();
  assert.deepEqual(refusals, ["the database does not open", "the database does not open"]);
  answer();
  await settled();
  await transaction(["rows"], "readwrite", (rows) => rows.put("twee", 2));
  assert.equal(await transaction(["rows"], "readonly", (rows) => done(rows.get(2))), "twee");
  assert.equal(asks, 1);
});

test("a transaction that does not end fails after fifteen seconds, who asks meanwhile at once, until it has ended", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let stuck;
  const { transaction } = losing("stuck", (tx) => {
    if (stuck) return tx;
    stuck = { objectStore: tx.objectStore, abort() {} };
    return stuck;
  });
  const refusals = [];
  const ask = () => transaction(["rows"], "readwrite", (rows) => rows.put("een", 1)).catch((error) => refusals.push(error.message));
  ask();
  await settled();
  t.mock.timers.tick(14_999);
  await settled();
  assert.deepEqual(refusals, []);
  t.mock.timers.tick(1);
  await settled();
  ask();
  await settled();
  assert.deepEqual(refusals, ["the database does not answer", "the database does not answer"]);
  stuck.onabort();
  await settled();
  await transaction(["rows"], "readwrite", (rows) => rows.put("twee", 2));
  assert.equal(await transaction(["rows"], "readonly", (rows) => done(rows.get(1))), "een");
});

test("a browser without a database fails each time, and is asked each time", async () => {
  let asks = 0;
  indexedDB.open = () => {
    asks += 1;
    throw new DOMException("denied", "SecurityError");
  };
  const transaction = database("none", 1, create);
  await assert.rejects(transaction(["rows"], "readonly", () => {}), { name: "SecurityError" });
  await assert.rejects(transaction(["rows"], "readonly", () => {}), { name: "SecurityError" });
  assert.equal(asks, 2);
});
