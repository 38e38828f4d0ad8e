/** Recording in segments, with a recorder that does what the test says: no sound is lost between two segments. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createCapture } from "../../../../../../voice_report/ui/islands/recorder/capture/capture.js";

const settled = () => new Promise(setImmediate);
let events;
let recorders;
let seconds; // to call when a second has passed: each capture waits for one
let failing;
let dead; // what the recorders that are made from now on never do: "start" or "stop"

class FakeRecorder {
  static isTypeSupported = (type) => type === "audio/webm";
  state = "inactive";
  heard = ""; // since it last gave something

  constructor(stream, { mimeType }) {
    if (failing) throw new DOMException("no second recorder", "NotSupportedError");
    this.mimeType = mimeType;
    [this.track] = stream.getTracks();
    this.name = recorders.push(this) - 1;
  }

  start(slice) {
    this.state = "recording";
    this.slice = slice;
    events.push(`start ${this.name}`);
    if (dead !== "start") setImmediate(() => this.onstart());
  }

  give(text) {
    this.ondataavailable({ data: new Blob([text]) });
  }

  requestData() {
    this.give("flushed ");
  }

  stop() {
    this.state = "inactive";
    events.push(`stop ${this.name}`);
    if (dead === "stop") return;
    setImmediate(() => {
      this.give(`${this.heard}end ${this.name}`);
      this.onstop();
    });
  }
}

/** A microphone, of which each recorder has a track of its own: `tracks` are those that are not stopped. */
const microphone = {
  tracks: new Set(),
  readyState: "live",
  getAudioTracks() {
    return [this];
  },
  clone() {
    const track = { enabled: true, stop: () => this.tracks.delete(track) };
    this.tracks.add(track);
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  },
};

/** Sound for a moment: each recorder hears it that runs, and whose track is enabled. */
function say(word) {
  for (const recorder of recorders.filter(({ state, track }) => state === "recording" && track.enabled)) {
    recorder.heard += word;
  }
}

/** A second passes for each capture, and what comes of it. */
async function second() {
  for (const passed of seconds.splice(0)) passed();
  await settled();
}

/** A capture whose events are written down; `wait` is the audio clock but for the seconds, `onShown` draws the page. */
function capture(first = 0, { wait = async (ms) => events.push(`wait ${ms}`), onShown = () => {} } = {}) {
  const closed = {};
  const aSecond = () => new Promise((resolve) => seconds.push(resolve));
  const made = createCapture({
    stream: microphone,
    first,
    wait: (ms) => (ms === 1000 ? aSecond() : wait(ms)),
    onShown,
    onOpened: (number, type) => events.push(`opened ${number} ${type}`),
    onChunk: (number, seq) => events.push(`chunk ${number}.${seq}`),
    onClosed: (number, blob) => {
      closed[number] = blob;
      events.push(`closed ${number}`);
    },
    onBroken: () => events.push("broken"),
    onResumed: () => events.push("resumed"),
    onStalled: () => events.push("stalled"),
    onCut: (isCut) => events.push(isCut ? "cut" : "not cut"),
  });
  return { ...made, closed };
}

beforeEach(() => {
  [events, recorders, seconds, failing, dead] = [[], [], [], false, null];
  microphone.tracks.clear();
  microphone.readyState = "live";
  globalThis.MediaRecorder = FakeRecorder;
});

test("the previous recorder runs on for longer than a packet of 60 ms", async () => {
  const { cut } = capture(4);
  cut();
  for (let turn = 0; turn < 4; turn += 1) await settled();
  assert.deepEqual(events, [
    "start 0", "opened 4 audio/webm", "start 1", "opened 5 audio/webm", "wait 80", "stop 0", "cut", "chunk 4.0", "closed 4",
  ]);
});

test("sound is in one segment, and in order, however long the page and the clock keep the cut waiting", async () => {
  const words = "een twee drie vier vijf zes zeven acht negen tien elf twaalf".split(" ").map((word) => `${word} `);
  const said = [];
  const sayNext = () => {
    said.push(words[said.length]);
    say(said.at(-1));
  };
  const slow = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      sayNext();
      await settled();
    }
  };
  const { cut, stop, closed } = capture(0, { wait: slow, onShown: sayNext });
  await settled();
  sayNext();
  cut();
  for (let turn = 0; turn < 5; turn += 1) {
    sayNext();
    await settled();
  }
  await stop();
  assert.ok(said.length >= 8);
  assert.equal(`${await closed[0].text()}${await closed[1].text()}`.replaceAll(/end \d/g, ""), said.join(""));
  assert.match(await closed[0].text(), /een/);
  assert.match(await closed[1].text(), /zes/);
  assert.equal(microphone.tracks.size, 0, "the microphone is let go");
});

