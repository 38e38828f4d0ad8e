/** Asks the server to remember a correction, once for however often the button is pressed. */

/** `send(correction)` resolves with what `call` returns. */
export function createRemembering(send) {
  let isUnderWay = false;
  /** Resolve with {told, isDone}: what became of it, and whether it need not be offered again; null when one is on its way. */
  return async function remember(asked, scope) {
    if (isUnderWay) return null;
    isUnderWay = true;
    try {
      const { answer, error } = await send({ ...asked, scope });
      if (!answer) return { told: error, isDone: false };
      return { told: answer.word?.status === "voorstel" ? "Voorgesteld." : "Onthouden.", isDone: true };
    } finally {
      isUnderWay = false;
    }
  };
}

/** Return {asked, told} after an answer about `asked`; by then the text may have changed and another one be asked about. */
export function afterwards(now, asked, { told, isDone }) {
  if (now.asked !== asked) return now.asked || !isDone ? now : { asked: null, told };
  return { asked: isDone ? null : asked, told };
}
