export const LEVEL_MS = 50;

const RATE = 16_000;

/** Return how loud a file is in each `LEVEL_MS`, 0 to 1. Rejects what the browser cannot decode. */
export async function levelsOf(file) {
  const context = new OfflineAudioContext(1, 1, RATE);
  const decoded = await context.decodeAudioData(await file.arrayBuffer());
  return loudness(decoded.getChannelData(0), (RATE * LEVEL_MS) / 1000);
}

/** Return the root mean square of each `size` samples, as a share of the largest. */
export function loudness(samples, size) {
  const found = [];
  for (let start = 0; start < samples.length; start += size) {
    const piece = samples.subarray(start, start + size);
    found.push(Math.sqrt(piece.reduce((sum, sample) => sum + sample * sample, 0) / piece.length));
  }
  const most = Math.max(...found, Number.MIN_VALUE);
  return found.map((one) => one / most);
}