test("the page hears of a segment when the cut is over, and its last sound was given", async () => {
  const { cut } = capture(0, { onShown: (number) => events.push(`shown ${number}`) });
  assert.deepEqual(events, ["start 0", "opened 0 audio/webm", "shown 0"]);
  cut();
  for (let turn = 0; turn < 6; turn += 1) await settled();
  assert.deepEqual(events.slice(3), [
    "start 1", "opened 1 audio/webm", "wait 80", "stop 0", "cut", "chunk 0.0", "closed 0", "shown 1",
  ]);
});

test("the page knows of each segment before it hears of its end, also when recording stops during a cut", async () => {
  const show = (number) => events.push(`shown ${number}`);
  const { cut, stop } = capture(0, { wait: () => new Promise(() => {}), onShown: show });
  cut();
  await settled();
  assert.ok(!events.includes("shown 1"));
  const stopped = stop();
  assert.ok(events.includes("shown 1"), "the page waits for all that is still to come");
  await stopped;
  assert.equal(events.filter((event) => event === "shown 1").length, 1);
});

test("a recorder that ends before it takes over leaves the previous one running", async (t) => {
  t.mock.method(console, "warn", () => {});
  const { cut, stop, closed } = capture();
  await settled();
  cut();
  say("een ");
  recorders[1].onstart();
  recorders[1].onstop();
  await settled();
  say("twee ");
  assert.ok(events.includes("not cut"));
  await stop();
  assert.equal(await closed[0].text(), "een twee end 0");
});

test("a recorder that cannot be made lets go of the microphone", async (t) => {
  t.mock.method(console, "warn", () => {});
  const { cut } = capture();
  failing = true;
  cut();
  await settled();
  assert.equal(microphone.tracks.size, 1);
});

test("a segment is the whole of its chunks, in order", async () => {
  const { closed, flush, stop } = capture();
  recorders[0].give("a ");
  recorders[0].give("");
  recorders[0].give("b ");
  flush();
  await stop();
  assert.equal(await closed[0].text(), "a b flushed end 0");
  const chunks = events.filter((event) => event.startsWith("chunk"));
  assert.deepEqual(chunks, ["chunk 0.0", "chunk 0.1", "chunk 0.2", "chunk 0.3"]);
  assert.equal(closed[0].type, "audio/webm");
});

test("a cut during a cut is no second cut, and both segments end when recording stops", async () => {
  const { cut, stop, closed } = capture(0, { wait: () => new Promise(() => {}) });
  cut();
  await settled();
  cut();
  await settled();
  assert.equal(recorders.length, 2);
  await stop();
  assert.deepEqual(Object.keys(closed), ["0", "1"]);
  cut();
  assert.equal(recorders.length, 2, "nothing is opened after the end");
  assert.ok(!events.includes("broken"));
});

test("the age is that of the newest segment", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const { age, cut } = capture();
  now = 20_000;
  assert.equal(age(), 20_000);
  cut();
  for (let turn = 0; turn < 3; turn += 1) await settled();
  now = 21_000;
  assert.equal(age(), 1000);
});

test("a second recorder that does not open leaves the first one running, and is tried again", async (t) => {
  t.mock.method(console, "warn", () => {});
  const { cut } = capture();
  failing = true;
  cut();
  await settled();
  assert.deepEqual(events, ["start 0", "opened 0 audio/webm", "not cut", "wait 10000"]);
  failing = false;
  cut();
  assert.equal(events.at(-1), "opened 1 audio/webm", "no number is skipped");
  for (let turn = 0; turn < 4; turn += 1) await settled();
});

test("a second recorder that does not begin is not waited for: the first one goes on, and is cut later", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(console, "warn", () => {});
  const { cut, number, closed } = capture();
  await settled();
  dead = "start";
  cut();
  t.mock.timers.tick(9999);
  await settled();
  assert.ok(!events.includes("not cut"));
  t.mock.timers.tick(1);
  for (let turn = 0; turn < 3; turn += 1) await settled();
  assert.ok(events.includes("not cut"));
  assert.ok(!events.includes("stop 0"));
  assert.equal(number(), 0);
  recorders[0].give("gaat door");
  dead = null;
  cut();
  for (let turn = 0; turn < 5; turn += 1) await settled();
  assert.equal(number(), 2);
  assert.equal(await closed[0].text(), "gaat doorend 0");
});

test("a recorder that gives sound has begun, whether or not it says so", async () => {
  const { cut, number } = capture();
  dead = "start";
  cut();
  recorders[1].give("klank");
  for (let turn = 0; turn < 3; turn += 1) await settled();
  assert.equal(number(), 1);
});

