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
 * The corrections that wait for an answer, {waiting, told, text}, the first of which is asked about; `told` says what
 * became of the last one, until the text is no longer `text`. Another correction does not take away one that was not
 * answered yet.
 */
export const NOTHING = { waiting: [], told: "", text: "" };

/** Return what to show beside a text; a word that does not stand in it is not asked about. */
export function shownBeside({ waiting, told, text: then }, text = "") {
  const there = text.toLowerCase();
  return {
    asked: waiting.find(({ word }) => there.includes(word.toLowerCase())) ?? null,
    told: text === then ? told : "",
  };
}

/** Return them with one more. */
export const alsoAsked = (now, found) => ({ ...now, waiting: [...now.waiting, found].slice(-MOST_WAITING) });

/** Return them after an answer about `asked`, which came beside `text`. */
export function afterwards(now, asked, { told, isDone }, text) {
  if (isDone) return { waiting: now.waiting.filter((one) => one !== asked), told, text };
  return now.waiting.includes(asked) ? { ...now, told, text } : now;
}
