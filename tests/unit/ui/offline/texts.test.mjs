/** The words of the page without a network. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { day, removalOf, removed, room, safe, sentOf, waits } from "../../../../voice_report/ui/offline/texts.js";

const at = (day, hour, minute) => new Date(2026, 10, day, hour, minute).getTime();

test("a recording is called by its day", () => {
  const now = at(20, 12, 0);
  assert.equal(day(at(20, 9, 14), now), "Vandaag, 09.14 uur");
  assert.equal(day(at(19, 21, 40), now), "Gisteren, 21.40 uur");
  assert.equal(day(at(18, 21, 40), now), "18-11-2026, 21.40 uur");
  assert.match(removalOf(Date.now()), /^Opname van vandaag, \d\d\.\d\d uur verwijderen$/);
  assert.match(removed({ startedAt: Date.now(), ms: 240_000 }), /^De opname van vandaag, .*, 4 minuten, wordt definitief verwijderd\.$/);
});

test("where it is, and how far", () => {
  assert.equal(waits(240_000, "network"), "4 minuten, wacht op verbinding");
  assert.equal(waits(240_000, "sealed"), "4 minuten, verzegeld op dit toestel");
  assert.equal(waits(240_000, "next"), "4 minuten, wordt zo verstuurd");
  assert.equal(sentOf(180_000, 240_000), "3 van 4 minuten verstuurd");
  assert.equal(sentOf(0, 5000), "0 van 5 seconden verstuurd");
  assert.equal(safe(252_000), "Staat veilig op dit toestel: 4 minuten");
});

test("the room that is left, and no promise where there is none", () => {
  assert.equal(room(9 * 3600 * 6000), "Ruimte voor ongeveer 9 uur op dit toestel");
  assert.equal(room(1e12), "Ruimte voor meer dan een dag op dit toestel");
  assert.equal(room(60e6), "Ruimte voor ongeveer 2 uur op dit toestel");
  assert.equal(room(49e6), "Weinig ruimte: nog ongeveer 136 minuten");
  assert.equal(room(5e6), "Weinig ruimte: nog ongeveer 13 minuten");
  for (const unknown of [null, NaN]) assert.equal(room(unknown), "Je opname wordt bewaard op dit toestel.");
  assert.equal(room(4.9e6), "Dit toestel heeft geen ruimte. Laat deze pagina open tot alles is verstuurd.");
});