test("a recorder that does not stop is not waited for: what it gave is the segment, and what comes later is not", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { stop, closed } = capture();
  recorders[0].give("een ");
  dead = "stop";
  const stopped = stop();
  recorders[0].give("twee ");
  t.mock.timers.tick(14_999);
  await settled();
  assert.deepEqual(Object.keys(closed), []);
  t.mock.timers.tick(1);
  await stopped;
  assert.equal(await closed[0].text(), "een twee ");
  const before = events.length;
  recorders[0].give("drie");
  recorders[0].onstop();
  assert.equal(events.length, before);
});

test("a recorder is asked for its sound each second, whatever is measured, and not once it has stopped", async () => {
  const { stop } = capture();
  await second();
  await second();
  assert.deepEqual(events.slice(2), ["chunk 0.0", "chunk 0.1"]);
  assert.ok(recorders[0].slice > 1000, "it gives the rest by itself, also where timers stand still");
  await stop();
  const before = events.length;
  await second();
  assert.deepEqual([events.length, seconds.length], [before, 0]);
});

test("a recorder that has yet to take over is not asked: Chromium's would say that it has begun", async () => {
  const { cut, flush, number } = capture();
  dead = "start";
  cut();
  await second();
  flush();
  await settled();
  assert.equal(number(), 0);
  assert.deepEqual(events.filter((event) => event.startsWith("chunk")), ["chunk 0.0", "chunk 0.1"]);
});

/** Gives what it was asked for two turns later. What a time slice makes due comes later than that, or when it has stopped. */
class FirefoxRecorder extends FakeRecorder {
  start(slice) {
    super.start(slice);
    if (slice <= 1000) seconds.push(() => this.takes());
  }

  takes() {
    const piece = this.heard;
    this.heard = "";
    return piece;
  }

  async gives(piece) {
    for (let turn = 0; turn < 2; turn += 1) await settled();
    this.give(piece);
  }

  requestData() {
    this.gives(this.takes());
  }

  stop() {
    this.state = "inactive";
    this.gives(`${this.takes()}end ${this.name}`).then(() => this.onstop());
  }
}

test("a segment has all pieces of its file, in order, also when it is stopped or hidden as one is due", async () => {
  globalThis.MediaRecorder = FirefoxRecorder;
  const { flush, stop, closed } = capture();
  say("head ");
  second();
  say("een ");
  flush();
  say("twee ");
  await stop();
  assert.equal(await closed[0].text(), "head een twee end 0");
});

/** Fetches one piece at a time, in two turns: who asks meanwhile gets nothing. One that is stopped meanwhile gives nothing at
 * all: the piece is not written any more, and what stopping wrote is not fetched. */
class WebKitRecorder extends FakeRecorder {
  waiting = null; // while a piece is fetched

  async fetch(give) {
    if (this.waiting) return this.waiting.push(give);
    this.waiting = [];
    const { state } = this;
    for (let turn = 0; turn < 2; turn += 1) await settled();
    const waiting = this.waiting;
    const piece = this.state === state ? this.heard : "";
    [this.waiting, this.heard] = [null, ""];
    give(piece);
    for (const next of waiting) next("");
  }

  requestData() {
    this.fetch((piece) => this.give(piece));
  }

  stop() {
    this.state = "inactive";
    events.push(`stop ${this.name}`);
    this.fetch((piece) => {
      this.give(piece);
      this.onstop();
    });
  }
}

const turns = async (count) => {
  for (let turn = 0; turn < count; turn += 1) await settled();
};

test("a recorder is stopped when it has given the piece that is under way, and hears nothing meanwhile", async () => {
  globalThis.MediaRecorder = WebKitRecorder;
  const { flush, stop, closed } = capture();
  await settled();
  say("een ");
  second();
  flush(); // the page is hidden
  say("twee ");
  recorders[0].requestData = () => assert.fail("it is not asked again: that would be one more to wait for");
  const stopped = [stop(), stop()];
  flush();
  say("na de stop ");
  assert.ok(!events.includes("stop 0"));
  await Promise.all(stopped);
  assert.equal(await closed[0].text(), "een twee ");
  assert.equal(events.filter((event) => event === "stop 0").length, 1);
  assert.equal(microphone.tracks.size, 0);
});

test("a recorder with no piece under way is stopped at once: the page may be gone after that", async () => {
  globalThis.MediaRecorder = WebKitRecorder;
  const { stop, closed } = capture();
  await settled();
  say("een ");
  await second();
  await turns(2);
  say("twee ");
  const stopped = stop();
  assert.equal(events.at(-1), "stop 0");
  await stopped;
  assert.equal(await closed[0].text(), "een twee ");
});

