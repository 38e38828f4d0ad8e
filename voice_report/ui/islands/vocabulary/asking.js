/**
 * Ask about each correction {heard, word} once; `ask(correction)` resolves with the server's answer {ask}, or with
 * undefined when there is none: then the next time asks again. The words are a client's: `forget` takes them away.
 */
export function createAsking(ask) {
  let answered = new Set();
  return {
    /** Resolve with whether the person should be asked to remember it. */
    async isWorth(found) {
      const mine = answered;
      const name = `${found.heard}\n${found.word}`;
      if (mine.has(name)) return false;
      const answer = await ask(found);
      if (!answer || mine !== answered) return false;
      mine.add(name);
      return Boolean(answer.ask);
    },
    forget() {
      answered = new Set();
    },
  };
}
