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

const MOST_WAITING = 5;

/**
 * The corrections that wait for an answer, {waiting, told}, the first of which is asked about; `told` says what became of
 * the last one. Another correction does not take away one that was not answered yet.
 */
export const NOTHING = { waiting: [], told: "" };

/** Return them after a change of the text: a word that stands in it no more is not asked about. */
export function standingIn({ waiting }, text) {
  const there = text.toLowerCase();
  return { waiting: waiting.filter(({ word }) => there.includes(word.toLowerCase())), told: "" };
}

/** Return them with one more. */
export const alsoAsked = ({ waiting, told }, found) => ({ waiting: [...waiting, found].slice(-MOST_WAITING), told });

/** Return them after an answer about `asked`. */
export function afterwards({ waiting, told: before }, asked, { told, isDone }) {
  if (!isDone) return { waiting, told: waiting.includes(asked) ? told : before };
  return { waiting: waiting.filter((one) => one !== asked), told };
}
