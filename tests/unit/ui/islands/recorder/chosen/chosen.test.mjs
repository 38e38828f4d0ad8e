/** A chosen recording: what is sent, what begins again by itself, and what every answer of the server means. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../../../settled.mjs";

let copies = 0;
let uploads;
let asked;
let told;
let page;

const seconds = async (t, count) => {
  t.mock.timers.tick(count * 1000);
  await settled();
};

/** A request that waits until the test answers it. */
class FakeRequest {
  upload = {};
  status = 0;
  responseText = "";
  #headers = {};
  open(method, path) {
    Object.assign(this, { method, path });
  }
  send(body) {
    this.fields = Object.fromEntries(body);
    uploads.push(this);
  }
  abort() {
    this.isAborted = true;
    this.onloadend();
  }
  getResponseHeader = (name) => this.#headers[name] ?? null;
  async answer(status, content = {}, headers = {}) {
    [this.status, this.responseText, this.#headers] = [status, JSON.stringify(content), headers];
    this.onloadend();
    await settled();
  }
  async lose() {
    this.onloadend();
    await settled();
  }
}

class FakeAudio {
  duration = 1864;
  set src(_) {
    setImmediate(() => this.onloadedmetadata());
  }
  removeAttribute() {}
  load() {}
}

/** The module as a new page has it. Its requests wait in `uploads` (the file) and `asked` (everything else). */
async function open(t, { draftId = "", baseText = "" } = {}) {
  [uploads, asked, told] = [[], [], []];
  globalThis.window = Object.assign(new EventTarget(), { document: new EventTarget() });
  globalThis.document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  globalThis.XMLHttpRequest = FakeRequest;
  globalThis.Audio = FakeAudio;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 1); // the longest pause: 1, 2, 4, 8 and 15 s
  t.mock.method(globalThis, "fetch", (path, { method }) => {
    const { promise, resolve, reject } = Promise.withResolvers();
    const answer = async (status, content = {}) => {
      resolve(new Response(status === 204 ? null : JSON.stringify(content), { status }));
      await settled();
    };
    const lose = async () => {
      reject(new TypeError("Failed to fetch"));
      await settled();
    };
    asked.push({ method, path, answer, lose });
    return promise;
  });
  copies += 1;
  const module = await import(`../../../../../../voice_report/ui/islands/recorder/chosen/chosen.js?${copies}`);
  page = {
    user: "sleutel",
    draftId,
    baseText,
    onSent: (...all) => told.push(["sent", ...all]),
    onFinished: (...all) => told.push(["finished", ...all]),
  };
  module.setPage(page);
  const detach = module.attach();
  t.after(() => {
    detach();
    module.forget();
  });
  return module;
}

const memo = (words = "klank") => new File([words], "Dictaat van mevrouw Jansen.m4a", { type: "audio/x-m4a" });

/** A page that sends a file. */
async function sending(t, options) {
  const module = await open(t, options);
  const choosing = module.choose(memo());
  await settled();
  await choosing;
  module.send();
  await settled();
  return module;
}

async function writing(t, options) {
  const module = await sending(t, options);
  const id = uploads[0].fields.recordingId;
  await uploads[0].answer(202, { recordingId: id, draftId: null, seconds: 1864 });
  return { module, id };
}


test("a file is chosen, and nothing is sent before its owner says so", async (t) => {
  const { choose, snapshot } = await open(t, { baseText: "Wat er stond." });
  const choosing = choose(memo());
  await settled();
  await choosing;
  const { phase, file, base } = snapshot();
  assert.deepEqual([phase, file.seconds, base], ["picked", 1864, "Wat er stond."]);
  assert.deepEqual(uploads, []);
});

test("its name is not sent; who it is of, which it is and its draft are", async (t) => {
  await sending(t, { draftId: "c1" });
  const { method, path, fields } = uploads[0];
  const { audio, ...rest } = fields;
  assert.deepEqual([method, path, audio.name], ["POST", "/api/recordings", "opname"]);
  assert.deepEqual(Object.keys(fields), ["userKey", "recordingId", "draftId", "audio"]);
  assert.deepEqual(rest, { userKey: "sleutel", recordingId: "3f186f8e-0479-5367-af72-710b7de13291", draftId: "c1" });
  assert.equal(await audio.text(), "klank");
});

