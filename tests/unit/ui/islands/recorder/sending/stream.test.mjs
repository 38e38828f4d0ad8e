/** A segment that is sent while it is recorded: the form, its answer, and everything at which it is sent otherwise. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { openStream } from "../../../../../../voice_report/ui/islands/recorder/sending/stream.js";
import { fakeSockets } from "../fake_socket.mjs";

const FIELDS = { userKey: "u1", dictationId: "d1", segment: "3" };
let sockets;

beforeEach(() => {
  sockets = fakeSockets();
  globalThis.window = new EventTarget();
});

afterEach(() => {
  for (const socket of sockets) socket.close();
});

/** Open a stream, and send it these parts of a sound. */
function stream(...parts) {
  const opened = openStream("/api/stt", "opname-3.webm", "audio/webm;codecs=opus");
  for (const part of parts) opened.add(new Blob([part]));
  return opened;
}

/** What the server gets, as one form: the browser's own parser reads it. */
async function received({ address, sent }) {
  assert.equal(sent.at(-1), "", "a text message at the end");
  const body = await new Blob(sent.slice(0, -1)).arrayBuffer();
  const boundary = new URL(address).searchParams.get("boundary");
  return new Response(body, { headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` } }).formData();
}

test("what is sent is one form: the sound as it was recorded, and the fields", async () => {
  const sound = [new Uint8Array([13, 10, 45, 45, 0, 255]), "klank\r\n--", "einde"];
  const opened = stream(sound[0]);
  sockets[0].open();
  opened.add(new Blob([sound[1]]));
  opened.add(new Blob([sound[2]]));
  opened.finish(FIELDS, 6 + 9 + 5);
  const { audio, ...fields } = Object.fromEntries(await received(sockets[0]));
  assert.ok(sockets[0].address.startsWith("wss://zorg.example/api/stt?boundary="));
  assert.deepEqual(fields, FIELDS);
  assert.deepEqual([audio.name, audio.type], ["opname-3.webm", "audio/webm;codecs=opus"]);
  assert.deepEqual(await audio.bytes(), await new Blob(sound).bytes());
});

test("what is recorded before the connection is there is sent once it is", async () => {
  const opened = stream("een ", "twee");
  assert.deepEqual(sockets[0].sent, []);
  sockets[0].open();
  opened.finish(FIELDS, 8);
  assert.equal(await (await received(sockets[0])).get("audio").text(), "een twee");
});

test("the answer is that of a call", async () => {
  const answers = [
    [[200, { transcript: "Een." }], { answer: { transcript: "Een." }, status: 200 }],
    [[202, { retryAfter: 3 }, "3"], { answer: { retryAfter: 3 }, status: 202 }],
    [[429, { message: "Te veel.", code: "busy" }, "7"], { error: "Te veel.", code: "busy", status: 429, retryAfter: 7 }],
  ];
  for (const [answer, outcome] of answers) {
    const opened = stream("klank");
    sockets.at(-1).open();
    const finished = opened.finish(FIELDS, 5);
    sockets.at(-1).answer(...answer);
    assert.deepEqual(await finished, outcome);
    assert.equal(sockets.at(-1).readyState, WebSocket.CLOSED);
  }
});

const FAILURES = {
  "it closes without an answer": (socket) => socket.close(),
  "it says that nobody was signed in when it was opened": (socket) => socket.answer(401, { code: "not_signed_in" }),
  "it answers something else": (socket) => socket.onmessage({ data: "<html>" }),
  "the network is gone": () => window.dispatchEvent(new Event("offline")),
  "it does not answer within half a minute": (_socket, t) => t.mock.timers.tick(30_000),
};
for (const [name, fail] of Object.entries(FAILURES)) {
  test(`the segment is sent in another way when ${name}`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const opened = stream("klank");
    sockets[0].open();
    const finished = opened.finish(FIELDS, 5);
    fail(sockets[0], t);
    assert.equal(await finished, null);
    assert.equal(sockets[0].readyState, WebSocket.CLOSED);
  });
}

test("an answer from before the end says nothing about the segment", async () => {
  const opened = stream("klank");
  sockets[0].open();
  sockets[0].answer(401, { code: "not_signed_in" });
  assert.equal(await opened.finish(FIELDS, 5), null);
});

test("a connection that never opens, or is refused, costs nothing but the attempt", async () => {
  const opened = stream("klank");
  sockets[0].close();
  opened.add(new Blob(["meer"]));
  assert.equal(await opened.finish(FIELDS, 9), null);
  assert.deepEqual(sockets[0].sent, []);
});

test("a connection that is not there at the end is not waited for", async () => {
  const opened = stream("klank");
  assert.equal(await opened.finish(FIELDS, 5), null);
  assert.equal(sockets[0].readyState, WebSocket.CLOSED);
});

test("a sound of which a part is missing is not sent as a whole one", async () => {
  const opened = stream("klank");
  sockets[0].open();
  assert.equal(await opened.finish(FIELDS, 6), null);
  assert.ok(!sockets[0].sent.includes(""));
});

test("a connection that is ten seconds of sound behind is given up", async () => {
  const opened = stream("klank");
  sockets[0].open();
  assert.ok(!opened.isBehind());
  sockets[0].bufferedAmount = 64 * 1024;
  opened.add(new Blob(["meer"]));
  assert.ok(opened.isBehind());
  assert.equal(sockets[0].readyState, WebSocket.OPEN);
  sockets[0].bufferedAmount += 1;
  opened.add(new Blob(["meer"]));
  assert.equal(await opened.finish(FIELDS, 13), null);
  assert.ok(!opened.isBehind());
});