test("a segment that is cut as a piece is due, or whose page is hidden, has its last sound", async () => {
  for (const hides of [false, true]) {
    [events, recorders, seconds] = [[], [], []];
    globalThis.MediaRecorder = WebKitRecorder;
    let runOn;
    const { cut, flush, stop, closed } = capture(0, { wait: () => new Promise((resolve) => (runOn = resolve)) });
    await settled();
    say("een ");
    cut();
    await turns(3);
    say("twee ");
    if (!hides) recorders[0].requestData = () => assert.fail("it runs on, and need not wait for a piece");
    if (hides) flush();
    else second();
    runOn();
    await turns(hides ? 1 : 0);
    const stopped = stop(); // during the cut
    say("na de stop ");
    await stopped;
    assert.deepEqual([await closed[0].text(), await closed[1].text()], ["een ", "twee "]);
  }
});

test("a recorder that does not give what it was asked for is stopped all the same", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { flush, stop, closed } = capture();
  recorders[0].requestData = () => {};
  flush();
  const stopped = stop();
  t.mock.timers.tick(499);
  await settled();
  assert.ok(!events.includes("stop 0"));
  t.mock.timers.tick(1);
  await stopped;
  assert.equal(await closed[0].text(), "end 0");
});

test("a recorder that gives nothing has failed", () => {
  const { check } = capture();
  const checks = (count) => {
    for (let at = 0; at < count; at += 1) check();
  };
  checks(119);
  recorders[0].give("klank");
  checks(119);
  assert.ok(!events.includes("stalled"));
  check();
  assert.equal(events.at(-1), "stalled");
});

test("a recorder that gives nothing is not cut: what it did not record would pass for a whole segment", () => {
  const { check, cut } = capture();
  for (let at = 0; at < 40; at += 1) check();
  cut();
  assert.equal(recorders.length, 1);
  recorders[0].give("klank");
  cut();
  assert.equal(recorders.length, 2);
});

test("a segment that could not be cut ends before the server would refuse it, and a long sleep ends none", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  t.mock.method(console, "warn", () => {});
  const { check, cut } = capture();
  now = 840_000;
  check();
  assert.ok(!events.includes("stalled"), "it is cut first");
  now = 0;
  failing = true;
  cut();
  await settled();
  now = 540_000 - 1;
  check();
  assert.ok(!events.includes("stalled"));
  now += 1;
  check();
  assert.equal(events.at(-1), "stalled");
});

test("a recorder that stops by itself, as when a headset with another rate takes over, is followed by the next one at once", async () => {
  const { closed, stop, number } = capture();
  await settled();
  say("een ");
  recorders[0].stop();
  await settled();
  say("twee ");
  assert.equal(number(), 1);
  assert.deepEqual(events.slice(events.indexOf("stop 0") + 1), ["chunk 0.0", "closed 0", "start 1", "opened 1 audio/webm", "resumed"]);
  await stop();
  assert.deepEqual([await closed[0].text(), await closed[1].text()], ["een end 0", "twee end 1"]);
  assert.equal(microphone.tracks.size, 0);
});

test("a recorder that stops by itself without a microphone, without a next one, or again, is reported, with its sound", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const stops = async (recorder) => {
    recorders[recorder].give("half ");
    recorders[recorder].onstop();
    await settled();
    return events.at(-1);
  };
  const { closed } = capture();
  microphone.readyState = "ended";
  assert.equal(await stops(0), "broken");
  assert.equal(await closed[0].text(), "half ");
  microphone.readyState = "live";
  capture(1);
  failing = true;
  assert.equal(await stops(1), "broken");
  failing = false;
  capture(2);
  assert.equal(await stops(2), "resumed");
  now = 9999;
  assert.equal(await stops(3), "broken");
  capture(4);
  assert.equal(await stops(4), "resumed");
  now += 10_000;
  assert.equal(await stops(5), "resumed");
});

test("a recorder that stops by itself during a cut: what comes after it is recorded once", async (t) => {
  t.mock.method(console, "warn", () => {});
  const { cut, stop, closed } = capture();
  await settled();
  say("een ");
  dead = "start";
  cut();
  dead = null;
  recorders[0].stop();
  await settled();
  recorders[1].onstart();
  await settled();
  say("twee ");
  await settled();
  await stop();
  assert.equal(Object.values(closed).length, 3);
  const said = (await Promise.all(Object.values(closed).map((blob) => blob.text()))).join(" ");
  assert.deepEqual(said.match(/een|twee/g), ["een", "twee"]);
});