test("what is sent is told, then what is written out, and its words come as they are there", async (t) => {
  const module = await sending(t);
  uploads[0].upload.onprogress({ loaded: 30, total: 60 });
  assert.deepEqual([module.snapshot().phase, module.snapshot().share], ["sending", 0.5]);
  const id = uploads[0].fields.recordingId;
  await uploads[0].answer(202, { recordingId: id, draftId: null, seconds: 1864 });
  assert.deepEqual([module.snapshot().phase, module.snapshot().total], ["writing", 1864]);
  assert.equal(asked[0].path, `/api/recordings/${id}?after=0`);
  const pieces = [{ position: 0, text: "Goed geslapen." }, { position: 1, text: "" }];
  await asked[0].answer(200, { state: "transcribing", secondsDone: 720, secondsTotal: 1864, draftId: "c1", pieces });
  assert.deepEqual(module.snapshot().pieces, ["Goed geslapen.", ""]);
  assert.deepEqual(told, [["sent", id, "c1"]]);
  await seconds(t, 3);
  assert.equal(asked[1].path, `/api/recordings/${id}?after=2`);
  await asked[1].answer(200, { state: "done", secondsDone: 1864, secondsTotal: 1864, draftId: "c1", pieces: [] });
  assert.deepEqual(told.at(-1), ["finished", id, "c1"]);
  await seconds(t, 10);
  assert.equal(told.length, 3, "again, until it is adopted");
  module.adopt(id);
  assert.equal(module.snapshot().phase, "none");
});

test("what is said of a recording that breaks off is shown", async (t) => {
  const { module } = await writing(t);
  await asked[0].answer(200, { state: "done", draftId: "c1", code: "cut_off", message: "De opname breekt af." });
  assert.equal(module.snapshot().remark, "De opname breekt af.");
});

test("an upload that breaks off begins again by itself, later each time, and at once when the connection is back", async (t) => {
  const { snapshot } = await sending(t);
  await uploads[0].lose();
  assert.equal(snapshot().waits.kind, "offline");
  await seconds(t, 0.9);
  assert.equal(uploads.length, 1);
  await seconds(t, 0.1);
  await uploads[1].lose();
  await seconds(t, 1.9);
  assert.equal(uploads.length, 2);
  window.dispatchEvent(new Event("online"));
  await settled();
  assert.equal(uploads.length, 3);
  uploads[2].upload.onprogress({ loaded: 1, total: 100 });
  assert.equal(snapshot().waits, null);
});

test("an upload that stands still is broken off", async (t) => {
  await sending(t);
  await seconds(t, 120);
  assert.equal(uploads[0].isAborted, true);
});

test("a busy server is waited for as long as it says, with its sentence", async (t) => {
  const { snapshot } = await sending(t);
  await uploads[0].answer(503, { code: "busy", message: "Er worden al twee opnames uitgeschreven." }, { "Retry-After": "40" });
  const { kind, sentence, seconds: wait } = snapshot().waits;
  assert.deepEqual([snapshot().phase, kind, sentence, wait], ["sending", "crowded", "Er worden al twee opnames uitgeschreven.", 40]);
  await seconds(t, 39);
  assert.equal(uploads.length, 1);
  await seconds(t, 1);
  assert.equal(uploads.length, 2);
});

test("another recording of the same person is waited for", async (t) => {
  const { snapshot } = await sending(t);
  await uploads[0].answer(409, { code: "recording_busy", message: "Er wordt al een opname van je uitgeschreven." });
  assert.equal(snapshot().waits.kind, "crowded");
  await seconds(t, 15);
  assert.equal(uploads.length, 2);
});

