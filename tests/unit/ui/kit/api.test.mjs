/** The browser's calls to our API: what is sent, and what becomes of every kind of answer. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { call, isPassing, upload } from "../../../../voice_report/ui/kit/api.js";

const OFFLINE = "Geen verbinding. Probeer het opnieuw zodra je weer online bent.";

/** Answer the next call with `response`, or fail as the browser does; returns the arguments of the calls made. */
function serve(t, response) {
  const requests = [];
  t.mock.method(globalThis, "fetch", async (path, options) => {
    requests.push({ path, ...options });
    if (response instanceof Error) throw response;
    return response;
  });
  return requests;
}

const json = (status, content, headers) => new Response(JSON.stringify(content), { status, headers });

test("fields are sent as JSON, with the cookie and nothing else", async (t) => {
  const requests = serve(t, json(201, { id: 7 }));
  assert.deepEqual(await call("POST", "/api/clients", { json: { name: "Cor" } }), { answer: { id: 7 }, status: 201 });
  const [{ path, method, credentials, headers, body, signal }] = requests;
  assert.deepEqual([path, method, credentials], ["/api/clients", "POST", "same-origin"]);
  assert.deepEqual(headers, { "Content-Type": "application/json" });
  assert.equal(body, '{"name":"Cor"}');
  assert.equal(signal, undefined);
});

test("form data keeps the content type that the browser gives it", async (t) => {
  const requests = serve(t, json(200, {}));
  const form = new FormData();
  await call("POST", "/api/stt", { body: form, timeoutMs: 1000 });
  assert.equal(requests[0].body, form);
  assert.deepEqual(requests[0].headers, {});
  assert.ok(requests[0].signal instanceof AbortSignal);
});

test("a file gets the content type of the call", async (t) => {
  const requests = serve(t, json(200, {}));
  const file = new Blob(["id;naam"], { type: "application/vnd.ms-excel" });
  await call("POST", "/api/clients/import", { body: file, type: "text/csv", keepalive: true });
  assert.deepEqual(requests[0].headers, { "Content-Type": "text/csv" });
  assert.equal(requests[0].body, file);
  assert.equal(requests[0].keepalive, true);
});

test("a refusal for want of a second factor says why one is asked", async (t) => {
  serve(t, json(403, { message: "Bevestig eerst dat jij het bent.", code: "step_up_needed", reason: "Daarom." }));
  const { code, reason } = await call("PUT", "/api/x");
  assert.deepEqual([code, reason], ["step_up_needed", "Daarom."]);
});

for (const [name, content, sentence] of [
  ["the server's message", { message: "Dat mag niet.", error: "Nee.", code: "no" }, "Dat mag niet."],
  ["its error without a message", { error: "Nee.", code: "no" }, "Nee."],
  ["the fallback without either", { code: "no" }, "Mislukt."],
]) {
  test(`a refusal says ${name}`, async (t) => {
    serve(t, json(422, content));
    const outcome = await call("GET", "/api/x", { fallback: "Mislukt." });
    assert.deepEqual(outcome, { error: sentence, code: "no", status: 422, retryAfter: undefined });
  });
}

test("a proxy's page of an error, and an answer without content, are read as empty", async (t) => {
  serve(t, new Response("<h1>502 Bad Gateway</h1>", { status: 502 }));
  assert.equal((await call("GET", "/api/x", { fallback: "Mislukt." })).error, "Mislukt.");
  for (const content of ["", "null"]) {
    serve(t, new Response(content, { status: 200 }));
    assert.deepEqual(await call("POST", "/api/auth/logout"), { answer: {}, status: 200 });
  }
});

for (const [header, seconds] of [["7", 7], ["0", 0.2], ["100000", 300], ["Wed, 21 Oct 2026 07:28:00 GMT", undefined]]) {
  test(`Retry-After ${header} is ${seconds} seconds`, async (t) => {
    serve(t, json(429, { message: "Te veel." }, { "Retry-After": header }));
    assert.equal((await call("GET", "/api/x")).retryAfter, seconds);
  });
}

test("no connection has one sentence, or the one of the call", async (t) => {
  serve(t, new TypeError("Failed to fetch"));
  assert.deepEqual(await call("GET", "/api/x", { fallback: "Mislukt." }), { error: OFFLINE, code: "offline" });
  assert.equal((await call("GET", "/api/x", { offline: "Probeer opnieuw." })).error, "Probeer opnieuw.");
});

test("a connection that is lost halfway the answer is no answer", async (t) => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError("network error")) });
  serve(t, new Response(body, { status: 200 }));
  assert.deepEqual(await call("GET", "/api/x"), { error: OFFLINE, code: "offline" });
});

test("a call that takes too long ends as without a connection", async (t) => {
  t.mock.method(globalThis, "fetch", (path, { signal }) => new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  }));
  assert.equal((await call("GET", "/api/x", { timeoutMs: 1 })).code, "offline");
});

test("the connection, the server and too much at once pass; an answer and a refusal do not", () => {
  for (const status of [undefined, 408, 425, 429, 500, 503]) assert.ok(isPassing({ error: "Nee.", status }), status);
  for (const status of [400, 401, 403, 404, 409, 422]) assert.ok(!isPassing({ error: "Nee.", status }), status);
  assert.ok(!isPassing({ answer: {}, status: 200 }));
});

/** The request of an upload, which waits until the test ends it. */
function uploads(t) {
  const made = [];
  globalThis.XMLHttpRequest = class {
    upload = {};
    status = 0;
    responseText = "";
    open = (...all) => Object.assign(this, { opened: all });
    send = (body) => made.push(Object.assign(this, { body }));
    abort = () => this.onloadend();
    getResponseHeader = (name) => ({ "Retry-After": "7" })[name];
  };
  t.mock.timers.enable({ apis: ["setTimeout"] });
  return made;
}

test("an upload tells how much has left, and ends as a call does", async (t) => {
  const [made, shares] = [uploads(t), []];
  const form = new FormData();
  const sending = upload("/api/recordings", form, { onSent: (share) => shares.push(share) });
  const [request] = made;
  assert.deepEqual([request.opened, request.body], [["POST", "/api/recordings"], form]);
  request.upload.onprogress({ loaded: 16, total: 64 });
  request.upload.onprogress({ loaded: 64, total: 64 });
  Object.assign(request, { status: 503, responseText: '{"code": "busy", "message": "Het is druk."}' }).onloadend();
  assert.deepEqual(await sending, { error: "Het is druk.", code: "busy", status: 503, retryAfter: 7 });
  assert.deepEqual(shares, [0.25, 1]);
});

test("an upload that stands still, or is ended, is one without a connection", async (t) => {
  const [made, ending] = [uploads(t), new AbortController()];
  const still = upload("/api/recordings", new FormData(), { stillMs: 1000 });
  t.mock.timers.tick(900);
  made[0].upload.onprogress({ loaded: 1, total: 64 });
  t.mock.timers.tick(900);
  t.mock.timers.tick(100);
  assert.deepEqual(await still, { error: OFFLINE, code: "offline" });
  const ended = upload("/api/recordings", new FormData(), { signal: ending.signal });
  ending.abort();
  assert.deepEqual(await ended, { error: OFFLINE, code: "offline" });
});
