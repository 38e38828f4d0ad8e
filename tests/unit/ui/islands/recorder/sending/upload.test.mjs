/** The upload of segments: their order, what is retried and when, and what every answer of the server means. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createUploader } from "../../../../../../voice_report/ui/islands/recorder/sending/upload.js";

const settled = () => new Promise(setImmediate);
let events;
let requests;
let draft;

/** An uploader whose requests wait in `requests` until the test answers them. */
function start(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 1); // the longest pause: 1, 2, 4, 8 and 15 s
  t.mock.method(globalThis, "fetch", (path, { body }) => {
    const { promise, resolve, reject } = Promise.withResolvers();
    const answer = async (status, content = {}, headers = {}) => {
      resolve(new Response(JSON.stringify(content), { status, headers }));
      await settled();
    };
    const lose = async () => {
      reject(new TypeError("Failed to fetch"));
      await settled();
    };
    requests.push({ path, fields: Object.fromEntries(body), answer, lose });
    return promise;
  });
  return createUploader({
    onAnswer: (item, text, draftId) => {
      draft = draftId || draft;
      events.push(`text ${item.number}: ${text}`);
    },
    onRefused: (item, sentence) => events.push(`refused ${item.number}: ${sentence}`),
    onTrouble: (trouble) => {
      const said = trouble && ["trouble", trouble.kind, trouble.sentence, trouble.seconds];
      events.push(said ? said.filter(Boolean).join(" ") : "fine");
    },
  });
}

const segment = (number, sound = new Blob(["klank"], { type: "audio/webm;codecs=opus" })) => ({
  id: "d1",
  number,
  user: "u1",
  startedAt: Date.now() - 90_000,
  draftId: () => draft,
  loseDraft: () => {
    draft = null;
    events.push("draft lost");
  },
  sound: async () => sound,
});

const said = (transcript) => ({ transcript, draftId: "c1" });
const seconds = async (t, count) => {
  t.mock.timers.tick(count * 1000);
  await settled();
};

beforeEach(() => {
  [events, requests, draft] = [[], [], null];
  globalThis.window = new EventTarget();
  globalThis.document = new EventTarget();
});

test("one segment at a time until the draft is known, then two, in order", async (t) => {
  const { add } = start(t);
  for (const number of [0, 3, 1, 2]) add(segment(number));
  await settled();
  assert.equal(requests.length, 1);
  await requests[0].answer(200, said("Een."));
  assert.deepEqual(requests.map(({ fields }) => fields.segment), ["0", "1", "2"]);
  await requests[2].answer(200, said("Drie."));
  await requests[1].answer(200, said("Twee."));
  assert.deepEqual(events, ["fine", "text 0: Een.", "fine", "text 2: Drie.", "fine", "text 1: Twee."]);
  assert.equal(requests.length, 4);
});

test("a segment says whose it is, which it is and what sound it has", async (t) => {
  draft = "c9";
  start(t).add({ ...segment(3, new Blob(["klank"], { type: "audio/mp4" })), ms: 7586.6 });
  await settled();
  const { audio, startedAgo, ...fields } = requests[0].fields;
  assert.equal(requests[0].path, "/api/stt");
  assert.ok(Math.abs(Number(startedAgo) - 90_000) < 5_000, startedAgo);
  assert.deepEqual(fields, { dictationId: "d1", segment: "3", ms: "7587", userKey: "u1", draftId: "c9" });
  assert.deepEqual([audio.name, await audio.text()], ["opname-3.m4a", "klank"]);
});

test("without a connection it is tried again, later and later, and at once when the connection is back", async (t) => {
  start(t).add(segment(0));
  for (const [pause, requested] of [[1, 1], [2, 2], [4, 3], [8, 4], [15, 5], [15, 6]]) {
    await settled();
    assert.equal(requests.length, requested);
    await requests.at(-1).lose();
    await seconds(t, pause - 0.1);
    assert.equal(requests.length, requested, "not before its time");
    await seconds(t, 0.1);
  }
  await requests.at(-1).lose();
  window.dispatchEvent(new Event("online"));
  await settled();
  await requests[7].answer(200, said("Toch."));
  assert.deepEqual(events, [...new Array(7).fill("trouble offline"), "fine", "text 0: Toch."]);
});

