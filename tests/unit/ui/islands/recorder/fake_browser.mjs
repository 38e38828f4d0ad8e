/** A microphone, a recorder and locks that do what the test says, as far as session.js uses them. */
import { fakeSockets } from "./fake_socket.mjs";
import "./memory_database.mjs";

class Track extends EventTarget {
  muted = false;
  readyState = "live";
  stop() {
    this.readyState = "ended";
  }
}

const streamOf = (track) => ({
  getTracks: () => [track],
  getAudioTracks: () => [track],
  clone: () => streamOf(new Track()),
});

class FakeRecorder {
  static isTypeSupported = (type) => type === "audio/webm";
  state = "inactive";
  mimeType = "audio/webm";

  start() {
    this.state = "recording";
    setImmediate(() => this.onstart());
  }

  requestData() {
    this.ondataavailable({ data: new Blob(["klank"]) });
  }

  stop() {
    this.state = "inactive";
    setImmediate(() => {
      this.requestData();
      this.onstop();
    });
  }
}

class FakeAudio {
  state = "running";
  sampleRate = 48_000;
  currentTime = 0;
  createAnalyser = () => ({});
  createMediaStreamSource = () => ({ connect() {} });
  createConstantSource = () => ({ start() {}, stop() {} }); // it never ends: no ticks
  close = async () => {};
}

/**
 * Put them in the place of the browser's. Returns {tracks, locks, sockets, asks()}: the microphones that were opened; the
 * locks that are asked for, each {name, grant(), isReleased}; the websockets; and whether the browser would ask before the
 * page is closed. Nobody answers these unless `isAway` is false.
 */
export function fakeBrowser(t, { isAway = true } = {}) {
  const [tracks, locks] = [[], []];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  clearOnlyOwnTimers();
  globalThis.window = Object.assign(new EventTarget(), { isSecureContext: true });
  globalThis.document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  globalThis.MediaRecorder = FakeRecorder;
  globalThis.AudioContext = FakeAudio;
  const getUserMedia = async () => {
    const track = new Track();
    tracks.push(track);
    return streamOf(track);
  };
  const request = (name, _, hold) => {
    const lock = { name, isReleased: false };
    lock.grant = () => Promise.resolve(hold({ name })).then(() => (lock.isReleased = true));
    locks.push(lock);
    return new Promise(() => {});
  };
  const own = { mediaDevices: { getUserMedia }, locks: { request, query: async () => ({ held: [] }) }, onLine: true };
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(navigator, name, { value, configurable: true, writable: true });
  }
  t.mock.method(globalThis, "fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  globalThis.requestAnimationFrame = (callback) => setImmediate(callback);
  globalThis.cancelAnimationFrame = clearImmediate;
  const sockets = fakeSockets({ isAway });
  const asks = () => !globalThis.window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  return { tracks, locks, sockets, asks };
}

/** Node's mocked timers break when one is cleared that an earlier test has set: the page lives on between two tests. */
function clearOnlyOwnTimers() {
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
  const own = new Set();
  globalThis.setTimeout = (...all) => {
    const timer = set(...all);
    own.add(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => own.delete(timer) && clear(timer);
}

export { settled } from "../../settled.mjs";