for (const [status, code] of [[415, "wrong_media"], [422, "empty_audio"], [413, "too_long"], [422, "invalid_recording"]]) {
  test(`a file that is refused (${code}) leaves everything as it was`, async (t) => {
    const { snapshot } = await sending(t);
    await uploads[0].answer(status, { code, message: "Nee." });
    assert.deepEqual([snapshot().phase, snapshot().problem], ["none", { code, sentence: "Nee." }]);
    await seconds(t, 60);
    assert.equal(uploads.length, 1);
  });
}

test("a limit that takes long keeps the file chosen", async (t) => {
  const { snapshot } = await sending(t);
  await uploads[0].answer(429, { code: "too_many", message: "Twee uur geluid per uur." }, { "Retry-After": "300" });
  assert.equal(snapshot().phase, "picked");
  assert.equal(snapshot().problem.sentence, "Twee uur geluid per uur.");
});

test("a draft that was deleted meanwhile gets no text: it gets a new one", async (t) => {
  await sending(t, { draftId: "c1" });
  await uploads[0].answer(404, { code: "draft_not_found" });
  assert.equal(uploads[1].fields.draftId, undefined);
  await uploads[1].answer(404, { code: "draft_not_found", message: "Concept niet gevonden." });
  assert.equal(uploads.length, 2, "once");
});

test("an ended session is waited for; another person's is not", async (t) => {
  const { snapshot } = await sending(t);
  await uploads[0].answer(401, { code: "not_signed_in", message: "Log in." });
  assert.equal(snapshot().waits.kind, "signedOut");
  window.dispatchEvent(new Event("focus"));
  await settled();
  await uploads[1].answer(401, { code: "other_account", message: "Van een ander." });
  assert.deepEqual([snapshot().phase, snapshot().problem.sentence], ["none", "Van een ander."]);
});

test("what another person chose is gone from the page; while nobody is known it stays", async (t) => {
  const { setPage, snapshot } = await sending(t);
  setPage({ ...page, user: "" });
  assert.equal(snapshot().phase, "sending");
  setPage({ ...page, user: "ander" });
  assert.equal(snapshot().phase, "none");
  assert.equal(uploads[0].isAborted, true);
});

test("what the server has written out is shown once while its file goes up again", async (t) => {
  const { follow, choose, snapshot } = await open(t, { draftId: "c1", baseText: "Getypt. Een. Twee." });
  follow({ id: "o1", draftId: "c1", state: "send_again", done: 720, total: 1864 });
  const choosing = choose(memo());
  await settled();
  await choosing;
  assert.deepEqual([snapshot().phase, snapshot().base], ["picked", ""]);
});

test("another visit begins with nothing chosen, and the same one keeps it", async (t) => {
  const { setPage, follow, snapshot } = await open(t);
  setPage({ ...page, visit: 1 });
  follow({ id: "o1", draftId: "c1", state: "send_again", done: 720, total: 1864 });
  setPage({ ...page, visit: 0 }); // while the page connects again
  setPage({ ...page, visit: 1 });
  assert.equal(snapshot().phase, "halted");
  setPage({ ...page, visit: 0 });
  setPage({ ...page, visit: 2 });
  assert.equal(snapshot().phase, "none");
});

test("cancelling stops the upload and keeps the file chosen; cancelling that leaves the text", async (t) => {
  const { cancel, snapshot } = await sending(t, { baseText: "Wat er stond." });
  cancel();
  await settled();
  assert.deepEqual([snapshot().phase, snapshot().base, uploads[0].isAborted], ["picked", "Wat er stond.", true]);
  await seconds(t, 60);
  assert.equal(uploads.length, 1);
  cancel();
  assert.equal(snapshot().phase, "none");
});

test("a server that lost the sound gets it again by itself while the page has the file, and nothing shown is taken away", async (t) => {
  const { module, id } = await writing(t);
  await asked[0].answer(200, { state: "send_again", secondsDone: 720, secondsTotal: 1864, pieces: [{ position: 0, text: "Een." }] });
  assert.deepEqual([module.snapshot().phase, module.snapshot().pieces], ["sending", ["Een."]]);
  await seconds(t, 1);
  assert.equal(uploads[1].fields.recordingId, id);
  await uploads[1].answer(202, { recordingId: id, seconds: 1864 });
  assert.equal(asked.at(-1).path, `/api/recordings/${id}?after=1`);
});

