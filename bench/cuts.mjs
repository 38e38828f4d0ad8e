/**
 * Where the recorder would cut a sound, by the product's own modules: 16 kHz float32 samples come in on stdin, and a JSON
 * list of [first, end] in ms goes out. Time passes as for meter.js: a tick every 50 ms, measured in whole frames.
 */
import { createCutting } from "../voice_report/ui/islands/recorder/capture/cutting.js";
import { createLoudness, FRAME_MS } from "../voice_report/ui/islands/recorder/capture/loudness.js";

const TICK_MS = 50;
const PER_MS = 16;

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const bytes = Buffer.concat(chunks);
const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const length = Math.floor(samples.length / PER_MS);

const [measure, isDue] = [createLoudness(), createCutting()];
const pieces = [];
let [number, first, measured] = [0, 0, 0];
for (let now = TICK_MS; now <= length; now += TICK_MS) {
  const until = now - ((now - measured) % FRAME_MS);
  const signal = measure(samples.subarray(measured * PER_MS, until * PER_MS), FRAME_MS * PER_MS, false);
  measured = until;
  if (isDue(number, now - first, { ...signal, listening: true })) {
    pieces.push([first, now]);
    [number, first] = [number + 1, now];
  }
}
pieces.push([first, length]);
process.stdout.write(JSON.stringify(pieces));