test("a server that is busy is mentioned from the second time on, in its own words", async (t) => {
  start(t).add(segment(0));
  await settled();
  await requests[0].answer(500, { message: "Er ging iets mis." });
  assert.deepEqual(events, []);
  await seconds(t, 1);
  await requests[1].answer(429, { message: "Te veel." }, { "Retry-After": "4" });
  assert.deepEqual(events, ["trouble busy Te veel."]);
  await seconds(t, 3.9);
  assert.equal(requests.length, 2);
  window.dispatchEvent(new Event("online"));
  await settled();
  assert.equal(requests.length, 2, "the server said when");
  await seconds(t, 0.1);
  assert.equal(requests.length, 3);
});

test("a long wait that the server knows is told at once, with how long it is", async (t) => {
  start(t).add(segment(0));
  await settled();
  await requests[0].answer(429, { message: "Te veel." }, { "Retry-After": "51" });
  assert.deepEqual(events, ["trouble crowded 51"]);
  await seconds(t, 50.9);
  assert.equal(requests.length, 1);
  await seconds(t, 0.1);
  await requests[1].answer(200, said("Toch."));
  assert.deepEqual(events.slice(1), ["fine", "text 0: Toch."]);
});

test("a piece of an earlier page that was cut off at once has no sound when it cannot be read", async (t) => {
  const { add } = start(t);
  const damaged = [422, { code: "damaged_audio", message: "De opname is beschadigd." }];
  add({ ...segment(0), isCutOff: true });
  await settled();
  await requests[0].answer(...damaged);
  add({ ...segment(1), isCutOff: false });
  await settled();
  await requests[1].answer(...damaged);
  assert.deepEqual(events, ["fine", "text 0: ", "refused 1: De opname is beschadigd."]);
});

for (const [name, status, content, headers, event, pause] of [
  ["it waits for its turn", 202, { transcript: null, draftId: null, retryAfter: 5 }, {}, "fine", 5],
  ["somebody still works on it", 202, {}, {}, "fine", 1],
  ["another process works on it", 409, { code: "in_progress" }, {}, null, 1],
  ["another process works on it, for so long", 409, { code: "in_progress" }, { "Retry-After": "3" }, null, 3],
  ["the model is loading", 503, { code: "model_loading" }, {}, "trouble loading", 3],
  ["no engine", 503, { code: "model_missing", message: "Geen model." }, {}, "trouble missing Geen model.", 1],
  ["no engine that may", 503, { code: "floor", message: "Alleen hier." }, {}, "trouble missing Alleen hier.", 1],
  ["signed out", 401, { code: "signed_out" }, {}, "trouble signedOut", 30],
  ["another account", 401, { code: "other_account" }, {}, "trouble otherAccount", 30],
  ["a hotspot's page instead of the server", 200, {}, {}, null, 1],
  ["a slow line", 408, { code: "too_slow" }, {}, null, 1],
]) {
  test(`the sound waits: ${name}`, async (t) => {
    start(t).add(segment(0));
    await settled();
    await requests[0].answer(status, content, headers);
    assert.deepEqual(events, event ? [event] : []);
    await seconds(t, pause - 0.1);
    assert.equal(requests.length, 1);
    await seconds(t, 0.1);
    assert.equal(requests.length, 2);
  });
}

test("a segment that waits for its turn ends what was wrong before", async (t) => {
  start(t).add(segment(0));
  await settled();
  await requests[0].lose();
  await seconds(t, 1);
  await requests[1].answer(202, { transcript: null, retryAfter: 1 });
  await seconds(t, 1);
  await requests[2].answer(200, said("Nu wel."));
  assert.deepEqual(events, ["trouble offline", "fine", "fine", "text 0: Nu wel."]);
});

