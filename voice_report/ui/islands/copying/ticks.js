/**
 * Which fields of a report were copied: a tick is the digest of the text that was copied, by field. Those of a draft are
 * also on the server, for the other devices of its author; those of an archived report are this tab's own.
 */
import { call, isPassing } from "../../kit/api.js";
import { createStore } from "../../kit/external_store.js";

const MOST = 100; // that one call takes (services/drafts/ticks.py)
const NONE = { own: {}, stored: {} };

const store = createStore({}); // by report
const unsent = new Map(); // of drafts: what the server does not have yet

/** `of(reportId)`: the ticks of this tab (`own`), and those that the server answered with (`stored`). */
export const ticks = { subscribe: store.subscribe, of: (reportId) => store.snapshot()[reportId] ?? NONE };

/** Return 'copied' (as a whole, or in all its parts), 'changed' since it was copied, or ''; `known` are ticks of which
    one is enough. */
export function stateOf({ id, digest, text, parts = [] }, ...known) {
  const found = known.map((one) => one[id]).filter(Boolean);
  if (text && found.includes(digest)) return "copied";
  const inParts = parts.map((part) => stateOf(part, ...known));
  if (inParts.length && inParts.every((state) => state === "copied")) return "copied";
  return text && (found.length || inParts.includes("changed")) ? "changed" : "";
}

/** Tick these fields of a report. */
export function tick(reportId, fields) {
  add(reportId, "own", digestsOf(fields));
}

/** Tick these fields of a draft, here and on the server; what does not arrive is sent with the next, or once online. */
export function tickDraft(draftId, fields) {
  tick(draftId, fields);
  unsent.set(draftId, { ...unsent.get(draftId), ...digestsOf(fields) });
  return send(draftId);
}

async function send(draftId) {
  const sent = unsent.get(draftId);
  unsent.delete(draftId);
  const fields = Object.fromEntries(Object.entries(sent).slice(-MOST));
  const result = await call("PUT", `/api/drafts/${draftId}/copied`, { json: { fields }, keepalive: true });
  if (result.answer) add(draftId, "stored", result.answer.fields);
  else if (isPassing(result)) unsent.set(draftId, { ...sent, ...unsent.get(draftId) });
}

const digestsOf = (fields) => Object.fromEntries(fields.map(({ id, digest }) => [id, digest]));

function add(reportId, name, more) {
  const before = ticks.of(reportId);
  store.set({ ...store.snapshot(), [reportId]: { ...before, [name]: { ...before[name], ...more } } });
}

if (typeof window !== "undefined") {
  window.addEventListener("online", () => [...unsent.keys()].forEach(send));
}
