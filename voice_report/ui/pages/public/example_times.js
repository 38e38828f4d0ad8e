/**
 * Every word of the sentences with the second at which it begins: a sentence's time is divided by the length of its
 * words. `sentences`: [{text, until}], `until` in seconds from the beginning of the sound.
 */
export function wordsBy(sentences) {
  let start = 0;
  return sentences.flatMap(({ text, until }) => {
    let before = 0;
    const [begin, length] = [start, until - start];
    start = until;
    return text.split(" ").map((word) => {
      const from = begin + (before / text.length) * length;
      before += word.length + 1;
      return { word, from };
    });
  });
}
