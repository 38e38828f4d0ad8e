import { useEffect, useState } from "react";

/**
 * The sentence whose sources are shown: {chosen, choose(index | null)}. `chosen` is one of `sentences` with its index;
 * after a new comparison it is the sentence with the same text, or none. `turn` is another number for every choice.
 */
export function useChosen(sentences) {
  const [{ index, text, turn }, set] = useState({ index: null, text: "", turn: 0 });
  const choose = (at) => set((before) => ({ index: at, text: sentences[at]?.text ?? "", turn: before.turn + 1 }));
  const same = sentences[index]?.text === text ? index : sentences.findIndex((one) => one.text === text);
  const at = index === null ? -1 : same;
  useEffect(() => {
    if (index !== null && at < 0) choose(null); // it is gone: it does not come back by itself
  }, [index, at]);
  return { chosen: at < 0 ? null : { ...sentences[at], index: at, turn }, choose };
}