for (const [status, content, event] of [
  [200, { transcript: "", draftId: null }, "text 0: "],
  [422, { code: "no_speech", message: "Geen spraak." }, "text 0: "],
  [415, { code: "unsupported", message: "Dit is geen geluid." }, "refused 0: Dit is geen geluid."],
  [413, {}, "refused 0: De server neemt dit geluid niet aan."],
  [403, { code: "paused", message: "Je account is gepauzeerd." }, "refused 0: Je account is gepauzeerd."],
]) {
  test(`an end: ${status} ${content.code}`, async (t) => {
    start(t).add(segment(0));
    await settled();
    await requests[0].answer(status, content);
    assert.equal(events.at(-1), event);
    await seconds(t, 100);
    assert.equal(requests.length, 1);
  });
}

test("a draft that was deleted meanwhile: the segment goes to a new one, at once", async (t) => {
  draft = "c1";
  start(t).add(segment(0));
  await settled();
  await requests[0].answer(404, { code: "draft_not_found" });
  assert.deepEqual(events, ["draft lost"]);
  assert.deepEqual(requests.map(({ fields }) => fields.draftId), ["c1", undefined]);
});

test("sound that is gone from the device is reported, an empty segment has no text; neither is sent", async (t) => {
  const { add } = start(t);
  add({ ...segment(0), sound: () => Promise.reject(new Error("gone")) });
  add(segment(1, new Blob([])));
  await settled();
  assert.deepEqual(events, ["refused 0: De opname staat niet meer op dit toestel.", "fine", "text 1: "]);
  assert.equal(requests.length, 0);
});

test("after clear nothing is sent or reported any more", async (t) => {
  const { add, clear } = start(t);
  add(segment(0));
  add(segment(1));
  await settled();
  clear();
  await requests[0].answer(200, said("Te laat."));
  await seconds(t, 100);
  assert.deepEqual(events, ["fine"]);
  assert.equal(requests.length, 1);
});

/** A stream that ends as the test says. */
function streamed(outcome) {
  const stream = { fields: null, total: null, isAborted: false };
  stream.finish = async (fields, total) => {
    Object.assign(stream, { fields, total });
    return outcome;
  };
  stream.abort = () => (stream.isAborted = true);
  return stream;
}

test("a segment that was sent while it was recorded is not posted", async (t) => {
  draft = "c9";
  const stream = streamed({ answer: said("Een."), status: 200 });
  start(t).add({ ...segment(3), stream });
  await settled();
  assert.deepEqual(Object.keys(stream.fields), ["userKey", "dictationId", "segment", "startedAgo", "draftId"]);
  assert.equal(stream.total, 5);
  assert.deepEqual([events, requests], [["fine", "text 3: Een."], []]);
});

test("a stream that failed is posted at once, one that was refused for the moment is posted later", async (t) => {
  const { add } = start(t);
  add({ ...segment(0), stream: streamed(null) });
  await settled();
  await requests[0].answer(200, said("Een."));
  add({ ...segment(1), stream: streamed({ error: "Druk.", code: "busy", status: 503, retryAfter: 2 }) });
  await settled();
  assert.equal(requests.length, 1);
  await seconds(t, 2);
  await requests[1].answer(200, said("Twee."));
  assert.deepEqual(events, ["fine", "text 0: Een.", "fine", "text 1: Twee."]);
});

test("what is not to be sent any more closes its stream, and is not posted when that ends", async (t) => {
  const { add, clear } = start(t);
  const { promise, resolve } = Promise.withResolvers();
  const [under, waiting, empty] = [streamed(), streamed(), streamed()];
  under.finish = () => promise;
  add({ ...segment(0), stream: under });
  add({ ...segment(1), stream: waiting });
  await settled();
  clear();
  resolve(null);
  await settled();
  add({ ...segment(2, new Blob()), stream: empty });
  await settled();
  assert.deepEqual([under, waiting, empty].map(({ isAborted }) => isAborted), [true, true, true]);
  assert.deepEqual(requests, []);
});

test("how long ago it began is never less than nothing, whatever happens to the device's clock", async (t) => {
  start(t).add({ ...segment(0), startedAt: Date.now() + 3 * 24 * 3600 * 1000 });
  await settled();
  assert.equal(requests[0].fields.startedAgo, "0");
});
