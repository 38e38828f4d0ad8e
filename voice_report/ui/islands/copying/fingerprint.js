const BYTES = new TextEncoder();
const [BASE_HIGH, BASE_LOW] = [0xcbf29ce4, 0x84222325];

/** Return the 64-bit FNV-1a hash of a text (UTF-8) in hexadecimal: to see whether a text is still the same. */
export function fingerprint(text) {
  let [high, low] = [BASE_HIGH, BASE_LOW];
  for (const byte of BYTES.encode(text)) {
    low ^= byte;
    const product = (low >>> 0) * 0x1b3; // the prime is 2^40 + 0x1b3
    high = (Math.imul(high, 0x1b3) + (low << 8) + Math.floor(product / 0x100000000)) | 0;
    low = product | 0;
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