test("a recording found in its draft is followed; without its file it says what to choose", async (t) => {
  const { follow, snapshot, stop } = await open(t, { draftId: "c1", baseText: "Wat er stond." });
  follow({ id: "o1", draftId: "c1", state: "transcribing", done: 720, total: 1864 });
  await settled();
  assert.equal(asked[0].path, "/api/recordings/o1?after=0");
  await asked[0].answer(200, { state: "send_again", secondsDone: 720, secondsTotal: 1864, message: "Kies het opnieuw." });
  assert.deepEqual([snapshot().phase, snapshot().problem], ["halted", { sentence: "Kies het opnieuw." }]);
  const stopping = stop();
  assert.deepEqual([asked[1].method, asked[1].path], ["DELETE", "/api/recordings/o1"]);
  await asked[1].answer(204);
  await stopping;
  assert.deepEqual(told, [["finished", "o1", "c1"]]);
});

test("stopped before the first word, the step is as it was", async (t) => {
  const { module } = await writing(t, { baseText: "Wat er stond." });
  const stopping = module.stop();
  await asked[1].answer(204);
  await stopping;
  assert.deepEqual([module.snapshot().phase, told], ["none", []]);
});

test("a stop that fails is told, and the recording goes on", async (t) => {
  const { module } = await writing(t);
  const stopping = module.stop();
  await asked[1].lose();
  await stopping;
  assert.deepEqual([module.snapshot().phase, module.snapshot().waits.kind], ["writing", "notStopped"]);
  await asked[0].answer(200, { state: "transcribing", secondsDone: 60 });
  assert.equal(module.snapshot().waits, null);
});

test("a connection that is lost while the server writes is told, and it goes on by itself", async (t) => {
  const { module } = await writing(t);
  await asked[0].lose();
  assert.deepEqual([module.snapshot().phase, module.snapshot().waits.kind], ["writing", "offline"]);
  window.dispatchEvent(new Event("online"));
  await settled();
  await asked[1].answer(200, { state: "transcribing", secondsDone: 60 });
  assert.equal(module.snapshot().waits, null);
});

test("a recording without speech ends with that, and one that failed halfway keeps what there is", async (t) => {
  const { module } = await writing(t);
  await asked[0].answer(200, { state: "failed", secondsDone: 1864, code: "no_speech", message: "Niets verstaan." });
  assert.deepEqual([module.snapshot().phase, module.snapshot().problem.code], ["none", "no_speech"]);
  assert.equal(asked[1].method, "DELETE", "it is told once");
  module.follow({ id: "o2", draftId: "c1", state: "failed", done: 60, total: 120, code: "engine", sentence: "Mislukt." });
  assert.equal(module.snapshot().phase, "halted");
});

test("only while a file is sent the browser asks before it closes the page, and a link waits for an answer", async (t) => {
  const { snapshot, stay, leave } = await sending(t);
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  assert.equal(asks(), true);
  const link = { target: "", hasAttribute: () => false, getAttribute: () => "/drafts", click: () => told.push(["left"]) };
  const press = () => {
    const event = new Event("click", { cancelable: true });
    Object.defineProperty(event, "target", { value: { closest: () => link } });
    document.dispatchEvent(event);
  };
  press();
  assert.notEqual(snapshot().leaving, null);
  stay();
  assert.deepEqual([snapshot().leaving, snapshot().phase], [null, "sending"]);
  press();
  leave();
  assert.deepEqual([told, snapshot().phase, asks()], [[["left"]], "none", false]);
});

test("a page with the last byte on its way asks before it is left, until the server says that it has the file", async (t) => {
  const { snapshot } = await sending(t);
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  uploads[0].upload.onprogress({ loaded: 5, total: 5 });
  assert.deepEqual([snapshot().share, asks()], [1, true]);
  await uploads[0].answer(202, { recordingId: uploads[0].fields.recordingId, draftId: null, seconds: 1864 });
  assert.deepEqual([snapshot().phase, asks()], ["writing", false]);
});
