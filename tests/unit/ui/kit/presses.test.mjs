/** Who hears that what was pressed may be lost, and when. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  connected, connectionEnded, dropped, eventLost, heard, made, sending, whenDropped,
} from "../../../../voice_report/ui/kit/presses.js";

const AWAY = true;
const BROKEN = false;

let told;
beforeEach(() => {
  connected();
  told = [];
  whenDropped((isLost) => told.push(isLost));
});

function makes(type, name = "state.save") {
  const event = { name };
  globalThis.event = type && { type };
  made([event]);
  globalThis.event = undefined;
  return event;
}

const sends = (...what) => sending(makes(...what));

test("a press with an answer, typing, and a load are not lost with a connection", () => {
  sends("input");
  sends("click");
  heard();
  heard();
  sends("input");
  sends(undefined);
  sends("click", "state.on_load_internal");
  connectionEnded(BROKEN);
  connected();
  assert.deepEqual(told, []);
});

for (const kind of ["click", "submit", "change", "keydown", "mousedown", "menu.itemSelect"])
  test(`a ${kind} that nothing came after is lost with its connection, and told once there is another`, () => {
    sends(kind);
    connectionEnded(BROKEN);
    assert.deepEqual(told, []);
    connected();
    connectionEnded(BROKEN);
    connected();
    assert.deepEqual(told, [true]);
  });

test("the answer to what was typed before a press is not that of the press", () => {
  sends("input");
  sends("click");
  heard();
  connectionEnded(BROKEN);
  connected();
  assert.deepEqual(told, [true]);
});

test("an event that the server has no answer to delays those of others for ten seconds at most", (t) => {
  sends("input");
  sends("click");
  const now = performance.now();
  t.mock.method(performance, "now", () => now + 11_000);
  sends("input");
  heard();
  connectionEnded(BROKEN);
  connected();
  assert.deepEqual(told, []);
});

test("what waits for a connection is not lost", () => {
  makes("click");
  connectionEnded(BROKEN);
  connected();
  assert.deepEqual(told, []);
});

test("a press just before the state of pages was away may be lost, whatever came after it", () => {
  sends("click");
  heard();
  connectionEnded(AWAY);
  connected();
  assert.deepEqual(told, [true]);
});

test("of an event that the server lost hears who pressed something, for a minute, and not who only typed", (t) => {
  sends("input");
  eventLost();
  connected();
  assert.deepEqual(told, []);
  sends("click");
  heard();
  eventLost();
  connected();
  assert.deepEqual(told, [true]);
  sends("click");
  const now = performance.now();
  t.mock.method(performance, "now", () => now + 61_000);
  eventLost();
  connected();
  assert.deepEqual(told, [true]);
});

test("a press that is dropped is told at once", () => {
  dropped(makes("input"));
  dropped(makes("click"));
  assert.deepEqual(told, [false]);
});
